"""Which addresses this program connects to: the public web, and what its user allowed.

Addresses come from reports, pages and models, so each is hostile until shown otherwise. An
address is checked twice: as it is written (`refusal`), before anything is resolved, and as the
numbers it resolves to (`numbers_refusal`), which are the numbers that are then connected to.
A name that resolves to one address that is refused is refused whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from yarl import URL

from veridical.errors import ConfigError

_SCHEMES = {"http": 80, "https": 443}
_INSIDE_NAMES = re.compile(
    r"(?:.*\.)?(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|onion)\.?",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?", re.IGNORECASE)
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]*|\d+")
_CONTROL = re.compile(r"[\x00-\x20\x7f\\]")
_MOST_CHARACTERS = 8192
# public numbers that clouds answer on from inside, and relays to elsewhere
_NEVER_4 = tuple(ip_network(n) for n in ("168.63.129.16/32", "192.88.99.0/24", "192.0.0.0/24"))
_GLOBAL_6 = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")
# forms that carry another address inside: 6to4, Teredo; and documentation
_NEVER_6 = tuple(IPv6Network(n) for n in ("2002::/16", "2001::/23", "2001:db8::/32", "3fff::/20"))
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})


@dataclass(frozen=True, slots=True)
class Guard:
    """What may be connected to.

    Attributes:
        allowed: ``name:port`` in lower case, as `allowed_host` makes them: places of the
            user's own, which may stand anywhere.
    """

    allowed: frozenset[str] = frozenset()

    def refusal(self, url: URL) -> str:
        """Why an address, as it is written, is not connected to; "" if it may be."""
        if url.scheme not in _SCHEMES:
            return "only http and https are read"
        if url.user is not None or url.password is not None:
            return "it carries a user name or password"
        host = url.raw_host or ""
        if not host or url.port is None or url.port == 0:
            return "it names no host"
        if self.is_allowed(host, url.port):
            return ""
        return _host_refusal(host)

    def numbers_refusal(self, host: str, port: int, numbers: Iterable[str]) -> str:
        """Why a host that resolved to these numbers is not connected to; "" if it may be."""
        if self.is_allowed(host, port):
            return ""
        return next((wrong for one in numbers if (wrong := number_refusal(one))), "")

    def is_allowed(self, host: str, port: int) -> bool:
        """Whether the user named this very place."""
        return f"{_plain(host)}:{port}" in self.allowed


def guard_allowing(hosts: Iterable[str]) -> Guard:
    """A guard that lets through what the user names.

    Args:
        hosts: ``NAME:PORT`` each, as in ``wiki.example.org:8443`` or ``[::1]:80``.

    Raises:
        ConfigError: one of another form.
    """
    return Guard(frozenset(allowed_host(host) for host in hosts))


def allowed_host(text: str) -> str:
    """``NAME:PORT`` in the one spelling that is compared.

    Raises:
        ConfigError: another form.
    """
    name, _, port = text.strip().rpartition(":")
    is_port = port.isascii() and port.isdigit() and 0 < int(port) < 65536
    plain = _plain(name)
    is_name = bool(plain) and not re.search(r"[\s/@?#*]", plain)
    if not is_port or not is_name or (":" in plain and not name.startswith("[")):
        raise ConfigError(
            "allow_host",
            "names no place",
            got=text,
            expected="NAME:PORT, as in wiki.example.org:8443 or [::1]:8080",
            fix="Name the host and its port, without a scheme or a path.",
        )
    return f"{plain}:{port}"


def web_address(text: str) -> URL | None:
    """A text as an address of the web or of another scheme; None if it is none.

    Args:
        text: from anywhere; white space around it is dropped, and its fragment is too.
    """
    trimmed = text.strip()
    if not trimmed or len(trimmed) > _MOST_CHARACTERS or _CONTROL.search(trimmed):
        return None
    try:
        url = URL(trimmed).with_fragment(None)
        has_host = bool(url.scheme) and (bool(url.raw_host) or url.scheme not in _SCHEMES)
        return url if has_host and (url.port is None or url.port >= 0) else None
    except ValueError:
        return None


def number_refusal(number: str) -> str:
    """Why an IP address is not connected to; "" if it is a public one."""
    try:
        address = ip_address(number)
    except ValueError:
        return f"{number} is no address"
    inner = _inner(address)
    if isinstance(inner, IPv4Address):
        is_never = any(inner in network for network in _NEVER_4)
        is_public = inner.is_global and not inner.is_multicast and not is_never
    else:
        is_public = _is_public_6(inner)
    return "" if is_public else f"{number} is not a public address"


def _inner(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that a mapped or translated one stands for."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def _is_public_6(address: IPv6Address) -> bool:
    if address.scope_id is not None or address not in _GLOBAL_6 or not address.is_global:
        return False
    is_isatap = (int(address) >> 32) & 0xFFFFFFFF in _ISATAP
    return not is_isatap and not any(address in network for network in _NEVER_6)


def _host_refusal(host: str) -> str:
    plain = _plain(host)
    if ":" in plain:
        return number_refusal(plain)
    labels = plain.split(".")
    if all(_NUMBER.fullmatch(label) for label in labels) or _NUMBER.fullmatch(labels[-1]):
        # one to four numbers, decimal, octal or hexadecimal, name an address to resolvers
        is_dotted = len(labels) == 4 and all(re.fullmatch(r"0|[1-9]\d{0,2}", n) for n in labels)
        return number_refusal(plain) if is_dotted else f"{plain} is an address in disguise"
    if _INSIDE_NAMES.fullmatch(plain):
        return f"{plain} is a name of an inner network"
    if "." not in plain:
        return f"{plain} is no public name"
    return "" if all(map(_LABEL.fullmatch, labels)) else f"{plain} is no public name"


def _plain(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()
