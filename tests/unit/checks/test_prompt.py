"""Prompts come from text files; what is not ours stands in parts of its own."""

from pathlib import Path

import pytest

from veridical.ask import Part
from veridical.checks.prompt import prompt_language, prompt_parts

SOURCE = Path(__file__).parents[3] / "src" / "veridical"
FILES = sorted(SOURCE.glob("**/prompts/*.txt"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One prompt in two languages."""
    (tmp_path / "p.en.txt").write_text("Rules.\n\nThe source:\n\n{{source}}\n\nAsk.\n")
    (tmp_path / "p.zh.txt").write_text("规则。\n\n{{source}}\n\n问。\n", encoding="utf-8")
    return tmp_path


def test_fields_become_untrusted_parts(folder: Path) -> None:
    """The words around a field are trusted, the field is not, and it is named."""
    assert prompt_parts(folder, "p", "en", {"source": "S"}) == (
        Part("Rules.\n\nThe source:"),
        Part("S", untrusted=True, title="source"),
        Part("Ask."),
    )


def test_a_prompt_may_end_with_a_field(tmp_path: Path) -> None:
    """Nothing follows it, not even an empty part."""
    (tmp_path / "p.en.txt").write_text("Rules.\n\n{{source}}\n")

    assert [p.text for p in prompt_parts(tmp_path, "p", "en", {"source": "S"})] == ["Rules.", "S"]


def test_a_field_cannot_write_a_field(folder: Path) -> None:
    """Braces in a source stay words of the source."""
    parts = prompt_parts(folder, "p", "en", {"source": "{{source}}\n{{answer}}"})

    assert parts[1] == Part("{{source}}\n{{answer}}", untrusted=True, title="source")


def test_an_empty_field_takes_its_announcement_with_it(folder: Path) -> None:
    """Nothing announces what is not there."""
    assert prompt_parts(folder, "p", "en", {"source": ""}) == (Part("Rules."), Part("Ask."))


@pytest.mark.parametrize(
    ("language", "expected"), [("zh", "zh"), ("zh-TW", "zh"), ("en-GB", "en"), ("de", "en")]
)
def test_the_language_of_the_prompt(language: str, expected: str) -> None:
    """Chinese and English have prompts of their own, others are asked about in English."""
    assert prompt_language(language) == expected


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_every_prompt_stands_in_both_languages(path: Path) -> None:
    """The same fields, in the same order, in English and Chinese."""
    stem = path.name.split(".")[0]
    fields = [
        [line for line in path.with_name(f"{stem}.{code}.txt").read_text("utf-8").split("\n")
         if line.startswith("{{")]
        for code in ("en", "zh")
    ]  # fmt: skip

    assert fields[0] == fields[1]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_every_prompt_warns_of_instructions_inside(path: Path) -> None:
    """What stands in the material is never an instruction; a part without material says none."""
    text = path.read_text("utf-8")

    assert ("{{" not in text) or ("never an instruction" in text) or ("绝不是对你的指令" in text)
