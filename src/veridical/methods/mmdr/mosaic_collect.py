"""The asks of MOSAIC: of which kind each picture is, then whether it shows what is said of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from math import fsum
from typing import cast

from veridical.ask import Answer, Ask, NoVerdict
from veridical.checks.likelihood import Weighed
from veridical.measure import Context
from veridical.methods.mmdr.asks.mosaic import (
    ASKS,
    ChartMarks,
    DiagramMarks,
    KindAsk,
    PhotoMarks,
    TogetherAsk,
    TogetherMarks,
    TogetherVerdict,
)
from veridical.methods.mmdr.mosaic_items import Items, PictureItem, Together, items_of
from veridical.methods.mmdr.mosaic_kinds import Kind
from veridical.methods.mmdr.mosaic_reading import agreement_share
from veridical.methods.mmdr.mosaic_tally import (
    Agreement,
    By,
    MosaicItem,
    MosaicTally,
    ReadOff,
)
from veridical.methods.mmdr.settings import DEFAULTS
from veridical.score import Reason

MOST_PICTURES = DEFAULTS.pictures
"""Pictures of a report that are looked at; those after them are not assessed, and counted."""
MOST_SETS = 8
"""Sets of pictures that are looked at together, likewise."""
UNCLEAR = 0.5
"""What an unclear verdict on a set counts, of how sure it is: the released code's."""

_Marks = PhotoMarks | ChartMarks | DiagramMarks


async def collect(
    context: Context, *, most: int = MOST_PICTURES, sets: int = MOST_SETS
) -> MosaicTally:
    """Ask of every picture that the report shows or cites, and of every set of them.

    Args:
        context: the report, and what can be shown of it.
        most: pictures that are looked at; 0 = all.
        sets: sets of them, likewise.
    """
    found = items_of(context)
    judged = await asyncio.gather(
        *(
            _picture(context, item, beyond=bool(most) and n >= most, cap=most)
            for n, item in enumerate(found.pictures)
        ),
        *(
            _together(context, one, found, beyond=bool(sets) and n >= sets, cap=sets)
            for n, one in enumerate(found.together)
        ),
    )
    return MosaicTally(tuple(judged))


async def _picture(context: Context, item: PictureItem, *, beyond: bool, cap: int) -> MosaicItem:
    begun = MosaicItem(
        name=item.name,
        figures=item.figures,
        statements=tuple(s.number for s in item.statements),
        form=item.form,
        formatting=item.form.share,
    )
    if item.picture is None:
        return replace(begun, missing=item.absent or Reason.NOT_ASSESSED, why=item.why)
    if beyond:
        return _beyond(begun, cap)
    routed = await _routed(context, item, begun)
    if routed.kind is None:
        return routed
    ask = ASKS[routed.kind](item.caption, item.statements, (item.picture,), context.report.language)
    routed = replace(routed, asks=(*routed.asks, ask.identity()))
    said = await context.asker.ask(cast("Ask[_Marks]", ask))
    if isinstance(said, NoVerdict):
        return replace(routed, missing=said.reason, why=said.detail)
    return _marked(routed, said)


def _beyond(begun: MosaicItem, cap: int) -> MosaicItem:
    why = f"beyond the first {cap} that are looked at"
    return replace(begun, missing=Reason.NOT_ASSESSED, why=why)


async def _routed(context: Context, item: PictureItem, begun: MosaicItem) -> MosaicItem:
    """The item with its kind, by who sees; by the built-in rules where nobody does."""
    pictures = (item.picture,) if item.picture else ()
    language = context.report.language
    ask = KindAsk(item.caption, item.statements, pictures, language, item.hints)
    said = await context.asker.ask(ask)
    asked = replace(begun, asks=(ask.identity(),))
    if isinstance(said, NoVerdict):
        return replace(asked, missing=said.reason, why=said.detail)
    return replace(asked, kind=Kind(said.value.kind.value))


def _marked(item: MosaicItem, said: Answer[_Marks]) -> MosaicItem:
    """The item with a respondent's marks."""
    marks = said.value
    likely = said.probability if isinstance(said, Weighed) else None
    judged = replace(
        item,
        semantics=marks.semantics,
        vqa=marks.degree if likely is None else likely,
        vqa_by=By.DEGREE if likely is None else By.PROBABILITY,
        why=said.why,
    )
    if isinstance(marks, ChartMarks):
        readings = tuple(ReadOff(r.said, r.read, r.agreement, r.confidence) for r in marks.readings)
        return replace(judged, readings=readings, accuracy=agreement_share(readings))
    if isinstance(marks, DiagramMarks):
        return replace(judged, readings=_looked_for(marks), hallucination=hallucinated(marks))
    return judged


def hallucinated(marks: DiagramMarks) -> float | None:
    r"""How much of what the text names in a diagram is not in it: h.

    .. math:: h = \frac{|\text{named and not seen}|}{|\text{named}|}

    Args:
        marks: what was looked for.

    Returns:
        In [0, 1]; None where nothing was named.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, MOSAIC, the hallucination factor.

    Deviates:
        The released code has 0 where nothing was named.
    """
    things = marks.things
    return sum(not t.is_visible for t in things) / len(things) if things else None


def _looked_for(marks: DiagramMarks) -> tuple[ReadOff, ...]:
    return tuple(
        ReadOff(t.name, "", Agreement.AGREES if t.is_visible else Agreement.NOT_SHOWN, 1.0)
        for t in marks.things
    )


async def _together(
    context: Context, one: Together, found: Items, *, beyond: bool, cap: int
) -> MosaicItem:
    shown = [found.pictures[place] for place in one.items]
    begun = MosaicItem(
        name=" + ".join(item.name for item in shown),
        figures=tuple(f for item in shown for f in item.figures),
        statements=tuple(s.number for s in one.statements),
        kind=Kind.TOGETHER,
        formatting=fsum(item.form.share for item in shown) / len(shown),
    )
    pictures = tuple(item.picture for item in shown if item.picture is not None)
    if len(pictures) < len(shown):
        absent = next(item for item in shown if item.picture is None)
        return replace(begun, missing=absent.absent or Reason.NOT_ASSESSED, why=absent.why)
    if beyond:
        return _beyond(begun, cap)
    ask = TogetherAsk(_captions(shown), one.statements, pictures, context.report.language)
    said = await context.asker.ask(ask)
    begun = replace(begun, asks=(ask.identity(),))
    if isinstance(said, NoVerdict):
        return replace(begun, missing=said.reason, why=said.detail)
    return replace(begun, vqa=worth_of(said.value), vqa_by=By.DEGREE, why=said.why)


def _captions(shown: Sequence[PictureItem]) -> str:
    return "\n".join(f"{n}. {item.caption}" for n, item in enumerate(shown, start=1))


def worth_of(marks: TogetherMarks) -> float:
    """How sure the support of a set of pictures is; half of that where it is unclear: v.

    Args:
        marks: the verdict, and how sure it is.

    Returns:
        In [0, 1]; 0 where they contradict.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, MOSAIC, the released code; the paper has no row.
    """
    weights = {
        TogetherVerdict.SUPPORTS: 1.0,
        TogetherVerdict.CONTRADICTS: 0.0,
        TogetherVerdict.UNCLEAR: UNCLEAR,
    }
    return weights[marks.verdict] * marks.confidence
