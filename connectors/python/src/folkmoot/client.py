"""The client of a platform."""

import os
from collections.abc import Sequence
from datetime import timedelta
from types import TracebackType

import requests

from .catalog import Catalog
from .retry import Retry
from .sync import Sync, SyncState
from .transport import Transport

# Longer than the delay between a change on most platforms and its import into the API server.
OVERLAP = timedelta(days=2)


class Folkmoot(Catalog):
    """A client of the public API of a platform, with an attribute for each list, such as `ideas`.

    `url` is the URL of the platform or of its API. Values that are not given are read from the environment variables
    `FOLKMOOT_URL`, `FOLKMOOT_CLIENT_ID` and `FOLKMOOT_CLIENT_SECRET`. The client requests a token with the first request, and a
    new one before it expires. Use one client in one thread.
    """

    def __init__(
        self,
        url: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        *,
        timeout_seconds: float = 60.0,
        retry: Retry = Retry(),
        session: requests.Session | None = None,
    ) -> None:
        self._transport = Transport(
            setting("url", url),
            setting("client_id", client_id),
            setting("client_secret", client_secret),
            retry=retry,
            timeout_seconds=timeout_seconds,
            session=session,
        )
        super().__init__(self._transport)

    def sync(
        self,
        state: SyncState | None = None,
        *,
        resources: Sequence[str] | None = None,
        overlap: timedelta = OVERLAP,
    ) -> Sync:
        """The changes since the sync that returned `state`; without a state, all records.

        `updated_at` and `deleted_at` are the times of a change on the platform. It can reach the API server later, for example
        with a nightly import. Therefore a sync also reads what changed up to `overlap` before the last sync started: choose it
        longer than the longest delay. Records in the overlap are received again.

        Counters such as `likes_count`, and fields from other records, change without a new `updated_at`. Sync without a state at
        regular intervals to read them again.
        """
        return Sync(self, state, resources, overlap)

    def close(self) -> None:
        """Closes the connections."""
        self._transport.session.close()

    def __enter__(self) -> "Folkmoot":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def setting(name: str, value: str | None) -> str:
    """An argument, or else its environment variable."""
    variable = f"FOLKMOOT_{name.upper()}"
    found = value or os.environ.get(variable)
    if not found:
        raise ValueError(f"'{name}' is missing: pass it, or set the environment variable {variable}")
    return found
