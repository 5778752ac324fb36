"""What `tagloom new URL` learns of a paper, a DOI and a web page, and what it says when it learns nothing. All servers are local."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tagloom.content.writing import NewEntry, tidied
from tagloom.importers import fetch
from tagloom.importers.fetching import Web, asked
from tagloom.problems import Stopped
from tests.importers.servers import Asked, Reply, answering, recorded

ZONE = "Asia/Shanghai"
ATOM = "application/atom+xml; charset=utf-8"


def fetched(address: str, replies: Mapping[str, Reply]) -> tuple[NewEntry, Asked]:
    with answering(replies) as server:
        return tidied(fetch(address.replace("BASE", server.base), server.web, ZONE)), server


def refused(address: str, replies: Mapping[str, Reply]) -> Stopped:
    with answering(replies) as server, pytest.raises(Stopped) as stopped:
        fetch(address.replace("BASE", server.base), server.web, ZONE)
    return stopped.value


@pytest.mark.parametrize("address", ["2310.01889", "arXiv:2310.01889v2", "https://arxiv.org/abs/2310.01889v3", "https://www.alphaxiv.org/abs/2310.01889", "https://huggingface.co/papers/2310.01889"])
def test_an_arxiv_paper_in_any_spelling_gives_title_authors_date_and_links(address: str) -> None:
    new, server = fetched(address, {"/arxiv": recorded("arxiv.xml", ATOM)})
    assert [path for path, _ in server.requests] == ["/arxiv?id_list=2310.01889&max_results=1"]
    assert new.fields["summary"] == (
        'Transformers have emerged as the architecture of choice for many state-of-the-art AI models: "Ring Attention", with memory $O(n)$ '
        "where n\\<m, allows sequences up to device count times longer. #distributed no"
    )
    assert {name: value for name, value in new.fields.items() if name != "summary"} == {
        "title": "Ring Attention with Blockwise Transformers for Near-Infinite Context",
        "date": "2023-10-03",
        "source": "arXiv cs.CL",
        "authors": ["Hao Liu", "José Müller"],
        "kind": "paper",
        "url": "https://arxiv.org/abs/2310.01889",
        "links": {"pdf": "https://arxiv.org/pdf/2310.01889", "doi": "https://doi.org/10.1145/3458817.3476209"},
        "math": "yes",
    }


@pytest.mark.parametrize("answer", ["arxiv-none.xml", "arxiv-error.xml"])
def test_a_number_that_arxiv_does_not_have_is_told(answer: str) -> None:
    stopped = refused("9999.99999", {"/arxiv": recorded(answer, ATOM)})
    assert (stopped.fact, "mistyped" in stopped.remedy) == ("arXiv has no paper 9999.99999", True)


def test_a_doi_is_asked_for_as_csl_json(monkeypatch: pytest.MonkeyPatch) -> None:
    new, server = fetched("https://doi.org/10.1145/3458817.3476209", {"/doi/10.1145/3458817.3476209": recorded("doi.json", "application/vnd.citationstyles.csl+json")})
    assert server.requests[0][1]["Accept"].startswith("application/vnd.citationstyles.csl+json")
    assert new.fields == {
        "title": "Efficient large-scale language model training on GPU clusters using megatron-LM",
        "date": "2021-11-14",
        "institutions": ["Stanford University", "NVIDIA"],
        "source": "Proceedings of the International Conference for High Performance Computing, Networking, Storage and Analysis",
        "authors": ["Deepak Narayanan", "Mohammad Shoeybi", "Peter van Kampen", "The Megatron Team"],
        "kind": "paper",
        "summary": "Large language models have led to state-of-the-art accuracies: we compose tensor, pipeline & data parallelism.\n\nIt scales to thousands of GPUs.",
        "url": "https://doi.org/10.1145/3458817.3476209",
    }


def test_a_publishers_page_is_read_by_its_citation_tags() -> None:
    new, server = fetched("BASE/papers/zero?from=mail", {"/papers/zero": recorded("scholar.html")})
    assert new.fields == {
        "title": 'ZeRO: Memory Optimizations & "Trillion" Parameter Models',
        "date": "2020-11-09",
        "institutions": ["Microsoft"],
        "source": "SC20",
        "authors": ["Samyam Rajbhandari", "Jeff Rasley"],
        "kind": "paper",
        "summary": "Large deep learning models offer significant accuracy gains.",
        "url": f"{server.base}/papers/zero",
        "links": {"pdf": f"{server.base}/papers/zero.pdf", "doi": "https://doi.org/10.5555/3433701.3433727", "arxiv": "https://arxiv.org/abs/1910.02054"},
    }


def test_a_blog_is_read_by_open_graph_and_json_ld_in_the_sites_zone() -> None:
    new, server = fetched("BASE/day-1", {"/day-1": recorded("blog.html")})
    assert new.fields == {
        "title": "训练：第 1 天 #启动",
        "date": "2026-06-10 10:11",
        "source": "工程博客",
        "authors": ["王小明", "李 雷"],
        "kind": "blog",
        "summary": "从零开始：\\<b>一千张卡\\</b>的日志。",
        "url": f"{server.base}/day-1",
    }


def test_a_page_that_says_little_gives_its_title() -> None:
    new, server = fetched("BASE/old", {"/old": recorded("plain.html", "text/html")})
    assert new.fields == {"title": "A page of old: no meta tags at all", "url": f"{server.base}/old"}


@pytest.mark.parametrize("charset", ["gb18030", "utf-8", "big5"])
@pytest.mark.parametrize("said", ["by the server", "by the page"])
def test_a_page_is_read_in_its_charset(charset: str, said: str) -> None:
    declared = f'<meta charset="{charset}">' if said == "by the page" else ""
    body = f"<html><head>{declared}<title>訓練大模型的方法與實踐</title></head></html>".encode(charset)
    kind = f"text/html; charset={charset}" if said == "by the server" else "text/html"
    assert fetched("BASE/x", {"/x": Reply(body, kind)})[0].text("title") == "訓練大模型的方法與實踐"


def test_it_says_who_asks_and_asks_once() -> None:
    _, server = fetched("BASE/old", {"/old": recorded("plain.html")})
    assert [re.sub(r"[0-9.]+", "N", headers["User-Agent"], count=1) for _, headers in server.requests] == ["Tagloom/N (+https://github.com/tagloom/tagloom)"]


def test_a_redirect_is_followed_and_where_it_ends_is_the_address() -> None:
    moved = Reply(status=302, headers={"Location": "BASE/old"})
    new, server = fetched("BASE/short", {"/short": moved, "/old": recorded("plain.html")})
    assert new.text("url") == f"{server.base}/old"


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:text/html,<title>x</title>", "javascript:alert(1)"])
def test_a_redirect_to_anything_but_the_web_is_refused(target: str) -> None:
    stopped = refused("BASE/x", {"/x": Reply(status=302, headers={"Location": target})})
    assert "is not a web address" in stopped.fact


@pytest.mark.parametrize(
    ("reply", "fact"),
    [
        (Reply(status=404), "127.0.0.1 knows no such page (status 404)"),
        (Reply(status=403), "127.0.0.1 does not show this to programs (status 403)"),
        (Reply(status=429, headers={"Retry-After": "30"}), "127.0.0.1 is busy (status 429)"),
        (Reply(status=500), "127.0.0.1 answered with status 500"),
        (Reply(status=302, headers={"Location": "/x"}), "127.0.0.1 leads from one address to another without end"),
        (Reply(b"%PDF-1.7", "application/pdf"), "BASE/x is no web page but application/pdf"),
        (Reply(b"<html></html>"), "BASE/x does not say its title"),
        (Reply(b"short", headers={"Content-Length": "900"}), "127.0.0.1 broke off: a part of the answer is missing"),
    ],
)
def test_what_cannot_be_had_is_told_with_what_to_type_instead(reply: Reply, fact: str) -> None:
    stopped = refused("BASE/x", {"/x": reply})
    assert re.sub(r"http://127\.0\.0\.1:\d+", "BASE", stopped.fact) == fact
    assert 'tagloom new --title "…" --date' in stopped.remedy
    if reply.status == 429:
        assert "in 30 seconds" in stopped.remedy


def test_a_registry_that_answers_with_a_page_is_told() -> None:
    assert refused("10.1145/1.2", {"/doi/10.1145/1.2": Reply(b"<html>")}).fact == "the registry of 10.1145/1.2 gives no CSL-JSON"


def test_more_than_a_page_is_not_taken() -> None:
    with answering({"/x": Reply(b"x" * 300_000)}) as server, pytest.raises(Stopped, match="sends more than 1 MB"):
        replace(server.web, most_bytes=100_000).get(f"{server.base}/x")


def test_who_does_not_answer_is_not_waited_for() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        with pytest.raises(Stopped, match="did not answer within 0"):
            Web(patience=0.05).get(f"http://127.0.0.1:{listening.getsockname()[1]}/x")


def test_offline_is_told_with_what_can_be_typed_by_hand() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/x"
        with pytest.raises(Stopped) as stopped:
            fetch(address, Web(patience=5), ZONE)
    assert stopped.value.fact.startswith("127.0.0.1 cannot be reached")
    assert stopped.value.remedy.startswith("check the connection, or write it by hand: tagloom new --title")


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://host/x", "/etc/passwd", "javascript:alert(1)", "example.com/x", "http://", "http://[::1", "http://host:port/"])
def test_only_web_addresses_are_asked_for(address: str) -> None:
    with pytest.raises(Stopped, match="is not a web address"):
        fetch(address, Web(), ZONE)


def test_letters_beyond_ascii_are_encoded_once() -> None:
    assert asked("https://例子.example/训练?q=大 模型%20x#part") == "https://xn--fsqu00a.example/%E8%AE%AD%E7%BB%83?q=%E5%A4%A7%20%E6%A8%A1%E5%9E%8B%20x"


def test_the_servers_are_those_that_the_environment_names() -> None:
    web = Web.at_hand({"TAGLOOM_ARXIV": "http://mirror/arxiv", "TAGLOOM_DOI": "http://mirror/doi/"})
    assert (web.arxiv, web.doi, Web.at_hand({}).arxiv) == ("http://mirror/arxiv", "http://mirror/doi/", "https://export.arxiv.org/api/query")


