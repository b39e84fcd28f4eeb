"""Eyes: what a figure read by OCR, a drawing, and a page picture take in time and memory.

Figures and drawings are those of the tests and of the shipped bench; pages are of a long report.
What is not installed is left out, never measured as 0.
"""

from __future__ import annotations

import asyncio
import hashlib
import resource
import tempfile
import time
from pathlib import Path

from bench.row import Row
from tests.drawn_figures import KINDS, attachment
from veridical.ask import Attachment
from veridical.checks.figure_reading import read_figure
from veridical.report.parse import parse_report
from veridical.sources.eyes import DrawingEyes
from veridical.sources.eyes.rapid import RapidEyes, is_installed
from veridical.sources.images import Surroundings, inventory
from veridical.sources.page_pictures import PageSettings, camera, document_of

DRAWINGS = Path(__file__).parents[1] / "src" / "veridical" / "runs" / "demo_bench" / "images"
PAGES = 8
LONG = "# A report\n\n" + "\n\n".join(
    f"Statement {n} says that the river rose. " + "It was wet that year. " * 40 for n in range(80)
)
FIGURES = "\n\n".join(f"![a](img/{n}.png)\n\nFigure {n}: it grew." for n in range(2_000))


def measure() -> list[Row]:
    """Time and memory of each."""
    return [*_of_inventory(), *_of_drawings(), *asyncio.run(_of_pages()), *_of_ocr()]


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _of_inventory() -> list[Row]:
    report = parse_report(FIGURES)
    begin = time.process_time()
    found = inventory(report, Surroundings(Path(tempfile.gettempdir())))
    each = 1e6 * (time.process_time() - begin) / len(found)
    return [Row("a figure in the inventory, of 2,000 missing files", each, "µs CPU", 1_000)]


def _of_drawings() -> list[Row]:
    files = sorted(DRAWINGS.glob("*.svg"))
    shown = [Attachment(str(p), hashlib.sha256(p.read_bytes()).hexdigest()) for p in files]
    begin = time.process_time()
    for one in shown:
        read = DrawingEyes().read(one)
        if read is None:
            raise RuntimeError(f"{one.path}: no drawing was read, expected one.")
        read_figure(read)
    each = 1_000 * (time.process_time() - begin) / len(shown)
    return [Row("an SVG read and its values labelled", each, "ms CPU", 50)]


async def _of_pages() -> list[Row]:
    report = parse_report(LONG)
    document = document_of(report, (), (1024, 1448))
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        async with camera(PageSettings(PAGES)) as one:
            opened = time.perf_counter()
            made = await one.pages(document, Path(folder))
            done = time.perf_counter()
            await one.pages(document, Path(folder))
            again = time.perf_counter()
        if not made.pages:
            return []
        size = sum(Path(page.path).stat().st_size for page in made.pages) / len(made.pages)
    return [
        Row("Chromium opened", opened - begin, "s", 10),
        Row("a page picture", 1_000 * (done - opened) / len(made.pages), "ms", 1_000),
        Row("a page picture, kept", 1_000 * (again - done) / len(made.pages), "ms", 10),
        Row("bytes of a page picture", size / 1_000, "kB"),
    ]


def _of_ocr() -> list[Row]:
    if not is_installed():
        return []
    before = _peak_mb()
    eyes, taken = RapidEyes(), []
    with tempfile.TemporaryDirectory() as folder:
        figures = [attachment(kind(zh=False).png, Path(folder)) for kind in KINDS]
        for one in [figures[0], *figures]:
            begin = time.process_time()
            if eyes.read(one) is None:
                raise RuntimeError(f"{one.path}: nothing was read, expected words.")
            taken.append(time.process_time() - begin)
    return [
        Row("models loaded, and the first figure read", taken[0], "s CPU", 10),
        Row("a figure read by OCR", sum(taken[1:]) / len(figures), "s CPU", 3),
        Row("more memory for it, at the peak", _peak_mb() - before, "MB", 700),
    ]
