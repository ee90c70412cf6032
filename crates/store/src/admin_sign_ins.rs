//! Sign-ins of administrators at an `OpenID` provider that have begun and not ended.

use folkmoot_database::Database;

use super::StoreError;

/// A sign-in that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminSignIn {
    /// The hash of its state, the secret that connects the response of the provider to the browser.
    pub state_hash: String,
    /// The nonce that the ID token must contain.
    pub nonce: String,
    /// The verifier of the authorization code (RFC 7636).
    pub code_verifier: String,
    /// The path to return to.
    pub return_to: String,
    /// When it expires, in milliseconds since 1970.
    pub expires_at: i64,
}

/// Operations on sign-ins.
#[derive(Debug, Clone, Copy)]
pub struct AdminSignIns<'a> {
    pub(super) database: &'a Database,
}

impl AdminSignIns<'_> {
    /// Stores a sign-in, and deletes those that have expired.
    pub fn begin(self, sign_in: &AdminSignIn, now: i64) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            transaction.execute("DELETE FROM admin_sign_ins WHERE expires_at <= ?1", &[now.into()])?;
            transaction
                .execute(
                    "INSERT INTO admin_sign_ins (state_hash, nonce, code_verifier, return_to, expires_at)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                    &[
                        (&sign_in.state_hash).into(),
                        (&sign_in.nonce).into(),
                        (&sign_in.code_verifier).into(),
                        (&sign_in.return_to).into(),
                        sign_in.expires_at.into(),
                    ],
                )
                .map(drop)
        })
    }

    /// Deletes the sign-in with this hash of its state and returns it; `None` if it does not exist, has expired or was
    /// used.
    pub fn take(self, state_hash: &str, now: i64) -> Result<Option<AdminSignIn>, StoreError> {
        self.database.write(|transaction| {
            let sign_in = transaction.one(
                "SELECT state_hash, nonce, code_verifier, return_to, expires_at FROM admin_sign_ins
                 WHERE state_hash = ?1 AND expires_at > ?2",
                &[state_hash.into(), now.into()],
                |row| {
                    Ok(AdminSignIn {
                        state_hash: row.required_text(0)?,
                        nonce: row.required_text(1)?,
                        code_verifier: row.required_text(2)?,
                        return_to: row.required_text(3)?,
                        expires_at: row.required_integer(4)?,
                    })
                },
            )?;
            // Of two requests that read the same sign-in, only one deletes it.
            let deleted = transaction
                .execute("DELETE FROM admin_sign_ins WHERE state_hash = ?1", &[state_hash.into()])?;
            Ok(sign_in.filter(|_| deleted > 0))
        })
    }
}
