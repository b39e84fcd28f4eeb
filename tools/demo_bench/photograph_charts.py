"""Makes a PNG of each query picture of the demo bench, since models take no vector drawings.

Answers: where does the PNG beside an SVG under ``images/`` come from? From Chromium, which shows
the SVG on a page of its size at twice the pixels. Another Chromium or other fonts may give other
bytes, so it is run by hand when a drawing has changed.

Run ``python -m tools.demo_bench.photograph_charts src/veridical/runs/demo_bench/images``.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tools.demo_bench.draw_charts import HEIGHT, WIDTH


def main(folder: Path) -> None:
    """Write the PNGs."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        size = {"width": WIDTH, "height": HEIGHT}
        page = browser.new_page(viewport=size, device_scale_factor=2)  # type: ignore[arg-type]
        for drawing in sorted(folder.glob("query_*.svg")):
            page.set_content(f"<style>body{{margin:0}}</style>{drawing.read_text('utf-8')}")
            page.screenshot(path=drawing.with_suffix(".png"))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
