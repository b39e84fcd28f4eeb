"""A run's pages as a folder."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tests.unit.web.sample import TASK, leaderboard_page, report_page, task_page
from veridical.errors import StoreError
from veridical.task import Image, Query
from veridical.web.pictures import CopiedPictures, InlinePictures, kept_picture, picture_file
from veridical.web.site import Site, write_site

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A bench with one picture, and a secret beside it."""
    folder = tmp_path / "bench"
    (folder / "images").mkdir(parents=True)
    (folder / "images" / "ice.svg").write_bytes(SVG)
    (tmp_path / "secret.png").write_bytes(b"secret")
    return folder


def _with_picture(path: str) -> Site:
    query = Query(text="See <image>.", images=(Image(id="i", path=path),))
    task = msgspec.structs.replace(TASK, query=query)
    page = task_page()
    return Site(
        leaderboard=leaderboard_page(),
        tasks=[type(page)(frame=page.frame, task=task, columns=page.columns)],
    )


def test_every_page_has_its_place(tmp_path: Path) -> None:
    """One file a page."""
    site = Site(leaderboard=leaderboard_page(), reports=[report_page()], tasks=[task_page()])
    write_site(site, tmp_path)

    assert sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.html")) == [
        "index.html",
        "systems/atlas/t-water.html",
        "tasks/t-water.html",
    ]


def test_the_first_page_is_returned(tmp_path: Path) -> None:
    """What a reader opens."""
    assert write_site(Site(leaderboard=leaderboard_page()), tmp_path) == tmp_path / "index.html"


def test_anchors_between_pages_lead_to_files(tmp_path: Path) -> None:
    """Every address that stays in the site is there."""
    site = Site(leaderboard=leaderboard_page(), reports=[report_page()], tasks=[task_page()])
    write_site(site, tmp_path)
    addresses = {
        (page.parent / found).resolve()
        for page in tmp_path.rglob("*.html")
        for found in re.findall(r'href="([^"#:]+\.html)"', page.read_text("utf-8"))
    }

    assert {a.relative_to(tmp_path).as_posix() for a in addresses if not a.exists()} == {
        "systems/beacon/t-water.html"
    }


def test_pictures_are_copied_beside_the_pages(bench: Path, tmp_path: Path) -> None:
    """The page of a task finds its picture one folder up."""
    site = _with_picture("images/ice.svg")
    write_site(Site(leaderboard=site.leaderboard, tasks=site.tasks, pictures=bench), tmp_path)
    html = (tmp_path / "tasks" / "t-water.html").read_text("utf-8")
    address = re.findall(r'<img src="([^"]*)"', html)[0]

    assert (tmp_path / "tasks" / address).read_bytes() == SVG


@pytest.mark.parametrize(
    "path", ["../secret.png", "/etc/hostname", "images/none.png", "tasks.jsonl", ""]
)
def test_nothing_outside_the_bench_is_copied(bench: Path, path: str) -> None:
    """Nor what is no picture, nor what is not there."""
    assert picture_file(bench, path) is None


def test_a_symbolic_link_leads_nowhere_outside(bench: Path) -> None:
    """It is followed before it is judged."""
    (bench / "images" / "link.png").symlink_to(bench.parent / "secret.png")

    assert picture_file(bench, "images/link.png") is None


def test_a_picture_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A reader learns what is missing."""
    write_site(_with_picture("images/gone.svg"), tmp_path)

    assert "The picture images/gone.svg is not with these pages." in (
        tmp_path / "tasks" / "t-water.html"
    ).read_text("utf-8")


def test_one_picture_is_copied_once(bench: Path, tmp_path: Path) -> None:
    """Two paths with the same bytes are one file."""
    (bench / "images" / "same.svg").write_bytes(SVG)
    pictures = CopiedPictures(bench, tmp_path / "site")

    assert pictures.address("images/ice.svg") == pictures.address("images/same.svg")


def test_a_picture_can_be_written_into_the_page(bench: Path) -> None:
    """As a data URI, for a page that is one file."""
    assert InlinePictures(bench).address("images/ice.svg").startswith("data:image/svg+xml;base64,")


@pytest.mark.parametrize(
    "path", ["images/loop.svg", "a\0.svg", "a" * 5000 + ".svg", "images", "images/none.svg"]
)
def test_a_picture_that_cannot_be_had_leaves_its_caption(
    bench: Path, tmp_path: Path, path: str
) -> None:
    """Whatever a task calls it."""
    (bench / "images" / "loop.svg").symlink_to("loop.svg")
    site = _with_picture(path)
    write_site(
        Site(leaderboard=site.leaderboard, tasks=site.tasks, pictures=bench), tmp_path / "site"
    )

    assert not (tmp_path / "site" / "images").exists()


@pytest.mark.parametrize("taken", ["site", "site/index.html/a", "site/tasks"])
def test_a_place_that_is_taken_is_one_clear_line(tmp_path: Path, taken: str) -> None:
    """A file where a folder goes, or a folder where a page goes."""
    (tmp_path / taken).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / taken).write_bytes(b"")

    with pytest.raises(StoreError, match=r": could not be written: .*; expected room"):
        write_site(Site(leaderboard=leaderboard_page(), tasks=[task_page()]), tmp_path / "site")


def test_a_drawing_that_would_run_something_is_left_out(bench: Path, tmp_path: Path) -> None:
    """Its copy could be opened by itself."""
    (bench / "images" / "ice.svg").write_bytes(SVG[:-2] + b"><script>alert(1)</script></svg>")
    site = _with_picture("images/ice.svg")
    write_site(
        Site(leaderboard=site.leaderboard, tasks=site.tasks, pictures=bench), tmp_path / "site"
    )

    assert not (tmp_path / "site" / "images").exists()


def test_a_kept_picture_is_sought_with_the_run_alone(bench: Path, tmp_path: Path) -> None:
    """Not in the bench, nor outside the folder that keeps them; and the bench's not there."""
    kept, out = tmp_path / "kept", tmp_path / "out"
    kept.mkdir()
    (kept / "water.svg").write_bytes(SVG + b" ")
    pictures = CopiedPictures(bench, out, kept)

    shown = pictures.address(kept_picture("water.svg"))
    assert (out / shown).read_bytes() == SVG + b" "
    assert pictures.address("images/ice.svg").startswith("images/")
    refused = [kept_picture("images/ice.svg"), kept_picture("../secret.png"), "water.svg"]
    assert [pictures.address(path) for path in refused] == ["", "", ""]
    assert CopiedPictures(bench, out).address(kept_picture("water.svg")) == ""
