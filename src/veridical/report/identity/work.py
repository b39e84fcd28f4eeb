"""The noun: a scholarly work known by a number of its own."""

from dataclasses import dataclass

from veridical.report.identity.percent import encode_path
from veridical.report.identity.source import Kind

_PAGES = {
    Kind.ARXIV: "https://arxiv.org/abs/",
    Kind.DOI: "https://doi.org/",
    Kind.PUBMED: "https://pubmed.ncbi.nlm.nih.gov/",
    Kind.PMC: "https://pmc.ncbi.nlm.nih.gov/articles/",
    Kind.ACL: "https://aclanthology.org/",
    Kind.OPENREVIEW: "https://openreview.net/forum?id=",
}
_PREFIXES = {Kind.PUBMED: "pmid", Kind.PMC: "pmcid"}


@dataclass(frozen=True, slots=True)
class Work:
    """A work known by a number of its own.

    Attributes:
        kind: Whose number it is.
        number: The number in its one spelling.
        version: The version that the mention names, such as `v2`.
    """

    kind: Kind
    number: str
    version: str | None = None

    @property
    def key(self) -> str:
        """The scholarly key, such as `arxiv:2101.00001`."""
        return f"{_PREFIXES.get(self.kind, self.kind.value)}:{self.number}"

    @property
    def url(self) -> str | None:
        """The canonical address of the work; None for a printed book."""
        start = _PAGES.get(self.kind)
        return None if start is None else start + encode_path(self.number, loose=True)
