"""The server of a soak: its process, its restarts, and what the operating system reports about it."""

import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

METRICS_TOKEN = "soak-metrics-token-0123456789abcdef"
# So small that they are full after some minutes: their growth is not that of a leak.
CACHES = ["--cache-megabytes", "16", "--body-cache-megabytes", "8", "--list-cache-megabytes", "10"]
# Memory that the server accounts for.
EXPLAINED = re.compile(
    r"^(folkmoot_(?:body_cache_bytes|record_cache_bytes|list_index_bytes|list_cache_bytes|list_index_dictionary_bytes))(?:\{[^}]*\})? ([0-9.e+]+)$", re.MULTILINE
)
# One file descriptor for each list that the server keeps in a file.
RECORD_FILES = re.compile(r"^folkmoot_record_files ([0-9]+)$", re.MULTILINE)


class Outages:
    """When the server was stopped and not yet ready, so that lost connections are expected."""

    def __init__(self):
        self.periods, self.lock = [], threading.Lock()

    def begin(self):
        with self.lock:
            self.periods.append([time.monotonic(), None])

    def end(self):
        with self.lock:
            self.periods[-1][1] = time.monotonic()

    def overlap(self, begin):
        """Whether the server was stopped at some time since `begin`."""
        with self.lock:
            return any(end is None or end >= begin for _, end in self.periods)


class Server:
    """The server, at the same URL after each restart."""

    def __init__(self, binary, folder, database_url=None):
        self.binary, self.data, self.log = binary, folder / "data", folder / "log"
        self.environment = os.environ | {"FOLKMOOT_DATA": str(self.data), "FOLKMOOT_METRICS_TOKEN": METRICS_TOKEN}
        if database_url:
            self.environment["FOLKMOOT_DATABASE_URL"] = database_url
        self.outages, self.process, self.listen = Outages(), None, "127.0.0.1:0"

    def run(self, *words):
        """Runs another command of the program."""
        command = [self.binary, *map(str, words)]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"folkmoot {' '.join(map(str, words))}: {done.stderr}")
        return done.stdout

    @property
    def address(self):
        host, _, port = self.listen.rpartition(":")
        return host, int(port)

    def start(self):
        command = [self.binary, "serve", "--listen", self.listen, "--log-format", "json", "--log-level", "warn", *CACHES]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=self.environment, text=True)
        url = self.process.stdout.readline().strip()
        if not url:
            raise RuntimeError(f"the server did not start: {self.log.read_text()}")
        self.listen = url.removeprefix("http://")
        deadline = time.monotonic() + 120
        while self.get("/health/ready")[0] != 200:
            if time.monotonic() > deadline:
                raise RuntimeError("the server was not ready within 120 seconds")
            time.sleep(0.02)

    def restart(self, number):
        """Stops the server with a signal and starts it again. Returns the seconds without it from the end of the old process."""
        self.outages.begin()
        self.stop(number)
        stopped = time.monotonic()
        self.start()
        self.outages.end()
        return time.monotonic() - stopped

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        code = self.process.wait(120)
        self.process.stdout.close()
        if number == signal.SIGTERM and code != 0:
            raise RuntimeError(f"the server exited with {code} after SIGTERM")

    def get(self, path, headers=None):
        """One request over a connection of its own: status and text; 0 without a connection."""
        connection = http.client.HTTPConnection(*self.address, timeout=60)
        try:
            connection.request("GET", path, headers=headers or {})
            response = connection.getresponse()
            return response.status, response.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def observe(self):
        """What the process uses: memory in MB, file descriptors, threads, CPU seconds since its start. What caches do not explain of memory
        and descriptors is stated apart."""
        process = Path(f"/proc/{self.process.pid}")
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        megabytes = {name: round(int(status[name].split()[0]) / 1000, 2) for name in ("VmRSS", "VmHWM", "RssAnon")}
        times = (process / "stat").read_text().rpartition(")")[2].split()
        try:
            descriptors = len(list((process / "fd").iterdir()))
            # Parts of huge pages that nothing has used count as memory. The kernel makes them in its own time.
            rollup = (process / "smaps_rollup").read_text()
            huge = round(int(re.search(r"AnonHugePages: +(\d+)", rollup)[1]) / 1000, 2)
        except PermissionError:
            # The server protects its memory, so that only root sees these.
            descriptors, huge = 0, 0
        code, metrics = self.get("/metrics", {"Authorization": f"Bearer {METRICS_TOKEN}"})
        if code != 200:
            raise RuntimeError(f"/metrics: status {code}")
        record_files = int(RECORD_FILES.search(metrics)[1])
        explained = sum(float(value) for _, value in EXPLAINED.findall(metrics)) / 1e6
        return {
            "resident_mb": megabytes["VmRSS"],
            "peak_mb": megabytes["VmHWM"],
            "anonymous_mb": megabytes["RssAnon"],
            "caches_and_indexes_mb": round(explained, 2),
            "huge_pages_mb": huge,
            "unexplained_mb": round(megabytes["RssAnon"] - explained, 2),
            "descriptors": descriptors,
            "unexplained_descriptors": descriptors - record_files,
            "threads": int(status["Threads"]),
            "cpu": (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"),
            "data_mb": round(folder_bytes(self.data) / 1e6, 1),
        }

    def log_lines(self, level):
        """The messages of a level in the log, with their fields."""
        found = []
        for line in self.log.read_text().splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                # A panic is not JSON.
                entry = {"level": "ERROR", "message": line}
            if entry.get("level") == level:
                found.append(line[:400])
        return found


def folder_bytes(folder):
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(path, name)).st_size
            except FileNotFoundError:
                # Deleted meanwhile.
                pass
    return total
