//! What of a record maps, calendars and feeds show.

use super::facets::{Number, NumberType};
use super::{Field, FieldType, Resource};

/// What of a record maps, calendars and feeds show, by the names of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// The localised field with the title.
    pub title: &'static str,
    /// The localised field with the text, as HTML.
    pub text: &'static str,
    /// The localised field with the place; `None` if there is none.
    pub place: Option<&'static str>,
    /// The field with the URL of the page on the platform.
    pub page: Page,
    /// When the record happens, or when it became known.
    pub time: Time,
}

/// Where the URL of a record's page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// In this field.
    Own(&'static str),
    /// In that of the record to which this field refers.
    Of(&'static str),
}

/// The time of a record, by the names of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    /// The timestamp of the beginning.
    pub begin: &'static str,
    /// The timestamp in its place where it is null.
    pub otherwise: Option<&'static str>,
    /// The timestamp of the end; `None` if there is only one timestamp. Resources whose timestamps are cut have none.
    pub end: Option<&'static str>,
}

impl Time {
    /// The number of the list index with the beginning, and that with the beginning as levels below `full` see it where timestamps
    /// are cut.
    pub fn begin_numbers(&self) -> [Number; 2] {
        let number = |kind| Number { column: self.begin, kind, is_sorted: false };
        match self.otherwise {
            None => [number(NumberType::Integer), number(NumberType::CutTimestamp)],
            Some(other) => [number(NumberType::Either(other)), number(NumberType::CutEither(other))],
        }
    }

    /// The number of the list index with the end.
    pub fn end_number(&self) -> Option<Number> {
        self.end.map(|column| Number { column, kind: NumberType::Integer, is_sorted: false })
    }
}

impl Resource {
    /// The field with the point at which maps show a record; `None` if records have none.
    pub fn point(&self) -> Option<&'static Field> {
        self.fields.iter().find(|field| matches!(field.kind, FieldType::Point | FieldType::GeoPoint))
    }
}
