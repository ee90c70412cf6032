//! What the bytes of a response with records depend on.

use folkmoot_model::access::AccessLevel;
use uuid::Uuid;

use crate::access::AccessView;
use crate::clients::Holder;

/// Everything on which the bytes of a response with records depend, beside the request and the rows. The keys of caches and the
/// tags of responses are derived from it, so that an input that is added here reaches all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Representation {
    /// A digest of what records show of the platform: its URL and its locales.
    pub platform: [u8; 32],
    /// The index of the locale among the platform's locales.
    pub locale: usize,
    /// The access level.
    pub level: AccessLevel,
    /// A digest of the settings that decide what the level sees; zeros at the level `full`.
    pub settings: [u8; 32],
    /// The client whose pseudonyms records contain; `None` if they contain none.
    pub pseudonyms_of: Option<Uuid>,
    /// The holder and the issue of the download URLs in records; `None` if they contain none.
    pub downloads: Option<(Holder, u64)>,
}

impl Representation {
    /// The representation of what a reader sees of a platform with this digest, in a locale.
    pub fn new(
        platform: [u8; 32],
        locale: usize,
        access: &AccessView,
        downloads: Option<(Holder, u64)>,
    ) -> Self {
        let level = access.level();
        let settings = if level < AccessLevel::Full { access.settings().digest() } else { [0; 32] };
        Self { platform, locale, level, settings, pseudonyms_of: access.pseudonyms_of(), downloads }
    }

    /// Passes bytes to `update` that differ from those of every other representation.
    pub fn write(&self, mut update: impl FnMut(&[u8])) {
        let Self { platform, locale, level, settings, pseudonyms_of, downloads } = self;
        update(platform);
        update(&locale.to_be_bytes());
        update(&[*level as u8]);
        update(settings);
        update(&[u8::from(pseudonyms_of.is_some()), u8::from(downloads.is_some())]);
        if let Some(client) = pseudonyms_of {
            update(client.as_bytes());
        }
        if let Some((Holder { client, generation }, issue)) = downloads {
            update(client.as_bytes());
            update(&generation.to_be_bytes());
            update(&issue.to_be_bytes());
        }
    }
}
