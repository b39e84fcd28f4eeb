"""`veridical corpus` as a user types it: built, searched in three ways, refused in one line."""

from __future__ import annotations

import json

import pytest

from tests.journeys.program import Program
from tests.scripted_server import Act, ScriptedServer, Seen


def letters(seen: Seen) -> Act:
    """A vector of each text: how often it has each of three letters, and 1."""
    rows = [
        {"index": n, "embedding": [*(text.count(one) for one in "xyz"), 1]}
        for n, text in enumerate(seen.payload["input"])
    ]
    return Act(body=json.dumps({"data": rows}).encode())


@pytest.fixture
def built(program: Program) -> Program:
    """A corpus of two documents in the program's folder."""
    (program.folder / "in").mkdir()
    (program.folder / "in" / "a.txt").write_text("xylem xxx")
    (program.folder / "in" / "b.txt").write_text("zebra zzz zzz")
    assert program("corpus", "build", "c", "in").code == 0
    return program


def test_found_by_words_and_by_vectors(built: Program) -> None:
    """The vectors of an endpoint are made once: the second search asks for its query alone."""
    assert "zebra" in built("corpus", "search", "c", "zebra").out
    with ScriptedServer(letters) as server:
        options = ("--embedder", "here:small", "--base-url", server.base_url)
        for retriever in ("dense", "hybrid"):
            done = built("corpus", "search", "c", "xx", "--retriever", retriever, *options)
            assert (done.code, done.err) == (0, "")
            assert done.out.index("xylem") < done.out.index("zebra")
        asked = [one.payload["input"] for one in server.seen]
    assert [len(one) for one in asked] == [2, 1, 1]


@pytest.mark.parametrize(
    ("options", "code", "expected"),
    [
        (("--retriever", "best"), 3, "--retriever: is none, got best"),
        (("--modality", "sound"), 3, "--modality: is none, got sound"),
        (("--store", "tape"), 3, "--store: is none, got tape"),
        (("--retriever", "dense"), 3, "has nobody who makes vectors"),
        (("--rerank", "in"), 3, "lacks tokenizer.json"),
    ],
)
def test_refused_in_one_line(
    options: tuple[str, ...], code: int, expected: str, built: Program
) -> None:
    """With what to do, and nothing on standard output."""
    done = built("corpus", "search", "c", "zebra", *options)
    assert (done.code, done.out) == (code, "")
    assert expected in done.err
    assert len(done.err.splitlines()) == 1


def test_nothing_found(built: Program) -> None:
    """It is said, and is no failure."""
    done = built("corpus", "search", "c", "granite")
    assert (done.code, done.out, done.err) == (0, "", "nothing found.\n")


def test_a_model_that_gives_no_order(built: Program) -> None:
    """One line says so, and what was found stands."""
    with ScriptedServer(Act(status=404, body=b"{}")) as server:
        options = ("--rerank", "here:m", "--base-url", server.base_url)
        done = built("corpus", "search", "c", "zebra", *options)
    assert (done.code, len(done.err.splitlines())) == (0, 1)
    assert done.err.startswith("no order came, the search's stands (")
    assert "zebra" in done.out


def test_shown_as_a_tree(built: Program) -> None:
    """Documents, then tables."""
    done = built("corpus", "show", "c", "--tree")
    assert done.out == "documents:\n  a.txt (1)\n  b.txt (1)\ntables:\n"


def test_research_by_vectors(built: Program) -> None:
    """The agent's corpus is searched with an endpoint's vectors; options that mean nothing fail."""
    with ScriptedServer(letters) as server:
        asked = ("research", "Where is xylem?", "--corpus", "c", "--out", "out", "--agent", "rag")
        where = ("--embedder", "here:small", "--embedder-url", server.base_url)
        done = built(*asked, "--retriever", "dense", *where)
        assert done.code in (0, 2), done.err
        assert [len(one.payload["input"]) for one in server.seen][:2] == [2, 1]
    done = built(*asked, "--embedder", "here:small")
    assert (done.code, done.err.split(",")[0]) == (
        3,
        "--embedder: means nothing with --retriever bm25",
    )
