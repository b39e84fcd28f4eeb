"""`veridical study …`: how often respondents and people say the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.models import LedgerAt, ModelOptions
from veridical.cli.spliced import Paneled, spliced
from veridical.cli.study_vef import vef

if TYPE_CHECKING:
    from veridical.runs.fact_study import FactStudy
    from veridical.score import Score, Undefined
    from veridical.stats.intervals import Estimate
    from veridical.stats.preference import PairwiseAgreement

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


@spliced
def key_points(
    file: Annotated[Path, typer.Argument(help="Reports with labelled insights, SummHay's JSON.")],
    *,
    ledger: LedgerAt = None,
    models: ModelOptions,
) -> int:
    """Look for key points whose coverage people judged: the same label, by task."""
    from veridical.runs.studying import key_points_of

    found = key_points_of(file, models.settings(), ledger or Path("key-points.ledger"))
    typer.echo(f"{found.points} key points of {found.tasks} tasks; the same label as people:")
    for name, one in found.raters.items():
        typer.echo(f"{name}: {_share(one.exact)}, weighted kappa {_told(one.kappa)}")
    return 0


@spliced
def preference(
    file: Annotated[Path, typer.Argument(help="Rated pairs of answers, RAGChecker's JSON.")],
    *,
    ledger: LedgerAt = None,
    models: ModelOptions,
) -> int:
    """Prefer one of two answers that people compared, in both orders; ties count half."""
    from veridical.runs.studying import preference_of

    found = preference_of(file, models.settings(), ledger or Path("preference.ledger"))
    typer.echo(f"{found.pairs} pairs; the same preference:")
    typer.echo(f"respondent and each rater: {_pairwise(found.with_raters)}")
    typer.echo(f"two raters: {_pairwise(found.between_raters)}")
    typer.echo(f"the longer answer and each rater: {_pairwise(found.longer)}")
    typer.echo(str(found.bias))
    return 0


for _verb in (facts, key_points, preference, vef):
    study.command(_verb.__name__.replace("_", "-"), cls=Paneled)(_verb)


def _told(score: Score) -> str:
    from veridical.score import Measured

    if not isinstance(score, Measured):
        return "undefined"
    lost = f", {score.missing.total} without a verdict" if score.missing.total else ""
    return f"{score.value:.3f} (n = {score.n}{lost})"


def _share(found: Estimate | Undefined) -> str:
    from veridical.score import Undefined

    if isinstance(found, Undefined):
        return "undefined"
    interval = found.interval
    ends = "" if isinstance(interval, Undefined) else f" [{interval.low:.3f}, {interval.high:.3f}]"
    lost = f", {found.missing.total} without a label" if found.missing.total else ""
    return f"{found.value:.3f}{ends} (n = {found.n}{lost})"


def _pairwise(found: PairwiseAgreement) -> str:
    ties = found.judge_tied + found.human_tied
    return f"{_share(found.rate)}; {ties} ties of one side, {found.opposed} opposed"


def _bases(found: FactStudy, positive: str) -> str:
    one = found.agreement.labels.get(positive)
    if one is None:
        return "nobody calls any of them right"
    return f"right: people {one.first}, fact checking {one.second}, both {one.both}"
