//! Records that a mirror leaves out, because they have an error or refer to a record that will not exist.

use std::fmt;

use folkmoot_store::StoreError;
use serde_json::{Value, json};

use crate::context::ImportContext;
use crate::report::{Problem, grouped};
use crate::shape::Shape;
use crate::sql::checks;
use crate::values::Mismatch;
use crate::violations::id_text;

/// The greatest number of reasons that are reported one by one.
const MAX_NAMED: usize = 100;

/// The records that were left out.
#[derive(Debug, Default)]
pub struct LeftOut {
    /// Their number.
    pub count: u64,
    /// Why, for the first of them.
    pub reasons: Vec<LeftOutReason>,
}

/// Why a record was left out. It contains no value of the record but ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOutReason {
    /// The plural of its resource.
    pub resource: &'static str,
    /// Its id, or the ids that identify it; `None` if it has no valid one.
    pub id: Option<String>,
    /// The field; empty for the complete record.
    pub field: String,
    /// The expected value, and the value that was found.
    pub reason: String,
}

impl LeftOut {
    /// Adds a reason, unless there are many.
    pub fn add(&mut self, reason: LeftOutReason) {
        if self.reasons.len() < MAX_NAMED {
            self.reasons.push(reason);
        }
    }

    /// The number and the reasons, a sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let records = if self.count == 1 { "record" } else { "records" };
        let count = format!("left out {} {records}; the next round tries them again", grouped(self.count));
        let all = self.reasons.iter().map(LeftOutReason::to_string).chain([count]);
        all.filter(|_| self.count > 0).collect()
    }
}

impl LeftOutReason {
    /// The reason as JSON.
    pub fn json(&self) -> Value {
        let Self { resource, id, field, reason } = self;
        json!({ "resource": resource, "id": id, "field": field, "reason": reason })
    }
}

impl fmt::Display for LeftOutReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { resource, id, field, reason } = self;
        let id = id.as_deref().unwrap_or("without an id");
        let field = if field.is_empty() { String::new() } else { format!(" {field}:") };
        write!(formatter, "left out {resource} {id}:{field} {reason}")
    }
}

/// The reason without the value.
fn reason(Mismatch { expected, found, is_quoted }: &Mismatch) -> String {
    let found = if *is_quoted { "another value" } else { found };
    format!("expected {expected}, found {found}")
}

/// Counts the staged rows of a file that are about to be removed, and names the first.
pub fn note(context: &mut ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    context.summary.left_out.count += context.count(&checks::count_invalid(shape))?;
    for problem in context.report.take_left_out() {
        let id = identity(context, shape, &problem)?;
        let (resource, reason) = (shape.resource.names.plural, reason(&problem.mismatch));
        context.summary.left_out.add(LeftOutReason { resource, id, field: problem.field, reason });
    }
    Ok(())
}

/// The id of the record of a line, or the ids that identify it.
fn identity(
    context: &ImportContext<'_>,
    shape: &Shape,
    problem: &Problem,
) -> Result<Option<String>, StoreError> {
    let columns = if shape.resource.has_id() { vec!["id"] } else { shape.identity() };
    let mut identity = None;
    context.transaction.query(&checks::columns_of_line(shape, &columns, problem.line), &mut |row| {
        let ids = (0..columns.len()).map(|column| id_text(row, column));
        identity = Some(ids.collect::<Result<Vec<String>, _>>()?.join(", "));
        Ok(())
    })?;
    Ok(identity)
}
