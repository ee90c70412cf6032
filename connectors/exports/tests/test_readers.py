"""Exports, read by the programs that analysts use, and compared with pages of the API."""

import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
from frictionless import Package

from conftest import Platform


@pytest.fixture(scope="module")
def folder(platform: Platform, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An export in all formats, made while the server runs."""
    folder = tmp_path_factory.mktemp("exports") / "export"
    platform.run("export", "--out", str(folder), "--format", "parquet,csv,ndjson,sqlite")
    yield folder


@pytest.fixture(scope="module")
def ideas(platform: Platform) -> list[dict[str, Any]]:
    return platform.records("ideas")


def comparable(record: dict[str, Any]) -> dict[str, Any]:
    """A record with the types of Parquet: times, and JSON text."""

    def value(name: str, value: Any) -> Any:
        if isinstance(value, str) and name.endswith("_at"):
            return datetime.fromisoformat(value)
        if isinstance(value, str) and name in ("images", "custom_field_values"):
            return json.loads(value)
        return value

    return {name: value(name, content) for name, content in record.items()}


def test_pyarrow_reads_typed_columns(folder: Path, ideas: list[dict[str, Any]]) -> None:
    table = pyarrow.parquet.read_table(folder / "ideas.parquet")
    types = {field.name: field.type for field in table.schema}
    assert types["id"] == types["custom_field_values"] == pyarrow.string()
    assert types["created_at"] == pyarrow.timestamp("us", tz="UTC")
    assert types["likes_count"] == pyarrow.int64()
    assert [comparable(row) for row in table.to_pylist()] == [comparable(idea) for idea in ideas]
    descriptions = json.loads(pyarrow.parquet.read_metadata(folder / "ideas.parquet").metadata[b"column_descriptions"])
    assert list(descriptions) == list(ideas[0])
    phases = pyarrow.parquet.read_schema(folder / "phases.parquet")
    assert phases.field("start_at").type == pyarrow.date32()
    assert phases.field("commenting_enabled").type == pyarrow.bool_()


def test_pandas_reads_parquet_csv_and_ndjson(folder: Path, ideas: list[dict[str, Any]]) -> None:
    frames = [
        pandas.read_parquet(folder / "ideas.parquet"),
        pandas.read_csv(folder / "ideas.csv", parse_dates=["created_at"]),
        pandas.read_json(folder / "ideas.ndjson", lines=True, dtype=False),
    ]
    frames[2]["created_at"] = pandas.to_datetime(frames[2]["created_at"])
    for frame in frames:
        assert list(frame["id"]) == [idea["id"] for idea in ideas]
        assert list(frame["likes_count"]) == [idea["likes_count"] for idea in ideas]
        # pandas does not distinguish an empty text from null in CSV.
        assert list(frame["title"].fillna("")) == [idea["title"] for idea in ideas]
        assert frame["created_at"].dt.tz is not None
        assert list(frame["created_at"]) == [pandas.Timestamp(idea["created_at"]) for idea in ideas]


def test_polars_reads_parquet_and_csv(folder: Path, ideas: list[dict[str, Any]]) -> None:
    frame = polars.read_parquet(folder / "ideas.parquet")
    assert frame.schema["created_at"] == polars.Datetime("us", "UTC")
    assert [comparable(row) for row in frame.to_dicts()] == [comparable(idea) for idea in ideas]
    assert polars.read_csv(folder / "ideas.csv")["id"].to_list() == [idea["id"] for idea in ideas]


def test_duckdb_joins_files_of_all_formats(folder: Path, platform: Platform, ideas: list[dict[str, Any]]) -> None:
    database = duckdb.connect()
    titles = database.execute(
        f"""SELECT ideas.id, projects.title, json_type(ideas.custom_field_values)
            FROM '{folder}/ideas.parquet' AS ideas
            JOIN '{folder}/projects.csv' AS projects ON projects.id::VARCHAR = ideas.project_id"""
    ).fetchall()
    assert sorted(titles) == sorted((idea["id"], idea["project_title"], "OBJECT") for idea in ideas)
    comments = database.execute(f"SELECT count(*), sum(likes_count) FROM '{folder}/comments.ndjson'").fetchone()
    expected = platform.records("comments")
    assert comments == (len(expected), sum(comment["likes_count"] for comment in expected))


def test_sqlite_has_views_with_names(folder: Path, ideas: list[dict[str, Any]]) -> None:
    with sqlite3.connect(folder / "folkmoot.sqlite") as database:
        rows = database.execute("SELECT id, author_name, topic_titles FROM ideas_with_names ORDER BY id").fetchall()
        assert [idea for idea, _, _ in rows] == sorted(idea["id"] for idea in ideas)
        assert any(author for _, author, _ in rows)
        assert any(topics and "; " in topics for _, _, topics in rows)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_frictionless_finds_the_package_valid(folder: Path) -> None:
    report = Package(str(folder / "datapackage.json")).validate()
    faults = [f"{task.name}: {error.message}" for task in report.tasks for error in task.errors]
    assert (report.valid, faults) == (True, [])
    names = {task.name for task in report.tasks}
    assert {"ideas.parquet", "ideas.csv", "ideas.ndjson", "folkmoot.sqlite"} <= names
