"""The stages of DeepResearchEval's task construction in their order, and the selections after."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from veridical.ask import Asker, Role
from veridical.construction.curation import Wanted
from veridical.construction.deepresearcheval.settings import DOMAINS, WINDOWED, Settings
from veridical.construction.deepresearcheval.stages import (
    MakePersonas,
    MakeTasks,
    NeedSearch,
    Qualify,
    Wished,
)
from veridical.construction.deepresearcheval.windows import has_window
from veridical.construction.pipeline import Candidate, Selection, Stage
from veridical.construction.selection import Balanced, Distinct
from veridical.task import Item, Modality, Query, Task


@dataclass(frozen=True)
class DeepResearchEval:
    """Personas of domains, their tasks, Task Qualification, Search Necessity.

    Attributes:
        how: many, by which seed.
        date: what day it is (ISO); "" = not told.

    Source:
        DeepResearchEval, arXiv:2601.09688, task construction.
    """

    how: Settings
    date: str = ""
    name: str = "deepresearcheval"
    roles: tuple[Role, ...] = (Role.EXAMINER, Role.WRITER, Role.JUDGE)

    @property
    def settings(self) -> Mapping[str, object]:
        """All of them."""
        return {**asdict(self.how), "date": self.date}

    @property
    def candidates(self) -> int:
        """How many domains are tried."""
        return min(self.how.domains, len(DOMAINS))

    @property
    def tries(self) -> Mapping[str, int]:
        """Nothing is written anew."""
        return {}

    def seeds(self, items: Sequence[Item]) -> Iterator[Candidate[object]]:
        """The domains, in an order drawn by the seed."""
        del items
        order = random.Random(self.how.seed).sample(DOMAINS, self.candidates)
        return (Candidate(f"d{DOMAINS.index(one) + 1}", one) for one in order)

    def stages(self, items: Sequence[Item], asker: Asker) -> tuple[Stage, ...]:
        """In the paper's order."""
        return (
            MakePersonas(asker, self.how, self._titles(items)),
            MakeTasks(asker, self.how, self.date),
            Qualify(asker, self.how),
            NeedSearch(asker, self.how),
        )

    def _titles(self, items: Sequence[Item]) -> list[str]:
        """Titles of the corpus in the wanted language."""
        spoken = {self.how.language, ""}
        titles = dict.fromkeys(
            one.title
            for one in items
            if one.title and one.modality is Modality.TEXT and one.language in spoken
        )
        return [*titles]

    def selections(self) -> tuple[Selection, ...]:
        """No query twice, and every domain its share, with and without a window of time mixed."""
        return (
            Distinct(_query, lambda _: frozenset(), self.how.alike),
            Balanced(self.how.tasks, _domain, _is_windowed),
        )

    def task(self, value: object, id_: str, tags: Mapping[str, str]) -> Task:
        """The query with who asks it and what the filters found."""
        one = _wished(value)
        persona, found = one.asking.persona, one.qualification
        told = {
            "persona": f"{persona.name}, {persona.role}, {persona.affiliation}",
            "subdomain": persona.subdomain,
            "time_window": has_window(one.wish.deep_research_query),
            "time_sensitive": str(one.wish.time_sensitivity).lower(),
            "search_complexity": "" if found is None else found.search_complexity.value,
            "without_search": "" if one.necessity is None else f"{one.necessity.quality_score:g}",
        }
        query = Query(one.wish.deep_research_query)
        kept = {name: text for name, text in told.items() if text}
        return Task(id_, query, self.how.language, one.asking.domain, tags={**kept, **tags})

    def told(self, tasks: Sequence[Task]) -> Sequence[str]:
        """The share with an explicit window of time, beside the one that the paper asks for."""
        windowed = sum(bool(has_window(one.query.text)) for one in tasks)
        share = f"{windowed} of {len(tasks)}"
        return (f"explicit window of time: {share} tasks (the paper asks for {WINDOWED:.0%})",)


def deepresearcheval(wanted: Wanted) -> DeepResearchEval:
    """The curation for what is wanted; `candidates` are domains, all ten if not said.

    Raises:
        ConfigError: what is wanted cannot be.
    """
    many = wanted.candidates or len(DOMAINS)
    how = Settings(
        tasks=wanted.tasks, domains=many, seed=wanted.seed, language=wanted.language or "en"
    )
    return DeepResearchEval(how, wanted.date)


def _wished(value: object) -> Wished:
    assert isinstance(value, Wished)
    return value


def _query(value: object) -> str:
    return _wished(value).wish.deep_research_query


def _domain(value: object) -> str:
    return _wished(value).asking.domain


def _is_windowed(value: object) -> bool:
    return bool(has_window(_query(value)))
