"""What is kept of a release, beside the report: each statement's way, and what the report lacks."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from veridical.agents.release.settings import Release
from veridical.ask import Quote


class State(StrEnum):
    """What became of a statement."""

    RELEASED = "released"
    """As it was written."""
    TRACED = "traced"
    """As it was written: its numbers come from the cells of a table."""
    CITED_ANEW = "cited anew"
    """Its words stand; other evidence than it cited bears it."""
    REWRITTEN = "rewritten"
    HEDGED = "hedged"
    DROPPED = "dropped"
    SILENT = "silent"
    """No statement: it says that the evidence is silent, asks, or announces."""


class StatementRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A statement of the draft.

    Attributes:
        section: the heading that it stood under; "" = the conclusion.
        drafted: its words.
        state: what became of it.
        released: the words that left; "" = none.
        cited: ids of the items that it cites now.
        verdict: what the evidence says of it, in words; of one that was dropped, of the draft.
        quotes: the words that the verdict rests on, at their places in the items.
        reason: why it did not leave as it was; "" = it did.
        tried: what was done about that, in order.
        absence: why the rules judged in the place of another; "" = they did not.
        origins: independent origins of the items that bear it; None = not counted.
        supporters: ids of these items.
        overturned_by: origins, each an item's id, without any one of which nothing bears it; of a
            headline statement only.
        is_headline: whether it stands in the conclusion.
    """

    section: str
    drafted: str
    state: State
    released: str = ""
    cited: tuple[str, ...] = ()
    verdict: str = ""
    quotes: tuple[Quote, ...] = ()
    reason: str = ""
    tried: tuple[str, ...] = ()
    absence: str = ""
    origins: int | None = None
    supporters: tuple[str, ...] = ()
    overturned_by: tuple[str, ...] = ()
    is_headline: bool = False


class Dispute(StrEnum):
    """In what two sentences of the evidence differ."""

    NONE = "none"
    SCOPE = "scope"
    """They speak of different things: another period, place, unit or population."""
    CONFLICT = "conflict"
    SUPERSEDED = "superseded"
    """A later source says otherwise."""


class Contradiction(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two sentences of the evidence that do not say the same of one thing.

    Attributes:
        kind: how they differ.
        first: one side; of a superseded one the earlier.
        second: the other side.
        scope: of a difference of scope, in what.
        why: the grounds.
        dates: of the sources of both sides, ISO; "" = not known.
        named: whether the report names it.
    """

    kind: Dispute
    first: Quote
    second: Quote
    scope: str = ""
    why: str = ""
    dates: tuple[str, str] = ("", "")
    named: bool = False


class Gain(msgspec.Struct, frozen=True):
    """How far the writing had come after one draft.

    Attributes:
        tokens: nominal cost so far, in estimated input tokens.
        supported: different statements so far that the evidence bears, by what they rest on.
        new: those of this draft.
        per_1000: new ones per 1,000 tokens since the draft before.
    """

    tokens: int
    supported: int
    new: int
    per_1000: float


class ReleaseRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A release.

    Attributes:
        settings: of it.
        statements: of the draft, in order.
        contradictions: within the evidence.
        not_found: searches that brought nothing.
        not_answered: questions that no released statement answers.
        taken_away: tools that the spending limit took, with the tokens spent until then.
        curve: what the drafts brought.
        stopped: why refinement ended before its rounds; "" = it did not.
        origins: items that are copies of one text or pieces of one source, grouped.
    """

    settings: Release
    statements: tuple[StatementRecord, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    not_found: tuple[str, ...] = ()
    not_answered: tuple[str, ...] = ()
    taken_away: dict[str, int] = {}
    curve: tuple[Gain, ...] = ()
    stopped: str = ""
    origins: tuple[tuple[str, ...], ...] = ()

    @property
    def dropped(self) -> tuple[StatementRecord, ...]:
        """The statements that did not leave."""
        return tuple(one for one in self.statements if one.state is State.DROPPED)
