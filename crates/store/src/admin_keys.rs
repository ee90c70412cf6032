//! The keys with which administrators and their programs sign in.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use jiff::civil::Date;
use uuid::Uuid;

use super::StoreError;
use super::administrators::Role;
use super::clients::last_day;

/// A key of an administrator; timestamps are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminKey {
    /// Its id.
    pub id: Uuid,
    /// The name of the person or program that has it.
    pub name: String,
    /// What its holder may do.
    pub role: Role,
    /// The hash of its secret.
    pub secret_hash: String,
    /// When it was created.
    pub created_at: i64,
    /// When it was last used.
    pub last_used_at: Option<i64>,
    /// When it was revoked.
    pub revoked_at: Option<i64>,
    /// When it expires; `None` if it does not expire.
    pub expires_at: Option<i64>,
}

impl AdminKey {
    /// The last day on which the key can be used.
    pub fn last_day(&self) -> Option<Date> {
        self.expires_at.and_then(last_day)
    }
}

const COLUMNS: &str = "id, name, role, secret_hash, created_at, last_used_at, revoked_at, expires_at";

/// Reads of admin keys.
#[derive(Debug, Clone, Copy)]
pub struct AdminKeys<'a> {
    pub(super) database: &'a Database,
}

impl AdminKeys<'_> {
    /// All keys, oldest first, including revoked ones.
    pub fn all(self) -> Result<Vec<AdminKey>, StoreError> {
        self.database.read_latest(|executor| {
            executor.all(
                &format!("SELECT {COLUMNS} FROM admin_keys ORDER BY created_at, key"),
                &[],
                admin_key,
            )
        })
    }

    /// The key with this hash of its secret, unless it is revoked or has expired.
    pub fn find_by_hash(self, hash: &str, now: i64) -> Result<Option<AdminKey>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM admin_keys
             WHERE secret_hash = ?1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?2)"
        );
        self.database.read_latest(|executor| executor.one(&sql, &[hash.into(), now.into()], admin_key))
    }

    /// Stores when a key was last used. Returns [`StoreError::Busy`] if another write holds the lock of an embedded
    /// database.
    pub fn record_use(self, id: Uuid, now: i64) -> Result<(), StoreError> {
        self.database.write_if_free(|transaction| record_use(transaction, id, now))
    }
}

/// Creates a key.
pub fn create(transaction: &dyn Executor, key: &AdminKey) -> Result<(), StoreError> {
    transaction
        .execute(
            "INSERT INTO admin_keys (id, name, role, secret_hash, created_at, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            &[
                key.id.into(),
                (&key.name).into(),
                key.role.name().into(),
                (&key.secret_hash).into(),
                key.created_at.into(),
                key.expires_at.into(),
            ],
        )
        .map(drop)
}

/// Stores when a key was last used.
pub fn record_use(transaction: &dyn Executor, id: Uuid, now: i64) -> Result<(), StoreError> {
    transaction
        .execute("UPDATE admin_keys SET last_used_at = ?2 WHERE id = ?1", &[id.into(), now.into()])
        .map(drop)
}

/// Revokes a key and ends the sessions that were opened with it. Returns the key as it was before; `None` if it does
/// not exist.
pub fn revoke(transaction: &dyn Executor, id: Uuid, now: i64) -> Result<Option<AdminKey>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM admin_keys WHERE id = ?1");
    let Some(key) = transaction.one(&sql, &[id.into()], admin_key)? else { return Ok(None) };
    if key.revoked_at.is_none() {
        transaction
            .execute("UPDATE admin_keys SET revoked_at = ?2 WHERE id = ?1", &[id.into(), now.into()])?;
    }
    transaction.execute(
        "UPDATE admin_sessions SET ended_at = ?2
         WHERE administrator_id = ?1 AND method = 'admin-key' AND ended_at IS NULL",
        &[id.to_string().into(), now.into()],
    )?;
    Ok(Some(key))
}

/// Whether a key with the role `administrator` other than this one can be used at a time in milliseconds since 1970.
pub fn has_other_administrator(transaction: &dyn Executor, id: Uuid, now: i64) -> Result<bool, StoreError> {
    let other = "SELECT 1 FROM admin_keys WHERE id <> ?1 AND role = ?2 AND revoked_at IS NULL
                 AND (expires_at IS NULL OR expires_at > ?3)";
    transaction.exists(other, &[id.into(), Role::Administrator.name().into(), now.into()])
}

fn admin_key(row: &dyn RowReader) -> Result<AdminKey, StoreError> {
    Ok(AdminKey {
        id: row.required_uuid(0)?,
        name: row.required_text(1)?,
        role: Role::stored(&row.required_text(2)?)?,
        secret_hash: row.required_text(3)?,
        created_at: row.required_integer(4)?,
        last_used_at: row.integer(5)?,
        revoked_at: row.integer(6)?,
        expires_at: row.integer(7)?,
    })
}
