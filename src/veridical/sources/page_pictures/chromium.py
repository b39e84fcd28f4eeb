"""Chromium as a camera: a document becomes PNG pages of one size; nothing goes out.

The browser runs without scripts, every request is answered from the document's own pictures or
refused, and no host name resolves. A document is laid out in columns of a page's size, so that
no line of text is cut in two by the end of a page. Pages are kept by the document's content.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from veridical.picture import PagePicture, ReportImage, ReportPages
from veridical.sources.page_pictures.document import (
    STYLE_VERSION,
    Document,
    document_of_drawing,
)

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Route

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
NO_PACKAGE = "no page pictures: pip install 'veridical[browser]'"
NO_BROWSER = (
    "no page pictures, since there is no Chromium: apt-get install chromium, "
    "or: playwright install chromium"
)
ARGUMENTS = (
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
DRAWN = 1024
"""Pixels of the longer side of a drawing's picture."""
NARROWEST = 64
_ADDRESS = "http://report.invalid/"


@dataclass(frozen=True, slots=True)
class PageSettings:
    """How a report is photographed.

    Attributes:
        most: how many pages at most, from 1.
        width: of a page, pixels.
        height: of a page, pixels.
        timeout_s: for the whole of one report, seconds.
    """

    most: int = 8
    width: int = 1024
    height: int = 1448
    timeout_s: float = 60.0


class Photographer(Protocol):
    """Whoever makes pictures of pages, or says why not."""

    async def pages(self, document: Document, keep: Path) -> ReportPages:
        """The pictures of a document's pages.

        Args:
            document: what to show.
            keep: the folder that the PNG files are put in, named by their content.
        """
        ...

    async def drawing(self, image: ReportImage, keep: Path) -> ReportPages:
        """The picture of a drawing, as the only page.

        Args:
            image: an SVG that is at hand.
            keep: as for `pages`.
        """
        ...


@dataclass(frozen=True, slots=True)
class NoCamera:
    """Where no pages can be shown.

    Attributes:
        why: and what to do.
    """

    why: str

    async def pages(self, document: Document, keep: Path) -> ReportPages:
        """None, and why."""
        del document, keep
        return ReportPages(why_none=self.why)

    async def drawing(self, image: ReportImage, keep: Path) -> ReportPages:
        """None, and why."""
        del image, keep
        return ReportPages(why_none=self.why)


@dataclass(frozen=True)
class Camera:
    """An open browser.

    Attributes:
        browser: of Playwright.
        settings: size and number of pages.
    """

    browser: Browser
    settings: PageSettings

    @property
    def identity(self) -> str:
        """Browser with version, style, size."""
        size = f"{self.settings.width}x{self.settings.height}"
        return f"chromium-{self.browser.version}/style-{STYLE_VERSION}/{size}"

    async def pages(self, document: Document, keep: Path) -> ReportPages:
        """The pictures of a document's pages, made now or found where they were kept.

        Raises:
            OSError: they cannot be written.
        """
        told = f"{document.sha256}\n{self.identity}\n{self.settings.most}"
        listing = keep / f"pages-{hashlib.sha256(told.encode()).hexdigest()[:32]}.json"
        kept = _kept(listing, keep)
        if kept is not None:
            return kept
        from playwright.async_api import Error

        try:
            pages = await self._made(document, keep)
        except Error as e:
            return ReportPages(why_none=f"the browser failed: {e.message.splitlines()[0]}")
        _write(listing, msgspec.json.encode(pages, order="sorted"))
        return _at(pages, keep)

    async def drawing(self, image: ReportImage, keep: Path) -> ReportPages:
        """The picture of a drawing, made now or found where it was kept.

        Raises:
            OSError: it cannot be written.
        """
        width, height = drawn_size(image.width, image.height)
        settings = replace(self.settings, most=1, width=width, height=height)
        document = document_of_drawing(image, (width, height))
        return await replace(self, settings=settings).pages(document, keep)

    async def _made(self, document: Document, keep: Path) -> ReportPages:
        size = {"width": self.settings.width, "height": self.settings.height}
        context = await self.browser.new_context(
            java_script_enabled=False,
            viewport=size,  # type: ignore[arg-type]
            accept_downloads=False,
            service_workers="block",
            locale="en-US",
        )
        try:
            context.set_default_timeout(1000 * self.settings.timeout_s)
            page = await context.new_page()
            await page.route("**/*", _answers(document))
            await page.goto(_ADDRESS, wait_until="load")
            return await self._taken(page, keep)
        finally:
            await context.close()

    async def _taken(self, page: Page, keep: Path) -> ReportPages:
        session = await page.context.new_cdp_session(page)
        layout = await session.send("Page.getLayoutMetrics")
        width, height = self.settings.width, self.settings.height
        total = max(1, ceil((layout["cssContentSize"]["width"] - 1) / width))
        made = []
        for number in range(1, min(total, self.settings.most) + 1):
            clip = {"x": (number - 1) * width, "y": 0, "width": width, "height": height, "scale": 1}
            shot = await session.send(
                "Page.captureScreenshot",
                {"format": "png", "clip": clip, "captureBeyondViewport": True},
            )
            data = base64.b64decode(shot["data"])
            digest = hashlib.sha256(data).hexdigest()
            _write(keep / f"{digest}.png", data)
            made.append(PagePicture(number, digest, f"{digest}.png", width, height))
        return ReportPages(tuple(made), total, self.identity)


def drawn_size(width: int | None, height: int | None) -> tuple[int, int]:
    """The size of a drawing's picture: its own shape, the longer side `DRAWN` pixels.

    Args:
        width: of the drawing, in its own units; None or 0 = it does not say.
        height: the same.
    """
    wide, high = (width, height) if width and height else (4, 3)
    longer = max(wide, high)
    return max(NARROWEST, DRAWN * wide // longer), max(NARROWEST, DRAWN * high // longer)


def _answers(document: Document) -> Callable[[Route], Awaitable[None]]:
    async def answer(route: Route) -> None:
        address = route.request.url
        name = address.removeprefix(_ADDRESS)
        if address == _ADDRESS:
            await route.fulfill(body=document.html, content_type="text/html; charset=utf-8")
        elif address.startswith(_ADDRESS) and name in document.pictures:
            path, kind = document.pictures[name]
            await route.fulfill(path=path, content_type=kind)
        else:
            await route.abort()

    return answer


def _kept(listing: Path, folder: Path) -> ReportPages | None:
    try:
        found = msgspec.json.decode(listing.read_bytes(), type=ReportPages)
    except (OSError, msgspec.DecodeError):
        return None
    is_whole = all((folder / page.path).is_file() for page in found.pages)
    return _at(found, folder) if is_whole and found.pages else None


def _at(found: ReportPages, folder: Path) -> ReportPages:
    placed = tuple(
        PagePicture(p.number, p.sha256, str(folder / Path(p.path).name), p.width, p.height)
        for p in found.pages
    )
    return ReportPages(placed, found.total, found.renderer, found.why_none)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    beside.write_bytes(data)
    beside.replace(path)


@asynccontextmanager
async def camera(settings: PageSettings | None = None) -> AsyncIterator[Camera | NoCamera]:
    """A camera until the block ends; where there is none, what says why.

    Args:
        settings: how reports are photographed.
    """
    if find_spec("playwright") is None:
        yield NoCamera(NO_PACKAGE)
        return
    from playwright.async_api import Error, async_playwright

    async with async_playwright() as playwright:
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        own = playwright.chromium.executable_path
        if program is None and not Path(own).exists():
            yield NoCamera(NO_BROWSER)
            return
        # the browser's own sandbox needs rights that root inside a container does not have
        rooted = ("--no-sandbox",) if os.geteuid() == 0 else ()
        try:
            browser = await playwright.chromium.launch(
                executable_path=program, args=[*ARGUMENTS, *rooted]
            )
        except Error as e:
            yield NoCamera(f"no page pictures: the browser did not start: {str(e).splitlines()[0]}")
            return
        try:
            yield Camera(browser, settings or PageSettings())
        finally:
            await browser.close()
