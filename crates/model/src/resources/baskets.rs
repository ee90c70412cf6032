use crate::resource::{ALL_CALLS, Resource, created_at, id, names, reference, timestamp, updated_at};

pub static RESOURCE: Resource = Resource {
    names: names("baskets", "basket", "Basket"),
    doc: "A person's choice in a voting phase, which counts once it is submitted.",
    fields: &[
        id(),
        reference("user_id", "users", "The person whose choice it is.").nullable().personal(),
        reference("project_id", "projects", "The project of the phase.")
            .derived_or_given(
                &["phases"],
                "COALESCE((SELECT phases.project_id FROM phases WHERE phases.id = this.phase_id), this.project_id)",
            ),
        reference("phase_id", "phases", "The voting phase.").nullable(),
        timestamp("submitted_at", "When the person submitted it; null until then.").nullable(),
        created_at(),
        updated_at(),
    ],
    filters: &[],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[&["user_id", "phase_id", "project_id"]],
};
