//! The values of a column of a row group.

use bytes::Bytes;
use folkmoot_store::StoreError;
use parquet::basic::{LogicalType, Repetition, TimeUnit, Type as PhysicalType};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedColumnWriter;
use parquet::schema::types::Type;

use super::super::table::ColumnType;
use super::super::value::{self, NULL};

/// The values of a column without nulls.
pub(super) struct ColumnBuffer {
    /// For each row 1, or 0 if its value is null.
    levels: Vec<i16>,
    values: Values,
}

enum Values {
    Texts { bytes: Vec<u8>, ends: Vec<usize> },
    Integers(Vec<i64>),
    Timestamps(Vec<i64>),
    Days(Vec<i32>),
    Booleans(Vec<bool>),
}

impl ColumnBuffer {
    pub(super) fn new(kind: ColumnType) -> Self {
        let values = match kind {
            ColumnType::Integer => Values::Integers(Vec::new()),
            ColumnType::Timestamp => Values::Timestamps(Vec::new()),
            ColumnType::Date => Values::Days(Vec::new()),
            ColumnType::Boolean => Values::Booleans(Vec::new()),
            ColumnType::Uuid
            | ColumnType::Text
            | ColumnType::Url
            | ColumnType::OneOf(_)
            | ColumnType::Object
            | ColumnType::List => Values::Texts { bytes: Vec::new(), ends: Vec::new() },
        };
        Self { levels: Vec::new(), values }
    }

    /// Adds a value, given as JSON.
    pub(super) fn push(&mut self, json: &[u8]) -> Result<(), StoreError> {
        self.levels.push(i16::from(json != NULL));
        if json == NULL {
            return Ok(());
        }
        match &mut self.values {
            Values::Texts { bytes, ends } => {
                bytes.extend_from_slice(&value::text(json)?);
                ends.push(bytes.len());
            }
            Values::Integers(values) => values.push(value::integer(json)?),
            Values::Timestamps(values) => values.push(value::microseconds(json)?),
            Values::Days(values) => values.push(value::day(json)?),
            Values::Booleans(values) => values.push(json == b"true"),
        }
        Ok(())
    }

    /// The memory of the values, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let values = match &self.values {
            Values::Texts { bytes, ends } => bytes.len() + ends.len() * size_of::<usize>(),
            Values::Integers(values) | Values::Timestamps(values) => values.len() * size_of::<i64>(),
            Values::Days(values) => values.len() * size_of::<i32>(),
            Values::Booleans(values) => values.len(),
        };
        values + self.levels.len() * size_of::<i16>()
    }

    /// Writes the values, and removes them from here.
    pub(super) fn write_to(&mut self, column: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = Some(self.levels.as_slice());
        match &mut self.values {
            Values::Texts { bytes, ends } => {
                let texts = texts(std::mem::take(bytes), ends);
                column.typed::<ByteArrayType>().write_batch(&texts, levels, None)?;
                ends.clear();
            }
            Values::Integers(values) | Values::Timestamps(values) => {
                column.typed::<Int64Type>().write_batch(values, levels, None)?;
                values.clear();
            }
            Values::Days(values) => {
                column.typed::<Int32Type>().write_batch(values, levels, None)?;
                values.clear();
            }
            Values::Booleans(values) => {
                column.typed::<BoolType>().write_batch(values, levels, None)?;
                values.clear();
            }
        }
        self.levels.clear();
        Ok(())
    }
}

fn texts(bytes: Vec<u8>, ends: &[usize]) -> Vec<ByteArray> {
    let bytes = Bytes::from(bytes);
    let starts = std::iter::once(&0).chain(ends);
    starts.zip(ends).map(|(start, end)| ByteArray::from(bytes.slice(*start..*end))).collect()
}

/// The type of a column.
pub(super) fn schema(name: &str, kind: ColumnType) -> Result<Type, ParquetError> {
    let (physical, logical) = match kind {
        ColumnType::Integer => (PhysicalType::INT64, None),
        ColumnType::Timestamp => (PhysicalType::INT64, Some(LogicalType::timestamp(true, TimeUnit::MICROS))),
        ColumnType::Date => (PhysicalType::INT32, Some(LogicalType::Date)),
        ColumnType::Boolean => (PhysicalType::BOOLEAN, None),
        // JSON is a string here: not every reader knows the logical types of UUIDs, enumerations and JSON.
        ColumnType::Uuid
        | ColumnType::Text
        | ColumnType::Url
        | ColumnType::OneOf(_)
        | ColumnType::Object
        | ColumnType::List => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
    };
    Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}
