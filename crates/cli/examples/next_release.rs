//! A server of the next release, for the tests of upgrades: the same program with one more migration.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use folkmoot::Invocation;
use folkmoot_database::migrations::{MIGRATIONS, Migration};
use folkmoot_portal::Embedded;
use folkmoot_server::serve::{self, SettingsReload, ShutdownSignal};
use folkmoot_store::{DatabaseLocation, PostgresSettings, Store};

/// The migration of the next release, which only adds columns, an index and a table.
const NEXT: Migration = Migration {
    name: "moods",
    expands: true,
    sql: "ALTER TABLE ideas ADD COLUMN mood {text};
          ALTER TABLE ideas ADD COLUMN weight {integer} NOT NULL DEFAULT 1;
          CREATE INDEX ideas_mood ON ideas (mood);
          CREATE TABLE moods (key {key}, idea_id {uuid} REFERENCES ideas (id) ON DELETE CASCADE);",
};
static ALL: LazyLock<Vec<Migration>> = LazyLock::new(|| MIGRATIONS.iter().copied().chain([NEXT]).collect());

fn main() -> ExitCode {
    let environment = |name: &str| std::env::var_os(name);
    let done = match folkmoot::parse(std::env::args_os(), &environment, Path::new(".")) {
        Ok(invocation) => run(invocation),
        Err(refusal) => return refusal.report(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(Invocation { settings, configuration, .. }: Invocation) -> Result<(), Box<dyn std::error::Error>> {
    let _log = folkmoot_server::logs::start(&settings)?;
    let location = match settings.database() {
        DatabaseLocation::Postgres(postgres) => {
            DatabaseLocation::Postgres(PostgresSettings { migrations: &ALL, ..postgres })
        }
        embedded @ DatabaseLocation::Directory(_) => embedded,
    };
    folkmoot_runtime::blocking::runtime()?.block_on(async {
        let stop = ShutdownSignal::listen()?;
        let reload = SettingsReload::listen(move || configuration.read(&|name| std::env::var_os(name)))?;
        let metrics = serve::record_metrics()?;
        let opened = settings.clone();
        let open = move |address, metrics| {
            serve::open(Arc::new(Store::open(&location)?), opened, address, metrics, Embedded::default())
        };
        let ready = |address| writeln!(std::io::stdout(), "http://{address}");
        Ok(serve::run(settings, stop, reload, metrics, Box::new(open), Box::new(ready)).await?)
    })
}
