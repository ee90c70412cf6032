//! What the call of a tool leaves for the response to its request.

use std::sync::{Arc, Mutex, PoisonError};

use axum::response::Response;
use folkmoot_api::problem::Problem;
use folkmoot_api::usage::{ProblemBehind, ReadResources, RecordCount};

/// Where the call of a tool leaves what the response to its request has. An extension of the request.
#[derive(Debug, Clone, Default)]
pub struct CallSlot(Arc<Mutex<Notes>>);

#[derive(Debug, Default)]
struct Notes {
    /// The problem of a client that may not call the tool.
    refusal: Option<Problem>,
    /// The problem of the request that the tool makes, which the result has in words.
    problem: Option<Problem>,
    /// The records in the result.
    records: usize,
    /// The records by resource, if they are of several.
    reads: Option<ReadResources>,
}

/// Why a tool has no result.
#[derive(Debug)]
pub enum Failure {
    /// The client may not call the tool.
    Refused(Problem),
    /// The request that the tool makes has failed.
    Problem(Problem),
    /// The call cannot be made a request: this text says why.
    Words(String),
}

/// Fails because the call cannot be made a request.
pub fn refuse<T>(words: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Words(words.into()))
}

impl From<Problem> for Failure {
    /// A client without a valid token is asked for one, and one that is not for assistants gets the reason; an assistant can do something about
    /// anything else.
    fn from(problem: Problem) -> Self {
        let is_refused = problem.kind.status == 401 || problem.refuses_assistants();
        if is_refused { Self::Refused(problem) } else { Self::Problem(problem) }
    }
}

impl CallSlot {
    /// Notes the records of a result.
    pub fn note_records(&self, records: usize, reads: Option<ReadResources>) {
        self.with(|notes| (notes.records, notes.reads) = (records, reads));
    }

    /// The words in which an assistant reads why a call failed.
    pub fn note_failure(&self, failure: Failure) -> String {
        match failure {
            Failure::Refused(problem) => {
                let words = problem.words();
                self.with(|notes| notes.refusal = Some(problem));
                words
            }
            Failure::Problem(problem) => {
                let words = problem.words();
                self.with(|notes| notes.problem = Some(problem));
                words
            }
            Failure::Words(words) => words,
        }
    }

    /// The problem of a client that may not call the tool.
    pub fn take_refusal(&self) -> Option<Problem> {
        self.with(|notes| notes.refusal.take())
    }

    /// Notes in a response, for usage, what the request that the tool makes would have noted.
    pub fn note_in(&self, mut response: Response) -> Response {
        let Notes { problem, records, reads, .. } = self.with(std::mem::take);
        let extensions = response.extensions_mut();
        extensions.insert(RecordCount(records));
        if let Some(problem) = problem {
            extensions.insert(ProblemBehind(problem));
        }
        if let Some(reads) = reads {
            extensions.insert(reads);
        }
        response
    }

    fn with<R>(&self, edit: impl FnOnce(&mut Notes) -> R) -> R {
        edit(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
