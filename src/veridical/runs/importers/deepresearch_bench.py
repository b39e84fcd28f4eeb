"""DeepResearch Bench's files of reports: one JSON object a line, the report in ``article``.

Source: DeepResearch Bench, raw reports of its repository: ``id``, ``prompt``, ``article``.
"""

from __future__ import annotations

import msgspec

from veridical.runs.importers.imported import Imported

KIND = "a report of DeepResearch Bench"


class _Line(msgspec.Struct):
    article: str
    id: int | str = ""
    prompt: str = ""


def read_article(raw: object) -> Imported:
    """One line as a report.

    Raises:
        msgspec.ValidationError: it does not follow the format.
    """
    line = msgspec.convert(raw, type=_Line)
    data = line.article.encode("utf-8", "replace")
    return Imported(data, None, KIND, task=str(line.id), query=line.prompt)
