use crate::resource::{
    ALL_CALLS, Resource, count, created_at, id, localised, names, one_of, reference, timestamp, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("comments", "comment", "Comment"),
    doc: "What a person says about an idea, or answers to another comment.",
    fields: &[
        id(),
        localised("body", "The comment's text, in HTML; empty if the comment was deleted.")
            .cleared_where("publication_status", "deleted")
            .example("\"<p>Good plan, and please add shade.</p>\""),
        reference("author_id", "users", "The person who wrote it; null if the comment was deleted.")
            .nullable()
            .personal()
            .cleared_where("publication_status", "deleted"),
        reference("idea_id", "ideas", "The idea it is about."),
        reference("parent_id", "comments", "The comment it answers.").nullable().shares("idea_id"),
        created_at(),
        updated_at(),
        timestamp("body_updated_at", "When its text was last changed.").nullable(),
        count(
            "likes_count",
            "reactions",
            "reactable_id",
            "reactions.mode = 'up'",
            "How many people like it.",
        ),
        count(
            "dislikes_count",
            "reactions",
            "reactable_id",
            "reactions.mode = 'down'",
            "How many people dislike it.",
        ),
        count("children_count", "comments", "parent_id", "TRUE", "How many comments answer it."),
        one_of(
            "publication_status",
            &["published", "deleted"],
            "Whether its author or a moderator took it away.",
        )
        .default("\"published\"")
        .example("\"published\""),
        reference("project_id", "projects", "The project of the idea.")
            .derived(&["ideas"], "(SELECT ideas.project_id FROM ideas WHERE ideas.id = this.idea_id)"),
    ],
    filters: &[],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
