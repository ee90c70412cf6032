//! Pages of lists.

use serde_json::{Value, json};

use super::operation::Parameter;
use super::parameters::Parameters;
use super::schema;
use crate::problem::Problem;

const DEFAULT_SIZE: u32 = 24;
const MAX_SIZE: u32 = 100;
const MAX_NUMBER: u32 = 1 << 20;

/// The parameter with the number of the page.
pub const PAGE_NUMBER: Parameter = Parameter {
    name: "page_number",
    doc: "Number of the page, from 1 on.",
    schema: || json!({ "type": "integer", "minimum": 1, "maximum": MAX_NUMBER, "default": 1 }),
};
/// The parameter with the number of entries on a page.
pub const PAGE_SIZE: Parameter = Parameter {
    name: "page_size",
    doc: "Number of entries on a page.",
    schema: || json!({ "type": "integer", "minimum": 1, "maximum": MAX_SIZE, "default": DEFAULT_SIZE }),
};

/// A requested page.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    number: u32,
    size: u32,
}

impl Page {
    /// Reads the parameters.
    pub fn read(parameters: &Parameters) -> Result<Self, Problem> {
        Ok(Self {
            number: parameters.number(PAGE_NUMBER.name, 1, MAX_NUMBER)?,
            size: parameters.number(PAGE_SIZE.name, DEFAULT_SIZE, MAX_SIZE)?,
        })
    }

    /// The number of entries before the page.
    pub fn offset(self) -> u32 {
        (self.number - 1) * self.size
    }

    /// The maximum number of entries on the page.
    pub fn limit(self) -> u32 {
        self.size
    }

    /// The entries of the page of a complete list.
    pub fn of<T>(self, all: &[T]) -> &[T] {
        let start = (self.offset() as usize).min(all.len());
        &all[start..all.len().min(start + self.size as usize)]
    }

    /// The metadata of a list with this number of entries in total.
    pub fn meta(self, total: u64) -> Value {
        let pages = total.div_ceil(u64::from(self.size));
        json!({ "current_page": self.number, "total_pages": pages, "total": total })
    }
}

/// The schema of the metadata of lists.
pub fn meta_schema() -> Value {
    schema::object([
        ("current_page", schema::count()),
        ("total_pages", schema::count()),
        ("total", schema::count()),
    ])
}
