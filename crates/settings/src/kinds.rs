//! The kinds of values of settings, and their parsers.

use std::net::SocketAddr;
use std::path::PathBuf;

use folkmoot_ballots::pabulib::RULES;
use folkmoot_export::Format;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::facets::DEGREE_DECIMALS;
use folkmoot_portal::{Background, has_readable_contrast};
use folkmoot_store::access::{ShareableFields, VoteResults};
use folkmoot_store::platform::parse_time_zone;
use http::{HeaderName, HeaderValue};
use jiff::Timestamp;
use jiff::civil::Time;
use tracing_subscriber::EnvFilter;
use uuid::Uuid;

use super::checks::{
    database_url, host, is_colour, is_contact, is_file_storage, is_https, is_issuer, is_language_tag,
    is_line, is_link, is_mail_address, is_smtp_url, names_levels, root_url, url,
};
use super::values::{AccessLogTarget, AddressDetail, LogFormat, Migrations, PortalSource, S3Downloads};
use super::{Network, WebOrigin};

/// Maximum of all numbers. It is small enough that conversions of units cannot overflow.
const MAX_NUMBER: u64 = 1_000_000;
/// The greatest number of days.
const MAX_DAYS: u64 = 3_650;

/// The value that leaves something out.
const OFF: &str = "off";

/// A kind of value with its parser.
pub struct Kind<T> {
    /// The placeholder of the value in `--help`.
    pub placeholder: &'static str,
    /// A description of valid values, which ends the phrase "expected …".
    pub expected: &'static str,
    /// Parses a value; `None` if it is invalid. The text has no white space around it, and is blank if an optional setting
    /// is not set.
    pub read: fn(&str) -> Option<T>,
}

pub const ADDRESS_AND_PORT: Kind<SocketAddr> = Kind {
    placeholder: "ADDRESS:PORT",
    expected: "an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080",
    read: |text| text.parse().ok(),
};

pub const OPTIONAL_ADDRESS_AND_PORT: Kind<Option<SocketAddr>> = Kind {
    placeholder: ADDRESS_AND_PORT.placeholder,
    expected: ADDRESS_AND_PORT.expected,
    read: |text| match text {
        "" => Some(None),
        _ => (ADDRESS_AND_PORT.read)(text).map(Some),
    },
};

pub const PATH: Kind<PathBuf> = Kind {
    placeholder: "FOLDER",
    expected: "the path of a folder",
    read: |text| (!text.is_empty()).then(|| PathBuf::from(text)),
};

pub const OPTIONAL_PATH: Kind<Option<PathBuf>> = Kind {
    placeholder: PATH.placeholder,
    expected: PATH.expected,
    read: |text| match text {
        "" => Some(None),
        _ => (PATH.read)(text).map(Some),
    },
};

pub const PORTAL: Kind<PortalSource> = Kind {
    placeholder: PATH.placeholder,
    expected: "the path of a folder, or off",
    read: |text| match text {
        "" => Some(PortalSource::Embedded),
        OFF => Some(PortalSource::Off),
        _ => Some(PortalSource::Folder(text.into())),
    },
};

pub const PROVIDER_TEXT: Kind<String> = Kind {
    placeholder: TEXT.placeholder,
    expected: "a non-blank line of at most 200 characters without < and >",
    read: |text| is_line(text).then(|| text.to_owned()),
};

pub const OPTIONAL_LINE: Kind<Option<String>> = Kind {
    placeholder: PROVIDER_TEXT.placeholder,
    expected: PROVIDER_TEXT.expected,
    read: |text| match text {
        "" => Some(None),
        _ => (PROVIDER_TEXT.read)(text).map(Some),
    },
};

pub const ABSOLUTE_URI: Kind<Option<String>> = Kind {
    placeholder: "URI",
    expected: "an absolute URI, such as https://creativecommons.org/licenses/by/4.0/",
    read: |text| match text {
        "" => Some(None),
        _ => is_link(text).then(|| Some(text.to_owned())),
    },
};

pub const ABSOLUTE_URIS: Kind<Vec<String>> = Kind {
    placeholder: "URIS",
    expected: "absolute URIs separated by commas, such as http://sws.geonames.org/2797656/",
    read: |text| list(text, |uri| is_link(uri).then(|| uri.to_owned())),
};

pub const CONTACT_URI: Kind<Option<String>> = Kind {
    placeholder: "URI",
    expected: "mailto: with an email address, or an https:// URL",
    read: |text| match text {
        "" => Some(None),
        _ => (is_contact(text) && !text.starts_with("tel:")).then(|| Some(text.to_owned())),
    },
};

pub const FREQUENCY: Kind<String> = Kind {
    placeholder: "CODE",
    expected: "a code of the EU's table of frequencies, such as DAILY, WEEKLY or MONTHLY",
    read: |text| {
        let is_code = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        (!text.is_empty() && text.len() <= 40 && text.bytes().all(is_code)).then(|| text.to_owned())
    },
};

pub const ANNOUNCEMENT: Kind<Option<String>> = Kind {
    placeholder: TEXT.placeholder,
    expected: "a line of at most 200 characters without < and >, in which [text](URL) is a link, or off",
    read: |text| match text {
        "" | OFF => Some(None),
        _ => (PROVIDER_TEXT.read)(text).map(Some),
    },
};

pub const LINK: Kind<Option<String>> = Kind {
    placeholder: "URL",
    expected: "an absolute URL, such as https://www.example.org, or off",
    read: |text| match text {
        "" | OFF => Some(None),
        _ => is_link(text).then(|| Some(text.to_owned())),
    },
};

pub const COLOUR: Kind<String> = Kind {
    placeholder: "COLOUR",
    expected: "a colour such as #e39a2d",
    read: |text| is_colour(text).then(|| text.to_owned()),
};

pub const PRIMARY_COLOUR: Kind<String> = Kind {
    placeholder: COLOUR.placeholder,
    expected: "a colour such as #14604f that is dark enough to read text in it on white (contrast 5.5 or more)",
    read: |text| has_readable_contrast(text, Background::Light).then(|| text.to_owned()),
};

pub const PRIMARY_COLOUR_DARK: Kind<String> = Kind {
    placeholder: COLOUR.placeholder,
    expected: "a colour such as #86d5bb that is light enough to read text in it on #101816 (contrast 5.5 or more)",
    read: |text| has_readable_contrast(text, Background::Dark).then(|| text.to_owned()),
};

pub const ON_OFF: Kind<bool> = Kind {
    placeholder: "on|off",
    expected: "on or off",
    read: |text| match text {
        "on" | "true" => Some(true),
        OFF | "false" => Some(false),
        _ => None,
    },
};

pub const DATABASE_URL: Kind<Option<String>> = Kind {
    placeholder: "URL",
    expected: "a URL that starts with postgres:// or postgresql://",
    read: |text| match text {
        "" => Some(None),
        _ => database_url(text).map(Some),
    },
};

pub const REPLICA_URLS: Kind<Vec<String>> = Kind {
    placeholder: "URLS",
    expected: "URLs that start with postgres:// or postgresql://, separated by spaces",
    read: |text| text.split_whitespace().map(database_url).collect(),
};

pub const OPTIONAL_FILE: Kind<Option<PathBuf>> =
    Kind { placeholder: "FILE", expected: "the path of a file", read: OPTIONAL_PATH.read };

pub const MIGRATIONS: Kind<Migrations> = Kind {
    placeholder: "WHEN",
    expected: "start or separately",
    read: |text| match text {
        "start" => Some(Migrations::Start),
        "separately" => Some(Migrations::Separately),
        _ => None,
    },
};

pub const URL: Kind<Option<String>> = Kind {
    placeholder: "URL",
    expected: "an absolute URL without a query, such as https://participate.example.org",
    read: |text| match text {
        "" => Some(None),
        _ => url(text).map(Some),
    },
};

pub const ROOT_URL: Kind<Option<String>> = Kind {
    placeholder: "URL",
    expected: "the URL of a host without a path, such as https://participate.example.org, because links, assets and metadata of the \
               server are at the root of its host",
    read: |text| match text {
        "" => Some(None),
        _ => root_url(text).map(Some),
    },
};

pub const NUMBER: Kind<u64> = Kind {
    placeholder: "NUMBER",
    expected: "an integer from 0 to 1000000",
    read: |text| text.parse().ok().filter(|number| *number <= MAX_NUMBER),
};

pub const OPTIONAL_NUMBER: Kind<Option<u64>> = Kind {
    placeholder: NUMBER.placeholder,
    expected: NUMBER.expected,
    read: |text| match text {
        "" => Some(None),
        _ => (NUMBER.read)(text).map(Some),
    },
};

pub const POSITIVE_NUMBER: Kind<u64> = Kind {
    placeholder: "NUMBER",
    expected: "an integer from 1 to 1000000",
    read: |text| (NUMBER.read)(text).filter(|number| *number >= 1),
};

pub const DAYS: Kind<u64> = Kind {
    placeholder: "DAYS",
    expected: "an integer from 1 to 3650",
    read: |text| text.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days)),
};

pub const TIME_OF_DAY: Kind<Option<Time>> = Kind {
    placeholder: "HH:MM",
    expected: "a time of day such as 02:30",
    read: |text| match text {
        "" => Some(None),
        _ => Time::strptime("%H:%M", text).ok().map(Some),
    },
};

pub const EXPORT_LEVELS: Kind<Vec<AccessLevel>> = Kind {
    placeholder: "LEVELS",
    expected: "access levels separated by commas: public, anonymous or full; export-clients names the clients of the level \
               pseudonymous",
    read: |text| {
        list(text, |name| AccessLevel::parse(name).filter(|level| *level != AccessLevel::Pseudonymous))
    },
};

pub const CLIENT_IDS: Kind<Vec<Uuid>> = Kind {
    placeholder: "IDS",
    expected: "ids of clients separated by commas",
    read: |text| list(text, |id| Uuid::try_parse(id).ok()),
};

pub const EXPORT_FORMATS: Kind<Vec<Format>> = Kind {
    placeholder: "FORMATS",
    expected: "formats separated by commas: parquet, csv, ndjson or sqlite",
    read: |text| list(text, Format::parse).filter(|formats| !formats.is_empty()),
};

pub const LARGE_NUMBER: Kind<u64> = Kind {
    placeholder: "NUMBER",
    expected: "an integer from 0 to 1000000000",
    read: |text| text.parse().ok().filter(|number| *number <= MAX_NUMBER * 1_000),
};

pub const OPTIONAL_AMOUNT: Kind<Option<u64>> = Kind {
    placeholder: "NUMBER",
    expected: "a whole number",
    read: |text| match text {
        "" => Some(None),
        _ => text.parse().ok().map(Some),
    },
};

pub const PABULIB_RULE: Kind<&'static str> = Kind {
    placeholder: "RULE",
    expected: "greedy, greedy-no-skip, greedy-threshold, greedy-exclusive, greedy-custom, equalshares, equalshares-comparison, \
               equalshares/add1, equalshares/add1-comparison or unknown",
    read: |text| RULES.find(text),
};

pub const VOTE_RESULTS: Kind<VoteResults> = Kind {
    placeholder: "WHEN",
    expected: "after-phase, always or never",
    read: |text| VoteResults::ALL.into_iter().find(|value| value.name() == text),
};

pub const SHAREABLE_FIELDS: Kind<ShareableFields> = Kind {
    placeholder: "FIELDS",
    expected: "answers of users and ideas by key, separated by commas, such as users.gender,ideas.age_group",
    read: ShareableFields::parse,
};

pub const COORDINATE_DECIMALS: Kind<u8> = Kind {
    placeholder: "NUMBER",
    expected: "an integer from 0 to 7",
    read: |text| text.parse().ok().filter(|number| *number <= DEGREE_DECIMALS),
};

pub const TIME_ZONE: Kind<Option<String>> = Kind {
    placeholder: "NAME",
    expected: "a name of the IANA time zone database, such as Europe/Brussels",
    read: |text| match text {
        "" => Some(None),
        _ => parse_time_zone(text).map(|(name, _)| Some(name)),
    },
};

pub const LOG_FORMAT: Kind<LogFormat> = Kind {
    placeholder: "FORMAT",
    expected: "text or json",
    read: |text| match text {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    },
};

pub const LOG_LEVEL: Kind<String> = Kind {
    placeholder: "LEVEL",
    expected: "error, warn, info, debug, trace, or directives such as info,folkmoot_import=debug",
    read: |text| {
        (!text.is_empty() && EnvFilter::builder().parse(text).is_ok() && names_levels(text))
            .then(|| text.to_owned())
    },
};

pub const ACCESS_LOG: Kind<Option<AccessLogTarget>> = Kind {
    placeholder: "FILE|stdout",
    expected: "the path of a file, or stdout",
    read: |text| match text {
        "" => Some(None),
        "stdout" => Some(Some(AccessLogTarget::Stdout)),
        _ => Some(Some(AccessLogTarget::File(text.into()))),
    },
};

pub const ADDRESS_DETAIL: Kind<AddressDetail> = Kind {
    placeholder: "DETAIL",
    expected: "none, network or full",
    read: |text| match text {
        "none" => Some(AddressDetail::None),
        "network" => Some(AddressDetail::Network),
        "full" => Some(AddressDetail::Full),
        _ => None,
    },
};

pub const TEXT: Kind<String> = Kind {
    placeholder: "TEXT",
    expected: "a non-blank string",
    read: |text| (!text.is_empty()).then(|| text.to_owned()),
};

pub const OPTIONAL_TEXT: Kind<Option<String>> = Kind {
    placeholder: TEXT.placeholder,
    expected: "a string",
    read: |text| Some((!text.is_empty()).then(|| text.to_owned())),
};

pub const KEYS_SECRET: Kind<Option<String>> = Kind {
    placeholder: TEXT.placeholder,
    expected: "at least 32 characters",
    read: |text| match text.chars().count() {
        0 => Some(None),
        length => (length >= 32).then(|| Some(text.to_owned())),
    },
};

pub const METRICS_TOKEN: Kind<Option<String>> = Kind {
    placeholder: TEXT.placeholder,
    expected: "at least 32 visible ASCII characters",
    read: |text| match text.len() {
        0 => Some(None),
        length => {
            let is_token = length >= 32 && text.bytes().all(|byte| byte.is_ascii_graphic());
            is_token.then(|| Some(text.to_owned()))
        }
    },
};

pub const HEADERS: Kind<Vec<(HeaderName, HeaderValue)>> = Kind {
    placeholder: "HEADERS",
    expected: "headers as NAME=VALUE, separated by commas",
    read: |text| text.split(',').map(str::trim).filter(|header| !header.is_empty()).map(header).collect(),
};

pub const RATIO: Kind<f64> = Kind {
    placeholder: "RATIO",
    expected: "a number from 0 to 1",
    read: |text| text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio)),
};

/// Reads `NAME=VALUE`.
fn header(text: &str) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = text.split_once('=')?;
    let mut value = HeaderValue::from_str(value.trim()).ok()?;
    value.set_sensitive(true);
    Some((HeaderName::from_bytes(name.trim().as_bytes()).ok()?, value))
}

pub const FILE_STORAGE: Kind<Option<String>> = Kind {
    placeholder: "LOCATION",
    expected: "the path of a folder or s3://bucket/prefix",
    read: |text| match text {
        "" => Some(None),
        _ => is_file_storage(text).then(|| Some(text.trim_end_matches('/').to_owned())),
    },
};

pub const S3_DOWNLOADS: Kind<S3Downloads> = Kind {
    placeholder: "MODE",
    expected: "stream or redirect",
    read: |text| match text {
        "stream" => Some(S3Downloads::Stream),
        "redirect" => Some(S3Downloads::Redirect),
        _ => None,
    },
};

pub const NETWORKS: Kind<Vec<Network>> = Kind {
    placeholder: "NETWORKS",
    expected: "IP addresses or networks separated by commas, such as 10.0.0.0/8,::1",
    read: |text| list(text, |network| network.parse().ok()),
};

pub const HOSTS: Kind<Vec<String>> = Kind {
    placeholder: "HOSTS",
    expected: "hosts separated by commas, such as files.example.org,cdn.example.org:8443, each without a scheme and a path",
    read: |text| list(text, host),
};

pub const ORIGINS: Kind<Vec<WebOrigin>> = Kind {
    placeholder: "ORIGINS",
    expected: "origins separated by commas, such as https://map.example.org, each with http or https and without a path or \
               a slash at its end",
    read: |text| list(text, WebOrigin::parse),
};

pub const CONTACTS: Kind<Vec<String>> = Kind {
    placeholder: "URLS",
    expected: "URLs separated by commas, each starting with mailto:, https:// or tel:",
    read: |text| list(text, |url| is_contact(url).then(|| url.to_owned())),
};

pub const MAIL_ADDRESSES: Kind<Vec<String>> = Kind {
    placeholder: "ADDRESSES",
    expected: "email addresses separated by commas, such as data@city.example",
    read: |text| list(text, |address| is_mail_address(address).then(|| address.to_owned())),
};

pub const MAIL_ADDRESS: Kind<Option<String>> = Kind {
    placeholder: "ADDRESS",
    expected: "an email address, such as folkmoot@city.example",
    read: |text| match text {
        "" => Some(None),
        _ => is_mail_address(text).then(|| Some(text.to_owned())),
    },
};

pub const SMTP_URL: Kind<Option<String>> = Kind {
    placeholder: "URL",
    expected: "a URL such as smtps://user:password@mail.city.example, or smtp://mail.city.example:587?tls=required",
    read: |text| match text {
        "" => Some(None),
        _ => is_smtp_url(text).then(|| Some(text.to_owned())),
    },
};

pub const OPTIONAL_TIMESTAMP: Kind<Option<Timestamp>> = Kind {
    placeholder: "TIMESTAMP",
    expected: "a date and time such as 2027-12-31T23:00:00Z",
    read: |text| match text {
        "" => Some(None),
        _ => text.parse().ok().map(Some),
    },
};

pub const HTTPS_URL: Kind<Option<String>> = Kind {
    placeholder: "URL",
    expected: "a URL that starts with https://",
    read: |text| match text {
        "" => Some(None),
        _ => is_https(text).then(|| Some(text.to_owned())),
    },
};

pub const ISSUER: Kind<Option<String>> = Kind {
    placeholder: "URL",
    expected: "a URL that starts with https://, or with http:// and a loopback address",
    read: |text| match text {
        "" => Some(None),
        _ => is_issuer(text).then(|| Some(text.to_owned())),
    },
};

pub const TEXTS: Kind<Vec<String>> = Kind {
    placeholder: "TEXTS",
    expected: "non-blank strings separated by commas",
    read: |text| list(text, |text| (TEXT.read)(text)),
};

pub const LANGUAGES: Kind<Vec<String>> = Kind {
    placeholder: "LANGUAGES",
    expected: "language tags separated by commas, such as en,nl-BE",
    read: |text| list(text, |tag| is_language_tag(tag).then(|| tag.to_owned())),
};

/// Parses values that are separated by commas; `None` if one is invalid.
fn list<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    match text {
        "" => Some(Vec::new()),
        _ => text.split(',').map(|value| read(value.trim())).collect(),
    }
}
