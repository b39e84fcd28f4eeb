"""What a measure, a gate and a method are; nothing here computes or asks.

A `Measure` is a name, a scale, a source, `collect` (asks → tally) and `equation`
(tally → Score). A `Method` is a tuple of measures and gates, data run by one evaluator
(`veridical.methods.evaluator`). An equation is pure; only `collect` and gates may ask.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite
from typing import Generic, Protocol, TypeVar

from veridical.ask import Asker, Attachment
from veridical.diagnosis import Diagnosis, Exhibit
from veridical.errors import ConfigError
from veridical.picture import ReportPictures
from veridical.published import JudgePreset as JudgePreset  # beside what it is a part of
from veridical.published import Paper as Paper
from veridical.report.model import EvidenceList, Report
from veridical.score import Bounds, Score
from veridical.task import Item, Task
from veridical.trajectory import Step

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Scorecard = Mapping[str, Score]
"""Scores by the names of their measures, in the order of the method."""


@dataclass(frozen=True, slots=True)
class Page:
    """What stood behind a citation, as it was read for this report.

    Attributes:
        id: the name under which quotes refer to it.
        state: ``ok``, or why it has no text (`veridical.sources.FetchState`).
        text: its words; "" unless `state` is ``ok``.
        title: what it calls itself, "" if unknown.
        url: where the answer came from, after all redirects; "" if unknown.
        published: the date that it states (``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``); "" if none.
        time: when it was fetched, in UTC, ISO 8601; "" if it was not, as in a folder.
        identifiers: what its metadata calls it: ``doi:…``, ``arxiv:…``.
    """

    id: str
    state: str
    text: str = ""
    title: str = ""
    url: str = ""
    published: str = ""
    time: str = ""
    identifiers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rival:
    """The report that another is compared with.

    Attributes:
        system: whose it is.
        task_id: the task it answers; another one where it stands in.
        report: the parsed report.
        pictures: its figures as they were found, and its rendered pages; None if nobody looked.
    """

    system: str
    task_id: str
    report: Report
    pictures: ReportPictures | None = None


@dataclass(frozen=True)
class Submission:
    """One system's report on one task, with what is known of how it was made.

    Attributes:
        system: the name of the system.
        task_id: the task it answers.
        report: the parsed report.
        evidence: what the writer was given, in the order its markers count; None if
            unknown.
        trajectory: what the system did; None if unknown.
        pages: what stood behind its citations, by the keys of their sources
            (`veridical.findings.cited.page_key`); None if nothing was looked up.
        rival: the report that it is compared with; None if there is none.
        rivals: the other systems' reports on the task, where each is compared with each, in
            the order of their systems.
        pictures: its figures as they were found, and its rendered pages; None if nobody looked.
    """

    system: str
    task_id: str
    report: Report
    evidence: EvidenceList | None = None
    trajectory: tuple[Step, ...] | None = None
    pages: Mapping[str, Page] | None = None
    rival: Rival | None = None
    rivals: tuple[Rival, ...] = ()
    pictures: ReportPictures | None = None


@dataclass(frozen=True)
class Context:
    """What a measure sees of one submission.

    Attributes:
        task: the query and its gold.
        submission: the report under test.
        corpus: every item by id; empty where no corpus is known.
        asker: puts asks and remembers their answers.
        pictures: what can be shown to a respondent that sees, by item id, by a figure's
            target, or by `picture_of_query`, `picture_of_report`, `page_of_report`; empty where
            no picture is at hand.
        date: what day it is for this run (ISO), which no clock decides; "" = not told.
    """

    task: Task
    submission: Submission
    corpus: Mapping[str, Item]
    asker: Asker
    pictures: Mapping[str, Attachment] = field(default_factory=dict)
    date: str = ""

    @property
    def report(self) -> Report:
        """The report under test."""
        return self.submission.report

    @property
    def query_pictures(self) -> tuple[Attachment, ...]:
        """The pictures of the query, in its order; none where one of them is not at hand."""
        wanted = [picture_of_query(self.task.id, one.id) for one in self.task.query.images]
        found = [self.pictures[key] for key in wanted if key in self.pictures]
        return tuple(found) if len(found) == len(wanted) else ()

    @property
    def page_pictures(self) -> tuple[Attachment, ...]:
        """The pages of the rendered report, in order, up to the cap; none where none are made."""
        return self._pages(self.submission.pictures, "")

    def pages_of_rival(self, rival: Rival) -> tuple[Attachment, ...]:
        """The same of a rival's report."""
        return self._pages(rival.pictures, rival.system)

    def _pages(self, seen: ReportPictures | None, rival: str) -> tuple[Attachment, ...]:
        pages = seen.pages.pages if seen is not None and seen.pages is not None else ()
        found = [self.pictures.get(page_of_report(page.number, rival)) for page in pages]
        return tuple(one for one in found if one is not None) if all(found) else ()


def picture_of_query(task_id: str, image_id: str) -> str:
    """Under which key a query's picture stands among a context's pictures."""
    return f"query {task_id} {image_id}"


def picture_of_report(figure: int, rival: str = "") -> str:
    """Under which key a figure of the report, by its index, stands among the pictures.

    Args:
        figure: its place in ``Report.figures``.
        rival: the system, if it is a figure of a rival's report.
    """
    return f"report figure {figure}" + (f" of {rival}" if rival else "")


def page_of_report(number: int, rival: str = "") -> str:
    """Under which key a page of the rendered report, from 1, stands among the pictures.

    Args:
        number: of the page.
        rival: the system, if it is a page of a rival's report.
    """
    return f"report page {number}" + (f" of {rival}" if rival else "")


class Need(StrEnum):
    """What a measure cannot do without; checked before anything is asked."""

    GOLD_GRAPH = "a gold graph"
    GOLD_ANSWER = "a gold answer"
    RIVAL = "a rival report"
    """Named by the method's option `RIVAL_OPTION`."""
    KEY_POINTS = "a main conclusion and key points"
    """Its own, or the conclusion and the claims of a gold graph in their place."""


RIVAL_OPTION = "rival"
"""A system of the run, a folder or file of one system's reports, or `STAND_IN`."""
RIVALS_OPTION = "rivals"
"""`EVERY`, or systems of the run with commas between them: with whom each is compared in pairs."""
EVERY = "all"
STAND_IN = "stand-in"
"""The rival where none is at hand: the same system's report on the next task."""


class Law(StrEnum):
    """What must hold for a measure; the tests read it off the measure."""

    ORDER_FREE = "the order of items does not matter"
    SUPPORT_MONOTONE = "one more supporting citation never lowers it"


@dataclass(frozen=True, slots=True)
class Scale:
    """The closed interval that a score lies in; what is counted has no upper end.

    Attributes:
        lowest: the least value.
        highest: the greatest value; None = there is none.
        higher_is_better: which end is the best.
    """

    lowest: float
    highest: float | None
    higher_is_better: bool = True

    def __post_init__(self) -> None:
        """Refuse an interval on which nothing could be told apart."""
        end = self.lowest + 1.0 if self.highest is None else self.highest
        if not (isfinite(self.lowest) and isfinite(end) and self.lowest < end):
            raise ConfigError(
                "scale",
                "has no span",
                got=f"{self.lowest} to {self.highest}",
                expected="two finite numbers, the lower one first",
                fix="Correct its ends.",
            )

    def holds(self, value: float) -> bool:
        """Whether `value` lies on the scale, save for rounding of the last bits."""
        slack = 1e-9 * max(1.0, abs(self.lowest), abs(self.highest or 0.0))
        if self.highest is None:
            return isfinite(value) and self.lowest - slack <= value
        return self.lowest - slack <= value <= self.highest + slack

    @property
    def ends(self) -> Bounds | None:
        """Its worst and best value; None where it has no upper end."""
        if self.highest is None:
            return None
        low, high = float(self.lowest), float(self.highest)
        return Bounds(low, high) if self.higher_is_better else Bounds(high, low)


@dataclass(frozen=True, slots=True)
class Measurement(Generic[T_co]):
    """A score with the tally it was computed from."""

    tally: T_co
    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(Generic[T]):
    """One thing that a method measures.

    Attributes:
        name: ``paper.part.name``, the paper's own words.
        title: what a table's head says.
        aspect: what it is about, across papers (``citation``, ``claim``, ``writing`` …).
        scale: the interval of its scores.
        source: where it was published.
        tally_type: the frozen dataclass that `collect` returns; kept as JSON.
        needs: what the task must bring.
        laws: what the tests hold it to.
        collect: asks and counts.
        equation: the tally's score; pure.
        is_pooled: whether a system's number is over the items of all its reports together
            (each weighs its n), not the mean of its reports.
    """

    name: str
    title: str
    aspect: str
    scale: Scale
    source: Paper
    tally_type: type[T]
    needs: frozenset[Need] = frozenset()
    laws: frozenset[Law] = frozenset()
    collect: Callable[[Context], Awaitable[T]]
    equation: Callable[[T], Score]
    is_pooled: bool = False

    async def __call__(self, context: Context) -> Measurement[T]:
        """Collect, then compute."""
        tally = await self.collect(context)
        return Measurement(tally, self.equation(tally))


class AnyMeasure(Protocol):
    """A measure with its tally's type erased: what evaluator, tables and laws need."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def aspect(self) -> str: ...  # noqa: D102
    @property
    def scale(self) -> Scale: ...  # noqa: D102
    @property
    def source(self) -> Paper: ...  # noqa: D102
    @property
    def needs(self) -> frozenset[Need]: ...  # noqa: D102
    @property
    def laws(self) -> frozenset[Law]: ...  # noqa: D102
    @property
    def is_pooled(self) -> bool: ...  # noqa: D102

    async def __call__(self, context: Context) -> Measurement[object]:
        """Collect, then compute."""
        ...


@dataclass(frozen=True, slots=True)
class Gate:
    """Opens the stages after it; a closed gate stops the evaluation.

    Attributes:
        name: what must hold, as the paper names it.
        opens: True, False, or None = undecided, since its input is missing.
    """

    name: str
    opens: Callable[[Context], Awaitable[bool | None]]


@dataclass(frozen=True, slots=True)
class Total:
    """A sum over a method's scores, named for what it does with absent ones.

    Attributes:
        name: ``published`` or ``measured``.
        convention: one sentence, shown wherever the number is.
        scale: the interval of the sum.
        equation: the scorecard's sum; pure.
    """

    name: str
    convention: str
    scale: Scale
    equation: Callable[[Scorecard], Score]


@dataclass(frozen=True, kw_only=True)
class Method:
    """Measures and gates in their order, with the totals that the paper prints.

    Attributes:
        name: the paper's short name, lower case.
        version: goes up with any change that moves a number for the same report.
        stages: run in order; what follows a gate waits for it.
        totals: sums over the scores.
        settings: every option by name, as shown and recorded with the scores.
        preset: the judge of the paper's own numbers; None if it does not say.
        diagnose: what the tallies (by measure) say of each gold node; None if the method
            has no graph.
        exhibits: what the tallies say of anything else that was looked at, as a report's
            page shows it; None if it shows no more than scores.
        rubric_line: the rubric by which a report was marked, by the query and the tallies (by
            measure), as a line of a file of rubrics; None where a part of it is missing, and
            if the method marks by no rubric.
    """

    name: str
    version: str
    stages: tuple[AnyMeasure | Gate, ...]
    totals: tuple[Total, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    preset: JudgePreset | None = None
    diagnose: Callable[[Context, Mapping[str, object], Scorecard], Diagnosis] | None = None
    exhibits: Callable[[Context, Mapping[str, object], Scorecard], tuple[Exhibit, ...]] | None = (
        None
    )
    rubric_line: Callable[[str, Mapping[str, object]], bytes | None] | None = None

    @property
    def measures(self) -> tuple[AnyMeasure, ...]:
        """The measures alone, in order."""
        return tuple(stage for stage in self.stages if not isinstance(stage, Gate))

    @property
    def gates(self) -> tuple[Gate, ...]:
        """The gates alone, in order."""
        return tuple(stage for stage in self.stages if isinstance(stage, Gate))
