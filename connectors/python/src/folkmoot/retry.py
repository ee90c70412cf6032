"""Which failed requests are repeated, and when."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import requests
from urllib3.exceptions import NewConnectionError

from .errors import ConnectionFailed

# The server has rejected the request because there were too many: it was not processed.
REJECTED = frozenset({429})
# The API or a proxy before it is overloaded or being restarted. The request can have been processed.
UNAVAILABLE = frozenset({502, 503, 504})


@dataclass(frozen=True)
class Retry:
    """How often a request is repeated, and how long the client waits before that.

    The wait is what the response requests in `Retry-After`. Without it, the wait is a random part of a limit that doubles each
    time up to `maximum_delay_seconds`, so that many clients do not come back at the same time.
    """

    attempts: int = 6
    first_delay_seconds: float = 0.5
    maximum_delay_seconds: float = 30.0
    # A response that requests a longer wait is an error.
    maximum_retry_after_seconds: float = 300.0
    sleep: Callable[[float], None] = time.sleep
    random: Callable[[], float] = random.random

    def run(self, attempt: Callable[[], requests.Response], *, is_idempotent: bool) -> requests.Response:
        """Repeats a request while it fails for a temporary reason, and returns the last response.

        A request that is not idempotent is repeated only if it was certainly not processed.
        """
        statuses = REJECTED | UNAVAILABLE if is_idempotent else REJECTED
        number = 1
        while True:
            try:
                response = attempt()
            except requests.RequestException as error:
                can_repeat = is_temporary(error) and (is_idempotent or was_not_sent(error))
                delay = self.delay_seconds(number, None) if can_repeat else None
                if delay is None:
                    # Without the text of the error: it has the URL, and filters can contain personal data.
                    raise ConnectionFailed(f"no complete response after {number} attempts: {type(error).__name__}") from error
            else:
                if response.status_code not in statuses:
                    return response
                delay = self.delay_seconds(number, response.headers.get("Retry-After"))
                if delay is None:
                    return response
                response.close()
            self.sleep(delay)
            number += 1

    def delay_seconds(self, attempt: int, retry_after: str | None) -> float | None:
        """The wait after a failed attempt, counted from 1; None if the request must not be repeated."""
        if attempt >= self.attempts:
            return None
        requested = retry_after_seconds(retry_after)
        if requested is not None:
            return requested if requested <= self.maximum_retry_after_seconds else None
        limit = min(self.maximum_delay_seconds, self.first_delay_seconds * 2.0 ** (attempt - 1))
        return limit * (0.5 + self.random() / 2)


def retry_after_seconds(header: str | None) -> float | None:
    """The wait that a `Retry-After` header (RFC 9110) requests; None without a valid one."""
    if header is None:
        return None
    if header.strip().isdecimal():
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=timezone.utc)
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())


def is_temporary(error: requests.RequestException) -> bool:
    """Whether the same request can succeed later: the connection failed, or the response was cut off."""
    failures = (
        requests.ConnectionError,
        requests.Timeout,
        requests.exceptions.ChunkedEncodingError,
        requests.exceptions.ContentDecodingError,
    )
    return isinstance(error, failures) and not isinstance(error, requests.exceptions.SSLError)


def was_not_sent(error: requests.RequestException) -> bool:
    """Whether the request cannot have reached the server, because there was no connection."""
    if isinstance(error, requests.ConnectTimeout):
        return True
    reason = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(reason, NewConnectionError)
