"""The pairs of a claim and an address that TRACE of MMDR-Bench judges, read off the report.

The parser tells what a marker is and what an entry, so the list of references is never a claim;
the released code takes the whole of it for a claim on each of its addresses. Links and bare
addresses in the text make pairs too. A claim that repeats another's words over the same page is
the same pair. Pictures that are cited directly are left to MOSAIC, as in the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import normalize

from veridical.checks.wording import wording
from veridical.findings.cited import page_key
from veridical.measure import Context
from veridical.methods.mmdr.domains import Category, category_of, host_of, registered_domain
from veridical.methods.mmdr.picture_words import CHINESE_PICTURE_WORDS, PICTURE_WORDS
from veridical.report.model import Citation, Report
from veridical.retrieval.stretches import size
from veridical.task import Modality

LONG_CLAIM, KEY_CLAIM, SHORT_KEY_CLAIM = 120, 50, 25
"""Letters from which a claim counts more, is a key claim, and is one if it holds a digit; one
character of an unspaced script says as much as several (`veridical.retrieval.stretches.size`)."""
_LONG_WEIGHT, _DIGIT_WEIGHT, _CUE_WEIGHT = 0.3, 0.2, 0.2
_DIGIT = re.compile(r"\d")
_CUE = re.compile(
    r"\b(?:because|therefore|due to|leads? to|led to|caus(?:e|es|ed)|results? in|drives?|driven"
    r"|trend|increas\w*|decreas\w*|declin\w*|grew|grow(?:s|th)?|rose|rises?|fell|falls?"
    r"|compared|versus|higher|lower|more than|less than)\b",
    re.IGNORECASE,
)
_CHINESE_CUE = re.compile(
    r"因为|因此|由于|导致|从而|趋势|增长|增加|上升|下降|减少|相比|相较|高于|低于|多于|少于|超过"
)
_CONCLUDES = re.compile(
    r"\b(?:conclu\w+|overall|in summary|in sum|therefore|thus|recommend\w*|should|suggests? that)\b"
    r"|总之|总体|综上|因此|结论|建议|应当|应该|表明",
    re.IGNORECASE,
)
_ON_PICTURE = re.compile(
    rf"\b(?:{PICTURE_WORDS}|fig\.|tables?)\b|{CHINESE_PICTURE_WORDS}|(?<![代发外电仪手钟年])表\s?\d",
    re.IGNORECASE,
)
_IMAGE_FILE = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|avif)$", re.IGNORECASE)
_NO_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim with an address that it cites.

    Attributes:
        statement: index into ``Report.statements``.
        page: the page's key.
        text: the claim as it is asked.
        weight: how much it counts.
        is_key: whether it is a key claim.
        on_picture: whether it speaks of a picture or table.
        domain: the site's registered name, "" if the page has no address.
        category: the site's class, by its name alone.
        is_image: whether it cites a picture itself, which is MOSAIC's.
        language: of the claim.
    """

    statement: int
    page: str
    text: str
    weight: float
    is_key: bool
    on_picture: bool
    domain: str
    category: Category
    is_image: bool
    language: str


def claim_pairs(context: Context) -> tuple[Claimed, ...]:
    """Every pair of the report once, in its order."""
    first: dict[tuple[str, str], Claimed] = {}
    for pair in _pairs(context):
        first.setdefault((pair.page, _folded(pair.text)), pair)
    return tuple(first.values())


def _folded(text: str) -> str:
    return _NO_WORD.sub(" ", normalize("NFKC", text).casefold()).strip()


def _pairs(context: Context) -> Iterator[Claimed]:
    report = context.report
    for statement in report.statements:
        text = wording(report, statement) if statement.citations else ""
        for index in statement.citations:
            key = page_key(report, report.citations[index])
            if key is None:
                continue
            address = _address(context, report.citations[index], key)
            host = host_of(address)
            yield Claimed(
                statement=statement.index,
                page=key,
                text=text,
                weight=weight(text),
                is_key=is_key(text),
                on_picture=on_picture(text),
                domain=registered_domain(host),
                category=category_of(host),
                is_image=_is_image(context, key, address),
                language=statement.language,
            )


def _address(context: Context, citation: Citation, key: str) -> str:
    """Where the cited source is: as the citation, its entry or the corpus says."""
    if citation.source is not None and citation.source.url:
        return citation.source.url
    entries = _entries(context.report, citation)
    named = next((e for e in entries if e), "")
    item = context.corpus.get(key)
    return named or (item.source if item is not None else "")


def _entries(report: Report, citation: Citation) -> Iterator[str]:
    for index in citation.references:
        source = report.references[index].source
        yield (source.url or "") if source is not None else ""


def _is_image(context: Context, key: str, address: str) -> bool:
    item = context.corpus.get(key)
    if item is not None:
        return item.modality is Modality.IMAGE
    return _IMAGE_FILE.search(address.partition("?")[0].partition("#")[0]) is not None


def on_picture(claim: str) -> bool:
    """Whether a claim speaks of a picture or table."""
    return _ON_PICTURE.search(claim) is not None


def weight(claim: str) -> float:
    """How much a claim counts: 1, and more if it is long, holds a number, or relates things."""
    found = 1.0
    found += _LONG_WEIGHT if size(claim) >= LONG_CLAIM else 0.0
    found += _DIGIT_WEIGHT if _DIGIT.search(claim) else 0.0
    found += _CUE_WEIGHT if _CUE.search(claim) else 0.0
    found += _CUE_WEIGHT if _CHINESE_CUE.search(claim) else 0.0
    return found


def is_key(claim: str) -> bool:
    """Whether a claim is one that a report stands on."""
    says = size(claim)
    has_number = _DIGIT.search(claim) is not None and says >= SHORT_KEY_CLAIM
    return says >= KEY_CLAIM or has_number or _CONCLUDES.search(claim) is not None
