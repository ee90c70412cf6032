//! The table of all problems that the API returns. The server's responses, the `OpenAPI` document and the reference of errors
//! in the portal are generated from it.

use serde::Serialize;

/// The path of the portal's reference of errors. The `type` of a problem is the URL of this page, `#` and the code.
pub const PAGE: &str = "/guides/reference-problems";

/// A kind of problem. Its texts are plain, without markup.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ProblemKind {
    /// The code that identifies it in programs: the part of `type` after the `#`.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// A short summary, the same for each occurrence.
    pub title: &'static str,
    /// Why it occurs.
    pub cause: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
}

/// 400: the value of an enumerated parameter is not one of the accepted values.
pub static INVALID_PARAMETER_VALUE_ENUM: ProblemKind = ProblemKind {
    code: "invalid-parameter-value-enum",
    status: 400,
    title: "Invalid value for an enum parameter",
    cause: "The value of an enumerated parameter is not one of the accepted values. parameter_name and \
            parameter_value identify the parameter, and allowed_values lists the values it accepts.",
    remedy: "Send one of the allowed_values exactly as written, or omit the parameter.",
};

/// 400: the value of a parameter is malformed.
pub static INVALID_PARAMETER_VALUE: ProblemKind = ProblemKind {
    code: "invalid-parameter-value",
    status: 400,
    title: "Invalid value for a parameter",
    cause: "The value of a parameter is malformed: an id that is not a UUID, a page number that is not a positive \
            integer, or a date that does not exist. A common cause is a date with the month before the day, because \
            created_at, updated_at and deleted_at expect YYYY-DD-MM. Another is a URL with a character that must be \
            percent-encoded, such as a quotation mark.",
    remedy: "Correct the value as described in detail.",
};

/// 400: the operation does not have the parameter.
pub static UNKNOWN_PARAMETER: ProblemKind = ProblemKind {
    code: "unknown-parameter",
    status: 400,
    title: "Unknown parameter",
    cause: "The endpoint does not support a query parameter in the URL. Unknown parameters are rejected, so that a \
            misspelt filter is never silently ignored.",
    remedy: "Correct the name of the parameter or omit it. detail suggests the most similar name and lists all \
             parameters that the endpoint supports.",
};

/// 400: the body is malformed.
pub static MALFORMED_BODY: ProblemKind = ProblemKind {
    code: "malformed-body",
    status: 400,
    title: "Malformed request body",
    cause: "The request body is not valid JSON or not the JSON object that the endpoint expects, or the request is \
            not valid HTTP.",
    remedy: "Send the JSON object that the API reference shows for the endpoint. detail says what is missing or where \
             parsing failed.",
};

/// 401: the request has no token.
pub static MISSING_TOKEN: ProblemKind = ProblemKind {
    code: "missing-token",
    status: 401,
    title: "Missing token",
    cause: "The request has no Authorization header. All endpoints except those that issue tokens require one.",
    remedy: "Get a token from POST /api/v2/authenticate or POST /oauth/token, and send it as Authorization: Bearer <token>.",
};

/// 401: this platform did not issue the token, or it was revoked.
pub static INVALID_TOKEN: ProblemKind = ProblemKind {
    code: "invalid-token",
    status: 401,
    title: "Invalid token",
    cause: "The Authorization header does not contain a valid token of this platform. The token may be truncated, \
            modified, revoked or issued by another platform, or the request may have more than one such header.",
    remedy: "Send the token exactly as the server returned it, in a single header. If that fails, get a new token.",
};

/// 401: the token has expired.
pub static EXPIRED_TOKEN: ProblemKind = ProblemKind {
    code: "expired-token",
    status: 401,
    title: "Expired token",
    cause: "The token is more than 24 hours old.",
    remedy: "Get a new token and repeat the request.",
};

/// 401: the client of the token is revoked, disabled or expired.
pub static REVOKED_CLIENT: ProblemKind = ProblemKind {
    code: "revoked-client",
    status: 401,
    title: "Revoked client",
    cause: "An administrator revoked or disabled the client of the token or of the publishable key, or the client has expired.",
    remedy: "Ask an administrator of the platform to enable or extend the client, or for a new client ID and secret. \
             detail says which it needs.",
};

/// 401: the client ID or the secret is wrong.
pub static INVALID_CREDENTIALS: ProblemKind = ProblemKind {
    code: "invalid-credentials",
    status: 401,
    title: "Invalid credentials",
    cause: "The client ID, the client secret or both are wrong, or the client is revoked, disabled or expired. The \
            response does not reveal which.",
    remedy: "Check that the id and the secret are complete and belong to this platform, and ask an administrator \
             whether the client is active. A lost secret cannot be recovered: ask for a new one.",
};

/// 401: the request has no session and no admin key.
pub static ADMIN_SIGN_IN_REQUIRED: ProblemKind = ProblemKind {
    code: "admin-sign-in-required",
    status: 401,
    title: "Sign-in required",
    cause: "The request to the admin API has no valid session and no valid admin key. The session may have expired, or \
            an administrator may have ended it or revoked the admin key.",
    remedy: "Sign in to the console again, or send a valid admin key as Authorization: Bearer <admin key>.",
};

/// 403: the public API is disabled.
pub static PUBLIC_API_DISABLED: ProblemKind = ProblemKind {
    code: "public-api-disabled",
    status: 403,
    title: "Public API disabled",
    cause: "An administrator has not enabled the public API of this platform, or has disabled it.",
    remedy: "Ask an administrator of the platform to enable it.",
};

/// 403: the client or the scope of the token does not permit the request.
pub static INSUFFICIENT_ACCESS: ProblemKind = ProblemKind {
    code: "insufficient-access",
    status: 403,
    title: "Insufficient access",
    cause: "The request requires more than the client may do, or more than the scope that the token was narrowed to: \
            another resource, a greater access level, or the permission to change files.",
    remedy: "detail names the access level of the request and what is missing. If the token was requested with a \
             narrower scope, request one without the parameter scope. Otherwise ask an administrator of the platform \
             to extend the access of the client.",
};

/// 403: a page of an origin that the publishable key does not list sent the request.
pub static ORIGIN_NOT_ALLOWED: ProblemKind = ProblemKind {
    code: "origin-not-allowed",
    status: 403,
    title: "Origin not allowed",
    cause: "A page of a website whose origin the publishable key does not list sent the request. An origin is the beginning \
            of a page's URL up to the host or the port: https://www.city.example and https://city.example are two.",
    remedy: "Ask an administrator of the platform to add the origin to the key, or create a key for the website.",
};

/// 403: the role of the administrator does not permit changes.
pub static ADMINISTRATOR_REQUIRED: ProblemKind = ProblemKind {
    code: "administrator-required",
    status: 403,
    title: "Administrator required",
    cause: "The request to the admin API changes something, and your role is auditor, which can only read.",
    remedy: "Ask an administrator to make the change.",
};

/// 403: the CSRF token is missing or wrong.
pub static INVALID_CSRF_TOKEN: ProblemKind = ProblemKind {
    code: "invalid-csrf-token",
    status: 403,
    title: "Invalid CSRF token",
    cause: "A request to the admin API that changes something and uses a session has no X-CSRF-Token header, or its \
            value is not the csrf_token of the session.",
    remedy: "Read csrf_token from GET /admin/api/session, and send it in the X-CSRF-Token header. Programs use an admin \
             key and need no CSRF token.",
};

/// 403: a page of another origin sent the request.
pub static CROSS_SITE_REQUEST: ProblemKind = ProblemKind {
    code: "cross-site-request",
    status: 403,
    title: "Cross-site request",
    cause: "A page of another origin sent a request to the admin API. If this page was the console, the server does not \
            know the URL under which it was opened.",
    remedy: "Open the console under the URL in the setting admin-url or public-url.",
};

/// 403: the download URL was modified, has expired or was revoked.
pub static INVALID_SIGNATURE: ProblemKind = ProblemKind {
    code: "invalid-signature",
    status: 403,
    title: "Invalid download URL",
    cause: "The download URL was modified, has expired or was revoked, or the client that it was issued to may no \
            longer read files.",
    remedy: "Request the file's record again and use the url in the response.",
};

/// 404: the record does not exist.
pub static RECORD_NOT_FOUND: ProblemKind = ProblemKind {
    code: "record-not-found",
    status: 404,
    title: "Record not found",
    cause: "No record of this resource has the id in the URL. The record may have been deleted, or the id may not \
            be a valid UUID.",
    remedy: "Check the id. The list of deleted records of the resource shows whether the record was deleted.",
};

/// 404: the endpoint does not exist.
pub static ROUTE_NOT_FOUND: ProblemKind = ProblemKind {
    code: "route-not-found",
    status: 404,
    title: "Endpoint not found",
    cause: "The API has no endpoint at this URL.",
    remedy: "Check the URL against the API reference. All paths start with /api/v2/.",
};

/// 405: the endpoint does not support the method.
pub static METHOD_NOT_ALLOWED: ProblemKind = ProblemKind {
    code: "method-not-allowed",
    status: 405,
    title: "Method not allowed",
    cause: "The endpoint exists, but does not support this method. All resources except files are read-only.",
    remedy: "Use one of the methods in the Allow header of the response.",
};

/// 406: the client accepts no format of the endpoint.
pub static NOT_ACCEPTABLE: ProblemKind = ProblemKind {
    code: "not-acceptable",
    status: 406,
    title: "Not acceptable",
    cause: "The Accept header of the request excludes the formats of the endpoint: JSON, and for lists also NDJSON and \
            CSV.",
    remedy: "Send Accept: application/json, or omit the header. For lists, Accept: application/x-ndjson and Accept: \
             text/csv are possible too.",
};

/// 409: the vote has not ended.
pub static VOTE_RUNNING: ProblemKind = ProblemKind {
    code: "vote-running",
    status: 409,
    title: "The vote is running",
    cause: "The request is for the ballots of a vote that has not ended. A vote ends with the last day of its phase, in the time \
            zone of the platform; a phase without an end runs until one is set.",
    remedy: "Request the ballots after end_at of the phase.",
};

/// 409: another import is running.
pub static IMPORT_RUNNING: ProblemKind = ProblemKind {
    code: "import-running",
    status: 409,
    title: "Import running",
    cause: "Another import is running, from the console or from the command line. Only one import can run at a time.",
    remedy: "Wait for its end, which the list of imports shows, and upload the files again.",
};

/// 409: another export is running.
pub static EXPORT_RUNNING: ProblemKind = ProblemKind {
    code: "export-running",
    status: 409,
    title: "Export running",
    cause: "Another export is running. Only one export can run at a time.",
    remedy: "Wait for its end, which the list of exports shows, and start the export again.",
};

/// 409: the record was changed meanwhile.
pub static EDIT_CONFLICT: ProblemKind = ProblemKind {
    code: "edit-conflict",
    status: 409,
    title: "Edit conflict",
    cause: "The state of the record does not permit the change: another administrator changed it since it was read, or \
            it was revoked.",
    remedy: "Read the record again, and repeat the change if it is still needed.",
};

/// 410: the changes after a cursor are not available.
pub static CHANGES_EXPIRED: ProblemKind = ProblemKind {
    code: "changes-expired",
    status: 410,
    title: "Changes expired",
    cause: "The changes after the cursor are not available: the cursor is older than the retention period of changes, \
            or the access level or the resources of the client, or the locales, the URL or the database of the platform, \
            have changed since.",
    remedy: "Request a new cursor from GET /api/v2/changes without the parameter after, then read all lists again. \
             After that, read the changes after the new cursor.",
};

/// 413: the body exceeds the limit.
pub static BODY_TOO_LARGE: ProblemKind = ProblemKind {
    code: "body-too-large",
    status: 413,
    title: "Request too large",
    cause: "The request body exceeds the limit of the endpoint, or the URL and headers exceed the limit of the \
            server. Nothing was stored.",
    remedy: "Send a smaller request. detail states the limit.",
};

/// 415: the body is not JSON.
pub static UNSUPPORTED_MEDIA_TYPE: ProblemKind = ProblemKind {
    code: "unsupported-media-type",
    status: 415,
    title: "Unsupported media type",
    cause: "The Content-Type header of the request is not application/json, or not application/x-www-form-urlencoded \
            at POST /oauth/token, or the Content-Encoding header declares a compressed body.",
    remedy: "Send an uncompressed body with the Content-Type of the endpoint. In JSON, include the content of files as \
             Base64.",
};

/// 416: the requested range is outside the file.
pub static RANGE_NOT_SATISFIABLE: ProblemKind = ProblemKind {
    code: "range-not-satisfiable",
    status: 416,
    title: "Range not satisfiable",
    cause: "The Range header of the request starts past the end of the file.",
    remedy: "Request a range within the file. The Content-Range header of the response states the size in bytes.",
};

/// 422: a member of the body is invalid.
pub static INVALID_PARAMETERS: ProblemKind = ProblemKind {
    code: "invalid-parameters",
    status: 422,
    title: "Invalid parameters",
    cause: "A member of the JSON body of a request to the admin API is missing, unknown or has an invalid value. \
            parameter_name identifies it.",
    remedy: "Correct the member as described in detail.",
};

/// 429: too many failed authentications from an address, or too many tokens for a client.
pub static TOO_MANY_REQUESTS: ProblemKind = ProblemKind {
    code: "too-many-requests",
    status: 429,
    title: "Too many requests",
    cause: "Too many authentications or requests without a valid token came from this network address, or the client sent \
            too many requests or searches or requested too many tokens, or has too many requests or streams at the same \
            time.",
    remedy: "Wait for the number of seconds in the Retry-After header. Check the credentials, and reuse each token \
             until it expires after 24 hours. The RateLimit header shows how many requests are left.",
};

/// 500: the server failed to process the request.
pub static INTERNAL_ERROR: ProblemKind = ProblemKind {
    code: "internal-error",
    status: 500,
    title: "Internal error",
    cause: "The server failed to process the request. The request itself is not the cause.",
    remedy: "Retry later. If the error persists, contact the support of the platform and quote the request_id.",
};

/// 503: the server cannot process the request at the moment.
pub static UNAVAILABLE: ProblemKind = ProblemKind {
    code: "unavailable",
    status: 503,
    title: "Service unavailable",
    cause: "The server cannot process the request at the moment: it is starting, it has too many connections or streams, its \
            database is unavailable, or the request or its body took too long.",
    remedy: "Retry after the number of seconds in the Retry-After header.",
};

/// All problems, sorted by status.
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
    &ADMIN_SIGN_IN_REQUIRED,
    &PUBLIC_API_DISABLED,
    &INSUFFICIENT_ACCESS,
    &ORIGIN_NOT_ALLOWED,
    &ADMINISTRATOR_REQUIRED,
    &INVALID_CSRF_TOKEN,
    &CROSS_SITE_REQUEST,
    &INVALID_SIGNATURE,
    &RECORD_NOT_FOUND,
    &ROUTE_NOT_FOUND,
    &METHOD_NOT_ALLOWED,
    &NOT_ACCEPTABLE,
    &EDIT_CONFLICT,
    &VOTE_RUNNING,
    &IMPORT_RUNNING,
    &EXPORT_RUNNING,
    &CHANGES_EXPIRED,
    &BODY_TOO_LARGE,
    &UNSUPPORTED_MEDIA_TYPE,
    &RANGE_NOT_SATISFIABLE,
    &INVALID_PARAMETERS,
    &TOO_MANY_REQUESTS,
    &INTERNAL_ERROR,
    &UNAVAILABLE,
];
