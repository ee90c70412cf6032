//! The operation that issues tokens, and the security scheme that uses them.

use folkmoot_api::naming;
use folkmoot_api::paths::TOKEN_PATH;
use folkmoot_api::publishable_keys::KEY_PARAMETER;
use folkmoot_api::scope::{self, Permission};
use serde_json::{Map, Value, json};

use super::operations::{Operation, Paths, json_body};
use super::{examples, problems, responses};

/// The name of the security scheme.
pub const SCHEME: &str = "token";
/// The name of the security scheme of standard clients.
const STANDARD_SCHEME: &str = "oauth2";
/// The name of the security scheme of web pages.
const PUBLISHABLE_SCHEME: &str = "publishableKey";
/// The tag of the operation.
pub const TAG: &str = "Authentication";

/// An example with the three parts of a token. Its signature is invalid.
const TOKEN: &str = "eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.eyJzdWIiOiI4YTVmMGQ1MiJ9.c2lnbmF0dXJl";

/// The tag of the operation, with its description.
pub fn tag() -> Value {
    json!({ "name": TAG, "description": "Exchange a client ID and secret for the token that all other requests need." })
}

/// The security schemes: how clients get and send a token.
pub fn security_schemes() -> Value {
    let scopes: Map<String, Value> =
        scope::values().map(|(value, meaning)| (value, json!(meaning))).collect();
    json!({
        SCHEME: {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "The token from `POST /api/v2/authenticate`, sent as `Authorization: Bearer <token>` or \
                            `Authorization: <token>`. It is valid for 24 hours, but not longer than the client.",
        },
        STANDARD_SCHEME: {
            "type": "oauth2",
            "description": "The same token for standard clients: OAuth 2.0 client credentials (RFC 6749), with HTTP Basic \
                            authentication or the credentials in the form. A scope is one access level and permissions, \
                            separated by spaces; a requested scope can only equal or narrow that of the client. Without \
                            the parameter `scope`, the token may do all that the client may do, also after an \
                            administrator changed that.",
            "flows": { "clientCredentials": { "tokenUrl": TOKEN_PATH, "scopes": scopes } },
        },
        PUBLISHABLE_SCHEME: {
            "type": "apiKey",
            "in": "query",
            "name": KEY_PARAMETER,
            "description": "The publishable key of a client for web pages. It is not secret: it reads what the access level \
                            `public` sees, on pages of the origins that the client lists. It can also be sent as \
                            `Authorization: Bearer <key>`. Responses may be cached by everybody for a minute.",
        },
    })
}

/// The security requirements of an operation: either scheme, or none if it requires no permission.
pub fn requirements(permissions: &[Permission]) -> Value {
    if permissions.is_empty() {
        return json!([]);
    }
    let permissions: Vec<_> = permissions.iter().map(ToString::to_string).collect();
    json!([{ SCHEME: [] }, { STANDARD_SCHEME: permissions }])
}

/// The operation, which requests with a publishable key may use as well.
pub fn publicly(mut operation: Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Array(requirements)) = operation.get_mut("security") {
        requirements.push(json!({ PUBLISHABLE_SCHEME: [] }));
    }
    operation
}

/// The security requirements of an operation whose permissions depend on its parameters.
pub fn any_client() -> Value {
    json!([{ SCHEME: [] }, { STANDARD_SCHEME: [] }])
}

/// Adds the operation that issues tokens.
pub fn add(paths: &mut Paths) {
    let operation = Operation {
        id: "authenticate".to_owned(),
        tag: TAG.to_owned(),
        summary: "Get a token".to_owned(),
        description: "Exchanges a client ID and secret for a token that is valid for 24 hours, but not longer than \
                      the client. Earlier tokens remain valid."
            .to_owned(),
        parameters: Vec::new(),
        body: Some(json_body(
            "The client's id and secret.",
            &naming::component("schemas", "Credentials"),
            &json!({ "auth": { "client_id": examples::CLIENT_ID, "client_secret": examples::CLIENT_SECRET } }),
        )),
        success: ("201", token()),
        permissions: Vec::new(),
        errors: vec![
            &problems::MALFORMED_REQUEST,
            &problems::INVALID_CREDENTIALS,
            &problems::PUBLIC_API_DISABLED,
            &problems::NOT_ACCEPTABLE,
            &problems::BODY_TOO_LARGE,
            &problems::UNSUPPORTED_MEDIA_TYPE,
            &problems::TOO_MANY_REQUESTS,
            &problems::INTERNAL_ERROR,
            &problems::UNAVAILABLE,
        ],
    }
    .object();
    paths.add("post", "authenticate", operation);
}

fn token() -> Value {
    let mut response = responses::json("The new token.", &[], "Token", &json!({ "jwt": TOKEN }));
    response["headers"]["Cache-Control"] = json!({
        "description": "The token must not be cached.",
        "schema": { "type": "string", "const": "no-store" },
    });
    response
}

/// The schemas of the operation.
pub fn schemas() -> Map<String, Value> {
    let credentials = json!({
        "type": "object",
        "description": "Credentials of a client.",
        "required": ["auth"],
        "properties": {
            "auth": {
                "type": "object",
                "description": "The client's id and secret.",
                "required": ["client_id"],
                "properties": {
                    "client_id": {
                        "type": "string",
                        "description": "Id of the client. Issued by an administrator of the platform.",
                        "examples": [examples::CLIENT_ID],
                    },
                    "client_secret": {
                        "type": ["string", "null"],
                        "description": "Secret of the client. Shown once, when the client is created or its secret is \
                                        rotated. The schema does not require it, but a request without it returns \
                                        401 `invalid-credentials`.",
                        "examples": [examples::CLIENT_SECRET],
                    },
                },
            },
        },
    });
    let token = json!({
        "type": "object",
        "description": "A new token.",
        "required": ["jwt"],
        "properties": {
            "jwt": {
                "type": "string",
                "description": "The token to send with all other requests, a JWT that is valid for 24 hours.",
                "examples": [TOKEN],
            },
        },
    });
    Map::from_iter([("Credentials".to_owned(), credentials), ("Token".to_owned(), token)])
}
