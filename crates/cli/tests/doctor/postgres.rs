//! Set-ups over PostgreSQL, broken in different ways; they run in the profile `postgres` of cargo-nextest.

use crate::doctor::{Diagnosis, healthy};
use crate::support::cluster::free_port;
use crate::support::{Data, postgres};

const SECRET: &str = "a-secret-that-encrypts-the-signing-keys";

/// A healthy set-up over PostgreSQL; `None` in the profile of the embedded database.
fn over_postgres() -> Option<Data> {
    postgres::server()?;
    Some(healthy())
}

#[test]
fn a_server_that_cannot_be_used_is_found() {
    let Some(data) = over_postgres() else { return };
    let closed = format!("postgres://127.0.0.1:{}/none", free_port());
    let diagnose = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_folkmoot"));
        command.arg("--data").arg(data.path()).arg("doctor").args(arguments).env_clear();
        Diagnosis::run(data.path(), &mut command)
    };
    diagnose(&["--database-url", &closed]).assert("database", "problem", &["not responding", "pg_hba.conf"]);
    let ascii = postgres::TestDatabase::encoded(&postgres::server().unwrap(), "SQL_ASCII");
    let diagnosis = diagnose(&["--database-url", &ascii.url(), "--migrations", "separately"]);
    diagnosis.assert("database-encoding", "problem", &["SQL_ASCII", "UTF8"]);
    diagnosis.assert("schema", "problem", &["no tables", "folkmoot migrate"]);
    diagnosis.assert("database-tls", "ok", &["this machine"]);
}

#[test]
fn replicas_that_cannot_be_used_are_found() {
    let Some(data) = over_postgres() else { return };
    let closed = format!("postgres://127.0.0.1:{}/none", free_port());
    Diagnosis::of(&data, &["--replica-url", &closed]).assert(
        "replica",
        "problem",
        &["replica 1 cannot be reached"],
    );
    let diagnosis = Diagnosis::of(&data, &["--replica-url", data.database_url()]);
    diagnosis.assert("replica", "problem", &["is not a standby", "replica-url"]);
}

#[test]
fn connections_rights_and_keys_are_checked() {
    let Some(data) = over_postgres() else { return };
    let diagnosis = Diagnosis::of(&data, &[]);
    for check in ["database-clock", "database-connections", "database-rights"] {
        diagnosis.assert(check, "ok", &[]);
    }
    diagnosis.assert("signing-keys", "warning", &["unencrypted", "keys-secret"]);
    diagnosis.assert("file-storage", "warning", &["other servers", "file-storage"]);
    let many = ["--database-connections", "100000"];
    Diagnosis::of(&data, &many).assert("database-connections", "problem", &["100004", "max_connections"]);
    data.change_database(
        "DO $$ BEGIN CREATE ROLE folkmoot_reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
         GRANT SELECT ON ALL TABLES IN SCHEMA public TO folkmoot_reader",
    );
    let reader = postgres::with_user(data.database_url(), "folkmoot_reader");
    let mut command = data.command();
    command.env_clear().args(["doctor", "--database-url", &reader]);
    let diagnosis = Diagnosis::run(data.path(), &mut command);
    diagnosis.assert("database-rights", "problem", &["cannot write", "grant it"]);
    // Keys of another secret.
    data.change_database("DELETE FROM signing_keys");
    assert!(data.run(&["keys", "rotate", "--keys-secret", SECRET]).status.success());
    Diagnosis::of(&data, &["--keys-secret", SECRET]).assert("signing-keys", "ok", &[]);
    let other = ["--keys-secret", "another-secret-of-thirty-two-characters"];
    Diagnosis::of(&data, &other).assert("signing-keys", "problem", &["cannot be decrypted", "other servers"]);
}

#[test]
fn schemas_of_other_versions_are_found() {
    let Some(data) = over_postgres() else { return };
    data.change_database("UPDATE schema_version SET version = 9999");
    Diagnosis::of(&data, &[]).assert("schema", "warning", &["9999 is newer", "can be used"]);
    data.change_database("UPDATE schema_version SET version = 9999, min_compatible = 9999");
    Diagnosis::of(&data, &[]).assert("schema", "problem", &["9999 is newer", "newer version"]);
    data.change_database("UPDATE schema_version SET version = 5, min_compatible = 1");
    Diagnosis::of(&data, &["--migrations", "separately"]).assert(
        "schema",
        "problem",
        &["schema version 5", "folkmoot migrate"],
    );
}
