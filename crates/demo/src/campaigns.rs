//! Mailings, and what became of each letter.

use std::io;

use crate::city::Places;
use crate::lines::Lines;
use crate::moment::{DAY, HOUR, Moment, NOW, OPENING, SECOND};
use crate::plan::Plan;
use crate::random::{Crowd, Kind};
use crate::texts::Coverage;
use crate::texts::campaigns::CAMPAIGNS;

/// Room for the letters of one campaign among the numbers of all.
const ROOM: u64 = 1 << 24;
/// Often the end of a letter's way, and at times not.
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

struct Campaign {
    number: u64,
    created: Moment,
    sent: bool,
}

/// All campaigns that are part of the data.
pub fn write(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    for campaign in campaigns(plan) {
        let mut random = plan.random(Kind::CampaignText, campaign.number);
        let turn = usize::try_from(campaign.number).unwrap_or_default();
        let (subject, body) = &CAMPAIGNS[turn % CAMPAIGNS.len()];
        let coverage = Coverage::official(&mut random);
        let places = Places::draw(&mut random);
        let by_hand = campaign.number % 4 != 3;
        let author = random.percent(40);
        lines.record(|record| {
            record.id("id", plan.id(Kind::Campaign, campaign.number));
            record.field("sender", if author { "author" } else { "organization" });
            record.field("reply_to", author.then_some("participation@example.org"));
            record.localised("subject_multiloc", coverage, |locale, out| places.fill(subject, locale, out));
            record.localised("body_multiloc", coverage, |locale, out| {
                out.push_str("<p>");
                places.fill(body, locale, out);
                out.push_str("</p>");
            });
            record.field("manual", by_hand);
            record.moment("created_at", campaign.created);
            record.moment("updated_at", campaign.created.change(&mut random));
        })?;
    }
    Ok(())
}

/// All letters; some of campaigns that run by themselves and are not part of the data.
pub fn deliveries(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    let campaigns = campaigns(plan);
    let each = (plan.ideas / 20 / campaigns.len() as u64).max(14);
    for campaign in campaigns.iter().filter(|campaign| campaign.sent) {
        let number = campaign.number;
        let id = plan.id(Kind::Campaign, number);
        deliver(plan, id, number, campaign.created, each, lines)?;
    }
    let welcome = plan.id(Kind::AutomatedCampaign, 0);
    deliver(plan, welcome, ROOM - 1, Moment(NOW.0 - 40 * DAY), each / 2, lines)
}

fn campaigns(plan: &Plan) -> Vec<Campaign> {
    let count = plan.scaled(8, 20, 1, 60) as u64;
    let pace = (NOW.0 - OPENING.0 - 200 * DAY) / count;
    (0..count)
        .map(|number| {
            let mut random = plan.random(Kind::Campaign, number);
            let created = Moment(OPENING.0 + 190 * DAY + number * pace + random.below(pace / 2));
            Campaign { number, created, sent: number % 6 != 5 }
        })
        .collect()
}

fn deliver(
    plan: &Plan,
    campaign: uuid::Uuid,
    round: u64,
    from: Moment,
    count: u64,
    lines: &mut Lines<'_>,
) -> io::Result<()> {
    let people = plan.people_at(from);
    let mut random = plan.random(Kind::Delivery, round * ROOM);
    let crowd = Crowd::new(&mut random, people);
    let began = Moment(from.0 + HOUR);
    for place in 0..count.min(people) {
        let created = began.after(&mut random, 2 * HOUR);
        let turn = usize::try_from(place + round).unwrap_or_default();
        let status = STATUSES[turn % STATUSES.len()];
        let sent = (status != "failed").then(|| Moment(created.0 + 3 * SECOND).min(NOW));
        let updated = sent.unwrap_or(created).after(&mut random, 3 * DAY);
        let person = (!random.percent(3)).then(|| plan.user_id(crowd.person(place)));
        lines.record(|record| {
            record.id("id", plan.id(Kind::Delivery, round * ROOM + place + 1));
            record.id("email_campaign_id", campaign);
            record.maybe_id("user_id", person);
            record.field("delivery_status", status);
            record.maybe_moment("sent_at", sent);
            record.moment("created_at", created);
            record.moment("updated_at", updated);
        })?;
    }
    Ok(())
}
