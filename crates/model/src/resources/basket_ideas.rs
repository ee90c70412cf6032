use crate::resource::{
    ALL_CALLS, Resource, boolean, created_at, equals, id, integer, names, reference, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("basket_ideas", "basket_idea", "BasketIdea"),
    doc: "An idea in a basket, with the votes or the budget given to it.",
    fields: &[
        id(),
        reference("basket_id", "baskets", "The basket."),
        reference("idea_id", "ideas", "The idea."),
        integer("votes", 1, "The votes given, or the budget allocated in a budgeting phase.").example("3"),
        created_at(),
        updated_at(),
        reference("phase_id", "phases", "The phase of the basket.").nullable().derived(
            &["baskets"],
            "(SELECT baskets.phase_id FROM baskets WHERE baskets.id = this.basket_id)",
        ),
        reference("project_id", "projects", "The project of the basket.").derived(
            &["baskets"],
            "(SELECT baskets.project_id FROM baskets WHERE baskets.id = this.basket_id)",
        ),
        reference("user_id", "users", "The person whose basket it is.")
            .nullable()
            .personal()
            .derived(&["baskets"], "(SELECT baskets.user_id FROM baskets WHERE baskets.id = this.basket_id)"),
        boolean("submitted", "Whether the basket is submitted.").hidden().derived(
            &["baskets"],
            "(SELECT baskets.submitted_at IS NOT NULL FROM baskets WHERE baskets.id = this.basket_id)",
        ),
    ],
    filters: &[
        equals("idea_id", "Only the baskets that hold this idea."),
        equals("basket_id", "Only the ideas in this basket."),
    ],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
