"""How far the words and numbers of figures and of the text around them go together."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.checks.figure_reading.compare import FigureClash, compare, stands_in
from veridical.checks.figure_reading.read import FigureReading
from veridical.checks.words import STOP_WEIGHT, words
from veridical.report.quantities import QuantityKind, quantities

MOST_WITH_CLASH = 0.25


@dataclass(frozen=True, slots=True)
class Fit:
    """What of a figure and its text stands in the other.

    Attributes:
        words_shown: telling words of the figure.
        words_said: those of them that the text says too.
        numbers_said: numbers of the text.
        numbers_shown: those of them that stand in the figure.
        clashes: where the text says otherwise.
    """

    words_shown: int
    words_said: int
    numbers_said: int
    numbers_shown: int
    clashes: tuple[FigureClash, ...] = ()

    @property
    def share(self) -> float | None:
        """The mean of the two shares, 0 to 1; a clash leaves a quarter at most.

        None where the figure has no words: nothing is known then.
        """
        shares = []
        if self.words_shown:
            shares.append(self.words_said / self.words_shown)
        if self.numbers_said:
            shares.append(self.numbers_shown / self.numbers_said)
        if not self.words_shown or not shares:
            return None
        mean = sum(shares) / len(shares)
        return min(mean, MOST_WITH_CLASH) if self.clashes else mean


def fit(figure: FigureReading, caption: str, around: str, language: str | None = None) -> Fit:
    """How far a figure and its text go together.

    Args:
        figure: as read.
        caption: of the figure.
        around: the statements beside it.
        language: of both; found from them when absent.
    """
    text = f"{caption}\n{around}"
    said = {word.key for word in words(text)}
    shown = {w.key for line in figure.words for w in words(line) if w.weight > STOP_WEIGHT}
    numbers = [q for q in quantities(text, language) if q.kind is not QuantityKind.ORDINAL]
    standing = sum(stands_in(number, figure) for number in numbers)
    clashes = compare(figure, caption, language) + compare(figure, around, language)
    return Fit(len(shown), len(shown & said), len(numbers), standing, clashes)
