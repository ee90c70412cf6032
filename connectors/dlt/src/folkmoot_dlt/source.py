"""Loads the lists of a platform, and after the first run only changes."""

import json
from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from itertools import count, islice
from typing import Any

from dlt.extract import DltResource
from dlt.sources.helpers.rest_client.auth import OAuth2ClientCredentials
from dlt.sources.helpers.rest_client.client import RESTClient
from requests import HTTPError, RequestException

import dlt

from .lists import LISTS

# The column by which rows are deleted from a table. It is always null in the tables themselves.
DELETED = "_deleted"

# The order of the changes of one run, of which the last one of each record is applied.
POSITION = "_position"

# The maximum of the API, and the number of records of a list that are passed on together.
PAGE_SIZE = 1000

# How often in a row a list may break off before it is an error.
ATTEMPTS = 5

Rows = list[dict[str, Any]]


@dlt.source(name="folkmoot", section="folkmoot", max_table_nesting=0)
def folkmoot_source(
    url: str = dlt.config.value,
    client_id: str = dlt.secrets.value,
    client_secret: str = dlt.secrets.value,
    resources: Sequence[str] | None = None,
) -> Iterable[DltResource]:
    """The lists of a platform, each as a table of the same name.

    Arguments:
        url: The URL of the platform, such as `https://participate.example.org`.
        client_id: The id of an API client.
        client_secret: The secret of the client.
        resources: The lists to load; all by default.

    The first run reads each list and replaces its table. Later runs read what changed since then, counters and deletions
    included, and merge it. If that is no longer possible, for example because a pipeline was not run for too long, a run
    replaces the tables again.
    """
    names = list(LISTS) if resources is None else list(resources)
    unknown = sorted(set(names) - set(LISTS))
    if unknown:
        raise ValueError(f"unknown lists: {', '.join(unknown)}; expected some of {', '.join(LISTS)}")
    url = url.rstrip("/").removesuffix("/api/v2")
    # One object, so that all lists are read with one token.
    auth = OAuth2ClientCredentials(access_token_url=f"{url}/oauth/token", client_id=client_id, client_secret=client_secret)
    client = RESTClient(base_url=f"{url}/api/v2/", auth=auth)
    for name in names:
        yield dlt.resource(
            read,
            name=name,
            primary_key=LISTS[name]["identity"],
            write_disposition="merge",
            columns=columns_of(name),
        )(client, name)


def columns_of(name: str) -> dict[str, Any]:
    """The columns of a table."""
    listed = LISTS[name]
    columns: dict[str, Any] = {
        column: {"data_type": data_type, "nullable": column not in listed["identity"]}
        for column, data_type in listed["columns"].items()
    }
    columns[DELETED] = {"data_type": "bool", "nullable": True, "hard_delete": True}
    columns[POSITION] = {"data_type": "bigint", "nullable": True, "dedup_sort": "desc"}
    return columns


def read(client: RESTClient, name: str) -> Iterator[Any]:
    """The rows of a table: what changed since the last run, or all records."""
    state = dlt.current.resource_state()
    if "cursor" in state:
        try:
            yield from changes(client, name, state)
            return
        except HTTPError as error:
            if error.response is None or error.response.status_code != HTTPStatus.GONE:
                raise
    # First the cursor: what changes while the list is read belongs to the next run.
    cursor = page_of_changes(client, {})["meta"]["next"]
    replaced = dlt.mark.make_hints(write_disposition="replace")
    yield dlt.mark.with_hints(dlt.mark.materialize_table_schema(), replaced)
    yield from records(client, name)
    state["cursor"] = cursor


def changes(client: RESTClient, name: str, state: dict[str, Any]) -> Iterator[Rows]:
    """The rows that changed since the cursor, page by page."""
    positions, has_more = count(1), True
    while has_more:
        parameters = {"after": state["cursor"], "resources": name, "limit": PAGE_SIZE}
        page = page_of_changes(client, parameters)
        yield [row_of(change) | {POSITION: next(positions)} for change in page["changes"]]
        state["cursor"], has_more = page["meta"]["next"], page["meta"]["more"]


def page_of_changes(client: RESTClient, parameters: dict[str, Any]) -> dict[str, Any]:
    """A page of changes; without a cursor, none, and the cursor of now."""
    response = client.get("changes", params=parameters)
    response.raise_for_status()
    page: dict[str, Any] = response.json()
    return page


def row_of(change: dict[str, Any]) -> dict[str, Any]:
    """The row that stores or deletes a record."""
    row: dict[str, Any] = change["record"] or {"id": change["id"]}
    return row | {DELETED: change["action"] == "delete" or None}


def records(client: RESTClient, name: str) -> Iterator[Rows]:
    """All records of a list. A response that breaks off is resumed, if the list can be."""
    resume: dict[str, str] = {}
    failures = 0
    while True:
        try:
            headers = {"Accept": "application/x-ndjson"}
            with client.get(name, params=resume, headers=headers, stream=True) as response:
                response.raise_for_status()
                lines = response.iter_lines(65536)
                while rows := [json.loads(line) for line in islice(lines, PAGE_SIZE)]:
                    yield rows
                    resume, failures = position_of(rows[-1]), 0
            return
        except RequestException as error:  # noqa: PERF203
            failures += 1
            if isinstance(error, HTTPError) or not resume or failures == ATTEMPTS:
                raise


def position_of(record: dict[str, Any]) -> dict[str, str]:
    """The parameter that resumes a list after a record; nothing if it has no id."""
    return {"resume_after": f"{record['created_at']},{record['id']}"} if "id" in record else {}
