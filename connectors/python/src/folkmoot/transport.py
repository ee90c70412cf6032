"""Sends requests to the API: tokens, retries, errors."""

from collections.abc import Callable, Mapping
from typing import Any

import requests
from requests.auth import AuthBase

from .errors import UnexpectedResponse, error_of
from .retry import Retry
from .sign_in import Bearer, Tokens
from .version import VERSION

API_PATH = "/api/v2"

# Codes of 401 that a new token can mend.
RENEWABLE = ("expired-token", "invalid-token")

# Returns the body of a request; called again when the request is repeated.
Body = Callable[[], Any]


def platform_url(url: str) -> str:
    """The URL of the platform without that of its API."""
    url = url.strip().rstrip("/").removesuffix(API_PATH)
    if not url.startswith(("https://", "http://")):
        raise ValueError(f"'{url}' is not the URL of a platform; expected a URL such as https://example.org")
    return url


class Transport:
    """Sends requests to one platform as one client."""

    def __init__(
        self,
        url: str,
        client_id: str,
        client_secret: str,
        *,
        retry: Retry,
        timeout_seconds: float,
        session: requests.Session | None = None,
    ) -> None:
        self.url = platform_url(url)
        self.retry = retry
        self.timeout = (min(10.0, timeout_seconds), timeout_seconds)
        self.session = session or requests.Session()
        self.session.headers["User-Agent"] = f"folkmoot-python/{VERSION}"
        self.tokens = Tokens(client_id, client_secret, self._request_token)

    def get(
        self,
        path: str,
        parameters: Mapping[str, str] | None = None,
        *,
        accept: str = "application/json",
        is_streamed: bool = False,
        wait_seconds: int = 0,
    ) -> requests.Response:
        """Reads a path of the API, for example `ideas`. The content of a streamed response is read by the caller.

        The server can wait for some seconds before it responds.
        """
        connect, read = self.timeout
        options = {"stream": is_streamed, "timeout": (connect, read + wait_seconds)}
        return self.send("GET", path, parameters=parameters, accept=accept, options=options)

    def send(
        self,
        method: str,
        path: str,
        *,
        parameters: Mapping[str, str] | None = None,
        body: Body | None = None,
        accept: str = "application/json",
        options: Mapping[str, Any] | None = None,
    ) -> requests.Response:
        """Sends a request with a token. Other responses than 2xx raise an error."""
        url = f"{self.url}{API_PATH}/{path}"
        headers = {"Accept": accept} | ({"Content-Type": "application/json"} if body else {})

        def attempt(token: str) -> requests.Response:
            data = body() if body else None
            return self.exchange(
                method, url, auth=Bearer(token), params=parameters, data=data, headers=headers, **(options or {})
            )

        is_idempotent = method == "GET"
        token = self.tokens.current()
        response = self.retry.run(lambda: attempt(token), is_idempotent=is_idempotent)
        if response.status_code == 401 and problem_code(response) in RENEWABLE:
            self.tokens.reject(token)
            renewed = self.tokens.current()
            response = self.retry.run(lambda: attempt(renewed), is_idempotent=is_idempotent)
        if not response.ok or response.is_redirect:
            raise error_of(response)
        return response

    def exchange(self, method: str, url: str, *, auth: AuthBase, **options: Any) -> requests.Response:
        """Sends one request. A redirect is not followed: the token is for this server only."""
        options = {"timeout": self.timeout, **options}
        return self.session.request(method, url, auth=auth, allow_redirects=False, **options)

    def _request_token(self, credentials: AuthBase) -> requests.Response:
        """Requests a token. A second one does not change the first."""
        form = {"grant_type": "client_credentials"}
        url = f"{self.url}/oauth/token"
        headers = {"Accept": "application/json"}
        return self.retry.run(
            lambda: self.exchange("POST", url, auth=credentials, data=form, headers=headers), is_idempotent=True
        )


def problem_code(response: requests.Response) -> str:
    """The code of a problem document; empty for other responses."""
    return getattr(error_of(response), "code", "")


def json_object(response: requests.Response) -> dict[str, Any]:
    """The JSON object in the body of a response."""
    try:
        document = response.json()
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise UnexpectedResponse(f"{response.url.partition('?')[0]} did not return a JSON object")
    return document
