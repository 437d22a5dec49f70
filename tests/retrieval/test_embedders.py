"""Both embedders give unit vectors in the order of the texts, or say what is wrong."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tutor_app.domain.errors import ModelFileInvalid, ModelRefused, ModelUnreachable
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.embedder import Embedder, LocalEmbedder
from tutor_app.retrieval.endpoint_embedder import EndpointEmbedder
from tutor_app.runtime.composition import build_embedder

Answer = Callable[[dict[str, Any]], tuple[int, str, str]]  # status, content type, body


def vector_of(text: str) -> list[float]:
    return [float(len(text)), 3.0, -4.0]


def embeddings(request: dict[str, Any], *, backwards: bool = False) -> tuple[int, str, str]:
    rows = [
        {"object": "embedding", "index": n, "embedding": vector_of(text)}
        for n, text in enumerate(request["input"])
    ]
    body = {"object": "list", "model": "m", "data": rows[::-1] if backwards else rows}
    return 200, "application/json", json.dumps(body | {"usage": {}})


@contextmanager
def endpoint(answer: Answer) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Serve `answer` on loopback; yields its base URL and what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(request | {"key": self.headers["Authorization"], "path": self.path})
            status, kind, body = answer(request)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body.encode())))
            self.send_header("x-should-retry", "false")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", asked
    finally:
        server.shutdown()
        server.server_close()


def test_the_real_embedder_gives_unit_vectors_and_knows_what_is_meant(minilm: Embedder) -> None:
    texts = ["How long does Dijkstra take?", "Its running time.", "The office is on floor two."]

    vectors = minilm.embed(texts)

    assert minilm.name == "all-MiniLM-L6-v2"
    assert vectors.shape == (3, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]


def test_a_text_has_one_vector_whatever_stands_beside_it(minilm: Embedder) -> None:
    texts = [f"Sentence {n} " + "of the course " * n for n in range(20)]

    together = minilm.embed(texts)

    assert together == pytest.approx(np.vstack([minilm.embed([t]) for t in texts]), abs=1e-5)


@pytest.mark.long
def test_an_embedder_that_is_not_there_says_which_setting_to_check(tmp_path: Path) -> None:
    with pytest.raises(ModelFileInvalid, match="my-model.*EMBEDDING_MODEL"):
        LocalEmbedder(tmp_path, "my-model")


def test_an_endpoint_is_asked_with_its_key_and_its_vectors_are_scaled() -> None:
    with endpoint(embeddings) as (url, asked):
        vectors = EndpointEmbedder(url, "secret", "text-embedding-3-large").embed(["ab", "abcd"])

    assert [asked[0][k] for k in ("model", "input", "key", "path")] == [
        "text-embedding-3-large",
        ["ab", "abcd"],
        "Bearer secret",
        "/v1/embeddings",
    ]
    expected = np.array([vector_of("ab"), vector_of("abcd")])
    assert vectors == pytest.approx(expected / np.linalg.norm(expected, axis=1, keepdims=True))


def test_an_endpoint_may_answer_in_any_order() -> None:
    with endpoint(lambda request: embeddings(request, backwards=True)) as (url, _):
        backwards = EndpointEmbedder(url, "k", "m").embed(["ab", "abcd"])
    with endpoint(embeddings) as (url, _):
        forwards = EndpointEmbedder(url, "k", "m").embed(["ab", "abcd"])

    assert backwards == pytest.approx(forwards)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda r: (401, "application/json", '{"error": {"message": "bad key"}}'), r"401.*API_KEY"),
        (lambda r: (404, "application/json", '{"error": {"message": "?"}}'), "EMBEDDING_MODEL"),
        (lambda r: (200, "text/html", "<html>Log in</html>"), "EMBEDDING_BASE_URL"),
        (lambda r: (200, "application/json", "{not json"), "EMBEDDING_BASE_URL"),
        (lambda r: (200, "application/json", '{"data": []}'), "EMBEDDING_BASE_URL"),
        (lambda r: embeddings({"input": r["input"][:1]}), "one embedding for each"),
    ],
)
def test_an_endpoint_that_refuses_says_what_to_check(answer: Answer, said: str) -> None:
    with endpoint(answer) as (url, _), pytest.raises(ModelRefused, match=said):
        EndpointEmbedder(url, "k", "m").embed(["ab", "abcd"])


def test_an_endpoint_that_is_away_is_unreachable() -> None:
    with endpoint(embeddings) as (url, _):
        pass

    with pytest.raises(ModelUnreachable, match="EMBEDDING_BASE_URL"):
        EndpointEmbedder(url, "k", "m").embed(["ab"])


def test_the_configuration_chooses_the_endpoint(settings: Settings) -> None:
    chosen = settings.model_copy(
        update={"embedding_base_url": "http://127.0.0.1:9/v1", "embedding_model": "mine"}
    )

    embedder = build_embedder(chosen)

    assert (type(embedder), embedder.name) == (EndpointEmbedder, "mine")
