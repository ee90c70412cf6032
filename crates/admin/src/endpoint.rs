//! The declaration of an endpoint of the admin API.

use axum::routing::MethodFilter;
use folkmoot_api::problem_table::ProblemKind;
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// Makes the schema of a type, in the definitions of the generator if it has a name.
pub type SchemaFunction = fn(&mut SchemaGenerator) -> Schema;

/// An endpoint of the admin API.
#[derive(Debug)]
pub struct AdminEndpoint {
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
    /// The body of the request.
    pub body: Content,
    /// The status if it succeeds.
    pub status: u16,
    /// The content of the response if it succeeds.
    pub content: Content,
    /// The problems it can return, apart from those that follow from the other members.
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
    pub schema: SchemaFunction,
}

/// The content of a request or a response.
#[derive(Debug, Clone, Copy)]
pub enum Content {
    /// None.
    Empty,
    /// JSON of this schema.
    Json(SchemaFunction),
    /// A form of this schema, with files (`multipart/form-data`).
    Form(SchemaFunction),
    /// Content of another media type.
    Other(&'static str),
}

impl Parameter {
    /// A parameter with values of the type `T`.
    pub const fn new<T: JsonSchema>(name: &'static str, doc: &'static str) -> Self {
        Self { name, doc, schema: SchemaGenerator::subschema_for::<T> }
    }
}

impl AdminEndpoint {
    /// An endpoint that administrators and auditors read.
    pub const fn get(path: &'static str, id: &'static str, tag: &'static str, summary: &'static str) -> Self {
        Self {
            method: "GET",
            path,
            id,
            tag,
            summary,
            role: RequiredRole::Any,
            parameters: &[],
            body: Content::Empty,
            status: 200,
            content: Content::Empty,
            errors: &[],
            audit_action: None,
        }
    }

    /// An endpoint with which administrators change something. `action` names it and its entry in the audit log.
    pub const fn change(
        method: &'static str,
        path: &'static str,
        id: &'static str,
        tag: &'static str,
        summary: &'static str,
        action: &'static str,
    ) -> Self {
        let role = RequiredRole::Administrator;
        Self { method, role, audit_action: Some(action), ..Self::get(path, id, tag, summary) }
    }

    /// With query parameters.
    pub const fn parameters(self, parameters: &'static [Parameter]) -> Self {
        Self { parameters, ..self }
    }

    /// With a JSON body.
    pub const fn accepts<T: JsonSchema>(self) -> Self {
        Self { body: Content::Json(SchemaGenerator::subschema_for::<T>), ..self }
    }

    /// With a JSON response.
    pub const fn returns<T: JsonSchema>(self, status: u16) -> Self {
        Self { status, content: Content::Json(SchemaGenerator::subschema_for::<T>), ..self }
    }

    /// With a response without content.
    pub const fn returns_nothing(self) -> Self {
        Self { status: 204, ..self }
    }

    /// With a response of another media type.
    pub const fn returns_file(self, media_type: &'static str) -> Self {
        Self { content: Content::Other(media_type), ..self }
    }

    /// With problems that do not follow from the other members.
    pub const fn errors(self, errors: &'static [&'static ProblemKind]) -> Self {
        Self { errors, ..self }
    }

    /// For another role.
    pub const fn role(self, role: RequiredRole) -> Self {
        Self { role, ..self }
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
