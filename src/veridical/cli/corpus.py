"""`veridical corpus build|add|search|show`: files of one's own in pieces that can be found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from veridical.cli.spliced import spliced

if TYPE_CHECKING:
    from veridical.runs.corpus import Built
    from veridical.runs.corpus_search import Wanted
    from veridical.task import Item

corpus = typer.Typer(
    name="corpus",
    help="Make a corpus of your own files, search it, show what it holds.",
    no_args_is_help=True,
)
Named = TypeVar("Named", bound=StrEnum)
SHOWN_REFUSALS = 20
SHOWN_CHARACTERS = 160
Folder = Annotated[Path, typer.Argument(help="The corpus's folder.")]
Sources = Annotated[list[Path], typer.Argument(help="Files, or folders with all below them.")]
Characters = Annotated[
    int, typer.Option(min=200, max=20_000, help="How long a chunk of text is at most.")
]


@corpus.command()
def build(folder: Folder, sources: Sources, *, characters: Characters = 1_200) -> int:
    """Make the corpus hold these files and no others; files that are unchanged are not read."""
    return _built(folder, sources, characters, keeps_others=False)


@corpus.command()
def add(folder: Folder, sources: Sources, *, characters: Characters = 1_200) -> int:
    """Add files to the corpus; one of the same name takes the place of the old."""
    return _built(folder, sources, characters, keeps_others=True)


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How pieces are found, each field an option."""

    retriever: Annotated[str, typer.Option(help="bm25, dense or hybrid.")] = "bm25"
    embedder: Annotated[
        str,
        typer.Option(
            metavar="MODEL",
            help="Who makes vectors: a model's folder, a name that fastembed knows, "
            "or ENDPOINT:MODEL.",
        ),
    ] = ""
    base_url: Annotated[str, typer.Option(help="Where these models run, up to /v1.")] = ""
    key_env: Annotated[
        str | None, typer.Option(help="The environment variable that holds the endpoint's key.")
    ] = None
    pictures: Annotated[
        str,
        typer.Option(help="How the endpoint is shown pictures: none, objects or messages."),
    ] = "none"
    store: Annotated[str, typer.Option(help="Where vectors are kept: auto, memory or lancedb.")] = (
        "auto"
    )
    rerank: Annotated[
        str,
        typer.Option(
            metavar="MODEL",
            help="Who orders what was found: a cross-encoder's folder, or ENDPOINT:MODEL.",
        ),
    ] = ""
    read_pictures: Annotated[
        bool, typer.Option("--read-pictures", help="Find pictures by what is written in them too.")
    ] = False

    def wanted(self, folder: Path | None, tell: Callable[[int, int], None]) -> Wanted:
        """The same, with what it names loaded.

        Args:
            folder: the corpus, beside which readings and a model's answers are kept.
            tell: told how many pieces are embedded, and of how many.

        Raises:
            ConfigError: an option that means nothing, or an extra that is not installed.
            InputError: a folder that holds no model.
        """
        from veridical.runs.corpus_embedder import embedder_of, reranker_of
        from veridical.runs.corpus_search import Retriever, Wanted, kept_readings
        from veridical.runs.corpus_vectors import StoreKind
        from veridical.sources.eyes import found_eyes

        retriever = _one_of(Retriever, "--retriever", self.retriever)
        store = _one_of(StoreKind, "--store", self.store)
        embedder = None
        if retriever is not Retriever.BM25 and self.embedder:
            embedder = embedder_of(
                self.embedder, self.base_url, self.key_env, pictures=self.pictures
            )
        reranker = None
        if self.rerank and folder is not None:
            reranker = reranker_of(self.rerank, folder, self.base_url, self.key_env)
        return Wanted(
            retriever=retriever,
            embedder=embedder,
            store=store,
            reranker=reranker,
            eyes=found_eyes(kept_readings(folder)) if self.read_pictures and folder else None,
            tell=tell,
        )


@corpus.command()
@spliced
def search(
    folder: Folder,
    query: Annotated[str, typer.Argument(help="What to look for, in any language.")],
    *,
    k: Annotated[int, typer.Option("-k", min=1, max=1_000, help="How many at most.")] = 10,
    modality: Annotated[
        str, typer.Option(help="Only text, image or table.", metavar="MODALITY")
    ] = "",
    options: SearchOptions,
) -> int:
    """Print the pieces that fit a query best; the index is made once and kept."""
    from rich.table import Table

    from veridical.cli.progress import progress_bar
    from veridical.cli.terminal import terminal
    from veridical.errors import printable
    from veridical.runs.corpus_search import search_corpus
    from veridical.task import Modality

    if modality:
        _one_of(Modality, "--modality", modality)
    with progress_bar("embedding") as tell:
        wanted = options.wanted(folder, tell)
        found = search_corpus(folder, query, k, modality=modality, wanted=wanted)
    if absence := getattr(wanted.reranker, "absence", None):
        why = printable(f"{absence.reason}: {absence.detail}")
        typer.echo(f"no order came, the search's stands ({why}).", err=True)
    if not found:
        typer.echo("nothing found.", err=True)
        return 0
    table = Table("", "score", "item", "from", "words", box=None, pad_edge=False)
    for one, item in found:
        table.add_row(str(one.rank), f"{one.score:.3g}", *_cells(item))
    terminal(160).print(table)
    return 0


@corpus.command()
def show(
    folder: Folder,
    item: Annotated[str, typer.Argument(help="The id of a piece; without it, all in sum.")] = "",
    *,
    tree: Annotated[
        bool,
        typer.Option("--tree", help="The sections of documents, and tables by domain and topic."),
    ] = False,
) -> None:
    """Print how many pieces there are of each kind, one of them whole, or all as a tree."""
    from veridical.cli.terminal import terminal
    from veridical.errors import printable
    from veridical.runs.corpus import counts_of, item_of

    if tree:
        _show_tree(folder)
        return
    if item:
        found = item_of(folder, item)
        place = ", ".join(filter(None, (found.document, found.section, _page(found))))
        for line in (f"{found.id} ({found.modality}): {found.title}", place, found.text):
            typer.echo("\n".join(printable(part) for part in line.splitlines()))
        return
    from rich.table import Table

    table = Table("kind", "language", box=None, pad_edge=False)
    for name in ("pieces", "documents", "characters"):
        table.add_column(name, justify="right")
    for row in counts_of(folder):
        table.add_row(*map(str, row))
    terminal(120).print(table)


def _show_tree(folder: Path) -> None:
    from veridical.errors import printable
    from veridical.runs.corpus_tree import document_tree, table_tree

    for what, branches in (
        ("documents", document_tree(folder)),
        ("tables", table_tree(folder)),
    ):
        typer.echo(f"{what}:")
        for one in branches:
            told = f" - {one.told}" if one.told else ""
            typer.echo(printable(f"{'  ' * (one.depth + 1)}{one.name} ({one.pieces}){told}"))


def _built(folder: Path, sources: list[Path], characters: int, *, keeps_others: bool) -> int:
    from veridical.cli.progress import progress_bar
    from veridical.runs.corpus import build_corpus

    with progress_bar("reading") as tell:
        built = build_corpus(
            folder, sources, characters=characters, keeps_others=keeps_others, tell=tell
        )
    _tell(built, folder)
    return 2 if built.refused else 0


def _tell(built: Built, folder: Path) -> None:
    from veridical.errors import printable

    for part in built.refused[:SHOWN_REFUSALS]:
        typer.echo(printable(f"{part.name}: {part.refusal}."), err=True)
    rest = len(built.refused) - SHOWN_REFUSALS
    if rest > 0:
        typer.echo(f"… and {rest} more.", err=True)
    if built.left_out:
        shown = ", ".join(built.left_out[:5])
        many = len(built.left_out)
        typer.echo(printable(f"left out, being no plain files: {many}, as {shown}."), err=True)
    for part in built.parts:
        for note in part.notes[:1]:
            typer.echo(printable(f"{part.name}: {note}."), err=True)
    of = len(built.parts) - len(built.refused)
    typer.echo(f"{folder}: {built.items} pieces of {of} documents, {built.read} read now.")


def _one_of(kind: type[Named], option: str, written: str) -> Named:
    from veridical.errors import ConfigError

    try:
        return kind(written)
    except ValueError as e:
        known = ", ".join(one.value for one in kind)
        raise ConfigError(option, "is none", got=written, expected=known, fix="Name one.") from e


def _cells(item: Item) -> tuple[str, str, str]:
    from veridical.errors import printable

    words = " ".join(item.text.split())[:SHOWN_CHARACTERS]
    where = ", ".join(filter(None, (item.document or item.source, item.section, _page(item))))
    return printable(item.id), printable(where), printable(words)


def _page(item: Item) -> str:
    return f"page {item.page}" if item.page is not None else ""
