"""Only the object with the call's mark counts, wherever others stand."""

from __future__ import annotations

import pytest

from veridical.errors import AnswerError
from veridical.respondents.reading.sealed import sealed_object

N = "5e3f0c1d2b4a69788f01"
REAL = f'{{"nonce": "{N}", "value": 4}}'
NEAR = f"{{nonce: '{N}', value: 4,}}"


def value(text: str) -> object:
    """The value in the object that counts."""
    return sealed_object(text, N).fields["value"]


@pytest.mark.parametrize("real", [REAL, NEAR, f'{{"value": 4, "quotes": [{{}}], "nonce": "{N}"}}'])
@pytest.mark.parametrize(
    "around",
    [
        "REAL",
        "```json\nREAL\n```",
        "```\nREAL\n```\nI hope this helps {really}.",
        "Here it is: REAL",
        '{"value": 1}\nREAL',
        'REAL\n{"value": 1}',
        '```json\n{"value": 1}\n```\nREAL',
        'The page says {"value": "sup… REAL',
        'The page says {"value": 1, REAL',
        "Use { and } and REAL",
        '{"answer": REAL}',
        "[REAL]",
        "REAL REAL",
        '<think>maybe {"value": 1}</think>REAL',
        'maybe {"value": 1}</think>REAL',
        "<think>a</think>b</think>REAL",
        f'<think>{{"nonce": "{N}", "value": 1}}</think>REAL',
        f'I lean to {{"nonce": "{N}", "value": 1}}</think>\n\nREAL',
        f'<think>{{"nonce": "{N}", "value": 1</think>REAL',
        "<THINK>a</THINK>REAL",
        "◁think▷a◁/think▷REAL",
        "[THINK]a[/THINK]REAL",
        "<|channel|>analysis<|message|>a<|channel|>final<|message|>REAL",
        f"The mark is {N}. REAL",
    ],
)
def test_the_object_with_the_mark_counts(around: str, real: str) -> None:
    """Whatever stands around it: prose, fences, other objects, thoughts."""
    assert value(around.replace("REAL", real)) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "the answer: there is no JSON object."),
        ("I cannot say.", "the answer: there is no JSON object."),
        (
            '{"value": 4}',
            'the answer: no JSON object carries the field "nonce" with the value asked for.',
        ),
        (
            '{"nonce": "5e3f", "value": 4}',
            'the answer: no JSON object carries the field "nonce" with the value asked for.',
        ),
        (f'The mark is {N}. {{"value": 4}}', "the answer: the JSON cannot be read."),
        (f'{{"nonce": "{N}" oh, "value": 4}}', "the answer: the JSON cannot be read."),
        (f'{{"why": "the mark is {N}", "value": 4}}', "the answer: the JSON cannot be read."),
        (
            REAL + f'{{"nonce": "{N}", "value": 5}}',
            "the answer: conflict: it is given twice, differently.",
        ),
        (
            NEAR + f'{{"nonce": "{N}", "value": 5}}',
            "the answer: conflict: it is given twice, differently.",
        ),
        (
            f'{{"nonce": "{N}", "nonce": "x", "value": 4}}',
            "the answer: the JSON cannot be read.",
        ),
        (f"<think>{REAL}", "the answer: there is no JSON object."),
        (f"So: <think>{REAL}", "the answer: the JSON cannot be read."),
        (f"{REAL}</think>", "the answer: the JSON cannot be read."),
    ],
)
def test_without_one_object_that_counts_there_is_no_answer(text: str, expected: str) -> None:
    """None, or two that differ: the message says which."""
    with pytest.raises(AnswerError) as raised:
        sealed_object(text, N)

    assert expected == str(raised.value)


@pytest.mark.parametrize("tag", ["<think>", "</think>", "<think>so</think>", "[/THINK]"])
def test_a_tag_inside_a_string_is_no_tag(tag: str) -> None:
    """A valid answer about such tags is unchanged."""
    text = f'{{"nonce": "{N}", "value": 4, "why": "it says {tag} there"}}'

    assert sealed_object(text, N).fields["why"] == f"it says {tag} there"


def test_an_empty_mark_matches_nothing() -> None:
    """A call without a mark cannot be answered by any object."""
    with pytest.raises(AnswerError):
        sealed_object('{"nonce": "", "value": 4}', "")


def test_objects_without_the_mark_are_counted() -> None:
    """They are told of; what stands inside the real one is none of them."""
    text = f'{{"a": 1}} {{"nonce": "{N}", "quotes": [{{"text": "x"}}]}} {{"b": 2}}'

    assert sealed_object(text, N).others == 2


def test_it_is_told_whether_the_object_was_repaired_or_cut() -> None:
    """Strict, repaired, cut."""
    texts = [REAL, NEAR, REAL[:-1] + ', "why": "so']
    found = [sealed_object(text, N) for text in texts]

    assert [(f.is_repaired, f.is_cut) for f in found] == [
        (False, False),
        (True, False),
        (True, True),
    ]
