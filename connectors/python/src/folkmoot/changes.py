"""What changed after a cursor: the pages of `/changes`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .catalog import Catalog
from .resource import Endpoint, Rows
from .transport import Transport, json_object

# The maximum of the API.
LIMIT = 1000


@dataclass(frozen=True)
class Change:
    """A change of a copy.

    - `clear`: delete all records of the list. The changes that follow contain all of them. Only a sync returns it.
    - `upsert`: insert the record, or replace the one with the same key. It can have been received before.
    - `delete`: delete the record with this key, if there is one.
    """

    resource: str
    action: Literal["clear", "upsert", "delete"]
    # None if the action is `clear`, and for rows without ids.
    id: str | None = None
    # None if the action is `clear`, and for deleted records. Deleted rows without ids have the fields that identify them.
    record: dict[str, Any] | None = None
    # What identifies the record in its list: its id, or the ids of a row without one, separated by a space.
    key: str = ""


@dataclass(frozen=True)
class ChangesPage:
    """Some changes, and the cursor after them. Store both together."""

    changes: list[Change]
    next: str
    # Whether there are further changes already.
    more: bool


def endpoints(catalog: Catalog) -> dict[str, Endpoint]:
    """The lists of the API, by their names."""
    return {name: each.endpoint for name, each in vars(catalog).items() if isinstance(each, Rows)}


def key_of(endpoint: Endpoint, record: dict[str, Any]) -> str:
    """What identifies a record in its list."""
    return " ".join(str(record[field]) for field in endpoint.identity)


def read_changes(
    transport: Transport,
    known: dict[str, Endpoint],
    after: str | None,
    resources: Sequence[str] | None,
    parameters: dict[str, str],
    wait_seconds: int,
) -> Iterator[ChangesPage]:
    """The pages after a cursor, each requested when it is needed; without a cursor, one page without changes."""
    if resources is not None:
        parameters = {**parameters, "resources": ",".join(resources)}
    if wait_seconds:
        parameters = {**parameters, "wait": str(wait_seconds)}
    while True:
        cursor = {"after": after} if after else {}
        document = json_object(transport.get("changes", {**parameters, **cursor}, wait_seconds=wait_seconds))
        meta = document["meta"]
        page = ChangesPage([change_of(known, each) for each in document["changes"]], meta["next"], meta["more"])
        yield page
        if not page.more:
            return
        after = page.next


def change_of(known: dict[str, Endpoint], document: dict[str, Any]) -> Change:
    """A change of a response."""
    resource, record = document["resource"], document["record"]
    key = document["id"] or key_of(known[resource], record)
    return Change(resource, document["action"], document["id"], record, key)
