"""What a released report's page shows of its release: what was left out, disputed, and lacking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from veridical.agents.release.record import ReleaseRecord, State, StatementRecord
from veridical.agents.research import Researched
from veridical.web.gain_curve import gain_curve

_CHANGED = (State.CITED_ANEW, State.REWRITTEN, State.HEDGED)
_UNBORNE = (State.DROPPED, State.SILENT)


@dataclass(frozen=True)
class ReleaseView:
    """What the page shows.

    Attributes:
        record: of the release.
        titles: what each item of the evidence calls itself, by id.
        counts: how many statements there are in each state, in the states' order.
        changed: statements that left otherwise than they were written.
        left: statements that left.
        headlines: those of them that stand in the conclusion.
        curve: what the drafts brought, drawn.
    """

    record: ReleaseRecord
    titles: Mapping[str, str]
    counts: tuple[tuple[str, int], ...]
    changed: tuple[StatementRecord, ...]
    left: tuple[StatementRecord, ...]
    headlines: tuple[StatementRecord, ...]
    curve: Markup


def release_view(record: ReleaseRecord, found: Researched) -> ReleaseView:
    """The view of a release.

    Args:
        record: of it.
        found: the report and its evidence.
    """
    every = record.statements
    left = tuple(one for one in every if one.state not in _UNBORNE)
    tally = {state: sum(one.state is state for one in every) for state in State}
    return ReleaseView(
        record,
        {item.id: item.title or item.id for item in found.evidence.texts},
        tuple((state.value, count) for state, count in tally.items() if count),
        tuple(one for one in every if one.state in _CHANGED),
        left,
        tuple(one for one in left if one.is_headline),
        gain_curve(record.curve),
    )
