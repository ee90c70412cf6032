#!/bin/sh
# Validates openapi.json with an independent validator, which is installed into .venv.
set -eu
cd "$(dirname "$0")/.."

wanted=openapi-spec-validator==0.9.0
if ! .venv/bin/python -m pip show openapi-spec-validator 2>/dev/null | grep -qx "Version: ${wanted##*==}"; then
    python3 -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "$wanted"
fi
exec .venv/bin/openapi-spec-validator --schema 3.1 openapi.json
