"""FACT of DeepResearch Bench (arXiv:2506.11763) as a method: no gate, no gold, pages alone."""

from __future__ import annotations

from veridical.measure import Method
from veridical.methods.fact import accuracy
from veridical.methods.fact.settings import DEFAULTS, Settings
from veridical.methods.fact.totals import totals

VERSION = "3"


def fact(settings: Settings = DEFAULTS) -> Method:
    """The method under `settings`; they are recorded with every score."""
    return Method(
        name="fact",
        version=VERSION,
        stages=accuracy.measures(settings),
        totals=totals(),
        settings=settings.shown(),
    )


FACT = fact()
