"""Which headings announce a reference list, in more than twenty languages.

A heading is one if, after numbering and emphasis are off, all its words are either the words
of such headings ("references", "sources") or words that go with them ("list of all relevant").
"Data sources" is none: "data" says what the sources are of.
"""

from __future__ import annotations

import re

_CORE_WORDS = """
references reference sources source bibliography bibliographies citations citation endnotes
endnote footnotes footnote literature works webliography
quellen quelle quellenverzeichnis quellenangaben literatur literaturverzeichnis literaturangaben
einzelnachweise referenzen fußnoten bronnen bronvermelding bronnenlijst literatuur
literatuurlijst referenties referencer källor källförteckning referenser litteratur
litteraturförteckning kilder kildeliste referanser litteraturliste litteraturlista lähteet
lähdeluettelo viitteet heimildir
références référence bibliographie bibliografía bibliografia referencias referencia fuentes
fuente citas fonts referències referências referência fontes riferimenti riferimento fonti
bibliografici bibliografiche bibliográficas bibliográficos bibliographiques referințe surse
bibliografie
литература источники источник ссылки библиография список примечания джерела література посилання
źródła źródło literatura przypisy odniesienia zdroje použitá izvori viri източници извори
šaltiniai literatūra avoti allikad források irodalom irodalomjegyzék hivatkozások πηγές
βιβλιογραφία αναφορές kaynakça kaynaklar kaynak referanslar
المراجع المصادر مراجع مصادر منابع مآخذ ماخذ حوالہ حوالے מקורות ביבליוגרפיה
संदर्भ सन्दर्भ स्रोत तथ्यसूत्र তথ্যসূত্র সূত্র உசாத்துணை மேற்கோள்கள் సూచనలు మూలాలు
referensi sumber rujukan pustaka marejeo vyanzo sanggunian
อ้างอิง แหล่งที่มา แหล่งอ้างอิง บรรณานุกรม เอกสารอ้างอิง รายการอ้างอิง
참고문헌 참고자료 출처 인용 각주 참고 문헌
"""
_BESIDE_WORDS = """
list of all relevant the and for used in this report cited key selected main primary full complete
consulted further reading links link web online urls url notes note additional numbered quoted
article document research study here with to from by below general academic your our external
important supporting
der die das und verwendete verwendeten alle liste weitere weiterführende im text zitierte
des de la le les et utilisées citées consultées toutes ouvrages principales
lista del los las el y e da do das dos consultadas utilizadas citadas todas todos obras
delle dei consultate utilizzate opere citate elenco tutte
użyta literatury źródeł i использованных использованной литературы источников список и
используемые перелік використаних джерел літератури danh mục daftar yang digunakan en van
gebruikte och till använda anvendte og seznam použité a zdrojů ve ile kullanılan قائمة و
"""
_CORE = frozenset(_CORE_WORDS.split())
_BESIDE = frozenset(_BESIDE_WORDS.split())
_PHRASES = frozenset(
    (
        "works cited",
        "literature cited",
        "cited works",
        "further reading",
        "notes and references",
        "tài liệu tham khảo",
        "nguồn tham khảo",
        "nguồn",
        "tham khảo",
        "trích dẫn",
        "daftar pustaka",
        "ouvrages cités",
        "obras citadas",
        "opere citate",
        "список литературы",
        "список использованной литературы",
        "список использованных источников",
        "seznam literatury",
        "seznam použité literatury",
        "použitá literatura",
        "重要な参考文献",
    )
)
_EAST = re.compile(
    r"(?:本文|本报告|本報告|主要|相关|相關|全部|所有|部分|引用|使用|网络|網絡|重要|核心|附录|附錄|"
    r"参考|參考|的|以及|及|与|和|、|/)*"
    r"(?:参考文献|參考文獻|参考资料|參考資料|参考来源|參考來源|参考书目|參考書目|参考链接|參考連結|参考"
    r"|參考|资料来源|資料來源|信息来源|信息來源|引用来源|引用來源|引用文献|引用文獻|引文|引用|来源|來源"
    r"|出处|出處|文献|文獻|資料|出典|参照|引用元|参考サイト|注释|註釋|尾注|脚注|脚註)"
    r"(?:的|与|和|及|及其|以及|、|/|注释|註釋|说明|列表|清单|清單|目录|目錄|一览|一覧|汇总|链接|鏈接|列|表"
    r"|来源|來源|文献|文獻|资料|資料|出典|参考|参考文献|参考资料|引用|数据来源)*"
)
_NUMBERING = re.compile(
    r"\s*(?:(?:\d{1,3}|[ivxlc]{1,6})(?:\.\d{1,2}){0,3}[.)、．:]?\s+|\d{1,3}(?:\.\d{1,2}){0,3}[.)、．]"
    r"|[一二三四五六七八九十]{1,3}[、.．]|第[一二三四五六七八九十\d]{1,3}[章节節部]"
    r"|(?:appendix|annex|附录|附錄)\s?[a-z一二三四\d]?\s?[:：.\-—]?\s*)",
    re.I,
)
_MARKUP = re.compile(r"[*_#~`\"“”«»（）()\[\]【】📚🔗📖📝📌:：.。—–\-|/&,;+]+")
_LONGEST = 80


def is_reference_heading(heading: str) -> bool:
    """Whether a heading, or a line that stands for one, announces a reference list.

    Args:
        heading: the heading's plain text, numbering and a final colon allowed.
    """
    if not heading.strip() or len(heading) > _LONGEST:
        return False
    bare = _without_numbering(heading)
    compact = "".join(_MARKUP.sub(" ", bare).split())
    if _EAST.fullmatch(compact):
        return True
    folded = " ".join(_MARKUP.sub(" ", bare).casefold().split())
    words = folded.split()
    if folded in _PHRASES:
        return True
    has_core = any(word in _CORE for word in words)
    return has_core and all(word in _CORE or word in _BESIDE for word in words)


def _without_numbering(heading: str) -> str:
    bare = heading.lstrip("*_# ")
    found = _NUMBERING.match(bare)
    return bare[found.end() :] if found else bare
