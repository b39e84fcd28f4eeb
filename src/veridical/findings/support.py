"""What the cited sources say of each statement.

A statement is asked against each source it cites; where no single source carries it and it
cites several, also against all of them together. A source that is not there gives no
verdict: unreachable is not unsupported.

One marker after several sentences surely speaks for the last. The others are asked too: where
its source carries one or says otherwise, that is told, with its uncertainty; where it does
not, the sentence stays uncited.

Of a source that falls short of a statement, older snapshots are asked too, where there are any:
whether it said it once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from veridical.ask import Answer, Asker, NoVerdict
from veridical.checks.earlier import Earlier, falls_short, most_telling
from veridical.checks.support import Support, SupportAsk, Verdict, verified
from veridical.checks.wording import wording
from veridical.findings.cited import page_key
from veridical.findings.verdict import SourceVerdict, State, StatementVerdict, over_all, single
from veridical.measure import Page
from veridical.report.model import Citation, Report, Resolution, Statement
from veridical.retrieval.excerpts import Excerpts
from veridical.retrieval.passages import Passage
from veridical.score import Reason
from veridical.sources import Fetched, FetchState

_SETTLED = frozenset({State.SUPPORTED, State.CONTRADICTED})
_LEADS_SOMEWHERE = frozenset({Resolution.RESOLVED, Resolution.LINK, Resolution.AMBIGUOUS})

Lookup = Callable[[Citation], Sequence[Fetched] | None]
"""Finds what a citation stands for: one source, or one per entry where its number has several.

None = sources are not looked up.
"""


async def judge_statements(
    report: Report,
    lookup: Lookup,
    asker: Asker,
    *,
    progress: Callable[[int], None] = lambda _: None,
    older: Mapping[str, Sequence[Page]] | None = None,
) -> tuple[StatementVerdict, ...]:
    """The verdict on every statement, in the report's order.

    Args:
        report: the report.
        lookup: finds sources.
        asker: puts the asks.
        progress: is told how many statements are done.
        older: what sources said before, by their keys (`page_key`), the newest first.
    """
    judge = _Judge(report, lookup, asker, older or {})
    verdicts = []
    for statement in report.statements:
        verdicts.append(await judge.verdict(statement))
        progress(len(verdicts))
    return tuple(verdicts)


@dataclass
class _Judge:
    """Asks about the statements of one report."""

    report: Report
    lookup: Lookup
    asker: Asker
    older: Mapping[str, Sequence[Page]]
    excerpts: Excerpts = field(default_factory=Excerpts)
    wordings: dict[int, str] = field(default_factory=dict)

    async def verdict(self, statement: Statement) -> StatementVerdict:
        cited = [self.report.citations[index] for index in statement.citations]
        if not cited:
            return await self._offered(statement)
        sources = tuple([s for c in cited for s in await self._cited(statement, c)])
        if not sources:
            why = "None of its citations leads to a reference."
            return StatementVerdict(statement.index, State.MISSING_REFERENCE, why)
        joint = await self._joint(statement, sources)
        state, why = over_all(sources, joint)
        return StatementVerdict(statement.index, state, why, sources, joint)

    async def _offered(self, statement: Statement) -> StatementVerdict:
        """The verdict on a sentence that only a later marker may speak for."""
        offered = self._groups.get(statement.index, [])
        if not offered:
            return StatementVerdict(statement.index, State.UNCITED)
        names = ", ".join(dict.fromkeys(f"[{c.label}]" for c in offered))
        sources = tuple([s for c in offered for s in await self._cited(statement, c)])
        state, why = over_all(sources, None) if sources else (State.UNCITED, "")
        if state in _SETTLED:
            told = f"It cites nothing; {names} after it may speak for it. {why}"
            return StatementVerdict(statement.index, state, told.strip(), sources)
        told = f"{names} after it may speak for it; nothing shows that it does."
        return StatementVerdict(statement.index, State.UNCITED, told, sources)

    @cached_property
    def _groups(self) -> dict[int, list[Citation]]:
        """The citations that each statement is offered without being named by them."""
        offered: dict[int, list[Citation]] = {}
        for citation in self.report.citations:
            for index in citation.scope.statements:
                if citation.index not in self.report.statements[index].citations:
                    offered.setdefault(index, []).append(citation)
        return offered

    async def _cited(self, statement: Statement, citation: Citation) -> list[SourceVerdict]:
        """What a citation's sources say; nothing where it leads to no reference and no source.

        A marker without an entry still counts where its source is at hand under its label.
        """
        found = self.lookup(citation)
        leads = citation.resolution in _LEADS_SOMEWHERE
        if found is None:
            unknown = SourceVerdict(citation.index, None, NoVerdict(Reason.OFFLINE))
            return [unknown] if leads else []
        usable = [s for s in found if leads or s.state is FetchState.OK]
        return [await self._source(statement, citation, source) for source in usable]

    async def _source(
        self, statement: Statement, citation: Citation, source: Fetched
    ) -> SourceVerdict:
        if source.state is not FetchState.OK:
            absent = NoVerdict(Reason.UNREACHABLE, source.state)
            return SourceVerdict(citation.index, source, absent)
        shown = self.excerpts.of(self._wording(statement), source)
        answer = await self._ask(statement, shown.passages)
        read = tuple((p.start, p.end) for p in shown.passages)
        earlier = await self._earlier(statement, citation) if falls_short(answer) else None
        return SourceVerdict(citation.index, source, answer, shown.share, read, earlier)

    async def _earlier(self, statement: Statement, citation: Citation) -> Earlier | None:
        """What older snapshots of a source say, up to the first that carries the statement."""
        every: list[Earlier] = []
        for page in self.older.get(page_key(self.report, citation) or "", ()):
            before = Fetched(page.id, FetchState.OK, page.text, page.title)
            shown = self.excerpts.of(self._wording(statement), before)
            answer = await self._ask(statement, shown.passages)
            every.append(Earlier(page.id, page.time, answer))
            if every[-1].is_support:
                break
        return most_telling(every)

    async def _ask(
        self, statement: Statement, passages: Sequence[Passage]
    ) -> Answer[Verdict] | NoVerdict:
        asked = self._wording(statement)
        ask = SupportAsk(asked, tuple(passages), language=statement.language)
        return verified(await self.asker.ask(ask), passages)

    def _wording(self, statement: Statement) -> str:
        if statement.index not in self.wordings:
            self.wordings[statement.index] = wording(self.report, statement)
        return self.wordings[statement.index]

    async def _joint(
        self, statement: Statement, sources: Sequence[SourceVerdict]
    ) -> Answer[Verdict] | NoVerdict | None:
        """What its sources say together, where none says it alone and there are several.

        Entries that share a number are left out: nobody knows which of them is meant.
        """
        together: dict[str, Fetched] = {}
        for one in single(sources):
            if isinstance(one.answer, Answer) and one.source:
                if one.answer.value.support is Support.SUPPORTED:
                    return None
                together[one.source.id] = one.source
        if len(together) < 2:
            return None
        asked = self._wording(statement)
        shown = [p for s in together.values() for p in self.excerpts.of(asked, s).passages]
        return await self._ask(statement, shown)
