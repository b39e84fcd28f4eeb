"""Report Score of HiEviDR-Bench (arXiv:2607.25151, Sec. 3.2, eq. 6).

A judge rates the report in six dimensions from 1 to 5; nothing gates this part.

Deviations: eq. 6 as printed cannot exceed 4 of the 20 points that the paper promises; the
default reads it as min-max, ``ratio`` is what the site's published numbers follow, and both
are computed. The paper shows the judge a picture of the rendered report. Where pages were
rendered (``--page-pictures``) and somebody sees, they are shown with the report's text, and all
six dimensions are rated at once; else the text is rated, and its pictures apart, by who sees.
Where nobody sees, Align is missing: the score is over the dimensions that were rated. The
built-in rules rate Align by what can be read off the pictures, if they have eyes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from veridical.ask import Answer, NoVerdict
from veridical.checks.ratings import HIGHEST, Rated, ratings
from veridical.checks.reading import reading_text, said
from veridical.measure import Context, Law, Measure, Paper, Scale, picture_of_report
from veridical.methods.hievidr.asks.report import (
    DIMENSIONS,
    TEXT_DIMENSIONS,
    AlignAsk,
    AlignRating,
    PagesAsk,
    Picture,
    PictureReportAsk,
    ReportAsk,
    WithoutPicturesAsk,
)
from veridical.methods.hievidr.grades import POINTS, grade
from veridical.methods.hievidr.settings import DEFAULTS, Norm, Settings
from veridical.report.model import Figure, FigureKind
from veridical.score import Bounds, Measured, Reason, Score, Undefined


@dataclass(frozen=True, slots=True)
class ReportTally:
    """The raw ratings.

    Attributes:
        ratings: of the six dimensions, in the paper's order.
        why: the judge's grounds.
        asks: identities of the asks behind them.
    """

    ratings: tuple[Rated, ...]
    why: str = ""
    asks: tuple[str, ...] = ()


def report(t: ReportTally, norm: Norm = DEFAULTS.report_norm) -> Score:
    r"""Report Score: the mean of the dimensions' ratings, as points.

    .. math:: S_{report} = 20 \cdot \frac{1}{|K_r|} \sum_{k \in K_r} \frac{r_k - 1}{4}

    Args:
        t: the ratings, r_k from 1 to 5.
        norm: ``minmax`` as above, ``ratio`` with r_k / 5, ``literal`` as printed.

    Returns:
        Measured in [0, 20], n = the number of dimensions rated. Dimensions without a rating
        are missing; the bounds rate them 1 and 5.

    Undefined:
        No dimension was rated.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 6.

    Deviates:
        The printed 1/5 beside (r_k - 1)/4 caps the score at 4; we drop the 1/5.

    Example:
        >>> from veridical.methods.hievidr.asks.report import DIMENSIONS
        >>> report(ReportTally(tuple(Rated(d, 3) for d in DIMENSIONS))).value
        10.0
    """
    if not t.ratings:
        return Undefined(Reason.NOTHING_TO_CHECK, "no dimension")
    g = grade(t.ratings, norm)
    bounds = Bounds(POINTS * g.worst, POINTS * g.best)
    if g.mean is None:
        return Undefined(g.missing.counts[0][0], "no dimension was rated", g.missing, bounds)
    return Measured(POINTS * g.mean, g.n, g.missing, bounds)


async def collect(context: Context) -> ReportTally:
    """Ask for all ratings by the rendered pages; without them for the text's, and for Align."""
    if context.page_pictures:
        tally = await _by_pages(context)
        if any(one.missing is not Reason.NOT_ASSESSED for one in tally.ratings):
            return tally
    text_ask = _text_ask(context)
    answer = await context.asker.ask(text_ask)
    align_ask, align = await _align(context)
    return ReportTally(
        ratings(answer, TEXT_DIMENSIONS) + ratings(align, ("align",)),
        "" if isinstance(answer, NoVerdict) else answer.why,
        (text_ask.identity(), *([align_ask.identity()] if align_ask else [])),
    )


async def _by_pages(context: Context) -> ReportTally:
    pages, seen = context.page_pictures, context.submission.pictures
    total = seen.pages.total if seen is not None and seen.pages is not None else None
    ask = PagesAsk(
        question=context.task.query.text,
        report=reading_text(context.report),
        shown=f"1-{len(pages)} of {total or len(pages)}",
        pages=pages,
        pictures=context.query_pictures,
        captions=tuple(i.caption for i in context.task.query.images if context.query_pictures),
        language=context.report.language,
    )
    answer = await context.asker.ask(ask)
    why = "" if isinstance(answer, NoVerdict) else answer.why
    return ReportTally(ratings(answer, DIMENSIONS), why, (ask.identity(),))


def _text_ask(context: Context) -> ReportAsk:
    ask = ReportAsk(
        question=context.task.query.text,
        report=reading_text(context.report),
        headings=tuple(s.heading for s in context.report.sections if s.heading),
        statements=said(context.report),
        language=context.report.language,
    )
    pictures = context.query_pictures
    if not pictures:
        return ask
    captions = tuple(image.caption for image in context.task.query.images)
    return PictureReportAsk(**vars(ask), pictures=pictures, captions=captions)


async def _align(
    context: Context,
) -> tuple[AlignAsk | None, Answer[AlignRating] | NoVerdict]:
    by_block: defaultdict[int, list[str]] = defaultdict(list)
    for statement in context.report.statements:
        by_block[statement.block].append(statement.text)
    pictures = tuple(_picture(f, by_block, context) for f in context.report.figures)
    if any(p.file is None for p in pictures):
        return None, NoVerdict(Reason.NOT_ASSESSED, "not every picture is at hand")
    kind = AlignAsk if pictures else WithoutPicturesAsk
    ask = kind(context.task.query.text, pictures, context.report.language)
    return ask, await context.asker.ask(ask)


def _picture(figure: Figure, by_block: Mapping[int, list[str]], context: Context) -> Picture:
    near = [t for b in range(figure.block - 1, figure.block + 2) for t in by_block.get(b, ())]
    return Picture(
        figure.caption_text or figure.alt,
        " ".join(near),
        context.pictures.get(picture_of_report(figure.index))
        or context.pictures.get(_key(figure, context)),
    )


def _key(figure: Figure, context: Context) -> str:
    evidence = context.submission.evidence
    if figure.kind is not FigureKind.PLACEHOLDER:
        return figure.target
    images, k = evidence.images if evidence else (), figure.number or 0
    return images[k - 1] if 1 <= k <= len(images) else ""


def measures(settings: Settings = DEFAULTS) -> tuple[Measure[ReportTally], ...]:
    """The score under the chosen reading, and under the site's."""
    rows = (
        ("hievidr.report", "Report", settings.report_norm),
        ("hievidr.report.ratio", "Report, as the site counts", Norm.RATIO),
    )
    return tuple(
        Measure(
            name=name,
            title=title,
            aspect="writing",
            scale=Scale(0, POINTS * norm.share(HIGHEST)),
            source=Paper("HiEviDR-Bench", "2607.25151", "eq. 6"),
            tally_type=ReportTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect,
            equation=partial(report, norm=norm),
        )
        for name, title, norm in rows
    )
