"""The gate: a statement leaves with a located quote and a verdict, or it leaves otherwise, or not.

What passes is left as it is. What fails is held against the rest of the evidence, then written
anew once, then hedged where the evidence bears a part of it, and else dropped. Each way is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from veridical.agents.assertions import canonical
from veridical.agents.hka.made import Made
from veridical.agents.release.asks.rewrite import RewriteAsk
from veridical.agents.release.judging import Bench, Judged
from veridical.agents.release.record import State, StatementRecord
from veridical.agents.release.wording import is_silence, words_in
from veridical.agents.research.draft import Sentence
from veridical.agents.research.evidence import Evidence
from veridical.ask import NoVerdict, Quote
from veridical.checks.verdict import Support
from veridical.checks.worth import Worth, worth_of

_NO_STATEMENT = frozenset({Worth.QUESTION, Worth.HEADING})


@dataclass
class Way:
    """A sentence on its way through the gate.

    Attributes:
        section: its heading; "" = the conclusion.
        sentence: as drafted.
        state: what became of it; None = it has not come through yet.
        released: as it leaves; None = it does not.
        judged: what the evidence says of what leaves, or else of the draft.
        reason: why it did not leave as it was.
        tried: what was done.
        quotes: the words that the verdict rests on.
    """

    section: str
    sentence: Sentence
    state: State | None = None
    released: Sentence | None = None
    judged: Judged | None = None
    reason: str = ""
    tried: list[str] = field(default_factory=list)
    quotes: tuple[Quote, ...] = ()

    def leave(self, state: State, sentence: Sentence, judged: Judged | None = None) -> None:
        """Let it through."""
        self.state, self.released, self.judged = state, sentence, judged or self.judged
        self.quotes = self.quotes or (self.judged.quotes if self.judged else ())

    def record(self, evidence: Evidence) -> StatementRecord:
        """What is kept of it."""
        judged, left = self.judged, self.released
        return StatementRecord(
            self.section,
            self.sentence.text,
            self.state or State.DROPPED,
            left.text if left else "",
            tuple(evidence.texts[n - 1].id for n in left.texts) if left else (),
            "" if judged is None or judged.verdict is None else str(judged.verdict),
            self.quotes,
            self.reason,
            tuple(self.tried),
            "" if judged is None else judged.absence,
        )


@dataclass(frozen=True)
class Gate:
    """Lets sentences through.

    Attributes:
        bench: judges them.
        evidence: that their numbers stand for.
        made: analyses of tables, whose sentences pass by the trace of their numbers.
        language: of the report.
    """

    bench: Bench
    evidence: Evidence
    made: Sequence[Made] = ()
    language: str = "en"

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each text, by its item's id."""
        return {item.id: n for n, item in enumerate(self.evidence.texts, start=1)}

    async def passed(self, drafted: Iterable[tuple[str, Sentence]]) -> list[Way]:
        """Each sentence with what became of it.

        Args:
            drafted: headings and sentences, in order.
        """
        ways = [Way(section, sentence) for section, sentence in drafted]
        for way in ways:
            self._without_verdict(way)
        await self._as_written(_open(ways))
        await self._cited_anew(_open(ways))
        await self._rewritten(_open(ways), ways)
        for way in _open(ways):
            self._hedged_or_dropped(way)
        return ways

    def _without_verdict(self, way: Way) -> None:
        """What is no statement, and what the cells of a table bear."""
        text = way.sentence.text
        if not text.strip():
            way.state = State.SILENT
        elif not way.sentence.texts and _is_none(text):
            way.leave(State.SILENT, way.sentence)
        else:
            self._traced(way)

    def _traced(self, way: Way) -> None:
        """A sentence of an analysis, word for word, whose numbers follow from the table now."""
        for made in self.made:
            if self.numbers.get(made.analysis.id, 0) not in way.sentence.texts:
                continue
            told = next((one for one in made.insights if one.text == way.sentence.text), None)
            at = made.analysis.text.find(way.sentence.text)
            if told is None or told.untraced or at < 0:
                continue
            way.quotes = (Quote(made.analysis.id, at, at + len(told.text), told.text),)
            now = [one.on(made.table) for one in told.numbers]
            if [one and one.written for one in now] == [one.written for one in told.numbers]:
                way.leave(State.TRACED, way.sentence)
            else:
                way.state, way.reason = State.DROPPED, "its numbers do not follow from the cells"
            return

    async def _as_written(self, ways: Sequence[Way]) -> None:
        every = [(way.sentence.text, self._ids(way.sentence)) for way in ways]
        for way, judged in zip(ways, await self.bench.judged_each(every), strict=True):
            way.judged = judged
            if judged.passes:
                way.leave(State.RELEASED, way.sentence)
            else:
                way.reason = judged.reason if way.sentence.texts else "it cites nothing"

    async def _cited_anew(self, ways: Sequence[Way]) -> None:
        """What other evidence bears; what the cited evidence contradicts is not looked for."""
        left = [way for way in ways if not _is_contradicted(way)]
        every = [(w.sentence.text, self._others(w)) for w in left]
        for way, judged in zip(left, await self.bench.judged_each(every), strict=True):
            if judged.passes:
                way.tried.append("other evidence: it bears the statement")
                texts = tuple(self.numbers[id_] for id_ in judged.sources)
                way.leave(State.CITED_ANEW, Sentence(way.sentence.text, texts), judged)
            else:
                way.tried.append(f"other evidence: {judged.reason}")

    async def _rewritten(self, ways: Sequence[Way], every: Sequence[Way]) -> None:
        asks = {id(way): self._rewriting(way) for way in ways}
        put = [way for way in ways if asks[id(way)][0].texts]
        said = await asyncio.gather(*(self.bench.journal.ask(asks[id(way)][0]) for way in put))
        found: list[tuple[Way, Sentence]] = []
        for way, answer in zip(put, said, strict=True):
            if isinstance(answer, NoVerdict):
                way.tried.append(f"rewriting: {answer.reason.value} {answer.detail}".rstrip())
            elif not answer.value.text.strip():
                way.tried.append("rewriting: the evidence says nothing of it")
            else:
                ids = [asks[id(way)][1][n - 1] for n in dict.fromkeys(answer.value.texts)]
                texts = tuple(self.numbers[id_] for id_ in ids)
                found.append((way, Sentence(" ".join(answer.value.text.split()), texts)))
        judged = await self.bench.judged_each([(s.text, self._ids(s)) for _, s in found])
        said_already = {canonical(w.released.text) for w in every if w.released}
        for (way, sentence), seen in zip(found, judged, strict=True):
            if not seen.passes:
                way.tried.append(f"rewriting: {seen.reason}")
            elif canonical(sentence.text) in said_already:
                way.tried.append("rewriting: it says what is said already")
            else:
                said_already.add(canonical(sentence.text))
                way.tried.append("rewriting: the evidence bears it")
                way.leave(State.REWRITTEN, sentence, seen)

    def _rewriting(self, way: Way) -> tuple[RewriteAsk, tuple[str, ...]]:
        """The ask, and the ids of its texts."""
        ids = (*self._ids(way.sentence), *self._others(way))
        judged = way.judged
        why = f"{way.reason}: {judged.why}" if judged and judged.why else way.reason
        texts = tuple(self.bench.items[id_].text for id_ in ids)
        return RewriteAsk(way.sentence.text, why, texts, self.language), ids

    def _hedged_or_dropped(self, way: Way) -> None:
        judged = way.judged
        if judged is None or not judged.passes_hedged or judged.verdict is None:
            way.state = State.DROPPED
            way.quotes = judged.quotes if judged else ()
            return
        told = words_in(self.language)
        is_part = judged.verdict.support is Support.PARTLY
        form = told.in_part if is_part else told.conditional
        way.tried.append("hedged")
        numbers = tuple(self.numbers[id_] for id_ in judged.sources)
        way.leave(State.HEDGED, Sentence(form.format(text=way.sentence.text.strip()), numbers))

    def _ids(self, sentence: Sentence) -> tuple[str, ...]:
        return tuple(self.evidence.texts[n - 1].id for n in dict.fromkeys(sentence.texts))

    def _others(self, way: Way) -> tuple[str, ...]:
        return self.bench.others(way.sentence.text, self._ids(way.sentence))


def _open(ways: Iterable[Way]) -> list[Way]:
    return [way for way in ways if way.state is None]


def _is_none(text: str) -> bool:
    """Whether a sentence says nothing that evidence could bear."""
    has_number = any(map(str.isdigit, text))
    return is_silence(text) or (not has_number and worth_of(text) in _NO_STATEMENT)


def _is_contradicted(way: Way) -> bool:
    verdict = way.judged.verdict if way.judged else None
    return verdict is not None and verdict.support is Support.CONTRADICTED
