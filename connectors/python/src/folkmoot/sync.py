"""All records once, then what changed since an earlier sync."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypedDict

from .catalog import Catalog
from .changes import LIMIT, Change, endpoints, key_of, read_changes
from .errors import AccessDenied, ChangesExpired
from .resource import Rows
from .transport import Transport


class SyncState(TypedDict):
    """What a sync needs to know about the one before it. Store it as JSON."""

    version: Literal[2]
    # The position in the changes of the platform.
    cursor: str
    # The lists of the sync; None for all that the client may read.
    resources: list[str] | None


class Sync:
    """The changes since an earlier sync. Iterate over all of them, apply each, then store `state`."""

    def __init__(self, catalog: Catalog, transport: Transport, state: SyncState | None, resources: Sequence[str] | None) -> None:
        known = endpoints(catalog)
        unknown = sorted(set(resources or ()) - set(known))
        if unknown:
            raise ValueError(f"unknown lists: {', '.join(unknown)}; expected some of {', '.join(known)}")
        self._catalog = catalog
        self._transport = transport
        self._known = known
        self._resources = None if resources is None else [name for name in known if name in resources]
        is_usable = state is not None and state.get("version") == 2 and state["resources"] == self._resources
        # A state of other lists, or of an earlier version of the package: everything is read again.
        self._cursor = state["cursor"] if state is not None and is_usable else None
        self._is_complete = False

    def __iter__(self) -> Iterator[Change]:
        if self._cursor is not None:
            try:
                yield from self._changes(self._cursor)
                return
            except ChangesExpired:
                self._cursor = None
        # First the cursor: what changes while the lists are read follows after them.
        cursor = next(read_changes(self._transport, self._known, None, None, {}, 0)).next
        for name in self._resources or self._known:
            yield Change(name, "clear")
            yield from self._records(name)
        yield from self._changes(cursor)

    @property
    def state(self) -> SyncState:
        """The state for the next sync. Only after all changes have been read."""
        if not self._is_complete or self._cursor is None:
            raise RuntimeError("the state is available after all changes have been read")
        return {"version": 2, "cursor": self._cursor, "resources": self._resources}

    def _records(self, name: str) -> Iterator[Change]:
        rows: Rows[dict[str, object]] = getattr(self._catalog, name)
        try:
            for record in rows.stream():
                key = key_of(rows.endpoint, record)
                yield Change(name, "upsert", key if rows.endpoint.item_key else None, record, key)
        except AccessDenied as error:
            # Without a choice of lists, those are left out that the client may not read.
            if self._resources is not None or error.code != "insufficient-access":
                raise

    def _changes(self, cursor: str) -> Iterator[Change]:
        for page in read_changes(self._transport, self._known, cursor, self._resources, {"limit": str(LIMIT)}, 0):
            yield from page.changes
            cursor = page.next
        self._cursor, self._is_complete = cursor, True
