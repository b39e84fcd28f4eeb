"""Where the prompt files of HiEviDR-Bench lie: beside the asks, one per language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from veridical.ask import Part
from veridical.checks.prompt import prompt_parts

PROMPTS = Path(__file__).parents[1] / "prompts"


def with_captions(
    parts: tuple[Part, ...], captions: Sequence[str], language: str
) -> tuple[Part, ...]:
    """A prompt that also says what the attached pictures are, before what it asks for at last."""
    listed = "\n".join(f"{k}. {caption}" for k, caption in enumerate(captions, start=1))
    told = prompt_parts(PROMPTS, "query_pictures", language, {"captions": listed})
    return (*parts[:-1], *told, parts[-1])
