//! Email addresses of people, which are compared in the program, so that both databases find the same records.

use std::collections::HashSet;

use folkmoot_database::executor::Executor;
use folkmoot_database::value::Value;
use folkmoot_model::people::{PersonColumn, address_fields, any_of, columns_of};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::USERS;
use unicode_normalization::UnicodeNormalization as _;

use crate::StoreError;

/// A text in the form in which texts of people are compared: in NFC and lower case, without white space around it.
pub fn comparable(text: &str) -> String {
    let text = text.trim();
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfc().flat_map(char::to_lowercase).nfc().collect()
}

/// The email addresses in a text, in the form in which they are compared. Each can be the address alone or have a display name
/// (`Zoe <zoe@example.org>`); a text without an address is one itself.
pub fn addresses(text: &str) -> Vec<String> {
    let text = comparable(text);
    let parts = text.split([',', ';']).map(|part| {
        let address = part.rsplit_once('<').and_then(|(_, end)| end.split_once('>'));
        address.map_or(part, |(address, _)| address).trim()
    });
    let found: Vec<String> = parts.filter(|part| part.contains('@')).map(str::to_owned).collect();
    if found.is_empty() && !text.is_empty() { vec![text] } else { found }
}

/// Whether a text contains one of these addresses.
pub fn contains(known: &HashSet<String>, text: &str) -> bool {
    addresses(text).iter().any(|address| known.contains(address))
}

/// Email addresses in the form in which they are compared.
pub type Addresses = HashSet<String>;

/// Rows that may contain an email address.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a> {
    /// Their table.
    pub table: &'a str,
    /// The alias of a row in the condition.
    pub alias: &'a str,
    /// The column with the number of a row.
    pub number: &'a str,
}

/// The addresses of people. `people` is a query of their ids with these parameters, and `table` has the columns of people.
pub fn of_people(
    executor: &dyn Executor,
    people: &str,
    parameters: &[Value],
    table: &str,
) -> Result<HashSet<String>, StoreError> {
    let mut found = HashSet::new();
    for field in address_fields() {
        let sql = format!("SELECT {} FROM {table} WHERE id IN ({people})", field.name);
        executor.query(&sql, parameters, &mut |row| {
            found.extend(addresses(row.text(0)?.unwrap_or_default()));
            Ok(())
        })?;
    }
    Ok(found)
}

/// The SQL condition that a row has one of these addresses in a column. It contains numbers of rows, and no address.
pub fn condition(
    executor: &dyn Executor,
    known: &Addresses,
    rows: Rows<'_>,
    column: &str,
) -> Result<String, StoreError> {
    let Rows { table, alias, number } = rows;
    let mut numbers = vec!["NULL".to_owned()];
    if !known.is_empty() {
        let sql = format!("SELECT {number}, {column} FROM {table} WHERE {column} IS NOT NULL");
        executor.query(&sql, &[], &mut |row| {
            if row.text(1)?.is_some_and(|text| contains(known, text)) {
                numbers.push(row.required_integer(0)?.to_string());
            }
            Ok(())
        })?;
    }
    Ok(format!("{alias}.{number} IN ({})", numbers.join(", ")))
}

/// The SQL condition that a stored record `alias` concerns one of the people through a column.
pub fn concerned_through(
    executor: &dyn Executor,
    column: &PersonColumn,
    alias: &str,
    people: &str,
    parameters: &[Value],
) -> Result<String, StoreError> {
    if column.is_reference() {
        return Ok(column.condition(alias, people));
    }
    let known = of_people(executor, people, parameters, USERS.names.plural)?;
    let rows = Rows { table: column.resource.names.plural, alias, number: "key" };
    let condition = condition(executor, &known, rows, column.field.name)?;
    // A statement must use its parameters.
    Ok(format!("({condition} AND EXISTS (SELECT 1 FROM users AS person WHERE person.id IN ({people})))"))
}

/// The SQL condition that a stored record `alias` concerns one of the people; `None` if no record of the resource can.
pub fn concerns(
    executor: &dyn Executor,
    resource: &'static Resource,
    alias: &str,
    people: &str,
    parameters: &[Value],
) -> Result<Option<String>, StoreError> {
    if std::ptr::eq(resource, USERS) {
        return Ok(Some(format!("{alias}.id IN ({people})")));
    }
    let conditions = columns_of(resource)
        .map(|column| concerned_through(executor, &column, alias, people, parameters))
        .collect::<Result<Vec<_>, _>>()?;
    Ok((!conditions.is_empty()).then(|| any_of(conditions.into_iter())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_compared_without_case_normal_form_white_space_and_display_name() {
        for text in [
            "zo\u{e9}@example.org",
            " ZOE\u{301}@Example.org\u{a0}",
            "Zoe <zo\u{e9}@example.org>",
            "\"Doe, Zoe\" < Zo\u{e9}@example.org >",
        ] {
            assert_eq!(addresses(text), ["zo\u{e9}@example.org"], "{text:?}");
        }
        assert_eq!(addresses("a@example.org, B <b@example.org>"), ["a@example.org", "b@example.org"]);
        assert_eq!(addresses(" Unknown "), ["unknown"]);
        assert!(addresses(" ").is_empty());
    }
}
