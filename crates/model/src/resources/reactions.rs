use crate::resource::{
    ALL_CALLS, Resource, created_at, equals, id, names, one_of, reactable, reference, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("reactions", "reaction", "Reaction"),
    doc: "What a person thinks of an idea or a comment: up, down or neutral.",
    fields: &[
        id(),
        one_of("mode", &["up", "down", "neutral"], "Which way the person reacted.").example("\"up\""),
        reference("user_id", "users", "The person who reacted.").nullable().personal(),
        reactable("reactable_id", "reactable_type", "The idea or comment reacted to."),
        one_of("reactable_type", &["idea", "comment"], "What was reacted to.").example("\"idea\""),
        reference("idea_id", "ideas", "The idea reacted to, or the one that the comment is about.").derived(
            &["comments"],
            "CASE this.reactable_type WHEN 'idea' THEN this.reactable_id ELSE (SELECT comments.idea_id FROM comments WHERE comments.id = this.reactable_id) END",
        ),
        reference("project_id", "projects", "The project of the idea.").derived(
            &["ideas", "comments"],
            "CASE this.reactable_type WHEN 'idea' THEN (SELECT ideas.project_id FROM ideas WHERE ideas.id = this.reactable_id) ELSE (SELECT comments.project_id FROM comments WHERE comments.id = this.reactable_id) END",
        ),
        created_at(),
        updated_at(),
    ],
    filters: &[
        equals("reactable_type", "Only reactions to ideas, or only to comments."),
        equals("user_id", "Only reactions of this person."),
    ],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
