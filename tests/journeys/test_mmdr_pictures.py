"""Vef. and MOSAIC over HTTP: pictures on their way to one who sees, and log-probabilities back."""

from __future__ import annotations

import base64
import json
import shutil
from math import log
from pathlib import Path

import pytest

from tests.journeys.judged import DATE, results
from tests.journeys.program import Done, Program
from tests.requirements import require
from tests.scripted_server import Act, ScriptedServer, Seen, failing, saying, with_logprobs
from veridical.picture import NOT_DRAWN
from veridical.runs.demo import BENCH
from veridical.runs.vef_study import SHIPPED
from veridical.sources.images.kinds import facts_of

PICTURES = SHIPPED.parent
QUESTION, CHART, DRAWING = "planets_temperature.png", "heart_output.png", "tides_alignment.png"
REPORT = """# Planets

The chart of the question gives 464 °C for Venus and 167 °C for Mercury, so that Venus is hotter.

![](img/heart.png)

Figure 1: Bar chart of cardiac output, 4.9 L/min at rest.

As Figure 1 shows, output rises to 20 L/min in heavy exercise.

![](img/tides.png)

Figure 2: Spring tide and neap tide.

![Photo of a bridge](img/none.png)

""" + "\n\n".join(f"Sentence {n} says more about planets, hearts and tides." for n in range(40))
SAID = {
    "failures": '{"nonce": "%s", "why": "read rightly", "failures": [], "score": 8, '
    '"confidence": 0.9}',
    "readings": '{"nonce": "%s", "shown": "yes", "degree": 0.5, "semantics": 0.75, "readings": '
    '[{"said": "20 L/min", "read": "20", "agreement": "agrees", "confidence": 0.9}, '
    '{"said": "4.9 L/min", "read": "4.8", "agreement": "differs", "confidence": 0.6}], '
    '"why": "one of two"}',
    "kind": '{"nonce": "%s", "why": "by what it shows", "kind": "diagram"}',
    "things": '{"nonce": "%s", "shown": "no", "degree": 0.25, "semantics": 1, "things": '
    '[{"name": "spring tide", "is_visible": true}, {"name": "a whale", "is_visible": false}], '
    '"why": "no whale"}',
}


def asked(seen: Seen) -> str:
    """What is asked, by the form of the reply."""
    properties = seen.payload["response_format"]["json_schema"]["schema"]["properties"]
    return next(name for name in SAID if name in properties)


def examiner(seen: Seen) -> Act:
    """Answers each ask; with log-probabilities where they are wanted: yes .8, no .2."""
    text = SAID[asked(seen)] % seen.nonce
    if asked(seen) == "kind" and "cardiac output" in seen.prompt:
        text = text.replace("diagram", "datachart")
    if not seen.payload.get("logprobs"):
        return saying(text)
    head, mark, tail = text.partition('"shown": "')
    word = tail[: tail.index('"')]
    top = [{"token": "yes", "logprob": log(0.8)}, {"token": "no", "logprob": log(0.2)}]
    tokens = [
        {"token": head + mark, "logprob": 0.0, "top_logprobs": []},
        {"token": word, "logprob": log(0.8 if word == "yes" else 0.2), "top_logprobs": top},
        {"token": tail[len(word) :], "logprob": 0.0, "top_logprobs": []},
    ]
    return with_logprobs(text, tokens)


def images(seen: Seen) -> list[bytes]:
    """What a request shows."""
    parts = [p for m in seen.payload["messages"] if isinstance(m["content"], list)
             for p in m["content"]]  # fmt: skip
    urls = [p["image_url"]["url"] for p in parts if p["type"] == "image_url"]
    return [base64.b64decode(url.partition(",")[2]) for url in urls]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A bench of one task with a picture and its truth, and one report with three."""
    bench, reports = tmp_path / "bench", tmp_path / "reports" / "sys"
    (bench / "images").mkdir(parents=True)
    (reports / "img").mkdir(parents=True)
    shutil.copy(PICTURES / QUESTION, bench / "images" / "planets.png")
    shutil.copy(PICTURES / CHART, reports / "img" / "heart.png")
    shutil.copy(PICTURES / DRAWING, reports / "img" / "tides.png")
    task = {
        "schema": 2,
        "id": "t",
        "language": "en",
        "query": {
            "text": "Why is Venus hotter than Mercury?",
            "images": [{"id": "q", "path": "images/planets.png"}],
        },
        "gold": {"visual": {"text": "Mercury: 167 °C. Venus: 464 °C.", "version": "3"}},
    }
    (bench / "tasks.jsonl").write_text(json.dumps(task) + "\n", "utf-8")
    (reports / "t.md").write_text(REPORT, "utf-8")
    return tmp_path


def evaluated(place: Path, server: ScriptedServer, *more: str, out: str = "run") -> Done:
    """`evaluate --method mmdr` with who sees at the server."""
    return Program(place, {})(
        *("evaluate", "bench", "reports", "--method", "mmdr", "--out", out, "--date", DATE),
        *("--base-url", server.base_url, *more),
    )


def scores(place: Path, out: str = "run") -> dict[str, dict]:
    """The scores of the one report."""
    return results(place / out)["sys", "t"]["scores"]


SEER = ("--vision", "mine:seer")


def test_who_sees_is_shown_the_pictures_and_says_how_likely_a_yes_was(place: Path) -> None:
    """Three pictures and the question's; the released way of asking, by the first word.

    Of both that are at hand the kind is asked first, though a caption names one "Bar chart".

    The chart: f = .75 (no reference), Acc. .9/1.5 = .6, VQA .8: .75·(.9·.6 + .1·.8) = .465.
    The drawing: f = .5, VQA .8 of the yes, h 1/2: .5·(.5·.8 + .5·.5) = .325. Mean .395.
    """
    with ScriptedServer(examiner) as server:
        done = evaluated(place, server, *SEER)
        seen = {asked(one): one for one in server.seen}
        kinds = [images(one) for one in server.seen if asked(one) == "kind"]
        seen.pop("kind")
    found = scores(place)
    tally = results(place / "run")["sys", "t"]["tallies"]["mmdr.mosaic"]["items"]

    assert done.code in (0, 2), done.err
    assert {name: images(one) for name, one in seen.items()} == {
        "failures": [(PICTURES / QUESTION).read_bytes()],
        "readings": [(PICTURES / CHART).read_bytes()],
        "things": [(PICTURES / DRAWING).read_bytes()],
    }
    assert sorted(kinds) == sorted([(PICTURES / p).read_bytes()] for p in (CHART, DRAWING))
    wanted = {name: one.payload.get("top_logprobs") for name, one in seen.items()}
    assert wanted == {"failures": None, "readings": 5, "things": 5}
    assert [(one["kind"], one["formatting"], one["vqa_by"]) for one in tally] == [
        ("datachart", 0.75, "probability"),
        ("diagram", 0.5, "probability"),
        (None, 0.0, None),
    ]
    assert found["mmdr.vef"]["value"] == 100.0
    assert found["mmdr.mosaic"]["value"] == pytest.approx(39.5)
    assert found["mmdr.mosaic"]["missing"] == {"unreachable": 1}
    assert found["mmdr.accuracy"]["value"] == pytest.approx(60.0)
    assert found["mmdr.vqa"]["value"] == pytest.approx(80.0)
    assert found["mmdr.vqa.graded"]["value"] == 0.0
    assert found["mmdr.hallucination"]["value"] == 50.0


def test_the_value_stands_first_in_the_reply(place: Path) -> None:
    """So that the word is not a consequence of grounds that were written before it."""
    with ScriptedServer(examiner) as server:
        evaluated(place, server, *SEER)
        chart = next(one for one in server.seen if asked(one) == "readings")
        judged = next(one for one in server.seen if asked(one) == "failures")
    schema = chart.payload["response_format"]["json_schema"]["schema"]["properties"]
    other = judged.payload["response_format"]["json_schema"]["schema"]["properties"]

    assert list(schema) == ["nonce", "shown", "degree", "semantics", "readings", "why"]
    assert list(other) == ["nonce", "why", "failures", "score", "confidence"]
    assert "4.9 L/min at rest" in chart.prompt


def test_an_endpoint_without_log_probabilities_gives_a_degree(place: Path) -> None:
    """The same ask goes out without them, and the score tells which it is: (.5 + .25) / 2."""

    def script(seen: Seen) -> Act:
        if seen.payload.get("logprobs"):
            return failing(400, "logprobs is not supported")
        return examiner(seen)

    with ScriptedServer(script) as server:
        evaluated(place, server, *SEER)
    found = scores(place)

    assert found["mmdr.vqa"]["value"] == pytest.approx(37.5)
    assert found["mmdr.vqa.graded"]["value"] == 100.0


def test_the_ledger_gives_the_same_again(place: Path) -> None:
    """Offline, with what was kept: the probabilities are kept with the answers."""
    with ScriptedServer(examiner) as server:
        evaluated(place, server, *SEER, "--ledger", "kept.ledger")
        calls = server.calls
        again = evaluated(place, server, *SEER, "--ledger", "kept.ledger", "--offline", out="again")
        later = server.calls
    recomputed = Program(place, {})("recompute", "run", "--ledger", "kept.ledger")

    assert (again.code in (0, 2), later) == (True, calls)
    assert scores(place, "again") == scores(place)
    assert recomputed.code == 0, recomputed.err


def test_a_judge_of_text_assesses_no_picture(place: Path) -> None:
    """No picture is sent to it; Vef. and every mark of the pictures are not assessed."""
    with ScriptedServer(lambda seen: failing(500)) as server:
        evaluated(place, server, "--judge", "mine:reader")
        shown = [one for one in server.seen if images(one)]
    found = scores(place)

    assert shown == []
    assert found["mmdr.vef"]["reason"] == "not_assessed"
    assert found["mmdr.vef.score"]["reason"] == "not_assessed"


def test_a_lost_reply_is_no_score(place: Path) -> None:
    """Garbage for the chart: it is missing, and the drawing alone is scored."""

    def script(seen: Seen) -> Act:
        return saying("I cannot say.") if asked(seen) == "readings" else examiner(seen)

    with ScriptedServer(script) as server:
        evaluated(place, server, *SEER)
    found = scores(place)

    assert found["mmdr.mosaic"]["value"] == pytest.approx(32.5)
    assert found["mmdr.mosaic"]["missing"] == {"unreachable": 1, "unreadable": 1}
    assert found["mmdr.accuracy"]["status"] == "undefined"
    # scored 1, dead .9, unread .5
    assert found["mmdr.picture_validity"]["value"] == pytest.approx(80.0)


def test_a_drawing_is_drawn_for_who_sees_where_pages_are(place: Path) -> None:
    """As a PNG of its own shape, kept; rejudged by the same bytes; else it has no score."""
    require("chromium")
    img = place / "reports" / "sys" / "img"
    (img / "heart.png").unlink()
    shutil.copy(BENCH / "images" / "heart_output.svg", img / "heart.svg")
    (place / "reports" / "sys" / "t.md").write_text(
        REPORT.replace("heart.png", "heart.svg"), "utf-8"
    )
    with ScriptedServer(examiner) as server:
        undrawn = evaluated(place, server, *SEER, out="without")
        assert f"1 drawing was shown to nobody: {NOT_DRAWN}" in undrawn.out.splitlines()
        assert [one for one in server.seen if asked(one) == "readings"] == []
        done = evaluated(place, server, *SEER, "--page-pictures", "1")
        shown = [images(one) for one in server.seen if asked(one) == "readings"]
        more = ("rejudge", "run", "--out", "again", *SEER, "--base-url", server.base_url)
        again = Program(place, {})(*more, "--max-calls", "0")
    kept = {path.read_bytes() for path in (place / "run" / "pictures").glob("*.png")}

    assert done.code in (0, 2), done.err
    assert "shown to nobody" not in done.out
    ((drawn,),) = shown
    assert drawn in kept
    assert (facts_of(drawn).width, facts_of(drawn).height) == (1024, 640)
    assert scores(place)["mmdr.mosaic"]["n"] == 2
    assert scores(place, "without")["mmdr.mosaic"]["n"] == 1
    tally = results(place / "without")["sys", "t"]["tallies"]["mmdr.mosaic"]["items"][0]
    assert (tally["missing"], "install chromium" in tally["why"]) == ("not_assessed", True)
    assert again.code in (0, 2), again.err
    assert scores(place, "again")["mmdr.mosaic"] == scores(place)["mmdr.mosaic"]
    recomputed = Program(place, {})("recompute", "run")
    assert recomputed.out.splitlines()[-1].endswith(", 0 differ.")
