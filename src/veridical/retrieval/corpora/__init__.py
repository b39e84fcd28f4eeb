"""What a folder of files holds, in the pieces that a corpus is made of."""

from veridical.retrieval.corpora.pieces import Pieces, is_source, pieces_of

__all__ = ["Pieces", "is_source", "pieces_of"]
