//! TLS connections to PostgreSQL, with validation of its certificate.

use std::path::Path;
use std::process::Command;

use crate::support::cluster::Cluster;
use crate::support::fixture::Platform;
use crate::support::postgres::required_server;
use crate::support::{Data, require_command};

/// Creates a certificate authority and a certificate for `localhost`.
fn create_certificate(directory: &Path) {
    let run = |arguments: &str| {
        let done =
            Command::new("openssl").args(arguments.split(' ')).current_dir(directory).output().unwrap();
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
fn the_certificate_of_postgresql_is_validated() {
    required_server();
    require_command("openssl");
    let directory = tempfile::tempdir().unwrap();
    create_certificate(directory.path());
    let mut primary = Cluster::primary();
    let data = Data::in_postgres(&primary.url()).filled(&Platform::empty());
    primary.stop();
    for name in ["server.key", "server.pem"] {
        primary.copy_into_data(&directory.path().join(name));
    }
    primary.set("ssl = on\nssl_cert_file = 'server.pem'\nssl_key_file = 'server.key'\n");
    primary.start();
    let authority = directory.path().join("authority.pem");
    let trusting = ["--database-certificates", authority.to_str().unwrap()];
    let port = primary.port;
    let list = |host: &str, arguments: &[&str]| {
        let host_data = data.other_host(&format!("postgres://postgres@{host}:{port}"));
        let url = format!("{}?sslmode=require", host_data.database_url());
        let mut command = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
        command
            .env_clear()
            .arg("--data")
            .arg(host_data.path())
            .args(["--database-url", &url])
            .args(arguments);
        let output = command.args(["clients", "list"]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(list("localhost", &trusting), (Some(0), String::new()));
    let session = primary.rows("SELECT COUNT(*) FROM pg_stat_ssl WHERE ssl");
    assert_eq!(session, ["0"], "a connection is still open");
    for (host, arguments, words) in [
        ("localhost", &[][..], ["the database is not responding", "certificate", "UnknownIssuer"]),
        ("127.0.0.1", &trusting[..], ["the database is not responding", "certificate", "not valid for"]),
    ] {
        let (code, stderr) = list(host, arguments);
        assert_eq!(code, Some(1), "{stderr}");
        assert!(words.iter().all(|word| stderr.contains(word)), "{words:?} are not in: {stderr}");
    }
    primary.stop();
    primary.set("ssl = off\n");
    primary.start();
    let (code, stderr) = list("localhost", &trusting);
    assert!(code == Some(1) && stderr.contains("TLS"), "{stderr}");
}
