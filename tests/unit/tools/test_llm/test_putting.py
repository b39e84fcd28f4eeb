"""What becomes of a case is counted as it was: at once, repaired, asked again, lost, absent."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.scripted_server import Act, Script, ScriptedServer, failing, in_turn, saying
from tools.test_llm.cases import Case, cases
from tools.test_llm.putting import Outcome, model_at
from tools.test_llm.showing import counted, figures, losses, write_replies
from veridical.ask import Answer
from veridical.ledger import open_ledger

COLUMNS = ("asks", "at once", "repaired", "re-asked", "then read", "lost", "absent", "right")
ENDS = '{"nonce": "NONCE", "why": "it sums up", "first": %d, "last": 5}'
READ, WRONG = saying(ENDS % 4), saying(ENDS % 3)
REPAIRED = saying("{nonce: 'NONCE', why: 'it sums up', first: 4, last: 5,}")
GARBLED = saying("The conclusion is at the end.")


def _put(case: Case, script: Script | Act, folder: Path) -> tuple[Outcome, ScriptedServer]:
    async def run(base_url: str) -> Outcome:
        with open_ledger(folder / "used.ledger") as ledger:
            async with model_at(ledger, base_url, "toy") as model:
                return await model.put(case)

    with ScriptedServer(script) as server:
        return asyncio.run(run(server.base_url)), server


def _case(form: str, language: str = "en") -> Case:
    return next(c for c in cases() if (c.form, c.language) == (form, language))


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param(READ, (1, 1, 0, 0, 0, 0, 0, 1), id="at-once"),
        pytest.param(WRONG, (1, 1, 0, 0, 0, 0, 0, 0), id="read-and-wrong"),
        pytest.param(REPAIRED, (1, 1, 1, 0, 0, 0, 0, 1), id="repaired"),
        pytest.param(in_turn(GARBLED, READ), (1, 0, 0, 1, 1, 0, 0, 1), id="asked-again"),
        pytest.param(in_turn(GARBLED, REPAIRED), (1, 0, 1, 1, 1, 0, 0, 1), id="again-and-repaired"),
        pytest.param(GARBLED, (1, 0, 0, 1, 0, 1, 0, 0), id="lost"),
        pytest.param(failing(401), (1, 0, 0, 0, 0, 0, 1, 0), id="absent"),
        pytest.param(in_turn(GARBLED, failing(401)), (1, 0, 0, 1, 0, 0, 1, 0), id="again-absent"),
    ],
)
def test_each_fate_is_counted(
    tmp_path: Path, script: Script | Act, expected: tuple[int, ...]
) -> None:
    """One ask has one fate, and only a right answer is right."""
    outcome, _ = _put(_case("conclusion"), script, tmp_path)

    assert dict(zip(COLUMNS, counted([outcome]), strict=False)) == dict(
        zip(COLUMNS, expected, strict=True)
    )


def test_of_several_together_each_is_counted(tmp_path: Path) -> None:
    """Two are read at once; the third is missing and is read when asked for alone."""

    def told(*numbers: tuple[str, list[int]]) -> str:
        items = [{"id": i, "why": "so", "statements": s} for i, s in numbers]
        return json.dumps({"nonce": "NONCE", "answers": items})

    script = in_turn(saying(told(("1", [2]), ("2", [0]))), saying(told(("3", []))))
    outcome, server = _put(_case("instantiation, 3 together"), script, tmp_path)

    assert counted([outcome])[:8] == [3, 2, 0, 1, 1, 0, 0, 2]
    assert len(server.seen) == len(outcome.exchanged) == 2


def test_tokens_are_those_of_all_replies(tmp_path: Path) -> None:
    """The second reply costs too."""
    script = in_turn(
        saying("no", usage=(100, 7)), saying(ENDS % 4, usage=(120, 30)), saying("never")
    )
    outcome, _ = _put(_case("conclusion"), script, tmp_path)

    assert counted([outcome])[9:] == [220, 37]


def test_only_an_endpoint_that_can_is_held_to_a_schema(tmp_path: Path) -> None:
    """Both ways of asking go through the real adapter and differ on the wire."""
    with_schema, without = (
        _put(_case(form), GARBLED, tmp_path)[1].seen[0].payload
        for form in ("support", "support, no schema")
    )

    assert with_schema["response_format"]["type"] == "json_schema"
    assert "response_format" not in without


def test_a_loss_is_named_with_its_reason(tmp_path: Path) -> None:
    """Whoever reads the table sees why something was lost."""
    outcome, _ = _put(_case("conclusion", "zh"), GARBLED, tmp_path)

    assert losses([outcome]) == ["conclusion, zh: unreadable: the answer: there is no JSON object."]


def test_figures_are_held_to_their_goals(tmp_path: Path) -> None:
    """Half of two asks were read: neither goal holds, and thirteen forms were not put."""
    read, _ = _put(_case("conclusion"), READ, tmp_path / "one")
    lost, _ = _put(_case("conclusion", "zh"), GARBLED, tmp_path / "two")
    rows = {row.name: row for row in figures([read, lost])}

    assert rows["conclusion, en: at once"].value == 1
    assert rows["conclusion, zh: lost"].value == 1
    assert rows["all, all: asks"].value == 2
    assert (rows["read at once"].value, rows["read at once"].holds) == (0.5, False)
    assert (rows["read in all"].value, rows["read in all"].holds) == (0.5, False)
    assert rows["forms"].holds is False


def test_replies_are_written_down_to_be_read(tmp_path: Path) -> None:
    """The reply's own words stand beside what was read out of them."""
    outcome, _ = _put(_case("conclusion"), WRONG, tmp_path)
    write_replies([outcome], tmp_path / "replies.txt")
    written = (tmp_path / "replies.txt").read_text(encoding="utf-8")

    assert '"why": "it sums up", "first": 3' in written
    assert "--- read WRONG: StatementRange(first=3, last=5)" in written


def test_both_languages_get_the_same_forms() -> None:
    """At least twelve, each in English and in Chinese, short enough for two cores."""
    forms = {lang: [c.form for c in cases() if c.language == lang] for lang in ("en", "zh")}
    shown = [
        sum(len(part.text) for part in ask.prompt() if part.untrusted)
        for case in cases()
        for ask in case.asks
    ]

    assert forms["en"] == forms["zh"]
    assert len(set(forms["en"])) >= 12
    assert max(shown) <= 1_500


def test_what_is_right_tells_right_from_wrong() -> None:
    """The built-in rules' own labels show that no check of rightness accepts everything."""
    asks = [(c, a, r) for c in cases() for a, r in zip(c.asks, c.right, strict=True) if r]
    answers = [(r, a.by_rule()) for _, a, r in asks]
    judged = [r(said.value) for r, said in answers if isinstance(said, Answer)]

    assert True in judged
    assert False in judged
