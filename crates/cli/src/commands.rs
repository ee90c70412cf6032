//! The commands. Their comments are the texts of `--help`.

#![allow(clippy::doc_markdown, reason = "the comments are shown to people as they are")]

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum, builder::NonEmptyStringValueParser};
use uuid::Uuid;

/// What the program is asked to do.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Serve the public API and the developer portal.
    #[command(after_help = "Example:\n  folkmoot serve --listen 0.0.0.0:8080 --data /var/lib/folkmoot")]
    Serve,

    /// Bring a platform's records in from files.
    ///
    /// The import happens whole or not at all. Importing the same records again changes nothing.
    #[command(after_help = "Examples:\n  folkmoot import ./platform --dry-run\n  folkmoot import ./platform")]
    Import {
        /// The folder of `.ndjson` files to import, or one such file.
        path: PathBuf,
        /// Check everything and change nothing.
        #[arg(long)]
        dry_run: bool,
    },

    /// Make a demonstration platform and import it.
    ///
    /// The platform has records of every kind in three languages, and counts, dates and money that agree.
    #[command(
        after_help = "Examples:\n  folkmoot demo\n  folkmoot demo --ideas 100000 --seed 7 --out ./platform"
    )]
    Demo {
        /// How many ideas the platform has. Everything else grows with them.
        #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
        ideas: u64,
        /// The number that the records are made from. The same number makes the same records.
        #[arg(long, value_name = "NUMBER", default_value_t = 1)]
        seed: u64,
        /// Write the records to this folder, in the form that `import` reads, instead of importing them.
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },

    /// Make, list and revoke the clients that may use the public API.
    #[command(subcommand)]
    Clients(ClientsCommand),

    /// Turn the public API on and off.
    #[command(subcommand)]
    Access(AccessCommand),

    /// Rotate and list the keys that sign tokens.
    #[command(subcommand)]
    Keys(KeysCommand),

    /// Check the files.
    #[command(subcommand)]
    Files(FilesCommand),

    /// Bring the schema of the database up to date.
    ///
    /// Every command does this by itself, unless the setting `migrations` says that it is done separately.
    #[command(
        after_help = "Example:\n  folkmoot migrate --database-url postgres://folkmoot@db.example.org/folkmoot"
    )]
    Migrate,

    /// Copy a platform from one database to another: records, clients, signing keys and the bytes of files.
    ///
    /// The target must be empty. Stop the servers of the source first, because what they take in meanwhile is not copied.
    #[command(
        after_help = "Example:\n  folkmoot copy --from ./data --to postgres://folkmoot@db.example.org/folkmoot --to-blobs s3://bucket/prefix"
    )]
    Copy {
        /// The source: a data folder, or the address of a PostgreSQL database.
        #[arg(long, value_name = "PLACE", value_parser = NonEmptyStringValueParser::new())]
        from: String,
        /// The target: a data folder, or the address of a PostgreSQL database.
        #[arg(long, value_name = "PLACE", value_parser = NonEmptyStringValueParser::new())]
        to: String,
        /// Where the source keeps the bytes of files: a folder or `s3://bucket/prefix`. Without it, the folder `files` in
        /// the data folder.
        #[arg(long, value_name = "PLACE")]
        from_blobs: Option<String>,
        /// Where the target keeps them.
        #[arg(long, value_name = "PLACE")]
        to_blobs: Option<String>,
    },

    /// Print the OpenAPI document of the public API.
    Openapi,

    /// Print what the portal's reference pages are made from, as JSON.
    #[command(hide = true)]
    Reference {
        /// Which of them.
        subject: Reference,
    },
}

/// What can be done with clients.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum ClientsCommand {
    /// Make a client, and print its id and its secret. The secret is shown this once.
    #[command(after_help = "Example:\n  folkmoot clients create \"City website\"")]
    Create {
        /// A name by which people recognise the client.
        #[arg(value_parser = NonEmptyStringValueParser::new())]
        name: String,
        /// Print JSON, for programs.
        #[arg(long)]
        json: bool,
    },
    /// List the clients.
    List {
        /// Print JSON, for programs.
        #[arg(long)]
        json: bool,
    },
    /// Revoke a client. Its secret and its tokens stop working at once.
    Revoke {
        /// The client's id.
        id: Uuid,
    },
    /// Give a client a new secret, and print it. The secret is shown this once.
    Rotate {
        /// The client's id.
        id: Uuid,
        /// How many hours the old secret goes on working, so that programs can be moved to the new one.
        #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(0..=8760))]
        overlap: u32,
        /// Revoke the tokens and download URLs issued to the client so far, on every server within a second. If the secret
        /// itself leaked, add `--overlap 0`.
        #[arg(long)]
        revoke_tokens: bool,
        /// Print JSON, for programs.
        #[arg(long)]
        json: bool,
    },
}

/// What can be done with the access of everyone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum AccessCommand {
    /// Turn the public API on.
    On,
    /// Turn the public API off. Every call is refused until it is turned on again.
    Off,
    /// Print whether the public API is on or off.
    Status,
}

/// What can be done with the keys that sign tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum KeysCommand {
    /// Make a new signing key. Tokens signed with the earlier one go on working until they expire.
    Rotate,
    /// List the signing keys.
    List,
}

/// What can be done with files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum FilesCommand {
    /// Compare the records of files with their bytes, and print every difference.
    ///
    /// Exits with 1 where there is one. Bytes without a record are told while no server runs; one that runs may just be
    /// taking them in.
    Check {
        /// Read all bytes and compare them with what was uploaded, instead of their number alone.
        #[arg(long)]
        read: bool,
    },
}

/// What the portal's reference pages are made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Reference {
    /// The table of problems.
    Problems,
    /// The table of settings.
    Settings,
}
