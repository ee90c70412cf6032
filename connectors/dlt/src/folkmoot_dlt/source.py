"""Loads the lists of a platform, and after the first run only changes."""

from collections.abc import Iterable, Sequence
from typing import Any

from dlt.extract import DltResource
from dlt.sources.helpers.rest_client.auth import OAuth2ClientCredentials
from dlt.sources.rest_api import rest_api_resources
from dlt.sources.rest_api.typing import Endpoint, EndpointResource, RESTAPIConfig

import dlt

from .lists import LISTS

# Longer than the delay between a change on most platforms and its import into the API server.
OVERLAP_SECONDS = 2 * 24 * 60 * 60

# The column by which rows are deleted from a table. It is always null in the tables themselves.
DELETED = "_deleted"


@dlt.source(name="folkmoot", section="folkmoot", max_table_nesting=0)
def folkmoot_source(
    url: str = dlt.config.value,
    client_id: str = dlt.secrets.value,
    client_secret: str = dlt.secrets.value,
    resources: Sequence[str] | None = None,
    overlap_seconds: int = OVERLAP_SECONDS,
) -> Iterable[DltResource]:
    """The lists of a platform, each as a table of the same name.

    Arguments:
        url: The URL of the platform, such as `https://participate.example.org`.
        client_id: The id of an API client.
        client_secret: The secret of the client.
        resources: The lists to load; all by default.
        overlap_seconds: Records that changed up to this long before the newest known change are read again. Longer than the
            longest delay between a change on the platform and its import into the API server.

    Records are merged by `id`. The first run reads everything; later ones read what was updated, and delete the rows of deleted
    records. Lists without ids are replaced. Counters change without a new `updated_at`: run the pipeline with
    `refresh="drop_data"` at regular intervals to read everything again.
    """
    names = list(LISTS) if resources is None else list(resources)
    unknown = sorted(set(names) - set(LISTS))
    if unknown:
        raise ValueError(f"unknown lists: {', '.join(unknown)}; expected some of {', '.join(LISTS)}")
    url = url.rstrip("/").removesuffix("/api/v2")
    config: RESTAPIConfig = {
        "client": {
            "base_url": f"{url}/api/v2/",
            # One object, so that all lists are read with one token.
            "auth": OAuth2ClientCredentials(
                access_token_url=f"{url}/oauth/token",
                client_id=client_id,
                client_secret=client_secret,
            ),
            "paginator": "header_link",
        },
        "resource_defaults": {"endpoint": {"params": {"page_size": 24}}},
        "resources": [each for name in names for each in configurations(name, overlap_seconds)],
    }
    yield from rest_api_resources(config)


def configurations(name: str, overlap_seconds: int) -> list[EndpointResource]:
    """The resources of a list: its records and, if they have ids, their deletions."""
    listed = LISTS[name]
    columns: dict[str, Any] = {
        column: {"data_type": data_type, "nullable": column not in listed["identity"]}
        for column, data_type in listed["columns"].items()
    }
    if not listed["has_deletions"]:
        return [
            {
                "name": name,
                "primary_key": listed["identity"],
                "write_disposition": "replace",
                "columns": columns,
                "endpoint": {"path": name, "data_selector": listed["key"]},
            }
        ]
    # Of several changes of one record in a run, the latest is applied.
    columns["updated_at"]["dedup_sort"] = "desc"
    columns[DELETED] = {"data_type": "bool", "nullable": True, "hard_delete": True}
    common: EndpointResource = {"primary_key": "id", "write_disposition": "merge", "columns": columns}
    return [
        {
            **common,
            "name": name,
            "endpoint": incremental(name, listed["key"], "updated_at", overlap_seconds),
        },
        {
            **common,
            "name": f"{name}_deleted",
            "table_name": name,
            "endpoint": incremental(f"{name}/deleted", "deleted_items", "deleted_at", overlap_seconds),
            "processing_steps": [{"map": deletion}],
        },
    ]


def incremental(path: str, key: str, parameter: str, overlap_seconds: int) -> Endpoint:
    """Reads from the newest known change on. As a timestamp: the API reads a date with the day before the month."""
    return {
        "path": path,
        "data_selector": key,
        "params": {"page_size": 24, parameter: "{incremental.start_value},"},
        "incremental": {
            "cursor_path": "updated_at",
            "initial_value": "2000-01-01T00:00:00.000Z",
            "lag": overlap_seconds,
        },
    }


def deletion(item: dict[str, Any]) -> dict[str, Any]:
    """The row that deletes a record."""
    return {"id": item["id"], "updated_at": item["deleted_at"], DELETED: True}
