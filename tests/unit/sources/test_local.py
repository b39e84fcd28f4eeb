"""Sources from a folder: every way to name one, and what stays outside."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from veridical.errors import InputError
from veridical.sources import FetchState, LocalSources


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder of sources."""
    made = tmp_path / "sources"
    made.mkdir()
    return made


def put(folder: Path, **files: str) -> LocalSources:
    """The folder with these files: their names with ``__`` for a dot."""
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")
    return LocalSources(folder)


def write(folder: Path, name: str, text: str = "Ice.") -> Path:
    """One file, its folders made."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("1.md", ["1"]),
        ("[1].txt", ["1"]),
        ("ref-1.html", ["1"]),
        ("Source 1.txt", ["[1]"]),
        ("E3.md", ["E3"]),
        ("example.org_path.txt", ["https://example.org/path"]),
        ("https___example.org_path.txt", ["https://www.example.org/path/"]),
        ("10.1000_xyz.md", ["https://doi.org/10.1000/xyz"]),
        ("2101.00001.md", ["https://arxiv.org/abs/2101.00001v3"]),
        ("Ice and water.md", ["7", "Ice and Water"]),
        ("sub/deep/1.md", ["1"]),
        ("海冰的密度.txt", ["海冰的密度"]),
    ],
)
def test_a_file_by_its_name(folder: Path, file: str, names: list[str]) -> None:
    """Label, address or title."""
    write(folder, file)
    found = LocalSources(folder).find(names)

    assert (found.state, found.id) == (FetchState.OK, file)


def test_the_first_name_that_is_known_decides(folder: Path) -> None:
    """An address is surer than a number."""
    sources = put(folder, example__org_a__txt="By address.", **{"1__txt": "By number."})

    assert sources.find(["https://example.org/a", "1"]).text == "By address."


def test_a_map_comes_before_all_names(folder: Path) -> None:
    """The user says which file stands behind which label or address."""
    names = {"1": "a.txt", "https://example.org/x": "sub/b.txt", "2": "./a.txt", "3": "sub\\b.txt"}
    write(folder, "sources.json", json.dumps(names))
    write(folder, "a.txt", "A.")
    write(folder, "1.txt", "One.")
    write(folder, "sub/b.txt", "B.")
    sources = LocalSources(folder)

    found = [sources.find([n]).text for n in ("1", "http://www.example.org/x/", "2", "3")]
    assert found == ["A.", "B.", "A.", "B."]


def test_a_map_comes_before_the_corpus(folder: Path) -> None:
    """For an item's id too."""
    write(folder, "corpus.jsonl", '{"id": "1", "text": "Item."}')
    write(folder, "sources.json", "\ufeff" + json.dumps({"1": "a.txt"}))
    write(folder, "a.txt", "A.")

    assert LocalSources(folder).find(["1"]).text == "A."


CORPUS = [
    {
        "id": "ice-01",
        "text": "Ice floats.",
        "title": "On ice",
        "source": "https://ice.org/a (x)",
    },
    {"id": "sea-01", "text": "The sea is salt.", "source": "https://sea.org/b"},
    {"id": "sea-02", "text": "It has tides.", "source": "https://sea.org/b"},
    {"id": "nil-01", "text": " ", "title": "Nothing"},
]


@pytest.fixture
def corpus(folder: Path) -> LocalSources:
    """A corpus of four items."""
    write(folder, "corpus.jsonl", "\n".join(json.dumps(item) for item in CORPUS))
    return LocalSources(folder)


@pytest.mark.parametrize("name", ["ice-01", "On ice", "https://ice.org/a", "http://www.ice.org/a/"])
def test_an_item_by_each_of_its_names(corpus: LocalSources, name: str) -> None:
    """Id, title, an address in its source."""
    found = corpus.find([name])

    assert (found.state, found.id, found.text, found.title) == (
        FetchState.OK,
        "ice-01",
        "Ice floats.",
        "On ice",
    )


def test_items_of_one_address_are_one_source(corpus: LocalSources) -> None:
    """Its pieces are read together; each is still found by its own id."""
    together, alone = corpus.find(["https://sea.org/b", "2"]), corpus.find(["sea-02"])

    assert (together.id, together.text) == (
        "https://sea.org/b",
        "The sea is salt.\n\nIt has tides.",
    )
    assert alone.text == "It has tides."


def test_an_item_without_words(corpus: LocalSources) -> None:
    """It is there, and empty."""
    assert corpus.find(["nil-01"]).state is FetchState.EMPTY


def test_the_picture_of_an_item(folder: Path) -> None:
    """Only one that lies in the folder."""
    write(folder, "images/a.png")
    write(folder.parent, "secret.png")
    paths = {"a": "images/a.png", "b": "../secret.png", "c": "images/none.png", "d": None}
    lines = [json.dumps({"id": i, "text": "x", "image_path": p}) for i, p in paths.items()]
    write(folder, "corpus.jsonl", "\n".join(lines))
    sources = LocalSources(folder)

    assert [sources.find([i]).picture for i in paths] == [
        (folder / "images/a.png").resolve(),
        None,
        None,
        None,
    ]


@pytest.mark.parametrize("names", [[], [""], ["2"], ["https://example.org/other"], ["—"]])
def test_what_is_not_there(folder: Path, names: list[str]) -> None:
    """A state, not an error; the first name is kept for messages."""
    found = put(folder, **{"1__md": "Ice."}).find(names)

    assert (found.state, found.id) == (FetchState.NOT_FOUND, names[0] if names else "")


def test_two_files_of_one_name_stand_for_neither(folder: Path) -> None:
    """Nobody knows which is meant: the sources of two reports in one folder."""
    write(folder, "a/1.md", "Of report a.")
    write(folder, "b/1.md", "Of report b.")

    assert LocalSources(folder).find(["1"]).state is FetchState.SEVERAL_FILES


def test_another_name_settles_which_file_is_meant(folder: Path) -> None:
    """The number is shared, the title is not."""
    write(folder, "a/1.md", "Of report a.")
    write(folder, "b/1.md", "Of report b.")
    write(folder, "Ice.md", "By title.")

    assert LocalSources(folder).find(["1", "Ice"]).text == "By title."


@pytest.mark.parametrize("other", ["1.pdf", "1.html.part", "1.png"])
def test_a_readable_file_beside_one_that_is_not(folder: Path, other: str) -> None:
    """The text is taken."""
    write(folder, "1.md", "Text.")
    write(folder, other, "bytes")

    assert LocalSources(folder).find(["1"]).text == "Text."


@pytest.mark.parametrize(
    ("file", "state"),
    [
        ("1.odt", FetchState.UNSUPPORTED_TYPE),
        ("1.pdf.crdownload", FetchState.INCOMPLETE_FILE),
        ("1.md", FetchState.EMPTY),
    ],
)
def test_a_file_without_text(folder: Path, file: str, state: FetchState) -> None:
    """Found, with the reason why nothing can be read (U49)."""
    write(folder, file, "")

    assert LocalSources(folder).find(["1"]).state is state


@pytest.mark.parametrize(
    "name",
    ["../secret", "../secret.md", "/etc/hostname", "..%2Fsecret", "file:///etc/hostname", "a\x00b"],
)
def test_a_name_never_becomes_a_path(folder: Path, name: str) -> None:
    """Only what the folder lists is found (U50)."""
    write(folder.parent, "secret.md", "Secret.")

    assert put(folder, **{"1__md": "Ice."}).find([name]).state is FetchState.NOT_FOUND


def test_a_link_that_leads_out_is_no_source(folder: Path) -> None:
    """Nor is what lies behind a link to a folder outside; a link inside is one."""
    write(folder.parent, "outside/2.md", "Secret.")
    (folder / "1.md").symlink_to(folder.parent / "outside/2.md")
    (folder / "way").symlink_to(folder.parent / "outside")
    (folder / "3.md").symlink_to(write(folder, "ice.md"))
    sources = LocalSources(folder)

    assert [sources.find([n]).state for n in ("1", "2", "3")] == [
        FetchState.NOT_FOUND,
        FetchState.NOT_FOUND,
        FetchState.OK,
    ]


@pytest.mark.parametrize("name", [".1.md", ".git/1.md", "sub/.cache/1.md"])
def test_hidden_files_are_no_sources(folder: Path, name: str) -> None:
    """They belong to other programs."""
    write(folder, name)

    assert LocalSources(folder).find(["1"]).state is FetchState.NOT_FOUND


def test_odd_files_harm_nobody(folder: Path) -> None:
    """A pipe, a link that leads nowhere, a name that is no text."""
    os.mkfifo(folder / "1.md")
    (folder / "2.md").symlink_to(folder / "none.md")
    (folder / "3.md").symlink_to(folder / "3.md")
    (Path(os.fsdecode(os.fsencode(folder) + b"/4\xff.md"))).write_text("Ice.")
    sources = LocalSources(folder)

    assert [sources.find([n]).state for n in ("1", "2", "3")] == [FetchState.NOT_FOUND] * 3
    assert sources.find(["4\udcff"]).id.isprintable()


def test_a_file_is_read_once(folder: Path) -> None:
    """The second look-up gives the same object."""
    sources = put(folder, **{"1__md": "Ice."})
    first = sources.find(["1"])
    (folder / "1.md").unlink()

    assert sources.find(["1"]) is first


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '{"1": "../x.md"}',
            "sources.json: \"1\" names a file that is not in the folder, got '../x.md'; "
            "expected a path below the folder. Correct the entry.",
        ),
        (
            '{"1": "none.md"}',
            "sources.json: \"1\" names a file that is not in the folder, got 'none.md'; "
            "expected a path below the folder. Correct the entry.",
        ),
        (
            '{"1": 2}',
            "sources.json: cannot be read: Expected `str`, got `int` - at `$[...]`; "
            'expected {"label or address": "file"}. Mend it or remove it.',
        ),
        (
            "[1]",
            "sources.json: cannot be read: Expected `object`, got `array`; "
            'expected {"label or address": "file"}. Mend it or remove it.',
        ),
        (
            "{",
            "sources.json: cannot be read: Input data was truncated; "
            'expected {"label or address": "file"}. Mend it or remove it.',
        ),
    ],
)
def test_a_map_that_cannot_be_used(folder: Path, text: str, expected: str) -> None:
    """One line says what to mend."""
    write(folder, "sources.json", text)
    with pytest.raises(InputError) as caught:
        LocalSources(folder)

    assert str(caught.value) == expected


def test_a_map_that_is_no_text(folder: Path) -> None:
    """Bytes of no encoding."""
    (folder / "sources.json").write_bytes(b'{"1": "\xff.md"}')
    with pytest.raises(InputError) as caught:
        LocalSources(folder)

    assert str(caught.value).startswith("sources.json: cannot be read: ")


def test_a_corpus_line_that_does_not_follow_its_format(folder: Path) -> None:
    """Its number is told."""
    write(folder, "corpus.jsonl", '{"id": "a", "text": "x"}\n{"id": "b"}\n')
    with pytest.raises(InputError) as caught:
        LocalSources(folder)

    assert str(caught.value).startswith(
        f"{folder}/corpus.jsonl, line 2: does not follow its format: "
    )


@pytest.mark.parametrize("name", ["none", "file.txt"])
def test_what_is_no_folder(tmp_path: Path, name: str) -> None:
    """One line says so."""
    write(tmp_path, "file.txt")
    with pytest.raises(InputError) as caught:
        LocalSources(tmp_path / name)

    assert str(caught.value) == (
        f"{tmp_path / name}: is no folder; expected a folder of source texts. Pass --sources DIR."
    )


def _out(path: Path) -> None:
    (path.parent.parent / "secret").write_text("{}", "utf-8")
    path.symlink_to("../secret")


@pytest.mark.parametrize("name", ["sources.json", "corpus.jsonl"])
@pytest.mark.parametrize(
    "make",
    [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("nowhere"), _out],
    ids=["folder", "pipe", "broken link", "link out"],
)
def test_a_list_that_is_no_file_of_the_folder_is_refused(
    folder: Path, name: str, make: Callable[[Path], None]
) -> None:
    """It is not taken for absent, nor read from elsewhere."""
    make(folder / name)
    with pytest.raises(InputError) as raised:
        LocalSources(folder)

    assert str(raised.value) == (
        f"{name}: is no file in the folder of sources; expected a file, no link that leads out "
        "of it. Put the file itself there, or remove it."
    )
