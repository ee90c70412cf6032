//! The files of the three set-ups on the page about settings start a platform as they are there.

use std::path::Path;
use std::process::Command;

use reqwest::Method;
use tempfile::TempDir;

use crate::support::cluster::{Cluster, free_port};
use crate::support::postgres::{execute, required_server};
use crate::support::s3_server::S3Server;
use crate::support::{Server, eventually, guide_block, program};

const GUIDE: &str = "reference-settings";
/// The guides that explain these settings, with the set-up that contains them.
const EXPLAINED: [(&str, &str, &str); 3] = [
    ("start-deployment", "/etc/folkmoot/folkmoot.toml", "folkmoot.toml, one machine"),
    ("start-deployment-many", "/etc/folkmoot/folkmoot.toml", "folkmoot.toml, many servers"),
    ("start-deployment-many", "/etc/folkmoot/secrets", "secrets, many servers"),
];

/// The files of a set-up, with the folders of this test.
struct SetUp {
    folder: TempDir,
    settings: String,
    secrets: String,
}

impl SetUp {
    /// Its files with these texts replaced, each of which they must contain.
    fn of(name: &str, replaced: &[(&str, String)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("backups")).unwrap();
        let read = |file: &str| guide_block(GUIDE, &format!("{file}, {name}"));
        let (mut settings, mut secrets) = (read("folkmoot.toml"), read("secrets"));
        let path = |name: &str| folder.path().join(name).display().to_string();
        let places = [
            ("/var/lib/folkmoot", path("data")),
            (":9464", format!(":{}", free_port())),
            (":8080", ":0".to_owned()),
        ];
        for (text, by) in places.iter().chain(replaced) {
            assert!(settings.contains(text) || secrets.contains(text), "{name} has no {text}");
            (settings, secrets) = (settings.replace(text, by), secrets.replace(text, by));
        }
        settings = settings.replace("/var/backups/folkmoot", &path("backups"));
        Self { folder, settings, secrets }
    }

    fn command(&self) -> Command {
        let file = self.folder.path().join("folkmoot.toml");
        std::fs::write(&file, &self.settings).unwrap();
        let secrets = self.secrets.lines().map(|line| line.split_once('=').unwrap());
        let mut command = Command::new(program());
        command.env_clear().envs(secrets).current_dir(self.path()).arg("--config").arg(file);
        command
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Starts a server, and runs commands beside it.
    fn serves(&self) {
        let server = Server::start(self.command().arg("serve"));
        server.wait_until_ready();
        let contact = server.request(Method::GET, "/.well-known/security.txt").send();
        assert!(contact.text.contains("mailto:security@zwenebeke.example"), "{}", contact.text);
        for words in [&["demo", "--ideas", "10"][..], &["clients", "create", "Website"]] {
            let output = self.command().args(words).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        eventually("the API is not enabled", || {
            server.request(Method::GET, "/api/v2/ideas").send().status == 401
        });
    }
}

/// A primary with the role and the database of the guide about several servers.
fn start_primary() -> Cluster {
    let primary = Cluster::primary();
    let guide =
        std::fs::read_to_string(crate::support::root().join("portal/docs/guides/start-deployment-many.mdx"))
            .unwrap();
    let (_, rest) = guide.split_once("```sql\n").unwrap();
    let (block, _) = rest.split_once("\n```").unwrap();
    for statement in block.split(';').filter(|statement| !statement.trim().is_empty()) {
        execute(&format!("{}/postgres", primary.url()), statement).unwrap();
    }
    primary
}

#[test]
fn each_set_up_of_the_guide_starts() {
    required_server();
    SetUp::of("one machine", &[]).serves();
    let primary = start_primary();
    let database =
        |ports: &[u16]| ports.iter().map(|port| format!("127.0.0.1:{port}")).collect::<Vec<_>>().join(",");
    SetUp::of("one machine with PostgreSQL", &[("@127.0.0.1/", format!("@{}/", database(&[primary.port])))])
        .serves();
    // Another platform: its signing keys are encrypted with another secret.
    let primary = start_primary();
    let (standby, storage) = (primary.standby(), S3Server::start());
    let replaced = [
        ("@db1.example.org,db2.example.org/", format!("@{}/", database(&[primary.port, standby.port]))),
        ("@db2.example.org/", format!("@{}/", database(&[standby.port]))),
        ("?sslmode=require", String::new()),
        (
            "s3://zwenebeke-files/folkmoot\"",
            format!("s3://minutes/folkmoot\"\ns3-endpoint = \"{}\"", storage.url),
        ),
    ];
    let servers = [(); 2].map(|()| SetUp::of("many servers", &replaced));
    servers.iter().for_each(SetUp::serves);
}

#[test]
fn guides_explain_the_settings_of_the_set_ups() {
    for (guide, title, set_up) in EXPLAINED {
        let complete = guide_block(GUIDE, set_up);
        for line in guide_block(guide, title).lines() {
            assert!(complete.lines().any(|other| other == line), "{set_up} has no `{line}`");
        }
    }
}
