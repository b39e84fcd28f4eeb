"""Figures that cannot be shown, or that nothing explains."""

import base64
from pathlib import Path

import pytest

from tests.unit.findings.reading import audited
from veridical.findings.figures import local_file

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)
"""A PNG of one pixel."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A report's folder with pictures, and one picture outside it."""
    inside = tmp_path / "reports"
    (inside / "images").mkdir(parents=True)
    for name in ("a.png", "images/b c.png", "50%.png", "q?x.png", "图.png"):
        (inside / name).write_bytes(DOT)
    (tmp_path / "secret.png").write_bytes(b"png")
    (inside / "out.png").symlink_to(tmp_path / "secret.png")
    (inside / "loop.png").symlink_to(inside / "loop.png")
    return inside


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("a.png", "a.png"),
        ("./a.png", "a.png"),
        ("images/b%20c.png", "images/b c.png"),
        ("images/b c.png", "images/b c.png"),
        ("a.png?width=300", "a.png"),
        ("a.png#top", "a.png"),
        ("50%25.png", "50%.png"),
        ("q%3Fx.png", "q?x.png"),
        ("%E5%9B%BE.png", "图.png"),
    ],
)
def test_a_file_beside_the_report(folder: Path, target: str, expected: str) -> None:
    """An address is decoded; a query and a fragment are no part of a name."""
    assert local_file(target, folder) == (folder / expected).resolve()


@pytest.mark.parametrize(
    "target",
    [
        "",
        "b.png",
        "images",
        "../secret.png",
        "%2e%2e/secret.png",
        "images/../../secret.png",
        "/etc/hostname",
        "out.png",
        "loop.png",
        "a.png%00",
        "x" * 5000,
        "\ud800.png",
        "?",
    ],
)
def test_what_is_no_file_inside_the_folder(folder: Path, target: str) -> None:
    """A path that leads out of it is no picture, nor is a name that no file can have."""
    assert local_file(target, folder) is None


def test_a_missing_picture_is_found(folder: Path) -> None:
    """The address is shown as written."""
    found = audited("Ice [1].\n\n![Chart](charts/x.png)\n\n[1] https://ice.org/a\n", folder=folder)

    assert found == [("missing_image", "The image is not there: 'charts/x.png'.")]


@pytest.mark.parametrize(
    "target", ["https://ice.org/x.png", "HTTP://ice.org/x.png", "//ice.org/x.png"]
)
def test_a_picture_from_elsewhere_is_not_looked_for(folder: Path, target: str) -> None:
    """Nothing is fetched, and that is said."""
    source = f"Ice [1].\n\n![Chart]({target})\n\n[1] https://ice.org/a\n"
    message = f"The image lies in the web and was not fetched: {target!r}."

    assert audited(source, folder=folder) == [("image_not_fetched", message)]


DATA_URI = base64.b64encode(DOT).decode()


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (f"data:image/png;base64,{DATA_URI}", []),
        ("data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'/>", []),
        (f"data:image/png;base64,{DATA_URI[:40]}",
         [("broken_image",
           "The image is broken, its bytes are no whole picture: written into the report.")]),
        ("data:image/png;base64,AA!",
         [("broken_image",
           "The image is broken, its bytes cannot be decoded: written into the report.")]),
        ("notes.tiff",
         [("unsupported_image",
           "The image has a format that is not shown, image/tiff: 'notes.tiff'.")]),
        ("huge.png",
         [("oversize_image", "The image is too large, 20000001 bytes: 'huge.png'.")]),
        ("wide.png",
         [("oversize_image", "The image is too large, 60000 x 60000 pixels: 'wide.png'.")]),
        ("half.png",
         [("broken_image", "The image is broken, its bytes are no whole picture: 'half.png'.")]),
    ],
)  # fmt: skip
def test_a_picture_that_cannot_be_shown(
    folder: Path, target: str, expected: list[tuple[str, str]]
) -> None:
    """Each is told by what is wrong with it."""
    (folder / "notes.tiff").write_bytes(b"II*\x00" + bytes(20))
    (folder / "huge.png").write_bytes(DOT + bytes(20_000_001 - len(DOT)))
    (folder / "wide.png").write_bytes(DOT[:16] + (60_000).to_bytes(4, "big") * 2 + DOT[24:])
    (folder / "half.png").write_bytes(DOT[:40])
    source = f"Ice [1].\n\n![Chart](<{target}>)\n\n[1] https://ice.org/a\n"
    if "'" in target:
        source = source.replace(f"<{target}>", target.replace(" ", "%20").replace("'", "%27"))

    assert audited(source, folder=folder) == expected


def test_pictures_are_not_looked_for_without_a_folder() -> None:
    """Nobody knows where they would lie."""
    source = "Ice [1].\n\n![Chart](x.png)\n\n[1] https://ice.org/a\n"

    assert audited(source) == []


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        ("![](a.png)", ["figure_without_caption"]),
        ("![Chart](a.png)", []),
        ('![](a.png "Chart")', []),
        ("![](a.png)\n*Figure 1: the ice.*", []),
    ],
)
def test_a_figure_that_nothing_explains(folder: Path, figure: str, expected: list[str]) -> None:
    """A caption, a description or a title explains it."""
    source = f"Ice [1].\n\n{figure}\n\n[1] https://ice.org/a\n"

    assert [kind for kind, _ in audited(source, folder=folder)] == expected
