"""What `research` keeps of a question that was answered: the report, and how it came about.

What the writer was given and what was done stand there in the form that `evaluate` reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import msgspec

from veridical.agents.hka.made import FOLDER, Analysed
from veridical.agents.release import Filters, Release, ReleaseRecord
from veridical.agents.research import Research, Researched
from veridical.report.language import UNDETERMINED, language_of
from veridical.runs.analysed_files import analysed_files
from veridical.runs.analysing import AboutAnalyses
from veridical.runs.files import write_whole
from veridical.runs.submissions import EvidenceFile
from veridical.task import Item, Query

REPORT = "report"


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a report came about, as it is kept beside it.

    Attributes:
        question: that it answers.
        agent: who answered.
        setting: which items could be found.
        limits: how far the agent could go.
        respondents: who answered, by role.
        is_indicative: whether the built-in rules wrote it.
        sub_questions: that were searched for.
        items: how many different items were found.
        asks: how many asks were put.
        tokens: their nominal cost, in estimated input tokens.
        absence: what was not answered last; "" = nothing.
        analyses: of tables; None where the agent makes none.
        run: which of several, from 1.
        by_rules: asks that the built-in rules answered since the budget was spent.
        is_plan_given: whether the plan was not the agent's own.
        protocol: that the report is laid out by; "" = none.
        blocked: references that were withheld.
        release: what stood between the draft and the report; None = nothing, as published.
        filters: what of the corpus could be found; None = all.
        index: how the corpus was searched; "" = by words.
    """

    question: str
    agent: str
    setting: str
    limits: Research
    respondents: Mapping[str, str]
    is_indicative: bool
    sub_questions: tuple[str, ...]
    items: int
    asks: int
    tokens: int
    absence: str = ""
    analyses: AboutAnalyses | None = None
    run: int = 1
    by_rules: int = 0
    is_plan_given: bool = False
    protocol: str = ""
    blocked: tuple[str, ...] = ()
    release: Release | None = None
    filters: Filters | None = None
    index: str = ""


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes:
        query: words and pictures.
        language: of the report; "" = the question's own.
        name: of its files.
        blocked: references that must not be used (`veridical.agents.research.withheld`).
    """

    query: Query
    language: str = ""
    name: str = REPORT
    blocked: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """The language to write in."""
        found = self.language or language_of(self.query.text)
        return "en" if found == UNDETERMINED else found


@dataclass(frozen=True)
class Answered:
    """A question with its report.

    Attributes:
        question: what was asked.
        found: what the agent did.
        folder: where its files stand.
        about: how it came about.
        record: how each statement came through the gate; None where there was none.
    """

    question: Question
    found: Researched
    folder: Path
    about: About
    record: ReleaseRecord | None = None

    @property
    def path(self) -> Path | None:
        """The report; None where there is none."""
        is_written = self.found.draft is not None
        return self.folder / f"{file_name(self.question.name)}.md" if is_written else None


def file_name(name: str) -> str:
    """A task's id as the name of files, as `evaluate` reads it back."""
    return quote(name, safe=" ")


def figures_of(question: Question) -> str:
    """The folder of the figures that are made for a question, beside its report."""
    is_alone = question.name == REPORT
    return FOLDER if is_alone else f"{FOLDER}/{file_name(question.name)}"


def evidence_of(found: Researched) -> EvidenceFile:
    """What the writer was given, as `evaluate` reads it."""
    every: Iterator[Item] = iter((*found.evidence.texts, *found.evidence.images))
    return EvidenceFile(
        tuple(item.id for item in found.evidence.texts),
        tuple(item.id for item in found.evidence.images),
        {item.id: item.title for item in every if item.title},
    )


def write_answer(one: Answered, report: Mapping[str, bytes]) -> None:
    """Write a report and what stands beside it; the report last.

    Args:
        one: the answer.
        report: the files of the report itself, by name; none where there is no report.

    Raises:
        StoreError: the disk refuses.
    """
    name, found = file_name(one.question.name), one.found
    # under a report protocol numbers stand for addresses, so that they do not count what was given
    given = "given" if one.about.protocol else "evidence"
    beside = {
        f"{name}.{given}.json": msgspec.json.encode(evidence_of(found)) + b"\n",
        f"{name}.trajectory.jsonl": b"".join(msgspec.json.encode(s) + b"\n" for s in found.steps),
        f"{name}.about.json": msgspec.json.format(msgspec.json.encode(one.about)) + b"\n",
    }
    if one.record is not None:
        beside[f"{name}.release.json"] = msgspec.json.format(msgspec.json.encode(one.record))
    for made in found.made if isinstance(found, Analysed) else ():
        beside |= made.files()
    written = report.get(f"{name}.md")
    if isinstance(found, Analysed) and written is not None and not one.about.protocol:
        listed = evidence_of(found).as_list()
        beside |= analysed_files(
            found, written, listed, name=name, question=one.question.query.text
        )
    for file, data in {**beside, **report}.items():
        write_whole(one.folder / file, data)
