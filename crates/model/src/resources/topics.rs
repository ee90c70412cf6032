use crate::resource::{ALL_CALLS, PublicRecords, Resource, created_at, id, localised, names, updated_at};

pub static RESOURCE: Resource = Resource {
    names: names("topics", "topic", "Topic"),
    doc: "A subject that can be assigned to ideas and projects.",
    list_doc: "Returns subjects that can be assigned to ideas and projects.",
    fields: &[
        id(),
        localised("title", "Name of the topic.").not_personal(),
        localised("description", "Description of the topic, in HTML.").not_personal().default("{}"),
        created_at(),
        updated_at(),
    ],
    filters: &[],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::All,
    voting: None,
    outline: None,
    timestamps_cut_where: None,
    unique: &[],
};
