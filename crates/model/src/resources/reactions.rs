use crate::resource::{
    ALL_CALLS, PersonKind, PublicRecords, Resource, created_at, equals, id, names, one_of, person, reactable,
    reference, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("reactions", "reaction", "Reaction"),
    doc: "A person's like or dislike of an idea or comment, or a neutral reaction to it.",
    list_doc: "Returns people's likes and dislikes of ideas and comments, and neutral reactions to them.",
    fields: &[
        id(),
        one_of("mode", &[
                ("up", "Like"),
                ("down", "Dislike"),
                ("neutral", "Neither like nor dislike"),
            ], "Kind of reaction."),
        person("user_id", PersonKind::Other, "The person who reacted.").nullable(),
        reactable("reactable_id", "reactable_type", "The idea or comment that the reaction is to; `reactable_type` says which."),
        one_of("reactable_type", &[("idea", "A reaction to an idea"), ("comment", "A reaction to a comment")], "Type of the record that `reactable_id` refers to."),
        reference("idea_id", "ideas", "The idea that the reaction is to or that the comment belongs to. Derived from `reactable_id`.").derived(
            &["comments"],
            "CASE this.reactable_type WHEN 'idea' THEN this.reactable_id ELSE (SELECT comments.idea_id FROM comments WHERE comments.id = this.reactable_id) END",
        ),
        reference("project_id", "projects", "The project of the idea. Derived from the idea.").derived(
            &["ideas", "comments"],
            "CASE this.reactable_type WHEN 'idea' THEN (SELECT ideas.project_id FROM ideas WHERE ideas.id = this.reactable_id) ELSE (SELECT comments.project_id FROM comments WHERE comments.id = this.reactable_id) END",
        ),
        created_at(),
        updated_at(),
    ],
    filters: &[
        equals("reactable_type", "Only reactions to this type of record."),
        equals("user_id", "Only reactions by this person."),
        equals("idea_id", "Only reactions to this idea and to its comments."),
        equals("project_id", "Only reactions in this project."),
    ],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::None,
    voting: None,
    outline: None,
    timestamps_cut_where: Some("TRUE"),
    unique: &[],
};
