//! Where the signing keys of a platform are stored.

use std::sync::Arc;

use folkmoot_authentication::keys::{self, Keys, KeysError};
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use jiff::Timestamp;

/// Opens the signing keys: in the data directory beside an embedded database, else in the database that servers share.
pub fn open(settings: &Settings, store: &Arc<Store>, now: Timestamp) -> Result<Keys, KeysError> {
    if store.is_embedded() {
        return Keys::open(keys::KeyDirectory(settings.data.join("keys")), now);
    }
    Keys::open(keys::KeyTable::new(Arc::clone(store), settings.keys_secret.as_deref())?, now)
}
