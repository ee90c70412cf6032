"""Tests of openapi_compatibility: pairs of small documents that must pass or fail."""

import copy
import unittest

from openapi_compatibility import Comparison, Finding, announced_subjects, is_announced

RELEASED = {
    "openapi": "3.1.0",
    "paths": {
        "/ideas": {
            "get": {
                "operationId": "listIdeas",
                "security": [],
                "parameters": [
                    {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["new", "old"]}},
                    {"$ref": "#/components/parameters/PageSize"},
                ],
                "responses": {
                    "200": {
                        "description": "A page.",
                        "headers": {"X-Request-Id": {"schema": {"type": "string"}}},
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object",
                                    "required": ["ideas"],
                                    "properties": {"ideas": {"type": "array", "items": {"$ref": "#/components/schemas/Idea"}}},
                                }
                            }
                        },
                    },
                    "404": {"description": "Nothing."},
                },
            },
            "post": {
                "operationId": "createIdea",
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewIdea"}}}},
                "responses": {"201": {"description": "Created."}},
            },
        }
    },
    "components": {
        "parameters": {"PageSize": {"name": "page_size", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 24}}},
        "schemas": {
            "Idea": {
                "type": "object",
                "required": ["id", "status"],
                "properties": {
                    "id": {"type": "string", "format": "uuid"},
                    "status": {"type": "string", "enum": ["proposed", "accepted"]},
                    "parent": {"anyOf": [{"$ref": "#/components/schemas/Idea"}, {"type": "null"}]},
                    "texts": {"type": "object", "additionalProperties": {"type": "string"}},
                },
            },
            "NewIdea": {
                "type": "object",
                "required": ["title"],
                "properties": {"title": {"type": "string", "maxLength": 80}, "weight": {"type": ["integer", "null"]}},
            },
        },
    },
}

LIST = ("paths", "/ideas", "get")
CONTENT = ("content", "application/json", "schema")
PAGE = (*LIST, "responses", "200", *CONTENT)
IDEA = ("components", "schemas", "Idea")
NEW_IDEA = ("components", "schemas", "NewIdea")
PAGE_SIZE = ("components", "parameters", "PageSize")
GONE = object()

COMPATIBLE = {
    "no change": [],
    "a new path": [(("paths", "/projects"), {"get": {"responses": {}}})],
    "a new operation": [(("paths", "/ideas", "delete"), {"responses": {}})],
    "a new optional parameter": [((*LIST, "parameters", 2), {"name": "author", "in": "query", "schema": {}})],
    "a new response field": [((*IDEA, "properties", "likes"), {"type": "integer"})],
    "a new required response field": [((*IDEA, "properties", "likes"), {"type": "integer"}), ((*IDEA, "required", 2), "likes")],
    "a new value in a response": [((*IDEA, "properties", "status", "enum", 2), "rejected")],
    "a new value of a parameter": [((*LIST, "parameters", 0, "schema", "enum", 2), "random")],
    "a wider limit": [((*PAGE_SIZE, "schema", "maximum"), 100)],
    "no limit": [((*PAGE_SIZE, "schema", "maximum"), GONE)],
    "a new optional request field": [((*NEW_IDEA, "properties", "body"), {"type": "string"})],
    "a request field that is no longer required": [((*NEW_IDEA, "required"), [])],
    "a further type of a request field": [((*NEW_IDEA, "properties", "title", "type"), ["string", "null"])],
    "a new status": [((*LIST, "responses", "503"), {"description": "Busy."})],
    "an error that is gone": [((*LIST, "responses", "404"), GONE)],
    "other texts": [((*IDEA, "description"), "An idea."), ((*IDEA, "properties", "status", "x-enum-descriptions"), {"accepted": "Yes."})],
}

BREAKING = {
    "a removed path": ([(("paths", "/ideas"), GONE)], "/ideas"),
    "a removed operation": ([(LIST, GONE)], "GET /ideas"),
    "another operationId": ([((*LIST, "operationId"), "ideas")], "GET /ideas"),
    "a token that is now needed": ([((*LIST, "security"), [{"token": []}])], "GET /ideas"),
    "a removed parameter": ([((*LIST, "parameters", 0), {"$ref": "#/components/parameters/PageSize"})], "GET /ideas query parameter sort"),
    "a new required parameter": (
        [((*LIST, "parameters", 2), {"name": "author", "in": "query", "required": True, "schema": {}})],
        "GET /ideas query parameter author",
    ),
    "a parameter that becomes required": ([((*PAGE_SIZE, "required"), True)], "GET /ideas query parameter page_size"),
    "a parameter with fewer values": ([((*LIST, "parameters", 0, "schema", "enum"), ["new"])], "GET /ideas query parameter sort"),
    "a parameter with a narrower type": ([((*LIST, "parameters", 0, "schema", "type"), "integer")], "GET /ideas query parameter sort"),
    "a parameter with a narrower limit": ([((*PAGE_SIZE, "schema", "maximum"), 10)], "GET /ideas query parameter page_size"),
    "a parameter with a pattern": ([((*LIST, "parameters", 0, "schema", "pattern"), "^n")], "GET /ideas query parameter sort"),
    "a removed response": ([((*LIST, "responses", "200"), GONE)], "GET /ideas 200"),
    "a removed header": ([((*LIST, "responses", "200", "headers"), {})], "GET /ideas 200 header X-Request-Id"),
    "a removed content type": ([((*LIST, "responses", "200", "content"), {})], "GET /ideas 200 application/json"),
    "a removed field of a named schema": ([((*IDEA, "properties", "id"), GONE)], "Idea.id"),
    "a removed field of an inline schema": ([((*PAGE, "properties", "ideas"), GONE)], "GET /ideas 200.ideas"),
    "a response field that may be missing": ([((*IDEA, "required"), ["id"])], "Idea.status"),
    "a response field that may be null": ([((*IDEA, "properties", "id", "type"), ["string", "null"])], "Idea.id"),
    "a response field of another type": ([((*IDEA, "properties", "id", "type"), "integer")], "Idea.id"),
    "a response field of another format": ([((*IDEA, "properties", "id", "format"), "uri")], "Idea.id"),
    "a response value that is gone": ([((*IDEA, "properties", "status", "enum"), ["accepted"])], "Idea.status"),
    "a response without its enumeration": ([((*IDEA, "properties", "status", "enum"), GONE)], "Idea.status"),
    "another alternative in a response": ([((*IDEA, "properties", "parent", "anyOf", 2), {"type": "string"})], "Idea.parent"),
    "another type of the values of a map": (
        [((*IDEA, "properties", "texts", "additionalProperties", "type"), "integer")],
        "Idea.texts.*",
    ),
    "a new required request field": (
        [((*NEW_IDEA, "properties", "body"), {"type": "string"}), ((*NEW_IDEA, "required", 1), "body")],
        "NewIdea.body",
    ),
    "a request field that becomes required": ([((*NEW_IDEA, "required", 1), "weight")], "NewIdea.weight"),
    "a removed request field": ([((*NEW_IDEA, "properties", "weight"), GONE)], "NewIdea.weight"),
    "a request field without null": ([((*NEW_IDEA, "properties", "weight", "type"), "integer")], "NewIdea.weight"),
    "a request field with a shorter text": ([((*NEW_IDEA, "properties", "title", "maxLength"), 40)], "NewIdea.title"),
    "a request that refuses unknown fields": ([((*NEW_IDEA, "additionalProperties"), False)], "NewIdea"),
    "a request body that becomes required": (
        [(("paths", "/ideas", "post", "requestBody", "required"), True)],
        "POST /ideas request",
    ),
}


def changed(edits):
    """The released document with a value set, appended or removed at each path."""
    document = copy.deepcopy(RELEASED)
    for path, value in edits:
        node = document
        for key in path[:-1]:
            node = node[key]
        if value is GONE:
            del node[path[-1]]
        elif isinstance(node, list) and path[-1] == len(node):
            node.append(value)
        else:
            node[path[-1]] = value
    return document


class CompatibilityTest(unittest.TestCase):
    def test_compatible_changes_pass(self):
        for name, edits in COMPATIBLE.items():
            with self.subTest(name):
                self.assertEqual(Comparison(RELEASED, changed(edits)).run(), [])

    def test_a_breaking_change_is_found_at_its_subject(self):
        for name, (edits, subject) in BREAKING.items():
            with self.subTest(name):
                findings = Comparison(RELEASED, changed(edits)).run()
                self.assertEqual([finding.subject for finding in findings], [subject])

    def test_a_field_that_moves_into_allof_is_no_change(self):
        document = changed([])
        idea = document["components"]["schemas"]["Idea"]
        document["components"]["schemas"]["Idea"] = {"allOf": [{"$ref": "#/components/schemas/Base"}, idea]}
        document["components"]["schemas"]["Base"] = {"properties": {"id": idea["properties"].pop("id")}}
        self.assertEqual(Comparison(RELEASED, document).run(), [])

    def test_the_name_of_a_component_is_no_part_of_the_interface(self):
        document = changed([((*LIST, "parameters", 1), {"$ref": "#/components/parameters/Limit"})])
        document["components"]["parameters"] = {"Limit": document["components"]["parameters"]["PageSize"]}
        self.assertEqual(Comparison(RELEASED, document).run(), [])


class AnnouncementTest(unittest.TestCase):
    def test_only_breaking_lines_of_the_unreleased_section_announce(self):
        changelog = """# Changelog

## Unreleased

- `Idea.mentioned`: not under its heading.

### Breaking

- `Idea.votes`: removed; use `Idea.likes`.
- `GET /ideas query parameter sort`: gone.

### Added

- `Idea.likes`

## 0.1.0

### Breaking

- `Idea.old`: gone.
"""
        self.assertEqual(announced_subjects(changelog), {"Idea.votes", "GET /ideas query parameter sort"})

    def test_a_changelog_without_the_section_announces_nothing(self):
        self.assertEqual(announced_subjects("# Changelog\n\n## 0.1.0\n\n- `Idea.old`: gone.\n"), set())

    def test_a_limit_that_the_server_enforced_is_documented(self):
        changelog = "## Unreleased\n\n### Documented\n\n- `* query parameter created_at`: the form of its dates.\n"
        subject = "GET /ideas query parameter created_at"
        self.assertTrue(is_announced(Finding(subject, "pattern changed to ^a$"), changelog))
        self.assertTrue(is_announced(Finding(subject, "maxLength lowered to 10"), changelog))
        self.assertFalse(is_announced(Finding(subject, "parameter removed"), changelog))
        self.assertFalse(is_announced(Finding("GET /ideas query parameter sort", "pattern changed to ^a$"), changelog))


if __name__ == "__main__":
    unittest.main()
