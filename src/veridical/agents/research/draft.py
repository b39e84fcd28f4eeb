"""A report before it is written down: sentences, each with the numbers of what it stands on.

Markers are written by code from these numbers, and a number outside the evidence is refused where
the draft is read: no citation can be invented.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence without markers, and the numbers of the texts that it stands on."""

    text: str
    texts: tuple[int, ...] = ()


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sentences in a row, and the pictures that are shown below them."""

    sentences: tuple[Sentence, ...]
    images: tuple[int, ...] = ()


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A heading with paragraphs."""

    heading: str
    paragraphs: tuple[Paragraph, ...]


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report.

    Attributes:
        title: of the report.
        sections: in their order.
        conclusion: the closing section's sentences, which answer the question.
    """

    title: str
    sections: tuple[Section, ...]
    conclusion: tuple[Sentence, ...]

    def sentences(self) -> Iterator[Sentence]:
        """All of them, in order."""
        for section in self.sections:
            for paragraph in section.paragraphs:
                yield from paragraph.sentences
        yield from self.conclusion

    def images(self) -> Iterator[int]:
        """The numbers of the pictures that are shown, in order."""
        for section in self.sections:
            for paragraph in section.paragraphs:
                yield from paragraph.images

    def objection(self, texts: int, images: int) -> str:
        """What is impossible in it where there are so many texts and images; "" = nothing."""
        for sentence in self.sentences():
            for number in sentence.texts:
                if not 1 <= number <= texts:
                    return f"text {number} is cited, and there are {texts}"
        for number in self.images():
            if not 1 <= number <= images:
                return f"image {number} is shown, and there are {images}"
        if not any(sentence.text.strip() for sentence in self.sentences()):
            return "it says nothing"
        return ""

    def renumbered(self, texts: Mapping[int, int], images: Mapping[int, int]) -> Draft:
        """The same over another list of evidence; numbers that it lacks fall away."""

        def sentence(one: Sentence) -> Sentence:
            return Sentence(one.text, tuple(texts[n] for n in one.texts if n in texts))

        def paragraph(one: Paragraph) -> Paragraph:
            shown = tuple(images[n] for n in one.images if n in images)
            return Paragraph(tuple(map(sentence, one.sentences)), shown)

        sections = tuple(
            Section(s.heading, tuple(map(paragraph, s.paragraphs))) for s in self.sections
        )
        return Draft(self.title, sections, tuple(map(sentence, self.conclusion)))
