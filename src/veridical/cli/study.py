"""`veridical study facts FILE`: how often fact checking and people say the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.models import LedgerAt, ModelOptions
from veridical.cli.spliced import Paneled, spliced

if TYPE_CHECKING:
    from veridical.runs.fact_study import FactStudy
    from veridical.score import Score

study = typer.Typer(name="study", help="Compare with people's answers.", no_args_is_help=True)


@study.callback()
def _group() -> None:
    """Compare with people's answers."""


@spliced
def facts(
    file: Annotated[Path, typer.Argument(help="Judged statements, in FactCheckGPT's format.")],
    *,
    out: Annotated[Path, typer.Option(help="Where disagreements are written, as JSONL.")] = Path(
        "disagreements.jsonl"
    ),
    ledger: LedgerAt = None,
    models: ModelOptions,
) -> int:
    """Check statements that people judged; Wrong and Unknown are merged as negative."""
    import msgspec

    from veridical.runs.fact_study import POSITIVE
    from veridical.runs.files import write_whole
    from veridical.runs.studying import study_of

    found = study_of(file, models.settings(), ledger or out.with_suffix(".ledger"))
    lines = [msgspec.json.encode(one) + b"\n" for one in found.disagreements]
    write_whole(out, b"".join(lines))
    typer.echo(f"agreement {_told(found.agreement.rate)}, kappa {_told(found.kappa)}")
    typer.echo(_bases(found, POSITIVE))
    typer.echo(f"disagreements: {len(lines)}, in {out}")
    return 0


study.command(cls=Paneled)(facts)


def _told(score: Score) -> str:
    from veridical.score import Measured

    if not isinstance(score, Measured):
        return "undefined"
    lost = f", {score.missing.total} without a verdict" if score.missing.total else ""
    return f"{score.value:.3f} (n = {score.n}{lost})"


def _bases(found: FactStudy, positive: str) -> str:
    one = found.agreement.labels.get(positive)
    if one is None:
        return "nobody calls any of them right"
    return f"right: people {one.first}, fact checking {one.second}, both {one.both}"
