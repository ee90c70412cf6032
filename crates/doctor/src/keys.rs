//! The signing keys: whether they can be used, their age and their encryption.

use std::io;

use folkmoot_authentication::keys::{InspectedKey, inspect_directory, inspect_table};
use folkmoot_store::inspection::Inspection;
use jiff::SignedDuration;

use crate::{Report, Setup};

const KEYS: &str = "signing-keys";
/// The age from which on a key should be replaced.
const OLDEST: SignedDuration = SignedDuration::from_hours(24 * 366);
/// How far the creation of a key may be in the future.
const TOLERANCE: SignedDuration = SignedDuration::from_secs(60);

/// Checks the keys of the data folder, or those in the database that servers share.
pub fn check(setup: &Setup<'_>, database: Option<&Inspection>, report: &mut Report) {
    let is_shared = setup.settings.database_url.is_some();
    let keys = if is_shared { in_table(setup, database) } else { in_folder(setup) };
    match keys {
        Ok(Some(keys)) => check_keys(setup, &keys, is_shared, report),
        Ok(None) => {}
        Err(error) => {
            let remedy =
                "give the user of the server access to the folder `keys` of the data folder and its files";
            report.problem(KEYS, format!("the signing keys cannot be read: {error}"), remedy);
        }
    }
}

fn in_folder(setup: &Setup<'_>) -> io::Result<Option<Vec<InspectedKey>>> {
    let keys = inspect_directory(&setup.settings.data.join("keys"))?;
    Ok(Some(keys.unwrap_or_default()))
}

fn in_table(setup: &Setup<'_>, database: Option<&Inspection>) -> io::Result<Option<Vec<InspectedKey>>> {
    let now = setup.now.as_millisecond();
    // Without a database, another check has reported why.
    let Some(contents) = database.and_then(|database| database.contents(now, now).ok()) else {
        return Ok(None);
    };
    let secret = setup.settings.keys_secret.as_deref();
    inspect_table(&contents.signing_keys, secret).map(Some).map_err(io::Error::other)
}

fn check_keys(setup: &Setup<'_>, keys: &[InspectedKey], is_shared: bool, report: &mut Report) {
    let Some(newest) = keys.last() else {
        return report.ok(KEYS, "the first start of the server creates the first key");
    };
    let age = setup.now.duration_since(newest.created_at);
    if let Some(damaged) = keys.iter().find(|key| !key.is_usable) {
        let (found, remedy) = if is_shared {
            ("cannot be decrypted", "set `keys-secret` to the secret of the other servers")
        } else {
            (
                "is damaged",
                "restore its file from a backup, or delete it; tokens that it signed become invalid",
            )
        };
        report.problem(KEYS, format!("the signing key {} {found}", damaged.id), remedy);
    } else if age < -TOLERANCE {
        report.problem(
            KEYS,
            format!("the newest signing key was created in the future, on {:.0}", newest.created_at),
            "synchronise the clock, then run `folkmoot keys rotate`; programs reject tokens from the future",
        );
    } else if is_shared && keys.iter().any(|key| !key.is_encrypted) {
        report.warning(
            KEYS,
            "signing keys are stored unencrypted in the database",
            "set `keys-secret` on all servers, then run `folkmoot keys rotate`",
        );
    } else if age > OLDEST {
        report.warning(
            KEYS,
            format!("the newest signing key is {} days old", age.as_hours() / 24),
            "run `folkmoot keys rotate`; tokens stay valid",
        );
    } else {
        report.ok(KEYS, format!("{} usable, the newest is {} days old", keys.len(), age.as_hours() / 24));
    }
}
