"""Bytes of any kind become text, and what means nothing is noted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.strategies import SETTINGS
from veridical.report.decode import decode
from veridical.report.model import NoteKind

TEXT = "Résumé 中文报告：增长 20%。"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030", "gbk"])
def test_encodings_that_need_no_word(encoding: str) -> None:
    """UTF-8, the marked encodings and Chinese ones are told from the bytes."""
    text = TEXT if encoding != "gbk" else TEXT[6:]

    assert decode(text.encode(encoding)) == (text, ())


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe\x00\x00", "utf-32-le"),
        (b"\x00\x00\xfe\xff", "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides(mark: bytes, encoding: str) -> None:
    """The mark names the encoding and is no part of the text."""
    assert decode(mark + TEXT.encode(encoding)) == (TEXT, ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_wide_text_without_a_mark(encoding: str) -> None:
    """Latin text whose every other byte is zero is UTF-16."""
    assert decode("a plain report".encode(encoding)) == ("a plain report", ())


@pytest.mark.parametrize(
    ("declared", "encoding", "words"),
    [
        ("big5", "big5", "繁體"),
        ("windows-1252", "cp1252", "naïve “x”"),
        ("ISO-8859-1", "cp1252", "naïve “x”"),
        ("gb2312", "gb18030", "中文"),
        ("Shift_JIS", "shift_jis", "日本語"),
        ("euc-kr", "euc_kr", "한국어"),
        ("windows-1251", "cp1251", "Отчёт"),
    ],
)
def test_a_declared_encoding(declared: str, encoding: str, words: str) -> None:
    """An HTML document's own word for its encoding counts."""
    text = f'<html><meta charset="{declared}"><p>{words}'

    assert decode(text.encode(encoding)) == (text, ())


def test_valid_utf_8_outweighs_a_wrong_declaration() -> None:
    """Bytes that are UTF-8 are read so, whatever the document says."""
    text = '<meta charset="gbk"><p>中文'

    assert decode(text.encode()) == (text, ())


@pytest.mark.parametrize(
    ("data", "text", "places"),
    [
        (b"a\xff\xfeb", "a\ufffd\ufffdb", [(1, 3)]),
        (b"\xffok", "\ufffdok", [(0, 1)]),
        (b"caf\xe9 x", "caf\ufffd x", [(3, 4)]),
        ("中文中文".encode() + b"\xe4\xb8", "中文中文\ufffd\ufffd", [(4, 6)]),
        (b"a\x80b\x80c", "a\ufffdb\ufffdc", [(1, 2), (3, 4)]),
        (b"<meta charset=no-such>\xff", "<meta charset=no-such>\ufffd", [(22, 23)]),
        (b'<meta charset="rot13">\xff', '<meta charset="rot13">\ufffd', [(22, 23)]),
    ],
)
def test_undecodable_bytes(data: bytes, text: str, places: list[tuple[int, int]]) -> None:
    """Each byte that means nothing becomes one replacement character, each run one note."""
    decoded, notes = decode(data)

    assert decoded == text
    assert [(n.span.start, n.span.end) for n in notes] == places
    assert {n.kind for n in notes} == {NoteKind.UNDECODABLE_BYTES}


def test_a_replacement_character_of_the_writers_own_is_no_fault() -> None:
    """U+FFFD that was written in valid UTF-8 is not noted."""
    assert decode("a\ufffdb".encode()) == ("a\ufffdb", ())


@given(
    st.one_of(
        st.binary(max_size=200), st.text(max_size=50).map(lambda t: t.encode("gb18030", "replace"))
    )
)
@SETTINGS
def test_any_bytes_give_a_text(data: bytes) -> None:
    """Every input decodes to text that UTF-8 can write."""
    text, notes = decode(data)

    assert text.encode().decode() == text
    assert all(0 <= n.span.start < n.span.end <= len(text) for n in notes)
