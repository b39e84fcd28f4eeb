"""U102: a corpus that gives nothing: that is said, nothing is cited, and a conflict is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from veridical.agents.research.library import Setting
from veridical.errors import InputError
from veridical.runs.corpus import ITEMS, build_corpus
from veridical.runs.research import AGENTS, Researching
from veridical.runs.researched import Question
from veridical.task import Query

ASKED = Question(Query("How does water boil?"), "en")


@pytest.mark.parametrize("agent", AGENTS)
def test_u102_an_empty_corpus(agent: str, tmp_path: Path) -> None:
    """One line before anything is asked, and no report."""
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / ITEMS).write_text("")
    with pytest.raises(InputError, match="holds nothing for the setting hybrid") as e:
        Researching(corpus=tmp_path / "c", agent=agent).answer(ASKED, tmp_path / "out")
    assert "\n" not in str(e.value)
    assert not list(tmp_path.glob("out/**/*.md"))


@pytest.mark.parametrize("agent", AGENTS)
def test_u102_a_corpus_that_says_nothing_of_it(agent: str, tmp_path: Path) -> None:
    """No report is made up: the reason is told, and no piece is cited."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Granite consists of quartz, feldspar and mica.")
    build_corpus(tmp_path / "c", [tmp_path / "in"])
    asked = Question(Query("zyzzyva xylography?"), "en")
    found = Researching(corpus=tmp_path / "c", agent=agent).answer(asked, tmp_path / "out")
    assert found.path is None
    assert not list(tmp_path.glob("out/**/report.md"))


def test_u102_a_corpus_that_the_setting_shuts_out(tmp_path: Path) -> None:
    """Tables alone, where texts are asked for: an error with both, not passed over."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "t.csv").write_text("Year,Output (TWh)\n2019,50\n2020,60\n")
    build_corpus(tmp_path / "c", [tmp_path / "in"])
    with pytest.raises(InputError, match="holds nothing for the setting web"):
        Researching(corpus=tmp_path / "c", setting=Setting.WEB).answer(ASKED, tmp_path / "out")
