"""Installs, upgrades, removes and purges a release in the root file system of a Debian, with the commands of the guides.

The root file system is made by mmdebstrap, when scripts/install-test-tools runs. Run by scripts/test-deploy, in mount, network and process
namespaces of its own. systemd does not run in it, but enables units and checks them, and the test starts what the installed unit starts.
"""

import http.client
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from test_deploy import start_loopback

ROOT = Path(__file__).resolve().parent.parent
DEBIAN = ROOT / ".tools/debian.tar"
DEADLINE_SECONDS = 60
VERSIONS = ("0.1.8", "0.1.9")
MACHINE = subprocess.run(("uname", "-m"), check=True, capture_output=True, text=True).stdout.strip()
ARCHITECTURE = subprocess.run(("dpkg", "--print-architecture"), check=True, capture_output=True, text=True).stdout.strip()
SETTINGS = "/etc/folkmoot/folkmoot.toml"
DATA = "/var/lib/folkmoot"
ENVIRONMENT = {
    "HOME": "/root",
    "DEBIAN_FRONTEND": "noninteractive",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
}


def documented(guide: str, title: str) -> str:
    """The code block with this title in a guide."""
    text = (ROOT / f"portal/docs/guides/{guide}.mdx").read_text(encoding="utf-8")
    return re.search(rf'```bash title="{re.escape(title)}"\n(.*?)\n```', text, re.DOTALL)[1]


# The user is root already, and systemd does not run: it enables units, but starts none, and folkmoot-run runs its command without it.
STAND_INS = {
    "sudo": 'SUDO_USER=admin exec "$@"\n',
    "systemctl": """case $1 in start | stop | restart | daemon-reload) exit 0 ;; esac
exec /usr/bin/systemctl "${@/--now/--quiet}"
""",
    "systemd-run": f"""[[ "$*" == *--uid=folkmoot*"folkmoot --config {SETTINGS}"* ]] || exit 1
while [[ $1 == --* ]]; do shift; done
set -a
. /etc/folkmoot/secrets
exec setpriv --reuid folkmoot --regid folkmoot --clear-groups "$@"
""",
}


def request(method: str, path: str, body: dict | None = None, token: str = "") -> tuple[int, dict]:
    """The status and the body of the response of the running server."""
    connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=DEADLINE_SECONDS)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        connection.request(method, path, json.dumps(body) if body else None, headers)
        response = connection.getresponse()
        content = response.read()
        return response.status, json.loads(content) if "json" in response.headers["Content-Type"] else {}
    finally:
        connection.close()


class Machine:
    """A root file system with the files of two versions in /root."""

    def __init__(self, releases: Path) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="folkmoot-machine-"))
        self.root.chmod(0o755)
        subprocess.run(("tar", "-xf", DEBIAN, "-C", self.root, "--exclude=./dev/*"), check=True)
        for name in ("null", "urandom", "tty"):
            (self.root / "dev" / name).touch()
            subprocess.run(("mount", "--bind", f"/dev/{name}", self.root / "dev" / name), check=True)
        subprocess.run(("mount", "-t", "proc", "proc", self.root / "proc"), check=True)
        shutil.copytree(releases, self.root / "root", dirs_exist_ok=True)
        for name, script in STAND_INS.items():
            (self.root / "usr/local/bin" / name).write_text(f"#!/bin/bash\n{script}")
            (self.root / "usr/local/bin" / name).chmod(0o755)

    def remove(self) -> None:
        subprocess.run(("umount", "--recursive", self.root / "proc"), check=True)
        for name in ("null", "urandom", "tty"):
            subprocess.run(("umount", self.root / "dev" / name), check=True)
        shutil.rmtree(self.root)

    def run(self, script: str) -> str:
        """Runs commands as root in /root, and returns what they print. Fails if one of them fails."""
        for documented_text, here in (
            ("apt ", "apt-get --quiet --quiet --yes "),
            ("x86_64-unknown", f"{MACHINE}-unknown"),
            ("_amd64", f"_{ARCHITECTURE}"),
        ):
            script = script.replace(documented_text, here)
        command = ("chroot", self.root, "bash", "-euc", f"cd /root\n{script}")
        finished = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)
        if finished.returncode != 0:
            raise AssertionError(f"{script}\n{finished.stdout}{finished.stderr}")
        return finished.stdout

    def exists(self, path: str) -> bool:
        return (self.root / path.lstrip("/")).exists()

    def started_by_unit(self, folder: str) -> str:
        """The command line of the installed unit, after its state directory was made as the unit tells it."""
        unit = self.run(f"cat {folder}/folkmoot.service {folder}/folkmoot.service.d/*.conf")
        values = dict(line.split("=", 1) for line in unit.splitlines() if re.match(r"\w+=", line))
        self.run(f"install -d -m {values['StateDirectoryMode']} -o {values['User']} -g {values['Group']} /var/lib/{values['StateDirectory']}")
        return f"setpriv --reuid {values['User']} --regid {values['Group']} --clear-groups {values['ExecStart']}"

    @contextmanager
    def serving(self, folder: str) -> Iterator[None]:
        """The server of the unit runs and is ready."""
        command = ("chroot", self.root, *self.started_by_unit(folder).split())
        with tempfile.TemporaryFile() as log, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log) as server:
            try:
                self.wait_until_ready(server, log)
                yield
            finally:
                server.terminate()

    @staticmethod
    def wait_until_ready(server: subprocess.Popen, log) -> None:
        end = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < end and server.poll() is None:
            try:
                if request("GET", "/health/ready")[0] == 200:
                    return
            except ConnectionRefusedError:
                pass
            time.sleep(0.05)
        log.seek(0)
        raise AssertionError(f"the server did not become ready\n{log.read().decode()}")


CREATE_CLIENT = "folkmoot-run clients create Website"
LIST_CLIENTS = "folkmoot-run clients list"
class Packages(unittest.TestCase):
    """Each test has a machine of its own."""

    @classmethod
    def setUpClass(cls) -> None:
        if not DEBIAN.exists():
            raise AssertionError(f"{DEBIAN} is missing; scripts/install-test-tools makes it")
        start_loopback()
        cls.releases = Path(tempfile.mkdtemp(prefix="folkmoot-releases-"))
        cls.addClassCleanup(shutil.rmtree, cls.releases)
        for version in VERSIONS:
            command = (ROOT / "scripts/pack-release", BINARY, f"{MACHINE}-unknown-linux-gnu", cls.releases, version)
            subprocess.run(command, check=True)

    def setUp(self) -> None:
        self.machine = Machine(self.releases)
        self.addCleanup(self.machine.remove)

    def install(self, guide: str, title: str, version: str) -> None:
        self.machine.run(documented(guide, title).replace("VERSION", version))

    def check_service(self, units: str) -> None:
        """The units are valid and the service is enabled; the server of the service serves and keeps its data to itself."""
        found = self.machine.run(f"systemd-analyze verify --man=no {units}/folkmoot*.service {units}/folkmoot*.timer 2>&1 || true")
        self.assertEqual([line for line in found.splitlines() if "folkmoot" in line], [])
        self.assertEqual(self.machine.run("systemctl is-enabled folkmoot"), "enabled\n")
        with self.machine.serving(units):
            self.machine.run(CREATE_CLIENT)
        self.assertEqual(self.machine.run(f"stat -c '%U %a' {DATA} {DATA}/folkmoot.sqlite"), "folkmoot 700\nfolkmoot 600\n")
        self.assertEqual(self.machine.run("stat -c '%U %a' /etc/folkmoot/secrets"), "root 600\n")

    def change_settings(self) -> None:
        self.machine.run(f"echo 'log-level = \"warn\"' >> {SETTINGS}; echo FOLKMOOT_METRICS_TOKEN=a-token-of-at-least-32-characters >> /etc/folkmoot/secrets")

    def check_kept(self) -> None:
        self.assertIn("log-level", self.machine.run(f"cat {SETTINGS}"))
        self.assertIn("METRICS_TOKEN", self.machine.run("cat /etc/folkmoot/secrets"))

    def clients(self, units: str) -> str:
        with self.machine.serving(units):
            return self.machine.run(LIST_CLIENTS)

    def delete_data(self) -> None:
        self.machine.run(documented("start-uninstall", "Delete the data"))
        self.machine.run("rm -rf /root/folkmoot*")
        left = self.machine.run("find / -xdev -name '*folkmoot*' -not -path '/proc/*'; getent passwd folkmoot || true")
        self.assertEqual(left, "")

    def test_the_package_is_installed_upgraded_removed_and_purged(self):
        units = "/lib/systemd/system"
        self.install("start-install", "Install the package", VERSIONS[0])
        self.check_service(units)
        self.change_settings()
        self.install("start-upgrades", "Upgrade with the package", VERSIONS[1])
        self.assertIn(VERSIONS[1], self.machine.run("dpkg-query --show folkmoot"))
        self.check_kept()
        self.assertIn("Website", self.clients(units))
        self.assertEqual(self.machine.run("systemctl is-enabled folkmoot"), "enabled\n")
        self.machine.run(documented("start-uninstall", "Remove the package"))
        self.assertFalse(self.machine.exists("/usr/bin/folkmoot"))
        self.check_kept()
        # A later installation continues.
        self.install("start-install", "Install the package", VERSIONS[1])
        self.check_kept()
        self.assertIn("Website", self.clients(units))
        self.machine.run(documented("start-uninstall", "Purge the package"))
        self.assertFalse(self.machine.exists("/etc/folkmoot"))
        self.assertTrue(self.machine.exists(f"{DATA}/folkmoot.sqlite"), "purge deleted the platform")
        self.delete_data()

    def test_a_platform_moves_to_another_machine(self):
        units = "/lib/systemd/system"
        old, new = self.machine, Machine(self.releases)
        self.addCleanup(new.remove)
        self.install("start-install", "Install the package", VERSIONS[0])
        self.change_settings()
        with old.serving(units):
            client = json.loads(old.run(f"folkmoot-run demo --ideas 20 > /dev/null; folkmoot-run access on > /dev/null; {CREATE_CLIENT} --json"))
            secret = {"auth": {name: client[name] for name in ("client_id", "client_secret")}}
            token = request("POST", "/api/v2/authenticate", secret)[1]["jwt"]
            cursor = request("GET", "/api/v2/changes", token=token)[1]["meta"]["next"]
        new.run(documented("start-install", "Install the package").replace("VERSION", VERSIONS[1]))
        old.run(documented("start-move", "Copy the settings of the old machine"))
        shutil.copy(old.root / "root/folkmoot-settings.tar", new.root / "root")
        new.run(documented("start-move", "Unpack the settings on the new machine"))
        old.run(documented("start-move", "Back up the old machine"))
        self.assertEqual(old.run("systemctl is-enabled folkmoot || true"), "disabled\n")
        subprocess.run(("cp", "-a", old.root / "var/backups/folkmoot", new.root / "var/backups"), check=True)
        # A check of the doctor fails where systemd and the public URL are missing.
        new.run(documented("start-move", "Restore on the new machine").replace("folkmoot-run doctor", "folkmoot-run doctor || true"))
        self.assertIn("log-level", new.run(f"cat {SETTINGS}"))
        with new.serving(units):
            self.assertEqual(request("GET", "/api/v2/ideas", token=token)[0], 200)
            self.assertEqual(request("GET", f"/api/v2/changes?after={cursor}", token=token)[0], 200)
            self.assertEqual(request("POST", "/api/v2/authenticate", secret)[0], 201)

    def test_the_archive_is_installed_upgraded_and_removed(self):
        units = "/usr/local/lib/systemd/system"
        # `enable --now` and `restart` start nothing where systemd does not run.
        self.install("start-install", "Install the archive", VERSIONS[0])
        self.check_service(units)
        self.change_settings()
        self.install("start-upgrades", "Upgrade with the archive", VERSIONS[1])
        self.check_kept()
        self.assertIn("Website", self.clients(units))
        self.machine.run(documented("start-uninstall", "Remove the program of the archive"))
        self.assertFalse(self.machine.exists("/usr/local/bin/folkmoot"))
        self.check_kept()
        self.machine.run(documented("start-uninstall", "Delete settings and secrets"))
        self.delete_data()


if __name__ == "__main__":
    BINARY = sys.argv.pop(1)
    unittest.main()
