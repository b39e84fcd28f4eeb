"""One thread that commits what has gathered."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future

import pytest

from veridical.errors import StoreError
from veridical.ledger import writer as writer_module
from veridical.ledger.writer import GROUP, LINGER_S, Writer


def test_what_gathers_during_a_commit_is_one_group() -> None:
    """The first goes alone; what comes meanwhile goes together."""
    groups: list[list[int]] = []
    is_busy, may_go = threading.Event(), threading.Event()

    def commit(group: Sequence[int]) -> list[int]:
        groups.append(list(group))
        is_busy.set()
        may_go.wait(10)
        return list(group)

    writer = Writer(commit, "x")
    futures = [writer.submit(0)]
    is_busy.wait(10)
    futures += [writer.submit(n) for n in range(1, GROUP + 2)]
    may_go.set()
    writer.close()

    assert [future.result(0) for future in futures] == list(range(GROUP + 2))
    assert [len(group) for group in groups] == [1, GROUP, 1]


def test_only_where_several_ask_is_a_group_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a commit of one record the next goes at once; after one of several it lingers."""
    groups: list[list[int]] = []
    lingered: list[float] = []
    is_busy, may_go, is_full = threading.Event(), threading.Event(), threading.Event()

    def commit(group: Sequence[int]) -> list[int]:
        groups.append(list(group))
        is_busy.set()
        may_go.wait(10)
        return list(group)

    def linger(seconds: float) -> None:
        lingered.append(seconds)
        is_full.wait(10)

    monkeypatch.setattr(writer_module, "sleep", linger)
    writer = Writer(commit, "x")
    futures = [writer.submit(0)]
    is_busy.wait(10)
    futures += [writer.submit(n) for n in (1, 2)]
    may_go.set()
    futures[-1].result(10)
    futures += [writer.submit(n) for n in (3, 4, 5)]
    is_full.set()
    writer.close()

    assert [future.result(0) for future in futures] == list(range(6))
    assert groups == [[0], [1, 2], [3, 4, 5]]
    assert lingered == [LINGER_S]


def test_each_is_told_what_stands_for_it() -> None:
    """The commit says, in the group's order."""
    writer = Writer(lambda group: [n * 10 for n in group], "x")
    futures = [writer.submit(n) for n in range(5)]
    writer.close()

    assert [future.result(0) for future in futures] == [0, 10, 20, 30, 40]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_nobody_waits_forever_for_a_writer_that_died() -> None:
    """A fault of our own ends the thread, and every waiter is told."""
    is_busy, may_go = threading.Event(), threading.Event()

    def commit(group: Sequence[int]) -> list[int]:
        is_busy.set()
        may_go.wait(10)
        raise RuntimeError("a bug")

    writer = Writer(commit, "x")
    futures: list[Future[int]] = [writer.submit(0)]
    is_busy.wait(10)
    futures.append(writer.submit(1))
    may_go.set()

    for future in futures:
        with pytest.raises(StoreError, match='ledger "x": stopped writing'):
            future.result(10)
    with pytest.raises(StoreError, match="is closed"):
        writer.submit(2)
    writer.close()
