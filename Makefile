# make site   this repository's own site, into site/
# make test   everything CI runs: linters, types, import contracts, tests
# make serve  the site on localhost, rebuilt on each change
# make bench  how long builds of many entries take
# make soak   random edits against clean builds, for a long while
# make clean  removes what the targets above made
# What a target needs is set up once and again only when its list changes.

SHELL := /bin/sh
export PATH := $(or $(PATH),/usr/local/bin:/usr/bin:/bin)
BIN := .venv/bin
ENTRIES ?= 10000
MINUTES ?= 10

.PHONY: site test serve bench soak clean
.DEFAULT_GOAL := site

site: .venv/installed
	@$(BIN)/tagloom build

serve: .venv/installed
	@$(BIN)/tagloom serve

test: .venv/installed-dev tests/node_modules/.installed
	@.ci/setup browser
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > .venv/lint-imports.log || { cat .venv/lint-imports.log; exit 1; }
	@$(BIN)/python -m pytest -q -n auto --dist loadfile $(PYTEST)

bench: .venv/installed-dev
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --root-user-action=ignore --editable '.[bench]'
	@$(BIN)/python -m tests.benchmarks --entries $(ENTRIES)

soak: .venv/installed-dev
	@$(BIN)/python -m tests.benchmarks.soak --minutes $(MINUTES)

clean:
	@rm -rf .venv site .tagloom dist build tests/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/installed: pyproject.toml .ci/setup
	@.ci/setup venv
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --root-user-action=ignore --editable .
	@touch $@

.venv/installed-dev: .venv/installed
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --root-user-action=ignore --editable '.[dev]'
	@touch $@

tests/node_modules/.installed: tests/package-lock.json .ci/setup
	@.ci/setup node java
	@cd tests && npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@
