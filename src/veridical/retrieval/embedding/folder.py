"""A model's folder as sentence-transformers lays it out: what of it has to be known.

``model.onnx`` or ``onnx/model.onnx``, ``tokenizer.json`` and ``tokenizer_config.json``;
``1_Pooling/config.json`` and ``config_sentence_transformers.json`` where they are there.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from veridical.errors import ConfigError, InputError

_WEIGHTS = ("model.onnx", "onnx/model.onnx", "model_optimized.onnx", "onnx/model_quantized.onnx")
_TOKENIZER = ("tokenizer.json", "tokenizer_config.json")


_Settings = TypeVar("_Settings", bound=msgspec.Struct)


class _Tokenizer(msgspec.Struct, frozen=True):
    model: dict[str, object]


class _Pooling(msgspec.Struct, frozen=True):
    pooling_mode_cls_token: bool = False
    pooling_mode_lasttoken: bool = False


class _Prompts(msgspec.Struct, frozen=True):
    prompts: dict[str, str | None] = {}


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A local model.

    Attributes:
        path: the folder.
        weights: the ONNX file in it.
        sha256: of weights and tokenizer together.
        pooling: ``cls``, ``last`` or ``mean``, the usual one.
        query_prompt: what is written before what is looked for.
        passage_prompt: what is written before an item.
    """

    path: Path
    weights: str
    sha256: str
    pooling: str = "mean"
    query_prompt: str = ""
    passage_prompt: str = ""

    @property
    def name(self) -> str:
        """Its folder's name, and its hash with all that changes vectors."""
        said = "\n".join((self.sha256, self.pooling, self.query_prompt, self.passage_prompt))
        return f"{self.path.name} {sha256(said.encode()).hexdigest()[:16]}"


def model_folder(path: Path) -> ModelFolder:
    """What a folder holds.

    Raises:
        InputError: a file that a model needs is not there, or cannot be read.
    """
    weights = next((name for name in _WEIGHTS if (path / name).is_file()), "")
    missing = [name for name in _TOKENIZER if not (path / name).is_file()]
    if not weights or missing:
        raise InputError(
            f'model "{path}"',
            "lacks " + ", ".join([*missing, *([] if weights else [_WEIGHTS[0]])]),
            expected="an ONNX model with its tokenizer",
            fix="Name the folder that holds them.",
        )
    _read(path / "tokenizer.json", _Tokenizer)  # the library's own error has no type
    pooling = _read(path / "1_Pooling" / "config.json", _Pooling) or _Pooling()
    prompts = (_read(path / "config_sentence_transformers.json", _Prompts) or _Prompts()).prompts
    kinds = {pooling.pooling_mode_cls_token: "cls", pooling.pooling_mode_lasttoken: "last"}
    return ModelFolder(
        path,
        weights,
        _digest(path, (weights, *_TOKENIZER)),
        kinds.get(True, "mean"),
        prompts.get("query") or "",
        prompts.get("passage") or prompts.get("document") or "",
    )


def _read(path: Path, kind: type[_Settings]) -> _Settings | None:
    if not path.is_file():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as e:
        raise InputError(
            str(path),
            f"cannot be read: {e}",
            expected="a model's settings",
            fix="Mend or remove it.",
        ) from e


def _digest(path: Path, names: tuple[str, ...]) -> str:
    digest = sha256()
    try:
        for name in names:
            with (path / name).open("rb") as file:
                while piece := file.read(1 << 20):
                    digest.update(piece)
    except OSError as e:
        raise InputError(
            str(path), f"cannot be read: {e.strerror or e}", expected="a model", fix="Mend it."
        ) from e
    return digest.hexdigest()


def not_installed(what: str) -> ConfigError:
    """That the library is missing which runs local models."""
    return ConfigError(
        what,
        "fastembed is not installed",
        expected="the extra fastembed",
        fix="Install it, as with `pip install 'veridical[fastembed]'`.",
    )


def broken(path: Path | str, error: Exception) -> InputError:
    """That the library cannot run what is named."""
    said = str(error).splitlines()[0] if str(error) else type(error).__name__
    return InputError(
        f'model "{path}"',
        f"cannot be run: {said}",
        expected="a model in ONNX form that fits its tokenizer",
        fix="Name another one.",
    )
