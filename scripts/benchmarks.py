"""Results of benchmarks: running the programs, medians of their rounds, files in benchmarks/, tables, and comparisons.

scripts/bench and scripts/bench-peers use it. benchmarks/README.md explains the figures.
"""

import json
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "benchmarks"
CEILING = "fixed body"
PLAIN = "identity"
# A ratio that changes by less is noise.
THRESHOLD = 0.2
# The part of the machine that other processes may use while results are compared.
MAX_OTHER_CPU = 0.1
# What identifies a row, in the order of the table.
KEY = ("database", "ideas", "page_cache", "requests", "coding", "connections")
# The ratios that are compared. Other figures depend on the machine.
RATIOS = ("of_ceiling", "of_plain")


def numbers(name, default):
    """The numbers in a variable of the environment."""
    return [int(each) for each in os.environ.get(name, default).split()]


def build(*benches):
    """Builds benchmarks, and returns the paths of their programs by name."""
    command = ["cargo", "bench", "--locked", "--no-run", "--message-format", "json-render-diagnostics"]
    for bench in benches:
        command += ["--bench", bench]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    messages = (json.loads(line) for line in output.splitlines())
    built = {message["target"]["name"]: message["executable"] for message in messages if message.get("executable")}
    return {bench: built[bench] for bench in benches}


def run(program, **settings):
    """Runs a benchmark with variables FOLKMOOT_BENCH_…, and returns the objects that it prints."""
    return [json.loads(line) for line in run_as_text(program, **settings)]


def run_as_text(program, **settings):
    """The same for a benchmark that prints text; returns its lines."""
    environment = {f"FOLKMOOT_BENCH_{name.upper()}": str(value) for name, value in settings.items() if value is not None}
    # As `cargo bench` does.
    folder = ROOT / "crates/cli"
    output = subprocess.run(
        [program], cwd=folder, env=os.environ | environment, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    return output.splitlines()


def start_postgres():
    """Starts this script again beside a PostgreSQL of its own, unless there is one."""
    if "FOLKMOOT_TEST_POSTGRES" not in os.environ:
        os.execv(ROOT / "scripts/with-postgres", ["scripts/with-postgres", sys.executable, "-B", *sys.argv])


def create_platform(program, ideas, postgres):
    """Creates a platform, over PostgreSQL in a database of its own. Returns the database's URL and what was imported."""
    url = None
    if postgres:
        server = os.environ["FOLKMOOT_TEST_POSTGRES"]
        url = f"{server}/bench_{ideas}"
        psql(f"{server}/postgres", f"CREATE DATABASE bench_{ideas}")
    lines = run(program, ideas=ideas, postgres=url, milliseconds=1)
    if url:
        # The temporary server has no autovacuum.
        psql(url, "VACUUM ANALYZE")
    imported = next((line for line in lines if line["measured"] == "import"), None)
    return url, imported


def psql(url, statement):
    subprocess.run(["psql", "--quiet", "--no-psqlrc", "--command", statement, url], check=True, stdout=subprocess.DEVNULL)


def with_ratios(lines):
    """The measured requests of one run of a program, with their ratios to the ceiling and to the plain body."""
    measured = [line for line in lines if line["measured"] == "requests"]
    rates = {(line["requests"], line["coding"]): line["per_second"] for line in measured}
    return [
        line
        | {
            "of_ceiling": ratio(line["per_second"], rates[CEILING, line["coding"]]),
            "of_plain": ratio(line["per_second"], rates[line["requests"], PLAIN]),
        }
        for line in measured
    ]


def ratio(rate, of):
    """`None` if a busy machine sent no response in the time of a measurement."""
    return rate / of if of else None


def medians(rounds):
    """One object with the medians of the numbers of several; other values are those of the first."""
    return {name: middle([each[name] for each in rounds]) for name in rounds[0]}


def middle(values):
    if all(value == values[0] for value in values):
        return values[0]
    figures = [value for value in values if isinstance(value, int | float)]
    return rounded(median(figures)) if figures else values[0]


def rounded(number):
    """A number with four significant digits, or all digits of its integer part."""
    return round(number) if abs(number) >= 1000 else float(f"{number:.4g}")


def machine():
    """The machine and its tools."""
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    models = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    rustc = subprocess.run(["rustc", "--version"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {
        "cpu": models[0] if models else platform.machine(),
        "cores": os.cpu_count(),
        "memory_gib": round(memory / 2**30, 1),
        "kernel": platform.release(),
        "rustc": rustc.strip(),
    }


class OtherCpu:
    """Measures which part of the CPU time of the machine other processes use."""

    def __init__(self):
        self.started = self.times()

    def part(self):
        """The part since the start."""
        elapsed, busy, own = (now - then for now, then in zip(self.times(), self.started, strict=True))
        return round(max(busy - own, 0) / (elapsed * os.cpu_count()), 2)

    @staticmethod
    def times():
        """The time, the CPU time of all processes, and that of this process and its children, in seconds."""
        first = Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0].split()
        user, nice, system, _, _, _, _, steal = (int(each) for each in first[1:9])
        busy = (user + nice + system + steal) / os.sysconf("SC_CLK_TCK")
        times = os.times()
        return time.monotonic(), busy, sum(times[:4])


def origin():
    """When, from what and where the figures come."""

    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()

    return {
        "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "commit": git("rev-parse", "--short", "HEAD"),
        "modified": git("status", "--porcelain", "--untracked-files=no") != "",
        "note": os.environ.get("NOTE", ""),
        "machine": machine(),
    }


def write(results, prefix=""):
    """Writes results to a file, each element of a list on a line of its own, and returns its path."""
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{prefix}{results['time'][:10]}-{results['commit']}.json"
    fields = []
    for name, value in results.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            text = "[\n" + ",\n".join(f"    {json.dumps(each, ensure_ascii=False)}" for each in value) + "\n  ]"
        fields.append(f"  {json.dumps(name)}: {text}")
    file.write_text("{\n" + ",\n".join(fields) + "\n}\n", encoding="utf-8")
    return file


def read(file):
    return json.loads(Path(file).read_text(encoding="utf-8"))


def last_before(results):
    """The newest stored results that are older than these; `None` if there are none."""
    stored = [read(file) for file in FOLDER.glob("20*.json")]
    return max((each for each in stored if each["time"] < results["time"]), key=lambda each: each["time"], default=None)


def changes(before, after):
    """The ratios that differ by more than the threshold: the key of the row, the ratio's name, and both values."""
    earlier = {key(row): row for row in before["rows"]}
    found = []
    for row in after["rows"]:
        old = earlier.get(key(row), {})
        for name in RATIOS:
            was, is_now = old.get(name), row.get(name)
            if was and is_now is not None and abs(is_now / was - 1) > THRESHOLD:
                found.append((key(row), name, was, is_now))
    return found


def compared_rows(before, after):
    """How many rows both results have."""
    return len({key(row) for row in before["rows"]} & {key(row) for row in after["rows"]})


def key(row):
    return tuple(row[name] for name in KEY)


def aligned(rows, left):
    """Lines of cells in columns; the first `left` columns are aligned to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = zip(row, widths, strict=True)
        texts = [cell.ljust(width) if n < left else cell.rjust(width) for n, (cell, width) in enumerate(cells)]
        lines.append("  ".join(texts).rstrip())
    return lines


def short(number):
    """A number with about three digits."""
    if number is None:
        return "-"
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def table(results):
    """The lines of the table: a row for each kind of request, columns for each number of connections."""
    connections = sorted({row["connections"] for row in results["rows"]})
    grouped = {}
    for row in results["rows"]:
        grouped.setdefault(key(row)[:-1], {})[row["connections"]] = row
    columns = ["req/s", "of max", "of plain", "p50 ms", "p99 ms"]
    fields = ["per_second", "of_ceiling", "of_plain", "p50_ms", "p99_ms"]
    head = ["", "", "", "", "connections:"] + [text for count in connections for text in [str(count), "", "", "", ""]]
    rows = [head, ["database", "ideas", "page cache", "requests", "coding"] + columns * len(connections)]
    for (database, ideas, page_cache, requests, coding), by_connections in grouped.items():
        cells = [database, f"{ideas:,}", page_cache, requests, coding]
        for count in connections:
            row = by_connections.get(count, {})
            cells += [short(row.get(field)) for field in fields]
        rows.append(cells)
    return aligned(rows, 5)


def platform_table(results):
    """The lines about each platform."""
    rows = [
        [
            "database",
            "ideas",
            "imported/s",
            "ready hot s",
            "ready cold s",
            "cold MB read",
            "index bytes/idea",
            "deep/shallow",
            "other CPU",
            "page bytes",
        ]
    ]
    for each in results["platforms"]:
        rows.append(
            [
                each["database"],
                f"{each['ideas']:,}",
                *(
                    short(each[name])
                    for name in ("imported_per_second", "ready_hot_seconds", "ready_cold_seconds", "cold_megabytes_read")
                ),
                short(each["index_bytes_per_idea"]),
                short(each["deep_to_shallow"]),
                "-" if each["other_cpu"] is None else f"{each['other_cpu']:.0%}",
                " ".join(f"{coding} {size}" for coding, size in each["page_bytes"].items()),
            ]
        )
    return aligned(rows, 1)


def report(results, before):
    """All lines about results: where they come from, the tables, and what changed."""
    of = results["machine"]
    lines = [
        f"{results['time']}  commit {results['commit']}{' with modifications' if results['modified'] else ''}",
        f"{of['cpu']}, {of['cores']} cores, {of['memory_gib']} GiB, Linux {of['kernel']}, {of['rustc']}",
    ]
    lines += [f"note: {results['note']}"] if results["note"] else []
    lines += ["", *table(results), "", *platform_table(results), "", *results.get("imports", []), ""]
    if before is None:
        return [*lines, "no earlier results to compare with"]
    busy = max((each["other_cpu"] or 0 for each in results["platforms"]), default=0)
    if busy > MAX_OTHER_CPU:
        return [
            *lines,
            f"not compared: other processes used {busy:.0%} of the machine, and at most {MAX_OTHER_CPU:.0%} leave ratios as they are",
        ]
    found = changes(before, results)
    count = compared_rows(before, results)
    lines.append(
        f"compared with {before['time'][:10]} {before['commit']}: {count} rows in both, {len(found)} ratios changed by more"
        f" than {THRESHOLD:.0%}"
    )
    for (database, ideas, page_cache, requests, coding, connections), name, was, is_now in found:
        what = f"{database}, {ideas:,} ideas, {page_cache}, {requests}, {coding}, {connections} connections"
        label = "of max" if name == "of_ceiling" else "of plain"
        lines.append(f"  {is_now / was - 1:+.0%}  {label} {was:.2f} -> {is_now:.2f}  {what}")
    return lines
