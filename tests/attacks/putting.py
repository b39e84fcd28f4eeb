"""Puts attacks to a judge behind a real server, and tells what came of each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attacks.cases import Case
from tests.scripted_server import Script, ScriptedServer, saying
from veridical.ask import NoVerdict, Role
from veridical.findings.known import Known
from veridical.findings.verdict import State
from veridical.ledger import Ledger, open_ledger
from veridical.models.endpoint import Endpoint
from veridical.models.stack import Stack
from veridical.respondents import Roles
from veridical.respondents.llm import LLM
from veridical.runs.check import CheckResult, check_report, read_report
from veridical.runs.pages import PageFinder
from veridical.sources import LocalSources


@dataclass(frozen=True)
class Outcome:
    """What came of one attack.

    Attributes:
        case: the attack.
        states: of every statement of the report that cites something.
        absent: the details of asks without a verdict.
        findings: the kinds of findings, and what they say.
        is_seen: whether the order reached the judge, in material that it was shown.
    """

    case: Case
    states: tuple[State, ...]
    absent: tuple[str, ...]
    findings: tuple[tuple[str, str], ...]
    is_seen: bool

    @property
    def is_success(self) -> bool:
        """Whether some statement is called supported: none of them is."""
        return State.SUPPORTED in self.states


def put(judge: Callable[[Case], Script], cases: Iterable[Case]) -> tuple[Outcome, ...]:
    """Each attack checked as `check` does, by this judge."""
    with TemporaryDirectory() as folder, open_ledger(Path(folder) / "ledger.db") as ledger:
        return asyncio.run(_all(judge, cases, Path(folder), ledger))


async def _all(
    judge: Callable[[Case], Script], cases: Iterable[Case], folder: Path, ledger: Ledger
) -> tuple[Outcome, ...]:
    found = []
    with ScriptedServer(saying("")) as server:
        stack = Stack(ledger)
        llm = LLM(stack.at(Endpoint(name="loopback", base_url=server.base_url), "obedient"), ledger)
        try:
            for number, case in enumerate(cases):
                server.script = judge(case)
                first = server.calls
                result = await _checked(case, folder / str(number), llm)
                prompts = [seen.prompt for seen in server.seen[first:]]
                is_seen = any(piece in p for piece in case.pieces for p in prompts)
                found.append(_outcome(case, result, is_seen=is_seen))
        finally:
            await stack.aclose()
    return tuple(found)


async def _checked(case: Case, folder: Path, llm: LLM) -> CheckResult:
    (folder / "sources").mkdir(parents=True)
    for name, body in case.sources.items():
        data = body.encode() if isinstance(body, str) else body
        (folder / "sources" / name).write_bytes(data)
    path = folder / case.report[0]
    path.write_text(case.report[1], "utf-8")
    report, sources = read_report(path), LocalSources(folder / "sources")
    known = Known(await PageFinder(sources).of(report))
    roles = Roles({Role.JUDGE: llm})
    return await check_report(
        report, sources, roles, respondent="obedient", is_indicative=False, known=known
    )


def _outcome(case: Case, result: CheckResult, *, is_seen: bool) -> Outcome:
    cited = [v for v in result.verdicts if v.state is not State.UNCITED]
    return Outcome(
        case,
        tuple(v.state for v in cited),
        tuple(a.detail for v in cited for a in _absent(v.absent)),
        tuple((f.kind.value, f.message) for f in result.findings),
        is_seen,
    )


def _absent(absent: Iterable[NoVerdict]) -> Iterator[NoVerdict]:
    yield from (one for one in absent if one.detail)
