//! What prevents `folkmoot serve` from starting is found by `folkmoot doctor`, and both name the setting.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use folkmoot_settings::{SETTINGS, Setting};

use crate::doctor::{CREATED_AT, Diagnosis, healthy};
use crate::support::fixture::Platform;
use crate::support::{Data, text};

/// Values that are valid as text, but name nothing that can be used.
struct Unusable {
    folder: tempfile::TempDir,
    /// An address on which another program listens, which closes every connection.
    address: String,
}

impl Unusable {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("text"), "text").unwrap();
        std::fs::create_dir(folder.path().join("portal")).unwrap();
        std::fs::write(folder.path().join("portal/index.html"), "<p>Portal</p>").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || listener.incoming().for_each(drop));
        Self { folder, address }
    }

    fn values(&self, setting: &Setting) -> Vec<String> {
        let path = |name: &str| self.folder.path().join(name).to_str().unwrap().to_owned();
        match setting.placeholder {
            "FOLDER" | "FILE" | "FILE|stdout" | "LOCATION" => {
                vec![path("missing/one"), path("text"), path("text/below")]
            }
            "ADDRESS:PORT" => vec![self.address.clone()],
            _ => Vec::new(),
        }
    }
}

/// A program of this data with a portal, whose images settings name.
fn command(data: &Data, unusable: &Unusable) -> Command {
    let mut command = data.command();
    command.env("FOLKMOOT_PORTAL", unusable.folder.path().join("portal"));
    command
}

/// The error with which the server ends; `None` if it starts.
fn serve(mut command: Command, arguments: &[&str]) -> Option<String> {
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "off"]).args(arguments);
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
    if !url.is_empty() {
        process.kill().unwrap();
    }
    let mut error = String::new();
    process.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    process.wait().unwrap();
    url.is_empty().then_some(error)
}

#[test]
fn doctor_finds_every_setting_that_prevents_a_start() {
    let (data, unusable) = (healthy(), Unusable::new());
    let mut preventing = Vec::new();
    for setting in SETTINGS {
        let name = setting.name();
        for value in unusable.values(setting) {
            let arguments = [&format!("--{name}"), value.as_str()];
            let Some(error) = serve(command(&data, &unusable), &arguments) else { continue };
            assert!(error.contains(&name), "{arguments:?}: serve does not name the setting: {error}");
            let diagnosis =
                Diagnosis::run(data.path(), command(&data, &unusable).arg("doctor").args(arguments));
            let problems = diagnosis.checks.iter().filter(|check| check["state"] == "problem");
            let problems: Vec<String> = problems.map(ToString::to_string).collect();
            let is_found = problems.iter().any(|problem| problem.contains(&name));
            assert!(is_found, "{arguments:?}: doctor finds {problems:?}, serve ends with {error}");
            preventing.push(name.clone());
        }
    }
    for name in
        ["access-log", "admin-listen", "listen", "metrics-listen", "portal", "provider-icon", "provider-logo"]
    {
        assert!(preventing.iter().any(|preventing| preventing == name), "{name} prevents no start");
    }
}

#[test]
fn the_address_of_a_running_server_is_not_a_problem() {
    // Of another platform: a server writes to its own folder while the check compares it.
    let (data, other) = (healthy(), Data::with(&Platform::full(1, CREATED_AT)));
    let server = other.serve_with(&[]);
    let address = server.url.strip_prefix("http://").unwrap();
    Diagnosis::of(&data, &["--listen", address]).assert("start", "ok", &["can be listened on"]);
}

#[test]
fn a_spool_that_cannot_be_written_is_a_problem() {
    let (data, unusable) = (healthy(), Unusable::new());
    let spool = unusable.folder.path().join("missing");
    let diagnosis = Diagnosis::of(&data, &["--stream-spool", spool.to_str().unwrap()]);
    diagnosis.assert("stream-spool", "problem", &["every stream fails", "create the folder"]);
}

/// A check of the access log does not create it.
#[test]
fn an_access_log_is_not_created_by_its_check() {
    let (data, folder) = (healthy(), tempfile::tempdir().unwrap());
    let log = folder.path().join("access.log");
    Diagnosis::of(&data, &["--access-log", log.to_str().unwrap()]).assert("start", "ok", &[]);
    assert!(!log.exists());
    assert!(text(&data.run(&["doctor"]).stdout).contains("start"));
}
