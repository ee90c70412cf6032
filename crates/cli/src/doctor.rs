//! `folkmoot doctor`

use std::io::{self, Write};
use std::path::PathBuf;

use folkmoot_doctor::{Report, Setup, State, examine};
use folkmoot_embedded::EMBEDDED;
use folkmoot_server::serve;
use folkmoot_settings::{Settings, SettingsError};
use jiff::Timestamp;

use super::Failure;

/// Checks the set-up. Fails if there is a problem.
pub fn run(
    settings: &Settings,
    file: Option<PathBuf>,
    json: bool,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let environment = std::env::vars_os().map(|(name, _)| name).collect();
    let unusable = serve::unusable_settings(settings, EMBEDDED);
    let report = examine(&Setup { settings, unusable: &unusable, file, environment, now });
    write(&report, json, out)?;
    let problems = report.checks().iter().filter(|check| check.state == State::Problem).count();
    if problems > 0 { Err(Failure::new(format!("the set-up has problems: {problems}"))) } else { Ok(()) }
}

/// Reports settings that cannot be read, in which case nothing else can be checked.
pub fn report_invalid(error: &SettingsError, json: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut report = Report::default();
    report.problem(
        "settings",
        error.to_string(),
        "correct the setting; `folkmoot serve --help` describes all of them",
    );
    write(&report, json, out)
}

fn write(report: &Report, json: bool, out: &mut dyn Write) -> io::Result<()> {
    if json { report.write_json(out) } else { report.write_text(out) }
}
