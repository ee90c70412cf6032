//! Every problem that the API answers, once: the server's answers, the `OpenAPI` document and the portal's page of
//! problems are made from this table.

use serde::Serialize;

/// The portal's page of problems; a problem's `type` is its address, `#` and the code.
pub const PAGE: &str = "/guides/reference-problems";

/// A kind of problem. Its texts are plain, without markup.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ProblemKind {
    /// What programs tell it by: the part of `type` behind the `#`.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The same words whenever it occurs.
    pub title: &'static str,
    /// Why it occurs.
    pub cause: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
}

/// 400: a parameter that takes certain words has another one.
pub static INVALID_PARAMETER_VALUE_ENUM: ProblemKind = ProblemKind {
    code: "invalid-parameter-value-enum",
    status: 400,
    title: "Invalid value for an enum parameter",
    cause: "A parameter that takes only certain values was given another one. parameter_name and \
            parameter_value tell which, and allowed_values lists what it takes.",
    remedy: "Send one of allowed_values, spelt exactly as it stands there, or leave the parameter out.",
};

/// 400: a parameter's value cannot be understood.
pub static INVALID_PARAMETER_VALUE: ProblemKind = ProblemKind {
    code: "invalid-parameter-value",
    status: 400,
    title: "Invalid value for a parameter",
    cause: "A parameter has a value that is not of its form: an id that is no UUID, a page that is no positive \
            whole number, or a date that does not exist. A common case is a date with the month before the day, \
            because created_at, updated_at and deleted_at take YYYY-DD-MM. Another is a URL with a character that must \
            be percent-encoded, such as a quotation mark.",
    remedy: "Correct the value as detail says.",
};

/// 400: a parameter that the call does not have.
pub static UNKNOWN_PARAMETER: ProblemKind = ProblemKind {
    code: "unknown-parameter",
    status: 400,
    title: "Unknown parameter",
    cause: "The address has a parameter that this call does not take. It is refused rather than ignored, so that a \
            misspelt filter cannot pass for one that was applied.",
    remedy: "Correct the parameter's name or leave it out. detail names the nearest one and all that the call takes.",
};

/// 400: a body that cannot be understood.
pub static MALFORMED_BODY: ProblemKind = ProblemKind {
    code: "malformed-body",
    status: 400,
    title: "Malformed body",
    cause: "The request's body is not JSON, or not the JSON object that the call takes; or the request is not valid \
            HTTP, and so has no body that can be read.",
    remedy: "Send the object that the reference shows for the call. detail says what is missing or where the text \
             cannot be read.",
};

/// 401: no token.
pub static MISSING_TOKEN: ProblemKind = ProblemKind {
    code: "missing-token",
    status: 401,
    title: "No token",
    cause: "The request has no Authorization header. Every call but POST /api/v2/authenticate needs one.",
    remedy: "Get a token from POST /api/v2/authenticate and send it as Authorization: Bearer <token>.",
};

/// 401: a token that this server did not make.
pub static INVALID_TOKEN: ProblemKind = ProblemKind {
    code: "invalid-token",
    status: 401,
    title: "Invalid token",
    cause: "The Authorization header holds something other than a token of this platform: a part of one, a \
            changed one, one of another platform, or more than one.",
    remedy: "Send the token exactly as it was answered, once. If that fails as well, get a new one.",
};

/// 401: a token whose time is over.
pub static EXPIRED_TOKEN: ProblemKind = ProblemKind {
    code: "expired-token",
    status: 401,
    title: "Expired token",
    cause: "The token is more than 24 hours old.",
    remedy: "Get a new token from POST /api/v2/authenticate and repeat the request.",
};

/// 401: a token of a client that was revoked.
pub static REVOKED_CLIENT: ProblemKind = ProblemKind {
    code: "revoked-client",
    status: 401,
    title: "Revoked client",
    cause: "An administrator revoked the client that the token was given to.",
    remedy: "Ask an administrator of the platform for a new client id and secret.",
};

/// 401: a client id and secret that do not belong together.
pub static INVALID_CREDENTIALS: ProblemKind = ProblemKind {
    code: "invalid-credentials",
    status: 401,
    title: "Invalid credentials",
    cause: "No client has this id and secret. The answer is the same whether the id, the secret or both are wrong.",
    remedy: "Check that id and secret are complete and of this platform. A lost secret cannot be shown again: ask an \
             administrator for a new one.",
};

/// 403: an administrator turned the public API off.
pub static PUBLIC_API_DISABLED: ProblemKind = ProblemKind {
    code: "public-api-disabled",
    status: 403,
    title: "The public API is turned off",
    cause: "The platform's administrators have not turned the public API on, or have turned it off.",
    remedy: "Ask an administrator of the platform to turn it on.",
};

/// 403: a download address that was changed or whose time is over.
pub static INVALID_SIGNATURE: ProblemKind = ProblemKind {
    code: "invalid-signature",
    status: 403,
    title: "Invalid download address",
    cause: "The URL of a file's bytes was changed, its time is over, or the client that it was issued to was revoked.",
    remedy: "Ask for the file's record again and use the url of that answer.",
};

/// 404: no such record.
pub static RECORD_NOT_FOUND: ProblemKind = ProblemKind {
    code: "record-not-found",
    status: 404,
    title: "Record not found",
    cause: "No record of this kind has the id in the address. It may have been deleted since, or the id may be no \
            UUID at all.",
    remedy: "Check the id. The resource's list of deleted records tells whether there once was one.",
};

/// 404: no such address.
pub static ROUTE_NOT_FOUND: ProblemKind = ProblemKind {
    code: "route-not-found",
    status: 404,
    title: "Address not found",
    cause: "The API has no such address.",
    remedy: "Check the address against the reference. All of them begin with /api/v2/.",
};

/// 405: an address that does not take the method.
pub static METHOD_NOT_ALLOWED: ProblemKind = ProblemKind {
    code: "method-not-allowed",
    status: 405,
    title: "Method not allowed",
    cause: "The address exists, but not with this method. All but files can only be read.",
    remedy: "Use one of the methods that the answer's Allow header lists.",
};

/// 406: nothing that the client accepts.
pub static NOT_ACCEPTABLE: ProblemKind = ProblemKind {
    code: "not-acceptable",
    status: 406,
    title: "Not acceptable",
    cause: "The request's Accept header does not allow JSON, which is all that the API answers.",
    remedy: "Send Accept: application/json, or no such header.",
};

/// 413: a body over the limit.
pub static BODY_TOO_LARGE: ProblemKind = ProblemKind {
    code: "body-too-large",
    status: 413,
    title: "Body too large",
    cause: "The request's body is larger than the call takes, or its URL and headers are larger than the server takes. \
            Nothing of it was stored.",
    remedy: "Send a smaller request. detail states the limit.",
};

/// 415: a body that is not JSON.
pub static UNSUPPORTED_MEDIA_TYPE: ProblemKind = ProblemKind {
    code: "unsupported-media-type",
    status: 415,
    title: "Unsupported media type",
    cause: "The request's Content-Type header says that the body is something other than JSON, or its Content-Encoding \
            header says that the body is compressed.",
    remedy: "Send uncompressed JSON with Content-Type: application/json. Files are sent as Base64 text within it.",
};

/// 416: a range that the bytes do not have.
pub static RANGE_NOT_SATISFIABLE: ProblemKind = ProblemKind {
    code: "range-not-satisfiable",
    status: 416,
    title: "Range not satisfiable",
    cause: "The request's Range header asks for bytes past the end of the file.",
    remedy: "Ask for bytes that the file has: the answer's Content-Range header tells how many there are.",
};

/// 429: too many failures in a short time.
pub static TOO_MANY_REQUESTS: ProblemKind = ProblemKind {
    code: "too-many-requests",
    status: 429,
    title: "Too many requests",
    cause: "Authentication failed too often from this network address, or the client asked for too many tokens.",
    remedy: "Wait for as many seconds as the Retry-After header says. Check the credentials, and use each token for as \
             long as it works: 24 hours.",
};

/// 500: a mistake of the server.
pub static INTERNAL_ERROR: ProblemKind = ProblemKind {
    code: "internal-error",
    status: 500,
    title: "Internal error",
    cause: "The server failed. The request is not at fault.",
    remedy: "Repeat the request later. If it goes on failing, tell the platform's support the request_id.",
};

/// 503: the server cannot answer for the moment.
pub static UNAVAILABLE: ProblemKind = ProblemKind {
    code: "unavailable",
    status: 503,
    title: "Unavailable",
    cause: "The server cannot answer for the moment: it is starting, it has too many connections, its database cannot \
            be reached, or the request or its body took too long.",
    remedy: "Repeat the request after as many seconds as the Retry-After header says.",
};

/// All of them, by status.
pub static PROBLEMS: &[&ProblemKind] = &[
    &INVALID_PARAMETER_VALUE_ENUM,
    &INVALID_PARAMETER_VALUE,
    &UNKNOWN_PARAMETER,
    &MALFORMED_BODY,
    &MISSING_TOKEN,
    &INVALID_TOKEN,
    &EXPIRED_TOKEN,
    &REVOKED_CLIENT,
    &INVALID_CREDENTIALS,
    &PUBLIC_API_DISABLED,
    &INVALID_SIGNATURE,
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
