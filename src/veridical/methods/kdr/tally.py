"""What was seen of a report's conclusion, of its key points and of its pages."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.page_preference import PagesBothWays, PageSides
from veridical.checks.preference import BothWays
from veridical.score import Missing, Reason


@dataclass(frozen=True, slots=True)
class AlignmentTally:
    """How well a report's conclusion agrees with the main conclusion.

    Attributes:
        alignment: from 0 to 10; None if missing.
        missing: why; None if there is a mark.
        is_empty: whether the report says nothing, so that nothing was asked.
        why: the grounds.
        ask: the ask's identity, "" if none was put.
    """

    alignment: int | None
    missing: Reason | None = None
    is_empty: bool = False
    why: str = ""
    ask: str = ""


@dataclass(frozen=True, slots=True)
class PointSeen:
    """A key point in a report.

    Attributes:
        id: of the key point.
        text: its words.
        c: whether it is taken up: 0, 0.5 or 1; None if missing.
        u: whether what is said agrees: 0, 0.5 or 1; None if missing.
        missing: why there is no verdict; None if there is one.
        quotes: where it is taken up, in the report as it was shown.
        why: the grounds, or more on what is missing.
        ask: the ask's identity.
    """

    id: str
    text: str
    c: float | None
    u: float | None
    missing: Reason | None = None
    quotes: tuple[Quote, ...] = ()
    why: str = ""
    ask: str = ""


@dataclass(frozen=True, slots=True)
class KeyPointsTally:
    """All key points of a task in one report.

    Attributes:
        points: in the order of the task.
        is_empty: whether the report says nothing, so that nothing was asked.
    """

    points: tuple[PointSeen, ...]
    is_empty: bool = False

    @property
    def missing(self) -> Missing:
        """The key points without a verdict, by reason."""
        return Missing.of(p.missing for p in self.points if p.missing is not None)


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of two reports in one order.

    Attributes:
        sides: which is better in each aspect, as they were shown; None if missing.
        missing: why; None if there are any.
        why: the grounds, or more on what is missing.
    """

    sides: PageSides | None
    missing: Reason | None = None
    why: str = ""

    @classmethod
    def of(cls, said: Answer[PageSides] | NoVerdict) -> Said:
        """Of an answer."""
        if isinstance(said, NoVerdict):
            return cls(None, said.reason, said.detail)
        return cls(said.value, None, said.why)

    @property
    def answer(self) -> Answer[PageSides] | NoVerdict:
        """The answer again."""
        if self.sides is None:
            return NoVerdict(self.missing or Reason.UNREADABLE, self.why)
        return Answer(self.sides, self.why)


@dataclass(frozen=True, slots=True)
class PairSeen:
    """A report's pages beside those of one rival.

    Attributes:
        rival: the system.
        report_first: what was said with the report shown first.
        rival_first: what was said with the rival shown first.
        asks: identities of both asks; empty if none was put.
    """

    rival: str
    report_first: Said
    rival_first: Said
    asks: tuple[str, ...] = ()

    @classmethod
    def of(cls, rival: str, said: PagesBothWays) -> PairSeen:
        """A pair that was asked about."""
        return cls(rival, Said.of(said.forward), Said.of(said.backward), said.asks)

    @classmethod
    def unseen(cls, rival: str, why: str) -> PairSeen:
        """A pair whose pages cannot be shown."""
        none = Said(None, Reason.NOT_ASSESSED, why)
        return cls(rival, none, none)

    def both_ways(self, aspect: str) -> BothWays:
        """Both answers on one aspect, the report being the one."""
        first, second = self.report_first.answer, self.rival_first.answer
        return PagesBothWays(first, second, ("", "")).of(aspect)


@dataclass(frozen=True, slots=True)
class PairsTally:
    """A report beside all its rivals.

    Attributes:
        pairs: in the order of the rivals.
    """

    pairs: tuple[PairSeen, ...] = ()
