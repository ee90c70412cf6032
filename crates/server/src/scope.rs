//! What a client or a token may do, as the scope of OAuth 2.0 (RFC 6749, section 3.3).
//!
//! A scope is an access level and permissions: `access:full read:ideas write:files`. Every route declares the permissions that
//! it requires, and [`Caller`](super::caller::Caller) compares them with the scope of the token.

use std::fmt;
use std::sync::Arc;

use folkmoot_model::resources::{FILES, RESOURCES};
use folkmoot_store::clients::Client;
use http::{HeaderValue, header};

use super::problem::Problem;
use super::problem_table::INSUFFICIENT_ACCESS;

/// The access level of all clients: they read every record completely.
const FULL_ACCESS: &str = "access:full";

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
    let access = (FULL_ACCESS.to_owned(), "All fields of all records.".to_owned());
    let permissions = Permission::all().map(|permission| {
        let meaning = match permission {
            Permission::Read(plural) => format!("Read {}.", plural.replace('_', " ")),
            Permission::WriteFiles => "Upload, update and delete files.".to_owned(),
        };
        (permission.to_string(), meaning)
    });
    std::iter::once(access).chain(permissions)
}

/// A scope. Its access level is always [`FULL_ACCESS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    permissions: Vec<Permission>,
}

impl Scope {
    /// The complete scope of a client. Every client may do everything.
    pub fn of_client(_: &Client) -> Self {
        Self { permissions: Permission::all().collect() }
    }

    /// The part of this scope that a client requests; `None` if it requests a value that this scope does not have. The
    /// access level is granted if it is omitted, because no token is without one.
    pub fn narrowed(&self, requested: &str) -> Option<Self> {
        let requested: Vec<&str> = requested.split(' ').filter(|value| !value.is_empty()).collect();
        let has = |value: &str| {
            value == FULL_ACCESS || self.permissions.iter().any(|permission| permission.to_string() == value)
        };
        requested.iter().all(|value| has(value)).then(|| self.intersection(&requested))
    }

    /// The scope of a token with the claim `scope`, which was issued to a client with this scope. Values that the client no
    /// longer has are not part of it.
    pub fn of_token(&self, claim: &str) -> Self {
        self.intersection(&claim.split(' ').collect::<Vec<_>>())
    }

    fn intersection(&self, values: &[&str]) -> Self {
        let is_listed = |permission: &&Permission| values.contains(&permission.to_string().as_str());
        Self { permissions: self.permissions.iter().filter(is_listed).copied().collect() }
    }

    /// Fails if this scope lacks a required permission.
    pub fn require(&self, required: &RequiredPermissions) -> Result<(), Problem> {
        let missing: Vec<_> = required.0.iter().filter(|it| !self.permissions.contains(it)).collect();
        let Some(first) = missing.first() else { return Ok(()) };
        let detail =
            format!("This endpoint requires {first}, which the scope of the token does not include: {self}.");
        let needed: Vec<_> = required.0.iter().map(ToString::to_string).collect();
        let challenge = format!(r#"Bearer error="insufficient_scope", scope="{}""#, needed.join(" "));
        let challenge = HeaderValue::from_str(&challenge).map_err(Problem::internal)?;
        let problem = Problem::new(&INSUFFICIENT_ACCESS, detail);
        Err(problem.with_header(header::WWW_AUTHENTICATE, challenge))
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(FULL_ACCESS)?;
        self.permissions.iter().try_for_each(|permission| write!(formatter, " {permission}"))
    }
}

/// The permissions that a route requires. An extension of its requests.
#[derive(Debug, Clone)]
pub struct RequiredPermissions(Arc<[Permission]>);

impl RequiredPermissions {
    /// A route requires all of these.
    pub fn new(permissions: &[Permission]) -> Self {
        Self(permissions.into())
    }
}
