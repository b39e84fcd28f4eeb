"""Ledgers carried elsewhere: exported, merged, pruned."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from veridical.errors import InputError, NoLedger
from veridical.ledger import KeptAnswer, KeptReply, Ledger, Status, open_ledger
from veridical.ledger.exchange import export, merge
from veridical.ledger.listing import counts
from veridical.ledger.prune import Pruned, prune
from veridical.score import Reason


def reply(key: str, said: bytes = b"said", status: Status = Status.READABLE) -> KeptReply:
    """A reply."""
    return KeptReply(
        key=key,
        endpoint="e",
        requested_model="m",
        request=b"\x00asked",
        reply=said,
        input_tokens=7,
        output_tokens=2,
        status=status,
    )


def answer(key: str, value: str = "1", **more: object) -> KeptAnswer:
    """An answer, read from the reply of the same key."""
    made = {"key": key, "ask": "a", "kind": "k", "version": "1", "respondent": "r"}
    return KeptAnswer(**{**made, "value": value, "replies": (key,), **more})


def none(key: str) -> KeptAnswer:
    """A NoVerdict."""
    return answer(key, "", status=Status.NO_VERDICT, reason=Reason.TIMEOUT)


def filled(path: Path, *records: KeptReply | KeptAnswer) -> Path:
    """A ledger with these records."""

    async def keep(ledger: Ledger) -> None:
        for one in records:
            if isinstance(one, KeptReply):
                await ledger.keep_reply(one)
            else:
                await ledger.keep_answer(one)

    with open_ledger(path) as ledger:
        asyncio.run(keep(ledger))
    return path


def values(path: Path, key: str) -> list[str]:
    """All answers under a key."""
    with open_ledger(path, read_only=True) as ledger:
        return [one.value for one in asyncio.run(ledger.answers_under(key))]


def secret(path: Path) -> str:
    """A ledger's secret."""
    with open_ledger(path, read_only=True) as ledger:
        return ledger.secret.hex()


def test_an_export_leaves_the_secret_out(tmp_path: Path) -> None:
    """All records, and no secret."""
    source = filled(tmp_path / "a.ledger", reply("x"), answer("x"), none("y"))
    number = export(source, tmp_path / "a.jsonl")

    assert number == 3
    assert secret(source) not in (tmp_path / "a.jsonl").read_text("utf-8")


def test_an_export_merges_into_the_same(tmp_path: Path) -> None:
    """Bytes, counts and times; the ledger that takes it up has a secret of its own."""
    source = filled(tmp_path / "a.ledger", reply("x"), answer("x"), none("y"))
    export(source, tmp_path / "a.jsonl")
    added = merge(tmp_path / "b.ledger", tmp_path / "a.jsonl")
    found = []
    for path in (source, tmp_path / "b.ledger"):
        with open_ledger(path, read_only=True) as ledger:
            both = (ledger.replies_under("x"), ledger.answers_under("x"))
            found.append([asyncio.run(one) for one in both])

    assert added == 3
    assert found[0] == found[1]
    assert secret(source) != secret(tmp_path / "b.ledger")


def test_merging_twice_adds_nothing(tmp_path: Path) -> None:
    """A NoVerdict neither."""
    source = filled(tmp_path / "a.ledger", reply("x"), answer("x"), none("y"))
    target = tmp_path / "b.ledger"

    assert [merge(target, source), merge(target, source)] == [3, 0]


def test_the_first_answer_of_a_machine_stands(tmp_path: Path) -> None:
    """What another machine said to the same is not taken up."""
    source = filled(tmp_path / "a.ledger", answer("x", "2"))
    target = filled(tmp_path / "b.ledger", answer("x", "1"))

    assert (merge(target, source), values(target, "x")) == (0, ["1"])


def test_all_answers_of_people_are_taken_up(tmp_path: Path) -> None:
    """Rows are added, never changed."""
    source = filled(tmp_path / "a.ledger", answer("x", "2", annotator="ann"))
    target = filled(tmp_path / "b.ledger", answer("x", "1", annotator="ben"))

    assert (merge(target, source), values(target, "x")) == (1, ["1", "2"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello\n", "line 1: is no export of a ledger: JSON is malformed"),
        ('{"veridical_ledger": 9}\n', "line 1: is no export of a ledger: format 9;"),
        (
            '{"veridical_ledger": 1}\n{"table": "meta", "row": {}}\n',
            "line 2: is no export of a ledger: 'meta'",
        ),
        (
            '{"veridical_ledger": 1}\n{"table": "answers", "row": {"key": "x"}}\n',
            "line 2: is no export of a ledger: its columns are not those of answers",
        ),
    ],
)
def test_what_is_no_export(tmp_path: Path, text: str, message: str) -> None:
    """One line that says where; nothing is taken up."""
    (tmp_path / "a.jsonl").write_text(text, "utf-8")
    with pytest.raises(InputError) as found:
        merge(tmp_path / "b.ledger", tmp_path / "a.jsonl")

    assert message in str(found.value)


def test_pruning_takes_what_can_never_answer(tmp_path: Path) -> None:
    """Unreadable replies and NoVerdicts; what answers stays."""
    records = (reply("x"), reply("z", status=Status.UNREADABLE), answer("x"), none("y"))
    path = filled(tmp_path / "a.ledger", *records)
    trial = prune(path, is_trial=True)

    assert (trial, prune(path), prune(path)) == (Pruned(1, 1), Pruned(1, 1), Pruned(0, 0))
    assert values(path, "x") == ["1"]


def test_pruning_by_date_keeps_people_and_named_answers(tmp_path: Path) -> None:
    """And the replies that these were read from."""
    records = (
        *(reply("x"), reply("y"), reply("z")),
        *(answer("x"), answer("y"), answer("z", annotator="ann")),
    )
    path = filled(tmp_path / "a.ledger", *records)
    found = prune(path, before="2999-01-01", keep=["x"])

    assert found == Pruned(1, 1)
    assert [values(path, key) for key in "xyz"] == [["1"], [], ["1"]]


def test_counts(tmp_path: Path) -> None:
    """By who said it, and whether it stands."""
    path = filled(tmp_path / "a.ledger", reply("x"), reply("y"), answer("x"), none("y"))
    with open_ledger(path, read_only=True) as ledger:
        found = asyncio.run(counts(ledger))
    shown = [(one.of, one.who, one.what, one.status, one.n, one.input_tokens) for one in found]

    assert shown == [
        ("replies", "e:m", "", "readable", 2, 14),
        ("answers", "r", "k", "answered", 1, 0),
        ("answers", "r", "k", "no_verdict", 1, 0),
    ]


@pytest.mark.parametrize("more", ["", "-wal", "-shm", "-journal"])
def test_a_ledger_is_not_written_over_by_its_own_export(tmp_path: Path, more: str) -> None:
    """Nor a file that SQLite keeps beside it; by another spelling of its path neither."""
    path = filled(tmp_path / "a.ledger", reply("x"), answer("x"))
    before = path.read_bytes()
    with pytest.raises(InputError) as raised:
        export(path, tmp_path / "." / ".." / tmp_path.name / f"a.ledger{more}")

    assert "is the ledger itself" in str(raised.value)
    assert {one.name for one in tmp_path.iterdir()} <= {
        f"a.ledger{ending}" for ending in ("", "-wal", "-shm")
    }
    assert path.read_bytes() == before


def test_what_is_no_export_is_not_written_over(tmp_path: Path) -> None:
    """Neither another ledger nor a letter, and a folder is named as one; an export is renewed."""
    path = filled(tmp_path / "a.ledger", reply("x"))
    other = filled(tmp_path / "b.ledger", reply("y"))
    letter = tmp_path / "letter.txt"
    letter.write_text("dear", "utf-8")
    for target in (other, letter, tmp_path):
        before = target.read_bytes() if target.is_file() else b""
        with pytest.raises(InputError, match="holds something that is no export"):
            export(path, target)
        assert before == (target.read_bytes() if target.is_file() else b"")

    assert [export(path, tmp_path / "a.jsonl") for _ in "12"] == [1, 1]


def test_a_source_that_is_not_there_leaves_nothing(tmp_path: Path) -> None:
    """Neither an export, nor a ledger made to take it up; an earlier export stays."""
    old = tmp_path / "old.jsonl"
    export(filled(tmp_path / "a.ledger", reply("x")), old)
    before = sorted(one.name for one in tmp_path.iterdir())
    for take in (
        lambda: export(tmp_path / "none", tmp_path / "new.jsonl"),
        lambda: export(tmp_path / "none", old),
        lambda: merge(tmp_path / "new.ledger", tmp_path / "none"),
        lambda: prune(tmp_path / "none"),
    ):
        with pytest.raises(NoLedger, match="is not there") as raised:
            take()
        assert raised.value.exit_code == 3

    assert sorted(one.name for one in tmp_path.iterdir()) == before
    assert old.read_bytes().count(b"\n") == 2
