//! The names of files.

use folkmoot_runtime::terminal::is_control;

/// A name that is safe to save and does not mislead readers: without directories, control characters and characters that
/// change the direction of text.
pub fn safe_name(name: &str) -> String {
    let parts = name.split(['/', '\\']).map(|part| {
        let part: String = part.chars().filter(|letter| !is_control(*letter)).collect();
        part.trim().to_owned()
    });
    let parts: Vec<String> = parts.filter(|part| !part.chars().all(|letter| letter == '.')).collect();
    if parts.is_empty() { "file".to_owned() } else { parts.join("_") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_to_save() {
        for (name, expected) in [
            ("minutes.txt", "minutes.txt"),
            ("../../../etc/passwd.txt", "etc_passwd.txt"),
            ("/tmp/x.txt", "tmp_x.txt"),
            ("..\\..\\x.txt", "x.txt"),
            ("C:\\x.txt", "C:_x.txt"),
            ("a/./b/..\\c.txt", "a_b_c.txt"),
            ("a..b.txt", "a..b.txt"),
            (".\u{202e}./x.txt", "x.txt"),
            (" / .. /x.txt", "x.txt"),
            ("invoice\u{202e}fdp.txt", "invoicefdp.txt"),
            ("\u{2066}a\u{2069}\u{200e}\u{200f}\u{61c}.txt", "a.txt"),
            ("a\r\nb\0\u{85}.txt", "ab.txt"),
            ("../..", "file"),
            ("", "file"),
        ] {
            assert_eq!(safe_name(name), expected, "{name:?}");
        }
    }
}
