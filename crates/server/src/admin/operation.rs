//! The declaration of an endpoint of the admin API.

use axum::routing::MethodFilter;
use serde_json::Value;

use crate::problem_table::{ProblemKind, UNKNOWN_PARAMETER};

/// The problems of an endpoint without parameters.
const READ_ERRORS: &[&ProblemKind] = &[&UNKNOWN_PARAMETER];

/// An endpoint of the admin API.
#[derive(Debug)]
pub struct Operation {
    /// Its method, in upper case.
    pub method: &'static str,
    /// Its path below `/admin/api`, with parameters in braces.
    pub path: &'static str,
    /// Its `operationId`.
    pub id: &'static str,
    /// The group it belongs to.
    pub tag: &'static str,
    /// A phrase that states what it does.
    pub summary: &'static str,
    /// Who may call it.
    pub role: RequiredRole,
    /// The query parameters. Others are refused.
    pub parameters: &'static [Parameter],
    /// The schema of the JSON body.
    pub body: Option<fn() -> Value>,
    /// The status if it succeeds.
    pub status: u16,
    /// The content of the response if it succeeds.
    pub content: Content,
    /// The problems it can return, apart from those that all endpoints can return.
    pub errors: &'static [&'static ProblemKind],
    /// The action of the one entry that a successful call appends to the audit log.
    pub audit_action: Option<&'static str>,
}

/// Who may call an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequiredRole {
    /// Anyone, without a session.
    Nobody,
    /// Administrators and auditors.
    Any,
    /// Administrators only.
    Administrator,
}

/// A query parameter.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its description.
    pub doc: &'static str,
    /// The schema of its value.
    pub schema: fn() -> Value,
}

/// The content of a response.
#[derive(Debug, Clone, Copy)]
pub enum Content {
    /// None.
    Empty,
    /// JSON of this schema.
    Json(fn() -> Value),
    /// Content of another media type.
    Other(&'static str),
}

impl Operation {
    /// An endpoint without parameters that administrators and auditors read.
    pub const fn read(
        path: &'static str,
        id: &'static str,
        tag: &'static str,
        summary: &'static str,
        content: Content,
    ) -> Self {
        Self {
            method: "GET",
            path,
            id,
            tag,
            summary,
            role: RequiredRole::Any,
            parameters: &[],
            body: None,
            status: 200,
            content,
            errors: READ_ERRORS,
            audit_action: None,
        }
    }

    /// The filter of the router for the method.
    pub(super) fn method_filter(&self) -> MethodFilter {
        match self.method {
            "POST" => MethodFilter::POST,
            "PUT" => MethodFilter::PUT,
            "PATCH" => MethodFilter::PATCH,
            "DELETE" => MethodFilter::DELETE,
            _ => MethodFilter::GET,
        }
    }
}
