//! PostgreSQL: version, encoding, connections, rights, encryption and replicas.

use folkmoot_settings::{Migrations, Settings};
use folkmoot_store::inspection::{Inspection, ServerFacts};
use folkmoot_store::{DatabaseLocation, PostgresSettings, StoreError};
use jiff::Timestamp;

use crate::{Report, Setup, clock, database};

/// The oldest version of PostgreSQL that is tested.
const OLDEST_VERSION: i64 = 15;
/// Connections beside the pool: an import, a backup, a reader of complete tables, a migration.
const OTHER_CONNECTIONS: i64 = 4;

/// Checks the primary and the replicas. Returns whether the primary can be read.
pub fn check(
    setup: &Setup<'_>,
    primary: &folkmoot_store::inspection::ServerInspection,
    location: &DatabaseLocation,
    report: &mut Report,
) -> bool {
    let asked_at = Timestamp::now();
    let facts = match primary.facts() {
        Ok(facts) => facts,
        Err(error) => {
            report.problem("database", error.to_string(), database::remedy(&error));
            return false;
        }
    };
    clock::compare(report, "database-clock", facts.now, asked_at);
    check_version(&facts, report);
    check_connections(setup.settings, &facts, report);
    check_rights(setup.settings, &facts, report);
    check_encryption(setup.settings, &facts, report);
    if let DatabaseLocation::Postgres(settings) = location {
        for index in 0..settings.replicas.len() {
            check_replica(settings, index, report);
        }
    }
    true
}

fn check_version(facts: &ServerFacts, report: &mut Report) {
    let found = format!("PostgreSQL {}", facts.version);
    if facts.major_version < OLDEST_VERSION {
        report.problem("database", found, format!("upgrade to PostgreSQL {OLDEST_VERSION} or later"));
    } else {
        report.ok("database", found);
    }
    if facts.encoding != "UTF8" {
        report.problem(
            "database-encoding",
            format!("the encoding of the database is {}", facts.encoding),
            "create the database with `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`",
        );
    }
}

fn check_connections(settings: &Settings, facts: &ServerFacts, report: &mut Report) {
    let pool = i64::try_from(settings.database_connections).unwrap_or(i64::MAX);
    let (needed, available) = (pool.saturating_add(OTHER_CONNECTIONS), facts.connections);
    let found = format!("this server uses up to {needed} connections, and PostgreSQL accepts {available}");
    if needed > available {
        let remedy =
            "lower `database-connections`, or raise `max_connections` of PostgreSQL; all servers share them";
        report.problem("database-connections", found, remedy);
    } else {
        report.ok("database-connections", found);
    }
}

fn check_rights(settings: &Settings, facts: &ServerFacts, report: &mut Report) {
    if !facts.rights.can_write {
        report.problem(
            "database-rights",
            "the user of the database cannot write to the tables",
            "make it the owner of the tables, or grant it SELECT, INSERT, UPDATE and DELETE on all of them",
        );
    } else if !facts.rights.can_create && settings.migrations == Migrations::Start {
        report.warning(
            "database-rights",
            "the user of the database cannot create tables, so that a later version cannot migrate the schema",
            "grant it CREATE on the schema, or set `migrations` to separately and run `folkmoot migrate` as another user",
        );
    } else {
        report.ok("database-rights", "the user of the database can write to the tables");
    }
}

fn check_encryption(settings: &Settings, facts: &ServerFacts, report: &mut Report) {
    let url = settings.database_url.as_deref().unwrap_or_default();
    if facts.is_encrypted {
        report.ok("database-tls", "the connection to the database is encrypted");
    } else if is_local(url) {
        report.ok("database-tls", "the database is on this machine");
    } else {
        report.warning(
            "database-tls",
            "the connection to the database is not encrypted",
            "enable TLS in PostgreSQL and add `?sslmode=require` to `database-url`",
        );
    }
}

/// Whether all hosts of a URL are this machine.
fn is_local(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let hosts = authority.rsplit('@').next().unwrap_or_default();
    let is_local = |host: &str| {
        let name =
            host.strip_prefix("[::1]").map_or_else(|| host.split(':').next().unwrap_or_default(), |_| "::1");
        ["", "localhost", "127.0.0.1", "::1"].contains(&name) || name.starts_with("%2F")
    };
    hosts.split(',').all(is_local)
}

fn check_replica(settings: &PostgresSettings, index: usize, report: &mut Report) {
    let (name, number) = ("replica", index + 1);
    let facts = Inspection::open_replica(settings, index).and_then(|replica| match replica.server() {
        Some(server) => server.facts(),
        None => Err(StoreError::Unreachable("it is not a server".to_owned())),
    });
    let facts = match facts {
        Ok(facts) => facts,
        Err(error) => {
            return report.problem(
                name,
                format!("replica {number} cannot be reached: {error}"),
                "check `replica-url` and the replica; until then the primary serves all reads",
            );
        }
    };
    let lag = facts.lag_milliseconds;
    if !facts.is_standby {
        report.problem(
            name,
            format!("replica {number} is not a standby, so that it may have other data than the primary"),
            "set `replica-url` to standbys of the primary",
        );
    } else if u128::try_from(lag).unwrap_or(0) > settings.max_lag.as_millis() {
        report.warning(
            name,
            format!("replica {number} is {} s behind, and is not read from", lag / 1000),
            "check its load and its disk, or raise `replica-lag-seconds`",
        );
    } else {
        report.ok(name, format!("replica {number} is a standby and up to date"));
    }
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn local_hosts_are_recognised() {
        for url in [
            "postgres://u:p@localhost/x",
            "postgres://127.0.0.1:5433/x",
            "postgres://[::1]:5433/x",
            "postgres:///x",
            "postgres://u@%2Frun%2Fpostgresql/x",
        ] {
            assert!(is_local(url), "{url}");
        }
        for url in [
            "postgres://db.example.org/x",
            "postgres://u@localhost,db.example.org/x",
            "postgres://10.0.0.1/x",
        ] {
            assert!(!is_local(url), "{url}");
        }
    }
}
