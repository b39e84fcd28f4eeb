"""Which requests share a reply, and which do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.model_requests import LABELED, about, saying_to
from veridical.ask import Attachment, Draw
from veridical.models.identity import key_for
from veridical.models.port import Message, Parameters, Request, Words

ASKED = about("A page.")


def key(request: Request) -> str:
    """At one endpoint, of one model."""
    return key_for("here", "judge", request)


def test_the_key_is_a_sha256() -> None:
    """Sixty-four hexadecimal digits."""
    assert len(bytes.fromhex(key(ASKED))) == 32


def test_secrets_do_not_change_the_key() -> None:
    """Boundary and nonce count as fixed tokens, so ledgers can be merged."""
    assert key(about("A page.", secret=b"one")) == key(about("A page.", secret=b"two"))


def test_labels_and_paths_do_not_change_the_key() -> None:
    """A label is for people; an image is its content."""
    one = replace(ASKED, messages=(Message("user", (Attachment("a.png", "f" * 64),)),))
    two = replace(ASKED, messages=(Message("user", (Attachment("b.png", "f" * 64),)),), label="x")

    assert key(one) == key(two)


@pytest.mark.parametrize(
    "other",
    [
        about("A page!"),
        about("A page.", "Is it not so?"),
        replace(ASKED, parameters=Parameters(temperature=0.0)),
        replace(ASKED, parameters=Parameters(seed=0)),
        replace(ASKED, parameters=Parameters(max_output_tokens=1)),
        replace(ASKED, parameters=Parameters(extra={"think": False})),
        replace(ASKED, schema=LABELED),
        replace(ASKED, logprobs=0),
        replace(ASKED, draw=Draw("", 1, 0)),
        replace(ASKED, draw=Draw("", 0, 1)),
        replace(ASKED, draw=Draw("noise", 0, 0)),
    ],
    ids=lambda r: "",
)
def test_whatever_decides_the_reply_changes_the_key(other) -> None:
    """Text, parameters, schema, log-probabilities and each part of the draw."""
    assert key(other) != key(ASKED)


def test_endpoint_and_model_change_the_key() -> None:
    """U87: another judge is another reply."""
    keys = {key_for("a", "m", ASKED), key_for("b", "m", ASKED), key_for("a", "n", ASKED)}

    assert len(keys) == 3


def test_a_page_cannot_pass_for_our_words() -> None:
    """The same characters, fenced or not, are different requests."""
    ours = saying_to("A page.")
    theirs = replace(ours, messages=(Message("user", (about("A page.").messages[1].content[0],)),))

    assert key(ours) != key(theirs)


def test_parts_are_not_run_together() -> None:
    """Two parts are not the one that they spell."""
    two = Request(messages=(Message("user", (Words("a"), Words("b"))),))
    one = Request(messages=(Message("user", (Words("ab"),)),))

    assert key(one) != key(two)


def test_the_key_is_the_same_in_every_process() -> None:
    """A change here makes every ledger forget: raise `FORM` and say so."""
    expected = "cb00891eb942"

    assert key(saying_to("Hello."))[:12] == expected
