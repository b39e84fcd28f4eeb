"""A draft with what was released in the places of what was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from veridical.agents.release.gate import Way
from veridical.agents.release.pool import telling
from veridical.agents.release.record import Contradiction, Dispute, State
from veridical.agents.release.wording import Words, cited, words_in
from veridical.agents.research.asks.extract import PER_CONCLUSION, silence
from veridical.agents.research.draft import Draft, Paragraph, Section, Sentence


@dataclass(frozen=True)
class Redraft:
    """Puts released sentences in their places.

    Attributes:
        ways: of all sentences of the draft, in order.
        named: the contradictions that are named behind a sentence, by its place.
        numbers: of the texts, by their items' ids.
        language: of the report.
    """

    ways: Sequence[Way]
    named: Mapping[int, Contradiction]
    numbers: Mapping[str, int]
    language: str

    def of(self, draft: Draft, query: str) -> Draft:
        """The draft as it is released; a section that lost all of its sentences says so.

        Args:
            draft: as written.
            query: that the conclusion has to answer where it lost all of its sentences.
        """
        left = self._left()
        sections = tuple(self._section(one, left) for one in draft.sections)
        end = tuple(said for _ in draft.conclusion for said in next(left))
        if draft.conclusion and not any(one.texts for one in end):
            end = self._conclusion(query) or (Sentence(silence(self.language)),)
        return Draft(draft.title, sections, end)

    def _left(self) -> Iterator[tuple[Sentence, ...]]:
        """What stands in the place of each sentence."""
        for place, way in enumerate(self.ways):
            own = () if way.released is None else (way.released,)
            entry = self.named.get(place)
            yield own if entry is None else (*own, self._named(entry))

    def _section(self, section: Section, left: Iterator[tuple[Sentence, ...]]) -> Section:
        paragraphs = []
        for one in section.paragraphs:
            said = tuple(sentence for _ in one.sentences for sentence in next(left))
            if said or one.images:
                paragraphs.append(Paragraph(said, one.images))
        if not paragraphs:
            paragraphs = [Paragraph((Sentence(silence(self.language)),))]
        return Section(section.heading, tuple(paragraphs))

    def _conclusion(self, query: str) -> tuple[Sentence, ...]:
        """The released statements that share most with the question, in the report's order."""
        wanted = telling(query)
        every = [w.released for w in self.ways if w.released and w.released.texts]
        order = sorted(enumerate(every), key=lambda one: -len(wanted & telling(one[1].text)))
        return tuple(one for _, one in sorted(order[:PER_CONCLUSION], key=lambda one: one[0]))

    def _named(self, entry: Contradiction) -> Sentence:
        words = words_in(self.language)
        text = _form(words, entry).format(
            first=cited(entry.first.text),
            second=cited(entry.second.text),
            scope=words.scopes.get(entry.scope, words.scopes["other"]),
        )
        return Sentence(text, (self.numbers[entry.first.source], self.numbers[entry.second.source]))


def _form(words: Words, entry: Contradiction) -> str:
    forms = {Dispute.SUPERSEDED: words.superseded, Dispute.SCOPE: words.scope}
    return forms.get(entry.kind, words.conflict)


def with_limits(draft: Draft, lines: Sequence[str], language: str) -> Draft:
    """The draft with what it says of itself; as it is where there is nothing to say."""
    if not lines:
        return draft
    own = Paragraph(tuple(map(Sentence, lines)))
    section = Section(words_in(language).limits, (own,))
    return Draft(draft.title, (*draft.sections, section), draft.conclusion)


def headed(draft: Draft) -> Iterator[tuple[str, Sentence]]:
    """Each sentence with its section's heading; those of the conclusion have none."""
    for section in draft.sections:
        for paragraph in section.paragraphs:
            for sentence in paragraph.sentences:
                yield section.heading, sentence
    for sentence in draft.conclusion:
        yield "", sentence


def is_borne(way: Way) -> bool:
    """Whether a sentence left as a statement."""
    return way.state not in (State.DROPPED, State.SILENT)
