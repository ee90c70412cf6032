//! What the access register states of a client, as options of commands.

use clap::Args;
use folkmoot_store::clients::{InvalidText, Registration};

/// The options. A blank text removes what was stated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct RegistrationArguments {
    /// Who uses the client: an organisation, a department or a person.
    #[arg(long, value_name = "TEXT")]
    owner: Option<String>,
    /// How to reach the owner.
    #[arg(long, value_name = "TEXT")]
    contact: Option<String>,
    /// What the records are used for.
    #[arg(long, value_name = "TEXT")]
    purpose: Option<String>,
    /// Why that is lawful, such as consent.
    #[arg(long, value_name = "TEXT")]
    legal_basis: Option<String>,
    /// Anything else for the access register.
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

impl RegistrationArguments {
    /// The names of the options.
    pub const NAMES: [&'static str; 5] = ["owner", "contact", "purpose", "legal_basis", "note"];

    /// Whether no option is given.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// A registration with the given texts in place of its own. Fails if one of them is not valid.
    pub fn applied_to(self, stored: &Registration) -> Result<Registration, InvalidText> {
        let Self { owner, contact, purpose, legal_basis, note } = self;
        let mut given = [owner, contact, purpose, legal_basis, note].into_iter();
        let texts = stored.fields().map(|(_, stored)| given.next().flatten().or_else(|| stored.clone()));
        Registration::of_fields(texts).checked()
    }
}
