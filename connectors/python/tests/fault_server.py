"""A server whose responses a test writes, and which records the requests that it receives."""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """A response; without a status, the connection is closed instead. A text is sent as it is, everything else as JSON."""

    status: int | None
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class FaultServer:
    url: str
    replies: list[Reply]
    received: list[Received]

    def paths(self) -> list[str]:
        return [f"{each.method} {each.path.partition('?')[0]}" for each in self.received]


def problem(status: int, code: str, **headers: str) -> Reply:
    document = {"type": f"https://example.org/problems#{code}", "title": code, "status": status, "detail": "", "request_id": "r1"}
    return Reply(status, document, {name.replace("_", "-"): value for name, value in headers.items()})


def token(name: str = "one", expires_in: int = 86400) -> Reply:
    return Reply(200, {"access_token": name, "token_type": "Bearer", "expires_in": expires_in, "scope": ""})


def page(key: str, *records: Any, number: int = 1, total: int = 1, **headers: str) -> Reply:
    return Reply(200, {key: list(records), "meta": {"current_page": number, "total_pages": total}}, headers)


@contextmanager
def serve(replies: Sequence[Reply]) -> Iterator[FaultServer]:
    """Returns the replies in order. A request too many gets status 500; a reply too many fails the test."""
    state = FaultServer("", list(replies), [])

    class Handler(BaseHTTPRequestHandler):
        def handle_request(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            state.received.append(Received(self.command, self.path, dict(self.headers), body))
            reply = state.replies.pop(0) if state.replies else Reply(500)
            if reply.status is None:
                self.close_connection = True
                return
            text = (reply.body if isinstance(reply.body, str) else json.dumps(reply.body)).encode()
            self.send_response_only(reply.status)
            for name, value in ({"Content-Length": str(len(text))} | reply.headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PATCH = do_DELETE = handle_request  # noqa: N815

        def log_message(self, *arguments: object) -> None:
            """Writes nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        state.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield state
        finally:
            server.shutdown()
            thread.join()
    assert not state.replies, f"{len(state.replies)} replies were not requested"
