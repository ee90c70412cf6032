//! Checks of the texts of settings.

use http::Uri;

/// Whether a text is an absolute URL with TLS.
pub fn is_https(text: &str) -> bool {
    text.starts_with("https://") && is_link(text)
}

/// Whether a text is the URL of an `OpenID` provider. Without TLS, anyone in the network could issue identities.
pub fn is_issuer(text: &str) -> bool {
    let is_loopback = |host: &str| ["127.0.0.1", "[::1]", "localhost"].contains(&host);
    let host = || text.parse::<Uri>().ok().and_then(|url| url.host().map(str::to_owned));
    is_https(text) || (is_link(text) && host().is_some_and(|host| is_loopback(&host)))
}

/// Whether a text is a contact of `security.txt`: an `https`, `mailto` or `tel` URL.
pub fn is_contact(text: &str) -> bool {
    let has_target = |scheme: &str, required: &str| {
        text.strip_prefix(scheme).is_some_and(|target| target.contains(required) && !target.contains(' '))
    };
    is_line(text) && (is_https(text) || has_target("mailto:", "@") || has_target("tel:", "+"))
}

/// Whether a text has the form of an email address.
pub fn is_mail_address(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>()[],;:\\\"@".contains(&byte))
    };
    text.rsplit_once('@').is_some_and(|(name, host)| is_part(name) && is_part(host))
}

/// Whether a text is the URL of a mail server.
pub fn is_smtp_url(text: &str) -> bool {
    let url = text.parse::<Uri>().ok();
    let has_host = |url: &Uri| url.host().is_some_and(|host| !host.is_empty());
    url.is_some_and(|url| matches!(url.scheme_str(), Some("smtp" | "smtps")) && has_host(&url))
}

/// Whether a text has the form of a language tag (RFC 5646), such as `nl-BE`.
pub fn is_language_tag(text: &str) -> bool {
    let is_subtag = |subtag: &str| {
        (1..=8).contains(&subtag.len()) && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.split('-').all(is_subtag)
}

/// The URL of a PostgreSQL database; `None` if the text is not one.
pub fn database_url(text: &str) -> Option<String> {
    let rest = text.strip_prefix("postgres://").or_else(|| text.strip_prefix("postgresql://"))?;
    (!rest.is_empty()).then(|| text.to_owned())
}

/// Whether a text can be shown in the portal: one line, not blank, without the characters that delimit HTML elements.
pub fn is_line(text: &str) -> bool {
    (1..=200).contains(&text.chars().count())
        && !text.contains(|c: char| c.is_control() || c == '<' || c == '>')
}

/// Whether a text is an absolute URL, which may have a query and a fragment.
pub fn is_link(text: &str) -> bool {
    let without_fragment = text.split('#').next().unwrap_or_default();
    let url: Option<Uri> = without_fragment.parse().ok();
    is_line(text)
        && url.is_some_and(|url| {
            matches!(url.scheme_str(), Some("http" | "https"))
                && url.host().is_some_and(|host| !host.is_empty())
        })
}

/// Whether a text is a colour such as `#14604f`.
pub fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// An absolute URL without a slash at its end, a query or a user; `None` if the text is not one.
pub fn url(text: &str) -> Option<String> {
    let url: Uri = text.parse().ok()?;
    let authority = url.authority()?;
    let is_absolute = matches!(url.scheme_str(), Some("http" | "https")) && !authority.host().is_empty();
    let is_plain = url.query().is_none() && !text.contains(['#', '@']);
    (is_absolute && is_plain).then(|| text.trim_end_matches('/').to_owned())
}

/// The URL of a host, without a path; `None` if the text is not one.
pub fn root_url(text: &str) -> Option<String> {
    url(text).filter(|url| url.matches('/').count() == 2)
}

/// A host with or without a port, as a URL has them: in lower case, internationalised names encoded; `None` if the text is not
/// one.
pub fn host(text: &str) -> Option<String> {
    let parse = |scheme: &str| reqwest::Url::parse(&format!("{scheme}://{text}")).ok();
    let (http, https) = (parse("http")?, parse("https")?);
    let is_host = !text.is_empty() && !text.contains(['/', '\\', '?', '#', '@', '*']);
    let is_host = is_host && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    // A URL does not show the default port of its scheme.
    let port = http.port().or(https.port()).map(|port| format!(":{port}")).unwrap_or_default();
    Some(format!("{}{port}", http.host_str()?)).filter(|_| is_host)
}

/// Whether a text is a folder, which has no scheme, or an S3 bucket with a name.
pub fn is_file_storage(text: &str) -> bool {
    match text.split_once("://") {
        None => true,
        Some((scheme, bucket)) => scheme == "s3" && !bucket.starts_with('/') && !bucket.is_empty(),
    }
}

/// Whether every directive contains a level. `EnvFilter` would read a misspelt level such as `inof` as a target and log
/// nothing.
pub fn names_levels(directives: &str) -> bool {
    directives.split(',').map(str::trim).all(|directive| {
        let level = directive.rsplit(['=', ']']).next().unwrap_or(directive);
        directive.contains('[')
            || ["off", "error", "warn", "info", "debug", "trace"].contains(&level.to_lowercase().as_str())
    })
}
