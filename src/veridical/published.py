"""What a paper says of its numbers: where they were printed, and by whose judgement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veridical.ask import Role


@dataclass(frozen=True, slots=True)
class Paper:
    """Where a measure was published: the paper's name, its arXiv number, the place in it."""

    name: str
    arxiv: str
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePreset:
    """The judge that a paper's own numbers were made with.

    Attributes:
        model: as the paper names it.
        temperature: that it wrote with.
        roles: the roles that it answered in, and those of `others`.
        others: the models of those roles that another one answered in.
        is_one_by_one: whether each question had a call of its own.
        otherwise: what this package does otherwise whatever is set, each in a few words.
        source: where the paper says so.
    """

    model: str
    temperature: float
    roles: tuple[Role, ...]
    is_one_by_one: bool
    otherwise: tuple[str, ...] = ()
    source: Paper
    others: Mapping[Role, str] = field(default_factory=dict)

    def model_of(self, role: Role) -> str:
        """Who answered in a role, as the paper names it."""
        return self.others.get(role, self.model)
