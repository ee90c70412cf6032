"""The client of a platform."""

import os
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any

import requests

from .catalog import Catalog
from .changes import LIMIT, ChangesPage, endpoints, read_changes
from .retry import Retry
from .sync import Sync, SyncState
from .transport import Transport, json_object


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

    def platform(self) -> dict[str, Any]:
        """The platform, the access level of the client, and for each list that it may read its length and its newest change."""
        platform: dict[str, Any] = json_object(self._transport.get("platform"))["platform"]
        return platform

    def changes(
        self,
        after: str | None = None,
        *,
        resources: Sequence[str] | None = None,
        locale: str | None = None,
        limit: int = LIMIT,
        wait_seconds: int = 0,
    ) -> Iterator[ChangesPage]:
        """The pages of changes after a cursor, until there are no more. Without a cursor, one page with the cursor of now.

        With `wait_seconds`, at most 60, the server waits for the first change. An expired cursor raises `ChangesExpired`: read
        the lists again, or use `sync`, which does so.
        """
        parameters = {"limit": str(limit)} | ({"locale": locale} if locale else {})
        return read_changes(self._transport, endpoints(self), after, resources, parameters, wait_seconds)

    def sync(self, state: SyncState | None = None, *, resources: Sequence[str] | None = None) -> Sync:
        """The changes since the sync that returned `state`; without a state, or if it has expired, all records.

        All changes are included, also those of counters, and of fields from other records. Lists that the client may not read
        are left out, unless `resources` names them.
        """
        return Sync(self, self._transport, state, resources)

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
