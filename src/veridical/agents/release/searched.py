"""What was searched for and not found, read off what an agent did and what was released."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veridical.agents.release.pool import telling
from veridical.agents.research.draft import Draft, Section
from veridical.trajectory import Step, StepKind

ANSWERED = 0.5
"""Share of a question's telling words that one section with a cited statement has to hold."""


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


def not_answered(questions: Iterable[str], draft: Draft) -> tuple[str, ...]:
    """Questions to which no section with a cited statement holds half of the telling words."""
    held = [telling(_words(section)) for section in draft.sections if _is_cited(section)]
    cited = [one.text for one in draft.conclusion if one.texts]
    held.append(telling("\n".join(cited)))
    return tuple(one for one in dict.fromkeys(questions) if not _is_answered(one, held))


def _is_answered(question: str, held: Sequence[frozenset[str]]) -> bool:
    wanted = telling(question)
    return not wanted or any(len(wanted & words) >= ANSWERED * len(wanted) for words in held)


def _is_cited(section: Section) -> bool:
    return any(one.texts for paragraph in section.paragraphs for one in paragraph.sentences)


def _words(section: Section) -> str:
    """Heading and cited sentences: what says that the evidence is silent answers nothing."""
    said = [one.text for p in section.paragraphs for one in p.sentences if one.texts]
    return "\n".join([section.heading, *said])
