"""The package against the demo platform."""

import hashlib
import json
import tracemalloc
from datetime import date, datetime, timezone
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from folkmoot import Folkmoot, InvalidFile, InvalidRequest, NotFound, TooLarge
from folkmoot.filters import parse_timestamp
from folkmoot.resource import Resource, Rows

OPENAPI = json.loads((Path(__file__).parents[3] / "openapi.json").read_text(encoding="utf-8"))


@pytest.fixture
def client(platform: Any) -> Folkmoot:
    return Folkmoot(platform.url, platform.client_id, platform.client_secret)


def topics(count: int) -> list[dict[str, Any]]:
    """New records, which are the first of their list."""
    now = datetime.now(timezone.utc).isoformat()
    return [{"id": str(uuid4()), "title": "New", "created_at": now, "updated_at": now} for _ in range(count)]


def lists_of(client: Folkmoot) -> dict[str, Rows[Any]]:
    return {name: each for name, each in vars(client).items() if isinstance(each, Rows)}


def test_the_walk_of_every_list_returns_every_record_once(client: Folkmoot, platform: Any) -> None:
    lists = lists_of(client)
    assert len(lists) == 21
    for name, rows in lists.items():
        records = list(rows.list())
        assert records == platform.records(name), name
        identities = {tuple(record[field] for field in rows.endpoint.identity) for record in records}
        assert len(identities) == len(records), name
        assert list(rows.stream()) == records, name
        if isinstance(rows, Resource):
            assert rows.get(records[0]["id"]) == records[0]
            assert list(rows.deleted()) == platform.records(f"{name}/deleted"), name


def test_a_walk_returns_each_record_once_while_others_are_imported(client: Folkmoot, platform: Any) -> None:
    platform.import_records(topics=topics(100))
    before = platform.ids("topics")
    walked = []
    for topic in client.topics.list():
        walked.append(topic["id"])
        if len(walked) in (24, 48, 72):
            platform.import_records(topics=topics(50))
    assert len(set(walked)) == len(walked)
    assert set(before) <= set(walked)
    assert len(platform.ids("topics")) >= len(before) + 150


def test_filters_fields_and_order_are_applied(client: Folkmoot) -> None:
    everything = list(client.ideas.list())
    project = everything[0]["project_id"]
    expected = [idea["id"] for idea in everything if idea["project_id"] == project]
    assert [idea["id"] for idea in client.ideas.list(project_id=project)] == expected
    ideas = list(client.ideas.list(fields=["id", "updated_at"], sort="-updated_at"))
    assert {tuple(idea) for idea in ideas} == {("id", "updated_at")}
    assert len(ideas) == len(everything)
    assert all(one["updated_at"] >= other["updated_at"] for one, other in pairwise(ideas))
    assert next(client.projects.phases(project))["project_id"] == project
    chosen = [everything[5]["id"], everything[1]["id"]]
    assert {idea["id"] for idea in client.ideas.list(ids=chosen)} == set(chosen)
    located = [idea["id"] for idea in client.ideas.list(bbox=(-180, -90, 180, 90.0))]
    assert located == [idea["id"] for idea in everything if idea["location_point"]]


def test_dates_select_the_days_that_were_meant(client: Folkmoot) -> None:
    everything = list(client.ideas.list())
    days = sorted(parse_timestamp(idea["created_at"]).date() for idea in everything)
    first, last = days[len(days) // 3], days[len(days) // 2]
    found = list(client.ideas.list(created_at=(first, last)))
    assert found == [idea for idea in everything if first <= parse_timestamp(idea["created_at"]).date() <= last]
    assert found
    one_day = list(client.ideas.list(created_at=first))
    assert one_day == [idea for idea in everything if parse_timestamp(idea["created_at"]).date() == first]
    phases = list(client.phases.list())
    start = date.fromisoformat(phases[0]["start_at"])
    assert list(client.phases.list(start_at=start)) == [phase for phase in phases if phase["start_at"] == start.isoformat()]


def test_errors_have_the_details_of_the_problem_document(client: Folkmoot) -> None:
    with pytest.raises(InvalidRequest) as raised:
        list(client.ideas.list(type="proposal"))
    error = raised.value
    assert (error.code, error.status) == ("invalid-parameter-value-enum", 400)
    assert (error.parameter_name, error.parameter_value, error.allowed_values) == ("type", "proposal", ["idea", "survey"])
    assert error.detail
    assert error.request_id
    with pytest.raises(InvalidRequest, match="unknown-parameter"):
        list(client.ideas.list(projects_id="x"))
    with pytest.raises(NotFound, match="record-not-found"):
        client.ideas.get("no id/with?characters")


def test_a_file_is_uploaded_changed_downloaded_and_deleted(client: Folkmoot, tmp_path: Path) -> None:
    path, copy = tmp_path / "Minutes.txt", tmp_path / "copy.txt"
    # More than one piece, and a length that is not a multiple of three.
    path.write_text("".join(f"Line {number} of the minutes.\n" for number in range(250_000)))
    project = next(client.projects.list())["id"]
    tracemalloc.start()
    uploaded = client.files.upload(path, project, category="meeting", description_multiloc={"en": 'A "quoted" text'})
    assert (uploaded["name"], uploaded["size"], uploaded["category"]) == ("Minutes.txt", path.stat().st_size, "meeting")
    assert uploaded["description_multiloc"] == {"en": 'A "quoted" text'}
    assert client.files.download(uploaded["id"], copy)["id"] == uploaded["id"]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < path.stat().st_size / 3
    assert hashlib.sha256(copy.read_bytes()).digest() == hashlib.sha256(path.read_bytes()).digest()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["Minutes.txt", "copy.txt"]
    assert client.files.change(uploaded["id"], category="report")["category"] == "report"
    client.files.delete(uploaded["id"])
    assert uploaded["id"] in {item["id"] for item in client.files.deleted()}
    with pytest.raises(NotFound):
        client.files.download(uploaded["id"], copy)


def test_files_that_the_platform_rejects_are_errors(client: Folkmoot, tmp_path: Path) -> None:
    project = next(client.projects.list())["id"]
    path = tmp_path / "page.html"
    path.write_text("<html></html>")
    with pytest.raises(InvalidFile) as raised:
        client.files.upload(path, "no project")
    assert raised.value.errors["files_projects"] == ["invalid"]
    assert set(raised.value.errors) == {"files_projects", "content"} or "name" in raised.value.errors
    large = tmp_path / "large.txt"
    large.write_bytes(b"text " * 2_500_000)
    with pytest.raises(TooLarge) as too_large:
        client.files.upload(large, project)
    assert too_large.value.code == "body-too-large"


def text_of(record: dict[str, Any]) -> str:
    """A record for comparisons, without the URL of a file, which is signed again for each response."""
    return json.dumps({name: value for name, value in record.items() if name != "url"})


class Copy:
    """A copy of a platform, as a reader of the guide writes it."""

    def __init__(self) -> None:
        self.records: dict[str, dict[Any, Any]] = {}
        self.upserts = 0

    def apply(self, sync: Any) -> None:
        self.upserts = 0
        for change in sync:
            records = self.records.setdefault(change.resource, {})
            if change.action == "clear":
                records.clear()
            elif change.action == "delete":
                records.pop(change.key, None)
            else:
                records[change.key] = change.record
                self.upserts += 1

    def rows(self, resource: str) -> list[str]:
        return sorted(map(text_of, self.records[resource].values()))


def test_the_platform_has_the_length_of_each_list(client: Folkmoot, platform: Any) -> None:
    found = client.platform()
    assert found["access"] == "full"
    lengths = {resource["name"]: resource["records"] for resource in found["resources"]}
    assert lengths == {name: len(platform.records(name)) for name in lists_of(client)}


def test_a_sync_returns_everything_then_only_changes(client: Folkmoot, platform: Any) -> None:
    copy = Copy()
    sync = client.sync()
    with pytest.raises(RuntimeError):
        _ = sync.state
    copy.apply(sync)
    for name in lists_of(client):
        assert copy.rows(name) == sorted(map(text_of, platform.records(name))), name

    state = json.loads(json.dumps(sync.state))
    now, topic = datetime.now(timezone.utc), platform.records("topics")[0]
    counters = ("comments_count", "likes_count", "dislikes_count", "baskets_count")
    deleted = next(idea for idea in platform.records("ideas") if not any(idea[counter] for counter in counters))
    liked = next(idea for idea in platform.records("ideas") if idea["id"] != deleted["id"])
    reaction = {"id": "0b5f9d6e-0e0c-4b6e-9b55-3a8b4f7f1d11", "mode": "up", "user_id": None}
    reaction |= {
        "reactable_id": liked["id"],
        "reactable_type": "idea",
        "created_at": now.isoformat(),
        "updated_at": now.isoformat(),
    }
    platform.import_records(
        topics=[{"id": topic["id"], "title": "A new name", "_partial": True}],
        reactions=[reaction],
        deleted_items=[{"id": deleted["id"], "type": "Idea", "deleted_at": now.isoformat()}],
    )
    sync = client.sync(state)
    copy.apply(sync)
    assert copy.records["topics"][topic["id"]]["title"] == "A new name"
    assert copy.records["ideas"][liked["id"]]["likes_count"] == liked["likes_count"] + 1
    assert copy.upserts < 20
    for name in lists_of(client):
        assert copy.rows(name) == sorted(map(text_of, platform.records(name))), name

    copy.apply(client.sync(sync.state))
    assert copy.upserts == 0
    with pytest.raises(ValueError, match="expected some of"):
        client.sync(resources=["idea"])
