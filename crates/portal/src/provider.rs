//! The provider of a portal, and the values that its files contain.

use std::path::Path;

use bytes::Bytes;
use serde::Deserialize;

use super::PortalError;
use super::encoding::write_html;

/// The value of a link that the provider does not have; the portal hides links to it.
pub const OMITTED_LINK: &str = "about:invalid";

/// Declares every value with the name that the manifest uses.
macro_rules! keys {
    ($($(#[doc = $doc:literal])+ $key:ident),+ $(,)?) => {
        /// A value that differs between providers.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub enum Key { $($(#[doc = $doc])+ $key),+ }

        const KEYS: usize = [$(Key::$key),+].len();
    };
}

keys! {
    /// The name of the organisation.
    Name,
    /// The name of the software in guides.
    Product,
    /// One sentence for search results and previews.
    Tagline,
    /// The URL of the portal, without a slash at its end.
    PortalUrl,
    /// The URL of the API without its base path, without a slash at its end.
    ApiUrl,
    /// The URL of the source code.
    RepositoryUrl,
    /// The URL of the organisation.
    CompanyUrl,
    /// The URL of the discussion forum.
    ForumUrl,
    /// The URL of the profile in a social network.
    SocialUrl,
    /// The name of the social network.
    SocialNetwork,
    /// The path of the logo for light backgrounds.
    Logo,
    /// The path of the logo for dark backgrounds.
    LogoDark,
    /// The path of the icon.
    Icon,
    /// The colour of links and buttons in the light mode.
    PrimaryColour,
    /// The colour of links and buttons in the dark mode.
    PrimaryColourDark,
    /// The colour of decoration in the light mode.
    AccentColour,
    /// The colour of decoration in the dark mode.
    AccentColourDark,
    /// The announcement as HTML; blank if there is none.
    Announcement,
    /// The id of the announcement.
    AnnouncementId,
    /// The year of the copyright.
    CopyrightYear,
    /// `on` or `off`: whether readers can send requests from the API reference.
    TryIt,
    /// `on` or `off`: whether readers find the guides of those who run a platform.
    OperatorGuides,
}

/// The value of every key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values([String; KEYS]);

impl Values {
    /// The value of a key.
    pub fn get(&self, key: Key) -> &str {
        &self.0[key as usize]
    }

    fn set(&mut self, key: Key, value: impl Into<String>) {
        self.0[key as usize] = value.into();
    }
}

/// The organisation that provides the portal. Texts do not contain `<` or `>`, links are absolute URLs.
#[derive(Debug, Clone)]
pub struct Provider {
    /// Its name.
    pub name: String,
    /// The name of the software in guides.
    pub product: String,
    /// One sentence for search results and previews.
    pub tagline: String,
    /// The URL of the source code.
    pub repository_url: Option<String>,
    /// The URL of the organisation.
    pub company_url: Option<String>,
    /// The URL of the discussion forum.
    pub forum_url: Option<String>,
    /// The URL of the profile in a social network.
    pub social_url: Option<String>,
    /// The name of the social network.
    pub social_network: String,
    /// The logo for light backgrounds.
    pub logo: Option<Image>,
    /// The logo for dark backgrounds; without one, the same as for light backgrounds.
    pub logo_dark: Option<Image>,
    /// The icon of the pages.
    pub icon: Option<Image>,
    /// The colours of the light mode.
    pub light: Colours,
    /// The colours of the dark mode.
    pub dark: Colours,
    /// The announcement as text, in which `[text](URL)` is a link.
    pub announcement: Option<String>,
    /// Its id. Readers who closed an announcement see it again if the id changes.
    pub announcement_id: String,
    /// The year of the copyright.
    pub copyright_year: u64,
    /// Whether readers can send requests from the API reference.
    pub try_it: bool,
    /// Whether readers find the guides of those who run a platform.
    pub operator_guides: bool,
}

/// The colours of a colour mode, in the form `#14604f`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colours {
    /// Links, buttons and selected items.
    pub primary: String,
    /// Decoration and illustrations, never text.
    pub accent: String,
}

/// An image of the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The extension of its file, which determines its media type.
    pub extension: &'static str,
    /// Its content.
    pub content: Bytes,
}

/// The Content-Security-Policy of the provider's images, which could be SVG with scripts.
pub const IMAGE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Image types that all browsers show, by extension.
const IMAGE_TYPES: [&str; 3] = ["svg", "png", "webp"];

impl Image {
    /// Reads an image.
    pub fn read(path: &Path) -> Result<Self, PortalError> {
        let found = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let extension = IMAGE_TYPES.into_iter().find(|known| found.as_deref() == Some(known));
        let extension = extension.ok_or_else(|| PortalError::ImageType(path.to_owned()))?;
        let failed = |cause| PortalError::Unreadable { path: path.to_owned(), cause };
        Ok(Self { extension, content: std::fs::read(path).map_err(failed)?.into() })
    }
}

impl Provider {
    /// The provider's images with their paths.
    pub fn images(&self) -> impl Iterator<Item = (String, &Image)> {
        let images = [("logo", &self.logo), ("logo-dark", &self.logo_dark), ("icon", &self.icon)];
        images.into_iter().filter_map(|(name, image)| {
            let image = image.as_ref()?;
            Some((image_path(name, image), image))
        })
    }

    /// The values of this provider for a portal and an API at these URLs, which have no slash at their end.
    pub fn values(&self, portal_url: &str, api_url: &str) -> Values {
        let mut values = Values(Default::default());
        let link = |link: &Option<String>| link.clone().unwrap_or_else(|| OMITTED_LINK.to_owned());
        let image = |name: &str, image: Option<&Image>, default: &str| {
            image.map_or_else(|| default.to_owned(), |image| image_path(name, image))
        };
        let logo = image("logo", self.logo.as_ref(), "/img/logo.svg");
        let dark_default = if self.logo.is_some() { &logo } else { "/img/logo-dark.svg" };
        values.set(Key::Name, &self.name);
        values.set(Key::Product, &self.product);
        values.set(Key::Tagline, &self.tagline);
        values.set(Key::PortalUrl, portal_url);
        values.set(Key::ApiUrl, api_url);
        values.set(Key::RepositoryUrl, link(&self.repository_url));
        values.set(Key::CompanyUrl, link(&self.company_url));
        values.set(Key::ForumUrl, link(&self.forum_url));
        values.set(Key::SocialUrl, link(&self.social_url));
        values.set(Key::SocialNetwork, &self.social_network);
        values.set(Key::LogoDark, image("logo-dark", self.logo_dark.as_ref(), dark_default));
        values.set(Key::Logo, logo);
        values.set(Key::Icon, image("icon", self.icon.as_ref(), "/img/icon.svg"));
        values.set(Key::PrimaryColour, &self.light.primary);
        values.set(Key::AccentColour, &self.light.accent);
        values.set(Key::PrimaryColourDark, &self.dark.primary);
        values.set(Key::AccentColourDark, &self.dark.accent);
        values
            .set(Key::Announcement, self.announcement.as_deref().map(announcement_html).unwrap_or_default());
        values.set(Key::AnnouncementId, &self.announcement_id);
        values.set(Key::CopyrightYear, self.copyright_year.to_string());
        let switch = |is_on: bool| if is_on { "on" } else { "off" };
        values.set(Key::TryIt, switch(self.try_it));
        values.set(Key::OperatorGuides, switch(self.operator_guides));
        values
    }
}

fn image_path(name: &str, image: &Image) -> String {
    format!("/provider/{name}.{}", image.extension)
}

/// The HTML of an announcement: text, in which `[text](URL)` is a link to a path or an `http` or `https` URL. Everything
/// else is escaped.
fn announcement_html(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, label, url, after)) = next_link(rest) {
        write_text(before, &mut html);
        html.push_str("<a href=\"");
        write_html(url, &mut html);
        html.push_str("\">");
        write_text(label, &mut html);
        html.push_str("</a>");
        rest = after;
    }
    write_text(rest, &mut html);
    html
}

/// Text between elements. Only there, spaces may stay as they are.
fn write_text(text: &str, html: &mut String) {
    let mut words = text.split(' ');
    write_html(words.next().unwrap_or_default(), html);
    for word in words {
        html.push(' ');
        write_html(word, html);
    }
}

/// The first link of a text: what is before it, its label, its URL, and what is after it.
fn next_link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (middle, _) = text.match_indices("](").find(|(middle, _)| {
        let url = &text[middle + 2..];
        url.starts_with('/') && !url.starts_with("//")
            || url.starts_with("https://")
            || url.starts_with("http://")
    })?;
    let (before, label) = text[..middle].rsplit_once('[')?;
    let (url, after) = text[middle + 2..].split_once(')')?;
    Some((before, label, url, after))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn announcements_are_text_with_links() {
        for (text, html) in [
            ("Plain <b>text</b> & more", "Plain &#60;b&#62;text&#60;/b&#62; &#38; more"),
            ("See [the news](/blog/a).", "See <a href=\"/blog/a\">the news</a>."),
            (
                "[A](https://a.example/?b&c) [B](http://b.example)",
                "<a href=\"https://a.example/?b&#38;c\">A</a> <a href=\"http://b.example\">B</a>",
            ),
            ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
            ("[x](//evil.example)", "[x](//evil.example)"),
            ("[x](/a\" onclick=\"b)", "<a href=\"/a&#34;&#32;onclick&#61;&#34;b\">x</a>"),
            ("](/a) [b", "](/a) [b"),
            ("[unfinished](/a", "[unfinished](/a"),
        ] {
            assert_eq!(announcement_html(text), html, "{text}");
        }
    }

    #[test]
    fn only_images_that_browsers_show_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("logo.SVG"), "<svg/>").unwrap();
        std::fs::write(path("logo.txt"), "text").unwrap();
        assert_eq!(Image::read(&path("logo.SVG")).unwrap().extension, "svg");
        assert!(
            Image::read(&path("logo.txt"))
                .unwrap_err()
                .to_string()
                .contains("expected a file whose name ends in")
        );
        assert!(Image::read(&path("missing.png")).unwrap_err().to_string().starts_with("failed to read"));
    }
}
