//! `folkmoot export`

use std::io::Write;
use std::sync::Arc;

use folkmoot_administration::audit::{Action, Change};
use folkmoot_administration::command_line_actor;
use folkmoot_database::executor::Executor;
use folkmoot_export::{
    ExportProgress, ExportReport, ExportRequest, FolderSink, Format, export, visible_resources,
};
use folkmoot_model::access::{AccessLevel, ResourceSet};
use folkmoot_model::timestamp::timestamp;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use folkmoot_store::access::{AccessView, Pseudonyms};
use folkmoot_store::clients::{Client, ClientStatus};
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

use super::export_arguments::ExportOptions;
use super::import::Bar;
use super::{Failure, people};

/// Exports records to a folder, and prints a summary.
pub fn run(
    options: &ExportOptions,
    settings: &Settings,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (store, _) = people::open_store(settings, now)?;
    let request = request(options, settings, &store, now)?;
    request.reserve.check(0).map_err(Failure::new)?;
    let sink = FolderSink::open(&options.out, options.overwrite)?;
    append_to_audit_log(&request, &store, now)?;
    let bar = Bar::start();
    let report = export(&store, &request, &sink, &bar);
    bar.finish();
    let report = report?;
    sink.commit(&report)?;
    if options.json {
        return Ok(writeln!(out, "{}", report_json(&report))?);
    }
    for file in &report.files {
        let rows = if file.format.is_some() { file.rows.to_string() } else { String::new() };
        writeln!(out, "{rows:>12} {:>14} bytes  {}", file.size_bytes, file.name)?;
    }
    let (records, folder) = (report.records(), options.out.display());
    Ok(writeln!(out, "exported {records} records at the access level {} to {folder}", report.level)?)
}

fn request(
    options: &ExportOptions,
    settings: &Settings,
    store: &Store,
    now: Timestamp,
) -> Result<ExportRequest, Failure> {
    let client = options.client.map(|id| find_client(store, id, now)).transpose()?;
    let level = client.as_ref().map_or(options.access.unwrap_or(AccessLevel::Full), |client| client.access);
    let access = access_view(level, client.as_ref(), settings, store)?;
    let permitted = visible_resources(&access);
    if let Some(format) = options.format.0.iter().find(|format| Format::RESEARCH.contains(format))
        && level < AccessLevel::Pseudonymous
    {
        return Err(Failure::usage(format!(
            "the format {format} needs the access level full or pseudonymous, not {level}"
        )));
    }
    let mut request = ExportRequest::new(options.format.0.clone(), access, now);
    let named = options.resources.as_ref().and_then(|resources| resources.0.as_deref());
    let is_permitted = |name: &str| permitted.iter().any(|resource| resource.names.plural == name);
    if let Some(hidden) = named.unwrap_or_default().iter().find(|name| !is_permitted(name)) {
        let who = if client.is_some() { "the client" } else { "this access level" };
        return Err(Failure::new(format!("{who} sees no {hidden}; leave it out of --resources")));
    }
    let is_named = |name: &str| named.is_none_or(|names| names.contains(&name));
    request.resources = permitted.iter().copied().filter(|it| is_named(it.names.plural)).collect();
    for format in &request.formats {
        let is_exported = |plural: &str| request.resources.iter().any(|it| it.names.plural == plural);
        let needed = format.resources().iter().map(|resource| resource.names.plural);
        if let Some(missing) = needed.into_iter().find(|plural| !is_exported(plural)) {
            return Err(Failure::new(format!("the format {format} needs the resource {missing}")));
        }
    }
    request.pabulib = settings.pabulib();
    request.locale.clone_from(&options.locale);
    request.reserve = settings.disk_reserve().on_disk_of(&options.out);
    Ok(request)
}

fn access_view(
    level: AccessLevel,
    client: Option<&Client>,
    settings: &Settings,
    store: &Store,
) -> Result<AccessView, Failure> {
    let settings = Arc::new(settings.record_access());
    let Some(client) = client else {
        if level == AccessLevel::Pseudonymous {
            return Err(Failure::new(
                "each client has pseudonyms of its own; name the client that the export is for with --client \
                 instead of --access pseudonymous",
            ));
        }
        return Ok(AccessView::without_client(level, ResourceSet::ALL, settings));
    };
    let resources = ResourceSet::named(client.resources.as_deref());
    let pseudonyms = |client| Pseudonyms::of_client(store.platform().secret()?.expose(), client);
    Ok(AccessView::for_client(client.id, level, resources, settings, pseudonyms)?)
}

/// The client with this id. Fails unless it can be used.
fn find_client(store: &Store, id: Uuid, now: Timestamp) -> Result<Client, Failure> {
    let client = store.clients().find(id)?;
    let client = client.ok_or_else(|| {
        Failure::new(format!("no client has the id {id}; `folkmoot clients list` lists all clients"))
    })?;
    match client.status(now.as_millisecond()) {
        ClientStatus::Active => Ok(client),
        status => Err(Failure::new(format!("the client {id} is {}; nothing was exported", status.name()))),
    }
}

fn append_to_audit_log(request: &ExportRequest, store: &Store, now: Timestamp) -> Result<(), Failure> {
    let names = |names: Vec<&str>| Value::from(names.join(","));
    let change = |field: &str, to: Value| Change { field: field.to_owned(), from: Value::Null, to };
    let mut changes = vec![
        change("access", request.access.level().name().into()),
        change("resources", names(request.resources.iter().map(|it| it.names.plural).collect())),
        change("formats", names(request.formats.iter().map(|format| format.name()).collect())),
    ];
    changes.extend(request.access.client().map(|client| change("client_id", client.to_string().into())));
    let action = Action { actor: &command_line_actor(), name: "exports.create", at: now };
    Ok(store.transact(|transaction: &dyn Executor| action.append(transaction, None, changes))?)
}

fn report_json(report: &ExportReport) -> Value {
    let files = report.files.iter().map(|file| {
        json!({
            "name": file.name,
            "resource": file.resource,
            "format": file.format.map(Format::name),
            "records": file.format.map(|_| file.rows),
            "size_bytes": file.size_bytes,
            "sha256": file.sha256,
        })
    });
    json!({
        "exported_at": timestamp(report.exported_at.as_millisecond()),
        "access": report.level.name(),
        "client_id": report.client,
        "locale": report.locale,
        "resources": report.resources.iter().map(|(resource, _)| resource.names.plural).collect::<Vec<_>>(),
        "records": report.records(),
        "files": files.collect::<Vec<_>>(),
    })
}

impl ExportProgress for Bar {
    fn begin(&self, resource: &str) {
        folkmoot_import::Progress::begin(self, resource);
    }

    fn advance(&self, records: u64) {
        folkmoot_import::Progress::advance(self, records);
    }
}
