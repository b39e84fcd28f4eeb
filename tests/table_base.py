"""A base of many tables, made from the demo's by renaming and resampling, always the same."""

from __future__ import annotations

import csv
import random
from pathlib import Path

from veridical.retrieval.tables import Table, table_from_item
from veridical.runs.demo import BENCH
from veridical.task import Modality, read_bench

_PLACES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper")
_KINDS = ("Valley", "Coast", "Plateau", "Basin", "Island")
_SERIES = ("survey", "census", "register", "panel")
_WORDS = tuple(f"{place} {kind}" for place in _PLACES for kind in _KINDS)


def demo_tables() -> list[Table]:
    """The demo's own tables."""
    items = [one for one in read_bench(BENCH).corpus.values() if one.modality is Modality.TABLE]
    return [table for one in items if (table := table_from_item(one)) is not None]


def write_base(folder: Path, many: int = 1_200) -> list[str]:
    """Files of so many tables below domain, sub-domain and topic; the title of each, in order."""
    chance = random.Random(7)
    sources = demo_tables()
    titles = []
    for n in range(many):
        source = sources[n % len(sources)]
        word = _WORDS[n // len(sources) % len(_WORDS)]
        series = _SERIES[n // (len(sources) * len(_WORDS)) % len(_SERIES)]
        title = f"{source.title} {word} {series}"
        place = folder / f"domain-{n % 3}" / f"sub-{n % len(sources)}" / word.replace(" ", "-")
        place.mkdir(parents=True, exist_ok=True)
        (place / "abstract.txt").write_text(f"What is known of {word} in the field of measures.")
        rows = [source.rows[chance.randrange(len(source.rows))] for _ in source.rows]
        with (place / f"{title.replace(' ', '_')}.csv").open("w", encoding="utf-8") as file:
            written = csv.writer(file)
            written.writerow([column.heading for column in source.columns])
            written.writerows(["" if cell is None else cell for cell in row] for row in rows)
        titles.append(title)
    return titles
