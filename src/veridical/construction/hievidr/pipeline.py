"""The stages of HiEviDR-Bench's curation in their order, and the selections after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from veridical.ask import Asker, Role
from veridical.construction.curation import Wanted
from veridical.construction.hievidr.bundle import Gather, Neighbours, anchors
from veridical.construction.hievidr.drafted import Drafted
from veridical.construction.hievidr.rules import RuleFilter
from veridical.construction.hievidr.settings import Settings
from veridical.construction.hievidr.stages import GRAPH, Aligned, MakeGraph, MakeQuestion, Soundness
from veridical.construction.pipeline import Candidate, Selection, Stage
from veridical.construction.selection import Balanced, Distinct
from veridical.task import Item, Task

TRIED_EACH = 4


@dataclass(frozen=True)
class HiEviDR:
    """Neighbourhood, graph, question, rule filter, judge filter, balanced selection.

    Attributes:
        how: many, of which size, by which seed.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, §3.1.
    """

    how: Settings
    name: str = "hievidr"
    roles: tuple[Role, ...] = (Role.EXAMINER, Role.JUDGE)

    @property
    def settings(self) -> Mapping[str, object]:
        """All of them."""
        return asdict(self.how)

    @property
    def candidates(self) -> int:
        """How many anchors are tried."""
        return self.how.candidates

    @property
    def tries(self) -> Mapping[str, int]:
        """A graph that is invalid is written anew."""
        return {GRAPH: self.how.tries}

    def seeds(self, items: Sequence[Item]) -> Iterator[Candidate[object]]:
        """The anchors."""
        return anchors(items, self.how)

    def stages(self, items: Sequence[Item], asker: Asker) -> tuple[Stage, ...]:
        """In the paper's order."""
        return (
            Gather({one.id: one for one in items}, Neighbours(items), self.how),
            MakeGraph(asker, self.how),
            MakeQuestion(asker),
            RuleFilter(),
            Soundness(asker),
            Aligned(asker),
        )

    def selections(self) -> tuple[Selection, ...]:
        """No question twice, and every domain × modality its share, difficulties mixed in it."""
        return (
            Distinct(_question, _evidence, self.how.alike),
            Balanced(self.how.tasks, _cell, _difficulty),
        )

    def task(self, value: object, id_: str, tags: Mapping[str, str]) -> Task:
        """With the paper's six fields."""
        return _draft(value).task(id_, dict(tags))

    def told(self, tasks: Sequence[Task]) -> Sequence[str]:
        """How large the graphs are, all together."""
        sizes = [len(one.gold.graph.nodes) for one in tasks if one.gold.graph is not None]
        return (f"nodes of a graph: {min(sizes)} to {max(sizes)}",) if sizes else ()


def hievidr(wanted: Wanted) -> HiEviDR:
    """The curation for what is wanted; four anchors are tried for a task (the paper: fifteen).

    Raises:
        ConfigError: what is wanted cannot be.
    """
    many = wanted.candidates or TRIED_EACH * wanted.tasks
    return HiEviDR(Settings(tasks=wanted.tasks, candidates=many, seed=wanted.seed))


def _draft(value: object) -> Drafted:
    assert isinstance(value, Drafted)
    return value


def _question(value: object) -> str:
    return _draft(value).question


def _evidence(value: object) -> frozenset[str]:
    return frozenset(one.id for one in _draft(value).graphed.evidence_items)


def _cell(value: object) -> tuple[str, str]:
    draft = _draft(value)
    return draft.domain, draft.modality


def _difficulty(value: object) -> str:
    return _draft(value).difficulty
