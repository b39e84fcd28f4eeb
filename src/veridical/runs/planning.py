"""The verb `plan`: what a run over a bench's reports would take."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from veridical.ledger import open_ledger
from veridical.measure import Method
from veridical.picture import PagePicture, ReportImage, ReportPages
from veridical.runs.given import read_given
from veridical.runs.identity import checked_date
from veridical.runs.needs import refuse_needs
from veridical.runs.plan import Forecast, forecast
from veridical.runs.plan_search import stand_ins
from veridical.runs.report_pictures import PictureFinder
from veridical.runs.rivals import with_rivals
from veridical.runs.sync import run_sync
from veridical.runs.verbs import looked_up, method_named
from veridical.sources.page_pictures import PageSettings
from veridical.sources.page_pictures.chromium import drawn_size
from veridical.sources.page_pictures.document import Document, document_of_drawing
from veridical.task import Bench, read_bench

if TYPE_CHECKING:
    from veridical.runs.settings import Settings
    from veridical.runs.submissions import Submitted


def plan(
    tasks: str | Path,
    reports: str | Path,
    *,
    settings: Settings | None,
    method: str | Method = "hievidr",
    sources: str | Path | None = None,
    ledger: str | Path | None = None,
    date: str | None = None,
    may_lack_reports: bool = False,
    page_pictures: int = 0,
    search: str | None = None,
) -> tuple[Forecast, ...]:
    """What a run would take, as a range; nothing is called and nothing is kept.

    Args:
        tasks: a bench's folder, or its task file.
        reports: a folder ``SYSTEM/TASK.md``, or a JSONL file.
        settings: which models would answer; without any the input is checked all the same,
            and nothing is foreseen.
        method: a method, or its name.
        sources: a folder of source texts, in which cited pages are looked up.
        ledger: where answers would be found; by default nowhere.
        date: the run's date (ISO), on which some kept answers depend; by default today.
        may_lack_reports: whether a system may have left tasks out.
        page_pictures: how many pages of each report would be shown; reports that have fewer take
            less.
        search: the provider with which the method would search the web; low is where nothing is
            found, high where every search finds as much as is read.

    Raises:
        InputError: a file that cannot be read or does not follow its format.
        NeedError: a task lacks gold that the method needs.
        ConfigError: a package is missing, a price that a budget in money needs, or `date` is
            no date.
        StoreError: the ledger cannot be read.
    """
    day = checked_date(date or datetime.now(UTC).date().isoformat())
    bench = read_bench(Path(tasks))
    submitted = read_given(Path(reports), bench, may_lack_reports=may_lack_reports)
    chosen = method_named(method) if isinstance(method, str) else method
    least, chosen = stand_ins(chosen, search) if search else (chosen, chosen)
    submitted = with_rivals(looked_up(submitted, sources), chosen, bench)
    refuse_needs(bench, submitted, chosen)
    with TemporaryDirectory() as scratch:
        where = Path(scratch) / "empty.ledger" if ledger is None else ledger
        with open_ledger(where, read_only=ledger is not None) as kept:
            if settings is None or not settings.bindings:
                return ()
            told = forecast(
                bench,
                submitted,
                chosen,
                settings=settings,
                ledger=kept,
                date=day,
                finder=_finder(bench, Path(scratch), submitted, page_pictures),
                least=least,
            )
            return run_sync(told)


@dataclass(frozen=True, slots=True)
class StandIn:
    """Stands for a photographer where nothing is to be rendered: so many pages of each report."""

    settings: PageSettings

    async def drawing(self, image: ReportImage, keep: Path) -> ReportPages:
        """A picture that is named by the drawing's content, and is no file."""
        size = drawn_size(image.width, image.height)
        one = StandIn(PageSettings(1, *size))
        return await one.pages(document_of_drawing(image, size), keep)

    async def pages(self, document: Document, keep: Path) -> ReportPages:
        """Pages that are named by the document's content, and are no files."""
        del keep
        numbers = range(1, self.settings.most + 1)
        names = [hashlib.sha256(f"{document.sha256} {n}".encode()).hexdigest() for n in numbers]
        size = self.settings.width, self.settings.height
        pages = (PagePicture(n, name, f"{name}.png", *size) for n, name in enumerate(names, 1))
        return ReportPages(tuple(pages), len(names), "none: a forecast")


def _finder(
    bench: Bench, scratch: Path, submitted: Iterable[Submitted], pages: int
) -> PictureFinder:
    if not pages:
        return PictureFinder(bench)
    beside = {(one.system, one.task_id): one for one in submitted}
    settings = PageSettings(most=pages)
    return PictureFinder(bench, scratch, StandIn(settings), settings, beside)
