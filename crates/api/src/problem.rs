//! Problems: the responses to requests that fail (RFC 9457).

use axum::response::{IntoResponse, Response};
use folkmoot_runtime::blocking::BlockingError;
use folkmoot_runtime::disk_reserve::NoSpace;
use folkmoot_store::StoreError;
use folkmoot_store::usage::{ClientRefusal, RefusalReason};
use folkmoot_telemetry::Refusal;
use http::{HeaderName, HeaderValue, StatusCode, header};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::problem_table::{self, ProblemKind};

/// A problem: its public text, and a cause that is only logged.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The row of the table.
    pub kind: &'static ProblemKind,
    /// Boxed, so that a `Result<_, Problem>` is small.
    occurrence: Box<Occurrence>,
}

/// The details of one occurrence of a problem.
#[derive(Debug, Clone, Default)]
struct Occurrence {
    detail: String,
    parameter: Option<EnumParameter>,
    /// The name of the invalid member of the body.
    member: Option<String>,
    headers: Vec<(HeaderName, HeaderValue)>,
    cause: Option<String>,
    /// The limit because of which the request was refused.
    refusal: Option<Refusal>,
    /// Why the client may not do it, and the plural of the resource that it may not read.
    refused_for: Option<(RefusalReason, &'static str)>,
}

#[derive(Debug, Clone)]
struct EnumParameter {
    name: String,
    value: String,
    allowed: Vec<String>,
}

/// The challenge for a request without a token (RFC 6750, section 3).
const MISSING_TOKEN_CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer");
/// The challenge for a token that is not accepted.
const INVALID_TOKEN_CHALLENGE: HeaderValue = HeaderValue::from_static(r#"Bearer error="invalid_token""#);

/// Time in seconds after which a client should retry a request that got 503.
const RETRY_AFTER_SECONDS: u64 = 5;
/// The same if the disk is full.
const NO_SPACE_RETRY_SECONDS: u64 = 300;

impl Problem {
    /// A problem with an explanation of this occurrence.
    pub fn new(kind: &'static ProblemKind, detail: impl Into<String>) -> Self {
        let headers = match kind.status {
            401 if kind.code == problem_table::INVALID_CREDENTIALS.code => Vec::new(),
            401 if kind.code == problem_table::ADMIN_SIGN_IN_REQUIRED.code => Vec::new(),
            401 if kind.code == problem_table::MISSING_TOKEN.code => {
                vec![(header::WWW_AUTHENTICATE, MISSING_TOKEN_CHALLENGE)]
            }
            401 => vec![(header::WWW_AUTHENTICATE, INVALID_TOKEN_CHALLENGE)],
            503 => vec![(header::RETRY_AFTER, RETRY_AFTER_SECONDS.into())],
            _ => Vec::new(),
        };
        let occurrence = Occurrence { detail: detail.into(), headers, ..Occurrence::default() };
        Self { kind, occurrence: Box::new(occurrence) }
    }

    /// The value of an enumerated parameter is not one of the accepted values.
    pub fn not_one_of<'a>(name: &str, value: &str, allowed: impl IntoIterator<Item = &'a str>) -> Self {
        let allowed: Vec<String> = allowed.into_iter().map(str::to_owned).collect();
        let detail = format!(
            "'{value}' is not a valid value for the parameter '{name}'. Accepted values are: {}.",
            allowed.join(", ")
        );
        let parameter = EnumParameter { name: name.to_owned(), value: value.to_owned(), allowed };
        let mut problem = Self::new(&problem_table::INVALID_PARAMETER_VALUE_ENUM, detail);
        problem.occurrence.parameter = Some(parameter);
        problem
    }

    /// States for administrators why the client may not do it.
    #[must_use]
    pub fn refused_for(self, reason: RefusalReason) -> Self {
        self.refused_for_resource(reason, "")
    }

    /// The same with the plural name of the resource that is the reason.
    #[must_use]
    pub fn refused_for_resource(mut self, reason: RefusalReason, plural: &'static str) -> Self {
        self.occurrence.refused_for = Some((reason, plural));
        self
    }

    /// The refusal that administrators of this client see; `None` if the problem is another one.
    pub fn refusal_of(&self, client: Uuid) -> Option<ClientRefusal> {
        self.occurrence.refused_for.map(|(reason, resource)| ClientRefusal { client, reason, resource })
    }

    /// Whether it refuses a client that is not for assistants.
    pub fn refuses_assistants(&self) -> bool {
        matches!(self.occurrence.refused_for, Some((RefusalReason::NotForAssistants, _)))
    }

    /// The problem in one line, for people and assistants.
    pub fn words(&self) -> String {
        let ProblemKind { status, code, .. } = self.kind;
        format!("{} ({status} {code})", self.occurrence.detail)
    }

    /// Adds a sentence to the detail.
    #[must_use]
    pub fn with_hint(mut self, hint: &str) -> Self {
        self.occurrence.detail = format!("{} {hint}", self.occurrence.detail);
        self
    }

    /// The value of a parameter is malformed. `expected` ends the sentence "Expected ….".
    pub fn invalid_parameter(name: &str, value: &str, expected: &str) -> Self {
        let detail =
            format!("'{value}' is not a valid value for the parameter '{name}'. Expected {expected}.");
        Self::new(&problem_table::INVALID_PARAMETER_VALUE, detail)
    }

    /// A member of a JSON body is invalid. `fault` ends the sentence "'member' …".
    pub fn invalid_member(name: &str, fault: &str) -> Self {
        let name: String = name.chars().take(100).collect();
        let mut problem = Self::new(&problem_table::INVALID_PARAMETERS, format!("'{name}' {fault}."));
        problem.occurrence.member = Some(name);
        problem
    }

    /// The server failed. The cause is only logged.
    #[allow(clippy::needless_pass_by_value, reason = "errors are passed on as they are, by `map_err`")]
    pub fn internal(cause: impl ToString) -> Self {
        let detail = "The server failed to process the request. Its log has the cause, under the request_id.";
        Self::new(&problem_table::INTERNAL_ERROR, detail).with_cause(cause.to_string())
    }

    /// The server cannot process the request at the moment. The cause is only logged.
    #[allow(clippy::needless_pass_by_value, reason = "errors are passed on as they are, by `map_err`")]
    pub fn unavailable(cause: impl ToString) -> Self {
        let detail = "The server cannot process the request at the moment. Retry in a few seconds.";
        Self::new(&problem_table::UNAVAILABLE, detail).with_cause(cause.to_string())
    }

    /// The server cannot process the request before `seconds` have passed. `reason` is a sentence.
    pub fn busy(reason: &str, seconds: u64) -> Self {
        let mut problem =
            Self::new(&problem_table::UNAVAILABLE, format!("{reason} Retry in {seconds} seconds."));
        problem.occurrence.headers = vec![(header::RETRY_AFTER, seconds.into())];
        problem
    }

    /// The client must wait for this number of seconds before it sends further `requests`.
    pub fn too_many(refusal: Refusal, requests: &str, seconds: u64) -> Self {
        let unit = if seconds == 1 { "second" } else { "seconds" };
        let detail = format!("Too many {requests}. Retry in {seconds} {unit}.");
        Self::new(&problem_table::TOO_MANY_REQUESTS, detail)
            .with_header(header::RETRY_AFTER, seconds.into())
            .refused(refusal)
    }

    /// States the limit because of which the request was refused.
    #[must_use]
    pub fn refused(mut self, refusal: Refusal) -> Self {
        self.occurrence.refusal = Some(refusal);
        self
    }

    /// The limit because of which the request was refused, if that is the reason.
    pub fn refusal(&self) -> Option<Refusal> {
        let is_body_size = self.kind.code == problem_table::BODY_TOO_LARGE.code;
        self.occurrence.refusal.or_else(|| is_body_size.then_some(Refusal::BodySize))
    }

    /// Adds a header to the response.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.occurrence.headers.push((name, value));
        self
    }

    fn with_cause(mut self, cause: String) -> Self {
        self.occurrence.cause = Some(cause);
        self
    }

    /// The cause, which must be logged and not returned.
    pub fn cause(&self) -> Option<&str> {
        self.occurrence.cause.as_deref()
    }

    /// The body of the response as JSON. `portal_url` is the URL of the portal that explains the problem.
    pub fn body(&self, portal_url: &str, request_id: &str) -> String {
        let kind = self.kind;
        let link = format!("{portal_url}/guides/reference-problems#{}", kind.code);
        let mut body = Map::new();
        let mut put = |key: &str, value: Value| body.insert(key.to_owned(), value);
        put("type", json!(link));
        put("title", json!(kind.title));
        put("status", json!(kind.status));
        put("detail", json!(self.occurrence.detail));
        if let Some(EnumParameter { name, value, allowed }) = &self.occurrence.parameter {
            put("parameter_name", json!(name));
            put("parameter_value", json!(value));
            put("allowed_values", json!(allowed));
        }
        if let Some(name) = &self.occurrence.member {
            put("parameter_name", json!(name));
        }
        put("request_id", json!(request_id));
        Value::Object(body).to_string()
    }
}

impl IntoResponse for Problem {
    /// A response without a body. A layer of the server writes the body, because it contains the id of the request.
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.kind.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        for (name, value) in &self.occurrence.headers {
            response.headers_mut().insert(name.clone(), value.clone());
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl From<BlockingError> for Problem {
    fn from(error: BlockingError) -> Self {
        let problem = Self::unavailable(error);
        if matches!(error, BlockingError::Overloaded(_)) {
            problem.refused(Refusal::WorkQueue)
        } else {
            problem
        }
    }
}

impl From<NoSpace> for Problem {
    fn from(error: NoSpace) -> Self {
        Self::busy("The server has no space for this request. Nothing was stored.", NO_SPACE_RETRY_SECONDS)
            .with_cause(error.to_string())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Blocking(error) => error.into(),
            StoreError::Busy
            | StoreError::Full
            | StoreError::Unreachable(_)
            | StoreError::Interrupted(_)
            | StoreError::Unconfirmed(_)
            | StoreError::Behind
            | StoreError::NotIndexed(_)
            | StoreError::Abandoned => Self::unavailable(error),
            _ => Self::internal(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use folkmoot_runtime::blocking::BlockingError;

    #[test]
    fn temporary_errors_get_503_with_a_retry_after_header() {
        let overloaded = StoreError::Blocking(BlockingError::Overloaded("database writes"));
        for error in
            [overloaded, StoreError::Behind, StoreError::Busy, StoreError::Unreachable(String::new())]
        {
            let text = error.to_string();
            let response = Problem::from(error).into_response();
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE, "{text}");
            assert!(response.headers().contains_key(header::RETRY_AFTER), "{text}");
        }
        let defect = Problem::from(StoreError::Value(String::new()));
        assert_eq!(defect.kind.code, problem_table::INTERNAL_ERROR.code);
    }
}
