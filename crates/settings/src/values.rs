//! Values that a setting chooses from.

use std::path::PathBuf;

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// When the schema of PostgreSQL is migrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Migrations {
    /// At the start of every command.
    Start,
    /// By the command `folkmoot migrate`.
    Separately,
}

/// How files in S3-compatible storage are downloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum S3Downloads {
    /// Through this server.
    Stream,
    /// From the storage: the server redirects to a presigned URL.
    Redirect,
}

/// Where the access log is written to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessLogTarget {
    /// The standard output of the process.
    Stdout,
    /// A file.
    File(PathBuf),
}

/// What is logged of the network address of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressDetail {
    /// Nothing.
    None,
    /// The network, which many subscribers share.
    Network,
    /// The complete address.
    Full,
}

/// The portal to serve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortalSource {
    /// The one that is embedded in the program.
    Embedded,
    /// The one in a folder.
    Folder(PathBuf),
    /// None.
    Off,
}
