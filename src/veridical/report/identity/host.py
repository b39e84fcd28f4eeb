"""Host names: one spelling for each, and which of them are no real place."""

import re
from ipaddress import AddressValueError, IPv6Address
from unicodedata import normalize

_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_WIKIPEDIA_MOBILE = re.compile(r"([a-z-]+)\.m\.(wikipedia\.org)")
_PLACEHOLDER = re.compile(
    r"(?:.*\.)?(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost|tld)"
    r"|(?:.*\.)?(?:your|my|our|some)-?(?:own-?)?"
    r"(?:domain|site|website|company|organi[sz]ation|org|blog|url|link|server|name)"
    r"\.[a-z]{2,10}"
    r"|(?:.*\.)?(?:sitename|domainname|companyname|placeholder-url|fake-?url)\.[a-z]{2,10}"
    r"|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]"
)
_ALIASES = {
    "mobile.twitter.com": "x.com",
    "twitter.com": "x.com",
    "m.youtube.com": "youtube.com",
    "old.reddit.com": "reddit.com",
}
_MAX_HOST = 253


def normalize_host(text: str) -> str | None:
    """Give a host its one spelling.

    Args:
        text: A host in any script, an IPv4 address, or an IPv6 address in
            brackets; no port.

    Returns:
        Lower-case ASCII, other scripts as their IDNA form; None if no host.
    """
    if text.startswith("["):
        return _ipv6(text)
    folded = normalize("NFKC", text).lower().replace("\u3002", ".").removesuffix(".")
    labels = [_ascii(label) for label in folded[: _MAX_HOST + 1].split(".")]
    host = ".".join(labels)
    is_name = len(host) <= _MAX_HOST and all(map(_LABEL.fullmatch, labels))
    if not is_name or (labels[-1].isdigit() and not _is_ipv4(labels)):
        return None
    return host


def canonical_host(host: str) -> str:
    """Drop what does not name another place: `www.`, a mobile or former name."""
    while host.startswith("www.") and "." in host[4:]:
        host = host[4:]
    mobile = _WIKIPEDIA_MOBILE.fullmatch(host)
    return f"{mobile[1]}.{mobile[2]}" if mobile else _ALIASES.get(host, host)


def is_placeholder(host: str) -> bool:
    """Whether a host is reserved for examples or stands for the reader's own."""
    return _PLACEHOLDER.fullmatch(host) is not None


def _ascii(label: str) -> str:
    if label.isascii():
        return label
    try:
        # The codec of IDNA 2003 would fold letters that have their own names since 2008.
        return "xn--" + label.encode("punycode").decode("ascii")
    except UnicodeError:
        return ""


def _is_ipv4(labels: list[str]) -> bool:
    return len(labels) == 4 and all(part.isdigit() and int(part) < 256 for part in labels)


def _ipv6(text: str) -> str | None:
    try:
        return f"[{IPv6Address(text[1:-1])}]" if text.endswith("]") else None
    except AddressValueError:
        return None
