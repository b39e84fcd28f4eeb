"""The card of a set: what it holds, how it came about, and under which terms it may be used."""

from __future__ import annotations

import hashlib
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from veridical.construction.funnel import Funnel, StageCount, share
from veridical.task import Item, Task

INDICATIVE = "written and judged by the built-in rules: a modest set, to try the tools with"


@dataclass(frozen=True, kw_only=True)
class Made:
    """A set and how it was made.

    Attributes:
        method: the paper's short name.
        tasks: of the set, held out ones included.
        corpus: that it stands on.
        funnel: of its candidates.
        settings: of the pipeline, by name.
        respondents: who wrote and judged, by role.
        is_indicative: whether the built-in rules did.
        wanted: how many tasks were asked for.
        told: what the method says of the set, each on a line.
        canary: by which the set is found again in a model's training data.
    """

    method: str
    tasks: Sequence[Task]
    corpus: Sequence[Item]
    funnel: Funnel
    settings: Mapping[str, object]
    respondents: Mapping[str, str]
    is_indicative: bool
    wanted: int
    canary: str
    told: Sequence[str] = ()


def canary_of(method: str, seed: int, ids: Iterable[str]) -> str:
    """A GUID that stands for a set: the same for the same method, seed and tasks."""
    named = hashlib.sha256("\n".join((method, str(seed), *ids)).encode()).hexdigest()
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"veridical:{named}"))


def card(made: Made) -> str:
    """The card in Markdown."""
    return "\n".join(_lines(made)) + "\n"


def _lines(made: Made) -> Iterator[str]:
    yield f"# {len(made.tasks)} tasks made by the pipeline of {made.method}"
    yield ""
    who = INDICATIVE if made.is_indicative else "written and judged by models"
    yield f"- how: {who}."
    for role, name in sorted(made.respondents.items()):
        yield f"- {role}: {_plain(name)}"
    yield f"- people: {_reviewed(made.tasks)}"
    yield f"- wanted: {made.wanted} tasks"
    for line in made.told:
        yield f"- {_plain(line)}"
    yield f"- canary: {made.canary}. Data with this line in it has seen the set."
    yield ""
    yield from _settings(made.settings)
    yield from _corpus(made.corpus)
    yield from _cells(made.tasks)
    yield from funnel_lines(made.funnel.stages)


def _reviewed(tasks: Sequence[Task]) -> str:
    seen = sum(one.tags.get("review") == "accepted" for one in tasks)
    return f"{seen} of {len(tasks)} tasks were accepted by annotators"


def _settings(settings: Mapping[str, object]) -> Iterator[str]:
    yield "## Settings"
    yield ""
    yield from _table(("setting", "value"), ((name, str(v)) for name, v in settings.items()))


def _corpus(corpus: Sequence[Item]) -> Iterator[str]:
    groups: dict[tuple[str, str, str], list[Item]] = defaultdict(list)
    for one in corpus:
        key = (one.modality.value, one.language or "-", one.license or "not said")
        groups[key].append(one)
    yield "## Corpus"
    yield ""
    rows = ((*key, str(len(some)), str(sum(len(i.text) for i in some)))
            for key, some in sorted(groups.items()))  # fmt: skip
    yield from _table(("modality", "language", "licence", "items", "characters"), rows)


def _cells(tasks: Sequence[Task]) -> Iterator[str]:
    cells: dict[tuple[str, str, str], list[Task]] = defaultdict(list)
    for one in tasks:
        tags = one.tags
        cell = (one.domain or "-", tags.get("modality", "-"), tags.get("difficulty", "-"))
        cells[cell].append(one)
    yield "## Tasks"
    yield ""
    rows = ((*cell, str(len(some)), _nodes(some)) for cell, some in sorted(cells.items()))
    yield from _table(("domain", "modality", "difficulty", "tasks", "mean nodes"), rows)
    splits = Counter(one.tags.get("split", "public") for one in tasks)
    yield "Split: " + ", ".join(f"{name} {n}" for name, n in sorted(splits.items())) + "."
    yield ""


def _nodes(tasks: Sequence[Task]) -> str:
    sizes = [len(one.gold.graph.nodes) for one in tasks if one.gold.graph is not None]
    return f"{fmean(sizes):.1f}" if sizes else "-"


def funnel_lines(stages: Sequence[StageCount]) -> Iterator[str]:
    """The funnel as a Markdown table, and under it one example of each reason."""
    yield "## Funnel"
    yield ""
    rows = (
        (one.stage, str(one.came), str(one.passed), share(one.yielded), _reasons(one))
        for one in stages
    )
    yield from _table(("stage", "came", "passed", "yield", "why the others did not"), rows)
    for one in stages:
        for reason, detail in sorted(one.example.items()):
            if detail:
                yield f"- {one.stage}, {reason}: {_plain(detail)}"
    yield ""


def _reasons(one: StageCount) -> str:
    fell = [f"{reason} {n}" for reason, n in sorted(one.dropped.items())]
    wait = [f"{reason} {n} (unsettled)" for reason, n in sorted(one.unsettled.items())]
    return ", ".join((*fell, *wait)) or "-"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + " --- |" * len(heads)
    for row in rows:
        yield f"| {' | '.join(_plain(cell) for cell in row)} |"
    yield ""


def _plain(text: str) -> str:
    """On one line, and nothing that a table or a page takes for its own."""
    flat = " ".join(text.split())
    return flat.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[")
