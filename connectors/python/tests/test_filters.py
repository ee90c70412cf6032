"""Query parameters from Python values."""

from datetime import date, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest
from folkmoot.filters import parameters_of

UTC = timezone.utc


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (date(2026, 3, 4), "2026-03-04T00:00:00.000Z,2026-03-04T23:59:59.999Z"),
        ((date(2026, 3, 4), date(2026, 3, 5)), "2026-03-04T00:00:00.000Z,2026-03-05T23:59:59.999Z"),
        ((date(2026, 3, 4), None), "2026-03-04T00:00:00.000Z,"),
        ((None, date(2026, 3, 4)), ",2026-03-04T23:59:59.999Z"),
        ((datetime(2026, 3, 4, 5, 6, 7, 8999, UTC), None), "2026-03-04T05:06:07.008Z,"),
        ((datetime(2026, 3, 4, 1, tzinfo=timezone(timedelta(hours=2))), None), "2026-03-03T23:00:00.000Z,"),
        (("2026-03-04T10:00:00Z", None), "2026-03-04T10:00:00Z,"),
    ],
)
def test_dates_are_written_as_timestamps(value: Any, text: str) -> None:
    assert parameters_of("ideas", {"created_at": value}) == {"created_at": text}


@pytest.mark.parametrize(
    "value", ["2026-03-04", "2026-04-03,", ("2026-03-04", None), datetime(2026, 3, 4), (None, None), (date(2026, 3, 4),), 5]
)
def test_dates_that_can_be_misread_are_errors(value: Any) -> None:
    with pytest.raises(ValueError, match="created_at"):
        parameters_of("ideas", {"created_at": value})


def test_dates_of_phases_are_plain() -> None:
    filters: dict[str, Any] = {
        "start_at": date(2026, 3, 4),
        "end_at": (date(2026, 3, 4), None),
        "created_at": (date(2026, 3, 4), None),
    }
    assert parameters_of("phases", filters) == {
        "start_at": "2026-03-04,2026-03-04",
        "end_at": "2026-03-04,",
        "created_at": "2026-03-04T00:00:00.000Z,",
    }
    with pytest.raises(ValueError, match=r"datetime\.date"):
        parameters_of("phases", {"start_at": datetime(2026, 3, 4, tzinfo=UTC)})


def test_other_values_are_written_as_the_api_expects() -> None:
    project = UUID("785997f5-4e6c-8da9-b331-54f50b8623b2")
    filters: dict[str, Any] = {
        "project_id": project,
        "topic_ids": [project, "b"],
        "submitted": True,
        "bbox": (4.3, 50, 4.4, 51),
        "type": "idea",
        "author_id": None,
    }
    assert parameters_of("ideas", filters) == {
        "project_id": str(project),
        "topic_ids": f"{project},b",
        "submitted": "true",
        "bbox": "4.3,50,4.4,51",
        "type": "idea",
    }
