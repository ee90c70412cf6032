//! What the database contains: the platform, clients, administrators, imports and exports.

use std::borrow::Cow;

use folkmoot_settings::Settings;
use folkmoot_store::inspection::{Contents, Inspection, SAMPLED_ROWS};
use folkmoot_store::mirror::MirrorRun;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

use crate::{Report, Setup, database};

/// How long before their expiry clients and admin keys are counted.
const SOON: SignedDuration = SignedDuration::from_hours(14 * 24);
/// The greatest number of records that the mirror left out which are named.
const NAMED_RECORDS: usize = 5;
/// How old the newest export of a schedule of each day may be.
const OLDEST_EXPORT: SignedDuration = SignedDuration::from_hours(36);

/// Checks what the tables contain.
pub fn check(setup: &Setup<'_>, database: &Inspection, report: &mut Report) {
    let now = setup.now;
    let soon = now.saturating_add(SOON).unwrap_or(Timestamp::MAX);
    match database.contents(now.as_millisecond(), soon.as_millisecond()) {
        Ok(contents) => {
            check_platform(&contents, report);
            check_clients(&contents, report);
            check_administrators(setup.settings, &contents, report);
            check_imports(&contents, report);
            if let Some(run) = &contents.mirror_run {
                check_mirror(run, report);
            }
            check_ids(&contents, report);
            check_exports(setup.settings, &contents, now, report);
        }
        Err(error) => report.problem("contents", error.to_string(), database::remedy(&error)),
    }
}

fn check_platform(contents: &Contents, report: &mut Report) {
    match contents.is_api_enabled {
        None => report.warning(
            "public-api",
            "the database contains no platform",
            "run `folkmoot import FOLDER` or `folkmoot demo`",
        ),
        Some(false) => report.warning(
            "public-api",
            "the public API is off; every request gets 403",
            "run `folkmoot access on` once the platform may be read",
        ),
        Some(true) => report.ok("public-api", "on"),
    }
}

fn check_clients(contents: &Contents, report: &mut Report) {
    let Contents { active_clients, expiring_clients, expired_clients, .. } = contents;
    let prolong = "run `folkmoot clients list`, and `folkmoot clients update ID --expires DATE` for those that are still used";
    if *active_clients == 0 && *expired_clients == 0 {
        report.warning("clients", "no client can sign in", "run `folkmoot clients create NAME`");
    } else if *expired_clients > 0 {
        report.warning("clients", format!("{expired_clients} clients have expired"), prolong);
    } else if *expiring_clients > 0 {
        report.warning("clients", format!("{expiring_clients} clients expire within 14 days"), prolong);
    } else {
        report.ok("clients", format!("{active_clients} clients can sign in"));
    }
}

fn check_administrators(settings: &Settings, contents: &Contents, report: &mut Report) {
    let name = "administrators";
    if !settings.admin {
        report.ok(name, "the console is off");
    } else if contents.expiring_admin_keys > 0 {
        report.warning(
            name,
            format!("{} admin keys expire within 14 days", contents.expiring_admin_keys),
            "run `folkmoot admin-keys list`, and `folkmoot admin-keys create NAME` for those that are still used",
        );
    } else if contents.admin_keys > 0 {
        report.ok(name, format!("{} admin keys can sign in", contents.admin_keys));
    } else if settings.openid_issuer.is_none() {
        report.warning(
            name,
            "nobody can sign in to the console: no admin key can be used, and `openid-issuer` is not set",
            "run `folkmoot admin-keys create NAME`, or set `admin` to off",
        );
    } else if settings.openid_administrator_groups.is_empty() {
        report.warning(
            name,
            "no group of the OpenID provider has administrators",
            "set `openid-administrator-groups`",
        );
    } else {
        report.ok(name, "administrators sign in with OpenID Connect");
    }
}

fn check_imports(contents: &Contents, report: &mut Report) {
    match contents.abandoned_imports {
        0 => report.ok("imports", "none was interrupted"),
        count => report.warning(
            "imports",
            format!("{count} imports have not reported for a minute: they were interrupted, or write their last changes"),
            "unless an import is running, start the server, which records them as failed, and import the data again; \
             an interrupted import has changed nothing",
        ),
    }
}

fn check_mirror(run: &MirrorRun, report: &mut Report) {
    let name = "mirror";
    let at = Timestamp::from_millisecond(run.ended_at).unwrap_or(Timestamp::UNIX_EPOCH);
    if let Some(error) = &run.error {
        let found = format!("the last run failed on {at:.0}: {error}");
        return report.problem(name, found, "mend the cause; the next run of `folkmoot mirror` tries again");
    }
    if run.left_out == 0 {
        return report.ok(name, format!("the last run ended on {at:.0} and left out no record"));
    }
    let reasons: Vec<LeftOutRecord<'_>> = serde_json::from_str(&run.reasons).unwrap_or_default();
    let named: Vec<String> = reasons.iter().take(NAMED_RECORDS).map(LeftOutRecord::text).collect();
    let records = if run.left_out == 1 { "record" } else { "records" };
    let found =
        format!("the last run, on {at:.0}, left out {} {records}: {}", run.left_out, named.join("; "));
    report.warning(name, found, "have the records mended at the source; each run tries them again");
}

/// Why a mirror left out a record.
#[derive(Debug, Deserialize)]
struct LeftOutRecord<'a> {
    #[serde(borrow)]
    resource: Cow<'a, str>,
    id: Option<String>,
    #[serde(borrow)]
    field: Cow<'a, str>,
    #[serde(borrow)]
    reason: Cow<'a, str>,
}

impl LeftOutRecord<'_> {
    fn text(&self) -> String {
        let Self { resource, id, field, reason } = self;
        format!("{resource} {}: {field}: {reason}", id.as_deref().unwrap_or("without an id"))
    }
}

/// Ids of version 1, 6 and 7 contain a time that access levels below `full` cut to the day.
fn check_ids(contents: &Contents, report: &mut Report) {
    let name = "ids";
    if contents.timed_ids.is_empty() {
        return report.ok(name, "no id contains a time that access levels cut to the day");
    }
    let counts: Vec<String> = contents
        .timed_ids
        .iter()
        .map(|(plural, ids)| format!("{ids} ids of {}", plural.replace('_', " ")))
        .collect();
    report.warning(
        name,
        format!(
            "among the newest {SAMPLED_ROWS} records of each resource, {} are UUIDs of version 1, 6 or 7, which contain the time \
             at which they were made, although access levels below full show only the day",
            counts.join(", ")
        ),
        "import random ids (version 4), or give clients below full no access to these resources (`--resources`)",
    );
}

fn check_exports(settings: &Settings, contents: &Contents, now: Timestamp, report: &mut Report) {
    if settings.daily_exports_at().is_none() {
        return report.ok("exports", "no exports are made each day (`export-at` is not set)");
    }
    let last = contents.last_export.and_then(|last| Timestamp::from_millisecond(last).ok());
    let remedy = "check that a server runs, and search its log for exports that failed";
    match last {
        None => report.warning("exports", "no export has succeeded yet", remedy),
        Some(last) if now.duration_since(last) > OLDEST_EXPORT => {
            report.warning("exports", format!("the last export succeeded on {last:.0}"), remedy);
        }
        Some(last) => report.ok("exports", format!("the last one succeeded on {last:.0}")),
    }
}
