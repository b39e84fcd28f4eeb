"""From a draft to a report: every statement through the gate, and what the evidence lacks said.

It stands behind every agent in the same way, so that no agent knows of it, and a pipeline as
published goes without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from veridical.agents.hka.made import Analysed
from veridical.agents.release.askers import Economy, Gaining
from veridical.agents.release.bearing import Bearing, origins
from veridical.agents.release.contradictions import contradictions, meets, touching
from veridical.agents.release.gate import Gate, Way
from veridical.agents.release.judging import Bench
from veridical.agents.release.pool import Pool
from veridical.agents.release.record import (
    Contradiction,
    Dispute,
    ReleaseRecord,
    State,
    StatementRecord,
)
from veridical.agents.release.redraft import Redraft, headed, is_borne, with_limits
from veridical.agents.release.searched import not_answered, not_found
from veridical.agents.release.settings import Release
from veridical.agents.release.tongue import Tongue
from veridical.agents.release.wording import words_in
from veridical.agents.research.draft import Draft
from veridical.agents.research.journal import Journal, Researched
from veridical.ask import Asker
from veridical.task import Query
from veridical.trajectory import StepKind

_LAST = frozenset({StepKind.CITE, StepKind.FIGURE})


@dataclass(frozen=True)
class Released:
    """What left the gate.

    Attributes:
        found: what the agent did, with the report as it was released.
        record: how each statement came through; None where there is no report.
    """

    found: Researched
    record: ReleaseRecord | None


class Releasing:
    """The asker that an agent works under, and the gate that its draft goes through.

    Args:
        asker: who is asked in the end.
        settings: of the release.
        search_language: of what is searched, to which queries are translated; "" = any.
    """

    def __init__(self, asker: Asker, settings: Release, search_language: str = "") -> None:
        self.settings = settings
        self.economy = Economy(Tongue(asker, search_language), settings)
        self.asker = Gaining(self.economy, settings.least_gain)

    async def released(self, found: Researched, query: Query, language: str) -> Released:
        """What an agent found, through the gate.

        Args:
            found: by an agent that asked `asker`.
            query: that it answers.
            language: of the report.
        """
        if found.draft is None:
            return Released(found, None)
        journal = _journal(found, self.asker)
        items = {item.id: item for item in found.evidence.texts}
        bench = Bench(journal, items, _pool(found), language)
        made = found.made if isinstance(found, Analysed) else ()
        gate = Gate(bench, found.evidence, made, language)
        ways = await gate.passed(headed(found.draft))
        groups = origins(found.evidence.texts)
        bearing = Bearing.of(bench, groups)
        against = await contradictions(bench, bearing.origin_of, self.settings.pairs)
        records = [
            bearing.of_statement(way.record(found.evidence), is_headline=not way.section)
            for way in ways
        ]
        named = _named(ways, records, against)
        draft = Redraft(ways, named, gate.numbers, language).of(found.draft, query.text)
        record = ReleaseRecord(
            self.settings,
            tuple(records),
            _marked(against, named),
            not_found(found.steps),
            not_answered(found.sub_questions, draft, bench.pool.weight),
            {tool.value: spent for tool, spent in self.economy.taken.items()},
            tuple(self.asker.curve),
            self.asker.stopped,
            groups,
        )
        lines = self._limits(record, draft, language)
        draft = with_limits(draft, lines, language)
        self._note(journal, record)
        return Released(_closed(found, draft, journal), record)

    def _limits(self, record: ReleaseRecord, draft: Draft, language: str) -> list[str]:
        """What the report says of itself; a question that heads a section is answered there."""
        words = words_in(language)
        headings = {section.heading for section in draft.sections}
        silent = [one for one in record.not_answered if one not in headings]
        lines = [words.not_found.format(query=_quoted(one)) for one in record.not_found]
        lines += [words.not_answered.format(query=_quoted(one)) for one in silent]
        taken = words.comma.join(words.tools[tool] for tool in self.economy.taken)
        lines += [words.taken.format(tools=taken)] if taken else []
        return lines + ([words.dropped] if record.dropped else [])

    def _note(self, journal: Journal, record: ReleaseRecord) -> None:
        for gain in record.curve:
            journal.note(
                StepKind.WRITE,
                note=f"gain: {gain.new} new supported statements, {gain.supported} in all, "
                f"{gain.tokens} tokens, {gain.per_1000:.3g} per 1,000",
            )
        for one in record.statements:
            if one.state not in (State.RELEASED, State.SILENT):
                journal.note(StepKind.WRITE, note=f"release: {one.state.value}: {one.drafted}")


def _journal(found: Researched, asker: Asker) -> Journal:
    """The agent's own, carried on; what its draft cited is noted anew in the end."""
    steps = [step for step in found.steps if step.kind not in _LAST]
    last = max((step.step for step in steps), default=0)
    return Journal(asker, steps, found.asks, found.tokens, _step=last + 1)


def _pool(found: Researched) -> Pool:
    """Sentences of the evidence; what was made for the report is no source of its own."""
    made = {one.analysis.id for one in found.made} if isinstance(found, Analysed) else set()
    return Pool(item for item in found.evidence.texts if item.id not in made)


def _named(
    ways: Sequence[Way], records: Sequence[StatementRecord], against: Sequence[Contradiction]
) -> Mapping[int, Contradiction]:
    """Behind which statement each contradiction is named: the first that it touches.

    A difference of scope whose two sides the report states anyway is named by them.
    """
    found: dict[int, Contradiction] = {}
    left = list(against)
    for place, (way, record) in enumerate(zip(ways, records, strict=True)):
        if not is_borne(way) or not way.section:
            continue
        entry = next(touching(left, record), None)
        if entry is not None and not _is_told(entry, records):
            found[place] = entry
        left = [one for one in left if one is not entry]
    return found


def _is_told(entry: Contradiction, records: Sequence[StatementRecord]) -> bool:
    return entry.kind is Dispute.SCOPE and all(
        any(meets(side, record) for record in records) for side in (entry.first, entry.second)
    )


def _marked(
    against: Sequence[Contradiction], named: Mapping[int, Contradiction]
) -> tuple[Contradiction, ...]:
    told = {id(one) for one in named.values()}
    return tuple(msgspec.structs.replace(one, named=id(one) in told) for one in against)


def _closed(found: Researched, draft: Draft, journal: Journal) -> Researched:
    """What was found, with the draft that left and all that was done for it."""
    closed = journal.closed(draft, found.evidence, retrieved=found.retrieved)
    return replace(
        found, draft=closed.draft, steps=closed.steps, asks=closed.asks, tokens=closed.tokens
    )


def _quoted(query: str) -> str:
    return query.replace("“", "‘").replace("”", "’")
