"""Knowledgeable Deep Research (arXiv:2604.07720) as a method: no gate, three kinds of measures."""

from __future__ import annotations

from veridical.ask import Role
from veridical.measure import JudgePreset, Method, Paper
from veridical.methods.kdr.collect import Collector
from veridical.methods.kdr.exhibits import exhibits
from veridical.methods.kdr.figures import figure_measures
from veridical.methods.kdr.general import general_measures
from veridical.methods.kdr.knowledge import knowledge_measures
from veridical.methods.kdr.settings import DEFAULTS, Settings
from veridical.methods.kdr.totals import totals
from veridical.methods.kdr.vision import vision_measures
from veridical.methods.race.collect import Collector as RaceCollector

VERSION = "1"

PRESET = JudgePreset(
    model="DeepSeek-V3.2",
    temperature=1.0,
    roles=(Role.JUDGE, Role.EXAMINER, Role.VISION),
    is_one_by_one=False,
    otherwise=(
        "prompts, scales and steps are ours; the paper prints none",
        "RACE marks both orders of the two reports, and its references are not the paper's",
    ),
    others={Role.VISION: "GPT-5"},
    source=Paper("Knowledgeable Deep Research", "2604.07720", "Sec. 5.1.2"),
)
"""The paper sets no temperature; 1 is what the model's own endpoint takes then."""


def kdr(settings: Settings = DEFAULTS) -> Method:
    """The method under `settings`; they are recorded with every score.

    Raises:
        InputError: the file of rubrics cannot be read.
    """
    settings = settings.frozen()
    return Method(
        name="kdr",
        version=VERSION,
        stages=(
            *knowledge_measures(Collector()),
            *general_measures(RaceCollector(settings.race)),
            *vision_measures(),
            *figure_measures(),
        ),
        totals=totals(),
        settings=settings.shown(),
        preset=PRESET,
        exhibits=exhibits,
    )


KDR = kdr()
