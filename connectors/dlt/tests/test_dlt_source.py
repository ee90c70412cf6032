"""Loads the demo platform into DuckDB, with dlt's own client."""

from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import duckdb
import pytest
from folkmoot_dlt import folkmoot_source
from folkmoot_dlt.lists import LISTS

import dlt


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The state of dlt and the warehouse. Nothing is sent to dlt's vendor."""
    folder = tmp_path_factory.mktemp("dlt")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DLT_DATA_DIR", str(folder))
        environment.setenv("RUNTIME__DLTHUB_TELEMETRY", "false")
        environment.chdir(folder)
        yield folder


def load(folder: Path, platform: Any, **arguments: Any) -> dict[str, int]:
    """Runs the pipeline, and returns the number of rows that were read for each table."""
    pipeline = dlt.pipeline(
        "platform", destination=dlt.destinations.duckdb(str(folder / "warehouse.duckdb")), dataset_name="platform"
    )
    pipeline.run(folkmoot_source(platform.url, platform.client_id, platform.client_secret, **arguments))
    trace: Any = pipeline.last_trace
    counts: dict[str, int] = trace.last_normalize_info.row_counts
    return {table: count for table, count in counts.items() if not table.startswith("_")}


def query(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(folder / "warehouse.duckdb"), read_only=True) as warehouse:
        return warehouse.sql(sql).fetchall()


def ids(folder: Path, table: str) -> list[str]:
    return sorted(found for (found,) in query(folder, f"SELECT id FROM platform.{table}"))


def test_every_list_is_loaded_with_every_id_once(folder: Path, platform: Any) -> None:
    load(folder, platform)
    assert len(LISTS) == 21
    for name, listed in LISTS.items():
        records = platform.records(name)
        assert records, name
        if listed["has_deletions"]:
            assert ids(folder, name) == sorted(record["id"] for record in records), name
        else:
            fields = ", ".join(listed["identity"])
            rows = query(folder, f"SELECT {fields} FROM platform.{name}")
            assert sorted(rows) == sorted(tuple(record[field] for field in listed["identity"]) for record in records), name


def test_columns_have_the_types_of_the_document_even_if_they_are_empty(folder: Path) -> None:
    columns = dict(query(folder, "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'ideas'"))
    assert set(columns) - {"_dlt_id", "_dlt_load_id", "_deleted", "_position"} == set(LISTS["ideas"]["columns"])
    assert (columns["likes_count"], columns["images"]) == ("BIGINT", "JSON")
    assert columns["created_at"] == "TIMESTAMP WITH TIME ZONE"


def test_a_later_run_loads_changes_and_applies_deletions(folder: Path, platform: Any) -> None:
    assert load(folder, platform) == {}

    now, topic, row = datetime.now(timezone.utc).isoformat(), platform.records("topics")[0], platform.records("idea_topics")[0]
    counters = ("comments_count", "likes_count", "dislikes_count", "baskets_count")
    deleted = next(idea for idea in platform.records("ideas") if not any(idea[counter] for counter in counters))
    liked = next(idea for idea in platform.records("ideas") if idea["id"] not in (deleted["id"], row["idea_id"]))
    reaction = {"id": "0b5f9d6e-0e0c-4b6e-9b55-3a8b4f7f1d11", "mode": "up", "user_id": None, "created_at": now, "updated_at": now}
    platform.import_records(
        topics=[{"id": topic["id"], "title": "A new name", "_partial": True}],
        ideas=[{"id": row["idea_id"], "topic_ids": [], "_partial": True}],
        reactions=[reaction | {"reactable_id": liked["id"], "reactable_type": "idea"}],
        deleted_items=[{"id": deleted["id"], "type": "Idea", "deleted_at": now}],
    )

    read = load(folder, platform)
    assert (read["topics"], read["reactions"]) == (1, 1)
    assert query(folder, f"SELECT title FROM platform.topics WHERE id = '{topic['id']}'") == [("A new name",)]
    likes = f"SELECT likes_count FROM platform.ideas WHERE id = '{liked['id']}'"
    assert query(folder, likes) == [(liked["likes_count"] + 1,)]
    assert ids(folder, "ideas") == platform.ids("ideas")
    assert deleted["id"] not in ids(folder, "ideas")
    assert query(folder, f"SELECT count(*) FROM platform.idea_topics WHERE idea_id = '{row['idea_id']}'") == [(0,)]
    assert query(folder, "SELECT count(*) FROM platform.ideas WHERE _deleted") == [(0,)]


def test_after_an_expired_cursor_the_tables_are_replaced(folder: Path, platform: Any) -> None:
    load(folder, platform, resources=["topics"])
    gone = platform.records("topics")[0]
    # Another access level and back: cursors from before are rejected.
    for level in ("anonymous", "full"):
        platform.set_access(level)
    now = datetime.now(timezone.utc).isoformat()
    platform.import_records(deleted_items=[{"id": gone["id"], "type": "Topic", "deleted_at": now}])
    load(folder, platform, resources=["topics"])
    assert ids(folder, "topics") == platform.ids("topics")
    assert gone["id"] not in ids(folder, "topics")
    assert load(folder, platform, resources=["topics"]) == {}


def test_only_the_lists_that_were_asked_for_are_loaded(platform: Any) -> None:
    source = folkmoot_source(platform.url, platform.client_id, platform.client_secret, resources=["topics"])
    assert set(source.resources) == {"topics"}
    with pytest.raises(Exception, match="unknown lists: idea"):
        folkmoot_source(platform.url, platform.client_id, platform.client_secret, resources=["idea"])


def test_url_and_client_are_read_from_the_configuration_of_dlt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCES__FOLKMOOT__URL", "https://participate.example.org/api/v2/")
    monkeypatch.setenv("SOURCES__FOLKMOOT__CLIENT_ID", "id")
    monkeypatch.setenv("SOURCES__FOLKMOOT__CLIENT_SECRET", "secret")
    assert "ideas" in folkmoot_source().resources
    monkeypatch.delenv("SOURCES__FOLKMOOT__CLIENT_SECRET")
    with pytest.raises(dlt.common.configuration.exceptions.ConfigFieldMissingException, match="CLIENT_SECRET"):
        folkmoot_source()
