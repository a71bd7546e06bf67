# Needs Python >= 3.11 and make. Everything else comes from requirements-dev.txt into $(VENV).

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
# More for pytest or the benchmark: make test ARGS="-k joker --run-slow", make bench-speed ARGS=--write
ARGS ?=
# The position that `make solve` solves.
EXAMPLE ?= bko7.r2-6.rko3.ro9j.b4-9jb10b11-12.k9-13.rbko2.rbko6.rbko4.bko2 r1r8-10r12-13b1b1b11k1k4-5k10-11o5o7o9-10o10o12
export EXAMPLE

bin = $(VENV)/bin
# Stamps: the locked packages are in, the package itself is in.
locked = $(VENV)/.locked
installed = $(VENV)/.installed
pip = "$(bin)/python" -m pip --disable-pip-version-check -qq

# The lock is made from the registry alone: what a machine's own pip settings add must not get into it.
lock = env -u PIP_FIND_LINKS -u PIP_EXTRA_INDEX_URL PIP_CONFIG_FILE=/dev/null \
	"$(bin)/python" -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --newline=lf \
	--no-header --no-emit-options --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	--build-deps-for=wheel --build-deps-for=editable

.DEFAULT_GOAL := help
.PHONY: help install solve serve test system bench-speed bench-service bench bench-full bench-figures verify-corpus verify-puzzles lint format types lock clean

help: ## Say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

install: $(installed) ## Make the environment from the lock and install the package into it

$(locked): requirements-dev.txt
	$(PYTHON) -m venv --clear "$(VENV)"
	$(pip) install --require-hashes --only-binary :all: -r requirements-dev.txt
	@touch "$@"

$(installed): $(locked) pyproject.toml
	$(pip) install --no-deps --no-build-isolation --editable .
	@touch "$@"

solve: install ## Solve the README's example position, or EXAMPLE="..."
	@"$(bin)/melds" solve "$$EXAMPLE"

serve: install ## Serve over HTTP on 127.0.0.1:8000 (settings: README.md)
	@exec "$(bin)/melds" serve

# What the tests need of the system, on Debian. Others are told what is missing.
system:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then scripts/install-system-packages.sh; \
	else scripts/install-system-packages.sh --check; fi

# With STATUS=file pytest's exit code goes there, since make turns each failure into its own 2.
test: install system ## Run the whole test suite, in random order (ARGS="..." for pytest)
	@"$(bin)/python" -m pytest -n $(JOBS) --dist worksteal $(ARGS)$(if $(STATUS),; echo $$? >"$(STATUS)")

bench-speed: install ## Measure how fast it is; record the figures with ARGS=--write
	@"$(bin)/python" -m benchmarks.speed $(ARGS)

bench-service: install system ## Measure the HTTP service; record the figures with ARGS=--write
	@"$(bin)/python" -m benchmarks.service $(ARGS)

bench: install ## Measure the solver and its rivals on a part of the corpus, in minutes (ARGS=--write)
	@"$(bin)/python" -m benchmarks.bench --count 10 --limit 5 $(ARGS)

bench-full: install ## The same on the whole corpus
	@"$(bin)/python" -m benchmarks.bench --limit 60 $(ARGS)

bench-figures: install ## Measure growth and time split, and draw them and the newest run (ARGS="growth --redraw")
	@"$(bin)/python" -m benchmarks.pictures $(ARGS)

verify-corpus: install ## Recompute every optimum of the corpus, by two methods where possible (ARGS="smoke paper")
	@"$(bin)/python" -m benchmarks.verify --jobs $(JOBS) $(ARGS)

verify-puzzles: install ## Prove every puzzle of the library anew: one solution, and its grade
	@"$(bin)/melds" puzzles --verify solver/puzzles/data/library.txt --jobs $(JOBS)

lint: install ## Check style, format and who imports whom
	"$(bin)/ruff" check .
	"$(bin)/ruff" format --check .
	"$(bin)/lint-imports" --no-cache --no-logo

format: install ## Rewrite the code in the project's style
	"$(bin)/ruff" check --fix .
	"$(bin)/ruff" format .

types: install ## Check types
	"$(bin)/pyright" --pythonpath "$(bin)/python"

lock: install ## Make requirements*.txt anew from pyproject.toml (UPGRADE=--upgrade for newer versions)
	@"$(bin)/python" -c "import sys; sys.exit(sys.version_info[:2] != (3, 11) and 'the lock is made with Python 3.11, the oldest that it serves')"
	$(lock) $(UPGRADE) --extra dev --extra figures --output-file requirements-dev.txt pyproject.toml
	$(lock) --constraint requirements-dev.txt --output-file requirements.txt pyproject.toml

clean: ## Remove the environment and every cache
	rm -rf "$(VENV)" .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
