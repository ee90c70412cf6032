//! The position after which a stream is resumed.

use crate::problem::Problem;

/// The name of the parameter that resumes a stream.
const RESUME_AFTER: &str = "resume_after";

/// The position after which a stream is resumed.
#[derive(Debug, Clone)]
pub struct ResumeAfter {
    /// The timestamp that the list is sorted by, in milliseconds since 1970, and the id.
    pub key: (i64, u128),
    text: String,
}

impl ResumeAfter {
    /// Parses `<created_at>,<id>`.
    pub fn parse(name: &str, text: &str) -> Result<Self, Problem> {
        let parse = || {
            let (timestamp, id) = text.split_once(',')?;
            let timestamp: jiff::Timestamp = timestamp.trim().parse().ok()?;
            let id = super::uuid(id.trim())?;
            Some((timestamp.as_millisecond(), id.as_u128()))
        };
        let expected = "the created_at and the id of the last complete record, separated by a comma";
        let key = parse().ok_or_else(|| Problem::invalid_parameter(name, text, expected))?;
        Ok(Self { key, text: text.to_owned() })
    }

    /// The problem that the list is not in an order in which a stream can be resumed; `expected` says which lists are.
    pub fn refuse(&self, expected: &str) -> Problem {
        Problem::invalid_parameter(RESUME_AFTER, &self.text, expected)
    }
}
