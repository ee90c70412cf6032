//! The command line: one file per command.

mod access;
mod admin_keys;
mod arguments;
mod audit;
mod backup;
mod client_arguments;
mod clients;
mod commands;
mod copy;
mod demo;
mod doctor;
mod duration;
mod export;
mod export_arguments;
mod files;
mod import;
mod keys;
mod migrate;
mod mirror;
mod mirror_arguments;
mod openapi;
mod people;
mod portal;
mod reference;
mod registration_arguments;
mod run;
mod serve;
mod shown_settings;
mod usage;
pub mod version;
mod webhook_arguments;
mod webhooks;

pub use self::arguments::{Invocation, Refusal, parse};
pub use self::commands::{
    AccessCommand, AdminKeysCommand, AuditOptions, BackupOptions, ClientsCommand, Command, FilesCommand,
    KeysCommand, PeopleCommand, Reference,
};
pub use self::export_arguments::{ExportOptions, FormatList};
pub use self::mirror_arguments::MirrorArguments;
pub use self::run::{Failure, run};
pub use self::webhook_arguments::{EventTypes, Projects, WebhookId, WebhooksCommand};
