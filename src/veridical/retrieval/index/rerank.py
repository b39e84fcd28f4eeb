"""What was found, in a better order: each item is read together with the query."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from veridical.retrieval.embedding.folder import broken, model_folder, not_installed
from veridical.retrieval.embedding.local import library_errors
from veridical.retrieval.index.port import Found, ranked

SHOWN_CHARACTERS = 4_000
"""Of an item; a cross-encoder reads some 500 tokens."""


class Reranker(Protocol):
    """Weighs items against a query. Calls block."""

    @property
    def name(self) -> str:
        """Which model."""
        ...

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers, the larger the better; in their order."""
        ...


def reranked(
    reranker: Reranker, query: str, found: Sequence[tuple[str, str]], k: int
) -> tuple[Found, ...]:
    """The best `k` of what was found.

    Args:
        reranker: who weighs.
        query: what is looked for.
        found: pairs of id and text, in whatever order.
        k: how many at most.
    """
    if not found:
        return ()
    scores = reranker.scores(query, [text[:SHOWN_CHARACTERS] for _, text in found])
    return ranked([(id_, score) for (id_, _), score in zip(found, scores, strict=True)], k)


class CrossEncoder:
    """A `Reranker` on this machine: fastembed's (the extra ``fastembed``), from a folder.

    Raises:
        ConfigError: the extra is not installed.
        InputError: the folder holds no model that runs.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._name = f"cross-encoder {model_folder(path).name}"
        try:
            self._model = _loaded(path, self._name)
        except ImportError as e:
            raise not_installed(f'model "{path}"') from e
        except library_errors() as e:
            raise broken(path, e) from e

    @property
    def name(self) -> str:
        """Folder and hash."""
        return self._name

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers: the model's own number, of any scale.

        Raises:
            InputError: the model does not answer with one number a text.
        """
        errors: tuple[type[Exception], ...] = (*library_errors(), TypeError)
        try:
            found = [float(score) for score in self._model.rerank(query, list(texts))]
        except errors as e:
            raise broken(self._path, e) from e
        if len(found) != len(texts) or any(score != score for score in found):
            raise broken(self._path, ValueError(f"{len(found)} numbers for {len(texts)} texts"))
        return found


def _loaded(path: Path, name: str) -> Any:
    from fastembed.common.model_description import ModelSource
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    if name not in {one["model"] for one in TextCrossEncoder.list_supported_models()}:
        TextCrossEncoder.add_custom_model(
            model=name, sources=ModelSource(hf=name), model_file=model_folder(path).weights
        )
    return TextCrossEncoder(name, specific_model_path=str(path))
