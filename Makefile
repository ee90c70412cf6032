# Everything a newcomer needs; each target sets up what it uses.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

BINARY := target/release/folkmoot
# What `make run` serves.
QUICK_BINARY := target/quick/folkmoot
PORTAL := portal/build
CONSOLE := console/build
COMPONENTS := components/build
SITES = $(PORTAL)/index.html $(CONSOLE)/index.html $(COMPONENTS)/folkmoot.js
PACKAGES := dist/SHA256SUMS
DATA ?= data
LISTEN ?= 127.0.0.1:8080
STEPS ?= 3000
DURATION ?= 300

.PHONY: help run quick-server build test test-fast test-long fuzz soak check generate packages bench bench-peers bench-scale clean

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

run: ## build everything and serve the demo platform
	@echo "Building the portal, the console, the web components and the server side by side. The first build takes about six minutes on two processors."
	@$(MAKE) --no-print-directory -j3 $(SITES) quick-server
	@echo "Building the binary that contains them."
	$(EMBEDDED) cargo build --profile quick --locked --package folkmoot --bin folkmoot
	@scripts/run $(QUICK_BINARY) $(DATA) $(LISTEN)

# All that compiles without the sites, which later builds do not wait for.
quick-server:
	@[ -e $(QUICK_BINARY) ] || FOLKMOOT_COMMIT=$$(scripts/commit) cargo build --profile quick --locked --package folkmoot --lib

EMBEDDED = FOLKMOOT_COMMIT=$$(scripts/commit) FOLKMOOT_EMBED_PORTAL=$(CURDIR)/$(PORTAL) FOLKMOOT_EMBED_CONSOLE=$(CURDIR)/$(CONSOLE) FOLKMOOT_EMBED_COMPONENTS=$(CURDIR)/$(COMPONENTS)

build: $(SITES) ## build the portal, the console and the web components, and the binary that contains them
	$(EMBEDDED) cargo build --release --locked --bin folkmoot

# The portal serves the packages of the clients and connectors.
$(PORTAL)/index.html: openapi.json portal/node_modules $(PACKAGES) $(shell git ls-files portal openapi 2>/dev/null)
	npm --prefix portal run build

$(PACKAGES): Cargo.toml scripts/packages $(shell git ls-files connectors 2>/dev/null)
	scripts/packages

# The console imports colours, fonts and the icon of the portal.
$(CONSOLE)/index.html: console/node_modules portal/provider.ts $(shell git ls-files console portal/src/css 2>/dev/null)
	npm --prefix console run build

$(COMPONENTS)/folkmoot.js: components/node_modules $(shell git ls-files components 2>/dev/null)
	npm --prefix components run build

# Without what only checks and tests need.
portal/node_modules: portal/package-lock.json
	npm --prefix portal install --omit=dev --no-audit --no-fund
	@touch $@

portal/node_modules/.with-tools: portal/package-lock.json
	npm --prefix portal install --no-audit --no-fund
	@touch portal/node_modules $@

console/node_modules: console/package-lock.json
	npm --prefix console install --no-audit --no-fund
	@touch $@

components/node_modules: components/package-lock.json
	npm --prefix components install --no-audit --no-fund
	@touch $@

connectors/typescript/node_modules: connectors/typescript/package-lock.json
	npm --prefix connectors/typescript install --no-audit --no-fund
	@touch $@

test: ## install what the tests need and run all of them
	scripts/test

test-fast: ## the unit tests and the tests of requests, parameters, filters and pages: two minutes and a build
	scripts/install-check-tools
	CARGO_PROFILE_DEV_OPT_LEVEL=1 .venv/bin/cargo-nextest nextest run --locked --profile fast

test-long: ## thousands of random steps, 200 kills, an hour of load, reproducible builds, Lighthouse; takes about five hours
	STEPS=$(STEPS) scripts/test-long

fuzz: ## look for inputs that fail, five minutes for each access level and target: about two hours; DURATION=60 for one minute each
	scripts/install-test-tools
	cargo build --locked
	scripts/fuzz $(DURATION) $(PARTS)

soak: ## serve a platform under mixed load for an hour; judge errors, memory, file handles and latencies
	cargo build --release --locked --bin folkmoot
	scripts/soak

check: portal/node_modules/.with-tools console/node_modules components/node_modules connectors/typescript/node_modules ## the quick loop: format, lints, types, vocabulary, dependencies, compatibility, fast tests
	cargo fmt --check
	scripts/check-vocabulary
	scripts/check-project
	CARGO_PROFILE_DEV_OPT_LEVEL=1 cargo clippy --all-targets --locked -- -D warnings
	npm --prefix portal run check
	npm --prefix console run check
	npm --prefix console run generate -- --check
	npm --prefix console run unit
	npm --prefix components run check
	npm --prefix components run unit
	npm --prefix connectors/typescript run check
	node connectors/powerbi/generate.mjs --check
	$(MAKE) test-fast

generate: connectors/typescript/node_modules ## write what is generated from the server's declarations
	cargo build --locked
	target/debug/folkmoot openapi --without-platform > openapi.json
	target/debug/folkmoot openapi --admin-api > openapi-admin.json
	target/debug/folkmoot reference problems > portal/generated/problems.json
	target/debug/folkmoot reference settings > portal/generated/settings.json
	target/debug/folkmoot reference metrics > portal/generated/metrics.json
	npm --prefix connectors/typescript run generate
	npm --prefix console run generate
	node connectors/powerbi/generate.mjs
	scripts/install-check-tools
	.venv/bin/python connectors/generate.py

packages: ## build the packages of connectors/ into dist/
	scripts/packages

bench: ## measure lists and compare with the last results in benchmarks/; takes 15 minutes and a build
	scripts/bench

bench-peers: ## measure the same list from Datasette and the SQL of PostgREST
	scripts/bench-peers

bench-scale: ## measure what a record, a request and a change cost; takes ten minutes and a build
	cargo build --release --locked --bin folkmoot
	scripts/scale
	scripts/scale --postgres
	FOLKMOOT_BENCH_RECORDS=100000000 cargo bench --locked -p folkmoot-index --bench partitions | tee benchmarks/partitions.txt

clean: ## remove what was built
	cargo clean
	rm -rf $(PORTAL) $(CONSOLE) $(COMPONENTS) components/node_modules console/node_modules portal/node_modules portal/.docusaurus connectors/typescript/build connectors/typescript/node_modules dist
