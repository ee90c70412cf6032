//! Changes by commands of administrators: each has its entry in the audit log, and a signing key is readable or absent.

use std::process::Command;

use jiff::Timestamp;

use super::Kind;
use crate::support::Data;
use crate::support::files::platform;

/// New clients and new signing keys, in turn.
pub struct Commands {
    data: Data,
    next: usize,
    clients: usize,
    keys: usize,
}

impl Commands {
    /// A platform without clients.
    pub fn new() -> Self {
        let data = Data::with(&platform());
        let keys = data.signing_keys(Timestamp::now()).ring().keys().len();
        Self { data, next: 0, clients: 0, keys }
    }
}

impl Kind for Commands {
    fn name(&self) -> &'static str {
        "changes by commands"
    }

    fn data(&self) -> &Data {
        &self.data
    }

    fn next(&mut self) -> Command {
        self.next += 1;
        let mut command = self.data.command();
        if self.next.is_multiple_of(2) {
            command.args(["keys", "rotate"]);
        } else {
            command.args(["clients", "create", "Test", "--json"]);
        }
        command
    }

    fn has_begun(&self) -> bool {
        true
    }

    fn check(&mut self, acknowledged: bool) {
        let count = |sql: &str| self.data.table(sql)[0][0].as_deref().unwrap().parse::<usize>().unwrap();
        let clients = count("SELECT COUNT(*) FROM clients");
        let audited = count("SELECT COUNT(*) FROM audit_log WHERE action = 'clients.create'");
        assert_eq!(clients, audited, "clients and their entries in the audit log");
        let keys = self.data.signing_keys(Timestamp::now()).ring().keys().len();
        let changed = (clients - self.clients) + (keys - self.keys);
        assert!(changed == 1 || (changed == 0 && !acknowledged), "{clients} clients and {keys} keys");
        (self.clients, self.keys) = (clients, keys);
    }
}
