use crate::resource::{
    ALL_CALLS, PersonKind, PublicRecords, Resource, VOTING_STATES, Voting, boolean, created_at, equals, id,
    integer, names, one_of, person, reference, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("basket_ideas", "basket_idea", "BasketIdea"),
    doc: "An idea in a basket, with the votes or budget allocated to it.",
    list_doc: "Returns ideas in baskets, with the votes or budget allocated to each.",
    fields: &[
        id(),
        reference("basket_id", "baskets", "The basket that contains the idea."),
        reference("idea_id", "ideas", "The selected idea."),
        integer(
            "votes",
            1,
            "Number of votes; in budgeting phases, the amount allocated, in whole units of the platform's currency.",
        ),
        created_at(),
        updated_at(),
        reference("phase_id", "phases", "The voting phase of the basket. Derived from the basket.")
            .nullable()
            .derived(
                &["baskets"],
                "(SELECT baskets.phase_id FROM baskets WHERE baskets.id = this.basket_id)",
            ),
        reference("project_id", "projects", "The project of the basket. Derived from the basket.").derived(
            &["baskets"],
            "(SELECT baskets.project_id FROM baskets WHERE baskets.id = this.basket_id)",
        ),
        person("user_id", PersonKind::Other, "The person the basket belongs to. Derived from the basket.")
            .nullable()
            .derived(&["baskets"], "(SELECT baskets.user_id FROM baskets WHERE baskets.id = this.basket_id)"),
        boolean("submitted", "Whether the basket has been submitted. Derived from the basket.")
            .hidden()
            .derived(
                &["baskets"],
                "(SELECT baskets.submitted_at IS NOT NULL FROM baskets WHERE baskets.id = this.basket_id)",
            ),
        one_of("voting", VOTING_STATES, "State of the vote of the basket.")
            .hidden()
            .derived(&["baskets"], "(SELECT baskets.voting FROM baskets WHERE baskets.id = this.basket_id)"),
    ],
    filters: &[
        equals("idea_id", "Only entries for this idea."),
        equals("basket_id", "Only entries in this basket."),
    ],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::None,
    voting: Some(Voting { state: "this.voting", hides_records: true }),
    outline: None,
    timestamps_cut_where: Some("TRUE"),
    unique: &[],
};
