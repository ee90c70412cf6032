"""The clients of a soak: threads that send requests at a fixed rate and check every response."""

import base64
import gzip
import hashlib
import http.client
import itertools
import json
import random
import re
import threading
import time
import urllib.parse
import uuid

from soak_figures import CONTROL, Histogram

# An idle connection is closed by the server after 75 seconds; a request that is sent then is lost.
IDLE_SECONDS = 30
# How many uploaded files remain, to be read again after restarts.
RETAINED_FILES = 40
CODINGS = ["identity", "gzip", "zstd", "br"]


class Unexpected(Exception):
    """A response or an error that no request should get."""


class Interrupted(Exception):
    """A request that was lost because the server was stopped."""


class Load:
    """What all clients share: the server, the platform's ids, recorded latencies and errors."""

    def __init__(self, server, seed):
        self.server, self.seed, self.lock = server, seed, threading.Lock()
        self.errors, self.counts, self.latencies, self.requests = [], {}, {}, 0
        self.stopped, self.awake = threading.Event(), threading.Event()
        self.awake.set()
        self.resting = 0
        self.clients, self.ids, self.files, self.revoked = {}, {}, {}, []
        self.seen, self.awaited = set(), set()

    def record(self, kind, seconds):
        with self.lock:
            self.latencies.setdefault(kind, Histogram()).add(seconds)
            self.counts[kind] = self.counts.get(kind, 0) + 1
            self.requests += 1

    def count(self, name):
        with self.lock:
            self.counts[name] = self.counts.get(name, 0) + 1

    def fail(self, text):
        with self.lock:
            self.errors.append(text[:600])

    def take_latencies(self):
        """The latencies and the number of requests since the last call."""
        with self.lock:
            taken = self.latencies, self.requests
            self.latencies, self.requests = {}, 0
            return taken

    def sign_in(self, name, *options):
        """Creates a client with the command, and gets its token."""
        client = json.loads(self.server.run("clients", "create", name, "--json", *options))
        connection = Connection(self, "sign-in")
        client["token"] = connection.sign_in(client)
        connection.close()
        self.clients[name] = client
        return client


class Response:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        is_gzip = self.headers.get("content-encoding") == "gzip"
        return json.loads(gzip.decompress(self.body) if is_gzip else self.body)


class Connection:
    """A connection that is opened when it is needed."""

    def __init__(self, load, kind, client=None):
        self.load, self.kind, self.client = load, kind, client
        self.connection, self.opened, self.last_use = None, 0, 0

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def open(self):
        is_idle = time.monotonic() - self.last_use > IDLE_SECONDS
        if self.connection and (is_idle or self.load.server.outages.overlap(self.opened)):
            self.close()
        if not self.connection:
            self.opened = time.monotonic()
            self.connection = http.client.HTTPConnection(*self.load.server.address, timeout=60)
        return self.connection

    def send(self, method, path, expected=(200,), body=None, headers=None, kind=None, read=True):
        """Sends a request, and checks the status of the response. Paths below `/api/v2` have no leading slash."""
        path = path if path.startswith("/") else f"/api/v2/{path}"
        own = {"Authorization": f"Bearer {self.client['token']}"} if self.client else {}
        begin = time.monotonic()
        try:
            connection = self.open()
            connection.request(method, path, body, own | (headers or {}))
            response = connection.getresponse()
            if not read and response.status in expected:
                self.last_use = time.monotonic()
                return response
            found = Response(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            self.lost(begin, f"{method} {path}: {error!r}")
        self.last_use = time.monotonic()
        if found.status == 503 and self.load.server.outages.overlap(begin):
            raise Interrupted
        if found.status not in expected:
            text = found.body[:300].decode(errors="replace")
            raise Unexpected(f"{kind or self.kind}: {method} {path}: status {found.status} instead of {expected}: {text}")
        self.load.record(kind or self.kind, self.last_use - begin)
        return found

    def lost(self, begin, text):
        self.close()
        if self.load.server.outages.overlap(begin):
            self.load.count("interrupted by restarts")
            raise Interrupted
        raise Unexpected(f"{self.kind}: {text} after {time.monotonic() - begin:.3f} s")

    def get(self, path, expected=(200,), **options):
        return self.send("GET", path, expected, **options)

    def post(self, path, body, expected, **options):
        return self.send("POST", path, expected, json.dumps(body), {"Content-Type": "application/json"}, **options)

    def sign_in(self, client):
        auth = {"auth": {name: client[name] for name in ("client_id", "client_secret")}}
        return self.post("authenticate", auth, (201,)).json()["jwt"]


def expect(condition, text):
    if not condition:
        raise Unexpected(text)


class Worker(threading.Thread):
    """A client that repeats `step` at a rate."""

    kind, per_second, access = "", 1.0, "full"

    def __init__(self, load, number=0):
        super().__init__(daemon=True, name=f"{self.kind} {number}")
        self.load = load
        self.random = random.Random(f"{load.seed} {self.name}")
        self.client = load.clients[self.access] if self.access else None
        self.connection = Connection(load, self.kind, self.client)

    def run(self):
        due = time.monotonic()
        while not self.load.stopped.is_set():
            if not self.load.awake.is_set():
                self.rest()
            try:
                self.step()
            except Interrupted:
                time.sleep(0.1)
            except Unexpected as error:
                self.load.fail(str(error))
                time.sleep(0.1)
            except Exception as error:  # noqa: BLE001
                # A body that is not what it should be, for example.
                self.load.fail(f"{self.kind}: {error!r}")
                self.connection.close()
            # Requests that a slow response delayed are not sent together later.
            due = max(due + 1 / self.per_second, time.monotonic() - 0.5)
            self.load.stopped.wait(max(0, due - time.monotonic()))
        self.connection.close()

    def rest(self):
        self.connection.close()
        with self.load.lock:
            self.load.resting += 1
        self.load.awake.wait()
        with self.load.lock:
            self.load.resting -= 1

    def step(self):
        raise NotImplementedError


class Crawl(Worker):
    """Reads lists page by page, in all codings."""

    kind, per_second = "page", 20
    RESOURCES = ["ideas", "comments", "reactions", "users", "baskets", "basket_ideas", "idea_topics", "projects", "events"]

    def __init__(self, load, number, access):
        self.access = access
        super().__init__(load, number)
        self.resource, self.page, self.last = self.random.choice(self.RESOURCES), 1, 1

    def step(self):
        coding = self.random.choice(CODINGS)
        path = f"{self.resource}?page_size=24&page_number={self.page}"
        response = self.connection.get(path, headers={"Accept-Encoding": coding})
        if coding in ("identity", "gzip"):
            body = response.json()
            key = next(iter(body))
            self.last = body["meta"]["total_pages"]
            expect(body["meta"]["current_page"] == self.page, f"{path}: page {body['meta']['current_page']}")
            # Records of the last page may be deleted meanwhile.
            expect(len(body[key]) == 24 or self.page >= self.last - 1, f"{path}: {len(body[key])} records of page {self.page}")
        self.page += 1
        if self.page > self.last or self.random.random() < 0.01:
            self.resource, self.page, self.last = self.random.choice(self.RESOURCES), 1, 1


class Filters(Worker):
    """Filters, sort orders, selections of fields and locales."""

    kind, per_second = "filtered page", 12

    def step(self):
        ids = {name: self.random.choice(ids) for name, ids in self.load.ids.items()}
        page = self.random.randint(1, 20)
        paths = [
            f"ideas?project_id={ids['projects']}&page_number={page}",
            f"ideas?topic_ids={ids['topics']}&page_number={page}",
            f"ideas?type={self.random.choice(['idea', 'survey'])}&page_number={page}&locale=nl-BE",
            f"ideas?sort={self.random.choice(['', '-'])}{self.random.choice(['likes_count', 'updated_at'])}&page_number={page}",
            f"ideas?fields=id,title&author_id={ids['users']}",
            f"ideas?bbox={self.random.uniform(-180, 170):.2f},-80,179,80",
            f"ideas?created_at=2020-01-01T00:00:00Z,&page_number={page}",
            f"ideas?publication_status=published&page_number={page}",
            f"comments?idea_id={ids['ideas']}",
            f"comments?project_id={ids['projects']}&page_number={page}",
            f"reactions?idea_id={ids['ideas']}",
            f"users?locale=en&page_number={page}",
            f"ideas?ids={','.join(self.random.sample(self.load.ids['ideas'], 20))}",
            f"ideas/deleted?page_number={page}",
            f"projects/{ids['projects']}/phases",
        ]
        self.connection.get(self.random.choice(paths))


class Search(Worker):
    kind, per_second = "search", 5
    WORDS = ["park", "bike", "fiets", "vélo", "tree", "street", "school", "square", "safe", "water", "market", "light", "soak"]

    def step(self):
        words = " ".join(self.random.sample(self.WORDS, self.random.choice([1, 1, 2])))
        resource = "ideas" if self.random.random() < 0.8 else "files"
        self.connection.get(f"{resource}?search={urllib.parse.quote(words)}&page_number={self.random.choice([1, 1, 2])}")


class Items(Worker):
    kind, per_second = "item", 15

    def step(self):
        resource = self.random.choice(["ideas", "ideas", "comments", "users", "projects"])
        id = self.random.choice(self.load.ids[resource])
        record = next(iter(self.connection.get(f"{resource}/{id}").json().values()))
        expect(record["id"] == id, f"{resource}/{id}: {record['id']}")


class Conditional(Worker):
    """Requests pages again with their tags."""

    kind, per_second = "conditional page", 10

    def __init__(self, load, number=0):
        super().__init__(load, number)
        self.tags = {}

    def step(self):
        resource = self.random.choice(["ideas", "projects", "users", "topics", "comments"])
        path = f"{resource}?page_number={self.random.randint(1, 5)}"
        headers = {"If-None-Match": self.tags[path]} if path in self.tags else {}
        response = self.connection.get(path, (200, 304) if headers else (200,), headers=headers)
        expect(response.headers["ETag"], f"{path}: no tag")
        expect(response.status == 200 or not response.body, f"{path}: 304 with a body")
        self.load.count(f"status {response.status} of conditional requests")
        self.tags[path] = response.headers["ETag"]


class Walk(Worker):
    """Walks through all ideas with cursors, also across restarts, and expects each exactly once."""

    kind, per_second = "page of a walk", 15
    START = "/api/v2/ideas?cursor=start&page_size=24&fields=id"

    def __init__(self, load, number=0):
        super().__init__(load, number)
        self.path, self.found = self.START, []

    def step(self):
        response = self.connection.get(self.path)
        self.found += [record["id"] for record in response.json()["ideas"]]
        following = re.search(r'<([^>]+)>; *rel="?next', response.headers.get("Link", ""))
        if following:
            url = urllib.parse.urlsplit(following[1])
            self.path = f"{url.path}?{url.query}"
            return
        self.load.count("complete walk")
        expect(len(self.found) == len(set(self.found)), "a walk returned an idea twice")
        missing = set(self.load.ids["ideas"]) - set(self.found)
        expect(not missing, f"a walk omitted {len(missing)} ideas, such as {min(missing, default=None)}")
        self.path, self.found = self.START, []


class Changes(Worker):
    """Follows the changes without an end."""

    kind, per_second = "changes", 5

    def __init__(self, load, number=0):
        super().__init__(load, number)
        self.cursor = None

    def step(self):
        after = f"after={self.cursor}&wait={self.random.choice([0, 1, 3])}&" if self.cursor else ""
        page = self.connection.get(f"changes?{after}limit=500").json()
        self.cursor = page["meta"]["next"]
        ids = {change["id"] for change in page["changes"]}
        with self.load.lock:
            self.load.seen |= ids & self.load.awaited


class Streams(Worker):
    """Complete lists; some clients read slowly, some disconnect in the middle."""

    kind, per_second = "stream", 0.3

    def step(self):
        project = self.random.choice(self.load.ids["projects"])
        path = self.random.choice(
            [
                f"ideas?format=ndjson&project_id={project}",
                "ideas?format=csv&fields=id,created_at",
                "comments?format=ndjson&fields=id",
                f"comments?format=csv&fields=id,idea_id&project_id={project}",
                "reactions?format=ndjson",
            ]
        )
        begin, manner = time.monotonic(), self.random.random()
        response = self.connection.get(path, read=False)
        try:
            lines = 0
            while chunk := response.read1(65536):
                lines += chunk.count(b"\n")
                if manner < 0.2:
                    self.connection.close()
                    self.load.count("stream that the client ended")
                    return
                if manner > 0.9:
                    time.sleep(0.01)
        except (OSError, http.client.HTTPException) as error:
            self.connection.lost(begin, f"{path}: {error!r}")
        lines -= "format=csv" in path
        total = int(response.headers["Total-Count"])
        expect(lines == total, f"{path}: {lines} records instead of {total}")
        self.load.record(self.kind, time.monotonic() - begin)


class Files(Worker):
    """Uploads, downloads and deletes files; some remain and are read again, also after restarts."""

    kind, per_second = "file", 1

    def step(self):
        begin = time.monotonic()
        size = self.random.choice([100, 2_000, 50_000, 200_000]) if self.random.random() < 0.98 else 8_000_000
        content = self.random.randbytes(size // 2).hex().encode()
        file = {
            "name": f"soak-{uuid.UUID(int=self.random.getrandbits(128))}.txt",
            "content": base64.b64encode(content).decode(),
            "project_id": self.random.choice(self.load.ids["projects"]),
        }
        if self.random.random() < 0.05:
            self.break_off(file)
            return
        stored = self.connection.post("files", {"file": file}, (201,), kind="file upload").json()["file"]
        self.load.files[stored["id"]] = hashlib.sha256(content).hexdigest()
        self.check(stored["id"], stored["url"])
        if self.random.random() < 0.8:
            self.delete(stored["id"])
        elif len(self.load.files) > RETAINED_FILES:
            self.delete(next(iter(self.load.files)))
        id = self.random.choice([*self.load.files] or [None])
        if id and not self.load.server.outages.overlap(begin):
            self.check(id, self.connection.get(f"files/{id}", kind="file").json()["file"]["url"])

    def check(self, id, url):
        """Compares a download with what was uploaded."""
        url = urllib.parse.urlsplit(url)
        content = self.connection.get(f"{url.path}?{url.query}", kind="file download").body
        expect(hashlib.sha256(content).hexdigest() == self.load.files[id], f"files/{id}: other content")

    def delete(self, id):
        # If the server stops before its response, nobody knows whether the file exists.
        self.load.files.pop(id)
        self.connection.send("DELETE", f"files/{id}", (204,), kind="file deletion")
        self.connection.get(f"files/{id}", (404,), kind="file")

    def break_off(self, file):
        """Disconnects in the middle of an upload."""
        body = json.dumps({"file": file}).encode()
        begin = time.monotonic()
        try:
            connection = self.connection.open()
            connection.putrequest("POST", "/api/v2/files")
            headers = {"Authorization": f"Bearer {self.client['token']}", "Content-Type": "application/json", "Content-Length": len(body)}
            for name, value in headers.items():
                connection.putheader(name, str(value))
            connection.endheaders(body[: len(body) // 2])
        except (OSError, http.client.HTTPException) as error:
            self.connection.lost(begin, f"upload: {error!r}")
        self.connection.close()
        self.load.count("upload that the client ended")


class SignIns(Worker):
    """Both ways to get a token, and wrong secrets below the limit for an address."""

    kind, per_second, access = "sign-in", 0.8, None

    def __init__(self, load, number=0):
        super().__init__(load, number)
        self.turn = itertools.count()

    def step(self):
        client = self.random.choice(list(self.load.clients.values()))
        turn = next(self.turn)
        if turn % 8 == 7:
            self.connection.post("authenticate", {"auth": {"client_id": client["client_id"], "client_secret": "wrong"}}, (401,))
        elif turn % 2:
            self.connection.sign_in(client)
        else:
            form = {name: client[name] for name in ("client_id", "client_secret")} | {"grant_type": "client_credentials"}
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            body = urllib.parse.urlencode(form)
            token = self.connection.send("POST", "/oauth/token", (200,), body, headers).json()["access_token"]
            self.connection.get("topics", headers={"Authorization": f"Bearer {token}"})


class Rejected(Worker):
    """Requests that get an error."""

    kind, per_second = "rejected", 2

    def step(self):
        path, status = self.random.choice(
            [
                ("ideas?unknown=1", 400),
                ("ideas?created_at=2024-13-13", 400),
                (f"ideas/{uuid.UUID(int=self.random.getrandbits(128), version=4)}", 404),
                ("nothing", 404),
                ("changes?after=invalid", 400),
            ]
        )
        response = self.connection.get(path, (status,))
        expect(response.json()["status"] == status, f"{path}: {response.body[:200]}")


class Control(Worker):
    """The health check: its latency is that of the machine."""

    kind, per_second, access = CONTROL, 5, None

    def step(self):
        self.connection.get("/health/live")


def workers(load):
    """All clients, about 110 requests per second together."""
    crawls = [Crawl(load, number, access) for number, access in enumerate(["full", "pseudonymous"])]
    return crawls + [kind(load) for kind in (Filters, Search, Items, Conditional, Walk, Changes, Streams, Files, SignIns, Rejected, Control)]


# What every run must have done at least once.
EXPECTED = [
    "page", "filtered page", "search", "item", "conditional page", "page of a walk", "changes", "stream",
    "file upload", "file download", "file deletion", "sign-in", "rejected", CONTROL,
]  # fmt: skip
