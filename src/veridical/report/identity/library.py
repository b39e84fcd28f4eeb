"""The numbers of libraries: PubMed, PubMed Central, ACL, OpenReview, ISBN."""

import re

from veridical.report.identity.address import Address
from veridical.report.identity.doi import acl_work
from veridical.report.identity.source import Kind
from veridical.report.identity.work import Work

_NCBI = frozenset({"ncbi.nlm.nih.gov", "pubmed.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov"})
_EUROPE = "europepmc.org"
_PUBMED_PATH = re.compile(r"/(\d{1,9})|/pubmed/(\d{1,9})|/(?:article|abstract)/med/(\d{1,9})")
_PMC_PATH = re.compile(r"/(?:pmc/)?articles?/(?:pmc/)?pmc(\d{3,9})(?:/.*)?")
_PUBMED_TEXT = re.compile(r"(?:pubmed|pmid)\s?:?\s?(\d{4,9})")
_PMC_TEXT = re.compile(r"(?:pmcid\s?:?\s?)?pmc(\d{4,9})")
_ACL_SITES = frozenset({"aclanthology.org", "aclweb.org"})
_ACL_PATH = re.compile(r"/(?:anthology/)?([^/]{8,60}?)(?:v\d)?(?:\.pdf)?")
_ISBN_TEXT = re.compile(r"(?:urn:)?isbn(?:-1[03])?\s?:?\s?([0-9x\s-]{10,20})")
_OPENREVIEW_PATH = re.compile(r"/(?:forum|pdf)")
_OPENREVIEW_NUMBER = re.compile(r"[A-Za-z0-9_-]{6,40}")


def pubmed_at(address: Address) -> Work | None:
    """Read a PubMed or PubMed Central number out of an address."""
    site, path = address.site, address.canonical_path().lower()
    if site not in _NCBI and site != _EUROPE:
        return None
    central = _PMC_PATH.fullmatch(path)
    if central:
        return Work(Kind.PMC, f"PMC{central[1]}")
    found = _PUBMED_PATH.fullmatch(path)
    is_article = found is not None and (found[1] is None or site.startswith("pubmed."))
    return Work(Kind.PUBMED, found[found.lastindex or 0]) if found and is_article else None


def acl_at(address: Address) -> Work | None:
    """Read a number of the ACL Anthology out of an address."""
    found = (
        _ACL_PATH.fullmatch(address.canonical_path().lower())
        if address.site in _ACL_SITES
        else None
    )
    return acl_work(found[1]) if found else None


def openreview_at(address: Address) -> Work | None:
    """Read an OpenReview forum out of an address; a single note in it is not the paper."""
    is_paper = address.site == "openreview.net" and _OPENREVIEW_PATH.fullmatch(
        address.canonical_path()
    )
    number = address.value("id") if is_paper and address.value("noteId") is None else None
    is_number = number is not None and _OPENREVIEW_NUMBER.fullmatch(number)
    return Work(Kind.OPENREVIEW, number) if number and is_number else None


def pubmed_address(text: str) -> str | None:
    """The address of a PubMed or PubMed Central number written as text."""
    found = _PUBMED_TEXT.fullmatch(text.lower())
    if found:
        return f"https://pubmed.ncbi.nlm.nih.gov/{found[1]}"
    central = _PMC_TEXT.fullmatch(text.lower())
    return f"https://pmc.ncbi.nlm.nih.gov/articles/PMC{central[1]}" if central else None


def isbn_work(text: str) -> Work | None:
    """Read an ISBN written as text; one whose check digit is wrong is none."""
    found = _ISBN_TEXT.fullmatch(text.lower())
    digits = re.sub(r"[\s-]", "", found[1]).upper() if found else ""
    if re.fullmatch(r"\d{9}[\dX]", digits):
        return _isbn_from_ten(digits)
    is_book = re.fullmatch(r"97[89]\d{10}", digits) and _check(digits[:12]) == digits[12]
    return Work(Kind.ISBN, digits) if is_book else None


def _isbn_from_ten(digits: str) -> Work | None:
    values = [10 if digit == "X" else int(digit) for digit in digits]
    if sum(weight * value for weight, value in zip(range(10, 0, -1), values, strict=True)) % 11:
        return None
    stem = "978" + digits[:9]
    return Work(Kind.ISBN, stem + _check(stem))


def _check(stem: str) -> str:
    total = sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(stem))
    return str(-total % 10)
