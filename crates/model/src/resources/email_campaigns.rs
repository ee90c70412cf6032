use crate::resource::{
    ALL_CALLS, Resource, boolean, count, created_at, id, localised, multiloc, names, one_of, text, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("email_campaigns", "email_campaign", "EmailCampaign"),
    doc: "An email to many people, written by hand.",
    fields: &[
        id(),
        one_of("sender", &["author", "organization"], "In whose name it is sent.")
            .example("\"organization\""),
        text("reply_to", "The address that answers go to.")
            .nullable()
            .personal()
            .example("\"participation@example.org\""),
        localised("subject", "The email's subject.").example("\"Come and see the plans\""),
        localised("body", "The email's text, in HTML.")
            .default("{}")
            .example("\"<p>You are welcome on Saturday.</p>\""),
        multiloc("subject_multiloc", "subject"),
        multiloc("body_multiloc", "body"),
        count(
            "deliveries_count",
            "email_campaign_deliveries",
            "email_campaign_id",
            "TRUE",
            "To how many people it was sent.",
        ),
        created_at(),
        updated_at(),
        boolean("manual", "Whether it was written by hand; others are not answered.")
            .hidden()
            .default("true"),
    ],
    filters: &[],
    calls: ALL_CALLS,
    only_where: Some("manual"),
    unique: &[],
};
