"""Which failed requests are repeated, and when."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import requests
from urllib3.exceptions import NewConnectionError

# The API or a proxy before it is overloaded or being restarted.
REPEATED_STATUSES = frozenset({429, 502, 503, 504})


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


def was_not_sent(error: requests.RequestException) -> bool:
    """Whether the request cannot have reached the server, because there was no connection."""
    if isinstance(error, requests.ConnectTimeout):
        return True
    reason = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(reason, NewConnectionError)
