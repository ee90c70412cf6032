"""Figures of a soak: latencies, slopes of what was sampled, and the verdict."""

import math
from statistics import median

# Two-sided 95 % of the normal distribution.
Z95 = 1.96
# Width of a bucket of latencies.
GROWTH = 1.03
CONTROL = "health"


class Histogram:
    """Latencies in buckets that are 3 % wide, which can be added up."""

    def __init__(self):
        self.buckets, self.count = {}, 0

    def add(self, seconds):
        bucket = math.ceil(math.log(max(seconds, 1e-6) / 1e-6, GROWTH))
        self.buckets[bucket] = self.buckets.get(bucket, 0) + 1
        self.count += 1

    def merge(self, other):
        for bucket, count in other.buckets.items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + count
        self.count += other.count
        return self

    def percentile(self, part):
        """The latency in milliseconds that `part` of the requests do not exceed, by nearest rank; `None` without requests."""
        rank = math.ceil(part / 100 * self.count)
        for bucket in sorted(self.buckets):
            rank -= self.buckets[bucket]
            if rank <= 0:
                return round(1e-3 * GROWTH**bucket, 3)
        return None


def merged(histograms):
    total = Histogram()
    for each in histograms:
        total.merge(each)
    return total


def slope(points):
    """The slope of a least squares line through (hours, value), and half of its 95 % confidence interval; `None` below 3 points."""
    if len(points) < 3:
        return None
    count = len(points)
    mean_x, mean_y = (sum(each[axis] for each in points) / count for axis in (0, 1))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    if spread == 0:
        return None
    gradient = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    residual = sum((y - mean_y - gradient * (x - mean_x)) ** 2 for x, y in points)
    return gradient, Z95 * math.sqrt(residual / (count - 2) / spread)


def thirds(samples):
    """The first and the last third of samples."""
    length = max(1, len(samples) // 3)
    return samples[:length], samples[-length:]


def growth(samples, name):
    """The difference of the medians of a value in the last and the first third."""
    first, last = thirds(samples)
    return median(each[name] for each in last) - median(each[name] for each in first)


def memory(samples):
    """The anonymous memory of samples in MB: the slope, and the slope of what the caches and indexes do not explain."""
    points = {name: [(each["second"] / 3600, each[name]) for each in samples] for name in ("anonymous_mb", "unexplained_mb")}
    figures = {}
    for name, line in ((name, slope(points)) for name, points in points.items()):
        figures[name] = {
            "median": round(median(each[name] for each in samples), 1),
            "growth_of_thirds": round(growth(samples, name), 2),
            "slope_per_hour": round(line[0], 2) if line else None,
            "confidence_95": round(line[1], 2) if line else None,
        }
    return figures


def latencies(samples):
    """The p50 and p99 of each kind of request over all samples, and of the first and the last third."""
    kinds = sorted({kind for each in samples for kind in each["latencies"]})
    first, last = thirds(samples)
    found = {}
    for kind in kinds:
        of = [merged(each["latencies"][kind] for each in part if kind in each["latencies"]) for part in (samples, first, last)]
        found[kind] = {
            "requests": of[0].count,
            "p50_ms": of[0].percentile(50),
            "p99_ms": of[0].percentile(99),
            "p99_ms_first_third": of[1].percentile(99),
            "p99_ms_last_third": of[2].percentile(99),
        }
    return found


def drift(samples):
    """The p99 of all quick requests in the last third relative to the first, and the same of the health check."""
    ratios = []
    for is_of in (lambda kind: kind not in (CONTROL, "changes", "stream", "file upload"), lambda kind: kind == CONTROL):
        p99s = []
        for part in thirds(samples):
            of = [each["latencies"][kind] for each in part for kind in each["latencies"] if is_of(kind)]
            p99s.append(merged(of).percentile(99))
        ratios.append(round(p99s[1] / p99s[0], 2) if all(p99s) else None)
    return ratios


def cpu_milliseconds(samples):
    """The CPU time of the server per request in samples."""
    requests = sum(each["requests"] for each in samples)
    return round(1000 * sum(each["cpu_seconds"] for each in samples) / requests, 3) if requests else None


class Verdict:
    """Checks with what was found, what is permitted, and whether it is."""

    def __init__(self):
        self.checks = []

    def at_most(self, check, found, limit):
        """A value that is not known violates a limit."""
        self.checks.append({"check": check, "found": found, "limit": limit, "ok": found is not None and found <= limit})

    def at_least(self, check, found, limit):
        self.checks.append({"check": check, "found": found, "limit": limit, "ok": found >= limit})

    @property
    def ok(self):
        return all(each["ok"] for each in self.checks)


# What is permitted. A short run has no time for slopes and shares its machine with other tests, so that it only finds what is grossly wrong.
LONG = {
    "revocation_seconds": 1.0,
    "import_visible_seconds": 2.0,
    "recovery_seconds": 15.0,
    "memory_mb_per_hour": 10.0,
    "memory_growth_mb": 16.0,
    "descriptors": 4,
    "threads": 4,
    "p99_drift": 2.0,
    "cpu_drift": 1.3,
}
SHORT = {
    "revocation_seconds": 10.0,
    "import_visible_seconds": 20.0,
    "recovery_seconds": 60.0,
    "memory_growth_mb": 256.0,
    "descriptors": 12,
    "threads": 64,
}


def judge(run, limits):
    """The verdict about a run: `errors`, `log_errors`, `counts`, `events`, `samples` and `rests` after the last planned restart."""
    verdict = Verdict()
    verdict.at_most("unexpected responses and lost connections", len(run["errors"]), 0)
    verdict.at_most("errors in the log of the server", len(run["log_errors"]), 0)
    for name in run["expected_counts"]:
        verdict.at_least(f"performed: {name}", run["counts"].get(name, 0), 1)
    events = run["events"]
    for name in ("revocation_seconds", "import_visible_seconds", "recovery_seconds"):
        verdict.at_most(name.replace("_", " ") + ", maximum", round(max(events[name], default=math.inf), 3), limits[name])
    verdict.at_least("measurements at rest", len(run["rests"]), 2)
    if len(run["rests"]) < 2:
        return verdict
    first, last = run["rests"][0], run["rests"][-1]
    growth = last["unexplained_descriptors"] - first["unexplained_descriptors"]
    verdict.at_most("open file descriptors at rest without record files, growth", growth, limits["descriptors"])
    verdict.at_most("threads at rest, growth", last["threads"] - first["threads"], limits["threads"])
    if "memory_mb_per_hour" not in limits:
        found = round(last["unexplained_mb"] - first["unexplained_mb"], 2)
        verdict.at_most("memory at rest without caches, growth in MB", found, limits["memory_growth_mb"])
        return verdict
    half = run["samples"][len(run["samples"]) // 2 :]
    of = memory(half)["unexplained_mb"]
    # What the memory grows by at least, with 97.5 % confidence: noise around a constant is not growth.
    lower = None if of["slope_per_hour"] is None else round(of["slope_per_hour"] - of["confidence_95"], 2)
    verdict.at_most("memory without caches, second half: slope in MB per hour, lower bound", lower, limits["memory_mb_per_hour"])
    verdict.at_most(
        "memory without caches, second half: last third over first in MB", of["growth_of_thirds"], limits["memory_growth_mb"]
    )
    found, control = drift(run["samples"])
    relative = None if found is None or control is None else round(found / max(1.0, control), 2)
    verdict.at_most("p99, last third to first, relative to the health check", relative, limits["p99_drift"])
    one, other = (cpu_milliseconds(part) for part in thirds(run["samples"]))
    verdict.at_most("CPU time per request, last third to first", one and other and round(other / one, 2), limits["cpu_drift"])
    return verdict
