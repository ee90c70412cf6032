//! Every setting of the server, declared once.
//!
//! From the table below follow the flag (`--public-address`), the environment variable
//! (`FOLKMOOT_PUBLIC_ADDRESS`), the key of `folkmoot.toml` (`public-address`), the text of `--help` and the
//! portal's reference.

mod file;
mod kinds;
mod network;
mod reference;
mod sources;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use folkmoot_files::blobs::{S3Location, StorageLocation};
use folkmoot_store::migrations::MIGRATIONS;
use folkmoot_store::{DatabaseLocation, PostgresSettings};

pub use self::file::{DEFAULT_FILE, File};
pub use self::kinds::{LogFormat, Migrations, S3Downloads};
pub use self::network::Network;
pub use self::reference::{Entry, reference};
pub use self::sources::{Origin, SettingsError, Sources};

/// What is known of a setting apart from its value.
#[derive(Debug)]
pub struct Setting {
    field: &'static str,
    /// What it does, in whole sentences.
    pub doc: &'static str,
    /// The word that stands for the value in `--help`.
    pub placeholder: &'static str,
    /// The value where none is given, as text; blank where that means "none".
    pub default: &'static str,
    /// Whether the value must never be shown.
    pub secret: bool,
}

impl Setting {
    /// The name, which is the key of `folkmoot.toml` and the flag without its dashes.
    pub fn name(&self) -> String {
        self.field.replace('_', "-")
    }

    /// The environment variable.
    pub fn environment(&self) -> String {
        format!("FOLKMOOT_{}", self.field.to_uppercase())
    }
}

/// Makes the struct of values, the table of descriptions and the reading of one from the other.
macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $field:ident: $type:ty = $kind:ident, $default:literal $(, $secret:ident)?;)+) => {
        /// The value of every setting.
        #[derive(Clone, PartialEq)]
        #[allow(clippy::doc_markdown, reason = "the comments are shown to people as they are")]
        pub struct Settings {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        /// Every setting, in the order in which people are told of them.
        pub static SETTINGS: &[Setting] =
            &[$(settings!(@row [$($doc),+] $field $kind $default $($secret)?)),+];

        impl Settings {
            /// Reads every setting from where it was given.
            pub fn resolve(sources: &Sources<'_>) -> Result<Self, SettingsError> {
                Ok(Self {
                    $($field: sources.read(
                        &settings!(@row [$($doc),+] $field $kind $default $($secret)?),
                        &kinds::$kind,
                    )?,)+
                })
            }
        }

        impl std::fmt::Debug for Settings {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut shown = formatter.debug_struct("Settings");
                $(if settings!(@secret $($secret)?) {
                    shown.field(stringify!($field), &"(not shown)");
                } else {
                    shown.field(stringify!($field), &self.$field);
                })+
                shown.finish()
            }
        }
    };
    (@row [$($doc:literal),+] $field:ident $kind:ident $default:literal $($secret:ident)?) => {
        Setting {
            field: stringify!($field),
            doc: concat!($($doc),+),
            placeholder: kinds::$kind.placeholder,
            default: $default,
            secret: settings!(@secret $($secret)?),
        }
    };
    (@secret secret) => { true };
    (@secret) => { false };
}

settings! {
    /// The address and port to listen on. Port 0 takes a free one and prints it.
    listen: SocketAddr = ADDRESS_AND_PORT, "127.0.0.1:8080";

    /// The folder that holds the embedded database, the files and the signing keys. It is made if it is not there.
    data: PathBuf = PATH, "./data";

    /// The PostgreSQL database to use instead of the embedded one.
    database_url: Option<String> = DATABASE_URL, "", secret;

    /// The address of a replica of that database, which is read. Several are separated by spaces.
    replica_url: Vec<String> = REPLICA_URLS, "", secret;

    /// How many connections to PostgreSQL this server keeps at the most, to the primary and to each replica. About twice
    /// as many as PostgreSQL has cores for each server do most.
    database_connections: u64 = POSITIVE_NUMBER, "16";

    /// How many prepared statements each of these connections keeps; when it has more, it lets go of all and prepares them
    /// again. `0` keeps none.
    database_statements: u64 = NUMBER, "256";

    /// How many seconds PostgreSQL may take for a connection or an answer. Where whole tables are read, when a server
    /// starts and in a copy, their first row may take sixty times as long.
    database_timeout_seconds: u64 = POSITIVE_NUMBER, "5";

    /// How many seconds a replica may be behind before it is left out.
    replica_lag_seconds: u64 = POSITIVE_NUMBER, "2";

    /// A file with certificates, in PEM, that are trusted when connecting to PostgreSQL, beside those that the system
    /// trusts.
    database_certificates: Option<PathBuf> = OPTIONAL_FILE, "";

    /// When the schema of PostgreSQL is brought up to date: at the `start` of any command, or `separately` by
    /// `folkmoot migrate`. The embedded database is always brought up to date.
    migrations: Migrations = MIGRATIONS, "start";

    /// The secret with which the signing keys are encrypted in PostgreSQL: a text of at least 32 characters, the same on
    /// all servers. Without it they stand in the database as they are. The embedded database's keys are files that the
    /// owner of the data folder alone can read.
    keys_secret: Option<String> = KEYS_SECRET, "", secret;

    /// The folder of the built developer portal, served at `/`.
    portal: Option<PathBuf> = OPTIONAL_PATH, "";

    /// The address under which people reach this server, for the links in its answers. Without it,
    /// links lead to the address that it listens on.
    public_address: Option<String> = PUBLIC_ADDRESS, "";

    /// How many megabytes of memory may hold finished records, so that pages asked for again come faster.
    cache_megabytes: u64 = NUMBER, "256";

    /// How many seconds a request may take before it is given up.
    request_timeout_seconds: u64 = POSITIVE_NUMBER, "30";

    /// Maximum open connections. `0` follows the limit of file descriptors: three quarters of it, 16384 at most. A new
    /// connection over the limit replaces the one that has waited longest for its client.
    maximum_connections: u64 = NUMBER, "0";

    /// Maximum open connections from one network address (IPv6: one network of 64 bits). `0` is a quarter of all, 1024
    /// at most. The trusted proxies have no such limit.
    maximum_connections_per_address: u64 = NUMBER, "0";

    /// How many seconds a client may take to send the headers of a request.
    header_timeout_seconds: u64 = POSITIVE_NUMBER, "15";

    /// How many seconds a connection stays open without a request. A proxy in front should close its connections sooner.
    keep_alive_seconds: u64 = POSITIVE_NUMBER, "75";

    /// How many seconds requests in flight have to finish when the server is told to stop.
    shutdown_grace_seconds: u64 = NUMBER, "30";

    /// The form of the log on stderr: `text` for people, `json` for programs.
    log_format: LogFormat = LOG_FORMAT, "text";

    /// What is logged: `error`, `warn`, `info`, `debug` or `trace`, or directives that say it for each part of the
    /// program, such as `info,folkmoot::import=debug`.
    log_level: String = LOG_LEVEL, "info";

    /// The issuer (`iss`) named in the tokens. Tokens of another issuer are refused.
    token_issuer: String = TEXT, "folkmoot";

    /// How many times a minute authentication may fail from one network address. An address without a failure left is
    /// refused with 429, whatever it sends; failures are replenished evenly. The /64 network of an IPv6 address counts as
    /// one address.
    address_failures_per_minute: u64 = POSITIVE_NUMBER, "60";

    /// How many tokens a minute one client may get, once it has used up `client-token-burst`. Further requests for a token
    /// are refused with 429. A token works for 24 hours.
    client_tokens_per_minute: u64 = POSITIVE_NUMBER, "60";

    /// How many tokens one client may get at once.
    client_token_burst: u64 = POSITIVE_NUMBER, "1000";

    /// The proxies in front of the server, as addresses or networks separated by commas (`10.0.0.0/8,::1`). If a request
    /// comes from one of them, `X-Forwarded-For` is read from the right, and the first address that is not one of them is
    /// the client's.
    trusted_proxies: Vec<Network> = NETWORKS, "";

    /// The largest file that can be uploaded, in megabytes.
    upload_limit_megabytes: u64 = POSITIVE_NUMBER, "100";

    /// Where the bytes of files are kept: a folder, or `s3://bucket/prefix` for S3-compatible storage. Without it, the
    /// folder `files` in the data folder.
    blobs: Option<String> = BLOBS, "";

    /// The address of the S3-compatible storage, where it is not Amazon's.
    s3_endpoint: Option<String> = PUBLIC_ADDRESS, "";

    /// The region of the S3-compatible storage.
    s3_region: String = TEXT, "us-east-1";

    /// The id of the access key for the S3-compatible storage. Without it, the key is looked for where programs for S3
    /// usually find it: `AWS_ACCESS_KEY_ID` and the like, or the role of the machine.
    s3_access_key_id: Option<String> = OPTIONAL_TEXT, "";

    /// The secret of the access key for the S3-compatible storage.
    s3_secret_access_key: Option<String> = OPTIONAL_TEXT, "", secret;

    /// How files in S3-compatible storage are downloaded: `stream` through this server, or `redirect` to an address at
    /// which the storage gives them for a minute.
    s3_downloads: S3Downloads = S3_DOWNLOADS, "stream";
}

impl Settings {
    /// Where the bytes of files are stored.
    pub fn file_storage(&self) -> StorageLocation {
        match self.blobs.as_deref() {
            None => StorageLocation::Directory(self.data.join("files")),
            Some(location) => match location.strip_prefix("s3://") {
                None => StorageLocation::Directory(location.into()),
                Some(bucket) => StorageLocation::S3(S3Location {
                    bucket: bucket.to_owned(),
                    endpoint: self.s3_endpoint.clone(),
                    region: self.s3_region.clone(),
                    access_key: self.s3_access_key_id.clone().zip(self.s3_secret_access_key.clone()),
                }),
            },
        }
    }

    /// Where the database is.
    pub fn database(&self) -> DatabaseLocation {
        let Some(primary) = self.database_url.clone() else {
            return DatabaseLocation::Directory(self.data.clone());
        };
        DatabaseLocation::Postgres(PostgresSettings {
            primary,
            replicas: self.replica_url.clone(),
            connections: usize::try_from(self.database_connections).unwrap_or(usize::MAX),
            statements: usize::try_from(self.database_statements).unwrap_or(usize::MAX),
            timeout: Duration::from_secs(self.database_timeout_seconds),
            max_lag: Duration::from_secs(self.replica_lag_seconds),
            certificates: self.database_certificates.clone(),
            migrations: MIGRATIONS,
            migrate: self.migrations == Migrations::Start,
        })
    }
}

#[cfg(test)]
mod tests;
