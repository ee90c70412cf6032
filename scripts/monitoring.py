"""Checks the files of deploy/monitoring against the table of metrics and the guide.

Every metric and label in the dashboard and in the alerts must be in the table, every alert must have a runbook in the guide and a test,
and with promtool, every expression must be valid and every alert must fire on the values of its test.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "deploy/monitoring"
GUIDE = ROOT / "portal/docs/guides/start-monitoring.mdx"
GUIDE_URL = "https://developers.zwenebeke.example/guides/start-monitoring#"
# The labels that Prometheus adds, and that of the buckets of histograms.
COMMON_LABELS = {"job", "instance", "le"}
SEVERITIES = {"critical", "warning"}

METRIC = re.compile(r"\b((?:folkmoot|process)_[a-z0-9_]+)\b(?:\{([^}]*)\})?")
MATCHER = re.compile(r'([a-z_]+)\s*(=~|!~|!=|=)\s*"([^"]*)"')
GROUPING = re.compile(r"\b(?:by|on|without|ignoring)\s*\(([^)]*)\)")


class Problems(list):
    """What is wrong, a line each."""

    def require(self, is_met, text):
        if not is_met:
            self.append(text)


def read_metrics():
    """The metrics by name, those of histograms also by the names of their series."""
    metrics = {}
    for metric in json.loads((ROOT / "portal/generated/metrics.json").read_text()):
        if metric["kind"] == "histogram":
            for suffix in ("_bucket", "_sum", "_count"):
                metrics[metric["name"] + suffix] = metric
        else:
            metrics[metric["name"]] = metric
    return metrics


def check_expression(where, expression, metrics, problems):
    """Checks the names, labels and values of labels of a PromQL expression."""
    known_labels = set(COMMON_LABELS)
    for name, matchers in METRIC.findall(expression):
        metric = metrics.get(name)
        if metric is None:
            problems.append(f"{where}: {name} is not in the table of metrics")
            continue
        labels = {label["name"]: label["values"] for label in metric["labels"]}
        known_labels |= labels.keys()
        for label, operator, value in MATCHER.findall(matchers):
            problems.require(label in labels.keys() | COMMON_LABELS, f"{where}: {name} has no label {label}")
            values = labels.get(label)
            if values:
                wanted = value.split("|") if operator in ("=~", "!~") else [value]
                unknown = set(wanted) - set(values)
                problems.require(not unknown, f"{where}: {label} of {name} is never {', '.join(sorted(unknown))}")
    for grouping in GROUPING.findall(expression):
        for label in (part.strip() for part in grouping.split(",")):
            problems.require(label in known_labels, f"{where}: no metric of the expression has the label {label}")


def alerts_of(rules):
    return [rule for group in rules["groups"] for rule in group["rules"]]


def check_alerts(rules, tests, metrics, problems):
    runbooks = GUIDE.read_text().split("\n## Runbooks\n", 1)[1]
    headings = re.findall(r"^### (\w+)$", runbooks.split("\n## ", 1)[0], re.MULTILINE)
    names = [alert["alert"] for alert in alerts_of(rules)]
    problems.require(len(names) == len(set(names)), "alerts.yaml: two alerts have the same name")
    problems.require(sorted(headings) == sorted(names), f"runbooks and alerts differ: {sorted(set(headings) ^ set(names))}")
    fired = json.dumps(tests)
    for alert in alerts_of(rules):
        name = alert["alert"]
        where = f"alerts.yaml: {name}"
        check_expression(where, alert["expr"], metrics, problems)
        annotations = alert["annotations"]
        problems.require(annotations["runbook_url"] == GUIDE_URL + name.lower(), f"{where}: wrong runbook_url")
        problems.require(annotations.get("summary") and annotations.get("description"), f"{where}: no summary or description")
        problems.require(alert["labels"]["severity"] in SEVERITIES, f"{where}: wrong severity")
        firing = json.dumps(f'count(ALERTS{{alertname="{name}", alertstate="firing"}})')
        problems.require(fired.count(firing) == 2, f"alerts.test.yaml: {name} must be tested before and after it fires")


def expressions_of(dashboard):
    """The expressions of a dashboard, with the titles of their panels."""
    for annotation in dashboard["annotations"]["list"]:
        yield annotation["name"], annotation["expr"]
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["name"], variable["query"].removeprefix("label_values(").rsplit(",", 1)[0]


def check_dashboard(dashboard, metrics, problems):
    for title, expression in expressions_of(dashboard):
        check_expression(f"dashboard.json: {title}", expression, metrics, problems)
    cells = {}
    for panel in dashboard["panels"]:
        title, position = panel["title"], panel["gridPos"]
        problems.require(position["x"] + position["w"] <= 24, f"dashboard.json: {title} is too wide")
        for x in range(position["x"], position["x"] + position["w"]):
            for y in range(position["y"], position["y"] + position["h"]):
                other = cells.setdefault((x, y), title)
                problems.require(other == title, f"dashboard.json: {title} overlaps {other}")
        if panel["type"] != "row":
            has_texts = panel.get("description") and panel["fieldConfig"]["defaults"].get("unit")
            problems.require(has_texts, f"dashboard.json: {title} has no description or unit")
    ids = [panel["id"] for panel in dashboard["panels"]]
    problems.require(len(ids) == len(set(ids)), "dashboard.json: two panels have the same id")


def check_with_promtool(promtool, dashboard, problems):
    """Lets promtool parse all expressions, and evaluate the alerts on the values of their tests."""

    def run(*arguments, folder=FOLDER):
        result = subprocess.run([promtool, *arguments], cwd=folder, capture_output=True, text=True)
        problems.require(result.returncode == 0, f"promtool {' '.join(arguments)}:\n{result.stdout}{result.stderr}")

    run("check", "config", "--syntax-only", "prometheus.yaml")
    run("check", "rules", "alerts.yaml")
    run("test", "rules", "alerts.test.yaml")
    rules = [
        {"record": f"panel:{position}", "expr": expression.replace("$__rate_interval", "5m")}
        for position, (_, expression) in enumerate(expressions_of(dashboard))
    ]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "dashboard.yaml").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
        run("check", "rules", "dashboard.yaml", folder=folder)


def main():
    yaml = YAML(typ="safe")
    metrics = read_metrics()
    rules = yaml.load(FOLDER / "alerts.yaml")
    tests = yaml.load(FOLDER / "alerts.test.yaml")
    dashboard = json.loads((FOLDER / "dashboard.json").read_text())
    problems = Problems()
    check_alerts(rules, tests, metrics, problems)
    check_dashboard(dashboard, metrics, problems)
    promtool = ROOT / ".tools/usr/bin/promtool"
    found = str(promtool) if promtool.exists() else shutil.which("promtool")
    if found:
        check_with_promtool(found, dashboard, problems)
    else:
        print("skipped: promtool is not installed, alerts are not evaluated")
    if problems:
        sys.exit("\n".join(problems))
    print(f"deploy/monitoring is valid: {len(alerts_of(rules))} alerts, {len(list(expressions_of(dashboard)))} expressions of the dashboard")


if __name__ == "__main__":
    main()
