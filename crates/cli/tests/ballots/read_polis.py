"""Loads the files of a folder as red-dwarf loads an export of Polis, and reads those that it does not load with pandas."""

import csv
import json
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pandas
from reddwarf.data_loader import Loader
from reddwarf.utils.matrix import generate_raw_matrix

folder = Path(sys.argv[1])


class Handler(SimpleHTTPRequestHandler):
    """Serves files as the API does."""

    extensions_map: ClassVar[dict[str, str]] = {".csv": "text/csv; charset=utf-8"}

    def log_message(self, *_):
        """Logs nothing."""


server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/"
loader = Loader(directory_url=url, is_cache_enabled=False)
matrix = generate_raw_matrix(loader.votes_data)
participants = pandas.read_csv(folder / "participant-votes.csv", index_col="participant")
groups = pandas.read_csv(folder / "comment-groups.csv", index_col="comment-id", keep_default_na=False)
columns = [column for column in participants.columns if column.isdigit()]
own = participants.loc[matrix.index, [str(column) for column in matrix.columns]]
with open(folder / "summary.csv", newline="", encoding="utf-8") as file:
    summary = dict(csv.reader(file))
print(
    json.dumps(
        {
            "summary": summary,
            "comments": loader.comments_data,
            "votes": loader.votes_data,
            "duplicates": len(loader.skipped_dup_votes),
            "matrix_is_equal": own.fillna(9).to_numpy().tolist() == matrix.fillna(9).to_numpy().tolist(),
            "columns": len(columns),
            "participants": len(participants),
            "n_votes": int(participants["n-votes"].sum()),
            "n_comments": participants["n-comments"].fillna(-1).astype(int).tolist(),
            "groups": groups.to_dict("index"),
        }
    )
)
