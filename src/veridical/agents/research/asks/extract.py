"""How the rules write: sentences of the evidence, word for word, under what they bear on."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from veridical.agents.research.asks.plan import width
from veridical.agents.research.draft import Draft, Paragraph, Section, Sentence
from veridical.checks.orders.finder import has_order
from veridical.report.sentences import sentence_spans
from veridical.retrieval.index.bm25 import words

PER_QUESTION, PER_CONCLUSION, PER_TEXT = 4, 2, 2
"""Sentences of a section, of the conclusion, and of one text in a section."""
IMAGES_PER_SECTION = 1
_SILENT = {
    "en": "The evidence that was found does not answer this.",
    "zh": "所找到的证据没有回答这一点。",
}
_CAPTION = re.compile(r"^(?:caption|表注|图注|注)\s*[:：]\s*", re.IGNORECASE)
_SHORTEST, _LONGEST = 20, 600
_LEAST_SHARED = 2
"""Words, or pairs of characters, that a sentence or a caption has to share with a question."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Evidence that a report has to hold.

    Attributes:
        texts: numbers of texts whose every sentence is written.
        images: numbers of pictures that are shown.
    """

    texts: tuple[int, ...] = ()
    images: tuple[int, ...] = ()


NOTHING = Kept()


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    number: int
    place: int
    words: frozenset[str]


def extracted(
    query: str,
    plan: Sequence[str],
    texts: Sequence[str],
    images: Sequence[str],
    *,
    kept: Kept = NOTHING,
    language: str = "en",
) -> Draft | None:
    """A draft out of evidence; None where no sentence shares enough words with a question.

    Args:
        query: what is asked.
        plan: the questions that it was cut into; none = itself.
        texts: the evidence; counted from 1.
        images: captions; likewise.
        kept: what has to be in it: it closes the first section.
        language: of the sentence that says that nothing was found.
    """
    pool = list(_candidates(texts))
    weights = _weights(pool)
    made = [one for one in pool if one.number in kept.texts]
    used = {one.text for one in made}
    shown = set(kept.images)
    sections = []
    for question in plan or (query,):
        chosen = _best(pool, question, weights, most=PER_QUESTION, used=used)
        if not chosen:
            silent = Paragraph((Sentence(silence(language)),))
            sections.append(Section(question, (silent,)))
            continue
        used |= {one.text for one in chosen}
        pictures = [n for n in _images(images, question) if n not in shown][:IMAGES_PER_SECTION]
        shown |= set(pictures)
        sentences = tuple(Sentence(one.text, (one.number,)) for one in chosen)
        sections.append(Section(question, (Paragraph(sentences, tuple(pictures)),)))
    if made or kept.images:
        sentences = tuple(Sentence(one.text, (one.number,)) for one in made)
        own = Paragraph(sentences, kept.images)
        # what was made answers where no other sentence does
        is_silent = bool(made) and not any(one.texts for one in sections[0].paragraphs[0].sentences)
        before = () if is_silent else sections[0].paragraphs
        sections[0] = Section(sections[0].heading, (*before, own))
    if not used:
        return None
    end = _best(pool, query, weights, most=PER_CONCLUSION)
    conclusion = tuple(Sentence(one.text, (one.number,)) for one in end)
    return Draft(
        " ".join(query.replace("<image>", " ").split()),
        tuple(sections),
        conclusion or sections[0].paragraphs[0].sentences[:1],
    )


def silence(language: str) -> str:
    """What a report says where the evidence that was found answers nothing."""
    return _SILENT["zh" if language.startswith("zh") else "en"]


def further(query: str, texts: Sequence[str], numbers: Collection[int]) -> list[Sentence]:
    """Of each of these texts the sentence that bears on a question most, the best first.

    Args:
        query: what is asked.
        texts: the evidence; counted from 1.
        numbers: of the texts that are wanted; those that share nothing with it are left out.
    """
    pool = [one for one in _candidates(texts) if one.number in numbers]
    weights, wanted = _weights(pool), set(words(query))
    best: dict[int, tuple[float, _Candidate]] = {}
    for one in pool:
        shared = wanted & one.words
        worth = sum(weights[word] for word in shared) if len(shared) >= _LEAST_SHARED else 0.0
        if worth > best.get(one.number, (0.0, one))[0]:
            best[one.number] = (worth, one)
    order = sorted(best.values(), key=lambda pair: (-pair[0], pair[1].number))
    return [Sentence(one.text, (one.number,)) for _, one in order]


def _candidates(texts: Sequence[str]) -> Iterator[_Candidate]:
    """Sentences that can stand by themselves: no headings, no rows of tables, no orders."""
    for number, text in enumerate(texts, start=1):
        for place, (start, end) in enumerate(sentence_spans(text)):
            sentence = text[start:end].strip()
            lines = [line.strip() for line in sentence.splitlines() if line.strip()]
            sentence = _CAPTION.sub("", lines[-1]) if lines else ""
            is_sentence = _SHORTEST <= width(sentence) <= _LONGEST and sentence[-1] in ".!?。！？"
            if is_sentence and "|" not in sentence and not has_order(sentence):
                yield _Candidate(sentence, number, place, frozenset(words(sentence)))


def _weights(pool: Sequence[_Candidate]) -> dict[str, float]:
    """How rare each word is among the sentences."""
    counts = Counter(word for one in pool for word in one.words)
    return {word: math.log(1 + len(pool) / many) for word, many in counts.items()}


def _best(
    pool: Sequence[_Candidate],
    question: str,
    weights: dict[str, float],
    *,
    most: int,
    used: Collection[str] = (),
) -> list[_Candidate]:
    """The sentences that share the weightiest words, in the order of the evidence."""
    wanted = set(words(question))
    scored = []
    for one in pool:
        shared = wanted & one.words
        if len(shared) >= min(_LEAST_SHARED, len(wanted)) and shared and one.text not in used:
            scored.append((sum(weights[word] for word in shared), one))
    scored.sort(key=lambda pair: (-pair[0], pair[1].number, pair[1].place))
    chosen: list[_Candidate] = []
    for _, one in scored:
        is_new = all(one.text != other.text for other in chosen)
        if is_new and sum(other.number == one.number for other in chosen) < PER_TEXT:
            chosen.append(one)
        if len(chosen) == most:
            break
    return sorted(chosen, key=lambda one: (one.number, one.place))


def _images(images: Sequence[str], question: str) -> list[int]:
    wanted = set(words(question))
    shared = {n: len(wanted & set(words(caption))) for n, caption in enumerate(images, start=1)}
    fit = [n for n in shared if shared[n] >= min(_LEAST_SHARED, len(wanted)) and shared[n]]
    return sorted(fit, key=lambda n: (-shared[n], n))
