//! Tables of counters, to which rows are added.

use folkmoot_database::executor::Executor;
use folkmoot_database::value::Value;

use folkmoot_database::StoreError;

/// The number of rows of a statement. Rows beyond a multiple of it are added one by one, so that a connection prepares two
/// statements for each table.
const ROWS: usize = 40;

/// A table whose columns are a key and counters.
#[derive(Debug, Clone, Copy)]
pub struct CounterTable {
    /// Its name.
    pub name: &'static str,
    /// The columns of its key.
    pub keys: &'static [&'static str],
    /// The counters.
    pub counts: &'static [&'static str],
}

/// By hour.
pub const HOURS: CounterTable = CounterTable {
    name: "usage_hours",
    keys: &["hour", "client", "operation", "status", "error_code"],
    counts: &["requests", "records", "bytes"],
};
/// By day.
pub const DAYS: CounterTable = CounterTable {
    name: "usage_days",
    keys: &["day", "client", "operation", "status", "error_code"],
    counts: &["requests", "records", "bytes"],
};
/// By day, over all operations.
pub const CLIENT_DAYS: CounterTable = CounterTable {
    name: "usage_client_days",
    keys: &["day", "client"],
    counts: &["requests", "errors", "records", "bytes"],
};
/// By day, over all clients.
pub const TOTALS: CounterTable = CounterTable {
    name: "usage_totals",
    keys: &["day", "operation", "status", "error_code"],
    counts: &["requests", "records", "bytes"],
};

/// By day: the records of operations that concern several resources.
pub const READS: CounterTable = CounterTable {
    name: "usage_reads",
    keys: &["day", "client", "operation", "resource"],
    counts: &["records"],
};
/// By day: the requests of known clients that were refused.
pub const REFUSALS: CounterTable = CounterTable {
    name: "usage_refusals",
    keys: &["day", "client", "reason", "resource"],
    counts: &["requests"],
};

impl CounterTable {
    /// Adds rows, each with the columns of the key and the counters. No two rows have the same key. Servers must add rows
    /// in the order of their keys, so that they do not block each other.
    pub fn add(self, executor: &dyn Executor, rows: &[Vec<Value>]) -> Result<(), StoreError> {
        let conflict = format!(
            " ON CONFLICT ({}) DO UPDATE SET {}",
            self.keys.join(", "),
            self.counts
                .iter()
                .map(|count| format!("{count} = {}.{count} + excluded.{count}", self.name))
                .collect::<Vec<_>>()
                .join(", ")
        );
        let columns: Vec<&str> = self.keys.iter().chain(self.counts).copied().collect();
        insert(executor, self.name, &columns, rows, &conflict)
    }
}

/// Inserts rows; `conflict` ends the statement.
pub fn insert(
    executor: &dyn Executor,
    table: &str,
    columns: &[&str],
    rows: &[Vec<Value>],
    conflict: &str,
) -> Result<(), StoreError> {
    let statement = |count: usize| {
        let row = |row: usize| {
            let parameters: Vec<String> =
                (1..=columns.len()).map(|column| format!("?{}", row * columns.len() + column)).collect();
            format!("({})", parameters.join(", "))
        };
        let values: Vec<String> = (0..count).map(row).collect();
        format!("INSERT INTO {table} ({}) VALUES {}{conflict}", columns.join(", "), values.join(", "))
    };
    let (complete, rest) = rows.split_at(rows.len() - rows.len() % ROWS);
    if !complete.is_empty() {
        let sql = statement(ROWS);
        for chunk in complete.chunks(ROWS) {
            executor.execute(&sql, &chunk.concat())?;
        }
    }
    let sql = statement(1);
    rest.iter().try_for_each(|row| executor.execute(&sql, row).map(|_| ()))
}
