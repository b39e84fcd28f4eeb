"""Which site an address belongs to, and how far its kind is to be trusted.

MMDR-Bench's report protocol names three classes: authoritative (governments, international
bodies, academia, official statistics), acceptable (media, companies, industry bodies,
encyclopedias), prohibited (social media, personal blogs, forums of questions and answers). The
released code looks for prohibited names anywhere in an address, so that netflix.com is taken for
x.com; here whole names of sites are compared, from the right, label by label. Which sites stand
in the lists is ours; those that are prohibited stand in ``prohibited_sites.txt``.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from yarl import URL

from veridical.report.identity.host import canonical_host, normalize_host


class Category(StrEnum):
    """What kind of source a page is; `UNKNOWN` = nobody said."""

    AUTHORITATIVE = "authoritative"
    ACCEPTABLE = "acceptable"
    PROHIBITED = "prohibited"
    UNKNOWN = "unknown"


_COUNTRY_LABELS = """
ac co com edu gen gob gouv gov govt go gv id ind info int mil net ne nom nic nhs or org police re
sch
"""
_SHARED_SITES = """
blogspot.com github.io gitlab.io livejournal.com medium.com substack.com tumblr.com weebly.com
wixsite.com wordpress.com
"""
_AUTHORITATIVE_SITES = """
admin.ch arxiv.org canada.ca destatis.de doi.org europa.eu ilo.org imf.org insee.fr iso.org
nature.com ncbi.nlm.nih.gov oecd.org science.org un.org unesco.org unicef.org worldbank.org wto.org
"""
_PROHIBITED_FILE = Path(__file__).with_name("prohibited_sites.txt")
_SECOND = frozenset(_COUNTRY_LABELS.split())
"""Labels under which countries register names: ``ac.uk``, ``com.cn``, ``go.jp``."""
_SHARED = frozenset(_SHARED_SITES.split())
"""Sites under which everybody has a site of their own."""
_OFFICIAL = frozenset({"gov", "edu", "int", "mil"})
_OFFICIAL_SECOND = frozenset({"ac", "edu", "gov", "go", "gob", "gouv", "govt", "gv", "mil", "nhs"})
_PORTALS = frozenset({"gov", "gob", "gouv", "govt", "nhs"})
"""Of these the name itself is a site: ``gov.uk``."""
_AUTHORITATIVE = frozenset(_AUTHORITATIVE_SITES.split())
_PROHIBITED = frozenset(
    line
    for line in _PROHIBITED_FILE.read_text("utf-8").splitlines()
    if line and not line.startswith("#")
)


def host_of(address: str) -> str:
    """The host of an address in its one spelling, "" if it has none."""
    try:
        host = URL(address).host or ""
    except ValueError:
        return ""
    known = normalize_host(host) if host else None
    return canonical_host(known) if known else ""


def registered_domain(host: str) -> str:
    """The name that somebody registered: ``bbc.co.uk`` of ``news.bbc.co.uk``.

    Example:
        >>> [registered_domain(h) for h in ("a.b.org", "x.gov.cn", "me.github.io", "un.org")]
        ['b.org', 'x.gov.cn', 'me.github.io', 'un.org']
    """
    labels = host.split(".")
    if len(labels) < 3 or labels[-1].isdigit():
        return host
    is_country = len(labels[-1]) == 2 and labels[-2] in _SECOND
    is_shared = ".".join(labels[-2:]) in _SHARED
    return ".".join(labels[-3:] if is_country or is_shared else labels[-2:])


def category_of(host: str) -> Category:
    """The class of a site by its name alone; what no list has is acceptable.

    Returns:
        `UNKNOWN` for no host.
    """
    if not host:
        return Category.UNKNOWN
    if _is_under(host, _PROHIBITED):
        return Category.PROHIBITED
    labels = host.split(".")
    second = _OFFICIAL_SECOND if len(labels) > 2 else _PORTALS
    is_official = labels[-1] in _OFFICIAL or (
        len(labels) > 1 and len(labels[-1]) == 2 and labels[-2] in second
    )
    if is_official or _is_under(host, _AUTHORITATIVE):
        return Category.AUTHORITATIVE
    return Category.ACCEPTABLE


def _is_under(host: str, names: frozenset[str]) -> bool:
    """Whether a host is one of the names or below one of them."""
    labels = host.split(".")
    return any(".".join(labels[n:]) in names for n in range(len(labels)))
