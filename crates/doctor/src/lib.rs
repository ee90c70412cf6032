//! Checks a set-up with the settings of `folkmoot serve`, and states how to mend what is wrong.
//!
//! No check changes anything: none creates a file, writes to a storage or runs a migration. Checks work beside a running
//! server.

mod backups;
mod clock;
mod contents;
mod database;
mod exposure;
mod file_storage;
mod folder;
mod keys;
mod limits;
mod notices;
mod postgres;
mod report;
mod settings;
mod start;
mod urls;

use std::ffi::OsString;
use std::path::PathBuf;

use folkmoot_settings::{Settings, UnusableSetting};
use jiff::Timestamp;

pub use report::{Check, Report, State};

/// What is checked.
#[derive(Debug)]
pub struct Setup<'a> {
    /// The settings.
    pub settings: &'a Settings,
    /// The settings with which the server cannot start, apart from those of the database and the file storage.
    pub unusable: &'a [UnusableSetting],
    /// The settings file, if there is one.
    pub file: Option<PathBuf>,
    /// The names of the environment variables of the process.
    pub environment: Vec<OsString>,
    /// The current time.
    pub now: Timestamp,
}

/// Runs every check that applies to the set-up.
pub fn examine(setup: &Setup<'_>) -> Report {
    let mut report = Report::default();
    settings::check(setup, &mut report);
    start::check(setup, &mut report);
    folder::check(setup, &mut report);
    limits::check(&mut report);
    clock::check(setup, &mut report);
    let database = database::check(setup, &mut report);
    if let Some(database) = &database {
        clock::check_platform(setup, database, &mut report);
        contents::check(setup, database, &mut report);
    }
    keys::check(setup, database.as_ref(), &mut report);
    file_storage::check(setup, database.as_ref(), &mut report);
    backups::check(setup, &mut report);
    notices::check(setup, &mut report);
    exposure::check(setup, &mut report);
    urls::check(setup, &mut report);
    report
}
