"""A chat-completions server whose answers are the built-in rules', in a process of its own.

What the rules say to each ask of a run is written to a table first, by the prompt without its
marks, since another ledger has other marks. ``python -m tests.rule_server TABLE`` serves it. Which
prompts meet a fault depends on the prompt alone, so two runs meet the same faults.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import re
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import cast

from tests.scripted_server import Act, ScriptedServer, Seen, failing, garbage, limited, truncated
from tests.warm import start
from veridical.ask import ONCE, Answer, Ask, Asker, Attachment, Draw, NoVerdict, Role
from veridical.checks.queries import Queries, QueriesAsk
from veridical.ledger import open_ledger
from veridical.measure import Context, Method
from veridical.methods.evaluator import evaluate_submission
from veridical.models.fence import written
from veridical.models.port import Request
from veridical.models.scripted import Scripted as ScriptedModel
from veridical.respondents import Roles
from veridical.respondents.composing import Composer, numbered, question_of
from veridical.respondents.grouped import groups_of
from veridical.respondents.llm import LLM
from veridical.respondents.reading.phrases import IN_CHINESE, IN_ENGLISH
from veridical.respondents.reading.reader import Question
from veridical.respondents.scripted import Scripted
from veridical.runs.pictures import BenchPictures
from veridical.runs.submissions import Submitted
from veridical.task import Bench

ROOT = Path(__file__).parents[1]
_MARK = re.compile(r"\b[a-p]{20}\b")
_AGAIN = tuple(f"\n\n{phrases.again}\n\n<<<MATERIAL" for phrases in (IN_ENGLISH, IN_CHINESE))


_said: dict[str, Answer[object] | NoVerdict] = {}
"""By the ask's identity: groups put the same ones again and again."""


def by_rule(ask: Ask[object]) -> Answer[object] | NoVerdict:
    """The rules' answer; where they see nothing, the middle of the scale, as a model may say."""
    name = ask.identity()
    if name not in _said:
        _said[name] = _by_rule(ask)
    return _said[name]


def _by_rule(ask: Ask[object]) -> Answer[object] | NoVerdict:
    said = ask.by_rule()
    if isinstance(said, NoVerdict) and isinstance(ask, QueriesAsk):
        return Answer(Queries(ask.tried[:1]), "a query that was tried")
    if isinstance(said, NoVerdict) and ask.role is Role.JUDGE:
        kind = ask.answer_type
        fields = dict.fromkeys(kind.__struct_fields__, 3)  # type: ignore[attr-defined]
        return Answer(kind(**fields), "the middle")
    return said


JUDGE = Scripted(by_rule, identity="by-rule/1")
"""The same answers, in this process."""


def plain(prompt: str) -> str:
    """A prompt without marks, and without what was wrong with an earlier reply."""
    text = _MARK.sub("*", prompt)
    for again in _AGAIN:
        before, found, rest = text.partition(again)
        if found:
            return before + "\n\n" + rest.partition("\n<<<END *\n\n")[2]
    return text


@dataclass
class Noting:
    """The rules as judge, and which asks were put, and which of them together.

    Attributes:
        asks: by identity.
        groups: as a run would cut them.
    """

    asks: dict[str, Ask[object]] = field(default_factory=dict)
    groups: list[list[Ask[object]]] = field(default_factory=list)

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """Alone."""
        self.asks[ask.identity()] = ask
        return await Roles({Role.JUDGE: JUDGE}).ask(ask, draw)

    async def ask_each(
        self, asks: Sequence[Ask[object]], draw: Draw = ONCE
    ) -> list[Answer[object] | NoVerdict]:
        """With others."""
        self.groups += groups_of([ask for ask in asks if ask.role is Role.JUDGE])
        return [await self.ask(ask, draw) for ask in asks]


async def asked_by_rule(bench: Bench, submitted: Iterable[Submitted], method: Method) -> Noting:
    """Every ask of a run that is judged by the rules."""
    tasks = {task.id: task for task in bench.tasks}
    found = Noting()
    for one in submitted:
        pictures = BenchPictures(bench)
        context = Context(
            tasks[one.task_id], one.parsed(), bench.corpus, cast("Asker", found), pictures=pictures
        )
        await evaluate_submission(method, context)
    return found


def table_of(noted: Noting, ledger: Path) -> dict[str, str]:
    """Replies by prompts: of each ask alone, of each group, and of the last of a group.

    The last are what is left where the reply to a group breaks off. Which claims are rated
    depends on other answers, so any of them may have to be asked without the rest.
    """
    with open_ledger(ledger) as kept:
        model = LLM(ScriptedModel(lambda _: "", endpoint="e", model="m"), kept)
        found = {
            _prompt(model.request(ask)): reply_to(ask)
            for ask in noted.asks.values()
            if isinstance(by_rule(ask), Answer)
        }
        composer = Composer(kept.secret, model.parameters, model.room)
        for group in _some_of(noted.groups):
            questions = list(numbered(group).items())
            for left in range(len(questions) if len(group) > 1 else 0):
                some = dict(questions[left:])
                found[_prompt(composer.each(some, ONCE))] = _reply_to_each(some)
        return found


def _some_of(groups: Iterable[list[Ask[object]]]) -> Iterator[list[Ask[object]]]:
    for group in groups:
        fewest = 2 if group[0].kind == "hievidr.claim" else len(group)
        for size in range(fewest, len(group) + 1):
            yield from map(list, combinations(group, size))


def _prompt(request: Request) -> str:
    text = "\n\n".join(
        "\n\n".join("" if isinstance(p, Attachment) else written(p) for p in message.content)
        for message in request.messages
    )
    return plain(text)


def reply_to(ask: Ask[object]) -> str:
    """What the server says to an ask alone."""
    return json.dumps({"nonce": "NONCE", **_fields(ask)}, ensure_ascii=False)


def _reply_to_each(questions: Mapping[str, Question[object]]) -> str:
    items = [{"id": name, **_fields(question.ask)} for name, question in questions.items()]
    return json.dumps({"nonce": "NONCE", "answers": items}, ensure_ascii=False)


def _fields(ask: Ask[object]) -> dict[str, object]:
    said = by_rule(ask)
    assert isinstance(said, Answer)
    form = question_of(ask).form
    kept = json.loads(ask.write(said))
    quotes = [{"source": q["source"], "text": q["text"]} for q in kept["quotes"]]
    fields = {"quotes": quotes} if form.has_quotes else {}
    fields["why"] = kept["why"]
    return fields | (kept["value"] if form.is_flat else {"value": kept["value"]})


@dataclass
class RuleScript:
    """What is done with a request.

    Attributes:
        table: replies by prompts.
        faults: share of prompts that meet each of three faults: garbage and a truncated reply,
            each time; a 429, once.
        log: a line for each request.
        cut: share of prompts that meet a truncated reply, each time, and no other fault.
    """

    table: dict[str, str]
    faults: float
    log: Path
    cut: float = 0.0

    def __post_init__(self) -> None:
        self.met: set[str] = set()

    def __call__(self, seen: Seen) -> Act:
        """What the prompt meets."""
        prompt = plain(seen.prompt)
        name = hashlib.sha256(prompt.encode()).hexdigest()
        with self.log.open("a", encoding="utf-8") as file:
            file.write(f"{name} {seen.headers.get('Authorization', '')}\n")
        if prompt not in self.table:
            return failing(400, "no such prompt is known")
        point = int(name[:8], 16) / 2**32
        text = self.table[prompt]
        if point < self.cut:
            return truncated(text[: len(text) // 2])
        if point < self.faults:
            return garbage()
        if point < 2 * self.faults:
            return truncated(text[: len(text) // 2])
        if point < 3 * self.faults and name not in self.met:
            self.met.add(name)
            return limited("0")
        return Act(text=text)


@dataclass(frozen=True)
class Serving:
    """A server that runs.

    Attributes:
        base_url: where.
        log: a line for each request that came: its prompt's hash, its key.
    """

    base_url: str
    log: Path

    def calls(self) -> list[str]:
        """The hashes of the prompts that came, in the order of arrival."""
        if not self.log.exists():
            return []
        return [line.split(" ")[0] for line in self.log.read_text("utf-8").splitlines()]


@contextmanager
def serving(
    table: Path, log: Path, *, faults: float = 0.0, latency: float = 0.0, cut: float = 0.0
) -> Iterator[Serving]:
    """A process that serves the table until the block ends."""
    command = [str(table), str(log), "--faults", str(faults), "--latency", str(latency)]
    command += ["--cut", str(cut)]
    reads, writes = os.pipe()
    with Path(os.devnull).open("wb") as nothing, os.fdopen(reads) as said:
        process = start("rules", command, ROOT, os.environ, out=writes, err=nothing.fileno())
        os.close(writes)
        try:
            yield Serving(said.readline().strip(), log)
        finally:
            process.kill(10, signal.SIGTERM)


async def _forever(server: ScriptedServer) -> None:
    await server.start()
    print(server.base_url, flush=True)
    while True:
        await asyncio.sleep(3600)


def main() -> None:
    """Serve until stopped; the first line printed is the base URL."""
    parser = argparse.ArgumentParser(description="the built-in rules over chat completions")
    parser.add_argument("table", type=Path)
    parser.add_argument("log", type=Path)
    parser.add_argument("--faults", type=float, default=0.0)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--cut", type=float, default=0.0)
    chosen = parser.parse_args()
    table = json.loads(chosen.table.read_text("utf-8"))
    script = RuleScript(table, chosen.faults, chosen.log, chosen.cut)
    asyncio.run(_forever(ScriptedServer(script, latency_s=chosen.latency)))


if __name__ == "__main__":
    main()
