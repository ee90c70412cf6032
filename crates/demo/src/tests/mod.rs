//! The platform is consistent at any scale.
#![allow(clippy::unwrap_used, clippy::panic)] // a failed test stops at the failure

mod data;
mod dates;
mod documents;
mod money;
mod references;
mod repetition;
mod states;
mod texts;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use super::Demo;

/// The numbers of ideas for which each property is checked.
const SCALES: [u64; 5] = [0, 1, 10, 500, 3_000];

/// The parsed records of a platform, by resource.
struct Platform(BTreeMap<&'static str, Vec<Value>>);

impl Platform {
    fn new(ideas: u64) -> Self {
        let demo = Demo::new(ideas, 42).unwrap();
        let rows = |name: &'static str| {
            let mut out = Vec::new();
            let count = demo.write(name, &mut out).unwrap();
            let rows: Vec<Value> = out
                .split_inclusive(|byte| *byte == b'\n')
                .map(|line| serde_json::from_slice(line).unwrap())
                .collect();
            assert_eq!(count, rows.len() as u64, "{name}");
            (name, rows)
        };
        Self(Demo::resources().map(rows).collect())
    }

    fn all(&self, name: &str) -> &[Value] {
        &self.0[name]
    }

    fn by_id(&self, name: &str) -> BTreeMap<&str, &Value> {
        self.all(name).iter().map(|row| (text(row, "id"), row)).collect()
    }
}

/// Generated once for all tests.
static PLATFORMS: LazyLock<[Platform; 5]> = LazyLock::new(|| SCALES.map(Platform::new));

fn each_scale(check: impl Fn(&'static Platform)) {
    PLATFORMS.iter().for_each(check);
}

/// A platform of the usual size, which has every state and edge case.
fn usual() -> &'static Platform {
    &PLATFORMS[3]
}

/// A larger platform, for counts.
fn large() -> &'static Platform {
    &PLATFORMS[4]
}

/// A string field; the empty string if it is null or absent.
fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_default()
}
