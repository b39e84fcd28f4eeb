"""What fact checking one report takes: calls, input tokens, seconds, beside the released code.

One real report's statements, a scripted judge at 200 ms a call and a web on loopback at 200 ms
an answer. The judge answers as the built-in rules do, so that the calls are those of a run in
which something is supported, contradicted and not found. Tokens: one for a Han character, else
one for four, as the released code was measured.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.row import Row
from tests.fact_web import FactWeb, pages_of, written
from tests.rule_server import Noting, plain, table_of
from tests.scripted_server import Act, ScriptedServer, Seen, failing
from veridical.agents.assertions import read_assertions
from veridical.agents.fact_checker import FactCheck, check_facts
from veridical.agents.reading_room import ReadingRoom
from veridical.ask import Asker, Role
from veridical.ledger import open_ledger
from veridical.models.endpoint import Endpoint
from veridical.report import parse_report
from veridical.report.model import Report
from veridical.respondents import Roles
from veridical.runs.bound import bound
from veridical.runs.settings import Binding, Settings
from veridical.sources.guard import guard_allowing
from veridical.sources.http import HttpWeb
from veridical.sources.manners import Manners
from veridical.sources.search import open_search

LATENCY_S = 0.2
STATEMENTS = 76
"""As many as the released code was measured with."""
THEIRS = {"calls": 163, "input tokens": 1_226_000, "seconds": 264}
REPORT = Path("/work/shared/data/deepresearcheval/deep_research_1_20250819_222419.json")
_HAN = re.compile("[\u3400-\u9fff]")
_FREE = Manners(at_a_time=64, pause_s=0.0)
_QUERY = "How did export controls on semiconductors work out?"


@dataclass
class Judge:
    """Answers by prompt as the rules do, and counts what it is sent.

    Attributes:
        table: replies by prompts.
        prompts: every prompt that came.
    """

    table: dict[str, str]
    prompts: list[str] = field(default_factory=list)

    def __call__(self, seen: Seen) -> Act:
        """The reply."""
        prompt = plain(seen.prompt)
        self.prompts.append(seen.prompt)
        if prompt not in self.table:
            return failing(400, "no such prompt is known")
        return Act(text=self.table[prompt])


def tokens(text: str) -> int:
    """Estimated as the released code was."""
    han = len(_HAN.findall(text))
    return han + (len(text) - han) // 4


def repeated_tokens(prompts: Sequence[str]) -> int:
    """Tokens of paragraphs that an earlier prompt, or the same one, held already."""
    seen: Counter[str] = Counter()
    again = 0
    for prompt in prompts:
        for paragraph in prompt.split("\n\n"):
            if seen[paragraph]:
                again += tokens(paragraph)
            seen[paragraph] += 1
    return again


def filler(number: int) -> str:
    """Sentences on another matter, so that pages are as long as pages are."""
    return "\n".join(
        f"Village {number}-{k} has {17 * k + number} wells, {k % 9} mills and a market hall."
        for k in range(120)
    )


async def checked(report: Report, web: FactWeb, asker: Asker) -> FactCheck:
    """The report's first statements, over the real ports."""
    here = f"http://127.0.0.1:{web.server.port}"
    search = open_search("searxng", endpoint=here, manners=_FREE)
    pages = HttpWeb(guard_allowing(web.hosts), _FREE)
    try:
        read = await read_assertions(report, asker, query=_QUERY)
        room = ReadingRoom(search, pages)
        return await check_facts(read.checkable[:STATEMENTS], room, asker, query=_QUERY)
    finally:
        await search.aclose()
        await pages.aclose()


async def by_model(report: Report, web: FactWeb, base_url: str, folder: Path) -> FactCheck:
    """The same, judged over HTTP through ledger, limits and budget."""
    place = Endpoint(name="bench", base_url=base_url)
    judge = Binding(endpoint="bench", model="scripted", place=place)
    settings = Settings(bindings={Role.JUDGE: judge})
    with open_ledger(folder / "bench.ledger") as ledger:
        async with bound(settings, ledger) as found:
            return await checked(report, web, found.roles)


def measure() -> list[Row]:
    """One report; none where the real report is not at hand."""
    if not REPORT.is_file():
        return []
    report, web = material()
    noted = Noting()
    with tempfile.TemporaryDirectory() as scratch, web.server:
        asyncio.run(checked(report, web, noted))  # type: ignore[arg-type]
        judge = Judge(table_of(noted, Path(scratch, "table.ledger")))
        web.latency_s = LATENCY_S
        before = len(web.server.asked)
        with ScriptedServer(judge, latency_s=LATENCY_S) as server:
            rounds = [_timed(report, web, server.base_url, Path(scratch, f"{n}")) for n in (1, 2)]
        other = (len(web.server.asked) - before) // len(rounds)
    # the better of two, since the machine's other work slows both alike
    found, seconds = min(rounds, key=lambda r: r[1])
    return _rows(found, judge.prompts[: len(judge.prompts) // len(rounds)], seconds, other)


def material() -> tuple[Report, FactWeb]:
    """The real report, and a web that speaks of its statements."""
    text = json.loads(REPORT.read_text("utf-8"))["entries"][0]["response"]
    report = parse_report(text.encode(), format="markdown", name="report")
    said = asyncio.run(read_assertions(report, Roles(), query=_QUERY)).checkable[:STATEMENTS]
    known = pages_of(written([a.wording for a in said]))
    return report, FactWeb([f"{page}\n{filler(n)}" for n, page in enumerate(known)])


def prompts_of_one() -> list[str]:
    """Every prompt of one run over the report, in the order of arrival."""
    report, web = material()
    noted = Noting()
    with tempfile.TemporaryDirectory() as scratch, web.server:
        asyncio.run(checked(report, web, noted))  # type: ignore[arg-type]
        judge = Judge(table_of(noted, Path(scratch, "table.ledger")))
        with ScriptedServer(judge) as server:
            asyncio.run(by_model(report, web, server.base_url, Path(scratch)))
    return judge.prompts


def _timed(report: Report, web: FactWeb, base_url: str, folder: Path) -> tuple[FactCheck, float]:
    """A run with nothing kept, and the seconds that it took."""
    folder.mkdir()
    start = time.perf_counter()
    found = asyncio.run(by_model(report, web, base_url, folder))
    return found, time.perf_counter() - start


def _rows(found: FactCheck, prompts: Sequence[str], seconds: float, other: int) -> list[Row]:
    sent = sum(map(tokens, prompts))
    standings = Counter(str(one.standing) for one in found.checked)
    return [
        Row("statements", len(found.checked), ""),
        Row("statements without a verdict", standings["None"], "", 0),
        *(Row(f"statements {name}", n, "") for name, n in sorted(standings.items())),
        Row("model calls", len(prompts), "", THEIRS["calls"]),
        Row("model calls, released code", THEIRS["calls"], ""),
        Row("searches and page reads", other, ""),
        Row("input tokens", sent, "", THEIRS["input tokens"] / 8),
        Row("input tokens, sent before", repeated_tokens(prompts), ""),
        Row("input tokens, released code", THEIRS["input tokens"], ""),
        Row("seconds at 200 ms", seconds, "s", 10),
        Row("seconds at 200 ms, released code", THEIRS["seconds"], "s"),
    ]
