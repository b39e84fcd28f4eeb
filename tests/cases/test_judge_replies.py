"""What judges reply, over real HTTP: U52 to U64, each as written and with more of its kind."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.cases.judging import (
    LOST,
    SUPPORTED_WORDS,
    Judge,
    Mark,
    Share,
    a_ledger,
    acts,
    judged,
    marked,
    outcome,
    outcomes,
    support,
    verdict,
)
from tests.model_requests import QUICK, place
from tests.scripted_server import (
    Act,
    ScriptedServer,
    saying,
    thinking,
    truncated,
)
from veridical.ask import Answer
from veridical.ledger import Kept
from veridical.models.stack import Stack
from veridical.respondents.llm import LLM

# U52


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ('"8/10"', 8),
        ('"8"', 8),
        ('"8,5"', LOST),
        ('"eight"', LOST),
        ('"There are 5 reasons for a 9"', LOST),
        ('"8/5"', LOST),
        ('"80%"', LOST),
        ('"8 / 10"', 8),
        ('"８/10"', 8),
        ("8.5", 8.5),
        ("85", LOST),
        ("-1", LOST),
        ("true", LOST),
        ("[8]", LOST),
    ],
)
def test_u52_score_as_string(score: str, expected: object) -> None:
    """Read where it can mean one thing only; the denominator is the scale's end."""
    assert expected == outcome(marked(score))


@pytest.mark.parametrize(
    ("language", "expected"), [("de", 8.5), ("fr-FR", 8.5), ("en", LOST), ("zh", LOST)]
)
def test_u52_a_comma_where_the_language_has_one(language: str, expected: object) -> None:
    """The report's language says what 8,5 means."""
    assert expected == outcome(marked('"8,5"'), ask=Mark(language=language))


# U54


def test_u54_prompt_schema_and_result_have_one_scale() -> None:
    """The same two ends stand in all three."""
    with ScriptedServer(saying(marked("0.9"))) as server, a_ledger() as ledger:
        found = asyncio.run(Judge(server, ledger).run([Share(), Mark()]))
        seen = server.seen
    fields = [
        s.payload["response_format"]["json_schema"]["schema"]["properties"]["value"] for s in seen
    ]

    assert [(f["minimum"], f["maximum"]) for f in fields] == [(0, 1), (0, 10)]
    assert ["a number from 0 to 1\n" in seen[0].prompt, "from 0 to 10\n" in seen[1].prompt] == [
        True,
        True,
    ]
    assert outcomes(found) == [0.9, 0.9]


@pytest.mark.parametrize(
    ("score", "is_warned"),
    [("0.9", True), ("0.25", True), ("9", False), ("1", False), ("0", False)],
)
def test_u54_a_mark_that_fits_another_scale_is_warned_of(score: str, is_warned: bool) -> None:
    """0.9 of 10 for an excellent text was hardly meant; it is not changed either."""
    found = judged(marked(score, "excellent"))[0]

    assert (found.value, "[reader: the values fit" in found.why) == (float(score), is_warned)


# U56


@pytest.mark.parametrize("score", ["NaN", "Infinity", "-Infinity", '"NaN"', "1e999", '"inf"'])
def test_u56_what_is_no_number_is_no_score(score: str) -> None:
    """Neither as JSON's extension nor as a word."""
    assert outcome(marked(score)) is LOST


# U57

NO_SCORE = [
    '{"nonce": "NONCE", "rationale": "cannot say"}',
    '{"nonce": "NONCE"}',
    '{"nonce": "NONCE", "score": null}',
    "",
    "{}",
    '{"rationale": "cannot say"}',
    "null",
    '{"nonce": "NONCE", "score": ""}',
    '{"nonce": "NONCE", "score": {}}',
]


@pytest.mark.parametrize("reply", NO_SCORE)
def test_u57_missing_or_null_score(reply: str) -> None:
    """No verdict, and not 0."""
    assert outcome(reply) is LOST


@pytest.mark.parametrize("reply", NO_SCORE)
def test_u57_it_is_not_used_again(reply: str) -> None:
    """A second run asks the judge anew and gets its answer."""
    with ScriptedServer(acts([reply, reply, marked("7")])) as server, a_ledger() as ledger:

        async def run() -> object:
            stack = Stack(ledger, patience=QUICK)
            llm = Kept(LLM(stack.at(place(server), "toy"), ledger), ledger)
            found = await llm.answer(Mark())
            await stack.aclose()
            return found.value if isinstance(found, Answer) else found.reason

        found = [asyncio.run(run()) for _ in range(3)]
        calls = server.calls

    assert (found, calls) == ([LOST, 7, 7], 3)


# U59


@pytest.mark.parametrize(
    "reply",
    [
        '{"nonce": "NONCE", "score": 1.0, // full\n "reason": "line one\nline two",}',
        "```json\n{'nonce': 'NONCE', 'score': 1.0}\n```",
        '{nonce: "NONCE", score: 1.0, /* so */ reason: "it\'s so"}',
        'Sure!\n\n{"nonce": "NONCE"\n "score": 1.0\n}\n\nAnything else?',
        '{"nonce": "NONCE", "value": 1.0, "why": "breaks o',
        '{"nonce": "NONCE", "reason": "it says "full" there", "score": 1.0}',
        "{“nonce”：“NONCE”，“score”：1.0}",
        '# verdict\n{"nonce": "NONCE", "score": 1.0, # full\n}',
    ],
)
def test_u59_comments_commas_line_breaks(reply: str) -> None:
    """What is nearly JSON is read."""
    assert outcome(reply) == 1.0


@pytest.mark.parametrize(
    "reply",
    [
        '{"nonce": "NONCE", "score": 1.0, "score": 9}',
        '{"nonce": "NONCE", "score": 1',
        '{"nonce": "NONCE" "score" 1.0}',
        "nonce: NONCE, score: 1.0",
    ],
)
def test_u59_what_is_ambiguous_is_not_repaired(reply: str) -> None:
    """Two scores, half a number, no object."""
    assert outcome(reply) is LOST


# U60


@pytest.mark.parametrize(
    "act",
    [
        thinking('maybe {"score": 1}', marked("4")),
        saying(f'maybe {{"score": 1}}</think>{marked("4")}'),
        thinking(marked("1"), marked("4")),
        saying(f"{marked('1')}</think>{marked('4')}"),
        saying(f"<thinking>{marked('1')}</thinking>\n\n```json\n{marked('4')}\n```"),
        saying(f"<think></think>{marked('4')}"),
    ],
)
def test_u60_thinking_is_no_answer(act: Act) -> None:
    """With both tags, with the closing tag alone, with a draft inside."""
    assert outcome(act) == 4


@pytest.mark.parametrize("tag", ["<think>", "</think>", "<think>so</think>"])
def test_u60_a_tag_inside_a_string_is_left(tag: str) -> None:
    """A valid answer is unchanged."""
    found = judged(marked("4", f"the page says {tag} here"))[0]

    assert (found.value, found.why) == (4, f"the page says {tag} here")


def test_u60_a_thought_that_never_ends_is_no_answer() -> None:
    """It ran into its limit while thinking."""
    found = judged(truncated(f"<think>I lean to {marked('4')}"))[0]

    assert (found.reason, "output limit" in found.detail) == (LOST, True)


# U62, U63

QUOTED = '{"verdict": "supported"}'
REAL = verdict("contradicted", SUPPORTED_WORDS)


@pytest.mark.parametrize(
    "reply",
    [
        f"The report says {QUOTED}. {REAL}",
        f"{REAL} The report says {QUOTED}.",
        f'The report says {{"verdict": "supp … {REAL}',
        f"{QUOTED}\n```json\n{REAL}\n```",
        f"{REAL}\n```json\n{QUOTED}\n```",
        f"```json\n{QUOTED}\n```\n{REAL}",
        f'{{"nonce": "0123456789abcdef0123", "value": "supported"}} {REAL}',
    ],
)
def test_u62_u63_only_the_object_with_the_mark_counts(reply: str) -> None:
    """In any order, fenced or not."""
    assert outcome(reply, ask=support()) == "contradicted"


@pytest.mark.parametrize(
    "reply",
    [
        f'{QUOTED} {{"verdict": "contradicted"}}',
        f'{{"verdict": "contradicted"}} {QUOTED}',
        '{"score": 0.2}\n```json\n{"score": 1.0}\n```',
        QUOTED,
        verdict("supported", SUPPORTED_WORDS, nonce="0123456789abcdef0123"),
        verdict("supported", SUPPORTED_WORDS, nonce=""),
    ],
)
def test_u62_u63_without_the_mark_there_is_no_verdict(reply: str) -> None:
    """Neither the first nor the last nor the fenced one is taken."""
    assert outcome(reply, ask=support()) is LOST


@pytest.mark.parametrize(
    "reply",
    [
        verdict("supported", SUPPORTED_WORDS) + REAL,
        REAL + "\n```json\n" + verdict("supported", SUPPORTED_WORDS) + "\n```",
        REAL + verdict("not_in_source"),
    ],
)
def test_u62_two_verdicts_with_the_mark_are_a_conflict(reply: str) -> None:
    """Nobody decides for the judge."""
    found = judged(reply, asks=[support()])[0]

    assert (found.reason, "conflict" in found.detail) == (LOST, True)


# U64

CLAIMS = [support(f"The {word} fell to 5 million.") for word in ("loss", "net", "plant", "a", "b")]


def by_id(*pairs: tuple[object, str]) -> str:
    """Verdicts by id."""
    answers = [
        {"id": n, "quotes": [{"text": SUPPORTED_WORDS}], "why": "so", "value": v} for n, v in pairs
    ]
    return json.dumps({"nonce": "NONCE", "answers": answers})


def test_u64_fewer_more_repeated_verdicts() -> None:
    """1 and 3 are taken; 2, 4, 5 are asked again; 9 is ignored; there are five results."""
    first = by_id((1, "supported"), (1, "supported"), (3, "partly"), (9, "supported"))
    second = by_id((5, "partly"), (4, "supported"), (2, "contradicted"))
    found = judged(first, second, asks=CLAIMS, each=True)

    expected = ["supported", "contradicted", "partly", "supported", "partly"]
    assert outcomes(found) == expected
    assert 'an answer for "9", which was not asked, was ignored' in found[0].why


def test_u64_a_conflict_is_asked_again_and_what_is_missing_stays_missing() -> None:
    """1 said twice differently; 2, 4, 5 never: they count in the denominator as missing."""
    first = by_id((1, "supported"), (1, "contradicted"), (3, "partly"), (9, "supported"))
    found = judged(first, by_id((1, "partly")), asks=CLAIMS, each=True)

    assert outcomes(found) == ["partly", LOST, "partly", LOST, LOST]


@pytest.mark.parametrize("order", [(3, 1, 2), (2, 3, 1), ("3", "<2>", " 1 ")])
def test_u64_reordered_verdicts(order: tuple[object, ...]) -> None:
    """By id, never by place."""
    labels = {"1": "supported", "2": "partly", "3": "contradicted"}
    said = by_id(*((n, labels[str(n).strip(" <>")]) for n in order))

    assert outcomes(judged(said, asks=CLAIMS[:3], each=True)) == list(labels.values())


def test_u64_a_truncated_list_keeps_its_complete_items() -> None:
    """The rest alone is asked again."""
    whole = by_id((1, "supported"), (2, "partly"), (3, "supported"))
    with (
        ScriptedServer(acts([truncated(whole[:-70]), by_id((3, "partly"))])) as server,
        a_ledger() as ledger,
    ):
        found = asyncio.run(Judge(server, ledger).run(CLAIMS[:3], each=True))
        seen = server.seen

    assert outcomes(found) == ["supported", "partly", "partly"]
    assert ["Number 1." in s.prompt for s in seen] == [True, False]
    assert seen[1].payload["max_tokens"] > seen[0].payload["max_tokens"]
