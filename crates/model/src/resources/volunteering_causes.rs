use crate::resource::{
    ALL_CALLS, PublicRecords, Resource, count, created_at, id, localised, multiloc, names, reference,
    updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("volunteering_causes", "volunteering_cause", "VolunteeringCause"),
    doc: "A cause that people can volunteer for in a volunteering phase.",
    list_doc: "Returns causes that people can volunteer for in volunteering phases.",
    fields: &[
        id(),
        localised("title", "Title of the cause.").not_personal(),
        localised("description", "Description of the cause, in HTML.").not_personal().default("{}"),
        reference("project_id", "projects", "The project of the phase. Derived from the phase.")
            .derived(&["phases"], "(SELECT phases.project_id FROM phases WHERE phases.id = this.phase_id)"),
        reference("phase_id", "phases", "The volunteering phase."),
        count(
            "volunteers_count",
            "volunteering_volunteers",
            "volunteering_cause_id",
            "TRUE",
            "Number of volunteers.",
        ),
        created_at(),
        updated_at(),
        multiloc("title_multiloc", "title").not_personal(),
        multiloc("description_multiloc", "description").not_personal(),
    ],
    filters: &[],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::None,
    voting: None,
    outline: None,
    timestamps_cut_where: None,
    unique: &[],
};
