//! Reactions to ideas as [Polis](https://compdemocracy.org/export) exports a conversation: ideas are comments, likes agree, dislikes
//! disagree, and neutral reactions pass.

mod conversation;
mod files;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{IDEAS, PROJECTS, REACTIONS};

pub use self::conversation::Conversation;

/// The resources whose records files are made of.
pub static RESOURCES: [&Resource; 3] = [PROJECTS, IDEAS, REACTIONS];

/// A file of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    /// Keys and values that describe the conversation.
    Summary,
    /// The ideas, with their numbers of votes.
    Comments,
    /// The reactions.
    Votes,
    /// The voters, each with a column for each idea.
    ParticipantVotes,
    /// The votes for each idea; the platform finds no groups of opinions.
    CommentGroups,
}

impl File {
    /// Every file.
    pub const ALL: [Self; 5] =
        [Self::Summary, Self::Comments, Self::Votes, Self::ParticipantVotes, Self::CommentGroups];
    /// The media type of every file.
    pub const MEDIA_TYPE: &str = "text/csv; charset=utf-8; header=present";

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary.csv",
            Self::Comments => "comments.csv",
            Self::Votes => "votes.csv",
            Self::ParticipantVotes => "participant-votes.csv",
            Self::CommentGroups => "comment-groups.csv",
        }
    }

    /// What it contains, as a phrase.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Summary => {
                "the title and the description of the project, and the numbers of participants, as keys and values"
            }
            Self::Comments => "the ideas, with their numbers of votes",
            Self::Votes => "the reactions, one in each row",
            Self::ParticipantVotes => "the voters, with a column for each idea",
            Self::CommentGroups => "the votes for each idea; the platform computes no groups of opinions",
        }
    }
}
