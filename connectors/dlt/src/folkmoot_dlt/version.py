"""The version of the package: that of the server."""

VERSION = "0.2.0"
