"""How many items, nodes and tries a graph of HiEviDR-Bench is made with."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.errors import ConfigError


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Of the pipeline.

    Attributes:
        tasks: how many are wanted at the end.
        candidates: how many anchors are tried; the paper begins with 30,000 for 2,000 tasks.
        seed: of all that is drawn.
        nearest: k, how many neighbours a draw is made from; the paper does not say.
        fewest_items: of a bundle; the paper's 10.
        most_items: of a bundle; the paper's 25.
        fewest_nodes: of a graph; the paper's 5 (the smallest Easy one).
        most_nodes: of a graph; the paper's 17 (the largest Hard one).
        tries: how often a graph that is invalid is written anew, the first time included.
        alike: the share of words (Jaccard) from which two questions are one; ours.
    """

    tasks: int = 10
    candidates: int = 40
    seed: int = 0
    nearest: int = 40
    fewest_items: int = 10
    most_items: int = 25
    fewest_nodes: int = 5
    most_nodes: int = 17
    tries: int = 3
    alike: float = 0.7

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        for name in ("tasks", "candidates", "nearest", "tries", "fewest_items", "fewest_nodes"):
            if getattr(self, name) < 1:
                raise _refused(name, getattr(self, name), "a whole number from 1")
        for few, many in (("fewest_items", "most_items"), ("fewest_nodes", "most_nodes")):
            if getattr(self, few) > getattr(self, many):
                raise _refused(few, getattr(self, few), f"no more than {many}")
        if not 0 <= self.alike <= 1:
            raise _refused("alike", self.alike, "a share from 0 to 1")


def _refused(name: str, got: object, expected: str) -> ConfigError:
    where = f"construction of hievidr, {name}"
    return ConfigError(where, "cannot be", got=got, expected=expected, fix="Correct it.")
