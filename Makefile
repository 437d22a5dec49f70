# make demo   sets everything up and opens Elenchus with its demo course (MODEL=small: with a local language model)
# make test   runs every test (also in a real browser, and against the small model)
# make check  what must pass before a change is taken: format, lint, imports, dead code, types, tests
# make coverage  the tests, and which lines none of them reached (test-results/coverage)
# make understanding  trains what tells dialogue acts apart (ALSO=folder: more rows; ONWARD=1: goes on with new ones)
# make clean  removes what was built; models and courses stay

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
# Elenchus starts many processes: without kept bytecode each of them compiles the whole of it anew.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip install --disable-pip-version-check
# Several workers share the cores: threads of each that wait for one another take them from all.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/python -m pytest --dist loadgroup --no-loadscope-reorder

.PHONY: help demo test check coverage understanding clean setup setup-dev chromium format \
        linted typed compiled

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

demo: setup
	@$(BIN)/elenchus fetch
	@$(BIN)/elenchus demo
	@$(BIN)/elenchus up

test: setup-dev chromium
	@echo "Fetching what the tests need (both models, the embedder and Tesseract data, 1,711 MB), unless it is there."
	@$(BIN)/elenchus fetch small default embedder tessdata
	@$(PYTEST) -n 3 $(ALL_BUT)

# Quick checks first, side by side; the tests come last, so that their closing line is the last one.
# Long tests (marked so) are left to `make test`.
check:
	@$(MAKE) --no-print-directory -j 2 setup-dev chromium
	@$(MAKE) --no-print-directory -j 2 typed linted compiled
	@$(MAKE) --no-print-directory test ALL_BUT='-m "not long"'

typed:
	@$(BIN)/mypy

linted:
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/vulture

# Else each worker compiles all the tests, while the others do. What is wrong, the tests will say.
compiled: linted
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null || true

coverage: setup-dev chromium
	@$(PYTEST) -n 2 --cov=tutor_app --cov=ingest \
	  --cov-report=term-missing:skip-covered --cov-report=html:test-results/coverage

understanding: setup
	@$(BIN)/elenchus fetch embedder
	@$(BIN)/python -m evals understanding $(addprefix --also ,$(ALSO)) $(if $(ONWARD),--onward)

format: setup-dev
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

setup: $(VENV)/.installed
setup-dev: $(VENV)/.installed-dev

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Elenchus needs Python 3.11, and there is no $(PYTHON). Install it, or name another" \
	       "one that is 3.11 or newer: make PYTHON=/path/to/python"; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.txt pyproject.toml | $(BIN)/python
	@echo "Installing the packages of requirements.txt into $(VENV): about 400 MB to download with"
	@echo "the CPU build of torch; pip's plain Linux build adds several GB (see docs/operations.md)."
	@$(PIP) --no-compile -r requirements.txt
	@$(PIP) --quiet --no-deps -e .
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
	@echo "Installing what the tests need on top (about 70 MB)."
	@$(PIP) --no-compile -r requirements-dev.txt
	@touch $@

# The browser tests use the system's Chromium; Debian's package brings it.
chromium:
	@if command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	    || command -v google-chrome >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests (about 100 MB, with apt-get)."; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; \
	else \
	  echo "The browser tests need Chromium, and there is none. Install it, for example with:" \
	       "sudo apt-get install chromium"; exit 1; \
	fi

clean:
	@echo "Removing $(VENV), caches and built files. Models, courses and conversations stay."
	@rm -rf $(VENV) *.egg-info .mypy_cache .ruff_cache .pytest_cache demo_course/build test-results
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
