use crate::resource::{
    ALL_CALLS, Resource, count, created_at, id, integer, localised, multiloc, names, point, reference,
    timestamp, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("events", "event", "Event"),
    doc: "A meeting or other occasion of a project.",
    fields: &[
        id(),
        reference("project_id", "projects", "The project that the event belongs to."),
        localised("title", "The event's title.").example("\"Walk along the canal\""),
        localised("description", "What happens at the event, in HTML.")
            .default("{}")
            .example("\"<p>We look at the site together.</p>\""),
        localised("location", "Where it takes place, in words.").nullable().example("\"Town hall, room 2\""),
        point("location_point", "Where it takes place.").nullable(),
        count(
            "attendees_count",
            "event_attendances",
            "event_id",
            "TRUE",
            "How many people said that they come.",
        ),
        integer("maximum_attendees", 0, "How many people can come.").nullable().example("40"),
        timestamp("start_at", "When it begins."),
        timestamp("end_at", "When it ends."),
        created_at(),
        updated_at(),
        multiloc("title_multiloc", "title"),
        multiloc("description_multiloc", "description"),
        multiloc("location_multiloc", "location").nullable(),
    ],
    filters: &[],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
