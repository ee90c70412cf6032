"""Streams, changes and syncs, against a server that fails."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from fault_server import FaultServer, Received, Reply, problem, serve, token
from folkmoot import ChangesExpired, ConnectionFailed, Folkmoot, InvalidRequest, Retry

A = {"id": "a", "created_at": "2026-01-02T00:00:00.000Z"}
B = {"id": "b", "created_at": "2026-01-01T00:00:00.000Z"}


def client_of(server: FaultServer) -> Folkmoot:
    return Folkmoot(server.url, "id", "secret", retry=Retry(attempts=3, sleep=lambda _: None, random=lambda: 1.0))


def lines(*records: Any, is_complete: bool = True) -> Reply:
    text = "".join(f"{json.dumps(record)}\n" for record in records)
    if is_complete:
        return Reply(200, text)
    # One chunk, without the last one of an empty length.
    return Reply(200, f'{len(text) + 5:x}\r\n{text}{{"id"\r\n', {"Transfer-Encoding": "chunked"})


def changes(cursor: str, *found: Any, more: bool = False) -> Reply:
    return Reply(200, {"changes": list(found), "meta": {"next": cursor, "more": more}})


def query(received: Received) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(received.path).query).items()}


def test_a_stream_that_breaks_off_is_resumed_after_the_last_complete_record() -> None:
    with serve([token(), lines(A, is_complete=False), lines(B)]) as server:
        assert list(client_of(server).topics.stream(updated_at="2025-01-01T00:00:00Z")) == [A, B]
    first, second = server.received[1:]
    assert first.headers["Accept"] == "application/x-ndjson"
    assert query(second) == query(first) | {"resume_after": "2026-01-02T00:00:00.000Z,a"}


@pytest.mark.parametrize("options", [{"sort": "-updated_at"}, {"fields": ["id"]}])
def test_a_stream_in_another_order_or_without_positions_is_not_resumed(options: dict[str, Any]) -> None:
    record = {"id": "a"} if "fields" in options else A
    with serve([token(), lines(record, is_complete=False)]) as server, pytest.raises(ConnectionFailed, match="broke off"):
        list(client_of(server).topics.stream(**options))


def test_a_list_that_the_server_cannot_resume_is_an_error() -> None:
    replies = [token(), lines(A, is_complete=False), problem(400, "invalid-parameter-value")]
    with serve(replies) as server, pytest.raises(ConnectionFailed, match="cannot be resumed"):
        list(client_of(server).users.stream())
    with serve([token(), problem(400, "unknown-parameter")]) as server, pytest.raises(InvalidRequest):
        list(client_of(server).users.stream(name="x"))


def test_changes_are_read_until_there_are_no_more() -> None:
    row = {"idea_id": "i", "topic_id": "t"}
    gone = {"resource": "idea_topics", "id": None, "action": "delete", "changed_at": "", "record": row}
    new = {"resource": "topics", "id": "a", "action": "upsert", "changed_at": "", "record": A}
    with serve([token(), changes("2", gone, more=True), changes("3", new)]) as server:
        pages = list(client_of(server).changes("1", resources=["topics", "idea_topics"], wait_seconds=20, limit=2))
    assert [(page.next, page.more) for page in pages] == [("2", True), ("3", False)]
    assert [(each.action, each.id, each.key) for page in pages for each in page.changes] == [
        ("delete", None, "i t"),
        ("upsert", "a", "a"),
    ]
    expected = {"after": "1", "limit": "2", "resources": "topics,idea_topics", "wait": "20"}
    assert [query(each) for each in server.received[1:]] == [expected, expected | {"after": "2"}]
    with serve([token(), problem(410, "changes-expired")]) as server, pytest.raises(ChangesExpired):
        list(client_of(server).changes("1"))


def test_a_sync_gets_the_cursor_before_the_lists() -> None:
    with serve([token(), changes("1"), lines(A), changes("2")]) as server:
        sync = client_of(server).sync(resources=["topics"])
        assert [(change.action, change.id) for change in sync] == [("clear", None), ("upsert", "a")]
    assert server.paths()[1:] == ["GET /api/v2/changes", "GET /api/v2/topics", "GET /api/v2/changes"]
    assert query(server.received[3])["after"] == "1"
    assert sync.state == {"version": 2, "cursor": "2", "resources": ["topics"]}


def test_an_expired_state_and_a_state_of_another_version_are_read_again() -> None:
    states: list[Any] = [{"version": 2, "cursor": "0", "resources": ["topics"]}, {"version": 1, "started_at": {}}]
    for state, replies in zip(states, ([problem(410, "changes-expired")], []), strict=True):
        with serve([token(), *replies, changes("1"), lines(), changes("2")]) as server:
            sync = client_of(server).sync(state, resources=["topics"])
            assert [change.action for change in sync] == ["clear"]
        assert sync.state["cursor"] == "2"


def test_lists_that_the_client_may_not_read_are_left_out() -> None:
    refused = [problem(403, "insufficient-access")] * 20
    with serve([token(), changes("1"), lines(), *refused, changes("2")]) as server:
        assert {change.action for change in client_of(server).sync()} == {"clear"}
