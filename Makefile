# Every command sets up what it needs: .venv (pinned packages), node_modules (scripts that make the
# site lighter, and test it), and for the tests the MNIST files and a browser.  Marker files
# (.installed) let a step be passed over until what it depends on changes.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory --no-builtin-rules

PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
PYTEST := $(PY) -m pytest --hypothesis-profile=ci -q -n 2 --durations=5
# The tests' own options (tests/conftest.py): nothing that they need may be missing.
TEST := $(PYTEST) --complete

# The kernel of this environment, even where the user has another one called python3.
export JUPYTER_PREFER_ENV_PATH := 1
export PYDEVD_DISABLE_FILE_VALIDATION := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Two processes have two cores; threads of linear algebra would only wait for each other.
export OPENBLAS_NUM_THREADS := 1
# Figures with the fonts that Matplotlib brings, whatever the home folder says.
export MPLCONFIGDIR := $(CURDIR)/.venv/matplotlib

# A virtual environment holds absolute paths: in a moved folder, or without its Python, it is void.
$(shell [ "$$(cat .venv/.installed 2>/dev/null)" = "$(CURDIR)" ] && $(PY) -c "" 2>/dev/null || \
  rm -f .venv/.installed)

COVERAGE := $(BIN)/coverage run -m pytest --hypothesis-profile=ci -q -n 2

.PHONY: help setup book lite lite-site test test-all portable lint unit unit-thorough stored ways \
  ways-thorough site-tests site-thorough notebooks bench pdf slides student lecturer site serve lab edit data browser node \
  clean coverage readable experiments

help: ## list these commands
	@echo "make COMMAND, where COMMAND is one of"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 14

book: setup _build/.built ## build the book from its stored outputs and print the page to open
	@echo "book: open _build/html/index.html, or run: make serve"

lite: lite-site ## add the notebooks that run in the reader's browser, and run each there
	@$(TEST) tests/browser/test_pyodide.py -m thorough

test: setup node data browser experiments ## run the tests (ten minutes on two cores)
	@$(MAKE) -k lint book stored unit ways site-tests

test-all: setup node data browser experiments ## run what takes longer, too: every page, Pyodide, other machines
	@$(MAKE) -k lite-site unit-thorough ways-thorough site-thorough portable

portable: setup data experiments ## run notebooks and tests as on other processors, and without numba
	@echo "test: as on an older processor"
	@$(OLD) $(PYTEST) $(NBVAL)
	@$(OLD) $(TEST) $(LOOP)
	@echo "test: without numba"
	@PYTHONPATH=tests/without_numba $(TEST) --ignore=tests/test_portable.py $(LOOP)

notebooks: setup data ## run the notebooks anew, in place (ONLY=01 for those named so)
	@$(PY) -m tools.notebooks $(ONLY)

bench: setup data ## time the library beside its peers (a quarter of an hour, quiet cores)
	@$(PY) -m benchmarks

readable: book browser ## hold every chapter to being readable within 1.0 s (a minute, quiet cores)
	@PTRON_READABLE=1.0 $(TEST) tests/browser/test_speed.py -k readable -m ""

pdf: book browser ## print the whole book into _build/perceptron-book.pdf (minutes)
	@$(PY) -m tools.pdf

slides: book browser ## make slides of the chapters, and look whether each holds what is on it
	@$(TEST) tests/site/test_slides.py tests/browser/test_slides.py -m ""
	@$(PY) -m tools.slides

student: setup ## build the book without solutions and answers, for students
	@$(PY) -m tools.student

lecturer: setup ## write solutions, answers and marking schemes for lecturers alone
	@$(PY) -m tools.lecturer

site: book node lite-site pdf ## everything that is published: the book, Pyodide, PDF and slides
	@$(PY) -m tools.slides --pdf --site
	@cp _build/perceptron-book.pdf _build/html/
	@$(PY) -m book._ext.complete
	@$(PY) -m tools.lighten
	@echo "site: complete in _build/html"

serve: book ## build, and show the book at a local address
	@$(PY) tools/serve.py

lab: book ## open the notebooks in JupyterLab, in a folder of your own, my-notebooks
	@$(PY) -m tools.lab

edit: setup ## edit the sources of the chapters in JupyterLab
	@$(PY) -m tools.lab --sources

setup: .venv/.installed ## install what the other commands need

clean: ## remove everything that was built, but not the set-up
	@echo "clean: removing _build and caches"
	@rm -rf _build .cache .pytest_cache .ruff_cache .hypothesis
	@find benchmarks book ptronlib tests tools \( -name __pycache__ -o -name .ipynb_checkpoints \) \
	  -prune -exec rm -rf {} +

# -- on demand: what HARDENING.md reports

coverage: setup data experiments ## measure the branches of the library that its tests take (minutes)
	@rm -rf .cache/coverage && mkdir -p .cache/coverage
	@$(COVERAGE) $(LIBRARY) -m ""
	@$(BIN)/coverage combine -q
	@$(BIN)/coverage report --skip-covered --show-missing --fail-under=95

# -- parts of the tests

lite-site: book data browser
	@$(PY) -m tools.lite

lint: setup
	@echo "test: style of the code"
	@$(BIN)/ruff check -q .
	@echo "test: types of the library"
	@$(BIN)/mypy --cache-dir .cache/mypy --no-error-summary
	@echo "test: imports go downwards"
	@$(BIN)/lint-imports --no-logo --cache-dir .cache/imports > .cache/imports.txt || { cat .cache/imports.txt; exit 1; }
	@echo "test: no path of a machine"
	@found=0; git grep --no-index --exclude-standard -InE $(PATHS) ':!lite/*.json' || found=$$?; [ $$found = 1 ]

# In what git does not ignore, also where there is no repository; 1 says that nothing was found.
PATHS := '(^|[^[:alnum:]_.])/(home|Users|root|work|mnt|tmp|private)/[[:alnum:]_]|\b[A-Z]:\\{1,2}Users\\'
NBVAL := --nbval --nbval-current-env --nbval-sanitize-with tests/nbval.cfg book/*.ipynb \
  --dist loadfile
# SSE3 in OpenBLAS, no AVX in numpy, any x86-64 for numba: what a processor of 2004 has.
OLD = OPENBLAS_CORETYPE=Prescott NUMBA_CPU_NAME=x86-64 NUMBA_CACHE_DIR=.cache/old \
  NPY_DISABLE_CPU_FEATURES="$$($(PY) tests/features.py)"
# The tests of what decides over a mistake, and of the network.
LOOP := $(foreach name,portable perceptron proofs_novikoff separation games margins samples training,\
  tests/test_$(name).py)
LIBRARY := tests ptronlib --ignore=tests/browser --ignore=tests/site --ignore=tests/ways
SITE := tests/site tests/browser --dist worksteal

unit: setup data experiments
	@echo "test: library, properties, examples in docstrings"
	@$(TEST) $(LIBRARY)

unit-thorough: setup data experiments
	@echo "test: the library at length"
	@$(TEST) $(LIBRARY) -m thorough

ways: setup
	@echo "test: what the documents name, and a student's folder"
	@$(TEST) tests/ways

ways-thorough: setup browser _build/.built
	@echo "test: the standard commands, downloads and make lab, in new environments"
	@$(TEST) tests/ways -m thorough --dist loadfile

stored: setup data
	@echo "test: notebooks, run anew and compared with their stored outputs"
	@$(PYTEST) $(NBVAL)

site-tests: setup node browser _build/.built
	@echo "test: the built site, in a browser"
	@$(TEST) $(SITE)

site-thorough: setup node browser _build/.built
	@[ -e _build/html/lite/index.html ] || $(MAKE) lite-site
	@echo "test: every page of the built site, and every chapter in the browser's Python"
	@$(TEST) $(SITE) -m thorough

# -- parts of the set-up

experiments: .venv/.experiments

data: .venv/.installed
	@$(PY) -m ptronlib.mnist

browser: .venv/.installed
	@$(PY) tools/browser.py

node:
	@command -v node >/dev/null && command -v npm >/dev/null || { \
	  echo "setup: Node 18 or newer with npm is needed for the site's scripts; none was found."; \
	  echo "       Install it from nodejs.org or with your system's packages, then run make again."; \
	  exit 1; } >&2

.venv/.installed: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "setup: Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) -V 2>&1 || true)."; \
	  echo "       Install one, or name it: make PYTHON=python3.12"; exit 1; } >&2
	@echo "setup: creating .venv with $$($(PYTHON) -V)"
	@# Clearing what a link points to would take the environment of somebody else away.
	@[ ! -L .venv ] || { echo "setup: .venv is a link. Remove the link, then run make again."; \
	  exit 1; } >&2
	@[ -e $@ ] && clear= || clear=--clear; $(PYTHON) -m venv $$clear .venv || { \
	  echo "setup: Python's venv module did not work, see above."; \
	  echo "       On Debian and Ubuntu: apt-get install python3-venv"; exit 1; } >&2
	@echo "setup: installing the packages of requirements.txt (some minutes, once)"
	@$(PY) -m pip install -qq --no-compile -r requirements.txt || { \
	  echo "setup: pip could not install requirements.txt, see above."; \
	  echo "       It needs a package index; offline, set PIP_FIND_LINKS to a folder of wheels."; \
	  exit 1; } >&2
	@# pip would compile one file after the other; a few are no Python, and stay as they are.
	@$(PY) -m compileall -qq -j 0 .venv/lib > .venv/.uncompiled 2>&1 || true
	@$(PY) tools/fonts.py
	@echo "$(CURDIR)" > $@

.venv/.experiments: .venv/.installed experiments/requirements.txt
	@echo "setup: installing what the experiments need (once)"
	@$(PY) -m pip install -qq -r requirements.txt -r experiments/requirements.txt
	@touch $@

node_modules/.installed: package.json package-lock.json .npmrc | node
	@# As with .venv above: npm ci empties the folder that a link points to.
	@[ ! -L node_modules ] || { \
	  echo "setup: node_modules is a link. Remove the link, then run make again."; exit 1; } >&2
	@echo "setup: installing the site's scripts (npm ci, once)"
	@npm ci --loglevel=error || { \
	  echo "setup: npm could not install package-lock.json, see above."; \
	  echo "       It needs a registry; set npm's registry if you use a mirror."; exit 1; } >&2
	@touch $@

# Always the whole book: codeautolink forgets the links of pages that Sphinx writes without reading.
_build/.built: .venv/.installed _config.yml _toc.yml \
  $(shell find book experiments/results ptronlib site tests tools -type f ! -path '*/__pycache__/*')
	@echo "book: building the pages, warnings are errors"
	@mkdir -p _build && rm -rf _build/.doctrees _build/html/book _build/html/*.html
	@$(BIN)/jupyter-book build . -W --keep-going -q > _build/log.txt 2>&1 || \
	  { cat _build/log.txt; echo "book: failed, see above"; exit 1; }
	@if command -v node >/dev/null; then $(MAKE) node_modules/.installed && $(PY) -m tools.lighten; \
	  else echo "book: complete; with Node 18 or newer its pages would also load faster"; fi
	@$(PY) -m tools.publish_check --say
	@touch $@
