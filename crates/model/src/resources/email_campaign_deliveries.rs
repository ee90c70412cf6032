use crate::resource::{
    ALL_CALLS, PersonKind, PublicRecords, Resource, created_at, equals_in, foreign_id, id, names, one_of,
    person, timestamp, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("email_campaign_deliveries", "email_campaign_delivery", "EmailCampaignDelivery"),
    doc: "The delivery of an email campaign to one recipient.",
    list_doc: "Returns the deliveries of email campaigns, one for each recipient.",
    fields: &[
        id(),
        foreign_id(
            "email_campaign_id",
            "email_campaigns",
            "The campaign that was sent. It may be an automated campaign, which the API does not return.",
        ),
        person("user_id", PersonKind::Other, "The recipient.").nullable(),
        one_of(
            "delivery_status",
            &[
                ("sent", "Handed over to the email service"),
                ("bounced", "Rejected by the recipient's mail server"),
                ("failed", "Could not be sent"),
                ("accepted", "Accepted for delivery by the email service"),
                ("delivered", "Accepted by the recipient's mail server"),
                ("opened", "Opened by the recipient"),
                ("clicked", "The recipient clicked a link in the email"),
            ],
            "Latest known status of the delivery.",
        ),
        timestamp("sent_at", "When the email was sent; null if unknown.").nullable(),
        created_at(),
        updated_at(),
    ],
    filters: &[equals_in("campaign_id", "email_campaign_id", "Only deliveries of this campaign.")],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::None,
    voting: None,
    outline: None,
    timestamps_cut_where: Some("TRUE"),
    unique: &[],
};
