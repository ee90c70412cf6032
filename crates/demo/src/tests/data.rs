//! The data files are valid, and each text is in all languages.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::content::{Choices, Content, Locale, Text};

/// The placeholders that data/README.md describes.
const PLACEHOLDERS: [&str; 9] =
    ["city", "corner", "district", "number", "park", "school", "square", "street", "years"];

/// The path and the content of every data file.
fn data_files() -> Vec<(PathBuf, Table)> {
    let this_file = |directory: &Path| directory.join(file!());
    let this_file =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(this_file).find(|path| path.exists());
    let data = this_file.unwrap().parent().unwrap().with_file_name("data");
    let entries = fs::read_dir(data.join("themes")).unwrap().chain(fs::read_dir(data).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap().parse().unwrap())).collect()
}

/// Calls `check` for each table with a text, recursively.
fn each_text(value: &Value, check: &mut impl FnMut(&Table)) {
    match value {
        Value::Table(table) if Locale::ALL.iter().any(|locale| table.contains_key(locale.code())) => {
            check(table);
        }
        Value::Table(table) => table.values().for_each(|value| each_text(value, check)),
        Value::Array(values) => values.iter().for_each(|value| each_text(value, check)),
        _ => {}
    }
}

#[test]
fn every_data_file_is_valid_and_used() {
    let content = Content::get().unwrap();
    // The other files are one field of `Content` each.
    let files = data_files();
    let themes = files.iter().filter(|(path, _)| path.parent().unwrap().ends_with("themes")).count();
    assert_eq!(content.themes.len(), themes);
    assert_eq!(files.len() - themes, 14);
}

#[test]
fn every_text_is_in_every_language() {
    let mut count = 0;
    for (path, table) in data_files() {
        each_text(&Value::Table(table), &mut |text| {
            count += 1;
            assert_eq!(text.len(), Locale::ALL.len(), "{}: {text}", path.display());
            for locale in Locale::ALL {
                let translation = text[locale.code()].as_str().unwrap();
                assert!(!translation.trim().is_empty(), "{}: {text}", path.display());
            }
        });
    }
    assert!(count > 500, "{count}");
}

#[test]
fn every_placeholder_is_known() {
    for (path, table) in data_files() {
        each_text(&Value::Table(table), &mut |text| {
            for translation in text.values().filter_map(Value::as_str) {
                let mut parts = translation.split('{');
                assert!(!parts.next().unwrap().contains('}'), "{}: {translation}", path.display());
                for part in parts {
                    let (name, rest) = part.split_once('}').unwrap();
                    let known = PLACEHOLDERS.contains(&name) && !rest.contains('}');
                    assert!(known, "{}: {translation}", path.display());
                }
            }
        });
    }
}

#[test]
fn a_missing_or_unknown_language_is_an_error() {
    assert!(toml::from_str::<Text>("en = 'a'\nnl-BE = 'b'\nfr-BE = 'c'").is_ok());
    assert!(toml::from_str::<Text>("en = 'a'\nnl-BE = 'b'").is_err());
    assert!(toml::from_str::<Text>("en = 'a'\nnl-BE = 'b'\nfr-BE = 'c'\nde = 'd'").is_err());
}

#[test]
fn an_empty_list_is_an_error() {
    assert!(Choices::<Text>::try_from(Vec::new()).is_err());
}
