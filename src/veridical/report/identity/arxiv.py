"""arXiv numbers, in the addresses of arXiv, its mirrors and its renderings."""

import re

from veridical.report.identity.address import Address
from veridical.report.identity.source import Kind
from veridical.report.identity.work import Work

_NEW = r"\d\d(?:0[1-9]|1[0-2])\.\d{4,5}"
_OLD = r"[a-z]{2,8}(?:-[a-z]{2,8})?(?:\.[a-z]{2})?/\d\d(?:0[1-9]|1[0-2])\d{3}"
_NUMBER = re.compile(rf"({_NEW}|{_OLD})(v\d{{1,3}})?")
_TEXT = re.compile(rf"arxiv\s?:\s?((?:{_NEW}|{_OLD})(?:v\d{{1,3}})?)(?:\s?\[[a-z.-]+\])?")
_SITE = re.compile(
    r"(?:(?:export|browse|cn|de|es|in|lanl)\.)?arxiv\.org|xxx\.lanl\.gov"
    r"|ar5iv\.(?:labs\.arxiv\.)?org|alphaxiv\.org|arxiv-vanity\.com"
)
_PATH = re.compile(r"/(?:abs|pdf|html|format|ps|src|papers)/(.{9,40}?)(?:\.pdf|\.html)?")
_SUBJECT = re.compile(r"\.[a-z]{2}(?=/)")


def arxiv_work(number: str) -> Work | None:
    """Read an arXiv number, with or without version, of either style.

    The subject class of an old number (`math.GT/0309136`) names no other paper.
    """
    found = _NUMBER.fullmatch(number.lower())
    if found is None:
        return None
    return Work(Kind.ARXIV, _SUBJECT.sub("", found[1]), found[2])


def arxiv_at(address: Address) -> Work | None:
    """Read the arXiv number out of an address of arXiv, ar5iv, alphaXiv or a mirror."""
    path = address.canonical_path().lower()
    found = _PATH.fullmatch(path) if _SITE.fullmatch(address.site) else None
    return arxiv_work(found[1]) if found else None


def arxiv_address(text: str) -> str | None:
    """The address of an arXiv number written as text (`arXiv:2101.00001v2 [cs.CL]`)."""
    found = _TEXT.fullmatch(text.lower())
    return f"https://arxiv.org/abs/{found[1]}" if found else None
