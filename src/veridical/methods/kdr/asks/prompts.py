"""Where the prompt files lie: beside the asks, one per language."""

from __future__ import annotations

from pathlib import Path

PROMPTS = Path(__file__).parents[1] / "prompts"
