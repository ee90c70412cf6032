//! Parameters and results of PostgreSQL, in the binary format.

use std::borrow::Cow;
use std::error::Error;

use bytes::{BufMut as _, BytesMut};
use folkmoot_model::timestamp;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::StoreError;
use crate::row_reader::RowReader;
use crate::value::Value;

/// From 1970, the epoch of the store's timestamps, to 2000, the epoch of PostgreSQL.
const EPOCH_MILLISECONDS: i64 = 946_684_800_000;
const EPOCH_DAYS: i64 = 10_957;

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match (self, kind) {
            (Self::Null, _) => return Ok(IsNull::Yes),
            (Self::Integer(number), &Type::BOOL) => out.put_u8(u8::from(*number != 0)),
            (Self::Integer(number), &Type::INT8) => out.put_i64(*number),
            (Self::Integer(number), &Type::INT4) => out.put_i32((*number).try_into()?),
            (Self::Integer(number), &Type::TIMESTAMPTZ) => {
                let microseconds =
                    number.checked_sub(EPOCH_MILLISECONDS).and_then(|number| number.checked_mul(1000));
                out.put_i64(microseconds.ok_or("timestamp out of range")?);
            }
            (Self::Uuid(bytes), &Type::UUID) => out.put_slice(bytes),
            (Self::Bytes(bytes), &Type::BYTEA) => out.put_slice(bytes),
            (Self::Text(text), &Type::DATE) => out.put_i32(days_of(text).ok_or("not a date")?),
            (Self::Text(text), &Type::TEXT | &Type::JSON | &Type::VARCHAR) => out.put_slice(text.as_bytes()),
            (value, kind) => return Err(format!("expected {kind}, found {value:?}").into()),
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn days_of(text: &str) -> Option<i32> {
    let day: jiff::civil::Date = text.parse().ok()?;
    i32::try_from(timestamp::days(day) - EPOCH_DAYS).ok()
}

/// The bytes of a value as PostgreSQL sends it.
struct Raw<'a> {
    kind: Type,
    bytes: Option<&'a [u8]>,
}

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(kind: &Type, bytes: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self { kind: kind.clone(), bytes: Some(bytes) })
    }

    fn from_sql_null(kind: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self { kind: kind.clone(), bytes: None })
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl Raw<'_> {
    fn wrong(&self, expected: &str) -> StoreError {
        StoreError::Value(format!("expected {expected}, found {}", self.kind))
    }
}

fn raw(row: &tokio_postgres::Row, column: usize) -> Result<Raw<'_>, StoreError> {
    row.try_get(column).map_err(|error| StoreError::Value(error.to_string()))
}

fn fixed<const LENGTH: usize>(bytes: &[u8]) -> Result<[u8; LENGTH], StoreError> {
    bytes.try_into().map_err(|_| StoreError::Value(format!("expected {LENGTH} bytes, found {}", bytes.len())))
}

impl RowReader for tokio_postgres::Row {
    fn uuid(&self, column: usize) -> Result<Option<[u8; 16]>, StoreError> {
        let raw = raw(self, column)?;
        let Some(bytes) = raw.bytes else { return Ok(None) };
        if raw.kind == Type::UUID { fixed(bytes).map(Some) } else { Err(raw.wrong("a UUID")) }
    }

    fn bytes(&self, column: usize) -> Result<Option<&[u8]>, StoreError> {
        let raw = raw(self, column)?;
        let Some(bytes) = raw.bytes else { return Ok(None) };
        if raw.kind == Type::BYTEA { Ok(Some(bytes)) } else { Err(raw.wrong("bytes")) }
    }

    fn text(&self, column: usize) -> Result<Option<&str>, StoreError> {
        let raw = raw(self, column)?;
        let Some(bytes) = raw.bytes else { return Ok(None) };
        if !matches!(raw.kind, Type::TEXT | Type::JSON | Type::VARCHAR | Type::NAME) {
            return Err(raw.wrong("text"));
        }
        std::str::from_utf8(bytes).map(Some).map_err(|error| StoreError::Value(error.to_string()))
    }

    fn json(&self, column: usize) -> Result<Option<&[u8]>, StoreError> {
        let raw = raw(self, column)?;
        if raw.kind == Type::JSON { Ok(raw.bytes) } else { Err(raw.wrong("JSON")) }
    }

    fn date(&self, column: usize) -> Result<Option<Cow<'_, str>>, StoreError> {
        let raw = raw(self, column)?;
        let Some(bytes) = raw.bytes else { return Ok(None) };
        if raw.kind != Type::DATE {
            return Err(raw.wrong("a date"));
        }
        let days = i64::from(i32::from_be_bytes(fixed(bytes)?)) + EPOCH_DAYS;
        let date = timestamp::date(days).ok_or_else(|| raw.wrong("a date"))?;
        Ok(Some(Cow::Owned(date.to_string())))
    }

    fn integer(&self, column: usize) -> Result<Option<i64>, StoreError> {
        let raw = raw(self, column)?;
        let Some(bytes) = raw.bytes else { return Ok(None) };
        match raw.kind {
            Type::INT8 => Ok(Some(i64::from_be_bytes(fixed(bytes)?))),
            Type::INT4 => Ok(Some(i32::from_be_bytes(fixed(bytes)?).into())),
            Type::TIMESTAMPTZ => {
                Ok(Some(i64::from_be_bytes(fixed(bytes)?).div_euclid(1000) + EPOCH_MILLISECONDS))
            }
            _ => Err(raw.wrong("an integer or a timestamp")),
        }
    }

    fn boolean(&self, column: usize) -> Result<Option<bool>, StoreError> {
        let raw = raw(self, column)?;
        let Some(bytes) = raw.bytes else { return Ok(None) };
        if raw.kind == Type::BOOL { Ok(Some(bytes != [0])) } else { Err(raw.wrong("true or false")) }
    }

    fn value(&self, column: usize) -> Result<Value, StoreError> {
        let raw = raw(self, column)?;
        if raw.bytes.is_none() {
            return Ok(Value::Null);
        }
        let value = match raw.kind {
            Type::UUID => self.uuid(column)?.map(Value::Uuid),
            Type::BOOL => self.boolean(column)?.map(Value::from),
            Type::BYTEA => self.bytes(column)?.map(Value::from),
            Type::DATE => self.date(column)?.map(|day| Value::Text(day.into_owned())),
            Type::INT8 | Type::INT4 | Type::TIMESTAMPTZ => self.integer(column)?.map(Value::Integer),
            _ => self.text(column)?.map(Value::from),
        };
        Ok(value.unwrap_or(Value::Null))
    }

    fn float(&self, column: usize) -> Result<Option<f64>, StoreError> {
        let raw = raw(self, column)?;
        let Some(bytes) = raw.bytes else { return Ok(None) };
        match raw.kind {
            Type::FLOAT8 => Ok(Some(f64::from_be_bytes(fixed(bytes)?))),
            Type::FLOAT4 => Ok(Some(f32::from_be_bytes(fixed(bytes)?).into())),
            _ => Err(raw.wrong("a number")),
        }
    }
}
