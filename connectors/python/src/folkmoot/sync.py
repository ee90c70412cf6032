"""Records that changed since an earlier sync."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Literal, TypedDict

from .catalog import Catalog
from .errors import FolkmootError
from .filters import MILLISECOND, parse_timestamp, rfc3339
from .resource import PAGE_SIZE, Resource, Rows, read_pages
from .transport import json_object

# How often a run of records with one timestamp is read again because a record was deleted meanwhile.
READS_OF_A_RUN = 10


class SyncState(TypedDict):
    """What a sync needs to know about the one before it. Store it as JSON."""

    version: Literal[1]
    # When the last complete sync of each list started, by the clock of the server.
    started_at: dict[str, str]


@dataclass(frozen=True)
class Change:
    """A change of a copy.

    - `clear`: delete all records of the list. The changes that follow contain all of them.
    - `upsert`: insert the record, or replace the one with the same id. It can have been received before.
    - `delete`: delete the record with this id, if there is one.
    """

    resource: str
    action: Literal["clear", "upsert", "delete"]
    # None if the action is `clear`, and for rows without ids.
    id: str | None = None
    record: dict[str, Any] | None = None


class Sync:
    """The changes since an earlier sync. Iterate over all of them, apply each, then store `state`."""

    def __init__(self, catalog: Catalog, state: SyncState | None, resources: Sequence[str] | None, overlap: timedelta) -> None:
        known = {name: each for name, each in vars(catalog).items() if isinstance(each, Rows)}
        unknown = sorted(set(resources or ()) - set(known))
        if unknown:
            raise ValueError(f"unknown lists: {', '.join(unknown)}; expected some of {', '.join(known)}")
        if state is not None and state.get("version") != 1:
            raise ValueError("the state is not one of this version of the package; start again without it")
        self._lists = {name: each for name, each in known.items() if resources is None or name in resources}
        self._started_at = dict(state["started_at"]) if state else {}
        self._overlap = overlap
        self._is_complete = False

    def __iter__(self) -> Iterator[Change]:
        started_at = dict(self._started_at)
        for name, rows in self._lists.items():
            if isinstance(rows, Resource):
                started = server_time(rows)
                yield from self._changes(name, rows)
                started_at[name] = rfc3339(started)
            else:
                yield Change(name, "clear")
                yield from (Change(name, "upsert", None, row) for row in rows.list())
        self._started_at = started_at
        self._is_complete = True

    @property
    def state(self) -> SyncState:
        """The state for the next sync. Only after all changes have been read."""
        if not self._is_complete:
            raise RuntimeError("the state is available after all changes have been read")
        return {"version": 1, "started_at": dict(self._started_at)}

    def _changes(self, name: str, resource: Resource[Any]) -> Iterator[Change]:
        last = self._started_at.get(name)
        if last is None:
            yield Change(name, "clear")
            yield from (Change(name, "upsert", each["id"], each) for each in stable_walk(resource, {}))
            return
        since = f"{rfc3339(parse_timestamp(last) - self._overlap)},"
        updated = {}
        for record in stable_walk(resource, {"updated_at": since}):
            updated[record["id"]] = record["updated_at"]
            yield Change(name, "upsert", record["id"], record)
        for item in read_pages(resource.transport, f"{name}/deleted", "deleted_items", {"deleted_at": since}):
            for each in item:
                # A record that was updated after its deletion was restored.
                if updated.get(each["id"], "") <= each["deleted_at"]:
                    yield Change(name, "delete", each["id"])


def server_time(resource: Resource[Any]) -> datetime:
    """The time by the clock of the server, whole seconds; without a `Date` header, by that of this machine."""
    response = resource.transport.get(f"{resource.endpoint.name}/deleted", {"page_size": "1"})
    header = response.headers.get("Date")
    return parsedate_to_datetime(header) if header else datetime.now(timezone.utc)


def stable_walk(resource: Resource[Any], parameters: dict[str, str]) -> Iterator[dict[str, Any]]:
    """All records of a list, oldest first. Records that are created or deleted meanwhile do not hide others.

    Each request starts at the time of creation that the one before it ended with, so it does not depend on the number of
    records before it.
    """
    start, known = "", set[str]()
    while True:
        filters = {**parameters, "sort": "created_at"} | ({"created_at": f"{start},"} if start else {})
        page = next(read_pages(resource.transport, resource.endpoint.name, resource.endpoint.key, filters))
        yield from (record for record in page if record["id"] not in known)
        if len(page) < PAGE_SIZE:
            return
        newest = page[-1]["created_at"]
        if page[0]["created_at"] == newest:
            # More records with this timestamp can follow on the next pages.
            yield from read_run(resource, parameters, newest)
            start, known = rfc3339(parse_timestamp(newest) + MILLISECOND), set()
        else:
            start, known = newest, {record["id"] for record in page if record["created_at"] == newest}


def read_run(resource: Resource[Any], parameters: dict[str, str], created_at: str) -> list[dict[str, Any]]:
    """The records with one time of creation, read again if one was deleted meanwhile."""
    filters = {**parameters, "sort": "created_at", "created_at": f"{created_at},{created_at}"}
    for _ in range(READS_OF_A_RUN):
        before = latest_deletion(resource)
        pages = read_pages(resource.transport, resource.endpoint.name, resource.endpoint.key, filters)
        records = [record for page in pages for record in page]
        if latest_deletion(resource) == before:
            return records
    raise FolkmootError(f"records of '{resource.endpoint.name}' were deleted each time that the list was read; sync again later")


def latest_deletion(resource: Resource[Any]) -> Any:
    """The latest entry of the list of deleted records and the number of entries."""
    return json_object(resource.transport.get(f"{resource.endpoint.name}/deleted", {"page_size": "1"}))
