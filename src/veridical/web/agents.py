"""The demo's agents side by side on one page: one search against many, by where evidence goes.

The four measures are those by which HiEviDR-Bench compares its two pipelines (arXiv:2607.25151,
figure 5); the paired difference is ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path

from markupsafe import Markup

from veridical.measure import Scale
from veridical.runs.demo_agents import DemoAgents, report_page_name
from veridical.runs.files import write_whole
from veridical.runs.leaderboard import ranked
from veridical.runs.load import Run
from veridical.runs.records import MeasureRecord, score_from_record
from veridical.score import Measured
from veridical.stats.summary import Summary
from veridical.web.charts import bar
from veridical.web.render import STYLES, environment, policy, static_text

TEMPLATE = "agents.html"
PAGE = "index.html"
MEASURES = ("recall", "identify", "avoid", "")
"""Parts of Traceability, then itself."""
ONCE, MANY = "rag", "deep_research"
_TITLES = {"rag": "RAG", "deep_research": "Deep Research", "hka": "HKA"}


@dataclass(frozen=True, slots=True)
class Row:
    """One measure over the agents.

    Attributes:
        title: of the measure.
        cells: each agent's mean with its bar, in the page's order; "–" where there is none.
        difference: Deep Research less RAG, over tasks that both have a number for; None = none.
        better: tasks in which Deep Research has the larger number, and
        worse: the smaller one, of
        tasks: those that both have a number for.
    """

    title: str
    cells: tuple[tuple[str, Markup], ...]
    difference: float | None
    better: int
    worse: int
    tasks: int


def write_agents_page(found: DemoAgents, folder: Path, first: str, run_page: str) -> Path:
    """Write the page.

    Args:
        found: the agents' run.
        folder: where it goes.
        first: the address of the demo's first page, from there.
        run_page: that of the run's leaderboard.

    Raises:
        StoreError: the disk refuses.
    """
    run = found.run
    agents = [s.system for s in ranked(run.manifest, run.leaderboard)]
    early = static_text(("theme.js",))
    text = (
        environment()
        .get_template(TEMPLATE)
        .render(
            agents=[_TITLES.get(name, name) for name in agents],
            rows=list(_rows(run, agents)),
            reports=list(_reports(run, agents, folder)),
            not_assessed=found.not_assessed,
            signed=_signed,
            run=run.manifest,
            first=first,
            run_page=run_page,
            policy=policy(early),
            style=Markup(static_text(STYLES)),  # noqa: S704
            early_script=Markup(early),  # noqa: S704
        )
    )
    write_whole(folder / PAGE, text.encode("utf-8", "backslashreplace"))
    return folder / PAGE


def _signed(difference: float) -> str:
    """With its sign; nothing where there is no difference."""
    said = f"{abs(difference):.2f}"
    return said if said == "0.00" else f"{'+' if difference > 0 else '−'}{said}"


def _rows(run: Run, agents: Sequence[str]) -> Iterator[Row]:
    standings = {standing.system: standing for standing in run.leaderboard}
    for name in MEASURES:
        measure = next(
            m
            for m in run.manifest.measures
            if m.name.endswith(f".traceability.{name}" if name else ".traceability")
        )
        cells = tuple(_cell(standings[a].measures[measure.name], measure) for a in agents)
        pairs = list(_pairs(run, measure.name))
        differences = [many - once for once, many in pairs]
        yield Row(
            measure.title,
            cells,
            fsum(differences) / len(pairs) if pairs else None,
            sum(one > 0 for one in differences),
            sum(one < 0 for one in differences),
            len(pairs),
        )


def _cell(summary: Summary, measure: MeasureRecord) -> tuple[str, Markup]:
    if summary.mean is None:
        return "–", Markup("")
    scale = Scale(measure.lowest, measure.highest)
    return f"{summary.mean:.2f}", bar(Measured(summary.mean, summary.n), scale)


def _pairs(run: Run, name: str) -> Iterator[tuple[float, float]]:
    """The numbers of both pipelines, task by task."""
    numbers: dict[str, Mapping[str, float]] = {
        agent: {
            result.task: score.value
            for result in run.results
            if result.system == agent
            and name in result.scores
            and isinstance(score := score_from_record(result.scores[name]), Measured)
        }
        for agent in (ONCE, MANY)
    }
    for task in sorted(numbers[ONCE].keys() & numbers[MANY].keys()):
        yield numbers[ONCE][task], numbers[MANY][task]


def _reports(
    run: Run, agents: Sequence[str], folder: Path
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each task with the pages of its reports: (agent, address)."""
    for task in run.manifest.tasks:
        named = [(_TITLES.get(a, a), report_page_name(a, task)) for a in agents]
        yield task, [(title, address) for title, address in named if (folder / address).is_file()]
