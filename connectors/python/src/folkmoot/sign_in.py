"""Tokens by OAuth 2.0 client credentials (RFC 6749, section 4.4)."""

import threading
import time
from collections.abc import Callable
from urllib.parse import quote

import requests
from requests.auth import AuthBase, HTTPBasicAuth

from .errors import AuthenticationFailed, FolkmootError, UnexpectedResponse, error_of

# A token is renewed this long before it expires, or earlier if it is valid for a short time only.
MARGIN_SECONDS = 300.0


class Bearer(AuthBase):
    """Adds a token to a request. As an object and not as a header, so that a `.netrc` file does not replace it."""

    def __init__(self, token: str | None) -> None:
        self.token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self.token is not None:
            request.headers["Authorization"] = f"Bearer {self.token}"
        return request


class Tokens:
    """Requests a token when there is none, before it expires, and when the server has rejected it."""

    def __init__(
        self,
        client_id: str,
        client_secret: str,
        request: Callable[[AuthBase], requests.Response],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # RFC 6749, section 2.3.1: both are form-encoded before they are used as user name and password.
        self._credentials = HTTPBasicAuth(quote(client_id, safe=""), quote(client_secret, safe=""))
        self._request = request
        self._clock = clock
        self._lock = threading.Lock()
        self._token: str | None = None
        self._renew_at = 0.0

    def current(self) -> str:
        """The token for the next request."""
        with self._lock:
            if self._token is None or self._clock() >= self._renew_at:
                self._token = self._renew()
            return self._token

    def reject(self, token: str) -> None:
        """Discards a token that the server has rejected, unless it has been replaced already."""
        with self._lock:
            if self._token == token:
                self._token = None

    def _renew(self) -> str:
        requested_at = self._clock()
        response = self._request(self._credentials)
        if response.status_code != 200:
            raise sign_in_error(response)
        try:
            document = response.json()
            token, expires_in = str(document["access_token"]), float(document["expires_in"])
        except (ValueError, KeyError, TypeError) as error:
            raise UnexpectedResponse(f"{response.url} did not return a token") from error
        self._renew_at = requested_at + expires_in - min(MARGIN_SECONDS, expires_in / 2)
        return token


def sign_in_error(response: requests.Response) -> FolkmootError:
    """The error of a token request: an error of OAuth (RFC 6749, section 5.2) or a problem document."""
    try:
        document = response.json()
    except ValueError:
        document = None
    if isinstance(document, dict) and isinstance(document.get("error"), str):
        code = document["error"]
        detail = document.get("error_description", "The server rejected the client ID or the client secret.")
        problem = {"type": f"#{code}", "title": "Sign-in failed", "detail": detail}
        return AuthenticationFailed(response.status_code, problem, response.headers.get("X-Request-Id"))
    return error_of(response)
