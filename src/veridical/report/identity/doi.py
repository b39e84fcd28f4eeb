"""DOI names, as text and in the addresses of resolvers and publishers."""

import re

from veridical.report.identity.address import Address
from veridical.report.identity.arxiv import arxiv_work
from veridical.report.identity.percent import decode_printable
from veridical.report.identity.source import Kind
from veridical.report.identity.work import Work

_NAME = re.compile(r"10\.\d{4,9}(?:\.\d+)*/.*[a-z0-9)>].*")
_TEXT = re.compile(r"(?:doi\s?:?\s?)?(10\.\d{4,9}(?:\.\d+)*(?:/|%2f)\S+)")
_RESOLVERS = frozenset({"doi.org", "dx.doi.org"})
# "suppl", "figure" and the like are left out: they are not the paper.
_PUBLISHER_PATH = re.compile(
    r"/(?:.*/)?doi/(?:(?:abs|full|fullhtml|full-xml|pdf|epdf|pdfplus|pdfdirect|epub|reader|book)/)?"
    r"(10\.\d{4,9}/.+)",
)
_HOME_PATH = re.compile(r"/(?:[a-z-]+/){0,4}?(10\.\d{4,9}/.+)")
_HOMES = (
    "link.springer.com",
    "frontiersin.org",
    "biorxiv.org",
    "medrxiv.org",
    "iopscience.iop.org",
    "journals.aps.org",
    "degruyter.com",
    "emerald.com",
)
_NATURE_PATH = re.compile(r"/articles/([sd]\d{5}-\d{3}-\d{5}-[0-9a-z]|nature\d{5})(?:\.pdf)?")
_NUMBERED = {
    "papers.ssrn.com": ("10.2139/ssrn.", "abstract_id", re.compile(r"/sol3/.*")),
    "ssrn.com": ("10.2139/ssrn.", "abstract", re.compile(r"")),
}
_ZENODO_PATH = re.compile(r"/records?/(\d{3,10})(?:/.*)?")
_PLOS = "journals.plos.org"
_TAILS = (
    *("/full", "/pdf", "/html", "/abstract", "/epub", "/meta", "/summary", "/fulltext"),
    *(".full-text", ".full", ".pdf", ".abstract", ".html", ".article-info"),
)
_PREPRINT_VERSION = re.compile(r"(10\.(?:1101|64898)/.*?\d)(v\d{1,3})")
_ARXIV_PREFIX = "10.48550/arxiv."
_ACL_PREFIX = "10.18653/v1/"
_ACL_NUMBER = re.compile(r"[a-z]\d\d-\d{4}|\d{4}\.[a-z0-9_-]{1,40}\.\d{1,5}")
_REVIEW = re.compile(
    r"10\.5194/[a-z]+-\d{4}-\d+-(?:[race]c|sc)\d+"
    r"|10\.5256/.*|10\.3410/f\..*|10\.7287/peerj\.[^/]*/reviews/.*"
    r"|10\.7554/elife\.\d+(?:\.\d+)?\.sa\d+"
    r"|10\.\d{4,9}/.*/v\d{1,3}/(?:review|decision|response)\d*"
)
# A DOI has no limit by its standard; none registered comes near this one.
_MAX_NAME = 500


def doi_at(address: Address) -> Work | None:
    """Read the DOI, or the number it stands for, out of an address."""
    name = _name_at(address)
    return None if name is None else doi_work(name)


def doi_work(name: str) -> Work | None:
    """Read a DOI name; a DOI made from another number gives that number's work.

    Args:
        name: The name as written, in any case, possibly percent-encoded.

    Returns:
        The work, or None if the text is no DOI name.
    """
    plain = decode_printable(name).lower()
    if len(plain) > _MAX_NAME:
        return None
    plain = _without_tails(plain)
    if _NAME.fullmatch(plain) is None:
        return None
    if plain.startswith(_ARXIV_PREFIX):
        return arxiv_work(plain.removeprefix(_ARXIV_PREFIX))
    if plain.startswith(_ACL_PREFIX):
        return acl_work(plain.removeprefix(_ACL_PREFIX))
    preprint = _PREPRINT_VERSION.fullmatch(plain)
    return Work(Kind.DOI, preprint[1], preprint[2]) if preprint else Work(Kind.DOI, plain)


def doi_address(text: str) -> str | None:
    """The address of a DOI written as text (`doi:10.1000/x`, `10.1000/x`)."""
    found = _TEXT.fullmatch(text.lower())
    if found is None:
        return None
    return "https://doi.org/" + found[1].replace("?", "%3F").replace("#", "%23")


def is_review_comment(work: Work) -> bool:
    """Whether a DOI names a review, reply or recommendation and not the paper itself."""
    return work.kind is Kind.DOI and _REVIEW.fullmatch(work.number) is not None


def acl_work(number: str) -> Work | None:
    """Read a number of the ACL Anthology, of either style."""
    if not _ACL_NUMBER.fullmatch(number):
        return None
    return Work(Kind.ACL, number.lower() if "." in number else number.upper())


def _name_at(address: Address) -> str | None:
    site, path = address.site, address.canonical_path().lower()
    if site in _RESOLVERS:
        return path[1:]
    if site == _PLOS:
        return address.value("id")
    found = _PUBLISHER_PATH.fullmatch(path)
    if found is None and site in _HOMES:
        found = _HOME_PATH.fullmatch(path)
    return found[1] if found else _numbered(address, site, path)


def _numbered(address: Address, site: str, path: str) -> str | None:
    if site == "nature.com":
        found = _NATURE_PATH.fullmatch(path)
        return f"10.1038/{found[1]}" if found else None
    if site == "zenodo.org":
        found = _ZENODO_PATH.fullmatch(path)
        return f"10.5281/zenodo.{found[1]}" if found else None
    if site in _NUMBERED:
        prefix, name, page = _NUMBERED[site]
        number = address.value(name) if page.fullmatch(path) else None
        return f"{prefix}{number}" if number and number.isdecimal() else None
    return None


def _without_tails(name: str) -> str:
    while True:
        name = name.rstrip("/.,;:")
        tail = next((tail for tail in _TAILS if name.endswith(tail)), None)
        if tail is None:
            return name
        name = name.removesuffix(tail)
