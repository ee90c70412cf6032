//! Blobs that no file refers to: uploads in progress, and orphaned blobs that the garbage collection deletes.
//!
//! The name of a blob is stored before its bytes are written, so that whatever a crash leaves behind is found.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use uuid::Uuid;

use super::StoreError;

/// Operations on unreferenced blobs.
#[derive(Debug, Clone, Copy)]
pub struct Blobs<'a> {
    pub(super) database: &'a Database,
}

impl Blobs<'_> {
    /// Records that a blob is being uploaded.
    pub fn begin_upload(self, blob: Uuid, now: i64) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            transaction.execute(
                "INSERT INTO unreferenced_blobs (blob, uploading, created_at) VALUES (?1, TRUE, ?2)",
                &[blob.into(), now.into()],
            )?;
            Ok(())
        })
    }

    /// Records that a blob is being copied; an earlier copy that failed may have recorded it before.
    pub fn begin_copy(self, blob: Uuid, now: i64) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            transaction.execute(
                "INSERT INTO unreferenced_blobs (blob, uploading, created_at) VALUES (?1, TRUE, ?2)
                 ON CONFLICT (blob) DO UPDATE SET uploading = TRUE, created_at = excluded.created_at",
                &[blob.into(), now.into()],
            )?;
            Ok(())
        })
    }

    /// Marks the blob of an upload that failed as orphaned.
    pub fn abandon_upload(self, blob: Uuid) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            transaction
                .execute("UPDATE unreferenced_blobs SET uploading = FALSE WHERE blob = ?1", &[blob.into()])?;
            Ok(())
        })
    }

    /// Marks the blobs of all uploads that began before this timestamp as orphaned; none of these uploads can add a file
    /// any more.
    pub fn abandon_uploads(self, begun_before: i64) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            transaction.execute(
                "UPDATE unreferenced_blobs SET uploading = FALSE WHERE uploading AND created_at < ?1",
                &[begun_before.into()],
            )?;
            Ok(())
        })
    }

    /// The orphaned blobs.
    pub fn orphaned(self) -> Result<Vec<Uuid>, StoreError> {
        self.database.read_latest(|executor| {
            executor.all("SELECT blob FROM unreferenced_blobs WHERE NOT uploading", &[], |row| {
                row.required_uuid(0)
            })
        })
    }

    /// Those of the blobs that no file refers to.
    pub fn without_file(self, blobs: Vec<Uuid>) -> Result<Vec<Uuid>, StoreError> {
        self.database.read_latest(|executor| {
            let mut without_file = Vec::new();
            for blob in blobs {
                if !executor.exists("SELECT 1 FROM file_contents WHERE blob = ?1", &[blob.into()])? {
                    without_file.push(blob);
                }
            }
            Ok(without_file)
        })
    }

    /// Removes blobs from the unreferenced ones: they were deleted, or files refer to them now.
    pub fn forget(self, blobs: &[Uuid]) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            for blob in blobs {
                transaction.execute("DELETE FROM unreferenced_blobs WHERE blob = ?1", &[(*blob).into()])?;
            }
            Ok(())
        })
    }
}

/// Ends the upload of a blob that a file refers to now. Returns the number of uploads that were in progress.
pub(super) fn end_upload(transaction: &dyn Executor, blob: Uuid) -> Result<usize, StoreError> {
    transaction.execute("DELETE FROM unreferenced_blobs WHERE blob = ?1 AND uploading", &[blob.into()])
}
