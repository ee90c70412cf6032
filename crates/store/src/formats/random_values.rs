//! Random JSON values for tests.

use proptest::prelude::*;
use serde_json::{Value, json};

/// Values with texts, numbers and nested values that look like the syntax of JSON.
pub fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        r#"[a-z"\\\\{}\[\],:é\n]{0,12}"#.prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(r#"[a-z"\\\\{},]{0,4}"#, inner, 0..4)
                .prop_map(|members| json!(members)),
        ]
    })
}
