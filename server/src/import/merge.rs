//! Merging the rows of a file into their table: new ones come in, different ones are changed, others are left alone.

use super::changed::note;
use super::check::known;
use super::run::Run;
use super::shape::{Column, Shape};
use super::stage::Staged;
use crate::resource::{Derived, Field, Source};
use crate::store::StoreError;
use crate::store::columns::{COUNTERS_GIVEN, ColumnKind};
use crate::store::session::Session;

/// Merges the staged rows, which are good, into the table.
pub fn merge(run: &mut Run<'_>, shape: &Shape, staged: Staged) -> Result<(), StoreError> {
    let plural = shape.resource.names.plural;
    let known = known(plural);
    let rows = count(run, &shape.staged())?;
    let known_rows = count(run, &known)?;
    let updated = if known_rows > 0 { update(run, shape, staged)? } else { 0 };
    let inserted = if known_rows < rows { insert(run, shape, known_rows > 0)? } else { 0 };
    run.session.forget(&known)?;
    let counts = run.summary.of(plural);
    counts.inserted += inserted;
    counts.updated += updated;
    counts.unchanged += rows.saturating_sub(inserted + updated);
    Ok(())
}

fn count(run: &Run<'_>, table: &str) -> Result<u64, StoreError> {
    let count = run.session.number(&format!("SELECT COUNT(*) FROM {table}"))?;
    Ok(u64::try_from(count).unwrap_or(0))
}

/// Inserts the rows that are not stored, in the order of lists, so that what a page holds lies together.
fn insert(run: &Run<'_>, shape: &Shape, some_known: bool) -> Result<u64, StoreError> {
    let plural = shape.resource.names.plural;
    let mut columns: Vec<String> = Vec::new();
    let mut values: Vec<String> = Vec::new();
    for column in shape.columns.iter().filter(|column| !is_derived(column.field)) {
        columns.push(column.name.clone());
        values.push(format!("this.{}", column.name));
    }
    for (field, derived) in shape.derived() {
        columns.push(field.column_name());
        values.push(derived.sql.to_owned());
    }
    if let Some(bits) = counters_given(shape, "this") {
        columns.push(COUNTERS_GIVEN.to_owned());
        values.push(bits);
    }
    let new = if some_known {
        format!("WHERE NOT EXISTS (SELECT 1 FROM {} AS known WHERE known.line = this.line)", known(plural))
    } else {
        String::new()
    };
    let insert = format!(
        "INSERT INTO {plural} ({}) SELECT {} FROM {} AS this {new} ORDER BY this.{}, this.line",
        columns.join(", "),
        values.join(", "),
        shape.staged(),
        shape.resource.order_column()
    );
    let rows = if run.newest(plural) == 0 {
        run.session.fill(plural, &insert)?
    } else {
        run.session.execute(&insert)?
    };
    Ok(rows as u64)
}

/// Changes the stored rows that differ from what is given of them.
fn update(run: &Run<'_>, shape: &Shape, staged: Staged) -> Result<u64, StoreError> {
    let (session, plural) = (run.session, shape.resource.names.plural);
    let differing = format!("differing_{plural}");
    let columns = updated_columns(shape, staged);
    if columns.is_empty() {
        return Ok(0);
    }
    session.execute(&differing_rows(session, shape, staged, &columns, &differing))?;
    let rows = count(run, &differing)?;
    if rows > 0 {
        note(session, plural, &format!("SELECT key FROM {differing}"))?;
        let set = columns.iter().map(|Updated { name, .. }| format!("{name} = differing.{name}"));
        let set: Vec<String> = set.collect();
        session.execute(&format!(
            "UPDATE {plural} SET {} FROM {differing} AS differing WHERE differing.key = {plural}.key",
            set.join(", ")
        ))?;
    }
    session.forget(&differing)?;
    Ok(rows)
}

/// A column that the file may change.
struct Updated {
    name: String,
    kind: ColumnKind,
    /// Its new value over the aliases `this`, what the record is to be, and `stored`, what it is.
    value: String,
}

fn updated_columns(shape: &Shape, staged: Staged) -> Vec<Updated> {
    let identity = shape.identity();
    let given = shape.columns.iter().enumerate().filter(|(place, column)| {
        staged.ever & (1 << place) != 0
            && !is_derived(column.field)
            && !identity.contains(&column.name.as_str())
    });
    let updated = |field: &Field, value| {
        let column = field.column();
        Updated { name: column.name, kind: column.kind, value }
    };
    let given = given.map(|(_, column)| updated(column.field, format!("this.{}", column.name)));
    let derived = shape.derived().map(|(field, derived)| updated(field, rederived(field, derived)));
    let mut columns: Vec<_> = given.chain(derived).collect();
    let counters = shape.resource.counted().next();
    if counters.is_some() {
        columns.push(Updated {
            name: COUNTERS_GIVEN.to_owned(),
            kind: ColumnKind::Integer,
            value: format!("this.{COUNTERS_GIVEN}"),
        });
    }
    columns
}

/// A derived value, or what is stored where it follows from nothing.
pub fn rederived(field: &Field, derived: Derived) -> String {
    if field.nullable {
        derived.sql.to_owned()
    } else {
        format!("COALESCE({}, stored.{})", derived.sql, field.name)
    }
}

fn differing_rows(
    session: &Session<'_>,
    shape: &Shape,
    staged: Staged,
    columns: &[Updated],
    differing: &str,
) -> String {
    let (plural, rows) = (shape.resource.names.plural, shape.staged());
    let merged = shape.columns.iter().enumerate().map(|(place, column)| merged(staged, place, column));
    let mut merged: Vec<String> = merged.collect();
    if let Some(bits) = counters_given(shape, "row") {
        merged.push(format!("(before.{COUNTERS_GIVEN} | {bits}) AS {COUNTERS_GIVEN}"));
    }
    let selected = columns.iter().map(|Updated { name, value, .. }| format!("{value} AS {name}"));
    let selected: Vec<String> = selected.collect();
    let differs = columns.iter().map(|Updated { name, kind, value }| {
        let stored = session.comparable(*kind, &format!("stored.{name}"));
        format!("{stored} IS DISTINCT FROM {}", session.comparable(*kind, value))
    });
    let differs: Vec<String> = differs.collect();
    format!(
        "CREATE TEMP TABLE {differing} AS SELECT this.key AS key, {}
         FROM (SELECT known.key AS key, {} FROM {} AS known CROSS JOIN {rows} AS row CROSS JOIN {plural} AS before
               WHERE row.line = known.line AND before.key = known.key) AS this
         CROSS JOIN {plural} AS stored WHERE stored.key = this.key AND ({})",
        selected.join(", "),
        merged.join(", "),
        known(plural),
        differs.join(" OR ")
    )
}

/// What a record is to hold in a column: what is given, else what is stored. A derived column holds what is given
/// alone, because the rest follows.
fn merged(staged: Staged, place: usize, column: &Column) -> String {
    let (bit, name) = (1_i64 << place, &column.name);
    if staged.always & bit != 0 || is_derived(column.field) {
        format!("row.{name} AS {name}")
    } else if staged.ever & bit == 0 {
        format!("before.{name} AS {name}")
    } else {
        format!("CASE WHEN (row.given & {bit}) <> 0 THEN row.{name} ELSE before.{name} END AS {name}")
    }
}

/// The bits of the counters that a staged row gives, where the resource has counters.
fn counters_given(shape: &Shape, row: &str) -> Option<String> {
    let places = shape.columns.iter().enumerate().filter(|(_, column)| is_counted(column.field));
    let bits = places
        .enumerate()
        .map(|(counter, (place, _))| format!("((({row}.given >> {place}) & 1) << {counter})"));
    let bits: Vec<String> = bits.collect();
    (!bits.is_empty()).then(|| format!("({})", bits.join(" | ")))
}

fn is_derived(field: &Field) -> bool {
    matches!(field.source, Source::Derived(_))
}

fn is_counted(field: &Field) -> bool {
    matches!(field.source, Source::Counted(_))
}
