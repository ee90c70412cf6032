#!/bin/sh
# Has an independent validator judge openapi.json. What it needs is kept in .venv.
set -eu
cd "$(dirname "$0")/.."

wanted=openapi-spec-validator==0.9.0
if ! .venv/bin/python -m pip show openapi-spec-validator 2>/dev/null | grep -qx "Version: ${wanted##*==}"; then
    python3 -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "$wanted"
fi
exec .venv/bin/openapi-spec-validator --schema 3.1 openapi.json
