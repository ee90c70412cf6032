//! Datasette, which serves the table of ideas from an SQLite file that `folkmoot export` wrote.

use std::net::SocketAddr;
use std::time::Duration;

use super::load::{Connection, Load, Measured, Requests};

/// The table with an exact count, in the order of the list, without facets.
const TABLE: &str = "/folkmoot/ideas.json?_size=24&_sort=created_at&_shape=objects&_nofacet=1";

/// A server and what its URLs are made from.
pub struct DatasettePeer {
    address: SocketAddr,
    connections: usize,
    /// The `_next` parameter of each page, which contains the last row of the page before.
    cursors: Vec<String>,
}

impl DatasettePeer {
    /// The server at the address `FOLKMOOT_BENCH_DATASETTE`, which serves the file `FOLKMOOT_BENCH_EXPORT`.
    pub fn of_environment(connections: usize) -> Self {
        let variable =
            |name| std::env::var(name).expect("`make bench-peers` sets the variables of the environment");
        let address = variable("FOLKMOOT_BENCH_DATASETTE").parse().unwrap();
        let database = rusqlite::Connection::open(variable("FOLKMOOT_BENCH_EXPORT")).unwrap();
        let mut statement =
            database.prepare("SELECT created_at, id FROM ideas ORDER BY created_at, id").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        let rows: Vec<(String, String)> = rows.map(Result::unwrap).collect();
        let last_rows = rows.chunks(24).map(|page| page.last().unwrap());
        let cursors = last_rows.map(|(created_at, id)| format!("&_next={},{id}", tilde_encoded(created_at)));
        let cursors = std::iter::once(String::new()).chain(cursors).collect();
        Self { address, connections, cursors }
    }

    /// The number of rows of the table. Fails unless a page in its middle has the expected rows.
    pub fn total(&self) -> usize {
        let mut connection = Connection::open(self.address, "none");
        let middle = self.cursors.len() / 2;
        // The body is one chunk between its length and the end of all chunks.
        let body = std::str::from_utf8(connection.get(&self.path(middle))).unwrap();
        let body = &body[body.find('{').unwrap()..=body.rfind('}').unwrap()];
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["rows"].as_array().unwrap().len(), 24);
        assert_eq!(format!("&_next={}", body["next"].as_str().unwrap()), self.cursors[middle]);
        body["filtered_table_rows_count"].as_u64().unwrap().try_into().unwrap()
    }

    /// Reads these pages repeatedly, for a time.
    pub fn measure(&self, pages: &[usize], time: Duration) -> Measured {
        let paths = pages.iter().map(|page| self.path(*page)).collect();
        Load::new(self.address, "none", self.connections).measure(&Requests::Each(paths), time)
    }

    fn path(&self, page: usize) -> String {
        format!("{TABLE}{}", self.cursors[page - 1])
    }
}

/// The text as Datasette encodes it in a cursor.
fn tilde_encoded(text: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        b' ' => "+".to_owned(),
        _ => format!("~{byte:02X}"),
    };
    text.bytes().map(encoded).collect()
}
