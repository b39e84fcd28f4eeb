"""A researched report as one page that needs nothing but itself, its pictures inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from veridical.agents.hka.made import Analysed
from veridical.findings.figures import local_file
from veridical.report import parse_report
from veridical.report.model import FigureKind, Report
from veridical.report.render import render_html
from veridical.runs.files import write_whole
from veridical.runs.researched import evidence_of, file_name
from veridical.sources.inside import file_inside
from veridical.web.analyses import analyses_view
from veridical.web.body import with_pictures
from veridical.web.check_pictures import LARGEST_BYTES, picture_name
from veridical.web.pictures import MEDIA_TYPES, data_uri
from veridical.web.release import release_view
from veridical.web.render import STYLES, environment, policy, static_text

if TYPE_CHECKING:
    from veridical.runs.researched import Answered

TEMPLATE = "research.html"


def write_research_page(found: Answered, corpus: Path) -> Path | None:
    """Write a report's page beside it; None where there is no report.

    Args:
        found: the report.
        corpus: the folder in which its pictures are.

    Raises:
        StoreError: the disk refuses.
    """
    if found.path is None:
        return None
    page = found.folder / f"{file_name(found.question.name)}.html"
    write_whole(page, research_page(found, corpus).encode("utf-8", "backslashreplace"))
    return page


def research_page(found: Answered, corpus: Path) -> str:
    """The page as HTML."""
    assert found.path is not None
    listed = None if found.about.protocol else evidence_of(found.found).as_list()
    report = parse_report(found.path.read_bytes(), evidence=listed)
    body = Markup(render_html(report, picture_name))  # noqa: S704 - sanitised by the rendering
    early = static_text(("theme.js",))
    return (
        environment()
        .get_template(TEMPLATE)
        .render(
            title=report.sections[0].heading if report.sections else found.about.question,
            language=report.language or "en",
            about=found.about,
            steps=found.found.steps,
            release=release_view(found.record, found.found) if found.record else None,
            analyses=analyses_view(found, report),
            body=with_pictures(body, _addresses(found, report, corpus)),
            policy=policy(early),
            style=Markup(static_text(STYLES)),  # noqa: S704
            early_script=Markup(early),  # noqa: S704
        )
    )


def _addresses(found: Answered, report: Report, corpus: Path) -> Callable[[str], str]:
    """What a figure's name leads to: its picture as a data URI, "" where there is none."""
    files = dict(_files(found, report, corpus))

    def address(name: str) -> str:
        file = files.get(name)
        if file is None or file.suffix.lower() not in MEDIA_TYPES:
            return ""
        return data_uri(file) if file.stat().st_size <= LARGEST_BYTES else ""

    return address


def _files(found: Answered, report: Report, corpus: Path) -> Iterator[tuple[str, Path | None]]:
    """Each figure's file: of the evidence by its number, of the report itself by its path."""
    images = found.found.evidence.images
    analysed = found.found.made if isinstance(found.found, Analysed) else ()
    made = {one.figure.id for one in analysed}
    for figure in report.figures:
        if figure.kind is FigureKind.IMAGE:
            yield picture_name(figure), local_file(figure.target, found.folder)
        elif figure.number is not None and 1 <= figure.number <= len(images):
            item = images[figure.number - 1]
            folder = found.folder if item.id in made else corpus
            file = file_inside(folder, item.image_path) if item.image_path else None
            yield picture_name(figure), file
