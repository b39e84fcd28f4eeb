"""What is asked of a report's pictures: of which kind, and whether they show what is said.

One ask a picture, by its kind, and one a set of pictures that a sentence names together. Each
decides first whether what is said is shown, yes or no, so that a reply with log-probabilities
tells how likely the yes was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar, TypeAlias, TypeVar, cast

import msgspec

from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role, Token
from veridical.checks.likelihood import LIKELIEST, Decision, Weighed, probability_of_yes
from veridical.checks.prompt import prompt_parts
from veridical.checks.reading import Said, numbered
from veridical.methods.mmdr.mosaic_kinds import Kind, kind_by_words
from veridical.methods.mmdr.mosaic_reading import kind_by_text, read_chart, read_diagram
from veridical.methods.mmdr.mosaic_tally import Agreement
from veridical.picture import PictureText
from veridical.score import Reason

PROMPTS = Path(__file__).parents[1] / "prompts"
V = TypeVar("V")
SEES_NOT = NoVerdict(Reason.NOT_ASSESSED, "the built-in rules see no pictures")
NO_RULE = NoVerdict(Reason.NOT_ASSESSED, "the built-in rules read words alone off a picture")

Share: TypeAlias = Annotated[
    float, msgspec.Meta(ge=0, le=1, description="0 = not at all, 1 = wholly")
]


class RoutedKind(StrEnum):
    """The four kinds that a single picture can be of."""

    PHOTO = "photo"
    DATACHART = "datachart"
    OCRCHART = "ocrchart"
    DIAGRAM = "diagram"


class PictureKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of which kind a picture is."""

    kind: RoutedKind


class PhotoMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A photograph against what is said of it.

    Attributes:
        shown: whether it shows what is said.
        degree: how far it does.
        semantics: how well it belongs to what is said.
    """

    shown: Decision
    degree: Share
    semantics: Share


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is said of a chart or table, and what stands there.

    Attributes:
        said: the report's words.
        read: what the picture shows there; "" where it shows nothing of it.
        agreement: how the two stand to each other.
        confidence: how sure of it.
    """

    said: str
    read: str
    agreement: Agreement
    confidence: Share


class ChartMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chart or table against what is said of it; `readings` are what Acc. is computed from."""

    shown: Decision
    degree: Share
    semantics: Share
    readings: tuple[Reading, ...]


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that the report says is in a diagram, and whether it is.

    Attributes:
        name: as the report names it.
        is_visible: whether it is in the diagram.
    """

    name: str
    is_visible: bool


class DiagramMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A diagram against what is said of it; `things` are what h is computed from."""

    shown: Decision
    degree: Share
    semantics: Share
    things: tuple[Thing, ...]


class TogetherVerdict(StrEnum):
    """What several pictures say of sentences that name them all."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    UNCLEAR = "unclear"


class TogetherMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several pictures against the sentences that name them."""

    verdict: TogetherVerdict
    confidence: Share


@dataclass(frozen=True)
class _Seen(Ask[V]):
    """An ask about pictures with what is said of them.

    Attributes:
        caption: the picture's, or its alternative text; "" if it has none.
        statements: that are said of it.
        pictures: what is shown.
        language: of the report.
    """

    role: ClassVar[Role] = Role.VISION
    prompt_name: ClassVar[str]

    caption: str
    statements: tuple[Said, ...]
    pictures: tuple[Attachment, ...]
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, caption, statements."""
        given = {"caption": self.caption, "statements": numbered(self.statements)}
        return prompt_parts(PROMPTS, self.prompt_name, self.language, given)

    def attachments(self) -> tuple[Attachment, ...]:
        """The pictures."""
        return self.pictures

    def by_rule(self) -> Answer[V] | NoVerdict:
        """None: without anybody who reads pictures, rules see nothing."""
        return SEES_NOT

    @property
    def told(self) -> tuple[str, ...]:
        """What is said, the caption first, each once."""
        texts = [self.caption, *(s.text for s in self.statements)]
        return tuple(dict.fromkeys(t for t in texts if t))


@dataclass(frozen=True)
class KindAsk(_Seen[PictureKind]):
    """Of which kind is a picture?

    Attributes:
        hints: its names in the report, for the rules: caption, alternative text, title, file.
    """

    kind: ClassVar[str] = "mmdr.picture_kind"
    version: ClassVar[str] = "2"
    answer_type: ClassVar[type] = PictureKind
    prompt_name: ClassVar[str] = "picture_kind"

    hints: str = ""

    def by_rule(self) -> Answer[PictureKind] | NoVerdict:
        """By the words that name a kind; without them rules see nothing."""
        named = kind_by_words(self.hints)
        if named is None:
            return SEES_NOT
        return Answer(PictureKind(RoutedKind(named.value)), "by the report's words")

    def by_rule_seeing(self, read: Sequence[PictureText | None]) -> Answer[PictureKind] | NoVerdict:
        """By its names, or else by how much is written in it, and how; indicative."""
        named = self.by_rule()
        if isinstance(named, Answer):
            return named
        text = read[0] if read else None
        found = kind_by_text(text) if text is not None else None
        if found is None:
            return NO_RULE
        return Answer(PictureKind(RoutedKind(found)), "by what is written in it")


@dataclass(frozen=True)
class _Marked(_Seen[V]):
    """An ask that decides between yes and no first."""

    likeliest: ClassVar[int] = LIKELIEST
    decides_first: ClassVar[bool] = True

    def weighed(self, answer: Answer[V], text: str, tokens: Sequence[Token]) -> Answer[V]:
        """The answer with how likely its yes was."""
        likely = probability_of_yes(text, tokens, fields_of(self.answer_type)[0])
        return Weighed(answer.value, answer.why, answer.quotes, likely)

    def read(self, kept: bytes) -> Answer[V]:
        """The answer back from JSON, with the probability of its yes, if it had one."""
        found = msgspec.json.decode(kept, type=Weighed[self.answer_type])  # type: ignore[name-defined]
        if found.probability is None:
            return Answer(found.value, found.why, found.quotes)
        return cast("Answer[V]", found)


@dataclass(frozen=True)
class PhotoAsk(_Marked[PhotoMarks]):
    """Does a photograph show what is said of it?"""

    kind: ClassVar[str] = "mmdr.photo"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = PhotoMarks
    prompt_name: ClassVar[str] = "photo"

    def by_rule_seeing(self, read: Sequence[PictureText | None]) -> Answer[PhotoMarks] | NoVerdict:
        """None: what a photograph shows is not written in it."""
        del read
        return NO_RULE


@dataclass(frozen=True)
class DataChartAsk(_Marked[ChartMarks]):
    """Does a chart of data show what is said of it?"""

    kind: ClassVar[str] = "mmdr.datachart"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = ChartMarks
    prompt_name: ClassVar[str] = "datachart"

    def by_rule_seeing(self, read: Sequence[PictureText | None]) -> Answer[ChartMarks] | NoVerdict:
        """Numbers, labels and trend of the text, looked up among the words in it; indicative."""
        text = read[0] if read else None
        found = read_chart(self.told, text) if text is not None else None
        if found is None:
            return NO_RULE
        readings = tuple(
            Reading(one.said, one.read, one.agreement, one.confidence) for one in found.readings
        )
        marks = ChartMarks(_decided(found.share), found.share, found.semantics, readings)
        return Answer(marks, found.why)


@dataclass(frozen=True)
class OcrChartAsk(DataChartAsk):
    """Does a table or a screen show what is said of it?"""

    kind: ClassVar[str] = "mmdr.ocrchart"
    prompt_name: ClassVar[str] = "ocrchart"


@dataclass(frozen=True)
class DiagramAsk(_Marked[DiagramMarks]):
    """Does a diagram show what is said of it?"""

    kind: ClassVar[str] = "mmdr.diagram"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = DiagramMarks
    prompt_name: ClassVar[str] = "diagram"

    def by_rule_seeing(
        self, read: Sequence[PictureText | None]
    ) -> Answer[DiagramMarks] | NoVerdict:
        """The labels that the text names, looked up among the words in it; indicative."""
        text = read[0] if read else None
        found = read_diagram(self.told, text) if text is not None else None
        if found is None:
            return NO_RULE
        things = tuple(Thing(name, is_visible) for name, is_visible in found.things)
        marks = DiagramMarks(_decided(found.share), found.share, found.semantics, things)
        return Answer(marks, found.why)


@dataclass(frozen=True)
class TogetherAsk(_Seen[TogetherMarks]):
    """Do several pictures, together, show what the sentences say that name them all?"""

    kind: ClassVar[str] = "mmdr.together"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = TogetherMarks
    prompt_name: ClassVar[str] = "together"

    def by_rule_seeing(
        self, read: Sequence[PictureText | None]
    ) -> Answer[TogetherMarks] | NoVerdict:
        """None: rules hold no two pictures against each other."""
        del read
        return NO_RULE


def fields_of(answer_type: type) -> tuple[str, ...]:
    """The names of an answer's fields, in order."""
    return tuple(f.name for f in msgspec.structs.fields(answer_type))


def _decided(share: float) -> Decision:
    return Decision.YES if share >= 0.5 else Decision.NO


ASKS: dict[Kind, type[PhotoAsk | DataChartAsk | DiagramAsk]] = {
    Kind.PHOTO: PhotoAsk,
    Kind.DATACHART: DataChartAsk,
    Kind.OCRCHART: OcrChartAsk,
    Kind.DIAGRAM: DiagramAsk,
}
"""What is asked of a picture of each kind."""
