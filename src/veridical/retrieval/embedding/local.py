"""Vectors by a model on this machine: fastembed (Apache-2.0, the extra ``fastembed``).

A folder works without a network; a name is one that fastembed knows, and is fetched once.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from veridical.errors import ConfigError
from veridical.retrieval.embedding.folder import ModelFolder, broken, model_folder, not_installed
from veridical.retrieval.embedding.port import Content

if TYPE_CHECKING:
    from veridical.retrieval.stores.port import Vectors

_BATCH = 32
_UNKNOWN_LENGTH = 1
"""Of vectors: fastembed wants one told and does not look at it."""


class LocalEmbedder:
    """An `Embedder` that runs here, on texts."""

    sees = False

    def __init__(self, model: Any, name: str, *, query: str = "", passage: str = "") -> None:
        self._model, self._name = model, name
        self._query, self._passage = query, passage

    @property
    def name(self) -> str:
        """The model's."""
        return self._name

    @classmethod
    def of_folder(cls, path: Path) -> LocalEmbedder:
        """The model in a folder.

        Raises:
            ConfigError: the extra ``fastembed`` is not installed.
            InputError: the folder holds no model that runs.
        """
        found = model_folder(path)
        try:
            model = _loaded(found)
        except ImportError as e:
            raise not_installed(f'model "{path}"') from e
        except library_errors() as e:
            raise broken(path, e) from e
        name = f"fastembed {found.name}"
        return cls(model, name, query=found.query_prompt, passage=found.passage_prompt)

    @classmethod
    def of_name(cls, name: str) -> LocalEmbedder:
        """A model that fastembed knows, fetched where it is not yet there.

        Raises:
            ConfigError: the extra is not installed, or it knows no such model.
            InputError: it cannot be fetched or run.
        """
        try:
            from fastembed import TextEmbedding
        except ImportError as e:
            raise not_installed(f'model "{name}"') from e
        if name not in {one["model"] for one in TextEmbedding.list_supported_models()}:
            raise ConfigError(
                f'model "{name}"',
                "is neither a folder nor known to fastembed",
                expected="a folder, ENDPOINT:MODEL, or a name such as BAAI/bge-small-en-v1.5",
                fix="Name one of these.",
            )
        try:
            return cls(TextEmbedding(name), f"fastembed {name}")
        except library_errors() as e:
            raise broken(name, e) from e

    def embed(self, contents: Sequence[Content]) -> Vectors:
        """A row for each content, in their order."""
        import numpy as np

        texts = [self._passage + content.text for content in contents]
        try:
            rows = list(self._model.embed(texts, batch_size=_BATCH))
        except library_errors() as e:
            raise broken(self._name, e) from e
        return np.asarray(rows, np.float32).reshape(len(texts), len(rows[0]) if rows else 0)

    def query(self, text: str) -> Vectors:
        """The vector of what is looked for."""
        import numpy as np

        try:
            (row,) = self._model.query_embed([self._query + text])
        except library_errors() as e:
            raise broken(self._name, e) from e
        return np.asarray(row, np.float32)


def _loaded(found: ModelFolder) -> Any:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    name = f"folder/{found.name}"
    kinds = {"cls": PoolingType.CLS, "last": PoolingType.LAST_TOKEN, "mean": PoolingType.MEAN}
    if name not in {one["model"] for one in TextEmbedding.list_supported_models()}:
        TextEmbedding.add_custom_model(
            model=name,
            pooling=kinds[found.pooling],
            normalization=True,
            sources=ModelSource(hf=name),
            dim=_UNKNOWN_LENGTH,
            model_file=found.weights,
        )
    return TextEmbedding(name, specific_model_path=str(found.path))


def library_errors() -> tuple[type[Exception], ...]:
    """What the libraries below raise for models that they cannot run."""
    try:
        from onnxruntime.capi import onnxruntime_pybind11_state as state
    except ImportError:
        return (ValueError, OSError, RuntimeError)
    names = ("Fail", "InvalidArgument", "InvalidProtobuf", "InvalidGraph", "NoSuchFile")
    own = tuple(getattr(state, name) for name in (*names, "NotImplemented", "RuntimeException"))
    return (ValueError, OSError, RuntimeError, *own)
