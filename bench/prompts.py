"""What prompts take: tokens, and how many of them an earlier prompt began with.

Tokens: one for a Chinese character, else one for four characters, as the released programs were
measured. A provider's cache serves the beginning of a prompt that it has seen before, so what is
new in a prompt is what stands after the longest beginning that it shares with an earlier one.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass

_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")


def tokens_of(text: str) -> int:
    """One for a Chinese character, else one for four characters."""
    chinese = len(_IDEOGRAPH.findall(text))
    return chinese + (len(text) - chinese) // 4


def again(prompt: str, earlier: list[str]) -> int:
    """How many tokens of a prompt an earlier one began with; `earlier` is sorted, and added to."""
    at = bisect(earlier, prompt)
    near = earlier[max(0, at - 1) : at + 1]
    earlier.insert(at, prompt)
    return max((tokens_of(prompt[: _common(prompt, other)]) for other in near), default=0)


def _common(one: str, other: str) -> int:
    """How many code points two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


@dataclass(frozen=True, slots=True)
class Taken:
    """What so many reports took, each on average.

    Attributes:
        calls: requests.
        tokens: of prompts.
        new: of these, those that no earlier prompt began with.
    """

    calls: float
    tokens: float
    new: float


def taken(prompts: Sequence[str], reports: int) -> Taken:
    """What a report took.

    Args:
        prompts: of all reports, in the order in which they were sent.
        reports: how many.
    """
    earlier: list[str] = []
    sent = sum(map(tokens_of, prompts))
    repeated = sum(again(prompt, earlier) for prompt in prompts)
    return Taken(len(prompts) / reports, sent / reports, (sent - repeated) / reports)
