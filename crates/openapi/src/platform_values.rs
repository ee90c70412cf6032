//! What the document of one platform contains in addition to what all platforms have.

use folkmoot_settings::{SETTINGS, Settings};
use serde_json::{Value, json};

/// The values of a provider and of a platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformValues {
    /// The name of the software.
    pub product: String,
    /// The organisation that provides the API.
    pub provider: String,
    /// The URL of the organisation.
    pub provider_url: Option<String>,
    /// The locales of the platform, starting with the default one; empty if the document is not that of a platform.
    pub locales: Vec<String>,
}

impl PlatformValues {
    /// The values of the settings, and the locales of the platform.
    pub fn new(settings: &Settings, locales: Vec<String>) -> Self {
        Self {
            product: settings.provider_product.clone(),
            provider: settings.provider_name.clone(),
            provider_url: settings.provider_company_url.clone(),
            locales,
        }
    }

    /// The contact object of the document.
    pub fn contact(&self) -> Value {
        let mut contact = json!({ "name": self.provider });
        if let Some(url) = &self.provider_url {
            contact["url"] = json!(url);
        }
        contact
    }

    /// Whether a text of an example is in a locale that the platform has.
    pub fn has_locale(&self, locale: &str) -> bool {
        self.locales.is_empty() || self.locales.iter().any(|known| known == locale)
    }
}

impl Default for PlatformValues {
    /// The default settings, without a platform.
    fn default() -> Self {
        let setting = |name| SETTINGS.iter().find(|it| it.name() == name).map_or("", |it| it.default);
        Self {
            product: setting("provider-product").to_owned(),
            provider: setting("provider-name").to_owned(),
            provider_url: Some(setting("provider-company-url").to_owned()),
            locales: Vec::new(),
        }
    }
}
