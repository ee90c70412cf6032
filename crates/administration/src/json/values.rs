//! Values in JSON with their schemas.

use std::borrow::Cow;

use folkmoot_model::access::{AccessLevel, PersonalData};
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::administrators::{Method, Role};
use folkmoot_store::clients::ClientStatus;
use folkmoot_store::usage::RefusalReason;
use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// A timestamp in UTC with three fraction digits (RFC 3339). The value is in milliseconds since 1970.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[schemars(
    rename = "Timestamp",
    description = "A timestamp in UTC with three fraction digits (RFC 3339).",
    extend("format" = "date-time")
)]
pub struct UtcTimestamp(
    #[serde(serialize_with = "in_utc")]
    #[schemars(with = "String")]
    pub i64,
);

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn in_utc<S: Serializer>(milliseconds: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&timestamp(*milliseconds))
}

/// A date: `YYYY-MM-DD`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(extend("format" = "date"))]
pub struct Day(pub String);

impl From<Date> for Day {
    fn from(date: Date) -> Self {
        Self(date.to_string())
    }
}

/// Values that have a name in JSON.
pub trait Words: Copy {
    /// The name of the schema.
    const SCHEMA: &'static str;

    /// Every value.
    fn all() -> impl Iterator<Item = Self>;

    /// Its name.
    fn name(self) -> &'static str;
}

/// A value as its name.
#[derive(Debug, Clone, Copy)]
pub struct Word<T>(pub T);

impl<T: Words> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<T: Words> JsonSchema for Word<T> {
    fn schema_name() -> Cow<'static, str> {
        T::SCHEMA.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": T::all().map(Words::name).collect::<Vec<_>>() })
    }
}

/// Implements [`Words`] for types with `ALL` and `name`, which have the name of their schema.
#[macro_export]
macro_rules! words {
    ($($kind:ident),+) => {
        $(impl $crate::json::Words for $kind {
            const SCHEMA: &'static str = stringify!($kind);

            fn all() -> impl Iterator<Item = Self> {
                Self::ALL.into_iter()
            }

            fn name(self) -> &'static str {
                self.name()
            }
        })+
    };
}

type SignInMethod = Method;
words!(AccessLevel, ClientStatus, PersonalData, RefusalReason, Role, SignInMethod);
