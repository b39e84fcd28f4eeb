"""Providers of search behind one port; which one is the caller's choice, none is built in.

What searches a folder of one's own needs no key: `veridical.retrieval.corpus`.
"""

from veridical.sources.search.provider import PROVIDERS, HttpSearch, open_search

__all__ = ["PROVIDERS", "HttpSearch", "open_search"]
