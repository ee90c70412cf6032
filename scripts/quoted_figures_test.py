"""Tests that figures that do not follow from their sources are found."""

import json
import tempfile
import unittest
from pathlib import Path

import quoted_figures
from quoted_figures import is_rounded, problem, rows


class Sources(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        for name in ("benchmarks", "docs/decisions"):
            (self.root / name).mkdir(parents=True)
        (self.root / "benchmarks/a.json").write_text(json.dumps({"of": [{"kind": "item, one", "cpu_us": 41.26}]}))
        (self.root / "benchmarks/a.txt").write_text("10  1859.6")
        (self.root / "docs/decisions/0001-a.md").write_text("took 1,250 ms")

    def test_a_figure_is_its_source_rounded(self):
        measured = "measured: `a.json of[kind=item, one].cpu_us`"
        for figure, source in [
            ("41 µs", measured),
            ("41.3 µs", measured),
            ("41.26", measured),
            ("41", "measured: `a.json of[0].cpu_us`"),
            ("1859.6 µs", "measured: `a.txt`"),
            ("1,250 ms", "decision [0001](decisions/0001-a.md)"),
            ("5.1 GB", "estimate: `100e6 * 51.2 / 1e9`, without the dictionary"),
        ]:
            self.assertIsNone(problem(figure, source, self.root), figure)

    def test_any_other_figure_is_found(self):
        for figure, source in [
            ("42 µs", "measured: `a.json of[0].cpu_us`"),
            ("41.2 µs", "measured: `a.json of[0].cpu_us`"),
            ("1859", "measured: `a.txt`"),
            ("125 ms", "decision [0001](decisions/0001-a.md)"),
            ("5.2 GB", "estimate: `100e6 * 51.2 / 1e9`"),
            ("5.1 GB", "estimate"),
            ("5.1 GB", ""),
        ]:
            self.assertIsNotNone(problem(figure, source, self.root), figure)
        with self.assertRaises(ValueError):
            problem("1", "estimate: `open(1)`", self.root)
        with self.assertRaises(KeyError):
            problem("1", "measured: `a.json other`", self.root)

    def test_zeros_at_the_end_may_be_rounding(self):
        self.assertTrue(is_rounded("7,190,000", 7_193_212))
        self.assertFalse(is_rounded("7,180,000", 7_193_212))
        self.assertFalse(is_rounded("7,000,000", 7_193_212))
        self.assertFalse(is_rounded("100", 141))

    def test_rows_of_tables_without_a_source_are_not_read(self):
        text = "| A | Figure | Source |\n|---|---|---|\n| a | 1 | x |\n\n| A | Figure |\n|---|---|\n| a | 2 |\n"
        self.assertEqual(list(rows(text)), [(3, "1", "x")])

    def test_every_figure_of_the_page_follows_from_its_source(self):
        self.assertEqual(quoted_figures.main(), 0)


if __name__ == "__main__":
    unittest.main()
