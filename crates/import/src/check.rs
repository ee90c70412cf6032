//! Errors in the rows of a file, found beside the other files and beside what is stored.
//!
//! Nothing here writes to the platform's tables: a check reads the state that the import is going to make, the staged
//! rows before the stored ones. So all of it happens before the write lock is taken, and can be repeated.

use folkmoot_model::resource::{Field, Resource, Source};
use folkmoot_model::resources::DELETED_ITEMS;
use folkmoot_store::StoreError;
use folkmoot_store::row::Row;
use folkmoot_store::value::Value;

use super::planned::Planned;
use super::report::Problem;
use super::run::Run;
use super::shape::{Absent, Shape, named, references, staged};
use super::stage::{REFUSED, Staged, listing_table, pairs_table};
use super::values::{Wrong, expected};
use super::{circles, planned};

/// The table of the lines of a resource's file that have an error.
pub fn wrong(table: &str) -> String {
    format!("wrong_{table}")
}

/// The table of the rows of a file that are stored already: their line and their key.
pub fn known(table: &str) -> String {
    format!("known_{table}")
}

/// Finds the errors of staged rows and removes the rows that have one. A repeated check starts from the rows that the
/// first one left.
pub fn check(run: &mut Run<'_>, shape: &Shape, staged: Staged) -> Result<(), StoreError> {
    let plural = shape.resource.names.plural;
    planned::complete(run, shape, staged)?;
    planned::clear(run, shape)?;
    drop_buried(run, shape)?;
    find_doubles(run, shape)?;
    for (field, of, condition) in references(shape.resource) {
        find_dangling(run, shape, field, of, &condition)?;
    }
    find_dangling_pairs(run, shape)?;
    find_known(run, shape)?;
    find_missing(run, shape, staged)?;
    take_out(run, shape)?;
    for (field, of, _) in references(shape.resource) {
        if let Some(shared) = field.shares {
            find_unshared(run, shape, field, of, shared)?;
        }
        if of.names.plural == plural {
            circles::find(run, shape, field)?;
        }
    }
    for set in shape.resource.unique.iter().filter(|set| **set != shape.identity()) {
        find_same(run, shape, set)?;
    }
    tracing::debug!(resource = plural, "checked rows");
    Ok(())
}

/// Runs a query whose first column is a line of a resource's file. Each such line has an error, which `describe` gives
/// unless it was reported before.
pub fn find(
    run: &mut Run<'_>,
    resource: &Resource,
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
    let mut filler = session.distinct_filler(&wrong(resource.names.plural), &["line"])?;
    lines.iter().try_for_each(|line| filler.put(&mut std::iter::once(line)))?;
    filler.finish()
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
    let tombstones = staged(DELETED_ITEMS);
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
        if let Some(of) = named(|plural| plural == shorthand.relation.resource) {
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
    find(run, shape.resource, &sql, |row| {
        let found = format!("the same as in line {}", row.integer(1)?.unwrap_or(0));
        Ok(Some((columns.clone(), Wrong { expected: "a value that no other line has".into(), found })))
    })
}

fn find_dangling(
    run: &mut Run<'_>,
    shape: &Shape,
    field: &Field,
    of: &Resource,
    condition: &str,
) -> Result<(), StoreError> {
    let (rows, name, table) = (shape.staged(), field.name, of.names.plural);
    let sql = format!(
        "SELECT row.line, row.{name}, refused.id, gone.line FROM {rows} AS row
         LEFT JOIN {} AS beside ON beside.id = row.{name}
         LEFT JOIN {table} AS parent ON parent.id = row.{name}
         LEFT JOIN {REFUSED} AS refused ON refused.resource = '{table}' AND refused.id = row.{name}
         LEFT JOIN {} AS gone ON gone.type = '{}' AND gone.id = row.{name}
         WHERE row.{name} IS NOT NULL AND {condition} AND beside.id IS NULL
           AND (parent.id IS NULL OR gone.id IS NOT NULL)",
        staged(of),
        staged(DELETED_ITEMS),
        of.names.deleted_type
    );
    find(run, shape.resource, &sql, |row| dangling(row, name, table))
}

fn find_dangling_pairs(run: &mut Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    for shorthand in &shape.shorthands {
        let (pairs, table) = (pairs_table(shorthand.relation.table), shorthand.relation.resource);
        let Some(of) = named(|plural| plural == table) else { continue };
        let sql = format!(
            "SELECT row.line, row.other, refused.id, NULL FROM {pairs} AS row
             LEFT JOIN {} AS beside ON beside.id = row.other
             LEFT JOIN {table} AS parent ON parent.id = row.other
             LEFT JOIN {REFUSED} AS refused ON refused.resource = '{table}' AND refused.id = row.other
             WHERE beside.id IS NULL AND parent.id IS NULL",
            staged(of)
        );
        find(run, shape.resource, &sql, |row| dangling(row, shorthand.name, table))?;
    }
    Ok(())
}

fn dangling(row: &dyn Row, field: &str, table: &str) -> Result<Option<(String, Wrong)>, StoreError> {
    if row.uuid(2)?.is_some() {
        return Ok(None);
    }
    let id = shown_id(row, 1)?;
    let found = match row.integer(3)? {
        Some(line) => format!("{id}, which line {line} of deleted_items deletes"),
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

/// Finds rows that lack what neither they nor anything else gives: new ones, and complete ones of stored records.
fn find_missing(run: &mut Run<'_>, shape: &Shape, staged: Staged) -> Result<(), StoreError> {
    let (rows, plural) = (shape.staged(), shape.resource.names.plural);
    let good = format!("NOT EXISTS (SELECT 1 FROM {} AS wrong WHERE wrong.line = this.line)", wrong(plural));
    let new = format!("NOT EXISTS (SELECT 1 FROM {} AS known WHERE known.line = this.line)", known(plural));
    let required = |field: &Field| Wrong { expected: expected(field.kind), found: "nothing".to_owned() };
    for (position, column) in shape.columns.iter().enumerate() {
        let bit = 1_i64 << position;
        if matches!(column.absent, Absent::Wrong) && staged.kept & bit != 0 {
            let sql =
                format!("SELECT this.line FROM {rows} AS this WHERE (this.kept & {bit}) <> 0 AND {new}");
            let problem = required(column.field);
            find(run, shape.resource, &sql, |_| Ok(Some((column.name.clone(), problem.clone()))))?;
        }
    }
    for (field, derived) in shape.derived().filter(|(field, derived)| derived.may_be_given && !field.nullable)
    {
        let value = Planned::derived(run, derived)?;
        let sql = format!("SELECT this.line FROM {rows} AS this WHERE ({value}) IS NULL AND {good}");
        let problem = required(field);
        find(run, shape.resource, &sql, |_| Ok(Some((field.name.to_owned(), problem.clone()))))?;
    }
    if let Some(column) =
        shape.columns.iter().find(|column| matches!(column.field.source, Source::Content(_)))
    {
        let sql = format!(
            "SELECT this.line FROM {rows} AS this WHERE this.{} IS NULL AND {new} AND {good}",
            column.name
        );
        let problem = Wrong {
            expected: "the content of the file, as content or path".into(),
            found: "nothing".to_owned(),
        };
        find(run, shape.resource, &sql, |_| Ok(Some(("content".to_owned(), problem.clone()))))?;
    }
    Ok(())
}

/// Removes rows that have an error, and remembers the ids of their records.
fn take_out(run: &Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    let (session, staged, plural) = (run.session, shape.staged(), shape.resource.names.plural);
    let wrong = wrong(plural);
    if session.number(&format!("SELECT COUNT(*) FROM {wrong}"))? == 0 {
        return Ok(());
    }
    if shape.resource.has_id() {
        session.execute(&format!(
            "INSERT INTO {REFUSED} (resource, id) SELECT '{plural}', row.id FROM {staged} AS row
             JOIN {wrong} AS wrong ON wrong.line = row.line WHERE row.id IS NOT NULL ON CONFLICT DO NOTHING"
        ))?;
    }
    let pairs = shape.shorthands.iter().map(|shorthand| shorthand.relation.table);
    let pairs = pairs.flat_map(|table| [pairs_table(table), listing_table(table)]);
    for table in pairs.chain([staged, known(plural)]) {
        session.execute(&format!("DELETE FROM {table} WHERE line IN (SELECT line FROM {wrong})"))?;
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
    let (name, table) = (field.name, of.names.plural);
    let sql = format!(
        "SELECT row.line, row.{name} FROM {} AS row
         LEFT JOIN {} AS beside ON beside.id = row.{name}
         LEFT JOIN {table} AS parent ON parent.id = row.{name}
         WHERE row.{name} IS NOT NULL AND COALESCE(beside.{shared}, parent.{shared}) IS DISTINCT FROM row.{shared}",
        shape.staged(),
        staged(of)
    );
    find(run, shape.resource, &sql, |row| {
        let expected = format!("the id of one of the {table} with the same {shared}").into();
        Ok(Some((name.to_owned(), Wrong { expected, found: shown_id(row, 1)? })))
    })
}

/// Finds rows that share the values of a set with another record, which no two may.
fn find_same(run: &mut Run<'_>, shape: &Shape, set: &[&str]) -> Result<(), StoreError> {
    let plural = shape.resource.names.plural;
    let [first, rest @ ..] = set else { return Ok(()) };
    let agreed = |other: &str| -> String {
        let rest = rest.iter();
        let rest = rest.map(|column| format!(" AND {other}.{column} IS NOT DISTINCT FROM mine.{column}"));
        format!("{other}.{first} = mine.{first}{}", rest.collect::<String>())
    };
    let values = set.iter().map(|name| Ok(format!("{} AS {name}", Planned::column(run, shape, name)?)));
    let values: Vec<String> = values.collect::<Result<_, StoreError>>()?;
    let mine = format!("unique_{plural}");
    run.session.execute(&format!(
        "CREATE TEMP TABLE {mine} AS SELECT this.line AS line, this.id AS id, {} FROM {} AS this",
        values.join(", "),
        shape.staged()
    ))?;
    run.session.execute(&format!("CREATE INDEX {mine}_first ON {mine} ({first})"))?;
    let sql = format!(
        "SELECT line, MIN(beside), MIN(other) FROM (
             SELECT mine.line AS line, earlier.line AS beside, earlier.id AS other
             FROM {mine} AS mine CROSS JOIN {mine} AS earlier
             WHERE earlier.line < mine.line AND {}
             UNION ALL
             SELECT mine.line, NULL, stored.id FROM {mine} AS mine CROSS JOIN {plural} AS stored
             WHERE {} AND {}) AS same
         GROUP BY line",
        agreed("earlier"),
        agreed("stored"),
        Planned::stays(shape.resource, "stored")
    );
    find(run, shape.resource, &sql, |row| {
        let found = match row.integer(1)? {
            Some(line) => format!("the same as in line {line}"),
            None => format!("the same as in {}", shown_id(row, 2)?),
        };
        Ok(Some((
            set.join(", "),
            Wrong { expected: format!("a value that none of the other {plural} has").into(), found },
        )))
    })?;
    run.session.forget(&mine)
}
