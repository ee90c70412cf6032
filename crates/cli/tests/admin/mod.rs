//! The admin API: sessions, clients, the audit log, and sign-in at an `OpenID` provider.

mod audit;
mod clients;
mod endpoints;
mod listener;
mod openid;
mod sessions;

use crate::support::admin::{Admin, admin_key};
use crate::support::fixture::Platform;
use crate::support::{Data, Server};

/// A server with a platform, and an administrator of it.
pub struct Setup {
    /// The data of the server.
    pub data: Data,
    /// The server.
    pub server: Server,
    /// The id of the admin key.
    pub key_id: String,
    /// The admin key.
    pub key: String,
    /// A session that was opened with the key.
    pub admin: Admin,
}

impl Setup {
    /// A server with these further arguments.
    pub fn new(arguments: &[&str]) -> Self {
        Self::over(Data::with(&Platform::full(1, "2025-03-18T08:15:30.250Z")), arguments)
    }

    /// A server over an embedded database, which the test changes.
    pub fn embedded() -> Self {
        Self::over(Data::embedded().filled(&Platform::empty()), &[])
    }

    fn over(data: Data, arguments: &[&str]) -> Self {
        let (key_id, key) = admin_key(&data, "administrator");
        let server = data.serve_with(arguments);
        let admin = Admin::sign_in(&server, &key);
        Self { data, server, key_id, key, admin }
    }

    /// A session with the role auditor.
    pub fn auditor(&self) -> Admin {
        Admin::sign_in(&self.server, &admin_key(&self.data, "auditor").1)
    }
}
