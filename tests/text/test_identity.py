"""Two spellings of one work meet under one key; two works never do."""

from __future__ import annotations

import pytest

from tagloom.text.identity import address_key, arxiv_number, doi_of, title_key

SAME = [
    ["https://arxiv.org/abs/2310.01889", "http://arxiv.org/pdf/2310.01889v3.pdf", "https://www.arxiv.org/html/2310.01889v1#S1", "https://ar5iv.labs.arxiv.org/html/2310.01889",
     "https://huggingface.co/papers/2310.01889", "https://doi.org/10.48550/arXiv.2310.01889", "https://alphaxiv.org/abs/2310.01889?x=1", "https://export.arxiv.org/abs/2310.01889/"],
    ["https://arxiv.org/abs/hep-th/9901001v2", "https://arxiv.org/pdf/HEP-TH/9901001"],
    ["https://doi.org/10.1145/3458817.3476209", "http://dx.doi.org/10.1145/3458817.3476209/", "https://doi.org/10.1145%2F3458817.3476209", "https://DOI.org/10.1145/3458817.3476209#x", "https://dl.acm.org/doi/10.1145/3458817.3476209", "https://dl.acm.org/doi/pdf/10.1145/3458817.3476209?download=true"],
    ["https://example.org/post", "http://www.Example.org/post/", "https://example.org:443/post#part", "https://example.org/post?utm_source=x&fbclid=1", "https://m.example.org/post/index.html?from=mail&si=4", "https://example.org/p%6Fst"],
    ["https://example.org/?id=5", "https://example.org/?id=5&utm_medium=mail"],
    ["https://example.org/?a=1&b=2", "https://example.org/?b=2&a=1"],
    ["https://example.org/#/page", "http://example.org/#/page"],
]  # fmt: skip


@pytest.mark.parametrize("addresses", SAME)
def test_one_work_has_one_key(addresses: list[str]) -> None:
    assert len({address_key(address) for address in addresses}) == 1


def test_two_works_have_two_keys() -> None:
    assert len({address_key(addresses[0]) for addresses in SAME}) == len(SAME)
    different = ["https://example.org/Post", "https://example.org/post", "https://example.org/post?id=1", "https://example.org/post?id=2", "https://example.org/post/2"]
    assert len({address_key(address) for address in different}) == len(different)


@pytest.mark.parametrize("address", ["", "mailto:a@b.c", "notes/x.html", "javascript:alert(1)", "example.org/x"])
def test_what_is_no_web_address_has_no_key(address: str) -> None:
    assert address_key(address) == ""


@pytest.mark.parametrize(("text", "number"), [("2310.01889v2", "2310.01889"), ("arXiv: 2310.01889", "2310.01889"), ("cs/0101001", "cs/0101001"), ("math.OC/0101001v1", "math.oc/0101001"),
                                              ("arxiv.org/abs/2310.01889", "2310.01889"), ("2024", ""), ("10.1145/1.2", ""), ("https://example.org/2310.01889", ""), ("", "")])  # fmt: skip
def test_an_arxiv_number_is_known_by_its_form(text: str, number: str) -> None:
    assert arxiv_number(text) == number


@pytest.mark.parametrize(("text", "doi"), [("10.1145/ABC.1", "10.1145/abc.1"), ("doi:10.1145/1", "10.1145/1"), ("https://doi.org/10.1145/1", "10.1145/1"), ("doi.org/10.1145/1", "10.1145/1"), ("10.5", ""), ("2310.01889", "")])
def test_a_doi_is_known_by_its_form(text: str, doi: str) -> None:
    assert doi_of(text) == doi


def test_titles_that_differ_in_punctuation_case_width_and_accents_meet() -> None:
    assert title_key("Ring-Attention: the “Naïve” Way!") == title_key("ring attention — the 'Naive' way") == "ringattentionthenaiveway"
    assert title_key("大模型（ＬＬＭ）训练") == title_key("大模型 (LLM) 训练")
    assert title_key("GPT-4") != title_key("GPT-5")
