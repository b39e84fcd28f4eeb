"""Active fact checking: every statement is searched for, whether the report cites it or not.

A turn writes queries, searches, reads sources of different sites, and asks each of them about
the statement. What is not settled gets another turn with new queries, within limits. Nothing is
judged before something was searched for, nothing is known from memory, and each step is on
record. What fails on the way leaves the statement without a standing, never "unknown".

The statements of a report go through each turn together: a query is put once, a source fetched
once, and the asks about one source are put in one call where the respondent can. Results
combine in the order of the report, never of arrival.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from veridical.agents.assertions import Assertion, canonical
from veridical.agents.case import Case, Checked
from veridical.agents.reading_room import ReadingRoom, Shelf
from veridical.agents.spending import Limits, Purse
from veridical.agents.standing import SETTLED, SourceRead, absences, outcome, partly
from veridical.ask import Answer, Ask, Asker, NoVerdict, ask_together
from veridical.checks.earlier import Earlier, earlier_name, falls_short, most_telling
from veridical.checks.labels import CheckLabel
from veridical.checks.queries import LONGEST, MOST, QueriesAsk
from veridical.checks.support import SupportAsk, verified
from veridical.checks.verdict import Verdict
from veridical.retrieval.passages import Passage
from veridical.score import HARMLESS, Reason
from veridical.sources import FetchState, Snapshot
from veridical.trajectory import Step, StepKind


@dataclass(frozen=True, slots=True)
class FactCheck:
    """The statements of a report, each with what became of it.

    Attributes:
        checked: one for all assertions that say the same, in the order of the report.
        asks: how many asks were put.
        tokens: their nominal cost, in estimated input tokens.
        searches: how many different queries were put.
        fetches: how many different sources were fetched.
    """

    checked: tuple[Checked, ...]
    asks: int = 0
    tokens: int = 0
    searches: int = 0
    fetches: int = 0

    @property
    def trajectory(self) -> tuple[Step, ...]:
        """All that was done, turn by turn, statement by statement."""
        steps = [step for one in self.checked for step in one.steps]
        return tuple(sorted(steps, key=lambda s: s.step))


async def check_facts(
    assertions: Iterable[Assertion],
    room: ReadingRoom,
    asker: Asker,
    *,
    query: str = "",
    limits: Limits | None = None,
    cited: Mapping[int, Sequence[str]] | None = None,
) -> FactCheck:
    """Search for every statement and say how it stands.

    Args:
        assertions: those of one report; only the checkable ones are searched for, and those
            that say the same once.
        room: where is searched and read; it knows the date of the run.
        asker: who writes queries and says what sources say.
        query: what the report answers; "" if unknown.
        limits: how far the search may go.
        cited: addresses that the report cites, by statement; they are read first.
    """
    every = tuple(assertions)
    purse = Purse(limits or Limits())
    cases = _cases(every, purse.limits, cited or {})
    room.own = frozenset(canonical(one.text) for one in every if one.is_checkable)
    checker = _Checker(room, asker, query, purse)
    for turn in range(1, purse.limits.turns + 1):
        left = [case for case in cases if case.is_open]
        if left:
            await checker.turn(turn, left)
    checker.close(cases)
    return FactCheck(
        tuple(checker.checked(case) for case in cases),
        purse.asks,
        purse.spent,
        room.searches,
        room.fetches,
    )


def _cases(
    assertions: Iterable[Assertion], limits: Limits, cited: Mapping[int, Sequence[str]]
) -> list[Case]:
    same: dict[tuple[str, str], list[Assertion]] = {}
    for one in assertions:
        if one.is_checkable:
            same.setdefault(one.key, []).append(one)
    return [
        Case(
            number,
            own[0],
            tuple(a.id for a in own),
            tuple(dict.fromkeys(url for a in own for url in cited.get(a.statement, ()))),
            Shelf(limits.sources),
        )
        for number, own in enumerate(same.values())
    ]


@dataclass
class _Checker:
    """Takes the statements of one report through their turns."""

    room: ReadingRoom
    asker: Asker
    query: str
    purse: Purse

    async def turn(self, turn: int, cases: Sequence[Case]) -> None:
        for case in cases:
            case.turn = turn
            case.shelf.begin()
        await self._ask_queries(cases)
        ready = [c for c in cases if c.is_open and c.turn == turn]
        await asyncio.gather(*(self._search(case) for case in ready))
        ready = [c for c in ready if c.is_open]
        await asyncio.gather(*(self._fill(case) for case in ready))
        await self._ask_sources(ready)
        await self._ask_older([c for c in ready if c.is_open])
        await self._ask_jointly([c for c in ready if c.is_open])
        for case in ready:
            self._settle(case)

    async def _ask_queries(self, cases: Sequence[Case]) -> None:
        asks = {case.number: self._queries_ask(case) for case in cases}
        paid = self._paid(cases, asks)
        said = await ask_together(self.asker, [asks[c.number] for c in paid]) if paid else []
        for case, answer in zip(paid, said, strict=True):
            if isinstance(answer, NoVerdict):
                self._without_query(case, answer)
                continue
            new = dict.fromkeys(" ".join(q.split())[:LONGEST] for q in answer.value.queries)
            case.tried += [q for q in new if q and q not in case.tried][:MOST]
            if not [q for q in new if q]:
                case.fail(NoVerdict(Reason.UNREADABLE, "the answer holds no query"))

    def _without_query(self, case: Case, absence: NoVerdict) -> None:
        """No other query is known: the search ends. Or the ask failed."""
        if absence.reason not in HARMLESS:
            case.fail(absence)
            return
        case.outcome = outcome(case.reads, case.joint)
        case.note(StepKind.PLAN, note=absence.detail)

    def _queries_ask(self, case: Case) -> QueriesAsk:
        one = case.assertion
        return QueriesAsk(
            one.wording,
            one.context,
            self.query,
            self.room.today,
            tuple(case.tried),
            one.language,
        )

    def _paid(self, cases: Sequence[Case], asks: Mapping[int, Ask[Any]]) -> list[Case]:
        """Those whose ask can be paid, in the order of the report; the others end here."""
        found = []
        for case in cases:
            short = self.purse.pay(case.number, asks[case.number])
            if short is None:
                found.append(case)
            else:
                case.fail(short)
        return found

    async def _search(self, case: Case) -> None:
        limit, language = self.purse.limits.results, case.assertion.language
        known = {step.query for step in case.steps}
        new = [q for q in case.tried if q not in known]
        found = await asyncio.gather(*(self.room.hits(q, limit, language) for q in new))
        for hits in found:
            late = [h.url for h in hits.results if self.room.is_later(h.published)]
            if late:
                case.shelf.fresh(late, len(late))
                case.note(StepKind.SELECT, note=f"published after the run's date: {late}")
        case.found(found)

    async def _fill(self, case: Case) -> None:
        """Put as many sources on the shelf as a turn may have, best first."""
        shelf = case.shelf
        while not shelf.is_full:
            read = sum(s.state is FetchState.OK for s in shelf.chosen)
            next_ones = shelf.fresh(case.waiting, shelf.limit - read)
            if not next_ones:
                return
            for snapshot in await asyncio.gather(*(self.room.read(u) for u in next_ones)):
                if why := self._unfit(snapshot):
                    case.note(StepKind.SELECT, url=snapshot.url, note=why)
                    continue
                case.look(snapshot, is_taken=shelf.take(snapshot))

    def _unfit(self, snapshot: Snapshot) -> str:
        """Why a source is no evidence, whatever it says; "" if it may be."""
        if self.room.is_later(snapshot.published):
            return "published after the run's date"
        return "the report itself" if self.room.is_copy(snapshot) else ""

    async def _ask_sources(self, cases: Sequence[Case]) -> None:
        """Ask each source about all statements that need it."""
        asked: dict[str, list[tuple[Case, Snapshot, SupportAsk]]] = defaultdict(list)
        for case in cases:
            for snapshot in case.shelf.chosen:
                if snapshot.state is FetchState.OK and case.is_open:
                    ask = self._support_ask(case, snapshot)
                    short = self.purse.pay(case.number, ask)
                    if short is not None:
                        case.fail(short)
                        break
                    asked[snapshot.url].append((case, snapshot, ask))
        groups = list(asked.values())
        said = await asyncio.gather(
            *(ask_together(self.asker, [ask for _, _, ask in own]) for own in groups)
        )
        answers = {
            (case.number, snapshot.url): answer
            for own, found in zip(groups, said, strict=True)
            for (case, snapshot, _), answer in zip(own, found, strict=True)
        }
        asks = {(c.number, s.url): a for own in groups for c, s, a in own}
        for case in cases:
            for snapshot in case.shelf.chosen:
                place = (case.number, snapshot.url)
                if place in answers:
                    self._hear(case, snapshot, asks[place].passages, answers[place])

    def _support_ask(self, case: Case, snapshot: Snapshot) -> SupportAsk:
        one = case.assertion
        shown = self.room.passages(one.wording, snapshot.source())
        return SupportAsk(one.wording, shown, one.context, one.language)

    def _hear(
        self,
        case: Case,
        snapshot: Snapshot,
        passages: tuple[Passage, ...],
        said: Answer[Verdict] | NoVerdict,
    ) -> None:
        answer = verified(said, passages)
        read = SourceRead(
            snapshot.url,
            snapshot.title,
            case.turn,
            snapshot.state,
            snapshot.url in case.cited,
            passages,
            answer,
        )
        case.reads.append(read)
        shown = sum(len(p.text) for p in passages)
        note = f"{len(passages)} passages, {shown} of {len(snapshot.text)} characters"
        case.note(StepKind.READ, url=snapshot.url, note=note)
        told = answer.reason if isinstance(answer, NoVerdict) else str(answer.value)
        case.note(StepKind.ANALYZE, url=snapshot.url, note=told)

    async def _ask_older(self, cases: Sequence[Case]) -> None:
        """Ask older snapshots of sources that fall short, in order: each ask has to be paid."""
        for case in cases:
            for place, one in enumerate(case.reads):
                if one.turn == case.turn and falls_short(one.answer):
                    earlier = await self._earlier(case, one.source)
                    case.reads[place] = replace(one, earlier=earlier)

    async def _earlier(self, case: Case, address: str) -> Earlier | None:
        """What older snapshots of a source say, up to the first that carries the statement."""
        every: list[Earlier] = []
        one = case.assertion
        for snapshot in await self.room.before(address):
            name = earlier_name(address, snapshot.time)
            shown = self.room.passages(one.wording, snapshot.source(name))
            ask = SupportAsk(one.wording, shown, one.context, one.language)
            short = self.purse.pay(case.number, ask)
            said = short or verified(await self.asker.ask(ask), shown)
            every.append(Earlier(name, snapshot.time, said))
            told = said.reason if isinstance(said, NoVerdict) else str(said.value)
            case.note(StepKind.ANALYZE, url=address, note=f"as of {snapshot.time}: {told}")
            if every[-1].is_support:
                break
        return most_telling(every)

    async def _ask_jointly(self, cases: Sequence[Case]) -> None:
        """Ask sources that each carry a part of a statement about it together."""
        asks: dict[int, SupportAsk] = {}
        for case in cases:
            parts = partly(case.reads)
            decided = {r.label for r in case.reads} & {CheckLabel.RIGHT, CheckLabel.WRONG}
            if len(parts) > 1 and not decided and not absences(case.reads):
                one = case.assertion
                shown = tuple(p for r in parts for p in r.passages)
                asks[case.number] = SupportAsk(one.wording, shown, one.context, one.language)
        paid = self._paid([c for c in cases if c.number in asks], asks)
        said = await asyncio.gather(*(self.asker.ask(asks[c.number]) for c in paid))
        for case, answer in zip(paid, said, strict=True):
            case.joint = verified(answer, asks[case.number].passages)
            told = case.joint.reason if isinstance(case.joint, NoVerdict) else case.joint.value
            case.note(StepKind.ANALYZE, note=f"several sources together: {told}")

    def _settle(self, case: Case) -> None:
        if case.is_open:
            found = outcome(case.reads, case.joint)
            # a source out of reach may be made up for by another turn
            failed = bool(absences(case.reads)) or isinstance(case.joint, NoVerdict)
            case.outcome = found if found.standing in SETTLED or failed else None

    def close(self, cases: Sequence[Case]) -> None:
        """Say of what no turn settled how it stands."""
        for case in cases:
            if case.outcome is None:
                case.outcome = outcome(case.reads, case.joint)

    def checked(self, case: Case) -> Checked:
        """What became of a statement."""
        assert case.outcome is not None
        return Checked(
            case.assertion,
            case.places,
            case.outcome,
            tuple(case.reads),
            case.joint,
            tuple(case.tried),
            case.turn,
            self.purse.of(case.number),
            tuple(
                msgspec.structs.replace(s, note=f"statement {case.assertion.id}: {s.note}")
                for s in case.steps
            ),
        )
