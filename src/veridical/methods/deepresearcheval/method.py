"""DeepResearchEval (arXiv:2601.09688) as a method: quality by a rubric, facts by searching.

The two parts are apart, as in the paper: no fact counts in quality, and no mark in factuality.
"""

from __future__ import annotations

from veridical.ask import Role
from veridical.measure import AnyMeasure, JudgePreset, Method, Paper
from veridical.methods.deepresearcheval import factuality, quality
from veridical.methods.deepresearcheval.quality_exhibit import quality_exhibits
from veridical.methods.deepresearcheval.quality_line import quality_line
from veridical.methods.deepresearcheval.settings import DEFAULTS, Part, Settings
from veridical.methods.deepresearcheval.totals import totals
from veridical.sources import Search, Web

VERSION = "4"

PRESET = JudgePreset(
    model="gemini-2.5-pro",
    temperature=0.1,
    roles=(Role.JUDGE, Role.EXAMINER),
    is_one_by_one=False,
    otherwise=(
        "criteria of several dimensions are marked in one call; published: those of one",
        "the published limit of a reply, 8,192 tokens, is not set",
        "facts are checked by the judge too; published: gpt-5-mini at temperature 1",
    ),
    source=Paper("DeepResearchEval", "2601.09688", "the released code"),
)
"""Of the quality part; the judge that checks facts is another one in the paper."""


def deepresearcheval(
    settings: Settings = DEFAULTS, *, search: Search | None = None, web: Web | None = None
) -> Method:
    """The method under `settings`; they are recorded with every score.

    Args:
        settings: which parts, limits and conventions.
        search: finds addresses; by default the corpus of the bench is searched.
        web: reads addresses; by default the corpus of the bench is read.

    Raises:
        InputError: the file of rubrics cannot be read.
    """
    settings = settings.frozen()
    stages: list[AnyMeasure] = []
    if settings.parts is not Part.FACTUALITY:
        stages += quality.measures(settings)
    if settings.parts is not Part.QUALITY:
        stages += factuality.measures(settings, search, web)
    return Method(
        name="deepresearcheval",
        version=VERSION,
        stages=tuple(stages),
        totals=() if settings.parts is Part.FACTUALITY else totals(),
        settings=settings.shown(),
        preset=None if settings.parts is Part.FACTUALITY else PRESET,
        exhibits=quality_exhibits,
        rubric_line=quality_line,
    )


DEEPRESEARCHEVAL = deepresearcheval()
