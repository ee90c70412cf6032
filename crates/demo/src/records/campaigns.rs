//! Email campaigns and their deliveries.

use std::io;

use uuid::Uuid;

use crate::content::Coverage;
use crate::ndjson::NdjsonWriter;
use crate::plan::Plan;
use crate::random::{Permutation, Stream};
use crate::timestamp::{DAY, HOUR, NOW, OPENING, SECOND, Timestamp};

/// The numbers reserved for the deliveries of one campaign.
const DELIVERIES_PER_CAMPAIGN: u64 = 1 << 24;
/// Delivery statuses, as frequent as in this list.
const STATUSES: [&str; 12] = [
    "delivered",
    "opened",
    "delivered",
    "clicked",
    "opened",
    "sent",
    "bounced",
    "delivered",
    "accepted",
    "opened",
    "failed",
    "delivered",
];

/// A campaign.
struct Campaign {
    number: u64,
    created: Timestamp,
    sent: bool,
}

/// Writes all campaigns except the automated one.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    let texts = &plan.content.campaigns;
    for campaign in campaigns(plan) {
        let mut random = plan.random(Stream::CampaignText, campaign.number);
        let index = usize::try_from(campaign.number).unwrap_or_default() % texts.campaigns.len();
        let email = &texts.campaigns[index];
        let coverage = Coverage::official(&mut random);
        let placeholders = plan.placeholders(&mut random);
        let by_author = random.percent(40);
        out.record(|record| {
            record.id("id", plan.id(Stream::Campaign, campaign.number));
            record.field("sender", if by_author { "author" } else { "organization" });
            record.field("reply_to", by_author.then_some(&texts.reply_to));
            record.filled("subject_multiloc", coverage, &email.subject, &placeholders);
            record.paragraph("body_multiloc", coverage, &email.body, &placeholders);
            record.field("manual", campaign.number % 4 != 3);
            record.timestamps(campaign.created, campaign.created.last_update(&mut random));
        })?;
    }
    Ok(())
}

/// Writes all deliveries. Those of the automated campaign refer to an id that no campaign has.
pub fn write_deliveries(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    let campaigns = campaigns(plan);
    let count = (plan.ideas / 20 / campaigns.len() as u64).max(14);
    for campaign in campaigns.into_iter().filter(|campaign| campaign.sent) {
        deliver(plan, plan.id(Stream::Campaign, campaign.number), &campaign, count, out)?;
    }
    let created = Timestamp(NOW.0 - 40 * DAY);
    let automated = Campaign { number: DELIVERIES_PER_CAMPAIGN - 1, created, sent: true };
    deliver(plan, plan.id(Stream::AutomatedCampaign, 0), &automated, count / 2, out)
}

fn campaigns(plan: &Plan) -> Vec<Campaign> {
    let count = plan.scaled(plan.content.campaigns.campaigns.len(), 20, 1, 60) as u64;
    let interval = (NOW.0 - OPENING.0 - 200 * DAY) / count;
    (0..count)
        .map(|number| {
            let mut random = plan.random(Stream::Campaign, number);
            let created = OPENING + 190 * DAY + number * interval + random.below(interval / 2);
            Campaign { number, created, sent: number % 6 != 5 }
        })
        .collect()
}

fn deliver(
    plan: &Plan,
    id: Uuid,
    campaign: &Campaign,
    count: u64,
    out: &mut NdjsonWriter<'_>,
) -> io::Result<()> {
    let users = plan.registered_users(campaign.created);
    let first = campaign.number * DELIVERIES_PER_CAMPAIGN;
    let mut random = plan.random(Stream::Delivery, first);
    let order = Permutation::new(&mut random, users);
    for index in 0..count.min(users) {
        let created = (campaign.created + HOUR).within(&mut random, 2 * HOUR);
        let status = usize::try_from(index + campaign.number).unwrap_or_default() % STATUSES.len();
        let status = STATUSES[status];
        let sent = (status != "failed").then(|| (created + 3 * SECOND).min(NOW));
        let updated = sent.unwrap_or(created).within(&mut random, 3 * DAY);
        let user = (!random.percent(3)).then(|| plan.user_id(order.get(index)));
        out.record(|record| {
            record.id("id", plan.id(Stream::Delivery, first + index + 1));
            record.id("email_campaign_id", id);
            record.id("user_id", user);
            record.field("delivery_status", status);
            record.timestamp("sent_at", sent);
            record.timestamps(created, updated);
        })?;
    }
    Ok(())
}
