"""What each method takes for a report, beside what the authors' released code sends.

Calls and input tokens of real reports, counted at a scripted server in the order in which prompts
came; "new" are the tokens that no earlier prompt of the run began with, which is what remains to
be paid where an endpoint caches prefixes. The model's words are drawn from the criteria that it is
shown (`tests.marking_model`): how much is sent hangs on reports and criteria alone.

Quality: three reports of Gemini-2.5-Pro, three dimensions of the task's own and five criteria in
each of seven, as the released code was measured (five reports of that system). RACE: ten reports
of Claude 3.7, five of them Chinese, with the published rubrics; the reference of each is the same
system's next report in its language, since the published reference is not at hand; both orders
are asked, the released code asks one. FACT: the same ten reports with the pages of `bench.fact`.
Fact checking: the statements of `bench.fact_checking`. HiEviDR and KDR: the reports of the shipped
bench, judged as the built-in rules do, by a model that sees nothing; their authors' code was not
measured. MMDR: the ten reports of FACT with their pages, without pictures; its code was read, not
run: one call for features, two for weights, one for each of at most 40 claims with 9,000 characters
of its page. What the released code would send for the very reports is worked out beside what it was
measured to send.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bench import fact as fact_bench
from bench import fact_checking
from bench.prompts import Taken, taken, tokens_of
from bench.row import Row
from tests.marking_model import replying, shown_in
from tests.rule_server import RuleScript, asked_by_rule, table_of
from tests.scripted_server import Act, Script, ScriptedServer, Seen
from veridical.ask import Asker, Role
from veridical.errors import NeedError
from veridical.ledger import open_ledger
from veridical.measure import STAND_IN, Context, Method, Rival, Submission
from veridical.methods.deepresearcheval.method import deepresearcheval
from veridical.methods.deepresearcheval.settings import Part
from veridical.methods.deepresearcheval.settings import Settings as Quality
from veridical.methods.evaluator import BESIDE_TASKS, check_needs, evaluate_submission
from veridical.methods.fact.method import fact
from veridical.methods.hievidr.method import hievidr
from veridical.methods.kdr.method import kdr
from veridical.methods.mmdr.method import mmdr
from veridical.methods.mmdr.pairs import claim_pairs
from veridical.methods.race.method import race
from veridical.methods.race.settings import Settings as Race
from veridical.models.endpoint import Endpoint
from veridical.report import parse_report
from veridical.respondents import Roles
from veridical.runs.bound import bound
from veridical.runs.demo import BENCH
from veridical.runs.rivals import with_rivals
from veridical.runs.settings import Binding, Settings
from veridical.runs.submissions import read_submissions
from veridical.task import Bench, Query, Task, read_bench

DATA = Path(__file__).parents[2] / "shared" / "data"
EVAL = DATA / "deepresearcheval"
BENCH_DATA = DATA / "deepresearch_bench"
RELEASED = {
    "quality": (16, 105_500),
    "RACE": (2, 19_900),
    "FACT": (24.4, 82_400),
    "fact checking": (163, 1_226_000),
}
"""Calls and input tokens a report of the released code, as measured."""
MOST_NEW_OF_QUALITY = 26_000
EACH_LANGUAGE = 5
SCORED = 7
"""Scoring calls of the released code, a dimension each, with the report and 1,000 tokens."""


def measure() -> list[Row]:
    """A block of rows for each method whose reports are at hand."""
    if not EVAL.is_dir() or not BENCH_DATA.is_dir():
        return []
    return [*_quality(), *_race(), *_fact(), *_mmdr(), *_fact_checking(), *_others()]


def _rows(
    name: str, found: Taken, *, goal: float | None = None, theirs: float | None = None
) -> Iterator[Row]:
    calls, tokens = RELEASED.get(name, (None, None))
    yield Row(f"{name}: calls a report", found.calls, "calls", calls)
    if calls is not None and tokens is not None:
        yield Row(f"{name}: calls a report, released code", calls, "calls")
    yield Row(f"{name}: input tokens a report", found.tokens, "tokens", theirs or tokens)
    yield Row(f"{name}: of them new", found.new, "tokens", goal or theirs or tokens)
    if tokens is not None:
        yield Row(f"{name}: input tokens a report, released code", tokens, "tokens")
    if theirs is not None:
        yield Row(f"{name}: the same for these reports, worked out", theirs, "tokens")


# ---- quality --------------------------------------------------------------------------------


def _quality() -> Iterator[Row]:
    contexts = list(_gemini())
    method = deepresearcheval(Quality(parts=Part.QUALITY))
    found = _sent(method, contexts, replying)
    rubrics = [p for p in found if all(one.title != "report" for one in shown_in(p))]
    yield Row("quality: reports", len(contexts), "")
    length = sum(tokens_of(c.report.source) for c in contexts) / len(contexts)
    theirs = SCORED * (length + 1000) + 6000
    yield from _rows(
        "quality", taken(found, len(contexts)), goal=MOST_NEW_OF_QUALITY, theirs=theirs
    )
    yield from _rubric("quality", rubrics, len(contexts))


def _rubric(name: str, prompts: Sequence[str], reports: int) -> Iterator[Row]:
    """What of it is asked once a task, whatever the number of systems."""
    found = taken(prompts, reports)
    yield Row(f"{name}: of the calls, for the rubric, once a task", found.calls, "calls")
    yield Row(f"{name}: of the tokens, for the rubric, once a task", found.tokens, "tokens")


def _gemini() -> Iterator[Context]:
    lines = [json.loads(line) for line in (EVAL / "query.jsonl").read_text("utf-8").splitlines()]
    queries = {line["id"]: line["prompt"] for line in lines}
    for path in sorted(EVAL.glob("deep_research_*.json")):
        number = int(path.name.split("_")[2])
        text = json.loads(path.read_text("utf-8"))["entries"][0]["response"]
        report = parse_report(text.encode(), format="markdown", name=path.name)
        task = Task(str(number), Query(queries[number]), "en")
        yield Context(task, Submission("gemini", task.id, report), {}, Roles())


# ---- RACE -----------------------------------------------------------------------------------


def _race() -> Iterator[Row]:
    contexts = list(_claude())
    rubrics = str(BENCH_DATA / "criteria.jsonl")
    found = taken(
        _sent(race(Race(rubrics=rubrics, rival=STAND_IN)), contexts, replying), len(contexts)
    )
    calls, tokens = RELEASED["RACE"]
    yield Row("RACE: reports", len(contexts), "")
    yield Row("RACE: calls a report, both orders", found.calls, "calls", calls)
    yield Row("RACE: calls a report, released code, one order", calls, "calls")
    yield Row("RACE: input tokens a report, both orders", found.tokens, "tokens", 2 * tokens)
    yield Row("RACE: of them new", found.new, "tokens", 2 * tokens)
    yield Row("RACE: input tokens a report, each order", found.tokens / 2, "tokens", tokens)
    yield Row("RACE: input tokens a report, released code, one order", tokens, "tokens")


def _claude() -> Iterator[Context]:
    """The first five reports of each language, each beside the next in its language."""
    path = BENCH_DATA / "reports_claude_3_7.jsonl"
    lines = sorted(map(json.loads, path.read_text("utf-8").splitlines()), key=lambda r: r["id"])
    for start in (0, len(lines) // 2):
        some = lines[start : start + EACH_LANGUAGE + 1]
        parsed = [parse_report(one["article"].encode(), format="markdown") for one in some]
        for n, one in enumerate(some[:EACH_LANGUAGE]):
            id_, rival = str(one["id"]), Rival("claude", str(some[n + 1]["id"]), parsed[n + 1])
            submission = Submission("claude", id_, parsed[n], rival=rival)
            yield Context(Task(id_, Query(one["prompt"])), submission, {}, Roles())


# ---- the others -----------------------------------------------------------------------------


def _fact() -> Iterator[Row]:
    pairs = fact_bench.labelled()
    texts = [text for pair in pairs for text in (*pair.gold, *pair.beside)]
    contexts = list(fact_bench.ten_reports(texts))
    found = _sent(fact(), contexts, fact_bench.nothing_there, roles=(Role.JUDGE,))
    theirs = sum(map(fact_bench.released_for, contexts)) / len(contexts)
    yield Row("FACT: reports", len(contexts), "")
    yield from _rows("FACT", taken(found, len(contexts)), theirs=theirs)


def _mmdr() -> Iterator[Row]:
    pairs = fact_bench.labelled()
    texts = [text for pair in pairs for text in (*pair.gold, *pair.beside)]
    contexts = list(fact_bench.ten_reports(texts))
    found = taken(_sent(mmdr(), contexts, _unsupported, roles=(Role.JUDGE,)), len(contexts))
    claims = [min(MOST_CLAIMS, len(claim_pairs(c))) for c in contexts]
    yield Row("MMDR: reports", len(contexts), "")
    yield from _rows("MMDR", found)
    theirs = 3 + sum(claims) / len(claims)
    yield Row("MMDR: calls a report, released code, worked out", theirs, "calls")


MOST_CLAIMS = 40
"""Claims of a report that MMDR's released code asks about."""
_OF_MMDR: tuple[tuple[str, dict[str, object]], ...] = (
    ("w_con", {"w_con": 0.4, "w_cov": 0.3, "w_fid": 0.3}),
    ("w_read", {"w_read": 0.4, "w_insh": 0.3, "w_stru": 0.3}),
    (
        "chain_sound",
        {"support": 0, "hallucination": 1, "inversion": 0, "chain_sound": 0, "category": "unknown"},
    ),
    ("insh", {"read": 0.5, "insh": 0.5, "stru": 0.5}),
    ("alpha", {"alpha": 0.5}),
)
"""By a word that stands in a prompt of MMDR alone, what is answered to it."""


def _unsupported(seen: Seen) -> Act:
    """A judge to whom no page says anything."""
    said = next(answer for word, answer in _OF_MMDR if word in seen.prompt)
    one = {"why": "x", "quotes": [], **said} if "support" in said else {"why": "x", **said}
    answers = [{"id": str(n), **one} for n in range(1, 41)]
    return Act(text=json.dumps({"nonce": "NONCE", **one, "answers": answers}))


def _fact_checking() -> Iterator[Row]:
    prompts = fact_checking.prompts_of_one()
    yield Row("fact checking: reports", 1, "")
    yield from _rows("fact checking", taken(prompts, 1))


def _others() -> Iterator[Row]:
    for name, method in (("HiEviDR", hievidr()), ("KDR", kdr())):
        yield from _shipped(method, name)


def _shipped(method: Method, name: str) -> Iterator[Row]:
    """A method on the shipped bench; what has to be seen is shown to nobody."""
    bench = read_bench(BENCH)
    submitted = with_rivals(read_submissions(BENCH / "reports", bench), method, bench)
    able = [s for s in submitted if _has_needs(method, bench, s.task_id)]
    tasks = {task.id: task for task in bench.tasks}
    contexts = [Context(tasks[s.task_id], s.parsed(), bench.corpus, Roles()) for s in able]
    with tempfile.TemporaryDirectory() as folder:
        noted = asyncio.run(asked_by_rule(bench, able, method))
        table = table_of(noted, Path(folder) / "table.ledger")
        script = RuleScript(table, 0.0, Path(folder) / "log")
        found = _sent(method, contexts, script)
    yield Row(f"{name}: reports", len(contexts), "")
    yield from _rows(name, taken(found, len(contexts)))


def _has_needs(method: Method, bench: Bench, task_id: str) -> bool:
    task = next(task for task in bench.tasks if task.id == task_id)
    try:
        check_needs(method, task, given=BESIDE_TASKS)
    except NeedError:
        return False
    return True


# ---- sending --------------------------------------------------------------------------------


def _sent(
    method: Method,
    contexts: Sequence[Context],
    script: Script,
    *,
    roles: Sequence[Role] = (Role.JUDGE, Role.EXAMINER),
) -> list[str]:
    """Every prompt, in the order of arrival, of all reports one after the other."""
    prompts: list[str] = []

    def noting(seen: Seen) -> Act:
        prompts.append(seen.prompt)
        return script(seen)

    async def run(asker: Asker) -> None:
        for context in contexts:
            await evaluate_submission(method, replace(context, asker=asker))

    async def served(base_url: str, ledger: Path) -> None:
        place = Endpoint(name=f"bench {base_url}", base_url=base_url)
        binding = Binding(endpoint=place.name, model="scripted", place=place)
        models = Settings(bindings=dict.fromkeys(roles, binding))
        with open_ledger(ledger) as kept:
            async with bound(models, kept) as found:
                await run(found.roles)

    with ScriptedServer(noting) as server, tempfile.TemporaryDirectory() as folder:
        asyncio.run(served(server.base_url, Path(folder) / "bench.ledger"))
    return prompts
