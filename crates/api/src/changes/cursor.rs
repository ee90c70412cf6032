//! Cursors of the change feed.
//!
//! A cursor belongs to a client and to what the client could read when it was made: with another level, other resources,
//! locales or settings, the copy that the client has is no longer what the changes after the cursor apply to.

use std::fmt;

use aws_lc_rs::digest::{SHA256, digest};
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::access::AccessView;
use folkmoot_store::changes::Version;
use folkmoot_store::changes::page::Position;
use folkmoot_store::platform::Platform;
use serde_json::json;
use uuid::Uuid;

use crate::caller::Caller;
use crate::problem::Problem;
use crate::problem_table::CHANGES_EXPIRED;
use crate::sealed_cursor::{CursorKeys, Purpose};

/// The first byte of the content, so that a later release can change the format.
const FORMAT: u8 = 1;
/// The number of bytes of a [`Binding`].
const BINDING_BYTES: usize = 16;

/// A cursor of the change feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangesCursor {
    /// The position.
    pub position: Position,
}

/// Identifies what a client can read, and how records are written for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding([u8; BINDING_BYTES]);

impl Binding {
    /// What this request can read.
    pub fn new(caller: &Caller) -> Self {
        Self::of(&caller.access, &caller.platform.platform)
    }

    /// What a reader can see of the platform with these locales and this URL.
    pub fn of(access: &AccessView, platform: &Platform) -> Self {
        let read = RESOURCES.iter().filter(|resource| access.reads(resource));
        let resources: Vec<&str> = read.map(|resource| resource.names.plural).collect();
        let content = json!([
            access.level().name(),
            resources,
            platform.locales,
            platform.url,
            access.settings().fingerprint(),
        ]);
        let mut bytes = [0; BINDING_BYTES];
        bytes.copy_from_slice(&digest(&SHA256, content.to_string().as_bytes()).as_ref()[..BINDING_BYTES]);
        Self(bytes)
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl ChangesCursor {
    /// The cursor after a change and all before it.
    pub fn after(version: Version) -> Self {
        Self { position: Position::after(version) }
    }

    /// The cursor of an export for a client, which is expired if the platform has changed since.
    pub fn seal_of_export(
        self,
        is_current: bool,
        cursors: &CursorKeys,
        caller: &Caller,
    ) -> Result<String, Problem> {
        self.seal_for(caller.holder.client, is_current.then(|| Binding::new(caller)), cursors)
    }

    /// The cursor of a client with this binding, which is expired without one.
    pub fn seal_for(
        self,
        client: Uuid,
        binding: Option<Binding>,
        cursors: &CursorKeys,
    ) -> Result<String, Problem> {
        let binding = binding.unwrap_or(Binding([0; BINDING_BYTES]));
        cursors.seal(Purpose::Changes, &self.bytes(client, binding))
    }

    /// The text of the cursor for a client. It differs each time, so that it does not show whether the position changed.
    pub fn seal(self, cursors: &CursorKeys, caller: &Caller) -> Result<String, Problem> {
        self.seal_for(caller.holder.client, Some(Binding::new(caller)), cursors)
    }

    /// Reads the cursor that a client sent as the parameter `name`.
    pub fn open(name: &str, text: &str, cursors: &CursorKeys, caller: &Caller) -> Result<Self, Problem> {
        let opened = cursors.open(Purpose::Changes, text);
        let parsed = opened.and_then(|bytes| Self::parse(&bytes));
        let of_client = parsed.filter(|(_, client, _)| *client == caller.holder.client);
        let (cursor, _, binding) = of_client.ok_or_else(|| {
            let shown: String = text.chars().take(100).collect();
            Problem::invalid_parameter(name, &shown, "the value of meta.next in a response to this client")
        })?;
        if binding == Binding::new(caller) {
            return Ok(cursor);
        }
        Err(expired(
            "The access level or the resources of the request, or the locales, the URL or the settings of the platform, \
             are not those for which the cursor was made.",
        ))
    }

    fn bytes(self, client: Uuid, Binding(binding): Binding) -> Vec<u8> {
        let Position { version, within } = self.position;
        let mut bytes = vec![FORMAT];
        bytes.extend_from_slice(client.as_bytes());
        bytes.extend_from_slice(&binding);
        bytes.extend_from_slice(&version.sequence.to_be_bytes());
        bytes.extend_from_slice(&version.happened_at.to_be_bytes());
        // Of the same length in all cursors, so that the length does not show the kind of the last change.
        bytes.push(within.is_some().into());
        bytes.extend_from_slice(&within.unwrap_or_default().to_be_bytes());
        bytes
    }

    fn parse(bytes: &[u8]) -> Option<(Self, Uuid, Binding)> {
        let (format, rest) = bytes.split_first()?;
        let (client, rest) = rest.split_first_chunk::<16>()?;
        let (binding, rest) = rest.split_first_chunk::<BINDING_BYTES>()?;
        let (sequence, rest) = rest.split_first_chunk::<8>()?;
        let (happened_at, rest) = rest.split_first_chunk::<8>()?;
        let (is_within, rest) = rest.split_first()?;
        let key: &[u8; 8] = rest.try_into().ok()?;
        if *format != FORMAT {
            return None;
        }
        let version = Version {
            sequence: i64::from_be_bytes(*sequence),
            happened_at: i64::from_be_bytes(*happened_at),
        };
        let within = (*is_within == 1).then_some(i64::from_be_bytes(*key));
        Some((Self { position: Position { version, within } }, Uuid::from_bytes(*client), Binding(*binding)))
    }
}

/// The problem that the changes after a cursor are not available.
pub fn expired(reason: &str) -> Problem {
    let remedy = "Request a new cursor without the parameter after, and read the lists again.";
    Problem::new(&CHANGES_EXPIRED, format!("{reason} {remedy}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        let version = Version { sequence: 12, happened_at: 1_700_000_000_123 };
        let (client, binding) = (Uuid::from_u128(7), Binding([9; BINDING_BYTES]));
        let mut lengths = Vec::new();
        for within in [None, Some(-1), Some(i64::MAX)] {
            let cursor = ChangesCursor { position: Position { version, within } };
            let bytes = cursor.bytes(client, binding);
            lengths.push(bytes.len());
            assert_eq!(ChangesCursor::parse(&bytes), Some((cursor, client, binding)));
            assert_eq!(ChangesCursor::parse(&bytes[1..]), None);
            let next_format = [&[FORMAT + 1], &bytes[1..]].concat();
            assert_eq!(ChangesCursor::parse(&next_format), None);
        }
        assert!(lengths.iter().all(|length| *length == lengths[0]));
    }
}
