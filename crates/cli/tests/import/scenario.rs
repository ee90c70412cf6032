//! An import scenario: a folder of import files, and a database.
//!
//! Ids are written as `$7` in the texts of tests: [`with_ids`] replaces it by the seventh id.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use folkmoot_import::blob_sink::MeasuringSink;
use folkmoot_import::{ImportError, Mode, Options, Silent, Summary, import, input};
use folkmoot_model::resources::all_resources;
use folkmoot_store::Store;
use folkmoot_store::changes::release;
use rusqlite::types::ValueRef;
use tempfile::TempDir;

use crate::support::postgres::{Session, TestDatabase};

pub const PLATFORM: &str = r#"{"name":"Town","address":"https://town.example","locales":["en","nl-BE"]}"#;
const AT: &str = r#""created_at":"2025-01-01T00:00:00Z""#;

pub struct ImportScenario {
    pub data: TempDir,
    /// A connection to the database in PostgreSQL.
    session: OnceLock<Session>,
    database: Option<TestDatabase>,
    pub folder: TempDir,
}

/// The n-th id.
pub fn id(number: u32) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

/// A line with these members and a `created_at`; `$7` is the seventh id.
pub fn record(members: &str) -> String {
    with_ids(&format!("{{{members},{AT}}}\n"))
}

/// A text in which `$7` is replaced by the seventh id.
pub fn with_ids(text: &str) -> String {
    let mut parts = text.split('$');
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let end = part.find(|character: char| !character.is_ascii_digit()).unwrap_or(part.len());
        out.push_str(&id(part[..end].parse().unwrap()));
        out.push_str(&part[end..]);
    }
    out
}

pub fn records(members: &[&str]) -> String {
    members.iter().map(|members| record(members)).collect()
}

impl ImportScenario {
    /// A folder with `platform.json` and an empty database.
    pub fn new() -> Self {
        let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let database = TestDatabase::from_environment();
        let scenario = Self { data, session: OnceLock::new(), database, folder };
        scenario.put("platform.json", PLATFORM);
        scenario
    }

    /// A folder with at least one record of every resource, and an empty database.
    pub fn full() -> Self {
        let scenario = Self::new();
        for (file, members) in FULL {
            scenario.put(&format!("{file}.ndjson"), &records(members));
        }
        scenario
    }

    pub fn put(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Leaves only these records to import.
    pub fn only(&self, file: &str, members: &[&str]) {
        for entry in std::fs::read_dir(self.folder.path()).unwrap() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
        self.put(file, &records(members));
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program, with these arguments, on this database.
    pub fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
        command.args(arguments).arg("--data").arg(self.data.path());
        if let Some(database) = &self.database {
            command.arg("--database-url").arg(database.url());
        }
        command
    }

    /// The database's address, where it is in PostgreSQL.
    pub fn address(&self) -> Option<String> {
        self.database.as_ref().map(TestDatabase::url)
    }

    pub fn is_embedded(&self) -> bool {
        self.database.is_none()
    }

    pub fn store(&self) -> Store {
        let folder = folkmoot_store::DatabaseLocation::Directory(self.data.path().to_owned());
        let scenario = self
            .database
            .as_ref()
            .map_or(folder, |database| folkmoot_store::DatabaseLocation::Postgres(database.settings()));
        Store::open(&scenario).unwrap()
    }

    pub fn try_import(&self, dry_run: bool) -> Result<Summary, ImportError> {
        self.try_import_as(Mode { dry_run, ..Mode::default() })
    }

    pub fn try_import_as(&self, mode: Mode) -> Result<Summary, ImportError> {
        let now = "2025-06-01T12:00:00Z".parse().unwrap();
        let options = Options { mode, now, progress: &Silent, blobs: &MeasuringSink };
        import(&self.store(), &input::open(self.folder.path())?, &options)
    }

    /// Imports the folder, which must have no errors, after a dry run, which must report the same counts.
    #[track_caller]
    pub fn import(&self) -> Summary {
        let previewed = self.try_import(true).unwrap_or_else(|error| panic!("dry run: {error}"));
        assert_eq!(previewed.locked, None, "a dry run writes nothing");
        let done = self.try_import(false).unwrap_or_else(|error| panic!("{error}"));
        let lines = |summary: &Summary| {
            let text = summary.to_string().replace("\ndry run: nothing was changed", "");
            let text = text.replace("platform would be stored", "platform stored");
            text.lines().map(str::to_owned).collect::<BTreeSet<_>>()
        };
        assert_eq!(lines(&previewed), lines(&done), "the dry run reports other counts");
        done
    }

    /// The errors that an import reports, a line each; it must change nothing. A dry run must report the same, which is
    /// compared over one database, because both run the same checks.
    #[track_caller]
    pub fn errors(&self) -> Vec<String> {
        let before = self.dump();
        let problems = |dry_run| match self.try_import(dry_run) {
            Err(ImportError::Invalid(problems)) => {
                problems.reported.iter().map(ToString::to_string).collect::<Vec<_>>()
            }
            other => panic!("expected problems, found {other:?}"),
        };
        let errors = problems(false);
        if self.is_embedded() {
            assert_eq!(errors, problems(true), "a dry run finds something else");
        }
        assert_eq!(before, self.dump());
        errors
    }

    /// The rows of every table, as text, without their keys; and the change feed.
    pub fn dump(&self) -> BTreeMap<String, Vec<String>> {
        let mut tables: Vec<&str> = all_resources().map(|resource| resource.names.plural).collect();
        tables.extend(["project_areas", "platform"]);
        tables.push("changes");
        let queries: Vec<String> = tables.iter().map(|table| format!("SELECT * FROM {table}")).collect();
        let rows = self.rows_of(&queries.iter().map(String::as_str).collect::<Vec<_>>());
        tables.into_iter().map(str::to_owned).zip(rows).collect()
    }

    /// Releases all deferred changes, as the next import of the program or a server does.
    pub fn release_deferred(&self) {
        let store = self.store();
        store.transact(|executor| release::release(executor, jiff::civil::Date::MAX, 0)).unwrap();
    }

    /// Rows as text, columns separated by `|`.
    pub fn rows(&self, sql: &str) -> Vec<String> {
        self.rows_of(&[sql]).remove(0)
    }

    /// The rows of several queries.
    fn rows_of(&self, queries: &[&str]) -> Vec<Vec<String>> {
        if let Some(address) = self.address() {
            let session = self.session.get_or_init(|| Session::open(&address).unwrap());
            return queries.iter().map(|sql| session.rows(sql)).collect();
        }
        let file = self.data.path().join("folkmoot.sqlite");
        if !file.exists() {
            drop(self.store());
        }
        let connection = rusqlite::Connection::open(file).unwrap();
        queries.iter().map(|sql| rows_of_file(&connection, sql)).collect()
    }

    /// The entries of the change feed after the first `published` ones: subject and record, or the first and last one.
    pub fn feed_after(&self, published: usize) -> Vec<String> {
        let entries = self.rows("SELECT subject, record, last_record FROM changes ORDER BY sequence");
        let text = |entry: &String| match entry.split('|').collect::<Vec<_>>()[..] {
            [subject, record, "null"] => format!("{subject}|{record}"),
            [subject, first, last] if first == last => format!("{subject}|{first}"),
            [subject, first, last] => format!("{subject}|{first}-{last}"),
            _ => panic!("{entry}"),
        };
        entries.iter().skip(published).map(text).collect()
    }

    pub fn feed_length(&self) -> usize {
        self.rows("SELECT 1 FROM changes").len()
    }
}

fn rows_of_file(connection: &rusqlite::Connection, sql: &str) -> Vec<String> {
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let shown = |value: ValueRef<'_>| match value {
        ValueRef::Null => "null".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
        ValueRef::Blob(bytes) => uuid::Uuid::from_slice(bytes).unwrap().to_string(),
    };
    let rows = statement.query_map([], |row| {
        let cells: Vec<String> = (0..columns).map(|column| shown(row.get_ref(column).unwrap())).collect();
        Ok(cells.join("|"))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

const FULL: &[(&str, &[&str])] = &[
    ("areas", &[r#""id":"$1","title":"North""#, r#""id":"$2","title":"South""#]),
    ("topics", &[r#""id":"$3","title_multiloc":{"en":"Air"}"#, r#""id":"$4","title":"Water""#]),
    (
        "users",
        &[
            r#""id":"$5","first_name":"Ann""#,
            r#""id":"$6","registration_completed_at":"2025-01-02T00:00:00Z""#,
        ],
    ),
    ("project_folders", &[r#""id":"$7","slug":"plan","title":"Plan""#]),
    (
        "projects",
        &[
            r#""id":"$8","slug":"park","title":"Park","folder_id":"$7","topic_ids":["$3"],"area_ids":["$1","$2"]"#,
            r#""id":"$9","slug":"pool","title":"Pool""#,
        ],
    ),
    ("project_topics", &[r#""project_id":"$8","topic_id":"$4""#]),
    (
        "phases",
        &[
            r#""id":"$10","title":"Ask","participation_method":"native_survey","project_id":"$8","start_at":"2025-01-01""#,
            r#""id":"$11","title":"Vote","participation_method":"voting","project_id":"$8","start_at":"2025-02-01""#,
        ],
    ),
    (
        "ideas",
        &[
            r#""id":"$12","title":"Trees","project_id":"$8","author_id":"$5","topic_ids":["$3","$4"],"slug":"trees""#,
            r#""id":"$13","title":"Answers","project_id":"$8","creation_phase_id":"$10""#,
            r#""id":"$14","title":"Slide","project_id":"$9","likes_count":41"#,
        ],
    ),
    ("idea_phases", &[r#""idea_id":"$12","phase_id":"$11""#]),
    (
        "comments",
        &[
            r#""id":"$16","idea_id":"$12","body":"Yes","parent_id":"$15","author_id":"$6""#,
            r#""id":"$15","idea_id":"$12","body":"Good""#,
        ],
    ),
    (
        "reactions",
        &[
            r#""id":"$17","mode":"up","user_id":"$5","reactable_id":"$12","reactable_type":"idea""#,
            r#""id":"$18","mode":"down","user_id":"$6","reactable_id":"$15","reactable_type":"comment""#,
            r#""id":"$31","mode":"up","user_id":"$6","reactable_id":"$14","reactable_type":"idea""#,
        ],
    ),
    (
        "baskets",
        &[
            r#""id":"$19","user_id":"$5","phase_id":"$11","submitted_at":"2025-02-02T00:00:00Z""#,
            r#""id":"$20","user_id":"$6","phase_id":"$11""#,
        ],
    ),
    (
        "basket_ideas",
        &[
            r#""id":"$21","basket_id":"$19","idea_id":"$12","votes":3"#,
            r#""id":"$22","basket_id":"$20","idea_id":"$12","votes":5"#,
        ],
    ),
    (
        "events",
        &[
            r#""id":"$23","project_id":"$8","title":"Walk","start_at":"2025-03-01T10:00:00+01:00","end_at":"2025-03-01T12:00:00Z""#,
        ],
    ),
    ("event_attendances", &[r#""id":"$24","event_id":"$23","attendee_id":"$5""#]),
    ("volunteering_causes", &[r#""id":"$25","phase_id":"$11","title":"Dig""#]),
    ("volunteering_volunteers", &[r#""id":"$26","volunteering_cause_id":"$25","user_id":"$6""#]),
    ("email_campaigns", &[r#""id":"$27","sender":"author","subject":"Hello""#]),
    (
        "email_campaign_deliveries",
        &[
            r#""id":"$28","email_campaign_id":"$27","user_id":"$5","delivery_status":"sent""#,
            r#""id":"$29","email_campaign_id":"$99","user_id":"$5","delivery_status":"sent""#,
        ],
    ),
    (
        "files",
        &[r#""id":"$30","name":"a.pdf","project_id":"$8","uploader_id":"$5","content":"JVBERi0xLjcK""#],
    ),
];
