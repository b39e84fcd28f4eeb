"""What FACT takes for a report, and whether the evidence is in what is sent.

Ten real reports, five of them Chinese, each cited page a text of log-normal length (median 15,000
characters, of a Chinese one a third) in the report's language: texts of the labelled pairs, or of
other Chinese reports. None of them speaks of what cites it; what is sent of pages that hold their
statements stands beside it. A model that answers after 200 ms says that nothing is in the source.
Tokens: one for a Chinese character, else one for four characters; a repeat is what a prompt has in
common with the beginning of an earlier one. The released code took 24.4 calls, 82.4 thousand tokens
and 4.8 s a report over ten reports with 14.7 pages each. What it would send for these reports and
pages is the report, each page once, and 300 tokens with each call for a page and its duplicates.

The evidence of labelled pairs is put, among the sentences that stand beside it in its set, into a
page of 15,000 characters of other pairs' texts. Asked is the half of the pairs that no setting was
chosen by. It was asked five times: at first with 0.37 for `stretches.ENOUGH`, which kept 0.905 at
2500 characters; 0.2 was then chosen by pairs of the other half and kept 0.918; names of one thing
came next, also by the other half, with 0.932 at 2600. The weights of `retrieval.weighed`, its
related words, and how much is taken were then chosen by the other half alone, on which 3500 keeps
0.982, and kept 0.953 at 3200. No labelled pair is Chinese.
"""

from __future__ import annotations

import asyncio
import csv
import hashlib
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.prompts import taken, tokens_of
from bench.row import Row
from tests.scripted_server import Act, ScriptedServer, Seen
from veridical.ask import Role
from veridical.findings.cited import page_key
from veridical.ledger import Ledger, open_ledger
from veridical.measure import Context, Page, Submission
from veridical.methods.evaluator import evaluate_submission
from veridical.methods.fact.method import fact
from veridical.methods.fact.pairs import cited_pairs, unique_pairs
from veridical.methods.fact.sent import sent
from veridical.methods.fact.settings import DEFAULTS, Settings
from veridical.models.endpoint import Endpoint
from veridical.models.stack import Stack
from veridical.report import parse_report
from veridical.report.model import Report
from veridical.respondents import Roles
from veridical.respondents.llm import LLM
from veridical.retrieval.stretches import WIDE
from veridical.task import Query, Task

DATA = Path(__file__).parents[2] / "shared" / "data"
LATENCY_S = 0.2
CHINESE = 5
"""So many of the ten reports, the first, are Chinese."""
RELEASED_CALLS, RELEASED_WALL_S = 24.4, 4.8
MEDIAN_PAGE = 15_000
SPREAD = 0.6
"""Standard deviation of the logarithm of a page's length."""
ASKED_PAIRS = 600
PER_CALL = 300
"""Tokens that the released code sends beside the report and the pages, in each further call."""
CHOSEN = tuple(map(Settings, (2500, 3200, 6000)))
NOT_THERE = {"quotes": [], "why": "no", "value": "not_in_source", "rest": "none",
             "qualified": False}  # fmt: skip
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")


def measure() -> list[Row]:
    """Calls, tokens and seconds of whole pages and of passages, and the evidence in those."""
    pairs = labelled()
    texts = [text for pair in pairs for text in (*pair.gold, *pair.beside)]
    contexts = list(ten_reports(texts))
    released = sum(map(released_for, contexts)) / len(contexts)
    rows = [Row("released code: input tokens for these reports", released, "tokens")]
    rows += [row for s in (DEFAULTS, *CHOSEN) for row in _taken(s, contexts, released)]
    rows += [row for s in CHOSEN for row in _taken_where_it_stands(s, contexts)]
    rows += [row for s in CHOSEN for row in _kept(s, pairs, texts)]
    return rows


# ---- what it takes --------------------------------------------------------------------------


def released_for(context: Context) -> float:
    """The input tokens of the released code for a report: its extraction, its pages, its calls."""
    pairs = unique_pairs(cited_pairs(context.report))
    many = Counter(pair.page for pair in pairs)
    calls = len(many) + sum(count > 1 for count in many.values())
    pages = sum(tokens_of(page.text) for page in (context.submission.pages or {}).values())
    return tokens_of(context.report.source) + pages + PER_CALL * calls


def _taken(settings: Settings, contexts: Sequence[Context], released: float) -> Iterator[Row]:
    name = _name(settings)
    calls, tokens, repeated, wall = asyncio.run(_run(settings, contexts))
    limit = released / 3 if settings.characters else released
    yield Row(f"{name}: calls a report", calls, "calls", RELEASED_CALLS)
    yield Row(f"{name}: input tokens a report", tokens, "tokens", limit)
    yield Row(f"{name}: of them repeats", repeated, "tokens")
    yield Row(f"{name}: input tokens a report, repeats apart", tokens - repeated, "tokens", limit)
    yield Row(f"{name}: wall a report at 200 ms", wall, "s", RELEASED_WALL_S)


def _taken_where_it_stands(settings: Settings, contexts: Sequence[Context]) -> Iterator[Row]:
    """What is sent of pages that hold what cites them, with the sentences beside it."""
    holding = [_holding(context) for context in contexts]
    tokens = asyncio.run(_run(settings, holding))[1]
    limit = sum(map(released_for, holding)) / len(holding) / 3
    name = f"{_name(settings)}, pages that say it: input tokens a report"
    yield Row(name, tokens, "tokens", limit)


def _holding(context: Context) -> Context:
    """The report, each page with the statements that cite it and two on either side in it."""
    pages = dict(context.submission.pages or {})
    said = [statement.text for statement in context.report.statements]
    for pair in unique_pairs(cited_pairs(context.report)):
        text = pages[pair.page].text
        middle = text.find("\n\n", len(text) // 2) % (len(text) + 1)
        own = " ".join(said[max(0, pair.statement - 2) : pair.statement + 3])
        held = f"{text[:middle]}\n\n{own}{text[middle:]}"
        pages[pair.page] = replace(pages[pair.page], text=held)
    return replace(context, submission=replace(context.submission, pages=pages))


def nothing_there(seen: Seen) -> Act:
    """A model that finds nothing in any source."""
    del seen
    answers = [{"id": str(n), **NOT_THERE} for n in range(1, 41)]
    return Act(text=json.dumps({"nonce": "NONCE", **NOT_THERE, "answers": answers}))


async def _run(
    settings: Settings, contexts: Sequence[Context]
) -> tuple[float, float, float, float]:
    prompts: list[str] = []

    def script(seen: Seen) -> Act:
        prompts.append(seen.prompt)
        return nothing_there(seen)

    server = ScriptedServer(script, latency_s=LATENCY_S)
    with (
        server,
        tempfile.TemporaryDirectory() as folder,
        open_ledger(Path(folder) / "ledger.db") as ledger,
    ):
        wall = await _evaluated(settings, contexts, server.base_url, ledger)
    found = taken(prompts, len(contexts))
    return found.calls, found.tokens, found.tokens - found.new, wall / len(contexts)


async def _evaluated(
    settings: Settings, contexts: Iterable[Context], base_url: str, ledger: Ledger
) -> float:
    """Seconds for all reports, one after the other."""
    stack = Stack(ledger)
    model = stack.at(Endpoint(name=f"bench {base_url}", base_url=base_url), "scripted")
    roles = Roles({Role.JUDGE: LLM(model, ledger)})
    start = time.perf_counter()
    try:
        for context in contexts:
            await evaluate_submission(fact(settings), replace(context, asker=roles))
    finally:
        await stack.aclose()
    return time.perf_counter() - start


def ten_reports(texts: Sequence[str]) -> Iterator[Context]:
    """Ten reports, each with a page behind every source."""
    path = DATA / "deepresearch_bench" / "reports_claude_3_7.jsonl"
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for number, line in enumerate([*lines[:5], *lines[-5:]]):
        report = parse_report(line["article"])
        said = (
            _chinese(other for other in lines if other is not line) if number < CHINESE else texts
        )
        length = MEDIAN_PAGE // WIDE if number < CHINESE else MEDIAN_PAGE
        pages = {key: _page(f"{line['id']} {key}", said, length) for key in _keys(report)}
        submission = Submission("claude", str(line["id"]), report, pages=pages)
        yield Context(Task(str(line["id"]), Query(line["prompt"])), submission, {}, Roles())


def _chinese(lines: Iterable[dict[str, str]]) -> list[str]:
    """The sentences of the Chinese reports among them."""
    reports = (
        r["article"] for r in lines if 2 * len(_IDEOGRAPH.findall(r["article"])) > len(r["article"])
    )
    return [s for text in reports for s in re.findall(r"[^。！？\n]{10,}[。！？]", text)]


def _keys(report: Report) -> list[str]:
    keys = (page_key(report, citation) for citation in report.citations)
    return list(dict.fromkeys(key for key in keys if key is not None))


def _page(name: str, texts: Sequence[str], median: int) -> Page:
    luck = random.Random(name)
    length = int(luck.lognormvariate(0, SPREAD) * median)
    return Page(name, "ok", _text(luck, length, texts), time="2026-01-01")


def _text(luck: random.Random, length: int, texts: Sequence[str]) -> str:
    found: list[str] = []
    while sum(map(len, found)) < length:
        found.append(luck.choice(texts))
    return _paragraphs(found)


def _paragraphs(sentences: Sequence[str]) -> str:
    return "\n\n".join(" ".join(sentences[n : n + 5]) for n in range(0, len(sentences), 5))


# ---- whether the evidence is in it ----------------------------------------------------------


@dataclass(frozen=True)
class Labelled:
    """A claim with the words that people judged it by.

    Attributes:
        claim: what is said.
        gold: the words that carry or refute it.
        beside: what stands beside them in the set, and does not.
        kind: the set.
    """

    claim: str
    gold: tuple[str, ...]
    beside: tuple[str, ...]
    kind: str


def labelled() -> list[Labelled]:
    """The pairs of four sets whose evidence is known, those without evidence left out."""
    folder = DATA / "labelled"
    return [*_wice(folder), *_fool(folder), *_health(folder), *_climate(folder)]


def _lines(path: Path) -> Iterator[dict[str, object]]:
    yield from (json.loads(line) for line in path.read_text("utf-8").splitlines())


def _wice(folder: Path) -> Iterator[Labelled]:
    for r in _lines(folder / "wice_oracle_claim_dev.jsonl"):
        meta, evidence = r["meta"], r["evidence"]
        assert isinstance(meta, dict)
        assert isinstance(evidence, list)
        if r["label"] == "not_supported":
            continue
        shown = list(zip(meta["chunk_idx"], evidence, strict=True))
        gold = tuple(s for n, s in shown if n in meta["oracle_idx"])
        beside = tuple(s for n, s in shown if n not in meta["oracle_idx"])
        yield Labelled(str(r["claim"]), gold, beside, "WiCE")


def _fool(folder: Path) -> Iterator[Labelled]:
    for r in _lines(folder / "fool_me_twice_test.jsonl"):
        gold = tuple(e["text"] for e in r["gold_evidence"])  # type: ignore[attr-defined]
        near = (e["text"] for e in r["retrieved_evidence"])  # type: ignore[attr-defined]
        beside = tuple(s for s in near if s not in gold)
        yield Labelled(str(r["text"]), gold, beside, "FoolMeTwice")


def _health(folder: Path) -> Iterator[Labelled]:
    with (folder / "healthver_dev.csv").open(encoding="utf-8") as file:
        for r in csv.DictReader(file):
            if r["label"] != "Neutral":
                yield Labelled(r["claim"], (r["evidence"],), (), "HealthVer")


def _climate(folder: Path) -> Iterator[Labelled]:
    for r in _lines(folder / "climate_fever_a.jsonl"):
        shown = [(e["evidence_label"], e["evidence"]) for e in r["evidences"]]  # type: ignore[attr-defined]
        gold = tuple(s for label, s in shown if label != "NOT_ENOUGH_INFO")[:1]
        if gold:
            beside = tuple(s for _, s in shown if s not in gold)
            yield Labelled(str(r["claim"]), gold, beside, "CLIMATE-FEVER")


def _kept(settings: Settings, pairs: Sequence[Labelled], texts: Sequence[str]) -> Iterator[Row]:
    name = _name(settings)
    asked = [p for p in pairs if _is_test(p.claim)]
    asked = random.Random(0).sample(asked, min(ASKED_PAIRS, len(asked)))
    others = [p for p in pairs if p.kind != "HealthVer"]
    elsewhere = [text for p in others for text in (*p.gold, *p.beside)]
    found: dict[str, list[float]] = {}
    for pair in asked:
        # any text on the one disease of that set may carry a claim about it
        share = _share(pair, settings, elsewhere if pair.kind == "HealthVer" else texts)
        found.setdefault(pair.kind, []).append(share)
    every = [share for own in found.values() for share in own]
    whole = sum(share == 1.0 for share in every) / len(every)
    yield Row(f"{name}: pairs with all evidence sent", whole, "share", 0.95, "more")
    some = sum(share > 0 for share in every) / len(every)
    yield Row(f"{name}: pairs with some evidence sent", some, "share", 0.95, "more")
    for kind, own in sorted(found.items()):
        here = sum(share == 1.0 for share in own) / len(own)
        yield Row(f"{name}: all evidence sent, {kind}", here, "share")


def _is_test(claim: str) -> bool:
    return hashlib.sha256(claim.encode()).digest()[-1] % 2 == 1


def _share(pair: Labelled, settings: Settings, texts: Sequence[str]) -> float:
    """The share of a pair's pieces of evidence that are sent, each whole."""
    luck = random.Random(pair.claim)
    own = list(pair.beside)
    for text in pair.gold:
        own.insert(luck.randrange(len(own) + 1), text)
    before, after = (_text(luck, MEDIAN_PAGE // 2, texts) for _ in range(2))
    page = "\n\n".join([before, _paragraphs(own), after])
    shown = sent(page, [pair.claim], settings, source="page")
    words = " ".join(" ".join(p.text for p in shown).split())
    return sum(" ".join(text.split()) in words for text in pair.gold) / len(pair.gold)


def _name(settings: Settings) -> str:
    return f"characters={settings.characters}" if settings.characters else "whole pages"
