"""What the agent asks, each ask with its prompt for models and its rule."""

from pathlib import Path

PROMPTS = Path(__file__).parents[1] / "prompts"
