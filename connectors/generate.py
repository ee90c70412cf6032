#!/usr/bin/env python3
"""Writes what the connectors take from openapi.json: connectors/generate.py [--check]

- the record types of the Python package, and the class with an attribute for each list,
- the lists and columns of the dlt source,
- the manifest of the Airbyte connector, from its hand-written part `connectors/airbyte/base.yaml`.

With --check it writes nothing, and exits with 1 if a file is not current. Run it with the Python of `.venv`, which has
ruamel.yaml and ruff.
"""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parent.parent
PREFIX = "/api/v2/"
NOTICE = "Generated from openapi.json by connectors/generate.py. Do not edit."

# Left out of the record types: with `fields`, the package returns other types.
SELECTION = " Contains all fields, unless the request has the parameter `fields`."

Schema = dict[str, Any]


@dataclass(frozen=True)
class Listed:
    """A list of the API."""

    # The last part of the URL, such as `project_folders`.
    name: str
    # The name of the array in the response, such as `folders`.
    key: str
    # The name of the object in the response of a single record; None for rows without ids.
    item_key: str | None
    # The name of the record's schema, such as `ProjectFolder`.
    type: str
    schema: Schema

    @property
    def identity(self) -> list[str]:
        """The fields that identify a record."""
        if self.item_key:
            return ["id"]
        return [field for field, schema in self.schema["properties"].items() if "x-references" in schema]


def lists(document: Schema) -> Iterator[Listed]:
    """All lists of records, in the order of the document. They can be sorted; changes and exports cannot."""
    schemas = document["components"]["schemas"]

    def response(path: str) -> Schema:
        content = document["paths"][path]["get"]["responses"]["200"]["content"]
        found: Schema = schemas[content["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]]
        return found

    def is_sorted(path: str) -> bool:
        names = [
            each.get("name") or each["$ref"].rsplit("/", 1)[1] for each in document["paths"][path]["get"].get("parameters", [])
        ]
        return "sort" in names

    for path in document["paths"]:
        name = path.removeprefix(PREFIX)
        if not path.startswith(PREFIX) or "/" in name or "get" not in document["paths"][path] or not is_sorted(path):
            continue
        key, records = next(iter(response(path)["properties"].items()))
        record = records["items"]["$ref"].rsplit("/", 1)[1]
        item = f"{path}/{{id}}"
        item_key = next(iter(response(item)["properties"])) if item in document["paths"] else None
        yield Listed(name, key, item_key, record, schemas[record])


def types_of(schema: Schema) -> set[str]:
    """The JSON types of a field, without null."""
    types = schema["type"]
    return ({types} if isinstance(types, str) else set(types)) - {"null"}


def is_nullable(schema: Schema) -> bool:
    return "null" in schema["type"] if isinstance(schema["type"], list) else False


# --- Python package ---------------------------------------------------------------------------------------------------


def python_type(schema: Schema) -> str:
    """The type of a field in a TypedDict."""
    (kind,) = types_of(schema)
    if "enum" in schema:
        python = f"Literal[{', '.join(json.dumps(value) for value in schema['enum'] if value is not None)}]"
    elif kind == "object":
        values = schema.get("additionalProperties")
        python = f"dict[str, {python_type(values) if isinstance(values, dict) and 'type' in values else 'Any'}]"
    elif kind == "array":
        python = f"list[{python_type(schema['items'])}]"
    else:
        python = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}[kind]
    return f"{python} | None" if is_nullable(schema) else python


def documentation(text: str, indent: str) -> str:
    """A doc string."""
    lines = fill(
        " ".join(text.removesuffix(SELECTION).split()), 104 - len(indent), break_long_words=False, break_on_hyphens=False
    ).split("\n")
    end = '"""' if len(lines) == 1 else f'\n{indent}"""'
    return f'{indent}"""' + f"\n{indent}".join(lines).replace("\\", "\\\\") + end


def typed_dict(name: str, schema: Schema) -> str:
    fields = [
        f"    {field}: {python_type(inner)}\n{documentation(inner['description'], '    ')}"
        for field, inner in schema["properties"].items()
    ]
    return f"class {name}(TypedDict):\n{documentation(schema['description'], '    ')}\n\n" + "\n".join(fields)


def python_records(document: Schema) -> str:
    classes = [typed_dict(each.type, each.schema) for each in lists(document)]
    classes.append(typed_dict("DeletedItem", document["components"]["schemas"]["DeletedItem"]))
    head = f'"""The records of the API.\n\n{NOTICE}\n"""\n\nfrom typing import Any, Literal, TypedDict\n'
    return head + "\n\n" + "\n\n\n".join(classes) + "\n"


# Lists with methods of their own, which are written by hand.
PYTHON_CLASSES = {"files": "Files", "projects": "Projects"}


def python_catalog(document: Schema) -> str:
    attributes, lines = [], []
    for each in lists(document):
        kind = PYTHON_CLASSES.get(each.name) or f"{'Resource' if each.item_key else 'Rows'}[records.{each.type}]"
        attributes.append(f"    {each.name}: {kind}\n{documentation(each.schema['description'], '    ')}")
        identity = ", ".join(f'"{field}"' for field in each.identity)
        item_key = f'"{each.item_key}"' if each.item_key else "None"
        lines.append(
            f"        self.{each.name} = {kind}(\n"
            f'            transport, Endpoint("{each.name}", "{each.key}", {item_key}, ({identity},))\n'
            f"        )"
        )
    return (
        f'"""The lists of the API.\n\n{NOTICE}\n"""\n\n'
        "from . import records\nfrom .files import Files\nfrom .projects import Projects\n"
        "from .resource import Endpoint, Resource, Rows\nfrom .transport import Transport\n\n\n"
        'class Catalog:\n    """An attribute for each list."""\n\n'
        + "\n".join(attributes)
        + "\n\n    def __init__(self, transport: Transport) -> None:\n"
        + "\n".join(lines)
        + "\n"
    )


# --- dlt source -------------------------------------------------------------------------------------------------------


def dlt_type(schema: Schema) -> str:
    """The data type of a column in dlt."""
    (kind,) = types_of(schema)
    if kind == "string":
        return {"date-time": "timestamp", "date": "date"}.get(schema.get("format", ""), "text")
    return {"integer": "bigint", "number": "double", "boolean": "bool"}.get(kind, "json")


def dlt_lists(document: Schema) -> str:
    table = {
        each.name: {
            "key": each.key,
            "identity": each.identity,
            "has_deletions": each.item_key is not None,
            "columns": {field: dlt_type(schema) for field, schema in each.schema["properties"].items()},
        }
        for each in lists(document)
    }
    body = json.dumps(table, indent=4).replace("true", "True").replace("false", "False")
    return (
        f'"""The lists of the API and their columns.\n\n{NOTICE}\n"""\n\n'
        "from typing import TypedDict\n\n\n"
        'class Listed(TypedDict):\n    """A list."""\n\n'
        '    key: str\n    """The name of the array in the response."""\n'
        '    identity: list[str]\n    """The fields that identify a record."""\n'
        '    has_deletions: bool\n    """Whether the list has a list of deleted records."""\n'
        '    columns: dict[str, str]\n    """The data types of dlt."""\n\n\n'
        f"LISTS: dict[str, Listed] = {body}\n"
    )


# --- Airbyte manifest -------------------------------------------------------------------------------------------------


def airbyte_property(schema: Schema) -> Schema:
    """The JSON schema of a field as destinations of Airbyte read it: every field is nullable."""
    (kind,) = types_of(schema)
    found: Schema = {"type": [kind, "null"]}
    if schema.get("format") in ("date-time", "date"):
        found["format"] = schema["format"]
    if schema.get("format") == "date-time":
        found["airbyte_type"] = "timestamp_with_timezone"
    if kind == "array":
        found["items"] = {"type": sorted(types_of(schema["items"]))}
    if kind == "object":
        found["additionalProperties"] = True
    return found


def airbyte_stream(name: str, path: str, key: str, identity: list[str], base: str, schema: Schema) -> Schema:
    return {
        "$ref": f"#/definitions/{base}",
        "name": name,
        "primary_key": identity,
        "schema_loader": {
            "type": "InlineSchemaLoader",
            "schema": {
                "$schema": "http://json-schema.org/schema#",
                "type": "object",
                "additionalProperties": True,
                "properties": {field: airbyte_property(each) for field, each in schema["properties"].items()},
            },
        },
        "$parameters": {"list": path, "array": key},
    }


def airbyte_manifest(document: Schema) -> str:
    yaml = YAML()
    yaml.width = 120
    manifest = yaml.load(ROOT / "connectors/airbyte/base.yaml")
    deleted = document["components"]["schemas"]["DeletedItem"]
    streams = []
    for each in lists(document):
        base = "incremental" if each.item_key else "complete"
        streams.append(airbyte_stream(each.name, each.name, each.key, each.identity, base, each.schema))
        if each.item_key:
            name, path = f"{each.name}_deleted", f"{each.name}/deleted"
            streams.append(airbyte_stream(name, path, "deleted_items", ["id"], "deletions", deleted))
    manifest["streams"] = streams
    written = io.StringIO(f"# {NOTICE}\n")
    written.seek(0, io.SEEK_END)
    yaml.dump(manifest, written)
    return written.getvalue()


def formatted(program: str) -> str:
    """A Python program as ruff formats it."""
    command = [str(Path(sys.executable).parent / "ruff"), "format", "--config", str(ROOT / "connectors/ruff.toml"), "-"]
    done = subprocess.run(command, input=program, stdout=subprocess.PIPE, check=True, encoding="utf-8")
    return done.stdout


def outputs(document: Schema) -> dict[str, str]:
    """The content of each generated file."""
    return {
        "connectors/python/src/folkmoot/records.py": formatted(python_records(document)),
        "connectors/python/src/folkmoot/catalog.py": formatted(python_catalog(document)),
        "connectors/dlt/src/folkmoot_dlt/lists.py": formatted(dlt_lists(document)),
        "connectors/airbyte/manifest.yaml": airbyte_manifest(document),
    }


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print("usage: connectors/generate.py [--check]", file=sys.stderr)
        return 2
    document = json.loads((ROOT / "openapi.json").read_text(encoding="utf-8"))
    outdated = []
    for name, content in outputs(document).items():
        path = ROOT / name
        if path.exists() and path.read_text(encoding="utf-8") == content:
            continue
        outdated.append(name)
        if not arguments:
            path.write_text(content, encoding="utf-8")
    if arguments and outdated:
        print(f"not current: {', '.join(outdated)}; run connectors/generate.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
