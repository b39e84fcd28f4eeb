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
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.scripted_server import Act, ScriptedServer, Seen, failing, garbage, limited, truncated
from veridical.ask import Answer, Ask, NoVerdict, Role
from veridical.ledger import open_ledger
from veridical.measure import Context, Method
from veridical.methods.evaluator import evaluate_submission
from veridical.models.fence import written
from veridical.models.scripted import Scripted as ScriptedModel
from veridical.respondents import Roles
from veridical.respondents.composing import question_of
from veridical.respondents.llm import LLM
from veridical.respondents.reading.phrases import IN_CHINESE, IN_ENGLISH
from veridical.respondents.scripted import Scripted
from veridical.runs.submissions import Submitted
from veridical.task import Bench

ROOT = Path(__file__).parents[1]
_MARK = re.compile(r"\b[0-9a-f]{20}\b")
_AGAIN = tuple(f"\n\n{phrases.again}\n\n<<<MATERIAL" for phrases in (IN_ENGLISH, IN_CHINESE))


def by_rule(ask: Ask[object]) -> Answer[object] | NoVerdict:
    """The rules' answer; where they see nothing, the middle of the scale, as a model may say."""
    said = ask.by_rule()
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


async def asked_by_rule(
    bench: Bench, submitted: Iterable[Submitted], method: Method
) -> dict[str, Ask[object]]:
    """Every ask of a run that is judged by the rules, by its identity."""
    tasks = {task.id: task for task in bench.tasks}
    found: dict[str, Ask[object]] = {}
    for one in submitted:
        roles = Roles({Role.JUDGE: JUDGE})
        context = Context(tasks[one.task_id], one.parsed(), bench.corpus, roles)
        evaluation = await evaluate_submission(method, context)
        found |= {e.ask.identity(): e.ask for e in evaluation.asked}
    return found


def table_of(asks: Iterable[Ask[object]], ledger: Path) -> dict[str, str]:
    """Replies by prompts."""
    with open_ledger(ledger) as kept:
        model = LLM(ScriptedModel(lambda _: "", endpoint="e", model="m"), kept)
        return {_prompt(model, ask): _reply(ask) for ask in asks if ask.role is Role.JUDGE}


def _prompt(model: LLM, ask: Ask[object]) -> str:
    messages = model.request(ask).messages
    text = "\n\n".join(
        "\n\n".join(written(part) for part in message.content)  # type: ignore[arg-type]
        for message in messages
    )
    return plain(text)


def _reply(ask: Ask[object]) -> str:
    said = by_rule(ask)
    assert isinstance(said, Answer)
    form = question_of(ask).form
    kept = json.loads(ask.write(said))
    quotes = [{"source": q["source"], "text": q["text"]} for q in kept["quotes"]]
    fields = {"quotes": quotes} if form.has_quotes else {}
    fields["why"] = kept["why"]
    fields |= kept["value"] if form.is_flat else {"value": kept["value"]}
    return json.dumps({"nonce": "NONCE", **fields}, ensure_ascii=False)


@dataclass
class RuleScript:
    """What is done with a request.

    Attributes:
        table: replies by prompts.
        faults: share of prompts that meet each of three faults: garbage and a truncated reply,
            each time; a 429, once.
        log: a line for each request.
    """

    table: dict[str, str]
    faults: float
    log: Path

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
    table: Path, log: Path, *, faults: float = 0.0, latency: float = 0.0
) -> Iterator[Serving]:
    """A process that serves the table until the block ends."""
    command = [sys.executable, "-m", "tests.rule_server", str(table), str(log)]
    command += ["--faults", str(faults), "--latency", str(latency)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield Serving(process.stdout.readline().strip(), log)
        finally:
            process.terminate()
            process.wait(10)


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
    chosen = parser.parse_args()
    script = RuleScript(json.loads(chosen.table.read_text("utf-8")), chosen.faults, chosen.log)
    asyncio.run(_forever(ScriptedServer(script, latency_s=chosen.latency)))


if __name__ == "__main__":
    main()
