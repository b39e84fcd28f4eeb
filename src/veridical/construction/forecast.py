"""What a pipeline will ask and yield, told before a model is called.

The stages are run with the built-in rules on the first seeds. What they let through is the low
end; the high end lets every candidate through every stage. A stage's part of a split (five
personas of a domain) counts as the rules made it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from veridical.agents.spending import nominal_tokens
from veridical.ask import ONCE, Answer, Ask, Asker, Draw, NoVerdict
from veridical.construction.funnel import Funnel
from veridical.construction.pipeline import Candidate, Outcome, Stage, through

V = TypeVar("V")
SAMPLE = 20
_STAGE: ContextVar[str] = ContextVar("stage", default="")


@dataclass(frozen=True, slots=True)
class StageForecast:
    """What one stage will take.

    Attributes:
        stage: its name.
        candidates: that come to it, at least and at most.
        asks: that it puts, likewise.
        tokens: estimated input tokens of these, likewise.
    """

    stage: str
    candidates: tuple[int, int]
    asks: tuple[int, int]
    tokens: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a pipeline will take.

    Attributes:
        sample: on how many seeds it was tried.
        stages: each in its order.
        through: candidates that come through all stages, at least and at most.
    """

    sample: int
    stages: tuple[StageForecast, ...]
    through: tuple[int, int]

    @property
    def asks(self) -> tuple[int, int]:
        """All of them, at least and at most."""
        low, high = zip(*(one.asks for one in self.stages), strict=True)
        return sum(low), sum(high)

    @property
    def tokens(self) -> tuple[int, int]:
        """All of them, at least and at most."""
        low, high = zip(*(one.tokens for one in self.stages), strict=True)
        return sum(low), sum(high)


@dataclass
class Counting:
    """An asker that counts by stage what it is asked.

    Attributes:
        inner: who answers.
        asks: how many, by the name of the stage that put them.
        tokens: their nominal cost, likewise.
    """

    inner: Asker
    asks: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    tokens: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """Count it and pass it on."""
        stage = _STAGE.get()
        self.asks[stage] += 1
        self.tokens[stage] += nominal_tokens(ask)
        return await self.inner.ask(ask, draw)


@dataclass(frozen=True)
class _Watched:
    stage: Stage

    @property
    def name(self) -> str:
        return self.stage.name

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        token = _STAGE.set(self.name)
        try:
            return await self.stage(candidate)
        finally:
            _STAGE.reset(token)


@dataclass(frozen=True)
class Work:
    """What is to be reckoned.

    Attributes:
        count: how many seeds there are.
        stages: made for an asker.
        tries: by a stage's name, how often it asks at most for what it asks once at best.
    """

    count: int
    stages: Callable[[Asker], Sequence[Stage]]
    tries: Mapping[str, int] = field(default_factory=dict)


async def forecast(seeds: Iterable[Candidate[object]], work: Work, rules: Asker) -> Forecast:
    """Try the stages on the first seeds by the rules, and reckon for all of them.

    Args:
        seeds: of the pipeline; no more than `SAMPLE` are read.
        work: how many there are, and what is done with each.
        rules: who answers; nothing leaves the machine.
    """
    asker = Counting(rules)
    watched = [_Watched(one) for one in work.stages(asker)]
    funnel = Funnel([one.name for one in watched])
    tried = list(islice(seeds, min(SAMPLE, work.count)))
    came = [one async for one in through(tried, watched, funnel.add)]
    if not tried:
        nothing = tuple(StageForecast(one.name, (0, 0), (0, 0), (0, 0)) for one in watched)
        return Forecast(0, nothing, (0, 0))
    most = float(work.count)
    scale = most / len(tried)
    found: list[StageForecast] = []
    for one in funnel.stages:
        each = 1 / one.came if one.came else 0.0
        asks, tokens = asker.asks[one.stage], asker.tokens[one.stage]
        worst = each * most * work.tries.get(one.stage, 1)
        found.append(
            StageForecast(
                one.stage,
                (round(one.came * scale), round(most)),
                (round(asks * scale), round(asks * worst)),
                (round(tokens * scale), round(tokens * worst)),
            )
        )
        most *= one.successors / one.passed if one.passed else 1.0
    return Forecast(len(tried), tuple(found), (round(len(came) * scale), round(most)))
