"""A served judge over the real program: the same numbers, faults, a kill, budgets, keys."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import veridical
from tests.journeys.judged import DATE, Reference, numbers, reference, results, verdicts
from tests.journeys.program import Done, Program, files
from tests.rule_server import Serving, serving
from veridical.runs.demo import BENCH

KEY = "sk-journey-0123456789abcdef"
FAULTS = 0.05
DEAREST = 4000
"""Tokens of the longest call of the demo bench, rounded up."""


@dataclass(frozen=True)
class Judged:
    """A folder with a run of the demo bench, judged over HTTP.

    Attributes:
        folder: where.
        served: the server.
        done: how the program ended.
    """

    folder: Path
    served: Serving
    done: Done

    @property
    def run(self) -> Path:
        """The run's folder."""
        return self.folder / "run"

    @property
    def manifest(self) -> dict:
        """Its manifest."""
        return json.loads((self.run / "manifest.json").read_text("utf-8"))


def arguments(
    served: Serving, *more: str, reports: str | Path = BENCH / "reports"
) -> list[str | Path]:
    """What `evaluate` is told."""
    return [
        *("evaluate", BENCH, reports, "--out", "run", "--date", DATE),
        *("--judge", "mine:rules", "--base-url", served.base_url, "--key-env", "MY_KEY"),
        *more,
    ]


def at(folder: Path) -> Program:
    """The program in a folder, with a key in its environment."""
    folder.mkdir(parents=True, exist_ok=True)
    return Program(folder, {"MY_KEY": KEY})


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reports of one system, for which all gates open."""
    folder = tmp_path_factory.mktemp("atlas")
    shutil.copytree(BENCH / "reports" / "atlas", folder / "reports" / "atlas")
    return folder / "reports"


LACKING = ("--may-lack-reports",)


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three of its reports, in English."""
    folder = tmp_path_factory.mktemp("english") / "reports"
    for task in ("t-heart", "t-water", "t-iris"):
        for path in (BENCH / "reports" / "atlas").glob(f"{task}.*"):
            (folder / "atlas").mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / "atlas")
    return folder


def plan_of(served: Serving, reports: Path, *more: str) -> list[str | Path]:
    """What `plan` is told."""
    judge = ("--judge", "mine:rules", "--base-url", served.base_url)
    return ["plan", BENCH, reports, *judge, *LACKING, *more]


def planned_usd(done: Done) -> list[float]:
    """The range of money that it printed for the judge."""
    row = next(line for line in done.out.splitlines() if line.startswith("judge"))
    return [float(end) for end in row.split()[4].split("–")]


def planned(done: Done) -> dict[str, list[int]]:
    """The ranges that it printed for the judge."""
    assert (done.code, done.err) == (0, "")
    row = next(line for line in done.out.splitlines() if line.startswith("judge"))
    calls, tokens = row.split()[2:4]
    return {
        name: [int(end) for end in text.split("–")]
        for name, text in (("calls", calls), ("tokens", tokens))
    }


def of_atlas(found: dict) -> dict:
    """Those of that system."""
    return {key: value for key, value in found.items() if key[0] == "atlas"}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    """What the same judge gives in this process."""
    return reference(tmp_path_factory.mktemp("reference"))


@pytest.fixture(scope="module")
def clean(rules: Reference, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judged]:
    """A run that nothing disturbed; the server still runs."""
    folder = tmp_path_factory.mktemp("clean")
    with serving(rules.table, folder / "log") as served:
        yield Judged(folder, served, at(folder)(*arguments(served)))


@pytest.fixture(scope="module")
def faulty(rules: Reference, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judged]:
    """A run with garbage, truncated replies and 429s, 5 % each, killed in its middle."""
    folder = tmp_path_factory.mktemp("faulty")
    with serving(rules.table, folder / "log", faults=FAULTS) as served:
        program = at(folder)
        code = program.killed_when(lambda: len(served.calls()) >= 60, *arguments(served))
        assert code == -9
        yield Judged(folder, served, program(*arguments(served)))


def test_a_served_judge_gives_the_same_numbers(rules: Reference, clean: Judged) -> None:
    """Over HTTP, schema, nonce and quotes, what the same answers give in this process."""
    assert (clean.done.code, numbers(results(clean.run))) == (0, numbers(rules.results))


def test_what_a_run_says_of_its_judge(clean: Judged) -> None:
    """Requested and resolved model, prompts, what it took; and that it is not indicative."""
    manifest = clean.manifest
    model = {
        name: manifest["models"][0][name] for name in ("role", "endpoint", "requested", "resolved")
    }

    assert model == {
        "role": "judge",
        "endpoint": "mine",
        "requested": "rules",
        "resolved": ["rules"],
    }
    assert manifest["models"][0]["replies"] == len(set(clean.served.calls()))
    assert manifest["is_indicative"] is False
    assert len(manifest["prompts_sha256"]) == 64
    assert "judge: mine:rules, answered by rules\n" in clean.done.out
    assert "vision: nobody; what has to be seen is not assessed\n" in clean.done.out
    assert "examiner: the built-in rules\n" in clean.done.out


def test_the_key_is_written_nowhere(clean: Judged) -> None:
    """It was sent with each call, and stands in no file and no line that was printed."""
    sent = {line.split(" ", 1)[1] for line in clean.served.log.read_text("utf-8").splitlines()}
    files_with_it = [
        path.name
        for path in clean.folder.rglob("*")
        if path.is_file() and path != clean.served.log and KEY.encode() in path.read_bytes()
    ]

    assert sent == {f"Bearer {KEY}"}
    assert (files_with_it, KEY in clean.done.out + clean.done.err) == ([], False)


def test_a_missing_key_is_one_line(clean: Judged, tmp_path: Path) -> None:
    """Told before anything is asked."""
    done = Program(tmp_path, {"MY_KEY": ""})(*arguments(clean.served))

    assert (done.code, done.err) == (
        3,
        'endpoint "mine": its key is not in the environment variable MY_KEY. '
        "Run: export MY_KEY=…\n",
    )


def test_offline_answers_from_the_ledger(clean: Judged, atlas: Path, tmp_path: Path) -> None:
    """Into another folder, with the ledger of the first: the same numbers, and no call."""
    before = len(clean.served.calls())
    ledger = clean.folder / "run.ledger"
    offline = ("--offline", "--ledger", str(ledger))
    again = at(tmp_path)(*arguments(clean.served, *offline, reports=atlas))

    assert (again.code, len(clean.served.calls())) == (0, before)
    assert numbers(results(tmp_path / "run")) == of_atlas(numbers(results(clean.run)))


def test_offline_without_answers_is_incomplete(clean: Judged, atlas: Path, tmp_path: Path) -> None:
    """Nothing is called, each ask says why it has no verdict, and the run says so."""
    before = len(clean.served.calls())
    done = at(tmp_path)(*arguments(clean.served, "--offline", reports=atlas))
    asked = [
        one
        for r in results(tmp_path / "run").values()
        for one in r["asked"]
        if one.get("role", "judge") == "judge"
    ]

    assert (done.code, len(clean.served.calls())) == (2, before)
    assert {one.get("no_verdict") for one in asked} == {"offline"}


@pytest.mark.parametrize("edited", [False, True], ids=["as it was", "prompts edited"])
def test_recompute_is_byte_identical(clean: Judged, tmp_path: Path, edited: bool) -> None:
    """Without any network, and also after all prompts were written anew."""
    package = tmp_path / "src" / "veridical"
    shutil.copytree(Path(veridical.__file__).parent, package)
    if edited:
        for path in package.rglob("prompts/*.txt"):
            path.write_text("New words.\n" + path.read_text("utf-8"), "utf-8")
    before = len(clean.served.calls())
    done = Program(clean.folder, {"PYTHONPATH": str(tmp_path / "src")})("recompute", "run")

    assert (done.code, done.out.splitlines()[-1]) == (0, "recomputed 48 reports, 0 differ.")
    assert len(clean.served.calls()) == before


def test_edited_prompts_make_another_run(clean: Judged, tmp_path: Path) -> None:
    """They could move a number, so the folder of the first run is refused."""
    package = tmp_path / "src" / "veridical"
    shutil.copytree(Path(veridical.__file__).parent, package)
    path = next(package.rglob("prompts/*.txt"))
    path.write_text("New words.\n" + path.read_text("utf-8"), "utf-8")
    program = Program(clean.folder, {"PYTHONPATH": str(tmp_path / "src"), "MY_KEY": KEY})
    done = program(*arguments(clean.served))

    assert done.code == 3
    assert "holds another run, with prompts=" in done.err


def test_the_same_command_again_asks_nothing(clean: Judged) -> None:
    """And changes no file."""
    before, written = len(clean.served.calls()), files(clean.run)
    done = at(clean.folder)(*arguments(clean.served))

    assert (done.code, len(clean.served.calls()), files(clean.run)) == (0, before, written)


def test_faults_move_no_verdict(clean: Judged, faulty: Judged) -> None:
    """Each verdict that there is equals the undisturbed run's."""
    right, there = verdicts(results(clean.run)), verdicts(results(faulty.run))

    assert {place: there[place] for place in there if there[place] != right.get(place)} == {}
    assert 0 < len(there) < len(right)


def test_faults_are_counted_with_bounds(faulty: Judged) -> None:
    """Every score that lacks a verdict says how many, and between what ends it lies."""
    scores = [s for r in results(faulty.run).values() for s in r["scores"].values()]
    lacking = [s for s in scores if s.get("missing") or s.get("reason") == "unreadable"]
    bounds = [s for s in lacking if "worst" in s and "best" in s]

    assert (faulty.done.code, faulty.manifest["status"]) == (2, "incomplete")
    assert len(lacking) > 0
    assert len(bounds) > 0


def test_a_kill_repeats_no_more_than_was_in_flight(faulty: Judged) -> None:
    """Calls made twice: those under way at the kill, and asks without a verdict.

    A reply that could not be read is kept and never answers; its ask is put anew. What is left
    is at most the 64 places of the endpoint.
    """
    counted = Counter(faulty.served.calls())
    connection = sqlite3.connect(f"file:{faulty.folder / 'run.ledger'}?mode=ro", uri=True)
    lost = connection.execute("select count(*) from replies where status='unreadable'")
    unreadable = lost.fetchone()[0]
    connection.close()
    repeated = sum(n - 1 for n in counted.values())
    limited_once = sum(1 for n in counted if 2 * FAULTS <= int(n[:8], 16) / 2**32 < 3 * FAULTS)

    assert repeated <= 64 + unreadable + limited_once


def test_faults_recompute(faulty: Judged) -> None:
    """Absences come back with their reasons."""
    done = at(faulty.folder)("recompute", "run")

    assert (done.code, done.out.splitlines()[-1]) == (0, "recomputed 48 reports, 0 differ.")


def test_a_budget_of_calls(rules: Reference, clean: Judged, atlas: Path, tmp_path: Path) -> None:
    """Stops exactly there, with a valid partial result; more budget goes on from it."""
    with serving(rules.table, tmp_path / "log") as served:
        first = at(tmp_path)(*arguments(served, "--max-calls", "60", reports=atlas))
        calls = len(served.calls())
        status = json.loads((tmp_path / "run/manifest.json").read_text("utf-8"))["status"]
        right, there = verdicts(results(clean.run)), verdicts(results(tmp_path / "run"))
        again = at(tmp_path)(*arguments(served, "--max-calls", "60", reports=atlas))
        calls_again = len(served.calls())
        recomputed = at(tmp_path)("recompute", "run")

    assert (first.code, calls, status) == (2, 60, "incomplete")
    assert "stopped by the budget of 60 calls." in first.err
    assert len(there) >= 60
    assert {place: there[place] for place in there if there[place] != right[place]} == {}
    assert (again.code, calls_again) == (2, 60)
    assert recomputed.code == 0


def test_a_budget_of_tokens_and_of_money(rules: Reference, atlas: Path, tmp_path: Path) -> None:
    """Each stops within one call."""
    (tmp_path / "prices.toml").write_text("[rules]\ninput = 1\noutput = 4\n", "utf-8")
    limits = {"--max-tokens": "30000", "--max-usd": "0.03"}
    spent = {}
    with serving(rules.table, tmp_path / "log") as served:
        for option, limit in limits.items():
            folder = tmp_path / option.strip("-")
            more = (option, limit, "--prices", "../prices.toml")
            done = at(folder)(*arguments(served, *more, reports=atlas))
            manifest = json.loads((folder / "run/manifest.json").read_text("utf-8"))
            spent[option] = manifest["models"][0]
            assert (done.code, manifest["status"]) == (2, "incomplete")
    tokens = spent["--max-tokens"]

    assert 20000 < tokens["input_tokens"] + tokens["output_tokens"] <= 30000 + DEAREST
    assert 0.02 < spent["--max-usd"]["cost_usd"] <= 0.03 + DEAREST * 4e-6


def test_settings_from_a_file(rules: Reference, clean: Judged, atlas: Path, tmp_path: Path) -> None:
    """The same numbers and the same judge as by flags, named in veridical.toml."""
    with serving(rules.table, tmp_path / "log") as served:
        (tmp_path / "veridical.toml").write_text(
            f'[roles.judge]\nmodel = "mine:rules"\nbase_url = "{served.base_url}"\n'
            'key_env = "MY_KEY"\n[budget]\nmax_calls = 1000\n',
            "utf-8",
        )
        done = at(tmp_path)("evaluate", BENCH, atlas, "--out", "run", "--date", DATE)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text("utf-8"))

    assert (done.code, manifest["respondents"]) == (0, clean.manifest["respondents"])
    assert numbers(results(tmp_path / "run")) == of_atlas(numbers(results(clean.run)))


def test_a_run_lies_inside_its_plan(clean: Judged, tmp_path: Path) -> None:
    """Calls and tokens of the whole bench; nothing was called for the plan."""
    before = len(clean.served.calls())
    plan = planned(at(tmp_path)(*plan_of(clean.served, BENCH / "reports")))
    model = clean.manifest["models"][0]
    tokens = model["input_tokens"] + model["output_tokens"]

    assert len(clean.served.calls()) == before
    assert plan["calls"][0] <= model["replies"] <= plan["calls"][1]
    assert plan["tokens"][0] <= tokens <= plan["tokens"][1]


def test_the_high_end_of_a_plan_with_open_gates(
    rules: Reference, english: Path, tmp_path: Path
) -> None:
    """Of reports for which all gates open, without faults: within 10 % of the run.

    Also in money, where a token of a reply costs four times one of a prompt.
    """
    (tmp_path / "prices.toml").write_text("[rules]\ninput = 1\noutput = 4\n", "utf-8")
    prices = ("--prices", "prices.toml")
    with serving(rules.table, tmp_path / "log") as served:
        printed = at(tmp_path)(*plan_of(served, english, *prices))
        done = at(tmp_path)(*arguments(served, *LACKING, *prices, reports=english))
    plan, usd = planned(printed), planned_usd(printed)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text("utf-8"))
    model = manifest["models"][0]
    tokens = model["input_tokens"] + model["output_tokens"]

    assert done.code == 0
    assert plan["calls"][1] == model["replies"]
    assert tokens <= plan["tokens"][1] <= 1.1 * tokens
    assert model["cost_usd"] <= usd[1] <= 1.1 * model["cost_usd"]


def test_a_plan_counts_what_is_kept(clean: Judged, atlas: Path, tmp_path: Path) -> None:
    """With the ledger of the run, nothing is left to call."""
    ledger = str(clean.folder / "run.ledger")
    plan = planned(at(tmp_path)(*plan_of(clean.served, atlas), "--ledger", ledger))

    assert plan["calls"] == [0, 0]


def test_another_judge_scores_the_stored_reports(clean: Judged, tmp_path: Path) -> None:
    """The built-in rules after the served judge: other respondents, the same reports and date."""
    ledger = str(tmp_path / "other.ledger")
    done = at(clean.folder)("rejudge", "run", "--out", tmp_path / "again", "--ledger", ledger)
    there = json.loads((tmp_path / "again" / "manifest.json").read_text("utf-8"))
    same = ("bench_sha256", "reports_sha256", "systems", "tasks", "date", "method", "settings")

    assert done.code == 0
    assert {name: there[name] for name in same} == {name: clean.manifest[name] for name in same}
    assert (there["respondents"]["judge"], there["is_indicative"]) == ("rules/4", True)
    assert there["run"] != clean.manifest["run"]


def test_rejudging_into_the_run_itself(clean: Judged) -> None:
    """Refused in one line."""
    done = at(clean.folder)("rejudge", "run", "--out", "run")

    assert (done.code, done.err) == (
        3,
        'folder "run": is the run itself; expected another folder. Name one with --out.\n',
    )


def test_repeats_of_a_judge_that_agrees_with_itself(
    rules: Reference, english: Path, tmp_path: Path
) -> None:
    """Each repeat is drawn anew; a judge that says the same has no spread."""
    with serving(rules.table, tmp_path / "log") as served:
        more = ("--repeats", "2", *LACKING)
        done = at(tmp_path)(*arguments(served, *more, reports=english))
        calls = Counter(served.calls())
    again = at(tmp_path)("recompute", "run.repeat-1", "--ledger", "run.ledger")
    row = next(line for line in done.out.splitlines() if "hievidr.claim" in line)

    assert (done.code, again.code) == (0, 0)
    assert set(calls.values()) == {2}
    assert row.split()[2:] == ["0.000", "0.000", "3", "0"]
    assert "published: differences under 0.00 are within judge noise (judged 2 times)" in done.out


def test_what_doctor_finds(rules: Reference, tmp_path: Path) -> None:
    """Of an endpoint that refuses all but the prompts it knows: one line, and no key."""
    with serving(rules.table, tmp_path / "log") as served:
        known = ("--judge", "mine:rules", "--base-url", served.base_url, "--key-env", "MY_KEY")
        done = at(tmp_path)("doctor", *known)

    assert done.code == 2
    assert "judge: mine:rules\n  no   reachable: model" in done.out
    assert KEY not in done.out + done.err
