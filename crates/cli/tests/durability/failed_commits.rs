//! Commits that fail, and a process that is killed afterwards: the write-ahead log may still contain the transaction.

/// Tests that run strace.
mod requires_tools {
    use std::io::{Cursor, Read};
    use std::sync::mpsc::{Receiver, channel};

    use reqwest::Method;
    use reqwest::blocking::Body;
    use serde_json::json;

    use crate::durability::integrity::assert_database_is_intact;
    use crate::durability::system_calls::Faults;
    use crate::support::files::{assert_blobs_match_records, platform, upload_with};
    use crate::support::{Data, eventually, text};

    /// Ends when something is received.
    struct Gate(Receiver<()>);

    impl Read for Gate {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            let _ = self.0.recv();
            Ok(0)
        }
    }

    #[test]
    fn a_file_whose_commit_failed_has_its_content_or_does_not_exist() {
        let data = Data::embedded().filled(&platform());
        let (id, secret) = data.client();
        let caller = data.serve_with(&["--log-level", "off"]).caller(&id, &secret);
        caller.server.wait_until_ready();
        let upload = upload_with(&json!({})).to_string().into_bytes();
        let (start, end) = upload.split_at(20);
        let (gate, closed) = channel();
        let body = Cursor::new(start.to_vec()).chain(Gate(closed)).chain(Cursor::new(end.to_vec()));
        let response = std::thread::scope(|scope| {
            // Dropped if this fails, which ends the upload.
            let gate = gate;
            let response = scope.spawn(|| caller.send(Method::POST, "/files", Body::new(body)));
            // The blob is recorded, and the commit of the file is next.
            eventually("the upload does not begin", || {
                data.table("SELECT COUNT(*) FROM unreferenced_blobs")[0][0].as_deref() == Some("1")
            });
            let log = data.path().join("folkmoot.sqlite-wal");
            let faults = Faults::inject_on(&log, caller.server.process_id(), "fsync,fdatasync", "EIO");
            gate.send(()).unwrap();
            let response = response.join().unwrap();
            // Killed before anything is written that would replace the transaction in the log.
            caller.server.signal("-KILL");
            faults.until_the_process_ends();
            response
        });
        assert_eq!(response.status, 503, "{}", response.text);
        response.problem();
        drop(caller);
        data.serve_with(&[]).wait_until_ready();
        assert_database_is_intact(&data);
        assert_blobs_match_records(&data);
        let checked = data.run(&["files", "check", "--read"]);
        assert!(checked.status.success(), "{}", text(&checked.stdout));
    }
}
