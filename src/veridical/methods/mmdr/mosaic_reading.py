"""The built-in rules' view of a picture: what a text says of it, against the words written in it.

Numbers are looked up with their unit and with the label that they are given to, a course from
left to right with its direction. What a sentence says beside the picture is passed over unless it
names a label of it. Indicative: a rule reads words, and understands no picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import fsum

from veridical.checks.words import words
from veridical.methods.mmdr.mosaic_kinds import Kind
from veridical.methods.mmdr.mosaic_naming import points_at_a_picture, without_numbers
from veridical.methods.mmdr.mosaic_tally import Agreement, ReadOff
from veridical.methods.mmdr.mosaic_written import Value, Written, rows
from veridical.picture import PictureText, TextBox
from veridical.report.quantities import Quantity, QuantityKind, quantities, same_value

LEAST_ROWS = 3
LEAST_LABELS = 2
LEAST_POINTS = 3
_DIGITS = re.compile(r"-?\d+(?:\.\d+)?")
_UP = re.compile(
    r"\b(?:ris(?:e|es|ing|en)|rose|grow(?:s|n|ing|th)?|grew|increas(?:e|es|ed|ing)|climb(?:s|ed)?)\b"
    r"|上升|增长|增加|上涨|升高|提高|递增",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:falls?|fell|falling|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|drop(?:s|ped)?"
    r"|shr[iau]nks?)\b|下降|减少|下跌|降低|递减|下滑",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ChartRead:
    """What rules read off a chart or table.

    Attributes:
        readings: what the text says of it, beside what stands there.
        share: how much of it agrees, weighed by confidence, in [0, 1].
        semantics: the share of the labels in it that the text names.
        why: the grounds.
    """

    readings: tuple[ReadOff, ...]
    share: float
    semantics: float
    why: str


@dataclass(frozen=True, slots=True)
class DiagramRead:
    """What rules read off a diagram: labels and numbers that the text has, and whether it has."""

    things: tuple[tuple[str, bool], ...]
    share: float
    semantics: float
    why: str


def agreement_share(readings: Sequence[ReadOff]) -> float | None:
    r"""Acc. of one picture: what agrees, of what could be made out, weighed by confidence.

    .. math:: \frac{\sum_j c_j [\, j \text{ agrees} \,]}{\sum_j c_j}

    Args:
        readings: of one picture; what is illegible counts for nothing.

    Returns:
        In [0, 1]; None where nothing counts.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, MOSAIC, Acc., as in the released code.

    Deviates:
        The released code has 0 where nothing was said, and what cannot be made out refutes.
    """
    seen = [r for r in readings if r.agreement is not Agreement.ILLEGIBLE]
    total = fsum(r.confidence for r in seen)
    if total <= 0:
        return None
    return fsum(r.confidence for r in seen if r.agreement is Agreement.AGREES) / total


def kind_by_text(text: PictureText) -> str | None:
    """The kind of a picture by what is written in it; None where that tells nothing."""
    written = Written(text)
    wide = [row for row in rows(text) if len(row) >= LEAST_LABELS]
    if len(wide) > LEAST_ROWS and len({len(row) for row in wide}) == 1:
        return Kind.OCRCHART.value
    if sum(not v.is_mark for v in written.values) >= LEAST_LABELS:
        return Kind.DATACHART.value
    if len(written.labels) >= LEAST_LABELS:
        return Kind.DIAGRAM.value
    return None if text.boxes else Kind.PHOTO.value


def read_chart(told: Sequence[str], text: PictureText) -> ChartRead | None:
    """Hold what is said of a chart against the words written in it.

    Args:
        told: sentences that are said of it, its caption first.
        text: the words in it.

    Returns:
        The readings; None where nothing is written in it.
    """
    written = Written(text)
    if not text.boxes:
        return None
    readings = tuple(r for n, one in enumerate(told) for r in _readings(one, written, n == 0))
    semantics = _named_share(told, written.labels)
    share = agreement_share(readings)
    agreeing = sum(r.agreement is Agreement.AGREES for r in readings)
    why = f"{agreeing} of {len(readings)} readings agree with what is written in it"
    return ChartRead(readings, semantics if share is None else share, semantics, why)


def read_diagram(told: Sequence[str], text: PictureText) -> DiagramRead | None:
    """Look up in a diagram the labels and numbers that a text has; None if it has no words."""
    written = Written(text)
    if not text.boxes:
        return None
    named = [label.text for label in written.labels if any(_names(t, label) for t in told)]
    things = dict.fromkeys(named, True)
    for sentence in told[:1]:
        for quantity in _quantities(sentence):
            things[quantity.text] = any(_is_same(quantity, v) for v in written.values)
    semantics = _named_share(told, written.labels)
    why = f"{sum(things.values())} of {len(things)} labels and numbers of the text are in it"
    return DiagramRead(tuple(things.items()), semantics, semantics, why)


def _named_share(told: Sequence[str], labels: Sequence[TextBox]) -> float:
    """The share of a picture's labels, each once, that some sentence names."""
    apart = list({label.text: label for label in labels}.values())
    return sum(any(_names(t, b) for t in told) for b in apart) / len(apart) if apart else 0.0


def _names(sentence: str, label: TextBox) -> bool:
    """Whether a sentence has all words of a label."""
    keys = {word.key for word in words(label.text)}
    return bool(keys) and keys <= {word.key for word in words(sentence)}


def _quantities(sentence: str, names: Sequence[str] = ()) -> list[Quantity]:
    """The numbers of a sentence; those in the names of figures and of labels are none."""
    plain = without_numbers(sentence)
    for name in names:
        plain = re.sub(re.escape(name), lambda m: "_" * len(m[0]), plain, flags=re.IGNORECASE)
    found = quantities(plain)
    return [q for q in found if q.kind is not QuantityKind.ORDINAL and _DIGITS.search(q.text)]


def _readings(sentence: str, written: Written, is_caption: bool) -> Iterator[ReadOff]:
    """What one sentence says of the picture."""
    labels = [label for label in written.labels if _names(sentence, label)]
    is_about = is_caption or points_at_a_picture(sentence)
    if not is_about and not labels:
        return
    found = _quantities(sentence, [b.text for b in labels if _DIGITS.search(b.text)])
    given = _given_to(sentence, found, written.categories)
    for quantity in found:
        reading = _reading(quantity, given.get(quantity.start), written, is_about)
        if reading is not None:
            yield reading
    if is_about:
        yield from _course(sentence, written)


def _given_to(
    sentence: str, found: Sequence[Quantity], labels: Sequence[TextBox]
) -> dict[int, TextBox]:
    """The label that each number is given to, where the sentence leaves no doubt.

    One label takes all; as many labels as numbers take one each, in their order.
    """
    folded = sentence.casefold()
    apart = {label.text.casefold(): label for label in labels}
    places = sorted((folded.find(name), name) for name in apart if name in folded)
    if len(places) == 1:
        return {q.start: apart[places[0][1]] for q in found}
    if len(places) != len(found):
        return {}
    return {q.start: apart[name] for q, (_, name) in zip(found, places, strict=True)}


def _reading(
    quantity: Quantity, label: TextBox | None, written: Written, is_about: bool
) -> ReadOff | None:
    own = list(written.values_of(label)) if label is not None else []
    same = [v for v in written.values if _is_same(quantity, v)]
    if same and quantity.unit and written.has_other_unit(quantity.unit):
        units = ", ".join(sorted(written.units))
        return _read(quantity, f"{same[0].quantity.text} {units}", Agreement.DIFFERS, same[0].box)
    mine = [v for v in same if v in own]
    if mine or (same and not own):
        box = (mine or same)[0].box
        return _read(quantity, box.text, Agreement.AGREES, box)
    if own and label is not None and is_about:
        shown = ", ".join(v.box.text for v in own)
        return _read(quantity, f"{label.text}: {shown}", Agreement.DIFFERS, own[0].box)
    return _read(quantity, "", Agreement.NOT_SHOWN, None) if is_about else None


def _read(quantity: Quantity, read: str, agreement: Agreement, box: TextBox | None) -> ReadOff:
    return ReadOff(quantity.text, read, agreement, 1.0 if box is None else box.confidence)


def _is_same(quantity: Quantity, value: Value) -> bool:
    """Whether a number of the text is one of the picture, in its unit or by its digits."""
    bare = replace(value.quantity, unit=quantity.unit, kind=quantity.kind)
    if same_value(quantity, bare):
        return True
    said, read = (_DIGITS.findall(_plain(q.text)) for q in (quantity, value.quantity))
    return list(map(float, said)) == list(map(float, read))


def _plain(digits: str) -> str:
    return re.sub(r"(?<=\d),(?=\d{3})", "", digits.replace("\u2212", "-"))


def _course(sentence: str, written: Written) -> Iterator[ReadOff]:
    """Whether a rise or a fall that the sentence tells is the picture's, from left to right."""
    up, down = _UP.search(sentence), _DOWN.search(sentence)
    told, course = up or down, written.course
    if told is None or (up and down) or len(course) < LEAST_POINTS:
        return
    steps = [b - a for a, b in pairwise(course)]
    is_rising, is_falling = all(s > 0 for s in steps), all(s < 0 for s in steps)
    if is_rising or is_falling:
        agrees = is_rising is (up is not None)
        shown = " → ".join(f"{value:g}" for value in course)
        kind = Agreement.AGREES if agrees else Agreement.DIFFERS
        yield ReadOff(told[0], shown, kind, 1.0)
