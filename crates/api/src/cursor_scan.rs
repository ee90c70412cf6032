//! Cursor scans of lists: pages that begin after the last record of the page before, so that every record that existed
//! throughout with an unchanged position is returned exactly once, whatever is written meanwhile.
//!
//! A cursor contains all that the server needs, so that any server of the platform continues a scan, after a restart too.

use aws_lc_rs::digest::{Context, SHA256};
use folkmoot_index::{OrderKey, PageRows, PageStart};
use folkmoot_model::resource::Resource;

use super::caller::Caller;
use super::parameters::ListRequest;
use super::parameters::declarations::{CURSOR, CURSOR_START};
use super::problem::Problem;
use super::record_state::{CATCH_UP_TIMEOUT, RecordState};
use super::sealed_cursor::Purpose;

/// The first byte of a position. Another number means another layout of the bytes, or other tie-breakers.
const LAYOUT: u8 = 3;

/// A digest of what a cursor is bound to.
type Digest = [u8; 8];

/// A scan that a request starts or continues.
#[derive(Debug)]
pub struct CursorScan {
    binding: Binding,
    /// The newest change that the client could see when the scan began; `None` if it begins now. Every page contains it,
    /// because what existed at the beginning is in every later state unless it was deleted.
    since: Option<i64>,
}

/// What a cursor is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Binding {
    /// The client and its access level.
    holder: Digest,
    /// The list.
    list: Digest,
    /// The filters and the order.
    filters: Digest,
}

/// What a cursor contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cursor {
    binding: Binding,
    since: i64,
    /// The position of the last record that was returned.
    position: OrderKey,
}

impl CursorScan {
    /// The scan that a request starts or continues, and the start of its page; `None` if the request has no cursor. `path` is
    /// the path of the list.
    pub fn begin(
        state: &RecordState,
        caller: &Caller,
        path: &str,
        request: &ListRequest,
    ) -> Result<Option<(Self, PageStart)>, Problem> {
        let Some(text) = request.cursor.as_deref() else { return Ok(None) };
        let level = caller.access.level().name();
        let is_ascending = request.sort.unwrap_or_default().is_ascending;
        let binding = Binding {
            holder: digest(&[caller.holder.client.as_bytes(), level.as_bytes()]),
            list: digest(&[path.as_bytes()]),
            filters: digest(&[request.filters.as_bytes(), &[u8::from(is_ascending)]]),
        };
        if text == CURSOR_START {
            return Ok(Some((Self { binding, since: None }, PageStart::Number(1))));
        }
        let invalid = |expected: &str| Problem::invalid_parameter(CURSOR.name, text, expected);
        let cursor = state.cursors.open(Purpose::CursorScan, text).and_then(|bytes| Cursor::decode(&bytes));
        let cursor = cursor.ok_or_else(|| {
            invalid("'start', or the cursor in a 'next' link of this platform, without modification")
        })?;
        if cursor.binding.holder != binding.holder {
            return Err(invalid(&format!("a cursor that this client got at the access level '{level}'")));
        }
        if cursor.binding.list != binding.list {
            return Err(invalid(&format!("a cursor from a 'next' link of the list '{path}'")));
        }
        if cursor.binding.filters != binding.filters {
            return Err(invalid(
                "a cursor of the same filters and the same 'sort'; request the 'next' link unchanged",
            ));
        }
        Ok(Some((Self { binding, since: Some(cursor.since) }, PageStart::After(cursor.position))))
    }

    /// Waits until the list index of this server contains what the scan began with: another server may have begun it.
    pub async fn require_current(
        &self,
        state: &RecordState,
        caller: &Caller,
        resource: &'static Resource,
    ) -> Result<(), Problem> {
        let Some(since) = self.since else { return Ok(()) };
        let newest = || {
            let versions = state.indexes.get(resource).current().versions;
            versions.newest(caller.access.audience()).sequence
        };
        if newest() >= since {
            return Ok(());
        }
        state.feed.catch_up(CATCH_UP_TIMEOUT).await;
        if newest() >= since {
            return Ok(());
        }
        let behind = Problem::unavailable("the list index is behind the start of a scan");
        Err(behind.with_hint("If the error remains, start a new walk with cursor=start."))
    }

    /// The cursor of the page after this one; `None` if this is the last.
    pub fn next(
        &self,
        state: &RecordState,
        caller: &Caller,
        page: &PageRows,
    ) -> Result<Option<String>, Problem> {
        let Some(position) = page.end else { return Ok(None) };
        // Only changes that the client can see, because equal cursors would show that nothing hidden has changed.
        let began = || page.versions.newest(caller.access.audience()).sequence;
        let cursor = Cursor { binding: self.binding, since: self.since.unwrap_or_else(began), position };
        state.cursors.seal(Purpose::CursorScan, &cursor.encode()).map(Some)
    }
}

impl Cursor {
    fn encode(self) -> Vec<u8> {
        let Binding { holder, list, filters } = self.binding;
        let (number, tie) = self.position;
        let numbers = [self.since.to_be_bytes(), number.to_be_bytes()];
        [&[LAYOUT], &holder[..], &list, &filters, &numbers.concat(), &tie.to_be_bytes()].concat()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(&[LAYOUT])?;
        let binding = Binding { holder: take(&mut rest)?, list: take(&mut rest)?, filters: take(&mut rest)? };
        let since = i64::from_be_bytes(take(&mut rest)?);
        let position = (i64::from_be_bytes(take(&mut rest)?), u128::from_be_bytes(take(&mut rest)?));
        rest.is_empty().then_some(Self { binding, since, position })
    }
}

/// Removes the first bytes.
fn take<const LENGTH: usize>(rest: &mut &[u8]) -> Option<[u8; LENGTH]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*first)
}

/// A digest of several texts.
fn digest(parts: &[&[u8]]) -> Digest {
    let mut context = Context::new(&SHA256);
    for part in parts {
        context.update(&(part.len() as u64).to_be_bytes());
        context.update(part);
    }
    let mut digest = Digest::default();
    let length = digest.len();
    digest.copy_from_slice(&context.finish().as_ref()[..length]);
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_decoded_only_if_it_is_complete() {
        let binding = Binding { holder: digest(&[b"a"]), list: digest(&[b"b"]), filters: digest(&[b"c"]) };
        let cursor = Cursor { binding, since: 7, position: (-1, u128::MAX) };
        let bytes = cursor.encode();
        assert_eq!(Cursor::decode(&bytes), Some(cursor));
        assert_eq!(Cursor::decode(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Cursor::decode(&[&bytes[..], &[0]].concat()), None);
        assert_eq!(Cursor::decode(&[&[LAYOUT + 1], &bytes[1..]].concat()), None);
        assert_eq!(Cursor::decode(&[]), None);
    }

    #[test]
    fn a_digest_depends_on_where_texts_end() {
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
    }
}
