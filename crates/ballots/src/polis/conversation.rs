//! The ideas of a project, and the reactions to them.

use std::collections::{HashMap, HashSet};

use folkmoot_index::query::Condition;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::facets::enum_value_hash;
use folkmoot_model::resources::{IDEAS, PROJECTS, REACTIONS};
use folkmoot_model::timestamp::cut_to_day;
use folkmoot_store::StoreError;
use folkmoot_store::access::ParticipantNumbers;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::record_reader::{RecordReader, equals, parsed};

#[derive(Deserialize)]
struct Identified {
    id: Uuid,
}

#[derive(Debug, Deserialize)]
pub(super) struct Project {
    /// JSON.
    pub(super) title: Box<RawValue>,
    /// JSON.
    pub(super) description_preview: Box<RawValue>,
    /// JSON.
    pub(super) href: Box<RawValue>,
}

#[derive(Deserialize)]
struct Idea {
    id: Uuid,
    title: Box<RawValue>,
    author_id: Option<Uuid>,
    #[serde(deserialize_with = "parsed")]
    created_at: Timestamp,
}

#[derive(Deserialize)]
struct Reaction {
    mode: String,
    user_id: Option<Uuid>,
    idea_id: Uuid,
    #[serde(deserialize_with = "parsed")]
    created_at: Timestamp,
}

/// An idea.
#[derive(Debug)]
pub(super) struct Comment {
    /// JSON.
    pub(super) title: Box<RawValue>,
    /// The number of the author; 0 if unknown.
    pub(super) author: u64,
    pub(super) created_at: Timestamp,
    /// The numbers of votes that disagree, pass and agree.
    pub(super) counts: [u64; 3],
}

/// A reaction of a known person.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vote {
    /// Milliseconds since 1970.
    pub(super) created_at: i64,
    /// The position of the comment.
    pub(super) comment: u32,
    /// The position of the participant.
    pub(super) participant: u32,
    /// -1, 0 or 1.
    pub(super) value: i8,
}

/// The published ideas of a project, and the reactions to them. It needs about 90 bytes for each voter, 24 for each reaction, and the
/// titles.
#[derive(Debug)]
pub struct Conversation {
    pub(super) project: Project,
    /// Oldest first.
    pub(super) comments: Vec<Comment>,
    /// Sorted by participant and comment, and the newest vote first.
    pub(super) votes: Vec<Vote>,
    /// The number of each person who reacted.
    pub(super) participants: Vec<u64>,
    /// The number of reactions without a person.
    pub(super) anonymous_votes: u64,
    /// Whether a person has the same number as an author and as a voter.
    pub(super) ties_authors: bool,
}

impl Conversation {
    /// The projects that a reader sees.
    pub fn projects(records: &RecordReader<'_>) -> Result<Vec<Uuid>, StoreError> {
        let mut projects = Vec::new();
        records.each(PROJECTS, Vec::new(), |project: Identified| projects.push(project.id))?;
        Ok(projects)
    }

    /// Reads a project; `None` if the reader sees none with the id. `secret` is that of the platform, from which the numbers of people
    /// are derived.
    pub fn read(records: &RecordReader<'_>, id: Uuid, secret: &[u8; 32]) -> Result<Option<Self>, StoreError> {
        let mut project = None;
        records.each(PROJECTS, vec![Condition::Ids(vec![id.as_u128()])], |found| project = Some(found))?;
        let Some(project) = project else { return Ok(None) };
        let access = &records.view.access;
        let is_full = access.level() == AccessLevel::Full;
        let numbers = ParticipantNumbers::new(secret, access, id, records.scan.day()?)?;
        let shown = |time: Timestamp| {
            let milliseconds = time.as_millisecond();
            if is_full { milliseconds } else { cut_to_day(milliseconds) }
        };
        let mut ids = Vec::new();
        let mut comments = Vec::new();
        let ideas = vec![
            equals(IDEAS, "project_id", id.as_u128())?,
            equals(IDEAS, "type", enum_value_hash("idea"))?,
            equals(IDEAS, "publication_status", enum_value_hash("published"))?,
        ];
        records.each(IDEAS, ideas, |idea: Idea| {
            ids.push(idea.id);
            let created_at = Timestamp::from_millisecond(shown(idea.created_at)).unwrap_or_default();
            let author = idea.author_id.map_or(0, |person| numbers.of_author(person));
            comments.push(Comment { title: idea.title, author, created_at, counts: [0; 3] });
        })?;
        // Lists begin with the newest record.
        comments.reverse();
        let positions: HashMap<Uuid, u32> = ids.into_iter().rev().zip(0..).collect();
        let (mut votes, mut participants, mut people) = (Vec::new(), Vec::new(), HashMap::new());
        let mut anonymous_votes = 0;
        let reactions = vec![
            equals(REACTIONS, "project_id", id.as_u128())?,
            equals(REACTIONS, "reactable_type", enum_value_hash("idea"))?,
        ];
        records.each(REACTIONS, reactions, |reaction: Reaction| {
            let Some(comment) = positions.get(&reaction.idea_id).copied() else { return };
            let Some(person) = reaction.user_id else {
                anonymous_votes += 1;
                return;
            };
            let participant = *people.entry(person).or_insert_with(|| {
                participants.push(numbers.of_voter(person));
                u32::try_from(participants.len() - 1).unwrap_or(u32::MAX)
            });
            let (value, count) = match reaction.mode.as_str() {
                "up" => (1, 2),
                "down" => (-1, 0),
                _ => (0, 1),
            };
            comments[comment as usize].counts[count] += 1;
            votes.push(Vote { created_at: shown(reaction.created_at), comment, participant, value });
        })?;
        votes.sort_by_key(|vote| (participants[vote.participant as usize], vote.participant, vote.comment));
        let ties_authors = is_full;
        Ok(Some(Self { project, comments, votes, participants, anonymous_votes, ties_authors }))
    }

    /// The number of known authors.
    pub(super) fn authors(&self) -> usize {
        let authors = self.comments.iter().map(|comment| comment.author).filter(|author| *author > 0);
        authors.collect::<HashSet<_>>().len()
    }
}
