"""A served model writes good and bad statements: exactly the bad ones do not leave as they are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.program import Done, Program
from tests.scripted_server import Act, ScriptedServer, Seen, saying

QUESTION = "How deep is Lake Orvale, when was its dam built, and how many people live on it?"
TEXTS = {
    "depth": "Lake Orvale has a greatest depth of 214 metres. Its water is fresh.",
    "dam": "The dam on Lake Orvale was completed in 1962. It is 48 metres high.",
    "dam-2": "The dam on Lake Orvale was completed in 1974. It feeds a power station.",
    "town": "About 8,300 people live in the towns around Lake Orvale. Fishing feeds most of them.",
    "copy": "About 8,300 people live in the towns around Lake Orvale. Fishing feeds most of them.",
    "fish": "Trout from Lake Orvale are smoked over alder wood if the winter is cold.",
}
GOOD = "The greatest depth of Lake Orvale is 214 metres."
WRONG = "The greatest depth of Lake Orvale is 314 metres."
UNBORNE = "Lake Orvale is the favourite holiday resort of three former presidents."
MISCITED = "About 8,300 people live in the towns around Lake Orvale."
UNCITED = "The dam on Lake Orvale is 48 metres high."
INVENTED = "A monster of 12 metres was seen in Lake Orvale [99] (https://invented.example/monster)."
KEPT_OF_IT = "A monster of 12 metres was seen in Lake Orvale."
"""Without what looks like citations."""
DISPUTED = "The dam on Lake Orvale was completed in 1962."
BAD = {WRONG, UNBORNE, MISCITED, UNCITED, KEPT_OF_IT}


def corpus(folder: Path) -> Path:
    """A corpus of these texts."""
    folder.mkdir(parents=True)
    lines = [
        json.dumps(
            {
                "id": name,
                "text": text,
                "title": f"On the {name}",
                "source": f"https://{name}.example/",
            }
        )
        for name, text in TEXTS.items()
    ]
    (folder / "corpus.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def numbers(prompt: str) -> dict[str, int]:
    """The number that each text has in a prompt."""
    places = {m[2]: int(m[1]) for m in re.finditer(r"\[(\d+)\] On the (\S+)", prompt)}
    return {name: places[name] for name in TEXTS if name in places}


def draft(seen: Seen) -> dict[str, Any]:
    """The report that the model writes."""
    at = numbers(seen.prompt)

    def said(text: str, *names: str) -> dict[str, Any]:
        return {"text": text, "texts": [at[name] for name in names if name in at]}

    first = [said(GOOD, "depth"), said(WRONG, "depth"), said(UNBORNE, "fish")]
    second = [said(DISPUTED, "dam"), said(MISCITED, "fish"), said(UNCITED), said(INVENTED, "depth")]
    return {
        "title": "Lake Orvale",
        "sections": [
            {"heading": "Depth", "paragraphs": [{"sentences": first, "images": []}]},
            {"heading": "Dam and people", "paragraphs": [{"sentences": second, "images": []}]},
        ],
        "conclusion": [said(GOOD, "depth")],
    }


def script(seen: Seen) -> Act:
    """Writes the draft; words nothing anew; plans and finds no gap."""
    if "Write a title, sections" in seen.prompt:
        value = draft(seen)
    elif "You mend one statement" in seen.prompt:
        value = {"text": "", "texts": []}
    elif "sub_questions" in json.dumps(seen.payload):
        value = {"sub_questions": ["How deep is Lake Orvale", "Which ships sail on Lake Orvale"]}
    elif "queries" in json.dumps(seen.payload):
        value = {"queries": []}
    else:
        value = {"numbers": list(range(1, len(numbers(seen.prompt)) + 1))}
    return saying(json.dumps({"nonce": "NONCE", "why": "so", **value}))


SERVED = ("--planner", "mine:m", "--writer", "mine:m", "--key-env", "MY_KEY")


def answered(folder: Path, *more: str, agent: str = "deep_research") -> tuple[Done, Path]:
    """The question, answered by the served model out of the corpus."""
    home = corpus(folder / "corpus")
    program = Program(folder, {"MY_KEY": "sk-journey"})
    with ScriptedServer(script) as server:
        done = program(
            *("research", QUESTION, "--corpus", home, "--out", "out", "--agent", agent),
            *(*SERVED, "--base-url", server.base_url, *more),
        )
    return done, folder / "out"


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> tuple[Done, Path]:
    """A released report."""
    return answered(tmp_path_factory.mktemp("released"))


def record(out: Path) -> dict[str, Any]:
    """What is kept of a release."""
    found: dict[str, Any] = json.loads((out / "report.release.json").read_text("utf-8"))
    return found


def test_exactly_the_bad_statements_do_not_leave_as_they_are(released: tuple[Done, Path]) -> None:
    """Good and disputed ones stand; the others are cited anew or dropped, each with its reason."""
    done, out = released
    assert done.code == 0, done.err
    ways = {one["drafted"]: one for one in record(out)["statements"]}
    assert {text for text, one in ways.items() if one["state"] != "released"} == BAD
    assert ways[WRONG]["state"] == "dropped"
    assert "contradicted" in ways[WRONG]["reason"]
    assert ways[UNBORNE]["state"] == ways[KEPT_OF_IT]["state"] == "dropped"
    assert ways[MISCITED]["state"] == ways[UNCITED]["state"] == "cited anew"
    assert ways[UNCITED]["cited"] == ["dam"]
    report = (out / "report.md").read_text("utf-8")
    for text in (WRONG, UNBORNE, "monster", "invented.example", "[99]"):
        assert text not in report
    assert "gate: 3 released, 3 dropped, 2 cited anew" in done.out


def test_what_was_left_out_disputed_and_lacking_is_told(released: tuple[Done, Path]) -> None:
    """In the report, in JSON, and on the page."""
    _, out = released
    kept = record(out)
    report = (out / "report.md").read_text("utf-8")
    page = (out / "report.html").read_text("utf-8")
    (entry,) = kept["contradictions"]
    assert (entry["kind"], entry["named"]) == ("conflict", True)
    assert {entry["first"]["source"], entry["second"]["source"]} == {"dam", "dam-2"}
    assert re.search(r"one says “[^”]+1962”, another “[^”]+1974” \[\d\]\[\d\]\.", report)
    assert kept["not_answered"] == ["Which ships sail on Lake Orvale"]
    assert "not answered by what was found: “Which ships sail on Lake Orvale”" in report
    assert "Statements that the evidence does not bear were left out" in report
    for text in (WRONG, UNBORNE, "Dropped: 3 statements", 'class="gain"', "On the dam-2"):
        assert text in page


def test_every_quote_stands_where_it_is_said_to(released: tuple[Done, Path]) -> None:
    """No statement leaves without one, and copies of one text are one origin."""
    for one in record(released[1])["statements"]:
        if one["state"] == "dropped":
            continue
        assert one["quotes"]
        for quote in one["quotes"]:
            assert TEXTS[quote["source"]][quote["start"] : quote["end"]] == quote["text"]
        if one["drafted"] == MISCITED:
            assert (one["origins"], set(one["supporters"])) == (1, {"town", "copy"})
        if one.get("is_headline"):
            assert one["overturned_by"] == ["depth"]


def test_check_finds_nothing_wrong_in_what_was_released(released: tuple[Done, Path]) -> None:
    """A report that passed the gate passes the check of the same corpus."""
    out = released[1]
    program = Program(out.parent, {})
    done = program("check", "out/report.md", "--sources", "corpus")
    assert done.code == 0, done.err
    assert "contradicted" not in done.out
    assert "missing" not in done.out


def test_as_published_all_of_it_is_off(tmp_path: Path) -> None:
    """The model's words stand, the manifest says so, and still no source is invented."""
    done, out = answered(tmp_path, "--as-published")
    assert done.code == 0, done.err
    report = (out / "report.md").read_text("utf-8")
    assert WRONG.removesuffix(".") in report
    assert "Limits of this report" not in report
    for text in ("invented.example", "[99]"):
        assert text not in report
    assert not (out / "report.release.json").exists()
    assert json.loads((out / "report.about.json").read_text("utf-8"))["release"] is None
    assert "As published: nothing stood between" in (out / "report.html").read_text("utf-8")


@pytest.mark.parametrize("agent", ["rag", "hka"])
def test_the_gate_stands_behind_every_agent(tmp_path: Path, agent: str) -> None:
    """What no evidence bears leaves no draft, whoever wrote it."""
    done, out = answered(tmp_path, "--setting", "web", agent=agent)
    assert done.code == 0, done.err
    report = (out / "report.md").read_text("utf-8")
    for text in (WRONG, UNBORNE, "monster"):
        assert text not in report
    assert GOOD.removesuffix(".") in report


def test_a_budget_takes_tools_away_and_the_report_says_which(tmp_path: Path) -> None:
    """Reranking first, then refinement, then rewriting; a report is delivered."""
    done, out = answered(tmp_path, "--spend", "500")
    assert done.code == 0, done.err
    taken = record(out)["taken_away"]
    assert list(taken)[:2] == ["rerank", "refine"]
    assert "rewrite" in taken
    report = (out / "report.md").read_text("utf-8")
    assert "The spending limit took away: the reranking of what was found, further rounds" in report
    assert GOOD.removesuffix(".") in report
    assert WRONG.removesuffix(".") not in report


def test_blocked_and_filtered_evidence_is_never_used(tmp_path: Path) -> None:
    """By address however it is spelled, by title, and by host."""
    more = ("--block", "http://www.dam.example/?utm_source=x#top", "--block", "On the dam-2")
    done, out = answered(tmp_path, *more, "--deny-host", "town.example")
    assert done.code == 0, done.err
    given = json.loads((out / "report.evidence.json").read_text("utf-8"))["texts"]
    assert set(given) == TEXTS.keys() - {"dam", "dam-2", "town"}
