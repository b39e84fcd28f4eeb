"""Vectors by an endpoint and by a local model, and their keeping."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.packaged_models import laid_out, packaged
from tests.requirements import require
from tests.scripted_server import Act, ScriptedServer, Seen, cut, failing, garbage, limited
from veridical.ask import Attachment
from veridical.errors import ConfigError, InputError, ModelError, StoreError, VeridicalError
from veridical.models.endpoint import Endpoint
from veridical.models.limited import Patience
from veridical.retrieval.embedding import Content
from veridical.retrieval.embedding.endpoint import EndpointEmbedder, Sight
from veridical.retrieval.embedding.kept import KeptVectors
from veridical.retrieval.embedding.local import LocalEmbedder
from veridical.retrieval.index.rerank import CrossEncoder, reranked

QUICK = Patience(first_pause_s=0.01, longest_pause_s=0.02, attempts=3, attempts_when_limited=3)
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def vectors(seen: Seen) -> Act:
    """A vector of each text: its first two bytes and its length, the last one first."""
    given = seen.payload.get("input", ["message"])
    rows = [
        {"index": n, "embedding": [*map(float, str(one).encode()[:2]), float(len(str(one)))]}
        for n, one in enumerate(given)
    ]
    return Act(body=json.dumps({"object": "list", "data": rows[::-1]}).encode())


def at(server: ScriptedServer, **more: Any) -> EndpointEmbedder:
    """An embedder there."""
    place = Endpoint(name="here", base_url=server.base_url, key_variable=more.pop("key", ""))
    return EndpointEmbedder(place, "small", patience=QUICK, **more)


def contents(*texts: str) -> list[Content]:
    """Texts alone."""
    return [Content(text) for text in texts]


def test_a_row_for_each_text_in_their_order() -> None:
    """Batch after batch, though the endpoint mixes them."""
    with ScriptedServer(vectors) as server:
        rows = at(server, batch=2).embed(contents("ab", "cde", "水"))
    assert rows.tolist() == [[97, 98, 2], [99, 100, 3], [230, 176, 1]]
    assert [one.payload["input"] for one in server.seen] == [["ab", "cde"], ["水"]]
    assert {one.path for one in server.seen} == {"/v1/embeddings"}
    assert server.seen[0].payload["model"] == "small"


def test_in_a_loop_that_runs() -> None:
    """It blocks, as told, and does not fail."""

    async def asked() -> list[float]:
        with ScriptedServer(vectors) as server:
            return list(map(float, at(server).query("ab")))

    assert asyncio.run(asked()) == [97, 98, 2]


def test_the_key_is_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one header, and in no message."""
    with ScriptedServer(failing(401, "wrong key sk-secret-1234567890")) as server:
        embedder = at(server, key="EMBEDDING_KEY")
        with pytest.raises(ConfigError, match="EMBEDDING_KEY"):
            embedder.embed(contents("a"))
        monkeypatch.setenv("EMBEDDING_KEY", "sk-secret-1234567890")
        with pytest.raises(ModelError, match="the endpoint answers 401") as e:
            embedder.embed(contents("a"))
    assert "secret" not in str(e.value)
    assert server.seen[0].headers["Authorization"] == "Bearer sk-secret-1234567890"


@pytest.mark.parametrize("first", [limited(), limited("0"), cut(20), failing(503), garbage(b"")])
def test_tried_again(first: Act) -> None:
    """Too many calls, a cut reply, a server that is down, a body of nothing: then it goes well."""
    with ScriptedServer(lambda seen: first if seen.number == 0 else vectors(seen)) as server:
        assert at(server).embed(contents("ab")).tolist() == [[97, 98, 2]]
    assert server.calls == 2


def data(*rows: Any) -> Act:
    """An answer of these rows."""
    return Act(body=json.dumps({"data": rows}).encode())


REFUSED = {
    "one is missing": (data({"index": 0, "embedding": [1.0]}), "1 vectors for 2 texts"),
    "one twice": (data(*[{"index": 0, "embedding": [1.0]}] * 2), "2 vectors for 2 texts"),
    "unlike lengths": (
        data({"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}),
        "vectors of 1 and of 2 numbers",
    ),
    "nothing in them": (
        data({"index": 0, "embedding": []}, {"index": 1, "embedding": []}),
        "a vector of no numbers",
    ),
    "words": (data({"index": 0, "embedding": ["a"]}), "answers with no vectors"),
    "a page": (garbage(), "answers with no vectors"),
    "not a number": (
        Act(body=b'{"data": [{"index": 0, "embedding": [NaN]}]}'),
        "answers with no vectors",
    ),
    "an error under 200": (Act(body=b'{"error": {"message": "too long", "code": 400}}'), "400"),
    "limits without end": (limited(), "answers 429"),
    "cut without end": (cut(20), "cannot be reached"),
    "no such model": (failing(404, "no such model"), "Check the model's name"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_one_line_where_no_vectors_come(name: str) -> None:
    """With the model and the endpoint."""
    act, expected = REFUSED[name]
    with ScriptedServer(act) as server, pytest.raises(ModelError) as e:
        at(server).embed(contents("ab", "cd"))
    assert expected in str(e.value)
    assert str(e.value).startswith('embedder "small" at "here"')
    assert "\n" not in str(e.value)


def test_pictures_where_the_endpoint_sees(tmp_path: Path) -> None:
    """As objects, as messages; where it does not, their words stand for them."""
    (tmp_path / "p.png").write_bytes(PIXEL)
    picture = Attachment(str(tmp_path / "p.png"), hashlib.sha256(PIXEL).hexdigest())
    given = [Content("a lake", picture), Content("words")]
    with ScriptedServer(vectors) as server:
        for sight in Sight:
            at(server, sight=sight).embed(given)
    asked = [one.payload for one in server.seen]
    assert asked[0]["input"] == ["a lake", "words"]
    assert asked[1]["input"][0]["image"].startswith("data:image/png;base64,")
    assert asked[1]["input"][1] == {"text": "words"}
    parts = [one["messages"][0]["content"] for one in asked[2:]]
    assert [[part["type"] for part in some] for some in parts] == [["image_url", "text"], ["text"]]


def test_what_it_is_shown_is_what_it_is_kept_by(tmp_path: Path) -> None:
    """Another picture is another content only for one that sees."""
    one, other = (Content("lake", Attachment("p", digest)) for digest in ("1", "2"))
    assert one.digest(sees=False) == other.digest(sees=False)
    assert one.digest(sees=True) != other.digest(sees=True)


class Counting:
    """An embedder that counts, and may fail at a text."""

    sees = False

    def __init__(self, name: str = "counting", fails_at: str = "") -> None:
        self.name, self._fails_at = name, fails_at
        self.given: list[str] = []

    def embed(self, contents: Sequence[Content]) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The length of each, and 1."""
        texts = [one.text for one in contents]
        if self._fails_at in texts and self._fails_at:
            raise ModelError("embedder", "is down")
        self.given += texts
        return np.asarray([[len(text), 1] for text in texts], np.float32)

    def query(self, text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The same."""
        return np.asarray([len(text), 1], np.float32)


def test_what_was_embedded_is_not_embedded_again(tmp_path: Path) -> None:
    """By its words, whatever it is called; of another embedder it is not there."""
    path, embedder = tmp_path / "e.db", Counting()
    kept = KeptVectors(embedder, path)
    found = dict(kept.of(contents("a", "bb", "a")))
    assert {n: row.tolist() for n, row in found.items()} == {0: [1, 1], 1: [2, 1], 2: [1, 1]}
    assert embedder.given == ["a", "bb"]
    again = KeptVectors(embedder, path)
    assert [row.tolist() for _, row in again.of(contents("bb", "ccc"))] == [[2, 1], [3, 1]]
    assert (embedder.given, again.made) == (["a", "bb", "ccc"], 1)
    other = Counting("another")
    list(KeptVectors(other, path).of(contents("a")))
    assert other.given == ["a"]


def test_a_failure_loses_no_batch_before_it(tmp_path: Path) -> None:
    """Of 600 in batches of 256, 512 stand."""
    texts = [f"text {n}" for n in range(600)]
    failing_one = Counting(fails_at="text 599")
    with pytest.raises(ModelError, match="is down"):
        list(KeptVectors(failing_one, tmp_path / "e.db").of(contents(*texts)))
    embedder = Counting()
    assert len(list(KeptVectors(embedder, tmp_path / "e.db").of(contents(*texts)))) == 600
    assert embedder.given == texts[512:]


def test_a_file_that_keeps_no_vectors(tmp_path: Path) -> None:
    """One line."""
    (tmp_path / "e.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        list(KeptVectors(Counting(), tmp_path / "e.db").of(contents("a")))
    with sqlite3.connect(tmp_path / "f.db") as base:
        base.execute("CREATE TABLE vectors (x)")
    with pytest.raises(StoreError, match="cannot be used"):
        list(KeptVectors(Counting(), tmp_path / "f.db").of(contents("a")))


@pytest.fixture(scope="module")
def bge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real model's folder."""
    require("fastembed")
    return laid_out("bge_small_en", tmp_path_factory.mktemp("models") / "bge")


def test_a_local_model_finds_by_meaning(bge: Path) -> None:
    """Where query and text share no word that says something."""
    embedder = LocalEmbedder.of_folder(bge)
    texts = ["The feline slept on the sofa.", "Stock markets fell on Monday.", "Boil the pasta."]
    rows = embedder.embed(contents(*texts))
    assert rows.shape == (3, 384)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1], abs=1e-3)
    for query, best in (("where is my cat", 0), ("shares lost value", 1), ("cooking noodles", 2)):
        assert int(np.argmax(rows @ embedder.query(query))) == best
    assert embedder.embed([]).shape[0] == 0


def test_the_name_tells_models_apart(bge: Path, tmp_path: Path) -> None:
    """By the weights, the pooling and the prompts."""
    other = laid_out("bge_small_en", tmp_path / "bge")
    assert LocalEmbedder.of_folder(other).name == LocalEmbedder.of_folder(bge).name
    (other / "1_Pooling" / "config.json").write_text("{}")
    assert LocalEmbedder.of_folder(other).name != LocalEmbedder.of_folder(bge).name
    packaged_name = LocalEmbedder.of_folder(packaged("bge_small_en")).name
    assert packaged_name not in {LocalEmbedder.of_folder(one).name for one in (bge, other)}


@pytest.mark.parametrize(
    ("spoilt", "wrong"),
    [
        ({"model.onnx": None}, "lacks model.onnx"),
        ({"tokenizer.json": None}, "lacks tokenizer.json"),
        ({"model.onnx": b"no model"}, "cannot be run"),
        ({"tokenizer.json": b"{"}, "cannot be read"),
        ({"tokenizer.json": b"{}"}, "cannot be read"),
        ({"1_Pooling/config.json": b"{"}, "cannot be read"),
    ],
)
def test_a_folder_that_holds_no_model(
    spoilt: dict[str, bytes | None], wrong: str, tmp_path: Path
) -> None:
    """One line with what is wrong."""
    require("fastembed")
    folder = laid_out("bge_small_en", tmp_path / "m")
    for name, content in spoilt.items():
        (folder / name).unlink()
        if content is not None:
            (folder / name).write_bytes(content)
    with pytest.raises(InputError, match=wrong) as e:
        LocalEmbedder.of_folder(folder)
    assert "\n" not in str(e.value)


def test_a_name_that_is_no_model() -> None:
    """Nothing is fetched."""
    require("fastembed")
    with pytest.raises(VeridicalError, match="neither a folder nor known to fastembed"):
        LocalEmbedder.of_name("no/such model")


def test_a_cross_encoder_puts_the_answer_first() -> None:
    """Above a text that shares more words with the question."""
    require("fastembed")
    encoder = CrossEncoder(packaged("reranker_en"))
    found = [
        ("shares words", "How many people live in a city is a question about a city's people."),
        ("answers", "Berlin has a population of 3.7 million registered inhabitants."),
        ("neither", "Granite is a hard rock."),
    ]
    best = reranked(encoder, "How many people live in Berlin?", found, 2)
    assert [one.id for one in best] == ["answers", "shares words"]
    assert [one.rank for one in best] == [1, 2]
    assert reranked(encoder, "q", [], 3) == ()


def test_a_cross_encoder_that_is_an_embedder() -> None:
    """Its many numbers are no weights."""
    require("fastembed")
    with pytest.raises(InputError, match="cannot be run"):
        CrossEncoder(packaged("bge_small_en")).scores("q", ["a", "b"])
