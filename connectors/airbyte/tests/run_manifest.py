"""Runs the manifest as Airbyte does: run_manifest.py spec|check|discover|read [OPTIONS]. Needs the package airbyte-cdk."""

import sys
from pathlib import Path

from airbyte_cdk.entrypoint import AirbyteEntrypoint, launch
from airbyte_cdk.sources.declarative.yaml_declarative_source import YamlDeclarativeSource

arguments = AirbyteEntrypoint.parse_args(sys.argv[1:])
paths = {name: getattr(arguments, name, None) for name in ("config", "catalog", "state")}
source = YamlDeclarativeSource(
    path_to_yaml=str(Path(__file__).parents[1] / "manifest.yaml"),
    config=YamlDeclarativeSource.read_config(paths["config"]) if paths["config"] else None,
    catalog=YamlDeclarativeSource.read_catalog(paths["catalog"]) if paths["catalog"] else None,
    state=YamlDeclarativeSource.read_state(paths["state"]) if paths["state"] else None,
)
launch(source, sys.argv[1:])
