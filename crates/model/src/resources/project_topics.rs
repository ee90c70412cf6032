use crate::resource::{LIST_ONLY, PublicRecords, Resource, created_at, equals, names, reference, updated_at};

pub static RESOURCE: Resource = Resource {
    names: names("project_topics", "project_topic", ""),
    doc: "A topic assigned to a project.",
    list_doc: "Returns the topics that are assigned to projects.",
    fields: &[
        reference("project_id", "projects", "The project."),
        reference("topic_id", "topics", "The topic assigned to the project."),
        created_at(),
        updated_at(),
    ],
    filters: &[
        equals("project_id", "Only topics of this project."),
        equals("topic_id", "Only projects with this topic."),
    ],
    sorts: &[],
    calls: LIST_ONLY,
    only_where: None,
    public: PublicRecords::None,
    voting: None,
    outline: None,
    timestamps_cut_where: None,
    unique: &[&["project_id", "topic_id"]],
};
