"""Every score computed again, from recorded answers alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from tests.asks import Holds
from tests.small_method import FOUND, METHOD, TASKS, bench, write_reports
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.errors import InputError, LedgerMismatch, StoreError
from veridical.ledger import KeptAnswer, Ledger, open_ledger
from veridical.measure import Context, Method
from veridical.methods.hievidr.method import hievidr
from veridical.methods.hievidr.settings import Norm, Settings
from veridical.respondents import Roles, Scripted
from veridical.runs.evaluate import evaluate_bench
from veridical.runs.importers.imported import Lost
from veridical.runs.load import load_run
from veridical.runs.recompute import Recomputation, recompute, stored
from veridical.runs.submissions import read_submissions
from veridical.score import Measured, Reason, Score
from veridical.task import Bench, Query, Task, read_bench


def judge(ask: Ask[object]) -> Answer[object] | NoVerdict:
    """A judge that is not the rules, and fails at one text."""
    if getattr(ask, "text", "") == "草很绿。":
        return NoVerdict(Reason.REFUSED, "as a matter of principle")
    if isinstance(ask, Holds):
        return Answer("sky" in ask.text or "草" in ask.text, "because")
    return Answer(2.5)


ROLES = Roles(dict.fromkeys(Role, Scripted(judge, "judge/1")))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A finished run of two systems, one verdict of which is missing."""
    found = bench(tmp_path / "bench")
    reports = write_reports(tmp_path / "reports")
    (reports / "good" / "t-sky.evidence.json").write_text('{"texts": ["sky-1"]}')
    (reports / "good" / "t-sky.trajectory.jsonl").write_text('{"step": 1, "kind": "plan"}\n')
    with open_ledger(tmp_path / "run.ledger") as ledger:
        asyncio.run(
            evaluate_bench(
                found,
                read_submissions(reports, found),
                METHOD,
                ledger=ledger,
                roles=ROLES,
                out=tmp_path / "run",
                date="2026-01-15",
            )
        )
    return tmp_path / "run"


def test_what_an_import_lost_is_kept_with_the_run(tmp_path: Path) -> None:
    """It stands beside the report by its hash, and comes back with it; whole ones have none."""
    found = bench(tmp_path / "bench")
    first, *rest = read_submissions(write_reports(tmp_path / "reports"), found)
    lost = (Lost(3, "equation"), Lost(1, "entry", "entries"))
    with open_ledger(tmp_path / "run.ledger") as ledger:
        asyncio.run(
            evaluate_bench(
                found,
                (replace(first, lost=lost), *rest),
                METHOD,
                ledger=ledger,
                roles=ROLES,
                out=tmp_path / "run",
                date="2026-01-15",
            )
        )
    results = {(r.system, r.task): r for r in load_run(tmp_path / "run").results}
    one = results.pop((first.system, first.task_id))

    assert isinstance(one.lost_path, str)
    assert stored(one, tmp_path / "run").lost == lost
    notes = [note.detail for note in stored(one, tmp_path / "run").parsed().report.notes]
    assert notes[-2:] == ["3 equations", "1 entry"]
    assert {stored(r, tmp_path / "run").lost for r in results.values()} == {()}
    assert again(tmp_path / "run").different == ()
    (tmp_path / "run" / one.lost_path).write_bytes(b"[]")
    with pytest.raises(StoreError, match="is not what was scored"):
        stored(one, tmp_path / "run")


def again(
    run: Path, *, method: Method = METHOD, ledger: Path | None = None, bench: Bench | None = None
) -> Recomputation:
    """Recompute from a ledger that is read alone."""
    with open_ledger(ledger or run.with_suffix(".ledger"), read_only=True) as opened:
        return asyncio.run(recompute(run, opened, method=method, bench=bench))


def test_recomputing_gives_the_same_bytes(run: Path) -> None:
    """Nobody is asked; the missing verdict comes back with its reason."""
    found = again(run)

    assert found.jsonl == (run / "results.jsonl").read_bytes()
    assert found.different == ()
    assert b"as a matter of principle" in found.jsonl


def test_recomputing_needs_no_prompt_and_no_rule(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It survives new prompt text, and even its loss."""

    def gone(self: Holds) -> tuple[Part, ...]:
        raise AssertionError("a prompt was rendered")

    monkeypatch.setattr(Holds, "prompt", gone)
    monkeypatch.setattr(Holds, "by_rule", gone)
    monkeypatch.setattr(Holds, "version", "2")

    assert again(run).jsonl == (run / "results.jsonl").read_bytes()


def test_recomputing_uses_the_answers_that_the_run_used(run: Path) -> None:
    """Later answers, and those of others, change nothing."""
    result = load_run(run).results[0]
    record = result.asked[0]
    later = KeptAnswer(
        key=record.key or "",
        ask=record.ask,
        kind=record.kind,
        version="1",
        respondent="judge/1",
        value='{"quotes":[],"value":false,"why":"second thoughts"}',
        annotator="anna",
    )
    with open_ledger(run.with_suffix(".ledger")) as ledger:
        asyncio.run(ledger.keep_answer(later))

    assert again(run).jsonl == (run / "results.jsonl").read_bytes()


def test_an_equation_that_changed_shows_which_results_differ(run: Path) -> None:
    """The same answers, another number."""

    def halved(tally: object) -> Score:
        score = FOUND.equation(tally)
        return Measured(score.value / 2, score.n) if isinstance(score, Measured) else score

    other = replace(METHOD, stages=(replace(FOUND, equation=halved), *METHOD.stages[1:]))
    found = again(run, method=other)

    assert len(found.different) == 4
    assert found.results[0].scores["small.found"].value == 0.5


def test_an_answer_that_the_ledger_lacks_is_named(run: Path, tmp_path: Path) -> None:
    """Another ledger is not this run's."""
    open_ledger(tmp_path / "empty.ledger").close()
    with pytest.raises(LedgerMismatch) as raised:
        again(run, ledger=tmp_path / "empty.ledger")

    message = str(raised.value)
    assert message.startswith(
        f'ledger "{tmp_path}/empty.ledger": lacks the answer that system "good", '
        'task "t-grass" rests on, to a "test.holds", got '
    )
    assert message.endswith("; expected the ledger that the run was made with. Name that ledger.")


def test_an_ask_that_the_run_never_put_is_named(run: Path) -> None:
    """A method that asks something else cannot be recomputed."""

    @dataclass(frozen=True)
    class Other(Holds):
        kind: ClassVar[str] = "test.other"

    async def collect(context: Context) -> object:
        return await context.asker.ask(Other("x", "y"))

    other = replace(METHOD, stages=(replace(FOUND, collect=collect), *METHOD.stages[1:]))
    with pytest.raises(LedgerMismatch) as raised:
        again(run, method=other)

    assert str(raised.value) == (
        'system "good", task "t-grass": the run never asked this "test.other"; '
        "expected the asks that the run recorded. "
        "Score it anew: the method, the bench or the parser has changed."
    )


@pytest.mark.parametrize(
    "method",
    [replace(METHOD, version="2"), replace(METHOD, settings={}), replace(METHOD, name="x")],
    ids=["version", "settings", "name"],
)
def test_another_method_is_refused(run: Path, method: Method) -> None:
    """Its numbers would not be the run's."""
    with pytest.raises(InputError) as raised:
        again(run, method=method)

    assert "was scored by small version 1 with settings {'strictness': 'mild'}" in str(raised.value)


def test_the_bench_is_read_from_where_the_run_read_it(run: Path) -> None:
    """And refused if it has changed since."""
    bench(run.parent / "bench", (TASKS[0], Task("t-grass", Query("?"), gold=TASKS[1].gold)))
    with pytest.raises(InputError) as raised:
        again(run)

    assert str(raised.value).startswith(
        f'bench "{run.parent}/bench": is not the one that the run was scored on; '
    )


def test_a_bench_that_has_moved_can_be_named(run: Path, tmp_path: Path) -> None:
    """Where it lies is no part of the run."""
    moved = bench(tmp_path / "moved")
    (run.parent / "bench" / "tasks.jsonl").unlink()

    assert again(run, bench=moved).different == ()


def _gone(path: Path) -> None:
    path.unlink()


def _changed(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" ")


@pytest.mark.parametrize(
    ("harm", "message"),
    [(_gone, "is not in the run's folder"), (_changed, "is not what was scored")],
    ids=["gone", "changed"],
)
def test_a_stored_report_that_is_not_what_was_scored_is_refused(
    run: Path, harm: Callable[[Path], None], message: str
) -> None:
    """A number stands for the bytes it was computed from."""
    harm(run / load_run(run).results[0].report_path)
    with pytest.raises(StoreError, match=message):
        again(run)


def test_a_folder_without_a_run_is_refused(tmp_path: Path, run: Path) -> None:
    """One line."""
    with pytest.raises(InputError) as raised:
        again(tmp_path, ledger=run.with_suffix(".ledger"))

    assert str(raised.value) == (
        f'folder "{tmp_path}": holds no run; expected manifest.json. Check the path.'
    )


def test_the_shipped_method_is_found_with_its_settings(tmp_path: Path) -> None:
    """The demo bench, scored by the rules under other settings, recomputed by itself."""
    folder = Path(__file__).parents[3] / "src" / "veridical" / "runs" / "demo_bench"
    found = read_bench(folder)
    every = read_submissions(folder / "reports", found, may_lack_reports=True)

    async def both(ledger: Ledger) -> Recomputation:
        await evaluate_bench(
            found,
            tuple(s for s in every if s.task_id == "t-water"),
            hievidr(Settings(report_norm=Norm.RATIO, tau=0.2)),
            ledger=ledger,
            roles=Roles(),
            out=tmp_path / "run",
            date="2026-01-15",
        )
        return await recompute(tmp_path / "run", ledger)

    with open_ledger(tmp_path / "run.ledger") as ledger:
        again = asyncio.run(both(ledger))

    assert again.jsonl == (tmp_path / "run" / "results.jsonl").read_bytes()
