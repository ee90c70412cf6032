//! Merging the rows of a file into their table: new ones come in, different ones are changed, others are left alone.

use folkmoot_model::resource::columns::{ColumnKind, IMPORTED_COUNTERS};
use folkmoot_model::resource::{Derived, Field, Source};
use folkmoot_store::StoreError;
use folkmoot_store::import_transaction::ImportTransaction;

use super::changed::note;
use super::check::known;
use super::planned::Planned;
use super::record::IS_PARTIAL;
use super::run::Run;
use super::shape::{Column, Shape, references};
use super::stage::Staged;

/// Merges the staged rows, which are good, into the table.
pub fn merge(run: &mut Run<'_>, shape: &Shape, staged: Staged) -> Result<(), StoreError> {
    let plural = shape.resource.names.plural;
    let known = known(plural);
    let rows = count(run, &shape.staged())?;
    let known_rows = count(run, &known)?;
    let updated = if known_rows > 0 { update(run, shape, staged)? } else { 0 };
    let inserted = if known_rows < rows { insert(run, shape, known_rows > 0)? } else { 0 };
    run.session.drop_table(&known)?;
    let counts = run.summary.of(plural);
    counts.inserted += inserted;
    counts.updated += updated;
    counts.unchanged += rows.saturating_sub(inserted + updated);
    Ok(())
}

/// How many staged rows there are, and how many of those that are stored differ from what is stored. What follows from
/// other records is not compared: it is computed again in stored records as well, before they are.
pub fn plan(run: &Run<'_>, shape: &Shape, staged: Staged) -> Result<(u64, u64), StoreError> {
    let pure = |column: &Updated| !column.is_derived || column.may_be_given;
    let mut columns: Vec<Updated> = updated_columns(shape).into_iter().filter(pure).collect();
    for column in columns.iter_mut().filter(|column| column.is_derived) {
        column.value = Planned::column(run, shape, &column.name)?;
    }
    // What refers to a record that the import removes loses the reference before it is compared.
    for (field, of, _) in references(shape.resource).into_iter().filter(|(field, ..)| field.nullable) {
        for column in columns.iter_mut().filter(|column| column.name == field.name) {
            let removed = Planned::is_removed(of, &column.stored);
            column.stored = format!("CASE WHEN {removed} THEN NULL ELSE {} END", column.stored);
        }
    }
    let differing = differing_rows(run.session, shape, staged, &columns);
    let rows = count(run, &shape.staged())?;
    Ok((rows, count(run, &format!("({differing}) AS differing"))?))
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
        columns.push(IMPORTED_COUNTERS.to_owned());
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
        run.session.fill_table(plural, &insert)?
    } else {
        run.session.execute(&insert)?
    };
    Ok(rows as u64)
}

/// Changes the stored rows that differ from what is given of them.
fn update(run: &Run<'_>, shape: &Shape, staged: Staged) -> Result<u64, StoreError> {
    let (session, plural) = (run.session, shape.resource.names.plural);
    let differing = format!("differing_{plural}");
    let columns = updated_columns(shape);
    let rows = differing_rows(session, shape, staged, &columns);
    session.execute(&format!("CREATE TEMP TABLE {differing} AS {rows}"))?;
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
    session.drop_table(&differing)?;
    Ok(rows)
}

/// A column that the file may change.
struct Updated {
    name: String,
    kind: ColumnKind,
    is_derived: bool,
    may_be_given: bool,
    /// Its new value over the aliases `this`, what the record is to be, and `stored`, what it is.
    value: String,
    /// Its value before, over the alias `stored`.
    stored: String,
}

fn updated_columns(shape: &Shape) -> Vec<Updated> {
    let given = shape.columns.iter().filter(|column| !is_derived(column.field) && !shape.identifies(column));
    let updated = |field: &Field, value| {
        let column = field.column();
        let (is_derived, may_be_given) = match field.source {
            Source::Derived(derived) => (true, derived.may_be_given),
            _ => (false, true),
        };
        let stored = format!("stored.{}", column.name);
        Updated { name: column.name, kind: column.kind, is_derived, may_be_given, value, stored }
    };
    let given = given.map(|column| updated(column.field, format!("this.{}", column.name)));
    let derived = shape.derived().map(|(field, derived)| updated(field, rederived(field, derived)));
    let mut columns: Vec<_> = given.chain(derived).collect();
    let counters = shape.resource.counted().next();
    if counters.is_some() {
        columns.push(Updated {
            name: IMPORTED_COUNTERS.to_owned(),
            kind: ColumnKind::Integer,
            is_derived: false,
            may_be_given: true,
            stored: format!("stored.{IMPORTED_COUNTERS}"),
            value: format!("this.{IMPORTED_COUNTERS}"),
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

/// The query of the stored rows that are to change, each with its key and its new values.
fn differing_rows(
    session: &ImportTransaction<'_>,
    shape: &Shape,
    staged: Staged,
    columns: &[Updated],
) -> String {
    let (plural, rows) = (shape.resource.names.plural, shape.staged());
    let merged = shape.columns.iter().enumerate().map(|(place, column)| merged(staged, place, column));
    let mut merged: Vec<String> = merged.collect();
    if let Some(bits) = counters_given(shape, "row") {
        let earlier = format!("(row.kept & {IS_PARTIAL}) <> 0 THEN before.{IMPORTED_COUNTERS} | {bits}");
        merged.push(format!("CASE WHEN {earlier} ELSE {bits} END AS {IMPORTED_COUNTERS}"));
    }
    let selected = columns.iter().map(|Updated { name, value, .. }| format!("{value} AS {name}"));
    let selected: Vec<String> = selected.collect();
    let differs = columns.iter().map(|Updated { kind, value, stored, .. }| {
        let stored = session.comparable(*kind, stored);
        format!("{stored} IS DISTINCT FROM {}", session.comparable(*kind, value))
    });
    let differs: Vec<String> = differs.collect();
    format!(
        "SELECT this.key AS key, {}
         FROM (SELECT known.key AS key, {} FROM {} AS known CROSS JOIN {rows} AS row CROSS JOIN {plural} AS before
               WHERE row.line = known.line AND before.key = known.key) AS this
         CROSS JOIN {plural} AS stored WHERE stored.key = this.key AND ({})",
        selected.join(", "),
        merged.join(", "),
        known(plural),
        differs.join(" OR ")
    )
}

/// What a record is to hold in a column: what its line gives or means, or what is stored where the line keeps it.
fn merged(staged: Staged, position: usize, column: &Column) -> String {
    let (bit, name) = (1_i64 << position, &column.name);
    if staged.kept & bit == 0 {
        format!("row.{name} AS {name}")
    } else {
        format!("CASE WHEN (row.kept & {bit}) <> 0 THEN before.{name} ELSE row.{name} END AS {name}")
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
