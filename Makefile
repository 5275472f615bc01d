# The two commands are `make run` and `make test`. Works with GNU make 3.81.
# `make test-quick` is for use while programming, `make test-all` for once a day.

# The Python of a distribution is preferred, because it is built with all optimizations.
# One compiled by a version manager usually needs up to a sixth more processor time.
PYTHON ?= $(shell /usr/bin/python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo /usr/bin/python3; exit; }; \
	for p in python3.13 python3.12 python3.11 python3 python3.14; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; break; }; done)

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
UV := UV_HTTP_TIMEOUT=20 $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes

LOCK := $(BIN)/uv pip compile -q --universal --generate-hashes --python-version 3.11 pyproject.toml

.PHONY: run run-big test test-quick test-all chaos lint audit docs lock wheel windows clean

run: .venv/runtime.stamp
	@exec $(BIN)/python manage.py serve

# On PostgreSQL and Redis with several web processes, as for a big event
run-big: .venv/runtime.stamp
	@exec $(BIN)/python deploy/run_big.py

test: .venv/development.stamp
	@$(BIN)/python tests/run.py

test-quick: .venv/development.stamp
	@$(BIN)/python tests/run.py quick

test-all: .venv/development.stamp
	@$(BIN)/python tests/run.py all

# Kills processes and causes faults while the clock runs, hands are saved and a whole day
# is played. 0 skips a part.
# make chaos KILLS=200 HANDS=2000 ROUNDS=3 TABLES=10 SEED=1
chaos: .venv/development.stamp
	@$(BIN)/python -m benchmarks.chaos --kills $(or $(KILLS),200) --hands $(or $(HANDS),2000) \
		--rounds $(or $(ROUNDS),3) --tables $(or $(TABLES),10) $(if $(SEED),--seed $(SEED))

lint: .venv/development.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.prose_check
	$(BIN)/python -m tools.catalogues check
	$(BIN)/python manage.py makemigrations --check --dry-run
	HTTPS=1 SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') \
		ALLOWED_HOSTS=example.org $(BIN)/python manage.py check --deploy --fail-level WARNING

# Security advisories about the pinned libraries, if their database can be reached
audit: .venv/development.stamp
	@$(BIN)/python tools/audit.py

# The documents as a site, in var/docs-site
docs: .venv/development.stamp
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

lock: .venv/development.stamp
	$(LOCK) --extra sso -o requirements-runtime.txt
	$(LOCK) --group test -c requirements-runtime.txt -o requirements.txt
	$(LOCK) --group dev -c requirements.txt -o requirements-dev.txt

# The package, in dist/
wheel: .venv/development.stamp
	@$(BIN)/python -m hatchling build -t wheel

# The zip for Windows, in dist/. Downloads Python unless a file is given:
# make windows PYTHON_ZIP=python-3.13.9-embed-amd64.zip
windows: .venv/development.stamp
	@$(BIN)/python deploy/windows_zip.py $(PYTHON_ZIP)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found. Install it, then run make again."; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Python cannot make a virtual environment. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }

# uv takes a quarter of pip's time. If it is not available, or cannot reach the packages,
# pip installs them.
.venv/uv.stamp: requirements-dev.txt | .venv/bin/python
	@sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.txt > .venv/uv.txt
	@$(PIP) --only-binary :all: --no-compile -r .venv/uv.txt 2>/dev/null || true
	@touch $@

.venv/runtime.stamp: requirements-runtime.txt | .venv/uv.stamp
	@echo "Installing what the program needs (once) ..."
	@$(UV) -r requirements-runtime.txt 2>/dev/null || $(PIP) -r requirements-runtime.txt
	@touch $@

# Nothing is compiled in advance: Python compiles modules when it imports them, and most
# runs import few of these.
.venv/development.stamp: requirements-dev.txt .venv/runtime.stamp
	@echo "Installing what the tests need (once) ..."
	@$(UV) -r requirements-dev.txt 2>/dev/null || $(PIP) --no-compile -r requirements-dev.txt
	@touch $@
