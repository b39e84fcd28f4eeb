"""A small web on loopback that somebody wrote about a report: a search and its pages.

Of what the report says, a third is supported, a third contradicted (another number, where it
has one), and a third nobody speaks of. Pages hold several sentences each, so that statements
share them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tests.loopback_web import Answer, Asked, LoopbackWeb, page
from veridical.retrieval.tfidf import TfIdf, Vector, cosine

TOGETHER = 8
HOSTS = ("127.0.0.1", "localhost")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Written:
    """What the web says of a sentence: "supports", "contradicts" or "silent"."""

    sentence: str
    stance: str


def written(sentences: Sequence[str]) -> list[Written]:
    """A stance for each sentence, in turn; without a number nothing is contradicted."""
    stances = ("supports", "contradicts", "silent")
    found = []
    for n, sentence in enumerate(sentences):
        stance = stances[n % 3]
        if stance == "contradicts" and not _NUMBER.search(sentence):
            stance = "supports"
        found.append(Written(sentence, stance))
    return found


def pages_of(all_written: Sequence[Written]) -> list[str]:
    """The words of the pages."""
    said = [w.sentence if w.stance == "supports" else changed(w.sentence)
            for w in all_written if w.stance != "silent"]  # fmt: skip
    return ["\n".join(said[n : n + TOGETHER]) for n in range(0, len(said), TOGETHER)]


def changed(sentence: str) -> str:
    """The sentence with its first number doubled, and one more."""
    return _NUMBER.sub(lambda m: str(2 * int(m[0]) + 1), sentence, count=1)


class FactWeb:
    """Serves the pages, and a search over them in SearXNG's format.

    Attributes:
        server: the real server on loopback.
        latency_s: before each answer.
    """

    def __init__(self, pages: Sequence[str], latency_s: float = 0.0) -> None:
        self.latency_s = latency_s
        self._pages = list(pages)
        self._model = TfIdf.fit(pages)
        self._vectors: list[Vector] = [self._model.vector(p) for p in pages]
        self.server = LoopbackWeb(self._answer)

    def url(self, number: int) -> str:
        """The address of a page; two hosts take turns."""
        return f"http://{HOSTS[number % 2]}:{self.server.port}/page/{number}"

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    @property
    def hosts(self) -> list[str]:
        """What has to be allowed."""
        return [f"{host}:{self.server.port}" for host in HOSTS]

    @property
    def fetched(self) -> list[str]:
        """The paths of pages that were asked for."""
        return [asked.path for asked in self.server.asked if asked.path.startswith("/page/")]

    def _answer(self, asked: Asked) -> Answer:
        if asked.path == "/search":
            results = [{"url": self.url(n), "title": f"Page {n}"} for n in self._best(asked)]
            body = json.dumps({"results": results}).encode()
            return Answer(body, kind="application/json", delay_s=self.latency_s)
        number = asked.path.removeprefix("/page/")
        if number.isdigit() and int(number) < len(self._pages):
            lines = self._pages[int(number)].split("\n")
            shown = "".join(f"<p>{escape(line)}</p>" for line in lines)
            return page(f"<main>{shown}</main>", f"Page {number}", delay_s=self.latency_s)
        return page("<p>Gone.</p>", "Not found", status=404)

    def _best(self, asked: Asked) -> list[int]:
        vector = self._model.vector(asked.query.get("q", ""))
        alike = [(cosine(vector, own), -n) for n, own in enumerate(self._vectors)]
        return [-n for share, n in sorted(alike, reverse=True)[:5] if share > 0]
