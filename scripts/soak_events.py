"""What happens to the platform of a soak beside requests: imports, revocations, exports, backups and restarts."""

import hashlib
import json
import shutil
import signal
import tempfile
import time
import urllib.parse
import uuid
from datetime import UTC, datetime
from pathlib import Path

from soak_load import Connection, expect

LOCALES = ["en", "nl-BE"]


def now():
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def wait_until(condition, seconds, text):
    """Waits for a condition. Returns the seconds that it took."""
    begin = time.monotonic()
    while not condition():
        expect(time.monotonic() - begin < seconds, f"{text} after {seconds} s")
        time.sleep(0.02)
    return time.monotonic() - begin


class Operator:
    """Performs events one after the other, and measures how soon each takes effect."""

    def __init__(self, load, folder, random):
        self.load, self.server, self.random = load, load.server, random
        self.folder, self.number = Path(folder), 0
        self.connection = Connection(load, "check of an event", load.clients["full"])
        self.measured = {"revocation_seconds": [], "import_visible_seconds": [], "recovery_seconds": []}
        self.added = []
        key = json.loads(self.server.run("admin-keys", "create", "Soak", "--json"))
        self.admin = Connection(load, "admin API", {"token": key["secret"]})

    def import_records(self, ideas=50):
        """Changes ideas, adds comments, and deletes those of an earlier import, so that the platform does not grow."""
        self.number += 1
        marker, time_of_change = f"Soak {self.number}", now()
        changed = self.random.sample(self.load.ids["ideas"], min(ideas, len(self.load.ids["ideas"])))
        added = [str(uuid.UUID(int=self.random.getrandbits(128), version=4)) for _ in range(20)]
        texts = {locale: marker for locale in LOCALES}
        deleted = self.added.pop(0) if len(self.added) > 1 else []
        self.write(
            {
                "ideas": [
                    {"id": id, "_partial": True, "title_multiloc": texts, "updated_at": time_of_change} for id in changed
                ],
                "comments": [
                    {
                        "id": id,
                        "idea_id": self.random.choice(self.load.ids["ideas"]),
                        "author_id": self.random.choice(self.load.ids["users"]),
                        "body_multiloc": texts,
                        "publication_status": "published",
                        "created_at": time_of_change,
                        "updated_at": time_of_change,
                    }
                    for id in added
                ],
                "deleted_items": [{"id": id, "type": "Comment", "deleted_at": time_of_change} for id in deleted],
            },
            {changed[0], added[0]},
        )
        self.added.append(added)
        seconds = wait_until(lambda: self.title(changed[0]) == marker, 30, f"import {self.number} is not visible")
        self.measured["import_visible_seconds"].append(seconds)
        self.connection.get(f"comments/{added[0]}")
        if deleted:
            self.connection.get(f"comments/{deleted[0]}", (404,))
        wait_until(lambda: not self.load.awaited - self.load.seen, 60, f"import {self.number} is not among the changes")
        self.load.count("import")

    def write(self, records, awaited):
        with self.load.lock:
            self.load.awaited, self.load.seen = awaited, set()
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            for name, lines in records.items():
                (Path(folder) / f"{name}.ndjson").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
            self.server.run("import", folder)

    def title(self, id):
        return self.connection.get(f"ideas/{id}?locale=en").json()["idea"]["title"]

    def import_many(self):
        self.import_records(2000)
        self.load.count("larger import")

    def revoke(self):
        """Creates a client, revokes it, and measures until its token is rejected."""
        self.number += 1
        client = json.loads(self.server.run("clients", "create", f"Revoked {self.number}", "--json"))
        own = Connection(self.load, "revoked client")
        own.client = {"token": own.sign_in(client)}
        own.get("topics")
        self.server.run("clients", "revoke", client["client_id"])

        def is_rejected():
            return own.get("topics", (200, 401)).status == 401

        self.measured["revocation_seconds"].append(wait_until(is_rejected, 30, "a revoked client reads"))
        self.load.revoked.append(own.client)
        for earlier in self.random.sample(self.load.revoked, min(3, len(self.load.revoked))):
            own.client = earlier
            own.get("topics", (401,))
        own.close()
        self.load.count("revocation")

    def export(self):
        """Exports with the command while the server serves."""
        out = self.folder / "export"
        self.server.run("export", "--out", out, "--format", "parquet,ndjson", "--resources", "ideas,comments,users")
        with (out / "ideas.ndjson").open() as lines:
            count = sum(1 for _ in lines)
        expect(count == len(self.load.ids["ideas"]), f"the export has {count} ideas")
        shutil.rmtree(out)
        self.load.count("export")

    def stored_export(self):
        """Starts an export in the server, downloads a file of it, and deletes it."""
        created = self.admin.post("/admin/api/exports", {"access": "public", "formats": ["csv"]}, (202,)).json()["export"]

        def export():
            exports = self.admin.get("/admin/api/exports").json()["exports"]
            return next(each for each in exports if each["id"] == created["id"])

        wait_until(lambda: export()["state"] != "running", 120, "the stored export is running")
        ended = export()
        expect(ended["state"] == "succeeded", f"the stored export failed: {ended['reason']}")
        reader = Connection(self.load, "download of an export", self.load.clients["public"])
        stored = next(each for each in reader.get("exports").json()["exports"] if each["id"] == created["id"])
        file = max(stored["files"], key=lambda each: each["size"])
        url = urllib.parse.urlsplit(file["url"])
        content = reader.get(f"{url.path}?{url.query}").body
        expect(hashlib.sha256(content).hexdigest() == file["sha256"], f"{file['name']}: other content")
        reader.close()
        self.admin.send("DELETE", f"/admin/api/exports/{created['id']}", (200, 204))
        self.load.count("stored export")

    def back_up(self):
        """Makes and verifies a backup while the server serves."""
        folder = self.folder / "backups"
        made = json.loads(self.server.run("backup", folder, "--json").splitlines()[-1])
        expect(not made["missing_contents"], f"the backup misses {made['missing_contents']}")
        shutil.rmtree(folder)
        self.load.count("backup")

    def restart(self):
        self.measured["recovery_seconds"].append(self.server.restart(signal.SIGTERM))
        self.load.count("restart with SIGTERM")
        self.check_files()

    def kill(self):
        self.measured["recovery_seconds"].append(self.server.restart(signal.SIGKILL))
        self.load.count("restart after kill -9")
        self.check_files()

    def check_files(self):
        """Every file whose upload was acknowledged and whose deletion was not requested exists."""
        for id in list(self.load.files):
            response = self.connection.get(f"files/{id}", (200, 404))
            expect(response.status == 200 or id not in self.load.files, f"files/{id}: lost by a restart")
        for client in self.load.revoked[-3:]:
            revoked = Connection(self.load, "revoked client", client)
            revoked.get("topics", (401,))
            revoked.close()

    def close(self):
        self.connection.close()
        self.admin.close()
