//! What the console shows of the provider: its files `provider.js` and `provider.css`, which the build has with default values, and images.

use bytes::Bytes;
use folkmoot_portal::{Key, Provider};
use serde::Serialize;

use super::CONSOLE_PATH;

/// The path of the provider's images below [`CONSOLE_PATH`].
pub const IMAGES_PATH: &str = "/provider/";

/// The value of the global variable in `provider.js`; `console/src/provider.ts` has its type.
#[derive(Serialize)]
struct Shown<'a> {
    name: &'a str,
    product: &'a str,
    /// Paths of images; `None` without one of the provider.
    logo: Option<String>,
    logo_dark: Option<String>,
    icon: Option<String>,
}

/// The files of the provider, by their paths below [`CONSOLE_PATH`].
pub fn files(provider: &Provider) -> Vec<(String, Bytes)> {
    let images = provider.images().map(|(path, image)| (path, image.content.clone()));
    let own = [("/provider.js", script(provider)), ("/provider.css", style(provider))];
    images.chain(own.map(|(path, text)| (path.to_owned(), text.into()))).collect()
}

fn script(provider: &Provider) -> String {
    let values = provider.values("", "");
    let path = |key| format!("{CONSOLE_PATH}{}", values.get(key));
    let logo = provider.logo.as_ref();
    let shown = Shown {
        name: &provider.name,
        product: &provider.product,
        logo: logo.map(|_| path(Key::Logo)),
        logo_dark: logo.map(|_| path(Key::LogoDark)),
        icon: provider.icon.as_ref().map(|_| path(Key::Icon)),
    };
    format!("folkmootProvider={}", serde_json::json!(shown))
}

/// The settings check the form of the colours, and their contrast.
fn style(provider: &Provider) -> String {
    let rule = |selector: &str, primary: &str, accent: &str| {
        format!("{selector}{{--provider-primary:{primary};--provider-accent:{accent}}}")
    };
    let (light, dark) = (&provider.light, &provider.dark);
    rule(":root", &light.primary, &light.accent) + &rule("[data-theme=dark]", &dark.primary, &dark.accent)
}
