//! What calendars showed: a calendar must say of an event that it is cancelled, when the platform no longer has it.

use std::collections::HashMap;

use folkmoot_database::Database;
use uuid::Uuid;

use super::StoreError;

/// An entry of a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEntry {
    /// The id of the event.
    pub id: Uuid,
    /// The public record as JSON when it was last shown: its id, project, title and times.
    pub content: String,
    /// When the event was deleted or left the public view, in milliseconds since 1970; `None` if it is still shown.
    pub cancelled_at: Option<i64>,
}

/// Operations on the entries of calendars.
#[derive(Debug, Clone, Copy)]
pub struct Calendar<'a> {
    pub(super) database: &'a Database,
}

impl Calendar<'_> {
    /// All entries.
    pub fn all(self) -> Result<Vec<CalendarEntry>, StoreError> {
        self.database.read_latest(|executor| {
            executor.all("SELECT id, content, cancelled_at FROM calendar_entries ORDER BY id", &[], |row| {
                let content = row.text(1)?.unwrap_or_default().to_owned();
                Ok(CalendarEntry { id: row.required_uuid(0)?, content, cancelled_at: row.integer(2)? })
            })
        })
    }

    /// Stores what is shown now, cancels these entries, and deletes those. Returns [`StoreError::Busy`] if another write holds the
    /// lock of an embedded database.
    pub fn change(
        self,
        shown: &HashMap<Uuid, String>,
        cancelled: &[Uuid],
        deleted: &[Uuid],
        now: i64,
    ) -> Result<(), StoreError> {
        let show = "INSERT INTO calendar_entries (id, content) VALUES (?1, ?2)
                    ON CONFLICT (id) DO UPDATE SET content = excluded.content, cancelled_at = NULL";
        let cancel = "UPDATE calendar_entries SET cancelled_at = ?2 WHERE id = ?1 AND cancelled_at IS NULL";
        self.database.write_if_free(|transaction| {
            for id in deleted {
                transaction.execute("DELETE FROM calendar_entries WHERE id = ?1", &[(*id).into()])?;
            }
            for (id, content) in shown {
                transaction.execute(show, &[(*id).into(), content.into()])?;
            }
            for id in cancelled {
                transaction.execute(cancel, &[(*id).into(), now.into()])?;
            }
            Ok(())
        })
    }
}
