"""What an ask that makes something leaves where it fails: a drop, or a candidate that waits."""

from __future__ import annotations

from veridical.ask import NoVerdict
from veridical.construction.pipeline import Dropped
from veridical.score import Reason

OF_THE_REPLY = frozenset({Reason.UNREADABLE, Reason.REFUSED, Reason.NOTHING_TO_CHECK})
"""What a respondent has said, and would say again: the candidate falls."""


def without(said: NoVerdict, reason: str) -> Dropped | NoVerdict:
    """A drop under `reason` if the respondent answered with nothing of use, else the absence.

    Args:
        said: why there is no answer.
        reason: what the funnel calls a candidate for which none can be made.
    """
    if said.reason in OF_THE_REPLY:
        return Dropped(reason, said.detail or said.reason.value)
    return said
