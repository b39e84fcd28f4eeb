"""TF-IDF gives scikit-learn's numbers on our tokens, in any language."""

import math

import pytest

from veridical.retrieval.tfidf import TfIdf, cosine, tokens

CORPUS = [
    "Ice floats on water because it is less dense than water.",
    "The heart pumps about five liters of blood per minute.",
    "水在4摄氏度时密度最大，冰的密度小于水。",
    "心脏每分钟泵出约5升血液。",
    "Straße und Wasser: 0 °C, 3.98 °C.",
    "",
]


def test_words_are_lower_case_and_unspaced_scripts_are_pairs() -> None:
    """Words, numbers and pairs of Chinese characters; a lone one stands for itself."""
    assert tokens("Über_IDF: 水的密度 5升") == ["über", "idf", "水的", "的密", "密度", "5", "升"]


def test_long_runs_stay_linear() -> None:
    """200,000 characters of one script give 199,999 pairs."""
    assert len(tokens("水" * 200_000)) == 199_999


def test_idf_by_hand() -> None:
    """Of two texts "a" stands in both texts, "b" in one."""
    model = TfIdf.fit(["a b", "a a"])

    # ln(3/3) + 1 = 1; ln(3/2) + 1
    assert model.idf == {"a": 1.0, "b": math.log(1.5) + 1}


@pytest.mark.parametrize("query", ["Why does ice float on water?", "冰为什么浮在水上", "unknown"])
def test_cosines_equal_scikit_learns(query: str) -> None:
    """Every text's cosine to a query is the same number as scikit-learn's."""
    text = pytest.importorskip("sklearn.feature_extraction.text")
    theirs = text.TfidfVectorizer(analyzer=tokens)
    matrix = theirs.fit_transform(CORPUS)
    expected = (matrix @ theirs.transform([query]).T).toarray().ravel().tolist()

    model = TfIdf.fit(CORPUS)
    asked = model.vector(query)

    assert [cosine(asked, model.vector(t)) for t in CORPUS] == pytest.approx(expected, abs=1e-12)


def test_nothing_in_common_is_zero() -> None:
    """An empty vector has no direction: cosine 0."""
    model = TfIdf.fit(CORPUS)

    assert cosine(model.vector("zebra"), model.vector(CORPUS[0])) == 0.0
