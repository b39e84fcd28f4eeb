"""A plan counts kept answers as the run would find them: answers that depend on its date too."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import cast

import pytest

from tests.rule_server import Noting, plain, table_of
from tests.scripted_server import Act, ScriptedServer, Seen
from veridical.ask import Asker, Role
from veridical.errors import ConfigError
from veridical.measure import Context
from veridical.methods.deepresearcheval.method import deepresearcheval
from veridical.methods.deepresearcheval.settings import Part
from veridical.methods.deepresearcheval.settings import Settings as Options
from veridical.methods.evaluator import evaluate_submission
from veridical.runs import planning, verbs
from veridical.runs.settings import Flags, read_settings
from veridical.runs.submissions import read_submissions
from veridical.task import read_bench

DATE, LATER = "2026-01-15", "2026-02-15"
FACTS = deepresearcheval(Options(parts=Part.FACTUALITY))
RIVER = "The Rhine is 1,230 km long and flows through six countries."


def material(folder: Path) -> tuple[Path, Path]:
    """One task whose corpus says what its one report says."""
    tasks, reports = folder / "bench", folder / "reports"
    (reports / "system").mkdir(parents=True)
    tasks.mkdir()
    task = {"schema": 1, "id": "a", "query": {"text": "How long is the Rhine?"}}
    (tasks / "tasks.jsonl").write_text(json.dumps(task) + "\n")
    (tasks / "corpus.jsonl").write_text(json.dumps({"id": "rhine", "text": RIVER}) + "\n")
    (reports / "system" / "a.md").write_text(RIVER)
    return tasks, reports


def replies(tasks: Path, reports: Path, folder: Path) -> dict[str, str]:
    """What the rules say to each prompt of a run on that date."""
    bench, noted = read_bench(tasks), Noting()
    (one,) = read_submissions(reports, bench)
    asker = cast("Asker", noted)
    context = Context(bench.tasks[0], one.parsed(), bench.corpus, asker, date=DATE)
    asyncio.run(evaluate_submission(FACTS, context))
    return table_of(noted, folder / "table.ledger")


def test_answers_of_the_same_date_are_counted_as_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the run's date nothing is left to call; on another one its queries are asked anew."""
    monkeypatch.chdir(tmp_path)
    tasks, reports = material(tmp_path)
    table = replies(tasks, reports, tmp_path)

    def answered(seen: Seen) -> Act:
        return Act(text=table[plain(seen.prompt)])

    with ScriptedServer(answered) as server:
        flags = Flags(models={Role.JUDGE: "mine:m"}, base_url=server.base_url)
        settings = read_settings(None, flags)
        verbs.evaluate(
            tasks,
            reports,
            method=FACTS,
            out=tmp_path / "run",
            date=DATE,
            settings=settings,
        )
        calls = server.calls
        (then,), (later,) = (
            planning.plan(
                tasks,
                reports,
                settings=settings,
                method=FACTS,
                ledger=tmp_path / "run.ledger",
                date=date,
            )
            for date in (DATE, LATER)
        )

    assert server.calls == calls > 0
    assert (then.high.calls, then.kept) == (0, calls)
    assert (later.high.calls, later.kept) == (1, calls - 1)


def test_a_date_that_is_none_is_refused(tmp_path: Path) -> None:
    """Before anything is read."""
    with pytest.raises(ConfigError, match="is no date"):
        planning.plan(tmp_path, tmp_path, settings=read_settings(None, Flags()), date="soon")
