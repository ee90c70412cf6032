//! What is stored of administrators: their roles, and how they signed in.

use super::StoreError;

/// What an administrator may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Reads and changes everything.
    Administrator,
    /// Reads everything and changes nothing.
    Auditor,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 2] = [Self::Administrator, Self::Auditor];

    /// Its name in commands, in the admin API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Administrator => "administrator",
            Self::Auditor => "auditor",
        }
    }

    /// The role with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The role with this name in the database.
    pub(super) fn stored(name: &str) -> Result<Self, StoreError> {
        Self::parse(name).ok_or_else(|| StoreError::Value(format!("no role is called {name}")))
    }
}

/// How an administrator signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// With an admin key.
    AdminKey,
    /// At an `OpenID` provider.
    OpenIdConnect,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 2] = [Self::AdminKey, Self::OpenIdConnect];

    /// Its name in the admin API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::AdminKey => "admin-key",
            Self::OpenIdConnect => "openid-connect",
        }
    }

    /// The method with this name in the database.
    pub(super) fn stored(name: &str) -> Result<Self, StoreError> {
        let method = Self::ALL.into_iter().find(|method| method.name() == name);
        method.ok_or_else(|| StoreError::Value(format!("no sign-in method is called {name}")))
    }
}
