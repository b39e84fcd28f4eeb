"""Recomputes every number of the demo bench that comes from a data set.

Answers: which figures must the corpus items made from open data sets contain?
The data sets are the copies that scikit-learn ships. It does not write the corpus.

Run ``python -m tools.demo_bench.computed_facts`` to print each item's figures.
"""

import json

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine  # type: ignore[import-untyped]
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis  # type: ignore[import-untyped]
from sklearn.metrics import confusion_matrix  # type: ignore[import-untyped]
from sklearn.model_selection import LeaveOneOut, cross_val_predict  # type: ignore[import-untyped]

SETOSA, VERSICOLOR, VIRGINICA = range(3)
SEPAL_LENGTH, SEPAL_WIDTH, PETAL_LENGTH, PETAL_WIDTH = range(4)


def computed_facts() -> dict[str, tuple[str, ...]]:
    """The figures each corpus item must contain, by item id, as printed there."""
    return {**_iris_description(), **_iris_classification(), **_wine(), **_cancer(), **_digits()}


def iris_ranges(column: int) -> list[tuple[float, float]]:
    """Smallest and largest value of a measurement, in cm, per species."""
    values, species = _iris()
    return [
        (values[species == kind, column].min(), values[species == kind, column].max())
        for kind in range(3)
    ]


def iris_means(column: int) -> list[float]:
    """Mean of a measurement, in cm, per species."""
    values, species = _iris()
    return [values[species == kind, column].mean() for kind in range(3)]


def flavanoid_means() -> list[float]:
    """Mean flavanoid content per wine cultivar, in the data set's own unit."""
    wine = load_wine()
    column = list(wine.feature_names).index("flavanoids")
    return [wine.data[wine.target == kind, column].mean() for kind in range(3)]


def _iris() -> tuple[np.ndarray, np.ndarray]:
    iris = load_iris()
    return iris.data, iris.target


def _iris_description() -> dict[str, tuple[str, ...]]:
    values, species = _iris()
    means = [f"{mean:.3f}" for column in range(4) for mean in iris_means(column)]
    correlation = np.corrcoef(values.T)
    pairs = [
        (PETAL_LENGTH, PETAL_WIDTH),
        (PETAL_LENGTH, SEPAL_LENGTH),
        (PETAL_LENGTH, SEPAL_WIDTH),
        (SEPAL_LENGTH, SEPAL_WIDTH),
    ]
    return {
        "iris-01": (str(len(values)), str(np.bincount(species)[SETOSA])),
        "iris-02": tuple(means),
        "iris-03": _range_figures(PETAL_LENGTH),
        "iris-08": _range_figures(SEPAL_WIDTH),
        "iris-09": tuple(f"{correlation[pair]:.3f}".replace("-", "−") for pair in pairs),
    }


def _range_figures(column: int) -> tuple[str, ...]:
    return tuple(f"{bound:.1f}" for ends in iris_ranges(column) for bound in ends)


def _iris_classification() -> dict[str, tuple[str, ...]]:
    values, species = _iris()
    called = cross_val_predict(LinearDiscriminantAnalysis(), values, species, cv=LeaveOneOut())
    confusion = confusion_matrix(species, called)
    right, total = int(confusion.trace()), len(species)
    return {
        "iris-04": _gap_figures(),
        "iris-05": _overlap_figures(values[:, PETAL_LENGTH], species),
        "iris-06": (f"{right} of the {total}", f"{100 * right / total:.1f} %"),
        "iris-07": tuple(" | ".join(str(count) for count in row) for row in confusion),
    }


def _gap_figures() -> tuple[str, ...]:
    ranges = iris_ranges(PETAL_LENGTH)
    low, high = ranges[SETOSA][1], min(ranges[VERSICOLOR][0], ranges[VIRGINICA][0])
    return (f"{low:.1f}", f"{high:.1f}", f"{(low + high) / 2:.2f}")


def _overlap_figures(lengths: np.ndarray, species: np.ndarray) -> tuple[str, ...]:
    ranges = iris_ranges(PETAL_LENGTH)
    low, high = ranges[VIRGINICA][0], ranges[VERSICOLOR][1]
    inside = (lengths >= low) & (lengths <= high)
    counts = [int((inside & (species == kind)).sum()) for kind in (VERSICOLOR, VIRGINICA)]
    shares = [f"{100 * count / 50:.0f} %" for count in counts]
    widths = iris_ranges(PETAL_WIDTH)
    return (
        f"{low:.1f}",
        f"{high:.1f}",
        str(sum(counts)),
        *(str(count) for count in counts),
        *shares,
        f"{widths[VERSICOLOR][1]:.1f}",
        f"{widths[VIRGINICA][0]:.1f}",
    )


def _wine() -> dict[str, tuple[str, ...]]:
    wine = load_wine()
    counts = np.bincount(wine.target)
    columns = [
        list(wine.feature_names).index(name)
        for name in ("alcohol", "flavanoids", "color_intensity", "proline")
    ]
    rows = [
        " | ".join(f"{wine.data[wine.target == kind, column].mean():.3f}" for column in columns)
        for kind in range(3)
    ]
    return {
        "wine-01": (*(str(size) for size in wine.data.shape), *(str(count) for count in counts)),
        "wine-02": tuple(rows),
        "wine-03": tuple(f"{mean:.3f}" for mean in flavanoid_means()),
    }


def _cancer() -> dict[str, tuple[str, ...]]:
    cancer = load_breast_cancer()
    radius = cancer.data[:, list(cancer.feature_names).index("mean radius")]
    counts = np.bincount(cancer.target)
    means = [f"{radius[cancer.target == kind].mean():.2f}" for kind in range(2)]
    sizes = [str(size) for size in cancer.data.shape]
    return {"cancer-01": (*sizes, *(str(count) for count in counts), *means)}


def _digits() -> dict[str, tuple[str, ...]]:
    digits = load_digits()
    counts = np.bincount(digits.target)
    figures = (f"{len(digits.target):,}", f"{digits.data.max():.0f}", counts.max(), counts.min())
    return {"digits-01": tuple(str(figure) for figure in figures)}


if __name__ == "__main__":
    print(json.dumps(computed_facts(), indent=1, ensure_ascii=False))
