"""Checks the .pb files in a folder with Pabulib's checker, and computes votes and winners with pabutools."""

import contextlib
import io
import json
import sys
from pathlib import Path

from pabulib.checker import Checker
from pabutools.election import Cardinality_Sat, parse_pabulib
from pabutools.rules import greedy_utilitarian_welfare

read = {}
for path in sorted(Path(sys.argv[1]).glob("*.pb")):
    with contextlib.redirect_stdout(io.StringIO()):
        found = Checker().process_files([str(path)])[path.stem]["results"]
    instance, profile = parse_pabulib(str(path))
    vote_type = instance.meta["vote_type"]
    score = profile.total_score if vote_type == "cumulative" else profile.approval_score
    winners = []
    if vote_type != "cumulative":
        winners = greedy_utilitarian_welfare(instance, profile, sat_class=Cardinality_Sat)
    read[path.stem] = {
        "errors": found["errors"],
        "warnings": sorted(found["warnings"]),
        "meta": instance.meta,
        "voters": [ballot.meta["voter_id"] for ballot in profile],
        "scores": {str(project): int(score(project)) for project in instance},
        "costs": {str(project): int(project.cost) for project in instance},
        "names": {str(project): instance.project_meta[project].get("name") for project in instance},
        "winners": [str(project) for project in winners],
    }
print(json.dumps(read))
