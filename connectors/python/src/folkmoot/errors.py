"""The errors that the package raises."""

from collections.abc import Mapping
from typing import Any

import requests


class FolkmootError(Exception):
    """The base class of all errors of the package."""


class ConnectionFailed(FolkmootError):
    """The server was not reachable, or the connection failed, and repeating the request did not help."""


class UnexpectedResponse(FolkmootError):
    """The response is not one of this API, for example that of a proxy."""


class ApiError(FolkmootError):
    """A problem document (RFC 9457) that the API returned.

    `code` identifies the error, for example `invalid-parameter-value-enum`. `request_id` identifies the request in the log of the
    server: quote it when you contact support.
    """

    def __init__(self, status: int, document: Mapping[str, Any], request_id: str | None = None) -> None:
        self.status = status
        self.document = dict(document)
        self.type: str | None = document.get("type")
        self.code = (self.type or "").rpartition("#")[2]
        self.title: str | None = document.get("title")
        self.detail: str | None = document.get("detail")
        self.request_id: str | None = document.get("request_id") or request_id
        self.parameter_name: str | None = document.get("parameter_name")
        self.parameter_value: str | None = document.get("parameter_value")
        self.allowed_values: list[str] | None = document.get("allowed_values")
        super().__init__(f"{self.code or status}: {self.detail or self.title} (request {self.request_id})")


class InvalidRequest(ApiError):
    """A parameter is unknown or has an invalid value, or the body is malformed (400)."""


class AuthenticationFailed(ApiError):
    """The credentials or the token are not valid, or the client was revoked (401)."""


class AccessDenied(ApiError):
    """The public API is turned off, or the client may not do this (403)."""


class NotFound(ApiError):
    """The record does not exist (404)."""


class ChangesExpired(ApiError):
    """The cursor is older than the changes that the platform retains, or the access of the client has changed (410)."""


class TooLarge(ApiError):
    """The file exceeds the upload limit of the platform (413)."""


class RateLimited(ApiError):
    """Too many requests, and waiting did not help (429)."""


class ServerError(ApiError):
    """The server failed or is overloaded (5xx), and repeating the request did not help."""


class InvalidFile(ApiError):
    """Fields of an uploaded file are invalid (422). `errors` has the error codes of each invalid field."""

    def __init__(self, status: int, document: Mapping[str, Any], request_id: str | None = None) -> None:
        self.errors: dict[str, list[str]] = {
            field: [each["error"] for each in found] for field, found in document["errors"].items() if found
        }
        found = "; ".join(f"{field}: {', '.join(codes)}" for field, codes in self.errors.items())
        super().__init__(status, {"title": "Invalid file", "detail": found, "request_id": request_id})
        self.document = dict(document)
        self.code = "invalid-file"


CLASSES: dict[int, type[ApiError]] = {
    400: InvalidRequest,
    401: AuthenticationFailed,
    403: AccessDenied,
    404: NotFound,
    410: ChangesExpired,
    413: TooLarge,
    429: RateLimited,
}


def error_of(response: requests.Response) -> FolkmootError:
    """The error that a response with a status of 300 or more reports."""
    status, request_id = response.status_code, response.headers.get("X-Request-Id")
    try:
        document = response.json()
    except ValueError:
        document = None
    if isinstance(document, dict) and status == 422 and isinstance(document.get("errors"), dict):
        return InvalidFile(status, document, request_id)
    if isinstance(document, dict) and "title" in document:
        default = ServerError if status >= 500 else ApiError
        return CLASSES.get(status, default)(status, document, request_id)
    # Without the query: filters can contain personal data.
    url = response.url.partition("?")[0]
    return UnexpectedResponse(f"{url} returned status {status}, which is not a response of this API")
