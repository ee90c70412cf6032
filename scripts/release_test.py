"""Tests the scripts of a release. See scripts/check-release-scripts."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import tomllib
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A script has no suffix.
loader = SourceFileLoader("release", str(ROOT / "scripts/release"))
release = module_from_spec(spec_from_loader("release", loader))
loader.exec_module(release)
VERSION = "99.1.0"
SIGNER = "releases@folkmoot"


def documented(title: str) -> str:
    """The code block with this title in docs/releases.md."""
    text = (ROOT / "docs/releases.md").read_text(encoding="utf-8")
    return re.search(rf'```console title="{title}"\n(.*?)\n```', text, re.DOTALL)[1]


class Checksums(unittest.TestCase):
    """A signed folder of a release. The keys exist only during the test."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.release = self.folder / "release"
        self.release.mkdir()
        for name in ("folkmoot-0.2.0-x86_64.tar.gz", "folkmoot 0.2.0 portal.tar.gz", "folkmoot-0.2.0-server.cdx.json"):
            (self.release / name).write_bytes(os.urandom(2000))
        self.key, self.other = (self.make_key(name) for name in ("key", "other"))
        signers = self.folder / "release-signers"
        signers.write_text(f'{SIGNER} namespaces="folkmoot-release" {self.key.with_suffix(".pub").read_text()}')

    def make_key(self, name: str) -> Path:
        key = self.folder / name
        subprocess.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key), check=True)
        return key

    def sign(self, key: Path, *options: str) -> int:
        command = (ROOT / "scripts/release-checksums", self.release, key, *options)
        return subprocess.run(command, capture_output=True).returncode

    def verify(self) -> bool:
        """Runs what docs/releases.md tells users to run, in the folder of the files."""
        shutil.copy(self.folder / "release-signers", self.release)
        commands = f"set -e\n{documented('Verify a release')}"
        is_verified = subprocess.run(("bash", "-c", commands), cwd=self.release, capture_output=True).returncode == 0
        (self.release / "release-signers").unlink()
        return is_verified

    def change(self, name: str) -> None:
        path = self.release / name
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)

    def test_a_release_is_verified_as_documented(self) -> None:
        self.assertEqual(self.sign(self.key, str(self.folder / "release-signers")), 0)
        self.assertTrue(self.verify())
        self.assertEqual(len((self.release / "SHA256SUMS").read_text().splitlines()), 3)
        # A user has one of the files only.
        (self.release / "folkmoot-0.2.0-server.cdx.json").unlink()
        self.assertTrue(self.verify())

    def test_a_changed_byte_is_noticed(self) -> None:
        for name in ("folkmoot-0.2.0-x86_64.tar.gz", "SHA256SUMS", "SHA256SUMS.sig"):
            self.assertEqual(self.sign(self.key), 0)
            self.assertTrue(self.verify(), name)
            self.change(name)
            self.assertFalse(self.verify(), name)

    def test_only_the_key_of_releases_is_accepted(self) -> None:
        self.assertEqual(self.sign(self.other), 0)
        self.assertFalse(self.verify())
        self.assertNotEqual(self.sign(self.other, str(self.folder / "release-signers")), 0)
        # A signature for another purpose with the right key.
        subprocess.run(("ssh-keygen", "-q", "-Y", "sign", "-f", self.key, "-n", "git", "SHA256SUMS"), cwd=self.release, input=b"y\n", check=True, capture_output=True)
        self.assertFalse(self.verify())
        (self.release / "SHA256SUMS.sig").unlink()
        self.assertFalse(self.verify())


class Release(unittest.TestCase):
    """scripts/release on a copy of the files that it changes, without the steps that build the program."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        root = Path(temporary.name)
        names = [name for name, _ in release.Repository(ROOT, VERSION).versions()]
        documents = [str(path.relative_to(ROOT)) for path in (ROOT / "openapi").glob("*.json")]
        for name in [*names, "CHANGELOG.md", "openapi.json", *documents]:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
        self.repository = release.Repository(root, VERSION)
        # There is nothing unreleased after a release.
        self.repository.change("CHANGELOG.md", lambda text: text.replace("## Unreleased\n", "## Unreleased\n\n- A change.\n", 1))
        self.before = self.repository.releases()

    def make(self) -> None:
        """What `scripts/release VERSION` does; the generated files and the fixture are stood in for."""
        self.repository.date_changelog()
        self.repository.set_versions()
        self.repository.replace("openapi-admin.json", r'"version": ".*"', f'"version": "{VERSION}"', count=1)
        self.repository.write_samples(f"folkmoot {VERSION}\ncommit:  0\nschema:  98\nSQLite:  3.98.0\nTLS:     rustls 0.98.0\n")
        self.repository.release_document()
        for kind in ("sqlite", "postgres"):
            (self.repository.fixture() / kind).mkdir(parents=True, exist_ok=True)
            (self.repository.fixture() / kind / "responses.json.gz").touch()
        (self.repository.root / "docs").mkdir(exist_ok=True)
        (self.repository.root / "docs/release-signers").touch()

    def test_everything_follows_from_the_changelog(self) -> None:
        unreleased = re.search(r"^## Unreleased$(.*?)(?=^## |\Z)", self.repository.read("CHANGELOG.md"), re.MULTILINE | re.DOTALL)[1]
        self.make()
        self.assertEqual(self.repository.mistakes(), [])
        self.assertEqual(self.repository.notes(), unreleased.strip())
        self.assertIn("## Unreleased\n\n## 99.1.0 (", self.repository.read("CHANGELOG.md"))
        self.assertEqual(self.repository.releases()[1:], self.before)
        earlier = f"openapi/{self.before[0]['version']}.json"
        self.assertEqual(self.repository.read(earlier), (ROOT / "openapi/released.json").read_text(encoding="utf-8"))
        sample = self.repository.read(release.SAMPLE)
        for line in (f"folkmoot {VERSION}", "schema:     98", "SQLite:     3.98.0", "TLS:        rustls 0.98.0", "folkmoot access confirm-clock"):
            self.assertIn(f"\n{line}\n", sample)
        self.assertIn("version 98, which this program expects", sample)
        # No package of somebody else has the version.
        for name in ("Cargo.lock", "fuzz/Cargo.lock"):
            packages = tomllib.loads(self.repository.read(name))["package"]
            changed = {package["name"] for package in packages if package["version"] == VERSION}
            own = {package["name"] for package in packages if "source" not in package and package["version"] != "0.0.0"}
            self.assertEqual(changed, own)

    def test_the_command_can_be_repeated(self) -> None:
        self.make()
        files = {path: path.read_bytes() for path in self.repository.root.rglob("*") if path.is_file()}
        self.make()
        self.assertEqual(files, {path: path.read_bytes() for path in self.repository.root.rglob("*") if path.is_file()})

    def test_each_file_that_does_not_agree_is_named(self) -> None:
        self.make()
        for name, _ in list(self.repository.versions()):
            text = self.repository.read(name)
            self.repository.change(name, lambda text: text.replace(VERSION, "99.0.0"))
            self.assertEqual(self.repository.mistakes(), [f"{name} has version 99.0.0"])
            self.repository.change(name, lambda _, text=text: text)
        for name, mistake in (
            ("docs/release-signers", "docs/release-signers is missing"),
            (f"crates/cli/tests/releases/{VERSION}/sqlite/responses.json.gz", f"crates/cli/tests/releases/{VERSION} is not complete"),
            (f"openapi/{self.before[0]['version']}.json", f"openapi/{self.before[0]['version']}.json is missing"),
        ):
            (self.repository.root / name).rename(self.repository.root / "moved")
            self.assertIn(mistake, " ".join(self.repository.mistakes()))
            (self.repository.root / "moved").rename(self.repository.root / name)
        for name, old, new in (("CHANGELOG.md", f"## {VERSION} (", f"## {VERSION}, "), ("openapi/released.json", '"3.1.0"', '"3.1.1"')):
            self.repository.change(name, lambda text, old=old, new=new: text.replace(old, new, 1))
            self.assertIn(name, self.repository.mistakes()[0])
            self.repository.change(name, lambda text, old=old, new=new: text.replace(new, old, 1))
        self.assertEqual(self.repository.mistakes(), [])


class Registry(BaseHTTPRequestHandler):
    """A registry with one advisory."""

    advisories: dict = {}

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        body = json.dumps(self.advisories).encode()
        self.send_response(200 if self.path.endswith("/advisories/bulk") else 404)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.send_response(404)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class NpmAdvisories(unittest.TestCase):
    def check(self, registry: str, *options: str) -> subprocess.CompletedProcess:
        # npm caches advisories.
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "npm_config_registry": registry, "npm_config_cache": cache}
            return subprocess.run((ROOT / "scripts/check-npm-advisories", *options), env=environment, capture_output=True, text=True)

    def test_a_vulnerability_fails_and_an_unreachable_registry_is_reported(self) -> None:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        url = f"http://127.0.0.1:{server.server_port}/"
        Registry.advisories = {}
        clean = self.check(url)
        self.assertEqual((clean.returncode, clean.stdout.count("no known vulnerabilities")), (0, 4), clean.stdout)
        advisory = {"id": 1, "url": "https://example.org/1", "title": "A fault", "vulnerable_versions": "<999.0.0", "cwe": []}
        for severity, code in (("critical", 1), ("low", 0)):
            Registry.advisories = {"react": [{**advisory, "severity": severity}]}
            found = self.check(url)
            self.assertEqual(found.returncode, code, found.stdout)
            self.assertIn(f"console: react has a vulnerability of severity {severity}", found.stdout)
        unreachable = self.check("http://127.0.0.1:9/")
        self.assertEqual((unreachable.returncode, unreachable.stdout.count("skipped: ")), (0, 4), unreachable.stdout)
        self.assertEqual(self.check("http://127.0.0.1:9/", "--required").returncode, 1)


if __name__ == "__main__":
    unittest.main()
