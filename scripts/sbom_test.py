"""Tests the SBOMs in the folder SBOMS. See scripts/test-sbom."""

import json
import os
import re
import subprocess
import tomllib
import unittest
from pathlib import Path
from urllib.parse import unquote

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = Path(__file__).resolve().parent.parent


def sbom(name: str) -> dict:
    (path,) = Path(os.environ["SBOMS"]).glob(f"folkmoot-*-{name}.cdx.json")
    return json.loads(path.read_text(encoding="utf-8"))


def components(bom: dict) -> dict[tuple[str, str], dict]:
    """The components and the subject itself, by name and version."""
    return {(it["name"], it["version"]): it for it in [*bom["components"], bom["metadata"]["component"]]}


class Sboms(unittest.TestCase):
    def test_each_conforms_to_the_schema_of_its_version(self) -> None:
        for name in ("server", "portal", "console"):
            bom = sbom(name)
            validator = JsonStrictValidator(SchemaVersion.from_version(bom["specVersion"]))
            self.assertIsNone(validator.validate_str(json.dumps(bom)), name)
            self.assertEqual(bom["metadata"]["component"]["version"], tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"])

    def test_the_server_has_every_crate_that_is_built_into_it(self) -> None:
        found = components(sbom("server"))
        command = ("cargo", "tree", "--locked", "--package", "folkmoot", "--edges", "normal", "--prefix", "none", "--target")
        listed: set[tuple[str, str]] = set()
        for target in ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "aarch64-apple-darwin"):
            lines = subprocess.run([*command, target], cwd=ROOT, check=True, capture_output=True, text=True).stdout
            listed |= set(re.findall(r"^(\S+) v(\S+)", lines, re.MULTILINE))
        self.assertGreater(len(listed), 300)
        self.assertEqual(set(found), listed)
        locked = {(it["name"], it["version"]): it.get("checksum") for it in tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]}
        for crate, component in found.items():
            self.assertEqual(unquote(component["purl"]), f"pkg:cargo/{crate[0]}@{crate[1]}")
            self.assertTrue(component["licenses"], crate)
            hashes = [it["content"] for it in component.get("hashes", []) if it["alg"] == "SHA-256"]
            self.assertEqual(hashes, [locked[crate]] if locked[crate] else [], crate)
        for crate in ("rusqlite", "aws-lc-sys", "hyper"):
            self.assertIn(crate, {name for name, _ in found})
        edges = {it["ref"]: it.get("dependsOn", []) for it in sbom("server")["dependencies"]}
        self.assertEqual(set(edges), {it["bom-ref"] for it in found.values()})
        self.assertTrue(any(it.startswith("pkg:cargo/folkmoot-server@") for it in edges[sbom("server")["metadata"]["component"]["bom-ref"]]))

    def test_portal_and_console_have_every_production_dependency(self) -> None:
        for name in ("portal", "console"):
            found = {(it["name"], it["version"]): it for it in sbom(name)["components"]}
            locked = json.loads((ROOT / name / "package-lock.json").read_text(encoding="utf-8"))["packages"]
            installed = {
                (it.get("name") or path.rsplit("node_modules/", 1)[1], it["version"]): it
                for path, it in locked.items()
                if path and not any(it.get(flag) for flag in ("dev", "devOptional", "link", "extraneous"))
            }
            self.assertTrue(installed)
            self.assertEqual([it for it in installed if it not in found], [], name)
            self.assertEqual([it for it in found if it not in installed], [], name)
            for package, it in installed.items():
                self.assertEqual(unquote(found[package]["purl"]), f"pkg:npm/{package[0]}@{package[1]}")
                hashes = {entry["alg"] for entry in found[package].get("hashes", [])}
                self.assertTrue(not it.get("integrity") or hashes, package)
                self.assertTrue(not it.get("license") or found[package].get("licenses"), package)

    def test_nothing_depends_on_the_machine_or_the_time(self) -> None:
        commit = subprocess.run(("git", "log", "-1", "--format=%cI"), cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for name in ("server", "portal", "console"):
            text = json.dumps(sbom(name))
            self.assertNotIn(str(ROOT), text, name)
            self.assertNotIn(str(Path.home()), text, name)
            self.assertRegex(sbom(name)["metadata"]["timestamp"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", commit)
            self.assertRegex(sbom(name)["serialNumber"], r"^urn:uuid:[0-9a-f-]{36}$")


if __name__ == "__main__":
    unittest.main()
