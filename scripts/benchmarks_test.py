"""Tests of benchmarks: ratios, medians, comparison with earlier results, and the table."""

import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import benchmarks


def requests(name, coding, rate):
    return {"measured": "requests", "requests": name, "coding": coding, "per_second": rate}


def row(of_ceiling, of_plain=1.0, **changed):
    row = {
        "database": "SQLite",
        "ideas": 10_000,
        "page_cache": "hot",
        "requests": "not cached",
        "coding": "gzip",
        "connections": 16,
        "per_second": 12_345.6,
        "of_ceiling": of_ceiling,
        "of_plain": of_plain,
        "p50_ms": 1.234,
        "p99_ms": 12.34,
    }
    return row | changed


def results(*rows, time="2026-01-02T00:00:00Z"):
    return {"time": time, "commit": "abc1234", "rows": list(rows)}


class Ratios(unittest.TestCase):
    def test_the_ceiling_is_the_fixed_body_in_the_same_coding_of_the_same_run(self):
        lines = [
            {"measured": "platform"},
            requests("fixed body", "identity", 1000),
            requests("fixed body", "gzip", 2000),
            requests("cached", "identity", 800),
            requests("cached", "gzip", 400),
        ]
        ratios = {
            (line["requests"], line["coding"]): (line["of_ceiling"], line["of_plain"]) for line in benchmarks.with_ratios(lines)
        }
        self.assertEqual(ratios["cached", "identity"], (0.8, 1.0))
        self.assertEqual(ratios["cached", "gzip"], (0.2, 0.5))
        self.assertEqual(ratios["fixed body", "gzip"], (1.0, 2.0))

    def test_medians_are_those_of_the_rounds(self):
        rounds = [
            {"requests": "cached", "connections": 16, "of_ceiling": ratio, "depth_ratio": None} for ratio in (0.9, 0.1, 0.5)
        ]
        expected = {"requests": "cached", "connections": 16, "of_ceiling": 0.5, "depth_ratio": None}
        self.assertEqual(repr(benchmarks.medians(rounds)), repr(expected))

    def test_a_round_without_responses_is_left_out(self):
        [fixed, cached] = benchmarks.with_ratios([requests("fixed body", "identity", 0), requests("cached", "identity", 5)])
        self.assertEqual((fixed["of_ceiling"], cached["of_ceiling"]), (None, None))
        self.assertEqual(benchmarks.medians([cached, {**cached, "of_ceiling": 0.4}])["of_ceiling"], 0.4)

    def test_figures_have_four_significant_digits(self):
        self.assertEqual([benchmarks.rounded(figure) for figure in (123456.7, 12.3456, 0.00123456)], [123457, 12.35, 0.001235])


class Comparison(unittest.TestCase):
    def test_only_ratios_beyond_the_threshold_are_changes(self):
        for before, after, expected in [(0.5, 0.59, 0), (0.5, 0.61, 1), (0.5, 0.41, 0), (0.5, 0.39, 1), (0.5, 0.5, 0)]:
            found = benchmarks.changes(results(row(before)), results(row(after)))
            self.assertEqual(len(found), expected, (before, after))
        [(_, name, was, is_now)] = benchmarks.changes(results(row(0.5, 0.8)), results(row(0.5, 0.4)))
        self.assertEqual((name, was, is_now), ("of_plain", 0.8, 0.4))

    def test_only_rows_of_the_same_measurement_are_compared(self):
        before = results(row(0.5))
        for name, value in [
            ("ideas", 100_000),
            ("connections", 1),
            ("coding", "br"),
            ("page_cache", "cold"),
            ("database", "PostgreSQL"),
        ]:
            after = results(row(0.1, **{name: value}))
            self.assertEqual(benchmarks.changes(before, after), [])
            self.assertEqual(benchmarks.compared_rows(before, after), 0)
        self.assertEqual(benchmarks.compared_rows(before, before), 1)

    def test_absolute_figures_are_not_compared(self):
        after = results(row(0.5, per_second=1.0, p50_ms=900.0, p99_ms=900.0))
        self.assertEqual(benchmarks.changes(results(row(0.5)), after), [])

    def test_results_of_a_busy_machine_are_not_compared(self):
        before = results(row(0.5)) | {"modified": False, "note": "", "machine": dict.fromkeys(("cpu", "cores", "memory_gib", "kernel", "rustc"), 1)}
        for other_cpu, expected in [(0.1, "1 rows in both"), (None, "1 rows in both"), (0.11, "not compared: other processes used 11%")]:
            platform = dict.fromkeys(
                ("imported_per_second", "ready_hot_seconds", "ready_cold_seconds", "cold_megabytes_read", "deep_to_shallow")
            ) | {"database": "SQLite", "ideas": 10_000, "index_bytes_per_idea": 1, "other_cpu": other_cpu, "page_bytes": {}}
            text = "\n".join(benchmarks.report(before | {"platforms": [platform]}, before))
            self.assertIn(expected, text)

    def test_the_last_results_are_the_newest_before_these(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(benchmarks, "FOLDER", Path(folder)):
            now = results(time="2026-01-03T12:00:00Z")
            self.assertIsNone(benchmarks.last_before(now))
            for time, commit in [
                ("2026-01-03T11:00:00Z", "ccc"),
                ("2026-01-03T09:00:00Z", "ddd"),
                ("2026-01-04T00:00:00Z", "aaa"),
            ]:
                benchmarks.write(results(time=time) | {"commit": commit})
            # Results of other programs.
            benchmarks.write(results(time="2026-01-03T11:30:00Z") | {"commit": "eee"}, prefix="peers-")
            self.assertEqual(benchmarks.last_before(now)["commit"], "ccc")


class Files(unittest.TestCase):
    def test_results_are_read_as_they_were_written(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(benchmarks, "FOLDER", Path(folder)):
            written = results(row(0.5), row(0.6, connections=64)) | {"note": "à la carte", "platforms": []}
            file = benchmarks.write(written)
            self.assertEqual(file.name, "2026-01-02-abc1234.json")
            self.assertEqual(benchmarks.read(file), json.loads(json.dumps(written)))
            # A line for each row, so that differences of two files can be read.
            self.assertEqual(sum('"SQLite"' in line for line in file.read_text().splitlines()), 2)


class Table(unittest.TestCase):
    def test_each_number_of_connections_has_its_columns(self):
        lines = benchmarks.table(
            results(row(0.25, connections=64), row(0.75, connections=1), row(0.5, coding="br", connections=1))
        )
        self.assertEqual(len(lines), 4)
        self.assertEqual(lines[0].split(), ["connections:", "1", "64"])
        self.assertEqual(
            lines[2].split(),
            [
                "SQLite",
                "10,000",
                "hot",
                "not",
                "cached",
                "gzip",
                *"12,346 0.75 1.00 1.23 12.3".split(),
                *"12,346 0.25 1.00 1.23 12.3".split(),
            ],
        )
        self.assertEqual(lines[3].split()[-5:], ["-"] * 5)


if __name__ == "__main__":
    unittest.main()
