//! The pseudonyms of one client, learned from its responses, and comparison of responses with what the model expects.

use std::collections::BTreeMap;

use serde_json::Value;

/// The pseudonyms that a client has seen, by kind and person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pseudonyms {
    shown: BTreeMap<(String, String), String>,
    people: BTreeMap<String, (String, String)>,
}

impl Pseudonyms {
    /// The pseudonym of a person, if the client has seen it.
    pub fn shown(&self, kind: &str, person: &str) -> Option<&str> {
        self.shown.get(&(kind.to_owned(), person.to_owned())).map(String::as_str)
    }

    /// All pseudonyms of a kind, by person.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let of_kind = self.shown.iter().filter(move |((of, _), _)| of == kind);
        of_kind.map(|((_, person), shown)| (person.as_str(), shown.as_str()))
    }

    /// Compares a value with what is expected, in which people are placeholders. The same person and kind must always have the
    /// same pseudonym, different ones different pseudonyms, and none is the id of a person.
    pub fn compare(&mut self, expected: &Value, actual: &Value) -> Result<(), String> {
        match (expected, actual) {
            (Value::String(text), Value::String(shown)) if text.starts_with("person:") => {
                let mut parts = text.splitn(3, ':').skip(1).map(str::to_owned);
                self.learn((parts.next().unwrap(), parts.next().unwrap()), shown)
            }
            (Value::Object(expected_members), Value::Object(members)) => {
                if !expected_members.keys().eq(members.keys()) {
                    return Err(format!("other keys: expected {expected}, found {actual}"));
                }
                let mut pairs = expected_members.iter().zip(members.values());
                pairs.try_for_each(|((key, one), other)| {
                    self.compare(one, other).map_err(|error| format!("{key}: {error}"))
                })
            }
            (Value::Number(one), Value::Number(other)) if one.is_f64() || other.is_f64() => {
                let difference = one.as_f64().unwrap() - other.as_f64().unwrap();
                if difference.abs() < 1e-9 { Ok(()) } else { Err(format!("expected {one}, found {other}")) }
            }
            (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
                one.iter().zip(other).try_for_each(|(one, other)| self.compare(one, other))
            }
            // The signed part of a download URL differs between clients and times.
            (Value::String(one), Value::String(other))
                if one.starts_with("http") && one.contains("/files/") =>
            {
                let path = |url: &str| url.split('?').next().unwrap().rsplit('/').next().map(str::len);
                if path(one) == path(other) { Ok(()) } else { Err(format!("expected {one}, found {other}")) }
            }
            _ if expected == actual => Ok(()),
            _ => Err(format!("expected {expected}, found {actual}")),
        }
    }

    fn learn(&mut self, person: (String, String), shown: &str) -> Result<(), String> {
        if person.1 == shown {
            return Err(format!("the id of a person is shown: {shown}"));
        }
        match (self.shown.get(&person), self.people.get(shown)) {
            (None, None) => {
                self.shown.insert(person.clone(), shown.to_owned());
                self.people.insert(shown.to_owned(), person);
                Ok(())
            }
            (Some(known), _) if known == shown => Ok(()),
            (known, other) => {
                Err(format!("{person:?} is shown as {shown}, was {known:?}; {shown} is also {other:?}"))
            }
        }
    }

    /// The expected value with pseudonyms in place of placeholders. A person that was never seen remains a placeholder.
    pub fn apply(&self, expected: &Value) -> Value {
        match expected {
            Value::String(text) if text.starts_with("person:") => {
                let mut parts = text.splitn(3, ':').skip(1);
                let shown = self.shown(parts.next().unwrap(), parts.next().unwrap());
                shown.map_or_else(|| expected.clone(), Value::from)
            }
            Value::Object(members) => {
                members.iter().map(|(key, value)| (key.clone(), self.apply(value))).collect()
            }
            _ => expected.clone(),
        }
    }
}
