//! What a client or a token may do, as the scope of OAuth 2.0 (RFC 6749, section 3.3).
//!
//! A scope is an access level and permissions: `access:full read:ideas write:files`. Every route declares the permissions that
//! it requires, and [`Caller`](super::caller::Caller) compares them with the scope of the request: what both the client now has
//! and the token was granted.

use std::fmt;
use std::sync::Arc;

use folkmoot_model::access::{AccessLevel, ResourceSet};
use folkmoot_model::resources::{FILES, RESOURCES};
use folkmoot_store::clients::Client;
use folkmoot_store::usage::RefusalReason;
use http::{HeaderValue, header};

use super::problem::Problem;
use super::problem_table::INSUFFICIENT_ACCESS;

/// The prefix of access levels.
const ACCESS: &str = "access:";

/// A permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// To read the records and tombstones of the resource with this plural name.
    Read(&'static str),
    /// To upload, change and delete files.
    WriteFiles,
}

impl Permission {
    /// Every permission, in the order of scopes.
    pub fn all() -> impl Iterator<Item = Self> {
        RESOURCES.iter().map(|resource| Self::Read(resource.names.plural)).chain([Self::WriteFiles])
    }

    /// The plural name of the resource that it concerns.
    fn resource(self) -> &'static str {
        match self {
            Self::Read(plural) => plural,
            Self::WriteFiles => FILES.names.plural,
        }
    }

    /// Whether clients of a level can have the permission.
    fn is_possible_at(self, level: AccessLevel) -> bool {
        self != Self::WriteFiles || level == AccessLevel::Full
    }

    /// Whether this is its text in a scope.
    fn has_text(self, text: &str) -> bool {
        match self {
            Self::Read(plural) => text.strip_prefix("read:") == Some(plural),
            Self::WriteFiles => text.strip_prefix("write:") == Some(FILES.names.plural),
        }
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(plural) => write!(formatter, "read:{plural}"),
            Self::WriteFiles => write!(formatter, "write:{}", FILES.names.plural),
        }
    }
}

/// Every value of a scope, with its meaning.
pub fn values() -> impl Iterator<Item = (String, String)> {
    let levels = AccessLevel::ALL
        .map(|level| (format!("{ACCESS}{level}"), level.description().to_owned()))
        .into_iter();
    let permissions = Permission::all().map(|permission| {
        let meaning = match permission {
            Permission::Read(plural) => format!("Read {}.", plural.replace('_', " ")),
            Permission::WriteFiles => {
                format!("Upload, update and delete files. Only with `{ACCESS}{}`.", AccessLevel::Full)
            }
        };
        (permission.to_string(), meaning)
    });
    levels.chain(permissions)
}

/// A scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    level: AccessLevel,
    permissions: Permissions,
}

/// A set of permissions: a bit for each, in the order of [`Permission::all`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Permissions(u64);

impl Permissions {
    fn select(is_selected: impl Fn(Permission) -> bool) -> Self {
        let bit = |(position, permission)| u64::from(is_selected(permission)) << position;
        Self(Permission::all().enumerate().map(bit).sum())
    }

    fn iter(self) -> impl Iterator<Item = Permission> {
        let is_set = move |(position, _): &(usize, Permission)| self.0 >> position & 1 == 1;
        Permission::all().enumerate().filter(is_set).map(|(_, permission)| permission)
    }
}

impl Scope {
    /// The complete scope of a client: its level and its resources. A client may change files if it may read them completely.
    pub fn of_client(client: &Client) -> Self {
        let has = |permission| match permission {
            Permission::Read(plural) => client.has_resource(plural),
            Permission::WriteFiles => client.has_resource(FILES.names.plural),
        };
        Self::new(client.access, Permissions::select(has))
    }

    /// A scope without the permissions that its level cannot have.
    fn new(level: AccessLevel, permissions: Permissions) -> Self {
        let possible = Permissions::select(|permission| permission.is_possible_at(level));
        Self { level, permissions: Permissions(permissions.0 & possible.0) }
    }

    /// The access level.
    pub fn level(&self) -> AccessLevel {
        self.level
    }

    /// The resources of which it includes the permission to read, which are the first permissions.
    pub fn resources(&self) -> ResourceSet {
        ResourceSet::from_bits(self.permissions.0)
    }

    /// Whether the scope includes a permission.
    pub fn includes(&self, permission: Permission) -> bool {
        self.permissions.iter().any(|other| other == permission)
    }

    /// Whether the content of files can be downloaded. Files are not shown at the level `public`.
    pub fn includes_downloads(&self) -> bool {
        self.level > AccessLevel::Public && self.includes(Permission::Read(FILES.names.plural))
    }

    /// The part of this scope that a client requests; `None` if it requests a value that this scope does not have, two levels,
    /// or a permission that the requested level cannot have. The access level of this scope is granted if none is requested,
    /// because no token is without one.
    pub fn narrowed(&self, requested: &str) -> Option<Self> {
        let requested = Values::read(requested)?;
        let level = match requested.levels[..] {
            [] => self.level,
            [level] if level <= self.level => level,
            _ => return None,
        };
        let granted = Self::new(level, Permissions(requested.permissions.0 & self.permissions.0));
        (granted.permissions == requested.permissions).then_some(granted)
    }

    /// The values of this scope that a client requested, for the response: the access level, which is granted without a request,
    /// is not among them, because libraries reject a response with other values than those of the request (RFC 6749, section 5.1).
    pub fn as_requested(&self, requested: &str) -> String {
        let is_requested = |value: &&str| requested.split(' ').any(|other| other == *value);
        self.to_string().split(' ').filter(is_requested).collect::<Vec<_>>().join(" ")
    }

    /// The scope of a token with the claim `scope`, which was issued to a client that has this scope now. Values that the client
    /// no longer has are not part of it, and those that the client got later are not either.
    #[must_use]
    pub fn of_token(&self, claim: &str) -> Self {
        // Values that only another release knows grant nothing here.
        let known = claim.split(' ').filter_map(Values::read_value);
        let granted = known.fold(Values::NONE, Values::with);
        let level = granted.levels.iter().min().copied().unwrap_or(AccessLevel::Public);
        Self::new(level.min(self.level), Permissions(granted.permissions.0 & self.permissions.0))
    }

    /// Fails if this scope of a request lacks a required permission. `of_client` is the scope of its client.
    pub fn require(&self, required: &RequiredPermissions, of_client: &Self) -> Result<(), Problem> {
        let Some(missing) = required.permissions.iter().find(|permission| !self.includes(**permission))
        else {
            return Ok(());
        };
        let full = AccessLevel::Full;
        let (remedy, reason, resource) = if of_client.includes(*missing) {
            ("Request a token with a wider scope.".to_owned(), RefusalReason::ScopeTooNarrow, "")
        } else if missing.is_possible_at(of_client.level) {
            let remedy = "Ask an administrator to extend the resources of the client.";
            (remedy.to_owned(), RefusalReason::ResourceNotIncluded, missing.resource())
        } else {
            let remedy = format!("Only clients with the access level {full} can have this permission.");
            (remedy, RefusalReason::LevelTooLow, "")
        };
        let detail =
            format!("This endpoint requires {missing}, which the scope does not include: {self}. {remedy}");
        let permissions: Vec<String> = required.permissions.iter().map(ToString::to_string).collect();
        Err(insufficient(detail, &permissions.join(" ")).refused_for_resource(reason, resource))
    }

    /// The problem of a parameter that requires another level. `effect` completes the sentence that starts with the parameter.
    pub fn refuse_parameter(&self, name: &str, required: AccessLevel, effect: &str) -> Problem {
        self.refuse(required, &format!("The parameter '{name}' {effect}, which requires"))
    }

    /// The problem of something that requires another level. `subject` begins the sentence that ends with the level.
    pub fn refuse(&self, required: AccessLevel, subject: &str) -> Problem {
        let detail = format!(
            "{subject} the access level {required}. The access level of this request is {}.",
            self.level
        );
        insufficient(detail, &format!("{ACCESS}{required}")).refused_for(RefusalReason::LevelTooLow)
    }
}

fn insufficient(detail: String, required: &str) -> Problem {
    let challenge = format!(r#"Bearer error="insufficient_scope", scope="{required}""#);
    match HeaderValue::from_str(&challenge) {
        Ok(challenge) => {
            Problem::new(&INSUFFICIENT_ACCESS, detail).with_header(header::WWW_AUTHENTICATE, challenge)
        }
        Err(error) => Problem::internal(error),
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{ACCESS}{}", self.level)?;
        self.permissions.iter().try_for_each(|permission| write!(formatter, " {permission}"))
    }
}

/// The values in the text of a scope.
struct Values {
    levels: Vec<AccessLevel>,
    permissions: Permissions,
}

impl Values {
    const NONE: Self = Self { levels: Vec::new(), permissions: Permissions(0) };

    /// Reads values that are separated by spaces; `None` if one is unknown.
    fn read(text: &str) -> Option<Self> {
        let mut all = Self::NONE;
        for value in text.split(' ').filter(|value| !value.is_empty()) {
            all = all.with(Self::read_value(value)?);
        }
        Some(all)
    }

    fn read_value(value: &str) -> Option<Self> {
        if let Some(name) = value.strip_prefix(ACCESS) {
            return Some(Self { levels: vec![AccessLevel::parse(name)?], ..Self::NONE });
        }
        let permissions = Permissions::select(|permission| permission.has_text(value));
        (permissions.0 != 0).then_some(Self { permissions, ..Self::NONE })
    }

    fn with(mut self, other: Self) -> Self {
        let new = other.levels.into_iter().filter(|level| !self.levels.contains(level));
        self.levels.extend(new.collect::<Vec<_>>());
        self.permissions.0 |= other.permissions.0;
        self
    }
}

/// The permissions that a route requires. An extension of its requests.
#[derive(Debug, Clone)]
pub struct RequiredPermissions {
    permissions: Arc<[Permission]>,
    /// Whether requests with a publishable key may use it.
    is_open_to_keys: bool,
}

impl RequiredPermissions {
    /// A route requires all of these, and a token.
    pub fn new(permissions: &[Permission]) -> Self {
        Self { permissions: permissions.into(), is_open_to_keys: false }
    }

    /// The same for a route that requests with a publishable key may use.
    #[must_use]
    pub fn open_to_keys(self) -> Self {
        Self { is_open_to_keys: true, ..self }
    }

    /// Fails unless requests with a publishable key may use the route.
    pub fn require_open_to_keys(&self) -> Result<(), Problem> {
        if self.is_open_to_keys { Ok(()) } else { Err(refuse_key("this endpoint")) }
    }
}

/// The problem that a publishable key does not permit to read something.
pub fn refuse_key(what: &str) -> Problem {
    let detail = format!(
        "A publishable key cannot be used for {what}: it reads pages of lists, records and the platform. Use a client with a secret."
    );
    insufficient(detail, "").refused_for(RefusalReason::LevelTooLow)
}

#[cfg(test)]
mod tests;
