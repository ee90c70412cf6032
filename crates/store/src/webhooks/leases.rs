//! Which server delivers the events of an endpoint. A server that was killed does not renew its leases, so that another takes
//! them over.

use folkmoot_database::executor::Executor;
use uuid::Uuid;

use super::{COLUMNS, Endpoint, PauseReason, Webhooks, endpoint, resume};
use crate::StoreError;

/// How long a lease is valid, and what is left of it when it is renewed, in milliseconds.
const LEASE: i64 = 15_000;
const RENEWED_BEFORE: i64 = 10_000;

/// An endpoint, as a server sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leased {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// Whether this server delivers its events.
    pub is_mine: bool,
}

impl Webhooks<'_> {
    /// All endpoints, after this server took those that no other delivers to, and renewed its leases. `now` is the time of this
    /// process; servers that share a database compare the time of its clock.
    pub fn lease(self, server: &str, now: i64) -> Result<Vec<Leased>, StoreError> {
        let is_embedded = self.store.is_embedded();
        let sql = format!("SELECT {COLUMNS}, leased_by, leased_until FROM webhook_endpoints ORDER BY id");
        let read = |executor: &dyn Executor| {
            let rows = executor.all(&sql, &[], |row| {
                let leased_by = row.text(19)?.map(str::to_owned);
                Ok((endpoint(row)?, leased_by, row.required_integer(20)?))
            })?;
            let now = match executor.dialect().server_time {
                Some(server_time) if !rows.is_empty() => executor.number(server_time, &[])?,
                _ => now,
            };
            Ok::<_, StoreError>((rows, now))
        };
        let (rows, now) = self.store.database.read_latest(read)?;
        let is_mine = |leased_by: &Option<String>| leased_by.as_deref() == Some(server);
        let is_due = |(endpoint, leased_by, until): &(Endpoint, Option<String>, i64)| {
            let free = if is_mine(leased_by) { *until < now + RENEWED_BEFORE } else { *until < now };
            endpoint.paused.is_none() && (free || is_embedded && !is_mine(leased_by))
        };
        let due: Vec<Uuid> =
            rows.iter().filter(|row| is_due(row)).map(|(endpoint, ..)| endpoint.id).collect();
        let mut taken = Vec::new();
        if !due.is_empty() {
            taken = self.store.database.write(|transaction| {
                let take = "UPDATE webhook_endpoints SET leased_by = ?2, leased_until = ?3
                            WHERE id = ?1 AND paused_at IS NULL AND (leased_by = ?2 OR leased_until < ?4 OR ?5)";
                let is_taken = |id: &Uuid| {
                    let parameters = [
                        (*id).into(),
                        server.into(),
                        (now + LEASE).into(),
                        now.into(),
                        is_embedded.into(),
                    ];
                    Ok::<_, StoreError>(transaction.execute(take, &parameters)? > 0)
                };
                let mut taken = Vec::new();
                for id in due {
                    if is_taken(&id)? {
                        taken.push(id);
                    }
                }
                Ok(taken)
            })?;
        }
        let leased = rows.into_iter().map(|(endpoint, leased_by, until)| {
            let is_kept = is_mine(&leased_by) && until >= now && endpoint.paused.is_none();
            Leased { is_mine: is_kept || taken.contains(&endpoint.id), endpoint }
        });
        Ok(leased.collect())
    }

    /// Lets other servers deliver the events of this one, which stops.
    pub fn release(self, server: &str) -> Result<(), StoreError> {
        self.store.database.write(|transaction| {
            let release = "UPDATE webhook_endpoints SET leased_until = 0 WHERE leased_by = ?1";
            transaction.execute(release, &[server.into()]).map(drop)
        })
    }

    /// Resumes endpoints that were paused because their clients had no access.
    pub fn resume_with_access(self, ids: &[Uuid]) -> Result<(), StoreError> {
        self.store.database.write(|transaction| {
            for id in ids {
                let is_without = "SELECT 1 FROM webhook_endpoints WHERE id = ?1 AND pause_reason = ?2";
                if transaction.exists(is_without, &[(*id).into(), PauseReason::NoAccess.name().into()])? {
                    resume(transaction, *id)?;
                }
            }
            Ok(())
        })
    }
}
