//! A source with the demo platform, and the command that mirrors it.

use std::process::{Command, Output};

use serde_json::Value;

use crate::support::{Caller, Data};

/// The locales of the demo platform.
pub const LOCALES: [&str; 3] = ["en", "nl-BE", "fr-BE"];

/// A source with its server and a client with full access.
pub struct Source {
    pub data: Data,
    pub caller: Caller,
    pub client: (String, String),
}

impl Source {
    /// The demo platform.
    pub fn demo() -> Self {
        let data = Data::new();
        assert!(data.run(&["demo", "--ideas", "40"]).status.success());
        let client = data.client();
        let caller = data.serve_with(&[]).caller(&client.0, &client.1);
        Self { data, caller, client }
    }

    /// The URL.
    pub fn url(&self) -> &str {
        &self.caller.server.url
    }
}

/// The command that mirrors the source at this URL.
pub fn command(data: &Data, url: &str, client: &(String, String), arguments: &[&str]) -> Command {
    let mut command = data.command();
    command.args(["mirror", url]).args(arguments);
    command.env("FOLKMOOT_MIRROR_CLIENT_ID", &client.0).env("FOLKMOOT_MIRROR_CLIENT_SECRET", &client.1);
    command
}

/// Runs a round and returns its report.
#[track_caller]
pub fn round(data: &Data, url: &str, client: &(String, String), arguments: &[&str]) -> Value {
    report(&command(data, url, client, &[&["--json"], arguments].concat()).output().unwrap())
}

/// The report of a round that succeeded.
#[track_caller]
pub fn report(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The writes to the state of a mirror with which its imports end.
const EVENTS: [&str; 2] = ["INSERT", "UPDATE"];

/// Makes imports of a mirror with an embedded database fail at their end.
pub fn fail_imports(mirror: &Data) {
    let fail = EVENTS.map(|event| {
        format!(
            "CREATE TRIGGER fail_{event} BEFORE {event} ON mirror BEGIN SELECT RAISE(ABORT, 'failed'); END;"
        )
    });
    mirror.change_database(&fail.concat());
}

/// Ends what [`fail_imports`] does.
pub fn mend_imports(mirror: &Data) {
    mirror.change_database(&EVENTS.map(|event| format!("DROP TRIGGER fail_{event};")).concat());
}

/// Turns the API of a mirror on and serves it.
pub fn serve(mirror: &Data) -> Caller {
    assert!(mirror.run(&["access", "on"]).status.success());
    mirror.serve()
}
