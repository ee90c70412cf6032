"""The list of projects."""

from collections.abc import Iterator
from urllib.parse import quote
from uuid import UUID

from .filters import FilterValue, parameters_of
from .records import Phase, Project
from .resource import Resource


class Projects(Resource[Project]):
    """Projects, and the phases of each."""

    def phases(self, project_id: str | UUID, **filters: FilterValue) -> Iterator[Phase]:
        """The phases of a project. An unknown project raises `NotFound`."""
        path = f"{self.endpoint.name}/{quote(str(project_id), safe='')}/phases"
        return self._walk(path, "phases", parameters_of("phases", filters))
