//! Notices to administrators by email, received by a mail server of the test.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use crate::support::day::begin_within_a_day;
use crate::support::fixture::Platform;
use crate::support::{Data, eventually};

/// A mail server (RFC 5321) that stores what it receives.
struct MailServer {
    url: String,
    messages: Arc<Mutex<Vec<String>>>,
}

impl MailServer {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let messages: Arc<Mutex<Vec<String>>> = Arc::default();
        let received = Arc::clone(&messages);
        std::thread::spawn(move || {
            listener.incoming().flatten().for_each(|stream| receive(&stream, &received));
        });
        Self { url, messages }
    }

    fn messages(&self) -> Vec<String> {
        self.messages.lock().unwrap().clone()
    }

    fn arguments(&self) -> Vec<String> {
        let to = "ann@city.example,bob@city.example";
        ["--notice-to", to, "--notice-from", "folkmoot@city.example", "--smtp-url", &self.url]
            .map(str::to_owned)
            .to_vec()
    }
}

fn receive(stream: &TcpStream, messages: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream);
    let reply = |text: &str| (&mut &*stream).write_all(format!("{text}\r\n").as_bytes()).is_ok();
    reply("220 test");
    let (mut line, mut message, mut recipients) = (String::new(), None::<String>, Vec::new());
    while reader.read_line(&mut line).is_ok_and(|length| length > 0) {
        let text = std::mem::take(&mut line);
        if let Some(body) = &mut message {
            if text == ".\r\n" {
                let body = message.take().unwrap_or_default();
                messages.lock().unwrap().push(format!("{}\n{body}", recipients.join(",")));
                reply("250 stored");
            } else {
                body.push_str(&text);
            }
            continue;
        }
        match text.split([' ', ':']).next().unwrap_or_default().trim() {
            "DATA" => {
                message = Some(String::new());
                reply("354 send");
            }
            "QUIT" => {
                reply("221 bye");
                return;
            }
            "RCPT" => {
                recipients.push(text.trim().to_owned());
                reply("250 ok");
            }
            _ => {
                reply("250 ok");
            }
        }
    }
}

fn serve(data: &Data, arguments: &[String]) -> crate::support::Server {
    data.serve_with(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn failures_and_expiries_are_sent_once_to_every_address() {
    begin_within_a_day();
    let mut platform = Platform::full(1, "2025-03-18T08:15:30.250Z");
    platform.about["name"] = serde_json::json!("Our town");
    let data = Data::with(&platform);
    let expires = jiff::ZonedDateTime::now().date().tomorrow().unwrap().to_string();
    data.client_with(&["--expires", &expires, "--owner", "The museum"]);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("areas.ndjson"), "{}\n").unwrap();
    assert!(!data.run(&["import", folder.path().to_str().unwrap()]).status.success());

    let mail = MailServer::start();
    let first = serve(&data, &mail.arguments());
    eventually("no mail arrives", || !mail.messages().is_empty());
    let message = mail.messages().remove(0).replace("=\r\n", "");
    for part in [
        "ann@city.example",
        "bob@city.example",
        "Subject: [Our town] 2 notices",
        "An import failed",
        "The museum",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    eventually("the notices are not recorded", || data.count("notices WHERE sent_at IS NOT NULL") == 2);
    drop(first);
    let expires = jiff::ZonedDateTime::now().date().saturating_add(jiff::Span::new().days(9)).to_string();
    data.client_with(&["--expires", &expires, "--owner", "The archive"]);
    let _second = serve(&data, &mail.arguments());
    eventually("no second mail arrives", || mail.messages().len() == 2);
    let message = mail.messages().remove(1).replace("=\r\n", "");
    assert!(message.contains("The archive") && message.contains("within 14 days"), "{message}");
    assert!(!message.contains("An import failed") && !message.contains("The museum"), "{message}");
}

#[test]
fn without_addresses_nothing_is_sent() {
    let data = Data::with(&Platform::full(1, "2025-03-18T08:15:30.250Z"));
    let mail = MailServer::start();
    let server = data.serve_with(&["--smtp-url", &mail.url, "--notice-from", "folkmoot@city.example"]);
    server.wait_for_changes();
    assert_eq!(data.count("notices"), 0);
    assert!(mail.messages().is_empty());
}
