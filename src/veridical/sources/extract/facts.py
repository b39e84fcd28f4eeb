"""What a page says of itself in its head and shows as forms, in one pass over its tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import unescape

from veridical.report.html.tokenizer import Token, TokenKind, tokens

_MOST_VALUES = 500
_MOST_CHARACTERS = 4000
_MOST_LINKED = 200_000
_FIELDS = ("mail", "user", "login", "account", "phone")


@dataclass
class PageFacts:
    """What a page says of itself.

    Attributes:
        title: of ``<title>``.
        metas: (name in lower case, content), in order; names of ``itemprop`` too.
        linked: the texts of its JSON-LD scripts.
        canonical: the address that it calls its own.
        base: the address that its own addresses start from.
        forms: how many forms.
        passwords: how many fields for a password.
        mail_fields: how many fields for a mail address or an account's name.
        scripts: how many scripts.
    """

    title: str = ""
    metas: list[tuple[str, str]] = field(default_factory=list)
    linked: list[str] = field(default_factory=list)
    canonical: str = ""
    base: str = ""
    forms: int = 0
    passwords: int = 0
    mail_fields: int = 0
    scripts: int = 0

    def first(self, *names: str) -> str:
        """The content of the first meta of the first of `names` that has one."""
        for name in names:
            for key, content in self.metas:
                if key == name and content:
                    return content
        return ""

    def all(self, *names: str) -> list[str]:
        """The contents of all metas of these names."""
        return [content for key, content in self.metas if key in names and content]


def page_facts(source: str) -> PageFacts:
    """Read them; any text has facts."""
    facts = PageFacts()
    is_linked = False
    for token in tokens(source):
        if token.kind is TokenKind.START:
            _read(facts, token)
            is_linked = token.name == "script" and "ld+json" in (token.get("type") or "").lower()
        elif token.kind is TokenKind.RAW:
            if is_linked and token.end - token.start <= _MOST_LINKED:
                facts.linked.append(source[token.start : token.end])
            elif token.name == "title" and not facts.title:
                facts.title = _words(unescape(source[token.start : token.end]))
            is_linked = False
    return facts


def _read(facts: PageFacts, token: Token) -> None:
    if token.name == "meta":
        name = token.get("name") or token.get("property") or token.get("itemprop") or ""
        _note(facts, name, token.get("content"))
    elif token.name == "link":
        if "canonical" in (token.get("rel") or "").lower().split():
            facts.canonical = facts.canonical or _words(token.get("href") or "")
    elif token.name == "base":
        facts.base = facts.base or _web(token.get("href") or "")
    elif token.name == "time":
        _note(facts, token.get("itemprop") or "", token.get("datetime"))
    elif token.name == "form":
        facts.forms += 1
    elif token.name == "script":
        facts.scripts += 1
    elif token.name == "input":
        _read_field(facts, token)


def _note(facts: PageFacts, name: str, content: str | None) -> None:
    if name and content and len(facts.metas) < _MOST_VALUES:
        facts.metas.append((name.strip().lower(), _words(content)))


def _read_field(facts: PageFacts, token: Token) -> None:
    kind = (token.get("type") or "text").lower()
    facts.passwords += kind == "password"
    called = " ".join(token.get(n) or "" for n in ("name", "id", "placeholder")).lower()
    is_mail = kind == "email" or (kind in ("text", "tel") and any(f in called for f in _FIELDS))
    facts.mail_fields += is_mail


def _words(text: str) -> str:
    return " ".join(text[:_MOST_CHARACTERS].split())


def _web(href: str) -> str:
    return href if href.lower().startswith(("http://", "https://")) else ""
