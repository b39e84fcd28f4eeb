"""DeepResearchEval (arXiv:2601.09688) as a method: its factuality part."""

from __future__ import annotations

from veridical.measure import Method
from veridical.methods.deepresearcheval import factuality
from veridical.methods.deepresearcheval.settings import DEFAULTS, Settings
from veridical.sources import Search, Web

VERSION = "1"


def deepresearcheval(
    settings: Settings = DEFAULTS, *, search: Search | None = None, web: Web | None = None
) -> Method:
    """The method under `settings`; they are recorded with every score.

    Args:
        settings: limits and conventions.
        search: finds addresses; by default the corpus of the bench is searched.
        web: reads addresses; by default the corpus of the bench is read.
    """
    return Method(
        name="deepresearcheval",
        version=VERSION,
        stages=factuality.measures(settings, search, web),
        settings=settings.shown(),
    )


DEEPRESEARCHEVAL = deepresearcheval()
