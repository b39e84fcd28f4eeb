"""Statements, pages and pairs that one core gets through in a second, and the memory that takes.

Statements are read off the forty real reports of DeepResearch Bench. A page is 15,000 characters of
texts of the labelled pairs as HTML, read to text as a fetched one is. A pair is a labelled claim
with such a page: the stretches that speak of the claim are found, and the built-in rules give their
verdict on them. Seconds are of the processor, so that other work on the machine does not count.
"""

from __future__ import annotations

import html
import random
import resource
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from bench.fact import MEDIAN_PAGE, Labelled, labelled
from bench.parse import reports
from bench.row import Row
from veridical.checks.support import SupportAsk
from veridical.report import parse_report
from veridical.retrieval.stretches import stretches
from veridical.sources.extract import extract

T = TypeVar("T")

PAGES, PAIRS = 200, 400
CHARACTERS = 3200
"""What `--passages` sends for a statement at most."""


def measure() -> list[Row]:
    """Each speed with how many were counted, and the peak of memory."""
    pairs = random.Random(0).sample(labelled(), PAIRS)
    pages = list(_pages(pairs))
    said, reading = _timed(lambda: sum(len(parse_report(r).statements) for r in reports()))
    texts, extracting = _timed(lambda: [_text(page) for page in pages[:PAGES]])
    judged, judging = _timed(lambda: sum(map(_judged, pairs, (texts * 2)[:PAIRS])))
    return [
        Row("statements counted", said, "statements"),
        Row("statements a second", said / reading, "1/s"),
        Row("pages counted", len(texts), "pages"),
        Row("pages a second", len(texts) / extracting, "1/s"),
        Row("pairs counted", judged, "pairs"),
        Row("pairs a second", judged / judging, "1/s"),
        Row("peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB"),
    ]


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    begin = time.process_time()
    found = work()
    return found, time.process_time() - begin


def _pages(pairs: Sequence[Labelled]) -> Iterable[str]:
    texts = [text for pair in pairs for text in (*pair.gold, *pair.beside)]
    for number in range(PAGES):
        luck = random.Random(number)
        parts: list[str] = []
        while sum(map(len, parts)) < MEDIAN_PAGE:
            parts.append(luck.choice(texts))
        body = "".join(f"<p>{html.escape(part)}</p>" for part in parts)
        yield f"<html><title>Page {number}</title><body><main>{body}</main></body></html>"


def _text(page: str) -> str:
    return extract(page.encode(), content_type="text/html; charset=utf-8").text


def _judged(pair: Labelled, page: str) -> int:
    text = f"{page}\n\n{' '.join(pair.gold)}"
    shown = stretches(text, [pair.claim], source="page", characters=CHARACTERS)
    SupportAsk(pair.claim, shown).by_rule()
    return 1
