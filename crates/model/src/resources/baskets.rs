use crate::resource::{
    ALL_CALLS, PLATFORM_DAY, PersonKind, PublicRecords, Resource, VOTING_STATES, Voting, created_at, equals,
    id, is_set, names, one_of, person, reference, timestamp, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("baskets", "basket", "Basket"),
    doc: "One person's votes in a voting phase. They count once the basket is submitted.",
    list_doc: "Returns people's votes in voting phases. They count once the basket is submitted.",
    fields: &[
        id(),
        person("user_id", PersonKind::Other, "The person the basket belongs to.").nullable(),
        reference("project_id", "projects", "The project of the basket. Derived from the phase, if there is one.")
            .derived_or_given(
                &["phases"],
                "COALESCE((SELECT phases.project_id FROM phases WHERE phases.id = this.phase_id), this.project_id)",
            ),
        reference("phase_id", "phases", "The voting phase; null if the basket belongs to the project as a whole.").nullable(),
        timestamp("submitted_at", "When the basket was submitted; null until then.").nullable(),
        created_at(),
        updated_at(),
        one_of("voting", VOTING_STATES, "State of the vote; of all votes of the project if the basket belongs to no phase.")
            .hidden()
            .derived(
                &["phases", PLATFORM_DAY],
                // A vote that is not known to have ended is running, also in a phase without a vote.
                "CASE WHEN this.phase_id IS NOT NULL THEN \
                   COALESCE((SELECT CASE WHEN phases.voting <> 'none' THEN phases.voting \
                     WHEN phases.end_at IS NULL OR phases.end_at >= (SELECT platform_day.day FROM platform_day) THEN 'running' ELSE 'ended' END \
                     FROM phases WHERE phases.id = this.phase_id), \
                   (SELECT CASE WHEN MAX(withdrawn_votes.ends_on) IS NULL THEN NULL \
                     WHEN MAX(withdrawn_votes.ends_on) >= (SELECT platform_day.day FROM platform_day) THEN 'running' ELSE 'ended' END \
                     FROM withdrawn_votes WHERE withdrawn_votes.phase_id = this.phase_id), 'running') \
                 WHEN EXISTS (SELECT 1 FROM phases WHERE phases.project_id = this.project_id AND phases.voting = 'running') \
                   OR EXISTS (SELECT 1 FROM withdrawn_votes WHERE withdrawn_votes.project_id = this.project_id \
                     AND withdrawn_votes.ends_on >= (SELECT platform_day.day FROM platform_day)) THEN 'running' \
                 WHEN EXISTS (SELECT 1 FROM phases WHERE phases.project_id = this.project_id AND phases.voting = 'ended') \
                   OR EXISTS (SELECT 1 FROM withdrawn_votes WHERE withdrawn_votes.project_id = this.project_id) THEN 'ended' \
                 ELSE 'none' END",
            )
            .also_from("phases", "project_id"),
    ],
    filters: &[
        equals("phase_id", "Only baskets of this phase."),
        equals("user_id", "Only the baskets of this person."),
        is_set("submitted", "submitted_at", "Only baskets that are submitted (`true`), or only those that are not (`false`)."),
    ],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::None,
    voting: Some(Voting { state: "this.voting", hides_records: true }),
    outline: None,
    timestamps_cut_where: Some("TRUE"),
    unique: &[&["user_id", "phase_id", "project_id"]],
};
