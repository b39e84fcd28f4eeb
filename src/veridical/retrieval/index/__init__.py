"""Finding items of a corpus by a query: by words, by meaning, or by both."""

from veridical.retrieval.index.bm25 import Bm25
from veridical.retrieval.index.fusion import Hybrid, fused
from veridical.retrieval.index.port import Found, Index

__all__ = ["Bm25", "Found", "Hybrid", "Index", "fused"]
