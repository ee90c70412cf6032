//! How access levels below `full` change a list: its records, the values that filters compare, and its order.

use std::sync::Arc;

use folkmoot_model::access::{AccessLevel, Treatment, treatment};
use folkmoot_model::resource::facets::{NumberType, VOTING, enum_value_hash};
use folkmoot_model::resource::{
    PersonKind, PersonReference, Privacy, PublicRecords, Resource, VOTING_STATES,
};
use folkmoot_store::access::{AccessView, Pseudonyms};
use uuid::Uuid;

use super::columns::IndexColumns;
use super::pseudonymized_ids::PseudonymizedIds;
use super::query::{Condition, NumberRange, Query, Sort, SortBy};

/// The position of the number with the timestamp of the last change.
const CHANGED: usize = 0;

/// The parts of a resource that the access levels need, resolved to positions in the list index.
#[derive(Debug)]
pub struct ListAccess {
    /// The resource whose list index the list is read from.
    pub(super) indexed: &'static Resource,
    /// The resource that a reader must be permitted to read.
    listed: &'static Resource,
    /// Which records are public, and the facet that says so.
    public: PublicRecords,
    public_facet: Option<usize>,
    /// The facet with the state of the votes that hide records.
    voting_facet: Option<usize>,
    /// The numbers with the cut timestamps of the creation and of the last change.
    cut: Option<(usize, usize)>,
    /// The numbers with the time of the outline, uncut and cut.
    cut_time: Option<(usize, usize)>,
    /// The facets with ids of people.
    people: Vec<PersonFacet>,
    /// The kind of the person that each record, or the deleted record, is.
    own_kind: Option<PersonKind>,
    /// The facets with ids of records that the level `public` may not see, and the resources of these records.
    hideable: Vec<(usize, &'static str)>,
}

#[derive(Debug)]
struct PersonFacet {
    facet: usize,
    kinds: PersonKinds,
}

#[derive(Debug)]
enum PersonKinds {
    One(PersonKind),
    /// The kind in the records of which a facet has one of these values.
    Where(Vec<(usize, Vec<u128>, PersonKind)>),
}

impl ListAccess {
    /// For a list of records of `indexed`: `listed`, or tombstones of its records.
    pub fn new(indexed: &'static Resource, listed: &'static Resource) -> Self {
        let columns = IndexColumns::new(indexed);
        let public_facet = match indexed.public {
            PublicRecords::Where(column) => columns.facet(column),
            PublicRecords::All | PublicRecords::None => None,
        };
        let cut = |column| columns.number(column, NumberType::CutTimestamp);
        let cut_time = indexed.outline.and_then(|outline| {
            let [begin, cut_begin] =
                outline.time.begin_numbers().map(|number| columns.number(number.column, number.kind));
            begin.zip(cut_begin)
        });
        let people = indexed.fields.iter().filter_map(|field| match field.privacy {
            Privacy::Person(reference) => {
                let facet = columns.facet(field.name)?;
                Some(PersonFacet { facet, kinds: PersonKinds::new(reference, &columns)? })
            }
            _ => None,
        });
        let own_kind = listed.field("id").and_then(|id| match id.privacy {
            Privacy::Person(reference) => reference.kind(true),
            _ => None,
        });
        let hideable =
            indexed.fields.iter().filter_map(|field| match treatment(AccessLevel::Public, indexed, field) {
                Treatment::PublicReference(target) => Some((columns.facet(field.name)?, target)),
                _ => None,
            });
        let hideable = hideable.collect();
        Self {
            indexed,
            listed,
            hideable,
            public: indexed.public,
            public_facet,
            voting_facet: columns.facet(VOTING),
            cut: cut(indexed.order_column()).zip(cut(indexed.change_column())),
            cut_time,
            people: people.collect(),
            own_kind,
        }
    }

    /// Restricts a request for a list to what its reader sees; `sort` is the requested order, if any.
    pub(super) fn restrict(&self, access: &AccessView, query: &mut Query, sort: &mut Option<Sort>) {
        if access.level() == AccessLevel::Full {
            return;
        }
        let requested = sort.unwrap_or_default();
        if let Some((created, changed)) = self.cut {
            let sorted_at = std::mem::take(&mut query.sorted_at);
            query.conditions.iter_mut().for_each(|condition| match condition {
                Condition::Range { number, .. } if *number == CHANGED => *number = changed,
                Condition::Range { number, .. } => {
                    *number =
                        self.cut_time.filter(|(time, _)| time == number).map_or(*number, |(_, cut)| cut);
                }
                _ => {}
            });
            if sorted_at != NumberRange::default() {
                query.conditions.push(Condition::Range { number: created, range: sorted_at });
            }
            let by = match requested.by {
                SortBy::Timestamp => SortBy::Number(created),
                SortBy::Number(CHANGED) => SortBy::Number(changed),
                number @ SortBy::Number(_) => number,
            };
            *sort = Some(Sort { by, ..requested });
        }
        let conditions = std::mem::take(&mut query.conditions);
        query.conditions = conditions.into_iter().map(|condition| self.shown(access, condition)).collect();
        query.conditions.extend(self.visible(access));
    }

    /// Removes from the conditions the ids of records that the level does not see: no record refers to them. `is_public` says whether the
    /// record of a resource with an id is public.
    pub(super) fn forget_hidden(
        &self,
        access: &AccessView,
        query: &mut Query,
        is_public: impl Fn(&'static str, u128) -> bool,
    ) {
        if access.level() != AccessLevel::Public {
            return;
        }
        for condition in &mut query.conditions {
            let Condition::AnyOf { facet, values } = condition else { continue };
            for (_, target) in self.hideable.iter().filter(|(hideable, _)| hideable == facet) {
                values.retain(|id| is_public(target, *id));
            }
        }
    }

    /// The ids that the client sees of the records, if these are pseudonyms.
    pub(super) fn pseudonymized_ids(&self, access: &AccessView) -> Option<Arc<dyn PseudonymizedIds>> {
        let (kind, pseudonyms) = self.own_kind.zip(access.pseudonyms())?;
        Some(Arc::new(ClientPseudonyms { client: access.client()?, kind, pseudonyms: pseudonyms.clone() }))
    }

    /// Whether the reader sees pseudonyms in place of the ids of the records.
    pub fn replaces_ids(&self, access: &AccessView) -> bool {
        self.own_kind.is_some() && access.pseudonyms().is_some()
    }

    /// Whether the reader sees none of the records.
    pub(super) fn is_empty_for(&self, access: &AccessView) -> bool {
        let level = access.level();
        !access.reads(self.listed)
            || level <= AccessLevel::Anonymous && self.own_kind.is_some()
            || level == AccessLevel::Public && self.public == PublicRecords::None
    }

    /// The conditions that a record is visible.
    fn visible(&self, access: &AccessView) -> impl Iterator<Item = Condition> {
        let public = self.public_facet.filter(|_| access.level() == AccessLevel::Public);
        let public = public.map(|facet| Condition::AnyOf { facet, values: vec![1] });
        let shown = VOTING_STATES.iter().map(|(state, _)| *state).filter(|state| !access.hides_votes(state));
        let shown: Vec<u128> = shown.map(enum_value_hash).collect();
        let hides = shown.len() < VOTING_STATES.len();
        let voting = self.voting_facet.filter(|_| hides);
        let voting = voting.map(|facet| Condition::AnyOf { facet, values: shown });
        public.into_iter().chain(voting)
    }

    /// A condition on shown values as one on stored values.
    fn shown(&self, access: &AccessView, condition: Condition) -> Condition {
        match condition {
            Condition::AnyOf { facet, values } => {
                let person = self.people.iter().find(|person| person.facet == facet);
                match person.zip(access.pseudonyms()) {
                    Some((person, pseudonyms)) => person.restored(&values, pseudonyms),
                    None => Condition::AnyOf { facet, values },
                }
            }
            Condition::Ids(mut ids) => {
                if let Some((kind, pseudonyms)) = self.own_kind.zip(access.pseudonyms()) {
                    ids = restored(&ids, kind, pseudonyms);
                }
                Condition::Ids(ids)
            }
            Condition::BoundingBox { longitude, latitude, bounds, .. }
                if access.level() == AccessLevel::Public =>
            {
                let decimals = Some(access.settings().coordinate_decimals);
                Condition::BoundingBox { longitude, latitude, bounds, decimals }
            }
            other => other,
        }
    }
}

impl PersonFacet {
    /// The condition that the record refers to the people with these pseudonyms, each of the kind of the record.
    fn restored(&self, pseudonyms: &[u128], keys: &Pseudonyms) -> Condition {
        let is_one = |kind| Condition::AnyOf { facet: self.facet, values: restored(pseudonyms, kind, keys) };
        match &self.kinds {
            PersonKinds::One(kind) => is_one(*kind),
            PersonKinds::Where(kinds) => {
                let sets = kinds.iter().map(|(facet, values, kind)| {
                    vec![is_one(*kind), Condition::AnyOf { facet: *facet, values: values.clone() }]
                });
                Condition::OneOf(sets.collect())
            }
        }
    }
}

impl PersonKinds {
    /// The kinds of a reference; `None` if the list index does not know of which kind a record's is.
    fn new(reference: PersonReference, columns: &IndexColumns) -> Option<Self> {
        let either = match reference {
            PersonReference::Always(kind) | PersonReference::Only(_, kind) => return Some(Self::One(kind)),
            PersonReference::Either(either) => either,
        };
        let kinds = either.map(|(records, kind)| {
            let values = records.values.iter().map(|value| enum_value_hash(value)).collect();
            Some((columns.facet(records.column)?, values, kind))
        });
        Some(Self::Where(kinds.into_iter().collect::<Option<_>>()?))
    }
}

/// The sorted ids of the people with these pseudonyms.
fn restored(pseudonyms: &[u128], kind: PersonKind, keys: &Pseudonyms) -> Vec<u128> {
    let restore = |pseudonym: &u128| u128::from_be_bytes(keys.restore(kind, pseudonym.to_be_bytes()));
    let mut ids: Vec<u128> = pseudonyms.iter().map(restore).collect();
    ids.sort_unstable();
    ids
}

/// The pseudonyms of one kind that a client sees.
#[derive(Debug)]
struct ClientPseudonyms {
    client: Uuid,
    kind: PersonKind,
    pseudonyms: Pseudonyms,
}

impl PseudonymizedIds for ClientPseudonyms {
    fn client(&self) -> u128 {
        self.client.as_u128()
    }

    fn replace_all(&self, ids: &mut [u128]) {
        let mut bytes: Vec<[u8; 16]> = ids.iter().map(|id| id.to_be_bytes()).collect();
        self.pseudonyms.replace_all(self.kind, &mut bytes);
        ids.iter_mut().zip(bytes).for_each(|(id, shown)| *id = u128::from_be_bytes(shown));
    }
}
