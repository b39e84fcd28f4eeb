"""Scholarly identity: one paper, many addresses (U41)."""

import pytest

from veridical.report.identity import Kind, Note, identify

ARXIV = "arxiv:2101.00001"


@pytest.mark.parametrize(
    ("mention", "work", "version"),
    [
        # U41: one paper, many addresses
        ("https://arxiv.org/abs/2101.00001v2", ARXIV, "v2"),
        ("https://arxiv.org/pdf/2101.00001", ARXIV, None),
        ("http://www.arxiv.org/pdf/2101.00001v1.pdf", ARXIV, "v1"),
        ("https://arxiv.org/html/2101.00001v3#S2", ARXIV, "v3"),
        ("https://doi.org/10.48550/arXiv.2101.00001", ARXIV, None),
        ("10.48550/ARXIV.2101.00001", ARXIV, None),
        ("https://ar5iv.labs.arxiv.org/html/2101.00001", ARXIV, None),
        ("https://ar5iv.org/abs/2101.00001", ARXIV, None),
        ("https://www.alphaxiv.org/abs/2101.00001v2", ARXIV, "v2"),
        ("https://export.arxiv.org/abs/2101.00001", ARXIV, None),
        ("arXiv:2101.00001v2 [cs.CL]", ARXIV, "v2"),
        ("arXiv: 2101.00001", ARXIV, None),
        ("https://arxiv.org/abs/hep-th/9901001v1", "arxiv:hep-th/9901001", "v1"),
        ("arXiv:math.GT/0309136", "arxiv:math/0309136", None),
        ("https://arxiv.org/pdf/math/0309136", "arxiv:math/0309136", None),
        ("https://doi.org/10.1000/X", "doi:10.1000/x", None),
        ("http://dx.doi.org/10.1000/x?utm_source=a", "doi:10.1000/x", None),
        ("doi:10.1000/x.", "doi:10.1000/x", None),
        ("DOI: https://doi.org/10.1000/x", "doi:10.1000/x", None),
        ("doi.org/10.1000%2Fx", "doi:10.1000/x", None),
        ("10.1000/x", "doi:10.1000/x", None),
        (
            "https://www.science.org/doi/full/10.1126/science.1231298",
            "doi:10.1126/science.1231298",
            None,
        ),
        ("https://link.springer.com/content/pdf/10.1007/s1-2.pdf", "doi:10.1007/s1-2", None),
        (
            "https://www.frontiersin.org/articles/10.3389/f.2020.1/full",
            "doi:10.3389/f.2020.1",
            None,
        ),
        (
            "https://www.biorxiv.org/content/10.1101/2020.01.01.1v2.full",
            "doi:10.1101/2020.01.01.1",
            "v2",
        ),
        (
            "https://www.nature.com/articles/s41467-022-35285-3",
            "doi:10.1038/s41467-022-35285-3",
            None,
        ),
        (
            "https://journals.plos.org/plosone/article?id=10.1371/journal.pone.1",
            "doi:10.1371/journal.pone.1",
            None,
        ),
        (
            "doi:10.1002/(SICI)1097(1998)49:8<693::AID-ASI4>3.0.CO;2-O",
            "doi:10.1002/(sici)1097(1998)49:8<693::aid-asi4>3.0.co;2-o",
            None,
        ),
        (
            "https://doi.org/10.1002/(SICI)1097(1998)49:8%3C693::AID-ASI4%3E3.0.CO;2-O",
            "doi:10.1002/(sici)1097(1998)49:8<693::aid-asi4>3.0.co;2-o",
            None,
        ),
        ("https://pubmed.ncbi.nlm.nih.gov/33020660/", "pmid:33020660", None),
        ("https://www.ncbi.nlm.nih.gov/pubmed/33020660", "pmid:33020660", None),
        ("PMID: 33020660", "pmid:33020660", None),
        ("https://pmc.ncbi.nlm.nih.gov/articles/PMC7481383/", "pmcid:PMC7481383", None),
        (
            "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC7481383/pdf/a.pdf",
            "pmcid:PMC7481383",
            None,
        ),
        ("https://aclanthology.org/P18-1001.pdf", "acl:P18-1001", None),
        ("https://doi.org/10.18653/v1/P18-1001", "acl:P18-1001", None),
        ("https://openreview.net/pdf?id=abcDEF123", "openreview:abcDEF123", None),
        ("ISBN 978-3-16-148410-0", "isbn:9783161484100", None),
        ("isbn:316148410X", "isbn:9783161484100", None),
    ],
)
def test_a_work_has_one_key(mention: str, work: str, version: str | None) -> None:
    """Every address of a work gives its number; the version is kept apart."""
    found = identify(mention)

    assert (found.key, found.work, found.version) == (work, work, version)


@pytest.mark.parametrize(
    "mention",
    [
        "10.5194/acp-2020-1-RC1",
        "https://doi.org/10.5194/acp-2020-1-AC2",
        "https://doi.org/10.7554/eLife.12345.sa1",
        "https://doi.org/10.5256/f1000research.1.r2",
        "https://doi.org/10.7287/peerj.12v0.1/reviews/1",
        "https://doi.org/10.1111/abc.12/v1/review2",
    ],
)
def test_a_review_comment_is_not_the_paper(mention: str) -> None:
    """The DOI of a review keeps its own key and says what it is (U41)."""
    found = identify(mention)

    assert Note.REVIEW_COMMENT in found.notes
    assert found.work not in {
        identify(paper).work
        for paper in ("10.5194/acp-2020-1", "10.7554/eLife.12345", "10.1111/abc.12")
    }


@pytest.mark.parametrize(
    "mention",
    [
        "https://huggingface.co/papers/2101.00001",
        "https://www.alphaxiv.org/overview/2101.00001",
        "https://openreview.net/forum?id=abcDEF123&noteId=xyz",
        "https://arxiv.org/list/cs.CL/2101",
        "https://arxiv.org/abs/2113.00001",
        "https://www.science.org/doi/suppl/10.1126/science.1231298",
        "https://blog.example/10.1000/x",
    ],
)
def test_a_page_about_a_work_is_not_the_work(mention: str) -> None:
    """Discussion, overview, supplement and look-alike numbers stay pages."""
    assert (identify(mention).kind, identify(mention).work) == (Kind.WEB, None)
