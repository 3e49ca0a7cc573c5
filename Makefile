# Two commands from a fresh clone: `make run` plays, `make test` proves. Both set themselves up in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev

.PHONY: run run-club test lint types pytest soak bench clean install uninstall pi-check pictures

run: $(STAMP)
	$(BIN)/companion run $(ARGS)

# a broker, a venue and six simulated tables on this machine, to look at
run-club: $(STAMP)
	$(BIN)/companion venue --demo 6 $(ARGS)

test: $(DEV_STAMP) tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist worksteal -m "not soak" $(PYTEST_ARGS)

# what is timed by a stopwatch has the machine for itself, after all the others
soak: $(DEV_STAMP)
	$(BIN)/pytest -n 2 --dist worksteal -m "soak and not stopwatch" --timeout 3600 $(PYTEST_ARGS); first=$$?; \
	$(BIN)/pytest -m "soak and stopwatch" --timeout 3600 $(PYTEST_ARGS) && exit $$first

bench: $(DEV_STAMP)
	$(BIN)/companion bench $(ARGS)

# Optional programs from Debian: tests that need one say that they were skipped without it.
TOOLS := chromium:chromium pdftoppm:poppler-utils systemd-analyze:systemd mosquitto:mosquitto
.PHONY: tools
tools:
	@for pair in $(TOOLS); do \
	  program=$${pair%%:*}; package=$${pair##*:}; \
	  command -v $$program >/dev/null && continue; \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    export DEBIAN_FRONTEND=noninteractive; \
	    apt-get install -y -qq $$package >/dev/null 2>&1 \
	      || { apt-get update -qq >/dev/null 2>&1; apt-get install -y -qq $$package >/dev/null 2>&1; } \
	      || echo "$$package could not be installed: tests that need $$program are skipped"; \
	  else echo "no $$program here (sudo apt install $$package): tests that need it are skipped"; fi; \
	done

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || { echo "python3 cannot make a venv here: sudo apt install python3-venv"; exit 1; }

$(STAMP): pyproject.toml $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(DEV_STAMP): pyproject.toml $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	@# only its source is needed here, to check our stand-in against; it cannot run without a Pi's libraries
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps "picamera2>=0.3.30,<0.4" \
	  || echo "picamera2's source could not be had: the stand-in's signatures are not checked"
	@touch $@ $(STAMP)

install:
	sh systemd/install.sh

uninstall:
	sh systemd/install.sh --uninstall

# a Pi without a Pi: see systemd/pi_check
pi-check: $(DEV_STAMP)
	PYTHONPATH=. nice -n 10 $(BIN)/python systemd/pi_check $(ARGS)

# the drawings in docs/, from what the drivers would send, and the README's pictures
pictures: $(DEV_STAMP)
	PYTHONPATH=. $(BIN)/python docs/draw.py
	PYTHONPATH=. $(BIN)/python docs/pictures.py

clean:
	rm -rf $(VENV) build *.egg-info
