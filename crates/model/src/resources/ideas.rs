use crate::resource::{
    ALL_CALLS, Relation, Resource, Source, all_of, count, created_at, equals, id, integer, localised, names,
    object, objects, one_of, point, reference, text, timestamp, updated_at, url,
};

pub static RESOURCE: Resource = Resource {
    names: names("ideas", "idea", "Idea"),
    doc: "An idea, proposal or survey response.",
    fields: &[
        id(),
        localised("title", "Title of the idea.").example("\"More benches along the canal\""),
        localised("body", "Text of the idea, in HTML.").default("{}").example("\"<p>Older people need a place to rest.</p>\""),
        reference("author_id", "users", "The person who submitted the idea; null if unknown or anonymous.").nullable().personal(),
        count(
            "likes_count",
            "reactions",
            "reactable_id",
            "reactions.mode = 'up'",
            "Number of likes.",
        ),
        count(
            "dislikes_count",
            "reactions",
            "reactable_id",
            "reactions.mode = 'down'",
            "Number of dislikes.",
        ),
        count(
            "comments_count",
            "comments",
            "idea_id",
            "comments.publication_status = 'published'",
            "Number of published comments.",
        ),
        timestamp("published_at", "When the idea was published; null until then.").nullable(),
        timestamp("submitted_at", "When the idea was submitted; null until then.").nullable(),
        one_of("publication_status", &[
                ("draft", "Not submitted yet"),
                ("submitted", "Submitted, but not published yet"),
                ("published", "Visible on the platform"),
            ], "Publication status of the idea.")
            .default("\"published\"")
            .example("\"published\""),
        reference("project_id", "projects", "The project the idea belongs to."),
        localised("project_title", "Title of the project. Read from the project.")
            .example("\"A new park by the canal\"")
            .joined("projects", "project_id", "title_multiloc"),
        created_at(),
        updated_at(),
        point("location_point", "Coordinates of the location that the idea refers to.").nullable(),
        text("location_description", "Location that the idea refers to, as text, such as an address.").nullable().example("\"Canal Street 12\""),
        text("slug", "Last part of the URL of the idea's page.").nullable().example("\"more-benches-along-the-canal\""),
        integer("budget", 0, "Cost of the idea in participatory budgeting, in whole units of the platform's currency.").nullable().example("5000"),
        count(
            "baskets_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "Number of submitted baskets that contain the idea.",
        ),
        count(
            "votes_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "Number of votes in submitted baskets; in budgeting phases, the amount allocated, in whole units of the platform's currency.",
        ).sum_of("votes"),
        integer("official_feedbacks_count", 0, "Number of official responses. Set by the import.").default("0").example("1"),
        reference("assignee_id", "users", "The staff member responsible for the idea.").nullable().personal(),
        timestamp("assigned_at", "When the idea was assigned to a staff member.").nullable(),
        integer("proposed_budget", 0, "Cost estimated by the author, in whole units of the platform's currency.").nullable().example("4500"),
        reference("creation_phase_id", "phases", "The phase in which the idea was submitted, if that phase defines the form.").nullable(),
        objects("images", "Images of the idea. Each object maps variant names, such as `small`, to absolute URLs.")
            .urls()
            .keyed_by("variant", "URL of the image in this variant.")
            .example("[{\"small\":\"https://participate.example.org/images/bench-small.jpg\"}]"),
        url("href", Source::PlatformAddress("/ideas/"), "URL of the idea's page, built from the platform's URL and `slug`; null without a slug.")
            .nullable()
            .example("\"https://participate.example.org/ideas/more-benches-along-the-canal\""),
        localised("status", "Label of the status that staff assigned to the idea.").nullable().example("\"At the mayor\""),
        object("custom_field_values", "Answers to the phase's custom questions, keyed by question.")
            .keyed_by("question", "The answer as stored by the platform, usually text, a number, a boolean or a list.")
            .example("{\"age_group\":\"35-44\"}"),
        one_of("type", &[("idea", "An idea or proposal"), ("survey", "A survey response")], "Type of the idea. Derived from the participation method of `creation_phase_id`.")
            .example("\"idea\"")
            .derived(
                &["phases"],
                "CASE WHEN EXISTS (SELECT 1 FROM phases WHERE phases.id = this.creation_phase_id AND phases.participation_method IN ('native_survey', 'community_monitor_survey')) THEN 'survey' ELSE 'idea' END",
            ),
    ],
    filters: &[
        equals("author_id", "Only ideas by this author."),
        equals("project_id", "Only ideas of this project."),
        all_of(
            "topic_ids",
            Relation { table: "idea_topics", own: "idea_id", other: "topic_id", resource: "topics", unless: None },
            "Only ideas that have all of these topics.",
        ),
        equals("type", "Only ideas of this type; both types by default."),
    ],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
