//! The values of each record that the list index contains in addition to the order of the list: values that
//! filters compare and values that lists can be sorted by.

use crate::resource::{
    Field, FieldType, FilterOperator, PersonReference, Privacy, PublicRecords, Relation, Resource,
    SearchedField,
};

/// A column whose values filters compare for equality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facet {
    /// The column.
    pub column: &'static str,
    /// The type of its values.
    pub kind: FacetType,
}

/// The types of facets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacetType {
    /// A UUID.
    Id,
    /// Text, mostly a value of an enumeration.
    Word,
    /// True or false.
    Flag,
    /// Whether the column has a value.
    IsSet,
}

/// A number of each record, which filters compare with a range or by which lists are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// The column.
    pub column: &'static str,
    /// The meaning of the number.
    pub kind: NumberType,
    /// Whether lists can be sorted by it.
    pub is_sorted: bool,
}

/// The types of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberType {
    /// A timestamp in milliseconds since 1970, or another integer.
    Integer,
    /// A day as one number, see [`number_of_day`].
    Day,
    /// The longitude of a point, see [`number_of_degrees`].
    Longitude,
    /// The latitude of a point, see [`number_of_degrees`].
    Latitude,
    /// A timestamp as access levels below `full` see it: cut to the day in records with
    /// [`Resource::timestamps_cut_where`].
    CutTimestamp,
    /// A timestamp, or that in this column where it is null.
    Either(&'static str),
    /// The same as access levels below `full` see it, as [`Self::CutTimestamp`].
    CutEither(&'static str),
}

impl Number {
    /// The SQL of the number over the alias [`THIS`](super::THIS), before it is converted.
    pub fn sql(&self) -> String {
        match self.kind {
            NumberType::Either(other) | NumberType::CutEither(other) => {
                format!("COALESCE(this.{}, this.{other})", self.column)
            }
            _ => format!("this.{}", self.column),
        }
    }
}

/// The entry of one record in the index.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The row's key.
    pub key: i64,
    /// The tie-breaker of records with equal timestamps: the id, or a digest of several ids; `None` if it is
    /// the key. See [`Resource::tie_breakers`].
    pub tie: Option<u128>,
    /// The timestamp that lists are ordered by, in milliseconds since 1970.
    pub order: i64,
    /// The value of each facet, in the order of [`facets`]; `None` for null.
    pub values: &'a [Option<u128>],
    /// Each number, in the order of [`numbers`]; `None` for null.
    pub numbers: &'a [Option<i64>],
}

/// The facets of a resource, each column once.
pub fn facets(resource: &Resource) -> Vec<Facet> {
    let mut facets: Vec<Facet> = Vec::new();
    let filtered = resource.filters.iter().filter_map(|filter| facet(resource, filter.operator));
    let others = public_facet(resource).into_iter().chain(voting_facet(resource));
    for facet in filtered.chain(others).chain(ballot_facet(resource)).chain(kind_facets(resource)) {
        if !facets.contains(&facet) {
            facets.push(facet);
        }
    }
    facets
}

/// The facet that states whether a record is public; `None` if all are, or none.
fn public_facet(resource: &Resource) -> Option<Facet> {
    match resource.public {
        PublicRecords::Where(column) => Some(Facet { column, kind: FacetType::Flag }),
        PublicRecords::All | PublicRecords::None => None,
    }
}

/// The column with the state of the votes that hide records.
pub const VOTING: &str = "voting";

/// The facet with the state of the votes that a record belongs to, if it is secret while they run.
fn voting_facet(resource: &Resource) -> Option<Facet> {
    let hides = resource.voting.is_some_and(|voting| voting.hides_records);
    hides.then_some(Facet { column: VOTING, kind: FacetType::Word })
}

/// The column with the vote that a ballot, or a part of one, belongs to.
pub const PHASE: &str = "phase_id";

/// The facet with the vote of ballots, by which all ballots of a vote are found.
fn ballot_facet(resource: &Resource) -> Option<Facet> {
    voting_facet(resource).map(|_| Facet { column: PHASE, kind: FacetType::Id })
}

/// The facets that decide of which kind references to people are.
fn kind_facets(resource: &Resource) -> impl Iterator<Item = Facet> {
    let either = resource.fields.iter().filter_map(|field| match field.privacy {
        Privacy::Person(PersonReference::Either(either)) => Some(either),
        _ => None,
    });
    either.flatten().map(|(records, _)| Facet { column: records.column, kind: FacetType::Word })
}

/// The numbers of a resource, each once: first the timestamp of the last change.
pub fn numbers(resource: &Resource) -> Vec<Number> {
    let changed = Number {
        column: resource.change_column(),
        kind: NumberType::Integer,
        is_sorted: resource.is_sortable(),
    };
    let mut numbers = vec![changed];
    let sorted =
        resource.sorts.iter().map(|column| Number { column, kind: NumberType::Integer, is_sorted: true });
    let filtered = resource.filters.iter().flat_map(|filter| filter_numbers(filter.operator));
    let cut = |column, is_sorted| Number { column, kind: NumberType::CutTimestamp, is_sorted };
    let cut = resource
        .timestamps_cut_where
        .map(|_| [cut(resource.order_column(), true), cut(resource.change_column(), resource.is_sortable())]);
    let times = resource.outline.iter().flat_map(|outline| {
        let [begin, cut_begin] = outline.time.begin_numbers();
        let cut_begin = resource.timestamps_cut_where.map(|_| cut_begin);
        [Some(begin), cut_begin, outline.time.end_number()].into_iter().flatten()
    });
    let point = resource.point().map(|point| filter_numbers(FilterOperator::BoundingBox(point.name)));
    let shown = times.chain(point.into_iter().flatten());
    for number in sorted.chain(filtered).chain(cut.into_iter().flatten()).chain(shown) {
        if numbers.iter().all(|other| (other.column, other.kind) != (number.column, number.kind)) {
            numbers.push(number);
        }
    }
    numbers
}

/// The relations that a resource's filters use.
pub fn relations(resource: &Resource) -> Vec<Relation> {
    let relation = |operator| match operator {
        FilterOperator::AllOf(relation) | FilterOperator::RelatedTo(relation) => Some(relation),
        _ => None,
    };
    resource.filters.iter().filter_map(|filter| relation(filter.operator)).collect()
}

/// The fields whose words a resource's filters search.
pub fn searched_fields(resource: &Resource) -> &'static [SearchedField] {
    let fields = |operator| if let FilterOperator::Contains(fields) = operator { Some(fields) } else { None };
    resource.filters.iter().find_map(|filter| fields(filter.operator)).unwrap_or_default()
}

fn facet(resource: &Resource, operator: FilterOperator) -> Option<Facet> {
    let column = match operator {
        FilterOperator::IsSet(column) => return Some(Facet { column, kind: FacetType::IsSet }),
        FilterOperator::Equals(column)
        | FilterOperator::AnyOf(column)
        | FilterOperator::PlatformLocale(column)
        | FilterOperator::Within { column, .. } => column,
        FilterOperator::AllOf(relation) => relation.unless?,
        _ => return None,
    };
    Some(Facet { column, kind: facet_kind(resource.field(column)) })
}

fn facet_kind(field: Option<&Field>) -> FacetType {
    match field.map(|field| field.kind) {
        Some(FieldType::Boolean) => FacetType::Flag,
        Some(FieldType::OneOf(_) | FieldType::Text) => FacetType::Word,
        _ => FacetType::Id,
    }
}

fn filter_numbers(operator: FilterOperator) -> Vec<Number> {
    let number = |column, kind| Number { column, kind, is_sorted: false };
    match operator {
        FilterOperator::Timestamps(column) => vec![number(column, NumberType::Integer)],
        FilterOperator::Days(column) => vec![number(column, NumberType::Day)],
        FilterOperator::BoundingBox(column) => {
            vec![number(column, NumberType::Longitude), number(column, NumberType::Latitude)]
        }
        _ => Vec::new(),
    }
}

/// The value of a word in the index: its 128-bit FNV-1a hash.
pub fn enum_value_hash(word: &str) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    word.bytes().fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

/// A day `YYYY-MM-DD` in the index: its digits as one number, so that later days are greater.
pub fn number_of_day(day: &str) -> i64 {
    day.bytes().filter(u8::is_ascii_digit).fold(0, |number, digit| number * 10 + i64::from(digit - b'0'))
}

/// The number of decimals of degrees in the index.
pub const DEGREE_DECIMALS: u8 = 7;

/// Degrees in the index: in units of 10⁻⁷ degrees, about a centimetre.
#[allow(clippy::cast_possible_truncation, reason = "degrees are at most 360, and a cast saturates")]
pub fn number_of_degrees(degrees: f64) -> i64 {
    (degrees * 1e7).round() as i64
}

/// Degrees in the index, rounded to this number of decimals, half away from zero.
pub fn rounded_degrees(number: i64, decimals: u8) -> i64 {
    let unit = 10_i64.pow(u32::from(DEGREE_DECIMALS.saturating_sub(decimals)));
    let half = unit / 2 * number.signum();
    (number + half) / unit * unit
}

/// The longitude and latitude of a point `POINT (longitude latitude)`, in degrees; `None` if it is something else.
pub fn coordinates(point: &str) -> Option<(f64, f64)> {
    let (longitude, latitude) = point.strip_prefix("POINT (")?.strip_suffix(')')?.split_once(' ')?;
    Some((longitude.parse().ok()?, latitude.parse().ok()?))
}
