//! Which notices to administrators were sent, so that one of several servers sends each, once.

use folkmoot_database::Database;
use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;

use super::StoreError;

/// After this time in milliseconds, another server sends a notice that a server wanted to send.
const CLAIM: i64 = 600_000;
/// How long sent notices are remembered, in days: longer than what they are about lasts.
const REMEMBERED_DAYS: i64 = 400;

/// Operations on notices.
#[derive(Debug, Clone, Copy)]
pub struct Notices<'a> {
    pub(super) database: &'a Database,
}

impl Notices<'_> {
    /// Those of these notices that this server is to send now.
    pub fn claim(self, notices: &[String], now: i64) -> Result<Vec<String>, StoreError> {
        self.database.write_if_free(|transaction| {
            let expired = "DELETE FROM notices WHERE sent_at < ?1";
            transaction.execute(expired, &[(now - REMEMBERED_DAYS * MILLISECONDS_OF_DAY).into()])?;
            let claim = "INSERT INTO notices (notice, claimed_at) VALUES (?1, ?2) ON CONFLICT (notice) DO UPDATE
                           SET claimed_at = excluded.claimed_at WHERE notices.sent_at IS NULL AND notices.claimed_at < ?3";
            let mut claimed = Vec::new();
            for notice in notices {
                let parameters = [notice.into(), now.into(), (now - CLAIM).into()];
                if transaction.execute(claim, &parameters)? > 0 {
                    claimed.push(notice.clone());
                }
            }
            Ok(claimed)
        })
    }

    /// Records that notices were sent.
    pub fn sent(self, notices: &[String], now: i64) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            notices.iter().try_for_each(|notice| {
                let update = "UPDATE notices SET sent_at = ?2 WHERE notice = ?1";
                transaction.execute(update, &[notice.into(), now.into()]).map(drop)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use crate::{DatabaseLocation, Store};

    #[test]
    fn a_notice_is_sent_once_and_again_only_if_its_server_was_killed() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseLocation::Directory(directory.path().to_owned())).unwrap();
        let (one, two) = ("one".to_owned(), "two".to_owned());
        let claim = |notices: &[&String], now| {
            let notices: Vec<String> = notices.iter().map(|notice| (*notice).clone()).collect();
            store.notices().claim(&notices, now).unwrap()
        };
        assert_eq!(claim(&[&one], 1_000_000), ["one"]);
        assert_eq!(claim(&[&one, &two], 1_000_001), ["two"]);
        store.notices().sent(&["two".to_owned()], 1_000_002).unwrap();
        assert_eq!(claim(&[&one, &two], 1_600_001), ["one"]);
        assert!(claim(&[&one, &two], 1_600_002).is_empty());
    }
}
