//! The SQL statements of each resource, built once at start.

use folkmoot_database::dialect::Dialect;
use folkmoot_model::access::{AccessLevel, are_people};
use folkmoot_model::resource::facets::{Number, facets, numbers};
use folkmoot_model::resource::{PersonReference, Privacy, Resource};
use folkmoot_model::resources::PROJECTS;

use super::access::AccessView;
use super::audience::{is_hidden_exactly, record_reasons};
use super::changes::removed::project_of;
use super::changes::{newest_of_all, time_of};
use super::encode::{Encoding, condition};

/// Number of keys that a statement takes which reads records by key for the list index.
pub const KEYS_AT_ONCE: usize = 64;

/// Number of records that [`Queries::by_identities`] finds.
pub const IDENTITIES_AT_ONCE: usize = 32;

/// The statements of one resource.
#[derive(Debug)]
pub struct Queries {
    /// The statements that read records as JSON, of each level in the order of [`AccessLevel`].
    levels: [LevelQueries; AccessLevel::ALL.len()],
    /// Selects the newest change of the resource and of the tables that its records show values of: sequence and time.
    pub version: String,
    /// Selects the indexed values of every record, oldest first, and those of equal timestamps by id, or by key if records
    /// have none.
    pub entries: String,
    /// Selects the indexed values of the records with these keys; it has [`KEYS_AT_ONCE`] parameters.
    pub entries_of: String,
    /// Selects the keys of existing and removed rows from a key up to another one, and at most a number of them.
    pub keys_between: String,
    /// Selects the keys of the rows from a key up to another one, at most a number of them, that are hidden for exactly the
    /// reasons of the fourth parameter.
    pub keys_inserted: String,
    /// Selects key, whether timestamps are cut, the project unless the reasons in the last parameter hide it, and identity of the
    /// rows with these keys, of which it takes [`KEYS_AT_ONCE`].
    pub described: String,
    /// Selects key, whether timestamps are cut, id, ids and project of removed rows; it has [`KEYS_AT_ONCE`] parameters.
    pub removed: String,
    /// Selects key and identity of records by their identities, of which it takes [`IDENTITIES_AT_ONCE`].
    pub by_identities: String,
    /// The first column of the facets. The ids that break ties precede it; the numbers follow the facets, and then whether
    /// timestamps are cut, if some are.
    pub first_facet: usize,
}

/// The statements that read records of one resource as JSON at one access level.
#[derive(Debug)]
pub struct LevelQueries {
    /// The level.
    pub level: AccessLevel,
    /// Writes a selected row as JSON.
    pub encoding: Encoding,
    /// Selects records by a list of keys; see [`Dialect::by_keys`].
    pub by_keys: String,
    /// Selects the records with these keys, of which it takes [`KEYS_AT_ONCE`], with whether their timestamps are cut and,
    /// if they have one, their id.
    pub changed: String,
    /// Selects a record by id. The last two columns are the version of the resource, see [`Queries::version`].
    pub by_id: String,
    /// Selects the state of the votes that a record with this id belongs to, if they hide the record; otherwise `none`.
    pub exists: String,
    /// Whether the ids of records are ids of people, which clients may know by their pseudonyms.
    pub are_people: bool,
}

impl LevelQueries {
    fn new(resource: &Resource, level: AccessLevel, dialect: &Dialect) -> Self {
        let encoding = Encoding::at_level(resource, level);
        let table = resource.names.plural;
        let newest = newest_of_all(resource.shown_tables());
        let newest_time = time_of(&newest);
        let shown = shown(resource);
        let seen = seen(resource, level);
        let hiding = resource.voting.filter(|voting| voting.hides_records);
        let votes = hiding.map_or("'none'", |voting| voting.state);
        let Encoding { select, joins, .. } = &encoding;
        Self {
            level,
            by_keys: (dialect.by_keys)(table, select, joins, &seen, &newest),
            changed: format!(
                "SELECT {select}, {}{} FROM {table} AS this{joins} WHERE this.key IN ({}) AND {shown}{seen}",
                is_cut(resource),
                if resource.has_id() { ", this.id" } else { "" },
                numbered_parameters(KEYS_AT_ONCE)
            ),
            by_id: format!(
                "SELECT {select}, {newest}, {newest_time} FROM {table} AS this{joins} WHERE this.id = ?1 AND {shown}{seen}"
            ),
            exists: format!("SELECT {votes} FROM {table} AS this WHERE this.id = ?1 AND {shown}{seen}"),
            are_people: are_people(resource),
            encoding,
        }
    }
}

/// Whether the timestamps of the record `this` are cut below the level `full`, as an SQL expression.
fn is_cut(resource: &Resource) -> String {
    format!("({})", resource.timestamps_cut_where.unwrap_or("FALSE"))
}

/// The columns that identify the record `this`.
fn identity(resource: &Resource) -> String {
    let columns = resource.identity().iter().map(|column| format!("this.{column}"));
    columns.collect::<Vec<_>>().join(", ")
}

/// The condition that the record `this` has one of [`IDENTITIES_AT_ONCE`] identities.
fn is_identified(resource: &Resource) -> String {
    let columns = resource.identity();
    let is_one = |number: usize| {
        let equal = (1 + number * columns.len()..).zip(columns);
        let equal = equal.map(|(parameter, column)| format!("this.{column} = ?{parameter}"));
        format!("({})", equal.collect::<Vec<_>>().join(" AND "))
    };
    (0..IDENTITIES_AT_ONCE).map(is_one).collect::<Vec<_>>().join(" OR ")
}

/// The condition that the API returns a record, over the alias `this`.
fn shown(resource: &Resource) -> String {
    resource.only_where.map_or_else(|| "TRUE".to_owned(), |column| format!("this.{column}"))
}

/// The further conditions that a level sees a record, each preceded by `AND`, over the alias `this`. Whether votes are
/// secret depends on the settings; [`Encoding::write`] checks it.
fn seen(resource: &Resource, level: AccessLevel) -> String {
    let mut conditions = Vec::new();
    if level < AccessLevel::Pseudonymous
        && let Some(id) = resource.field("id")
    {
        match id.privacy {
            Privacy::Person(PersonReference::Only(records, _)) => {
                conditions.push(format!("NOT {}", condition(records)));
            }
            Privacy::Person(_) => conditions.push("FALSE".to_owned()),
            _ => {}
        }
    }
    if level == AccessLevel::Public {
        conditions.push(resource.public.condition("this"));
    }
    conditions.iter().fold(String::new(), |all, condition| all + " AND " + condition)
}

impl Queries {
    /// The statements that read records as JSON as a reader sees them.
    pub fn seen_by(&self, access: &AccessView) -> &LevelQueries {
        &self.levels[access.level() as usize]
    }

    /// The statements of a resource in a dialect.
    pub fn new(resource: &Resource, dialect: &Dialect) -> Self {
        let table = resource.names.plural;
        let order = resource.order_column();
        let tie = if resource.has_id() { "id" } else { "key" };
        let shown = shown(resource);
        let mut indexed = vec!["this.key".to_owned(), format!("this.{order}")];
        indexed.extend(resource.tie_breakers().iter().map(|id| format!("this.{id}")));
        let first_facet = indexed.len();
        let (facets, numbers) = (facets(resource), numbers(resource));
        indexed.extend(facets.iter().map(|facet| format!("this.{}", facet.column)));
        indexed.extend(numbers.iter().map(Number::sql));
        indexed.extend(resource.timestamps_cut_where.map(str::to_owned));
        let indexed = indexed.join(", ");
        let newest = newest_of_all(resource.shown_tables());
        let mut levels = AccessLevel::ALL.map(|level| LevelQueries::new(resource, level, dialect));
        levels.sort_by_key(|queries| queries.level);
        Self {
            levels,
            version: format!("SELECT sequence, happened_at FROM changes WHERE sequence = {newest}"),
            entries: format!(
                "SELECT {indexed} FROM {table} AS this WHERE {shown} ORDER BY this.{order}, this.{tie}"
            ),
            entries_of: format!(
                "SELECT {indexed} FROM {table} AS this WHERE this.key IN ({}) AND {shown}",
                numbered_parameters(KEYS_AT_ONCE)
            ),
            keys_inserted: format!(
                "SELECT this.key FROM {table} AS this
                 WHERE this.key BETWEEN ?1 AND ?2 AND {} AND {shown} ORDER BY this.key LIMIT ?3",
                is_hidden_exactly(resource, "this", "CAST(?4 AS bigint)")
            ),
            keys_between: format!(
                "SELECT key FROM (SELECT key FROM {table} WHERE key BETWEEN ?1 AND ?2 ORDER BY key LIMIT ?3) AS existing
                 UNION SELECT record FROM (SELECT record FROM removed_records
                   WHERE subject = '{table}' AND record BETWEEN ?1 AND ?2 ORDER BY record LIMIT ?3) AS removed
                 ORDER BY key LIMIT ?3"
            ),
            described: format!(
                "SELECT this.key, {}, {}, {} FROM {table} AS this WHERE this.key IN ({})",
                is_cut(resource),
                visible_project(resource),
                identity(resource),
                numbered_parameters(KEYS_AT_ONCE)
            ),
            removed: format!(
                "SELECT record, timestamp_is_cut, id, identity, project_id FROM removed_records
                 WHERE subject = '{table}' AND record IN ({})",
                numbered_parameters(KEYS_AT_ONCE)
            ),
            by_identities: format!(
                "SELECT this.key, {} FROM {table} AS this WHERE {}",
                identity(resource),
                is_identified(resource)
            ),
            first_facet,
        }
    }
}

/// The project of the row `this` unless the reasons in the parameter after the keys hide it, as an SQL expression.
fn visible_project(resource: &Resource) -> String {
    format!(
        "(SELECT project.id FROM projects AS project WHERE project.id = {} AND {} & CAST(?{} AS bigint) = 0)",
        project_of(resource),
        record_reasons(PROJECTS, "project"),
        KEYS_AT_ONCE + 1
    )
}

/// `?1, ?2, …`
pub fn numbered_parameters(count: usize) -> String {
    (1..=count).map(|number| format!("?{number}")).collect::<Vec<_>>().join(", ")
}
