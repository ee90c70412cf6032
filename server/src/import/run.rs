//! The course of an import, from the platform to the change feed.

use std::collections::HashMap;

use super::input::{Input, PLATFORM};
use super::record::Context;
use super::report::{Report, Summary};
use super::shape::{Shape, relations_in};
use super::stage::{self, REFUSED, listing_table, pairs_table};
use super::{ImportError, Options, changed, check, counters, deletions, derive, merge, platform, relations};
use crate::lists::facets::relations as relations_of;
use crate::resource::Resource;
use crate::resources::{DELETED_ITEMS, RESOURCES};
use crate::store::platform::Platform;
use crate::store::session::Session;
use crate::store::{StoreError, all_resources};

/// An import under way.
pub struct Run<'a> {
    /// The transaction.
    pub session: &'a Session<'a>,
    /// What is wrong and odd so far.
    pub report: Report,
    /// What was done so far.
    pub summary: Summary,
    /// The greatest key of each table before the import.
    newest: HashMap<&'static str, i64>,
    input: &'a dyn Input,
    options: &'a Options<'a>,
    locale: String,
}

impl<'a> Run<'a> {
    /// Makes the tables that the whole import needs.
    pub fn new(
        session: &'a Session<'a>,
        input: &'a dyn Input,
        options: &'a Options<'a>,
    ) -> Result<Self, ImportError> {
        session
            .create(REFUSED, "resource {text} NOT NULL, id {uuid} NOT NULL, PRIMARY KEY (resource, id)")?;
        check::create(session)?;
        changed::create(session)?;
        let mut newest = HashMap::new();
        let related = RESOURCES.iter().flat_map(|resource| relations_of(resource));
        let tables = all_resources().map(|resource| resource.names.plural);
        for table in tables.chain(related.map(|relation| relation.table)) {
            newest.insert(table, session.number(&format!("SELECT MAX(key) FROM {table}"))?);
        }
        if newest.values().all(|newest| *newest == 0) {
            session.take(&newest.keys().copied().collect::<Vec<_>>())?;
        }
        let (report, summary) = (Report::default(), Summary::default());
        Ok(Self { session, report, summary, newest, input, options, locale: String::new() })
    }

    /// The greatest key of a table before the import; 0 where it had no rows.
    pub fn newest(&self, table: &str) -> i64 {
        self.newest.get(table).copied().unwrap_or(0)
    }

    /// The moment of the import, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.options.now.as_millisecond()
    }

    /// Does the whole import.
    pub fn run(mut self) -> Result<Summary, ImportError> {
        for sentence in self.input.oddities() {
            self.report.add_odd(sentence);
        }
        self.platform()?;
        self.tombstones()?;
        for resource in RESOURCES {
            self.resource(resource)?;
        }
        self.report.begin(self.input.name(DELETED_ITEMS.names.plural));
        deletions::check(&mut self)?;
        if !self.report.is_good() {
            return Err(ImportError::Wrong(Box::new(self.report.into_problems())));
        }
        self.options.progress.begin("counters");
        for resource in RESOURCES {
            counters::count(&self, resource)?;
        }
        if !self.options.dry_run {
            self.session.settle()?;
        }
        self.options.contents.keep(self.session)?;
        changed::tell(&self)?;
        self.summary.warnings = self.report.warnings();
        self.summary.dry_run = self.options.dry_run;
        Ok(self.summary)
    }

    fn platform(&mut self) -> Result<(), ImportError> {
        self.report.begin(PLATFORM.to_owned());
        let text = self.input.platform();
        let text = text.map_err(|cause| ImportError::File { name: PLATFORM.to_owned(), cause })?;
        let stored = self.session.platform()?;
        let platform = if let Some(text) = text {
            self.read_platform(&text, stored.as_ref())
        } else {
            if stored.is_none() {
                self.report.add(platform::missing());
            }
            None
        };
        if let Some(platform) = &platform {
            self.summary.platform_changed = self.session.store_platform(platform)?;
        }
        if let Some(platform) = platform.or(stored) {
            platform.default_locale().clone_into(&mut self.locale);
        }
        Ok(())
    }

    fn read_platform(&mut self, text: &str, stored: Option<&Platform>) -> Option<Platform> {
        let (platform, unknown) = platform::read(text, stored);
        for field in unknown {
            self.report.add_unknown(&field, 1);
        }
        match platform {
            Ok(platform) => Some(platform),
            Err(problems) => {
                for problem in problems {
                    self.report.add(problem);
                }
                None
            }
        }
    }

    /// Reads the tombstones, stores them, and removes what they are of.
    fn tombstones(&mut self) -> Result<(), ImportError> {
        let shape = Shape::of(DELETED_ITEMS);
        let staged = self.stage(&shape)?;
        deletions::check_types(self)?;
        check::check(self, &shape)?;
        merge::merge(self, &shape, staged)?;
        deletions::remove(self)?;
        Ok(())
    }

    fn resource(&mut self, resource: &'static Resource) -> Result<(), ImportError> {
        let shape = Shape::of(resource);
        let staged = self.stage(&shape)?;
        derive::refresh(self, resource)?;
        if staged.rows > 0 || self.input.has(resource.names.plural) {
            check::check(self, &shape)?;
            merge::merge(self, &shape, staged)?;
            check::check_merged(self, &shape)?;
            deletions::forget_tombstones(self, &shape)?;
        }
        self.relations(&shape)?;
        self.session.forget(&shape.staged())?;
        Ok(())
    }

    /// Brings in what shorthands say of relations: with the file of the relation's own table, or at once where there
    /// is no such file.
    fn relations(&mut self, shape: &Shape) -> Result<(), StoreError> {
        let table = shape.resource.names.plural;
        for (owner, relation) in relations_in(table) {
            relations::merge(self, owner, &relation, Some(shape))?;
        }
        for shorthand in &shape.shorthands {
            if all_resources().all(|resource| resource.names.plural != shorthand.relation.table) {
                relations::merge(self, shape.resource, &shorthand.relation, None)?;
            }
        }
        Ok(())
    }

    fn stage(&mut self, shape: &Shape) -> Result<stage::Staged, ImportError> {
        let plural = shape.resource.names.plural;
        let name = self.input.name(plural);
        self.report.begin(name.clone());
        check::begin(self.session)?;
        stage::create(self.session, shape)?;
        if !self.input.has(plural) {
            return Ok(stage::Staged::NOTHING);
        }
        self.options.progress.begin(&name);
        let context = Context {
            input: self.input,
            contents: self.options.contents,
            locale: &self.locale,
            now: self.options.now.as_millisecond(),
        };
        stage::stage(self.session, shape, &context, self.options.progress, &mut self.report)
    }

    /// Drops the tables of a relation's pairs.
    pub fn forget_pairs(&self, table: &str) -> Result<(), StoreError> {
        self.session.forget(&pairs_table(table))?;
        self.session.forget(&listing_table(table))
    }
}
