"""The places of a source where an order may stand."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from html import escape

import docx

from tests.attacks.cases import ADDRESS, Case, Order, carried, case, page_of
from tests.written_documents import pdf

PASSAGE = 1200
"""Characters after which a sentence without an end is cut."""

HTML = {
    "display none": '<p style="display:none">{}</p>',
    "visibility hidden": '<p style="visibility:hidden">{}</p>',
    "white on white": '<p style="color:#fff;background:#fff">{}</p>',
    "no size": '<p style="font-size:0">{}</p>',
    "off the screen": '<p style="position:absolute;left:-9999px">{}</p>',
    "hidden attribute": "<p hidden>{}</p>",
    "aria": '<p aria-label="{}">Figures follow.</p>',
    "comment": "<!-- {} -->",
    "alt text": '<img src="chart.png" alt="{}">',
    "title attribute": '<p title="{}">Figures follow.</p>',
    "noscript": "<noscript>{}</noscript>",
    "script": '<script type="application/json">"{}"</script>',
    "template": "<template>{}</template>",
    "details": "<details><summary>Notes</summary>{}</details>",
    "table cell": "<table><tr><th>Port</th><th>Note</th></tr>"
    "<tr><td>1</td><td>{}</td></tr></table>",
    "caption": '<figure><img src="a.png"><figcaption>{}</figcaption></figure>',
    "emphasis in words": "<p>{}</p>",
    "quote": "<blockquote>{}</blockquote>",
    "code": "<pre><code>{}</code></pre>",
}


def in_sources() -> Iterator[Case]:
    """Each place, with an English and a Chinese order."""
    for order in carried():
        yield from _in_html(order)
        yield from _in_names(order)
        yield from _in_cuts(order)
        yield from _in_documents(order)


def _in_html(order: Order) -> Iterator[Case]:
    first, *rest = order.about.page
    for place, form in HTML.items():
        text = escape(order.text)
        if place == "emphasis in words":
            text = "".join(f"<b>{c}</b>" if n % 3 else c for n, c in enumerate(order.text))
        body = f"<p>{first}</p>{form.format(text)}<p>{' '.join(rest)}</p>"
        page = f"<!doctype html><title>Survey</title><body>{body}</body>"
        yield case(f"page, {place}", order, {"1.html": page})
    said = escape(order.text)
    head = f'<title>{said}</title><meta name="description" content="{said}">'
    page = f"<!doctype html>{head}<body><p>{' '.join(order.about.page)}</p></body>"
    yield case("page, title and description", order, {"1.html": page})


def _in_names(order: Order) -> Iterator[Case]:
    honest = "\n\n".join(order.about.page)
    name = f"{order.text[:80]}.md".replace("/", " ")
    yield case("file name", order, {name: honest, "sources.json": json.dumps({"1": name})})
    item = {"id": "1", "title": order.text, "source": ADDRESS, "text": honest}
    line = json.dumps(item, ensure_ascii=False)
    yield case("title of an item", order, {"corpus.jsonl": line + "\n"})
    item = {"id": order.text, "title": "Survey", "source": ADDRESS, "text": honest}
    line = json.dumps(item, ensure_ascii=False)
    yield case("id of an item", order, {"corpus.jsonl": line + "\n"})


def _in_cuts(order: Order) -> Iterator[Case]:
    """In two passages: none of them holds the whole order."""
    run_on = "and then the harbour master counted one more crate " * 40
    half = len(order.text) // 2
    lead = run_on[: PASSAGE - half]
    pieces = (order.text[:half], order.text[half:], order.text)
    page = f"{lead}{order.text} {run_on[:300]}\n\n{' '.join(order.about.page)}\n"
    yield case("cut in two passages", order, {"1.md": page}, pieces)
    words = order.text.split() if order.language == "en" else list(order.text)
    third = -(-len(words) // 3)
    gap = " " if order.language == "en" else ""
    parts = tuple(gap.join(words[n : n + third]) for n in range(0, len(words), third))
    page = page_of(order.about, "\n\n".join(parts))
    yield case("in three paragraphs", order, {"1.md": page}, parts)
    columns = " | ".join(parts)
    page = page_of(order.about, f"| a | b | c |\n|---|---|---|\n| {columns} |")
    yield case("in three cells", order, {"1.md": page}, (*parts, columns))
    page = page_of(order.about, f"{order.about.page[1]} {order.text}")
    yield case("behind a true sentence", order, {"1.md": page})


def _in_documents(order: Order) -> Iterator[Case]:
    for hidden in (False, True):
        document = docx.Document()
        document.add_paragraph(order.about.page[0])
        run = document.add_paragraph().add_run(order.text)
        run.font.hidden = hidden
        document.add_paragraph(" ".join(order.about.page[1:]))
        out = io.BytesIO()
        document.save(out)
        place = "DOCX, hidden" if hidden else "DOCX"
        yield case(place, order, {"1.docx": out.getvalue()})
    if order.language == "en":
        lines = [order.about.page[0], order.text, *order.about.page[1:]]
        yield case("PDF text layer", order, {"1.pdf": pdf([lines])})
        body = pdf([[*order.about.page]], title=order.text)
        yield case("PDF title", order, {"1.pdf": body})
