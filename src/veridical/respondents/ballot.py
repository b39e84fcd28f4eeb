"""What several respondents said to one ask, and what they say together.

Ratings combine to their median (or mean), labels to what more than half of those who answered
chose; a split has no verdict. Whoever did not answer is counted and is in no number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import fsum
from statistics import median, median_low
from typing import Generic, TypeVar, cast

import msgspec
from msgspec import inspect as types

from veridical.ask import Answer, NoVerdict, Quote
from veridical.respondents.reading.fields import is_record, labels_of, plain
from veridical.score import HARMLESS, Missing, Reason
from veridical.stats.alpha import Level, alpha, nominal_alpha
from veridical.stats.kappa import cohen_kappa
from veridical.stats.leave_one_out import Panel as PanelAgreement
from veridical.stats.leave_one_out import average, leave_one_judge_out, plurality

V = TypeVar("V")
H = TypeVar("H", bound=Hashable)

_SHOWN = 60


class Rule(StrEnum):
    """How numbers combine.

    Whole numbers on a scale take the lower of two middle ones under either rule: what a panel
    says must itself be a rating.
    """

    MEDIAN = "median"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Ballot(Generic[V]):
    """One ask's answers.

    Attributes:
        votes: each member's identity with what it said, in the order of the members.
    """

    votes: tuple[tuple[str, Answer[V] | NoVerdict], ...]

    @property
    def answers(self) -> tuple[Answer[V], ...]:
        """Of those who answered."""
        return tuple(said for _, said in self.votes if isinstance(said, Answer))

    @property
    def missing(self) -> Missing:
        """Those who did not, by reason."""
        return Missing.of(said.reason for _, said in self.votes if isinstance(said, NoVerdict))

    @property
    def told(self) -> str:
        """Who said what, for a reader."""
        each = "; ".join(f"{name}: {_shown(said)}" for name, said in self.votes)
        return f"{len(self.answers)} of {len(self.votes)} answered ({each})"

    def combined(self, kind: types.Type, rule: Rule) -> Answer[V] | NoVerdict:
        """What they say together.

        Args:
            kind: the answer's type.
            rule: how numbers combine.
        """
        if not self.answers:
            return NoVerdict(self._reason(), self.told)
        values = [answer.value for answer in self.answers]
        try:
            value = cast("V", _together(plain(kind), values, rule))
        except _Split as split:
            return NoVerdict(Reason.NOT_ASSESSED, f"the panel is split on {split}: {self.told}")
        return Answer(value, self.told, self._quotes(value))

    def _reason(self) -> Reason:
        """The most frequent reason of those that failed, else of those that had nothing to do."""
        counts = self.missing.counts
        return min(counts, key=lambda c: (c[0] in HARMLESS, -c[1], c[0]))[0]

    def _quotes(self, value: V) -> tuple[Quote, ...]:
        """The quotes of those who said just that, or of all where nobody did."""
        agreeing = [a for a in self.answers if a.value == value] or self.answers
        return tuple(dict.fromkeys(quote for answer in agreeing for quote in answer.quotes))


class _Split(Exception):  # noqa: N818 - named after the fact
    """No label was chosen by more than half."""


def _together(kind: types.Type, values: Sequence[object], rule: Rule) -> object:
    if is_record(kind) and all(_combines(plain(f.type)) for f in kind.fields):
        fields = {
            f.name: _of_field(f, [getattr(v, f.name) for v in values], rule) for f in kind.fields
        }
        return kind.cls(**fields)
    if isinstance(kind, types.FloatType):
        numbers = cast("Sequence[float]", values)
        return fsum(numbers) / len(numbers) if rule is Rule.MEAN else median(numbers)
    if _is_rating(kind):
        return median_low(cast("Sequence[int]", values))
    return _majority(values)


def _of_field(field: types.Field, values: Sequence[object], rule: Rule) -> object:
    """What is said of a field; a remark that may be left out is, where members are split on it."""
    try:
        return _together(plain(field.type), values, rule)
    except _Split:
        if field.default is msgspec.NODEFAULT:
            raise
        return field.default


def _combines(kind: types.Type) -> bool:
    """Whether values of the type combine on their own, apart from a record's other fields."""
    is_choice = isinstance(kind, types.BoolType) or labels_of(kind) is not None
    return is_choice or isinstance(kind, types.FloatType) or _is_rating(kind)


def _is_rating(kind: types.Type) -> bool:
    """Whether it is a whole number between two ends; without them it may be a name."""
    return isinstance(kind, types.IntType) and kind.ge is not None and kind.le is not None


def _majority(values: Sequence[object]) -> object:
    named = {msgspec.json.encode(value, order="sorted"): value for value in values}
    votes = Counter(msgspec.json.encode(value, order="sorted") for value in values)
    name, most = votes.most_common(1)[0]
    if 2 * most <= len(values):
        said = sorted(f"{key.decode()[:_SHOWN]} × {count}" for key, count in votes.items())
        raise _Split(", ".join(said))
    return named[name]


def _shown(said: Answer[V] | NoVerdict) -> str:
    if isinstance(said, NoVerdict):
        return said.reason
    return msgspec.json.encode(said.value).decode()[:_SHOWN]


def number_agreement(
    ballots: Sequence[Ballot[V]], of: Callable[[V], float], *, level: Level = "interval"
) -> PanelAgreement:
    """How members agree on a number, whole and with each left out: Krippendorff's α.

    Args:
        ballots: of one panel, one per ask.
        of: the number in an answer's value.
        level: what differences between the numbers mean.
    """
    rows, names = _rows(ballots, of)
    among = partial(alpha, level=level)
    return leave_one_judge_out(rows, names, among=among, between=among, together=average)


def label_agreement(ballots: Sequence[Ballot[V]], of: Callable[[V], H]) -> PanelAgreement:
    """How members agree on a label: α among them, κ of each with what most others say.

    Args:
        ballots: of one panel, one per ask.
        of: the label in an answer's value.
    """
    rows, names = _rows(ballots, of)
    return leave_one_judge_out(
        rows, names, among=nominal_alpha, between=cohen_kappa, together=plurality
    )


def _rows(
    ballots: Sequence[Ballot[V]], of: Callable[[V], H]
) -> tuple[list[list[H | Reason]], list[str]]:
    rows = [
        [of(said.value) if isinstance(said, Answer) else said.reason for _, said in ballot.votes]
        for ballot in ballots
    ]
    return rows, [name for name, _ in ballots[0].votes] if ballots else []
