"""The statements of a report under the labels of DeepResearchEval (arXiv:2601.09688).

What the equations count: each statement once, with its label, or with the reason why it has
none. A standing becomes a label by one table; a failure becomes none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veridical.agents.assertions import Assertions, read_assertions
from veridical.agents.case import Checked
from veridical.agents.cited import cited_addresses
from veridical.agents.corpus import Corpus
from veridical.agents.fact_checker import FactCheck, check_facts
from veridical.agents.reading_room import ReadingRoom
from veridical.agents.standing import Standing
from veridical.checks.labels import CheckLabel
from veridical.errors import ConfigError
from veridical.measure import Context
from veridical.methods.deepresearcheval.settings import Conflict, Settings
from veridical.methods.once import OncePerReport
from veridical.report.own_address import own_sources
from veridical.score import Reason
from veridical.sources import Search, Web
from veridical.task import Item

_LABELS = {
    Standing.SUPPORTED: CheckLabel.RIGHT,
    Standing.CONTRADICTED: CheckLabel.WRONG,
    Standing.CHANGED: CheckLabel.UNKNOWN,
    Standing.PARTLY: CheckLabel.UNKNOWN,
    Standing.SILENT: CheckLabel.UNKNOWN,
    Standing.NOTHING_FOUND: CheckLabel.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A statement with its label.

    Attributes:
        statements: indices of the report's statements that say it, in its order.
        wording: what is said, in words that stand by themselves.
        label: None where something failed.
        standing: how it stands over all that was read; None where something failed.
        missing: why it has no label.
        sources: ids of what was read for it.
    """

    statements: tuple[int, ...]
    wording: str
    label: CheckLabel | None
    standing: Standing | None = None
    missing: Reason | None = None
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FactTally:
    """The statements of one report.

    Attributes:
        statements: each once, in the order of the report.
        unread: for each piece of text of which nobody said whether it is a statement, why not.
    """

    statements: tuple[Labelled, ...]
    unread: tuple[Reason, ...] = ()


@dataclass(eq=False)
class Collector(OncePerReport[FactTally]):
    """Checks the facts of a report, once for all measures.

    Attributes:
        settings: limits and conventions.
        search: finds addresses; None = the corpus of the bench is all that is searched.
        web: reads addresses; None = the corpus of the bench is all that is read.
    """

    settings: Settings
    search: Search | None = None
    web: Web | None = None
    _corpus: tuple[Mapping[str, Item], Corpus] | None = field(default=None, repr=False)

    async def counted(self, context: Context) -> FactTally:
        """The tally of one report."""
        query = context.task.query.text
        read = await read_assertions(context.report, context.asker, query=query)
        room = self._room(context)
        if room is None:
            return _not_assessed(read)
        cited = cited_addresses(context.report) if self.settings.cited else {}
        found = await check_facts(
            read.found,
            room,
            context.asker,
            query=query,
            limits=self.settings.limits(),
            cited=cited,
        )
        return tally_of(read, found, self.settings.conflict)

    def _room(self, context: Context) -> ReadingRoom | None:
        """Where is searched; None where there is nothing to search.

        Raises:
            ConfigError: the web was searched, and nobody is there to search it.
        """
        if self.search is not None and self.web is not None:
            own = own_sources(context.report)
            return ReadingRoom(self.search, self.web, context.date, stands_at=own)
        if self.settings.search:
            raise ConfigError(
                "deepresearcheval",
                "searched the web, and what it found is not at hand",
                got=self.settings.search,
                expected="a search and a web",
                fix="Open them (veridical.runs.searched), or evaluate anew.",
            )
        if not context.corpus:
            return None
        if self._corpus is None or self._corpus[0] is not context.corpus:
            self._corpus = context.corpus, Corpus.of(context.corpus.values())
        return ReadingRoom(self._corpus[1], self._corpus[1], context.date)


def _not_assessed(read: Assertions) -> FactTally:
    """No label for anything: there is nothing to search."""
    same: dict[tuple[str, str], list[int]] = {}
    wordings: dict[tuple[str, str], str] = {}
    for one in read.checkable:
        same.setdefault(one.key, []).append(one.statement)
        wordings.setdefault(one.key, one.wording)
    return FactTally(
        tuple(
            Labelled(tuple(at), wordings[key], None, missing=Reason.NOT_ASSESSED)
            for key, at in same.items()
        ),
        tuple(u.absence.reason for u in read.unread),
    )


def tally_of(read: Assertions, found: FactCheck, conflict: Conflict) -> FactTally:
    """The tally of a report whose facts are checked.

    Args:
        read: its assertions.
        found: what became of them.
        conflict: the label of what sources disagree on.
    """
    at = {one.id: one.statement for one in read.found}
    return FactTally(
        tuple(_labelled(one, at, conflict) for one in found.checked),
        tuple(u.absence.reason for u in read.unread),
    )


def _labelled(one: Checked, at: Mapping[int, int], conflict: Conflict) -> Labelled:
    absence = one.outcome.absence
    return Labelled(
        tuple(dict.fromkeys(at[place] for place in one.places)),
        one.assertion.wording,
        label_of(one.standing, conflict),
        one.standing,
        absence.reason if absence else None,
        tuple(r.source for r in one.reads if r.answer is not None),
    )


def label_of(standing: Standing | None, conflict: Conflict) -> CheckLabel | None:
    """The paper's label of a standing; None where there is none."""
    if standing is None:
        return None
    return conflict.label if standing is Standing.CONFLICT else _LABELS[standing]
