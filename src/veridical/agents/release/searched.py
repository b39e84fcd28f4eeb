"""What was searched for and not found, read off what an agent did and what was released."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from veridical.agents.release.pool import telling
from veridical.agents.research.draft import Draft, Section
from veridical.trajectory import Step, StepKind

ANSWERED = 1 / 3
"""Weighted share of a question's telling words that one section with a cited statement has to hold.

Low, since a report says things in other words than the question: what is told as not answered is to
be so.
"""


def not_found(steps: Iterable[Step]) -> tuple[str, ...]:
    """Queries that brought no item, each once; queries of tables are told by their analyses."""
    found: dict[str, bool] = {}
    last = ""
    for step in steps:
        if step.kind is StepKind.SEARCH and step.query and step.note is None:
            last = step.query
            found.setdefault(last, False)
        elif step.kind is StepKind.SEARCH:
            last = ""
        elif step.kind is StepKind.RETRIEVE and last:
            found[last] = True
    return tuple(" ".join(query.split()) for query, is_found in found.items() if not is_found)


def not_answered(
    questions: Iterable[str], draft: Draft, weight: Callable[[str], float]
) -> tuple[str, ...]:
    """Questions of which no section with a cited statement holds a third of the telling words.

    Args:
        questions: that were searched for.
        draft: as it is released.
        weight: how much a word tells, by its key; what stands all over the evidence tells little.
    """
    held = [telling(_words(section)) for section in draft.sections if _is_cited(section)]
    cited = [one.text for one in draft.conclusion if one.texts]
    held.append(telling("\n".join(cited)))
    return tuple(one for one in dict.fromkeys(questions) if not _is_answered(one, held, weight))


def _is_answered(
    question: str, held: Sequence[frozenset[str]], weight: Callable[[str], float]
) -> bool:
    wanted = telling(question)
    least = ANSWERED * sum(map(weight, wanted))
    return any(sum(map(weight, wanted & words)) >= least for words in held)


def _is_cited(section: Section) -> bool:
    return any(one.texts for paragraph in section.paragraphs for one in paragraph.sentences)


def _words(section: Section) -> str:
    """Heading and cited sentences: what says that the evidence is silent answers nothing."""
    said = [one.text for p in section.paragraphs for one in p.sentences if one.texts]
    return "\n".join([section.heading, *said])
