"""Which pictures a report shows or cites, and what it says of each: the items of MOSAIC.

They are built from the report itself, as the paper says: its figures, and the addresses of
pictures that its sentences cite. A picture that is shown twice is one item. Sentences that name
several pictures make an item of their own with all of these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from veridical.ask import Attachment
from veridical.checks.reading import Said, said
from veridical.measure import Context, picture_of_report
from veridical.methods.mmdr.mosaic_naming import numbers_named, points_at_a_picture
from veridical.methods.mmdr.mosaic_places import Places, is_picture, picture_address
from veridical.picture import DRAWING, NOT_DRAWN, ImageState, ReportImage
from veridical.report.model import Figure, FigureKind
from veridical.score import Reason

LARGEST_SET = 4
"""Pictures that are shown together."""
_NAME_CHARACTERS = 200
_WANTS_A_WEB = frozenset({ImageState.NOT_FETCHED, ImageState.NO_FOLDER, ImageState.UNSUPPORTED})


@dataclass(frozen=True, slots=True)
class Form:
    """How a picture is set into its report: four questions, yes or no.

    The paper names such a factor and prints no formula; this one is ours.

    Attributes:
        stands: it is at hand, and stands on a line of its own.
        captioned: it has a caption.
        referenced: its caption, its line or its address leads to an entry of the reference
            list, or it is an item that the writer was given.
        explained: a sentence in the paragraph before or after it speaks of it.
    """

    stands: bool = False
    captioned: bool = False
    referenced: bool = False
    explained: bool = False

    @property
    def share(self) -> float:
        """f: how many of the four are so, in [0, 1]."""
        return (self.stands + self.captioned + self.referenced + self.explained) / 4


@dataclass(frozen=True, slots=True)
class PictureItem:
    """One picture of a report with what the report says of it.

    Attributes:
        name: what it is called to a reader: ``figure 2``, an address.
        figures: indices of the figures that show it; none where it is only cited.
        caption: its caption, or its alternative text.
        hints: words by which its kind may be known: caption, alternative text, title, name.
        statements: that are its caption, stand beside it or name it, in order.
        naming: indices of those that name it, its caption apart.
        form: how it is set into the report.
        picture: what can be shown; None where it is not at hand.
        absent: why not.
        why: the same, for a reader.
    """

    name: str
    figures: tuple[int, ...]
    caption: str
    hints: str
    statements: tuple[Said, ...]
    naming: frozenset[int]
    form: Form
    picture: Attachment | None = None
    absent: Reason | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Together:
    """Pictures that the same sentences name.

    Attributes:
        items: their places among the items, in order.
        statements: that name all of them.
    """

    items: tuple[int, ...]
    statements: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """All pictures of a report, and the sets of them that sentences name."""

    pictures: tuple[PictureItem, ...]
    together: tuple[Together, ...]


def items_of(context: Context) -> Items:
    """Every picture that a report shows or cites, in the order of the report."""
    reader = _Reader(context)
    pictures = tuple(reader.item(key, figures) for key, figures in reader.groups().items())
    return Items(pictures, tuple(_together(pictures, reader.said)))


def _together(pictures: Sequence[PictureItem], every: Sequence[Said]) -> Iterator[Together]:
    """The sets of pictures that a sentence names, each once."""
    by_statement: defaultdict[int, list[int]] = defaultdict(list)
    for place, item in enumerate(pictures):
        for statement in item.naming:
            by_statement[statement].append(place)
    sets: defaultdict[tuple[int, ...], list[Said]] = defaultdict(list)
    for statement, places in sorted(by_statement.items()):
        if len(places) > 1:
            sets[tuple(places[:LARGEST_SET])].append(every[statement])
    for shown, statements in sets.items():
        yield Together(shown, tuple(statements))


class _Reader:
    """Reads the pictures off one report."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.report = context.report
        self.said = said(self.report)
        self.places = Places(self.report)
        seen = context.submission.pictures
        self.images: Mapping[int, ReportImage] = (
            {image.figure: image for image in seen.images} if seen else {}
        )

    def groups(self) -> dict[str, list[Figure]]:
        """The figures that show each picture, by what makes them the same; none if it is cited."""
        found: dict[str, list[Figure]] = {}
        for figure in self.report.figures:
            found.setdefault(self._key(figure), []).append(figure)
        shown = {figure.target for figure in self.report.figures}
        for citation in self.report.citations:
            address = picture_address(citation)
            if address and address not in shown:
                found.setdefault(address, [])
        return found

    def item(self, key: str, figures: list[Figure]) -> PictureItem:
        """One picture with all that is said of it."""
        captions = self.places.captions(figures)
        beside = {s for f in figures for s in self.places.beside[f.index]}
        addresses = {key} if not figures else {f.target for f in figures}
        naming = {s for f in figures for s in self.places.named[f.index]}
        naming |= {s for a in addresses for s in self.places.cited.get(a, ())}
        picture = self._picture(key, figures)
        absent, why = (None, "") if picture else self._absence(figures)
        return PictureItem(
            name=self._name(key, figures),
            figures=tuple(f.index for f in figures),
            caption=next((w for f in figures for w in (f.caption_text, f.alt) if w), ""),
            hints=_hints(key, figures),
            statements=tuple(self.said[s] for s in sorted(captions | beside | naming)),
            naming=frozenset(naming - captions),
            form=self._form(figures, beside, naming, is_at_hand=picture is not None),
            picture=picture,
            absent=absent,
            why=why,
        )

    def _key(self, figure: Figure) -> str:
        """What makes two figures the same picture."""
        image = self.images.get(figure.index)
        content = image.sha256 if image is not None else ""
        return content or self._given(figure) or figure.target or f"figure {figure.index}"

    def _given(self, figure: Figure) -> str:
        """The item behind a placeholder; "" if there is none."""
        evidence, k = self.context.submission.evidence, figure.number or 0
        given = evidence.images if evidence and figure.kind is FigureKind.PLACEHOLDER else ()
        return given[k - 1] if 1 <= k <= len(given) else ""

    def _name(self, key: str, figures: list[Figure]) -> str:
        if not figures:
            return key
        number = self.places.numbers.get(figures[0].index)
        return f"figure {number}" if number else f"picture {figures[0].index + 1}"

    def _picture(self, key: str, figures: list[Figure]) -> Attachment | None:
        keys = [k for f in figures for k in (picture_of_report(f.index), self._given(f), f.target)]
        known = self.context.pictures
        return next((known[k] for k in [*keys, key] if k and k in known), None)

    def _absence(self, figures: list[Figure]) -> tuple[Reason, str]:
        known = [self.images[f.index] for f in figures if f.index in self.images]
        told = next((_told(image) for image in known), "the picture is not at hand")
        states = {image.state for image in known}
        is_broken = bool(states - _WANTS_A_WEB - {ImageState.PRESENT})
        return Reason.UNREACHABLE if is_broken else Reason.NOT_ASSESSED, told

    def _form(
        self, figures: list[Figure], beside: set[int], naming: set[int], *, is_at_hand: bool
    ) -> Form:
        words = [self.report.statements[s].text for s in beside]
        # a sentence that names a figure by its number speaks of that one
        loose = [text for text in words if not numbers_named(text)]
        return Form(
            stands=is_at_hand and any(map(self.places.is_alone, figures)),
            captioned=any(f.caption_text for f in figures),
            referenced=any(self._given(f) or self.places.leads_to_a_reference(f) for f in figures),
            explained=bool(beside & naming) or any(map(points_at_a_picture, loose)),
        )


def _told(image: ReportImage) -> str:
    if image.state is ImageState.PRESENT:
        is_drawing = image.media_type == DRAWING
        return NOT_DRAWN if is_drawing else f"{image.media_type or 'it'} cannot be shown"
    return image.detail or image.state.value


def _hints(key: str, figures: list[Figure]) -> str:
    """Words by which a picture's kind may be known."""
    words = [w for f in figures for w in (f.caption_text, f.alt, f.title, _file_name(f.target))]
    words += [] if figures else [_file_name(key)]
    return "\n".join(dict.fromkeys(w for w in words if w))


def _file_name(target: str) -> str:
    """A file's name in words: ``sales_chart.png`` is "sales chart"."""
    if target.startswith("sha256:") or not is_picture(target):
        return ""
    name = target.split("?")[0].split("#")[0].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    spaced = unquote(name[:_NAME_CHARACTERS]).translate(str.maketrans("_-+", "   "))
    return " ".join(spaced.split())
