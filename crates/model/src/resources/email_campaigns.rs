use crate::resource::{
    ALL_CALLS, PublicRecords, Resource, boolean, count, created_at, id, localised, multiloc, names, one_of,
    text, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("email_campaigns", "email_campaign", "EmailCampaign"),
    doc: "A manually created email that is sent to many people.",
    list_doc: "Returns manually created emails that are sent to many people.",
    fields: &[
        id(),
        one_of(
            "sender",
            &[
                ("author", "The person who wrote the email"),
                ("organization", "The organisation that runs the platform"),
            ],
            "In whose name the email is sent.",
        ),
        text("reply_to", "Email address that replies are sent to; null for the default.")
            .personal()
            .nullable()
            .email_address(),
        localised("subject", "Subject of the email.").not_personal(),
        localised("body", "Text of the email, in HTML.").not_personal().default("{}"),
        multiloc("subject_multiloc", "subject").not_personal(),
        multiloc("body_multiloc", "body").not_personal(),
        count(
            "deliveries_count",
            "email_campaign_deliveries",
            "email_campaign_id",
            "TRUE",
            "Number of deliveries.",
        ),
        created_at(),
        updated_at(),
        boolean("manual", "Whether the campaign was created manually. The API returns only these.")
            .hidden()
            .default("true")
            .retained(),
    ],
    filters: &[],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: Some("manual"),
    public: PublicRecords::None,
    voting: None,
    outline: None,
    timestamps_cut_where: None,
    unique: &[],
};
