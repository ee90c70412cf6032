"""A demo platform for the tests of the connectors, served by the server under test."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

ROOT = Path(__file__).resolve().parent.parent
BINARY = os.environ.get("FOLKMOOT_BINARY", str(ROOT / "target/debug/folkmoot"))


@dataclass
class Platform:
    """A server with the records of the demo platform."""

    url: str
    client_id: str
    client_secret: str
    data: Path
    _token: str | None = None

    def run(self, *words: str) -> str:
        """Runs a command on the data of the server."""
        return run(self.data, *words)

    def token(self) -> str:
        """The token of the client."""
        if self._token is None:
            credentials = {"client_id": self.client_id, "client_secret": self.client_secret}
            body = json.dumps({"auth": credentials}).encode()
            request = Request(f"{self.url}/api/v2/authenticate", body, {"Content-Type": "application/json"})
            with urlopen(request) as response:
                self._token = str(json.load(response)["jwt"])
        return self._token

    def get(self, path: str) -> Any:
        """Reads a path of the API without any of the connectors."""
        request = Request(f"{self.url}/api/v2/{path}", headers={"Authorization": f"Bearer {self.token()}"})
        with urlopen(request) as response:
            return json.load(response)

    def records(self, path: str) -> list[dict[str, Any]]:
        """All records of a list, by page number."""
        records, number, total = [], 1, 1
        while number <= total:
            page = self.get(f"{path}?page_size=24&page_number={number}")
            records += next(iter(page.values()))
            number, total = number + 1, page["meta"]["total_pages"]
        return records

    def ids(self, path: str) -> list[str]:
        """The ids of all records of a list, sorted."""
        return sorted(record["id"] for record in self.records(path))

    def import_records(self, **files: list[dict[str, Any]]) -> None:
        """Imports records while the server runs: a file for each name, with a line for each record.

        The lists show them afterwards. At least one record must change.
        """
        cursor = self.get("changes")["meta"]["next"]
        with TemporaryDirectory() as folder:
            for name, lines in files.items():
                text = "".join(f"{json.dumps(line)}\n" for line in lines)
                Path(folder, f"{name}.ndjson").write_text(text, encoding="utf-8")
            self.run("import", folder)
        assert self.get(f"changes?after={cursor}&wait=60")["changes"], "the server has not read the import"

    def set_access(self, level: str) -> None:
        """Gives the client another access level, and waits until the server rejects a cursor of the previous one."""
        cursor = self.get("changes")["meta"]["next"]
        self.run("clients", "update", self.client_id, "--access", level)
        deadline = time.monotonic() + 20
        while True:
            try:
                self.get(f"changes?after={cursor}")
            except HTTPError as error:
                assert error.code == 410, error
                return
            assert time.monotonic() < deadline, "the server has not read the access level"

    def wait_for(self, path: str, id: str, field: str, value: Any) -> None:
        """Waits until a record has a value: the server reads an import of another process within a second."""
        deadline = time.monotonic() + 20
        while not any(record["id"] == id and record[field] == value for record in self.records(path)):
            assert time.monotonic() < deadline, "the server has not read the import"


def run(data: Path, *words: str) -> str:
    done = subprocess.run([BINARY, *words, "--data", data], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def settings() -> list[str]:
    """Further arguments of the server. A module of tests may have others."""
    return []


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory, settings: list[str]) -> Iterator[Platform]:
    """A platform of its own for each module of tests, because tests change it."""
    data = tmp_path_factory.mktemp("platform")
    run(data, "demo", "--ideas", "60")
    client = json.loads(run(data, "clients", "create", "Tests", "--json"))
    command = [BINARY, "serve", "--data", str(data), "--listen", "127.0.0.1:0", "--upload-limit-megabytes", "10", *settings]
    with (data / "log").open("w") as log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as server:
        try:
            assert server.stdout
            url = server.stdout.readline().strip()
            assert url, (data / "log").read_text()
            yield Platform(url, client["client_id"], client["client_secret"], data)
        finally:
            server.terminate()
