"""Papers as trees: sections, and the figures and tables that stand in them, cropped as pictures."""

from veridical.retrieval.corpora.papers.apart import read_paper
from veridical.retrieval.corpora.papers.model import Heading, Paper, Shown, ShownKind

__all__ = ["Heading", "Paper", "Shown", "ShownKind", "read_paper"]
