//! Writing the format.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use super::election::{Choice, Election, VoteType};
use super::projects::Project;

impl VoteType {
    const fn name(self) -> &'static str {
        match self {
            Self::ChooseOne => "choose-1",
            Self::Approval => "approval",
            Self::Cumulative => "cumulative",
        }
    }
}

impl Election {
    /// Writes the file.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let projects = self.projects.listed();
        writeln!(out, "META\nkey;value")?;
        for (key, value) in self.meta(&projects) {
            writeln!(out, "{key};{}", cell(&value))?;
        }
        let has_points = self.vote_type == VoteType::Cumulative;
        let score = if has_points { ";score" } else { "" };
        writeln!(out, "PROJECTS\nproject_id;cost;votes{score};name")?;
        for project in projects {
            write!(out, "{};{};{};", project.id, project.cost.unwrap_or_default(), project.votes)?;
            if has_points {
                write!(out, "{};", project.score)?;
            }
            writeln!(out, "{}", cell(&project.name))?;
        }
        let points = if has_points { ";points" } else { "" };
        writeln!(out, "VOTES\nvoter_id;vote{points}")?;
        for ballot in self.choices.chunk_by(|one, other| one.voter == other.voter) {
            write!(out, "{};", ballot[0].voter)?;
            let id = |choice: &Choice| self.projects.get(choice.project).map(|project| project.id);
            write_list(out, ballot.iter().filter_map(id))?;
            if has_points {
                out.write_all(b";")?;
                write_list(out, ballot.iter().map(|choice| choice.points))?;
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// What is known about the vote, in the order of the format.
    fn meta(&self, projects: &[&Project]) -> Vec<(&'static str, String)> {
        let (phase, details) = (&self.phase, &self.details);
        // `2026-03-18` as `18.03.2026`.
        let date = |date: &str| date.split('-').rev().collect::<Vec<_>>().join(".");
        let mut meta = vec![
            ("description", phase.description()),
            ("country", details.country.clone()),
            ("unit", details.unit.clone()),
            ("instance", details.instance.clone()),
            ("num_projects", projects.len().to_string()),
            ("num_votes", self.ballots().to_string()),
            ("budget", details.budget.to_string()),
            ("vote_type", self.vote_type.name().to_owned()),
            ("rule", details.rule.to_owned()),
            ("date_begin", date(&phase.start_at)),
            ("date_end", date(phase.end_at.as_ref().unwrap_or(&phase.start_at))),
        ];
        if self.vote_type == VoteType::Cumulative {
            let points = |ballot: &[Choice]| ballot.iter().map(|choice| choice.points).sum();
            let ballots = self.choices.chunk_by(|one, other| one.voter == other.voter);
            let maximum = phase.voting_max_total.or_else(|| ballots.map(points).max());
            meta.push(("max_sum_points", maximum.unwrap_or_default().to_string()));
        }
        let language = self.locale.split('-').next().filter(|language| language.len() == 2);
        meta.extend(language.map(|language| ("language", language.to_lowercase())));
        let costs: u64 = projects.iter().filter_map(|project| project.cost).sum();
        if costs <= details.budget {
            meta.push(("fully_funded", "1".to_owned()));
        }
        let empty = match self.empty_ballots() {
            0 => None,
            number => Some(format!("Ballots without an idea of this file are left out: {number}")),
        };
        let comments = self.projects.left_out().chain(empty);
        let comments: Vec<String> =
            (1..).zip(comments).map(|(number, comment)| format!("#{number}: {comment}.")).collect();
        if !comments.is_empty() {
            meta.push(("comment", comments.join(" ")));
        }
        meta
    }
}

fn write_list(out: &mut dyn Write, values: impl Iterator<Item = impl Display>) -> io::Result<()> {
    for (position, value) in values.enumerate() {
        write!(out, "{}{value}", if position > 0 { "," } else { "" })?;
    }
    Ok(())
}

/// A text without line breaks as a cell.
fn cell(text: &str) -> Cow<'_, str> {
    if text.contains([';', '"']) { format!("\"{}\"", text.replace('"', "\"\"")).into() } else { text.into() }
}
