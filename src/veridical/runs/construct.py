"""`construct`: a corpus becomes a bench, and each candidate that does not leaves its reason.

The folder that is written is a bench as `evaluate` reads it. Beside its tasks stand the fate of
every candidate (``candidates.jsonl``), the funnel (``funnel.json``) and the card (``card.md``).
What models say is kept in the ledger before it is used: a run that is killed and started again
asks nothing twice and ends in the same bytes.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from veridical.construction.card import Made, canary_of, card
from veridical.construction.curation import Curation, Wanted
from veridical.construction.forecast import Forecast, Work, forecast
from veridical.construction.funnel import Funnel, StageCount
from veridical.construction.pipeline import Candidate, Fate, Selection, Stage, selected, through
from veridical.construction.registry import curation_of
from veridical.errors import InputError
from veridical.respondents import Roles
from veridical.runs.check import Progress, silent
from veridical.runs.corpus import ITEMS, corpus_items
from veridical.runs.files import refuse_no_folder, refused, write_whole
from veridical.runs.kept_roles import kept_roles
from veridical.runs.sync import run_sync
from veridical.task import Item, Task, line_from_task

if TYPE_CHECKING:
    from collections.abc import Callable

    from veridical.runs.bound import Spending
    from veridical.runs.settings import Settings

TASKS, FATES, FUNNEL, CARD = "tasks.jsonl", "candidates.jsonl", "funnel.json", "card.md"
HELD_OUT = "held-out"


@dataclass(frozen=True)
class Constructed:
    """What came of a construction.

    Attributes:
        made: the set with its funnel.
        folder: the bench.
    """

    made: Made
    folder: Path

    @property
    def is_short(self) -> bool:
        """Whether fewer tasks came than were wanted, or candidates wait."""
        return len(self.made.tasks) < self.made.wanted or bool(self.made.funnel.unsettled)


@dataclass(frozen=True, kw_only=True)
class Constructing:
    """Makes tasks from a corpus.

    Attributes:
        corpus: the folder of its items, as `corpus build` writes it, or a bench.
        method: whose way of making tasks, by the paper's short name.
        wanted: how many, by which seed.
        settings: which models write and judge; None = the built-in rules do.
        on_spent: is told what models took, once all is done.
    """

    corpus: Path
    method: str
    wanted: Wanted
    settings: Settings | None = None
    on_spent: Callable[[Spending], None] | None = None

    @property
    def curation(self) -> Curation:
        """How it is done.

        Raises:
            ConfigError: there is no such method, or what is wanted cannot be.
        """
        return curation_of(self.method, self.wanted)

    def forecast(self) -> Forecast:
        """What it will take, with nothing asked of a model.

        Raises:
            InputError: there is no corpus, or it cannot be read.
            ConfigError: as `curation`.
        """
        items, made = self._items(), self.curation
        work = Work(made.candidates, lambda asker: made.stages(items, asker), made.tries)
        return run_sync(forecast(made.seeds(items), work, Roles()))

    def construct(self, out: Path, progress: Progress = silent) -> Constructed:
        """Make the set and write its folder.

        Raises:
            InputError: there is no corpus, or it cannot be read; nothing is asked.
            ConfigError: a package, a key or a price is missing.
            StoreError: the disk refuses.
        """
        refuse_no_folder(out)
        if out.resolve() == self.corpus.resolve():
            raise InputError(
                str(out),
                "is the corpus itself",
                expected="another folder, since a bench is written there",
                fix="Name one.",
            )
        items = self._items()
        return run_sync(self._constructed(items, out, progress))

    def _items(self) -> list[Item]:
        return [one for one in corpus_items(self.corpus) if one.text.strip()]

    async def _constructed(
        self, items: Sequence[Item], out: Path, progress: Progress
    ) -> Constructed:
        curation = self.curation
        chosen = curation.selections()
        async with kept_roles(self.settings, out, on_spent=self.on_spent) as roles:
            steps = curation.stages(items, roles)
            funnel = Funnel(_names(steps, chosen))
            with _Fates(out / FATES, funnel) as told:
                seeds = _counted(curation.seeds(items), curation.candidates, progress)
                kept = [one async for one in through(seeds, steps, told.add)]
                left = selected(kept, chosen, told.add)
            made = self._made(curation, left, items, (funnel, roles))
        _write(made, self.corpus, out)
        return Constructed(made, out)

    def _made(
        self,
        curation: Curation,
        left: Sequence[Candidate[object]],
        items: Sequence[Item],
        how: tuple[Funnel, Roles],
    ) -> Made:
        funnel, roles = how
        canary = canary_of(curation.name, self.wanted.seed, (one.id for one in left))
        tasks = _tasks(curation, left, self.wanted, canary)
        return Made(
            method=curation.name,
            tasks=tasks,
            told=curation.told(tasks),
            corpus=items,
            funnel=funnel,
            settings={**curation.settings, "held_out": self.wanted.held_out},
            respondents={role.value: roles.respondent(role).identity for role in curation.roles},
            is_indicative=roles.is_indicative(curation.roles),
            wanted=self.wanted.tasks,
            canary=canary,
        )


class _Fates:
    """Counts fates, and writes each as it comes; the file takes its place once it is whole."""

    def __init__(self, path: Path, funnel: Funnel) -> None:
        self._path, self._funnel = path, funnel
        self._beside = path.with_name(f".{path.name}.tmp")
        self._open = ExitStack()
        self._file: BinaryIO | None = None

    def __enter__(self) -> _Fates:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._open.enter_context(self._beside.open("wb"))
        except OSError as e:
            raise refused(self._path, e) from e
        return self

    def add(self, fate: Fate) -> None:
        self._funnel.add(fate)
        assert self._file is not None
        try:
            self._file.write(msgspec.json.encode(fate) + b"\n")
        except OSError as e:
            raise refused(self._path, e) from e

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        try:
            self._open.close()
            if kind is None:
                self._beside.replace(self._path)
            else:
                self._beside.unlink(missing_ok=True)
        except OSError as e:
            raise refused(self._path, e) from e


def _names(steps: Sequence[Stage], chosen: Sequence[Selection]) -> list[str]:
    return [*(one.name for one in steps), *(one.name for one in chosen)]


def _counted(
    seeds: Iterator[Candidate[object]], count: int, progress: Progress
) -> Iterator[Candidate[object]]:
    for n, one in enumerate(seeds):
        progress(n, count)
        yield one
    progress(count, count)


def _tasks(
    curation: Curation, left: Sequence[Candidate[object]], wanted: Wanted, canary: str
) -> tuple[Task, ...]:
    apart = round(wanted.held_out * len(left))
    chance = random.Random(f"{wanted.seed} held out")
    held = {one.id for one in chance.sample(list(left), apart)}
    found: list[Task] = []
    for number, one in enumerate(left, start=1):
        split = HELD_OUT if one.id in held else "public"
        tags = {"split": split, "canary": canary, "candidate": one.id}
        found.append(curation.task(one.value, f"{curation.name}-{number:04d}", tags))
    return tuple(found)


def _write(made: Made, corpus: Path, out: Path) -> None:
    stages_told = [_told(one) for one in made.funnel.stages]
    write_whole(out / FUNNEL, msgspec.json.format(msgspec.json.encode(stages_told)) + b"\n")
    write_whole(out / CARD, card(made).encode())
    public = [one for one in made.tasks if one.tags["split"] != HELD_OUT]
    apart = [one for one in made.tasks if one.tags["split"] == HELD_OUT]
    _bench(public, made.corpus, corpus, out)
    if apart:
        _bench(apart, made.corpus, corpus, out / HELD_OUT)


def _bench(tasks: Sequence[Task], items: Sequence[Item], source: Path, out: Path) -> None:
    write_whole(out / TASKS, (line_from_task(one) + b"\n" for one in tasks))
    kept = [_copied(one, source, out) for one in items]
    write_whole(out / ITEMS, (msgspec.json.encode(one) + b"\n" for one in kept))


def _copied(item: Item, source: Path, out: Path) -> Item:
    """The item with its picture beside it; without, where the picture is not there."""
    if item.image_path is None:
        return item
    there, here = source / item.image_path, out / item.image_path
    if not there.is_file() or not here.resolve().is_relative_to(out.resolve()):
        return _without_picture(item)
    try:
        here.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(there, here)
    except OSError as e:
        raise refused(here, e) from e
    return item


def _without_picture(item: Item) -> Item:
    """The item without a picture."""
    return msgspec.structs.replace(item, image_path=None)


def _told(one: StageCount) -> dict[str, object]:
    return {
        "stage": one.stage,
        "came": one.came,
        "passed": one.passed,
        "successors": one.successors,
        "dropped": dict(sorted(one.dropped.items())),
        "unsettled": dict(sorted(one.unsettled.items())),
    }
