"""Addresses that only lead elsewhere, told by their form: nothing is fetched."""

import re
from dataclasses import dataclass

from veridical.report.identity.address import Address
from veridical.report.identity.percent import decode_text
from veridical.report.identity.source import Note

_GOOGLE = re.compile(r"google\.(?:[a-z]{2,3}|com?\.[a-z]{2})")
# site: (path, query parameter that holds the target)
_BY_QUERY = {
    "l.facebook.com": ("/l.php", "u"),
    "lm.facebook.com": ("/l.php", "u"),
    "l.instagram.com": ("", "u"),
    "l.messenger.com": ("/l.php", "u"),
    "out.reddit.com": (None, "url"),
    "duckduckgo.com": ("/l", "uddg"),
    "youtube.com": ("/redirect", "q"),
    "link.zhihu.com": ("", "target"),
    "link.csdn.net": ("", "target"),
    "link.juejin.cn": ("", "target"),
    "gitee.com": ("/link", "target"),
    "jianshu.com": ("/go-wild", "url"),
    "linkedin.com": ("/redir/redirect", "url"),
    "vk.com": ("/away.php", "to"),
    "t.umblr.com": ("/redirect", "z"),
    "steamcommunity.com": ("/linkfilter", "url"),
}
_OPAQUE = {
    "vertexaisearch.cloud.google.com": "/grounding-api-redirect",
    "baidu.com": "/link",
    "sogou.com": "/link",
    "so.com": "/link",
    "bing.com": "/ck/a",
}
_SHORT_SITES = (
    "bit.ly t.co goo.gl tinyurl.com ow.ly is.gd buff.ly lnkd.in rebrand.ly cutt.ly "
    "t.cn dwz.cn url.cn suo.im reurl.cc b23.tv v.douyin.com"
)
_SHORT = frozenset(_SHORT_SITES.split())
_ARCHIVE = re.compile(r"/web/(\d{4,14})(?:[a-z]{2}_)?/(.+)", re.DOTALL)
_AMP = re.compile(r"/(?:amp/|c/)s/(.+)", re.DOTALL)
_TARGET = re.compile(r"https?:/{1,2}(?=[^/])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wrapping:
    """What a wrapper leads to.

    Attributes:
        note: What sort of wrapper it is.
        target: The address inside, None if it cannot be told by form.
        time: The time stamp of an archived copy.
    """

    note: Note
    target: str | None = None
    time: str | None = None


def wrapping(address: Address) -> Wrapping | None:
    """What the address leads to; None if it stands for itself."""
    site = address.site
    if site == "web.archive.org":
        return _archived(address)
    if site in _SHORT:
        return Wrapping(Note.SHORT_LINK) if address.canonical_path() else None
    carrier = _carried(address, site)
    if carrier is not None:
        return Wrapping(Note.REDIRECT_WRAPPER, carrier or None)
    start = _OPAQUE.get(site)
    is_opaque = start is not None and address.canonical_path().startswith(start)
    return Wrapping(Note.REDIRECT_WRAPPER) if is_opaque else None


def _archived(address: Address) -> Wrapping | None:
    found = _ARCHIVE.fullmatch(address.canonical_path())
    target = _absolute(found[2], address.query) if found else None
    return Wrapping(Note.ARCHIVED_COPY, target, found[1]) if found and target else None


def _carried(address: Address, site: str) -> str | None:
    """The target, "" for a wrapper whose target is no address, None for no wrapper."""
    if site == "r.jina.ai":
        return _absolute(address.canonical_path()[1:], address.query)
    found = _AMP.fullmatch(address.canonical_path())
    if found and (site == "cdn.ampproject.org" or _GOOGLE.fullmatch(site)):
        return _absolute("https://" + found[1], address.query)
    name = _parameter(address, site)
    return None if name is None else _absolute(address.value(name) or "", "") or ""


def _parameter(address: Address, site: str) -> str | None:
    path = address.canonical_path()
    if _GOOGLE.fullmatch(site) and path == "/url":
        return "q" if address.value("q") else "url"
    if site.endswith(".safelinks.protection.outlook.com"):
        return "url"
    wanted, name = _BY_QUERY.get(site, ("/-", ""))
    return name if wanted is None or wanted == path else None


def _absolute(text: str, query: str) -> str | None:
    if not _TARGET.match(text):
        text = decode_text(text) if text[:12].lower().startswith(("http%3a", "https%3a")) else ""
    target = _TARGET.sub(lambda found: found[0].rstrip("/") + "//", text, count=1)
    if not target:
        return None
    return f"{target}?{query}" if query else target
