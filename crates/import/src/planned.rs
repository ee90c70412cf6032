//! The state that an import is going to make, as queries over the staged and the stored rows.

use folkmoot_model::resource::{Derived, Field, Kind, Resource};
use folkmoot_model::resources::DELETED_ITEMS;
use folkmoot_store::StoreError;

use super::run::Run;
use super::shape::{Shape, named, staged};
use super::stage::Staged;

/// Expressions and conditions over the state that the import is going to make.
pub struct Planned;

impl Planned {
    /// The condition that a stored row of a resource with ids stays as it is: no staged row replaces it, and no
    /// tombstone of the import removes it.
    pub fn stays(resource: &Resource, stored: &str) -> String {
        format!(
            "NOT EXISTS (SELECT 1 FROM {} AS beside WHERE beside.id = {stored}.id) AND NOT {}",
            staged(resource),
            Self::is_removed(resource, &format!("{stored}.id"))
        )
    }

    /// The condition that a tombstone of the import removes the record with this id.
    pub fn is_removed(resource: &Resource, id: &str) -> String {
        format!(
            "EXISTS (SELECT 1 FROM {} AS gone WHERE gone.type = '{}' AND gone.id = {id})",
            staged(DELETED_ITEMS),
            resource.names.deleted_type
        )
    }

    /// A derived value of the staged row `this`.
    pub fn derived(run: &Run<'_>, derived: Derived) -> Result<String, StoreError> {
        let mut sql = derived.sql.to_owned();
        for table in derived.tables {
            if let Some(resource) = named(|plural| plural == *table) {
                let view = view(run, resource)?;
                sql = renamed(&sql, table, &view);
            }
        }
        Ok(sql)
    }

    /// What a column of the staged row `this` is going to hold.
    pub fn column(run: &Run<'_>, shape: &Shape, name: &str) -> Result<String, StoreError> {
        match shape.derived().find(|(field, derived)| field.name == name && derived.may_be_given) {
            Some((_, derived)) => Ok(format!("({})", Self::derived(run, derived)?)),
            None => Ok(format!("this.{name}")),
        }
    }
}

/// Makes the view of a resource's planned records, unless it is there; its name.
fn view(run: &Run<'_>, resource: &'static Resource) -> Result<String, StoreError> {
    let view = format!("planned_{}", resource.names.plural);
    if run.views.borrow_mut().insert(resource.names.plural) {
        let columns = Shape::of(resource).columns;
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let names = names.join(", ");
        run.session.execute(&format!(
            "CREATE TEMP VIEW {view} AS SELECT {names} FROM {} UNION ALL
             SELECT {names} FROM {} AS stored WHERE {}",
            staged(resource),
            resource.names.plural,
            Planned::stays(resource, "stored")
        ))?;
    }
    Ok(view)
}

/// SQL in which a table has another name.
fn renamed(sql: &str, table: &str, name: &str) -> String {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut out = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some(start) = rest.find(table) {
        let (before, after) = (&rest[..start], &rest[start + table.len()..]);
        let whole = !before.ends_with(is_word) && !after.starts_with(is_word);
        out.push_str(before);
        out.push_str(if whole { name } else { table });
        rest = after;
    }
    out + rest
}

/// Gives partial lines of stored records the stored values of what they leave out.
pub fn complete(run: &Run<'_>, shape: &Shape, staged: Staged) -> Result<(), StoreError> {
    if !staged.has_partial() {
        return Ok(());
    }
    let kept = shape.columns.iter().enumerate().filter(|(position, column)| {
        staged.kept & 1 << position != 0 && !column.is_kept() && !shape.identifies(column)
    });
    let set: Vec<String> = kept
        .map(|(position, column)| {
            let (name, bit) = (&column.name, 1_i64 << position);
            format!("{name} = CASE WHEN (row.kept & {bit}) <> 0 THEN stored.{name} ELSE row.{name} END")
        })
        .collect();
    if set.is_empty() {
        return Ok(());
    }
    run.session.execute(&format!(
        "UPDATE {} AS row SET {} FROM {} AS stored WHERE {}",
        shape.staged(),
        set.join(", "),
        shape.resource.names.plural,
        super::check::agree(&shape.identity(), "row", "stored")
    ))?;
    Ok(())
}

/// Empties the fields of rows that must not hold them, such as the text of a deleted comment.
pub fn clear(run: &Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    for (position, column) in shape.columns.iter().enumerate() {
        let Some((field, word)) = column.field.cleared_where else { continue };
        let (rows, name, empty) = (shape.staged(), &column.name, empty(column.field));
        // A partial line no longer keeps what is stored.
        let others = !(1_i64 << position);
        run.session.execute(&format!(
            "UPDATE {rows} SET {name} = {empty}, kept = kept & ({others}) WHERE {field} = '{word}'"
        ))?;
    }
    Ok(())
}

/// A field's value without content, as SQL.
fn empty(field: &Field) -> &'static str {
    match field.kind {
        _ if field.nullable => "NULL",
        Kind::Text => "''",
        Kind::Objects => "'[]'",
        _ => "'{}'",
    }
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn only_whole_names_are_replaced() {
        let sql = "SELECT phases.id FROM phases WHERE phases.x = this.phases_count AND idea_phases.y";
        assert_eq!(
            renamed(sql, "phases", "planned"),
            "SELECT planned.id FROM planned WHERE planned.x = this.phases_count AND idea_phases.y"
        );
    }
}
