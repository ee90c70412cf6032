"""Compares two OpenAPI documents and finds what breaks the clients of the first.

Breaking is what makes a correct client of the released document fail with the current one:

- a path, an operation, a parameter, a success response, a content type, a header or a field that is gone;
- a field of a response that may be missing or has a further type, such as `null`, or another format;
- a value of an enumeration that is gone;
- a new required parameter or request field, and one that becomes required;
- a parameter or request field that accepts fewer types or values than before;
- a token where none was needed.

A field that is missing only if a new parameter of the request selects others (`x-selected-by`) is not breaking.
New paths, optional parameters, response fields and enumeration values are not breaking, nor are texts, examples and `x-` extensions.

A breaking change passes when the section "Unreleased" of the changelog announces it, by its subject, under "### Breaking":

    ### Breaking

    - `Idea.votes_count`: removed, because …

A limit that the server has always enforced, and that the document only now states, is not breaking. It passes when the same section
announces it under "### Documented", where a `*` in a subject matches any text:

    ### Documented

    - `* query parameter created_at`: the form of its dates.

Each finding states its subject: a field of a named schema is `Schema.field`, everything else starts with the operation, such as
`GET /api/v2/ideas`. Names are those of the released document.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

Json = Any

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
# Limits that accept fewer values when they are raised, and when they are lowered.
LOWER_LIMITS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER_LIMITS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")


@dataclass(frozen=True, order=True)
class Finding:
    """A breaking change: its subject, by which the changelog announces it, and what changed."""

    subject: str
    change: str

    def __str__(self) -> str:
        return f"`{self.subject}`: {self.change}"


@dataclass
class Comparison:
    """The comparison of two documents. `findings` has one entry per change, however many operations it concerns."""

    released: Json
    current: Json
    findings: set[Finding] = field(default_factory=set)
    _compared: set[tuple[str, str, bool]] = field(default_factory=set)

    def run(self) -> list[Finding]:
        """Compares all operations and returns the breaking changes in order of their subjects."""
        current_paths = self.current.get("paths", {})
        for path, item in self.released.get("paths", {}).items():
            if path not in current_paths:
                self._report(path, "path removed")
                continue
            for method in METHODS:
                if method in item:
                    self._compare_operation(f"{method.upper()} {path}", item, current_paths[path], method)
        return sorted(self.findings)

    def _report(self, subject: str, change: str) -> None:
        self.findings.add(Finding(subject, change))

    def _compare_operation(self, subject: str, old_item: Json, new_item: Json, method: str) -> None:
        if method not in new_item:
            self._report(subject, "operation removed")
            return
        old, new = old_item[method], new_item[method]
        if old.get("operationId") != new.get("operationId"):
            self._report(subject, f"operationId changed from {old.get('operationId')} to {new.get('operationId')}")
        if not old.get("security", self.released.get("security")) and new.get("security", self.current.get("security")):
            self._report(subject, "authentication required")
        self._compare_parameters(
            subject,
            old_item.get("parameters", []) + old.get("parameters", []),
            new_item.get("parameters", []) + new.get("parameters", []),
        )
        self._compare_request(subject, old.get("requestBody"), new.get("requestBody"))
        self._compare_responses(subject, old.get("responses", {}), new.get("responses", {}))

    def _compare_parameters(self, subject: str, old_list: Json, new_list: Json) -> None:
        old_by_name = dict(self._parameters(self.released, old_list))
        new_by_name = dict(self._parameters(self.current, new_list))
        for name, new in new_by_name.items():
            if new.get("required") and not old_by_name.get(name, {}).get("required"):
                change = "parameter became required" if name in old_by_name else "new required parameter"
                self._report(f"{subject} {name}", change)
        for name, old in old_by_name.items():
            if name not in new_by_name:
                self._report(f"{subject} {name}", "parameter removed")
                continue
            new = new_by_name[name]
            for key in ("style", "explode"):
                if old.get(key) != new.get(key):
                    self._report(f"{subject} {name}", f"{key} changed")
            self._compare_schemas(f"{subject} {name}", old.get("schema", {}), new.get("schema", {}), is_request=True)

    @staticmethod
    def _parameters(document: Json, parameters: Json) -> Iterator[tuple[str, Json]]:
        for parameter in parameters:
            parameter, _ = resolve(document, parameter)
            yield f"{parameter['in']} parameter {parameter['name']}", parameter

    def _compare_request(self, subject: str, old: Json, new: Json) -> None:
        old, _ = resolve(self.released, old or {})
        new, _ = resolve(self.current, new or {})
        if new.get("required") and not old.get("required"):
            self._report(f"{subject} request", "body became required")
        if old:
            self._compare_content(f"{subject} request", old, new, is_request=True)

    def _compare_responses(self, subject: str, old_responses: Json, new_responses: Json) -> None:
        for status, old in old_responses.items():
            response = f"{subject} {status}"
            if status not in new_responses:
                # An error that no longer happens breaks nobody.
                if status.startswith(("2", "3")):
                    self._report(response, "response removed")
                continue
            old, _ = resolve(self.released, old)
            new, _ = resolve(self.current, new_responses[status])
            for header in old.get("headers", {}):
                if header not in new.get("headers", {}):
                    self._report(f"{response} header {header}", "header removed")
            self._compare_content(response, old, new, is_request=False)

    def _compare_content(self, subject: str, old: Json, new: Json, *, is_request: bool) -> None:
        for media_type, old_content in old.get("content", {}).items():
            if media_type not in new.get("content", {}):
                self._report(f"{subject} {media_type}", "content type removed")
                continue
            new_content = new["content"][media_type]
            self._compare_schemas(subject, old_content.get("schema", {}), new_content.get("schema", {}), is_request=is_request)

    def _compare_schemas(self, subject: str, old: Json, new: Json, *, is_request: bool) -> None:
        old, old_name = resolve(self.released, as_schema(old))
        new, new_name = resolve(self.current, as_schema(new))
        if old_name is not None:
            # A named schema is compared once, under its own name. This also ends recursion.
            subject = old_name
            if (old_name, new_name or "", is_request) in self._compared:
                return
            self._compared.add((old_name, new_name or "", is_request))
        old, new = merge_all_of(self.released, old), merge_all_of(self.current, new)
        if is_request:
            self._compare_request_values(subject, old, new)
        else:
            self._compare_response_values(subject, old, new)
        self._compare_alternatives(subject, old, new, is_request=is_request)
        self._compare_properties(subject, old, new, is_request=is_request)
        if "items" in old:
            self._compare_schemas(f"{subject}[]", old["items"], new.get("items", {}), is_request=is_request)
        if isinstance(old.get("additionalProperties"), dict) and new.get("additionalProperties") is not False:
            additional = as_schema(new.get("additionalProperties", {}))
            self._compare_schemas(f"{subject}.*", old["additionalProperties"], additional, is_request=is_request)

    def _compare_request_values(self, subject: str, old: Json, new: Json) -> None:
        """A request may send whatever the released document allowed."""
        lost_types = types(old) - types(new)
        if lost_types:
            self._report(subject, f"type {', '.join(sorted(lost_types))} no longer accepted")
        old_values, new_values = values(old), values(new)
        if new_values is not None:
            if old_values is None:
                self._report(subject, "accepts only enumerated values")
            else:
                self._report_lost_values(subject, old_values, new_values)
        for key in ("format", "pattern", "multipleOf"):  # Any change may exclude values that were accepted.
            if key in new and new[key] != old.get(key):
                self._report(subject, f"{key} changed to {new[key]}")
        for key in LOWER_LIMITS:
            if key in new and (key not in old or new[key] > old[key]):
                self._report(subject, f"{key} raised to {new[key]}")
        for key in UPPER_LIMITS:
            if key in new and (key not in old or new[key] < old[key]):
                self._report(subject, f"{key} lowered to {new[key]}")
        if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
            self._report(subject, "unknown fields no longer accepted")

    def _compare_response_values(self, subject: str, old: Json, new: Json) -> None:
        """A response may contain only what clients of the released document understand."""
        further_types = types(new) - types(old)
        if further_types:
            self._report(subject, f"may also be {', '.join(sorted(further_types))}")
        old_values, new_values = values(old), values(new)
        if old_values is not None:
            if new_values is None:
                self._report(subject, "no longer limited to enumerated values")
            else:
                self._report_lost_values(subject, old_values, new_values)
        if "format" in old and old["format"] != new.get("format"):
            self._report(subject, f"format changed from {old['format']} to {new.get('format')}")

    def _report_lost_values(self, subject: str, old: set[str], new: set[str]) -> None:
        for value in sorted(old - new):
            self._report(subject, f"value {value} removed")

    def _compare_alternatives(self, subject: str, old: Json, new: Json, *, is_request: bool) -> None:
        for key in ("oneOf", "anyOf"):
            before, after = old.get(key), new.get(key)
            if before is None and after is None:
                continue
            before, after = before or [without(old, key)], after or [without(new, key)]
            if is_request:
                lost = [b for b in before if not any(self._is_compatible(b, a, is_request=True) for a in after)]
                if lost:
                    self._report(subject, f"{len(lost)} alternative(s) of {key} no longer accepted")
            else:
                further = [a for a in after if not any(self._is_compatible(b, a, is_request=False) for b in before)]
                if further:
                    self._report(subject, f"{len(further)} further or changed alternative(s) of {key}")

    def _is_compatible(self, old: Json, new: Json, *, is_request: bool) -> bool:
        # Schemas under comparison count as compatible here: what breaks in them is reported where they are compared.
        trial = Comparison(self.released, self.current, _compared=set(self._compared))
        trial._compare_schemas("", old, new, is_request=is_request)
        return not trial.findings

    def _compare_properties(self, subject: str, old: Json, new: Json, *, is_request: bool) -> None:
        old_properties, new_properties = old.get("properties", {}), new.get("properties", {})
        old_required, new_required = set(old.get("required", [])), set(new.get("required", []))
        for name, schema in old_properties.items():
            if name in new_properties:
                self._compare_schemas(f"{subject}.{name}", schema, new_properties[name], is_request=is_request)
            else:
                self._report(f"{subject}.{name}", "field removed")
        if is_request:
            for name in sorted(new_required - old_required):
                change = "field became required" if name in old_properties else "new required field"
                self._report(f"{subject}.{name}", change)
        elif "x-selected-by" not in new or "x-selected-by" in old:
            for name in sorted(old_required - new_required):
                if name in new_properties:
                    self._report(f"{subject}.{name}", "field may be missing")


ALL_TYPES = frozenset({"null", "boolean", "object", "array", "number", "integer", "string"})


def types(schema: Json) -> frozenset[str]:
    """The JSON types that a schema allows; an integer is a number as well."""
    stated = schema.get("type")
    if stated is None:
        return ALL_TYPES
    allowed = {stated} if isinstance(stated, str) else set(stated)
    return frozenset(allowed | {"integer"} if "number" in allowed else allowed)


def values(schema: Json) -> set[str] | None:
    """The enumerated values of a schema as JSON, `None` if it has no enumeration."""
    if "const" in schema:
        return {json.dumps(schema["const"])}
    if "enum" in schema:
        return {json.dumps(value) for value in schema["enum"]}
    return None


def as_schema(schema: Json) -> Json:
    """A boolean schema as an object: `true` allows everything, `false` nothing."""
    if isinstance(schema, bool):
        return {} if schema else {"not": {}, "type": []}
    return schema


def without(schema: Json, key: str) -> Json:
    """The schema without one of its keywords."""
    return {name: value for name, value in schema.items() if name != key}


def resolve(document: Json, node: Json) -> tuple[Json, str | None]:
    """Follows references. Returns the node and the name of the first component on the way, `None` without a reference."""
    name = None
    while "$ref" in node:
        pointer = node["$ref"]
        if not pointer.startswith("#/"):
            raise ValueError(f"reference to another document: {pointer}")
        target = document
        for part in pointer[2:].split("/"):
            target = target[part.replace("~1", "/").replace("~0", "~")]
        if name is None:
            name = pointer.rsplit("/", 1)[1]
        # Keywords beside `$ref` apply in addition, as in JSON Schema 2020-12.
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node, name


def merge_all_of(document: Json, schema: Json) -> Json:
    """The schema with the fields and required names of its `allOf` as its own."""
    if "allOf" not in schema:
        return schema
    merged = {key: value for key, value in schema.items() if key != "allOf"}
    for part in schema["allOf"]:
        part = merge_all_of(document, resolve(document, as_schema(part))[0])
        for key, value in part.items():
            if key == "properties":
                merged[key] = {**value, **merged.get(key, {})}
            elif key == "required":
                merged[key] = sorted({*value, *merged.get(key, [])})
            else:
                merged.setdefault(key, value)
    return merged


def announced_subjects(changelog: str, heading: str = "Breaking") -> set[str]:
    """The subjects under the heading in the section "## Unreleased": the first code span of each list item."""
    unreleased = re.search(r"^## Unreleased$(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    pattern = rf"^### {heading}$(.*?)(?=^### |\Z)"
    section = unreleased and re.search(pattern, unreleased[1], re.MULTILINE | re.DOTALL)
    return set(re.findall(r"^- `([^`]+)`", section[1], re.MULTILINE)) if section else set()


def is_announced(finding: Finding, changelog: str) -> bool:
    """Whether the changelog announces the finding: as breaking, or as a limit that the server has always enforced."""
    if finding.subject in announced_subjects(changelog):
        return True
    is_limit = finding.change.startswith(("pattern ", *(f"{limit} " for limit in LOWER_LIMITS + UPPER_LIMITS)))
    documented = announced_subjects(changelog, "Documented")
    return is_limit and any(fnmatchcase(finding.subject, subject) for subject in documented)


def main(released: str, current: str, changelog: str) -> int:
    """Compares the documents in two files. Returns the exit code: 1 for a breaking change without an announcement."""
    documents = (json.loads(Path(name).read_text(encoding="utf-8")) for name in (released, current))
    findings = Comparison(*documents).run()
    announcements = Path(changelog).read_text(encoding="utf-8")
    unannounced = [finding for finding in findings if not is_announced(finding, announcements)]
    if not unannounced:
        print(f"{current} is compatible with {released}; {len(findings)} announced change(s)")
        return 0
    print(f"{current} breaks clients of {released}:\n", file=sys.stderr)
    for finding in unannounced:
        print(f"  - {finding}", file=sys.stderr)
    print(
        f"\nMake the change compatible, or announce it: one line `- `SUBJECT`: REASON` for each subject under '### Breaking' "
        f"in the section '## Unreleased' of {changelog}.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: openapi_compatibility.py RELEASED CURRENT CHANGELOG")
    sys.exit(main(*sys.argv[1:]))
