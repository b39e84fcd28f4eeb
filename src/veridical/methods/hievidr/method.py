"""HiEviDR-Bench (arXiv:2607.25151) as a method: five parts, three gates between them.

Report and Traceability are never gated; Citation, Claim and Answer each stand behind a gate.
"""

from __future__ import annotations

from veridical.measure import Method
from veridical.methods.hievidr import (
    answer,
    citation,
    claim,
    claim_support,
    report_score,
    traceability,
)
from veridical.methods.hievidr.diagnosis import diagnose
from veridical.methods.hievidr.gates import CITATION_GATE, answer_gate, claim_gate
from veridical.methods.hievidr.settings import DEFAULTS, Settings
from veridical.methods.hievidr.totals import totals

VERSION = "1"


def hievidr(settings: Settings = DEFAULTS) -> Method:
    """The method under `settings`; they are recorded with every score."""
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
        diagnose=diagnose,
    )


HIEVIDR = hievidr()
