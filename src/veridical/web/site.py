"""A run's pages as a folder that opens by double click and can be mailed as it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from veridical.runs.files import refused
from veridical.web.pages import LeaderboardPage, Page, ReportPage, TaskPage
from veridical.web.pictures import CopiedPictures, NoPictures, Pictures
from veridical.web.render import rendered


@dataclass(frozen=True, kw_only=True)
class Site:
    """All pages of a run.

    Attributes:
        leaderboard: the first page.
        reports: one page per report; may be an iterator, each page is let go once written.
        tasks: one page per task; likewise.
        pictures: the folder that the paths of pictures are relative to; None = none.
        kept: the folder of the pictures that were kept with the run; None = none.
    """

    leaderboard: LeaderboardPage
    reports: Iterable[ReportPage] = ()
    tasks: Iterable[TaskPage] = ()
    pictures: Path | None = None
    kept: Path | None = None


def write_site(site: Site, folder: Path) -> Path:
    """Write every page of `site` into `folder`.

    Returns:
        The path of the first page.

    Raises:
        StoreError: the disk refuses; pages that were written before still stand.
    """
    pictures = CopiedPictures(site.pictures, folder, site.kept) if site.pictures else NoPictures()
    first = _write(site.leaderboard, folder, pictures)
    for page in site.reports:
        _write(page, folder, pictures)
    for task in site.tasks:
        _write(task, folder, pictures)
    return first


def _write(page: Page, folder: Path, pictures: Pictures) -> Path:
    path = folder.joinpath(*page.place)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.writelines(rendered(page, pictures))
    except OSError as e:
        raise refused(path, e) from e
    return path
