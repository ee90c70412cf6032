//! What changed rows are for a client now.

use std::collections::HashMap;

use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_database::value::Value;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::{PersonKind, Resource};
use folkmoot_model::timestamp::cut_to_day;
use uuid::Uuid;

use super::page::{RecordChange, RecordState};
use crate::StoreError;
use crate::encode::{View, Written};
use crate::queries::{IDENTITIES_AT_ONCE, KEYS_AT_ONCE, Queries};

/// What identifies a record: its id, or the ids of the records that it joins.
pub type Identity = Vec<Uuid>;

/// A changed record, whichever rows it had.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Record {
    /// The record of the row with this key.
    Existing(i64),
    /// A record without a row.
    Removed(Identity),
}

/// The current state of some rows of a resource.
#[derive(Debug, Default)]
pub struct Found {
    /// The rows that the client sees, by key.
    visible: HashMap<i64, Visible>,
    /// The rows that exist and that the client does not see, by key.
    hidden: HashMap<i64, Described>,
    /// The rows that do not exist any more, by key.
    removed: HashMap<i64, Described>,
    /// The rows in which removed records exist again.
    restored: HashMap<Identity, i64>,
}

#[derive(Debug)]
struct Visible {
    id: Option<Uuid>,
    is_cut: bool,
    json: Vec<u8>,
    withholds_votes: bool,
}

/// What a deletion shows of a record.
#[derive(Debug)]
struct Described {
    identity: Identity,
    /// Whether the timestamps of the record are cut to the day below the level `full`.
    is_cut: bool,
    /// The project of the record, if the client may know it.
    project: Option<Uuid>,
}

/// The keys of rows, existing or removed, between two keys, both included: the first `limit`.
pub fn keys_between(
    executor: &dyn Executor,
    queries: &Queries,
    (first, last): (i64, i64),
    limit: usize,
) -> Result<Vec<i64>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let parameters = [first.into(), last.into(), limit.into()];
    executor.all(&queries.keys_between, &parameters, |row| row.required_integer(0))
}

/// The keys of the rows between two keys, both included, that are hidden for exactly these reasons: the first `limit`.
pub fn keys_inserted(
    executor: &dyn Executor,
    queries: &Queries,
    ((first, last), hidden_by): ((i64, i64), i64),
    limit: usize,
) -> Result<Vec<i64>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let parameters = [first.into(), last.into(), limit.into(), hidden_by.into()];
    executor.all(&queries.keys_inserted, &parameters, |row| row.required_integer(0))
}

impl Found {
    /// Reads the rows with these keys as a view shows them.
    pub fn read(
        executor: &dyn Executor,
        queries: &Queries,
        resource: &Resource,
        keys: &[i64],
        view: &View,
    ) -> Result<Self, StoreError> {
        let mut found = Self::default();
        let reader = Reader { executor, queries, resource, view };
        reader.add_visible(keys, &mut found)?;
        let mut others: Vec<i64> = keys.to_vec();
        others.retain(|key| !found.visible.contains_key(key));
        reader.add_described(&queries.described, &others, &mut found.hidden)?;
        others.retain(|key| !found.hidden.contains_key(key));
        reader.add_removed(&others, &mut found)?;
        let identities: Vec<&Identity> = found.removed.values().map(|removed| &removed.identity).collect();
        found.restored = reader.restored(&identities)?;
        let restored = found.restored.values();
        let unread =
            restored.filter(|key| !found.visible.contains_key(key) && !found.hidden.contains_key(key));
        let mut unread: Vec<i64> = unread.copied().collect();
        reader.add_visible(&unread, &mut found)?;
        unread.retain(|key| !found.visible.contains_key(key));
        reader.add_described(&queries.described, &unread, &mut found.hidden)?;
        Ok(found)
    }

    /// Whether the client sees the row with this key.
    pub fn is_visible(&self, key: i64) -> bool {
        self.visible.contains_key(&key)
    }

    /// The record that a row with this key belongs to; `None` if nothing is known of the row.
    pub fn record(&self, key: i64) -> Option<Record> {
        if self.visible.contains_key(&key) || self.hidden.contains_key(&key) {
            return Some(Record::Existing(key));
        }
        let removed = self.removed.get(&key)?;
        let restored = self.restored.get(&removed.identity);
        Some(restored.map_or_else(|| Record::Removed(removed.identity.clone()), |key| Record::Existing(*key)))
    }

    /// The change of a record for the client; `key` is that of the row that changed last. Each record has one change.
    pub fn change(
        &mut self,
        resource: &'static Resource,
        record: &Record,
        (key, happened_at): (i64, i64),
        view: &View,
    ) -> RecordChange {
        let changed_at = |is_cut| {
            if is_cut && view.access.level() < AccessLevel::Full {
                cut_to_day(happened_at)
            } else {
                happened_at
            }
        };
        let described = match record {
            Record::Existing(key) => {
                if let Some(Visible { id, is_cut, json, withholds_votes }) = self.visible.remove(key) {
                    let state = RecordState::Visible { json, withholds_votes };
                    let changed_at = changed_at(is_cut);
                    return RecordChange {
                        resource,
                        id,
                        changed_at,
                        state,
                        was_visible: true,
                        last_project: None,
                    };
                }
                self.hidden.get(key)
            }
            Record::Removed(_) => self.removed.get(&key),
        };
        let identity = described.map(|described| described.identity.as_slice()).unwrap_or_default();
        let changed_at = changed_at(described.is_some_and(|described| described.is_cut));
        let (id, ids) = if resource.has_id() {
            (identity.first().map(|id| shown_id(resource, *id, view)), None)
        } else {
            (None, Some(ids_as_json(resource, identity)))
        };
        let last_project = described.and_then(|described| described.project);
        RecordChange {
            resource,
            id,
            changed_at,
            state: RecordState::Deleted(ids),
            was_visible: true,
            last_project,
        }
    }
}

/// The id of a record as the view shows it.
fn shown_id(resource: &Resource, id: Uuid, view: &View) -> Uuid {
    match view.access.pseudonyms() {
        Some(pseudonyms) if folkmoot_model::access::are_people(resource) => {
            Uuid::from_bytes(pseudonyms.replace(PersonKind::Other, id.into_bytes()))
        }
        _ => id,
    }
}

fn ids_as_json(resource: &Resource, ids: &[Uuid]) -> String {
    let members = resource.identity().iter().zip(ids).map(|(name, id)| format!("\"{name}\":\"{id}\""));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// Reads rows of a resource.
struct Reader<'a> {
    executor: &'a dyn Executor,
    queries: &'a Queries,
    resource: &'a Resource,
    view: &'a View,
}

impl Reader<'_> {
    fn add_visible(&self, keys: &[i64], found: &mut Found) -> Result<(), StoreError> {
        let queries = self.queries.seen_by(&self.view.access);
        for parameters in key_parameters(keys) {
            self.executor.query(&queries.changed, &parameters, &mut |row| {
                let mut json = Vec::with_capacity(1024);
                let Written::Record { withholds_votes } =
                    queries.encoding.write(row, self.view, &mut json)?
                else {
                    return Ok(());
                };
                let further = queries.encoding.columns;
                let id = if self.resource.has_id() { Some(row.required_uuid(further + 1)?) } else { None };
                let id = id.map(|id| shown_id(self.resource, id, self.view));
                let is_cut = row.boolean(further)?.unwrap_or(true);
                let visible = Visible { id, is_cut, json, withholds_votes };
                found.visible.insert(row.required_integer(0)?, visible);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Reads the identities of existing rows, whether or not the client sees them.
    fn add_described(
        &self,
        sql: &str,
        keys: &[i64],
        described: &mut HashMap<i64, Described>,
    ) -> Result<(), StoreError> {
        let hidden = self.view.access.audience().reasons_to_hide();
        for mut parameters in key_parameters(keys) {
            parameters.push(hidden.into());
            self.executor.query(sql, &parameters, &mut |row| {
                let identity = self.identity(row, 3)?;
                let is_cut = row.boolean(1)?.unwrap_or(true);
                let project = row.uuid(2)?.map(Uuid::from_bytes);
                described.insert(row.required_integer(0)?, Described { identity, is_cut, project });
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Reads what is stored of removed rows.
    fn add_removed(&self, keys: &[i64], found: &mut Found) -> Result<(), StoreError> {
        let expected = self.resource.identity();
        for parameters in key_parameters(keys) {
            self.executor.query(&self.queries.removed, &parameters, &mut |row| {
                let identity = match (row.uuid(2)?, row.text(3)?) {
                    (Some(id), _) => vec![Uuid::from_bytes(id)],
                    (None, Some(ids)) => parse_ids(expected, ids)?,
                    (None, None) => return Err(StoreError::Value("a removed record has no id".to_owned())),
                };
                let is_cut = row.boolean(1)?.unwrap_or(true);
                let project = row.uuid(4)?.map(Uuid::from_bytes);
                found.removed.insert(row.required_integer(0)?, Described { identity, is_cut, project });
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The keys of the rows in which records exist.
    fn restored(&self, identities: &[&Identity]) -> Result<HashMap<Identity, i64>, StoreError> {
        let mut restored = HashMap::new();
        for identities in identities.chunks(IDENTITIES_AT_ONCE) {
            let padding = identities.last().into_iter().cycle();
            let padded = identities.iter().chain(padding).take(IDENTITIES_AT_ONCE);
            let parameters: Vec<Value> =
                padded.flat_map(|ids| ids.iter().map(|id| Value::from(*id))).collect();
            self.executor.query(&self.queries.by_identities, &parameters, &mut |row| {
                restored.insert(self.identity(row, 1)?, row.required_integer(0)?);
                Ok(())
            })?;
        }
        Ok(restored)
    }

    fn identity(&self, row: &dyn RowReader, first: usize) -> Result<Identity, StoreError> {
        (first..).zip(self.resource.identity()).map(|(column, _)| row.required_uuid(column)).collect()
    }
}

/// The ids with these names in a JSON object.
fn parse_ids(names: &[&str], json: &str) -> Result<Identity, StoreError> {
    let invalid = || StoreError::Value(format!("a removed record is described as {json}"));
    let ids: HashMap<String, Uuid> = serde_json::from_str(json).map_err(|_| invalid())?;
    names.iter().map(|name| ids.get(*name).copied().ok_or_else(invalid)).collect()
}

/// Keys as the parameters of statements that take [`KEYS_AT_ONCE`], padded with the last key.
pub fn key_parameters(keys: &[i64]) -> impl Iterator<Item = Vec<Value>> {
    keys.chunks(KEYS_AT_ONCE).map(|keys| {
        let padding = keys.last().into_iter().cycle();
        keys.iter().chain(padding).take(KEYS_AT_ONCE).map(|key| Value::from(*key)).collect()
    })
}
