//! The declarations of query parameters. Requests are read and the `OpenAPI` document is generated from them.

mod error;

use folkmoot_ballots::pabulib::RULES;
use folkmoot_index::IndexColumns;
use folkmoot_model::access::{AccessLevel, Treatment, treatment};
use folkmoot_model::resource::facets::{Number, NumberType};
use folkmoot_model::resource::{Enumeration, Field, FieldType, Filter, FilterOperator, Resource};

pub use error::DeclarationError;

/// The number of features in a response if the request does not set it.
pub const DEFAULT_FEATURES: u32 = 100;
/// The maximum number of features in a response.
pub const MAX_FEATURES: u32 = 1_000;
/// The number of records on a page if the request does not set it.
pub const DEFAULT_PAGE_SIZE: u32 = 12;
/// The maximum number of records on a page. Requests for more get this number.
pub const MAX_PAGE_SIZE: u32 = 24;
/// The page if the request does not set it.
pub const DEFAULT_PAGE_NUMBER: u32 = 1;
/// The maximum page number.
pub const MAX_PAGE_NUMBER: u32 = 1 << 31;

/// The cursor that starts a scan.
pub const CURSOR_START: &str = "start";
/// The number of changes on a page if the request does not set it.
pub const DEFAULT_CHANGES: u32 = 500;
/// The maximum number of changes on a page.
pub const MAX_CHANGES: u32 = 1_000;
/// The maximum number of seconds that a request waits for a change.
pub const MAX_WAIT_SECONDS: u32 = 60;

/// The maximum number of values of a parameter, so that a request costs no more than a page.
pub const MAX_VALUES: usize = 200;
/// The maximum number of ids by which a list can be restricted.
pub const MAX_IDS: usize = 100;

/// A query parameter of a call.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// One sentence for the reference.
    pub doc: &'static str,
    /// Its values, and what they select.
    pub value_type: ParameterType,
}

/// The values that a parameter accepts. Filters have the position of what they compare in the list index.
#[derive(Debug, Clone, Copy)]
pub enum ParameterType {
    /// A locale of the platform, or the beginning of one.
    Locale,
    /// A positive integer.
    PageSize,
    /// From 1 to [`MAX_PAGE_NUMBER`].
    PageNumber,
    /// The name of a format.
    Format,
    /// Whether CSV begins with a byte order mark.
    ByteOrderMark,
    /// The name of what separates the cells of CSV.
    Delimiter,
    /// The timestamp of the creation and the id of a record, separated by a comma.
    ResumeAfter,
    /// [`CURSOR_START`] or a cursor from an earlier page.
    Cursor,
    /// Names of these fields that responses contain.
    Fields(&'static [Field]),
    /// `created_at`, `updated_at` or one of these columns, preceded by `-` for descending order.
    Sort(&'static [&'static str]),
    /// Ids of the records of the list, at most [`MAX_IDS`].
    RecordIds {
        /// The resource of the list.
        resource: &'static str,
    },
    /// A day or a range of days in the form `YYYY-DD-MM`, or a timestamp or a range of timestamps.
    Timestamps(TimestampFilter),
    /// A day or a range of days in the form `YYYY-MM-DD`.
    Days {
        /// The position of the number.
        number: usize,
    },
    /// True or false.
    Flag {
        /// The position of the facet.
        facet: usize,
    },
    /// A locale of the platform, or the beginning of one, that a facet is compared with.
    PlatformLocale {
        /// The position of the facet.
        facet: usize,
    },
    /// The edges of a bounding box in degrees.
    BoundingBox {
        /// The position of the number with the longitude.
        longitude: usize,
        /// The position of the number with the latitude.
        latitude: usize,
        /// Whether the edges may include the lowest and the highest height, which no record has.
        has_heights: bool,
    },
    /// From 1 to [`MAX_FEATURES`]; greater numbers are the maximum.
    Limit,
    /// A timestamp, or an interval of timestamps with `/` between them, which the time of a record intersects.
    Interval {
        /// The position of the number with the beginning.
        begin: usize,
        /// The position of the number with the end; `None` for a timestamp alone.
        end: Option<usize>,
    },
    /// Ids of records.
    Ids {
        /// The resource of the records.
        resource: &'static str,
        /// The smallest level that sees what the values are compared with.
        required: AccessLevel,
        /// Whether the parameter accepts several values.
        several: bool,
        /// What the values are compared with.
        filter: ValueFilter,
    },
    /// Values of an enumeration.
    Enum {
        /// The enumeration.
        enumeration: Enumeration,
        /// Whether the parameter accepts several values.
        several: bool,
        /// What the values are compared with.
        filter: ValueFilter,
    },
    /// Text for a full-text search that ranks the matches.
    Search,
    /// Text for a full-text search whose matches are in the order of the list.
    Contains,
    /// A cursor of the change feed.
    ChangesCursor,
    /// From 1 to [`MAX_CHANGES`].
    Changes,
    /// Plural names of resources.
    Resources,
    /// From 0 to [`MAX_WAIT_SECONDS`].
    Seconds,
    /// Any text.
    Text,
    /// A whole number.
    Amount,
    /// One of these names.
    Name(Enumeration),
}

/// The timestamp that a range is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimestampFilter {
    /// The timestamp that the list is sorted by: of the creation or of the deletion.
    SortedAt,
    /// The number at this position in the list index.
    Number(usize),
}

/// What the values of a filter are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueFilter {
    /// The facet has one of the values.
    AnyOf {
        /// The position of the facet.
        facet: usize,
    },
    /// The record is related to all values.
    AllOf {
        /// The position of the relation.
        relation: usize,
        /// The position of a boolean facet; records for which it is true match regardless of their relations.
        unless: Option<usize>,
    },
}

impl ParameterType {
    /// Whether the parameter accepts several values.
    pub fn takes_several(self) -> bool {
        matches!(
            self,
            Self::Fields(_)
                | Self::Resources
                | Self::RecordIds { .. }
                | Self::Ids { several: true, .. }
                | Self::Enum { several: true, .. }
        )
    }

    /// Whether the parameter selects a page of a list.
    pub fn selects_page(self) -> bool {
        matches!(self, Self::PageSize | Self::Limit | Self::PageNumber | Self::Cursor)
    }

    /// Whether the parameter selects a variant of CSV.
    pub fn selects_csv(self) -> bool {
        matches!(self, Self::ByteOrderMark | Self::Delimiter)
    }

    /// The maximum number of values.
    pub fn max_values(self) -> usize {
        match self {
            Self::RecordIds { .. } => MAX_IDS,
            _ if self.takes_several() => MAX_VALUES,
            _ => 1,
        }
    }
}

/// The parameter `locale`.
pub const LOCALE: Parameter = Parameter {
    name: "locale",
    doc: "Locale of the texts in the response. Defaults to the platform's default locale.",
    value_type: ParameterType::Locale,
};
const PAGE_SIZE: Parameter =
    Parameter { name: "page_size", doc: "Number of records per page.", value_type: ParameterType::PageSize };
/// The parameter `page_number`.
pub const PAGE_NUMBER: Parameter = Parameter {
    name: "page_number",
    doc: "Number of the page to return, starting at 1.",
    value_type: ParameterType::PageNumber,
};
const LIMIT: Parameter = Parameter {
    name: "limit",
    doc: "Maximum number of features in the response.",
    value_type: ParameterType::Limit,
};
const FORMAT: Parameter = Parameter {
    name: "format",
    doc: "Response format; overrides the `Accept` header.",
    value_type: ParameterType::Format,
};
const BYTE_ORDER_MARK: Parameter = Parameter {
    name: "bom",
    doc: "Whether a list as `csv` begins with a byte order mark.",
    value_type: ParameterType::ByteOrderMark,
};
const DELIMITER: Parameter = Parameter {
    name: "delimiter",
    doc: "What separates the cells of a list as `csv`.",
    value_type: ParameterType::Delimiter,
};
const RESUME_AFTER: Parameter = Parameter {
    name: "resume_after",
    doc: "Only the records after this one: its timestamp and its id.",
    value_type: ParameterType::ResumeAfter,
};
/// The parameter `cursor`.
pub const CURSOR: Parameter = Parameter {
    name: "cursor",
    doc: "Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the \
          `next` link of each page.",
    value_type: ParameterType::Cursor,
};
const CREATED_AT: Parameter = Parameter {
    name: "created_at",
    doc: "Only records created on this date or in this date range.",
    value_type: ParameterType::Timestamps(TimestampFilter::SortedAt),
};
const DELETED_AT: Parameter = Parameter {
    name: "deleted_at",
    doc: "Only records deleted on this date or in this date range.",
    value_type: ParameterType::Timestamps(TimestampFilter::SortedAt),
};

/// The parameter `updated_at`; the timestamp of the last change is the first number of every resource.
const UPDATED_AT: Parameter = Parameter {
    name: "updated_at",
    doc: "Only records last changed on this date or in this date range.",
    value_type: ParameterType::Timestamps(TimestampFilter::Number(0)),
};

/// The parameter `fields`.
pub fn fields(resource: &Resource) -> Parameter {
    Parameter {
        name: "fields",
        doc: "Only these fields of each record, in the documented order. All fields by default.",
        value_type: ParameterType::Fields(resource.fields),
    }
}

/// The columns by which a list can be sorted, given those that only this list can be sorted by.
pub fn sort_columns(own: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    ["created_at", "updated_at"].into_iter().chain(own.iter().copied())
}

fn sort(resource: &Resource) -> Parameter {
    Parameter {
        name: "sort",
        doc: "What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction.",
        value_type: ParameterType::Sort(resource.sorts),
    }
}

fn ids(resource: &Resource) -> Parameter {
    Parameter {
        name: "ids",
        doc: "Only the records with these ids. Ids that no record has are ignored.",
        value_type: ParameterType::RecordIds { resource: resource.names.plural },
    }
}

/// The parameters of the list of changes.
pub const CHANGES_PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "after",
        doc: "The `meta.next` of the previous response. Without it, the response contains no changes, and `meta.next` is the current position.",
        value_type: ParameterType::ChangesCursor,
    },
    Parameter {
        name: "limit",
        doc: "Maximum number of changes in the response.",
        value_type: ParameterType::Changes,
    },
    Parameter {
        name: "resources",
        doc: "Only changes of these resources. All that the client may read by default.",
        value_type: ParameterType::Resources,
    },
    Parameter {
        name: "wait",
        doc: "Number of seconds to wait for a change if there is none yet.",
        value_type: ParameterType::Seconds,
    },
    LOCALE,
];

/// The parameters of a vote in the Pabulib format. The settings have defaults.
pub const PABULIB_PARAMETERS: &[Parameter] = &[
    LOCALE,
    Parameter {
        name: "country",
        doc: "English name of the country, or its code (ISO 3166). Not needed if the platform sets it.",
        value_type: ParameterType::Text,
    },
    Parameter {
        name: "unit",
        doc: "Municipality, region or organisation that voted. Not needed if the platform sets it.",
        value_type: ParameterType::Text,
    },
    Parameter {
        name: "instance",
        doc: "What distinguishes the vote from others of the unit, such as its year. Not needed if the platform sets it.",
        value_type: ParameterType::Text,
    },
    Parameter {
        name: "budget",
        doc: "Budget in whole units of the currency. Defaults to the setting of the platform, then to `voting_max_total` of the phase.",
        value_type: ParameterType::Amount,
    },
    Parameter {
        name: "rule",
        doc: "Rule by which the winners were determined. Defaults to the setting of the platform, then to `unknown`.",
        value_type: ParameterType::Name(RULES),
    },
];

/// The parameters of the list of exports.
pub const EXPORTS_PARAMETERS: &[Parameter] = &[PAGE_SIZE, PAGE_NUMBER];

/// The parameters of a call that returns one record.
pub fn item_parameters(resource: &Resource) -> Vec<Parameter> {
    vec![LOCALE, fields(resource)]
}

/// The parameters of a list of records, in the order of the reference.
pub fn list_parameters(resource: &Resource) -> Result<Vec<Parameter>, DeclarationError> {
    let columns = IndexColumns::new(resource);
    let filters =
        resource.filters.iter().filter(|filter| !matches!(filter.operator, FilterOperator::Within { .. }));
    let filters = filters.map(|filter| {
        let value_type = filter_type(resource, &columns, filter)?;
        Ok(Parameter { name: filter.name, doc: filter.doc, value_type })
    });
    let common = [LOCALE, PAGE_SIZE, PAGE_NUMBER, CURSOR, FORMAT, BYTE_ORDER_MARK, DELIMITER].into_iter();
    let common = common.chain(resource.has_id().then_some(RESUME_AFTER));
    let common = common.chain([fields(resource), sort(resource)]);
    let ids = resource.has_id().then(|| ids(resource));
    let common = common.chain(ids).chain([CREATED_AT, UPDATED_AT]);
    common.map(Ok).chain(filters).collect()
}

/// The parameters of the features of a resource with points (OGC API - Features 1.0.1, section 7.15): its filters, and those of the
/// standard.
pub fn feature_parameters(resource: &Resource) -> Result<Vec<Parameter>, DeclarationError> {
    let is_filter = |parameter: &Parameter| {
        resource.filters.iter().any(|filter| filter.name == parameter.name)
            || matches!(parameter.value_type, ParameterType::Locale | ParameterType::Cursor)
    };
    let mut parameters: Vec<Parameter> = list_parameters(resource)?.into_iter().filter(is_filter).collect();
    for parameter in &mut parameters {
        if let ParameterType::BoundingBox { has_heights, .. } = &mut parameter.value_type {
            *has_heights = true;
        }
    }
    let columns = IndexColumns::new(resource);
    let position = |number: Number| columns.number(number.column, number.kind);
    let interval = resource.outline.and_then(|outline| {
        let [begin, _] = outline.time.begin_numbers();
        let end = outline.time.end_number().and_then(position);
        let value_type = ParameterType::Interval { begin: position(begin)?, end };
        let doc =
            "Only features whose time intersects this timestamp or interval, such as `2026-01-01T00:00:00Z/..`.";
        Some(Parameter { name: "datetime", doc, value_type })
    });
    Ok([LIMIT].into_iter().chain(interval).chain(parameters).collect())
}

/// The parameters of a list of deletions.
pub fn deletion_list_parameters() -> Vec<Parameter> {
    vec![LOCALE, PAGE_SIZE, PAGE_NUMBER, CURSOR, FORMAT, BYTE_ORDER_MARK, DELIMITER, RESUME_AFTER, DELETED_AT]
}

/// The smallest level that sees values of a field.
fn smallest_level(resource: &Resource, field: &Field) -> AccessLevel {
    let mut levels = AccessLevel::ALL.into_iter().rev();
    let sees =
        |level: &AccessLevel| !matches!(treatment(*level, resource, field), Treatment::Withheld(_, None));
    levels.find(sees).unwrap_or(AccessLevel::Full)
}

fn filter_type(
    resource: &Resource,
    columns: &IndexColumns,
    filter: &Filter,
) -> Result<ParameterType, DeclarationError> {
    let facet = |column| facet(resource, columns, filter.name, column);
    let number = |column, kind| {
        let number = resource.field(column).and_then(|_| columns.number(column, kind));
        number.ok_or_else(|| unknown(resource, filter.name, column))
    };
    let compared = |column, several| {
        let filter_by = ValueFilter::AnyOf { facet: facet(column)? };
        let field = resource.field(column);
        let required = field.map_or(AccessLevel::Full, |field| smallest_level(resource, field));
        match field.map(|field| field.kind) {
            Some(FieldType::Reference(resource) | FieldType::ForeignId(resource)) => {
                Ok(ParameterType::Ids { resource, required, several, filter: filter_by })
            }
            Some(FieldType::OneOf(enumeration)) => {
                Ok(ParameterType::Enum { enumeration, several, filter: filter_by })
            }
            _ => Err(unsupported(resource, filter, column)),
        }
    };
    match filter.operator {
        FilterOperator::Equals(column) => compared(column, false),
        FilterOperator::AnyOf(column) => compared(column, true),
        FilterOperator::AllOf(relation) => {
            let position = columns.relation(&relation);
            Ok(ParameterType::Ids {
                resource: relation.resource,
                required: AccessLevel::Public,
                several: true,
                filter: ValueFilter::AllOf {
                    relation: position.ok_or_else(|| unsupported(resource, filter, relation.other))?,
                    unless: relation.unless.map(facet).transpose()?,
                },
            })
        }
        FilterOperator::RelatedTo(relation) => {
            let position = columns.relation(&relation);
            Ok(ParameterType::Ids {
                resource: relation.resource,
                required: AccessLevel::Public,
                several: false,
                filter: ValueFilter::AllOf {
                    relation: position.ok_or_else(|| unsupported(resource, filter, relation.other))?,
                    unless: None,
                },
            })
        }
        FilterOperator::Timestamps(column) => {
            let number = number(column, NumberType::Integer)?;
            Ok(ParameterType::Timestamps(TimestampFilter::Number(number)))
        }
        FilterOperator::Days(column) => Ok(ParameterType::Days { number: number(column, NumberType::Day)? }),
        FilterOperator::IsSet(column) => {
            let facet = resource.field(column).and_then(|_| columns.is_set(column));
            let facet = facet.ok_or_else(|| unknown(resource, filter.name, column))?;
            Ok(ParameterType::Flag { facet })
        }
        FilterOperator::PlatformLocale(column) => Ok(ParameterType::PlatformLocale { facet: facet(column)? }),
        FilterOperator::BoundingBox(column) => Ok(ParameterType::BoundingBox {
            longitude: number(column, NumberType::Longitude)?,
            latitude: number(column, NumberType::Latitude)?,
            has_heights: false,
        }),
        FilterOperator::Search => Ok(ParameterType::Search),
        FilterOperator::Contains(_) => Ok(ParameterType::Contains),
        FilterOperator::Within { column, .. } => Err(unsupported(resource, filter, column)),
    }
}

/// The position of the column in the list index.
pub fn facet(
    resource: &Resource,
    columns: &IndexColumns,
    filter: &'static str,
    column: &'static str,
) -> Result<usize, DeclarationError> {
    let facet = resource.field(column).and_then(|_| columns.facet(column));
    facet.ok_or_else(|| unknown(resource, filter, column))
}

fn unknown(resource: &Resource, filter: &'static str, column: &'static str) -> DeclarationError {
    DeclarationError::UnknownColumn { resource: resource.names.plural, filter, column }
}

fn unsupported(resource: &Resource, filter: &Filter, column: &'static str) -> DeclarationError {
    DeclarationError::UnsupportedType { resource: resource.names.plural, filter: filter.name, column }
}

#[cfg(test)]
mod tests;
