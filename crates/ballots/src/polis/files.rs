//! Writing the files.

use std::collections::HashMap;
use std::io::{self, Write};

use folkmoot_store::formats::csv::{Delimiter, Dialect};
use jiff::Timestamp;

use super::File;
use super::conversation::{Comment, Conversation, Vote};

/// Programs that read Polis files take a byte order mark for a part of the first name.
const DIALECT: Dialect = Dialect { delimiter: Delimiter::Comma, has_byte_order_mark: false };
/// The keys of the summary.
const SUMMARY_KEYS: [&str; 8] = [
    "topic",
    "url",
    "voters",
    "voters-in-conv",
    "commenters",
    "comments",
    "groups",
    "conversation-description",
];
/// `is-meta`, which newer exports have, lets red-dwarf read the file without requests to Polis.
const COMMENT_COLUMNS: [&str; 9] = [
    "timestamp",
    "datetime",
    "comment-id",
    "author-id",
    "agrees",
    "disagrees",
    "moderated",
    "comment-body",
    "is-meta",
];
const VOTE_COLUMNS: [&str; 5] = ["timestamp", "datetime", "comment-id", "voter-id", "vote"];
const PARTICIPANT_COLUMNS: [&str; 6] =
    ["participant", "group-id", "n-comments", "n-votes", "n-agree", "n-disagree"];
const GROUP_COLUMNS: [&str; 6] =
    ["comment-id", "comment", "total-votes", "total-agrees", "total-disagrees", "total-passes"];

impl Conversation {
    /// Writes a file.
    pub fn write(&self, file: File, out: &mut dyn Write) -> io::Result<()> {
        match file {
            File::Summary => self.write_summary(out),
            File::Comments => {
                write_header(out, COMMENT_COLUMNS)?;
                self.write_comments(out, |id, comment| {
                    let Comment { title, author, created_at, counts: [disagrees, _, agrees] } = comment;
                    let [seconds, datetime] = times(*created_at);
                    let [author, agrees, disagrees] = [*author, *agrees, *disagrees].map(|it| it.to_string());
                    [seconds, datetime, id, author, agrees, disagrees, "1".to_owned()]
                        .into_iter()
                        .chain([title.get().to_owned(), "false".to_owned()])
                        .collect()
                })
            }
            File::Votes => self.write_votes(out),
            File::ParticipantVotes => self.write_participants(out),
            File::CommentGroups => {
                write_header(out, GROUP_COLUMNS)?;
                self.write_comments(out, |id, comment| {
                    let [disagrees, passes, agrees] = comment.counts;
                    let numbers = [disagrees + passes + agrees, agrees, disagrees, passes];
                    let numbers = numbers.into_iter().map(|number| number.to_string());
                    [id, comment.title.get().to_owned()].into_iter().chain(numbers).collect()
                })
            }
        }
    }

    /// The number of rows of a file, without a header.
    pub fn rows(&self, file: File) -> usize {
        match file {
            File::Summary => SUMMARY_KEYS.len(),
            File::Comments | File::CommentGroups => self.comments.len(),
            File::Votes => self.votes.len(),
            File::ParticipantVotes => self.participants.len(),
        }
    }

    fn write_summary(&self, out: &mut dyn Write) -> io::Result<()> {
        let project = &self.project;
        let values = [
            project.title.get().to_owned(),
            project.href.get().to_owned(),
            (self.participants.len() as u64 + self.anonymous_votes).to_string(),
            self.participants.len().to_string(),
            self.authors().to_string(),
            self.comments.len().to_string(),
            "0".to_owned(),
            project.description_preview.get().to_owned(),
        ];
        for (key, value) in SUMMARY_KEYS.into_iter().zip(values) {
            write_row(out, &[key.to_owned(), value])?;
        }
        Ok(())
    }

    /// Writes a row of JSON values for each comment, whose id is its position.
    fn write_comments(
        &self,
        out: &mut dyn Write,
        row: impl Fn(String, &Comment) -> Vec<String>,
    ) -> io::Result<()> {
        let mut comments = self.comments.iter().enumerate();
        comments.try_for_each(|(id, comment)| write_row(out, &row(id.to_string(), comment)))
    }

    fn write_votes(&self, out: &mut dyn Write) -> io::Result<()> {
        write_header(out, VOTE_COLUMNS)?;
        for Vote { created_at, comment, participant, value } in &self.votes {
            let [seconds, datetime] = times(Timestamp::from_millisecond(*created_at).unwrap_or_default());
            write!(
                out,
                "{seconds},{datetime},{comment},{},{value}\r\n",
                self.participants[*participant as usize]
            )?;
        }
        Ok(())
    }

    fn write_participants(&self, out: &mut dyn Write) -> io::Result<()> {
        let ids = (0..self.comments.len()).map(|id| id.to_string());
        let columns: Vec<String> = PARTICIPANT_COLUMNS.map(str::to_owned).into_iter().chain(ids).collect();
        write_header(out, columns.iter().map(String::as_str))?;
        let mut written: HashMap<u64, u64> = HashMap::new();
        for comment in &self.comments {
            *written.entry(comment.author).or_default() += 1;
        }
        for votes in self.votes.chunk_by(|one, other| one.participant == other.participant) {
            let number = self.participants[votes[0].participant as usize];
            // A person's newest vote on a comment is the first.
            let newest = || votes.chunk_by(|one, other| one.comment == other.comment).map(|votes| votes[0]);
            let count = |value| newest().filter(|vote| vote.value == value).count();
            let comments = written.get(&number).copied().unwrap_or_default();
            let comments = if self.ties_authors { comments.to_string() } else { String::new() };
            write!(out, "{number},,{comments},{},{},{}", newest().count(), count(1), count(-1))?;
            let mut next = newest().peekable();
            for comment in 0..self.comments.len() {
                out.write_all(b",")?;
                if let Some(vote) = next.next_if(|vote| vote.comment as usize == comment) {
                    write!(out, "{}", vote.value)?;
                }
            }
            out.write_all(b"\r\n")?;
        }
        Ok(())
    }
}

fn write_header<'a>(out: &mut dyn Write, names: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    let mut header = Vec::new();
    DIALECT.push_header(&mut header, names);
    out.write_all(&header)
}

/// Writes JSON values as a row.
fn write_row(out: &mut dyn Write, values: &[String]) -> io::Result<()> {
    let mut row = Vec::new();
    DIALECT.push_record(&mut row, values.iter().map(String::as_bytes)).map_err(io::Error::other)?;
    out.write_all(&row)
}

/// A time in seconds since 1970, and as JavaScript writes it.
fn times(time: Timestamp) -> [String; 2] {
    let datetime = time.strftime("%a %b %d %Y %H:%M:%S GMT+0000 (Coordinated Universal Time)");
    [time.as_second().to_string(), datetime.to_string()]
}
