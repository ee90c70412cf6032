"""Runs the manifest with Airbyte's own CDK, which is in an environment of its own because its pinned packages conflict."""

import json
import subprocess
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

ROOT = Path(__file__).resolve().parents[3]
PYTHON = ROOT / ".tools/airbyte/bin/python"


@pytest.fixture(scope="module")
def config(platform: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("airbyte") / "config.json"
    config = {"url": platform.url, "client_id": platform.client_id, "client_secret": platform.client_secret, "overlap_hours": 0}
    path.write_text(json.dumps(config))
    return path


def run(command: str, **paths: Path) -> list[dict[str, Any]]:
    """The messages of a command. A message of an error fails the test."""
    options = [word for name, path in paths.items() for word in (f"--{name}", str(path))]
    done = subprocess.run([PYTHON, Path(__file__).parent / "run_manifest.py", command, *options], capture_output=True, text=True)
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    errors = [each for each in messages if each["type"] == "TRACE" and each["trace"]["type"] == "ERROR"]
    assert done.returncode == 0, done.stderr[-2000:]
    assert not errors, errors
    return messages


def new_topics(count: int) -> list[dict[str, Any]]:
    """New records, which are the first of their list."""
    now = datetime.now(timezone.utc).isoformat()
    return [{"id": str(uuid4()), "title": "New", "created_at": now, "updated_at": now} for _ in range(count)]


def only(messages: list[dict[str, Any]], type: str) -> dict[str, Any]:
    (found,) = [each for each in messages if each["type"] == type]
    return found


@pytest.fixture(scope="module")
def streams(config: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = only(run("discover", config=config), "CATALOG")["catalog"]["streams"]
    return found


def read(config: Path, streams: list[dict[str, Any]], state: list[dict[str, Any]] | None = None) -> Any:
    """Reads all streams; returns the records of each and the last states."""
    catalog = config.with_name("catalog.json")
    configured = [
        {"stream": each, "sync_mode": each["supported_sync_modes"][-1], "destination_sync_mode": "append"} for each in streams
    ]
    catalog.write_text(json.dumps({"streams": configured}))
    paths = {"config": config, "catalog": catalog}
    if state is not None:
        paths["state"] = config.with_name("state.json")
        paths["state"].write_text(json.dumps(state))
    messages = run("read", **paths)
    records: dict[str, list[dict[str, Any]]] = defaultdict(list)
    states: dict[str, dict[str, Any]] = {}
    for message in messages:
        if message["type"] == "RECORD":
            records[message["record"]["stream"]].append(message["record"]["data"])
        elif message["type"] == "STATE":
            states[message["state"]["stream"]["stream_descriptor"]["name"]] = message["state"]
    return records, list(states.values())


def text(record: dict[str, Any]) -> str:
    """A record to compare. The messages of Airbyte leave out fields that are null."""
    return json.dumps({field: value for field, value in record.items() if value is not None}, sort_keys=True)


def test_the_specification_asks_for_url_and_client() -> None:
    spec = only(run("spec"), "SPEC")["spec"]["connectionSpecification"]
    assert spec["required"] == ["url", "client_id", "client_secret"]
    assert spec["properties"]["client_secret"]["airbyte_secret"] is True


def test_the_connection_check_succeeds_with_the_right_secret_only(config: Path) -> None:
    assert only(run("check", config=config), "CONNECTION_STATUS")["connectionStatus"]["status"] == "SUCCEEDED"
    wrong = config.with_name("wrong.json")
    wrong.write_text(json.dumps(json.loads(config.read_text()) | {"client_secret": "wrong"}))
    assert only(run("check", config=wrong), "CONNECTION_STATUS")["connectionStatus"]["status"] == "FAILED"


def test_each_record_is_read_once_while_others_are_imported(config: Path, platform: Any, streams: list[dict[str, Any]]) -> None:
    platform.import_records(topics=new_topics(2_000))
    before, ended = set(platform.ids("topics")), threading.Event()

    def import_topics() -> int:
        imports = 0
        while not ended.is_set():
            platform.import_records(topics=new_topics(50))
            imports += 1
        return imports

    with ThreadPoolExecutor() as pool:
        imports = pool.submit(import_topics)
        records, _ = read(config, [each for each in streams if each["name"] == "topics"])
        ended.set()
    walked = [topic["id"] for topic in records["topics"]]
    assert len(set(walked)) == len(walked)
    assert before <= set(walked)
    assert imports.result() > 1


def test_every_stream_is_read_completely_and_later_only_changes(
    config: Path, platform: Any, streams: list[dict[str, Any]]
) -> None:
    names = [each["name"] for each in streams]
    assert len(names) == len(set(names)) == 39
    records, state = read(config, streams)
    for name in names:
        path = name.removesuffix("_deleted") + "/deleted" if name.endswith("_deleted") else name
        expected = platform.records(path)
        assert sorted(map(text, records[name])) == sorted(map(text, expected)), name
        assert expected or name.endswith("_deleted"), name

    now, topic = datetime.now(timezone.utc), platform.records("topics")[0]
    idea = next(
        idea
        for idea in platform.records("ideas")
        if not any(idea[counter] for counter in ("comments_count", "likes_count", "dislikes_count", "baskets_count"))
    )
    platform.import_records(
        topics=[{"id": topic["id"], "title": "A new name", "updated_at": now.isoformat(), "_partial": True}],
        deleted_items=[{"id": idea["id"], "type": "Idea", "deleted_at": now.isoformat()}],
    )
    platform.wait_for("topics", topic["id"], "title", "A new name")
    chosen = [each for each in streams if each["name"] in ("topics", "topics_deleted", "ideas_deleted")]
    changes, _ = read(config, chosen, state)
    before = max(record["updated_at"] for record in records["topics"])
    assert {record["id"] for record in changes["topics"] if record["updated_at"] > before} == {topic["id"]}
    assert all(record["updated_at"] >= before for record in changes["topics"])
    assert idea["id"] in {record["id"] for record in changes["ideas_deleted"]}
