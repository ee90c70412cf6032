use crate::resource::{
    ALL_CALLS, DefaultValue, PersonKind, PersonReference, PublicRecords, Resource, boolean, created_at, id,
    localised, names, object, objects, one_of, platform_locale, text, timestamp, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("users", "user", "User"),
    doc: "A registered or invited user of the platform.",
    list_doc: "Returns registered and invited users of the platform.",
    fields: &[
        id().identifies(PersonReference::Always(PersonKind::Other)),
        text("email", "Email address.").personal().nullable().email_address(),
        text("slug", "Last part of the URL of the user's profile page.").personal().nullable(),
        objects("roles", "Roles beyond that of an ordinary user, each an object with a `type`, such as `admin`.").personal()
            .with_texts(&[
                ("type", "Name of the role, such as `admin` or `project_moderator`."),
                ("project_id", "Id of the project, if the role is limited to one project."),
            ])
            .example("[{\"type\":\"admin\"}]"),
        created_at(),
        updated_at(),
        text("first_name", "First name.").personal().nullable(),
        text("last_name", "Last name.").personal().nullable(),
        text("locale", "Preferred locale of the user. Defaults to the platform's default locale.").not_personal().defaults_to(DefaultValue::PlatformLocale),
        localised("bio", "The user's description of themselves, in HTML.").personal().nullable().example("\"<p>Cyclist and gardener.</p>\""),
        timestamp("registration_completed_at", "When the user completed registration; null until then.").nullable(),
        boolean("verified", "Whether the user's identity has been verified."),
        timestamp("email_confirmed_at", "When the user confirmed the email address; null until then.").nullable(),
        timestamp("email_confirmation_code_sent_at", "When a confirmation code was last sent by email; null if it never was.").nullable(),
        boolean("confirmation_required", "Whether the user still has to confirm the email address."),
        object("custom_field_values", "Answers to the platform's custom registration questions, keyed by question.").answers()
            .keyed_by("question", "The answer as stored by the platform, usually text, a number, a boolean or a list."),
        one_of("status", &[
                ("active", "Registration completed"),
                ("invited", "Invited, but not registered yet"),
                ("incomplete", "Registration started, but not completed"),
            ], "Registration status. Derived from `registration_completed_at` unless set by the import.")
            .derived_or_given(
                &[],
                "COALESCE(this.status, CASE WHEN this.registration_completed_at IS NULL THEN 'incomplete' ELSE 'active' END)",
            ),
    ],
    filters: &[platform_locale("user_locale", "locale", "Only users who prefer this locale.")],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::None,
    voting: None,
    outline: None,
    timestamps_cut_where: Some("TRUE"),
    unique: &[],
};
