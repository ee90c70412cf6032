//! The demo platform that a benchmark reads: created once in `target/tmp`, or in the PostgreSQL database of
//! `FOLKMOOT_BENCH_POSTGRES`.

#![allow(dead_code, reason = "each benchmark uses a part")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::local_server;

/// A platform of the demo.
pub struct DemoPlatform {
    /// Its data folder.
    pub data: PathBuf,
    /// The URL of its PostgreSQL database; `None` if it is in the embedded database.
    pub database: Option<String>,
    /// Of the import: the number of records, and the time it took; `None` if the platform was there already.
    pub imported: Option<(f64, Duration)>,
}

impl DemoPlatform {
    /// The platform with `FOLKMOOT_BENCH_IDEAS` ideas, one million by default. It is created unless it is there already.
    pub fn open() -> Self {
        let ideas = number("FOLKMOOT_BENCH_IDEAS", 1_000_000);
        let database = std::env::var("FOLKMOOT_BENCH_POSTGRES").ok();
        let kind = if database.is_some() { "postgres" } else { "bench" };
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{kind}-{ideas}"));
        let mut platform = Self { data, database, imported: None };
        // The folder outlives a temporary PostgreSQL, whose URL the file therefore contains.
        let complete = platform.data.join("complete");
        let database = platform.database.clone().unwrap_or_default();
        if std::fs::read_to_string(&complete).is_ok_and(|of| of == database) {
            return platform;
        }
        let _ = std::fs::remove_dir_all(&platform.data);
        let started = Instant::now();
        let arguments = ["demo", "--ideas", &ideas.to_string()];
        let output = local_server::program(&platform.location()).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let time = started.elapsed();
        let table = String::from_utf8(output.stdout).unwrap();
        let records =
            table.lines().filter_map(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok()).sum();
        platform.imported = Some((records, time));
        std::fs::write(complete, database).unwrap();
        platform
    }

    /// The settings that locate it. `FOLKMOOT_BENCH_REPLICA` is the URL of a standby that pages are read from, and
    /// `FOLKMOOT_BENCH_SETTINGS` contains further settings of the server.
    pub fn location(&self) -> Vec<OsString> {
        let mut arguments = vec!["--data".into(), self.data.as_os_str().to_owned()];
        let replica = std::env::var("FOLKMOOT_BENCH_REPLICA").ok();
        // PostgreSQL runs on the same machine, where more connections would compete for the CPU.
        let connections = self.database.as_ref().map(|_| "4".to_owned());
        for (setting, value) in [
            ("--database-url", self.database.clone()),
            ("--replica-url", replica),
            ("--database-connections", connections),
        ] {
            arguments.extend(value.into_iter().flat_map(|value| [setting.into(), value.into()]));
        }
        let settings = std::env::var("FOLKMOOT_BENCH_SETTINGS").unwrap_or_default();
        arguments.extend(settings.split_whitespace().map(OsString::from));
        arguments
    }

    /// The files that a server reads: of the embedded database, and of the list indexes.
    pub fn database_files(&self) -> Vec<PathBuf> {
        let is_read = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("folkmoot.sqlite") || name == "list-indexes"
        };
        let entries = std::fs::read_dir(&self.data).unwrap();
        entries.map(|entry| entry.unwrap().path()).filter(is_read).collect()
    }
}

/// The number in this variable of the environment.
pub fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}
