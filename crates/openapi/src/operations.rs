//! The structure that all operations share.

use folkmoot_api::scope::Permission;
use serde_json::{Map, Value, json};

use super::authentication;
use super::problems::ErrorResponse;

/// An operation of the document.
pub struct Operation<'a> {
    /// Its `operationId`.
    pub id: String,
    /// The group it belongs to.
    pub tag: String,
    /// A phrase that states what it does.
    pub summary: String,
    /// Its description, in Markdown.
    pub description: String,
    /// Its parameters.
    pub parameters: Vec<Value>,
    /// The request body; `None` if it has none.
    pub body: Option<Value>,
    /// The status and the response if it succeeds.
    pub success: (&'a str, Value),
    /// The permissions that the scope of a token must include; none if the operation needs no token.
    pub permissions: Vec<Permission>,
    /// The responses if it fails.
    pub errors: Vec<&'static ErrorResponse>,
}

impl Operation<'_> {
    /// The operation object of the document.
    pub fn object(self) -> Map<String, Value> {
        let mut responses: Vec<_> =
            self.errors.iter().map(|error| (error.status(), error.response())).collect();
        responses.push((self.success.0.to_owned(), self.success.1));
        responses.sort_by(|one, other| one.0.cmp(&other.0));

        let mut object = Map::from_iter([
            ("operationId".to_owned(), json!(self.id)),
            ("tags".to_owned(), json!([self.tag])),
            ("summary".to_owned(), json!(self.summary)),
            ("description".to_owned(), json!(self.description)),
        ]);
        object.insert("security".to_owned(), authentication::requirements(&self.permissions));
        if !self.parameters.is_empty() {
            object.insert("parameters".to_owned(), json!(self.parameters));
        }
        object.extend(self.body.map(|body| ("requestBody".to_owned(), body)));
        object.insert("responses".to_owned(), Value::Object(Map::from_iter(responses)));
        object
    }
}

/// The paths of the document, each with its operations.
#[derive(Default)]
pub struct Paths(Map<String, Value>);

impl Paths {
    /// Adds an operation to a path, which does not include the base path of the API.
    pub fn add(&mut self, method: &str, path: &str, operation: Map<String, Value>) {
        let path = self.0.entry(format!("/api/v2/{path}")).or_insert_with(|| json!({}));
        path[method] = Value::Object(operation);
    }
}

impl From<Paths> for Value {
    fn from(paths: Paths) -> Self {
        Self::Object(paths.0)
    }
}

/// A required JSON body of the schema.
pub fn json_body(doc: &str, schema: &Value, example: &Value) -> Value {
    json!({
        "description": doc,
        "required": true,
        "content": { "application/json": { "schema": schema, "example": example } },
    })
}
