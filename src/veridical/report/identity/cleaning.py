"""Clears a mention of what came with the text around it and is no part of the address."""

import re

from veridical.report.identity.source import Note

_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
)
_JOINERS = "\u200c\u200d"
_LINE_BREAK = re.compile(r"[\t\r\n]+")
_AMPERSAND = re.compile(r"&(?:amp;|#0*38;|#[xX]0*26;)+")
_ENTITY = re.compile(r"&(lt|gt|quot|#0*34|#0*60|#0*62|#[xX]0*(?:22|3[cCeE]));")
_ENTITIES = {"lt": "%3C", "gt": "%3E", "quot": "%22"}
_NUMBERS = {34: "%22", 60: "%3C", 62: "%3E"}
_ESCAPE = re.compile(r"(?<!\\)\\+(?=[!#$&()*+,.\-:;=?@\[\]_~])")
_FILE_WITH_SPACES = re.compile(r"[hH][tT]{2}[pP][sS]?://[^\s?#]+(?: [^\s?#]+)+\.[A-Za-z0-9]{2,5}")
_AROUND = ' \t\r\n\u00a0\u3000<>"`\u201c\u201d\u00ab\u00bb\u300c\u300d'


def cleaned(original: str) -> tuple[str, tuple[Note, ...]]:
    """Clear a mention.

    Returns:
        The text without invisible characters, HTML entities, Markdown escapes
        and outer quotes, and a note for each sort of thing that was inside.
    """
    notes: list[Note] = []
    text = original.strip(_AROUND)
    visible = _INVISIBLE.sub(lambda found: _kept_joiner(found, text), text).strip(_AROUND)
    if visible != text:
        notes.append(Note.INVISIBLE_CHARACTERS)
    plain = _LINE_BREAK.sub("", _without_markup(visible))
    if plain != visible:
        notes.append(Note.MARKUP_IN_URL)
    if _FILE_WITH_SPACES.fullmatch(plain):
        plain = plain.replace(" ", "%20")
        notes.append(Note.SPACE_IN_URL)
    return plain, tuple(notes)


def _kept_joiner(found: re.Match[str], text: str) -> str:
    """Joiners belong to the spelling between letters of Persian and the Indic scripts."""
    around = text[max(0, found.start() - 1) : found.start()] + text[found.end() : found.end() + 1]
    is_spelling = found[0] in _JOINERS and len(around) == 2 and not around[0].isascii()
    return found[0] if is_spelling and around.isalpha() else ""


def _without_markup(text: str) -> str:
    ampersands = _AMPERSAND.sub("&", text) if "&" in text else text
    return _ENTITY.sub(_entity, _ESCAPE.sub("", ampersands))


def _entity(found: re.Match[str]) -> str:
    name = found[1]
    if not name.startswith("#"):
        return _ENTITIES[name]
    return _NUMBERS[int(name[2:], 16) if name[1] in "xX" else int(name[1:])]
