//! What the checks found.

use std::io::{self, Write};

use serde::Serialize;

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nothing is wrong.
    Ok,
    /// It works, but something should be changed.
    Warning,
    /// It does not work, or is not safe.
    Problem,
}

impl State {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// A check with its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The name of the check.
    pub check: &'static str,
    /// Its result.
    pub state: State,
    /// What was found.
    pub found: String,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// The results of all checks, in their order.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    checks: Vec<Check>,
}

impl Report {
    /// Records that nothing is wrong.
    pub fn ok(&mut self, check: &'static str, found: impl Into<String>) {
        self.checks.push(Check { check, state: State::Ok, found: found.into(), remedy: None });
    }

    /// Records what should be changed.
    pub fn warning(&mut self, check: &'static str, found: impl Into<String>, remedy: impl Into<String>) {
        self.add(check, State::Warning, found.into(), remedy.into());
    }

    /// Records what must be changed.
    pub fn problem(&mut self, check: &'static str, found: impl Into<String>, remedy: impl Into<String>) {
        self.add(check, State::Problem, found.into(), remedy.into());
    }

    fn add(&mut self, check: &'static str, state: State, found: String, remedy: String) {
        self.checks.push(Check { check, state, found, remedy: Some(remedy) });
    }

    /// The checks.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// Whether a check found a problem.
    pub fn has_problem(&self) -> bool {
        self.checks.iter().any(|check| check.state == State::Problem)
    }

    /// Writes a line for each check, followed by the remedy, and a summary.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = self.checks.iter().map(|check| check.check.len()).max().unwrap_or(0);
        for Check { check, state, found, remedy } in &self.checks {
            writeln!(out, "{:<7}  {check:<width$}  {found}", state.name())?;
            if let Some(remedy) = remedy {
                writeln!(out, "{:7}  {:width$}  -> {remedy}", "", "")?;
            }
        }
        let count = |state: State| self.checks.iter().filter(|check| check.state == state).count();
        let (problems, warnings) = (count(State::Problem), count(State::Warning));
        let counted =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let [checks, problems, warnings] =
            [(self.checks.len(), "check"), (problems, "problem"), (warnings, "warning")]
                .map(|(count, what)| counted(count, what));
        writeln!(out, "{checks}: {problems}, {warnings}")
    }

    /// Writes one JSON object.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)
    }
}
