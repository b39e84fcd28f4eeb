"""Writers that see are sent the question's and the found pictures; others are sent none."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest

from tests.journeys.program import Program
from tests.scripted_server import Act, ScriptedServer
from veridical.runs.demo import BENCH

DRAFT = (
    '{"nonce": "NONCE", "why": "", "title": "T", "sections": [], '
    '"conclusion": [{"text": "It is so.", "texts": [1]}]}'
)
QUERY_PICTURE = BENCH / "images/query_iris_petal_width.png"


def pictures(payload: dict[str, object]) -> list[str]:
    """The hashes of what is attached."""
    parts = [
        part
        for message in payload["messages"]  # type: ignore[attr-defined]
        for part in (message["content"] if isinstance(message["content"], list) else [])
        if part["type"] == "image_url"
    ]
    found = (base64.b64decode(p["image_url"]["url"].partition(",")[2]) for p in parts)
    return [hashlib.sha256(data).hexdigest() for data in found]


@pytest.mark.parametrize("sees", [True, False])
def test_the_bench_s_question_with_a_picture(tmp_path: Path, sees: bool) -> None:
    """The picture of the Iris task goes with its ask, before all others."""
    with ScriptedServer(Act(text=DRAFT)) as server:
        (tmp_path / "veridical.toml").write_text(
            f'[roles.writer]\nmodel = "openai-compatible:m"\nbase_url = "{server.base_url}"\n'
            f'key_env = "K"\nsees = {str(sees).lower()}\n',
            "utf-8",
        )
        told = ("research", "--tasks", BENCH, "--corpus", BENCH, "--out", "out", "--agent", "rag")
        done = Program(tmp_path, {"K": "sk"})(*told, "--as-published")
        assert done.code == 0, done.err
        sent = [pictures(seen.payload) for seen in server.seen]
        prompts = [seen.prompt for seen in server.seen]
    (iris,) = (n for n, prompt in enumerate(prompts) if "petal width differs between" in prompt)
    own = hashlib.sha256(QUERY_PICTURE.read_bytes()).hexdigest()
    assert sent[iris][:1] == ([own] if sees else [])
    assert any(sent) == sees
