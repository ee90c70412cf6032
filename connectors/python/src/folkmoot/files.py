"""Uploads and downloads."""

import base64
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast
from urllib.parse import quote
from uuid import UUID

import requests

from .errors import UnexpectedResponse, error_of
from .records import File
from .resource import Resource
from .sign_in import Bearer
from .transport import json_object

Category = Literal["meeting", "interview", "strategic_plan", "info_sheet", "policy", "report", "other"]

# A multiple of three, so that the Base64 text of each piece has no padding.
PIECE = 192 * 1024


class UploadBody:
    """The JSON document of an upload, whose content is read from a file and encoded while it is sent.

    It has a length, so that the request has a `Content-Length`.
    """

    def __init__(self, file: BinaryIO, size: int, attributes: Mapping[str, Any]) -> None:
        self.file = file
        self.size = size
        document = json.dumps({"file": {**attributes, "content": ""}}).encode()
        self.head, self.tail = document[: -len('"}}')], document[-len('"}}') :]

    def __len__(self) -> int:
        return len(self.head) + (self.size + 2) // 3 * 4 + len(self.tail)

    def __iter__(self) -> Iterator[bytes]:
        yield self.head
        remaining = self.size
        while remaining:
            piece = self.file.read(min(PIECE, remaining))
            if len(piece) < min(PIECE, remaining):
                raise OSError(f"the file became shorter while it was uploaded: {remaining - len(piece)} bytes are missing")
            remaining -= len(piece)
            yield base64.b64encode(piece)
        yield self.tail


class Files(Resource[File]):
    """Files, which can also be uploaded, changed, downloaded and deleted."""

    def upload(
        self,
        path: str | os.PathLike[str],
        project_id: str | UUID,
        *,
        name: str | None = None,
        category: Category = "other",
        description_multiloc: Mapping[str, str] | None = None,
        ai_processing_allowed: bool = False,
    ) -> File:
        """Uploads a file, and returns its record. The file is not read into memory completely.

        Invalid fields raise `InvalidFile`, a file over the limit of the platform raises `TooLarge`. If the connection fails, the
        upload is not repeated: search for the file before you repeat it.
        """
        attributes = {
            "name": Path(path).name if name is None else name,
            "project_id": str(project_id),
            "category": category,
            "description_multiloc": dict(description_multiloc or {}),
            "ai_processing_allowed": ai_processing_allowed,
        }
        with Path(path).open("rb") as file:

            def body() -> UploadBody:
                file.seek(0)
                return UploadBody(file, os.fstat(file.fileno()).st_size, attributes)

            response = self.transport.send("POST", self.endpoint.name, body=body)
        return cast(File, json_object(response)["file"])

    def change(self, id: str | UUID, **attributes: Any) -> File:
        """Changes `name`, `category`, `description_multiloc` or `ai_processing_allowed`, and returns the record."""
        text = json.dumps({"file": attributes}).encode()
        response = self.transport.send("PATCH", self._path(id), body=lambda: text)
        return cast(File, json_object(response)["file"])

    def delete(self, id: str | UUID) -> None:
        """Deletes a file and its content."""
        self.transport.send("DELETE", self._path(id))

    def download(self, id: str | UUID, path: str | os.PathLike[str]) -> File:
        """Writes the content of a file to a path, and returns its record.

        The path appears when the download is complete. An existing file is replaced.
        """
        record = self.get(id)
        partial = Path(f"{os.fspath(path)}.part")
        try:
            self._fetch(record, partial)
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
        return record

    def _fetch(self, record: File, partial: Path) -> None:
        """Reads the content from its signed URL, which needs no token."""

        def attempt() -> requests.Response:
            response = self.transport.exchange("GET", record["url"], auth=Bearer(None), stream=True)
            if response.status_code == 200:
                with response, partial.open("wb") as file:
                    for piece in response.iter_content(PIECE):
                        file.write(piece)
            return response

        response = self.transport.retry.run(attempt, is_idempotent=True)
        if response.status_code != 200:
            raise error_of(response)
        size = partial.stat().st_size
        if size != record["size"]:
            raise UnexpectedResponse(f"the download has {size} bytes, but the file has {record['size']} bytes")

    def _path(self, id: str | UUID) -> str:
        return f"{self.endpoint.name}/{quote(str(id), safe='')}"
