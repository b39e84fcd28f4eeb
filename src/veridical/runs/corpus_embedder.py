"""Who makes vectors, and who orders what was found, as their user names them."""

from __future__ import annotations

from pathlib import Path

from veridical.errors import ConfigError
from veridical.models.endpoint import endpoint_and_model, endpoint_from_name
from veridical.retrieval.embedding import Embedder
from veridical.retrieval.embedding.endpoint import EndpointEmbedder, Sight
from veridical.retrieval.embedding.local import LocalEmbedder
from veridical.retrieval.index.rerank import CrossEncoder, Reranker
from veridical.runs.corpus_rank import AskedReranker


def embedder_of(
    named: str, base_url: str = "", key_variable: str | None = None, *, pictures: str = "none"
) -> Embedder:
    """The embedder of a name.

    Args:
        named: a model's folder, a name that fastembed knows, or ENDPOINT:MODEL.
        base_url: where an endpoint runs, up to /v1; "" = as its name says.
        key_variable: the environment variable that holds its key; None = as its name says.
        pictures: how an endpoint is shown pictures: a value of `Sight`.

    Raises:
        ConfigError: nothing of that name, or what it needs is not installed.
        InputError: a folder that holds no model that runs.
    """
    if Path(named).is_dir():
        return LocalEmbedder.of_folder(Path(named))
    if ":" not in named and not base_url:
        return LocalEmbedder.of_name(named)
    name, model = endpoint_and_model(named)
    if pictures not in list(Sight):
        raise ConfigError(
            "--pictures",
            "is none",
            got=pictures,
            expected=", ".join(Sight),
            fix="Name one.",
        )
    place = endpoint_from_name(name, base_url=base_url, key_variable=key_variable)
    return EndpointEmbedder(place, model, Sight(pictures))


def reranker_of(
    named: str, corpus: Path, base_url: str = "", key_variable: str | None = None
) -> Reranker:
    """The reranker of a name.

    Args:
        named: a cross-encoder's folder, or ENDPOINT:MODEL.
        corpus: beside which a model's answers are kept.
        base_url: where an endpoint runs, up to /v1; "" = as its name says.
        key_variable: the environment variable that holds its key; None = as its name says.

    Raises:
        ConfigError: nothing of that name, or what it needs is not installed.
        InputError: a folder that holds no model that runs.
    """
    if Path(named).is_dir() or ":" not in named:
        return CrossEncoder(Path(named))
    name, model = endpoint_and_model(named)
    place = endpoint_from_name(name, base_url=base_url, key_variable=key_variable)
    return AskedReranker(place, model, corpus)
