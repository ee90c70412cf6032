//! What is wrong with the rows of a file, seen beside each other and beside what is stored.

use super::circles;
use super::report::Problem;
use super::run::Run;
use super::shape::{Shape, references};
use super::stage::{REFUSED, listing_table, pairs_table};
use super::values::{Wrong, expected};
use crate::resource::{Field, Resource, Source};
use crate::resources::DELETED_ITEMS;
use crate::store::StoreError;
use crate::store::row::Row;
use crate::store::session::Session;
use crate::store::value::Value;

/// The lines of the file at hand that are wrong.
pub const WRONG: &str = "wrong_lines";

/// The table of the rows of a file that are stored already: their line and their key.
pub fn known(table: &str) -> String {
    format!("known_{table}")
}

/// Makes the table that the checks of every file use.
pub fn create(session: &Session<'_>) -> Result<(), StoreError> {
    session.create(WRONG, "line {integer} PRIMARY KEY")
}

/// Forgets the lines of the file before.
pub fn begin(session: &Session<'_>) -> Result<(), StoreError> {
    session.execute(&format!("DELETE FROM {WRONG}")).map(|_| ())
}

/// Finds what is wrong with staged rows and takes those that are wrong out.
pub fn check(run: &mut Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    let (plural, staged) = (shape.resource.names.plural, shape.staged());
    run.session
        .execute(&format!("CREATE INDEX {staged}_identity ON {staged} ({})", shape.identity().join(", ")))?;
    drop_buried(run, shape)?;
    find_doubles(run, shape)?;
    for (field, of, condition) in references(shape.resource) {
        find_dangling(run, shape, field, of, &condition)?;
    }
    find_dangling_pairs(run, shape)?;
    find_known(run, shape)?;
    find_missing(run, shape)?;
    take_out(run, shape)?;
    tracing::debug!(resource = plural, "rows checked");
    Ok(())
}

/// Finds what is wrong with rows once they stand in their table.
pub fn check_merged(run: &mut Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    for (field, of, _) in references(shape.resource) {
        if let Some(shared) = field.shares {
            find_unshared(run, shape, field, of, shared)?;
        }
        if of.names.plural == shape.resource.names.plural {
            circles::find(run, shape, field)?;
        }
    }
    for set in shape.resource.unique.iter().filter(|set| **set != shape.identity()) {
        find_same(run, shape, set)?;
    }
    Ok(())
}

/// Runs a query whose first column is a line; each line is wrong, in the way that `describe` tells, if it does.
pub fn find(
    run: &mut Run<'_>,
    sql: &str,
    mut describe: impl FnMut(&dyn Row) -> Result<Option<(String, Wrong)>, StoreError>,
) -> Result<(), StoreError> {
    let session = run.session;
    let mut lines = Vec::new();
    session.each(sql, &mut |row| {
        let line = row.integer(0)?.unwrap_or(0);
        lines.push(Value::Integer(line));
        if let Some((field, wrong)) = describe(row)? {
            run.report.add(Problem { line, field, wrong });
        }
        Ok(())
    })?;
    if lines.is_empty() {
        return Ok(());
    }
    let mut wrong = session.distinct_filler(WRONG, &["line"])?;
    lines.iter().try_for_each(|line| wrong.put(&mut std::iter::once(line)))?;
    wrong.finish()
}

/// The condition that two aliases agree in these columns, none of which is null.
pub fn agree(columns: &[&str], one: &str, other: &str) -> String {
    let agreed: Vec<String> =
        columns.iter().map(|column| format!("{one}.{column} = {other}.{column}")).collect();
    agreed.join(" AND ")
}

/// The hyphenated form of an id in a row.
pub fn shown_id(row: &dyn Row, column: usize) -> Result<String, StoreError> {
    Ok(row.uuid(column)?.map_or_else(|| "nothing".to_owned(), |id| uuid::Uuid::from_bytes(id).to_string()))
}

/// Follows the tombstones of the same import: what they are of is not brought in, what may be null no longer refers
/// to it, and rows without an id that refer to it go.
fn drop_buried(run: &Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    let tombstones = Shape::of(DELETED_ITEMS).staged();
    let session = run.session;
    let staged = shape.staged();
    if staged == tombstones || session.number(&format!("SELECT COUNT(*) FROM {tombstones}"))? == 0 {
        return Ok(());
    }
    let buried =
        |of: &Resource| format!("(SELECT id FROM {tombstones} WHERE type = '{}')", of.names.deleted_type);
    if shape.resource.has_id() {
        session.execute(&format!("DELETE FROM {staged} WHERE id IN {}", buried(shape.resource)))?;
    }
    for (field, of, condition) in references(shape.resource) {
        let (name, buried) = (field.name, buried(of));
        if field.nullable {
            session.execute(&format!(
                "UPDATE {staged} AS row SET {name} = NULL WHERE {condition} AND row.{name} IN {buried}"
            ))?;
        } else if !shape.resource.has_id() {
            session.execute(&format!(
                "DELETE FROM {staged} AS row WHERE {condition} AND row.{name} IN {buried}"
            ))?;
        }
    }
    for shorthand in &shape.shorthands {
        let pairs = pairs_table(shorthand.relation.table);
        let own = buried(shape.resource);
        if let Some(of) = super::shape::named(|plural| plural == shorthand.relation.resource) {
            session.execute(&format!("DELETE FROM {pairs} WHERE other IN {} OR own IN {own}", buried(of)))?;
        }
        session.execute(&format!(
            "DELETE FROM {} WHERE own IN {own}",
            listing_table(shorthand.relation.table)
        ))?;
    }
    Ok(())
}

fn find_doubles(run: &mut Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    let (staged, identity) = (shape.staged(), shape.identity());
    let columns = identity.join(", ");
    let sql = format!(
        "SELECT row.line, earliest.line FROM (SELECT {columns}, MIN(line) AS line FROM {staged}
             GROUP BY {columns} HAVING COUNT(*) > 1) AS earliest
         JOIN {staged} AS row ON {} AND row.line <> earliest.line",
        agree(&identity, "row", "earliest")
    );
    find(run, &sql, |row| {
        let found = format!("the same as in line {}", row.integer(1)?.unwrap_or(0));
        Ok(Some((columns.clone(), Wrong { expected: "what no other line has".into(), found })))
    })
}

fn find_dangling(
    run: &mut Run<'_>,
    shape: &Shape,
    field: &Field,
    of: &Resource,
    condition: &str,
) -> Result<(), StoreError> {
    let (staged, name, table) = (shape.staged(), field.name, of.names.plural);
    let not_beside = if table == shape.resource.names.plural {
        format!("AND NOT EXISTS (SELECT 1 FROM {staged} AS beside WHERE beside.id = row.{name})")
    } else {
        String::new()
    };
    let sql = format!(
        "SELECT row.line, row.{name}, refused.id, tombstone.line FROM {staged} AS row
         LEFT JOIN {table} AS parent ON parent.id = row.{name}
         LEFT JOIN {REFUSED} AS refused ON refused.resource = '{table}' AND refused.id = row.{name}
         LEFT JOIN {} AS tombstone ON tombstone.type = '{}' AND tombstone.id = row.{name}
         WHERE row.{name} IS NOT NULL AND {condition} AND parent.id IS NULL {not_beside}",
        Shape::of(DELETED_ITEMS).staged(),
        of.names.deleted_type
    );
    find(run, &sql, |row| dangling(row, name, table))
}

fn find_dangling_pairs(run: &mut Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    for shorthand in &shape.shorthands {
        let (pairs, table) = (pairs_table(shorthand.relation.table), shorthand.relation.resource);
        let sql = format!(
            "SELECT row.line, row.other, refused.id, NULL FROM {pairs} AS row
             LEFT JOIN {table} AS parent ON parent.id = row.other
             LEFT JOIN {REFUSED} AS refused ON refused.resource = '{table}' AND refused.id = row.other
             WHERE parent.id IS NULL"
        );
        find(run, &sql, |row| dangling(row, shorthand.name, table))?;
    }
    Ok(())
}

fn dangling(row: &dyn Row, field: &str, table: &str) -> Result<Option<(String, Wrong)>, StoreError> {
    if row.uuid(2)?.is_some() {
        return Ok(None);
    }
    let id = shown_id(row, 1)?;
    let found = match row.integer(3)? {
        Some(line) => format!("{id}, which line {line} of deleted_items removes"),
        None => id,
    };
    Ok(Some((field.to_owned(), Wrong { expected: format!("the id of one of the {table}").into(), found })))
}

fn find_known(run: &Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    let (plural, staged) = (shape.resource.names.plural, shape.staged());
    let known = known(plural);
    run.session.create(&known, "line {integer} PRIMARY KEY, key {integer} NOT NULL")?;
    if run.newest(plural) > 0 {
        // SQLite takes a cross join as written: the staged rows first, then the stored one of each by its index.
        run.session.execute(&format!(
            "INSERT INTO {known} (line, key) SELECT row.line, stored.key FROM {staged} AS row
             CROSS JOIN {plural} AS stored WHERE {} ON CONFLICT DO NOTHING",
            agree(&shape.identity(), "row", "stored")
        ))?;
    }
    Ok(())
}

/// Finds new rows that lack what neither they nor anything else tells.
fn find_missing(run: &mut Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    let (staged, known) = (shape.staged(), known(shape.resource.names.plural));
    let new = format!(
        "NOT EXISTS (SELECT 1 FROM {known} AS known WHERE known.line = this.line)
         AND NOT EXISTS (SELECT 1 FROM {WRONG} AS wrong WHERE wrong.line = this.line)"
    );
    for (field, derived) in shape.derived().filter(|(field, derived)| derived.may_be_given && !field.nullable)
    {
        let sql = format!("SELECT this.line FROM {staged} AS this WHERE ({}) IS NULL AND {new}", derived.sql);
        let wrong = Wrong { expected: expected(field.kind), found: "nothing".to_owned() };
        find(run, &sql, |_| Ok(Some((field.name.to_owned(), wrong.clone()))))?;
    }
    if let Some(column) =
        shape.columns.iter().find(|column| matches!(column.field.source, Source::Content(_)))
    {
        let sql =
            format!("SELECT this.line FROM {staged} AS this WHERE this.{} IS NULL AND {new}", column.name);
        let wrong =
            Wrong { expected: "the file's bytes (content, or path)".into(), found: "nothing".to_owned() };
        find(run, &sql, |_| Ok(Some(("content".to_owned(), wrong.clone()))))?;
    }
    Ok(())
}

/// Takes wrong rows out, and remembers that they were there.
fn take_out(run: &Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    let (session, staged, plural) = (run.session, shape.staged(), shape.resource.names.plural);
    if session.number(&format!("SELECT COUNT(*) FROM {WRONG}"))? == 0 {
        return Ok(());
    }
    if shape.resource.has_id() {
        session.execute(&format!(
            "INSERT INTO {REFUSED} (resource, id) SELECT '{plural}', row.id FROM {staged} AS row
             JOIN {WRONG} AS wrong ON wrong.line = row.line WHERE row.id IS NOT NULL ON CONFLICT DO NOTHING"
        ))?;
    }
    let pairs = shape.shorthands.iter().map(|shorthand| shorthand.relation.table);
    let pairs = pairs.flat_map(|table| [pairs_table(table), listing_table(table)]);
    for table in pairs.chain([staged, known(plural)]) {
        session.execute(&format!("DELETE FROM {table} WHERE line IN (SELECT line FROM {WRONG})"))?;
    }
    Ok(())
}

fn find_unshared(
    run: &mut Run<'_>,
    shape: &Shape,
    field: &Field,
    of: &Resource,
    shared: &str,
) -> Result<(), StoreError> {
    let (staged, plural, name, table) =
        (shape.staged(), shape.resource.names.plural, field.name, of.names.plural);
    let sql = format!(
        "SELECT row.line, parent.id FROM {staged} AS row JOIN {plural} AS child ON {}
         JOIN {table} AS parent ON parent.id = child.{name}
         WHERE parent.{shared} IS DISTINCT FROM child.{shared}",
        agree(&shape.identity(), "child", "row")
    );
    find(run, &sql, |row| {
        let expected = format!("one of the {table} with the same {shared}").into();
        Ok(Some((name.to_owned(), Wrong { expected, found: shown_id(row, 1)? })))
    })
}

/// Finds rows that share the values of a set with another record, which no two may.
fn find_same(run: &mut Run<'_>, shape: &Shape, set: &[&str]) -> Result<(), StoreError> {
    let (staged, plural) = (shape.staged(), shape.resource.names.plural);
    let [first, rest @ ..] = set else { return Ok(()) };
    let rest = rest.iter().map(|column| format!(" AND other.{column} IS NOT DISTINCT FROM mine.{column}"));
    let rest: String = rest.collect();
    let sql = format!(
        "SELECT row.line, MIN(beside.line), MIN(other.id) FROM {staged} AS row
         CROSS JOIN {plural} AS mine CROSS JOIN {plural} AS other
         LEFT JOIN {staged} AS beside ON beside.id = other.id
         WHERE mine.id = row.id AND other.{first} = mine.{first}{rest} AND other.key <> mine.key
           AND (beside.line IS NULL OR beside.line < row.line)
         GROUP BY row.line"
    );
    find(run, &sql, |row| {
        let found = match row.integer(1)? {
            Some(line) => format!("the same as in line {line}"),
            None => format!("the same as in {}", shown_id(row, 2)?),
        };
        Ok(Some((
            set.join(", "),
            Wrong { expected: format!("what no other of the {plural} has").into(), found },
        )))
    })
}
