//! The arguments of `folkmoot mirror`. Their doc comments are the texts of `--help`.

use std::time::Duration;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use super::duration;

/// The arguments of `folkmoot mirror`.
#[derive(Clone, PartialEq, Eq, Args)]
pub struct MirrorArguments {
    /// URL of the platform, or of its API.
    pub url: String,
    /// Id of a client of that platform, with the access level `full`.
    #[arg(long, value_name = "ID", env = "FOLKMOOT_MIRROR_CLIENT_ID", value_parser = NonEmptyStringValueParser::new())]
    pub client_id: String,
    /// Secret of the client; `-` reads it from standard input.
    #[arg(long, value_name = "SECRET", env = "FOLKMOOT_MIRROR_CLIENT_SECRET", hide_env_values = true, value_parser = NonEmptyStringValueParser::new())]
    pub client_secret: String,
    /// Repeat after this time, such as `15m`, `2h` or `1d`, until the program is stopped.
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub every: Option<Duration>,
    /// Maximum requests per minute. The limits that the platform itself reports are always respected.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub requests_per_minute: Option<u32>,
    /// Mirror what the client may read, although it may not read everything.
    #[arg(long)]
    pub accept_partial: bool,
    /// Delete records that are not from the mirrored platform.
    #[arg(long)]
    pub replace: bool,
    /// Locales of a platform that does not list them, the default first, such as `en,nl-BE`.
    #[arg(long, value_name = "LOCALES", value_delimiter = ',')]
    pub locales: Vec<String>,
    /// How often all records are read again, if the platform does not report changes.
    #[arg(long, value_name = "TIME", default_value = "1d", value_parser = duration::parse)]
    pub full_every: Duration,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

impl std::fmt::Debug for MirrorArguments {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "MirrorArguments({})", self.url)
    }
}
