use folkmoot_model::resource::{ALL_CALLS, Field, Names, PublicRecords, Resource, count, names, text};
use folkmoot_model::resources::all_resources;
use folkmoot_store::StoreError;

use crate::import::scenario::ImportScenario;

const USERS: Names = names("users", "user", "User");
const IDEAS: Names = names("ideas", "idea", "Idea");

static CORRECT: Resource = resource(USERS, &[status("COALESCE(this.status, 'active')")]);
static UNKNOWN_COLUMN: Resource =
    resource(USERS, &[status("(SELECT areas.nickname FROM areas WHERE areas.id = this.id)")]);
static UNKNOWN_ALIAS: Resource = resource(USERS, &[status("COALESCE(that.status, 'active')")]);
static OTHER_TYPE: Resource = resource(USERS, &[status("this.id")]);
static UNKNOWN_COUNTED_COLUMN: Resource =
    resource(IDEAS, &[count("likes_count", "reactions", "reactable_id", "reactions.emoji = 'up'", "")]);

const fn status(sql: &'static str) -> Field {
    text("status", "").not_personal().derived(&[], sql)
}

const fn resource(names: Names, fields: &'static [Field]) -> Resource {
    Resource {
        names,
        doc: "",
        list_doc: "",
        fields,
        filters: &[],
        sorts: &[],
        calls: ALL_CALLS,
        only_where: None,
        public: PublicRecords::None,
        voting: None,
        outline: None,
        timestamps_cut_where: None,
        unique: &[],
    }
}

#[test]
fn a_mistyped_expression_is_reported_at_start() {
    let scenario = ImportScenario::new();
    let store = scenario.store();
    store.check_expressions(all_resources()).unwrap();
    store.check_expressions([&CORRECT]).unwrap();
    let assert_reported = |resource: &Resource, field: &str, cause: &str| {
        let error = store.check_expressions([&CORRECT, resource]).unwrap_err();
        assert!(matches!(error, StoreError::Schema { .. }), "{error}");
        let text = error.to_string();
        let table = resource.names.plural;
        assert!(text.contains(&format!("table {table} ")), "{text}");
        assert!(text.contains(&format!("the expression of the field {field} ")), "{text}");
        assert!(text.contains(cause), "{text}");
    };
    assert_reported(&UNKNOWN_COLUMN, "status", "nickname");
    assert_reported(&UNKNOWN_ALIAS, "status", "that");
    assert_reported(&UNKNOWN_COUNTED_COLUMN, "likes_count", "emoji");
    if !scenario.is_embedded() {
        assert_reported(&OTHER_TYPE, "status", "COALESCE types");
    }
}
