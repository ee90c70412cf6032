//! What an import tells people: what is wrong, what is odd, and what was done.

use std::collections::BTreeMap;
use std::fmt;

use super::values::{Wrong, shortened};

/// How many problems are told one by one.
const TOLD: usize = 100;
/// How many unknown fields of a file are reported by name.
const NAMED: usize = 20;
/// How many problems are held at the most before those that will not be told are let go.
const HELD: usize = 10_000;

/// Something wrong in a line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line; 0 where the whole file is meant.
    pub line: i64,
    /// The field; empty where the whole line is meant.
    pub field: String,
    /// What is wrong with it.
    pub wrong: Wrong,
}

/// Everything that is wrong, and everything that is odd.
#[derive(Debug, Default)]
pub struct Report {
    files: Vec<String>,
    /// The place of the file at hand.
    file: usize,
    held: Vec<(usize, Problem)>,
    count: u64,
    odd: Vec<String>,
    /// By file and field.
    unknown: BTreeMap<usize, BTreeMap<String, Unknown>>,
    /// By file, the lines of unknown fields beyond those that are reported by name.
    unnamed: BTreeMap<usize, Unknown>,
}

/// Lines that give a field that no record of their file has.
#[derive(Debug, Clone, Copy)]
pub struct Unknown {
    /// How many there are.
    pub lines: u64,
    /// The first of them.
    pub first: i64,
}

impl Unknown {
    fn add(&mut self, more: Self) {
        self.lines += more.lines;
        self.first = self.first.min(more.first);
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lines, self.first) {
            (_, 0) => Ok(()),
            (1, first) => write!(formatter, ": line {first}"),
            (lines, first) => write!(formatter, ": {} lines, first at line {first}", grouped(lines)),
        }
    }
}

impl Report {
    /// From now on, problems are of this file.
    pub fn begin(&mut self, file: String) {
        self.file = self.files.iter().position(|known| *known == file).unwrap_or_else(|| {
            self.files.push(file);
            self.files.len() - 1
        });
    }

    /// Adds a problem of the file that was begun last.
    pub fn add(&mut self, problem: Problem) {
        self.count += 1;
        self.held.push((self.file, problem));
        if self.held.len() >= HELD {
            self.sort();
            self.held.truncate(TOLD);
        }
    }

    /// Adds lines of the file that was begun last that give a field that no record has.
    pub fn add_unknown(&mut self, field: &str, unknown: Unknown) {
        let fields = self.unknown.entry(self.file).or_default();
        if let Some(known) = fields.get_mut(field) {
            known.add(unknown);
        } else if fields.len() < NAMED {
            fields.insert(field.to_owned(), unknown);
        } else {
            let none = Unknown { lines: 0, first: unknown.first };
            self.unnamed.entry(self.file).or_insert(none).add(unknown);
        }
    }

    /// Adds something odd that is not wrong.
    pub fn add_odd(&mut self, sentence: String) {
        self.odd.push(sentence);
    }

    /// Whether nothing is wrong.
    pub fn is_good(&self) -> bool {
        self.count == 0
    }

    /// What is odd, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.odd.clone();
        for (position, fields) in &self.unknown {
            let file = self.files.get(*position).map_or("", String::as_str);
            let named = fields.iter().map(|(field, unknown)| {
                format!("ignored unknown field '{}' in {file}{unknown}", shortened(field))
            });
            warnings.extend(named);
            if let Some(unknown) = self.unnamed.get(position) {
                let times = grouped(unknown.lines);
                let first = unknown.first;
                warnings.push(format!(
                    "ignored further unknown fields in {file}: {times} occurrences, first at line {first}"
                ));
            }
        }
        warnings
    }

    /// What is wrong, file after file and line after line.
    pub fn into_problems(mut self) -> Problems {
        self.sort();
        let told = self.held.iter().take(TOLD).map(|(file, problem)| {
            let file = self.files.get(*file).map_or("", String::as_str);
            described(file, problem)
        });
        let told: Vec<String> = told.collect();
        Problems { more: self.count - told.len() as u64, told, warnings: self.warnings() }
    }

    fn sort(&mut self) {
        self.held.sort_by(|(file, problem), (other_file, other)| {
            (file, problem.line, &problem.field).cmp(&(other_file, other.line, &other.field))
        });
    }
}

/// A number with commas between its groups of three digits.
fn grouped(number: u64) -> String {
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

fn described(file: &str, problem: &Problem) -> String {
    let Problem { line, field, wrong: Wrong { expected, found } } = problem;
    let line = if *line == 0 { String::new() } else { format!(":{line}") };
    let field = if field.is_empty() { String::new() } else { format!(" {field}:") };
    format!("{file}{line}:{field} expected {expected}, found {found}")
}

/// Why an import changed nothing.
#[derive(Debug)]
pub struct Problems {
    /// The first problems, a line each.
    pub told: Vec<String>,
    /// How many more there are.
    pub more: u64,
    /// What is odd.
    pub warnings: Vec<String>,
}

impl fmt::Display for Problems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.told {
            writeln!(formatter, "{problem}")?;
        }
        if self.more > 0 {
            writeln!(formatter, "… and {} more", self.more)?;
        }
        let count = self.more + self.told.len() as u64;
        let errors = if count == 1 { "1 error".to_owned() } else { format!("{count} errors") };
        write!(formatter, "{errors}; nothing was changed")
    }
}

/// What became of the records of one resource.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// New ones.
    pub inserted: u64,
    /// Ones that were there and are different now.
    pub updated: u64,
    /// Ones that were there just so.
    pub unchanged: u64,
    /// Ones that are gone.
    pub removed: u64,
}

impl Counts {
    fn rows(self) -> u64 {
        self.inserted + self.updated + self.unchanged + self.removed
    }
}

/// What an import did.
#[derive(Debug, Default)]
pub struct Summary {
    /// By the plural of the resource.
    pub counts: Vec<(&'static str, Counts)>,
    /// Whether the platform's own data changed.
    pub platform_changed: bool,
    /// What is odd, a sentence each.
    pub warnings: Vec<String>,
    /// Whether it was a trial that changed nothing.
    pub dry_run: bool,
    /// How long the final write held its locks.
    pub locked: Option<std::time::Duration>,
}

impl Summary {
    /// The counts of a resource, to add to.
    pub fn of(&mut self, plural: &'static str) -> &mut Counts {
        let place = self.counts.iter().position(|(known, _)| *known == plural).unwrap_or_else(|| {
            self.counts.push((plural, Counts::default()));
            self.counts.len() - 1
        });
        &mut self.counts[place].1
    }

    /// How many rows the import spoke of.
    pub fn rows(&self) -> u64 {
        self.counts.iter().map(|(_, counts)| counts.rows()).sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{:26}{:>12}{:>12}{:>12}{:>12}",
            "", "inserted", "updated", "unchanged", "removed"
        )?;
        let told = self.counts.iter().filter(|(_, counts)| counts.rows() > 0);
        for (plural, Counts { inserted, updated, unchanged, removed }) in told {
            writeln!(formatter, "{plural:26}{inserted:>12}{updated:>12}{unchanged:>12}{removed:>12}")?;
        }
        let platform = if self.platform_changed { "stored" } else { "unchanged" };
        write!(formatter, "platform {platform}")?;
        if self.dry_run { write!(formatter, "\ndry run: nothing was changed") } else { Ok(()) }
    }
}
