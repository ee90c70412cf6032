use crate::resource::{
    LIST_ONLY, Resource, boolean, count, created_at, equals, names, reference, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("idea_phases", "idea_phase", ""),
    doc: "That an idea is part of a phase, and what it was given there.",
    fields: &[
        reference("idea_id", "ideas", "The idea."),
        reference("phase_id", "phases", "The phase."),
        count(
            "baskets_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "How many baskets submitted in the phase hold the idea.",
        )
        .sharing("phase_id")
        .by("idea_id"),
        count(
            "votes_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "How many votes, or how much budget, baskets submitted in the phase give the idea.",
        )
        .sum_of("votes")
        .sharing("phase_id")
        .by("idea_id"),
        created_at(),
        updated_at(),
        boolean("published", "Whether the idea is published.").hidden().derived(
            &["ideas"],
            "(SELECT ideas.publication_status = 'published' FROM ideas WHERE ideas.id = this.idea_id)",
        ),
    ],
    filters: &[
        equals("idea_id", "Only the phases of this idea."),
        equals("phase_id", "Only the ideas of this phase."),
    ],
    calls: LIST_ONLY,
    only_where: None,
    unique: &[&["idea_id", "phase_id"]],
};
