"""dlt source for the public API of a Folkmoot participation platform."""

from .source import folkmoot_source

__all__ = ["folkmoot_source"]
