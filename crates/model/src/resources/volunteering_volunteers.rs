use crate::resource::{
    ALL_CALLS, PersonKind, PublicRecords, Resource, created_at, id, names, person, reference, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("volunteering_volunteers", "volunteering_volunteer", "VolunteeringVolunteer"),
    doc: "A person's offer to volunteer for a cause.",
    list_doc: "Returns people's offers to volunteer for causes.",
    fields: &[
        id(),
        reference("volunteering_cause_id", "volunteering_causes", "The cause."),
        person("user_id", PersonKind::Other, "The person who volunteers.").nullable(),
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
