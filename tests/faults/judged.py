"""A method run with a model as judge that says what the rules say, and what faults took."""

from __future__ import annotations

import asyncio
import hashlib
import re
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from tests.model_requests import QUICK, place
from tests.scripted_server import (
    Act,
    Script,
    ScriptedServer,
    Seen,
    saying,
    truncated,
)
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Role
from veridical.ledger import Kept, open_ledger
from veridical.measure import Context, Submission
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.registry import METHODS
from veridical.models.fence import written
from veridical.models.limited import Patience
from veridical.models.stack import Stack
from veridical.respondents import Rules
from veridical.respondents.llm import LLM, Readings
from veridical.runs.submissions import read_submissions
from veridical.score import Bounds, Gated, Measured, Reason, Undefined
from veridical.task import read_bench

DEMO = Path(__file__).parents[2] / "src" / "veridical" / "runs" / "demo_bench"
REPORTS = ("atlas/t-water", "beacon/t-heart", "cipher/t-rivers", "fable/t-heart")
METHOD = METHODS[0]
ANY_MARK = re.compile(r"\b[a-p]{20}\b")
MARK = re.compile(r"[a-p]{20}(?=\"?\Z)")
LOST = Reason.UNREADABLE

Asked = dict[str, Ask[object]]


@cache
def demo(is_whole: bool = False) -> tuple[object, dict[str, Submission]]:
    """The shipped bench, and the reports that are run: four of them, or all."""
    bench = read_bench(DEMO)
    found = {f"{s.system}/{s.task_id}": s for s in read_submissions(DEMO / "reports", bench)}
    return bench, {name: found[name].parsed() for name in (found if is_whole else REPORTS)}


@dataclass
class Judge:
    """The model for what the rules can say; the rules for what they cannot.

    Attributes:
        llm: who is asked, through the ledger.
        asked: every ask that was put, by its first prompt without the mark.
    """

    llm: LLM
    asked: Asked
    kept: Kept = field(init=False)

    def __post_init__(self) -> None:
        """Keep its answers."""
        self.kept = Kept(self.llm, self.llm.ledger)

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """One ask; nothing here sees pictures."""
        if ask.role is not Role.JUDGE or isinstance(ask.by_rule(), NoVerdict):
            return await Rules().answer(ask, draw)
        parts = self.llm.request(ask).messages[-1].content
        self.asked[MARK.sub("", "\n\n".join(map(written, parts)))] = ask
        return await self.kept.answer(ask, draw)


def ruling(asked: Asked) -> Script:
    """A model that says what the rules say, in the form that is asked for."""

    def script(seen: Seen) -> Act:
        prompt = MARK.sub("", seen.prompt.partition("\n\n")[2])
        ask = asked.get(prompt) or asked[first_prompt(prompt)]
        return saying(reply(ask))

    return script


AGAIN = re.compile(
    r"\n\nAn earlier answer to this .*?\n<<<END [a-p]{20}|\n\n此前对此.*?\n<<<END [a-p]{20}",
    re.S,
)


def first_prompt(prompt: str) -> str:
    """The prompt without what was wrong with an earlier answer."""
    return AGAIN.sub("", prompt)


def reply(ask: Ask[object]) -> str:
    """The rule's answer as a model writes it."""
    ruled = ask.by_rule()
    assert isinstance(ruled, Answer)
    value = msgspec.to_builtins(ruled.value)
    fields = value if isinstance(value, dict) else {"value": value}
    quotes = [{"source": q.source, "text": q.text} for q in ruled.quotes]
    said = {"nonce": "NONCE", "quotes": quotes, "why": ruled.why, **fields}
    return msgspec.json.encode(said).decode()


@dataclass(frozen=True)
class Ran:
    """One run over the reports."""

    evaluations: dict[str, Evaluation]
    readings: Readings
    calls: int

    @property
    def verdicts(self) -> dict[tuple[str, str, Draw], Answer[object] | NoVerdict]:
        """Every answer, by report, ask and draw."""
        return {
            (name, e.ask.identity(), e.draw): e.answer
            for name, evaluation in self.evaluations.items()
            for e in evaluation.asked
        }


def run(
    faults: Callable[[Script], Script] = lambda script: script,
    *,
    folder: Path | None = None,
    patience: Patience = QUICK,
    is_whole: bool = False,
) -> Ran:
    """Evaluate the reports with the model as judge."""
    asked: Asked = {}
    with (
        tempfile.TemporaryDirectory() as temporary,
        ScriptedServer(faults(ruling(asked))) as server,
        open_ledger((folder or Path(temporary)) / "ledger.db") as ledger,
    ):

        async def evaluate() -> tuple[dict[str, Evaluation], Readings]:
            stack = Stack(ledger, patience=patience)
            llm = LLM(stack.at(place(server), "toy"), ledger)
            bench, reports = demo(is_whole)
            tasks = {task.id: task for task in bench.tasks}
            judge = Judge(llm, asked)
            found = {}
            for name, report in reports.items():
                context = Context(tasks[report.task_id], report, bench.corpus, judge)
                found[name] = await evaluate_submission(METHOD, context)
            await stack.aclose()
            return found, llm.readings

        found, readings = asyncio.run(evaluate())
        return Ran(found, readings, server.calls)


@cache
def clean(is_whole: bool = False) -> Ran:
    """Without any fault."""
    return run(is_whole=is_whole)


def clean_of(ran: Ran) -> Ran:
    """Without any fault, over the same reports."""
    return clean(len(ran.evaluations) > len(REPORTS))


@cache
def by_rules() -> dict[str, Evaluation]:
    """The rules alone."""

    class Ruled:
        async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
            return await Rules().answer(ask, draw)

    bench, reports = demo()
    tasks = {task.id: task for task in bench.tasks}
    return {
        name: asyncio.run(
            evaluate_submission(
                METHOD, Context(tasks[report.task_id], report, bench.corpus, Ruled())
            )
        )
        for name, report in reports.items()
    }


def fate(prompt: str) -> float:
    """A number in [0, 1) that is always the same for one prompt, whatever the ledger's secret."""
    unmarked = ANY_MARK.sub("", prompt)
    return int.from_bytes(hashlib.sha256(unmarked.encode()).digest()[:8], "big") / 2**64


def broken(act: Act) -> Act:
    """A reply that breaks off in the middle."""
    return truncated(act.text[: len(act.text) // 2])


def changed(ran: Ran) -> list[str]:
    """The verdicts that both runs have and that differ."""
    before = clean_of(ran).verdicts
    return [
        f"{key[0]}: {before[key]} became {answer}"
        for key, answer in ran.verdicts.items()
        if isinstance(answer, Answer)
        and isinstance(before.get(key), Answer)
        and before[key].value != answer.value
    ]


def silent(ran: Ran) -> list[str]:
    """Scores that moved without saying that something is missing."""
    was = clean_of(ran).evaluations
    return [
        f"{name} {part}: {was[name].scores[part]} became {score}"
        for name, evaluation in ran.evaluations.items()
        for part, score in evaluation.scores.items()
        if score != was[name].scores[part]
        and not isinstance(score, Undefined)
        and not (isinstance(score, Measured) and score.missing.total)
    ]


def outside(ran: Ran) -> list[str]:
    """Scores of the clean run that do not lie within the bounds of this one."""
    found = []
    for name, evaluation in ran.evaluations.items():
        was = clean_of(ran).evaluations[name]
        for part, score in [*evaluation.scores.items(), *evaluation.totals.items()]:
            one = was.scores.get(part) or was.totals.get(part)
            bounds = None if isinstance(score, Gated) else score.bounds
            if isinstance(one, Measured) and bounds and not _within(one.value, bounds):
                found.append(f"{name} {part}: {one.value} outside {bounds}")
    return found


def _within(value: float, bounds: Bounds) -> bool:
    low, high = sorted((bounds.worst, bounds.best))
    return low - 1e-9 <= value <= high + 1e-9


def missing(ran: Ran) -> Counter[Reason]:
    """What the faults took, by reason: asks that the clean run had answered."""
    before = clean_of(ran).verdicts
    return Counter(
        answer.reason
        for key, answer in ran.verdicts.items()
        if isinstance(answer, NoVerdict) and isinstance(before.get(key), Answer)
    )
