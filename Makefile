# What a person types. Each environment is made once and again when pyproject.toml or constraints.txt change.
#   make run [PORT=8000] [VAULT=vault] [FULL=1]   serve the vault on this machine
#   make test [LEAN=1] [ARGS='-k search']         run the tests; LEAN=1 without torch
#   make check · docs · bench · soak · clean

PORT ?= 8000
HOST ?= 127.0.0.1
VAULT ?= vault
FULL ?=
LEAN ?=
ARGS ?=
# Where `make run` and `make test` keep their environments.
VENV ?= .venv
LEAN_VENV ?= .venv-lean

OK_PYTHON = import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do "$$p" -c "$(OK_PYTHON)" >/dev/null 2>&1 && echo "$$p" && break; done)
PIP = -m pip install -qq --disable-pip-version-check --no-input --constraint constraints.txt
PY = $(VENV)/bin/python
export PYTHONUTF8 = 1

.PHONY: run test check docs bench soak pins clean help
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' Makefile

# --- the environments -------------------------------------------------------------------------------------------------

define environment
	@test -n "$(PYTHON)" || { echo "gpukb needs Python 3.11 or newer with the venv module (Debian: apt-get install python3-venv)" >&2; exit 1; }
	@echo "installing into $(1) with $(PYTHON): $(2) (a minute or two, once)" >&2
	@test -x $(1)/bin/python || "$(PYTHON)" -m venv $(1)
	@$(1)/bin/python $(PIP) --editable '$(2)'
	@touch $@
	@echo "installed into $(1)" >&2
endef

$(VENV)/.lean: pyproject.toml constraints.txt
	$(call environment,$(VENV),.)

$(VENV)/.models: pyproject.toml constraints.txt
	$(call environment,$(VENV),.[models])
	@touch $(VENV)/.lean

$(VENV)/.dev: pyproject.toml constraints.txt
	$(call environment,$(VENV),.[dev])
	@touch $(VENV)/.lean $(VENV)/.models

$(LEAN_VENV)/.test: pyproject.toml constraints.txt
	$(call environment,$(LEAN_VENV),.[test])

# --- the main job -----------------------------------------------------------------------------------------------------

run: $(VENV)/$(if $(FULL),.models,.lean)
	@exec $(VENV)/bin/gpukb serve --vault '$(VAULT)' --host '$(HOST)' --port '$(PORT)'

# --- tests and checks -------------------------------------------------------------------------------------------------

ifdef LEAN
test: $(LEAN_VENV)/.test
	@LEAN=1 $(LEAN_VENV)/bin/python -m pytest -m "not models" $(ARGS)
else
test: $(VENV)/.dev
	@$(PY) -m pytest $(ARGS)
endif

check: $(VENV)/.dev
	@$(PY) -m ruff format --check --quiet . || { $(PY) -m ruff format --check . ; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy
	@$(VENV)/bin/lint-imports --no-logo
	@$(PY) docs/generate.py --check

docs: $(VENV)/.dev
	@$(PY) docs/generate.py

bench: $(VENV)/.dev
	@$(PY) -m bench $(ARGS)

# The wheel alone, in an empty environment, as a stranger gets it; a hundred kills of an indexing process; time that grows as the text does;
# ten minutes of made-up notes, a second a megabyte.
soak: $(VENV)/.dev
	@rm -rf build/soak && mkdir -p build/soak
	@$(PY) -m hatchling build -t wheel -d build/soak >/dev/null
	@"$(PYTHON)" -m venv build/soak/env
	@build/soak/env/bin/python $(PIP) build/soak/*.whl
	@$(PY) tests/soak.py build/soak/env/bin/gpukb tests/vault
	@$(PY) tests/index/kills.py 100
	@$(PY) tests/growth.py
	@$(PY) tests/fuzz.py --seconds 600

pins: $(VENV)/.dev
	@{ sed -n '1p' constraints.txt; $(PY) -m pip list --format=freeze --exclude gpukb --exclude pip | sed 's/+cpu$$//'; } > build/pins
	@mv build/pins constraints.txt

clean:
	@rm -rf build dist $(LEAN_VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find src api tests -name __pycache__ -type d -prune -exec rm -rf {} +
