# EventNight: two commands are enough, `make run` and `make test`.
PYTHON ?= python3
PORT ?= 8000
# `make run FOR=hall` answers every phone and tablet in the network, else this computer alone.
HOST := $(if $(filter hall,$(FOR)),0.0.0.0,127.0.0.1)
ORACLE ?= $(or $(wildcard ../shared/oracle),tests/oracle)
BIN := .venv/bin
# Nothing runs before its packages are installed; a stamp keeps the second start short.
RUNTIME := .venv/runtime.stamp
DEV := .venv/dev.stamp
BENCH := .venv/bench.stamp
MUTANTS := .venv/mutants.stamp
COVERAGE := .venv/coverage.stamp
BUILD := .venv/engine.stamp
INSTALL := $(shell command -v uv >/dev/null 2>&1 && echo "uv pip install --quiet --python $(BIN)/python" || echo "$(BIN)/python -m pip install --quiet --disable-pip-version-check")

.PHONY: help run demo test lint check fmt engine bench faults attacks fuzz simulate mutants oracle coverage rules shots ci clean
help:
	@echo "make run     a demo night on http://127.0.0.1:$(PORT) (one process, SQLite, nothing else needed); FOR=hall answers phones too"
	@echo "make test    the suite on SQLite; ON=postgresql with Redis, worker and beat, ON=browser in Chromium, ON=everything; ON=deep tries all examples, on both databases"
	@echo "make lint    format, lint, types, import layers, migrations"
	@echo "make check   make lint and make test: what a change must pass at the desk"
	@echo "make coverage  which lines of the product the suite runs; ARGS=tests/bank for a part of it"
	@echo "make rules   every house rule with its status and its tests; ARGS=reached runs them and says by which doors they go"
	@echo "make engine  the engine as a distribution, pure and compiled, in var/engine; its whole suite on the compiled one"
	@echo "make oracle  the engine against all reference data in ORACLE=$(ORACLE)"
	@echo "make faults  what bank and clocks must survive, on real processes that are killed (needs PostgreSQL and Redis installed)"
	@echo "make attacks the draw under a million attacks, on the published files and on both databases; ARGS=quick for a few"
	@echo "make fuzz    100,000 odd requests of pages and API, on the database of DATABASE_URL; ARGS='--cases 5000' for fewer"
	@echo "make simulate nights played crookedly through pages and API, from a seed; ARGS='--seed 7 --seconds 600'; ARGS=score for the planted faults it finds"
	@echo "make mutants one thing wrong at a time in engine and bank, and whether the tests notice; ARGS='bank --seed 2'"
	@echo "make bench   speeds beside their peers, the engine pure and compiled, also into bench.json (PostgreSQL installed); ARGS=large for a million entries"
	@echo "make demo    a fresh demo night in the database"
	@echo "make shots   every page of the demo night as pictures, in shots/"
	@echo "make ci      what .ci/run does"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "EventNight needs Python 3.11 or later; set PYTHON=python3.x"; exit 1; }
	@echo "Making .venv ..."
	@if command -v uv >/dev/null 2>&1; then uv venv --quiet --python $(PYTHON) .venv; else $(PYTHON) -m venv .venv; fi

$(RUNTIME): requirements.txt | $(BIN)/python
	@echo "Installing what EventNight runs on ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

$(DEV): requirements-dev.txt $(RUNTIME)
	@echo "Installing what the suite needs ..."
	@$(INSTALL) -r requirements-dev.txt
	@touch $@

$(BENCH): requirements-bench.txt $(DEV)
	@$(INSTALL) -r requirements-bench.txt
	@touch $@

$(MUTANTS): requirements-mutants.txt $(DEV)
	@$(INSTALL) -r requirements-mutants.txt
	@touch $@

$(COVERAGE): requirements-coverage.txt $(DEV)
	@$(INSTALL) -r requirements-coverage.txt
	@touch $@

$(BUILD): requirements-engine.txt $(DEV)
	@$(INSTALL) -r requirements-engine.txt
	@touch $@

run: $(RUNTIME)
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py demo --if-empty --address http://127.0.0.1:$(PORT)
	@$(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

demo: $(RUNTIME)
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py demo

test: $(DEV)
	$(BIN)/python -m tests.everywhere $(ON) $(ARGS)

lint: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/oxlint
	$(BIN)/mypy engine eventnight tables tournaments
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run

check: lint test

fmt: $(DEV)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Built from a copy, so that nothing is left beside the sources.
COMPILED := var/engine/compiled
$(COMPILED): setup.py pyproject.toml $(shell find engine -name '*.py' -o -name '*.toml' -o -name '*.md') | $(BUILD)
	rm -rf var/engine
	mkdir -p var/engine/source
	cp -r engine setup.py pyproject.toml LICENSE var/engine/source
	find var/engine/source -name __pycache__ -prune -exec rm -rf {} +
	$(BIN)/python -m build --no-isolation --outdir var/engine/dist var/engine/source
	EVENTNIGHT_ENGINE=compiled $(BIN)/python -m build --no-isolation --wheel --outdir var/engine/dist var/engine/source
	$(INSTALL) --no-deps --target $@ var/engine/dist/*-cp3*.whl
	@touch $@

# A safe path keeps the sources in this folder from standing before the wheel.
engine: $(COMPILED)
	EVENTNIGHT_ENGINE=compiled PYTHONSAFEPATH=1 PYTHONPATH=$(CURDIR)/$(COMPILED):$(CURDIR) ORACLE=$(ORACLE) ORACLE_FULL=1 $(BIN)/pytest -q -n 2 --dist loadgroup -o pythonpath= -o django_find_project=false --import-mode=append tests/engine tests/rules $(ARGS)

bench: $(BENCH) $(COMPILED)
	$(BIN)/python -m tests.bench $(ARGS)

faults: $(DEV)
	$(BIN)/python -m tests.faults $(ARGS)

attacks: $(DEV)
	$(BIN)/python -m tests.attacks $(ARGS)

fuzz: $(DEV)
	$(BIN)/python -m tests.fuzz $(ARGS)

simulate: $(DEV)
	$(BIN)/python -m tests.simulator $(ARGS)

mutants: $(MUTANTS)
	$(BIN)/python -m tests.mutants $(ARGS)

oracle: $(DEV)
	ORACLE=$(ORACLE) ORACLE_FULL=1 $(BIN)/python -m pytest -q -n 2 tests/engine tests/rules tests/tables

coverage: $(COVERAGE)
	$(BIN)/python -m tests.covered $(ARGS)

rules: $(DEV)
	$(BIN)/python -m tests.rules.$(or $(ARGS),coverage)

shots: $(DEV)
	$(BIN)/python -m tests.flows.shots

ci:
	bash .ci/run

clean:
	rm -rf .venv var shots staticfiles bench.json
