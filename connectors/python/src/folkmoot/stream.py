"""Lists as one response, with a record in each line."""

import json
from collections.abc import Iterator
from typing import Any

import requests

from .errors import ConnectionFailed, InvalidRequest
from .retry import is_temporary
from .transport import Transport

MEDIA_TYPE = "application/x-ndjson"

# The size of the pieces in which a response is read.
PIECE_BYTES = 65536

# Orders in which a list can be resumed.
RESUMABLE = (None, "created_at", "-created_at")


def read_stream(transport: Transport, path: str, parameters: dict[str, str]) -> Iterator[dict[str, Any]]:
    """The records of a list. A response that breaks off is resumed, unless nothing is received several times in a row."""
    resume: dict[str, str] = {}
    failures = 0
    while True:
        try:
            response = transport.get(path, {**parameters, **resume}, accept=MEDIA_TYPE, is_streamed=True)
        except InvalidRequest as error:
            if resume:
                raise ConnectionFailed(f"the response of '{path}' broke off, and the list cannot be resumed") from error
            raise
        try:
            with response:
                for line in response.iter_lines(PIECE_BYTES):
                    record = json.loads(line)
                    yield record
                    resume, failures = position_of(record, parameters), 0
            return
        except requests.RequestException as error:
            failures += 1
            delay = transport.retry.delay_seconds(failures, None) if resume and is_temporary(error) else None
            if delay is None:
                raise ConnectionFailed(f"the response of '{path}' broke off: {type(error).__name__}") from error
            transport.retry.sleep(delay)


def position_of(record: dict[str, Any], parameters: dict[str, str]) -> dict[str, str]:
    """The parameter that resumes a list after a record; nothing if it cannot be resumed."""
    if "id" in record and "created_at" in record and parameters.get("sort") in RESUMABLE:
        return {"resume_after": f"{record['created_at']},{record['id']}"}
    return {}
