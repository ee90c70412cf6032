//! Exports in S3-compatible storage, which does not respond for a while.

use reqwest::Method;
use serde_json::{Value, json};

use crate::exports::setup::{Setup, earlier, file};
use crate::support::fault_proxy::{Fault, FaultProxy};
use crate::support::fixture::{Platform, id};
use crate::support::s3_server::{S3Server, SETTINGS, plain_client};
use crate::support::{Data, eventually};

const AT: &str = "2025-03-18T08:15:30.250Z";
const PERSON: usize = 1;
const STOPPED: &str = "The server was stopped before the export was complete.";

/// A server whose storage can be stalled.
struct Site {
    storage: S3Server,
    proxy: FaultProxy,
    setup: Setup,
}

impl Site {
    fn new() -> Self {
        let storage = S3Server::start();
        let proxy = FaultProxy::to(storage.url.rsplit(':').next().unwrap().parse().unwrap());
        let data = Data::with(&Platform::full(3, AT));
        let arguments = Self::arguments(&proxy);
        let setup = Setup::over(data, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
        Self { storage, proxy, setup }
    }

    fn arguments(proxy: &FaultProxy) -> Vec<String> {
        let settings = SETTINGS.into_iter().map(str::to_owned);
        settings.chain(["--s3-endpoint".to_owned(), format!("http://{}", proxy.host())]).collect()
    }

    /// Starts an export, which cannot write.
    fn begin(&self) -> Value {
        self.proxy.set(Fault::Stall);
        let body = json!({ "access": "full", "formats": ["ndjson"] });
        let post = || self.setup.admin.send(&self.setup.server, Method::POST, "/exports", &body);
        let started = post();
        assert_eq!(started.status, 202, "{}", started.text);
        let blobs = || self.setup.data.table("SELECT blob FROM export_files WHERE size = 0").len();
        eventually("the export does not write", || blobs() > 0);
        let other = post();
        assert_eq!((other.status, other.problem().as_str()), (409, "export-running"));
        started.json()["export"]["id"].clone()
    }

    fn request(&self, method: Method, path: &str) -> reqwest::blocking::RequestBuilder {
        let authorization = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request";
        plain_client()
            .request(method, format!("{}/minutes{path}", self.storage.url))
            .header("authorization", authorization)
    }

    /// The number of objects of exports.
    fn objects(&self) -> usize {
        let list = self.request(Method::GET, "?list-type=2&prefix=of/files/exports/").send().unwrap();
        list.error_for_status().unwrap().text().unwrap().matches("<Key>").count()
    }
}

/// Tests that need moto.
mod requires_tools {
    use super::*;

    #[test]
    fn exports_in_s3_are_listed_downloaded_deleted_and_erased_with_people() {
        let site = Site::new();
        let Site { proxy, setup, storage } = &site;
        let client = setup.client("full", "all");
        setup.export(&json!({ "access": "full", "formats": ["ndjson", "sqlite"] }));
        let listed = setup.listed(&client);
        assert_eq!(site.objects(), listed[0]["files"].as_array().unwrap().len());
        let users = file(&listed[0], "users.ndjson");
        let complete = setup.download(&users["url"], &[]);
        assert_eq!((complete.status, json!(complete.text.len())), (200, users["size"].clone()));
        let part = setup.download(&users["url"], &[("range", "bytes=10-19")]);
        assert_eq!((part.status, part.text.as_str()), (206, &complete.text[10..20]));
        let path = format!("/exports/{}", listed[0]["id"].as_str().unwrap());
        assert_eq!(setup.admin.request(&setup.server, Method::DELETE, &path).send().status, 204);
        assert_eq!((site.objects(), setup.listed(&client).len()), (0, 0));

        setup.export(&json!({ "access": "full", "formats": ["ndjson"] }));
        let listed = setup.listed(&client);
        let users = file(&listed[0], "users.ndjson");
        let person = id("users", PERSON);
        assert!(setup.download(&users["url"], &[]).text.contains(&person));
        let running = site.begin();
        // The command uses the storage, too.
        let erase = storage.arguments(&["people", "erase", &person, "--json"]);
        let output = setup.data.run(&erase);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["exports"], 2, "{report}");
        assert_eq!((site.objects(), setup.listed(&client).len()), (0, 0));
        proxy.set(Fault::None);
        assert_eq!(setup.download(&users["url"], &[]).problem(), "record-not-found");
        let deleted = || {
            let count =
                |result| setup.server.metric(&format!("folkmoot_exports_total{{result=\"{result}\"}}"));
            count("deleted") + count("stopped") + count("failed")
        };
        eventually("the running export does not stop", || deleted() == 1);
        assert_eq!((site.objects(), setup.finished()), (0, Vec::new()), "{running}");
        setup.export(&json!({ "access": "full", "formats": ["ndjson"] }));
        let listed = setup.listed(&client);
        let users = setup.download(&file(&listed[0], "users.ndjson")["url"], &[]).text;
        assert_eq!((users.lines().count(), users.contains(&person)), (2, false));
    }

    #[test]
    fn a_server_that_was_killed_while_it_made_an_export_deletes_what_it_left() {
        let mut site = Site::new();
        let client = site.setup.client("full", "all");
        let id = site.begin();
        let written = site.setup.data.path().join("exports");
        assert!(written.read_dir().unwrap().next().is_some());
        site.setup.server.kill();
        // A file that was complete.
        let blobs = site.setup.data.table("SELECT blob FROM export_files");
        let key = format!("/of/files/exports/{}", blobs[0][0].as_ref().unwrap());
        assert!(site.request(Method::PUT, &key).body("{}\n").send().unwrap().status().is_success());
        assert_eq!(site.objects(), 1);
        let seen_at = earlier(&site.setup.data, "seen_at", 1);
        site.setup.data.change_database(&format!("UPDATE exports SET seen_at = {seen_at}"));
        site.proxy.set(Fault::None);
        let arguments = Site::arguments(&site.proxy);
        site.setup.server =
            site.setup.data.serve_with(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let setup = &site.setup;
        let exports = setup.finished();
        assert_eq!((&exports[0]["id"], &exports[0]["reason"]), (&id, &json!(STOPPED)), "{exports:?}");
        eventually("files remain", || site.objects() == 0);
        assert!(!written.exists());
        assert_eq!(setup.listed(&client).len(), 0);
        setup.export(&json!({ "access": "full", "formats": ["ndjson"] }));
        assert_eq!(setup.listed(&client).len(), 1);
    }
}
