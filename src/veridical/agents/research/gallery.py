"""The pictures themselves, for roles that see: the question's and those that were found.

Whoever sees no pictures is given none, since an ask with pictures goes unanswered there; captions
stand in every prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from veridical.ask import Attachment, Role
from veridical.task import Item

MOST = 8
"""Pictures that go with an ask, the question's first (ours)."""


@dataclass(frozen=True)
class Shown:
    """Pictures that go with an ask, and what each is, in their order."""

    pictures: tuple[Attachment, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gallery:
    """Pictures that can be shown.

    Attributes:
        roles: those that see.
        of_query: the question's, in order.
        find: an item's picture; None where there is none that can be shown.
        made: pictures that were made for the report, by the item's id.
    """

    roles: frozenset[Role] = frozenset()
    of_query: tuple[Attachment, ...] = ()
    find: Callable[[Item], Attachment | None] = lambda _: None
    made: Mapping[str, Attachment] = field(default_factory=dict)

    def with_made(self, made: Mapping[str, Attachment]) -> Gallery:
        """The same with pictures that were made for the report."""
        return replace(self, made={**self.made, **made})

    def shown(self, role: Role, images: Iterable[Item] = ()) -> Shown:
        """What a role is shown beside a list of evidence; nothing where it sees nothing.

        Args:
            role: who is asked.
            images: of the evidence, in the order of their numbers.
        """
        if role not in self.roles:
            return Shown()
        found = [(one, f"question {n}") for n, one in enumerate(self.of_query, start=1)]
        for n, item in enumerate(images, start=1):
            picture = self.made.get(item.id) or self.find(item)
            if picture is not None:
                found.append((picture, f"picture {n}"))
        kept = found[:MOST]
        return Shown(tuple(one for one, _ in kept), tuple(name for _, name in kept))


NO_PICTURES = Gallery()
