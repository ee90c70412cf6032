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
    doc: "A parameter is unknown or has a value that it does not take.",
    kinds: &[
        &table::INVALID_PARAMETER_VALUE_ENUM,
        &table::INVALID_PARAMETER_VALUE,
        &table::UNKNOWN_PARAMETER,
    ],
    headers: &[],
};
pub static INVALID_REQUEST: Refusal = Refusal {
    name: "InvalidRequest",
    doc: "The body cannot be understood, or a parameter is unknown or has a value that it does not take.",
    kinds: &[&table::MALFORMED_BODY, &table::INVALID_PARAMETER_VALUE_ENUM, &table::UNKNOWN_PARAMETER],
    headers: &[],
};
pub static MALFORMED_REQUEST: Refusal = Refusal {
    name: "MalformedRequest",
    doc: "The body cannot be understood, or there is a parameter, of which the call takes none.",
    kinds: &[&table::MALFORMED_BODY, &table::UNKNOWN_PARAMETER],
    headers: &[],
};
pub static UNAUTHORIZED: Refusal = Refusal {
    name: "Unauthorized",
    doc: "There is no token, or one that is not valid.",
    kinds: &[&table::MISSING_TOKEN, &table::INVALID_TOKEN, &table::EXPIRED_TOKEN, &table::REVOKED_CLIENT],
    headers: &["WWW-Authenticate"],
};
pub static INVALID_CREDENTIALS: Refusal = Refusal {
    name: "InvalidCredentials",
    doc: "No client has this id and secret.",
    kinds: &[&table::INVALID_CREDENTIALS],
    headers: &[],
};
pub static PUBLIC_API_DISABLED: Refusal = Refusal {
    name: "PublicApiDisabled",
    doc: "The public API is turned off.",
    kinds: &[&table::PUBLIC_API_DISABLED],
    headers: &[],
};
static INVALID_DOWNLOAD_ADDRESS: Refusal = Refusal {
    name: "InvalidDownloadAddress",
    doc: "The `url` of a file was changed, or the time for which it works is over.",
    kinds: &[&table::INVALID_SIGNATURE],
    headers: &[],
};
static RANGE_NOT_SATISFIABLE: Refusal = Refusal {
    name: "RangeNotSatisfiable",
    doc: "A download was asked for bytes past the end of the file.",
    kinds: &[&table::RANGE_NOT_SATISFIABLE],
    headers: &[],
};
pub static RECORD_NOT_FOUND: Refusal = Refusal {
    name: "RecordNotFound",
    doc: "There is no such record.",
    kinds: &[&table::RECORD_NOT_FOUND],
    headers: &[],
};
static ROUTE_NOT_FOUND: Refusal = Refusal {
    name: "RouteNotFound",
    doc: "There is no such address.",
    kinds: &[&table::ROUTE_NOT_FOUND],
    headers: &[],
};
static METHOD_NOT_ALLOWED: Refusal = Refusal {
    name: "MethodNotAllowed",
    doc: "The address does not take this method.",
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
    doc: "The body is not JSON.",
    kinds: &[&table::UNSUPPORTED_MEDIA_TYPE],
    headers: &[],
};
pub static TOO_MANY_REQUESTS: Refusal = Refusal {
    name: "TooManyRequests",
    doc: "Authentication failed too often in a short time.",
    kinds: &[&table::TOO_MANY_REQUESTS],
    headers: &["Retry-After"],
};
pub static INTERNAL_ERROR: Refusal = Refusal {
    name: "InternalError",
    doc: "The server failed.",
    kinds: &[&table::INTERNAL_ERROR],
    headers: &[],
};
pub static UNAVAILABLE: Refusal = Refusal {
    name: "Unavailable",
    doc: "The server cannot answer for the moment.",
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
            "\"hidden\" is not a value that publication_status takes. It takes draft, published and archived."
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
            json!({ "type": "string", "description": "The parameter.", "examples": ["publication_status"] }),
        ),
        (
            "parameter_value".to_owned(),
            json!({ "type": "string", "description": "The value it was given.", "examples": ["hidden"] }),
        ),
        (
            "allowed_values".to_owned(),
            json!({
                "type": "array",
                "items": { "type": "string" },
                "description": "The values it takes.",
                "examples": [["draft", "published", "archived"]],
            }),
        ),
    ]);
    enumerated.extend(members.get_key_value("request_id").map(|(name, it)| (name.clone(), it.clone())));
    Map::from_iter([
        ("Problem".to_owned(), problem("Why a call failed (RFC 9457).", &members)),
        (
            "EnumProblem".to_owned(),
            problem("A parameter does not take the value that it was given.", &enumerated),
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
            "description": "Where the problem is explained; what stands behind the `#` is its code.",
        },
        "title": { "type": "string", "description": "What sort of problem it is, the same words each time." },
        "status": { "type": "integer", "minimum": 400, "maximum": 599, "description": "The HTTP status." },
        "detail": { "type": "string", "description": "What is wrong with this request." },
        "request_id": {
            "type": "string",
            "description": "The request's id, by which the platform's support finds it in the log.",
        },
    });
    match members {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
