"""Writes the SBOMs of a release. See scripts/sbom.

The program has one SBOM for all platforms on which it is released. Its crates are those of `cargo tree`, which resolves features as the
build does; their licences are from `cargo metadata` and their hashes from Cargo.lock. Those of portal and console are from package-lock.json.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
import uuid
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "folkmoot"

# The name and the version of a crate.
Crate = tuple[str, str]

NPM_HASHES = {"sha512": HashAlgorithm.SHA_512, "sha256": HashAlgorithm.SHA_256, "sha1": HashAlgorithm.SHA_1}


def output_of(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def toml(name: str) -> dict:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def version() -> str:
    return toml("Cargo.toml")["workspace"]["package"]["version"]


def time_of_commit() -> datetime:
    """The time in an SBOM: that of the commit, because the time at which it is written differs each time."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or output_of("git", "log", "-1", "--format=%ct")
    return datetime.fromtimestamp(int(seconds), UTC)


def serial_number(name: str) -> uuid.UUID:
    """The id of an SBOM, which is the same for the same commit."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"{PROGRAM}/{version()}/{name}/{time_of_commit().isoformat()}")


@dataclass
class CrateGraph:
    """The crates of the program and what each depends on."""

    dependencies: dict[Crate, set[Crate]] = field(default_factory=dict)

    def add_target(self, target: str) -> None:
        """Adds the crates that are built for a platform."""
        command = ("cargo", "tree", "--locked", "--package", PROGRAM, "--edges", "normal", "--prefix", "depth", "--format", " {p}")
        parents: list[Crate] = []
        for line in output_of(*command, "--target", target).splitlines():
            depth, name, number = re.match(r"(\d+) (\S+) v(\S+)", line).groups()
            crate = (name, number)
            self.dependencies.setdefault(crate, set())
            del parents[int(depth) :]
            if parents:
                self.dependencies[parents[-1]].add(crate)
            parents.append(crate)


def licence(expression: str | None) -> list:
    """A licence in the notation of SPDX; earlier crates separate alternatives with a slash."""
    return [LicenseFactory().make_from_string(expression.replace("/", " OR "))] if expression else []


def component(crate: Crate, package: dict, checksum: str | None) -> Component:
    name, number = crate
    links = {ExternalReferenceType.VCS: package["repository"], ExternalReferenceType.WEBSITE: package["homepage"]}
    purl = PackageURL("cargo", name=name, version=number)
    return Component(
        name=name,
        version=number,
        type=ComponentType.APPLICATION if name == PROGRAM else ComponentType.LIBRARY,
        bom_ref=purl.to_string(),
        purl=purl,
        description=(package["description"] or "").strip() or None,
        licenses=licence(package["license"]),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=checksum)] if checksum else [],
        external_references=[ExternalReference(type=kind, url=XsUri(url)) for kind, url in links.items() if url],
    )


def finish(bom: Bom, root: Component, edges: Iterable[tuple[Component, list[Component]]]) -> str:
    """Adds what an SBOM is about, its time and its graph."""
    bom.metadata.component = root
    bom.metadata.timestamp = time_of_commit()
    for component, dependencies in edges:
        bom.register_dependency(component, dependencies)
    return JsonV1Dot6(bom).output_as_string(indent=2)


def program() -> str:
    """The SBOM of the program."""
    graph = CrateGraph()
    for target in toml("deny.toml")["graph"]["targets"]:
        graph.add_target(target)
    packages = json.loads(output_of("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]
    packages = {(package["name"], package["version"]): package for package in packages}
    checksums = {(it["name"], it["version"]): it.get("checksum") for it in toml("Cargo.lock")["package"]}
    components = {crate: component(crate, packages[crate], checksums.get(crate)) for crate in graph.dependencies}
    root = components[(PROGRAM, version())]
    bom = Bom(components=[it for it in components.values() if it is not root], serial_number=serial_number(PROGRAM))
    return finish(bom, root, ((components[crate], [components[it] for it in others]) for crate, others in graph.dependencies.items()))


def npm_component(path: str, entry: dict, kind: ComponentType) -> Component:
    """A package of a package-lock.json, whose key is where it is installed."""
    name = entry.get("name") or path.rpartition("node_modules/")[2]
    scope, _, short = name.rpartition("/")
    algorithm, _, digest = entry.get("integrity", "").partition("-")
    hashes = [HashType(alg=NPM_HASHES[algorithm], content=b64decode(digest).hex())] if digest else []
    purl = PackageURL("npm", namespace=scope or None, name=short, version=entry["version"])
    return Component(
        name=name, version=entry["version"], type=kind, bom_ref=purl.to_string(), purl=purl, licenses=licence(entry.get("license")), hashes=hashes
    )


def installed_for(path: str, name: str, locked: dict) -> str | None:
    """Where Node.js finds a package for the package at `path`: in the nearest node_modules; `None` if an optional one is not installed."""
    while True:
        candidate = f"{path}/node_modules/{name}".removeprefix("/")
        if candidate in locked:
            return candidate
        if not path:
            return None
        path = path.rpartition("node_modules/")[0].rstrip("/")


def npm(folder: str) -> str:
    """The SBOM of what a folder's package-lock.json installs for use, not for development.

    Not `npm sbom --omit dev`: npm 11.19 omits packages that are needed for use, if a package for development is one of them too, and
    refuses to write an SBOM at all if a peer dependency for development has another version.
    """
    locked = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    flags = ("dev", "devOptional", "link", "extraneous")
    used = {path: entry for path, entry in locked.items() if not any(entry.get(flag) for flag in flags)}
    # One version may be installed in several places.
    components: dict[str, Component] = {}
    of_path: dict[str, Component] = {}
    for path, entry in used.items():
        made = npm_component(path, entry, ComponentType.LIBRARY if path else ComponentType.APPLICATION)
        of_path[path] = components.setdefault(made.bom_ref.value, made)
    edges: dict[str, set[str]] = {reference: set() for reference in components}
    for path, entry in used.items():
        for name in {**entry.get("dependencies", {}), **entry.get("optionalDependencies", {}), **entry.get("peerDependencies", {})}:
            found = installed_for(path, name, locked)
            if found in used:
                edges[of_path[path].bom_ref.value].add(of_path[found].bom_ref.value)
    root = of_path[""]
    bom = Bom(components=[it for it in components.values() if it is not root], serial_number=serial_number(folder))
    return finish(bom, root, ((components[one], [components[it] for it in others]) for one, others in edges.items()))


def write(folder: Path) -> list[Path]:
    """Writes all SBOMs. Returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"server": program(), "portal": npm("portal"), "console": npm("console")}
    paths = []
    for name, text in texts.items():
        path = folder / f"{PROGRAM}-{version()}-{name}.cdx.json"
        path.write_text(text + "\n", encoding="utf-8")
        paths.append(path)
    return paths


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: scripts/sbom FOLDER")
    for written in write(Path(sys.argv[1])):
        print(written)
