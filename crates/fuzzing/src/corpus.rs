//! The corpus of a target: a text file with one input per line, so that a change of it can be read.
//!
//! Printable ASCII characters stand for themselves, apart from the backslash. All other bytes are escaped as in Rust: `\n`, `\r`,
//! `\t`, `\\` and `\xNN`. A line that starts with `#` is a comment.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why a corpus cannot be read.
#[derive(Debug)]
pub enum CorpusError {
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// A line has an invalid escape sequence.
    Malformed(PathBuf, usize),
}

impl std::fmt::Display for CorpusError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable(path, error) => write!(formatter, "failed to read {}: {error}", path.display()),
            Self::Malformed(path, line) => {
                write!(formatter, "{}:{line}: invalid escape sequence", path.display())
            }
        }
    }
}

/// The folder of the corpora in this repository.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}

/// The corpus of a target.
pub fn path(folder: &Path, target: &str) -> PathBuf {
    folder.join(format!("{target}.txt"))
}

/// Reads the inputs of a target.
pub fn read(folder: &Path, target: &str) -> Result<Vec<Vec<u8>>, CorpusError> {
    let path = path(folder, target);
    let text = fs::read_to_string(&path).map_err(|error| CorpusError::Unreadable(path.clone(), error))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let inputs = lines.map(|(number, line)| {
        unescaped(line).ok_or_else(|| CorpusError::Malformed(path.clone(), number + 1))
    });
    inputs.collect()
}

/// Replaces the inputs of a target. Comments at the beginning of the file remain.
pub fn write(folder: &Path, target: &str, inputs: &[Vec<u8>]) -> io::Result<()> {
    let path = path(folder, target);
    let before = fs::read_to_string(&path).unwrap_or_default();
    let comments = before.lines().take_while(|line| line.starts_with('#')).map(str::to_owned);
    let mut inputs: Vec<&Vec<u8>> = inputs.iter().collect();
    inputs.sort_unstable();
    inputs.dedup();
    let lines = comments.chain(inputs.into_iter().map(|input| escaped(input)));
    fs::write(&path, lines.map(|line| line + "\n").collect::<String>())
}

/// An input as a line.
pub fn escaped(input: &[u8]) -> String {
    let mut line = String::new();
    for (position, byte) in input.iter().enumerate() {
        match byte {
            b'#' if position == 0 => line.push_str("\\x23"),
            b'\'' | b'"' => line.push(char::from(*byte)),
            _ => line.extend(std::ascii::escape_default(*byte).map(char::from)),
        }
    }
    line
}

/// The input of a line; `None` if an escape sequence is invalid.
pub fn unescaped(line: &str) -> Option<Vec<u8>> {
    let mut input = Vec::new();
    let mut bytes = line.bytes();
    while let Some(byte) = bytes.next() {
        input.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'\\' => b'\\',
                b'x' => {
                    let mut digit = || char::from(bytes.next()?).to_digit(16);
                    u8::try_from(digit()? * 16 + digit()?).ok()?
                }
                _ => return None,
            },
            _ => byte,
        });
    }
    Some(input)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_input_is_one_line_of_ascii(input in proptest::collection::vec(any::<u8>(), 0..60)) {
            let line = escaped(&input);
            prop_assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)) && !line.starts_with('#'));
            prop_assert_eq!(unescaped(&line), Some(input));
        }
    }

    #[test]
    fn invalid_escape_sequences_are_errors() {
        for line in ["\\", "\\q", "\\x1", "\\xg0"] {
            assert_eq!(unescaped(line), None, "{line}");
        }
    }
}
