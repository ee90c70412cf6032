//! What only one database understands stands in that database's files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::{Path, PathBuf};

/// Words that one of the two databases does not know, or takes for something else.
const WORDS: &[&str] = &[
    "analyze",
    "autoincrement",
    "bytea",
    "distinct on",
    "for update",
    "generate_series",
    "glob",
    "group_concat",
    "ifnull",
    "iif",
    "ilike",
    "information_schema",
    "insert or",
    "interval",
    "json_agg",
    "json_array_elements",
    "json_each",
    "json_each_text",
    "json_extract",
    "json_group_array",
    "jsonb",
    "julianday",
    "last_insert_rowid",
    "lock table",
    "match",
    "now",
    "pragma",
    "replace into",
    "rowid",
    "strftime",
    "strict",
    "string_agg",
    "timestamptz",
    "to_timestamp",
    "to_tsquery",
    "to_tsvector",
    "truncate",
    "unixepoch",
    "unnest",
    "vacuum",
];
/// Beginnings of names that belong to one of them.
const BEGINNINGS: &[&str] = &["pg_", "sqlite_", "fts5"];
/// Signs that only one of them knows.
const SIGNS: &[&str] = &["::", "$1", "->>", "@>", "@@"];

#[test]
fn each_dialect_stands_in_its_own_files() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned();
    let mut found = Vec::new();
    let mut statements = 0;
    for file in files_in(&source) {
        let name = file.strip_prefix(&source).unwrap().to_str().unwrap().to_owned();
        if !name.contains("/src/")
            || name.starts_with("store/src/sqlite/")
            || name.starts_with("store/src/postgres/")
        {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let literals = if file.extension().is_some_and(|kind| kind == "sql") {
            vec![without_comments(&text)]
        } else {
            literals(&text)
        };
        for literal in literals.iter().filter(|literal| is_sql(literal)) {
            statements += 1;
            found.extend(strange(literal).map(|word| format!("{name}: {word} in {literal:?}")));
        }
    }
    assert!(statements > 100, "only {statements} statements were found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_is_strange_is_found() {
    let finds = |source: &str| {
        literals(source).iter().filter(|literal| is_sql(literal)).flat_map(|sql| strange(sql)).count()
    };
    assert_eq!(finds(r#"run("SELECT id::text FROM ideas")"#), 1);
    assert_eq!(finds(r#"run("SELECT 1 FROM json_each(topics)")"#), 1);
    assert_eq!(finds("run(r#\"PRAGMA optimize\"#)"), 1);
    assert_eq!(finds(r#"run("INSERT OR IGNORE INTO ideas VALUES ($1)")"#), 2);
    assert_eq!(
        finds(
            r#"// "SELECT id::text"
        log("folkmoot_import"); let quote = '"'; run("SELECT snow FROM matches")"#
        ),
        0
    );
}

fn files_in(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

/// Whether a text is a statement or a part of one.
fn is_sql(text: &str) -> bool {
    const STARTS: &[&str] = &[
        "ALTER ", "AND ", "CREATE ", "DELETE ", "DROP ", "FROM ", "INSERT ", "JOIN ", "LOCK ", "PRAGMA ",
        "SELECT ", "SET ", "UPDATE ", "WHERE ", "WITH ",
    ];
    STARTS.iter().any(|start| text.contains(start))
}

/// What in a statement is not for both databases.
fn strange(sql: &str) -> impl Iterator<Item = &'static str> {
    let plain = sql.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == '{';
    let begins = |place: usize| place == 0 || !plain[..place].ends_with(is_part);
    let has_word = |word: &str| {
        plain
            .match_indices(word)
            .any(|(place, _)| begins(place) && !plain[place + word.len()..].starts_with(is_part))
    };
    let has_beginning = |word: &str| plain.match_indices(word).any(|(place, _)| begins(place));
    let words = WORDS.iter().filter(|word| has_word(word));
    let beginnings = BEGINNINGS.iter().filter(|word| has_beginning(word));
    let found = words.chain(beginnings).chain(SIGNS.iter().filter(|sign| plain.contains(**sign)));
    found.copied().collect::<Vec<_>>().into_iter()
}

/// The string literals of Rust source.
fn literals(source: &str) -> Vec<String> {
    let mut literals = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let raw = rest.strip_prefix('r').map(|after| after.len() - after.trim_start_matches('#').len());
        rest = if rest.starts_with("//") {
            rest.split_once('\n').map_or("", |(_, after)| after)
        } else if let Some((literal, after)) = raw.and_then(|signs| raw_literal(rest, signs)) {
            literals.push(literal.to_owned());
            after
        } else if first == '"' {
            let (literal, after) = literal(&rest[1..]);
            literals.push(literal.replace("\\\n", ""));
            after
        } else if let Some(after) =
            ["'\"'", "'\\''", "'\\\"'"].iter().find_map(|sign| rest.strip_prefix(sign))
        {
            after
        } else {
            &rest[first.len_utf8()..]
        };
    }
    literals
}

fn raw_literal(text: &str, signs: usize) -> Option<(&str, &str)> {
    let fence = "#".repeat(signs);
    let inside = text.strip_prefix('r')?.strip_prefix(&fence)?.strip_prefix('"')?;
    inside.split_once(&format!("\"{fence}"))
}

/// What stands before the closing quote, and after it.
fn literal(text: &str) -> (&str, &str) {
    let mut escaped = false;
    for (place, sign) in text.char_indices() {
        match sign {
            '"' if !escaped => return (&text[..place], &text[place + 1..]),
            _ => escaped = sign == '\\' && !escaped,
        }
    }
    (text, "")
}

fn without_comments(sql: &str) -> String {
    sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}
