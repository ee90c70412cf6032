use crate::resource::{ALL_CALLS, Resource, created_at, id, localised, names, updated_at};

pub static RESOURCE: Resource = Resource {
    names: names("topics", "topic", "Topic"),
    doc: "A subject that ideas and projects are tagged with.",
    fields: &[
        id(),
        localised("title", "The topic's name.").example("\"Mobility\""),
        localised("description", "What the topic covers.")
            .default("{}")
            .example("\"<p>Walking, cycling and public transport.</p>\""),
        created_at(),
        updated_at(),
    ],
    filters: &[],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
