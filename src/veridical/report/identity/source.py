"""The noun: one source as a mention names it, and the words used about it."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What sort of name a mention is; only those with an address can be fetched."""

    WEB = "web"
    ARXIV = "arxiv"
    DOI = "doi"
    PUBMED = "pubmed"
    PMC = "pmc"
    ACL = "acl"
    OPENREVIEW = "openreview"
    ISBN = "isbn"
    ITEM = "item"
    OTHER = "other"
    INVALID = "invalid"


class Note(StrEnum):
    """What a reader should know about how the identity was reached."""

    INVALID_URL = "invalid_url"
    UNSUPPORTED_SCHEME = "unsupported_scheme"
    INVISIBLE_CHARACTERS = "invisible_characters"
    MARKUP_IN_URL = "markup_in_url"
    SPACE_IN_URL = "space_in_url"
    SCHEME_ADDED = "scheme_added"
    USERINFO_REMOVED = "userinfo_removed"
    TRACKING_REMOVED = "tracking_removed"
    PLACEHOLDER_HOST = "placeholder_host"
    SINGLE_LABEL_HOST = "single_label_host"
    REDIRECT_WRAPPER = "redirect_wrapper"
    SHORT_LINK = "short_link"
    ARCHIVED_COPY = "archived_copy"
    REVIEW_COMMENT = "review_comment"


@dataclass(frozen=True, slots=True)
class SourceIdentity:
    """One source, as one mention of it allows us to know it.

    Two mentions are one source when their keys are equal. The original is for
    display only; the key and the addresses never hold a user name or password.

    Attributes:
        original: The mention as it was written.
        url: The canonical address, equal for all spellings of one source;
            None where the source has no web address.
        address: What to fetch: scheme, `www.` and trailing slash as written;
            None where nothing must be fetched.
        locator: The fragment without `#` (an anchor, a text fragment, a page
            or a time), "" when there is none.
        key: The identity: the canonical address, or the work if there is one.
        kind: What sort of name the mention is.
        work: A scholarly key such as `arxiv:2101.00001` or `doi:10.1000/x`.
        version: The version the mention names, such as `v2`, or the time
            stamp of an archived copy.
        notes: What was cleaned or recognized, in the order it happened.
    """

    original: str
    url: str | None
    address: str | None
    locator: str
    key: str
    kind: Kind
    work: str | None
    version: str | None
    notes: tuple[Note, ...]
