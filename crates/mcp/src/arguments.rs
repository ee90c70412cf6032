//! The arguments of tools as the parameters of requests.

use std::fmt::Display;

use serde_json::{Map, Value};
use uuid::Uuid;

use super::call::{Failure, refuse};

/// The arguments of a call. Each is taken once; what nobody takes is refused.
#[derive(Debug)]
pub struct Arguments {
    values: Map<String, Value>,
    /// The arguments that were asked for, for the text of a refusal.
    known: Vec<String>,
}

impl Arguments {
    /// The arguments of a call.
    pub fn new(values: Option<Map<String, Value>>) -> Self {
        let mut values = values.unwrap_or_default();
        values.retain(|_, value| !value.is_null());
        Self { values, known: Vec::new() }
    }

    /// An argument as the text of a parameter: several values are separated by commas. `None` if it is absent or blank.
    pub fn take(&mut self, name: &str) -> Result<Option<String>, Failure> {
        self.known.push(name.to_owned());
        let Some(value) = self.values.remove(name) else { return Ok(None) };
        let text = match value {
            Value::Array(values) => {
                let texts = values.iter().map(|value| text(name, value)).collect::<Result<Vec<_>, _>>()?;
                texts.join(",")
            }
            value => text(name, &value)?,
        };
        Ok(Some(text).filter(|text| !text.trim().is_empty()))
    }

    /// An argument that a tool cannot do without.
    pub fn require(&mut self, name: &str, expected: &str) -> Result<String, Failure> {
        self.take(name)?
            .ok_or_else(|| Failure::Words(format!("The argument '{name}' is missing: {expected}.")))
    }

    /// The id of a record.
    pub fn require_id(&mut self) -> Result<Uuid, Failure> {
        let id = self.require("id", "the id of a record")?;
        let malformed = |_| Failure::Words(format!("'{id}' is not the id of a record. Expected a UUID."));
        id.trim().parse().map_err(malformed)
    }

    /// A positive number.
    pub fn take_number(&mut self, name: &str) -> Result<Option<usize>, Failure> {
        let Some(text) = self.take(name)? else { return Ok(None) };
        let number = text.trim().parse().ok().filter(|number| *number > 0);
        let malformed = || Failure::Words(format!("The argument '{name}' must be a positive integer."));
        number.map(Some).ok_or_else(malformed)
    }

    /// Takes these arguments as the query of a request.
    pub fn take_query<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) -> Result<Query, Failure> {
        let mut query = Query::default();
        for name in names {
            if let Some(value) = self.take(name)? {
                query.push(name, &value);
            }
        }
        Ok(query)
    }

    /// Fails if there are further arguments.
    pub fn finish(self) -> Result<(), Failure> {
        let Some(unknown) = self.values.keys().next() else { return Ok(()) };
        let known = self.known.join(", ");
        refuse(format!("'{unknown}' is not an argument here. Accepted are: {known}."))
    }
}

fn text(name: &str, value: &Value) -> Result<String, Failure> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(flag) => Ok(flag.to_string()),
        _ => refuse(format!("The argument '{name}' must be a text or a list of texts.")),
    }
}

/// The query of a request.
#[derive(Debug, Clone, Default)]
pub struct Query(Vec<(String, String)>);

impl Query {
    /// Adds a parameter.
    pub fn push(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The same query with another parameter.
    #[must_use]
    pub fn with(&self, name: &str, value: impl Display) -> Self {
        let mut query = self.clone();
        query.push(name, &value.to_string());
        query
    }

    /// Its text in a URL.
    pub fn text(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.0).finish()
    }
}
