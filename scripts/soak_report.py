"""The result of a soak as lines, as JSON and as a summary in Markdown."""

import json

import soak_figures

MINUTE = 60


def figures(run):
    """The figures of a run that are stored and quoted."""
    samples, rests = run["samples"], run["rests"]
    half = samples[len(samples) // 2 :]
    quick = soak_figures.merged(
        histogram for each in samples for kind, histogram in each["latencies"].items() if kind != "changes"
    )
    one, other = (soak_figures.cpu_milliseconds(part) for part in soak_figures.thirds(samples))
    drift, control = soak_figures.drift(samples)
    return {
        "requests": sum(each["requests"] for each in run["all_samples"]),
        "requests_per_second": round(quick.count / max(1, samples[-1]["second"] - samples[0]["second"]), 1),
        "errors": len(run["errors"]),
        "log_errors": len(run["log_errors"]),
        "p99_ms": quick.percentile(99),
        "p99_last_third_to_first": drift,
        "p99_last_third_to_first_of_health_check": control,
        "cpu_ms_per_request_first_third": one,
        "cpu_ms_per_request_last_third": other,
        "memory_second_half": soak_figures.memory(half),
        "memory_peak_mb": max(each["peak_mb"] for each in run["all_samples"]),
        "unexplained_descriptors_at_rest": [each["unexplained_descriptors"] for each in rests],
        "threads_at_rest": [each["threads"] for each in rests],
        "unexplained_mb_at_rest": [each["unexplained_mb"] for each in rests],
        "data_mb_first_last": [samples[0]["data_mb"], samples[-1]["data_mb"]],
        "maximum_seconds": {name: round(max(seconds), 3) for name, seconds in run["events"].items() if seconds},
        "other_cpu": run["other_cpu"],
    }


def lines(run, verdict):
    """What a terminal shows."""
    found = [f"{'ok  ' if each['ok'] else 'FAIL'} {each['check']}: {each['found']} (limit {each['limit']})" for each in verdict.checks]
    found += [f"error: {each}" for each in run["errors"][:20]]
    found += [f"log: {each}" for each in run["log_errors"][:20]]
    if run["samples"]:
        found += [json.dumps(figures(run))]
    return [*found, json.dumps(run["counts"])]


def by_minute(samples):
    """One sample a minute, with the p50 and p99 of all requests in it."""
    minutes = {}
    for each in samples:
        minutes.setdefault(int(each["second"] // MINUTE), []).append(each)
    rows = []
    for minute, of in minutes.items():
        quick = soak_figures.merged(
            histogram for each in of for kind, histogram in each["latencies"].items() if kind != "changes"
        )
        last = {name: value for name, value in of[-1].items() if name not in ("latencies", "second", "requests", "cpu_seconds")}
        counted = {"requests": sum(each["requests"] for each in of), "cpu_ms_per_request": soak_figures.cpu_milliseconds(of)}
        rows.append({"minute": minute} | counted | {"p50_ms": quick.percentile(50), "p99_ms": quick.percentile(99)} | last)
    return rows


def write(file, origin, run, verdict):
    """Writes the result, each row on a line of its own, and the summary."""
    latencies = [{"kind": kind} | each for kind, each in soak_figures.latencies(run["samples"]).items()]
    result = origin | {
        "seconds": run["seconds"],
        "ok": verdict.ok,
        "figures": figures(run),
        "counts": run["counts"],
        "errors": run["errors"][:100],
        "log_errors": run["log_errors"][:100],
        "log_warnings": len(run["log_warnings"]),
        "checks": verdict.checks,
        "latencies": latencies,
        "minutes": by_minute(run["all_samples"]),
        "rests": run["rests"],
    }
    fields = []
    for name, value in result.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list) and value:
            text = "[\n" + ",\n".join(f"    {json.dumps(each, ensure_ascii=False)}" for each in value) + "\n  ]"
        fields.append(f"  {json.dumps(name)}: {text}")
    file.write_text("{\n" + ",\n".join(fields) + "\n}\n", encoding="utf-8")
    file.with_suffix(".md").write_text(summary(result), encoding="utf-8")


def summary(result):
    """The checks and the course of a run as tables."""
    of, found = result["machine"], result["figures"]
    rows = result["minutes"]
    tenth = max(1, len(rows) // 12)
    text = [
        "# Soak",
        "",
        "Written by `make soak`; [README.md](README.md#soak) explains it.",
        "",
        f"{result['time'][:10]}, commit {result['commit']}, {result['database']}, {result['ideas']:,} ideas, "
        f"{result['seconds'] / 60:.0f} minutes, {found['requests']:,} requests, {found['requests_per_second']} per second. "
        f"{of['cpu']}, {of['cores']} cores; other processes used {found['other_cpu']:.0%} of the CPU time.",
        "",
    ]
    if result["note"]:
        text += [result["note"], ""]
    text += ["| Check | Found | Limit | |", "|---|---|---|---|"]
    for each in result["checks"]:
        if not each["check"].startswith("performed"):
            text.append(f"| {each['check']} | {each['found']} | {each['limit']} | {'met' if each['ok'] else '**not met**'} |")
    counts = ", ".join(f"{name} {count:,}" for name, count in result["counts"].items())
    text += ["", f"Performed: {counts}.", ""]
    text += [
        "| Minute | Requests | p50 ms | p99 ms | CPU ms per request | Resident MB | Anonymous MB | Caches and indexes MB | Descriptors | Threads | Data MB |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows[::tenth]:
        cells = ("minute", "requests", "p50_ms", "p99_ms", "cpu_ms_per_request", "resident_mb", "anonymous_mb")
        cells += ("caches_and_indexes_mb", "descriptors", "threads", "data_mb")
        text.append("| " + " | ".join(str(row[name]) for name in cells) + " |")
    return "\n".join(text) + "\n"
