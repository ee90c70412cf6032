//! Storing usage, and deleting it after the retention period.

use std::collections::BTreeMap;

use folkmoot_database::executor::Executor;
use folkmoot_database::value::Value;
use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;
use uuid::Uuid;

use super::counter_table::{
    CLIENT_DAYS, CounterTable, DAYS, HOURS as HOURS_TABLE, READS, REFUSALS, TOTALS, insert,
};
use super::{
    CounterKey, Counts, HOURS, HOURS_RETAINED_DAYS, RECENT_REQUESTS, ReadKey, Usage, UsageBatch, day_of,
    refusals, senders,
};
use folkmoot_database::StoreError;

/// The statuses of errors.
const FIRST_ERROR: u16 = 400;

impl Usage<'_> {
    /// Adds a batch, unless it was added before. Returns [`StoreError::Busy`] if another write holds the lock of an
    /// embedded database.
    pub fn add(self, batch: &UsageBatch, now: i64) -> Result<(), StoreError> {
        self.database.write_if_free(|transaction| {
            let new = transaction.execute(
                "INSERT INTO usage_batches (id, stored_at) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING",
                &[batch.id.into(), now.into()],
            )?;
            if new == 0 {
                return Ok(());
            }
            HOURS_TABLE.add(transaction, &rows(&batch.counters, |key| with_client(key.hour, key)))?;
            let by_day = sums(&batch.counters, |key| CounterKey { hour: day_of_hour(key.hour), ..key });
            DAYS.add(transaction, &rows(&by_day, |key| with_client(key.hour, key)))?;
            CLIENT_DAYS.add(transaction, &client_days(&by_day))?;
            add_activity(transaction, batch)?;
            add_recent(transaction, batch)?;
            READS.add(transaction, &batch.reads.iter().map(ReadKey::row).collect::<Vec<_>>())?;
            refusals::add(transaction, &batch.refusals)?;
            senders::add(transaction, &batch.senders)?;
            // Last, because all servers write the same rows: they are locked only until the transaction ends.
            let totals = sums(&by_day, |key| CounterKey { client: Uuid::nil(), ..key });
            TOTALS.add(transaction, &rows(&totals, without_client))
        })
    }

    /// Deletes what is older than the retention period in days, one day at a time, so that no write waits long. Returns
    /// whether there is more to delete.
    pub fn delete_expired(self, now: i64, retained_days: i64) -> Result<bool, StoreError> {
        let today = day_of(now);
        let first_hour = (today + 1 - HOURS_RETAINED_DAYS.min(retained_days)) * HOURS;
        let first_day = today + 1 - retained_days;
        self.database.write_if_free(|transaction| {
            let mut deleted = 0;
            for (CounterTable { name, keys, .. }, first, step) in [
                (HOURS_TABLE, first_hour, HOURS),
                (DAYS, first_day, 1),
                (CLIENT_DAYS, first_day, 1),
                (TOTALS, first_day, 1),
                (READS, first_day, 1),
                (REFUSALS, first_day, 1),
            ] {
                let period = keys[0];
                let oldest = format!("SELECT MIN({period}) FROM {name}");
                let Some(Some(oldest)) = transaction.one(&oldest, &[], |row| row.integer(0))? else {
                    continue;
                };
                let before = (oldest + step).min(first);
                let sql = format!("DELETE FROM {name} WHERE {period} < ?1");
                deleted += transaction.execute(&sql, &[before.into()])?;
            }
            let batches = "DELETE FROM usage_batches WHERE stored_at < ?1";
            transaction.execute(batches, &[(now - MILLISECONDS_OF_DAY).into()])?;
            let recent = "DELETE FROM recent_requests WHERE requested_at < ?1";
            transaction.execute(recent, &[(first_day * MILLISECONDS_OF_DAY).into()])?;
            let first_day = first_day.max(today + 1 - senders::RETAINED_DAYS);
            let senders = "DELETE FROM client_senders WHERE sent_at < ?1";
            transaction.execute(senders, &[(first_day * MILLISECONDS_OF_DAY).into()])?;
            Ok(deleted > 0)
        })
    }
}

fn day_of_hour(hour: i64) -> i64 {
    hour.div_euclid(HOURS)
}

/// The counters added up by another key.
fn sums(
    counters: &BTreeMap<CounterKey, Counts>,
    key: impl Fn(CounterKey) -> CounterKey,
) -> BTreeMap<CounterKey, Counts> {
    let mut sums = BTreeMap::<_, Counts>::new();
    for (counter, counts) in counters {
        *sums.entry(key(*counter)).or_default() += *counts;
    }
    sums
}

fn rows(counters: &BTreeMap<CounterKey, Counts>, key: impl Fn(&CounterKey) -> Vec<Value>) -> Vec<Vec<Value>> {
    let row = |(counter, counts): (&CounterKey, &Counts)| {
        let mut row = key(counter);
        row.extend([counts.requests, counts.records, counts.bytes].map(Value::from));
        row
    };
    counters.iter().map(row).collect()
}

/// The key of a row by client; `period` is an hour or a day.
fn with_client(period: i64, key: &CounterKey) -> Vec<Value> {
    vec![
        period.into(),
        key.client.into(),
        key.operation.into(),
        i64::from(key.status).into(),
        key.error_code.into(),
    ]
}

fn without_client(key: &CounterKey) -> Vec<Value> {
    vec![key.hour.into(), key.operation.into(), i64::from(key.status).into(), key.error_code.into()]
}

fn client_days(by_day: &BTreeMap<CounterKey, Counts>) -> Vec<Vec<Value>> {
    let mut sums = BTreeMap::<(i64, Uuid), (Counts, i64)>::new();
    for (key, counts) in by_day {
        let (sum, errors) = sums.entry((key.hour, key.client)).or_default();
        *sum += *counts;
        *errors += if key.status >= FIRST_ERROR { counts.requests } else { 0 };
    }
    let row = |((day, client), (sum, errors)): ((i64, Uuid), (Counts, i64))| {
        let counts = [sum.requests, errors, sum.records, sum.bytes].map(Value::from);
        [day.into(), client.into()].into_iter().chain(counts).collect()
    };
    sums.into_iter().map(row).collect()
}

fn add_activity(executor: &dyn Executor, batch: &UsageBatch) -> Result<(), StoreError> {
    let rows: Vec<_> = batch
        .activity
        .iter()
        .map(|(client, activity)| vec![(*client).into(), activity.first.into(), activity.last.into()])
        .collect();
    let conflict = " ON CONFLICT (client) DO UPDATE SET
           first_request_at = CASE WHEN excluded.first_request_at < client_activity.first_request_at
             THEN excluded.first_request_at ELSE client_activity.first_request_at END,
           last_request_at = CASE WHEN excluded.last_request_at > client_activity.last_request_at
             THEN excluded.last_request_at ELSE client_activity.last_request_at END";
    insert(executor, "client_activity", &["client", "first_request_at", "last_request_at"], &rows, conflict)
}

fn add_recent(executor: &dyn Executor, batch: &UsageBatch) -> Result<(), StoreError> {
    const COLUMNS: &[&str] = &[
        "client",
        "requested_at",
        "operation",
        "status",
        "records",
        "bytes",
        "error_code",
        "duration_ms",
        "request_id",
    ];
    for (client, requests) in &batch.recent {
        let row = |request: &super::RecentRequest| {
            vec![
                (*client).into(),
                request.at.into(),
                request.operation.into(),
                i64::from(request.status).into(),
                request.records.into(),
                request.bytes.into(),
                request.error_code.into(),
                request.duration_ms.into(),
                request.request_id.as_deref().into(),
            ]
        };
        let rows: Vec<_> = requests.iter().map(row).collect();
        insert(executor, "recent_requests", COLUMNS, &rows, "")?;
        // Both databases accept an offset only with a limit.
        let sql = format!(
            "DELETE FROM recent_requests WHERE key IN (SELECT key FROM recent_requests WHERE client = ?1
             ORDER BY requested_at DESC, key DESC LIMIT 1000000 OFFSET {RECENT_REQUESTS})"
        );
        executor.execute(&sql, &[(*client).into()])?;
    }
    Ok(())
}
