use crate::resource::{
    ALL_CALLS, PublicRecords, Resource, boolean, count, created_at, equals, id, integer, localised, multiloc,
    names, point, reference, timestamp, timestamps, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("events", "event", "Event"),
    doc: "A meeting or other event of a project.",
    list_doc: "Returns meetings and other events of projects.",
    fields: &[
        id(),
        reference("project_id", "projects", "The project the event belongs to."),
        localised("title", "Title of the event.").not_personal(),
        localised("description", "Description of the event, in HTML.").not_personal().default("{}"),
        localised("location", "Location as text, such as an address.").not_personal().nullable(),
        point("location_point", "Coordinates of the location.").not_personal().nullable(),
        count("attendees_count", "event_attendances", "event_id", "TRUE", "Number of people who registered."),
        integer("maximum_attendees", 0, "Maximum number of attendees; null if there is no limit.").nullable(),
        timestamp("start_at", "When the event starts."),
        timestamp("end_at", "When the event ends."),
        created_at(),
        updated_at(),
        multiloc("title_multiloc", "title").not_personal(),
        multiloc("description_multiloc", "description").not_personal(),
        multiloc("location_multiloc", "location").not_personal().nullable(),
        boolean("is_public", "Whether a visitor without an account sees the event.").hidden().derived(
            &["projects"],
            "(SELECT projects.is_public FROM projects WHERE projects.id = this.project_id)",
        ),
    ],
    filters: &[
        equals("project_id", "Only events of this project."),
        timestamps("start_at", "Only events that start on this date or in this date range."),
        timestamps("end_at", "Only events that end on this date or in this date range."),
    ],
    sorts: &["start_at"],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::Where("is_public"),
    voting: None,
    timestamps_cut_where: None,
    unique: &[],
};
