"""A page that came with a good status, and still is not the source: how it shows.

Challenges, doors and "no such page" all come with status 200. They are told by fixed lists of
words in titles, headings and short lines, and only on pages that have little else to say: an
article about such pages is no such page.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from veridical.report.identity.host import canonical_host
from veridical.sources.extract import Extracted
from veridical.sources.result import FetchState

LITTLE = 150
"""Words; pages with more have something to say. Two characters of an unspaced script are one."""
TEASER = 60
"""Words; a page with a field for a mail address and no more than that is a door."""
WAITING = 30
"""Words; a page that waits for its scripts has no more."""
_LINE = 140
_LINES = 40
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_CHALLENGE = _any(
    r"^just a moment\b",
    r"attention required",
    r"verif(?:y|ying) (?:that )?you(?:'re|’re| are) (?:a )?(?:not a robot|human)",
    r"are you (?:a )?(?:human|robot)",
    r"not a robot",
    r"checking (?:if the site connection|your browser)",
    r"pardon our interruption",
    r"access (?:to this page )?(?:has been |is )?denied",
    r"request (?:was |has been )?blocked",
    r"unusual (?:traffic|activity) (?:from|has|was)",
    r"ddos protection",
    r"^security (?:check|verification)",
    r"(?:complete|solve) (?:the|a|this) captcha",
    r"^captcha\b",
    r"enable javascript and cookies to continue",
    r"you (?:have been|are) blocked",
    r"安全验证|人机验证|访问验证|滑动验证|完成验证|访问过于频繁|访问被拒绝|异常流量|输入验证码",
    r"Zugriff verweigert|accès refusé|acceso denegado|アクセスが拒否",
)
_THING = r"(?:page|file|document|article|post|content|resource|site|product|item|url|video)"
_MISSING = _any(
    r"^(?:http )?(?:error:? )?404\b(?! \w+ (?:km|miles))",
    r"\berror 404\b",
    r"\b404\b.{0,9}(?:not found|error)",
    r"^not found\b",
    _THING
    + r"s?\b.{0,40}\b(?:not|cannot|can['’]t|n['’]t|no longer) (?:be )?(?:found|exist|available)",
    _THING + r"s?\b.{0,30}\b(?:doesn['’]t|does not|no longer) exists?",
    r"(?:can['’]?t|cannot|couldn['’]t|could not) find (?:the|that|this) " + _THING,
    _THING + r" (?:has been|was) (?:removed|deleted)",
    r"nothing (?:was )?found here",
    r"(?:页面|网页|页|内容|文章|頁面|网址).{0,6}(?:不存在|未找到|找不到|已失效|已(?:被)?删除)",
    r"找不到.{0,6}(?:页面|网页|内容|頁面)",
    r"Seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada",
    r"página não encontrada|pagina non trovata|ページが見つかりません|страница не найдена",
)
_DOOR = _any(
    r"\b(?:log|sign) ?in\b",
    r"\blogin\b",
    r"\bsubscri(?:be|bers?|ption)\b",
    r"\bregister(?:ed)?\b",
    r"create (?:a free |an )?account",
    r"already (?:a (?:member|subscriber)|have an account)",
    r"members only",
    r"to (?:continue|keep) reading",
    r"(?:purchase|institutional|full) access",
    r"登录|登陆|注册|订阅|会员|扫码|付费|anmelden|abonnieren|connectez-vous|s['’]abonner",
    r"iniciar sesión|ログイン",
)
_WAITING = _any(
    r"^(?:loading|please wait)\b[\s.…]*$",
    r"(?:enable|turn on|requires?|needs?|without) javascript",
    r"javascript (?:is |must be )?(?:disabled|required|enabled|not (?:enabled|available))",
    r"^(?:正在加载|加载中|请稍候)[\s.…。]*$|(?:启用|开启|打开)\s?javascript",
)
_DOOR_PATH = re.compile(
    r"/(?:log-?in|sign-?in|signup|sso|auth|oauth2?|cas|passport|checkpoint)(?:$|[/.?])",
    re.IGNORECASE,
)
_HOME = re.compile(r"/?(?:index\.(?:html?|php)|home/?)?\Z", re.IGNORECASE)


def words_of(text: str) -> int:
    """How many words a text has; two characters of an unspaced script are one."""
    unspaced = len(_UNSPACED.findall(text))
    return len(_UNSPACED.sub(" ", text).split()) + unspaced // 2


def sign_of(shown: Extracted, asked: str, final: str) -> tuple[FetchState, str] | None:
    """What a page that came with a good status really is; None if it is a source.

    Args:
        shown: what it shows.
        asked: the address that was asked for.
        final: the address that answered.

    Returns:
        Its state and why, for a reader.
    """
    words = words_of(shown.text)
    if words < LITTLE:
        lines = _short_lines(shown)
        if said := _said(_CHALLENGE, lines):
            return FetchState.BLOCKED, f"it says: {said}"
        if said := _said(_MISSING, lines):
            return FetchState.SOFT_404, f"it says: {said}"
        if words < WAITING and (said := _said(_WAITING, lines)):
            return FetchState.EMPTY, f"it shows nothing without running scripts; it says: {said}"
        if urlsplit(asked).hostname != (host := urlsplit(final).hostname or "") and _is_consent(
            host
        ):
            return FetchState.BLOCKED, "it leads to a page that asks for consent"
        if why := _door(shown, asked, final, words):
            return FetchState.LOGIN_REQUIRED, why
    return _moved(asked, final)


def _is_consent(host: str) -> bool:
    return host.startswith("consent.")


def _short_lines(shown: Extracted) -> list[str]:
    lines = [shown.title, *(heading.text for heading in shown.headings)]
    lines += [line for line in shown.text.splitlines() if len(line) <= _LINE]
    return [line.strip() for line in lines if line.strip()][:_LINES]


def _said(words: re.Pattern[str], lines: list[str]) -> str:
    return next((found[0].strip() for line in lines if (found := words.search(line))), "")


def _door(shown: Extracted, asked: str, final: str, words: int) -> str:
    """Why a page is a door; "" if it is none."""
    if asked != final and _DOOR_PATH.search(urlsplit(final).path):
        return "it leads to a page for signing in"
    if shown.is_closed:
        return "its metadata says that it is not free to read"
    if not shown.door or (shown.door == "mail" and words > TEASER):
        return ""
    found = _DOOR.search(f"{shown.title}\n{shown.text}")
    if found:
        return f"it has a form and says: {found[0]}"
    return "" if words > TEASER else "it has a form and few words"


def _moved(asked: str, final: str) -> tuple[FetchState, str] | None:
    """A deep address that ends at its site's front page."""
    before, after = urlsplit(asked), urlsplit(final)
    is_same = canonical_host(before.hostname or "") == canonical_host(after.hostname or "")
    was_deep = not _HOME.match(before.path)
    if is_same and was_deep and _HOME.match(after.path) and not after.query:
        return FetchState.SOFT_404, "it leads to the front page of its site"
    return None
