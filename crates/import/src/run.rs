//! The course of an import: everything is read and checked first, and written in one transaction afterwards.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use folkmoot_model::resource::Resource;
use folkmoot_model::resource::facets::relations as relations_of;
use folkmoot_model::resources::all_resources;
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use folkmoot_store::StoreError;
use folkmoot_store::changes::{self, Subject};
use folkmoot_store::platform::Platform;
use folkmoot_store::session::Session;

use super::input::{Input, PLATFORM};
use super::record::Context;
use super::report::{Report, Summary, Unknown};
use super::shape::{Shape, derived, references, relations_in};
use super::stage::{self, REFUSED, Staged, listing_table, pairs_table};
use super::{
    ImportError, Options, changed, check, counters, deletions, derive, merge, platform, preview, relations,
};

/// An import under way.
pub struct Run<'a> {
    /// The connection.
    pub session: &'a Session<'a>,
    /// Errors and warnings so far.
    pub report: Report,
    /// What was done so far.
    pub summary: Summary,
    /// The resources whose planned records have a view.
    pub views: RefCell<BTreeSet<&'static str>>,
    /// The greatest key of each table before the import.
    newest: HashMap<&'static str, i64>,
    /// The newest change of each subject when the rows were checked.
    checked: BTreeMap<String, i64>,
    input: &'a dyn Input,
    options: &'a Options<'a>,
    /// The platform that the input describes.
    platform: Option<Platform>,
    locale: String,
}

/// A resource's file, read into its staging table.
pub struct StagedFile {
    /// The form of its rows.
    pub shape: Shape,
    /// What it brought.
    pub staged: Staged,
    /// Whether the input has such a file.
    pub exists: bool,
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
        changed::create(session)?;
        Ok(Self {
            session,
            report: Report::default(),
            summary: Summary::default(),
            views: RefCell::default(),
            newest: HashMap::new(),
            checked: BTreeMap::new(),
            input,
            options,
            platform: None,
            locale: String::new(),
        })
    }

    /// The greatest key of a table before the import; 0 where it had no rows.
    pub fn newest(&self, table: &str) -> i64 {
        self.newest.get(table).copied().unwrap_or(0)
    }

    /// The moment of the import, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.options.now.as_millisecond()
    }

    /// Does the whole import. Until its write begins, it changes nothing but tables of its own, and blocks nobody.
    pub fn run(mut self) -> Result<Summary, ImportError> {
        for sentence in self.input.oddities() {
            self.report.add_odd(sentence);
        }
        let files = self.read()?;
        self.options.progress.begin("checks");
        // What is stored is looked at only now, so that the state that the checks see is as new as possible.
        self.session.renew()?;
        self.check_all(&files)?;
        self.summary.dry_run = self.options.dry_run;
        if self.options.dry_run {
            preview::count(&mut self, &files)?;
        } else {
            self.options.progress.begin("writing");
            self.session.begin_write(&|| self.options.progress.waiting())?;
            tracing::info!("started the final write");
            self.write(&files)?;
        }
        self.summary.warnings = self.report.warnings();
        Ok(self.summary)
    }

    /// Reads every file of the input into tables of the import's own.
    fn read(&mut self) -> Result<Vec<StagedFile>, ImportError> {
        self.read_platform_file()?;
        // The stored platform was read; nothing else of the database is until the checks.
        self.session.renew()?;
        let resources = [DELETED_ITEMS].into_iter().chain(RESOURCES.iter().copied());
        resources.map(|resource| self.stage(resource)).collect()
    }

    fn read_platform_file(&mut self) -> Result<(), ImportError> {
        self.report.begin(PLATFORM.to_owned());
        let text = self.input.platform();
        let text = text.map_err(|cause| ImportError::File { name: PLATFORM.to_owned(), cause })?;
        let stored = self.session.platform()?;
        if let Some(text) = text {
            self.platform = self.read_platform(&text, stored.as_ref());
        } else if stored.is_none() {
            self.report.add(platform::missing());
        }
        if let Some(platform) = self.platform.as_ref().or(stored.as_ref()) {
            platform.default_locale().clone_into(&mut self.locale);
        }
        Ok(())
    }

    fn read_platform(&mut self, text: &str, stored: Option<&Platform>) -> Option<Platform> {
        let (platform, unknown) = platform::read(text, stored);
        for field in unknown {
            self.report.add_unknown(&field, Unknown { lines: 1, first: 0 });
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

    fn stage(&mut self, resource: &'static Resource) -> Result<StagedFile, ImportError> {
        let (shape, plural) = (Shape::of(resource), resource.names.plural);
        let name = self.input.name(plural);
        self.report.begin(name.clone());
        stage::create(self.session, &shape)?;
        let exists = self.input.has(plural);
        let mut staged = Staged::NOTHING;
        if exists {
            self.options.progress.begin(&name);
            let context = Context {
                input: self.input,
                contents: self.options.contents,
                locale: &self.locale,
                now: self.options.now.as_millisecond(),
            };
            staged = stage::stage(self.session, &shape, &context, self.options.progress, &mut self.report)?;
        }
        stage::index(self.session, &shape)?;
        Ok(StagedFile { shape, staged, exists })
    }

    /// Finds all errors of the staged rows.
    fn check_all(&mut self, files: &[StagedFile]) -> Result<(), ImportError> {
        self.checked = self.newest_changes()?;
        self.find_newest()?;
        for file in files {
            self.check(file)?;
        }
        self.finish_checks()
    }

    fn check(&mut self, file: &StagedFile) -> Result<(), StoreError> {
        if !file.exists {
            return Ok(());
        }
        let resource = file.shape.resource;
        self.report.begin(self.input.name(resource.names.plural));
        if resource.names.plural == DELETED_ITEMS.names.plural {
            deletions::check_types(self)?;
        }
        check::check(self, &file.shape, file.staged)
    }

    fn finish_checks(&mut self) -> Result<(), ImportError> {
        self.report.begin(self.input.name(DELETED_ITEMS.names.plural));
        deletions::check(self)?;
        if self.report.is_good() {
            return Ok(());
        }
        Err(ImportError::Wrong(Box::new(std::mem::take(&mut self.report).into_problems())))
    }

    /// The newest change of each subject.
    fn newest_changes(&self) -> Result<BTreeMap<String, i64>, StoreError> {
        let subjects = all_resources().map(Subject::Records).chain([Subject::Platform]);
        let connection = self.session.connection();
        subjects
            .map(|subject| Ok((subject.name().to_owned(), changes::newest_of(connection, subject.name())?)))
            .collect()
    }

    fn find_newest(&mut self) -> Result<(), StoreError> {
        let related = RESOURCES.iter().flat_map(|resource| relations_of(resource));
        let tables = all_resources().map(|resource| resource.names.plural);
        for table in tables.chain(related.map(|relation| relation.table)) {
            let newest = self.session.number(&format!("SELECT MAX(key) FROM {table}"))?;
            self.newest.insert(table, newest);
        }
        Ok(())
    }

    /// Repeats the checks that depend on what others have written since they were made.
    fn check_again(&mut self, files: &[StagedFile]) -> Result<(), ImportError> {
        let now = self.newest_changes()?;
        let is_changed = |subject: &str| now.get(subject) != self.checked.get(subject);
        let stored = self.session.platform()?;
        let locale = self.platform.as_ref().or(stored.as_ref()).map_or("", Platform::default_locale);
        if locale != self.locale {
            return Err(ImportError::LocaleChanged);
        }
        let outdated: Vec<&StagedFile> = files
            .iter()
            .filter(|file| file.exists && reads(file.shape.resource).into_iter().any(is_changed))
            .collect();
        for file in outdated {
            let plural = file.shape.resource.names.plural;
            tracing::info!(resource = plural, "repeating checks; records changed in the meantime");
            self.session.forget(&check::known(plural))?;
            self.check(file)?;
        }
        self.finish_checks()
    }

    /// Writes everything, in the one transaction that has begun.
    fn write(&mut self, files: &[StagedFile]) -> Result<(), ImportError> {
        self.find_newest()?;
        if self.newest.values().all(|newest| *newest == 0) {
            self.session.take(&self.newest.keys().copied().collect::<Vec<_>>())?;
            self.find_newest()?;
        }
        self.check_again(files)?;
        if let Some(platform) = &self.platform {
            self.summary.platform_changed = self.session.store_platform(platform)?;
        }
        for file in files {
            self.merge(file)?;
        }
        self.options.progress.begin("counters");
        for resource in RESOURCES {
            counters::count(self, resource)?;
        }
        self.session.settle()?;
        self.options.contents.keep(self.session)?;
        changed::tell(self)?;
        Ok(())
    }

    fn merge(&mut self, file: &StagedFile) -> Result<(), StoreError> {
        let shape = &file.shape;
        let is_tombstones = shape.resource.names.plural == DELETED_ITEMS.names.plural;
        if !is_tombstones {
            derive::refresh(self, shape.resource)?;
        }
        if file.exists {
            self.options.progress.begin(&self.input.name(shape.resource.names.plural));
            merge::merge(self, shape, file.staged)?;
        }
        if is_tombstones {
            return deletions::remove(self);
        }
        if file.exists {
            deletions::forget_tombstones(self, shape)?;
        }
        self.relations(shape)
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

    /// Drops the tables of a relation's pairs.
    pub fn forget_pairs(&self, table: &str) -> Result<(), StoreError> {
        self.session.forget(&pairs_table(table))?;
        self.session.forget(&listing_table(table))
    }

    /// Whether the platform that the input describes differs from the stored one.
    pub fn changes_platform(&self) -> Result<bool, StoreError> {
        let stored = self.session.platform()?;
        Ok(self.platform.as_ref().is_some_and(|platform| {
            stored.is_none_or(|stored| {
                stored != Platform { public_api_enabled: stored.public_api_enabled, ..platform.clone() }
            })
        }))
    }
}

/// The subjects of the change feed whose records the checks of a resource's rows read.
fn reads(resource: &'static Resource) -> BTreeSet<&'static str> {
    let own = [resource.names.plural].into_iter();
    let referred = references(resource).into_iter().map(|(_, of, _)| of.names.plural);
    let listed = relations_of(resource).into_iter().map(|relation| relation.resource);
    let derived = derived(resource).flat_map(|(_, derived)| derived.tables.iter().copied());
    own.chain(referred).chain(listed).chain(derived).collect()
}
