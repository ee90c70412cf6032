//! The commands. Their doc comments are the texts of `--help`.

#![allow(clippy::doc_markdown, reason = "the comments are printed as plain text")]

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand, ValueEnum, builder::NonEmptyStringValueParser};
use folkmoot_model::access::AccessLevel;
use folkmoot_store::administrators::Role;
use jiff::civil::Date;
use uuid::Uuid;

use super::client_arguments::{self, LastDay, Origins, ResourceList};
use super::export_arguments::ExportOptions;
use super::mirror_arguments::MirrorArguments;
use super::registration_arguments::RegistrationArguments;
use super::webhook_arguments::WebhooksCommand;

/// A command with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Serve the public API and the developer portal.
    #[command(after_help = "Example:\n  folkmoot serve --listen 0.0.0.0:8080 --data /var/lib/folkmoot")]
    Serve,

    /// Import platform data.
    ///
    /// An import either succeeds completely or changes nothing. Importing the same data again changes nothing.
    #[command(after_help = "Examples:\n  folkmoot import ./platform --dry-run\n  folkmoot import ./platform")]
    Import {
        /// Folder with `.ndjson` files, or a single file.
        path: PathBuf,
        /// Check the data without changing anything.
        #[arg(long)]
        dry_run: bool,
        /// Remove the locales of the platform that `platform.json` leaves out.
        ///
        /// Without this option, such a locale is an error. Removing one makes all cursors of `/changes` invalid.
        #[arg(long)]
        remove_locales: bool,
    },

    /// Generate and import a demo platform.
    ///
    /// The demo platform has coherent records of all resources in three languages.
    #[command(
        after_help = "Examples:\n  folkmoot demo\n  folkmoot demo --ideas 100000 --seed 7 --out ./platform"
    )]
    Demo {
        /// Number of ideas. All other records scale with it.
        #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
        ideas: u64,
        /// Random seed. The same seed gives the same data.
        #[arg(long, value_name = "NUMBER", default_value_t = 1)]
        seed: u64,
        /// Folder to write the data to, in the import format, instead of importing it.
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },

    /// Export records as Parquet, CSV, NDJSON or SQLite files.
    ///
    /// All files are from the same state of the platform. Servers continue to serve. An export that fails changes nothing in the folder.
    #[command(
        after_help = "Examples:\n  folkmoot export --out ./export\n  folkmoot export --out ./export --format csv,sqlite --access public\n  folkmoot export --out ./research --client YOUR_CLIENT_ID"
    )]
    Export(ExportOptions),
    /// Mirror another platform.
    ///
    /// Reads all records of another platform through its API, and stores a copy here. The next run reads only what has changed.
    /// A run either succeeds completely or changes nothing; an interrupted one continues where it was.
    #[command(
        after_help = "Examples:\n  folkmoot mirror https://participate.example.org --client-id YOUR_CLIENT_ID --client-secret - < secret.txt\n  folkmoot mirror https://participate.example.org --every 15m"
    )]
    Mirror(Box<MirrorArguments>),

    /// Manage API clients.
    #[command(subcommand)]
    Clients(ClientsCommand),

    /// Find, export or erase what is stored about a person.
    #[command(subcommand)]
    People(PeopleCommand),

    /// Enable or disable the public API.
    #[command(subcommand)]
    Access(AccessCommand),

    /// Manage admin keys, for the console at /admin.
    #[command(subcommand)]
    AdminKeys(AdminKeysCommand),

    /// Manage webhooks, which tell other programs at once what changed.
    #[command(subcommand)]
    Webhooks(WebhooksCommand),

    /// List what administrators did, oldest first.
    #[command(after_help = "Examples:\n  folkmoot audit\n  folkmoot audit --since 2026-11-01 --json")]
    Audit(AuditOptions),

    /// Print how clients use the public API.
    ///
    /// Prints requests, errors, records and bytes by client, operation and day. A server stores its counters once a minute.
    #[command(
        after_help = "Examples:\n  folkmoot usage --days 7\n  folkmoot usage --client CLIENT_ID --json"
    )]
    Usage {
        /// Id of a client, to print only its usage.
        #[arg(long, value_name = "ID")]
        client: Option<Uuid>,
        /// Number of days, today included.
        #[arg(long, value_name = "NUMBER", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        days: u32,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },

    /// Manage signing keys.
    #[command(subcommand)]
    Keys(KeysCommand),

    /// Verify stored files.
    #[command(subcommand)]
    Files(FilesCommand),

    /// Check the installation and suggest fixes.
    ///
    /// Checks settings, data folder, database, keys, file storage, backups and URLs with the settings of `serve`. Changes nothing, and
    /// works beside a running server. Exits with 1 if there is a problem.
    #[command(
        after_help = "Examples:\n  folkmoot doctor\n  sudo -u folkmoot folkmoot doctor --config /etc/folkmoot/folkmoot.toml --json"
    )]
    Doctor {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },

    /// Migrate the database schema.
    ///
    /// Not needed unless the setting `migrations` is `separately`: all commands migrate the database at their start.
    #[command(
        after_help = "Example:\n  folkmoot migrate --database-url postgres://folkmoot@db.example.org/folkmoot"
    )]
    Migrate,

    /// Copy a platform to another database.
    ///
    /// Copies records, clients, admin keys, the audit log, signing keys and files. The target must be empty. Stop the servers of the source first:
    /// changes made during the copy are not copied. The side that is not given is the platform of the settings, so that the password
    /// of a database is not in the list of processes.
    #[command(
        after_help = "Examples:\n  folkmoot copy --from /var/lib/folkmoot --to-file-storage s3://bucket/prefix\n  folkmoot copy --to ./copy"
    )]
    Copy {
        /// Source: a data folder or the URL of a PostgreSQL database. Defaults to the database of the settings.
        #[arg(long, value_name = "LOCATION", required_unless_present = "to", value_parser = NonEmptyStringValueParser::new())]
        from: Option<String>,
        /// Target: a data folder or the URL of a PostgreSQL database. Defaults to the database of the settings.
        #[arg(long, value_name = "LOCATION", value_parser = NonEmptyStringValueParser::new())]
        to: Option<String>,
        /// File storage of the source: a folder or `s3://bucket/prefix`. Defaults to the folder `files` in the data
        /// folder, or to the file storage of the settings.
        #[arg(long, value_name = "LOCATION")]
        from_file_storage: Option<String>,
        /// File storage of the target: a folder or `s3://bucket/prefix`. Defaults to the folder `files` in the data
        /// folder, or to the file storage of the settings.
        #[arg(long, value_name = "LOCATION")]
        to_file_storage: Option<String>,
    },

    /// Back up the platform while servers continue to serve.
    ///
    /// Writes one state of the database, the contents of all files and the signing keys to a new folder in the given one, and
    /// verifies it. A backup is complete or does not exist. It is encrypted if the setting `backup-key` has a value.
    #[command(
        after_help = "Examples:\n  folkmoot backup /var/backups/folkmoot\n  folkmoot backup /var/backups/folkmoot --delete-older 30"
    )]
    Backup(BackupOptions),

    /// Restore a backup into an empty data folder or database.
    ///
    /// The backup may have been made from the embedded database or from PostgreSQL, and be restored into either. People who were
    /// erased after the backup are erased again if they are in a list of erased people (`erased-people.ndjson`): that of this
    /// machine, the one beside the backup, or that of `--erased-people`. Without a list of this machine, a warning says so.
    #[command(
        after_help = "Examples:\n  folkmoot restore /var/backups/folkmoot --data /var/lib/folkmoot\n  folkmoot restore /var/backups/folkmoot/2026-11-24T02-30-00.000Z --database-url postgres://folkmoot@db.example.org/folkmoot"
    )]
    Restore {
        /// A backup, or a folder with backups, of which the newest is restored.
        folder: PathBuf,
        /// List of erased people of the machine whose backup it is: `erased-people.ndjson` of its data folder or file storage.
        #[arg(long, value_name = "FILE")]
        erased_people: Option<PathBuf>,
    },

    /// Write the developer portal as static files.
    ///
    /// Writes the portal with the names, colours and URLs of the settings, to host it on another web server. Not needed if
    /// `folkmoot serve` serves the portal.
    #[command(
        after_help = "Example:\n  folkmoot portal --out ./site --public-url https://api.example.org --portal-url https://developers.example.org"
    )]
    Portal {
        /// Empty or new folder to write to.
        #[arg(long, value_name = "FOLDER")]
        out: PathBuf,
    },

    /// Print the OpenAPI document.
    ///
    /// The server returns the same document at `/api/v2/openapi.json`. It contains the locales of the platform, if there is one.
    #[command(
        after_help = "Examples:\n  folkmoot openapi\n  folkmoot openapi --without-platform\n  folkmoot openapi --admin-api"
    )]
    Openapi {
        /// Print the document of the admin API instead.
        #[arg(long, conflicts_with = "without_platform")]
        admin_api: bool,
        /// Leave out the locales of the platform.
        #[arg(long)]
        without_platform: bool,
    },

    /// Print reference data for the portal as JSON.
    #[command(hide = true)]
    Reference {
        /// Table to print.
        subject: Reference,
    },
}

impl Command {
    /// Why the arguments contradict each other, if they do.
    pub fn conflict(&self) -> Option<&'static str> {
        match self {
            Self::Clients(ClientsCommand::Create { publishable: true, access: Some(access), .. })
                if *access != AccessLevel::Public =>
            {
                Some("a client with a publishable key always has the access level public")
            }
            _ => None,
        }
    }
}

/// The options of `folkmoot backup`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct BackupOptions {
    /// Folder of backups. Created if it does not exist.
    pub folder: PathBuf,
    /// Delete backups in the folder that were made more than this number of days ago, once the new one is complete.
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(1..=3650))]
    pub delete_older: Option<u64>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The subcommands of `folkmoot clients`.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum ClientsCommand {
    /// Create a client and print its id and secret. The secret is shown only once.
    #[command(
        after_help = "Examples:\n  folkmoot clients create \"City website\" --access public\n  folkmoot clients create \"University\" --access pseudonymous --resources ideas,comments --expires 2027-01-31\n  folkmoot clients create \"City website\" --publishable --origins https://www.city.example\n  folkmoot clients create \"Newsroom assistant\" --access public --mcp"
    )]
    Create {
        /// Name of the client, for your own reference.
        #[arg(value_parser = NonEmptyStringValueParser::new())]
        name: String,
        /// What the client may read of the records [default: full].
        #[arg(long, value_name = "LEVEL", value_parser = client_arguments::level())]
        access: Option<AccessLevel>,
        /// Resources that the client may read, separated by commas, or `all`.
        #[arg(long, value_name = "RESOURCES", default_value = "all", value_parser = client_arguments::resources)]
        resources: ResourceList,
        /// Last day of the client (UTC), as YYYY-MM-DD, or `never`.
        #[arg(long, value_name = "DATE", value_parser = client_arguments::last_day)]
        expires: Option<LastDay>,
        /// Create a key that may stand in web pages, in place of a secret. It reads what the access level `public` sees.
        #[arg(long, requires = "origins")]
        publishable: bool,
        /// Origins of the web pages with the key, separated by commas, such as https://www.city.example.
        #[arg(long, value_name = "ORIGINS", requires = "publishable", value_parser = client_arguments::origins)]
        origins: Option<Origins>,
        /// Let assistants use the client over MCP.
        #[arg(long, conflicts_with = "publishable")]
        mcp: bool,
        /// What the access register states.
        #[command(flatten)]
        registration: RegistrationArguments,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List all clients.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show a client.
    Show {
        /// Id of the client.
        id: Uuid,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Change what a client may read, when it expires, or what the access register states. Also applies to issued tokens,
    /// within a second.
    #[command(
        group(ArgGroup::new("change").args(["access", "resources", "expires", "origins", "mcp"]).args(RegistrationArguments::NAMES).required(true).multiple(true)),
        after_help = "Examples:\n  folkmoot clients update YOUR_CLIENT_ID --access anonymous --resources ideas,comments\n  folkmoot clients update YOUR_CLIENT_ID --resources all --expires never"
    )]
    Update {
        /// Id of the client.
        id: Uuid,
        /// What the client may read of the records.
        #[arg(long, value_name = "LEVEL", value_parser = client_arguments::level())]
        access: Option<AccessLevel>,
        /// Resources that the client may read, separated by commas, or `all`.
        #[arg(long, value_name = "RESOURCES", value_parser = client_arguments::resources)]
        resources: Option<ResourceList>,
        /// Last day of the client (UTC), as YYYY-MM-DD, or `never`.
        #[arg(long, value_name = "DATE", value_parser = client_arguments::last_day)]
        expires: Option<LastDay>,
        /// Origins of the web pages with its publishable key, separated by commas. Replaces the earlier ones.
        #[arg(long, value_name = "ORIGINS", value_parser = client_arguments::origins)]
        origins: Option<Origins>,
        /// Whether assistants may use the client over MCP: `on` or `off`.
        #[arg(long, value_name = "STATE", value_parser = ["on", "off"])]
        mcp: Option<String>,
        /// What the access register states.
        #[command(flatten)]
        registration: RegistrationArguments,
    },
    /// Disable a client. Its secret and tokens stop working within a second, until it is enabled again.
    Disable {
        /// Id of the client.
        id: Uuid,
    },
    /// Enable a client that was disabled.
    Enable {
        /// Id of the client.
        id: Uuid,
    },
    /// Revoke a client permanently. Its secret and tokens stop working immediately.
    Revoke {
        /// Id of the client.
        id: Uuid,
    },
    /// Replace the secret of a client and print the new one. The secret is shown only once.
    Rotate {
        /// Id of the client.
        id: Uuid,
        /// Hours for which the old secret remains valid.
        #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(0..=8760))]
        overlap: u32,
        /// Also revoke all tokens and download URLs of the client, within a second. If the secret has leaked, add
        /// `--overlap 0`.
        #[arg(long)]
        revoke_tokens: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

/// The subcommands of `folkmoot people`.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum PeopleCommand {
    /// Find people and count the records that concern them.
    #[command(after_help = "Example:\n  folkmoot people find - < search.txt")]
    Find {
        /// Part of an id, email address, name or slug; `-` reads it from standard input.
        #[arg(env = "FOLKMOOT_PERSON", hide_env_values = true, value_parser = NonEmptyStringValueParser::new())]
        text: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write everything that concerns a person to a zip archive.
    #[command(after_help = "Example:\n  folkmoot people export - --out person.zip < address.txt")]
    Export {
        /// Id or email address; `-` reads it from standard input.
        #[arg(env = "FOLKMOOT_PERSON", hide_env_values = true, value_parser = NonEmptyStringValueParser::new())]
        person: String,
        /// File to write.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Erase a person permanently.
    ///
    /// Deletes the person's record and clears all references to it. Texts and votes remain, without their author. No import
    /// and no restored backup brings the person back.
    #[command(
        after_help = "Examples:\n  folkmoot people erase - --dry-run < address.txt\n  folkmoot people erase - < address.txt"
    )]
    Erase {
        /// Id or email address; `-` reads it from standard input.
        #[arg(env = "FOLKMOOT_PERSON", hide_env_values = true, value_parser = NonEmptyStringValueParser::new())]
        person: String,
        /// Also erase what the person wrote: titles, texts, images, locations and survey answers.
        #[arg(long)]
        with_texts: bool,
        /// Show what would change without changing anything.
        #[arg(long)]
        dry_run: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Erase people again who are in the list of erased people of another machine.
    ///
    /// For a platform that was restored from a backup without the latest list.
    #[command(after_help = "Example:\n  folkmoot people reconcile /mnt/old-server/erased-people.ndjson")]
    Reconcile {
        /// The list: `erased-people.ndjson` of the data folder or the file storage of the other machine.
        list: PathBuf,
    },
}

/// The subcommands of `folkmoot access`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum AccessCommand {
    /// Enable the public API.
    On,
    /// Disable the public API. All requests get 403 until it is enabled again.
    Off,
    /// Print whether the public API is on or off.
    Status,
    /// Confirm that the clock of this machine is right.
    ///
    /// A clock that is more than two days ahead of the newest time that the platform recorded ends no vote until PostgreSQL's clock
    /// agrees or this command confirms it. Prints the time that it records.
    ConfirmClock,
}

/// The subcommands of `folkmoot admin-keys`.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum AdminKeysCommand {
    /// Create an admin key and print it. The key is shown only once.
    #[command(
        after_help = "Examples:\n  folkmoot admin-keys create \"Ann Example\"\n  folkmoot admin-keys create \"Nightly report\" --role auditor --expires 2027-01-31"
    )]
    Create {
        /// Name of the person or program that gets the key. The audit log shows it.
        #[arg(value_parser = NonEmptyStringValueParser::new())]
        name: String,
        /// What the key permits: `administrator` for everything, `auditor` for reading only.
        #[arg(long, value_name = "ROLE", default_value = "administrator", value_parser = parse_role)]
        role: Role,
        /// Last day of the key (UTC), as YYYY-MM-DD, or `never` [default: 366 days from today].
        #[arg(long, value_name = "DATE", value_parser = client_arguments::last_day)]
        expires: Option<LastDay>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List all admin keys.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Revoke an admin key. It stops working at once, and its sessions end.
    Revoke {
        /// Id of the key.
        id: Uuid,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

/// The options of `folkmoot audit`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct AuditOptions {
    /// Only entries since this day (UTC).
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub since: Option<Date>,
    /// Only entries about this client.
    #[arg(long, value_name = "ID")]
    pub client: Option<Uuid>,
    /// Print one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

fn parse_role(name: &str) -> Result<Role, String> {
    Role::parse(name).ok_or_else(|| format!("expected {}", Role::ALL.map(Role::name).join(" or ")))
}

/// The subcommands of `folkmoot keys`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum KeysCommand {
    /// Create a new signing key. Existing tokens remain valid until they expire.
    Rotate,
    /// List all signing keys.
    List,
}

/// The subcommands of `folkmoot files`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum FilesCommand {
    /// Verify stored files against the database.
    ///
    /// Prints every difference and exits with 1 if there is one. Orphaned blobs are reported only while no server is
    /// running, because an upload may be in progress.
    Check {
        /// Also read the files and verify their checksums, not only their sizes.
        #[arg(long)]
        read: bool,
    },
}

/// The tables from which the portal generates its reference pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Reference {
    /// The table of problems.
    Problems,
    /// The table of settings.
    Settings,
    /// The table of metrics.
    Metrics,
}
