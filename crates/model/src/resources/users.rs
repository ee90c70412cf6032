use crate::resource::{
    ALL_CALLS, Default, Resource, boolean, created_at, id, localised, names, object, objects, one_of, text,
    timestamp, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("users", "user", "User"),
    doc: "A person who takes part in the platform.",
    fields: &[
        id(),
        text("email", "The person's email address.").nullable().personal().example("\"amina.peeters@example.org\""),
        text("slug", "The last part of the address of the person's page.").nullable().personal().example("\"amina-peeters\""),
        objects("roles", "What the person may do beyond taking part: objects with a `type`.")
            .example("[{\"type\":\"admin\"}]"),
        created_at(),
        updated_at(),
        text("first_name", "The person's first name.").nullable().personal().example("\"Amina\""),
        text("last_name", "The person's last name.").nullable().personal().example("\"Peeters\""),
        text("locale", "The language the person uses.").defaults_to(Default::PlatformLocale).example("\"en\""),
        localised("bio", "What the person tells of themselves.").nullable().personal().example("\"<p>Cyclist and gardener.</p>\""),
        timestamp("registration_completed_at", "When the person finished registering.").nullable(),
        boolean("verified", "Whether the person's identity was verified."),
        timestamp("email_confirmed_at", "When the person confirmed the email address.").nullable(),
        timestamp("email_confirmation_code_sent_at", "When a confirmation code was last sent.").nullable(),
        boolean("confirmation_required", "Whether the person still has to confirm the email address."),
        object("custom_field_values", "Answers to the platform's own registration questions, by key.")
            .personal()
            .example("{\"birthyear\":1987,\"domicile\":\"outside\"}"),
        one_of("status", &["active", "invited", "incomplete"], "How far the person's registration has come.")
            .example("\"active\"")
            .derived_or_given(
                &[],
                "COALESCE(this.status, CASE WHEN this.registration_completed_at IS NULL THEN 'incomplete' ELSE 'active' END)",
            ),
    ],
    filters: &[],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
