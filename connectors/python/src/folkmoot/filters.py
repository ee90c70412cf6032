"""Query parameters from Python values."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta, timezone
from uuid import UUID

Date = date | datetime
# Both ends are included; None leaves an end open.
DateRange = tuple[Date | str | None, Date | str | None]
FilterValue = str | UUID | bool | int | float | Date | DateRange | Sequence[str | UUID | float] | None

# The filters that compare dates without a time. In all others, the plain dates of the API have the day before the month.
PLAIN_DATES = frozenset({("phases", "start_at"), ("phases", "end_at")})

MILLISECOND = timedelta(milliseconds=1)
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)")


def parameters_of(resource: str, filters: Mapping[str, FilterValue]) -> dict[str, str]:
    """The query parameters of a list. A filter that is None is left out."""
    return {name: text_of(resource, name, value) for name, value in filters.items() if value is not None}


def text_of(resource: str, name: str, value: FilterValue) -> str:
    """The text of a filter. A value that the server could misread raises ValueError."""
    if name.endswith("_at"):
        return dates_text(name, value, is_plain=(resource, name) in PLAIN_DATES)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float, UUID)):
        return str(value)
    if isinstance(value, Sequence):
        return ",".join(str(each) for each in value)
    raise ValueError(f"'{name}' does not accept {value!r}")


def dates_text(name: str, value: FilterValue, *, is_plain: bool) -> str:
    """A date, or a range of dates with both ends included."""
    if isinstance(value, tuple):
        if len(value) != 2 or value == (None, None):
            raise ValueError(f"'{name}' must be a date or a pair (from, to) with at least one date, not {value!r}")
        first, last = value
    else:
        first = last = value  # type: ignore[assignment]
    if is_plain:
        return f"{plain_date(name, first)},{plain_date(name, last)}"
    return f"{timestamp(name, first, is_end=False)},{timestamp(name, last, is_end=True)}"


def plain_date(name: str, value: object) -> str:
    """`YYYY-MM-DD`, or nothing for an open end."""
    if value is None:
        return ""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    raise ValueError(f"'{name}' must be a datetime.date, not {value!r}")


def timestamp(name: str, value: object, *, is_end: bool) -> str:
    """A timestamp in RFC 3339 format, or nothing for an open end. A date begins and ends in UTC."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"'{name}' must have a time zone: write for example datetime(…, tzinfo=timezone.utc)")
        return rfc3339(value)
    if isinstance(value, date):
        start = datetime(value.year, value.month, value.day, tzinfo=timezone.utc)
        # Timestamps of the API have milliseconds.
        return rfc3339(start + timedelta(days=1) - MILLISECOND if is_end else start)
    if isinstance(value, str) and TIMESTAMP.fullmatch(value):
        return value
    raise ValueError(
        f"'{name}' must be a datetime.date, a datetime.datetime or a timestamp such as 2024-12-31T10:00:00Z, not {value!r}:"
        " the API reads a date without a time with the day before the month"
    )


def rfc3339(value: datetime) -> str:
    """A timestamp in UTC with milliseconds, as the API writes it."""
    return value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03d}Z"


def parse_timestamp(text: str) -> datetime:
    """A timestamp of the API."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
