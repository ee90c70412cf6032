//! The report of an import: errors, warnings, and results.

use std::collections::BTreeMap;
use std::fmt;

use folkmoot_model::access::AccessLevel;
use folkmoot_store::imports::VisibilityReport;

use crate::input::PLATFORM;
use crate::left_out::LeftOut;
use crate::shape::resource_named;
use crate::values::{Mismatch, shortened};

/// The greatest number of problems that are reported one by one.
const MAX_REPORTED: usize = 100;
/// The greatest number of unknown fields, and of locales that the platform does not have, of a file that are reported by name.
const MAX_NAMED: usize = 20;
/// The number of problems at which the import ends.
const MAX_PROBLEMS: u64 = 10_000;

/// An error in a line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line; 0 for the complete file.
    pub line: i64,
    /// The field; empty for the complete line.
    pub field: String,
    /// The error.
    pub mismatch: Mismatch,
}

/// All errors and warnings.
#[derive(Debug, Default)]
pub struct Report {
    files: Vec<String>,
    /// The index of the current file.
    file: usize,
    problems: Vec<(usize, Problem)>,
    count: u64,
    warnings: Vec<String>,
    /// The locales of the platform.
    pub locales: Vec<String>,
    /// By file.
    unknown_fields: BTreeMap<usize, NamedLines>,
    /// By file, locales of texts that the platform does not have.
    other_locales: BTreeMap<usize, NamedLines>,
    /// The first errors of lines in each file, if these leave out their records; `None` if they end the import.
    left_out: Option<BTreeMap<usize, Vec<Problem>>>,
}

/// The lines of a file that a warning is about.
#[derive(Debug, Clone, Copy)]
pub struct LineCount {
    /// Their number.
    pub lines: u64,
    /// The first of them.
    pub first: i64,
}

impl LineCount {
    fn add(&mut self, more: Self) {
        self.lines += more.lines;
        self.first = self.first.min(more.first);
    }
}

/// Lines of a file by a name in them.
#[derive(Debug, Default)]
struct NamedLines {
    named: BTreeMap<String, LineCount>,
    /// The lines with names that are not reported.
    unnamed: Option<LineCount>,
}

impl NamedLines {
    fn add(&mut self, name: &str, lines: LineCount) {
        if let Some(known) = self.named.get_mut(name) {
            known.add(lines);
        } else if self.named.len() < MAX_NAMED {
            self.named.insert(name.to_owned(), lines);
        } else {
            match &mut self.unnamed {
                Some(unnamed) => unnamed.add(lines),
                None => self.unnamed = Some(lines),
            }
        }
    }
}

impl fmt::Display for LineCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lines, self.first) {
            (_, 0) => Ok(()),
            (1, first) => write!(formatter, ": line {first}"),
            (lines, first) => write!(formatter, ": {} lines, first at line {first}", grouped(lines)),
        }
    }
}

impl Report {
    /// Makes a file the current one.
    pub fn begin(&mut self, file: String) {
        self.file = self.files.iter().position(|known| *known == file).unwrap_or_else(|| {
            self.files.push(file);
            self.files.len() - 1
        });
    }

    /// Errors of lines leave out their records from now on, and do not end the import.
    pub fn leave_out(&mut self) {
        self.left_out = Some(BTreeMap::new());
    }

    /// Whether errors of lines leave out their records.
    pub fn leaves_out(&self) -> bool {
        self.left_out.is_some()
    }

    /// The first errors of lines in the current file that leave out their records.
    pub fn take_left_out(&mut self) -> Vec<Problem> {
        self.left_out.as_mut().and_then(|left_out| left_out.remove(&self.file)).unwrap_or_default()
    }

    /// Adds a problem of the current file.
    pub fn add(&mut self, problem: Problem) {
        if let Some(left_out) = self.left_out.as_mut().filter(|_| problem.line > 0) {
            let problems = left_out.entry(self.file).or_default();
            if problems.len() < MAX_REPORTED {
                problems.push(problem);
            }
        } else if !self.is_full() {
            self.count += 1;
            self.problems.push((self.file, problem));
        }
    }

    /// Whether there are so many problems that the import ends, so that a file with millions of them takes no memory.
    pub fn is_full(&self) -> bool {
        self.count >= MAX_PROBLEMS
    }

    /// Whether a file with records is not in the format of imports, so that its records are unknown.
    pub fn lacks_a_file(&self) -> bool {
        let is_platform = |file: &usize| self.files.get(*file).is_some_and(|name| name == PLATFORM);
        self.problems.iter().any(|(file, problem)| problem.line == 0 && !is_platform(file))
    }

    /// Adds lines of the current file that give an unknown field.
    pub fn add_unknown_field(&mut self, field: &str, lines: LineCount) {
        self.unknown_fields.entry(self.file).or_default().add(field, lines);
    }

    /// Adds lines of the current file with texts in a locale that the platform does not have.
    pub fn add_other_locale(&mut self, locale: &str, lines: LineCount) {
        self.other_locales.entry(self.file).or_default().add(locale, lines);
    }

    /// Adds a warning, a sentence.
    pub fn add_warning(&mut self, sentence: String) {
        self.warnings.push(sentence);
    }

    /// Whether there is no problem.
    pub fn has_no_problems(&self) -> bool {
        self.count == 0
    }

    /// The warnings, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.warnings.clone();
        for (position, NamedLines { named, unnamed }) in &self.unknown_fields {
            let file = self.file_name(*position);
            warnings.extend(named.iter().map(|(field, lines)| {
                format!("ignored unknown field '{}' in {file}{lines}", shortened(field))
            }));
            warnings.extend(unnamed.map(|LineCount { lines, first }| {
                let times = grouped(lines);
                format!(
                    "ignored further unknown fields in {file}: {times} occurrences, first at line {first}"
                )
            }));
        }
        let locales = self.locales.join(", ");
        for (position, NamedLines { named, unnamed }) in &self.other_locales {
            let file = self.file_name(*position);
            warnings.extend(named.iter().map(|(locale, lines)| {
                format!("the platform does not have the locale '{locale}' of texts in {file}, only {locales}{lines}")
            }));
            warnings.extend(unnamed.map(|LineCount { lines, first }| {
                let times = grouped(lines);
                format!(
                    "the platform does not have further locales of texts in {file}: {times} occurrences, first at line {first}"
                )
            }));
        }
        warnings
    }

    fn file_name(&self, position: usize) -> &str {
        self.files.get(position).map_or("", String::as_str)
    }

    /// The problems in the order of files and lines.
    pub fn into_problems(mut self) -> Problems {
        self.sort();
        let reported = self.problems.iter().take(MAX_REPORTED).map(|(file, problem)| {
            let file = self.files.get(*file).cloned().unwrap_or_default();
            ReportedProblem { file, problem: problem.clone() }
        });
        let reported: Vec<ReportedProblem> = reported.collect();
        let (more, is_full) = (self.count - reported.len() as u64, self.is_full());
        Problems { more, is_full, reported, warnings: self.warnings() }
    }

    fn sort(&mut self) {
        self.problems.sort_by(|(file, problem), (other_file, other)| {
            (file, problem.line, &problem.field).cmp(&(other_file, other.line, &other.field))
        });
    }
}

/// A number with commas between its groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// An error and its file.
#[derive(Debug, Clone)]
pub struct ReportedProblem {
    /// The name of the file.
    pub file: String,
    /// The error.
    pub problem: Problem,
}

impl fmt::Display for ReportedProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, problem: Problem { line, field, mismatch } } = self;
        let Mismatch { expected, found, .. } = mismatch;
        let line = if *line == 0 { String::new() } else { format!(":{line}") };
        let field = if field.is_empty() { String::new() } else { format!(" {field}:") };
        write!(formatter, "{file}{line}:{field} expected {expected}, found {found}")
    }
}

/// Why an import changed nothing.
#[derive(Debug)]
pub struct Problems {
    /// The first problems.
    pub reported: Vec<ReportedProblem>,
    /// The number of further problems.
    pub more: u64,
    /// Whether the import ended at this number of problems, so that there may be more.
    pub is_full: bool,
    /// The warnings, a sentence each.
    pub warnings: Vec<String>,
}

impl fmt::Display for Problems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.reported {
            writeln!(formatter, "{problem}")?;
        }
        let minimum = if self.is_full { "at least " } else { "" };
        if self.more > 0 {
            writeln!(formatter, "… and {minimum}{} more", self.more)?;
        }
        let count = self.more + self.reported.len() as u64;
        let errors = if count == 1 { "1 error".to_owned() } else { format!("{minimum}{count} errors") };
        write!(formatter, "{errors}; nothing was changed")
    }
}

/// The numbers of records of one resource, by what the import did with them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// New records.
    pub inserted: u64,
    /// Stored records that were changed.
    pub updated: u64,
    /// Stored records that already were as the file gives them.
    pub unchanged: u64,
    /// Records that were removed.
    pub removed: u64,
}

impl Counts {
    /// The number of records.
    pub(crate) fn rows(self) -> u64 {
        self.inserted + self.updated + self.unchanged + self.removed
    }
}

/// The results of an import.
#[derive(Debug, Default)]
pub struct Summary {
    /// The counts by the plural of the resource.
    pub counts: Vec<(&'static str, Counts)>,
    /// The stored records that become visible, with the records that become visible with them, such as the
    /// ideas of a project.
    pub becoming_visible: Vec<VisibilityReport>,
    /// Whether the platform's own data changed.
    pub platform_changed: bool,
    /// The warnings, a sentence each.
    pub warnings: Vec<String>,
    /// The number of rows that were held back because they refer to missing records.
    pub held_back: u64,
    /// The records that were left out, including records that were held back.
    pub left_out: LeftOut,
    /// Whether it was a dry run, which changes nothing.
    pub dry_run: bool,
    /// How long the final write held its locks.
    pub locked: Option<std::time::Duration>,
}

impl Summary {
    /// The counts of a resource, to add to.
    pub fn of(&mut self, plural: &'static str) -> &mut Counts {
        let position = self.counts.iter().position(|(known, _)| *known == plural).unwrap_or_else(|| {
            self.counts.push((plural, Counts::default()));
            self.counts.len() - 1
        });
        &mut self.counts[position].1
    }

    /// The number of rows of all resources.
    pub fn rows(&self) -> u64 {
        self.counts.iter().map(|(_, counts)| counts.rows()).sum()
    }

    /// The records that become visible, a sentence for each level.
    fn visibility(&self) -> Vec<String> {
        let sentence = |level: AccessLevel| {
            let at_level = self.becoming_visible.iter().filter(|visible| visible.access == level.name());
            let counts: Vec<String> = at_level.map(described).collect();
            let (last, others) = counts.split_last()?;
            let verb = if others.is_empty() && last.starts_with("1 ") { "becomes" } else { "become" };
            let others =
                if others.is_empty() { String::new() } else { format!("{} and ", others.join(", ")) };
            Some(format!("{others}{last} {verb} visible at the level {level}"))
        };
        AccessLevel::ALL.into_iter().filter_map(sentence).collect()
    }
}

fn described(visible: &VisibilityReport) -> String {
    let VisibilityReport { resource, records, .. } = visible;
    let singular = resource_named(resource).filter(|_| *records == 1).map(|resource| resource.names.singular);
    format!("{} {}", grouped(*records), singular.unwrap_or(resource).replace('_', " "))
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{:26}{:>12}{:>12}{:>12}{:>12}",
            "", "inserted", "updated", "unchanged", "removed"
        )?;
        let affected = self.counts.iter().filter(|(_, counts)| counts.rows() > 0);
        for (plural, Counts { inserted, updated, unchanged, removed }) in affected {
            writeln!(formatter, "{plural:26}{inserted:>12}{updated:>12}{unchanged:>12}{removed:>12}")?;
        }
        for sentence in self.visibility() {
            writeln!(formatter, "{sentence}")?;
        }
        let platform = match (self.platform_changed, self.dry_run) {
            (false, _) => "unchanged",
            (true, false) => "stored",
            (true, true) => "would be stored",
        };
        write!(formatter, "platform {platform}")?;
        if self.dry_run { write!(formatter, "\ndry run: nothing was changed") } else { Ok(()) }
    }
}
