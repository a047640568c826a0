# Two commands do everything on a fresh machine with Python 3.10 or newer:
#   make demo     trains a masked PPO agent on Tiny Towns (ARGS=carcassonne: on Carcassonne) and shows how well it plays
#   make test     runs the tests
# Each creates .venv and installs the project into it when that is missing or pyproject.toml has changed.
# Another Python: make test PYTHON=python3.12. More for pytest: make test ARGS="-k scoring -x".

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test lint format types bench figures options candidates leaderboard picture clean

help:
	@echo "make demo     train an agent on Tiny Towns and evaluate it (the first time: set-up included);  ARGS=carcassonne"
	@echo "make test     run the tests"
	@echo "make lint     ruff: rules and formatting;  make format  lets ruff mend both"
	@echo "make types    mypy --strict"
	@echo "make bench    measure steps per second of all games beside other libraries, into docs/benchmarks.md"
	@echo "make figures  play the games behind docs/figures.md and write it;  one game: ARGS='--game carcassonne'"
	@echo "make options  write the tables of options in docs/ from their declarations"
	@echo "make candidates  write the tables of features in docs/candidates.md from their declarations"
	@echo "make leaderboard  play the games of all ladders and write docs/leaderboard.md (up to an hour on 2 cores)"
	@echo "make picture  draw the pictures under docs/images"
	@echo "make clean    remove .venv and everything that tools left behind"

demo: $(VENV)/.demo
	$(BIN)/python -m tabletop_envs demo $(ARGS)

# One thread per process, so that the tests do the same on every machine.
test: export OMP_NUM_THREADS = 1
test: export MKL_NUM_THREADS = 1
test: export OPENBLAS_NUM_THREADS = 1
test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

lint: $(VENV)/.dev
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .

format: $(VENV)/.dev
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

types: $(VENV)/.dev
	$(BIN)/python -m mypy

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks.throughput --game all --markdown $(ARGS)

figures: $(VENV)/.demo
	$(BIN)/python -m benchmarks.figures --game all --markdown $(ARGS)

options: $(VENV)/.dev
	$(BIN)/python -m docs.options

candidates: $(VENV)/.dev
	$(BIN)/python -m docs.candidates

leaderboard: $(VENV)/.dev
	$(BIN)/python -m tabletop_envs ladder run ladder/*.json $(ARGS)
	$(BIN)/python -m tabletop_envs ladder page ladder/*.json --out docs/leaderboard.md

picture: $(VENV)/.demo
	$(BIN)/python docs/images/draw.py

clean:
	rm -rf $(VENV) build dist runs .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("$(PYTHON) is Python " + sys.version.split()[0] + "; tabletop-envs needs 3.10 or newer (make PYTHON=...)" if sys.version_info < (3, 10) else 0)'
	$(PYTHON) -m venv $(VENV)

# A stamp says which extras are installed. Python is only needed to exist, so its age does not matter.
$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[render,train]'
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.demo

$(VENV)/.bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[bench,train]'
	@touch $@
