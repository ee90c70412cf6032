use crate::resource::{
    LIST_ONLY, PublicRecords, Resource, VOTING_STATES, Voting, boolean, count, created_at, equals, names,
    one_of, reference, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("idea_phases", "idea_phase", ""),
    doc: "The assignment of an idea to a phase, with its voting results in that phase.",
    list_doc: "Returns the phases that ideas are in, with the voting results of each idea in each phase.",
    fields: &[
        reference("idea_id", "ideas", "The idea."),
        reference("phase_id", "phases", "The phase."),
        count(
            "baskets_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "Number of baskets submitted in the phase that contain the idea.",
        ).vote_result()
        .sharing("phase_id")
        .by("idea_id"),
        count(
            "votes_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "Number of votes for the idea in baskets submitted in the phase; in budgeting phases, the amount allocated, in whole units of the platform's currency.",
        ).vote_result()
        .sum_of("votes")
        .sharing("phase_id")
        .by("idea_id"),
        created_at(),
        updated_at(),
        boolean("published", "Whether the idea is published. Derived from the idea.").hidden().derived(
            &["ideas"],
            "(SELECT ideas.publication_status = 'published' FROM ideas WHERE ideas.id = this.idea_id)",
        ),
        boolean("is_public", "Whether a visitor without an account sees the idea. Derived from the idea.").hidden().derived(
            &["ideas"],
            "(SELECT ideas.is_public FROM ideas WHERE ideas.id = this.idea_id)",
        ),
        boolean("is_survey", "Whether the idea is a survey response. Derived from the idea.").hidden().derived(
            &["ideas"],
            "(SELECT ideas.type = 'survey' FROM ideas WHERE ideas.id = this.idea_id)",
        ),
        one_of("voting", VOTING_STATES, "State of the vote in the phase.").hidden().derived(
            &["phases"],
            "(SELECT phases.voting FROM phases WHERE phases.id = this.phase_id)",
        ),
    ],
    filters: &[
        equals("idea_id", "Only assignments of this idea."),
        equals("phase_id", "Only assignments to this phase."),
    ],
    sorts: &[],
    calls: LIST_ONLY,
    only_where: None,
    public: PublicRecords::None,
    voting: Some(Voting { state: "this.voting", hides_records: false }),
    outline: None,
    timestamps_cut_where: Some("this.is_survey"),
    unique: &[&["idea_id", "phase_id"]],
};
