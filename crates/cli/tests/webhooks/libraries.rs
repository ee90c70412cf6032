//! The libraries of Standard Webhooks verify what a server sends, also during a rotation, and reject what was altered.

use std::process::Command;

use serde_json::{Value, json};

use crate::support::root;
use crate::support::site::{changed, published};
use crate::webhooks::receiver::Receiver;
use crate::webhooks::site::{endpoint, run, serve, wait_until_bound};

#[test]
fn both_libraries_verify_each_request_also_during_a_rotation() {
    let site = serve(&published(3));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    let endpoint = endpoint(&site, &client, &receiver, &[]);
    site.import_one("areas", changed("areas", 0, &[("title_multiloc", json!({ "en": "Zoë — “one”" }))]));
    let before = receiver.quiet().len();
    let rotated = run(&site, &["rotate", &endpoint.id]);
    wait_until_bound(&site);
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    run(&site, &["test", &endpoint.id, "--type", "comment.deleted"]);
    let requests: Vec<Value> = receiver
        .wait_for(before + 1)
        .iter()
        .enumerate()
        .map(|(number, received)| {
            let new = (number >= before).then(|| rotated["secret"].clone());
            let secrets: Vec<Value> = std::iter::once(json!(endpoint.secret)).chain(new).collect();
            json!({ "secrets": secrets, "headers": received.headers, "body": received.text })
        })
        .collect();
    assert!(requests.iter().any(|request| request["secrets"].as_array().unwrap().len() == 2));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), json!(requests).to_string()).unwrap();
    let folder = root().join("crates/cli/tests/webhooks");
    for (program, script) in [(root().join(".venv/bin/python"), "verify.py"), ("node".into(), "verify.mjs")] {
        let output = Command::new(program).arg(folder.join(script)).arg(file.path()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && text.trim() == format!("verified {}", requests.len()),
            "{text}{errors}"
        );
    }
}
