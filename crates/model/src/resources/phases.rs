use crate::resource::{
    ALL_CALLS, Resource, boolean, count, created_at, date, days, id, integer, localised, names, one_of,
    reference, updated_at, within,
};

const REACTING_METHODS: &[&str] = &["unlimited", "limited"];

pub static RESOURCE: Resource = Resource {
    names: names("phases", "phase", "Phase"),
    doc: "A period of a project in which people take part in one way.",
    fields: &[
        id(),
        localised("title", "The phase's title.").example("\"Share your ideas\""),
        localised("description", "What happens in the phase, in HTML.")
            .default("{}")
            .example("\"<p>Tell us what the park should have.</p>\""),
        one_of(
            "participation_method",
            &[
                "information",
                "ideation",
                "proposals",
                "native_survey",
                "community_monitor_survey",
                "document_annotation",
                "survey",
                "voting",
                "poll",
                "volunteering",
                "common_ground",
            ],
            "How people take part.",
        )
        .example("\"ideation\""),
        reference("project_id", "projects", "The project that the phase belongs to."),
        localised("project_title", "The project's title.").example("\"A new park by the canal\"").joined(
            "projects",
            "project_id",
            "title_multiloc",
        ),
        date("start_at", "The phase's first day.").example("\"2025-03-01\""),
        date("end_at", "The phase's last day; null while no end is planned.")
            .nullable()
            .example("\"2025-05-31\""),
        created_at(),
        updated_at(),
        count(
            "ideas_count",
            "idea_phases",
            "phase_id",
            "idea_phases.published",
            "How many published ideas are in the phase.",
        ),
        count(
            "baskets_count",
            "baskets",
            "phase_id",
            "baskets.submitted_at IS NOT NULL",
            "How many baskets were submitted in the phase.",
        ),
        count(
            "votes_count",
            "basket_ideas",
            "phase_id",
            "basket_ideas.submitted",
            "How many votes, or how much budget, the submitted baskets give.",
        )
        .sum_of("votes"),
        boolean("submission_enabled", "Whether people can hand in ideas."),
        boolean("autoshare_results_enabled", "Whether results are shown as soon as the phase ends."),
        boolean("commenting_enabled", "Whether people can comment."),
        boolean("reacting_enabled", "Whether people can react."),
        one_of("reacting_like_method", REACTING_METHODS, "Whether likes are limited.")
            .default("\"unlimited\"")
            .example("\"unlimited\""),
        integer("reacting_like_limited_max", 0, "How many likes a person has, where they are limited.")
            .nullable()
            .example("10"),
        boolean("reacting_dislike_enabled", "Whether people can react with a dislike."),
        one_of("reacting_dislike_method", REACTING_METHODS, "Whether dislikes are limited.")
            .default("\"unlimited\"")
            .example("\"unlimited\""),
        integer("reacting_dislike_limited_max", 0, "How many dislikes a person has, where they are limited.")
            .nullable()
            .example("10"),
        one_of(
            "voting_method",
            &["budgeting", "single_voting", "multiple_voting"],
            "How people vote in a voting phase.",
        )
        .nullable()
        .example("\"budgeting\""),
        integer("voting_max_total", 0, "The most votes, or the most budget, a basket can hold.")
            .nullable()
            .example("10000"),
        integer("voting_min_total", 0, "The fewest votes, or the least budget, a basket must hold.")
            .nullable()
            .example("1"),
    ],
    filters: &[
        within("project_id", "projects", "The phases of this project."),
        days("start_at", "Only phases that start in this range of days (`YYYY-MM-DD`)."),
        days(
            "end_at",
            "Only phases that end in this range of days (`YYYY-MM-DD`); a phase without an end never does.",
        ),
    ],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
