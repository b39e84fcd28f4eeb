"""A bench evaluated: the run on disk, begun again, refused, waited for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tests.asks import Grade, Holds
from tests.small_method import METHOD, REPORTS, TASKS, bench, write_reports
from veridical.ask import Answer, Ask, NoVerdict, Role
from veridical.errors import ConfigError, NeedError, RunExists, StoreError
from veridical.ledger import open_ledger
from veridical.measure import Method
from veridical.respondents import Roles, Rules, Scripted
from veridical.runs.answering import unanswered
from veridical.runs.evaluate import evaluate_bench
from veridical.runs.load import Run, load_run
from veridical.runs.records import RunStatus
from veridical.runs.submissions import Submitted, read_submissions
from veridical.score import Reason
from veridical.task import Bench, Gold, Query, Task

DATE = "2026-01-15"


class Place:
    """A bench, its reports, a ledger, and where the run goes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bench: Bench = bench(folder / "bench")
        self.reports = write_reports(folder / "reports")
        self.out = folder / "run"

    def submissions(self) -> tuple[Submitted, ...]:
        """The reports as they are now."""
        return read_submissions(self.reports, self.bench, may_lack_reports=True)

    def evaluate(
        self,
        roles: Roles | None = None,
        *,
        method: Method = METHOD,
        out: Path | None = None,
        date: str = DATE,
        concurrency: int = 8,
        progress: Callable[[int, int], None] | None = None,
        submissions: tuple[Submitted, ...] | None = None,
    ) -> Run:
        """Run it."""
        with open_ledger(self.folder / "run.ledger") as ledger:
            return asyncio.run(
                evaluate_bench(
                    self.bench,
                    self.submissions() if submissions is None else submissions,
                    method,
                    ledger=ledger,
                    roles=roles or Roles(),
                    out=out or self.out,
                    date=date,
                    progress=progress,
                    concurrency=concurrency,
                )
            )


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Everything that a run needs."""
    return Place(tmp_path)


class Listening:
    """The rules, with a note of what they were asked, and asks that fail."""

    def __init__(self, fails: dict[str, NoVerdict] | None = None) -> None:
        self.fails = fails or {}
        self.asked: list[Ask[object]] = []
        self.identity = "listening/1"
        self.is_indicative = False

    async def answer(self, ask: Ask[object], draw: object = None) -> Answer[object] | NoVerdict:
        """The rule's answer, unless the ask's text is one that fails."""
        self.asked.append(ask)
        await asyncio.sleep(0)
        return self.fails.get(ask.text) or ask.by_rule()

    def roles(self) -> Roles:
        """In every role."""
        return Roles(dict.fromkeys(Role, self))


def test_a_run_scores_every_report(place: Place) -> None:
    """In the order of system and task, with gates and totals."""
    run = place.evaluate()

    assert [(r.system, r.task, dict(r.gates)) for r in run.results] == [
        ("good", "t-grass", {"answer found": True}),
        ("good", "t-sky", {"answer found": True}),
        ("poor", "t-grass", {"answer found": True}),
        ("poor", "t-sky", {"answer found": False}),
    ]
    published = [r.totals["published"].value for r in run.results]
    # one line of one Chinese "word"; lines of 5 and 5 words; 1 of 2 lines, 1 word each; gated
    assert published == [1 + 1, 1 + 5, 0.5 + 1, 0]
    assert run.manifest.status == RunStatus.COMPLETE


def test_a_run_is_read_back_as_it_was_returned(place: Place) -> None:
    """The folder holds all of it."""
    run = place.evaluate()

    again = load_run(place.out)
    assert (again.manifest, again.rows) == (run.manifest, run.rows)
    assert again.results == run.results


def test_the_folder_holds_what_the_records_say(place: Place) -> None:
    """Manifest, results, table, reports; nothing half-written."""
    place.evaluate()
    names = {p.relative_to(place.out).parts[0] for p in place.out.rglob("*")}

    tables = {"results.csv", "leaderboard.csv", "rubrics.jsonl"}

    assert names == {"manifest.json", "results.jsonl", *tables, "reports", ".lock"}
    assert len(list((place.out / "reports").iterdir())) == 4


def test_everything_is_strict_json(place: Place) -> None:
    """No NaN, no Infinity, in UTF-8 under any locale."""

    def refuse(word: str) -> None:
        raise AssertionError(word)

    place.evaluate(Listening({"草是绿的。": NoVerdict(Reason.TIMEOUT, "六十秒")}).roles())
    lines = (place.out / "results.jsonl").read_bytes().decode("utf-8").splitlines()
    manifest = (place.out / "manifest.json").read_bytes().decode("utf-8")

    assert len([json.loads(text, parse_constant=refuse) for text in [*lines, manifest]]) == 5
    assert "六十秒" in lines[0]


def test_the_second_run_asks_nothing(place: Place) -> None:
    """The same command on a finished run changes no byte."""
    place.evaluate(Listening().roles())
    before = {p: p.read_bytes() for p in place.out.rglob("*") if p.is_file()}
    second = Listening()
    place.evaluate(second.roles())

    assert second.asked == []
    assert {p: p.read_bytes() for p in place.out.rglob("*") if p.is_file()} == before


def test_another_folder_is_answered_from_the_ledger(place: Place) -> None:
    """The same asks are not put again; the results are the same bytes."""
    place.evaluate(Listening().roles())
    second = Listening()
    place.evaluate(second.roles(), out=place.folder / "other")

    assert second.asked == []
    first, other = place.out / "results.jsonl", place.folder / "other" / "results.jsonl"
    assert other.read_bytes() == first.read_bytes()


@pytest.mark.parametrize("concurrency", [1, 3, 0])
def test_the_order_of_arrival_leaves_no_trace(place: Place, concurrency: int) -> None:
    """However many reports are under way, the bytes are the same."""
    place.evaluate()
    other = place.folder / "other"
    place.evaluate(out=other, concurrency=concurrency)

    results = (place.out / "results.jsonl").read_bytes()
    assert (other / "results.jsonl").read_bytes() == results


def test_progress_is_told(place: Place) -> None:
    """From none to all, and of a resumed run from what there is."""
    told: list[tuple[int, int]] = []
    place.evaluate(progress=lambda done, total: told.append((done, total)), concurrency=1)

    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    told.clear()
    place.evaluate(progress=lambda done, total: told.append((done, total)))
    assert told == [(4, 4)]


def test_what_failed_is_asked_again_and_nothing_else(place: Place) -> None:
    """A timeout makes the run incomplete; the same command mends it."""
    first = Listening({"The sky is high.": NoVerdict(Reason.TIMEOUT, "60 s")})
    run = place.evaluate(first.roles())

    assert run.manifest.status == RunStatus.INCOMPLETE
    second = Listening()
    run = place.evaluate(second.roles())
    assert [ask.text for ask in second.asked] == ["The sky is high."]
    assert run.manifest.status == RunStatus.COMPLETE
    clean = Place(place.folder / "clean").evaluate(Listening().roles())
    assert run.rows == clean.rows


def test_a_pending_answer_makes_a_run_wait(place: Place) -> None:
    """And running it again takes what has come."""
    waiting = Listening({"The sky is high.": NoVerdict(Reason.PENDING, "at anna's")})
    run = place.evaluate(waiting.roles())

    assert run.manifest.status == RunStatus.WAITING
    assert place.evaluate(Listening().roles()).manifest.status == RunStatus.COMPLETE


def test_a_failure_beside_a_pending_answer_is_incomplete(place: Place) -> None:
    """Waiting alone would not bring it."""
    both = Listening(
        {
            "The sky is high.": NoVerdict(Reason.PENDING),
            "草是绿的。": NoVerdict(Reason.RATE_LIMITED),
        }
    )

    assert place.evaluate(both.roles()).manifest.status == RunStatus.INCOMPLETE


def test_what_nobody_tried_leaves_a_run_complete(place: Place) -> None:
    """No vision, no gold, nothing to check: nothing failed."""

    def blind(ask: Ask[object]) -> Answer[object] | NoVerdict:
        if isinstance(ask, Grade):
            return NoVerdict(Reason.NOT_ASSESSED, "no vision")
        return ask.by_rule()

    judge = Scripted(blind, "blind/1")

    run = place.evaluate(Roles(dict.fromkeys(Role, judge)))
    assert run.manifest.status == RunStatus.COMPLETE
    assert run.results[0].scores["small.grade"].reason == Reason.NOT_ASSESSED


def test_a_system_that_lacks_a_report_leaves_the_run_incomplete(place: Place) -> None:
    """The table says of how many tasks."""
    (place.reports / "poor" / "t-sky.md").unlink()

    assert place.evaluate().manifest.status == RunStatus.INCOMPLETE


def test_tasks_that_nobody_answers_are_no_part_of_a_run(place: Place) -> None:
    """A run over some tasks of a bench is complete for those."""
    for system in ("good", "poor"):
        (place.reports / system / "t-sky.md").unlink()
    run = place.evaluate()

    assert (run.manifest.tasks, run.manifest.status) == (("t-grass",), RunStatus.COMPLETE)


def test_tasks_that_nobody_answers_are_named_in_one_line(place: Place) -> None:
    """Nothing is said as long as one system answers each."""
    tasks = [task.id for task in place.bench.tasks]
    (place.reports / "good" / "t-sky.md").unlink()
    one = place.evaluate(out=place.folder / "one")
    (place.reports / "poor" / "t-sky.md").unlink()
    none = place.evaluate(out=place.folder / "none")

    assert unanswered(one.manifest.tasks, tasks) == ""
    assert unanswered(none.manifest.tasks, tasks) == (
        "no system answered 1 of 2 tasks, which are no part of this run: t-sky"
    )


def test_an_answer_is_named_by_key_and_hash(place: Place) -> None:
    """Each ask that a result rests on, in the order of identities; NoVerdicts with reasons."""
    failing = Listening({"The sky is high.": NoVerdict(Reason.TIMEOUT, "60 s")})
    run = place.evaluate(failing.roles())
    asked = {(a.kind, a.role, a.no_verdict, a.detail) for a in run.results[3].asked}

    assert asked == {("test.holds", Role.JUDGE, Reason.TIMEOUT, "60 s")}
    asks = [a.ask for a in run.results[1].asked]
    assert asks == sorted(asks)
    assert len(asks) == 4
    with open_ledger(place.folder / "run.ledger") as ledger:
        for record in run.results[1].asked:
            kept = asyncio.run(ledger.find_answer(record.key or ""))
            assert kept is not None
            assert (kept.ask, kept.sha256) == (record.ask, record.answer_sha256)


def test_a_failed_ask_has_an_audit_trail(place: Place) -> None:
    """Both tries stand in the ledger."""
    place.evaluate(Listening({"The sky is high.": NoVerdict(Reason.TIMEOUT, "60 s")}).roles())
    place.evaluate(Listening().roles())
    ask = Holds("The sky is high.", "blue")
    with open_ledger(place.folder / "run.ledger") as ledger:
        said = asyncio.run(ledger.answers_to(ask.identity()))

    assert [(one.status.value, one.detail) for one in said] == [
        ("no_verdict", "60 s"),
        ("answered", ""),
    ]


def test_a_run_is_indicative_where_the_rules_answered(place: Place) -> None:
    """A role that was not asked does not matter."""
    judge = Scripted(lambda ask: ask.by_rule(), "judge/1")

    assert place.evaluate().manifest.is_indicative
    bound = Roles({Role.JUDGE: judge, Role.EXAMINER: judge, Role.CODER: Rules()})
    run = place.evaluate(bound, out=place.folder / "judged")
    assert not run.manifest.is_indicative
    half = place.evaluate(Roles({Role.JUDGE: judge}), out=place.folder / "half")
    assert half.manifest.is_indicative


def test_another_judge_is_another_run(place: Place) -> None:
    """The folder says what is different."""
    first = place.evaluate(Listening().roles())
    other = Scripted(lambda ask: ask.by_rule(), "other/1")
    with pytest.raises(RunExists) as raised:
        place.evaluate(Roles(dict.fromkeys(Role, other)))

    message = str(raised.value)
    assert message.startswith(f'folder "{place.out}": holds another run, with respondents code')
    assert f"respondents judge={first.manifest.respondents['judge']}, " in message
    assert "; expected the wanted run's respondents code" in message
    assert "respondents judge=other/1, " in message
    assert message.endswith(". Name another folder.")


def _other_report(place: Place) -> Run:
    (place.reports / "good" / "t-sky.md").write_text("Blue.", encoding="utf-8")
    return place.evaluate()


def _other_evidence(place: Place) -> Run:
    (place.reports / "good" / "t-sky.evidence.json").write_text("{}", encoding="utf-8")
    return place.evaluate()


def _other_bench(place: Place) -> Run:
    tasks = (TASKS[0], Task("t-grass", Query("草？"), gold=Gold("绿")))
    place.bench = bench(place.folder / "bench", tasks)
    return place.evaluate()


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (_other_report, "reports"),
        (_other_evidence, "reports"),
        (_other_bench, "bench"),
        (lambda place: place.evaluate(date="2026-01-16"), "date"),
        (lambda place: place.evaluate(method=replace(METHOD, version="2")), "method"),
        (lambda place: place.evaluate(method=replace(METHOD, settings={"a": "b"})), "settings a"),
    ],
    ids=["report", "evidence", "bench", "date", "version", "settings"],
)
def test_whatever_could_move_a_number_makes_another_run(
    place: Place, change: Callable[[Place], Run], name: str
) -> None:
    """And is named."""
    place.evaluate()
    with pytest.raises(
        RunExists, match=rf"holds another run, with .*{name}=\w+.*; expected .*{name}="
    ):
        change(place)


def test_names_of_folders_are_no_part_of_a_run(place: Place) -> None:
    """The same work elsewhere has the same id."""
    other = Place(place.folder / "elsewhere")

    assert other.evaluate().manifest.run == place.evaluate().manifest.run


def test_a_folder_of_something_else_is_not_written_to(place: Place) -> None:
    """Nobody's files are mixed with a run."""
    place.out.mkdir()
    (place.out / "thesis.doc").write_text("x", encoding="utf-8")
    with pytest.raises(RunExists) as raised:
        place.evaluate()

    assert str(raised.value) == (
        f"folder \"{place.out}\": holds something that is no run, got ['thesis.doc']; "
        "expected an empty folder or this run. Name another folder."
    )


def test_two_processes_cannot_write_one_run(place: Place) -> None:
    """The second is told."""
    from veridical.runs.lock import locked

    place.out.mkdir()
    with locked(place.out), pytest.raises(StoreError) as raised:
        place.evaluate()

    assert str(raised.value) == (
        f'run "{place.out}": is being written by another process. '
        "Wait for it, or name another folder."
    )


def test_needs_are_checked_for_all_tasks_before_anything_is_asked(place: Place) -> None:
    """The last task may be the one that lacks gold."""
    place.bench = bench(place.folder / "bench", (TASKS[0], Task("t-grass", Query("x"))))
    judge = Listening()
    with pytest.raises(NeedError) as raised:
        place.evaluate(judge.roles())

    assert str(raised.value).startswith('small on task "t-grass": needs a gold answer, got Gold()')
    assert judge.asked == []
    assert not place.out.exists()


def test_a_date_that_is_none_is_refused(place: Place) -> None:
    """No clock is asked instead."""
    with pytest.raises(ConfigError) as raised:
        place.evaluate(date="today")

    assert str(raised.value) == ("date: is no date, got today; expected YYYY-MM-DD. Correct it.")


def test_a_report_in_jsonl_is_stored_and_scored(place: Place) -> None:
    """Its format found from its text."""
    path = place.folder / "reports.jsonl"
    lines = [
        {"system": system, "task": task, "report": text} for (system, task), text in REPORTS.items()
    ]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    run = place.evaluate(submissions=read_submissions(path, place.bench))

    assert run.rows == place.evaluate(out=place.folder / "other").rows


def test_an_error_inside_is_told_as_itself(place: Place) -> None:
    """Not as a group of errors of tasks."""

    async def broken(context: object) -> bool | None:
        raise StoreError("disk", "is full")

    gate = replace(METHOD.gates[0], opens=broken)
    with pytest.raises(StoreError) as raised:
        place.evaluate(method=replace(METHOD, stages=(gate, *METHOD.stages)))

    assert str(raised.value) == "disk: is full."


def test_a_torn_last_line_is_done_again(place: Place) -> None:
    """A kill in the middle of a write loses one report's line, whose asks are kept."""
    place.evaluate(Listening().roles())
    lines = (place.out / "results.jsonl").read_bytes().splitlines(keepends=True)
    results = (place.out / "results.jsonl").read_bytes()
    (place.out / "results.jsonl").unlink()
    (place.out / "partial.jsonl").write_bytes(lines[2] + lines[0] + lines[3][:-40])
    judge = Listening()
    place.evaluate(judge.roles())

    assert judge.asked == []
    assert (place.out / "results.jsonl").read_bytes() == results
    assert not (place.out / "partial.jsonl").exists()


def test_an_unfinished_run_can_be_read(place: Place) -> None:
    """What is there is there."""
    place.evaluate()
    lines = (place.out / "results.jsonl").read_bytes().splitlines(keepends=True)
    (place.out / "results.jsonl").unlink()
    (place.out / "partial.jsonl").write_bytes(lines[2] + lines[0])

    found = load_run(place.out)
    assert [(r.system, r.task) for r in found.results] == [
        ("good", "t-grass"),
        ("poor", "t-grass"),
    ]


def test_a_line_that_is_no_result_is_named(place: Place) -> None:
    """A file that was edited by hand is not guessed at."""
    place.evaluate()
    path = place.out / "results.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"gated"', b'"gatted"'))
    with pytest.raises(StoreError) as raised:
        load_run(place.out)

    assert str(raised.value) == (
        f"{path}, line 4: is no result: Invalid enum value 'gatted' - at "
        "`$.scores[...].status`; expected what veridical wrote. "
        "Restore the file, or run again into another folder."
    )


def test_a_manifest_that_is_none_is_named(place: Place) -> None:
    """As for a result."""
    place.evaluate()
    path = place.out / "manifest.json"
    path.write_text('{"schema": 1}', encoding="utf-8")
    with pytest.raises(StoreError) as raised:
        load_run(place.out)

    assert str(raised.value) == (
        f"{path}: is no manifest of a run: Object missing required field `run`; "
        "expected schema 1. Update veridical, or run again into another folder."
    )


def test_the_manifest_says_what_was_run(place: Place) -> None:
    """Enough to read the numbers without the code."""
    manifest = json.loads(msgspec.json.encode(place.evaluate().manifest))

    expected = {
        "schema": 1,
        "method": "small",
        "method_version": "1",
        "settings": {"strictness": "mild"},
        "gates": ["answer found"],
        "bench": str(place.folder / "bench"),
        "systems": ["good", "poor"],
        "tasks": ["t-sky", "t-grass"],
        "date": DATE,
        "is_indicative": True,
        "status": "complete",
    }
    assert {name: manifest[name] for name in expected} == expected
    assert manifest["respondents"]["judge"] == "rules/4"
    assert manifest["measures"][1] == {
        "name": "small.grade",
        "title": "Grade",
        "aspect": "writing",
        "lowest": 1,
        "highest": 5,
        "higher_is_better": True,
        "source": "a test, arXiv:0000.00000, eq. 1",
    }
