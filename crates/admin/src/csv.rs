//! CSV files (RFC 4180) that spreadsheets open safely.

use folkmoot_store::formats::csv::must_be_guarded;

/// The media type.
pub const MEDIA_TYPE: &str = "text/csv";
/// The media type with its charset.
pub const MEDIA_TYPE_WITH_CHARSET: &str = "text/csv; charset=utf-8";

/// Spreadsheets read UTF-8 only after a byte order mark.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A document with a header row.
pub fn document(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut document = String::from(BYTE_ORDER_MARK);
    write_row(&mut document, header.iter().copied());
    document.push_str(&self::rows(rows));
    document
}

/// Rows without a header, to be sent after a document.
pub fn rows(rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = String::new();
    for row in rows {
        write_row(&mut text, row.iter().map(String::as_str));
    }
    text
}

fn write_row<'a>(document: &mut String, cells: impl Iterator<Item = &'a str>) {
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            document.push(',');
        }
        write_cell(document, cell);
    }
    document.push_str("\r\n");
}

/// Writes a cell.
fn write_cell(document: &mut String, cell: &str) {
    let prefix = if must_be_guarded(cell.as_bytes()) { "'" } else { "" };
    if cell.contains([',', '"', '\r', '\n']) {
        document.push('"');
        document.push_str(prefix);
        document.push_str(&cell.replace('"', "\"\""));
        document.push('"');
    } else {
        document.push_str(prefix);
        document.push_str(cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        let rows = [vec!["=1+1".to_owned(), "a,\"b\"\n".to_owned(), "x".to_owned()]];
        assert_eq!(
            document(&["a", "b", "c"], rows.into_iter()),
            "\u{feff}a,b,c\r\n'=1+1,\"a,\"\"b\"\"\n\",x\r\n"
        );
    }
}
