//! Invalid declarations.

use folkmoot_model::resource::{Calls, Names, PublicRecords, Relation, all_of, days, equals, text};

use super::*;

const NAMES: Names =
    Names { plural: "things", singular: "thing", list_key: "things", item_key: "thing", deleted_type: "" };

fn with_filters(filters: &'static [Filter]) -> Resource {
    Resource {
        names: NAMES,
        doc: "",
        list_doc: "",
        fields: const { &[text("title", "Its title.").not_personal()] },
        filters,
        sorts: &[],
        calls: Calls { list: true, item: false, deleted: false },
        only_where: None,
        public: PublicRecords::None,
        voting: None,
        outline: None,
        timestamps_cut_where: None,
        unique: &[],
    }
}

#[test]
fn a_filter_on_an_unknown_column_is_an_error() {
    const UNLESS: Relation =
        Relation { table: "pairs", own: "a", other: "b", resource: "areas", unless: Some("gone") };
    const FILTERS: [&[Filter]; 3] =
        [&[equals("gone", "")], &[days("gone", "")], &[all_of("area_ids", UNLESS, "")]];
    for filters in FILTERS {
        let parameters = list_parameters(&with_filters(filters));
        assert!(
            matches!(parameters, Err(DeclarationError::UnknownColumn { column: "gone", .. })),
            "{parameters:?}"
        );
    }
}

#[test]
fn a_filter_on_free_text_is_an_error() {
    const FILTERS: &[Filter] = &[equals("title", "")];
    let parameters = list_parameters(&with_filters(FILTERS));
    assert!(matches!(parameters, Err(DeclarationError::UnsupportedType { .. })), "{parameters:?}");
}
