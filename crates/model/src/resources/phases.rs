use crate::resource::{
    ALL_CALLS, PLATFORM_DAY, PublicRecords, Resource, VOTING_STATES, Voting, boolean, count, created_at,
    date, days, id, integer, localised, names, one_of, reference, updated_at, within,
};

const REACTING_METHODS: &[(&str, &str)] =
    &[("unlimited", "No limit"), ("limited", "Limited to a maximum number per person")];

pub static RESOURCE: Resource = Resource {
    names: names("phases", "phase", "Phase"),
    doc: "A period of a project with one participation method.",
    list_doc: "Returns the phases of projects. A phase is a period with one participation method.",
    fields: &[
        id(),
        localised("title", "Title of the phase.").not_personal(),
        localised("description", "Description of the phase, in HTML.").not_personal()
            .default("{}"),
        one_of(
            "participation_method",
            &[
                ("information", "People are informed, without taking part"),
                ("ideation", "People submit, discuss and react to ideas"),
                ("proposals", "People submit proposals and gather support for them"),
                ("native_survey", "People answer a survey on the platform"),
                ("community_monitor_survey", "People answer a recurring survey about life in the community"),
                ("document_annotation", "People comment on passages of a document"),
                ("survey", "People answer a survey hosted by another service"),
                ("voting", "People vote for ideas or allocate a budget to them"),
                ("poll", "People answer a short poll"),
                ("volunteering", "People volunteer for causes"),
                ("common_ground", "People agree or disagree with statements"),
            ],
            "How people take part in the phase.",
        ),
        reference("project_id", "projects", "The project the phase belongs to."),
        localised("project_title", "Title of the project. Read from the project.").not_personal().joined(
            "projects",
            "project_id",
            "title_multiloc",
        ),
        date("start_at", "First day of the phase."),
        date("end_at", "Last day of the phase, inclusive; null if no end is planned.")
            .nullable(),
        created_at(),
        updated_at(),
        count(
            "ideas_count",
            "idea_phases",
            "phase_id",
            "idea_phases.published",
            "Number of published ideas in the phase.",
        ).of_public("public_ideas_count"),
        count(
            "baskets_count",
            "baskets",
            "phase_id",
            "baskets.submitted_at IS NOT NULL",
            "Number of baskets submitted in the phase.",
        ).vote_result(),
        count(
            "votes_count",
            "basket_ideas",
            "phase_id",
            "basket_ideas.submitted",
            "Number of votes in submitted baskets; in budgeting phases, the amount allocated, in whole units of the platform's currency.",
        ).vote_result()
        .sum_of("votes"),
        boolean("submission_enabled", "Whether people can submit ideas."),
        boolean("autoshare_results_enabled", "Whether results are published automatically when the phase ends."),
        boolean("commenting_enabled", "Whether people can comment on ideas."),
        boolean("reacting_enabled", "Whether people can react to ideas."),
        one_of("reacting_like_method", REACTING_METHODS, "Whether the number of likes per person is limited.")
            .default("\"unlimited\""),
        integer("reacting_like_limited_max", 0, "Maximum number of likes per person, if likes are limited.")
            .nullable()
            .example("10"),
        boolean("reacting_dislike_enabled", "Whether people can dislike ideas."),
        one_of("reacting_dislike_method", REACTING_METHODS, "Whether the number of dislikes per person is limited.")
            .default("\"unlimited\""),
        integer("reacting_dislike_limited_max", 0, "Maximum number of dislikes per person, if dislikes are limited.")
            .nullable()
            .example("10"),
        one_of(
            "voting_method",
            &[
                ("budgeting", "Each person allocates a budget to ideas"),
                ("single_voting", "Each person gives at most one vote to an idea"),
                ("multiple_voting", "Each person can give several votes to an idea"),
            ],
            "How people vote in a voting phase; null in other phases.",
        )
        .nullable()
        .example("\"budgeting\""),
        integer("voting_max_total", 0, "Maximum total of votes per basket; in budgeting phases, the available budget, in whole units of the platform's currency.")
            .nullable()
            .example("10000"),
        integer("voting_min_total", 0, "Minimum total of votes per basket; in budgeting phases, the minimum amount to allocate, in whole units of the platform's currency.")
            .nullable()
            .example("1"),
        boolean("is_public", "Whether a visitor without an account sees the phase.").hidden().derived(
            &["projects"],
            "(SELECT projects.is_public FROM projects WHERE projects.id = this.project_id)",
        ),
        one_of("voting", VOTING_STATES, "State of the vote in the phase.").hidden().derived(
            &[PLATFORM_DAY],
            "CASE WHEN this.participation_method = 'voting' THEN \
               CASE WHEN this.end_at IS NULL OR this.end_at >= (SELECT platform_day.day FROM platform_day) THEN 'running' ELSE 'ended' END \
             WHEN EXISTS (SELECT 1 FROM withdrawn_votes WHERE withdrawn_votes.phase_id = this.id \
               AND withdrawn_votes.ends_on >= (SELECT platform_day.day FROM platform_day)) THEN 'running' \
             WHEN EXISTS (SELECT 1 FROM withdrawn_votes WHERE withdrawn_votes.phase_id = this.id) THEN 'ended' ELSE 'none' END",
        ),
        count(
            "public_ideas_count",
            "idea_phases",
            "phase_id",
            "idea_phases.is_public",
            "Number of ideas in the phase that a visitor without an account sees.",
        )
        .hidden(),
    ],
    filters: &[
        within("project_id", "projects", "Only phases of this project."),
        days("start_at", "Only phases that start on this date or in this date range (`YYYY-MM-DD`)."),
        days(
            "end_at",
            "Only phases that end on this date or in this date range (`YYYY-MM-DD`). Phases without an end date never match.",
        ),
    ],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::Where("is_public"),
    voting: Some(Voting { state: "this.voting", hides_records: false }),
    outline: None,
    timestamps_cut_where: None,
    unique: &[],
};
