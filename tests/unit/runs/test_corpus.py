"""A corpus out of files: pieces, what is unchanged, what is refused, a kill in the middle."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from veridical.errors import InputError, StoreError
from veridical.runs.corpus import (
    ITEMS,
    build_corpus,
    corpus_items,
    corpus_tables,
    counts_of,
    item_of,
)
from veridical.runs.corpus_search import search_corpus
from veridical.runs.lock import locked
from veridical.task import Modality, read_bench

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder of each kind of file."""
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "water.md").write_text(
        "# Water\n\nWater boils at 100 degrees at sea level.\n\n## Ice\n\n"
        "Ice floats because it is less dense than the liquid.\n\n"
        "| State | Density (kg/m³) |\n|---|---|\n| ice | 917 |\n| liquid | 1000 |\n\n"
        "![Ice on a lake](lake.png)\n"
    )
    (folder / "lake.png").write_bytes(PIXEL)
    (folder / "deep" / "水.txt").write_text("水的沸点在海平面上是一百度。")
    (folder / "deep" / "years.csv").write_text("Year,Output (TWh)\n2019,50\n2020,60\n")
    (folder / "page.html").write_text("<h1>Iris</h1><p>The iris has three species.</p>")
    return folder


def test_pieces_know_where_they_stand(files: Path, tmp_path: Path) -> None:
    """Document, section, modality, language; typed tables beside."""
    built = build_corpus(tmp_path / "c", [files])
    items = {item.id: item for item in corpus_items(tmp_path / "c")}
    assert (built.read, built.refused) == (5, ())
    ice = next(
        i for i in items.values() if i.text.startswith("Ice floats") or "Ice floats" in i.text
    )
    assert (ice.document, ice.language) == ("water.md", "en")
    assert {i.modality for i in items.values()} == set(Modality)
    assert sorted(t.id for t in corpus_tables(tmp_path / "c")) == sorted(
        i.id for i in items.values() if i.modality is Modality.TABLE
    )
    figure = items["water.md-figure-1"]
    assert (figure.text, figure.document) == ("Ice on a lake", "water.md")
    assert (tmp_path / "c" / str(figure.image_path)).read_bytes() == PIXEL


def test_sections_of_chunks(tmp_path: Path) -> None:
    """A chunk has the heading before it."""
    text = "# One\n\n" + "First words here. " * 20 + "\n\n# Two\n\n" + "Second words there. " * 20
    (tmp_path / "a.md").write_text(text)
    build_corpus(tmp_path / "c", [tmp_path / "a.md"], characters=200)
    items = corpus_items(tmp_path / "c")
    assert items[0].section == "One"
    assert items[-1].section == "Two"


def test_searched_in_both_languages(files: Path, tmp_path: Path) -> None:
    """The piece that says it comes first."""
    build_corpus(tmp_path / "c", [files])
    assert (
        search_corpus(tmp_path / "c", "at what temperature does water boil")[0][1].document
        == "water.md"
    )
    assert search_corpus(tmp_path / "c", "水的沸点")[0][1].document == "deep/水.txt"
    (found,) = search_corpus(tmp_path / "c", "output by year", modality="table")
    assert found[1].document == "deep/years.csv"


def test_a_corpus_is_a_bench_corpus(files: Path, tmp_path: Path) -> None:
    """Tasks may stand on it."""
    build_corpus(tmp_path / "c", [files])
    (tmp_path / "c" / "tasks.jsonl").write_text(
        '{"schema": 1, "id": "t", "query": {"text": "q"}}\n'
    )
    assert len(read_bench(tmp_path / "c").corpus) == len(corpus_items(tmp_path / "c"))


def test_unchanged_files_are_not_read_again(files: Path, tmp_path: Path) -> None:
    """Only the one that was changed; the rest as it was, byte for byte."""
    build_corpus(tmp_path / "c", [files])
    before = (tmp_path / "c" / ITEMS).read_bytes()
    assert build_corpus(tmp_path / "c", [files]).read == 0
    assert (tmp_path / "c" / ITEMS).read_bytes() == before
    (files / "page.html").write_text("<p>Other words.</p>")
    assert build_corpus(tmp_path / "c", [files]).read == 1
    assert b"Other words." in (tmp_path / "c" / ITEMS).read_bytes()


def test_build_drops_what_is_gone_and_add_keeps_it(files: Path, tmp_path: Path) -> None:
    """The sources are all, or they are more."""
    other = tmp_path / "other.txt"
    other.write_text("Something else entirely is written here.")
    build_corpus(tmp_path / "c", [files])
    build_corpus(tmp_path / "c", [other], keeps_others=True)
    assert {i.document for i in corpus_items(tmp_path / "c")} >= {"other.txt", "water.md"}
    build_corpus(tmp_path / "c", [other])
    assert {i.document for i in corpus_items(tmp_path / "c")} == {"other.txt"}


def test_a_kill_in_the_middle_loses_nothing(files: Path, tmp_path: Path) -> None:
    """What was read stands; the end is the same as without the kill."""
    build_corpus(tmp_path / "whole", [files])

    def dies(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_corpus(tmp_path / "c", [files], tell=dies)
    assert build_corpus(tmp_path / "c", [files]).read == 2
    assert (tmp_path / "c" / ITEMS).read_bytes() == (tmp_path / "whole" / ITEMS).read_bytes()


REFUSED = {
    "empty.txt": (b"", "empty"),
    "book.xlsx": (b"no", "is no workbook"),
    "cut.pdf.part": (b"%PDF", None),
    "bad.pdf": (b"no pdf", ""),
    "bad.png": (b"no picture", "is no picture"),
    "head.csv": (b"a,b\n", "has no row"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_said_and_the_rest_is_kept(name: str, tmp_path: Path) -> None:
    """One line each; other files are useful all the same."""
    content, expected = REFUSED[name]
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / name).write_bytes(content)
    (folder / "good.txt").write_text("A good file with words in it.")
    built = build_corpus(tmp_path / "c", [folder])
    assert [i.document for i in corpus_items(tmp_path / "c")] == ["good.txt"]
    if expected is None:
        assert built.refused == ()
    else:
        assert [part.name for part in built.refused] == [name]
        assert built.refused[0].refusal.startswith(expected)


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    """Neither of files nor of folders."""
    (tmp_path / "secret.txt").write_text("a secret that stands outside")
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "good.txt").write_text("Words that stand inside.")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "again.txt").symlink_to(folder / "good.txt")
    os.mkfifo(folder / "pipe.txt")
    built = build_corpus(tmp_path / "c", [folder])
    assert [i.document for i in corpus_items(tmp_path / "c")] == ["good.txt"]
    assert built.left_out == ("again.txt", "link.txt", "pipe.txt")


@pytest.mark.parametrize("out", [".", "c", ".."])
def test_a_corpus_is_not_read_into_itself(out: str, files: Path) -> None:
    """Neither beside its sources nor above them."""
    with pytest.raises(InputError, match="is among its own sources"):
        build_corpus(files / out, [files])
    assert not (files / "corpus.jsonl").exists()


def test_two_documents_of_one_name_are_refused(tmp_path: Path) -> None:
    """Neither takes the other's place in silence."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text(f"words of {folder}")
    with pytest.raises(InputError, match="has the name of another document"):
        build_corpus(tmp_path / "c", [tmp_path / "a", tmp_path / "b"])


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("nothing", "is not there"), ("x.exe", "is no file that can be read"), ("e", "holds no file")],
)
def test_sources_that_are_none(name: str, wrong: str, tmp_path: Path) -> None:
    """Said before anything is made."""
    (tmp_path / "x.exe").write_bytes(b"MZ")
    (tmp_path / "e").mkdir()
    with pytest.raises(InputError, match=wrong):
        build_corpus(tmp_path / "c", [tmp_path / name])
    assert not (tmp_path / "c").exists()


def test_somebody_else_is_building(files: Path, tmp_path: Path) -> None:
    """Two do not write one corpus."""
    (tmp_path / "c").mkdir()
    with locked(tmp_path / "c"), pytest.raises(StoreError, match="another process"):
        build_corpus(tmp_path / "c", [files])


def test_no_corpus_and_no_such_piece(files: Path, tmp_path: Path) -> None:
    """With what to do."""
    with pytest.raises(InputError, match="holds no corpus"):
        corpus_items(tmp_path)
    build_corpus(tmp_path / "c", [files])
    with pytest.raises(InputError, match="holds no such piece"):
        item_of(tmp_path / "c", "x")


def test_counts(files: Path, tmp_path: Path) -> None:
    """Of pieces, documents and characters, by kind and language."""
    build_corpus(tmp_path / "c", [files])
    counts = {(row[0], row[1]): row[2:] for row in counts_of(tmp_path / "c")}
    assert counts[("text", "zh")] == (1, 1, 14)
