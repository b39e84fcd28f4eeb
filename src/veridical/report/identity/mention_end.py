"""Where an address in prose ends; the rules stand in `mention`."""

import re
from collections.abc import Callable

from veridical.report.identity.script import is_dense, is_invisible, is_spaced

_PLAIN = re.compile(r"[A-Za-z0-9\-._~/?#@!$+,;=%]+")
_SENTENCE_GOES_ON = re.compile(
    "的|等(?!离)|以及|(?:是|为)(?:一|由|该|我|国|目)|(?:可以|可知|显示|提供|发布|指出|表示|报道|认为|提到)"
    "|(?:中|上|里|下)的|网站|网页|页面|链接|查看|了解|获取|下载|访问|进行|についての?|から|です|には|および"
)
_INDEX = re.compile(r"\[(?:[A-Za-z_][\w.-]{0,40})?\]", re.ASCII)
_PAGES = re.compile(r"\[\d{1,6}:[A-Za-z0-9.]{1,40}\]")
_SICI = re.compile(r"<\d{1,6}:[A-Za-z0-9:-]{1,30}>")
_SCHEME_BEFORE = re.compile(r"(.)([hH][tT]{2}[pP][sS]?)\Z")
_ENTITY_END = re.compile(r"&(?:lt|gt|quot|nbsp|#34|#39|#60|#62|#160);")
_ESCAPED = frozenset("!#$&()*+,-.:;=?@[]_~")
_TRAILING = ".,;:!?'*~&\u2019\\"
_JOINS_PATH = frozenset("/=_-+(%")
_BETWEEN = frozenset("\u2013\u00b7\u30fb\u2019")
_MAX_RUN = 60
_SEGMENT_ENDS = re.compile(r"[/?&#=]")


def end_of_url(text: str, start: int, stop: int, opener: str, *, doi: bool = False) -> int:
    """Find where an address ends.

    Args:
        text: The text around it.
        start: Offset after the host, or after the prefix of a DOI.
        stop: Offset that it may not pass.
        opener: The character before the address, which its closing twin ends.
        doi: Whether it is a DOI outside of an address: then no letter outside
            ASCII belongs to it.

    Returns:
        The offset after its last code point, at least `start`.
    """
    if not doi and text[start : start + 1] not in ("/", "?", "#", "\\"):
        return start
    walk = _Walk(text, stop, opener, doi=doi)
    return walk.end(start)


class _Walk:
    """One pass over one address."""

    def __init__(self, text: str, stop: int, opener: str, *, doi: bool) -> None:
        self.text = text
        self.stop = stop
        self.opener = opener
        self.doi = doi
        self.in_query = False
        self.dense_segment = False
        self.opened: list[int] = []
        self.cut: int | None = None

    def end(self, start: int) -> int:
        at = start
        while at < self.stop:
            after = self._step(at)
            if after is None:
                break
            at = after
        at = self.opened[0] if self.opened else at
        return self._trimmed(start, at if self.cut is None else min(at, self.cut))

    def _step(self, at: int) -> int | None:
        """The offset after what stands here, None if the address ends here."""
        plain = _PLAIN.match(self.text, at, self.stop)
        if plain:
            self._note(plain[0])
            return plain.end()
        character = self.text[at]
        if character.isascii():
            return self._ascii(character, at)
        return None if self.doi else self._foreign(character, at)

    def _note(self, plain: str) -> None:
        self.in_query = self.in_query or "?" in plain
        if _SEGMENT_ENDS.search(plain):
            self.dense_segment = False

    def _ascii(self, character: str, at: int) -> int | None:
        rule = _ASCII_RULES.get(character)
        return rule(self, at) if rule else None

    def _parenthesis_opens(self, at: int) -> int | None:
        self.opened.append(at)
        return at + 1

    def _parenthesis_closes(self, at: int) -> int | None:
        if not self.opened:
            return None
        self.opened.pop()
        return at + 1

    def _bracket(self, at: int) -> int | None:
        allowed = _PAGES if self.doi else _INDEX if self.in_query else None
        found = allowed.match(self.text, at, self.stop) if allowed else None
        return found.end() if found else None

    def _angle(self, at: int) -> int | None:
        found = _SICI.match(self.text, at, self.stop) if self.doi else None
        return found.end() if found else None

    def _colon(self, at: int) -> int | None:
        """An address inside a path or a parameter belongs to it, a glued one does not."""
        if not self.text.startswith("://", at):
            return at + 1
        scheme = _SCHEME_BEFORE.search(self.text, max(0, at - 6), at)
        is_inner = scheme is None or scheme[1] in ("/", "=", ":", "?")
        self.cut = None if is_inner or scheme is None else scheme.start(2)
        return at + 1 if is_inner else None

    def _ampersand(self, at: int) -> int | None:
        return None if _ENTITY_END.match(self.text, at, self.stop) else at + 1

    def _apostrophe(self, at: int) -> int | None:
        return None if self.opener == "'" else at + 1

    def _star(self, at: int) -> int | None:
        return None if self.opener == "*" or self.text.startswith("**", at) else at + 1

    def _backslash(self, at: int) -> int | None:
        is_escape = at + 1 < self.stop and self.text[at + 1] in _ESCAPED
        return at + 1 if is_escape else None

    def _foreign(self, character: str, at: int) -> int | None:
        if is_dense(character):
            return self._dense(at)
        if character in _BETWEEN:
            return at + 1 if self._joins_letters(character, at) else None
        return at + 1 if is_invisible(character) or is_spaced(character) else None

    def _dense(self, start: int) -> int | None:
        end = start
        while end < self.stop and is_dense(self.text[end]):
            end += 1
        before = self.text[start - 1]
        belongs = before in _JOINS_PATH or self.dense_segment or not before.isascii()
        goes_on = before not in "=%" and _SENTENCE_GOES_ON.match(self.text, start, end)
        if not belongs or goes_on or end - start > _MAX_RUN:
            return None
        self.dense_segment = True
        return end

    def _joins_letters(self, character: str, at: int) -> bool:
        after = self.text[at + 1 : min(at + 2, self.stop)]
        is_closing = character == "\u2019" and self.opener == "\u2018"
        return self.text[at - 1].isalnum() and after.isalnum() and not is_closing

    def _trimmed(self, start: int, end: int) -> int:
        trailing = _TRAILING + (self.opener if self.opener == "_" else "")
        while end > start and (self.text[end - 1] in trailing or is_invisible(self.text[end - 1])):
            end -= 1
        return end


_ASCII_RULES: dict[str, Callable[[_Walk, int], int | None]] = {
    "(": _Walk._parenthesis_opens,
    ")": _Walk._parenthesis_closes,
    "[": _Walk._bracket,
    "<": _Walk._angle,
    ":": _Walk._colon,
    "&": _Walk._ampersand,
    "'": _Walk._apostrophe,
    "*": _Walk._star,
    "\\": _Walk._backslash,
}
