"""Tests of the figures and the verdict of a soak: each limit is exceeded once."""

import copy
import functools
import unittest
from unittest import mock

import soak_figures
import soak_report
from soak_figures import LONG, SHORT, Histogram, judge, slope
from soak_load import Connection, Interrupted, Load, Unexpected
from soak_server import Outages


@functools.cache
def histogram(milliseconds, count=100):
    of = Histogram()
    for _ in range(count):
        of.add(milliseconds / 1000)
    return of


def sample(number, **changed):
    """One of ten samples a minute, of a server that does not change."""
    return {
        "second": number * 10.0,
        "latencies": {"page": histogram(5), "health": histogram(1), "changes": histogram(3000)},
        "requests": 300,
        "cpu_seconds": 0.3,
        "resident_mb": 200.0,
        "peak_mb": 210.0,
        # Noise around a constant.
        "anonymous_mb": 150 + number % 3,
        "unexplained_mb": 100 + number % 3,
        "caches_and_indexes_mb": 50.0,
        "descriptors": 80,
        "unexplained_descriptors": 70,
        "threads": 40,
        "data_mb": 90.0,
    } | changed


def a_run(change=lambda number: {}):
    samples = [sample(number, **change(number)) for number in range(360)]
    at_rest = {"unexplained_descriptors": 40, "threads": 30, "unexplained_mb": 100.0}
    return {
        "errors": [],
        "log_errors": [],
        "log_warnings": [],
        "counts": {"page": 3000},
        "expected_counts": ["page"],
        "events": {"revocation_seconds": [0.2, 0.3], "import_visible_seconds": [0.4], "recovery_seconds": [1.5]},
        "samples": samples,
        "all_samples": samples,
        "rests": [copy.copy(at_rest), copy.copy(at_rest)],
        "other_cpu": 0.1,
    }


def failed(run, limits=LONG):
    return [each["check"] for each in judge(run, limits).checks if not each["ok"]]


class Verdicts(unittest.TestCase):
    def test_a_server_that_does_not_change_passes(self):
        for limits in (LONG, SHORT):
            self.assertEqual(failed(a_run(), limits), [])

    def test_each_fault_is_found(self):
        for limits in (LONG, SHORT):
            for change, check in [
                (lambda run: run["errors"].append("page: status 500"), "unexpected responses and lost connections"),
                (lambda run: run["log_errors"].append("panicked"), "errors in the log of the server"),
                (lambda run: run["counts"].clear(), "performed: page"),
                (lambda run: run["events"]["revocation_seconds"].append(11.0), "revocation seconds, maximum"),
                (lambda run: run["events"]["recovery_seconds"].clear(), "recovery seconds, maximum"),
                (lambda run: run["events"]["import_visible_seconds"].append(21.0), "import visible seconds, maximum"),
                (lambda run: run["rests"].pop(), "measurements at rest"),
                (lambda run: run["rests"][-1].update(unexplained_descriptors=53), "open file descriptors at rest without record files, growth"),
                (lambda run: run["rests"][-1].update(threads=95), "threads at rest, growth"),
            ]:
                run = a_run()
                change(run)
                self.assertEqual(failed(run, limits), [check])

    def test_memory_that_grows_is_found(self):
        # 36 MB an hour.
        grows = failed(a_run(lambda number: {"unexplained_mb": 100 + number % 3 + number / 10}))
        self.assertEqual(grows, ["memory without caches, second half: slope in MB per hour, lower bound"])
        jumps = failed(a_run(lambda number: {"unexplained_mb": 100 + number % 3 + (40 if number > 290 else 0)}))
        self.assertIn("memory without caches, second half: last third over first in MB", jumps)
        run = a_run()
        run["rests"][-1]["unexplained_mb"] = 365.0
        self.assertEqual(failed(run, SHORT), ["memory at rest without caches, growth in MB"])

    def test_noise_and_memory_of_the_first_half_are_no_growth(self):
        noise = a_run(lambda number: {"unexplained_mb": 100 + number * 7919 % 40})
        self.assertEqual(failed(noise), [])
        warming = a_run(lambda number: {"unexplained_mb": 100 + min(number, 170)})
        self.assertEqual(failed(warming), [])

    def test_slower_responses_are_found_unless_the_machine_is_slower_too(self):
        check = "p99, last third to first, relative to the health check"
        slower = {"page": histogram(15), "health": histogram(1)}
        self.assertEqual(failed(a_run(lambda number: {"latencies": slower} if number > 240 else {})), [check])
        busy = {"page": histogram(15), "health": histogram(3)}
        self.assertEqual(failed(a_run(lambda number: {"latencies": busy} if number > 240 else {})), [])

    def test_requests_that_cost_more_are_found(self):
        found = failed(a_run(lambda number: {"cpu_seconds": 0.3 + number / 1000}))
        self.assertEqual(found, ["CPU time per request, last third to first"])


class Figures(unittest.TestCase):
    def test_percentiles_are_exact_to_three_percent(self):
        of = Histogram()
        for milliseconds in range(1, 1001):
            of.add(milliseconds / 1000)
        self.assertAlmostEqual(of.percentile(50), 500, delta=15)
        self.assertAlmostEqual(of.percentile(99), 990, delta=30)
        self.assertIsNone(Histogram().percentile(99))

    def test_a_slope_has_a_confidence_interval(self):
        gradient, interval = slope([(0, 1.0), (1, 3.0), (2, 5.0)])
        self.assertAlmostEqual(gradient, 2)
        self.assertAlmostEqual(interval, 0)
        gradient, interval = slope([(0, 0.0), (1, 3.0), (2, 0.0), (3, 3.0)])
        self.assertGreater(interval, gradient)
        self.assertIsNone(slope([(0, 1.0), (1, 2.0)]))

    def test_the_summary_names_what_is_not_met(self):
        run = a_run()
        run["errors"].append("page: status 500")
        verdict = judge(run, LONG)
        origin = {"time": "2026-01-02T03:04:05Z", "commit": "abc1234", "note": "Quiet.", "database": "SQLite", "ideas": 20_000}
        machine = {"machine": {"cpu": "CPU", "cores": 2}}
        result = origin | machine | {
            "seconds": 3600,
            "figures": soak_report.figures(run),
            "counts": run["counts"],
            "checks": verdict.checks,
            "minutes": soak_report.by_minute(run["all_samples"]),
        }
        text = soak_report.summary(result)
        self.assertIn("| unexpected responses and lost connections | 1 | 0 | **not met** |", text)
        self.assertIn("60 minutes, 108,000 requests", text)
        self.assertEqual(len(result["minutes"]), 60)


class LostConnections(unittest.TestCase):
    def connection(self):
        server = mock.Mock(outages=Outages())
        return Connection(Load(server, 1), "page"), server.outages

    def test_they_are_expected_while_the_server_is_stopped(self):
        connection, outages = self.connection()
        with self.assertRaises(Unexpected):
            connection.lost(0, "reset")
        outages.begin()
        with self.assertRaises(Interrupted):
            connection.lost(0, "reset")
        outages.end()
        with self.assertRaises(Interrupted):
            connection.lost(0, "reset")

    def test_they_are_not_expected_after_that(self):
        connection, outages = self.connection()
        outages.begin()
        outages.end()
        with self.assertRaises(Unexpected):
            connection.lost(soak_figures.math.inf, "reset")


if __name__ == "__main__":
    unittest.main()
