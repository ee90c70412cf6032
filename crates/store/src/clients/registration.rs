//! What the access register states of clients.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Maximum number of characters of a text of one line.
const MAX_LINE: usize = 200;
/// Maximum number of characters of a text that may have several lines.
const MAX_PARAGRAPH: usize = 2_000;

/// Who uses a client and why, in the words of administrators, for the record of processing activities (GDPR, article 30).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Registration {
    /// Who uses it: an organisation, a department or a person.
    pub owner: Option<String>,
    /// How to reach the owner, such as an email address.
    pub contact: Option<String>,
    /// What the records are used for.
    pub purpose: Option<String>,
    /// Why that is lawful, such as consent or a task in the public interest.
    pub legal_basis: Option<String>,
    /// Anything else.
    pub note: Option<String>,
}

impl Registration {
    /// Its fields with their names, which are those of the columns.
    pub fn fields(&self) -> [(&'static str, &Option<String>); 5] {
        let Self { owner, contact, purpose, legal_basis, note } = self;
        [
            ("owner", owner),
            ("contact", contact),
            ("purpose", purpose),
            ("legal_basis", legal_basis),
            ("note", note),
        ]
    }

    /// The registration with these fields in the order of [`Self::fields`].
    pub fn of_fields([owner, contact, purpose, legal_basis, note]: [Option<String>; 5]) -> Self {
        Self { owner, contact, purpose, legal_basis, note }
    }

    /// The registration without blanks around its texts; blank texts are absent. Fails with the first text that is not valid.
    pub fn checked(self) -> Result<Self, InvalidText> {
        let mut texts = self
            .fields()
            .map(|(field, text)| (field, text.as_deref().unwrap_or_default().trim().replace("\r\n", "\n")));
        for (field, text) in &mut texts {
            let is_paragraph = matches!(*field, "purpose" | "note");
            let maximum = if is_paragraph { MAX_PARAGRAPH } else { MAX_LINE };
            let is_control = |character: char| character.is_control() && !(is_paragraph && character == '\n');
            if text.chars().count() > maximum || text.contains(is_control) {
                return Err(InvalidText { field, maximum });
            }
        }
        Ok(Self::of_fields(texts.map(|(_, text)| Some(text).filter(|text| !text.is_empty()))))
    }
}

/// A text of a registration that is too long or has control characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("must have a text of at most {maximum} characters, without control characters, as {field}")]
pub struct InvalidText {
    field: &'static str,
    maximum: usize,
}
