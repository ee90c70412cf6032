//! The provider of the portal according to the settings.

use std::path::PathBuf;

use folkmoot_portal::{Colours, Image, Provider};
use folkmoot_settings::{Settings, UnusableSetting};

/// The provider that the settings describe. Reads its images.
pub fn provider(settings: &Settings) -> Result<Provider, UnusableSetting> {
    let settings = settings.clone();
    let image = |setting, path: Option<PathBuf>| {
        path.as_deref().map(Image::read).transpose().map_err(|error| UnusableSetting::new(setting, error))
    };
    Ok(Provider {
        name: settings.provider_name,
        product: settings.provider_product,
        tagline: settings.provider_tagline,
        repository_url: settings.provider_repository_url,
        company_url: settings.provider_company_url,
        forum_url: settings.provider_forum_url,
        social_url: settings.provider_social_url,
        social_network: settings.provider_social_network,
        logo: image("provider-logo", settings.provider_logo)?,
        logo_dark: image("provider-logo-dark", settings.provider_logo_dark)?,
        icon: image("provider-icon", settings.provider_icon)?,
        light: Colours { primary: settings.provider_primary_colour, accent: settings.provider_accent_colour },
        dark: Colours {
            primary: settings.provider_primary_colour_dark,
            accent: settings.provider_accent_colour_dark,
        },
        announcement: settings.provider_announcement,
        announcement_id: settings.provider_announcement_id,
        copyright_year: settings.provider_copyright_year,
        try_it: settings.provider_try_it,
        operator_guides: !settings.provider_hide_operator_guides,
    })
}
