"""The program: its exit codes, its one-line errors, what it prints."""

from pathlib import Path

import pytest

from veridical.cli.main import main, run
from veridical.errors import InputError, LedgerMismatch
from veridical.version import __version__

ICE = "Ice has a density of 917 kg per cubic meter at 0 °C. It floats on water.\n"
REPORT = (
    "Ice has a density of 719 kg per cubic meter at 0 °C [1].\n\n[1] On ice. https://ice.org/a\n"
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the program runs in, with a report and its sources."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "1.md").write_text(ICE, "utf-8")
    (tmp_path / "report.md").write_text(REPORT, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ledger", "bogus"], "bogus: is no command; expected export or merge or prune or show."),
        (["ledger"], "veridical ledger: names no command; expected export or merge or prune or "),
        (["check"], "reports: is missing; expected a value (Markdown, HTML, DOCX, PDF or JSON"),
        (["check", "--nope"], "--nope: is no option. See veridical check --help."),
        (["check", "a.md", "--fail-on"], "--fail-on: has no value; expected a value after it. See"),
        (["check", "a.md", "--json=3"], "--json: has a value and takes none; expected no value."),
        (["plan", "a", "b", "c"], "veridical plan: has too many arguments, got c. See veridical"),
        (
            ["evaluate", "a", "b", "--temperature", "5"],
            "--temperature: not in range, got 5; expected a number from 0 to 2. "
            "See veridical evaluate --help.",
        ),
        (
            ["evaluate", "a", "b", "--repeats", "x"],
            "--repeats: is no such number, got x; expected a whole number of 1 or more. See",
        ),
        (
            ["check", "a.md", "--format", "xx"],
            "--format: is none of its values, got xx; expected tables, json, sarif, junit, ",
        ),
    ],
)
def test_a_usage_error(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit code 3, never 2: that means incomplete."""
    code, said = run(arguments), capsys.readouterr().err

    assert (code, said.count("\n")) == (3, 1)
    assert said.startswith(message)
    assert said.endswith(" --help.\n")


def test_help_without_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    """All verbs are listed."""
    code = run([])
    shown = capsys.readouterr().out

    verbs = ("check", "evaluate", "demo", "recompute", "doctor")

    assert code == 0
    assert [verb for verb in verbs if f"\n  {verb} " not in shown] == []


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """As the package says it."""
    assert (run(["--version"]), capsys.readouterr().out) == (0, f"veridical {__version__}\n")


def test_the_users_error_is_one_line(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 3, on the error stream."""
    assert (run(["check", "none.md"]), capsys.readouterr()) == (
        3,
        (
            "",
            "none.md: cannot be read: No such file or directory; expected a report in "
            "Markdown, HTML, DOCX, PDF or JSON. Check the path.\n",
        ),
    )


@pytest.mark.parametrize(
    "arguments",
    [["--traceback", "check", "none.md"], ["check", "none.md", "--traceback"]],
    ids=["before", "after"],
)
def test_a_traceback_on_request(place: Path, arguments: list[str]) -> None:
    """Wherever the option stands."""
    with pytest.raises(InputError, match=r"^none\.md: cannot be read"):
        run(arguments)


def test_no_option_after_two_dashes(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file may have the name of an option."""
    assert run(["check", "--", "--traceback"]) == 3
    assert capsys.readouterr().err.startswith("--traceback: cannot be read")


def test_a_store_that_fails_makes_a_run_incomplete(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2: not the user's to mend in the arguments."""
    monkeypatch.setattr("veridical.runs.verbs.recompute", _failing)

    assert (run(["recompute", "run"]), capsys.readouterr().err) == (2, "ledger: lacks answers.\n")


def _failing(*_: object, **__: object) -> object:
    raise LedgerMismatch("ledger", "lacks answers")


def test_a_break_by_the_user(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C leaves with 130, as programs do."""
    monkeypatch.setattr("veridical.runs.checking.Checking.check", _broken_off)

    assert (run(["check", "report.md"]), capsys.readouterr().err) == (
        130,
        "stopped; what was done is kept.\n",
    )


def _broken_off(*_: object, **__: object) -> object:
    raise KeyboardInterrupt


def test_main_leaves_with_the_exit_code(place: Path) -> None:
    """The process says what the function says."""
    with pytest.raises(SystemExit) as left:
        main(["check", "none.md"])

    assert left.value.code == 3


def test_a_check_is_printed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counts, findings with their statement, who judged, where the page is."""
    code = run(["check", "report.md", "--sources", "sources"])
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]

    assert code == 0
    assert lines == [
        "report.md  1 statement, 1 citation, 1 reference",
        "  1 contradicted",
        "  citations: 0 fabricated, 1 wrong, 0 unsupported; "
        "not assessed: dead, wrong by later evidence, changed since",
        "line 1  error  contradicted  "
        'The source says otherwise. Number: "719 kg" against "917 kg".',
        "                             Ice has a density of 719 kg per cubic meter at 0 °C.",
        "Judged by the built-in rules: indicative, not comparable with a model judge.",
        "page: veridical-check/report.md.check.html",
    ]


def test_a_check_without_findings(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No table."""
    (place / "report.md").write_text(REPORT.replace("719", "917"), "utf-8")
    run(["check", "report.md", "--sources", "sources"])

    assert "error" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "number", "code", "verdict"),
    [
        (["--fail-on", "error"], "719", 1, "FAIL: 1 finding of severity error.\n"),
        (["--fail-on", "note"], "719", 1, "FAIL: 1 finding of severity note or graver.\n"),
        (["--fail-on", "error"], "917", 0, "PASS: no findings of severity error.\n"),
        (["--fail-on", "warning"], "917", 0, "PASS: no findings of severity warning or graver.\n"),
        ([], "719", 0, ""),
    ],
)
def test_a_threshold_set_by_the_user(
    place: Path,
    options: list[str],
    number: str,
    code: int,
    verdict: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What is printed and the exit code say the same (U104)."""
    (place / "report.md").write_text(REPORT.replace("719", number), "utf-8")

    assert run(["check", "report.md", "--sources", "sources", *options]) == code
    assert capsys.readouterr().err == verdict


def test_many_reports_of_which_some_cannot_be_read(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others are checked all the same; each error is told."""
    code = run(["check", "none.md", "report.md", "sources"])
    printed = capsys.readouterr()

    assert code == 3
    assert [line.partition(":")[0] for line in printed.err.splitlines()] == ["none.md", "sources"]
    assert (place / "veridical-check" / "report.md.check.html").exists()


def test_json_instead_of_tables(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object a report and line, and nothing else."""
    import json

    (place / "other.md").write_text("Rain falls.", "utf-8")
    run(["check", "report.md", "other.md", "--json"])
    lines = capsys.readouterr().out.splitlines()

    assert [json.loads(line)["report"] for line in lines] == ["report.md", "other.md"]


def test_long_lists_of_findings_end_on_the_page(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The terminal gets twenty; the files get all."""
    (place / "report.md").write_text(" ".join(f"Rain [{n}]." for n in range(1, 31)), "utf-8")
    run(["check", "report.md"])

    assert "… and 10 more on the page." in capsys.readouterr().out


@pytest.mark.parametrize("name", ["a b.md", "<script>x.md", "[red]x.md", "a\nb.md", "\x1b[31m.md"])
def test_odd_names_of_files(place: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Shown on one line, without a control character, and no markup of the terminal."""
    (place / name).write_text("Rain falls.", "utf-8")
    code = run(["check", name])
    shown = capsys.readouterr().out

    assert code == 0
    assert all(character.isprintable() or character == "\n" for character in shown)
    assert "".join(c if c.isprintable() else " " for c in name) in shown
