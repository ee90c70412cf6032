//! Who sent the latest request of each client: personal data of those who run the program, which is deleted soon.

use std::collections::BTreeMap;

use folkmoot_database::StoreError;
use folkmoot_database::executor::Executor;
use folkmoot_database::value::Value;
use uuid::Uuid;

use super::Usage;
use super::counter_table::insert;

/// The number of days after which a sender is deleted.
pub const RETAINED_DAYS: i64 = 30;

/// Who sent a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// When the request was received, in milliseconds since 1970.
    pub at: i64,
    /// The network address.
    pub address: String,
    /// The beginning of the header `User-Agent`.
    pub user_agent: Option<String>,
}

/// Stores the senders of a batch, unless later ones are stored.
pub(super) fn add(executor: &dyn Executor, senders: &BTreeMap<Uuid, Sender>) -> Result<(), StoreError> {
    const COLUMNS: &[&str] = &["client", "sent_at", "address", "user_agent"];
    let row = |(client, sender): (&Uuid, &Sender)| {
        vec![
            (*client).into(),
            sender.at.into(),
            sender.address.as_str().into(),
            sender.user_agent.as_deref().into(),
        ]
    };
    let rows: Vec<Vec<Value>> = senders.iter().map(row).collect();
    let conflict = " ON CONFLICT (client) DO UPDATE SET
           sent_at = excluded.sent_at, address = excluded.address, user_agent = excluded.user_agent
         WHERE excluded.sent_at >= client_senders.sent_at";
    insert(executor, "client_senders", COLUMNS, &rows, conflict)
}

impl Usage<'_> {
    /// Who sent the latest request of a client; `None` if it has sent none lately.
    pub fn latest_sender(self, client: Uuid) -> Result<Option<Sender>, StoreError> {
        let sql = "SELECT sent_at, address, user_agent FROM client_senders WHERE client = ?1";
        self.database.read_latest(|executor| {
            executor.one(sql, &[client.into()], |row| {
                Ok(Sender {
                    at: row.required_integer(0)?,
                    address: row.required_text(1)?,
                    user_agent: row.text(2)?.map(str::to_owned),
                })
            })
        })
    }
}
