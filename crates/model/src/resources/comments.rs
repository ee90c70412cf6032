use crate::resource::{
    ALL_CALLS, PersonKind, PublicRecords, Resource, boolean, count, created_at, equals, id, localised, names,
    one_of, person, reference, timestamp, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("comments", "comment", "Comment"),
    doc: "A comment on an idea, or a reply to another comment.",
    list_doc: "Returns comments on ideas, and replies to other comments.",
    fields: &[
        id(),
        localised("body", "Text of the comment, in HTML; empty if the comment was deleted.")
            .not_personal()
            .cleared_where("publication_status", "deleted")
            .written_by("author_id"),
        person(
            "author_id",
            PersonKind::PublicAuthorship,
            "The person who wrote the comment; null if the comment was deleted or the author is unknown.",
        )
        .nullable()
        .cleared_where("publication_status", "deleted"),
        reference("idea_id", "ideas", "The idea the comment belongs to."),
        reference("parent_id", "comments", "The comment this one replies to; null for a top-level comment.")
            .nullable()
            .shares("idea_id"),
        created_at(),
        updated_at(),
        timestamp("body_updated_at", "When the text was last edited; null if it never was.")
            .nullable()
            .example("\"2026-10-30T08:15:30.250Z\""),
        count("likes_count", "reactions", "reactable_id", "reactions.mode = 'up'", "Number of likes."),
        count(
            "dislikes_count",
            "reactions",
            "reactable_id",
            "reactions.mode = 'down'",
            "Number of dislikes.",
        ),
        count(
            "children_count",
            "comments",
            "parent_id",
            "TRUE",
            "Number of direct replies, including deleted ones.",
        )
        .of_public("public_children_count"),
        one_of(
            "publication_status",
            &[
                ("published", "Visible on the platform"),
                ("deleted", "Removed by its author or a moderator; text and author are withheld"),
            ],
            "Publication status of the comment.",
        )
        .default("\"published\"")
        .retained(),
        reference("project_id", "projects", "The project of the idea. Derived from the idea.")
            .derived(&["ideas"], "(SELECT ideas.project_id FROM ideas WHERE ideas.id = this.idea_id)"),
        boolean("is_public", "Whether a visitor without an account sees the comment.").hidden().derived(
            &["ideas"],
            "(this.publication_status = 'published' AND (SELECT ideas.is_public FROM ideas WHERE ideas.id = this.idea_id))",
        ),
        count(
            "public_children_count",
            "comments",
            "parent_id",
            "comments.is_public",
            "Number of direct replies that a visitor without an account sees.",
        )
        .hidden(),
    ],
    filters: &[
        equals("idea_id", "Only comments on this idea."),
        equals("project_id", "Only comments on ideas of this project."),
        equals("author_id", "Only comments by this author."),
    ],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::Where("is_public"),
    voting: None,
    outline: None,
    timestamps_cut_where: None,
    unique: &[],
};
