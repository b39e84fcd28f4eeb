"""HiEviDR-Bench (arXiv:2607.25151) as a method: five parts, three gates between them.

Report and Traceability are never gated; Citation, Claim and Answer each stand behind a gate.
"""

from __future__ import annotations

from veridical.ask import Role
from veridical.measure import JudgePreset, Method, Paper
from veridical.methods.hievidr import (
    answer,
    citation,
    claim,
    claim_support,
    one_prompt,
    report_score,
    traceability,
)
from veridical.methods.hievidr.diagnosis import diagnose
from veridical.methods.hievidr.gates import CITATION_GATE, answer_gate, claim_gate
from veridical.methods.hievidr.settings import DEFAULTS, Settings, Variant
from veridical.methods.hievidr.totals import totals

VERSION = "2"

PRESET = JudgePreset(
    model="Qwen3-VL-235B-A22B-Instruct",
    temperature=0.2,
    roles=(Role.JUDGE, Role.VISION),
    is_one_by_one=True,
    otherwise=(
        "rendered pages are shown with the text; without --page-pictures, the text and its "
        "pictures",
    ),
    source=Paper("HiEviDR-Bench", "2607.25151", "its experiments"),
)
"""One model judged everywhere. That it was asked one by one follows from its number of calls."""


def hievidr(settings: Settings = DEFAULTS) -> Method:
    """The method under `settings`; they are recorded with every score."""
    if settings.variant is Variant.ONE_PROMPT:
        return Method(
            name="hievidr",
            version=VERSION,
            stages=one_prompt.measures(),
            totals=one_prompt.totals(),
            settings=settings.shown(),
            preset=PRESET,
        )
    return Method(
        name="hievidr",
        version=VERSION,
        stages=(
            *report_score.measures(settings),
            *traceability.measures(settings),
            CITATION_GATE,
            *citation.measures(settings),
            *claim_support.measures(settings),
            claim_gate(settings),
            *claim.measures(settings),
            answer_gate(settings),
            *answer.measures(settings),
        ),
        totals=totals(),
        settings=settings.shown(),
        preset=PRESET,
        diagnose=diagnose,
    )


HIEVIDR = hievidr()
