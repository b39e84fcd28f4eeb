"""From the text of a mention to the identity of its source."""

import re
from dataclasses import dataclass, replace

from veridical.report.identity.address import Address, parse_address
from veridical.report.identity.arxiv import arxiv_address, arxiv_at
from veridical.report.identity.cleaning import cleaned
from veridical.report.identity.doi import doi_address, doi_at, is_review_comment
from veridical.report.identity.host import is_placeholder
from veridical.report.identity.library import (
    acl_at,
    isbn_work,
    openreview_at,
    pubmed_address,
    pubmed_at,
)
from veridical.report.identity.source import Kind, Note, SourceIdentity
from veridical.report.identity.work import Work
from veridical.report.identity.wrapper import wrapping

_MAX_WRAPPERS = 4
_AT = (arxiv_at, doi_at, pubmed_at, acl_at, openreview_at)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{1,20}):(?!\d)")
_OTHER_SCHEMES = "ftp ftps sftp file data mailto javascript tel blob about chrome git ssh"
_OTHER = frozenset(_OTHER_SCHEMES.split())
_BARE = re.compile(
    r"(?:(?:[a-z0-9_-]{1,63}\.){1,8}|(?=localhost[:/]))([a-z]{2,9})(?::\d{1,5})?(?:[/?#].*)?",
    re.DOTALL,
)
# Endings of domains that are not also endings of files.
_ENDINGS = (
    "com org net edu gov mil int info biz io ai app dev cn hk tw jp kr uk de fr eu us ca au in "
    "ru ch nl se no fi dk it es pt br at be cz gr ie il mx nz sg tr ua za example test invalid "
    "wiki news blog tech science health site online"
)
_DOMAINS = frozenset(_ENDINGS.split())
_DOI_LABEL = re.compile(r"[dD][oO][iI]\s?:?\s?(?=https?://|(?:dx\.)?doi\.org/)")
_ITEM = re.compile(r"[iI]tem:(\S+)|ITEM:(\S+)")


@dataclass(frozen=True, slots=True)
class _Reached:
    """Where an address leads once wrappers are off."""

    address: Address
    fetched: Address
    notes: tuple[Note, ...] = ()
    version: str | None = None


def identify(text: str) -> SourceIdentity:
    """Tell which source a mention stands for.

    Args:
        text: The mention alone: an address with or without scheme, a DOI, an
            arXiv, PubMed or ISBN number, or `item:ID` for an item of a corpus.

    Returns:
        The identity. A mention that names no source is `Kind.INVALID`: it has
        no address, so nothing is ever fetched for it.
    """
    plain, notes = cleaned(text)
    plain = _DOI_LABEL.sub("", plain, count=1) if plain[:3].lower() == "doi" else plain
    spelled = arxiv_address(plain) or doi_address(plain) or pubmed_address(plain)
    written = spelled or _with_scheme(plain)
    address = parse_address(written) if written and not re.search(r"\s", written) else None
    if address is None:
        return _without_address(text, plain, notes)
    if written != plain and spelled is None:
        notes = (*notes, Note.SCHEME_ADDED)
    reached = _unwrapped(address)
    return _invalid(text, plain, notes) if reached is None else _identity(text, reached, notes)


def canonical_url(text: str) -> str | None:
    """The address that all spellings of one source share.

    Returns:
        An https address without `www.`, default port, trailing slash, fragment
        and tracking; for a known work, the page of the work. None if the text
        is no address. Applied to its own result it changes nothing.
    """
    return identify(text).url


def _identity(text: str, reached: _Reached, notes: tuple[Note, ...]) -> SourceIdentity:
    address, work = reached.address, _work_at(reached.address)
    canonical = address.canonical()
    return SourceIdentity(
        original=text,
        url=work.url if work else canonical,
        address=reached.fetched.fetchable(),
        locator=address.locator,
        key=work.key if work else canonical,
        kind=work.kind if work else Kind.WEB,
        work=work.key if work else None,
        version=(work.version if work else None) or reached.version,
        notes=(*notes, *reached.notes, *_noted(address, work)),
    )


def _work_at(address: Address) -> Work | None:
    work = next(filter(None, (reader(address) for reader in _AT)), None)
    page = parse_address(work.url) if work and work.url else None
    if work is None or page is None:
        return None
    # A number must survive its own page, or one source would get two identities.
    again = next(filter(None, (reader(page) for reader in _AT)), None)
    return work if again == replace(work, version=None) else None


def _noted(address: Address, work: Work | None) -> list[Note]:
    host = address.site
    found = {
        Note.USERINFO_REMOVED: address.has_userinfo,
        Note.TRACKING_REMOVED: address.has_tracking(),
        Note.PLACEHOLDER_HOST: is_placeholder(host),
        Note.SINGLE_LABEL_HOST: "." not in host and ":" not in host and not is_placeholder(host),
        Note.REVIEW_COMMENT: work is not None and is_review_comment(work),
    }
    return [note for note, holds in found.items() if holds]


def _unwrapped(address: Address) -> _Reached | None:
    """Follow wrappers as far as their form tells; None for a nest of them."""
    reached = _Reached(address, address)
    for _ in range(_MAX_WRAPPERS):
        step = _step(reached)
        if step is reached:
            return reached
        reached = step
    return None


def _step(reached: _Reached) -> _Reached:
    here = reached.address
    wrapper = wrapping(here)
    if wrapper is None or (wrapper.note in reached.notes and wrapper.target is None):
        return reached
    target = parse_address(wrapper.target) if wrapper.target else None
    noted = tuple(dict.fromkeys((*reached.notes, wrapper.note)))
    if target is None:
        return replace(reached, notes=noted) if noted != reached.notes else reached
    target = target if target.fragment else replace(target, fragment=here.fragment)
    is_copy = Note.ARCHIVED_COPY in noted
    fetched = (here if wrapper.time else reached.fetched) if is_copy else target
    return _Reached(target, fetched, noted, reached.version or wrapper.time)


def _with_scheme(text: str) -> str:
    if text.startswith("//"):
        return f"https:{text}"
    bare = _BARE.fullmatch(text.lower())
    is_domain = bare is not None and (
        bare[1] in _DOMAINS or text[:4].lower() == "www." or bare[1] == "localhost"
    )
    return f"https://{text}" if is_domain else text


def _without_address(text: str, plain: str, notes: tuple[Note, ...]) -> SourceIdentity:
    book = isbn_work(plain)
    if book is not None:
        return _named(text, book.key, Kind.ISBN, notes, work=book.key)
    item = _ITEM.fullmatch(plain)
    if item is not None:
        return _named(text, f"item:{item[1] or item[2]}", Kind.ITEM, notes)
    scheme = _SCHEME.match(plain)
    if scheme is not None and scheme[1].lower() in _OTHER:
        key = scheme[1].lower() + plain[scheme.end(1) :]
        return _named(text, key, Kind.OTHER, (*notes, Note.UNSUPPORTED_SCHEME))
    return _invalid(text, plain, notes)


def _invalid(text: str, plain: str, notes: tuple[Note, ...]) -> SourceIdentity:
    return _named(text, f"invalid:{plain}", Kind.INVALID, (*notes, Note.INVALID_URL))


def _named(
    text: str, key: str, kind: Kind, notes: tuple[Note, ...], *, work: str | None = None
) -> SourceIdentity:
    return SourceIdentity(text, None, None, "", key, kind, work, None, notes)
