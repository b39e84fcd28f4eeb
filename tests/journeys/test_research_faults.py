"""RAG and Deep Research over real HTTP, by a model that fails as planned, or killed in the middle.

The server says what the built-in rules say to each ask, so that it is known which report has to
come out, whatever fails: one without a plan, without a ranking, without a second draft.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.journeys.program import Done, Program, answers, files
from tests.rule_server import Noting, plain, table_of
from tests.scripted_server import (
    Act,
    ScriptedServer,
    Seen,
    garbage,
    limited,
    refusing,
    truncated,
)
from veridical.agents.research import Researched, deep_research, rag
from veridical.agents.research.library import Library
from veridical.agents.research.written import markdown
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.report import parse_report
from veridical.report.model import Resolution
from veridical.runs.demo import BENCH
from veridical.runs.submissions import EvidenceFile
from veridical.score import Reason
from veridical.task import Query, read_bench

QUESTION = "Why does ice float on a lake, and why does its deep water not freeze in winter?"
AGENTS: Mapping[str, Any] = {"rag": rag, "deep_research": deep_research}
KINDS = {"rag": ["write"], "deep_research": ["plan", "rank", "gaps", "write"]}


@dataclass
class Failing:
    """Notes what is asked; asks of one kind have no answer.

    Attributes:
        kind: which; "" = none fails.
    """

    kind: str
    noted: Noting = field(default_factory=Noting)

    async def ask(self, ask: Ask[Any], draw: Draw = ONCE) -> Answer[Any] | NoVerdict:
        """The rules' answer."""
        said = await self.noted.ask(ask, draw)
        fails = ask.kind == f"research.{self.kind}"
        return NoVerdict(Reason.UNREADABLE, "planned") if fails else said


@dataclass(frozen=True)
class Known:
    """What has to come out.

    Attributes:
        replies: kind and words, by the prompt without its marks.
        found: what an agent finds where one kind of ask fails, by agent and kind.
    """

    replies: Mapping[str, tuple[str, str]]
    found: Mapping[tuple[str, str], Researched]

    def report(self, agent: str, kind: str = "") -> bytes | None:
        """The report that comes out."""
        one = self.found[agent, kind]
        return None if one.draft is None else markdown(one.draft, one.evidence, "en").encode()


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Known:
    """Every agent, once whole and once without each kind of answer."""
    ledger = tmp_path_factory.mktemp("known") / "ledger"
    library = Library.of(read_bench(BENCH).corpus.values())
    replies: dict[str, tuple[str, str]] = {}
    found = {}
    for name, agent in AGENTS.items():
        for kind in ["", *KINDS[name]]:
            failing = Failing(kind)
            found[name, kind] = asyncio.run(agent(Query(QUESTION), library, failing))
            for one in {ask.kind for ask in failing.noted.asks.values()}:
                own = {i: a for i, a in failing.noted.asks.items() if a.kind == one}
                table = table_of(Noting(own), ledger)
                short = one.removeprefix("research.")
                replies |= {prompt: (short, text) for prompt, text in table.items()}
    return Known(replies, found)


Fault = Callable[[Seen, str], Act]
"""What is done with a request, given the words of the right reply."""
MALFORMED: Mapping[str, str] = {
    "plan": '{"nonce": "NONCE", "why": "", "sub_questions": []}',
    "rank": '{"nonce": "NONCE", "why": "", "numbers": [999]}',
    "gaps": '{"nonce": "NONCE", "why": "", "queries": ["", ""]}',
    "write": '{"nonce": "NONCE", "why": "", "title": "T", "sections": [], "conclusion": '
    '[{"text": "It is so.", "texts": [99]}]}',
}
FAULTS: Mapping[str, Fault] = {
    "garbage": lambda seen, text: garbage(),
    "truncated": lambda seen, text: truncated(text[: len(text) // 2]),
    "refusal": lambda seen, text: refusing(),
    "prose": lambda seen, text: Act(text="Here is what I would do: first, think."),
}


@dataclass
class Script:
    """The rules' replies, with a fault where it is planned.

    Attributes:
        known: the replies.
        kind: of the asks that fail; "" = all.
        fault: what they meet; None = none fails.
        is_passing: whether each prompt meets it once.
    """

    known: Known
    kind: str = ""
    fault: Fault | None = None
    is_passing: bool = False
    met: set[str] = field(default_factory=set)

    def __call__(self, seen: Seen) -> Act:
        """What a request meets."""
        prompt = plain(seen.prompt)
        kind, text = self.known.replies.get(prompt, ("", ""))
        assert kind, "a prompt that no agent should have come to"
        is_due = self.fault is not None and self.kind in ("", kind)
        if self.fault is None or not is_due or (self.is_passing and prompt in self.met):
            return Act(text=text)
        self.met.add(prompt)
        return self.fault(seen, text)


def malformed(kind: str) -> Fault:
    """A reply of the right form that cannot be meant."""
    return lambda seen, text: Act(text=MALFORMED[kind])


def at(folder: Path) -> Program:
    """The program in a folder, with a key in its environment."""
    folder.mkdir(parents=True, exist_ok=True)
    return Program(folder, {"MY_KEY": "sk-journey"})


def told(agent: str, base_url: str, *more: str | Path) -> list[str | Path]:
    """What `research` is told: the paper's pipeline, its models served."""
    served = ["--planner", "mine:rules", "--writer", "mine:rules", "--key-env", "MY_KEY"]
    place = ["--corpus", BENCH, "--out", "out", "--agent", agent, "--as-published"]
    return ["research", QUESTION, *place, *served, "--base-url", base_url, *more]


def refuse_invented(folder: Path) -> None:
    """Every marker of the report leads to what its writer was given."""
    data = (folder / "report.evidence.json").read_bytes()
    given = msgspec.json.decode(data, type=EvidenceFile).as_list()
    report = parse_report((folder / "report.md").read_bytes(), evidence=given)
    markers = [c for c in report.citations if c.resolution is not Resolution.LINK]
    assert {c.resolution for c in markers} == {Resolution.RESOLVED}


LASTING = [
    *(("deep_research", "plan", fault) for fault in ("malformed", *FAULTS)),
    ("deep_research", "rank", "truncated"),
    ("deep_research", "gaps", "refusal"),
    ("deep_research", "write", "malformed"),
    *(("rag", "write", fault) for fault in ("malformed", *FAULTS)),
]


@pytest.mark.parametrize(("agent", "kind", "fault"), LASTING)
def test_what_fails_for_good(
    known: Known, tmp_path: Path, agent: str, kind: str, fault: str
) -> None:
    """The report is that of an agent without these answers; where there is none, it is told why."""
    acts = malformed(kind) if fault == "malformed" else FAULTS[fault]
    with ScriptedServer(Script(known, kind, acts)) as server:
        done = at(tmp_path)(*told(agent, server.base_url))
    wanted, out = known.report(agent, kind), tmp_path / "out"
    assert "Traceback" not in done.err
    assert (done.code == 0) == (wanted is not None), done.err
    about = json.loads((out / "report.about.json").read_text("utf-8"))
    assert about["absence"]
    assert "not answered: " in done.err
    if wanted is None:
        assert not (out / "report.md").exists()
    else:
        assert (out / "report.md").read_bytes() == wanted
        refuse_invented(out)


PASSING: Mapping[str, Fault] = {
    "429": lambda seen, text: limited(),
    "429 with Retry-After": lambda seen, text: limited("1"),
    "garbage": FAULTS["garbage"],
    "prose": FAULTS["prose"],
    "truncated": FAULTS["truncated"],
}


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("fault", PASSING)
def test_what_fails_once(known: Known, tmp_path: Path, agent: str, fault: str) -> None:
    """Each prompt at first: the report is as if nothing had been."""
    with ScriptedServer(Script(known, "", PASSING[fault], is_passing=True)) as server:
        done = at(tmp_path)(*told(agent, server.base_url))
        prompts = {plain(seen.prompt) for seen in server.seen}
        calls = server.calls
    assert done.code == 0, done.err
    assert (tmp_path / "out" / "report.md").read_bytes() == known.report(agent)
    assert calls == 2 * len(prompts)
    assert "not answered" not in done.err


@pytest.mark.parametrize("agent", AGENTS)
def test_a_wish_to_wait_is_heeded(known: Known, tmp_path: Path, agent: str) -> None:
    """No request comes again before the time that the server asked for."""
    came: list[float] = []
    script = Script(known, "write", lambda seen, text: limited("2"), is_passing=True)

    def timed(seen: Seen) -> Act:
        if known.replies[plain(seen.prompt)][0] == "write":
            came.append(time.monotonic())
        return script(seen)

    with ScriptedServer(timed) as server:
        assert at(tmp_path)(*told(agent, server.base_url)).code == 0
    assert came[1] - came[0] >= 2


KILLS = [("rag", 1), ("deep_research", 1), ("deep_research", 3), ("deep_research", 5)]


@pytest.mark.parametrize(("agent", "calls"), KILLS)
def test_killed_in_the_middle(known: Known, tmp_path: Path, agent: str, calls: int) -> None:
    """With 429s on the way: no finished ask is asked again; same path, same bytes."""
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    script = Script(known, "", PASSING["429"], is_passing=True)
    with ScriptedServer(script, latency_s=0.1) as server:
        program, ledger = at(broken), broken / "out" / "ledger.sqlite"

        def is_time() -> bool:
            return ledger.exists() and server.calls >= 2 * calls

        killed = program.killed_when(is_time, *told(agent, server.base_url))
        assert killed < 0
        finished = len(answers(ledger))
        before = [plain(seen.prompt) for seen in server.seen]
        done = program(*told(agent, server.base_url))
        assert done.code == 0, done.err
        after = [plain(seen.prompt) for seen in server.seen[len(before) :]]
    asked = list(dict.fromkeys(before))
    assert set(after).isdisjoint(asked[:finished])
    assert len(set(asked) | set(after)) == known.found[agent, ""].asks
    with ScriptedServer(Script(known)) as server:
        assert at(whole)(*told(agent, server.base_url)).code == 0
    assert results(broken / "out") == results(whole / "out")
    again = program(*told(agent, server.base_url))
    assert (again.code, results(broken / "out")) == (0, results(whole / "out"))


def results(folder: Path) -> dict[str, bytes]:
    """Every file but the ledger's."""
    return {name: data for name, data in files(folder).items() if "ledger" not in name}


def spent(done: Done) -> tuple[int, int]:
    """Calls and tokens, as the program says it."""
    line = next(one for one in done.err.splitlines() if one.startswith("models: "))
    words = line.split()
    return int(words[1]), int(words[3])


@pytest.mark.parametrize("most", range(8))
def test_calls_end_and_a_report_is_delivered(known: Known, tmp_path: Path, most: int) -> None:
    """Not one call beyond; what is left the rules do, and it is said."""
    with ScriptedServer(Script(known)) as server:
        done = at(tmp_path)(*told("deep_research", server.base_url, "--max-calls", str(most)))
        calls = server.calls
    every = known.found["deep_research", ""].asks
    assert done.code == 0, done.err
    assert calls == min(most, every)
    # the rules say what the server says, so that the report is the same
    assert (tmp_path / "out" / "report.md").read_bytes() == known.report("deep_research")
    about = json.loads((tmp_path / "out" / "report.about.json").read_text("utf-8"))
    assert about["by_rules"] == max(every - most, 0)
    assert about["is_indicative"] == (every > most)
    assert ("The budget was spent" in done.out) == (every > most)


@pytest.mark.parametrize("limit", ["--max-tokens", "--max-usd"])
def test_tokens_and_money_end_within_a_call(known: Known, tmp_path: Path, limit: str) -> None:
    """Half of what the whole takes is passed by one call at most, and a report is delivered."""
    program = at(tmp_path)
    (tmp_path / "prices.toml").write_text("[rules]\ninput = 1.0\noutput = 1.0\n", "utf-8")
    with ScriptedServer(Script(known)) as server:
        calls, tokens = spent(at(tmp_path / "whole")(*told("deep_research", server.base_url)))
        dearest = max(len(seen.prompt) for seen in server.seen)
        half = tokens // 2
        value = str(half) if limit == "--max-tokens" else f"{half / 1e6:.6f}"
        command = told("deep_research", server.base_url, limit, value, "--prices", "prices.toml")
        done = program(*command)
        made = server.calls - calls
        again = program(*command)
        more = server.calls - calls - made
    own, used = spent(done)
    assert done.code == again.code == 0, done.err
    assert 0 < own == made < calls
    assert used <= half + dearest
    # of a model of which nothing is known yet, one call is made while anything is left
    assert more <= 1
    assert "The budget was spent" in done.out
    assert (tmp_path / "out" / "report.md").read_bytes() == known.report("deep_research")
    refuse_invented(tmp_path / "out")


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("limit", ["--max-calls", "--max-tokens", "--max-usd"])
def test_with_nothing_to_spend_the_rules_write(
    known: Known, tmp_path: Path, agent: str, limit: str
) -> None:
    """No call is made."""
    program = at(tmp_path)
    (tmp_path / "prices.toml").write_text("[rules]\ninput = 1.0\noutput = 1.0\n", "utf-8")
    with ScriptedServer(Script(known)) as server:
        done = program(*told(agent, server.base_url, limit, "0", "--prices", "prices.toml"))
        assert server.calls == 0
    assert done.code == 0, done.err
    assert "The budget was spent" in done.out
    assert (tmp_path / "out" / "report.md").read_bytes() == known.report(agent)
