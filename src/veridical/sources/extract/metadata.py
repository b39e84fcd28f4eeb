"""A page's own statements about the work on it: title, date, identifiers, who may read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

import msgspec

from veridical.report.identity import identify
from veridical.sources.extract.facts import PageFacts

_DATES = (
    "citation_publication_date",
    "citation_online_date",
    "citation_date",
    "article:published_time",
    "datepublished",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "dcterms.date",
    "prism.publicationdate",
    "parsely-pub-date",
    "sailthru.date",
    "pubdate",
    "publishdate",
    "publish-date",
    "publication_date",
)
_TITLES = ("citation_title", "dc.title", "dcterms.title", "og:title", "twitter:title")
_DATE = re.compile(r"\s*(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?)?")
_MOST_NODES = 2000


def title_of(facts: PageFacts) -> str:
    """What the page calls the work on it; "" if nothing."""
    return facts.first(*_TITLES) or facts.title


def published_of(facts: PageFacts) -> str:
    """The date of publication that the metadata states; "" if none.

    Returns:
        ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``. Nothing is read out of running text, and
        dates of changes are not taken for it.
    """
    stated = [facts.first(name) for name in _DATES]
    stated += [_text(node.get("datePublished")) for node in linked_nodes(facts)]
    return next((found for value in stated if (found := day_of(value))), "")


def day_of(value: str) -> str:
    """A stated date in ISO form, as exact as it is; "" if it is none."""
    found = _DATE.match(value)
    if found is None:
        return ""
    year, month, day = int(found[1]), int(found[2] or 1), int(found[3] or 1)
    try:
        whole = date(year, month, day).isoformat()
    except ValueError:
        return ""
    return whole[: 10 if found[3] else 7 if found[2] else 4]


def identifiers_of(facts: PageFacts, url: str) -> tuple[str, ...]:
    """The works that the page says it is: ``doi:…``, ``arxiv:…``, and its own address.

    Only the page's own fields count, not what it cites. ``citation_doi`` and the like name
    the published version where a preprint's page gives them.
    """
    names = (
        "citation_doi",
        "prism.doi",
        "dc.identifier",
        "dc.identifier.doi",
        "bepress_citation_doi",
    )
    stated = [_as_doi(value) for value in facts.all(*names)]
    stated += [f"arXiv:{value}" for value in facts.all("citation_arxiv_id")]
    found: list[str] = []
    for value in stated:
        work = identify(value).work if value else None
        if work and work not in found:
            found.append(work)
    if facts.canonical.startswith(("http://", "https://")) and facts.canonical != url:
        found.append(f"url:{facts.canonical}")
    return tuple(found)


def is_closed(facts: PageFacts) -> bool:
    """Whether the metadata says that the work is not free to read."""
    tier = facts.first("article:content_tier").lower()
    said = [node.get("isAccessibleForFree") for node in linked_nodes(facts)]
    return tier in ("locked", "metered") or any(str(one).lower() == "false" for one in said)


def linked_nodes(facts: PageFacts) -> Iterator[dict[str, object]]:
    """The objects of the page's JSON-LD, those of its lists and graphs too."""
    left: list[object] = []
    for text in facts.linked:
        try:
            left.append(msgspec.json.decode(text.strip().encode("utf-8", "replace")))
        except (msgspec.DecodeError, RecursionError):
            continue
    for _ in range(_MOST_NODES):
        if not left:
            return
        node = left.pop(0)
        if isinstance(node, list):
            left = [*node[:_MOST_NODES], *left]
        elif isinstance(node, dict):
            yield node
            graph = node.get("@graph")
            left += graph if isinstance(graph, list) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _as_doi(value: str) -> str:
    bare = re.sub(r"^(?:doi\s?:\s?|https?://(?:dx\.)?doi\.org/)", "", value, flags=re.IGNORECASE)
    return f"doi:{bare}" if bare.startswith("10.") else ""
