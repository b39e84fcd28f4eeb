"""What a writer is given: texts and pictures, each under the number that its markers use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from veridical.task import Item, Modality


@dataclass(frozen=True)
class Evidence:
    """An ordered list of evidence.

    Attributes:
        texts: marker ``[n]`` stands for the n-th; tables are texts.
        images: ``|imagek|`` stands for the k-th.
    """

    texts: tuple[Item, ...] = ()
    images: tuple[Item, ...] = ()

    @classmethod
    def of(cls, items: Iterable[Item], most_texts: int, most_images: int) -> Evidence:
        """The first items of a ranking, so many of each kind."""
        texts: list[Item] = []
        images: list[Item] = []
        for item in items:
            is_image = item.modality is Modality.IMAGE
            kind, most = (images, most_images) if is_image else (texts, most_texts)
            if len(kind) < most:
                kind.append(item)
        return cls(tuple(texts), tuple(images))

    @property
    def ids(self) -> tuple[str, ...]:
        """Of all items: texts first."""
        return tuple(item.id for item in (*self.texts, *self.images))

    def updated(
        self, ranked: Iterable[Item], cited: Collection[str], most_texts: int, most_images: int
    ) -> Evidence:
        """The same with better items in the places of those that nothing cites.

        Args:
            ranked: all that is known now, the best first.
            cited: ids of items that the draft stands on; they stay, in their order.
            most_texts: how many texts at most.
            most_images: how many pictures at most.
        """
        kept = [item for item in (*self.texts, *self.images) if item.id in cited]
        known = {item.id for item in kept}
        return Evidence.of(
            [*kept, *(item for item in ranked if item.id not in known)], most_texts, most_images
        )

    def numbers_in(self, later: Evidence) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """Which number of `later` each number of this list has become: of texts, of images."""
        texts = {item.id: n for n, item in enumerate(later.texts, start=1)}
        images = {item.id: n for n, item in enumerate(later.images, start=1)}
        return (
            {n: texts[i.id] for n, i in enumerate(self.texts, start=1) if i.id in texts},
            {n: images[i.id] for n, i in enumerate(self.images, start=1) if i.id in images},
        )
