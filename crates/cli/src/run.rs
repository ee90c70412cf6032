//! Runs a command.

use std::io::Write;

use folkmoot_import::Mode;
use folkmoot_runtime::{confidentiality, huge_pages, panics};
use folkmoot_server::logs;
use folkmoot_store::Store;
use jiff::Timestamp;

use super::{
    Command, Invocation, access, admin_keys, audit, backup, clients, copy, demo, doctor, export, files,
    import, keys, migrate, mirror, openapi, people, portal, reference, serve, usage, webhooks,
};

/// Why a command failed, as the text to print.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct Failure {
    text: String,
    /// The exit status: 1, or 2 if the arguments contradict each other.
    pub status: u8,
}

impl Failure {
    /// A failure described by one phrase, printed after `error: `.
    pub fn new(description: impl std::fmt::Display) -> Self {
        Self::lines(format!("error: {description}"))
    }

    /// A failure described by complete lines, printed as they are.
    pub fn lines(text: impl std::fmt::Display) -> Self {
        Self { text: text.to_string(), status: 1 }
    }

    /// Arguments that contradict each other, which only the data shows.
    pub fn usage(description: impl std::fmt::Display) -> Self {
        Self { status: 2, ..Self::new(description) }
    }
}

macro_rules! failures {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::new(error)
            }
        })+
    };
}

failures!(
    std::io::Error,
    folkmoot_administration::AdministrationError,
    folkmoot_store::StoreError,
    folkmoot_server::portal::ExportError,
    folkmoot_server::serve::ServeError,
    folkmoot_authentication::keys::KeysError,
    folkmoot_authentication::secrets::NoRandomness,
    folkmoot_backup::BackupError,
    folkmoot_files::blobs::BlobError,
    folkmoot_files::file_store::FileStoreError,
    folkmoot_people::PeopleError,
    folkmoot_export::ExportError,
    folkmoot_export::FolderError,
    folkmoot_webhooks::administration::WebhookError,
    logs::LogsError,
);

/// Runs the command. Its output goes to `out`; progress and warnings go to stderr.
pub fn run(invocation: Invocation, out: &mut dyn Write) -> Result<(), Failure> {
    let Invocation { settings, configuration, command } = invocation;
    let protected = confidentiality::protect_memory();
    // The portal is public, and another web server must be able to read it.
    if !matches!(command, Command::Portal { .. }) {
        confidentiality::restrict_new_files();
    }
    // Dropped at the end, when it writes the last lines.
    let _log = logs::start(&settings)?;
    panics::log_without_values();
    if let Err(error) = protected {
        tracing::warn!(%error, "failed to disable core files, which would contain secrets and records of people");
    }
    if let Err(error) = huge_pages::disable() {
        tracing::debug!(%error, "failed to disable huge pages");
    }
    let now = Timestamp::now();
    match command {
        Command::Serve => serve::run(settings, configuration),
        Command::Clients(command) => clients::run(command, &settings, now, out),
        Command::Access(command) => {
            access::run(command, &Store::open_existing(&settings.database())?, now, out)
        }
        Command::AdminKeys(command) => {
            admin_keys::run(command, &Store::open_existing(&settings.database())?, now, out)
        }
        Command::Webhooks(command) => webhooks::run(command, &settings, now, out),
        Command::Audit(options) => audit::run(&options, &Store::open_existing(&settings.database())?, out),
        Command::People(command) => people::run(command, &settings, now, out),
        Command::Doctor { json } => doctor::run(&settings, configuration.file, json, now, out),
        Command::Usage { client, days, json } => {
            usage::run(client, days, json, &Store::open_existing(&settings.database())?, now, out)
        }
        Command::Keys(command) => keys::run(command, &settings, now, out),
        Command::Migrate => migrate::run(settings, out),
        Command::Copy { from, to, from_file_storage, to_file_storage } => {
            let from = copy::Side::source(&settings, from, from_file_storage)?;
            copy::run(&from, &copy::Side::target(&settings, to, to_file_storage)?, now, out)
        }
        Command::Backup(options) => backup::create(&options, &settings, now, out),
        Command::Restore { folder, erased_people } => {
            backup::restore(&folder, erased_people.as_deref(), &settings, now, out)
        }
        Command::Portal { out: folder } => portal::run(&settings, &folder, out),
        Command::Openapi { admin_api: true, .. } => openapi::print_admin(out),
        Command::Openapi { admin_api: false, without_platform } => {
            openapi::print(&settings, without_platform, out)
        }
        Command::Reference { subject } => Ok(reference::print(subject, out)?),
        Command::Import { path, dry_run, remove_locales } => {
            import::run(&settings, &path, Mode { dry_run, remove_locales }, now, out)
        }
        Command::Export(options) => export::run(&options, &settings, now, out),
        Command::Mirror(arguments) => mirror::run(*arguments, &settings, now, out),
        Command::Files(command) => files::run(command, &settings, out),
        Command::Demo { ideas, seed, out: None } => demo::run(&settings, ideas, seed, now, out),
        Command::Demo { ideas, seed, out: Some(folder) } => demo::write(&folder, ideas, seed, out),
    }
}
