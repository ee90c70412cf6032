//! Whether a colour of the provider is readable on the pages.

/// The background of the pages in a colour mode; `--page` in the portal's `tokens.css`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Background {
    /// The light mode.
    Light,
    /// The dark mode.
    Dark,
}

/// The minimum contrast with the page. Normal text needs 4.5 (WCAG 2.2, success criterion 1.4.3), also on the backgrounds
/// that are tinted with the colour itself, which have up to a fifth less.
const MINIMUM: f64 = 5.5;

impl Background {
    fn colour(self) -> &'static str {
        match self {
            Self::Light => "#ffffff",
            Self::Dark => "#101816",
        }
    }
}

/// Whether a colour in the form `#14604f` has enough contrast for text on the background. `false` if it has another form.
pub fn has_readable_contrast(colour: &str, background: Background) -> bool {
    let luminances = luminance(colour).zip(luminance(background.colour()));
    luminances.is_some_and(|(one, other)| (one.max(other) + 0.05) / (one.min(other) + 0.05) >= MINIMUM)
}

/// The relative luminance (WCAG 2.2) of a colour in the form `#14604f`.
fn luminance(colour: &str) -> Option<f64> {
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let channel = |start: usize| {
        let value = f64::from(u8::from_str_radix(digits.get(start..start + 2)?, 16).ok()?) / 255.0;
        Some(if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
    };
    Some(0.2126 * channel(0)? + 0.7152 * channel(2)? + 0.0722 * channel(4)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_that_can_be_read_pass() {
        assert!(has_readable_contrast("#14604f", Background::Light));
        assert!(has_readable_contrast("#86d5bb", Background::Dark));
        // The lightest grey with a contrast of 5.5 on white, and the next one.
        assert!(has_readable_contrast("#686868", Background::Light));
        assert!(!has_readable_contrast("#696969", Background::Light));
        assert!(!has_readable_contrast("#14604f", Background::Dark));
        for malformed in ["", "#fff", "14604f", "#14604g", "#14604f0", "red", "#ééé"] {
            assert!(!has_readable_contrast(malformed, Background::Light), "{malformed}");
        }
    }
}
