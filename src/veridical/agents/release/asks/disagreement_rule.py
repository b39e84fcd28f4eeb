"""How the built-in rules tell a contradiction from a difference of scope.

They need two sentences that share most of their words. Where what they count, when, where or of
whom differs, both can be true, and that is a difference of scope; what the typed rules show to
clash is a conflict, or superseded where one source is known to be later. All else is no finding.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veridical.agents.release.record import Dispute
from veridical.checks.clash.naming import is_named, names
from veridical.checks.clash.sentence import sentences
from veridical.checks.support_rule import Support, hold
from veridical.checks.words import STOP_WEIGHT, words
from veridical.report.dates import DateMention, same_date
from veridical.report.quantities import Quantity, comparable, consistent, measurements
from veridical.retrieval.passages import Passage

MOST = 0.75
"""Share of the telling words of the shorter of two sentences that the other has."""
_OPENING = 2
_POPULATIONS = re.compile(
    r"\b(?:men|women|males?|females?|boys|girls|children|adults|adolescents|elderly|infants"
    r"|patients|students|workers|mice|rats|urban|rural)\b"
    r"|男性|女性|儿童|成人|成年人|青少年|老年人|婴儿|患者|学生|工人|小鼠|大鼠|城市|农村|城镇",
    re.IGNORECASE,
)


_STATISTICS = re.compile(
    r"\b(?:mean|average|median|maximum|minimum|highest|lowest|largest|smallest|total|per capita"
    r"|record|peak)\b|平均|中位|最高|最低|最大|最小|最多|最少|总计|合计|人均"
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the rules see in two sentences.

    Attributes:
        kind: how they differ.
        scope: in what, where that is their scope.
        why: the grounds.
    """

    kind: Dispute
    scope: str = ""
    why: str = ""


NOTHING = Seen(Dispute.NONE, why="nothing in them clashes")


def seen_by_rule(first: str, second: str, dates: tuple[str, str]) -> Seen:
    """How two sentences on the same subject differ.

    Args:
        first: one of them.
        second: the other.
        dates: days of their sources, ISO; "" = not known.
    """
    if not _are_of_one_subject(first, second):
        return Seen(Dispute.NONE, why="they may speak of two things")
    here, there = measurements(first), measurements(second)
    figures = _own(here.quantities, there.quantities), _own(there.quantities, here.quantities)
    clash = _clash(first, second)
    if not clash and not all(figures):
        return NOTHING
    if all(figures):
        scope = _scope(first, second, (here.dates, there.dates), figures)
        if scope:
            said = f'"{figures[0][0].text}" against "{figures[1][0].text}"'
            return Seen(Dispute.SCOPE, scope, f"{said}, of another {scope}")
    if not clash:
        return NOTHING
    if all(dates) and dates[0] != dates[1]:
        return Seen(Dispute.SUPERSEDED, why=f"{clash}; {max(dates)} is later than {min(dates)}")
    return Seen(Dispute.CONFLICT, why=clash)


def _are_of_one_subject(first: str, second: str) -> bool:
    """Whether one has most telling words of the other, and each one of the other's first two.

    A mean and a greatest value of one thing are two things.
    """
    here, there = _telling(first), _telling(second)
    shared = here.keys() & there.keys()
    if len(shared) < MOST * min(len(here), len(there)):
        return False
    if set(_STATISTICS.findall(first.casefold())) != set(_STATISTICS.findall(second.casefold())):
        return False
    return all(shared & set(list(own)[:_OPENING]) for own in (here, there))


def _telling(text: str) -> dict[str, None]:
    """The telling words, numbers apart, in their order; dates say when, not of what."""
    dated = [(one.start, one.end) for one in measurements(text).dates]
    return {
        word.key: None
        for word in words(text)
        if word.weight > STOP_WEIGHT
        and not word.is_number
        and not any(start <= word.start < end for start, end in dated)
    }


def _clash(first: str, second: str) -> str:
    """The clash of a known type between two sentences, whichever says and whichever shows it."""
    for said, shown in ((first, second), (second, first)):
        held = hold(said, (Passage("other", 0, shown),))
        if held is not None and held.verdict is Support.CONTRADICTED:
            return held.why
    return ""


def _own(said: Sequence[Quantity], other: Sequence[Quantity]) -> list[Quantity]:
    """Figures that agree with none of the other sentence."""
    return [one for one in said if not any(consistent(one, known) for known in other)]


def _scope(
    first: str,
    second: str,
    dated: tuple[Sequence[DateMention], Sequence[DateMention]],
    figures: tuple[Sequence[Quantity], Sequence[Quantity]],
) -> str:
    """In what they differ beside their figures; "" = in nothing known."""
    if _are_apart(*dated):
        return "period"
    if _groups(first) and _groups(second) and not _groups(first) & _groups(second):
        return "population"
    if _have_other_names(first, second) and _have_other_names(second, first):
        return "place"
    one, other = figures[0][0], figures[1][0]
    is_alone = len(figures[0]) == len(figures[1]) == 1
    is_other = bool(one.unit and other.unit) and not comparable(one, other)
    return "unit" if is_alone and is_other else ""


def _are_apart(here: Sequence[DateMention], there: Sequence[DateMention]) -> bool:
    own, others = [d for d in here if d.low], [d for d in there if d.low]
    return bool(own and others) and not any(same_date(a, b) for a in own for b in others)


def _groups(text: str) -> set[str]:
    return {found[0].casefold() for found in _POPULATIONS.finditer(text)}


def _have_other_names(said: str, other: str) -> bool:
    """Whether a sentence names what the other does not."""
    return any(not is_named(span, said, other) for one in sentences(said) for span in names(one))
