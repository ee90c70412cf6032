"""A platform that changes at random: its server, and the records that imports write to it."""

import json
import random
import shutil
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from contextlib import closing
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

# The class of each resource in `deleted_items.ndjson`.
TYPES = {
    "areas": "Area",
    "basket_ideas": "BasketIdea",
    "baskets": "Basket",
    "comments": "Comment",
    "email_campaign_deliveries": "EmailCampaignDelivery",
    "email_campaigns": "EmailCampaign",
    "event_attendances": "EventAttendance",
    "events": "Event",
    "files": "File",
    "ideas": "Idea",
    "phases": "Phase",
    "project_folders": "ProjectFolder",
    "projects": "Project",
    "reactions": "Reaction",
    "topics": "Topic",
    "users": "User",
    "volunteering_causes": "VolunteeringCause",
    "volunteering_volunteers": "VolunteeringVolunteer",
}

# References without which a record is deleted too, before the record that they refer to.
REQUIRED = [
    ("basket_ideas", "basket_id"),
    ("basket_ideas", "idea_id"),
    ("baskets", "phase_id"),
    ("baskets", "project_id"),
    ("comments", "idea_id"),
    ("email_campaign_deliveries", "email_campaign_id"),
    ("event_attendances", "event_id"),
    ("events", "project_id"),
    ("files", "project_id"),
    ("ideas", "project_id"),
    ("phases", "project_id"),
    ("reactions", "reactable_id"),
    ("volunteering_causes", "phase_id"),
    ("volunteering_volunteers", "volunteering_cause_id"),
]

# Above this number of records, one is deleted instead of added.
MAXIMUM = 80

# Resources whose records can be repeated under another ID.
COPIED = [
    "basket_ideas",
    "baskets",
    "comments",
    "email_campaign_deliveries",
    "event_attendances",
    "events",
    "ideas",
    "phases",
    "reactions",
    "topics",
    "users",
    "volunteering_volunteers",
]
TEXTS = [
    "areas",
    "email_campaigns",
    "events",
    "ideas",
    "phases",
    "project_folders",
    "projects",
    "topics",
    "users",
    "volunteering_causes",
]
JOINS = {
    "idea_topics": ("idea_id", "topic_id"),
    "idea_phases": ("idea_id", "phase_id"),
    "project_topics": ("project_id", "topic_id"),
}
STATUSES = {
    "ideas": ["published", "published", "draft", "submitted"],
    "comments": ["published", "published", "deleted"],
    "projects": ["published", "published", "archived", "draft"],
    "project_folders": ["published", "archived", "draft"],
}


def timestamp(instant):
    return instant.strftime("%Y-%m-%dT%H:%M:%S.") + f"{instant.microsecond // 1000:03}Z"


class Server:
    """The server of one platform, at the same URL after each restart."""

    def __init__(self, binary, directory):
        self.binary, self.data, self.log = binary, directory / "data", directory / "log"
        self.listen, self.process, self.url, self.tokens = "127.0.0.1:0", None, None, {}

    def run(self, *words):
        done = subprocess.run([self.binary, *words, "--data", self.data], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"folkmoot {' '.join(map(str, words))}: {done.stderr}")
        return done.stdout

    def start(self):
        limits = ["--client-tokens-per-minute", "1000000"]
        command = [self.binary, "serve", "--data", self.data, "--listen", self.listen, *limits]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            raise RuntimeError(self.log.read_text())
        self.listen = self.url.removeprefix("http://")

    def stop(self, kill=False):
        (self.process.kill if kill else self.process.terminate)()
        self.process.wait()
        self.process.stdout.close()

    def waits_for_next_day(self):
        """Whether changes are not yet published below the access level `full`."""
        return self._database("SELECT COUNT(*) FROM deferred_changes")[0][0] > 0

    def end_day(self):
        """Lets the server publish the deferred changes, as on the next day."""
        # A server looks for changes to publish when it starts.
        self.stop()
        self._database("UPDATE deferred_changes SET released_on = '2020-01-01'")
        self.start()
        deadline = time.monotonic() + 60
        while self.waits_for_next_day():
            assert time.monotonic() < deadline, "the deferred changes are not published"
            time.sleep(0.05)

    def _database(self, sql):
        with closing(sqlite3.connect(self.data / "folkmoot.sqlite", timeout=30)) as database, database:
            return database.execute(sql).fetchall()

    def request(self, client, path, method="GET", body=None):
        """Sends a request as a client; None for 403."""
        if client["client_id"] not in self.tokens:
            auth = {"auth": {name: client[name] for name in ("client_id", "client_secret")}}
            signed_in = self._send("authenticate", "POST", auth, {})
            self.tokens[client["client_id"]] = signed_in["jwt"]
        headers = {"Authorization": f"Bearer {self.tokens[client['client_id']]}"}
        try:
            return self._send(path, method, body, headers)
        except urllib.error.HTTPError as error:
            if error.code == 403:
                return None
            raise RuntimeError(f"{path}: {error.code} {error.read().decode()}") from error

    def _send(self, path, method, body, headers):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(f"{self.url}/api/v2/{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as response:
            text = response.read()
            return json.loads(text) if text else {}


class Platform:
    """The records that were imported, by resource and key, from which random changes are made."""

    def __init__(self, server, seed, ideas):
        self.server, self.random = server, random.Random(seed)
        self.now = datetime.now(timezone.utc)
        directory = Path(tempfile.mkdtemp(prefix="sync-records-"))
        server.run("demo", "--ideas", str(ideas))
        subprocess.run(
            [server.binary, "demo", "--ideas", str(ideas), "--out", directory], check=True, capture_output=True
        )
        self.records, self.deleted, self.lines = {}, [], {}
        for resource in [*TYPES, *JOINS]:
            rows = [json.loads(line) for line in (directory / f"{resource}.ndjson").read_text().splitlines()]
            self.records[resource] = {self.key(resource, row): row for row in rows}
        for file in self.records["files"].values():
            file.pop("content")
        shutil.rmtree(directory)
        self.full = json.loads(server.run("clients", "create", "Driver", "--json"))
        self.uploaded = []

    def key(self, resource, record):
        return tuple(record[field] for field in JOINS.get(resource, ("id",)))

    def pick(self, resource):
        records = self.records[resource]
        return records[self.random.choice(sorted(records))] if records else None

    def step(self):
        """Adds one random change to the next import. Returns its name."""
        steps = [
            (self.rename, 5),
            (self.add, 8),
            (self.touch, 3),
            (self.delete, 3),
            (self.delete_user, 1),
            (self.restore, 2),
            (self.hide, 4),
            (self.reschedule, 2),
            (self.refer, 3),
            (self.join, 4),
            (self.submit, 2),
        ]
        functions, weights = zip(*steps)
        step = self.random.choices(functions, weights)[0]
        step()
        return step.__name__

    def write(self, resource, record):
        self.records[resource][self.key(resource, record)] = record
        self.lines.setdefault(resource, {})[self.key(resource, record)] = record

    def rename(self):
        resource = self.random.choice(TEXTS)
        if record := self.pick(resource):
            name = f"Name {self.random.randrange(1000)}"
            field = {"users": "first_name", "email_campaigns": "subject_multiloc"}.get(resource, "title_multiloc")
            self.write(resource, record | {field: name if field == "first_name" else {"en": name, "nl-BE": name}})

    def add(self):
        """A copy of a record, with another ID and time of creation."""
        resource = self.random.choice(COPIED)
        record = self.pick(resource)
        if record is None or len(self.records[resource]) > MAXIMUM:
            self.delete()
            return
        id = str(uuid.UUID(int=self.random.getrandbits(128), version=4))
        record = {**record, "id": id}
        if "slug" in record:
            record["slug"] = f"slug-{id}"
        if "email" in record:
            record["email"] = f"{id}@example.org"
        if resource == "baskets" or resource == "reactions" or resource == "event_attendances":
            record["user_id" if "user_id" in record else "attendee_id"] = None
        if self.random.random() < 0.7:
            created_at = self.now - timedelta(milliseconds=self.random.randrange(10**10))
            record["created_at"] = timestamp(created_at)
        self.write(resource, record)

    def touch(self):
        """Another time of creation or update, often that of another record."""
        resource = self.random.choice(list(TYPES))
        record, other = self.pick(resource), self.pick(resource)
        if record:
            self.write(resource, record | {"created_at": other["created_at"], "updated_at": timestamp(self.now)})

    def delete(self):
        resource = self.random.choice(list(TYPES))
        if len(self.records[resource]) < 6:
            return
        pending = [(resource, self.pick(resource))]
        if resource in ("projects", "phases") and self.random.random() < 0.7:
            return
        while pending:
            resource, record = pending.pop()
            for child, field in REQUIRED:
                pending += [(child, each) for each in self.records[child].values() if each.get(field) == record["id"]]
            self.remove(resource, record)

    def delete_user(self):
        """Their records are retained, without a reference to them."""
        if len(self.records["users"]) > 5:
            self.remove("users", self.pick("users"))

    def remove(self, resource, record):
        """Deletes one record, the rows of joins that contain it, and references to it."""
        id = record["id"]
        if self.records[resource].pop((id,), None) is None:
            return
        self.lines.get(resource, {}).pop((id,), None)
        self.deleted.append((resource, record))
        deletion = {"id": id, "type": TYPES[resource], "deleted_at": timestamp(self.now)}
        self.lines.setdefault("deleted_items", {})[(id,)] = deletion
        for join in JOINS:
            for key in [key for key in self.records[join] if id in key]:
                self.records[join].pop(key)
                self.lines.get(join, {}).pop(key, None)
        for name, records in self.records.items():
            for key, each in records.items():
                changed = {field: None for field, value in each.items() if value == id and field != "id"}
                if "area_ids" in each:
                    changed["area_ids"] = [area for area in each["area_ids"] if area != id]
                if changed:
                    records[key] = each | changed
                    if key in self.lines.get(name, {}):
                        self.lines[name][key] = records[key]

    def restore(self):
        """Imports a deleted record again, if everything that it refers to still exists."""
        if not self.deleted:
            return
        resource, record = self.random.choice(self.deleted)
        known = {key[0] for name in TYPES for key in self.records[name]}
        references = [value for field, value in record.items() if field.endswith("_id") and value]
        required = [field for child, field in REQUIRED if child == resource]
        if (record["id"],) in self.records[resource] or not all(record.get(field, True) for field in required):
            return
        if resource == "files" or not all(value in known for value in references):
            return
        if resource in ("baskets", "reactions", "event_attendances"):
            record = record | {"user_id" if "user_id" in record else "attendee_id": None}
        self.lines.get("deleted_items", {}).pop((record["id"],), None)
        self.write(resource, record)

    def hide(self):
        resource = self.random.choice(list(STATUSES))
        if record := self.pick(resource):
            changed = {"publication_status": self.random.choice(STATUSES[resource])}
            if resource == "projects" and self.random.random() < 0.5:
                changed["visible_to"] = self.random.choice(["public", "public", "groups", "admins"])
            self.write(resource, record | changed)

    def reschedule(self):
        """Starts or ends votes: a phase ends before today, after it, or not."""
        voting = [each for each in self.records["phases"].values() if each["participation_method"] == "voting"]
        if voting:
            phase = self.random.choice(voting)
            end = self.random.choice([None, self.now.date() - timedelta(days=3), self.now.date() + timedelta(days=3)])
            start = date(2026, 1, 1) if end is None else end - timedelta(days=30)
            self.write("phases", phase | {"start_at": str(start), "end_at": end and str(end)})

    def refer(self):
        """Moves ideas between projects, and changes authors and assignees."""
        field, resource = self.random.choice([("project_id", "projects"), ("author_id", "users"), ("assignee_id", "users")])
        idea, other = self.pick("ideas"), self.pick(resource)
        if idea and other:
            self.write("ideas", idea | {field: other["id"]})

    def join(self):
        """Adds a row to a join list, or replaces all rows of an idea or a project."""
        resource, (first, second) = self.random.choice(list(JOINS.items()))
        one = self.pick("ideas" if first == "idea_id" else "projects")
        other = self.pick("topics" if second == "topic_id" else "phases")
        if one is None or other is None:
            return
        if second == "topic_id" and self.random.random() < 0.6:
            topics = self.random.sample(sorted(key[0] for key in self.records["topics"]), 2)
            owner = "ideas" if first == "idea_id" else "projects"
            self.lines.get(resource, {}).clear()
            for key in [key for key in self.records[resource] if key[0] == one["id"]]:
                self.records[resource].pop(key)
            for topic in topics:
                row = {first: one["id"], second: topic, "created_at": timestamp(self.now), "updated_at": timestamp(self.now)}
                self.records[resource][(one["id"], topic)] = row
            self.lines.setdefault(owner, {})[(one["id"],)] = one | {"topic_ids": topics}
        else:
            row = {first: one["id"], second: other["id"]}
            if resource != "idea_topics":
                row |= {"created_at": timestamp(self.now), "updated_at": timestamp(self.now)}
            if (one["id"],) not in self.lines.get("ideas" if first == "idea_id" else "projects", {}):
                self.write(resource, row)

    def submit(self):
        if basket := self.pick("baskets"):
            submitted_at = self.random.choice([None, timestamp(self.now)])
            self.write("baskets", basket | {"submitted_at": submitted_at})

    def commit(self):
        """Imports the collected changes."""
        with tempfile.TemporaryDirectory(prefix="sync-import-") as directory:
            for name, lines in self.lines.items():
                text = "".join(f"{json.dumps(line)}\n" for line in lines.values())
                (Path(directory) / f"{name}.ndjson").write_text(text)
            if any(self.lines.values()):
                self.server.run("import", directory)
        self.lines = {}
        self.now += timedelta(seconds=1)

    def upload(self):
        """Uploads a file through the API, or deletes one that was uploaded."""
        uploaded = [id for id in self.uploaded if (id,) in self.records["files"]]
        if uploaded and self.random.random() < 0.4:
            id = self.random.choice(uploaded)
            self.server.request(self.full, f"files/{id}", "DELETE")
            self.records["files"].pop((id,))
            return
        project = self.pick("projects")["id"]
        file = {"name": "note.txt", "content": "SGVsbG8=", "project_id": project}
        stored = self.server.request(self.full, "files", "POST", {"file": file})["file"]
        self.records["files"][(stored["id"],)] = {**stored, "project_id": project}
        self.uploaded.append(stored["id"])
