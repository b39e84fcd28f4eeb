"""One report: its text beside the scores, the gates and the chain it should have built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from veridical.ask import NoVerdict, Quote
from veridical.diagnosis import Diagnosis, Exhibit
from veridical.report.model import Report
from veridical.task import Item, Task
from veridical.web.names import page_name
from veridical.web.pages.frame import Fact, Frame
from veridical.web.pages.scores import GateLine, ScoreLine


@dataclass(frozen=True, slots=True, kw_only=True)
class AskCard:
    """One ask with its answer.

    Attributes:
        id: the ask's identity.
        kind: its kind.
        title: what was asked, in a few words (``Does C1 follow from E1?``).
        sought: what was searched for in the report, "" where it was no search.
        among: of a search, how many statements it went through.
        inputs: what was put to the respondent.
        answer: what came back; empty without a verdict.
        why: the grounds.
        quotes: the words it rests on (``source`` = ``report`` or an item's id).
        no_verdict: why there is no answer; None if there is one.
        respondent: who answered.
    """

    id: str
    kind: str
    title: str = ""
    sought: str = ""
    among: int = 0
    inputs: tuple[Fact, ...] = ()
    answer: tuple[Fact, ...] = ()
    why: str = ""
    quotes: tuple[Quote, ...] = ()
    no_verdict: NoVerdict | None = None
    respondent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    """One system's report on one task.

    Attributes:
        frame: title, who judged, banner.
        system: who wrote it.
        task: what was asked, with its gold.
        report: the parsed report; quotes with ``source`` = ``report`` count in it.
        body: the report as sanitized HTML, from `veridical.report.render`; each
            picture is named by its path, relative to the bench.
        scores: measures and totals, in the method's order, first total first.
        gates: in order.
        diagnosis: where the chain holds and where it breaks; None = no graph.
        exhibits: what else the method looked at.
        figures: paths of the report's figures, by their index, relative to the bench.
        asks: all that was asked of this report.
        items: the corpus items that the graph, the quotes and the citations name.
    """

    template: ClassVar[str] = "report.html"

    frame: Frame
    system: str
    task: Task
    report: Report
    body: str
    scores: tuple[ScoreLine, ...]
    gates: tuple[GateLine, ...] = ()
    diagnosis: Diagnosis | None = None
    exhibits: tuple[Exhibit, ...] = ()
    figures: Mapping[int, str] = field(default_factory=dict)
    asks: tuple[AskCard, ...] = ()
    items: Mapping[str, Item] = field(default_factory=dict)

    @property
    def place(self) -> tuple[str, ...]:
        """Folders and file in a site."""
        return ("systems", page_name(self.system), f"{page_name(self.task.id)}.html")
