//! The database: whether it can be opened, its schema, and damage.

use folkmoot_database::migrations::MIGRATIONS;
use folkmoot_settings::{Migrations, Settings};
use folkmoot_store::StoreError;
use folkmoot_store::inspection::{Inspection, Schema};

use crate::folder::size;
use crate::{Report, Setup, postgres};

const DATABASE: &str = "database";
const SCHEMA: &str = "schema";
/// The size from which on the pages of a database are not checked, which takes a second for each gigabyte or longer.
const MAXIMUM_CHECKED_BYTES: u64 = 4_000_000_000;
/// The size of a write-ahead log that a long read has caused.
const LARGE_LOG_BYTES: u64 = 1_000_000_000;

/// Checks the database. Returns it if it has a schema that this program can read.
pub fn check(setup: &Setup<'_>, report: &mut Report) -> Option<Inspection> {
    let location = setup.settings.database();
    let database = match Inspection::open(&location) {
        Ok(Some(database)) => database,
        Ok(None) => {
            report.warning(
                DATABASE,
                "the database does not exist yet",
                "run `folkmoot import FOLDER` or `folkmoot demo`",
            );
            return None;
        }
        Err(error) => {
            report.problem(DATABASE, error.to_string(), remedy(&error));
            return None;
        }
    };
    let is_readable = if let Some(server) = database.server() {
        postgres::check(setup, server, &location, report)
    } else {
        check_file(&database, report)
    };
    (is_readable && check_schema(setup.settings, &database, report)).then_some(database)
}

fn check_file(database: &Inspection, report: &mut Report) -> bool {
    let Some(file) = database.file() else { return false };
    let facts = file.facts();
    if facts.log_bytes > LARGE_LOG_BYTES {
        report.warning(
            "write-ahead-log",
            format!("the write-ahead log has {}", size(facts.log_bytes)),
            "end programs that read the database for a long time, then restart the server, which empties it",
        );
    } else {
        report.ok("write-ahead-log", size(facts.log_bytes));
    }
    if facts.bytes > MAXIMUM_CHECKED_BYTES {
        report.ok(DATABASE, format!("{}, too large to check every page; backups do", size(facts.bytes)));
        return true;
    }
    match file.find_damage() {
        Ok(None) => {
            report.ok(DATABASE, format!("{} without damage", size(facts.bytes)));
            true
        }
        Ok(Some(damage)) => {
            let found = format!("the database is damaged: {damage}");
            report.problem(DATABASE, found, "restore the newest backup with `folkmoot restore`");
            false
        }
        Err(error) => {
            report.problem(DATABASE, error.to_string(), remedy(&error));
            false
        }
    }
}

fn check_schema(settings: &Settings, database: &Inspection, report: &mut Report) -> bool {
    let known = MIGRATIONS.len();
    let is_automatic = settings.database_url.is_none() || settings.migrations == Migrations::Start;
    match database.schema() {
        Ok(Schema::Current) => match database.check_tables() {
            Ok(()) => report.ok(SCHEMA, format!("version {known}, which this program expects")),
            Err(error) => {
                let remedy = "undo changes that were made to the tables by hand, or restore a backup";
                report.problem(SCHEMA, error.to_string(), remedy);
                return false;
            }
        },
        Ok(Schema::Missing | Schema::Older(_)) if is_automatic => {
            report.ok(SCHEMA, format!("the next command migrates it to version {known}"));
            return false;
        }
        Ok(Schema::Missing) => {
            report.problem(SCHEMA, "the database has no tables", "run `folkmoot migrate`");
            return false;
        }
        Ok(Schema::Older(found)) => {
            let found = format!("the database has schema version {found}, but this program needs {known}");
            report.problem(
                SCHEMA,
                found,
                "run `folkmoot migrate`, because the setting migrations is separately",
            );
            return false;
        }
        Ok(Schema::Newer { found, is_compatible: true }) => report.warning(
            SCHEMA,
            format!("version {found} is newer than this program, which knows {known}, but can be used"),
            "install the version of folkmoot that the other servers have",
        ),
        Ok(Schema::Newer { found, is_compatible: false }) => {
            let found = format!("version {found} is newer than this program, which knows {known}");
            report.problem(SCHEMA, found, "install a newer version of folkmoot");
            return false;
        }
        Err(error) => {
            report.problem(SCHEMA, error.to_string(), remedy(&error));
            return false;
        }
    }
    true
}

/// What to do about an error of the database.
pub fn remedy(error: &StoreError) -> &'static str {
    match error {
        StoreError::Damaged { .. } => "restore the newest backup with `folkmoot restore`",
        StoreError::Incomplete(_) => "run `folkmoot restore` again, or delete the folder and begin again",
        StoreError::Directory { .. } => "give the user of the server access to the data folder and its files",
        StoreError::Unreachable(_) | StoreError::Interrupted(_) | StoreError::Postgres(_) => {
            "check `database-url`, the network, pg_hba.conf, and the certificate of the database server"
        }
        StoreError::Setting { .. } => "correct the setting",
        StoreError::Unreleased { .. } => "import the platform data into a new data folder or database",
        _ => "see the log of the database",
    }
}
