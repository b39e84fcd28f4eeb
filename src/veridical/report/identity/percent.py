"""Percent encoding by RFC 3986 and 3987: one spelling for equal octets.

The encoded slash stays apart from the slash: they name different things.
"""

import re
from collections.abc import Callable

_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# Reserved by the letter of RFC 3986, yet no server in use tells the two spellings apart.
_HARMLESS = frozenset("!'()*,:@")
_LOOSE = _UNRESERVED | _HARMLESS
_PRINTABLE = frozenset(map(chr, range(0x21, 0x7F))) - {"%"}
_PATH = re.compile(r"%([0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/]")
_QUERY = re.compile(r"%([0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]")
_OCTET = re.compile(r"%([0-9A-Fa-f]{2})")


def encode_path(text: str, *, loose: bool = False) -> str:
    """Give a path its one spelling.

    Args:
        text: A path, percent-encoded or not, in any script.
        loose: Also decode brackets, quotes, commas and colons, for keys.

    Returns:
        ASCII; hexadecimal digits in capitals; a stray `%` becomes `%25`.
    """
    return _PATH.sub(_respell(_LOOSE if loose else _UNRESERVED), text)


def encode_query(text: str, *, loose: bool = False) -> str:
    """Give a query or a fragment its one spelling, as `encode_path` does."""
    return _QUERY.sub(_respell(_LOOSE if loose else _UNRESERVED), text)


def decode_printable(text: str) -> str:
    """Decode the octets that are printable ASCII, but for the percent sign."""
    return _OCTET.sub(_respell(_PRINTABLE), text)


def decode_text(text: str) -> str:
    """Decode all octets as UTF-8; what is no UTF-8 becomes U+FFFD."""
    raw = re.split(rb"%([0-9A-Fa-f]{2})", text.encode("utf-8", "replace"))
    octets = b"".join(
        bytes([int(part, 16)]) if index % 2 else part for index, part in enumerate(raw)
    )
    return octets.decode("utf-8", "replace")


def _respell(decoded: frozenset[str]) -> Callable[[re.Match[str]], str]:
    def respell(found: re.Match[str]) -> str:
        if found[1] is None:
            return _octets(found[0])
        character = chr(int(found[1], 16))
        return character if character in decoded else f"%{found[1].upper()}"

    return respell


def _octets(character: str) -> str:
    lone_surrogate = "\ud800" <= character <= "\udfff"
    octets = ("\ufffd" if lone_surrogate else character).encode()
    return "".join(f"%{octet:02X}" for octet in octets)
