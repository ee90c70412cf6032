//! The responses of operations that fail.

use folkmoot_api::naming;
use folkmoot_api::problem_table::{self as table, PAGE, PROBLEMS, ProblemKind};
use serde_json::{Map, Value, json};

use super::{examples, responses};

/// A response with a problem: all problems that an operation can return with one status.
pub struct ErrorResponse {
    /// The name of the component.
    name: &'static str,
    /// When it is returned.
    doc: &'static str,
    /// The problems, all with the same status.
    kinds: &'static [&'static ProblemKind],
    /// Its headers, in addition to `X-Request-Id`.
    headers: &'static [&'static str],
}

pub static INVALID_PARAMETER: ErrorResponse = ErrorResponse {
    name: "InvalidParameter",
    doc: "A parameter is unknown or has an invalid value.",
    kinds: &[
        &table::INVALID_PARAMETER_VALUE_ENUM,
        &table::INVALID_PARAMETER_VALUE,
        &table::UNKNOWN_PARAMETER,
    ],
    headers: &[],
};
pub static INVALID_REQUEST: ErrorResponse = ErrorResponse {
    name: "InvalidRequest",
    doc: "The body is malformed, or a parameter is unknown or has an invalid value.",
    kinds: &[&table::MALFORMED_BODY, &table::INVALID_PARAMETER_VALUE_ENUM, &table::UNKNOWN_PARAMETER],
    headers: &[],
};
pub static MALFORMED_REQUEST: ErrorResponse = ErrorResponse {
    name: "MalformedRequest",
    doc: "The body is malformed, or the request has a query parameter; this endpoint has none.",
    kinds: &[&table::MALFORMED_BODY, &table::UNKNOWN_PARAMETER],
    headers: &[],
};
pub static UNAUTHORIZED: ErrorResponse = ErrorResponse {
    name: "Unauthorized",
    doc: "The token is missing or not valid.",
    kinds: &[&table::MISSING_TOKEN, &table::INVALID_TOKEN, &table::EXPIRED_TOKEN, &table::REVOKED_CLIENT],
    headers: &["WWW-Authenticate"],
};
pub static INVALID_CREDENTIALS: ErrorResponse = ErrorResponse {
    name: "InvalidCredentials",
    doc: "The client ID or the client secret is wrong.",
    kinds: &[&table::INVALID_CREDENTIALS],
    headers: &[],
};
pub static PUBLIC_API_DISABLED: ErrorResponse = ErrorResponse {
    name: "PublicApiDisabled",
    doc: "The public API is disabled.",
    kinds: &[&table::PUBLIC_API_DISABLED],
    headers: &[],
};
static FORBIDDEN: ErrorResponse = ErrorResponse {
    name: "Forbidden",
    doc: "The public API is disabled, or the client, the scope of its token or the origins of its key do not permit the request.",
    kinds: &[&table::PUBLIC_API_DISABLED, &table::INSUFFICIENT_ACCESS, &table::ORIGIN_NOT_ALLOWED],
    headers: &[],
};
pub static RECORD_NOT_FOUND: ErrorResponse = ErrorResponse {
    name: "RecordNotFound",
    doc: "The record does not exist.",
    kinds: &[&table::RECORD_NOT_FOUND],
    headers: &[],
};
pub static NOT_ACCEPTABLE: ErrorResponse = ErrorResponse {
    name: "NotAcceptable",
    doc: "The `Accept` header allows no format of the endpoint.",
    kinds: &[&table::NOT_ACCEPTABLE],
    headers: &[],
};
pub static VOTE_RUNNING: ErrorResponse = ErrorResponse {
    name: "VoteRunning",
    doc: "The vote has not ended.",
    kinds: &[&table::VOTE_RUNNING],
    headers: &[],
};
pub static CHANGES_EXPIRED: ErrorResponse = ErrorResponse {
    name: "ChangesExpired",
    doc: "The changes after the cursor are not available.",
    kinds: &[&table::CHANGES_EXPIRED],
    headers: &[],
};
pub static BODY_TOO_LARGE: ErrorResponse = ErrorResponse {
    name: "BodyTooLarge",
    doc: "The body is larger than the endpoint accepts, or the URL and the headers are too large.",
    kinds: &[&table::BODY_TOO_LARGE],
    headers: &[],
};
pub static UNSUPPORTED_MEDIA_TYPE: ErrorResponse = ErrorResponse {
    name: "UnsupportedMediaType",
    doc: "The body is not declared as uncompressed JSON.",
    kinds: &[&table::UNSUPPORTED_MEDIA_TYPE],
    headers: &[],
};
pub static TOO_MANY_REQUESTS: ErrorResponse = ErrorResponse {
    name: "TooManyRequests",
    doc: "Too many failed authentications from this network address, or too many requests, tokens or concurrent streams of this client.",
    kinds: &[&table::TOO_MANY_REQUESTS],
    headers: &["Retry-After"],
};
pub static INTERNAL_ERROR: ErrorResponse = ErrorResponse {
    name: "InternalError",
    doc: "The server failed to process the request.",
    kinds: &[&table::INTERNAL_ERROR],
    headers: &[],
};
pub static UNAVAILABLE: ErrorResponse = ErrorResponse {
    name: "Unavailable",
    doc: "The server cannot process the request at the moment.",
    kinds: &[&table::UNAVAILABLE],
    headers: &["Retry-After"],
};

/// The responses that every operation with a token can return.
pub static COMMON: &[&ErrorResponse] = &[
    &UNAUTHORIZED,
    &FORBIDDEN,
    &NOT_ACCEPTABLE,
    &BODY_TOO_LARGE,
    &TOO_MANY_REQUESTS,
    &INTERNAL_ERROR,
    &UNAVAILABLE,
];

/// All responses.
static ERROR_RESPONSES: &[&ErrorResponse] = &[
    &INVALID_PARAMETER,
    &INVALID_REQUEST,
    &MALFORMED_REQUEST,
    &UNAUTHORIZED,
    &INVALID_CREDENTIALS,
    &PUBLIC_API_DISABLED,
    &FORBIDDEN,
    &RECORD_NOT_FOUND,
    &NOT_ACCEPTABLE,
    &VOTE_RUNNING,
    &CHANGES_EXPIRED,
    &BODY_TOO_LARGE,
    &UNSUPPORTED_MEDIA_TYPE,
    &TOO_MANY_REQUESTS,
    &INTERNAL_ERROR,
    &UNAVAILABLE,
];

impl ErrorResponse {
    /// The status, as the document's key.
    pub fn status(&self) -> String {
        self.kinds.first().map(|kind| kind.status.to_string()).unwrap_or_default()
    }

    /// A reference to the response.
    pub fn response(&self) -> Value {
        naming::component("responses", self.name)
    }

    fn component(&self) -> Value {
        let enumerated = self.kinds.contains(&&table::INVALID_PARAMETER_VALUE_ENUM);
        let problem = naming::component("schemas", "Problem");
        let schema = if enumerated {
            json!({ "anyOf": [naming::component("schemas", "EnumProblem"), problem] })
        } else {
            problem
        };
        let examples: Map<_, _> = self
            .kinds
            .iter()
            .map(|it| (it.code.to_owned(), naming::component("examples", it.code)))
            .collect();
        json!({
            "description": self.doc,
            "headers": responses::headers(self.headers),
            "content": { "application/problem+json": { "schema": schema, "examples": examples } },
        })
    }
}

/// The responses that operations share, for the components of the document.
pub fn responses() -> Map<String, Value> {
    let not_modified = ("NotModified".to_owned(), responses::not_modified());
    let errors = ERROR_RESPONSES.iter().map(|error| (error.name.to_owned(), error.component()));
    std::iter::once(not_modified).chain(errors).collect()
}

/// An example of each problem that an operation can return.
pub fn example_components() -> Map<String, Value> {
    let is_returned = |kind: &ProblemKind| ERROR_RESPONSES.iter().any(|error| error.kinds.contains(&kind));
    PROBLEMS
        .iter()
        .filter(|kind| is_returned(kind))
        .map(|kind| (kind.code.to_owned(), example(kind)))
        .collect()
}

/// An example of a problem, as an example object of the document.
pub fn example(kind: &ProblemKind) -> Value {
    let mut value = json!({
        "type": format!("{}{PAGE}#{}", examples::PLATFORM, kind.code),
        "title": kind.title,
        "status": kind.status,
        "detail": examples::problem_detail(kind.code),
    });
    if *kind == table::INVALID_PARAMETER_VALUE_ENUM {
        value["parameter_name"] = json!("publication_status");
        value["parameter_value"] = json!("hidden");
        value["allowed_values"] = json!(["draft", "published", "archived"]);
    }
    if *kind == table::INVALID_PARAMETERS {
        value["parameter_name"] = json!("name");
    }
    value["request_id"] = json!(examples::REQUEST_ID);
    json!({ "summary": kind.title, "value": value })
}

/// The schemas of problems.
pub fn schemas() -> Map<String, Value> {
    let members = members();
    let mut enumerated = members.clone();
    enumerated.shift_remove("request_id");
    enumerated.extend([
        (
            "parameter_name".to_owned(),
            json!({ "type": "string", "description": "Name of the parameter.", "examples": ["publication_status"] }),
        ),
        (
            "parameter_value".to_owned(),
            json!({ "type": "string", "description": "Value that was sent.", "examples": ["hidden"] }),
        ),
        (
            "allowed_values".to_owned(),
            json!({
                "type": "array",
                "items": { "type": "string" },
                "description": "Values that the parameter accepts.",
                "examples": [["draft", "published", "archived"]],
            }),
        ),
    ]);
    enumerated.extend(members.get_key_value("request_id").map(|(name, it)| (name.clone(), it.clone())));
    Map::from_iter([
        (
            "Problem".to_owned(),
            problem("Error response, as problem details (RFC 9457).", &members, &table::RECORD_NOT_FOUND),
        ),
        (
            "EnumProblem".to_owned(),
            problem(
                "Returned when the value of a parameter is not one of the accepted values.",
                &enumerated,
                &table::INVALID_PARAMETER_VALUE_ENUM,
            ),
        ),
    ])
}

fn problem(doc: &str, members: &Map<String, Value>, kind: &ProblemKind) -> Value {
    let required: Vec<_> = members.keys().collect();
    // Later versions may add members to problems.
    json!({
        "type": "object",
        "description": doc,
        "required": required,
        "properties": members,
        "additionalProperties": true,
        "examples": [example(kind)["value"]],
    })
}

fn members() -> Map<String, Value> {
    let members = json!({
        "type": {
            "type": "string",
            "format": "uri",
            "description": "URL of the explanation of the error. The part after `#` is the error code.",
        },
        "title": { "type": "string", "description": "Short summary of the error, the same for each occurrence." },
        "status": { "type": "integer", "minimum": 400, "maximum": 599, "description": "HTTP status code." },
        "detail": { "type": "string", "description": "Explanation of this occurrence of the error." },
        "request_id": {
            "type": "string",
            "description": "Id of the request. Quote it when you contact support, who can find the request in the log by it.",
        },
    });
    match members {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
