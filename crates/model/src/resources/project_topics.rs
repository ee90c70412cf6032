use crate::resource::{LIST_ONLY, Resource, created_at, equals, names, reference, updated_at};

pub static RESOURCE: Resource = Resource {
    names: names("project_topics", "project_topic", ""),
    doc: "That a project is tagged with a topic.",
    fields: &[
        reference("project_id", "projects", "The tagged project."),
        reference("topic_id", "topics", "The topic."),
        created_at(),
        updated_at(),
    ],
    filters: &[
        equals("project_id", "Only the topics of this project."),
        equals("topic_id", "Only the projects with this topic."),
    ],
    calls: LIST_ONLY,
    only_where: None,
    unique: &[&["project_id", "topic_id"]],
};
