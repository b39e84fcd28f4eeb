"""What a ledger promises, on every database that it runs on."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tests.asks import Holds
from tests.contracts.conftest import Server
from tests.requirements import require
from veridical.ask import ONCE, Answer, Draw, NoVerdict, answer_key
from veridical.errors import LedgerMismatch, StoreError
from veridical.ledger import Kept, KeptAnswer, KeptReply, Status, open_ledger
from veridical.ledger.location import locate
from veridical.respondents import Rules, Scripted
from veridical.score import Reason

SAID = KeptAnswer(
    key="k",
    ask="a",
    kind="test.holds",
    version="1",
    respondent="judge/1",
    draw=Draw("null control", 2, 3),
    value='{"quotes":[],"value":true,"why":"因为"}',
    replies=("r1", "r2"),
)
CAME = KeptReply(
    key="r1",
    endpoint="local",
    requested_model="judge",
    resolved_model="judge-2026",
    parameters='{"temperature":0}',
    request="问\x00".encode() * 1000,
    reply=b"\xff\x00raw",
    nominal_cost=1_500_000,
    paid=0,
    input_tokens=10,
    output_tokens=2**40,
)


def test_an_answer_comes_back_as_it_was_kept(where: str) -> None:
    """Every field survives, in another opening of the ledger too."""
    with open_ledger(where) as ledger:
        kept = asyncio.run(ledger.keep_answer(SAID))
    with open_ledger(where) as ledger:
        found = asyncio.run(ledger.find_answer("k"))

    assert replace(SAID, created=kept.created) == kept == found
    assert kept.created.endswith("+00:00")


def test_a_reply_comes_back_as_it_came(where: str) -> None:
    """Raw bytes, counts beyond 32 bits, whole money."""
    with open_ledger(where) as ledger:
        kept = asyncio.run(ledger.keep_reply(CAME))
    with open_ledger(where) as ledger:
        found = asyncio.run(ledger.find_reply("r1"))

    assert replace(CAME, created=kept.created) == kept == found


def test_what_was_not_kept_is_not_found(where: str) -> None:
    """Nothing is None, not an error."""
    with open_ledger(where) as ledger:
        assert asyncio.run(ledger.find_answer("k")) is None
        assert asyncio.run(ledger.find_reply("k")) is None
        assert asyncio.run(ledger.answers_under("k")) == ()


def test_the_first_answer_of_a_machine_stands(where: str) -> None:
    """Whoever keeps a second one under the same key is handed the first."""
    second = replace(SAID, value='{"quotes":[],"value":false,"why":""}')
    with open_ledger(where) as ledger:
        first = asyncio.run(ledger.keep_answer(SAID))

        assert first == asyncio.run(ledger.keep_answer(second))
        assert (first,) == asyncio.run(ledger.answers_under("k"))


def test_the_first_answer_stands_in_one_group_too(where: str) -> None:
    """Two kept at the same time are one."""
    second = replace(SAID, value='{"quotes":[],"value":false,"why":""}')

    async def both() -> list[KeptAnswer]:
        with open_ledger(where) as ledger:
            keeps = (ledger.keep_answer(SAID), ledger.keep_answer(second))
            return await asyncio.gather(*keeps)

    one, other = asyncio.run(both())
    assert SAID.value == one.value == other.value


def test_a_no_verdict_is_kept_and_never_found(where: str) -> None:
    """For audit there may be many; to a later ask there is none."""
    none = replace(SAID, status=Status.NO_VERDICT, value="", reason=Reason.TIMEOUT, detail="60 s")
    with open_ledger(where) as ledger:
        for _ in range(2):
            asyncio.run(ledger.keep_answer(none))

        assert asyncio.run(ledger.find_answer("k")) is None
        under = asyncio.run(ledger.answers_under("k"))
        assert [(one.reason, one.detail) for one in under] == [(Reason.TIMEOUT, "60 s")] * 2


def test_an_answer_follows_a_no_verdict(where: str) -> None:
    """What failed is asked again, and then stands."""
    none = replace(SAID, status=Status.NO_VERDICT, value="", reason=Reason.UNREADABLE)
    with open_ledger(where) as ledger:
        asyncio.run(ledger.keep_answer(none))
        kept = asyncio.run(ledger.keep_answer(SAID))

        assert kept == asyncio.run(ledger.find_answer("k"))
        assert len(asyncio.run(ledger.answers_under("k"))) == 2


def test_what_people_said_is_added_to(where: str) -> None:
    """A person may answer again: the latest is found, the earlier ones stay."""
    first = replace(SAID, annotator="anna", guideline="3")
    second = replace(first, value='{"quotes":[],"value":false,"why":"second thoughts"}')
    with open_ledger(where) as ledger:
        asyncio.run(ledger.keep_answer(first))
        asyncio.run(ledger.keep_answer(second))
        found = asyncio.run(ledger.find_answer("k"))
        under = asyncio.run(ledger.answers_under("k"))

    assert found is not None
    assert (second.value, "anna", "3") == (found.value, found.annotator, found.guideline)
    assert [first.value, second.value] == [one.value for one in under]


def test_answers_to_an_ask_come_in_the_order_of_respondents(where: str) -> None:
    """Not in the order in which they were given."""
    with open_ledger(where) as ledger:
        for name in ("judge/2", "judge/1", "anna"):
            said = replace(SAID, key=name, respondent=name)
            asyncio.run(ledger.keep_answer(said))

        found = asyncio.run(ledger.answers_to("a"))

    assert [one.respondent for one in found] == ["anna", "judge/1", "judge/2"]


def test_an_unreadable_reply_never_answers_again(where: str) -> None:
    """It stays for audit, and the next one under its key stands."""
    with open_ledger(where) as ledger:
        asyncio.run(ledger.keep_reply(CAME))
        asyncio.run(ledger.spoil_reply("r1"))

        assert asyncio.run(ledger.find_reply("r1")) is None
        kept = asyncio.run(ledger.keep_reply(replace(CAME, reply=b"better")))
        assert kept == asyncio.run(ledger.find_reply("r1"))
        under = asyncio.run(ledger.replies_under("r1"))

    assert [one.status for one in under] == [Status.UNREADABLE, Status.READABLE]


def test_text_that_a_database_refuses_is_kept_with_marks(where: str) -> None:
    """NUL and halves of surrogate pairs become replacement signs, everywhere the same."""
    none = replace(
        SAID, status=Status.NO_VERDICT, value="", reason=Reason.UNREADABLE, detail="a\x00b\ud800"
    )
    with open_ledger(where) as ledger:
        kept = asyncio.run(ledger.keep_answer(none))

        assert kept.detail == "a\ufffdb?"
        assert (kept,) == asyncio.run(ledger.answers_under("k"))


def test_the_secret_stays_the_same(where: str) -> None:
    """Nonces of an earlier opening are made again."""
    with open_ledger(where) as ledger:
        secret = ledger.secret
    with open_ledger(where) as ledger:
        assert secret == ledger.secret

    assert len(secret) == 32


def test_a_newer_schema_is_refused(where: str) -> None:
    """One clear line, and nothing is touched."""
    with open_ledger(where) as ledger:
        name = ledger.name
    engine = create_engine(locate(where))
    with engine.begin() as connection:
        connection.execute(text("UPDATE meta SET value = '99' WHERE name = 'schema'"))
    engine.dispose()
    with pytest.raises(LedgerMismatch) as raised:
        open_ledger(where)

    expected = (
        f"ledger \"{name}\": was written by a newer veridical, got 'schema 99'; "
        "expected schema 1 or older. Update veridical, or name another ledger."
    )
    assert expected == str(raised.value)


def test_a_database_of_something_else_is_refused(where: str) -> None:
    """No table is added to it."""
    engine = create_engine(locate(where))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE books (id INTEGER)"))
    engine.dispose()
    with pytest.raises(LedgerMismatch, match="is a database of something else, got \\['books'\\]"):
        open_ledger(where)


def test_many_at_once_are_all_kept(where: str) -> None:
    """A thousand waiters, a few commits, nothing lost."""

    async def many() -> list[KeptAnswer | None]:
        with open_ledger(where) as ledger:
            saids = [replace(SAID, key=f"k{n}", value=str(n)) for n in range(1000)]
            await asyncio.gather(*(ledger.keep_answer(said) for said in saids))
            return [await ledger.find_answer(f"k{n}") for n in range(1000)]

    assert [str(n) for n in range(1000)] == [one.value for one in asyncio.run(many()) if one]


def test_two_threads_share_one_ledger(where: str) -> None:
    """Each with its own event loop; every twin is asked once and both get its answer."""
    calls: list[str] = []
    gate = threading.Barrier(2)

    def script(ask: Holds) -> Answer[bool]:
        calls.append(ask.text)
        return Answer(len(calls) % 2 == 0)

    asks = [Holds(f"text {n}", "x") for n in range(50)]
    with open_ledger(where) as ledger:
        judge = Kept(Scripted(script, "judge/1"), ledger)
        found: dict[int, list[Answer[bool] | NoVerdict]] = {}

        def work(number: int) -> None:
            async def put() -> list[Answer[bool] | NoVerdict]:
                return await asyncio.gather(*(judge.answer(ask) for ask in asks))

            gate.wait()
            found[number] = asyncio.run(put())

        threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert found[0] == found[1]
    assert sorted(ask.text for ask in asks) == sorted(calls)


_OTHER_PROCESS = """
import asyncio, sys
from tests.asks import Holds
from tests.contracts.conftest import Server
from tests.requirements import require
from veridical.ask import Answer
from veridical.ledger import Kept, open_ledger
from veridical.respondents import Scripted

where, mine = sys.argv[1], sys.argv[2] == "yes"

async def main():
    with open_ledger(where) as ledger:
        judge = Kept(Scripted(lambda ask: Answer(mine), "judge/1"), ledger)
        sys.stdin.readline()
        said = [await judge.answer(Holds(f"text {n}", "x")) for n in range(200)]
    print("".join("1" if one.value else "0" for one in said))

print("ready", flush=True)
asyncio.run(main())
"""


def test_two_processes_agree_on_every_answer(where: str) -> None:
    """Two that open a new ledger at once, and would answer differently, report the same."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _OTHER_PROCESS, where, mine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for mine in ("yes", "no")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    outputs = [process.communicate("go\n", timeout=120)[0] for process in processes]

    assert [process.returncode for process in processes] == [0, 0]
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) == 201


def test_kept_rules_are_asked_once(where: str) -> None:
    """The second run finds what the first one was told."""
    ask = Holds("the sky is blue", "blue")
    expected = Answer(True, "looked for blue")
    with open_ledger(where) as ledger:
        assert expected == asyncio.run(Kept(Rules(), ledger).answer(ask))
    silent = Scripted({}, Rules().identity)
    with open_ledger(where) as ledger:
        assert expected == asyncio.run(Kept(silent, ledger).answer(ask))
        key = answer_key(ask, respondent=silent.identity, draw=ONCE)
        kept = asyncio.run(ledger.find_answer(key))

    assert kept is not None
    assert (ask.identity(), "test.holds", "1", silent.identity) == (
        kept.ask,
        kept.kind,
        kept.version,
        kept.respondent,
    )


def test_a_connection_that_was_cut_is_made_again(postgres: Server) -> None:
    """The server was restarted, or a firewall lost its patience."""
    where = postgres.new_database()
    with open_ledger(where) as ledger:
        asyncio.run(ledger.keep_answer(SAID))
        engine = create_engine(locate(where))
        with engine.connect() as connection:
            others = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            mine = f"{others} AND datname = current_database()"
            cut = connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM ({mine}) x"))
            assert cut.all()
        engine.dispose()
        kept = asyncio.run(ledger.keep_answer(replace(SAID, key="other")))

        assert asyncio.run(ledger.find_answer("other")) == kept


def test_a_server_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    """Without the driver's hints, and without any password."""
    require("postgres")
    with pytest.raises(StoreError) as raised:
        open_ledger(f"postgresql://me:geheim@/x?host={tmp_path}")

    message = str(raised.value)
    assert message.startswith('ledger "postgresql+psycopg://me:***@/x?host=')
    assert '": could not be opened: connection ' in message
    assert "geheim" not in message
    assert "\n" not in message
