PYTHON = .venv/bin/python
# two a core: a good part of the tests waits for servers, browsers and other processes
WORKERS = $(shell expr 2 '*' $$(getconf _NPROCESSORS_ONLN))
# programs are started by the hundred: compiled once, each starts in half the time
export PYTHONDONTWRITEBYTECODE =
.PHONY: demo test test-long check style bench fuzz package mutate test-llm core dev

core:
	@tools/set_up.sh core
dev:
	@tools/set_up.sh dev

demo: core  ## score the made-up systems offline, write pages to demo-out/
	@.venv/bin/veridical demo --out demo-out

test: dev  ## everything that can run on this machine
	@$(PYTHON) -m pytest -q -n $(WORKERS) --dist loadfile

test-long: dev  ## the journeys that repeat others with more questions, faults and kills
	@$(PYTHON) -m pytest -q -n $(WORKERS) --dist loadfile -m long

check: style  ## style, types, layers, licences
	@$(PYTHON) -m pytest -q tests/architecture

style: dev
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports
	@$(PYTHON) tools/licenses.py

bench: dev  ## measure, write bench/out/<topic>.json
	@$(PYTHON) -m bench
	@$(PYTHON) -m pytest -q -m timed

fuzz: dev  ## 10^5 inputs of each kind against the parser
	@VERIDICAL_FUZZ=100000 $(PYTHON) -m pytest -q -n auto tests/laws -m fuzz

package: dev  ## build the wheel and run the demo from it in an empty environment
	@tools/package.sh

mutate: dev  ## whether the golden tests would notice a wrong equation
	@nice $(PYTHON) -m tools.mutate $(METHODS)

test-llm: dev  ## put the asks to a small model on this machine; the first time it downloads 1.2 GB
	@nice $(PYTHON) -m tools.test_llm $(MODEL)
