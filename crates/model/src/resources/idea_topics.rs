use crate::resource::{Default, LIST_ONLY, Resource, created_at, equals, names, reference, updated_at};

pub static RESOURCE: Resource = Resource {
    names: names("idea_topics", "idea_topic", ""),
    doc: "That an idea is tagged with a topic.",
    fields: &[
        reference("idea_id", "ideas", "The tagged idea."),
        reference("topic_id", "topics", "The topic."),
        created_at().defaults_to(Default::Now).hidden(),
        updated_at().hidden(),
    ],
    filters: &[
        equals("idea_id", "Only the topics of this idea."),
        equals("topic_id", "Only the ideas with this topic."),
    ],
    calls: LIST_ONLY,
    only_where: None,
    unique: &[&["idea_id", "topic_id"]],
};
