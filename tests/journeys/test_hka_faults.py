"""HKA over real HTTP: programs that raise, a figure that is rejected, malformed plans, 429, kills.

The server says what a model of known habits says to each ask, so that it is known which report has
to come out. A request is known by its words and by the pictures that go with it.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.program import Program, answers, files
from tests.requirements import require
from tests.rule_server import plain
from tests.scripted_server import Act, ScriptedServer, Seen, limited
from veridical.agents.hka.asks.code import Code, CodeAsk
from veridical.agents.hka.asks.figure import FigureAsk, FigureVerdict, Looked
from veridical.agents.hka.asks.insights import Findings, InsightsAsk
from veridical.agents.hka.asks.reading import FigureValues, Labelled, ReadFigureAsk
from veridical.agents.hka.made import Analysed
from veridical.agents.hka.settings import Hka
from veridical.agents.research.library import Setting
from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict
from veridical.ledger import open_ledger
from veridical.models.fence import written
from veridical.models.scripted import Scripted as ScriptedModel
from veridical.respondents.composing import question_of
from veridical.respondents.llm import LLM
from veridical.runs.analysing import analysing, texts_of
from veridical.runs.demo import BENCH
from veridical.task import Query, read_bench

QUESTION = "Compare the planets by surface temperature"
FIRST = "import matplotlib.pyplot as plt\nrows[99]['nothing']"
SECOND = "import matplotlib.pyplot as plt\nrows[0]['no such field']"
EMPTY_AXES = """
import json
import matplotlib.pyplot as plt
plt.subplots()[0].savefig("figure.png")
json.dump([], open("result.json", "w"))
"""
DRAWS = """
import json
import matplotlib.pyplot as plt
figure, axes = plt.subplots(figsize=(8, 4.5))
names = [row["planet"] for row in rows]
bars = axes.bar(names, [row["mean_surface_temperature"] for row in rows])
axes.bar_label(bars)
axes.set_ylabel("Mean surface temperature (C)")
figure.savefig("figure.png")
json.dump([], open("result.json", "w"))
"""
MENDED = {"": FIRST, FIRST: SECOND, SECOND: EMPTY_AXES, EMPTY_AXES: DRAWS}
"""The next program, by the last one."""
FOUND = Findings(
    "Mean surface temperature of the four inner planets",
    ("Venus has a mean surface temperature of 464 °C, the highest of the four.",),
)
READ = FigureValues((Labelled("Venus", 464.0), Labelled("Mars", -63.0)))


@dataclass
class Model:
    """A model with known habits, in this process; what it is asked and says is noted.

    Attributes:
        said: each ask with its answer, by identity.
        rejected: the hash of the picture that it finds wrong, once it has seen one.
    """

    said: dict[str, tuple[Ask[Any], Answer[Any]]] = field(default_factory=dict)
    rejected: str = ""

    async def ask(self, ask: Ask[Any], draw: Draw = ONCE) -> Answer[Any] | NoVerdict:
        """What it says."""
        answer = self._answer(ask)
        if isinstance(answer, Answer):
            self.said[ask.identity()] = (ask, answer)
        return answer

    def _answer(self, ask: Ask[Any]) -> Answer[Any] | NoVerdict:
        if isinstance(ask, CodeAsk):
            return Answer(Code(MENDED[ask.code]))
        if isinstance(ask, FigureAsk):
            self.rejected = self.rejected or ask.figure.sha256
            is_wrong = ask.figure.sha256 == self.rejected
            verdict = FigureVerdict.WRONG if is_wrong else FigureVerdict.VALID
            return Answer(Looked(verdict), "nothing is drawn" if is_wrong else "")
        if isinstance(ask, InsightsAsk):
            return Answer(FOUND)
        return Answer(READ) if isinstance(ask, ReadFigureAsk) else ask.by_rule()


Known = Mapping[str, tuple[str, str]]
"""Kind and reply, by the words and pictures of a request."""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Known:
    """Every request of the agent's way, and its reply."""
    require("bubblewrap")
    model = Model()
    items = list(read_bench(BENCH).corpus.values())

    async def run() -> Analysed:
        agent = await analysing(BENCH, items, Hka(), Setting.HYBRID)
        found = await agent(Query(QUESTION), texts_of(items), model)
        assert isinstance(found, Analysed)
        return found

    assert len(asyncio.run(run()).made) == 1
    with open_ledger(tmp_path_factory.mktemp("known") / "ledger") as kept:
        llm = LLM(ScriptedModel(lambda _: "", endpoint="e", model="m"), kept)
        return {
            _key(_words(llm, ask), ask.attachments()): (ask.kind, _reply(ask, answer))
            for ask, answer in model.said.values()
        }


def _words(llm: LLM, ask: Ask[Any]) -> str:
    return "\n\n".join(
        "\n\n".join("" if isinstance(p, Attachment) else written(p) for p in message.content)
        for message in llm.request(ask).messages
    )


def _reply(ask: Ask[Any], answer: Answer[Any]) -> str:
    kept = json.loads(ask.write(answer))
    value = kept["value"] if question_of(ask).form.is_flat else {"value": kept["value"]}
    return json.dumps({"nonce": "NONCE", "why": kept["why"], **value}, ensure_ascii=False)


def _key(words: str, pictures: tuple[Attachment, ...]) -> str:
    return "|".join([" ".join(plain(words).split()), *(one.sha256 for one in pictures)])


def key_of(seen: Seen) -> str:
    """The same of a request that came."""
    found = []
    for message in seen.payload["messages"]:
        content = message["content"]
        for part in content if isinstance(content, list) else []:
            if part["type"] == "image_url":
                data = base64.b64decode(part["image_url"]["url"].partition(",")[2])
                found.append(Attachment("", hashlib.sha256(data).hexdigest()))
    return _key(seen.prompt, tuple(found))


@dataclass
class Script:
    """The model's replies.

    Attributes:
        known: the replies.
        is_limited: whether each request meets a 429 first.
        malformed: kind of the asks that get a reply that cannot be meant.
    """

    known: Known
    is_limited: bool = False
    malformed: str = ""
    met: set[str] = field(default_factory=set)

    def __call__(self, seen: Seen) -> Act:
        """What a request meets."""
        key = key_of(seen)
        if self.malformed and key not in self.known:
            # a second attempt quotes the first reply
            return Act(text='{"nonce": "NONCE", "why": "", "sub_questions": []}')
        kind, text = self.known[key]
        if self.is_limited and key not in self.met:
            self.met.add(key)
            return limited("0")
        if kind == self.malformed:
            return Act(text='{"nonce": "NONCE", "why": "", "sub_questions": []}')
        return Act(text=text)


def told(base_url: str) -> list[str | Path]:
    """What `research` is told."""
    place: list[str | Path] = ["--corpus", BENCH, "--out", "out", "--agent", "hka"]
    roles = ("planner", "writer", "coder", "vision")
    served = [word for role in roles for word in (f"--{role}", "mine:rules")]
    return ["research", QUESTION, *place, *served, "--key-env", "K", "--base-url", base_url]


def at(folder: Path) -> Program:
    """The program in a folder, with a key in its environment."""
    folder.mkdir(parents=True, exist_ok=True)
    return Program(folder, {"K": "sk-journey"})


def results(folder: Path) -> dict[str, bytes]:
    """Every file but the ledger's."""
    return {name: data for name, data in files(folder).items() if "ledger" not in name}


@pytest.fixture(scope="module")
def whole(known: Known, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What comes out where nothing fails but programs and a figure."""
    folder = tmp_path_factory.mktemp("whole")
    with ScriptedServer(Script(known)) as server:
        done = at(folder)(*told(server.base_url))
        assert done.code == 0, done.err
        assert {key_of(seen) for seen in server.seen} == set(known)
    return results(folder / "out")


def test_raises_twice_then_a_rejected_figure_then_a_good_one(whole: dict[str, bytes]) -> None:
    """Errors and reasons go back; rates before and after stand beside the paper's."""
    about = json.loads(whole["report.about.json"])["analyses"]
    rates = about["rates"]
    assert (rates["programs"], rates["failed_first"], rates["failed_last"]) == (2, 1, 0)
    assert (rates["figures"], rates["rejected_first"]) == (1, {"visually_wrong": 1})
    assert (rates["rejected_last"], rates["unseen"]) == ({}, 0)
    assert whole["figures/figure-1.py"].decode().strip() == DRAWS.strip()
    page = whole["report.html"].decode()
    for shown in ("1 of 2 (50.0 %)", "0 of 2 (0.0 %)", "1 of 1 (100.0 %)", "31.7 %", "0.51 %"):
        assert shown in page
    assert "55.5 %" in page
    assert "1.7 %" in page
    assert "at first: 1 visually wrong" in page


def test_a_model_s_numbers_are_traced_and_its_reading_compared(whole: dict[str, bytes]) -> None:
    """464 is the cell of Venus; what the vision role read off the figure agrees with the table."""
    numbers = json.loads(whole["report.numbers.json"])
    cells = [n["cell"] for line in numbers["lines"] for n in line["numbers"] if n["cell"]]
    assert any(one["expression"]["operation"] == "cell" and one["value"] == 464 for one in cells)
    read = {one["reader"]: one["state"] for one in json.loads(whole["figures/figure-1.read.json"])}
    assert read["vision"] == "agrees"
    assert "vision: agrees with its table, 2 of 2 numbers" in whole["report.html"].decode()


def test_429_at_every_request_changes_nothing(
    known: Known, whole: dict[str, bytes], tmp_path: Path
) -> None:
    """Each is asked again, and the same comes out."""
    with ScriptedServer(Script(known, is_limited=True)) as server:
        done = at(tmp_path)(*told(server.base_url))
        assert server.calls == 2 * len(known)
    assert done.code == 0, done.err
    assert results(tmp_path / "out") == whole


def test_a_malformed_plan_makes_the_question_its_own_part(
    known: Known, whole: dict[str, bytes], tmp_path: Path
) -> None:
    """The report is written all the same, and why there is no plan is told."""
    with ScriptedServer(Script(known, malformed="research.plan")) as server:
        done = at(tmp_path)(*told(server.base_url))
    assert done.code == 0, done.err
    assert "not answered: " in done.err
    assert (tmp_path / "out/report.md").read_bytes() == whole["report.md"]


@pytest.mark.parametrize("after", [4, pytest.param(10, marks=pytest.mark.long)])
def test_killed_in_the_middle(
    known: Known, whole: dict[str, bytes], tmp_path: Path, after: int
) -> None:
    """Kill -9 and go on: no finished ask is asked again, the same path, the same bytes."""
    program, ledger = at(tmp_path), tmp_path / "out" / "ledger.sqlite"
    with ScriptedServer(Script(known, is_limited=True), latency_s=0.05) as server:

        def is_time() -> bool:
            return ledger.exists() and server.calls >= 2 * after

        assert program.killed_when(is_time, *told(server.base_url)) < 0
        finished = len(answers(ledger))
        before = [key_of(seen) for seen in server.seen]
        done = program(*told(server.base_url))
        assert done.code == 0, done.err
        later = [key_of(seen) for seen in server.seen[len(before) :]]
    asked = list(dict.fromkeys(before))
    assert finished >= after - 1
    assert set(later).isdisjoint(asked[:finished])
    assert set(asked) | set(later) == set(known)
    assert results(tmp_path / "out") == whole
