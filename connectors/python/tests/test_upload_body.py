"""The body of an upload, which is encoded while it is sent."""

import base64
import io
import json
import os

import pytest
from folkmoot.files import PIECE, UploadBody


@pytest.mark.parametrize("size", [0, 1, 2, 3, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 2])
def test_the_body_is_the_document_with_the_announced_length(size: int) -> None:
    content = os.urandom(size)
    attributes = {"name": 'A "name" }}', "project_id": "p"}
    body = UploadBody(io.BytesIO(content), size, attributes)
    text = b"".join(body)
    assert len(text) == len(body)
    assert json.loads(text) == {"file": {**attributes, "content": base64.b64encode(content).decode()}}


def test_a_file_that_became_shorter_is_an_error() -> None:
    with pytest.raises(OSError, match="2 bytes are missing"):
        list(UploadBody(io.BytesIO(b"abc"), 5, {}))
