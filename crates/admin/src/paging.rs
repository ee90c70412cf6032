//! Pages of lists.

use folkmoot_api::problem::Problem;
use schemars::{JsonSchema, json_schema};
use serde::Serialize;

use super::endpoint::Parameter;
use super::parameters::Parameters;

const DEFAULT_SIZE: u32 = 24;
const MAX_SIZE: u32 = 100;
const MAX_NUMBER: u32 = 1 << 20;

/// The parameter with the number of the page.
pub const PAGE_NUMBER: Parameter = Parameter {
    name: "page_number",
    doc: "Number of the page, from 1 on.",
    schema: |_| json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX_NUMBER, "default": 1 }),
};
/// The parameter with the number of entries on a page.
pub const PAGE_SIZE: Parameter = Parameter {
    name: "page_size",
    doc: "Number of entries on a page.",
    schema: |_| json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX_SIZE, "default": DEFAULT_SIZE }),
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
    pub fn of<T>(self, all: Vec<T>) -> Vec<T> {
        all.into_iter().skip(self.offset() as usize).take(self.size as usize).collect()
    }

    /// The metadata of a list with this number of entries in total.
    pub fn meta(self, total: u64) -> Meta {
        Meta { current_page: self.number, total_pages: total.div_ceil(u64::from(self.size)), total }
    }
}

/// The metadata of a page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Meta {
    current_page: u32,
    total_pages: u64,
    /// The number of entries on all pages.
    total: u64,
}
