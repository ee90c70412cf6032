//! Connections to PostgreSQL that others cannot listen to, with its certificate checked.

use std::path::Path;
use std::process::Command;

use crate::pages::wanted;
use crate::support::Data;
use crate::support::cluster::Cluster;

/// A certificate for `localhost` alone, by an authority of its own.
fn certify(directory: &Path) {
    let run = |arguments: &str| {
        let done = Command::new("openssl").args(arguments.split(' ')).current_dir(directory).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    run(&format!("req -x509 {key} -keyout authority.key -out authority.pem -days 2 -subj /CN=Authority"));
    run(&format!("req {key} -keyout server.key -out server.csr -subj /CN=localhost"));
    std::fs::write(directory.join("names"), "subjectAltName=DNS:localhost").unwrap();
    run(
        "x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -extfile names -out server.pem",
    );
}

#[test]
fn certificates_are_checked() {
    if wanted().is_none() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    certify(directory.path());
    let mut primary = Cluster::primary();
    primary.stop();
    for name in ["server.key", "server.pem"] {
        primary.take_in(&directory.path().join(name));
    }
    primary.set("ssl = on\nssl_cert_file = 'server.pem'\nssl_key_file = 'server.key'\n");
    primary.start();
    let data = Data::in_postgres(&primary.url());
    let authority = directory.path().join("authority.pem");
    let trusting = ["--database-certificates", authority.to_str().unwrap()];
    let port = primary.port;
    let list = |host: &str, arguments: &[&str]| {
        let there = data.other_host(&format!("postgres://postgres@{host}:{port}"));
        let secret = format!("{}?sslmode=require", there.database_url());
        let mut command = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
        command.env_clear().arg("--data").arg(there.path()).args(["--database-url", &secret]).args(arguments);
        let output = command.args(["clients", "list"]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(list("localhost", &trusting), (Some(0), String::new()));
    let session = primary.rows("SELECT COUNT(*) FROM pg_stat_ssl WHERE ssl");
    assert_eq!(session, ["0"], "nobody is connected any more");
    for (host, arguments, words) in [
        ("localhost", &[][..], ["the database is not responding", "certificate", "UnknownIssuer"]),
        ("127.0.0.1", &trusting[..], ["the database is not responding", "certificate", "not valid for"]),
    ] {
        let (code, told) = list(host, arguments);
        assert_eq!(code, Some(1), "{told}");
        assert!(words.iter().all(|word| told.contains(word)), "{words:?} are not in: {told}");
    }
    primary.stop();
    primary.set("ssl = off\n");
    primary.start();
    let (code, told) = list("localhost", &trusting);
    assert!(code == Some(1) && told.contains("TLS"), "{told}");
}
