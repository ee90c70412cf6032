"""The walk of a sync while records are created and deleted between its requests."""

import json
import random
from datetime import datetime, timedelta, timezone
from typing import Any, cast

import pytest
import requests
from fault_server import Reply, page, serve, token
from folkmoot import Folkmoot, FolkmootError
from folkmoot.filters import rfc3339
from folkmoot.resource import PAGE_SIZE, Endpoint, Resource
from folkmoot.sync import stable_walk
from folkmoot.transport import Transport

START = datetime(2026, 1, 1, tzinfo=timezone.utc)


class ChangingList:
    """A list of the API in memory. After each request, records are deleted and created."""

    def __init__(self, seed: int, *, size: int, timestamps: int, deletions: int) -> None:
        self.random = random.Random(seed)
        self.timestamps = timestamps
        self.deletions = deletions
        self.records = [self.record(number) for number in range(size)]
        self.deleted: list[str] = []
        self.next = size

    def record(self, number: int) -> dict[str, str]:
        created = START + timedelta(milliseconds=self.random.randrange(self.timestamps))
        return {"id": f"{number:06}", "created_at": rfc3339(created)}

    def get(self, path: str, parameters: dict[str, str]) -> requests.Response:
        if path.endswith("/deleted"):
            return self.response("deleted_items", list(reversed(self.deleted)), 1, 1)
        assert parameters["sort"] == "created_at"
        first, _, last = parameters.get("created_at", ",").partition(",")
        matching = [each for each in self.records if each["created_at"] >= first and (not last or each["created_at"] <= last)]
        matching.sort(key=lambda each: (each["created_at"], each["id"]))
        number = int(parameters.get("page_number", 1))
        response = self.response("topics", matching, number, PAGE_SIZE)
        self.change()
        return response

    def response(self, key: str, records: list[Any], number: int, size: int) -> requests.Response:
        meta = {"current_page": number, "total_pages": -(-len(records) // size)}
        found = requests.Response()
        found._content = json.dumps({key: records[(number - 1) * size : number * size], "meta": meta}).encode()
        return found

    def change(self) -> None:
        for _ in range(self.random.randrange(self.deletions + 1)):
            if self.records:
                self.deleted.append(self.records.pop(self.random.randrange(len(self.records)))["id"])
        self.records.append(self.record(self.next))
        self.next += 1

    def walk(self) -> list[str]:
        resource = Resource[Any](cast(Transport, self), Endpoint("topics", "topics", "topic", ("id",)))
        return [record["id"] for record in stable_walk(resource, {})]


@pytest.mark.parametrize("timestamps", [100_000, 40, 3])
@pytest.mark.parametrize("deletions", [0, 1, 3])
def test_no_record_that_remains_is_missed(timestamps: int, deletions: int) -> None:
    for seed in range(20):
        records = ChangingList(seed, size=300, timestamps=timestamps, deletions=deletions if timestamps > 3 else 0)
        before = {each["id"] for each in records.records}
        found = records.walk()
        assert before - set(records.deleted) <= set(found), seed
        if timestamps == 100_000:
            assert len(found) == len(set(found)), seed


def test_many_records_of_one_time_are_read_again_after_a_deletion() -> None:
    records = ChangingList(0, size=200, timestamps=1, deletions=1)
    before = {each["id"] for each in records.records}
    # It is only once that nothing is deleted while the run is read.
    decisions = iter([1] * 15 + [0] * 100)
    records.change = lambda: records.deleted.append(records.records.pop(0)["id"]) if next(decisions) else None  # type: ignore[method-assign]
    assert before - set(records.deleted) <= set(records.walk())
    records.change = lambda: records.deleted.append(records.records.pop(0)["id"])  # type: ignore[method-assign]
    with pytest.raises(FolkmootError, match="sync again later"):
        records.walk()


def test_a_record_that_was_updated_after_its_deletion_remains() -> None:
    early, late = "2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"
    records = [{"id": "restored", "created_at": early, "updated_at": late}]
    items = [{"id": "restored", "type": "Topic", "deleted_at": early}, {"id": "gone", "type": "Topic", "deleted_at": early}]
    with serve([token(), page("deleted_items"), page("topics", *records), page("deleted_items", *items)]) as server:
        state: Any = {"version": 1, "started_at": {"topics": "2026-01-01T12:00:00.000Z"}}
        sync = Folkmoot(server.url, "id", "secret").sync(state, resources=["topics"])
        assert [(change.action, change.id) for change in sync] == [("upsert", "restored"), ("delete", "gone")]
    assert "updated_at=2025-12-30T12%3A00%3A00.000Z%2C" in server.received[2].path
    assert "deleted_at=2025-12-30T12%3A00%3A00.000Z%2C" in server.received[3].path


def test_the_next_sync_starts_at_the_time_of_the_server() -> None:
    date = {"Date": "Thu, 01 Jan 2026 10:00:00 GMT"}
    empty = {"deleted_items": [], "meta": {"current_page": 1, "total_pages": 0}}
    with serve([token(), Reply(200, empty, date), page("topics")]) as server:
        sync = Folkmoot(server.url, "id", "secret").sync(resources=["topics"])
        assert [change.action for change in sync] == ["clear"]
    assert sync.state == {"version": 1, "started_at": {"topics": "2026-01-01T10:00:00.000Z"}}
