//! The JSON bodies of requests.

use std::borrow::Cow;
use std::fmt::{self, Display};

use axum::extract::{FromRequest, Request};
use folkmoot_api::authenticate::require_json;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::MALFORMED_BODY;
use folkmoot_api::sign_in::read_body;
use folkmoot_files::text::json_error;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Error, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, forward_to_deserialize_any};
use serde_json::{Map, Value};

/// The members of a JSON object that a request sent.
pub struct Members(Map<String, Value>);

impl<S: Send + Sync> FromRequest<S> for Members {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        require_json(&parts.headers)?;
        let bytes = read_body(body).await?;
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(members)) => Ok(Self(members)),
            Ok(_) => Err(Problem::new(&MALFORMED_BODY, "The body must be a JSON object.")),
            Err(error) => {
                let fault = json_error(&bytes, &error);
                Err(Problem::new(&MALFORMED_BODY, format!("The body is not valid JSON: {fault}.")))
            }
        }
    }
}

impl Members {
    /// Reads the members of a structure. A member of type `Option` may be absent; `null` is a value. Refuses members that the
    /// structure does not have.
    pub fn read<T: DeserializeOwned>(mut self) -> Result<T, Problem> {
        let problem = |Fault { member, detail }: Fault| Problem::invalid_member(&member, &detail);
        let body = T::deserialize(Structure(&mut self.0)).map_err(problem)?;
        match self.0.keys().next() {
            None => Ok(body),
            Some(name) => Err(Problem::invalid_member(name, "is not a member of this object")),
        }
    }
}

/// An integer from 0 to `MAXIMUM`.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct UpTo<const MAXIMUM: i64>(pub i64);

impl<'de, const MAXIMUM: i64> Deserialize<'de> for UpTo<MAXIMUM> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(Self(0))
    }
}

impl<const MAXIMUM: i64> Visitor<'_> for UpTo<MAXIMUM> {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an integer from 0 to {MAXIMUM}")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self, E> {
        let number = i64::try_from(number).ok().filter(|number| *number <= MAXIMUM);
        number.map(Self).ok_or_else(|| E::invalid_type(Unexpected::Other("another integer"), &self))
    }
}

impl<const MAXIMUM: i64> JsonSchema for UpTo<MAXIMUM> {
    fn schema_name() -> Cow<'static, str> {
        format!("UpTo{MAXIMUM}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": MAXIMUM })
    }
}

/// Why a member is invalid.
#[derive(Debug)]
struct Fault {
    member: Cow<'static, str>,
    detail: String,
}

impl Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.member, self.detail)
    }
}

impl std::error::Error for Fault {}

impl Error for Fault {
    fn custom<T: Display>(detail: T) -> Self {
        Self { member: Cow::default(), detail: detail.to_string() }
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format!("must be {expected}").replace("a boolean", "true or false"))
    }

    fn missing_field(member: &'static str) -> Self {
        Self { member: member.into(), detail: "is required".to_owned() }
    }
}

/// Deserializes a structure from its members, in the order of their declaration, and leaves others.
struct Structure<'a>(&'a mut Map<String, Value>);

impl<'de> Deserializer<'de> for Structure<'_> {
    type Error = Fault;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let member =
            |&name: &&'static str| Some((name, Member { name: name.into(), value: self.0.remove(name)? }));
        visitor.visit_map(MapDeserializer::new(names.iter().filter_map(member)))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_struct("", &[], visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Deserializes a value of a member. Faults have its name.
struct Member {
    name: Cow<'static, str>,
    value: Value,
}

impl IntoDeserializer<'_, Fault> for Member {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Member {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let name = &self.name;
        let within = |value| Self { name: name.clone(), value };
        let visited = match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(values) => visitor.visit_seq(SeqDeserializer::new(values.into_iter().map(within))),
            Value::Object(members) => {
                let members = members.into_iter().map(|(key, value)| (key, within(value)));
                visitor.visit_map(MapDeserializer::new(members))
            }
        };
        visited.map_err(|fault| Fault { member: self.name.clone(), ..fault })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use serde_json::json;

    #[derive(Debug, Deserialize)]
    struct Body {
        name: String,
        day: Option<Value>,
        #[serde(default)]
        dry_run: bool,
        hours: Option<UpTo<24>>,
    }

    fn read(body: &Value) -> Result<Body, String> {
        let mut members = body.as_object().unwrap().clone();
        Body::deserialize(Structure(&mut members)).map_err(|fault| fault.to_string())
    }

    #[test]
    fn members_may_be_absent_or_null() {
        let body = read(&json!({ "hours": 24, "name": "Ann", "other": [1] })).unwrap();
        assert_eq!((body.name.as_str(), body.day, body.dry_run), ("Ann", None, false));
        assert_eq!(body.hours.unwrap().0, 24);
        let nested = json!([{ "a": [null, true, -1, 1.5] }]);
        for day in [Value::Null, nested] {
            assert_eq!(read(&json!({ "name": "", "day": day })).unwrap().day, Some(day));
        }
    }

    #[test]
    fn faults_name_the_member() {
        for (body, fault) in [
            (json!({}), "name is required"),
            (json!({ "name": null }), "name must be a string"),
            (json!({ "name": ["Ann"] }), "name must be a string"),
            (json!({ "name": "", "dry_run": "true" }), "dry_run must be true or false"),
            (json!({ "name": "", "hours": 25 }), "hours must be an integer from 0 to 24"),
            (json!({ "name": "", "hours": -1 }), "hours must be an integer from 0 to 24"),
            (json!({ "name": "", "hours": 1.5 }), "hours must be an integer from 0 to 24"),
            (json!({ "hours": null, "name": 1 }), "name must be a string"),
        ] {
            assert_eq!(read(&body).unwrap_err(), fault);
        }
    }
}
