"""Loads the demo platform into DuckDB, with dlt's own client."""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
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
    load(folder, platform, overlap_seconds=0)
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
    assert set(columns) - {"_dlt_id", "_dlt_load_id", "_deleted"} == set(LISTS["ideas"]["columns"])
    assert (columns["likes_count"], columns["images"]) == ("BIGINT", "JSON")
    assert columns["created_at"] == "TIMESTAMP WITH TIME ZONE"


def test_a_later_run_loads_changes_and_applies_deletions(folder: Path, platform: Any) -> None:
    unchanged = load(folder, platform, overlap_seconds=0)
    assert set(unchanged) == {"idea_phases", "idea_topics", "project_topics"}

    now, topic = datetime.now(timezone.utc), platform.records("topics")[0]
    counters = ("comments_count", "likes_count", "dislikes_count", "baskets_count")
    deleted, restored = [idea for idea in platform.records("ideas") if not any(idea[counter] for counter in counters)][:2]
    platform.import_records(
        topics=[{"id": topic["id"], "title": "A new name", "updated_at": now.isoformat(), "_partial": True}],
        deleted_items=[{"id": each["id"], "type": "Idea", "deleted_at": now.isoformat()} for each in (deleted, restored)],
    )
    platform.import_records(ideas=[restored | {"updated_at": (now + timedelta(seconds=1)).isoformat()}])
    platform.wait_for("topics", topic["id"], "title", "A new name")
    platform.wait_for("ideas", restored["id"], "id", restored["id"])

    read = load(folder, platform, overlap_seconds=0)
    assert {table: count for table, count in read.items() if table not in unchanged} == {"topics": 1, "ideas": 2}
    assert query(folder, f"SELECT title FROM platform.topics WHERE id = '{topic['id']}'") == [("A new name",)]
    assert ids(folder, "ideas") == platform.ids("ideas")
    assert deleted["id"] not in ids(folder, "ideas")
    assert query(folder, "SELECT count(*) FROM platform.ideas WHERE _deleted") == [(0,)]


def test_only_the_lists_that_were_asked_for_are_loaded(platform: Any) -> None:
    source = folkmoot_source(platform.url, platform.client_id, platform.client_secret, resources=["topics"])
    assert set(source.resources) == {"topics", "topics_deleted"}
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
