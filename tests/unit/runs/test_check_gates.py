"""What a user demands of checked reports: shares, kinds, and how the check ends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from veridical import check
from veridical.ask import NoVerdict
from veridical.errors import ConfigError
from veridical.findings import FindingKind, Severity
from veridical.findings.verdict import SourceVerdict, State, StatementVerdict
from veridical.runs.check import CheckResult
from veridical.runs.check_gates import Gates, check_ending, gates_of
from veridical.runs.check_tally import tally_of
from veridical.score import Reason

SOURCE = "The tower is 330 meters tall. It was built in 1889."
TOWER = "The tower is 330 meters tall [1]."
WRONG = "The tower is 300 meters tall [1]."
ABSENT = "Salt is found in every sea [2]."
LOST = "Whales sing in the harbour of Oslo [9]."
PLAIN = "This is said without any citation."
ENTRIES = "\n\n## References\n\n[1] Tower. https://t.org/a\n[2] Salt. https://s.org/b\n"


def checked(folder: Path, *said: str, sources: bool = True) -> CheckResult:
    """A report of these statements; only the source of [1] is at hand."""
    (folder / "sources").mkdir()
    (folder / "sources" / "1.txt").write_text(SOURCE, "utf-8")
    path = folder / "r.md"
    path.write_text("\n\n".join(said) + ENTRIES, "utf-8")
    return check(path, sources=folder / "sources" if sources else None)


def losing(result: CheckResult, *statements: int, reason: Reason = Reason.BUDGET) -> CheckResult:
    """The same, where the asks about these statements failed."""
    verdicts = list(result.verdicts)
    for index in statements:
        old = verdicts[index]
        failed = SourceVerdict(0, old.sources[0].source, NoVerdict(reason))
        verdicts[index] = StatementVerdict(index, State.NO_VERDICT, "", (failed,))
    return replace(result, verdicts=tuple(verdicts))


def test_what_is_counted(tmp_path: Path) -> None:
    """Decided ones among those that cite; supported ones among the decided."""
    tally = tally_of(checked(tmp_path, TOWER, TOWER, TOWER, WRONG, ABSENT, LOST, PLAIN))

    assert (tally.supported, tally.decided, tally.citing) == (3, 4, 6)
    assert tally.supported_share.value == 3 / 4
    assert tally.coverage.value == 4 / 6
    assert tally.absent == {State.UNREACHABLE: 1, State.MISSING_REFERENCE: 1}


def test_what_is_absent_lowers_no_share_of_supported_ones(tmp_path: Path) -> None:
    """A source that cannot be read is the coverage's matter."""
    result = checked(tmp_path, TOWER, ABSENT, ABSENT, ABSENT)

    assert check_ending([result], gates_of(min_supported=1.0)).code == 0
    ending = check_ending([result], gates_of(min_coverage=0.5))
    assert (ending.code, ending.lines) == (1, ('FAIL: "r.md", coverage: 0.25 is below 0.5.',))


@pytest.mark.parametrize(
    ("said", "has_sources", "gates", "line"),
    [
        (
            [TOWER],
            False,
            Gates(min_supported=0.5),
            'NOT MEASURED: "r.md", supported: sources were not looked up; '
            "0.5 is neither met nor missed.",
        ),
        (
            [TOWER],
            False,
            Gates(min_coverage=0.5),
            'NOT MEASURED: "r.md", coverage: sources were not looked up; '
            "0.5 is neither met nor missed.",
        ),
        (
            [PLAIN],
            True,
            Gates(min_coverage=0.0),
            'NOT MEASURED: "r.md", coverage: no statement cites anything; '
            "0 is neither met nor missed.",
        ),
        (
            [ABSENT, ABSENT],
            True,
            Gates(min_supported=0.8),
            'NOT MEASURED: "r.md", supported: no statement was decided (2 unreachable); '
            "0.8 is neither met nor missed.",
        ),
        (
            [TOWER],
            False,
            Gates(kinds=(FindingKind.CONTRADICTED,)),
            'NOT MEASURED: "r.md", contradicted: sources were not looked up.',
        ),
        (
            [TOWER],
            True,
            Gates(kinds=(FindingKind.DEAD_REFERENCE,)),
            'NOT MEASURED: "r.md", dead reference: nothing was fetched.',
        ),
    ],
)
def test_what_nobody_could_measure_is_neither_met_nor_missed(
    tmp_path: Path, said: list[str], has_sources: bool, gates: Gates, line: str
) -> None:
    """One line, exit code 2."""
    ending = check_ending([checked(tmp_path, *said, sources=has_sources)], gates)

    assert (ending.code, ending.lines) == (2, (line,))


def test_failed_asks_leave_open_what_they_could_turn(tmp_path: Path) -> None:
    """Two of four failed: the share is between a half and all; below that it is missed."""
    result = losing(checked(tmp_path, TOWER, TOWER, TOWER, TOWER), 2, 3)
    why = "incomplete: 2 of 4 asks have no verdict (2 budget)."
    again = "The same command again tries what is missing."

    open_ = check_ending([result], gates_of(min_coverage=0.8))
    assert (open_.code, open_.lines) == (
        2,
        (
            'NOT MEASURED: "r.md", coverage: between 0.5 and 1 by what is missing '
            "(2 without a verdict); 0.8 is neither met nor missed.",
            f"{why} {again}",
        ),
    )
    assert check_ending([result], gates_of(min_coverage=0.5)).lines == (f"{why} {again}",)
    bad = losing(result, 0, 1)
    assert check_ending([bad], gates_of(min_supported=0.5)).code == 2


def test_a_threshold_that_failed_asks_cannot_save_is_missed(tmp_path: Path) -> None:
    """One of three lost, two contradicted: at best a third is supported."""
    result = losing(checked(tmp_path, WRONG, WRONG, TOWER), 2)
    ending = check_ending([result], gates_of(min_supported=0.9))

    assert ending.code == 1
    assert ending.lines[0] == 'FAIL: "r.md", supported: 0 is below 0.9.'


@pytest.mark.parametrize("reason", [Reason.NOT_ASSESSED, Reason.NOTHING_TO_CHECK])
def test_harmless_absences_make_nothing_incomplete(tmp_path: Path, reason: Reason) -> None:
    """Nothing failed."""
    result = losing(checked(tmp_path, TOWER, TOWER), 1, reason=reason)

    assert check_ending([result]).code == 0


def test_a_model_that_could_not_be_reached_is_told(tmp_path: Path) -> None:
    """Offline after the sources were found: an ask that failed."""
    result = losing(checked(tmp_path, TOWER), 0, reason=Reason.OFFLINE)
    line = "incomplete: 1 of 1 asks have no verdict (1 offline). "

    assert check_ending([result]).code == 2
    assert check_ending([result]).lines[0].startswith(line)


def test_sources_that_nobody_looked_up_are_no_failure(tmp_path: Path) -> None:
    """No ask was put."""
    assert check_ending([checked(tmp_path, TOWER, sources=False)]).code == 0


def test_what_was_skipped_is_named(tmp_path: Path) -> None:
    """The first five of them, on one line."""
    skipped = [f"https://s.org/{n}" for n in range(7)]
    ending = check_ending([checked(tmp_path, TOWER)], skipped=skipped)

    assert ending.code == 2
    assert ending.lines == (
        "incomplete: offline, 7 addresses are not kept and not read: https://s.org/0, "
        "https://s.org/1, https://s.org/2, https://s.org/3, https://s.org/4 and 2 more.",
    )


def test_kinds_and_severities(tmp_path: Path) -> None:
    """With commas between them; of several severities the mildest."""
    gates = gates_of("contradicted, missing-reference,error,warning")

    assert gates.severity is Severity.WARNING
    assert gates.kinds == (FindingKind.CONTRADICTED, FindingKind.MISSING_REFERENCE)
    result = checked(tmp_path, WRONG, LOST, ABSENT)
    two = check_ending([result], gates_of("contradicted,missing_reference"))
    assert two.lines == ("FAIL: 2 findings of kind contradicted or missing reference.",)
    passed = check_ending([result], gates_of("hidden_text", min_supported=0.0))
    assert passed.code == 0
    assert passed.lines == ("PASS: no findings of kind hidden text, supported reaches 0.",)


@pytest.mark.parametrize("words", ["", "contradicted,,note", "all", "contradictd"])
def test_words_that_name_nothing(words: str) -> None:
    """Told with what could be named."""
    with pytest.raises(ConfigError, match="--fail-on: names nothing"):
        gates_of(words)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")])
def test_numbers_that_are_no_share(value: float) -> None:
    """Neither below 0, nor above 1, nor none at all."""
    with pytest.raises(ConfigError, match="--min-coverage: is no share"):
        gates_of(min_coverage=value)


def test_each_report_is_held_for_itself(tmp_path: Path) -> None:
    """A good one does not make up for a bad one."""
    for name in "ab":
        (tmp_path / name).mkdir()
    good = checked(tmp_path / "a", *[TOWER] * 9)
    bad = checked(tmp_path / "b", WRONG)
    ending = check_ending([good, bad], gates_of(min_supported=0.5))

    assert ending.lines == ('FAIL: "r.md", supported: 0 is below 0.5.',)
