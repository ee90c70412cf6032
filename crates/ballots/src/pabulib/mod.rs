//! Votes in the [Pabulib](https://pabulib.org/format) format, `.pb`: the research format of participatory budgeting.
//!
//! A file has three sections of rows whose cells are separated by semicolons: what is known about the vote (`META`), the ideas
//! (`PROJECTS`) and the submitted ballots (`VOTES`).

mod details;
mod election;
mod file;
mod projects;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{BASKET_IDEAS, BASKETS, IDEAS, PHASES};
use folkmoot_store::StoreError;

pub use self::details::{Details, RULES};
pub use self::election::Election;

/// The resources whose records a file is made of.
pub static RESOURCES: [&Resource; 4] = [PHASES, IDEAS, BASKETS, BASKET_IDEAS];
/// The media type of a file.
pub const MEDIA_TYPE: &str = "text/plain; charset=utf-8";
/// The extension of a file.
pub const EXTENSION: &str = "pb";

/// Why a phase has no file.
#[derive(Debug, thiserror::Error)]
pub enum PabulibError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The reader sees no phase with the id, or the phase is not a vote.
    #[error("the phase is not a vote")]
    NoVote,
    /// The vote has not ended.
    #[error("the vote has not ended")]
    Running,
    /// The platform shows ballots at the level `full` only.
    #[error("the setting vote-results hides ballots below the access level full")]
    Hidden,
    /// A file needs these details, and neither the request nor the settings have them.
    #[error("{} missing: set {} in [pabulib] of folkmoot.toml", if .0.len() == 1 { "a detail is" } else { "details are" }, .0.join(", "))]
    Missing(Vec<&'static str>),
}

/// The text on one line: programs that read the format split it at characters that other programs take for a part of a text.
fn line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
