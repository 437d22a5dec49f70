"""A process that answers opens connections of its own to the embeddings endpoint."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tutor_app.retrieval.endpoint_embedder import EndpointEmbedder


@pytest.fixture
def connections() -> Iterator[tuple[str, list[int]]]:
    """An endpoint's address, and the port of each caller's connection, request by request."""
    ports: list[int] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            ports.append(self.client_address[1])
            row = {"object": "embedding", "index": 0, "embedding": [1.0, 0.0]}
            reply = json.dumps({"object": "list", "data": [row], "model": "m"}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1", ports
    server.shutdown()


def test_two_forks_share_no_connection(connections: tuple[str, list[int]]) -> None:
    address, ports = connections
    embedder = EndpointEmbedder(address, "", "m")
    embedder.embed(["before"])
    for _ in range(2):
        child = os.fork()
        if child == 0:
            embedder.embed(["in a fork"])
            os._exit(0)
        os.waitpid(child, 0)
    embedder.embed(["after"])

    assert ports[0] == ports[3]
    assert len(set(ports)) == 3
