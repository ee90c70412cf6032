"""Runs the container image's root file system as a chroot, with its user, environment, command and health check.

The root file system follows the final stage of deploy/Dockerfile, so that a mistake there fails here. The stage's base image is
represented by the libraries that the binary and bash link to. As with `docker run --read-only`, only the volume is writable.
Run by scripts/test-deploy in mount, network and process namespaces of its own.
"""

import fcntl
import http.client
import json
import os
import re
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from dataclasses import dataclass, field
from pathlib import Path

DEADLINE_SECONDS = 30
DOCKERFILE = Path("deploy/Dockerfile")
BASH = "/bin/bash"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


@dataclass
class Stage:
    """The final stage of a Dockerfile."""

    copies: list[tuple[str, str, int | None]] = field(default_factory=list)
    """Source (`stage:path` or a path of the repository), destination and mode."""
    directories: list[list[str]] = field(default_factory=list)
    """The arguments of each `RUN install --directory`."""
    environment: dict[str, str] = field(default_factory=dict)
    user: int = 0
    group: int = 0
    volume: str = ""
    port: int = 0
    health_check: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)


def final_stage(text: str) -> Stage:
    """Reads the final stage. An instruction that the test would not follow is an error."""
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    stage = Stage()
    for line in re.split(r"^FROM .*$", text, flags=re.MULTILINE)[-1].strip().splitlines():
        instruction, arguments = line.split(maxsplit=1)
        match instruction:
            case "COPY":
                words = shlex.split(arguments)
                options = dict(word[2:].split("=", 1) for word in words if word.startswith("--"))
                source, destination = (word for word in words if not word.startswith("--"))
                mode = int(options["chmod"], 8) if "chmod" in options else None
                stage.copies.append((f"{options['from']}:{source}" if "from" in options else source, destination, mode))
            case "RUN" if arguments.startswith("install --directory "):
                stage.directories.append(shlex.split(arguments)[1:])
            case "ENV":
                stage.environment |= dict(word.split("=", 1) for word in shlex.split(arguments))
            case "USER":
                stage.user, stage.group = (int(number) for number in arguments.split(":"))
            case "VOLUME":
                stage.volume = arguments
            case "EXPOSE":
                stage.port = int(arguments)
            case "HEALTHCHECK":
                stage.health_check = json.loads(arguments.split("CMD", 1)[1])
            case "ENTRYPOINT" | "CMD":
                stage.command += json.loads(arguments)
            case _:
                raise ValueError(f"{DOCKERFILE}: the test does not know {line}")
    return stage


def assemble(root: Path, stage: Stage, built: dict[str, Path]) -> None:
    """Writes the root file system. `built` names what the other stages build."""
    for name in ("dev", "etc", "proc", "tmp", "var/lib"):
        (root / name).mkdir(parents=True)
    for program in (BASH, str(built["server:/build/target/release/folkmoot"])):
        for library in re.findall(r"(/\S+) \(0x", subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout):
            copy(Path(library), root / library[1:])
    copy(Path(BASH), root / BASH[1:])
    for source, destination, mode in stage.copies:
        target = root / destination[1:]
        copy(built.get(source, Path(source)), target)
        if mode is not None:
            target.chmod(mode)
    for arguments in stage.directories:
        subprocess.run(["install", *arguments[:-1], str(root / arguments[-1][1:])], check=True)


def copy(source: Path, target: Path) -> None:
    """Copies a file or a directory with its modes, and creates the directories above it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)


def mount(root: Path, volume: str) -> None:
    """Mounts what an engine mounts: the root read-only, the volume writable, /proc and the usual devices."""

    def run(*arguments: str) -> None:
        subprocess.run(["mount", *arguments], check=True)

    run("--bind", str(root), str(root))
    run("--bind", str(root / volume[1:]), str(root / volume[1:]))
    run("-t", "proc", "proc", str(root / "proc"))
    for device in ("null", "urandom"):
        (root / "dev" / device).touch()
        run("--bind", f"/dev/{device}", str(root / "dev" / device))
    run("-o", "remount,bind,ro", str(root))


def start_loopback() -> None:
    """Brings up the loopback interface of this network namespace, which has no other."""
    up_and_running, set_flags = 0x41, 0x8914
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, set_flags, struct.pack("16sh14x", b"lo", up_and_running))


class ImageTest(unittest.TestCase):
    """One running server for all tests."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.stage = final_stage(DOCKERFILE.read_text(encoding="utf-8"))
        cls.root = Path(tempfile.mkdtemp(prefix="folkmoot-image-"))
        cls.addClassCleanup(shutil.rmtree, cls.root)
        cls.root.chmod(0o755)
        assemble(cls.root, cls.stage, BUILT)
        mount(cls.root, cls.stage.volume)
        cls.addClassCleanup(subprocess.run, ["umount", "--recursive", str(cls.root)], check=True)
        start_loopback()
        cls.log = tempfile.TemporaryFile()
        cls.addClassCleanup(cls.log.close)
        cls.server = cls.start(cls.stage.command)
        # `unshare --kill-child` ends whatever still runs in the process namespace; this frees the file system before.
        cls.addClassCleanup(lambda: (cls.server.kill(), cls.server.wait()))
        cls.wait_until_ready()

    @classmethod
    def start(cls, command: list[str]) -> subprocess.Popen[bytes]:
        """Starts a command as the image does."""
        identity = [f"--userspec={cls.stage.user}:{cls.stage.group}", "--groups="]
        environment = {"PATH": os.environ["PATH"], **cls.stage.environment}
        return subprocess.Popen(
            ["chroot", *identity, str(cls.root), *command], env=environment, stdout=subprocess.DEVNULL, stderr=cls.log
        )

    @classmethod
    def wait_until_ready(cls) -> None:
        end = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < end and cls.server.poll() is None:
            try:
                if cls.get("/health/ready")[0] == 200:
                    return
            except ConnectionRefusedError:
                pass
            time.sleep(0.05)
        cls.log.seek(0)
        raise AssertionError(f"the server did not become ready; exit code {cls.server.poll()}\n{cls.log.read().decode()}")

    @classmethod
    def get(cls, path: str) -> tuple[int, str, bytes]:
        """Returns the status, the content type and the body of a response."""
        connection = http.client.HTTPConnection("127.0.0.1", cls.stage.port, timeout=DEADLINE_SECONDS)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.headers.get("Content-Type", ""), response.read()
        finally:
            connection.close()

    def test_the_health_check_succeeds_and_fails_with_the_server(self):
        self.assertEqual(self.get("/health/live")[0], 200)
        self.assertEqual(self.start(self.stage.health_check).wait(), 0)
        # Nothing listens on port 1.
        check = ["/bin/bash", "-c", f"FOLKMOOT_LISTEN=0.0.0.0:1 {self.stage.health_check[0]} 2> /dev/null"]
        self.assertNotEqual(self.start(check).wait(), 0)

    def test_the_portal_and_the_api_respond(self):
        status, content_type, body = self.get("/")
        self.assertEqual((status, content_type.split(";")[0]), (200, "text/html"))
        self.assertIn(b"<title", body)
        status, content_type, _ = self.get("/api/v2/ideas")
        # The API of a new platform is off.
        self.assertEqual((status, content_type.split(";")[0]), (403, "application/problem+json"))

    def test_the_server_runs_unprivileged_and_writes_only_to_the_volume(self):
        status = Path(f"/proc/{self.server.pid}/status").read_text(encoding="utf-8")
        self.assertIn(f"\nUid:\t{self.stage.user}\t", status)
        self.assertIn("\nCapEff:\t0000000000000000\n", status)
        self.assertNotEqual(self.start(["/bin/bash", "-c", "echo 2> /dev/null > /tmp/file"]).wait(), 0)
        self.assertNotEqual(list((self.root / self.stage.volume[1:]).iterdir()), [])

    def test_the_server_stops_on_sigterm(self):
        # Its data directory has one server at a time, so the shared server is replaced.
        self.server.send_signal(signal.SIGTERM)
        self.assertEqual(self.server.wait(DEADLINE_SECONDS), 0)
        type(self).server = self.start(self.stage.command)
        self.wait_until_ready()


if __name__ == "__main__":
    binary = sys.argv.pop(1)
    BUILT = {
        "server:/build/target/release/folkmoot": Path(binary),
        f"server:{CERTIFICATES}": Path(CERTIFICATES),
    }
    unittest.main()
