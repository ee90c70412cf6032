//! `folkmoot people`

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use folkmoot_administration::command_line_actor;
use folkmoot_jobs::people;
use folkmoot_model::timestamp::timestamp;
use folkmoot_people::{ErasureReport, FoundPerson, PrivateFile, Rights};
use folkmoot_runtime::terminal;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use folkmoot_store::people::{ErasedPerson, Match, RecordCount};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::{Failure, PeopleCommand};

/// The argument for standard input.
const STDIN: &str = "-";

/// Opens the platform of the settings, or creates it, after erasing people again whom a backup has brought back.
pub fn open_or_create_store(settings: &Settings, now: Timestamp) -> Result<(Arc<Store>, Rights), Failure> {
    prepare(Store::open(&settings.database())?, settings, now)
}

/// Like [`open_or_create_store`], but fails where no platform is.
pub fn open_store(settings: &Settings, now: Timestamp) -> Result<(Arc<Store>, Rights), Failure> {
    prepare(Store::open_existing(&settings.database())?, settings, now)
}

fn prepare(store: Store, settings: &Settings, now: Timestamp) -> Result<(Arc<Store>, Rights), Failure> {
    let store = Arc::new(store);
    store.clock().adopt_time_zone(settings.time_zone.as_deref(), now.as_millisecond())?;
    let rights = people::open(settings, &store)?;
    rights.reconcile(now)?;
    Ok((store, rights))
}

/// Finds, exports or erases people.
pub fn run(
    command: PeopleCommand,
    settings: &Settings,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (_, rights) = open_store(settings, now)?;
    match command {
        PeopleCommand::Find { text, json } => find(&rights, &read_argument(text)?, json, now, out),
        PeopleCommand::Export { person, out: path } => {
            export(&rights, &read_argument(person)?, &path, now, out)
        }
        PeopleCommand::Erase { person, with_texts, dry_run, json } => {
            let found = rights.identify(&read_argument(person)?)?;
            let report = if dry_run {
                rights.preview(found.id, &command_line_actor(), now)?
            } else {
                rights.erase(found.id, with_texts, &command_line_actor(), now)?
            };
            if !dry_run {
                people::delete_index_file(settings)?;
            }
            print_erasure(&report, json, out)
        }
        PeopleCommand::Reconcile { list } => {
            rights.add_to_list(&read_list(&list)?)?;
            let erased = rights.reconcile(now)?;
            people::delete_index_file(settings)?;
            Ok(writeln!(out, "erased {erased} people again")?)
        }
    }
}

/// Reads the list of erased people of another machine.
pub fn read_list(path: &Path) -> Result<Vec<ErasedPerson>, Failure> {
    let people = folkmoot_people::read_copy(path)?;
    if people.is_empty() {
        return Err(Failure::new(format!(
            "{} does not exist or is empty; expected a list of erased people",
            path.display()
        )));
    }
    Ok(people)
}

/// The argument, or the first line of standard input if it is `-`.
pub fn read_argument(argument: String) -> Result<String, Failure> {
    if argument != STDIN {
        return Ok(argument);
    }
    let mut input = String::new();
    io::stdin().read_line(&mut input)?;
    let line = input.trim();
    if line.is_empty() {
        return Err(Failure::new("standard input is empty; expected one line of text"));
    }
    Ok(line.to_owned())
}

fn find(rights: &Rights, text: &str, json: bool, now: Timestamp, out: &mut dyn Write) -> Result<(), Failure> {
    let found = rights.find(text, &command_line_actor(), now)?;
    if json {
        let people: Vec<Value> = found.iter().map(person_json).collect();
        return Ok(writeln!(out, "{}", json!({ "people": people }))?);
    }
    if found.is_empty() {
        writeln!(terminal::stderr(), "nobody was found")?;
    }
    for FoundPerson { person, quality, records } in &found {
        let texts = [&person.first_name, &person.last_name, &person.email, &person.slug];
        let texts: Vec<&str> = texts.into_iter().flatten().map(String::as_str).collect();
        writeln!(
            out,
            "{}  {}  {}",
            person.id,
            timestamp(person.created_at),
            terminal::inline(&texts.join("  "))
        )?;
        if *quality == Match::Similar {
            writeln!(
                out,
                "  NEAR MATCH: a similar email address; an erasure includes this person only by this id"
            )?;
        }
        writeln!(out, "  {}", describe(records))?;
    }
    Ok(())
}

fn export(
    rights: &Rights,
    person: &str,
    path: &Path,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let person = rights.identify(person)?;
    let (pending, file) = PrivateFile::create(path)?;
    let archive = rights.export(person.id, &file, &command_line_actor(), now)?;
    pending.finish(&file)?;
    let records: u64 = archive.records.iter().map(|(_, records)| records).sum();
    let (contents, path) = (archive.contents, path.display());
    Ok(writeln!(out, "wrote {records} records and {contents} files to {path}")?)
}

fn print_erasure(report: &ErasureReport, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    for warning in &report.warnings {
        writeln!(terminal::stderr(), "warning: {warning}")?;
    }
    if json {
        let report = json!({
            "dry_run": report.dry_run,
            "changed": counts_json(&report.changed),
            "deleted": counts_json(&report.deleted),
            "exports": report.exports,
            "released_on": report.released_on.to_string(),
        });
        return Ok(writeln!(out, "{report}")?);
    }
    writeln!(out, "changed   {}", describe(&report.changed))?;
    writeln!(out, "deleted   {}", describe(&report.deleted))?;
    writeln!(out, "exports   {}", report.exports)?;
    writeln!(out, "released  {}", report.released_on)?;
    if report.dry_run {
        writeln!(out, "dry run: nothing was changed")?;
    }
    Ok(())
}

fn person_json(found: &FoundPerson) -> Value {
    let FoundPerson { person, quality, records } = found;
    json!({
        "id": person.id,
        "email": person.email,
        "slug": person.slug,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "created_at": timestamp(person.created_at),
        "match": quality.name(),
        "records": counts_json(records),
    })
}

fn counts_json(counts: &[RecordCount]) -> Map<String, Value> {
    counts.iter().map(|count| (count.resource.to_owned(), count.records.into())).collect()
}

fn describe(counts: &[RecordCount]) -> String {
    let counts: Vec<String> =
        counts.iter().map(|RecordCount { resource, records }| format!("{resource} {records}")).collect();
    if counts.is_empty() { "nothing".to_owned() } else { counts.join(", ") }
}
