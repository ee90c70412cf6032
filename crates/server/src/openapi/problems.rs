//! The answers to calls that fail.

use serde_json::{Map, Value, json};

use super::{answers, examples, naming};
use crate::problem_table::{self as table, PAGE, PROBLEMS, ProblemKind};

/// The problems that a call can answer with one status, for one reason or several.
pub struct Refusal {
    /// The name of the component.
    name: &'static str,
    /// When it is answered.
    doc: &'static str,
    /// The problems, all with the same status.
    kinds: &'static [&'static ProblemKind],
    /// The headers it has beside the request's id.
    headers: &'static [&'static str],
}

pub static INVALID_PARAMETER: Refusal = Refusal {
    name: "InvalidParameter",
    doc: "A parameter is unknown or has an invalid value.",
    kinds: &[
        &table::INVALID_PARAMETER_VALUE_ENUM,
        &table::INVALID_PARAMETER_VALUE,
        &table::UNKNOWN_PARAMETER,
    ],
    headers: &[],
};
pub static INVALID_REQUEST: Refusal = Refusal {
    name: "InvalidRequest",
    doc: "The body is malformed, or a parameter is unknown or has an invalid value.",
    kinds: &[&table::MALFORMED_BODY, &table::INVALID_PARAMETER_VALUE_ENUM, &table::UNKNOWN_PARAMETER],
    headers: &[],
};
pub static MALFORMED_REQUEST: Refusal = Refusal {
    name: "MalformedRequest",
    doc: "The body is malformed, or the request has a query parameter; this endpoint has none.",
    kinds: &[&table::MALFORMED_BODY, &table::UNKNOWN_PARAMETER],
    headers: &[],
};
pub static UNAUTHORIZED: Refusal = Refusal {
    name: "Unauthorized",
    doc: "The token is missing or not valid.",
    kinds: &[&table::MISSING_TOKEN, &table::INVALID_TOKEN, &table::EXPIRED_TOKEN, &table::REVOKED_CLIENT],
    headers: &["WWW-Authenticate"],
};
pub static INVALID_CREDENTIALS: Refusal = Refusal {
    name: "InvalidCredentials",
    doc: "The client id or the client secret is wrong.",
    kinds: &[&table::INVALID_CREDENTIALS],
    headers: &[],
};
pub static PUBLIC_API_DISABLED: Refusal = Refusal {
    name: "PublicApiDisabled",
    doc: "The public API is disabled.",
    kinds: &[&table::PUBLIC_API_DISABLED],
    headers: &[],
};
static INVALID_DOWNLOAD_ADDRESS: Refusal = Refusal {
    name: "InvalidDownloadAddress",
    doc: "The download URL of a file was modified, has expired or was revoked.",
    kinds: &[&table::INVALID_SIGNATURE],
    headers: &[],
};
static RANGE_NOT_SATISFIABLE: Refusal = Refusal {
    name: "RangeNotSatisfiable",
    doc: "The requested range of bytes is past the end of the file.",
    kinds: &[&table::RANGE_NOT_SATISFIABLE],
    headers: &[],
};
pub static RECORD_NOT_FOUND: Refusal = Refusal {
    name: "RecordNotFound",
    doc: "The record does not exist.",
    kinds: &[&table::RECORD_NOT_FOUND],
    headers: &[],
};
static ROUTE_NOT_FOUND: Refusal = Refusal {
    name: "RouteNotFound",
    doc: "The endpoint does not exist.",
    kinds: &[&table::ROUTE_NOT_FOUND],
    headers: &[],
};
static METHOD_NOT_ALLOWED: Refusal = Refusal {
    name: "MethodNotAllowed",
    doc: "The endpoint does not support this method.",
    kinds: &[&table::METHOD_NOT_ALLOWED],
    headers: &["Allow"],
};
pub static NOT_ACCEPTABLE: Refusal = Refusal {
    name: "NotAcceptable",
    doc: "The `Accept` header does not allow JSON.",
    kinds: &[&table::NOT_ACCEPTABLE],
    headers: &[],
};
pub static BODY_TOO_LARGE: Refusal = Refusal {
    name: "BodyTooLarge",
    doc: "The body is larger than the endpoint accepts, or the URL and the headers are too large.",
    kinds: &[&table::BODY_TOO_LARGE],
    headers: &[],
};
pub static UNSUPPORTED_MEDIA_TYPE: Refusal = Refusal {
    name: "UnsupportedMediaType",
    doc: "The body is not declared as uncompressed JSON.",
    kinds: &[&table::UNSUPPORTED_MEDIA_TYPE],
    headers: &[],
};
pub static TOO_MANY_REQUESTS: Refusal = Refusal {
    name: "TooManyRequests",
    doc: "Too many failed authentications from this network address, or too many tokens requested by this client.",
    kinds: &[&table::TOO_MANY_REQUESTS],
    headers: &["Retry-After"],
};
pub static INTERNAL_ERROR: Refusal = Refusal {
    name: "InternalError",
    doc: "The server failed to process the request.",
    kinds: &[&table::INTERNAL_ERROR],
    headers: &[],
};
pub static UNAVAILABLE: Refusal = Refusal {
    name: "Unavailable",
    doc: "The server cannot process the request at the moment.",
    kinds: &[&table::UNAVAILABLE],
    headers: &["Retry-After"],
};

/// Those that any call with a token can be answered with.
pub static ANY_CALL: &[&Refusal] =
    &[&UNAUTHORIZED, &PUBLIC_API_DISABLED, &NOT_ACCEPTABLE, &BODY_TOO_LARGE, &INTERNAL_ERROR, &UNAVAILABLE];

/// All of them. Three stand in no operation, because an address that is not in the document gives them.
static REFUSALS: &[&Refusal] = &[
    &INVALID_PARAMETER,
    &INVALID_REQUEST,
    &MALFORMED_REQUEST,
    &UNAUTHORIZED,
    &INVALID_CREDENTIALS,
    &PUBLIC_API_DISABLED,
    &INVALID_DOWNLOAD_ADDRESS,
    &RECORD_NOT_FOUND,
    &ROUTE_NOT_FOUND,
    &METHOD_NOT_ALLOWED,
    &NOT_ACCEPTABLE,
    &BODY_TOO_LARGE,
    &UNSUPPORTED_MEDIA_TYPE,
    &RANGE_NOT_SATISFIABLE,
    &TOO_MANY_REQUESTS,
    &INTERNAL_ERROR,
    &UNAVAILABLE,
];

impl Refusal {
    /// The status, as the document's key.
    pub fn status(&self) -> String {
        self.kinds.first().map(|kind| kind.status.to_string()).unwrap_or_default()
    }

    /// The answer, as a reference.
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
            "headers": answers::headers(self.headers),
            "content": { "application/problem+json": { "schema": schema, "examples": examples } },
        })
    }
}

/// The answers, for the components of the document.
pub fn responses() -> Map<String, Value> {
    REFUSALS.iter().map(|refusal| (refusal.name.to_owned(), refusal.component())).collect()
}

/// An example of each problem.
pub fn example_components() -> Map<String, Value> {
    PROBLEMS.iter().map(|kind| (kind.code.to_owned(), example(kind))).collect()
}

fn example(kind: &ProblemKind) -> Value {
    let mut value = json!({
        "type": format!("{}{PAGE}#{}", examples::PLATFORM, kind.code),
        "title": kind.title,
        "status": kind.status,
        "detail": kind.cause,
    });
    if *kind == table::INVALID_PARAMETER_VALUE_ENUM {
        value["detail"] = json!(
            "'hidden' is not a valid value for the parameter 'publication_status'. Accepted values are: draft, \
             published, archived."
        );
        value["parameter_name"] = json!("publication_status");
        value["parameter_value"] = json!("hidden");
        value["allowed_values"] = json!(["draft", "published", "archived"]);
    }
    value["request_id"] = json!(examples::request_id());
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
        ("Problem".to_owned(), problem("Error response, as problem details (RFC 9457).", &members)),
        (
            "EnumProblem".to_owned(),
            problem("Returned when the value of a parameter is not one of the accepted values.", &enumerated),
        ),
    ])
}

fn problem(doc: &str, members: &Map<String, Value>) -> Value {
    let required: Vec<_> = members.keys().collect();
    // Problems may tell more than is told of them here.
    json!({
        "type": "object",
        "description": doc,
        "required": required,
        "properties": members,
        "additionalProperties": true,
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
