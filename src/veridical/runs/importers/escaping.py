"""Plain words → Markdown that shows exactly these words."""

from __future__ import annotations

import re
from urllib.parse import quote

_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'，。；、（）《》]{3,}")
_SIGNS = re.compile(
    r"[\\`*]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w{1,31};)|~(?=~)|(?<=~)~"
)
_BEGINNING = re.compile(r"^(\s*)(#{1,6}(?=\s|$)|>|={3,}\s*$|-{3,}\s*$|\+(?=\s))", re.MULTILINE)
_WEB = re.compile(r"(?:https?://|doi:|mailto:)\S", re.IGNORECASE)


def escaped(text: str) -> str:
    """Words of a plain text, none of which means anything in Markdown; addresses as they are."""
    pieces: list[str] = []
    at = 0
    for found in _ADDRESS.finditer(text):
        pieces += [_SIGNS.sub(r"\\\g<0>", text[at : found.start()]), found[0]]
        at = found.end()
    pieces.append(_SIGNS.sub(r"\\\g<0>", text[at:]))
    return _BEGINNING.sub(r"\1\\\2", "".join(pieces))


def is_web(address: str) -> bool:
    """Whether a link leads out of the document, to where a reader may go."""
    return bool(_WEB.match(address.strip()))


def link(words: str, address: str) -> str:
    """A link; `words` are Markdown already."""
    return f"[{words}{link_end(address)}"


def link_end(address: str) -> str:
    """What stands after a link's words."""
    return f"](<{_target(address)}>)"


def definition(label: str, address: str, title: str) -> str:
    """A link definition of a label."""
    called = " ".join(title.split()).replace("\\", "\\\\").replace('"', '\\"')
    named = f' "{called}"' if called else ""
    return f"[{label}]: <{_target(address)}>{named}"


def picture(alt: str, address: str) -> str:
    """A picture."""
    words = " ".join(alt.split()).replace("[", "(").replace("]", ")")
    return f"![{escaped(words)}](<{_target(address)}>)"


def cell(markdown: str) -> str:
    """The content of a cell of a table."""
    return " ".join(markdown.split()).replace("|", "\\|")


def _target(address: str) -> str:
    """An address between pointed brackets: what would end them is written as a percent code."""
    return re.sub(r"[\s<>\\\x00-\x1f]", lambda found: quote(found[0], safe=""), address.strip())
