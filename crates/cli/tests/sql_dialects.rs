//! SQL that only one database understands is in the files of that database.

use std::path::{Path, PathBuf};

/// Words that one of the two databases does not know, or interprets differently.
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
/// Prefixes of names in one of the databases.
const PREFIXES: &[&str] = &["pg_", "sqlite_", "fts5"];
/// Operators that only one of the databases knows.
const OPERATORS: &[&str] = &["::", "$1", "->>", "@>", "@@"];

/// The sources whose SQL runs on one of the databases only: also SQLite files that are exported, and that hold what a
/// mirror has read.
const OF_ONE_DATABASE: &[&str] =
    &["database/src/sqlite/", "database/src/postgres/", "export/src/sqlite", "mirror/src/staging/"];

#[test]
fn shared_sql_is_portable() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned();
    let mut found = Vec::new();
    let mut statements = 0;
    for file in files_in(&source) {
        let name = file.strip_prefix(&source).unwrap().to_str().unwrap().to_owned();
        if !name.contains("/src/") || OF_ONE_DATABASE.iter().any(|place| name.starts_with(place)) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let literals = if file.extension().is_some_and(|extension| extension == "sql") {
            vec![without_comments(&text)]
        } else {
            literals(&text)
        };
        for literal in literals.iter().filter(|literal| is_sql(literal)) {
            statements += 1;
            found.extend(not_portable(literal).map(|word| format!("{name}: {word} in {literal:?}")));
        }
    }
    assert!(statements > 100, "only {statements} statements were found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn sql_of_one_database_is_detected() {
    let count = |source: &str| {
        literals(source).iter().filter(|literal| is_sql(literal)).flat_map(|sql| not_portable(sql)).count()
    };
    assert_eq!(count(r#"run("SELECT id::text FROM ideas")"#), 1);
    assert_eq!(count(r#"run("SELECT 1 FROM json_each(topics)")"#), 1);
    assert_eq!(count("run(r#\"PRAGMA optimize\"#)"), 1);
    assert_eq!(count(r#"run("INSERT OR IGNORE INTO ideas VALUES ($1)")"#), 2);
    assert_eq!(
        count(
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

/// Whether a text is a statement or part of one.
fn is_sql(text: &str) -> bool {
    const STARTS: &[&str] = &[
        "ALTER ", "AND ", "CREATE ", "DELETE ", "DROP ", "FROM ", "INSERT ", "JOIN ", "LOCK ", "PRAGMA ",
        "SELECT ", "SET ", "UPDATE ", "WHERE ", "WITH ",
    ];
    STARTS.iter().any(|start| text.contains(start))
}

/// The parts of a statement that only one database understands.
fn not_portable(sql: &str) -> impl Iterator<Item = &'static str> {
    let plain = sql.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let is_word_character =
        |character: char| character.is_ascii_alphanumeric() || character == '_' || character == '{';
    let is_start = |index: usize| index == 0 || !plain[..index].ends_with(is_word_character);
    let has_word = |word: &str| {
        plain
            .match_indices(word)
            .any(|(index, _)| is_start(index) && !plain[index + word.len()..].starts_with(is_word_character))
    };
    let has_prefix = |prefix: &str| plain.match_indices(prefix).any(|(index, _)| is_start(index));
    let words = WORDS.iter().filter(|word| has_word(word));
    let prefixes = PREFIXES.iter().filter(|prefix| has_prefix(prefix));
    let found = words.chain(prefixes).chain(OPERATORS.iter().filter(|operator| plain.contains(**operator)));
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
        } else if let Some((literal, after)) = raw.and_then(|hashes| raw_literal(rest, hashes)) {
            literals.push(literal.to_owned());
            after
        } else if first == '"' {
            let (literal, after) = literal(&rest[1..]);
            literals.push(literal.replace("\\\n", ""));
            after
        } else if let Some(after) =
            ["'\"'", "'\\''", "'\\\"'"].iter().find_map(|quote| rest.strip_prefix(quote))
        {
            after
        } else {
            &rest[first.len_utf8()..]
        };
    }
    literals
}

fn raw_literal(text: &str, hashes: usize) -> Option<(&str, &str)> {
    let fence = "#".repeat(hashes);
    let content = text.strip_prefix('r')?.strip_prefix(&fence)?.strip_prefix('"')?;
    content.split_once(&format!("\"{fence}"))
}

/// The text before and after the closing quote.
fn literal(text: &str) -> (&str, &str) {
    let mut escaped = false;
    for (index, character) in text.char_indices() {
        match character {
            '"' if !escaped => return (&text[..index], &text[index + 1..]),
            _ => escaped = character == '\\' && !escaped,
        }
    }
    (text, "")
}

fn without_comments(sql: &str) -> String {
    sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}
