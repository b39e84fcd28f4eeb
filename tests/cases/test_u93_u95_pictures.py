"""U93 to U95: pictures in base64, beside the report, missing, remote, and drawn as SVG."""

from __future__ import annotations

import asyncio
import base64
import io
from pathlib import Path

import pytest

from tests.unit.findings.test_figures import DOT
from veridical.ask import Answer, Attachment, NoVerdict, Role
from veridical.checks.reading import reading_text
from veridical.findings import audit
from veridical.measure import Context, Submission, picture_of_report
from veridical.methods.hievidr.asks.report import AlignAsk, Picture
from veridical.methods.hievidr.report_score import collect
from veridical.picture import ImagePlace, ImageState, ReportImage
from veridical.report.parse import parse_report
from veridical.respondents import Roles
from veridical.respondents.rules import Rules
from veridical.score import Reason
from veridical.sources.eyes import DrawingEyes
from veridical.sources.images import Surroundings, inventory
from veridical.task import Query, Task


def seen(source: str, folder: Path | None = None, keep: Path | None = None) -> ReportImage:
    """The only picture of a report."""
    (image,) = inventory(parse_report(source), Surroundings(folder, keep=keep))
    return image


# ---- U93: base64 ---------------------------------------------------------------------------


def noise(form: str, side: int = 400) -> bytes:
    """A picture that does not compress: 400 kB and more as PNG."""
    image = pytest.importorskip("PIL.Image")
    out = io.BytesIO()
    image.effect_noise((side, side), 90).convert("RGB").save(out, form)
    return out.getvalue()


def uri(data: bytes, kind: str = "image/png") -> str:
    """The picture as an address that holds it."""
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


@pytest.mark.parametrize(
    ("form", "kind", "shape"),
    [
        ("PNG", "image/png", '![chart]({} "Revenue")'),
        ("JPEG", "image/jpeg", "![chart]({})"),
        ("WEBP", "image/webp", "![chart](<{}>)"),
        ("GIF", "image/gif", '<p><img alt="chart" src="{}"></p>'),
        ("PNG", "image/png", "<img alt='chart' src='{}' title='Revenue'>"),
        ("PNG", "image/png", "![chart][c]\n\n[c]: {}"),
    ],
)
def test_u93_a_picture_in_base64(tmp_path: Path, form: str, kind: str, shape: str) -> None:
    """Kept as a file by its hash; the words for a reader hold a short name, not the bytes."""
    data = noise(form)
    source = f"Revenue grew.\n\n{shape.format(uri(data, kind))}\n\nIt was 12.\n"
    report = parse_report(source)
    image = seen(source, keep=tmp_path / "kept")

    assert (image.state, image.place) == (ImageState.PRESENT, ImagePlace.DATA_URI)
    assert (image.media_type, image.width, image.height) == (kind, 400, 400)
    assert image.alt == "chart"
    assert Path(image.path).read_bytes() == data
    assert Path(image.path).stem == image.sha256
    assert len(reading_text(report)) < 400
    assert report.figures[0].title == ("Revenue" if "Revenue" in shape else "")


@pytest.mark.parametrize(
    ("address", "state"),
    [
        ("data:image/png;base64,AAAA", ImageState.BROKEN),
        ("data:image/png;base64,A!", ImageState.BROKEN),
        (uri(DOT)[:50], ImageState.BROKEN),
        ("data:image/png;base64,", ImageState.BROKEN),
        (uri(b"II*\x00" + bytes(40), "image/tiff"), ImageState.UNSUPPORTED),
    ],
)
def test_u93_base64_that_is_no_picture(address: str, state: ImageState) -> None:
    """Told, with nothing kept and nothing read."""
    assert seen(f"![chart]({address})\n").state is state


# ---- U94: beside the report, missing, remote ------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A report's folder with one picture, and one outside."""
    inside = tmp_path / "report"
    (inside / "img").mkdir(parents=True)
    (inside / "img" / "a.png").write_bytes(DOT)
    (inside / "img" / "图 1.png").write_bytes(DOT)
    (tmp_path / "secret.png").write_bytes(DOT)
    (inside / "img" / "link.png").symlink_to(tmp_path / "secret.png")
    return inside


@pytest.mark.parametrize(
    ("address", "state", "finding"),
    [
        ("img/a.png", ImageState.PRESENT, None),
        ("./img/a.png?v=2", ImageState.PRESENT, None),
        ("img/%E5%9B%BE%201.png", ImageState.PRESENT, None),
        ("img/none.png", ImageState.MISSING, "missing_image"),
        ("img", ImageState.MISSING, "missing_image"),
        ("https://cdn.example/never-fetched.png", ImageState.NOT_FETCHED, "image_not_fetched"),
        ("//cdn.example/a.png", ImageState.NOT_FETCHED, "image_not_fetched"),
        ("../secret.png", ImageState.OUTSIDE, "missing_image"),
        ("img/../../secret.png", ImageState.OUTSIDE, "missing_image"),
        ("%2e%2e/secret.png", ImageState.OUTSIDE, "missing_image"),
        ("img/link.png", ImageState.OUTSIDE, "missing_image"),
        ("/etc/hostname", ImageState.OUTSIDE, "missing_image"),
        ("file:///etc/hostname", ImageState.OUTSIDE, "missing_image"),
    ],
)
def test_u94_where_a_picture_lies(
    folder: Path, address: str, state: ImageState, finding: str | None
) -> None:
    """Found only inside the report's folder; everything else is told by its own name."""
    source = f"Revenue grew [1].\n\n![chart]({address})\n\n[1] https://ice.org/a\n"
    image = seen(source, folder)
    told = [f.kind.value for f in audit(parse_report(source), folder) if "image" in f.kind]

    assert (image.state, told) == (state, [finding] if finding else [])
    assert bool(image.sha256) == (state is ImageState.PRESENT)


def test_u94_nobody_knows_where_the_report_lies() -> None:
    """A relative name is then no missing file."""
    assert seen("![a](img/a.png)\n").state is ImageState.NO_FOLDER


# ---- U95: SVG, and a judge without sight -----------------------------------------------------

SVGS = {
    "plain": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">{}</svg>',
    "group": '<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(5,5)">{}</g></svg>',
    "style": '<svg xmlns="http://www.w3.org/2000/svg"><style>text{{}}</style>{}</svg>',
    "prefix": '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">{}</svg>',
    "comment": '<!-- made --><svg xmlns="http://www.w3.org/2000/svg"><!-- c -->{}</svg>',
}
BARS = {
    "en": ("Revenue", "2020", "12", "2021", "18"),
    "zh": ("营业收入", "2020年", "12", "2021年", "18"),
}


def bars(shape: str, language: str) -> bytes:
    """A bar chart with labels."""
    title, first, low, last, high = BARS[language]
    at = [(title, 200, 20), (low, 100, 120), (first, 100, 280), (high, 250, 60), (last, 250, 280)]
    words = "".join(
        f'<text x="{x}" y="{y}" text-anchor="middle">{text}</text>' for text, x, y in at
    )
    return SVGS[shape].format(words).encode()


@pytest.mark.parametrize("language", BARS)
@pytest.mark.parametrize("shape", SVGS)
def test_u95_the_labels_of_a_drawing(tmp_path: Path, shape: str, language: str) -> None:
    """Read as text, with nothing installed and nobody who sees."""
    (tmp_path / "c.svg").write_bytes(bars(shape, language))
    image = seen("![chart](c.svg)\n", tmp_path)
    read = DrawingEyes().read(Attachment(image.path, image.sha256))

    assert image.state is ImageState.PRESENT
    assert sorted(image.labels) == sorted(BARS[language])
    assert read is not None
    assert sorted(read.text.split("\n")) == sorted(BARS[language])


class Blind:
    """A judge who is shown no pictures."""

    identity = "blind/1"
    is_indicative = False

    async def answer(self, ask: object, draw: object = None) -> Answer[object] | NoVerdict:
        """Nothing on what it cannot see; what the rules say on the rest."""
        if ask.attachments():  # type: ignore[attr-defined]
            return NoVerdict(Reason.NOT_ASSESSED, "the model is shown no images")
        return await Rules().answer(ask)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", BARS)
@pytest.mark.parametrize(
    "bound", [{Role.JUDGE: Blind()}, {Role.JUDGE: Blind(), Role.VISION: Blind()}]
)
def test_u95_no_score_from_who_cannot_see(
    tmp_path: Path, language: str, bound: dict[Role, object]
) -> None:
    """Align is not assessed; the five dimensions of the text are rated."""
    (tmp_path / "c.png").write_bytes(DOT)
    report = parse_report(f"{BARS[language][0]} 18.\n\n![chart](c.png)\n")
    shown = {picture_of_report(0): Attachment(str(tmp_path / "c.png"), "0" * 64)}
    task = Task("t", Query("Q?"))
    context = Context(task, Submission("s", "t", report), {}, Roles(bound), shown)  # type: ignore[arg-type]
    ratings = asyncio.run(collect(context)).ratings

    assert [one.value is not None for one in ratings] == [True] * 5 + [False]
    assert ratings[-1].missing is Reason.NOT_ASSESSED


def test_u95_the_rules_without_eyes_see_nothing() -> None:
    """Never a score."""
    ask = AlignAsk("Q?", (Picture("c", "a", Attachment("c.png", "0" * 64)),), "en")
    answer = asyncio.run(Rules().answer(ask))

    assert isinstance(answer, NoVerdict)
    assert answer.reason is Reason.NOT_ASSESSED
