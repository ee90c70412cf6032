//! Mirroring: reads another platform through its API, and serves a copy of its records.
//!
//! A [`Mirror`] runs rounds. In each, a source (`source.rs`) is read into the staging database (`staging/`), which is then
//! imported in one transaction together with the position that the next round continues from. So a round is complete or
//! changes nothing, and a round that was interrupted continues where it was.
//!
//! There is one adapter for each kind of source: `folkmoot/` for another platform of this software, `vendor.rs` for
//! platforms of the vendor whose API this one is compatible with.

mod body;
mod contents;
mod destinations;
mod error;
mod folkmoot;
mod http;
mod missing;
mod pages;
mod record;
mod round;
mod session;
mod source;
mod staging;
#[cfg(test)]
mod test_source;
mod transport;
mod vendor;

pub use error::MirrorError;
pub use round::{Mirror, MirrorOptions, RoundReport, RoundTools};
pub use session::Credentials;
pub use source::Extent;
pub use transport::{Sending, Transport};
