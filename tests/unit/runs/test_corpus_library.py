"""An agent's library, searched by vectors: the same items, no others, and the run says how."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from tests.unit.retrieval.test_embedding import Counting
from veridical.agents.research.library import Library, Setting
from veridical.retrieval.embedding import Content
from veridical.runs.corpus import build_corpus, corpus_items
from veridical.runs.corpus_library import searched_by
from veridical.runs.corpus_search import Retriever, Wanted
from veridical.runs.research import AGENTS, Researching
from veridical.runs.researched import Question
from veridical.task import Query


class Topics(Counting):
    """An embedder that knows cats and kettles, by any of their words."""

    def embed(self, contents: list[Content]) -> np.ndarray[Any, np.dtype[np.float32]]:  # type: ignore[override]
        """How much of each topic a text has."""
        super().embed(contents)
        return np.asarray([_topics(one.text) for one in contents], np.float32)

    def query(self, text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The same of a query."""
        return np.asarray(_topics(text), np.float32)


def _topics(text: str) -> list[float]:
    words = text.lower()
    cats = sum(word in words for word in ("cat", "feline", "kitten"))
    kettles = sum(word in words for word in ("kettle", "boil", "water"))
    return [cats, kettles, 0.1]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Three texts, two of cats."""
    (tmp_path / "in").mkdir()
    texts = {
        "pets.txt": "The feline slept on the sofa all day long.",
        "more.txt": "A feline hunts at night and rests by day.",
        "steam.txt": "Water boils at 100 degrees at sea level.",
    }
    for name, text in texts.items():
        (tmp_path / "in" / name).write_text(text)
    build_corpus(tmp_path / "c", [tmp_path / "in"])
    return tmp_path / "c"


def test_the_same_items_and_no_others(corpus: Path) -> None:
    """What is withheld from an agent is not found, however near it is."""
    items = [item for item in corpus_items(corpus) if item.document != "pets.txt"]
    library = Library.of(items, Setting.HYBRID)
    wanted = Wanted(retriever=Retriever.DENSE, embedder=Topics())
    found = searched_by(wanted, corpus, library)
    assert [one.id for one in found.index.search("my kitten", 1)] == ["more.txt-0001"]
    assert {one.id for one in found.index.search("my kitten", 9)} == set(library.items)
    without = found.index.search("my kitten", 9, without=["more.txt-0001"])
    assert [one.id for one in without] == ["steam.txt-0001"]
    assert searched_by(None, corpus, library) is library


@pytest.mark.parametrize("agent", AGENTS)
def test_agents_find_by_vectors(agent: str, corpus: Path, tmp_path: Path) -> None:
    """Where no word is shared they find nothing by words; by vectors they do, and say how."""
    asked = Question(Query("Kitten habits?"), "en")
    by_words = Researching(corpus=corpus, agent=agent).answer(asked, tmp_path / "words")
    assert by_words.path is None
    embedder = Topics()
    wanted = Wanted(retriever=Retriever.HYBRID, embedder=embedder)
    Researching(corpus=corpus, agent=agent, wanted=wanted).answer(asked, tmp_path / "both")
    (about,) = (tmp_path / "both").glob("**/*about.json")
    said = msgspec.json.decode(about.read_bytes())
    assert said["index"] == "hybrid, counting"
    assert said["items"] > 0
    assert len(embedder.given) == 3
