"""A corpus as a tree: sections below documents, topics below domains."""

from __future__ import annotations

from pathlib import Path

from tests.written_papers import paper
from veridical.runs.corpus import build_corpus
from veridical.runs.corpus_tree import document_tree, table_tree


def test_documents_sections_and_topics(tmp_path: Path) -> None:
    """Each below what it belongs to, with how many pieces there are."""
    place = tmp_path / "in" / "energy" / "power" / "wind"
    place.mkdir(parents=True)
    (tmp_path / "in" / "stations.pdf").write_bytes(paper())
    (place / "output.csv").write_text("Year,Output (TWh)\n2019,50\n2020,60\n")
    (place / "share.csv").write_text("Year,Share (%)\n2019,5\n2020,6\n")
    (place / "abstract.md").write_text("Power that the wind gives, and its share.")
    build_corpus(tmp_path / "c", [tmp_path / "in"], characters=600)
    documents = document_tree(tmp_path / "c")
    names = [(one.depth, one.name) for one in documents]
    assert (0, "stations.pdf") in names
    at = names.index((1, "Output of Four Stations"))
    assert names[at : at + 5] == [
        (1, "Output of Four Stations"),
        (2, "1 Introduction"),
        (2, "2 Methods"),
        (3, "2.1 Stations"),
        (3, "2.2 Grids"),
    ]
    counts = {one.name: one.pieces for one in documents}
    assert counts["2 Methods"] >= counts["2.1 Stations"] + counts["2.2 Grids"]
    assert [(one.depth, one.name, one.pieces, one.told) for one in table_tree(tmp_path / "c")] == [
        (0, "energy", 2, ""),
        (1, "power", 2, ""),
        (2, "wind", 2, "Power that the wind gives, and its share."),
    ]


def test_a_corpus_without_tables(tmp_path: Path) -> None:
    """Has an empty tree of them."""
    (tmp_path / "a.txt").write_text("Words.")
    build_corpus(tmp_path / "c", [tmp_path / "a.txt"])
    assert table_tree(tmp_path / "c") == []
    assert [(one.depth, one.name, one.pieces) for one in document_tree(tmp_path / "c")] == [
        (0, "a.txt", 1)
    ]
