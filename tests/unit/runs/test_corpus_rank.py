"""The order of a model: put first what it names, keep the rest, ask once, bear failures."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripted_server import Act, ScriptedServer, failing, garbage, saying
from veridical.models.endpoint import Endpoint
from veridical.models.limited import Patience
from veridical.retrieval.index.rerank import reranked
from veridical.runs.corpus_rank import AskedReranker

FOUND = [("a", "Granite is hard."), ("b", "Water boils."), ("c", "Iron rusts.")]
QUICK = Patience(first_pause_s=0.01, longest_pause_s=0.02, attempts=2, attempts_when_limited=2)


def asked(server: ScriptedServer, folder: Path) -> AskedReranker:
    """Who asks it."""
    return AskedReranker(Endpoint(name="here", base_url=server.base_url), "m", folder, QUICK)


def order(reranker: AskedReranker) -> list[str]:
    """The ids in the model's order."""
    return [one.id for one in reranked(reranker, "What boils?", FOUND, 3)]


def test_what_it_names_comes_first(tmp_path: Path) -> None:
    """The rest in the order of the search; the same question is not asked again."""
    with ScriptedServer(saying('{"nonce": "NONCE", "numbers": [3, 2]}')) as server:
        reranker = asked(server, tmp_path)
        assert order(reranker) == order(asked(server, tmp_path)) == ["c", "b", "a"]
        assert reranker.absence is None
        assert server.calls == 1
        assert "Water boils." in server.seen[0].prompt


@pytest.mark.parametrize(
    "act", [failing(500), garbage(), saying('{"nonce": "NONCE", "numbers": [9]}'), saying("no")]
)
def test_without_an_order_the_searchs_stands(act: Act, tmp_path: Path) -> None:
    """And that is told: an endpoint that is down, a reply that is none, a number that is none."""
    with ScriptedServer(act) as server:
        reranker = asked(server, tmp_path)
        assert order(reranker) == ["a", "b", "c"]
        assert reranker.absence is not None
