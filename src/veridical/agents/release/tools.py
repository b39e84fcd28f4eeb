"""What a spending limit can take away from an agent, in the order in which it does."""

from enum import StrEnum


class Tool(StrEnum):
    """A way to spend."""

    RERANK = "rerank"
    """What was found is put in order by an ask."""
    REFINE = "refine"
    """What is missing is asked for, searched for and written."""
    REWRITE = "rewrite"
    """A statement that fails is written anew."""
    JUDGE = "judge"
    """Whether the evidence bears a statement is judged by a model."""
