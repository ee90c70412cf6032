"""Tokens, retries, pagination and errors, against a server that fails."""

from typing import Any

import pytest
import requests
from fault_server import FaultServer, Reply, page, problem, serve, token
from folkmoot import AuthenticationFailed, ConnectionFailed, Folkmoot, RateLimited, Retry, ServerError, UnexpectedResponse


def client_of(server: FaultServer, waits: list[float] | None = None) -> Folkmoot:
    waits = [] if waits is None else waits
    retry = Retry(attempts=4, sleep=waits.append, random=lambda: 1.0)
    return Folkmoot(server.url, "an id", "a:secret", retry=retry)


def test_the_token_is_requested_with_http_basic_and_sent_with_every_request() -> None:
    with serve([token(), page("topics"), page("areas")]) as server:
        client = client_of(server)
        assert list(client.topics.list()) == list(client.areas.list()) == []
    sign_in, first, second = server.received
    assert (sign_in.method, sign_in.path, sign_in.body) == ("POST", "/oauth/token", b"grant_type=client_credentials")
    assert sign_in.headers["Authorization"] == requests.auth._basic_auth_str("an%20id", "a%3Asecret")
    assert first.headers["Authorization"] == second.headers["Authorization"] == "Bearer one"


def test_a_token_is_renewed_before_it_expires() -> None:
    with serve([token("one", expires_in=60), page("topics"), page("topics"), token("two"), page("topics")]) as server:
        client = client_of(server)
        now = 1000.0
        client._transport.tokens._clock = lambda: now
        list(client.topics.list())
        now = 1029.0
        list(client.topics.list())
        now = 1030.0
        list(client.topics.list())
    tokens = [each.headers["Authorization"] for each in server.received if each.path.startswith("/api")]
    assert tokens == ["Bearer one", "Bearer one", "Bearer two"]


@pytest.mark.parametrize("code", ["expired-token", "invalid-token"])
def test_a_rejected_token_is_renewed_once(code: str) -> None:
    with serve([token("one"), problem(401, code), token("two"), page("topics", {"id": "a"})]) as server:
        assert list(client_of(server).topics.list()) == [{"id": "a"}]
    with serve([token("one"), problem(401, code), token("two"), problem(401, code)]) as server:
        with pytest.raises(AuthenticationFailed) as raised:
            list(client_of(server).topics.list())
        assert raised.value.code == code


def test_a_revoked_client_is_an_error_at_once() -> None:
    with serve([token(), problem(401, "revoked-client")]) as server, pytest.raises(AuthenticationFailed, match="revoked-client"):
        list(client_of(server).topics.list())


def test_wrong_credentials_are_an_error_with_the_code_of_oauth() -> None:
    refusal = Reply(401, {"error": "invalid_client", "error_description": "Unknown client."}, {"X-Request-Id": "r9"})
    with serve([refusal]) as server, pytest.raises(AuthenticationFailed) as raised:
        list(client_of(server).topics.list())
    error = raised.value
    assert (error.code, error.detail, error.request_id, error.status) == ("invalid_client", "Unknown client.", "r9", 401)


def test_a_read_is_repeated_after_the_wait_that_the_response_requests() -> None:
    replies = [
        token(),
        problem(429, "too-many-requests", Retry_After="7"),
        problem(503, "unavailable", Retry_After="2"),
        page("topics"),
    ]
    waits: list[float] = []
    with serve(replies) as server:
        assert list(client_of(server, waits).topics.list()) == []
    assert waits == [7.0, 2.0]


def test_waits_double_up_to_a_limit_and_have_a_random_part() -> None:
    retry = Retry(first_delay_seconds=1, maximum_delay_seconds=5, attempts=6, random=lambda: 1.0)
    assert [retry.delay_seconds(attempt, None) for attempt in range(1, 7)] == [1, 2, 4, 5, 5, None]
    assert Retry(first_delay_seconds=1, random=lambda: 0.0).delay_seconds(1, None) == 0.5
    assert retry.delay_seconds(1, "Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert retry.delay_seconds(1, "soon") == 1
    assert retry.delay_seconds(1, "301") is None


@pytest.mark.parametrize(
    "fault", [Reply(None), problem(503, "unavailable"), Reply(502), Reply(200, {}, {"Content-Length": "99"})]
)
def test_a_read_is_repeated_when_the_connection_or_the_server_fails(fault: Reply) -> None:
    waits: list[float] = []
    with serve([token(), fault, fault, page("topics", {"id": "a"})]) as server:
        assert list(client_of(server, waits).topics.list()) == [{"id": "a"}]
    assert waits == [0.5, 1.0]


def test_failures_that_remain_are_errors() -> None:
    with serve([token(), *[problem(429, "too-many-requests", Retry_After="1")] * 4]) as server:
        with pytest.raises(RateLimited) as raised:
            list(client_of(server).topics.list())
        assert raised.value.request_id == "r1"
    with serve([token(), *[Reply(None)] * 4]) as server, pytest.raises(ConnectionFailed):
        list(client_of(server).topics.list())
    with serve([token(), problem(500, "internal-error")]) as server, pytest.raises(ServerError):
        list(client_of(server).topics.list())
    with pytest.raises(ConnectionFailed):
        list(client_of(server).topics.list())


@pytest.mark.parametrize("fault", [Reply(None), problem(503, "unavailable", Retry_After="1"), Reply(504)])
def test_an_upload_that_the_server_may_have_processed_is_not_repeated(fault: Reply, tmp_path: Any) -> None:
    path = tmp_path / "a.txt"
    path.write_text("text")
    with serve([token(), fault]) as server, pytest.raises((ConnectionFailed, ServerError, UnexpectedResponse)):
        client_of(server).files.upload(path, "p")
    assert server.paths() == ["POST /oauth/token", "POST /api/v2/files"]


def test_an_upload_that_was_rejected_unprocessed_is_repeated_with_the_same_body(tmp_path: Any) -> None:
    path = tmp_path / "a.txt"
    path.write_text("text")
    replies = [token(), problem(429, "too-many-requests", Retry_After="1"), problem(401, "expired-token"), token("two")]
    with serve([*replies, Reply(201, {"file": {"id": "f"}})]) as server:
        assert client_of(server).files.upload(path, "p")["id"] == "f"
    bodies = [each.body for each in server.received if each.path == "/api/v2/files"]
    assert len(bodies) == 3
    assert len(set(bodies)) == 1


def test_an_upload_that_had_no_connection_is_repeated() -> None:
    waits: list[float] = []
    with serve([]) as server:
        url = server.url
    retry = Retry(attempts=3, sleep=waits.append, random=lambda: 1.0)
    with pytest.raises(ConnectionFailed):
        retry.run(lambda: requests.post(url, timeout=10), is_idempotent=False)
    assert waits == [0.5, 1.0]


def test_pages_follow_the_link_header_on_the_configured_server() -> None:
    link = '<https://elsewhere.example/api/v2/topics?page_size=24&cursor=x%2By>; rel="next"'
    with serve([token(), page("topics", 1, Link=link), page("topics", 2, total=9, Link='<x>; rel="first"')]) as server:
        found: list[Any] = list(client_of(server).topics.list())
        assert found == [1, 2]
    assert server.received[-1].path == "/api/v2/topics?page_size=24&cursor=x%2By"


def test_pages_follow_the_number_of_pages_without_a_link_header() -> None:
    with serve([token(), page("topics", 1, total=2), page("topics", 2, number=2, total=2)]) as server:
        found: list[Any] = list(client_of(server).topics.list(sort="created_at"))
        assert found == [1, 2]
    assert [each.path for each in server.received[1:]] == [
        "/api/v2/topics?page_size=24&cursor=start&sort=created_at",
        "/api/v2/topics?page_size=24&sort=created_at&page_number=2",
    ]


def test_other_orders_are_read_by_page_number() -> None:
    with serve([token(), page("topics"), page("topics"), page("files"), page("ideas")]) as server:
        client = client_of(server)
        list(client.topics.list(sort="-updated_at"))
        list(client.topics.list(sort="-created_at"))
        list(client.files.list(search="minutes"))
        list(client.ideas.list(search="bike"))
    queries = [each.path.partition("?")[2] for each in server.received[1:]]
    assert ["cursor=start" in query for query in queries] == [False, True, False, True], queries


def test_pages_are_requested_when_they_are_needed() -> None:
    with serve([token(), page("topics", 1, total=2)]) as server:
        first: Any = next(client_of(server).topics.list())
        assert first == 1


def test_a_redirect_and_a_page_of_a_proxy_are_errors() -> None:
    redirect = Reply(302, {}, {"Location": "https://elsewhere.example/"})
    for reply in (redirect, Reply(200, "hello"), Reply(404, "hello")):
        with serve([token(), reply]) as server, pytest.raises(UnexpectedResponse):
            list(client_of(server).topics.list())


def test_a_netrc_file_does_not_replace_the_token(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login a password b\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with serve([token(), page("topics")]) as server:
        list(client_of(server).topics.list())
    assert server.received[-1].headers["Authorization"] == "Bearer one"


def test_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve([token(), page("topics")]) as server:
        monkeypatch.setenv("FOLKMOOT_URL", f"{server.url}/api/v2/")
        monkeypatch.setenv("FOLKMOOT_CLIENT_ID", "id")
        monkeypatch.setenv("FOLKMOOT_CLIENT_SECRET", "secret")
        with Folkmoot() as client:
            assert list(client.topics.list()) == []
    monkeypatch.delenv("FOLKMOOT_CLIENT_SECRET")
    with pytest.raises(ValueError, match="FOLKMOOT_CLIENT_SECRET"):
        Folkmoot()
    with pytest.raises(ValueError, match="expected a URL"):
        Folkmoot("example.org", "id", "secret")
