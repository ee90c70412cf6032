"""Leaves out the requests and parameters whose validity the OpenAPI document cannot describe, and fills in credentials.

A schema describes one value by its characters. It cannot state that a date must exist, that a range must not be reversed,
that whitespace around a value is ignored, that two parameters exclude each other, or that the server must have returned a
cursor. The introduction of the document and the descriptions of the parameters do.
"""

import os
import re
from datetime import UTC, datetime
from typing import Any

import schemathesis

DATE_FILTERS = {"created_at", "updated_at", "deleted_at", "start_at", "end_at"}
# The dates of phases have the month before the day.
MONTH_BEFORE_DAY = re.compile(r"/phases$")
PHASE_FILTERS = {"start_at", "end_at"}

# The smallest maximum length of a list of values.
MAX_IDS = 100
STREAMS = {"ndjson", "csv", "geojson"}
SORTS_OF_CURSORS = {None, "created_at", "-created_at"}
# Lists whose timestamps or ids the access levels below `full` change: there, they refuse `resume_after`.
CHANGED_BELOW_FULL = re.compile(
    r"/(basket_ideas|baskets|email_campaign_deliveries|event_attendances|reactions|users|users/deleted|volunteering_volunteers)"
)
IS_BELOW_FULL = os.environ.get("FOLKMOOT_ACCESS_LEVEL", "full") != "full"
RESUMABLE = re.compile(r"2024-12-31T10:00:00\.000Z,[0-9a-f-]{36}")
CREDENTIALS = {
    "YOUR_CLIENT_ID": os.environ["FOLKMOOT_CLIENT_ID"],
    "YOUR_CLIENT_SECRET": os.environ["FOLKMOOT_CLIENT_SECRET"],
}


@schemathesis.hook
def map_case(context: schemathesis.HookContext, case: schemathesis.Case) -> schemathesis.Case:
    """Fills in the credentials of a client, so that some requests for a token succeed, and makes valid parameters compatible."""
    # A publishable key excludes the token of the client.
    (case.query or {}).pop("key", None)
    if case.meta is None or case.meta.generation.mode.is_positive:
        remove_excluded_parameters(case)
    auth = case.body.get("auth") if isinstance(case.body, dict) else None
    if isinstance(auth, dict):
        case.body["auth"] = {
            key: CREDENTIALS.get(value, value) if isinstance(value, str) else value for key, value in auth.items()
        }
    return case


@schemathesis.hook
def before_add_examples(context: schemathesis.HookContext, examples: list[schemathesis.Case]) -> None:
    """Makes the parameters of the examples compatible: each example is of one parameter, and a request has all of them."""
    for case in examples:
        remove_excluded_parameters(case)


@schemathesis.hook
def filter_case(context: schemathesis.HookContext, case: schemathesis.Case) -> bool:
    """Whether the document describes the request completely."""
    for name, value in (case.query or {}).items():
        texts = value if isinstance(value, list) else [value]
        # Repeated values count once, so a list with repetitions may be longer than the document permits.
        if len(set(map(repr, texts))) < len(texts) and len(texts) > MAX_IDS:
            return False
        if any(isinstance(text, str) and has_ignored_whitespace(text) for text in texts):
            return False
        is_phase = name in PHASE_FILTERS and MONTH_BEFORE_DAY.search(case.operation.path) is not None
        if name in DATE_FILTERS and isinstance(value, str) and not has_existing_order(value, is_phase):
            return False
        if name == "bbox" and isinstance(value, str) and is_reversed_box(value):
            return False
    return True


def remove_excluded_parameters(case: schemathesis.Case) -> None:
    """Removes the parameters of a list or of the changes that the others exclude."""
    for name in excluded_parameters(case.operation.path, case.query or {}):
        case.query.pop(name, None)


def excluded_parameters(path: str, query: dict[str, Any]) -> set[str]:
    """The parameters of an operation that the values of the others exclude."""
    # No example of a cursor of changes is valid: the server encrypts it for a client.
    excluded = {"after"}
    is_sorted = query.get("sort") in SORTS_OF_CURSORS
    # Only lists as CSV take these, and the header `Accept` may require another format.
    if query.get("format") != "csv":
        excluded = excluded | {"bom", "delimiter"}
    if query.get("format") in STREAMS:
        is_changed = IS_BELOW_FULL and CHANGED_BELOW_FULL.fullmatch(path.removeprefix("/api/v2"))
        is_resumable = is_sorted and not is_changed and RESUMABLE.fullmatch(str(query.get("resume_after")))
        return excluded | {"page_size", "page_number", "cursor"} | (set() if is_resumable else {"resume_after"})
    # The first page in both ways of paging: the cursor remains.
    is_walk = query.get("cursor") == "start" and is_sorted and query.get("page_number") in {None, 1, "1"}
    return excluded | {"resume_after", "page_number" if is_walk else "cursor"}


def is_reversed_box(value: str) -> bool:
    """Whether the south of a bounding box is above its north."""
    try:
        _, south, _, north = (float(edge) for edge in value.split(","))
    except ValueError:
        return False
    return south > north


def has_ignored_whitespace(text: str) -> bool:
    """Whether the server removes whitespace from the text, or from a part of it, before it reads it."""
    return any(part != part.strip() for part in text.split(","))


def has_existing_order(value: str, month_before_day: bool) -> bool:
    """Whether the dates of a well-formed value exist, and are not reversed; true if the value is not well-formed."""
    bounds = [bound(part, month_before_day) for part in value.split(",") if part]
    if None in bounds:
        return True
    try:
        instants = [datetime.fromisoformat(text).astimezone(UTC) for text in bounds]
    except (ValueError, OverflowError):
        return False
    return len(instants) < 2 or instants[0] <= instants[1]


def bound(text: str, month_before_day: bool) -> str | None:
    """A date or timestamp in the form of ISO 8601; `None` if it is neither."""
    if date := re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", text):
        year, middle, last = date.groups()
        return f"{year}-{middle}-{last}T00:00:00Z" if month_before_day else f"{year}-{last}-{middle}T00:00:00Z"
    if re.fullmatch(r"[0-9-]{10}[Tt][0-9:]{8}(\.[0-9]+)?([Zz]|[+-][0-9:]{5})", text):
        # `datetime` has no leap seconds.
        return re.sub(r":60(?=[.Zz+-])", ":59", text).upper()
    return None
