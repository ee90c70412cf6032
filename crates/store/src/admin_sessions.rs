//! The sessions of administrators, which all servers share.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use uuid::Uuid;

use super::StoreError;
use super::administrators::{Method, Role};

/// A session of an administrator; timestamps are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminSession {
    /// Its id, which is not secret.
    pub id: Uuid,
    /// The hash of its token.
    pub token_hash: String,
    /// The id of an admin key, or the subject of an `OpenID` provider.
    pub administrator_id: String,
    /// The name of the administrator.
    pub administrator_name: String,
    /// How the administrator signed in.
    pub method: Method,
    /// What the administrator may do.
    pub role: Role,
    /// When it was opened.
    pub created_at: i64,
    /// When it was last used, to the minute.
    pub last_used_at: i64,
    /// When it expires, however much it is used.
    pub expires_at: i64,
    /// The network address that it was opened from.
    pub address: String,
    /// The encrypted tokens of the `OpenID` provider; `None` if it cannot be asked again.
    pub provider_tokens: Option<String>,
    /// When the `OpenID` provider is asked for the groups of the administrator again.
    pub recheck_at: Option<i64>,
}

/// When a session is still open.
#[derive(Debug, Clone, Copy)]
pub struct OpenAt {
    /// The current time, in milliseconds since 1970.
    pub now: i64,
    /// How long a session may be unused, in milliseconds.
    pub idle_timeout: i64,
}

const COLUMNS: &str = "id, token_hash, administrator_id, administrator_name, method, role, created_at, last_used_at, \
     expires_at, address, provider_tokens, recheck_at";
/// The condition of open sessions, with the parameters `?1` and `?2`.
const IS_OPEN: &str = "ended_at IS NULL AND expires_at > ?1 AND last_used_at > ?2";
/// How long ended sessions and sign-ins are retained, in milliseconds.
const RETENTION: i64 = 24 * 3_600_000;

impl OpenAt {
    /// The latest timestamp of the last use of a session that has expired.
    fn latest_unused(self) -> i64 {
        self.now.saturating_sub(self.idle_timeout)
    }
}

/// Operations on sessions that need no entry in the audit log.
#[derive(Debug, Clone, Copy)]
pub struct AdminSessions<'a> {
    pub(super) database: &'a Database,
}

impl AdminSessions<'_> {
    /// All open sessions, newest first.
    pub fn open(self, at: OpenAt) -> Result<Vec<AdminSession>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM admin_sessions WHERE {IS_OPEN} ORDER BY created_at DESC, key DESC"
        );
        let parameters = [at.now.into(), at.latest_unused().into()];
        self.database.read_latest(|executor| executor.all(&sql, &parameters, session))
    }

    /// The open session with this hash of its token.
    pub fn find_by_hash(self, hash: &str, at: OpenAt) -> Result<Option<AdminSession>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM admin_sessions WHERE token_hash = ?3 AND {IS_OPEN}");
        let parameters = [at.now.into(), at.latest_unused().into(), hash.into()];
        self.database.read_latest(|executor| executor.one(&sql, &parameters, session))
    }

    /// Stores when a session was last used. Returns [`StoreError::Busy`] if another write holds the lock of an embedded
    /// database.
    pub fn record_use(self, id: Uuid, now: i64) -> Result<(), StoreError> {
        self.database.write_if_free(|transaction| {
            transaction
                .execute(
                    "UPDATE admin_sessions SET last_used_at = ?2 WHERE id = ?1 AND last_used_at < ?2",
                    &[id.into(), now.into()],
                )
                .map(drop)
        })
    }

    /// Moves the time of a recheck that is due, so that one of several requests makes it. Returns whether this one does.
    /// Returns [`StoreError::Busy`] if another write holds the lock of an embedded database.
    pub fn claim_recheck(self, id: Uuid, due: i64, next: i64) -> Result<bool, StoreError> {
        self.database.write_if_free(|transaction| {
            let claimed = transaction.execute(
                "UPDATE admin_sessions SET recheck_at = ?3 WHERE id = ?1 AND recheck_at = ?2",
                &[id.into(), due.into(), next.into()],
            )?;
            Ok(claimed > 0)
        })
    }

    /// Stores the result of a recheck: the role, and with what and when the next one is made.
    pub fn record_recheck(self, session: &AdminSession) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            transaction
                .execute(
                    "UPDATE admin_sessions SET role = ?2, provider_tokens = ?3, recheck_at = ?4 WHERE id = ?1",
                    &[
                        session.id.into(),
                        session.role.name().into(),
                        session.provider_tokens.clone().into(),
                        session.recheck_at.into(),
                    ],
                )
                .map(drop)
        })
    }
}

/// Opens a session, and deletes those that ended long ago.
pub fn open(transaction: &dyn Executor, session: &AdminSession) -> Result<(), StoreError> {
    let ended = session.created_at.saturating_sub(RETENTION);
    transaction
        .execute("DELETE FROM admin_sessions WHERE ended_at < ?1 OR expires_at < ?1", &[ended.into()])?;
    transaction
        .execute(
            "INSERT INTO admin_sessions (id, token_hash, administrator_id, administrator_name, method, role,
               created_at, last_used_at, expires_at, address, provider_tokens, recheck_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            &[
                session.id.into(),
                (&session.token_hash).into(),
                (&session.administrator_id).into(),
                (&session.administrator_name).into(),
                session.method.name().into(),
                session.role.name().into(),
                session.created_at.into(),
                session.last_used_at.into(),
                session.expires_at.into(),
                (&session.address).into(),
                session.provider_tokens.clone().into(),
                session.recheck_at.into(),
            ],
        )
        .map(drop)
}

/// Ends a session. Returns it, or `None` if no open session has this id.
pub fn end(transaction: &dyn Executor, id: Uuid, at: OpenAt) -> Result<Option<AdminSession>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM admin_sessions WHERE id = ?3 AND {IS_OPEN}");
    let parameters = [at.now.into(), at.latest_unused().into(), id.into()];
    let Some(session) = transaction.one(&sql, &parameters, session)? else { return Ok(None) };
    transaction
        .execute("UPDATE admin_sessions SET ended_at = ?2 WHERE id = ?1", &[id.into(), at.now.into()])?;
    Ok(Some(session))
}

fn session(row: &dyn RowReader) -> Result<AdminSession, StoreError> {
    Ok(AdminSession {
        id: row.required_uuid(0)?,
        token_hash: row.required_text(1)?,
        administrator_id: row.required_text(2)?,
        administrator_name: row.required_text(3)?,
        method: Method::stored(&row.required_text(4)?)?,
        role: Role::stored(&row.required_text(5)?)?,
        created_at: row.required_integer(6)?,
        last_used_at: row.required_integer(7)?,
        expires_at: row.required_integer(8)?,
        address: row.required_text(9)?,
        provider_tokens: row.text(10)?.map(str::to_owned),
        recheck_at: row.integer(11)?,
    })
}
