use crate::resource::{
    ALL_CALLS, PersonKind, PublicRecords, Resource, created_at, id, names, person, reference, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("event_attendances", "event_attendance", "EventAttendance"),
    doc: "A person's registration for an event.",
    list_doc: "Returns people's registrations for events.",
    fields: &[
        id(),
        reference("event_id", "events", "The event."),
        person("attendee_id", PersonKind::Other, "The person who registered.").nullable(),
        created_at(),
        updated_at(),
    ],
    filters: &[],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::None,
    voting: None,
    outline: None,
    timestamps_cut_where: Some("TRUE"),
    unique: &[],
};
