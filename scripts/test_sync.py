"""Compares the copies of the guide's sync program with the API, while a platform changes at random.

Six clients sync one platform: one of each access level, one that may read only some resources, and one whose program follows
the changes all the time. The other programs run after some of the changes, are killed, and continue. All copies must contain
what the pages of the lists contain.
"""

import argparse
import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sync_platform import JOINS, TYPES, Platform, Server

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "portal/docs/guides/use-sync.mdx"

READERS = {
    "full": [],
    "pseudonymous": ["--access", "pseudonymous"],
    "anonymous": ["--access", "anonymous"],
    "public": ["--access", "public"],
    "limited": ["--access", "pseudonymous", "--resources", "ideas,idea_topics,comments,users,files,phases"],
}

# The resources with records whose changes the levels `pseudonymous` and `anonymous` get on the next day.
BY_DAY = {
    "basket_ideas",
    "baskets",
    "email_campaign_deliveries",
    "event_attendances",
    "idea_phases",
    "idea_topics",
    "reactions",
    "users",
    "volunteering_volunteers",
}

# Seconds until every list shows what was written; a copy that differs longer is wrong.
DELAY_SECONDS = 20


def program():
    """The program of the guide, with sizes that make it store and read in many parts."""
    code = re.search(r'^```python title="sync.py"\n(.*?)^```$', GUIDE.read_text(), re.M | re.S).group(1)
    for text, replacement in {"BATCH_SIZE = 5000": "BATCH_SIZE = 9", "limit=1000": "limit=25"}.items():
        assert code.count(text) == 1, text
        code = code.replace(text, replacement)
    return code


class Reader:
    """A client of the platform, and the copy of its program."""

    def __init__(self, server, directory, name, options):
        self.server, self.directory, self.name = server, directory / name, name
        self.client = json.loads(server.run("clients", "create", name, "--json", *options))
        self.directory.mkdir()
        (self.directory / "sync.py").write_text(program())

    def start(self, *words):
        return subprocess.Popen(
            [sys.executable, "sync.py", *words],
            cwd=self.directory,
            env={
                "API": f"{self.server.url}/api/v2",
                "CLIENT_ID": self.client["client_id"],
                "CLIENT_SECRET": self.client["client_secret"],
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def sync(self, *words):
        process = self.start(*words)
        _, output = process.communicate(timeout=300)
        if process.returncode != 0:
            raise AssertionError(f"the program of '{self.name}' failed:\n{output}")
        return output

    def kill(self, seconds, *words):
        """Kills the program after some time, wherever it is; True if it had not ended."""
        process = self.start(*words)
        try:
            process.communicate(timeout=seconds)
            return False
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return True

    def copied(self):
        with sqlite3.connect(self.directory / "copy.db") as copy:
            return {
                (resource, id): normalised(resource, json.loads(record))
                for resource, id, record in copy.execute("SELECT resource, id, record FROM records")
            }

    def listed(self):
        """All records that the client can list, by their pages."""
        records = {}
        for resource in [*TYPES, *JOINS]:
            number, total = 1, 1
            while number <= total:
                page = self.server.request(self.client, f"{resource}?page_size=24&page_number={number}")
                if page is None:
                    break
                key, rows = next(iter(page.items()))
                for row in rows:
                    id = " ".join(row[field] for field in JOINS.get(resource, ("id",)))
                    records[resource, id] = normalised(resource, row)
                number, total = number + 1, page["meta"]["total_pages"]
        return records

    def hidden(self):
        """The records of the copy that the pages do not contain, except those whose deletion appears on the next day."""
        copied = self.copied()
        waiting = {key for key, record in copied.items() if key[0] in BY_DAY or record.get("type") == "survey"}
        if self.name in ("full", "follower", "public"):
            waiting = set()
        found = copied.keys() - self.listed().keys() - waiting
        return [f"{' '.join(key)}: only in the copy" for key in sorted(found)]

    def differences(self):
        """What the copy and the pages do not have in common, shortened."""
        copied, listed = self.copied(), self.listed()
        found = []
        for key in sorted(copied.keys() | listed.keys()):
            one, other = copied.get(key), listed.get(key)
            if one is None or other is None:
                found.append(f"{' '.join(key)}: only in the {'API' if one is None else 'copy'}")
            elif one != other:
                fields = [field for field in other if one.get(field) != other[field]]
                texts = [f"{field} {one.get(field)!r} is {other[field]!r} in the API" for field in fields]
                found.append(f"{' '.join(key)}: {'; '.join(texts)}"[:400])
        return found

    def check(self):
        """Syncs until the copy is equal to what the lists show."""
        self.sync_until_empty(self.differences)

    def check_hidden(self):
        """Syncs until the copy contains nothing that the lists do not show."""
        self.sync_until_empty(self.hidden)

    def sync_until_empty(self, compare):
        deadline = time.monotonic() + DELAY_SECONDS
        while True:
            self.sync()
            found = compare()
            if not found:
                return
            if time.monotonic() > deadline:
                raise AssertionError(f"the copy of '{self.name}' differs:\n" + "\n".join(found[:20]))


def normalised(resource, record):
    """The URL of a file is signed for some minutes, and changes without the record."""
    return {**record, "url": None} if resource == "files" else record


class Simulation:
    """Changes the platform, and runs the programs meanwhile."""

    def __init__(self, server, directory, seed, ideas):
        self.platform, self.server = Platform(server, seed, ideas), server
        self.random = random.Random(seed + 1)
        self.readers = [Reader(server, directory, name, options) for name, options in READERS.items()]
        self.follower = Reader(server, directory, "follower", [])
        self.following = None
        self.counts = Counter()

    def run(self, steps):
        self.server.start()
        self.following = self.follower.start("--follow")
        try:
            for reader in self.readers:
                while reader.kill(self.random.random() * 2):
                    self.counts["killed"] += 1
            while self.counts["steps"] < steps:
                self.round()
            self.platform.commit()
            self.check()
            self.random.choice(self.readers).sync("--full")
            self.check()
        finally:
            self.following.kill()
            self.following.wait()
            self.server.stop()

    def round(self):
        """Some changes, then one of the other events, then some programs; now and then all copies are compared."""
        for _ in range(self.random.randint(1, 24)):
            self.counts[self.platform.step()] += 1
            self.counts["steps"] += 1
        running = [reader.start() for reader in self.random.sample(self.readers, 2)]
        self.platform.commit()
        if self.random.random() < 0.3:
            self.platform.upload()
        for process in running:
            _, output = process.communicate(timeout=300)
            assert process.returncode == 0, output
        event = self.random.random()
        reader = self.random.choice(self.readers)
        if event < 0.15:
            self.counts["killed"] += reader.kill(self.random.random())
        elif event < 0.2:
            self.counts["restarted"] += 1
            self.server.stop(kill=self.random.random() < 0.5)
            self.server.start()
        elif event < 0.24:
            self.expire(reader)
        if self.random.random() < 0.12:
            self.check()

    def expire(self, reader):
        """Changes what a client may read and back, so that its cursor expires."""
        self.counts["expired"] += 1
        options = dict(zip(READERS[reader.name][::2], READERS[reader.name][1::2]))
        level = options.get("--access", "full")
        other = self.random.choice([name for name in ("pseudonymous", "anonymous", "public") if name != level])
        for access in (other, level):
            self.server.run("clients", "update", reader.client["client_id"], "--access", access)
            if self.random.random() < 0.7:
                reader.sync()

    def stop_following(self):
        assert self.following.poll() is None, f"the program that follows ended:\n{self.following.stderr.read()}"
        self.following.kill()
        self.following.communicate()

    def check(self):
        self.counts["checked"] += 1
        self.stop_following()
        readers = [*self.readers, self.follower]
        with ThreadPoolExecutor(len(readers)) as pool:
            if self.server.waits_for_next_day():
                list(pool.map(Reader.check_hidden, readers))
                self.server.end_day()
                self.counts["days"] += 1
            list(pool.map(Reader.check, readers))
        self.following = self.follower.start("--follow")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("binary", type=Path)
    arguments.add_argument("--steps", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=random.randrange(2**32))
    arguments.add_argument("--ideas", type=int, default=15)
    options = arguments.parse_args()
    print(f"seed {options.seed}", flush=True)
    directory = Path(tempfile.mkdtemp(prefix="sync-test-"))
    simulation = Simulation(Server(options.binary.resolve(), directory), directory, options.seed, options.ideas)
    simulation.run(options.steps)
    shutil.rmtree(directory)
    print(", ".join(f"{name} {count}" for name, count in sorted(simulation.counts.items())))


if __name__ == "__main__":
    main()
