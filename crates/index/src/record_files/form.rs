//! The forms in which the records of a list are stored.

use bytes::Bytes;
use folkmoot_store::encode::EncodedRecord;

/// A form of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// JSON.
    Json,
    /// Parts of gzip bodies.
    Deflated,
}

impl Form {
    /// Its name in log lines.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Deflated => "deflated",
        }
    }
}

/// A record in one of the forms.
pub trait RecordForm: Sized {
    /// The form.
    const FORM: Form;

    /// The record with this content in a file; `None` if the content is invalid.
    fn from_stored(content: Bytes, withholds_votes: bool) -> Option<Self>;
}

impl RecordForm for EncodedRecord {
    const FORM: Form = Form::Json;

    fn from_stored(json: Bytes, withholds_votes: bool) -> Option<Self> {
        Some(Self { json, withholds_votes })
    }
}
