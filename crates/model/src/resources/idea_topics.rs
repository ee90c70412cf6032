use crate::resource::{
    DefaultValue, LIST_ONLY, PublicRecords, Resource, boolean, created_at, equals, names, reference,
    updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("idea_topics", "idea_topic", ""),
    doc: "A topic assigned to an idea.",
    list_doc: "Returns the topics that are assigned to ideas.",
    fields: &[
        reference("idea_id", "ideas", "The idea."),
        reference("topic_id", "topics", "The topic assigned to the idea."),
        created_at().defaults_to(DefaultValue::Now).hidden(),
        updated_at().hidden(),
        boolean("is_survey", "Whether the idea is a survey response. Derived from the idea.")
            .hidden()
            .derived(&["ideas"], "(SELECT ideas.type = 'survey' FROM ideas WHERE ideas.id = this.idea_id)"),
    ],
    filters: &[
        equals("idea_id", "Only topics of this idea."),
        equals("topic_id", "Only ideas with this topic."),
    ],
    sorts: &[],
    calls: LIST_ONLY,
    only_where: None,
    public: PublicRecords::None,
    voting: None,
    outline: None,
    timestamps_cut_where: Some("this.is_survey"),
    unique: &[&["idea_id", "topic_id"]],
};
