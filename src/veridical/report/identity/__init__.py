"""Which source a mention of an address, a DOI or an identifier stands for.

Pure text work: nothing is fetched here, and a wrong address is a value
(`Kind.INVALID`), never an exception.
"""

from veridical.report.identity.identify import canonical_url, identify
from veridical.report.identity.mention import UrlMention, find_urls
from veridical.report.identity.source import Kind, Note, SourceIdentity

__all__ = [
    "Kind",
    "Note",
    "SourceIdentity",
    "UrlMention",
    "canonical_url",
    "find_urls",
    "identify",
]
