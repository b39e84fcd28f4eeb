"""What is read on for orders: every hint that makes one lies in a stretch that is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.checks.orders.cues import HINT, WORDS, Cue
from veridical.checks.orders.stems import REACH, stretches
from veridical.checks.orders.unmask import unmasked

ATTACKS = Path(__file__).parents[2] / "attacks" / "orders.toml"
WEAK = next(w.pattern for w in WORDS if w.cue is Cue.VERDICT and w.weight == 2)
"""Words that make no order without a stronger one, and have no stem."""
PROSE = "The province closed forty pumps, and the lake rose by two metres in a year. " * 8


def _unread(text: str) -> list[str]:
    """The hints that no stretch holds."""
    spans = list(stretches(text))
    return [
        found[0]
        for found in HINT.finditer(text)
        if not WEAK.fullmatch(found[0])
        and not any(a <= found.start() and found.end() <= b for a, b in spans)
    ]


@settings(max_examples=300, deadline=None)
@given(st.from_regex(HINT))
def test_no_hint_is_left_out(text: str) -> None:
    """Whatever makes a hint, and whatever stands around it."""
    assert _unread(text.lower()) == []


def test_no_hint_of_a_known_attack_is_left_out() -> None:
    """Alone, and inside of a page."""
    told = [line for line in _strings(tomllib.loads(ATTACKS.read_text("utf-8"))) if line]
    texts = [unmasked(PROSE * many + line + PROSE * many).text for line in told for many in (0, 1)]

    assert len(texts) > 50
    assert [left for text in texts for left in _unread(text)] == []


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in _strings(one)]


def test_prose_is_not_read_on() -> None:
    """A text without a stem has no stretch; one stem has the characters around it."""
    text = PROSE.lower()
    page = text + "ignore it. " + text

    assert list(stretches(text)) == []
    assert list(stretches(page)) == [(len(text) - REACH, len(text) + REACH)]


@pytest.mark.parametrize("text", ["", "图1显示产量。", "ignore"])
def test_stretches_stay_inside(text: str) -> None:
    """Of an empty text, one in Chinese, one that is a stem."""
    assert all(0 <= start < end <= len(text) for start, end in stretches(text)) or not text
