use crate::resource::{
    ALL_CALLS, Resource, created_at, foreign_id, id, names, one_of, reference, timestamp, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("email_campaign_deliveries", "email_campaign_delivery", "EmailCampaignDelivery"),
    doc: "One person's copy of an email campaign, and what became of it.",
    fields: &[
        id(),
        foreign_id("email_campaign_id", "The campaign; automated campaigns are not part of the data."),
        reference("user_id", "users", "The person it was sent to.").nullable().personal(),
        one_of(
            "delivery_status",
            &["sent", "bounced", "failed", "accepted", "delivered", "opened", "clicked"],
            "How far it came.",
        )
        .example("\"delivered\""),
        timestamp("sent_at", "When it was sent.").nullable(),
        created_at(),
        updated_at(),
    ],
    filters: &[],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
