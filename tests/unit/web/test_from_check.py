"""A check's result as its page: what comes first, what is folded, which pictures are in it."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from veridical import check
from veridical.runs.check import CheckResult
from veridical.web import check_pictures
from veridical.web.from_check import check_html, check_page
from veridical.web.pages.frame import Tone

ICE = "Ice has a density of 917 kg per cubic meter at 0 °C. It floats on water."
SAID = "Ice has a density of 917 kg per cubic meter at 0 °C"
PNG = b"\x89PNG\r\n\x1a\nnot much of a picture"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with sources: 1.md speaks of ice, 2.md of the sea."""
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "1.md").write_text(ICE, "utf-8")
    (tmp_path / "sources" / "2.md").write_text("The sea is salt.", "utf-8")
    return tmp_path


def checked(place: Path, text: str) -> CheckResult:
    """A report of these words, checked."""
    (place / "report.md").write_text(text, "utf-8")
    return check(place / "report.md", sources=place / "sources")


ENTRIES = "\n\n## References\n\n[1] On ice. https://ice.org/a\n[2] On the sea. https://sea.org/b\n"


def test_the_gravest_statements_come_first(place: Path) -> None:
    """Among equals in the report's order."""
    wrong = SAID.replace("917", "719")
    text = f"Rain falls. {SAID} [1]. {wrong} [1]. {SAID} [9]. Snow melts.{ENTRIES}"
    page = check_page(checked(place, text))

    assert [(s.verdict, s.statement) for s in page.statements] == [
        ("contradicted", 2),
        ("missing_reference", 3),
        ("supported", 1),
        ("uncited", 0),
        ("uncited", 4),
    ]


def test_uncited_statements_wait_behind_a_fold(place: Path) -> None:
    """And no others."""
    page = check_page(checked(place, f"{SAID} [1].{ENTRIES}"))

    assert [kind.name for kind in page.verdicts if kind.is_folded] == ["uncited"]


def test_every_state_has_its_own_words(place: Path) -> None:
    """Each verdict of a statement is one of the page's kinds."""
    page = check_page(checked(place, f"Rain falls. {SAID} [1].{ENTRIES}"))

    assert {s.verdict for s in page.statements} <= {kind.name for kind in page.verdicts}
    assert len(page.verdicts) == 9
    assert [kind.name for kind in page.verdicts if not kind.meaning] == []


def test_what_all_sources_say_together_is_shown(place: Path) -> None:
    """Beside what each of them says."""
    page = check_page(checked(place, f"Volcanoes are formed by rising magma [1][2].{ENTRIES}"))
    (statement,) = page.statements

    assert [c.source_name for c in statement.checks] == ["1.md", "2.md", "All its sources together"]


def test_a_reference_says_what_became_of_it(place: Path) -> None:
    """Its worst finding, and who cites it."""
    page = check_page(checked(place, f"{SAID} [1].{ENTRIES}"))

    assert [(r.state, r.tone, r.statements) for r in page.references] == [
        ("cited", Tone.GOOD, (0,)),
        ("uncited reference", Tone.PLAIN, ()),
    ]


def test_a_picture_beside_the_report_is_in_the_page(place: Path) -> None:
    """As its bytes; the page needs nothing else."""
    (place / "a b.png").write_bytes(PNG)
    html = check_html(checked(place, f"{SAID} [1].\n\n![Chart](a%20b.png){ENTRIES}"), place)

    assert f'src="data:image/png;base64,{base64.b64encode(PNG).decode()}"' in html


@pytest.mark.parametrize(
    "target", ["../secret.png", "none.png", "note.txt", "https://ice.org/a.png", "large.png"]
)
def test_a_picture_that_is_not_shown(
    place: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside the folder, not there, no picture, elsewhere, too large: it is named alone."""
    monkeypatch.setattr(check_pictures, "LARGEST_BYTES", 1000)
    (place / "folder").mkdir()
    (place / "secret.png").write_bytes(PNG)
    (place / "folder" / "note.txt").write_text("text", "utf-8")
    (place / "folder" / "large.png").write_bytes(PNG * 100)
    report = place / "folder" / "report.md"
    report.write_text(f"{SAID} [1].\n\n![Chart]({target}){ENTRIES}", "utf-8")
    html = check_html(check(report, sources=place / "sources"), report.parent)

    assert "<img" not in html
    assert "Chart" in html


def test_the_picture_of_a_placed_item_is_in_the_page(place: Path) -> None:
    """A placeholder stands for an item that the writer was given."""
    item = {"id": "map", "text": "A map.", "modality": "image", "image_path": "map.png"}
    (place / "sources" / "corpus.jsonl").write_text(json.dumps(item), "utf-8")
    (place / "sources" / "map.png").write_bytes(PNG)
    (place / "report.evidence.json").write_text('{"images": ["map"]}', "utf-8")
    result = checked(place, "The map shows the sea.\n\n|image1|\nFigure 1: A map.\n")

    assert "data:image/png;base64," in check_html(result, place)


def test_without_a_folder_no_file_is_read(place: Path) -> None:
    """Pictures are named."""
    (place / "a.png").write_bytes(PNG)
    html = check_html(checked(place, f"{SAID} [1].\n\n![Chart](a.png){ENTRIES}"))

    assert "<img" not in html
