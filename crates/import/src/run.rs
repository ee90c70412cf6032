//! The order of an import: everything is read and checked first, and written in one transaction afterwards.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_database::import_transaction::{Access, ImportControl, ImportOutcome, ImportTransaction};
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES, USERS, is_tombstones};
use folkmoot_store::imports::VisibilityReport;
use folkmoot_store::{Store, StoreError, platform as stored_platform, platform_clock, words};

use crate::context::ImportContext;
use crate::error::ImportError;
use crate::input::Input;
use crate::load::{self, LoadedFile};
use crate::options::Options;
use crate::platform::{self, PlatformFile};
use crate::record::RecordContext;
use crate::report::Summary;
use crate::sql::{count_rows, tables};
use crate::{
    changes, check, counters, day, deleted_people, deletions, derive, distant_points, erased, locales, merge,
    prepare, preview, relations, timed_ids, visibility,
};

/// An import is small if there are at least this many stored rows for each of its own.
const STORED_ROWS_FOR_EACH: u64 = 100;

/// Writes before the records, in the same transaction.
pub type BeforeWrite<'a> = dyn Fn(&mut ImportContext<'_>) -> Result<(), StoreError> + 'a;
/// A step between the reading of the files and the checks, which may change the staged rows.
pub type AfterLoad<'a> = dyn Fn(&mut ImportContext<'_>, &[LoadedFile]) -> Result<(), StoreError> + 'a;

/// Writes after the records, in the same transaction.
pub type AfterWrite<'a> = dyn Fn(&ImportTransaction<'_>, &Summary) -> Result<(), StoreError> + 'a;

/// The steps of an import that depend on who imports.
pub struct Steps<'a> {
    /// Whether a line with an error leaves out its record instead of ending the import.
    pub leaves_out: bool,
    /// See [`AfterLoad`].
    pub after_load: &'a AfterLoad<'a>,
    /// See [`BeforeWrite`].
    pub before_write: &'a BeforeWrite<'a>,
    /// See [`AfterWrite`].
    pub after_write: &'a AfterWrite<'a>,
}

impl Default for Steps<'_> {
    fn default() -> Self {
        Self {
            leaves_out: false,
            after_load: &|_, _| Ok(()),
            before_write: &|_| Ok(()),
            after_write: &|_, _| Ok(()),
        }
    }
}

/// Imports everything that the input contains, or changes nothing.
pub fn import(store: &Store, input: &dyn Input, options: &Options<'_>) -> Result<Summary, ImportError> {
    import_with(store, input, options, &Steps::default())
}

/// Like [`import`], with further steps.
pub fn import_with(
    store: &Store,
    input: &dyn Input,
    options: &Options<'_>,
    steps: &Steps<'_>,
) -> Result<Summary, ImportError> {
    let access = if options.mode.dry_run { Access::Read } else { Access::Write };
    let progress = options.progress;
    let control =
        ImportControl { waiting: &|| progress.waiting(), is_interrupted: &|| progress.check().is_err() };
    let done = progress
        .check()
        .map_err(ImportError::from)
        .and_then(|()| store.import(access, control, |transaction| run(transaction, input, options, steps)));
    // The statement that was interrupted has failed.
    let done = match (done, progress.check()) {
        (Err(ImportError::Store(error)), Err(interruption)) if !error.is_uncertain() => {
            Err(interruption.into())
        }
        (done, _) => done,
    };
    let done = done.map(|ImportOutcome { value, locked }| {
        if let Some(locked) = locked {
            tracing::info!(rows = value.rows(), write_lock_ms = locked.as_millis(), "finished import");
        }
        for VisibilityReport { access, resource, records } in &value.becoming_visible {
            tracing::info!(
                access,
                resource,
                records,
                options.dry_run = options.mode.dry_run,
                "counted records that become visible"
            );
        }
        Summary { locked, ..value }
    });
    // If the records may have been stored, a later start or import decides whether the blobs are orphaned.
    let is_uncertain = matches!(&done, Err(ImportError::Store(error)) if error.is_uncertain());
    if !is_uncertain && let Err(error) = options.blobs.finish() {
        tracing::warn!(%error, "failed to delete orphaned blobs; will retry");
    }
    done
}

/// The contents of the files.
struct Loaded {
    platform: PlatformFile,
    files: Vec<LoadedFile>,
}

/// Until the final write begins, an import changes nothing but its own tables and blocks nobody.
fn run(
    transaction: &ImportTransaction<'_>,
    input: &dyn Input,
    options: &Options<'_>,
    steps: &Steps<'_>,
) -> Result<Summary, ImportError> {
    let mut context = ImportContext::new(transaction, options.now.as_millisecond());
    if steps.leaves_out {
        context.report.leave_out();
    }
    transaction.create_table(tables::REJECTED_RECORDS, tables::REJECTED_COLUMNS)?;
    changes::declare_tables(transaction);
    for warning in input.warnings() {
        context.report.add_warning(warning);
    }
    let loaded = load(&mut context, input, options)?;
    options.progress.begin("checks");
    // Stored records are read only from here on, so that the checks see a state as new as possible.
    transaction.refresh_snapshot()?;
    erased::skip(&mut context, &loaded.files)?;
    (steps.after_load)(&mut context, &loaded.files)?;
    locales::check(&mut context, &loaded.platform, options.mode.remove_locales)?;
    let checked = check_all(&mut context, &loaded)?;
    timed_ids::warn(&mut context, &loaded.files)?;
    distant_points::warn(&mut context, &loaded.files)?;
    context.summary.dry_run = options.mode.dry_run;
    if options.mode.dry_run {
        context.summary.platform_changed = loaded.platform.is_different(&context)?;
        preview::count(&mut context, &loaded.files)?;
        visibility::preview(&mut context, &loaded.files)?;
    } else {
        compare(&mut context, &loaded.files)?;
        options.progress.begin("writing");
        transaction.begin_write()?;
        tracing::info!("started the final write");
        // Before rows are removed: the newest of a table may be among them.
        context.read_newest()?;
        (steps.before_write)(&mut context)?;
        write(&mut context, &loaded, &checked, options)?;
        // The embedded database has its pages in memory until the commit.
        options.progress.check_space(transaction.commit_bytes()?)?;
    }
    context.report_held_back();
    context.summary.warnings = context.report.warnings();
    if !options.mode.dry_run {
        (steps.after_write)(transaction, &context.summary)?;
    }
    Ok(context.summary)
}

/// Reads every file of the input into staging tables.
fn load(
    context: &mut ImportContext<'_>,
    input: &dyn Input,
    options: &Options<'_>,
) -> Result<Loaded, ImportError> {
    let platform = platform::load(context, input)?;
    // The stored platform was read; the rest of the database is not read before the checks.
    context.transaction.refresh_snapshot()?;
    let leaves_out = context.report.leaves_out();
    let records = RecordContext {
        input,
        blobs: options.blobs,
        locales: &platform.locales,
        now: context.now,
        leaves_out,
    };
    let mut files = Vec::new();
    for resource in [DELETED_ITEMS].into_iter().chain(RESOURCES.iter().copied()) {
        files.push(load::load(context, resource, &records, options.progress)?);
        end_if_full(context)?;
    }
    // Otherwise each reference to one of its records would be an error.
    if context.report.lacks_a_file() {
        return Err(invalid(context));
    }
    Ok(Loaded { platform, files })
}

/// Reports all errors of the staged rows. Returns the newest change of each subject that the checks have seen.
fn check_all(context: &mut ImportContext<'_>, loaded: &Loaded) -> Result<BTreeMap<String, i64>, ImportError> {
    let newest = changes::newest_by_subject(context)?;
    context.read_newest()?;
    if is_small(context, &loaded.files)? {
        context.transaction.expect_few_rows()?;
    }
    prepare::create_views(context, &loaded.files)?;
    let left_out = context.summary.left_out.count;
    for file in &loaded.files {
        check_file(context, file)?;
        end_if_full(context)?;
    }
    check_rest(context, &loaded.files, left_out)?;
    finish_checks(context, loaded)?;
    Ok(newest)
}

/// Repeats the checks while they leave out further records, because other records may refer to those. `known` were left out
/// before.
fn check_rest(
    context: &mut ImportContext<'_>,
    files: &[LoadedFile],
    mut known: u64,
) -> Result<(), StoreError> {
    while context.summary.left_out.count > known {
        known = context.summary.left_out.count;
        for file in files {
            repeat_check(context, file)?;
        }
    }
    Ok(())
}

fn repeat_check(context: &mut ImportContext<'_>, file: &LoadedFile) -> Result<(), StoreError> {
    if file.exists {
        let plural = file.shape.resource.names.plural;
        let is_compared = context.compared.remove(plural).is_some();
        let rows = if is_compared { tables::pending_rows } else { tables::existing_records };
        context.transaction.drop_table(&rows(plural))?;
    }
    check_file(context, file)
}

/// Compares the rows of all files with the stored ones, unless they were compared since their last check.
fn compare(context: &mut ImportContext<'_>, files: &[LoadedFile]) -> Result<(), StoreError> {
    let mut compared = BTreeSet::new();
    for file in files.iter().filter(|file| file.exists) {
        let plural = file.shape.resource.names.plural;
        if !context.compared.contains_key(plural) {
            merge::compare(context, file)?;
            compared.insert(plural);
        }
    }
    files.iter().try_for_each(|file| relations::compare(context, &file.shape, &compared))
}

/// Whether the files have few rows compared with the stored rows, so that looking them up takes less time
/// than reading complete tables.
fn is_small(context: &ImportContext<'_>, files: &[LoadedFile]) -> Result<bool, StoreError> {
    let mut staged = 0;
    for file in files.iter().filter(|file| file.exists) {
        staged += context.count(&count_rows(&file.shape.staging_table()))?;
    }
    Ok(staged.saturating_mul(STORED_ROWS_FOR_EACH) < context.greatest_keys())
}

fn check_file(context: &mut ImportContext<'_>, file: &LoadedFile) -> Result<(), StoreError> {
    if !file.exists {
        return Ok(());
    }
    context.report.begin(file.name.clone());
    if is_tombstones(file.shape.resource) {
        deletions::check_types(context)?;
    }
    check::check(context, file)
}

fn finish_checks(context: &mut ImportContext<'_>, loaded: &Loaded) -> Result<(), ImportError> {
    if let Some(tombstones) = loaded.files.iter().find(|file| is_tombstones(file.shape.resource)) {
        context.report.begin(tombstones.name.clone());
    }
    deletions::check(context)?;
    if context.report.has_no_problems() { Ok(()) } else { Err(invalid(context)) }
}

/// Ends an import with very many errors, of which only the first are reported.
fn end_if_full(context: &mut ImportContext<'_>) -> Result<(), ImportError> {
    if context.report.is_full() { Err(invalid(context)) } else { Ok(()) }
}

fn invalid(context: &mut ImportContext<'_>) -> ImportError {
    ImportError::Invalid(Box::new(std::mem::take(&mut context.report).into_problems()))
}

/// Writes everything in the transaction that has begun. `checked` is the newest change of each subject at the checks.
fn write(
    context: &mut ImportContext<'_>,
    loaded: &Loaded,
    checked: &BTreeMap<String, i64>,
    options: &Options<'_>,
) -> Result<(), ImportError> {
    let transaction = context.transaction;
    if let Some(tables) = context.empty_tables() {
        transaction.defer_indexes(&tables)?;
        context.read_newest()?;
    }
    check_again(context, loaded, checked)?;
    if let Some(platform) = &loaded.platform.platform {
        context.summary.platform_changed = stored_platform::import(transaction.executor(), platform)?;
    }
    day::advance(context)?;
    deletions::remember_withdrawn_votes(context)?;
    deleted_people::note_records(context)?;
    for file in &loaded.files {
        write_file(context, file, options)?;
    }
    deletions::refresh_votes(context)?;
    context.finish_rows()?;
    options.progress.begin("counters");
    for resource in RESOURCES {
        counters::count(context, resource)?;
    }
    transaction.rebuild_indexes()?;
    options.progress.begin("words");
    words::index(transaction)?;
    options.blobs.attach(transaction)?;
    visibility::count(context)?;
    changes::publish_changes(context)?;
    // Last, because servers record the time as well and would wait for the end of the import.
    platform_clock::record(transaction.executor(), context.current_time())?;
    Ok(())
}

/// Repeats the checks that depend on later writes of others.
fn check_again(
    context: &mut ImportContext<'_>,
    loaded: &Loaded,
    checked: &BTreeMap<String, i64>,
) -> Result<(), ImportError> {
    let newest = changes::newest_by_subject(context)?;
    let is_changed = |subject: &str| newest.get(subject) != checked.get(subject);
    if loaded.platform.is_outdated(context)? {
        return Err(ImportError::LocalesChanged);
    }
    if is_changed(USERS.names.plural) {
        // Some may have been erased.
        erased::skip(context, &loaded.files)?;
    }
    let left_out = context.summary.left_out.count;
    for file in loaded.files.iter().filter(|file| file.exists) {
        let resource = file.shape.resource;
        if check::subjects(resource).into_iter().any(is_changed) {
            let plural = resource.names.plural;
            tracing::info!(resource = plural, "repeating checks; records changed in the meantime");
            repeat_check(context, file)?;
        }
    }
    check_rest(context, &loaded.files, left_out)?;
    finish_checks(context, loaded)?;
    Ok(compare(context, &loaded.files)?)
}

/// Merges a file, after the stored records that refer to what earlier files have changed.
fn write_file(
    context: &mut ImportContext<'_>,
    file: &LoadedFile,
    options: &Options<'_>,
) -> Result<(), StoreError> {
    let shape = &file.shape;
    let is_tombstones = is_tombstones(shape.resource);
    if !is_tombstones {
        derive::refresh(context, shape.resource)?;
    }
    if file.exists {
        options.progress.begin(&file.name);
        merge::merge(context, file)?;
    }
    if is_tombstones {
        return deletions::remove(context);
    }
    if file.exists {
        deletions::remove_restored_tombstones(context, shape)?;
    }
    relations::merge(context, shape)
}
