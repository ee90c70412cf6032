use crate::resource::{
    Field, NO_CALLS, PersonKind, PersonReference, PublicRecords, RecordsWhere, Resource, Voting, equals, id,
    names, text, timestamp,
};

/// The tombstones of people.
const PEOPLE: RecordsWhere = RecordsWhere { column: "type", values: &["User"] };

const DELETED_AT: Field = timestamp("deleted_at", "When the record was deleted.");

/// Lists are ordered and filtered by `deleted_at`, because tombstones have no `created_at`.
pub static RESOURCE: Resource = Resource {
    names: names("deleted_items", "deleted_item", ""),
    doc: "A record that was deleted.",
    list_doc: "Returns deleted records.",
    fields: &[
        id().identifies(PersonReference::Only(PEOPLE, PersonKind::Other)),
        text("type", "Type of the deleted record.").not_personal(),
        DELETED_AT,
    ],
    filters: &[equals("type", "Only records of this type.")],
    sorts: &[],
    calls: NO_CALLS,
    only_where: Some("was_listed"),
    public: PublicRecords::Where("was_public"),
    voting: Some(Voting { state: "this.voting", hides_records: true }),
    outline: None,
    timestamps_cut_where: Some("this.timestamp_is_cut"),
    unique: &[&["type", "id"]],
};
