"""What the platform publishes, read and validated by programs that others wrote."""

import json
import subprocess
import time
import unicodedata
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import duckdb
import feedparser
import geojson_validator
import pyshacl
import pytest
from frictionless import Package
from fsspec.implementations.http import HTTPFileSystem
from icalendar import Calendar
from owslib.ogcapi.features import Features
from rdflib import Graph
from rdflib.compare import isomorphic

from conftest import ROOT, Platform

SHAPES = Path(__file__).parent / "dcat-ap-3.0.1" / "dcat-ap-SHACL.ttl"
CATALOGUES = {"ttl": "turtle", "jsonld": "json-ld", "rdf": "xml"}
# Letters, signs and spaces of many scripts, and what the formats escape.
TEXTS = [
    'a;b,c\\d"e',
    "line\nbreak",
    "]]> <&> %0D",
    "é\u0301\u200d\U0001f468\u200d\U0001f469",
    "ـالعربية",
    "\u00a0\u2028\u3000x",
    "漢字" * 40,
]


@pytest.fixture(scope="module")
def settings() -> list[str]:
    return [
        *("--open-data", "on", "--export-at", "00:00", "--feeds", "on", "--time-zone", "UTC"),
        *("--catalog-licence", "https://creativecommons.org/licenses/by/4.0/"),
        *("--catalog-contact", "mailto:data@city.example", "--catalog-spatial", "http://sws.geonames.org/2797656/"),
    ]


def read(url: str) -> bytes:
    with urlopen(url) as response:
        content: bytes = response.read()
        return content


@pytest.fixture(scope="module")
def open_data(platform: Platform) -> str:
    """The URL of the open data, once it is exported."""
    url = f"{platform.url}/open-data"
    deadline = time.monotonic() + 60
    while not is_exported(url):
        assert time.monotonic() < deadline, "the open data is not exported"
        time.sleep(0.2)
    return url


def is_exported(url: str) -> bool:
    try:
        return bool(read(f"{url}/datapackage.json"))
    except HTTPError as error:
        assert error.code == 503, error
        return False


class Http(HTTPFileSystem):  # type: ignore[misc]
    """Reads URLs in ranges. DuckDB's own extension is not among the packages of PyPI for its version."""

    def modified(self, path: str) -> datetime:
        with urlopen(path) as response:
            return parsedate_to_datetime(response.headers["Last-Modified"])


def graph(platform: Platform, extension: str) -> Graph:
    return Graph().parse(data=read(f"{platform.url}/catalog.{extension}"), format=CATALOGUES[extension])


@pytest.mark.usefixtures("open_data")
def test_the_catalogue_conforms_to_dcat_ap_in_each_serialisation(platform: Platform) -> None:
    turtle = graph(platform, "ttl")
    for extension in ("jsonld", "rdf"):
        assert isomorphic(turtle, graph(platform, extension)), extension
    conforms, _, report = pyshacl.validate(turtle, shacl_graph=str(SHAPES), advanced=False)
    assert conforms, report
    # The shapes find what is missing.
    title = "http://purl.org/dc/terms/title"
    turtle.update(f"DELETE WHERE {{ ?subject <{title}> ?title }}")
    assert not pyshacl.validate(turtle, shacl_graph=str(SHAPES), advanced=False)[0]


def test_ckan_harvests_the_datasets(platform: Platform, open_data: str) -> None:
    program = """
import json, sys
from ckanext.dcat.processors import RDFParser
parser = RDFParser(profiles=["euro_dcat_ap_3"])
parser.parse(sys.stdin.read(), _format=sys.argv[1])
print(json.dumps(list(parser.datasets())))
"""
    package = json.loads(read(f"{open_data}/datapackage.json"))
    resources = {Path(resource["path"]).stem for resource in package["resources"]}
    for extension, name in CATALOGUES.items():
        text = read(f"{platform.url}/catalog.{extension}").decode()
        command = [str(ROOT / ".tools/ckan/bin/python"), "-c", program, name]
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        datasets = json.loads(done.stdout)
        # One for each resource, and one for all of them.
        assert len(datasets) == len(resources)
        ideas = next(dataset for dataset in datasets if dataset["title"].startswith("Ideas"))
        assert {urlsplit(resource["url"]).path for resource in ideas["resources"]} == {
            f"/open-data/ideas.{form}" for form in ("csv", "ndjson", "parquet")
        }
        assert ideas["license_id"] or ideas["resources"][0]["license"]


def test_frictionless_and_duckdb_read_the_files_at_their_urls(open_data: str, tmp_path: Path) -> None:
    package = json.loads(read(f"{open_data}/datapackage.json"))
    for resource in package["resources"]:
        (tmp_path / resource["path"]).write_bytes(read(f"{open_data}/{resource['path']}"))
    (tmp_path / "datapackage.json").write_text(json.dumps(package))
    report = Package(str(tmp_path / "datapackage.json")).validate()
    assert report.valid, report.flatten(["title", "note"])
    connection = duckdb.connect()
    connection.register_filesystem(Http())
    query = "SELECT count(*), max(likes_count) FROM '{}/ideas.{}'"
    # In ranges: the end of the file first.
    of_url = connection.execute(query.format(open_data, "parquet")).fetchall()
    assert of_url == connection.execute(query.format(tmp_path, "csv")).fetchall() and of_url[0][0] > 10


def events(count: int, platform: Platform) -> list[dict[str, Any]]:
    project = next(project for project in platform.records("projects") if project["visible_to"] == "public")
    start = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=2)
    lines = []
    for number in range(count):
        at = start + timedelta(minutes=number)
        lines.append(
            {
                "id": f"00000000-0000-4000-8000-{number:012}",
                "project_id": project["id"],
                "title_multiloc": {"en": f"{number} {TEXTS[number % len(TEXTS)]}"},
                **dict.fromkeys(("created_at", "updated_at"), "2025-03-18T08:15:30.250Z"),
                "location_multiloc": {"en": TEXTS[(number + 1) % len(TEXTS)]},
                "start_at": at.isoformat().replace("+00:00", "Z"),
                "end_at": (at + timedelta(hours=1)).isoformat().replace("+00:00", "Z"),
            }
        )
    return lines


def test_calendars_are_read_by_other_programs(platform: Platform) -> None:
    lines = events(500, platform)
    platform.import_records(events=lines)
    body = read(f"{platform.url}/feeds/events.ics?locale=en")
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    found = {str(event["UID"]): event for event in Calendar.from_ical(body.decode()).events}
    for line in lines:
        event = found[line["id"]]
        assert str(event["SUMMARY"]) == line["title_multiloc"]["en"]
        assert str(event["LOCATION"]) == line["location_multiloc"]["en"]
        assert event.start == datetime.fromisoformat(line["start_at"].replace("Z", "+00:00"))


def test_feeds_are_read_by_other_programs(platform: Platform) -> None:
    body = read(f"{platform.url}/feeds/ideas.atom")
    feed = feedparser.parse(body)
    assert not feed.bozo, feed.bozo_exception
    items = json.loads(read(f"{platform.url}/feeds/ideas.json"))["items"]
    assert [entry.id for entry in feed.entries] == [item["id"] for item in items]
    assert len(items) == len({item["id"] for item in items}) > 10
    assert all(unicodedata.normalize("NFC", entry.title).strip() for entry in feed.entries)
    feeds = feedparser.parse(read(f"{platform.url}/feeds/projects.atom"))
    assert not feeds.bozo and feeds.entries


def test_features_are_read_by_other_programs(platform: Platform, tmp_path: Path) -> None:
    ideas = [idea for idea in platform.records("ideas") if idea["location_point"]]
    token = platform.token()
    collection = platform.get("ideas?format=geojson")
    report = geojson_validator.validate_structure(collection)
    assert not report or not any(report.values()), report
    service = Features(f"{platform.url}/ogc/", headers={"Authorization": f"Bearer {token}"})
    assert set(service.feature_collections()) == {"events", "ideas", "projects"}
    page = service.collection_items("ideas", limit=7)
    assert page["numberMatched"] == len(ideas) and page["numberReturned"] == min(7, len(ideas))
    headers = tmp_path / "headers"
    headers.write_text(f"Authorization: Bearer {token}\n")
    command = [
        *("ogr2ogr", "-f", "GeoJSON", "/vsistdout/", f"OAPIF:{platform.url}/ogc", "ideas"),
        *("--config", "GDAL_HTTP_HEADER_FILE", str(headers), "-oo", "PAGE_SIZE=5"),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    read_by_gdal = json.loads(done.stdout)["features"]
    assert sorted(feature["properties"]["id"] for feature in read_by_gdal) == sorted(idea["id"] for idea in ideas)
