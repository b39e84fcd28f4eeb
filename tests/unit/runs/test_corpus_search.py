"""Search in a corpus: an index that is kept, vectors that are made once, several at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.packaged_models import laid_out, packaged
from tests.requirements import require
from tests.unit.retrieval.test_embedding import PIXEL, Counting
from veridical.errors import ConfigError, InputError, TaskFormatError
from veridical.retrieval.embedding.local import LocalEmbedder
from veridical.retrieval.index import Bm25
from veridical.retrieval.index.rerank import CrossEncoder
from veridical.runs.corpus import ITEMS, build_corpus
from veridical.runs.corpus_search import OpenCorpus, Retriever, Wanted, search_corpus
from veridical.runs.corpus_vectors import StoreKind

TEXTS = {
    "water.txt": "Water boils at 100 degrees at sea level.",
    "水.txt": "水的沸点在海平面上是一百度。",
    "cat.txt": "The feline slept on the sofa all afternoon.",
    "years.csv": "Year,Output (TWh)\n2019,50\n2020,60\n",
}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of four documents."""
    folder = tmp_path / "in"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    build_corpus(tmp_path / "c", [folder])
    return tmp_path / "c"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pieces each index that is made has; an index that is opened is not among them."""
    sizes: list[int] = []
    make = Bm25.__init__

    def counted(self: Bm25, items: Any) -> None:
        pairs = list(items)
        if pairs:
            sizes.append(len(pairs))
        make(self, pairs)

    monkeypatch.setattr(Bm25, "__init__", counted)
    return sizes


def first(folder: Path, query: str, **more: Any) -> str:
    """The document of the best piece."""
    return search_corpus(folder, query, **more)[0][1].document


def test_the_index_is_made_once(corpus: Path, made: list[int]) -> None:
    """And answers the same when it is opened."""
    before = search_corpus(corpus, "when does water boil")
    assert made == [4]
    assert search_corpus(corpus, "when does water boil") == before
    assert first(corpus, "水的沸点") == "水.txt"
    assert [one[1].document for one in search_corpus(corpus, "output", modality="table")] == [
        "years.csv"
    ]
    assert search_corpus(corpus, "output", modality="image") == []
    assert made == [4]


def test_another_corpus_has_another_index(corpus: Path, made: list[int], tmp_path: Path) -> None:
    """Of the old one nothing stays; a file of the same length is another too."""
    search_corpus(corpus, "water")
    (tmp_path / "in" / "cat.txt").write_text(TEXTS["cat.txt"].replace("feline", "canine"))
    build_corpus(corpus, [tmp_path / "in"])
    assert first(corpus, "canine") == "cat.txt"
    assert search_corpus(corpus, "feline") == []
    assert made == [4, 4]
    assert len(list((corpus / "index").glob("words-*"))) == 1


def test_a_corpus_that_is_replaced_while_it_is_open(corpus: Path, tmp_path: Path) -> None:
    """Who has it open sees the old one to the end."""
    with OpenCorpus(corpus) as opened:
        (tmp_path / "in" / "water.txt").write_text("Mercury boils at 357 degrees.")
        build_corpus(corpus, [tmp_path / "in"])
        assert opened.search("boils")[0][1].text == TEXTS["water.txt"]
    assert first(corpus, "mercury") == "water.txt"


@pytest.mark.parametrize("spoilt", ["ids.json", "places.json", "bm25s/vocab.index.json"])
def test_an_index_that_is_broken_is_made_anew(spoilt: str, corpus: Path, made: list[int]) -> None:
    """Half a file, or none."""
    search_corpus(corpus, "water")
    (place,) = (corpus / "index").glob("words-*")
    (place / spoilt).write_bytes(b"[")
    assert first(corpus, "water") == "water.txt"
    (place / spoilt).unlink(missing_ok=True)
    assert first(corpus, "water") == "water.txt"
    assert len(made) >= 2


@pytest.mark.skipif(os.geteuid() == 0 and os.name != "posix", reason="needs file modes")
def test_a_folder_that_nobody_may_write_is_searched(corpus: Path) -> None:
    """The index stays in memory: here a file stands where it would go."""
    (corpus / "index").write_text("in the way")
    assert first(corpus, "water") == "water.txt"


def test_several_processes_at_a_time(corpus: Path) -> None:
    """Eight that search while two build: each finds, none fails, no half index stays."""
    code = (
        "from pathlib import Path\nimport sys\n"
        "from veridical.runs.corpus_search import search_corpus\n"
        "folder = Path(sys.argv[1])\n"
        "for n in range(6):\n"
        "    (folder / 'corpus.jsonl').exists() and (folder / 'corpus.jsonl').touch()\n"
        "    found = search_corpus(folder, 'when does water boil')\n"
        "    assert found[0][1].document == 'water.txt', found\n"
    )
    command = [sys.executable, "-c", code, str(corpus)]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    said = [one.communicate(timeout=120)[1] for one in running]
    assert [(one.returncode, text) for one, text in zip(running, said, strict=True)] == [
        (0, "")
    ] * 4
    assert not list((corpus / "index").glob(".words-*"))


def test_only_what_is_new_is_embedded(corpus: Path, tmp_path: Path) -> None:
    """A changed document's piece; a renamed one's has the same words."""
    embedder = Counting()
    wanted = Wanted(retriever=Retriever.DENSE, embedder=embedder)
    assert len(search_corpus(corpus, "x" * 40, 9, wanted=wanted)) == 4
    assert len(embedder.given) == 4
    search_corpus(corpus, "y" * 9, wanted=wanted)
    assert len(embedder.given) == 4
    (tmp_path / "in" / "cat.txt").write_text("A dog barked all night.")
    (tmp_path / "in" / "new.txt").write_text("A new text of some words.")
    (tmp_path / "in" / "water.txt").unlink()
    build_corpus(corpus, [tmp_path / "in"])
    found = search_corpus(corpus, "x" * 40, 9, wanted=wanted)
    assert {item.document for _, item in found} == {"cat.txt", "new.txt", "years.csv", "水.txt"}
    assert [text.split()[-1] for text in embedder.given[4:]] == ["night.", "words."]


@pytest.mark.parametrize("store", [StoreKind.MEMORY, StoreKind.LANCEDB])
def test_by_meaning_and_by_both(store: StoreKind, corpus: Path, tmp_path: Path) -> None:
    """A real model, in either store: no word of the query stands in the text that answers it."""
    require("fastembed")
    if store is StoreKind.LANCEDB:
        require("lancedb")
    embedder = LocalEmbedder.of_folder(laid_out("bge_small_en", tmp_path / "bge"))
    query = "my kitten is taking a nap"
    assert search_corpus(corpus, query) == []
    for retriever in (Retriever.DENSE, Retriever.HYBRID):
        wanted = Wanted(retriever=retriever, embedder=embedder, store=store)
        assert first(corpus, query, wanted=wanted) == "cat.txt"
        tables = search_corpus(corpus, query, modality="table", wanted=wanted)
        assert [item.document for _, item in tables] == ["years.csv"]


def test_reranked_by_a_cross_encoder(tmp_path: Path) -> None:
    """What BM25 puts second comes first."""
    require("fastembed")
    encoder = CrossEncoder(packaged("reranker_en"))
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text("Berlin people, people of Berlin, live people in Berlin: a song.")
    (folder / "b.txt").write_text("The city of Berlin has a population of 3.7 million people.")
    build_corpus(tmp_path / "c", [folder])
    query = "How many people live in Berlin?"
    assert first(tmp_path / "c", query) == "a.txt"
    assert first(tmp_path / "c", query, wanted=Wanted(reranker=encoder)) == "b.txt"


def test_what_is_written_in_pictures_counts(tmp_path: Path) -> None:
    """A drawing's own text, where somebody reads it."""
    from veridical.sources.eyes import DrawingEyes

    folder = tmp_path / "in"
    folder.mkdir()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><text x="1" y="9">Zirconium</text></svg>'
    (folder / "chart.svg").write_text(drawing)
    (folder / "dot.png").write_bytes(PIXEL)
    build_corpus(tmp_path / "c", [folder])
    assert search_corpus(tmp_path / "c", "zirconium") == []
    assert first(tmp_path / "c", "zirconium", wanted=Wanted(eyes=DrawingEyes())) == "chart.svg"


def test_no_embedder_and_no_corpus(corpus: Path, tmp_path: Path) -> None:
    """With what to do."""
    with pytest.raises(ConfigError, match="has nobody who makes vectors"):
        search_corpus(corpus, "q", wanted=Wanted(retriever=Retriever.HYBRID))
    with pytest.raises(InputError, match="holds no corpus"):
        search_corpus(tmp_path / "nowhere", "q")


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff\n"])
def test_an_empty_corpus_finds_nothing(text: str, tmp_path: Path) -> None:
    """By words and by vectors; nothing is embedded."""
    (tmp_path / ITEMS).write_text(text)
    embedder = Counting()
    for retriever in Retriever:
        wanted = Wanted(retriever=retriever, embedder=embedder)
        assert search_corpus(tmp_path, "water", wanted=wanted) == []
    assert embedder.given == []


def test_a_line_that_is_none_is_named(tmp_path: Path) -> None:
    """With its number."""
    good = json.dumps({"id": "a", "text": "words"})
    (tmp_path / ITEMS).write_text(f"{good}\n{{broken\n")
    with pytest.raises(TaskFormatError, match="line 2"):
        search_corpus(tmp_path, "words")
