# Every target sets itself up: a .venv by python3 -m venv, the locked and hashed dependencies into it. No root, no token.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
# Compiled files are kept, whatever the environment says: the tests start hundreds of interpreters.
unexport PYTHONDONTWRITEBYTECODE
FRESH ?=
FULL ?=
PROCESSES ?= 4

.DEFAULT_GOAL := help
.PHONY: help setup play run demo test check rest lint docs newgame checkgame coverage ledger bench postgresql attack storm stances dogfights longwar governors advice calibrate fuzz faults kills soak minutes mutants lock clean

help: ## show the targets
	@awk -F':.*## ' '/^##@ / {printf "\n%s\n", substr($$0, 5)} /^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Admiralty needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@echo "Installing what it needs into $(VENV), about a minute the first time."
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(READY_DEV): $(READY) requirements-dev.lock
	@echo "Installing what the tests need, a minute or two the first time."
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@# Compiles the tests once, half of them in each of two processes; else each of pytest's processes compiles all of them.
	@$(PY) -m pytest --collect-only -q tests/rules >/dev/null & $(PY) -m pytest --collect-only -q --ignore tests/rules >/dev/null; wait
	@touch $@

##@ Play and host

play: $(READY) ## a local Discord and the bot, a campaign ready to play (FRESH=1 starts over)
	$(PY) bot.py play $(if $(FRESH),--fresh) $(if $(TABLE),--table)

run: $(READY) ## the bot on the real Discord (DISCORD_TOKEN from the environment or .env)
	$(PY) bot.py run

demo: $(READY) ## a scripted twelve-turn campaign, four players and two empires of the bot's, through the real bot into out/demo (FULL=1: forty turns)
	$(PY) bot.py demo $(if $(FULL),--full)

##@ Develop

setup: $(READY_DEV) ## install everything, tests included

test: $(READY_DEV) ## the tests of all rules and rooms, and one evening of each kind (docs/testing.md: what `make check` adds)
	$(PY) -m pytest -n 3 --dist loadfile -m "not check_only"

lint: $(READY_DEV) ## style, format, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	MYPYPATH=$$(echo examples/*/ | tr ' ' ':') $(BIN)/mypy
	$(BIN)/lint-imports

docs: $(READY_DEV) ## the documentation site, into build/site (every link is checked)
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet

newgame: $(READY_DEV) ## a game of your own to begin with: GAME=name, below examples/ or WHERE=folder (docs/adding-a-game.md)
	@$(PY) -m harness.newgame "$(GAME)" $(if $(WHERE),--where "$(WHERE)")

checkgame: $(READY_DEV) ## every check of a game from outside: GAME=name, below examples/ or WHERE=folder
	@$(PY) -m harness.checkgame "$(GAME)" $(if $(WHERE),--where "$(WHERE)")

check: test rest ## everything that CI runs: the tests, then the rest

rest: lint docs ## what `make check` adds to `make test`: lint, types, import contracts, the long tests, the ledger, tests on PostgreSQL
	@# The tests on PostgreSQL run beside the long ones, which often wait; what they print comes at the end.
	@mkdir -p build
	@$(MAKE) --no-print-directory postgresql PROCESSES=2 >build/postgresql.txt 2>&1 & beside=$$!; \
	$(PY) -m pytest -n 6 --dist loadfile -m check_only; long=$$?; \
	wait $$beside; beside=$$?; cat build/postgresql.txt; exit $$((long || beside))
	$(PY) -m tests.ledger --from-last

ON_POSTGRESQL := tests/storage tests/umpire/delivery tests/umpire/clock/test_clock.py \
	tests/umpire/capsules/test_import_beside_the_bot.py tests/umpire/services/test_pulse.py tests/e2e/test_full_database.py \
	tests/e2e/test_start.py tests/e2e/test_privacy.py
# And what each game's rows name (harness/games).
OF_GAMES = $$($(PY) -m harness.games.known postgresql)
ALL_ON_POSTGRESQL := tests/storage tests/umpire tests/e2e
postgresql: $(READY_DEV) ## storage, and a sample of the umpire and of whole evenings, on PostgreSQL (WHAT=all: every test of the three; WHAT=tests/umpire)
	ADMIRALTY_TEST_DATABASE=postgresql $(PY) -m pytest -n $(PROCESSES) --dist loadfile $(if $(filter all,$(WHAT)),$(ALL_ON_POSTGRESQL),$(or $(WHAT),$(ON_POSTGRESQL) $(OF_GAMES)))

coverage: $(READY_DEV) ## the tests of rules/ with branch coverage
	$(PY) -m pytest tests/rules -n 3 --dist loadfile --cov --cov-report=term:skip-covered

ledger: $(READY_DEV) ## which rules a passing test covers, by chapter
	$(PY) -m tests.ledger

lock: ## compile the lock files again (needs uv)
	uv pip compile --quiet --universal --no-strip-extras --generate-hashes --no-header --no-emit-index-url --extra postgres --extra metrics pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --no-strip-extras --generate-hashes --no-header --no-emit-index-url --extra postgres --extra metrics --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	uv pip compile --quiet --universal --no-strip-extras --python-version 3.11 --generate-hashes --no-header --no-emit-index-url tests/sandbox/hikari.in -o tests/sandbox/hikari.lock
	uv pip compile --quiet --universal --no-strip-extras --python-version 3.11 --generate-hashes --no-header --no-emit-index-url harness/mutants/cosmic_ray.in -o harness/mutants/cosmic_ray.lock

clean: ## remove what was built (not your campaigns in data/)
	rm -rf $(VENV) build out .cache .mypy_cache .ruff_cache .pytest_cache

##@ Long runs

bench: $(READY_DEV) ## pytest-benchmark, ratios in one run
	@mkdir -p build
	$(PY) -m pytest -p tests.on_postgresql harness/bench --benchmark-only --benchmark-enable -n 0 -s --benchmark-json=build/bench.json
	$(PY) -m harness.bench.figures build/bench.json

attack: $(READY_DEV) ## evenings that differ in one secret, compared for everybody who may not know it (FACT=SetNpr: those of that name)
	$(PY) -m harness.attack.run $(FACT)

storm: $(READY_DEV) ## tactical games played at random, 10,000 of each, every state checked (BATTLES=200)
	@for each in $$($(PY) -m harness.games.known storm); do \
		echo "$(PY) -m $$each $(or $(BATTLES),10000)"; $(PY) -m $$each $(or $(BATTLES),10000) || exit 1; \
	done

stances: $(READY_DEV) ## what stances promise, measured in duels of comparable craft, and stance against stance (DUELS=200, SEED=1)
	$(PY) -m harness.storm.stances $(or $(DUELS),200) --seed $(or $(SEED),1)

dogfights: $(READY_DEV) ## what decides dogfights: empty tanks, kills, wins by difficulty, hard against easy (FIGHTS=200, SEED=1)
	$(PY) -m harness.storm.dogfight_table --fights $(or $(FIGHTS),200) --seed $(or $(SEED),1)

longwar: $(READY_DEV) ## six empires at war for forty turns: each month adds up, and the war plays again to the byte (WARS=5, SEED=7)
	$(PY) -m harness.longwar.run --wars $(or $(WARS),1) --seed $(or $(SEED),1)

governors: $(READY_DEV) ## governors among themselves, against a random player, and strength against strength (GAMES=100, TURNS=40, SEED=7, PART=chance)
	$(PY) -m harness.governors.run --games $(or $(GAMES),2) --turns $(or $(TURNS),40) --seed $(or $(SEED),1) $(if $(PART),--part $(PART))

advice: $(READY_DEV) ## campaigns alone that follow the staff's advice, beside even governors in the same seats (SEEDS=10, TURNS=12, SEED=1)
	$(PY) -m harness.advice.run --seeds $(or $(SEEDS),10) --turns $(or $(TURNS),12) --seed $(or $(SEED),1)

calibrate: $(READY_DEV) ## pairs of fleets settled by numbers and by the admiral's chair, compared (PAIRS=1000; docs/calibration.md)
	$(PY) -m harness.calibrate.run $(or $(PAIRS),1000)

fuzz: $(READY_DEV) ## hostile values to every command, button and form, states compared (STEPS=20000, SEED=7)
	$(PY) -m harness.fuzz.run --steps $(or $(STEPS),2000) $(if $(SEED),--seed $(SEED))

faults: $(READY_DEV) ## kills, full, locked and damaged disks, clocks, hostile files, a soak (KILLS=40, TURNS=60, ONLY=kill)
	$(PY) -m harness.faults.run --kills $(or $(KILLS),40) --turns $(or $(TURNS),60) $(if $(ONLY),--only "$(ONLY)") $(if $(SEED),--seed $(SEED))

kills: $(READY_DEV) ## kill -9 a thousand times on both databases, of one process and of one of two (KILLS=100, SEED=7, ONLY=pair)
	$(PY) -m harness.faults.thousand_kills --kills $(or $(KILLS),1000) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only "$(ONLY)")

soak: $(READY_DEV) ## an hour of simulated weeks of 50 games on a bad line: memory, deadlines, letters (MINUTES=60, GAMES=50, SEED=1, DATABASE=postgresql)
	$(PY) -m harness.faults.weeks --minutes $(or $(MINUTES),60) --games $(or $(GAMES),50) --seed $(or $(SEED),1) --database $(or $(DATABASE),sqlite)

MUTANTS := .cache/mutants
$(MUTANTS)/.ready: harness/mutants/cosmic_ray.lock
	$(PYTHON) -m venv $(MUTANTS)
	$(MUTANTS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r harness/mutants/cosmic_ray.lock
	@touch $@

minutes: $(READY_DEV) ## a newcomer's first minutes: from a fresh clone to the page, and from there to the first report
	@$(PY) -m harness.first_minutes

mutants: $(READY_DEV) $(MUTANTS)/.ready ## sampled mutants of the rules of all games, and which no test notices (MODULES=4 EACH=10 SEED=7 SECONDS=60 ONLY=path FOLDERS=terrain,combat TESTS=folders)
	$(PY) -m harness.mutants.run --tool $(MUTANTS)/bin/python --modules $(or $(MODULES),4) --each $(or $(EACH),10) --seed $(or $(SEED),7) --seconds $(or $(SECONDS),60) --only "$(ONLY)" --folders "$(FOLDERS)" --tests "$(TESTS)"
