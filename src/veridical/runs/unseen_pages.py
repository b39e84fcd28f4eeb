"""Whose rendered pages a run was to show and could not, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from veridical.runs.integrity import stored_file
from veridical.runs.load import Run
from veridical.runs.report_pictures import read_pictures


def unseen_pages(run: Run) -> Mapping[str, int]:
    """How many reports have no page to be seen, by why that is.

    Args:
        run: nothing is counted where it was to show no pages.

    Raises:
        StoreError: what it kept of its pictures is gone.
    """
    if run.manifest.page_pictures is msgspec.UNSET:
        return {}
    kept = [one.pictures_path for one in run.results if one.pictures_path]
    pages = [read_pictures(stored_file(run.folder, str(path))).own.pages for path in kept]
    return Counter(one.why_none for one in pages if one is not None and one.why_none)
