use crate::resource::{
    ALL_CALLS, Relation, Resource, Source, address, all_of, count, created_at, equals, id, integer,
    localised, names, object, objects, one_of, point, reference, text, timestamp, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("ideas", "idea", "Idea"),
    doc: "What a person hands in: an idea, a proposal, or the answers to a survey.",
    fields: &[
        id(),
        localised("title", "The idea's title.").example("\"More benches along the canal\""),
        localised("body", "The idea's text, in HTML.").default("{}").example("\"<p>Older people need a place to rest.</p>\""),
        reference("author_id", "users", "The person who handed it in.").nullable().personal(),
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
        count(
            "comments_count",
            "comments",
            "idea_id",
            "comments.publication_status = 'published'",
            "How many published comments it has.",
        ),
        timestamp("published_at", "When it was published.").nullable(),
        timestamp("submitted_at", "When it was handed in.").nullable(),
        one_of("publication_status", &["draft", "submitted", "published"], "How far it has come.")
            .default("\"published\"")
            .example("\"published\""),
        reference("project_id", "projects", "The project it belongs to."),
        localised("project_title", "The project's title.")
            .example("\"A new park by the canal\"")
            .joined("projects", "project_id", "title_multiloc"),
        created_at(),
        updated_at(),
        point("location_point", "Where it is about.").nullable(),
        text("location_description", "Where it is about, in words.").nullable().example("\"Canal Street 12\""),
        text("slug", "The last part of the address of its page.").nullable().example("\"more-benches-along-the-canal\""),
        integer("budget", 0, "What it would cost, in a participatory budget.").nullable().example("5000"),
        count(
            "baskets_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "How many submitted baskets hold it.",
        ),
        count(
            "votes_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "How many votes, or how much budget, submitted baskets give it.",
        ).sum_of("votes"),
        integer("official_feedbacks_count", 0, "How many official answers it has.").default("0").example("1"),
        reference("assignee_id", "users", "The member of staff who looks after it.").nullable().personal(),
        timestamp("assigned_at", "When it was assigned.").nullable(),
        integer("proposed_budget", 0, "What its author thinks it would cost.").nullable().example("4500"),
        reference("creation_phase_id", "phases", "The phase it was handed in in, where the phase decides its form.").nullable(),
        objects("images", "Its images: variant name to absolute address.")
            .urls()
            .example("[{\"small\":\"https://participate.example.org/images/bench-small.jpg\"}]"),
        address("href", Source::PlatformAddress("/ideas/"), "The address of its page; null without a slug.")
            .nullable()
            .example("\"https://participate.example.org/ideas/more-benches-along-the-canal\""),
        localised("status", "The label of its status.").nullable().example("\"At the mayor\""),
        object("custom_field_values", "Answers to the phase's own questions, by key.").example("{\"age_group\":\"35-44\"}"),
        one_of("type", &["idea", "survey"], "Whether it is an idea or the answers to a survey.")
            .example("\"idea\"")
            .derived(
                &["phases"],
                "CASE WHEN EXISTS (SELECT 1 FROM phases WHERE phases.id = this.creation_phase_id AND phases.participation_method IN ('native_survey', 'community_monitor_survey')) THEN 'survey' ELSE 'idea' END",
            ),
    ],
    filters: &[
        equals("author_id", "Only what this person handed in."),
        equals("project_id", "Only what belongs to this project."),
        all_of(
            "topic_ids",
            Relation { table: "idea_topics", own: "idea_id", other: "topic_id", resource: "topics", unless: None },
            "Only ideas that have all of these topics.",
        ),
        equals("type", "Only ideas, or only answers to surveys; both where it is left out."),
    ],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
