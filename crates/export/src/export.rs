//! Reads all records in one state of the database, and passes them to the writers of the formats.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{Scope, ScopedJoinHandle, scope};

use folkmoot_index::list_access::ListAccess;
use folkmoot_index::{ScannedIndex, Selection, VisibleQuery};
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::Resource;
use folkmoot_store::encode::{DownloadUrls, View};
use folkmoot_store::platform::Platform;
use folkmoot_store::records::Scan;
use folkmoot_store::{Store, StoreError};
use uuid::Uuid;

use super::batch::Batch;
use super::describe::{self, Description};
use super::parquet::ParquetWriter;
use super::research;
use super::sqlite::{Details, SqliteWriter};
use super::table::Table;
use super::text::TextWriter;
use super::writer::{FormatWriter, Message, write_all};
use super::{ExportError, ExportProgress, ExportReport, ExportRequest, ExportSink, ExportedFile, Format};

/// The number of records that are read at once.
const BATCH_RECORDS: usize = 1000;
/// The memory that is reserved for a record, in bytes.
const RECORD_BYTES: usize = 1024;
/// The number of batches that wait for a writer at most.
const QUEUED_BATCHES: usize = 8;

/// Exports all records that a request selects, in one state of the database, and writes the files that describe them. Blocks
/// until all files are stored.
pub fn export(
    store: &Store,
    request: &ExportRequest,
    sink: &dyn ExportSink,
    progress: &dyn ExportProgress,
) -> Result<ExportReport, ExportError> {
    if request.access.level() == AccessLevel::Pseudonymous && request.access.pseudonyms_of().is_none() {
        return Err(ExportError::NoPseudonyms);
    }
    request.reserve.check(0)?;
    let run = |scan: &Scan<'_>| {
        Ok(Export::new(request, sink, progress, scan).and_then(|export| export.run(store, scan)))
    };
    store.records().scan_for_stream(request.since, run)?
}

/// The number of records of each resource.
type Rows = Vec<(&'static Resource, u64)>;

struct Export<'a> {
    request: &'a ExportRequest,
    sink: &'a dyn ExportSink,
    progress: &'a dyn ExportProgress,
    platform: Platform,
    view: View,
    tables: Vec<Arc<Table>>,
}

/// The thread that writes a format, and what it writes next.
struct Running<'scope> {
    messages: SyncSender<Message>,
    thread: ScopedJoinHandle<'scope, Result<Vec<ExportedFile>, ExportError>>,
}

/// Why records are no longer read.
enum Stop {
    Failed(ExportError),
    /// A writer failed.
    Writer,
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl<'a> Export<'a> {
    fn new(
        request: &'a ExportRequest,
        sink: &'a dyn ExportSink,
        progress: &'a dyn ExportProgress,
        scan: &Scan<'_>,
    ) -> Result<Self, ExportError> {
        let platform = scan.platform()?.ok_or(StoreError::NoPlatform)?;
        let wanted = request.locale.as_deref().unwrap_or(platform.default_locale());
        let Some(locale) = platform.locale(wanted).map(str::to_owned) else {
            return Err(ExportError::UnknownLocale { locale: wanted.to_owned(), known: platform.locales });
        };
        let others = platform.locales.iter().filter(|other| **other != locale).cloned();
        let view = View {
            locales: std::iter::once(locale.clone()).chain(others).collect(),
            platform_url: platform.url.clone(),
            downloads: Some(Arc::new(NoDownloads)),
            access: Arc::new(request.access.clone()),
        };
        let level = request.access.level();
        let tables = request.resources.iter().map(|resource| Arc::new(Table::new(resource, level))).collect();
        Ok(Self { request, sink, progress, platform, view, tables })
    }

    fn run(self, store: &Store, scan: &Scan<'_>) -> Result<ExportReport, ExportError> {
        let writers = self.writers()?;
        let (resources, mut files) =
            if writers.is_empty() { (Vec::new(), Vec::new()) } else { self.write_tables(scan, writers)? };
        research::write(self.request, &self.view, self.sink, store, scan, &mut files)?;
        let description = Description {
            request: self.request,
            platform: &self.platform,
            locale: &self.view.locales[0],
            tables: &self.tables,
            rows: &resources,
        };
        describe::write(&description, &mut files, self.sink)?;
        Ok(ExportReport {
            version: scan.version()?,
            exported_at: self.request.exported_at,
            level: self.request.access.level(),
            client: self.request.access.client(),
            locale: self.view.locales[0].clone(),
            resources,
            files,
        })
    }

    /// Writes the formats with all records. Returns the numbers of records, and the files.
    fn write_tables(
        &self,
        scan: &Scan<'_>,
        writers: Vec<Box<dyn FormatWriter + 'a>>,
    ) -> Result<(Rows, Vec<ExportedFile>), ExportError> {
        scope(|threads| {
            let running: Vec<_> = writers.into_iter().map(|writer| start(threads, writer)).collect();
            let read = self.read(scan, &running);
            let files = finish(running)?;
            match read {
                Ok(resources) => Ok((resources, files)),
                Err(Stop::Failed(error)) => Err(error),
                // A writer stops early only with an error, which was returned above.
                Err(Stop::Writer) => Err(ExportError::Cancelled),
            }
        })
    }

    fn writers(&self) -> Result<Vec<Box<dyn FormatWriter + 'a>>, ExportError> {
        let selected = Format::ALL.into_iter().filter(|format| self.request.formats.contains(format));
        let writer = |format| -> Result<Option<Box<dyn FormatWriter + 'a>>, ExportError> {
            Ok(Some(match format {
                Format::Parquet => Box::new(ParquetWriter::new(self.sink)),
                Format::Csv => Box::new(TextWriter::csv(self.sink)),
                Format::Ndjson => Box::new(TextWriter::ndjson(self.sink)),
                Format::Sqlite => Box::new(SqliteWriter::create(self.sink, self.details())?),
                Format::Pabulib | Format::Polis => return Ok(None),
            }))
        };
        selected.filter_map(|format| writer(format).transpose()).collect()
    }

    fn details(&self) -> Details {
        let values = vec![
            ("platform", self.platform.name.clone()),
            ("platform_url", self.platform.url.clone()),
            ("access_level", self.request.access.level().to_string()),
            ("locale", self.view.locales[0].clone()),
            ("exported_at", describe::time(self.request.exported_at)),
        ];
        Details { level: self.request.access.level(), resources: self.request.resources.clone(), values }
    }

    /// Passes all records to the writers. Returns the number of records of each resource.
    fn read(&self, scan: &Scan<'_>, writers: &[Running<'_>]) -> Result<Rows, Stop> {
        let read = |table: &Arc<Table>| {
            self.progress.begin(table.name());
            send(writers, &Message::Begin(Arc::clone(table)))?;
            let rows = self.read_table(table, scan, writers)?;
            send(writers, &Message::End)?;
            Ok((table.resource, rows))
        };
        let resources = self.tables.iter().map(read).collect::<Result<_, Stop>>()?;
        send(writers, &Message::Complete)?;
        Ok(resources)
    }

    fn read_table(&self, table: &Table, scan: &Scan<'_>, writers: &[Running<'_>]) -> Result<u64, Stop> {
        let selection = self.select(table.resource, scan)?;
        let (mut rows, mut position) = (0, 0);
        while position < selection.total() {
            if self.progress.is_cancelled() {
                return Err(Stop::Failed(ExportError::Cancelled));
            }
            self.request.reserve.check(0).map_err(|error| Stop::Failed(error.into()))?;
            let next = position + BATCH_RECORDS;
            let keys: Vec<i64> = selection.rows(position..next).iter().map(|row| row.key).collect();
            let mut batch = Batch::with_capacity(keys.len(), RECORD_BYTES);
            scan.read_records(table.resource, &keys, &self.view, |record| {
                batch.push(record);
                Ok(())
            })?;
            rows += batch.len() as u64;
            self.progress.advance(batch.len() as u64);
            send(writers, &Message::Records(Arc::new(batch)))?;
            position = next;
        }
        Ok(rows)
    }

    /// The list of a resource in this state, as the level sees it. The order of the rows in the database would reveal in which
    /// order they were stored.
    fn select(&self, resource: &'static Resource, scan: &Scan<'_>) -> Result<Selection, StoreError> {
        let index = ScannedIndex::read(resource, scan)?;
        let query = VisibleQuery::all(&self.request.access, &ListAccess::new(resource, resource));
        Ok(index.select(&query))
    }
}

fn start<'scope, 'env: 'scope>(
    threads: &'scope Scope<'scope, 'env>,
    writer: Box<dyn FormatWriter + 'env>,
) -> Running<'scope> {
    let (messages, received) = sync_channel(QUEUED_BATCHES);
    Running { messages, thread: threads.spawn(move || write_all(writer, received)) }
}

fn send(writers: &[Running<'_>], message: &Message) -> Result<(), Stop> {
    writers.iter().try_for_each(|writer| writer.messages.send(message.clone())).map_err(|_| Stop::Writer)
}

/// Waits until all writers have ended. Returns their files.
fn finish(running: Vec<Running<'_>>) -> Result<Vec<ExportedFile>, ExportError> {
    let threads: Vec<_> = running.into_iter().map(|running| running.thread).collect();
    let results: Vec<_> = threads
        .into_iter()
        .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        .collect();
    let files = results.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(files.into_iter().flatten().collect())
}

/// Exports contain no download URLs.
#[derive(Debug)]
struct NoDownloads;

impl DownloadUrls for NoDownloads {
    fn of(&self, _: Uuid) -> String {
        String::new()
    }
}
