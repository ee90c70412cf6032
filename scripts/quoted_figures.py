"""Checks the figures of docs/scale.md against their sources: python3 scripts/quoted_figures.py

In each table with the columns "Figure" and "Source", a figure begins with a number, and its source is one of

    measured: `FILE PATH`       a value in a JSON file in benchmarks/, such as `scale.json platforms[2].records`
    measured: `FILE.txt`        a number in a text file in benchmarks/
    decision [0035](…)          a number in a decision
    estimate: `EXPRESSION` …    arithmetic, such as `100e6 * 50 / 1e9`

A number may be rounded, not changed.
"""

import ast
import json
import operator
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/scale.md"
NUMBER = r"\d[\d,]*(?:\.\d+)?"
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def rows(text):
    """The figure and the source of each row, with the number of its line."""
    columns = None
    for line, content in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in content.strip().strip("|").split("|")] if content.startswith("|") else None
        if cells is None:
            columns = None
        elif columns is None:
            columns = cells
        elif {"Figure", "Source"} <= set(columns) and not set(content) <= set("|- :"):
            yield line, cells[columns.index("Figure")], cells[columns.index("Source")]


def number(text):
    """The number at the beginning of a figure, and the number of its decimals."""
    found = re.match(NUMBER, text)
    if not found:
        raise ValueError(f"'{text}' does not begin with a number")
    digits = found[0].replace(",", "")
    return float(digits), len(digits.partition(".")[2])


def is_rounded(shown, value):
    """Whether a shown number is a value, rounded to at least two significant digits."""
    quoted, decimals = number(shown)
    if abs(quoted - value) <= 0.5 * 10**-decimals * (1 + 1e-9):
        return True
    # 7,190,000 for 7,193,212.
    zeros = 0 if decimals else len(shown_digits(shown)) - len(shown_digits(shown).rstrip("0"))
    significant = len(shown_digits(shown)) - zeros
    return zeros > 0 and significant >= 2 and abs(quoted - value) <= 0.5 * 10**zeros


def shown_digits(shown):
    return re.match(NUMBER, shown)[0].replace(",", "").replace(".", "")


def value_at(document, path):
    """The value at a path such as `platforms[2].requests[kind=item].cpu_us`."""
    for name, selector in re.findall(r"\.?([A-Za-z_0-9]+)|\[([^\]]+)\]", path):
        if name:
            document = document[name]
        elif "=" in selector:
            key, wanted = selector.split("=", 1)
            document = next(each for each in document if str(each[key]) == wanted)
        else:
            document = document[int(selector)]
    return float(document)


def computed(expression):
    """The value of an arithmetic expression."""

    def value(node):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        raise ValueError(f"'{expression}' is not arithmetic")

    return value(ast.parse(expression.replace(",", ""), mode="eval").body)


def problem(figure, source, root=ROOT):
    """What is wrong with a row; `None` if its figure follows from its source."""
    if measured := re.match(r"measured: `(\S+\.json) ([^`]+)`", source):
        value = value_at(json.loads((root / "benchmarks" / measured[1]).read_text(encoding="utf-8")), measured[2])
        return None if is_rounded(figure, value) else f"{figure} is {value} in {measured[1]}"
    if estimate := re.match(r"estimate: `([^`]+)`", source):
        value = computed(estimate[1])
        return None if is_rounded(figure, value) else f"{figure} is {value} by {estimate[1]}"
    decision = re.match(r"decision \[\d{4}\]\((decisions/[^)]+)\)", source)
    text_file = re.match(r"measured: `(\S+\.txt)`", source)
    if not decision and not text_file:
        return f"'{source}' is not a source"
    file = root / "docs" / decision[1] if decision else root / "benchmarks" / text_file[1]
    shown = re.match(NUMBER, figure)[0]
    numbers = re.findall(NUMBER, file.read_text(encoding="utf-8"))
    return None if shown in numbers or shown.replace(",", "") in numbers else f"{file.name} does not contain {shown}"


def main():
    found = [(line, *each) for line, *each in rows(PAGE.read_text(encoding="utf-8"))]
    problems = []
    for line, figure, source in found:
        try:
            text = problem(figure, source)
        except (ValueError, KeyError, IndexError, StopIteration, OSError) as error:
            text = f"{source}: {error!r}"
        if text:
            problems.append(f"{PAGE.relative_to(ROOT)}:{line}: {text}")
    print("\n".join(problems) or f"{len(found)} figures of docs/scale.md follow from their sources")
    return 1 if problems or not found else 0


if __name__ == "__main__":
    sys.exit(main())
