"""`veridical snapshots`, from outside."""

from __future__ import annotations

from tests.journeys.program import Program
from tests.written_documents import pdf


def test_a_file_is_put_in_and_shown(program: Program) -> None:
    """The address, its state, where it is from and its hash."""
    (program.folder / "saved.html").write_text("<title>Ice</title><p>Ice floats on water.</p>")
    added = program("snapshots", "add", "https://site.test/ice?utm_source=x", "saved.html")
    shown = program("snapshots", "show")

    assert (added.code, added.out) == (
        0,
        "https://site.test/ice?utm_source=x: 20 characters now stand for it\n",
    )
    assert (shown.code, shown.err) == (0, "")
    assert "https://site.test/ice?utm_source=x  ok     file" in shown.out
    assert (program.folder / "snapshots.sqlite").is_file()


def test_a_pdf_says_how_many_pages_were_read(program: Program) -> None:
    """All of them, here."""
    pages = [["Ice floats on the water of the northern seas."]] * 3
    (program.folder / "saved.pdf").write_bytes(pdf(pages))
    done = program("snapshots", "add", "https://site.test/a.pdf", "saved.pdf", "--store", "s.db")

    assert (done.code, done.out) == (
        0,
        "https://site.test/a.pdf: 139 characters, 3 of 3 pages now stand for it\n",
    )


def test_a_scan_is_kept_and_said(program: Program) -> None:
    """Exit 2: there is nothing to judge by yet."""
    (program.folder / "scan.pdf").write_bytes(pdf([[""]], is_picture=True))
    done = program("snapshots", "add", "https://site.test/a.pdf", "scan.pdf")

    assert (done.code, done.out) == (
        2,
        "https://site.test/a.pdf: the file was kept, but has no text to judge by: needs ocr "
        "(1 of 1 pages are pictures)\n",
    )


def test_wrong_use(program: Program) -> None:
    """Exit 3 and one line for what the user has to mend, 2 for a store that is not there."""
    (program.folder / "saved.html").write_text("Ice")
    no_address = program("snapshots", "add", "not an address", "saved.html")
    no_file = program("snapshots", "add", "https://site.test/", "none.html")
    no_store = program("snapshots", "show", "none.sqlite")

    assert [no_address.code, no_file.code, no_store.code] == [3, 3, 2]
    assert no_address.err.startswith("snapshots add: names no address, got 'not an address'")
    assert no_file.err == "none.html: cannot be read: No such file or directory. Name a file.\n"
    assert len(no_store.err.splitlines()) == 1
    assert not (program.folder / "none.sqlite").exists()
