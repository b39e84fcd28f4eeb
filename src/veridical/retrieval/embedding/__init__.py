"""Texts and pictures as vectors: by a local model, or by an endpoint; kept by what they are of."""

from veridical.retrieval.embedding.port import Content, Embedder

__all__ = ["Content", "Embedder"]
