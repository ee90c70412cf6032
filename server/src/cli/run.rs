//! Carrying out a command.

use std::io::Write;

use jiff::Timestamp;

use super::{Command, Invocation, access, clients, keys, openapi, reference, serve};
use crate::logs;
use crate::store::Store;

/// Why a command failed, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failure(String);

impl Failure {
    /// A failure with this sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

macro_rules! failures {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self(error.to_string())
            }
        })+
    };
}

failures!(
    std::io::Error,
    crate::store::StoreError,
    crate::api::serve::ServeError,
    crate::authentication::keys::KeysError,
    crate::authentication::secrets::NoRandomness,
    logs::LogsError,
);

/// Carries out the command; what it tells programs goes to `out`.
pub fn run(invocation: Invocation, out: &mut dyn Write) -> Result<(), Failure> {
    let Invocation { settings, command } = invocation;
    logs::start(&settings)?;
    let now = Timestamp::now();
    match command {
        Command::Serve => serve::run(settings),
        Command::Clients(command) => clients::run(command, &Store::open(&settings.data)?, now, out),
        Command::Access(command) => access::run(command, &Store::open(&settings.data)?, out),
        Command::Keys(command) => keys::run(command, &settings.data, now, out),
        Command::Openapi => Ok(openapi::print(out)?),
        Command::Reference { subject } => Ok(reference::print(subject, out)?),
        Command::Import { .. } | Command::Demo { .. } => todo!(),

    }
}
