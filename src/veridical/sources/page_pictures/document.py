"""A report as one HTML document that tells nothing but the report: no name, no path, no system.

The body is the sanitized rendering (`veridical.report.render`); pictures are named by index,
and what is not at hand is a box that says so. Front matter and text that readers do not see are
left out: a judge of pages sees what a reader would.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

from veridical.picture import ImageState, ReportImage
from veridical.report.model import Figure, Report
from veridical.report.render import render_html

STYLE_VERSION = "1"
"""Goes up whenever the same report would look otherwise."""

_PICTURE = re.compile(r'<img src="figure-(\d+)" alt="([^"]*)"[^>]*>')
_UNSHOWN = re.compile(
    r'<pre class="front-matter">.*?</pre>\n?|<details class="hidden-text">.*?</details>\n?',
    re.DOTALL,
)


@dataclass(frozen=True)
class Document:
    """What the browser is given.

    Attributes:
        html: the whole document.
        pictures: files and media types of the pictures that it names, by their names.
        sha256: over the document and its pictures' hashes.
    """

    html: str
    pictures: Mapping[str, tuple[Path, str]] = field(default_factory=dict)
    sha256: str = ""


def document_of(report: Report, images: tuple[ReportImage, ...], size: tuple[int, int]) -> Document:
    """The document of a report.

    Args:
        report: as parsed.
        images: its inventory; figures that it lacks count as not at hand.
        size: width and height of a page, pixels.
    """
    known = {image.figure: image for image in images}
    body = _UNSHOWN.sub("", render_html(report, _named))
    body = _PICTURE.sub(lambda tag: _shown(known.get(int(tag[1])), tag), body)
    shown = {image.figure: image for image in images if _is_shown(image)}
    language = "zh" if report.language == "zh" else "en"
    html = _PAGE.substitute(width=size[0], height=size[1], body=body, language=language)
    hashes = [f"{k} {image.sha256}" for k, image in sorted(shown.items())]
    digest = sha256("\n".join([html, *hashes]).encode("utf-8", "surrogatepass")).hexdigest()
    pictures = {f"figure-{k}": (Path(i.path), i.media_type) for k, i in shown.items()}
    return Document(html, pictures, digest)


def document_of_drawing(image: ReportImage, size: tuple[int, int]) -> Document:
    """The document of one drawing, which fills the page.

    Args:
        image: an SVG that is at hand.
        size: width and height of the page, pixels.
    """
    html = _DRAWING.substitute(width=size[0], height=size[1])
    digest = sha256(f"{html}\n{image.sha256}".encode()).hexdigest()
    return Document(html, {"figure-0": (Path(image.path), image.media_type)}, digest)


def _named(figure: Figure) -> str:
    return f"figure-{figure.index}"


def _is_shown(image: ReportImage | None) -> bool:
    return image is not None and image.state is ImageState.PRESENT and bool(image.path)


def _shown(image: ReportImage | None, tag: re.Match[str]) -> str:
    if _is_shown(image):
        return f'<img src="figure-{tag[1]}" alt="{tag[2]}">'
    state = image.state.value.replace("_", " ") if image is not None else "not looked for"
    return f'<span class="broken">[picture {escape(state)}] {tag[2]}</span>'


_DRAWING = Template("""<!doctype html>
<html><head><meta charset="utf-8"><title>Figure</title><style>
* { margin: 0; padding: 0; }
html { background: #fff; overflow: hidden; }
img { display: block; width: ${width}px; height: ${height}px; object-fit: contain; }
</style></head><body><img src="figure-0" alt=""></body></html>
""")

_PAGE = Template("""<!doctype html>
<html lang="$language"><head><meta charset="utf-8"><title>Report</title><style>
* { box-sizing: border-box; }
html { margin: 0; background: #fff; }
body { margin: 0; padding: 40px 0; height: ${height}px; column-width: calc(${width}px - 96px);
  column-gap: 96px; column-fill: auto; margin-left: 48px; width: calc(${width}px - 96px);
  font: 17px/1.5 "DejaVu Sans", "Noto Sans CJK SC", "Noto Sans", sans-serif; color: #111;
  overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; break-after: avoid; }
p, li { orphans: 2; widows: 2; }
img { max-width: 100%; max-height: calc(${height}px - 160px); }
figure, img, .broken { break-inside: avoid; margin-left: 0; margin-right: 0; }
.broken { display: inline-block; border: 2px dashed #a00; padding: 16px; color: #a00; }
table { width: 100%; border-collapse: collapse; font-size: 14px; margin: 12px 0; }
th, td { border: 1px solid #999; padding: 4px 6px; text-align: left; vertical-align: top; }
tr { break-inside: avoid; }
pre { white-space: pre-wrap; font-size: 14px; background: #f4f4f4; padding: 8px; }
a { color: #0645ad; text-decoration: none; }
.caption { font-style: italic; }
blockquote { border-left: 4px solid #ccc; margin-left: 0; padding-left: 12px; }
</style></head><body>
$body
</body></html>
""")
