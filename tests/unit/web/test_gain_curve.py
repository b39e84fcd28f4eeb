"""What drafts brought, drawn over what they cost."""

from __future__ import annotations

import re

from veridical.agents.release.record import Gain
from veridical.web.gain_curve import gain_curve


def test_a_draft_stands_at_its_share_of_cost_and_statements() -> None:
    """From nothing at the lower left to the last draft at the upper right."""
    drawn = gain_curve([Gain(1000, 5, 5, 5.0), Gain(2000, 10, 5, 5.0)])
    (points,) = re.findall(r'points="([^"]+)"', drawn)
    assert points == "34.0,124.0 220.0,69.0 406.0,14.0"
    assert drawn.count("<circle") == 2


def test_it_says_in_words_what_it_shows() -> None:
    """For who does not see it."""
    drawn = gain_curve([Gain(1000, 5, 5, 5.0)])
    assert 'aria-label="5 supported statements after 1,000 tokens, 5 new"' in drawn


def test_drafts_that_bring_nothing_lie_on_the_ground() -> None:
    """And no draft draws nothing."""
    assert 'points="34.0,124.0 406.0,124.0"' in gain_curve([Gain(1000, 0, 0, 0.0)])
    assert gain_curve([]) == ""
