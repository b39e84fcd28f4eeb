"""Where the prompt files of HiEviDR-Bench lie: beside the asks, one per language."""

from pathlib import Path

PROMPTS = Path(__file__).parents[1] / "prompts"
