"""Generates a client with openapi-python-client, and reads the first page of every list with it: python_client.py DOCUMENT

Every record must be parsed without loss: what the client writes again equals the response. Run by scripts/test-openapi beside a
server of the demo platform.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

Json = Any


def generate(document: str, folder: Path) -> None:
    """Generates the client as the package `client`. A warning of the generator is an error."""
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", document, "--meta", "none"]
    (folder / "config.yaml").write_text("post_hooks: []\n", encoding="utf-8")
    options = ["--output-path", str(folder / "client"), "--config", str(folder / "config.yaml"), "--fail-on-warning"]
    subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL)


def lists_of(document: Json) -> dict[str, str]:
    """The operations that return a list, as the module of each by its path."""
    modules = {}
    for path, methods in document["paths"].items():
        schema = methods.get("get", {}).get("responses", {}).get("200", {})
        reference = schema.get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "")
        if reference.endswith("List"):
            operation = methods["get"]
            modules[path] = f"{snake(operation['tags'][0])}.{snake(operation['operationId'])}"
    return modules


def snake(name: str) -> str:
    """`listIdeas` and `Project folders` as the generator writes them."""
    separated = "".join(f"_{letter}" if letter.isupper() else letter for letter in name.replace(" ", "_"))
    return separated.strip("_").replace("__", "_").lower()


def normalised(value: Json) -> Json:
    """The value with timestamps in one spelling: the client writes `+00:00` for `Z`, and microseconds."""
    if isinstance(value, dict):
        return {key: normalised(member) for key, member in value.items()}
    if isinstance(value, list):
        return [normalised(item) for item in value]
    if isinstance(value, str) and len(value) > len("2024-12-31T"):
        try:
            return datetime.fromisoformat(value).isoformat()
        except ValueError:
            return value
    return value


def main(file: str) -> None:
    """Generates the client and reads all lists."""
    document = json.loads(Path(file).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        generate(file, Path(folder))
        sys.path.insert(0, folder)
        client = importlib.import_module("client").AuthenticatedClient(
            base_url=os.environ["FOLKMOOT_URL"], token=os.environ["FOLKMOOT_TOKEN"], raise_on_unexpected_status=True
        )
        projects = importlib.import_module("client.api.projects.list_projects").sync(client=client)
        modules = lists_of(document)
        records = 0
        for path, module in modules.items():
            operation = importlib.import_module(f"client.api.{module}")
            arguments = [projects.projects[0].id] if "{" in path else []
            response = operation.sync_detailed(*arguments, client=client)
            sent = json.loads(response.content)
            parsed = response.parsed.to_dict()
            if list(parsed) != list(sent) or normalised(parsed) != normalised(sent):
                sys.exit(f"{path}: the client changes the response:\n{sent}\n{parsed}")
            if response.parsed.additional_properties:
                sys.exit(f"{path}: the document lacks {list(response.parsed.additional_properties)}")
            records += sum(len(found) for key, found in sent.items() if key != "meta")
    print(f"{len(modules)} lists, {records} records")


if __name__ == "__main__":
    main(sys.argv[1])
