"""What looks like a citation in a writer's own words is taken out.

Markers are written by code from the numbers of what a sentence stands on; one in the words would
stand for evidence that nobody gave, and so would an address that no evidence holds.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from veridical.agents.research.draft import Draft, Paragraph, Section, Sentence
from veridical.agents.research.evidence import Evidence
from veridical.report.identity import find_urls, identify

_MARKER = re.compile(
    r"[\[【]\s*\^?\d+(?:\s*[,;:–†-]\s*L?\d+)*(?:†[\w.-]*)?\s*[\]】]:?|\^\d+(?:\s*,\s*\d+)*\^"
)
_EMPTY = re.compile(r"\(\s*\)|\[\s*\]|（\s*）|【\s*】|<\s*>")
_BEFORE_STOP = re.compile(r"[\s,;:]+(?=[.!?](?:\s|$))|\s+(?=[,;:](?:\s|$))")


def without_own_citations(draft: Draft, evidence: Evidence) -> Draft:
    """The draft without markers in its words, and addresses that its evidence does not hold.

    Args:
        draft: as it was written.
        evidence: what its writer was given.
    """
    known = _known(evidence)

    def sentence(one: Sentence) -> Sentence:
        return Sentence(without(one.text, known), one.texts)

    def paragraph(one: Paragraph) -> Paragraph:
        return Paragraph(tuple(map(sentence, one.sentences)), one.images)

    def section(one: Section) -> Section:
        return Section(without(one.heading, known), tuple(map(paragraph, one.paragraphs)))

    return Draft(
        without(draft.title, known),
        tuple(map(section, draft.sections)),
        tuple(map(sentence, draft.conclusion)),
    )


def _known(evidence: Evidence) -> frozenset[str]:
    every = (*evidence.texts, *evidence.images)
    words = (f"{one.title}\n{one.source}\n{one.text}" for one in every)
    return frozenset(identify(m.url).key for text in words for m in find_urls(text))


def without(text: str, known: Collection[str]) -> str:
    """Words without markers and without addresses whose keys are not known."""
    foreign = [m for m in find_urls(text) if identify(m.url).key not in known]
    if not foreign and not _MARKER.search(text):
        return text
    for mention in reversed(foreign):
        text = text[: mention.start] + text[mention.end :]
    return _BEFORE_STOP.sub("", " ".join(_EMPTY.sub("", _MARKER.sub("", text)).split()))
