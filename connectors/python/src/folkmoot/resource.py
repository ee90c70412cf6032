"""Lists of records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast, overload
from urllib.parse import parse_qsl, quote, urlsplit
from uuid import UUID

import requests

from .errors import UnexpectedResponse
from .filters import FilterValue, parameters_of
from .records import DeletedItem
from .stream import read_stream
from .transport import Transport, json_object

Record = TypeVar("Record")

# The maximum of the API.
PAGE_SIZE = 24


@dataclass(frozen=True)
class Endpoint:
    """The names of a list in URLs and responses."""

    # In URLs, such as `project_folders`.
    name: str
    # The array of a list's response, such as `folders`.
    key: str
    # The object of a record's response, such as `folder`; None for rows without ids.
    item_key: str | None
    # The fields that identify a record.
    identity: tuple[str, ...]


def read_pages(transport: Transport, path: str, key: str, parameters: dict[str, str]) -> Iterator[list[dict[str, Any]]]:
    """The pages of a list, each requested when it is needed."""
    parameters = {"page_size": str(PAGE_SIZE), **({"cursor": "start"} if allows_cursor(path, parameters) else {}), **parameters}
    while True:
        response = transport.get(path, parameters)
        document = json_object(response)
        if not isinstance(document.get(key), list):
            raise UnexpectedResponse(f"the response of '{path}' has no list '{key}'")
        yield document[key]
        following = next_parameters(response, document, parameters)
        if following is None:
            return
        parameters = following


def allows_cursor(path: str, parameters: dict[str, str]) -> bool:
    """Whether the order of a list allows a cursor, whose pages do not shift when records are created or deleted.

    The results of a search of files are sorted by how well they match.
    """
    is_ranked = path == "files" and "search" in parameters and "sort" not in parameters
    is_by_creation = parameters.get("sort", "created_at").removeprefix("-") == "created_at"
    return is_by_creation and not is_ranked and "page_number" not in parameters


def next_parameters(response: requests.Response, document: dict[str, Any], parameters: dict[str, str]) -> dict[str, str] | None:
    """The parameters of the next page; None on the last page.

    Only the query of the `Link` header is used, so that the token goes to the configured server alone. Without the header,
    `meta` has the number of pages.
    """
    if "Link" in response.headers:
        link = response.links.get("next")
        return dict(parse_qsl(urlsplit(link["url"]).query, keep_blank_values=True)) if link else None
    number, total = document["meta"]["current_page"], document["meta"]["total_pages"]
    numbered = {name: value for name, value in parameters.items() if name != "cursor"}
    return {**numbered, "page_number": str(number + 1)} if number < total else None


def list_parameters(
    name: str, fields: Sequence[str] | None, sort: str | None, locale: str | None, filters: dict[str, FilterValue]
) -> dict[str, str]:
    """The query parameters of a list."""
    parameters = parameters_of(name, {"sort": sort, "locale": locale, **filters})
    return parameters | ({"fields": ",".join(fields)} if fields is not None else {})


class Rows(Generic[Record]):
    """A list whose records have no ids."""

    def __init__(self, transport: Transport, endpoint: Endpoint) -> None:
        self.transport = transport
        self.endpoint = endpoint

    @overload
    def list(
        self, *, fields: None = None, sort: str | None = None, locale: str | None = None, **filters: FilterValue
    ) -> Iterator[Record]: ...

    @overload
    def list(
        self, *, fields: Sequence[str], sort: str | None = None, locale: str | None = None, **filters: FilterValue
    ) -> Iterator[dict[str, Any]]: ...

    def list(
        self,
        *,
        fields: Sequence[str] | None = None,
        sort: str | None = None,
        locale: str | None = None,
        **filters: FilterValue,
    ) -> Iterator[Any]:
        """All records that match the filters, newest first unless `sort` has another order.

        Pages are requested while you iterate. `fields` limits the records to these fields. `sort` is a field, with `-` before it
        for descending order, such as `-updated_at`. Dates are `datetime.date` or `datetime.datetime` objects; a pair is a range
        with both ends included, and None leaves an end open: `created_at=(date(2026, 1, 1), None)`.

        Every record that exists and matches while you iterate is returned once, whatever is written meanwhile. With another
        `sort` than `created_at`, and in a search of files, which is sorted by match, a change can make a record appear twice
        or not at all: use `stream`.
        """
        parameters = list_parameters(self.endpoint.name, fields, sort, locale, filters)
        return self._walk(self.endpoint.name, self.endpoint.key, parameters)

    @overload
    def stream(
        self, *, fields: None = None, sort: str | None = None, locale: str | None = None, **filters: FilterValue
    ) -> Iterator[Record]: ...

    @overload
    def stream(
        self, *, fields: Sequence[str], sort: str | None = None, locale: str | None = None, **filters: FilterValue
    ) -> Iterator[dict[str, Any]]: ...

    def stream(
        self,
        *,
        fields: Sequence[str] | None = None,
        sort: str | None = None,
        locale: str | None = None,
        **filters: FilterValue,
    ) -> Iterator[Any]:
        """All records that match, as in `list`, in one response from one state of the database. Faster for long lists.

        If the connection breaks, the list is resumed after the last record that was received, if the records have ids and
        times of creation that the access level does not cut, and no other order was requested; otherwise `ConnectionFailed` is
        raised.
        """
        parameters = list_parameters(self.endpoint.name, fields, sort, locale, filters)
        return read_stream(self.transport, self.endpoint.name, parameters)

    def _walk(self, path: str, key: str, parameters: dict[str, str]) -> Iterator[Any]:
        for page in read_pages(self.transport, path, key, parameters):
            yield from page


class Resource(Rows[Record]):
    """A list whose records have ids."""

    def get(self, id: str | UUID, *, locale: str | None = None) -> Record:
        """One record. An unknown id raises `NotFound`."""
        path = f"{self.endpoint.name}/{quote(str(id), safe='')}"
        document = json_object(self.transport.get(path, parameters_of(self.endpoint.name, {"locale": locale})))
        return cast(Record, document[self.endpoint.item_key or self.endpoint.key])

    def deleted(self, **filters: FilterValue) -> Iterator[DeletedItem]:
        """The ids of deleted records, the latest deletion first. `deleted_at` is a date or a range, as in `list`."""
        parameters = parameters_of(self.endpoint.name, filters)
        return self._walk(f"{self.endpoint.name}/deleted", "deleted_items", parameters)
