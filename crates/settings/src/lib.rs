//! Every setting of the server, declared once.
//!
//! The flag (`--public-url`), the environment variable (`FOLKMOOT_PUBLIC_URL`), the key of `folkmoot.toml`
//! (`public-url`), the text of `--help` and the portal's reference are generated from the table below.

mod checks;
mod configuration;
mod conversions;
mod declaration;
mod file;
mod kinds;
mod network;
mod reference;
mod reload;
mod sources;
mod unusable;
mod values;
mod web_origin;

use std::net::SocketAddr;
use std::path::PathBuf;

use folkmoot_export::Format as ExportFormat;
use folkmoot_model::access::AccessLevel;
use folkmoot_store::access::{ShareableFields, VoteResults};
use http::{HeaderName, HeaderValue};
use jiff::Timestamp;
use uuid::Uuid;

pub use self::configuration::Configuration;
pub use self::declaration::Setting;
pub use self::file::{DEFAULT_FILE, File};
pub use self::network::Network;
pub use self::reference::{Entry, reference};
pub use self::reload::Reloaded;
pub use self::sources::{Origin, SettingInForce, SettingsError, SourceKind, Sources};
pub use self::unusable::{UnusableSetting, require_licence};
pub use self::values::{AccessLogTarget, AddressDetail, LogFormat, Migrations, PortalSource, S3Downloads};
pub use self::web_origin::WebOrigin;

/// Generates the struct of values, the table of declarations and the function that reads the values.
macro_rules! settings {
    ($($group:literal { $($(#[doc = $doc:literal])+ $field:ident: $type:ty = $kind:ident, $default:literal $(, $mark:ident)*;)+ })+) => {
        /// The value of every setting.
        #[derive(Clone, PartialEq)]
        #[allow(clippy::doc_markdown, reason = "the comments are printed as plain text")]
        pub struct Settings {
            $($($(#[doc = $doc])+ pub $field: $type,)+)+
            /// The value of every setting as text, with its source.
            pub in_force: Vec<SettingInForce>,
        }

        /// Every setting, in the order of `--help` and the reference.
        pub static SETTINGS: &[Setting] =
            &[$($(settings!(@row $group [$($doc),+] $field $kind $default $($mark)*),)+)+];

        impl Settings {
            /// Reads every setting from its source. Fails at the first invalid value.
            pub fn resolve(sources: &Sources<'_>) -> Result<Self, SettingsError> {
                Ok(Self {
                    $($($field: sources.read(
                        &settings!(@row $group [$($doc),+] $field $kind $default $($mark)*),
                        &kinds::$kind,
                    )?,)+)+
                    in_force: SETTINGS.iter().map(|setting| sources.in_force(setting)).collect(),
                })
            }

            /// Copies the values of reloadable settings.
            fn copy_reloadable(&mut self, newer: &Self) {
                $($(if settings!(@reloadable $($mark)*) {
                    self.$field.clone_from(&newer.$field);
                })+)+
            }
        }

        impl std::fmt::Debug for Settings {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut fields = formatter.debug_struct("Settings");
                $($(if settings!(@secret $($mark)*) {
                    fields.field(stringify!($field), &"(not shown)");
                } else {
                    fields.field(stringify!($field), &self.$field);
                })+)+
                fields.finish()
            }
        }
    };
    (@row $group:literal [$($doc:literal),+] $field:ident $kind:ident $default:literal $($mark:ident)*) => {
        Setting {
            field: stringify!($field),
            group: $group,
            doc: concat!($($doc),+),
            placeholder: kinds::$kind.placeholder,
            default: $default,
            secret: settings!(@secret $($mark)*),
            reloadable: settings!(@reloadable $($mark)*),
            basic: settings!(@basic $($mark)*),
        }
    };
    (@secret secret $($mark:ident)*) => { true };
    (@secret $other:ident $($mark:ident)*) => { settings!(@secret $($mark)*) };
    (@secret) => { false };
    (@reloadable reloadable $($mark:ident)*) => { true };
    (@reloadable $other:ident $($mark:ident)*) => { settings!(@reloadable $($mark)*) };
    (@reloadable) => { false };
    (@basic basic $($mark:ident)*) => { true };
    (@basic $other:ident $($mark:ident)*) => { settings!(@basic $($mark)*) };
    (@basic) => { false };
}

settings! {
    "Server" {
        /// IP address and port to listen on. Port 0 selects a free port and prints it.
        listen: SocketAddr = ADDRESS_AND_PORT, "127.0.0.1:8080", basic;

        /// Folder for the embedded database, the files and the signing keys. Created if it does not exist.
        data: PathBuf = PATH, "./data", basic;

        /// Public URL of the server, used for links in responses and in the portal. Without it, file downloads link to the
        /// address that the server listens on, and the portal uses the URL under which it was requested. It has no path: the
        /// server is at the root of its host.
        public_url: Option<String> = ROOT_URL, "", basic;

        /// Trusted proxies in front of the server, as IP addresses or networks separated by commas (`10.0.0.0/8,::1`). For
        /// requests from a trusted proxy, the client address is the last address in `X-Forwarded-For` that is not a trusted
        /// proxy.
        trusted_proxies: Vec<Network> = NETWORKS, "", basic;

        /// Request timeout in seconds.
        request_timeout_seconds: u64 = POSITIVE_NUMBER, "30", reloadable;

        /// Time in seconds that requests in flight have to finish when the server shuts down. A request body that arrives at
        /// less than 16 kB per second ends after two seconds.
        shutdown_grace_seconds: u64 = NUMBER, "30", reloadable;

        /// Time in seconds for which a server that is to stop still serves requests while `/health/ready` returns 503, so that
        /// load balancers that check it send no more. Longer than their checks take. A second signal ends it.
        drain_seconds: u64 = NUMBER, "0";
    }

    "Database" {
        /// URL of the PostgreSQL database to use instead of the embedded database.
        database_url: Option<String> = DATABASE_URL, "", secret, basic;

        /// URLs of read replicas of the PostgreSQL database, separated by spaces.
        replica_url: Vec<String> = REPLICA_URLS, "", secret;

        /// Maximum pooled connections to the primary and to each replica. Twice PostgreSQL's core count is a good start.
        database_connections: u64 = POSITIVE_NUMBER, "16";

        /// Maximum prepared statements cached per PostgreSQL connection. `0` disables the cache.
        database_statements: u64 = NUMBER, "256";

        /// Timeout for connecting to PostgreSQL and for each response, in seconds. Queries that read complete tables (at
        /// server start and in `folkmoot copy`) have 60 times as long for their first row.
        database_timeout_seconds: u64 = POSITIVE_NUMBER, "5";

        /// Maximum replication lag in seconds. A replica that is further behind is not read from.
        replica_lag_seconds: u64 = POSITIVE_NUMBER, "2";

        /// PEM file with certificates to trust for connections to PostgreSQL, in addition to the system's certificates.
        database_certificates: Option<PathBuf> = OPTIONAL_FILE, "";

        /// When to migrate the schema of PostgreSQL: at the `start` of any command, or `separately` with `folkmoot
        /// migrate`. The embedded database is always migrated at the start.
        migrations: Migrations = MIGRATIONS, "start";

        /// Secret that encrypts the signing keys in PostgreSQL, with at least 32 characters and the same on all servers.
        /// Without it, the keys are stored unencrypted. With the embedded database, the keys are files in the data folder
        /// that only their owner can read.
        keys_secret: Option<String> = KEYS_SECRET, "", secret, basic;

        /// Maximum size of the record cache, in megabytes. `0` disables it.
        cache_megabytes: u64 = NUMBER, "256";

        /// Maximum size of the files with records of large lists as JSON and as parts of gzip bodies, in megabytes. They make
        /// pages that nobody has requested before twice as fast. `0` disables them.
        record_file_megabytes: u64 = NUMBER, "4096";

        /// The number of records from which on a list has such a file.
        record_file_records: u64 = NUMBER, "10000";

        /// How often the list indexes are saved to the file `list-indexes` in the data folder, in minutes; they are also saved
        /// when the server stops. A server that starts again reads this file instead of all records. `0` disables it.
        index_file_minutes: u64 = NUMBER, "10";

        /// Maximum size of the caches of list queries, in megabytes: counts, selections, sort orders and search matches, which the
        /// next page of the same list uses. `0` disables them.
        list_cache_megabytes: u64 = NUMBER, "320";

        /// Maximum size of the cache of response bodies, in megabytes. `0` disables it: each response is then made and
        /// compressed again.
        body_cache_megabytes: u64 = NUMBER, "64";
    }

    "Files" {
        /// Storage location of files: a folder, or `s3://bucket/prefix` for S3-compatible storage. Defaults to the folder
        /// `files` in the data folder.
        file_storage: Option<String> = FILE_STORAGE, "", basic;

        /// Maximum size of an uploaded file, in megabytes.
        upload_limit_megabytes: u64 = POSITIVE_NUMBER, "100", reloadable;

        /// Space that stays free on the disks of the data folder and of the files, in megabytes. Uploads, imports, mirrors,
        /// exports and backups stop before they use it, so that an administrator can still revoke clients, delete files and erase
        /// people. Defaults to 512 or 2 % of the disk, whichever is less. `0` disables it.
        disk_reserve_megabytes: Option<u64> = OPTIONAL_NUMBER, "";

        /// URL of the S3-compatible storage. Not needed for Amazon S3.
        s3_endpoint: Option<String> = URL, "";

        /// Region of the S3-compatible storage.
        s3_region: String = TEXT, "us-east-1";

        /// Access key id for the S3-compatible storage. Without it, the standard sources are used: environment variables
        /// such as `AWS_ACCESS_KEY_ID`, or the role of the machine.
        s3_access_key_id: Option<String> = OPTIONAL_TEXT, "";

        /// Secret access key for the S3-compatible storage.
        s3_secret_access_key: Option<String> = OPTIONAL_TEXT, "", secret;

        /// How files in S3-compatible storage are downloaded: `stream` them through this server, or `redirect` to a URL of
        /// the storage that is valid for one minute.
        s3_downloads: S3Downloads = S3_DOWNLOADS, "stream";
    }

    "Sign-in" {
        /// Issuer (`iss`) of the tokens. Tokens of other issuers are rejected.
        token_issuer: String = TEXT, "folkmoot";

        /// Failed authentications allowed per minute and network address (IPv6: /64 network), replenished evenly. An address
        /// over the limit gets 429 for every further attempt.
        address_failures_per_minute: u64 = POSITIVE_NUMBER, "60", reloadable;

        /// Tokens that each client can get per minute once `client-token-burst` is used up. Further token requests get 429.
        client_tokens_per_minute: u64 = POSITIVE_NUMBER, "60", reloadable;

        /// Tokens that each client can get in a burst, before `client-tokens-per-minute` applies.
        client_token_burst: u64 = POSITIVE_NUMBER, "1000", reloadable;
    }

    "Requests" {
        /// Requests with a token that each client can send per minute and server, replenished evenly. Further requests get
        /// 429. The default is more than one server can process. `0` disables the limit.
        client_requests_per_minute: u64 = LARGE_NUMBER, "6000000", reloadable;

        /// Searches (`search`) that each client can send per minute and server, replenished evenly. Further ones get 429. `0`
        /// disables the limit.
        client_searches_per_minute: u64 = NUMBER, "30000", reloadable;

        /// Requests without a valid token that each network address (IPv6: /64 network) can send per minute and server,
        /// replenished evenly. Further ones get 429 instead of 401. `0` disables the limit.
        address_invalid_tokens_per_minute: u64 = NUMBER, "6000", reloadable;

        /// Requests with a publishable key that each network address (IPv6: /64 network) can send per minute and server with
        /// each key, and for open data and feeds, replenished evenly. Further ones get 429. `0` disables the limit.
        publishable_key_requests_per_minute: u64 = NUMBER, "600", reloadable;

        /// Time in seconds for which browsers and shared caches may use a response to a request with a publishable key.
        publishable_key_max_age_seconds: u64 = NUMBER, "60";

        /// Requests of each client that may wait for a change (`wait`) at the same time. Further ones get 429.
        maximum_waiting_requests_per_client: u64 = POSITIVE_NUMBER, "100", reloadable;

        /// Requests of one client, or without a valid token of one network address (IPv6: /64 network), that may wait while
        /// this server is busy. Clients with waiting requests are served in turn. Further requests get 429.
        maximum_queued_requests_per_client: u64 = POSITIVE_NUMBER, "1000";

        /// Requests of all clients that may wait while this server is busy. Beyond that, the client with most waiting requests
        /// gets 503.
        maximum_queued_requests: u64 = POSITIVE_NUMBER, "10000";
    }

    "Changes" {
        /// Number of days for which changes are stored, from 1 to 3650. A client whose cursor of changes is older reads all
        /// records again.
        changes_days: u64 = DAYS, "30";
    }

    "Streams" {
        /// Time in seconds for which a stream (a complete list as NDJSON or CSV) may hold a snapshot of the database. What
        /// the client has not read by then is written to a temporary file and sent from there.
        stream_snapshot_seconds: u64 = POSITIVE_NUMBER, "60", reloadable;

        /// Maximum number of streams at the same time. Further ones get 503.
        maximum_streams: u64 = POSITIVE_NUMBER, "16", reloadable;

        /// Maximum number of streams of one client at the same time. Further ones get 429.
        maximum_streams_per_client: u64 = POSITIVE_NUMBER, "4", reloadable;

        /// Folder for the temporary files of streams, which have no names and are gone when the server ends. Defaults to
        /// the folder `spool` in the data folder.
        stream_spool: Option<PathBuf> = OPTIONAL_PATH, "";

        /// Maximum size of all temporary files of streams, in megabytes. A stream that exceeds it is interrupted.
        stream_spool_megabytes: u64 = NUMBER, "10000", reloadable;

        /// Maximum size of the temporary files of one client's streams, in megabytes. A stream that exceeds it is
        /// interrupted.
        stream_spool_megabytes_per_client: u64 = NUMBER, "5000", reloadable;
    }

    "Exports" {
        /// Time of day after which the server makes exports each day, in the time zone of the platform (`time-zone`): `02:30`.
        /// Without it, exports are made only when an administrator starts one.
        export_at: Option<jiff::civil::Time> = TIME_OF_DAY, "", basic;

        /// Access levels of the exports that are made each day, separated by commas: `public`, `anonymous`, `full`. Every
        /// client of exactly this level that may read all resources can download them.
        export_access: Vec<AccessLevel> = EXPORT_LEVELS, "public", basic;

        /// Ids of the clients with the access level `pseudonymous` for each of which an export of its own is made each day,
        /// separated by commas.
        export_clients: Vec<Uuid> = CLIENT_IDS, "";

        /// Formats of the exports that are made each day, separated by commas: `parquet`, `csv`, `ndjson`, `sqlite`.
        export_formats: Vec<ExportFormat> = EXPORT_FORMATS, "parquet,csv";

        /// Number of days for which exports are stored, from 1 to 3650.
        export_keep_days: u64 = DAYS, "7";
    }

    "Open data" {
        /// Publishes the newest export at the access level `public` at `/open-data` without a token, with a catalogue (DCAT-AP) at
        /// `/catalog.ttl`, `/catalog.jsonld` and `/catalog.rdf`: `on` or `off`. The server then makes this export each day in all
        /// formats, after `export-at` or else after 02:30. Needs `catalog.licence`.
        open_data: bool = ON_OFF, "off", basic;

        /// URI of the licence under which the open data is published, such as `https://creativecommons.org/licenses/by/4.0/`.
        catalog_licence: Option<String> = ABSOLUTE_URI, "", basic;

        /// Name of the organisation that publishes the open data. Without it, the name of the platform.
        catalog_publisher: Option<String> = OPTIONAL_LINE, "";

        /// Whom readers of the open data can ask: `mailto:data@city.example` or the URL of a page.
        catalog_contact: Option<String> = CONTACT_URI, "";

        /// How often the open data changes, as the code of the EU's table of frequencies: `DAILY`, `WEEKLY`.
        catalog_frequency: String = FREQUENCY, "DAILY";

        /// URIs of the places that the data is about, separated by commas, such as `http://sws.geonames.org/2797656/`.
        catalog_spatial: Vec<String> = ABSOLUTE_URIS, "";

        /// Publishes calendars and feeds of what visitors of the platform see at `/feeds` without a token: `on` or `off`.
        feeds: bool = ON_OFF, "off", basic;
    }

    "Assistants" {
        /// Serves documentation and records to assistants at `/mcp` (Model Context Protocol): `on` or `off`. Records need a client that
        /// was created with `--mcp`.
        mcp: bool = ON_OFF, "on", basic;
    }

    "Backups" {
        /// Folder in which the server makes a backup each day after `backup-at`.
        backup_folder: Option<PathBuf> = OPTIONAL_PATH, "", basic;

        /// Time of day after which the server makes a backup each day, in the time zone of the platform (`time-zone`): `03:30`.
        /// Without it, backups are made only with `folkmoot backup`. Of several servers, set it on one.
        backup_at: Option<jiff::civil::Time> = TIME_OF_DAY, "", basic;

        /// Number of days for which the backups in `backup-folder` are stored, from 1 to 3650. The newest one is never deleted.
        backup_keep_days: u64 = DAYS, "30";

        /// Secret that encrypts backups, with at least 32 characters. The same secret is needed to restore them; keep a copy
        /// outside of this server. Without it, backups are not encrypted.
        backup_key: Option<String> = KEYS_SECRET, "", secret, basic;
    }

    "Mirror" {
        /// Hosts that `folkmoot mirror` may download the contents of files from besides the source, separated by commas, such as
        /// `files.example.org,cdn.example.org:8443`. A host without a port means the default port. Hosts at private addresses are
        /// permitted only if the source is at one, too.
        content_hosts: Vec<String> = HOSTS, "";
    }

    "Shared data" {
        /// When clients below the access level `full` see the results of votes, and the ballots: `after-phase`, once a vote
        /// has ended, `always` or `never`.
        vote_results: VoteResults = VOTE_RESULTS, "after-phase", basic;

        /// Answers to custom questions that clients below the access level `full` see, as resource and key separated by
        /// commas, such as `users.gender,ideas.age_group`.
        shareable_fields: ShareableFields = SHAREABLE_FIELDS, "", basic;

        /// Number of decimals of coordinates at the access level `public`. Three decimals are about 100 metres.
        public_coordinate_decimals: u8 = COORDINATE_DECIMALS, "3";

        /// Time zone of the platform, as a name of the IANA time zone database such as `Europe/Brussels`. A vote ends with
        /// the last day of its phase in this time zone. It is stored in the database, and changed with `time_zone` of
        /// `platform.json`: a program with another setting does not start, one without this setting uses the stored time zone,
        /// and UTC if none is stored.
        time_zone: Option<String> = TIME_ZONE, "", basic;
    }

    "Pabulib" {
        /// Country in files of votes for research (`pabulib`): its English name, or its code (ISO 3166).
        pabulib_country: Option<String> = OPTIONAL_TEXT, "";

        /// Municipality, region or organisation in files of votes for research.
        pabulib_unit: Option<String> = OPTIONAL_TEXT, "";

        /// What distinguishes the votes from others of the unit in files of votes for research, such as the year.
        pabulib_instance: Option<String> = OPTIONAL_TEXT, "";

        /// Budget in files of votes for research, in whole units of the platform's currency. Defaults to `voting_max_total` of the
        /// phase.
        pabulib_budget: Option<u64> = OPTIONAL_AMOUNT, "";

        /// Rule by which winners are determined in files of votes for research, as Pabulib names it: `greedy`, `equalshares` or
        /// another one.
        pabulib_rule: &'static str = PABULIB_RULE, "unknown";
    }

    "Websites" {
        /// Origins of websites that may call the API from a browser (CORS), separated by commas, such as
        /// `https://map.example.org,http://localhost:3000`. The origins of `public-url` and `portal-url` may always call it.
        cors_origins: Vec<WebOrigin> = ORIGINS, "", basic;
    }

    "Webhooks" {
        /// Networks that webhooks may be sent to besides public addresses, as IP addresses or networks separated by commas, such as
        /// `127.0.0.0/8,10.20.0.0/16`. URLs may then be IP addresses in them, and begin with `http`, which is sent to these networks
        /// only.
        webhook_allow_networks: Vec<Network> = NETWORKS, "", basic;
    }

    "Notices" {
        /// Email addresses that get notices when an import, an export, a backup or a run of the mirror fails, when a client expires in 14
        /// and in 2 days, and when a client reads far more than usual; separated by commas. Needs `smtp-url` and `notice-from`.
        notice_to: Vec<String> = MAIL_ADDRESSES, "", basic;

        /// Email address that notices are sent from.
        notice_from: Option<String> = MAIL_ADDRESS, "", basic;

        /// URL of the mail server: `smtps://user:password@mail.city.example`, or with STARTTLS
        /// `smtp://mail.city.example:587?tls=required`.
        smtp_url: Option<String> = SMTP_URL, "", secret, basic;
    }

    "Security contact" {
        /// Contacts for reports of vulnerabilities, as URLs separated by commas: `mailto:security@example.org`. They are
        /// published at `/.well-known/security.txt`, which does not exist without a contact.
        security_contact: Vec<String> = CONTACTS, "", basic;

        /// Date and time after which `security.txt` is outdated. Defaults to 180 days from the day of the request.
        security_expires: Option<Timestamp> = OPTIONAL_TIMESTAMP, "";

        /// URL of the policy for reports of vulnerabilities.
        security_policy: Option<String> = HTTPS_URL, "";

        /// URL of a key for encrypted reports.
        security_encryption: Option<String> = HTTPS_URL, "";

        /// Languages of reports, as language tags separated by commas, such as `en,nl`.
        security_languages: Vec<String> = LANGUAGES, "";
    }

    "Administration" {
        /// Whether the console at `/admin` and the admin API are served: `on` or `off`.
        admin: bool = ON_OFF, "on";

        /// IP address and port to serve the console and the admin API on, instead of serving them with the public API.
        admin_listen: Option<SocketAddr> = OPTIONAL_ADDRESS_AND_PORT, "";

        /// URL under which administrators open the server, without `/admin`. Defaults to `public-url`, or with `admin-listen`
        /// to the URL under which the console was requested.
        admin_url: Option<String> = ROOT_URL, "", basic;

        /// Time in seconds after which an unused session of an administrator expires.
        admin_idle_timeout_seconds: u64 = POSITIVE_NUMBER, "1800", reloadable;

        /// Time in seconds after which a session of an administrator expires, however much it is used.
        admin_session_timeout_seconds: u64 = POSITIVE_NUMBER, "43200", reloadable;

        /// Maximum number of days until a client that is created or changed in the console expires. `0` allows clients
        /// without an expiry. `folkmoot clients` only warns if a client expires later.
        client_max_days: u64 = NUMBER, "366";

        /// Number of days for which the usage of clients is stored.
        usage_days: u64 = POSITIVE_NUMBER, "400";

        /// Maximum size of all files of an import that is uploaded in the console, in megabytes.
        import_limit_megabytes: u64 = POSITIVE_NUMBER, "4000", reloadable;
    }

    "OpenID Connect" {
        /// Issuer URL of the OpenID provider with which administrators sign in. Without it, they sign in with admin keys only.
        openid_issuer: Option<String> = ISSUER, "", basic;

        /// Name of the provider on the button of the sign-in page.
        openid_name: String = PROVIDER_TEXT, "Single sign-on";

        /// Client ID of this server at the provider.
        openid_client_id: Option<String> = OPTIONAL_TEXT, "";

        /// Client secret of this server at the provider. Not needed for a public client.
        openid_client_secret: Option<String> = OPTIONAL_TEXT, "", secret;

        /// Scopes to request in addition to `openid`, separated by spaces.
        openid_scopes: String = TEXT, "profile email";

        /// Claim with the names of the groups of an administrator, in the ID token or in the user info.
        openid_groups_claim: String = TEXT, "groups";

        /// Groups whose members are administrators, separated by commas.
        openid_administrator_groups: Vec<String> = TEXTS, "";

        /// Groups whose members are auditors, who can read everything and change nothing, separated by commas.
        openid_auditor_groups: Vec<String> = TEXTS, "";
    }

    "Connections" {
        /// Maximum open connections. `0` means three quarters of the file descriptor limit, up to 16384. When the limit is
        /// reached, a new connection replaces the one that has been idle longest.
        maximum_connections: u64 = NUMBER, "0", reloadable;

        /// Maximum open connections from one network address (IPv6: one /64 network). `0` means a quarter of all
        /// connections, up to 1024. Does not apply to trusted proxies.
        maximum_connections_per_address: u64 = NUMBER, "0", reloadable;

        /// Timeout for receiving the headers of a request, in seconds.
        header_timeout_seconds: u64 = POSITIVE_NUMBER, "15", reloadable;

        /// Time in seconds after which an idle connection is closed. A proxy in front of the server should close its
        /// connections earlier.
        keep_alive_seconds: u64 = POSITIVE_NUMBER, "75", reloadable;
    }

    "Metrics" {
        /// Token that programs send as `Authorization: Bearer TOKEN` to read `/metrics` at the address of the public API, with
        /// at least 32 characters. Without it, `/metrics` is not served there.
        metrics_token: Option<String> = METRICS_TOKEN, "", secret, basic;

        /// IP address and port to serve `/metrics` on without a token. Port 0 selects a free port.
        metrics_listen: Option<SocketAddr> = OPTIONAL_ADDRESS_AND_PORT, "";
    }

    "OpenTelemetry" {
        /// URL of an OpenTelemetry collector that receives traces (OTLP over HTTP with Protobuf), such as
        /// `http://127.0.0.1:4318`. `/v1/traces` is appended. Without it, nothing is sent.
        otlp_endpoint: Option<String> = URL, "";

        /// Headers of requests to the collector, such as a token, as `NAME=VALUE` separated by commas.
        otlp_headers: Vec<(HeaderName, HeaderValue)> = HEADERS, "", secret;

        /// Share of requests whose traces are sent to the collector, from `0` to `1`.
        trace_sample_ratio: f64 = RATIO, "0.01";
    }

    "Log" {
        /// Format of the log on stderr: `text` for people, `json` for programs.
        log_format: LogFormat = LOG_FORMAT, "text", basic;

        /// Log level: `error`, `warn`, `info`, `debug` or `trace`, or a list of directives for individual modules, such as
        /// `info,folkmoot_import=debug`.
        log_level: String = LOG_LEVEL, "info", reloadable;

        /// File to write a JSON line to for each request, or `stdout`. Without it, requests are in the log on stderr only. SIGHUP
        /// opens the file again after a rotation.
        access_log: Option<AccessLogTarget> = ACCESS_LOG, "";

        /// What the access log contains of the network addresses of clients, which are personal data: `none`, the `network`
        /// (IPv4: /24, IPv6: /48) or the `full` address.
        access_log_addresses: AddressDetail = ADDRESS_DETAIL, "none";
    }

    "Portal" {
        /// Folder of a built developer portal to serve at `/` instead of the one in the program, or `off` to serve none.
        portal: PortalSource = PORTAL, "";

        /// URL of the developer portal if it is not served by this server, without a path. Error responses link to it.
        portal_url: Option<String> = ROOT_URL, "", basic;
    }

    "Provider" {
        /// Name of the organisation that provides the portal, shown in the navigation bar and the copyright.
        provider_name: String = PROVIDER_TEXT, "Folkmoot", basic;

        /// Name of the software in guides.
        provider_product: String = PROVIDER_TEXT, "Folkmoot";

        /// One sentence about the portal, for search results and previews.
        provider_tagline: String = PROVIDER_TEXT, "Guides and API reference for people who build with civic participation data.";

        /// URL of the organisation, or `off` for no link.
        provider_company_url: Option<String> = LINK, "https://www.folkmoot.example";

        /// URL of the source code, or `off` for no link.
        provider_repository_url: Option<String> = LINK, "https://github.com/folkmoot/folkmoot";

        /// URL of the discussion forum, or `off` for no link.
        provider_forum_url: Option<String> = LINK, "https://forum.folkmoot.example";

        /// URL of the organisation's profile in a social network, or `off` for no link.
        provider_social_url: Option<String> = LINK, "https://social.folkmoot.example/@folkmoot";

        /// Name of the social network.
        provider_social_network: String = PROVIDER_TEXT, "Mastodon";

        /// Logo for light backgrounds: an SVG, PNG or WebP file. Defaults to the logo of the software.
        provider_logo: Option<PathBuf> = OPTIONAL_FILE, "";

        /// Logo for dark backgrounds. Defaults to the logo for light backgrounds if that is set.
        provider_logo_dark: Option<PathBuf> = OPTIONAL_FILE, "";

        /// Icon of the pages: an SVG, PNG or WebP file. Defaults to the icon of the software.
        provider_icon: Option<PathBuf> = OPTIONAL_FILE, "";

        /// Colour of links and buttons in the light mode.
        provider_primary_colour: String = PRIMARY_COLOUR, "#14604f";

        /// Colour of links and buttons in the dark mode.
        provider_primary_colour_dark: String = PRIMARY_COLOUR_DARK, "#86d5bb";

        /// Colour of decoration in the light mode. Text never has it.
        provider_accent_colour: String = COLOUR, "#e39a2d";

        /// Colour of decoration in the dark mode. Text never has it.
        provider_accent_colour_dark: String = COLOUR, "#f0b75a";

        /// Announcement at the top of every page until the reader closes it, or `off` for none. `[text](URL)` is a link.
        provider_announcement: Option<String> = ANNOUNCEMENT, "Version 2 of the API is here. [Make your first request](/guides/start-first-request).";

        /// Id of the announcement. Readers who closed an announcement see it again if the id changes.
        provider_announcement_id: String = PROVIDER_TEXT, "api-version-2";

        /// Year of the copyright.
        provider_copyright_year: u64 = POSITIVE_NUMBER, "2025";

        /// Whether readers can send requests from the API reference: `on` or `off`.
        provider_try_it: bool = ON_OFF, "on";

        /// Whether the portal hides the guides of those who run or develop the platform from its navigation and its search: `on` or `off`.
        provider_hide_operator_guides: bool = ON_OFF, "off";
    }
}

#[cfg(test)]
mod tests;
