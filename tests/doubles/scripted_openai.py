"""A small OpenAI-compatible server that says what a test tells it to.

In a test:

    with scripted_openai([Reply(text='{"question": "Why?"}', delay=0.1)]) as server:
        model = OpenAIChat(server.base_url, "key", "scripted")
        ...
        assert server.requests[0]["max_tokens"] == 60

Beside a browser test, repeating its replies until it is killed:

    python -m tests.doubles.scripted_openai --port 9000 --hold FILE --reply '{"question": "Why?"}'
    python -m tests.doubles.scripted_openai --port 9000 --plays good --delay 0.5
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One scripted reply. Times are seconds; `delay` comes before the first piece, `gap` between.

    `cut_after` pieces the connection ends: `lost` in the middle of the transfer, `ended` as if the
    reply were whole but for its last event. `error` is the message sent with a `status` over 399.
    `raw` is sent in place of the events, word for word. `calls` are tool calls, as name and
    arguments, in a reply that is not streamed. `thinking` goes before the text in a field
    of its own, and both together are cut after the tokens asked for if `counts_thinking`.
    """

    text: str = ""
    delay: float = 0.0
    gap: float = 0.0
    status: int = 200
    error: str = "scripted error"
    cut_after: int | None = None
    cut: Literal["lost", "ended"] = "lost"
    raw: str | None = None
    calls: tuple[tuple[str, Json], ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    code: str | None = None
    thinking: str = ""
    counts_thinking: bool = False
    tool: str | None = None
    whole: bool = False
    """Sent in one piece, whether a stream was asked for or not."""
    first_tokens: dict[str, float] = field(default_factory=dict)
    """Probabilities of the first token, sent where a request asks for them."""

    def within(self, tokens: int) -> Reply:
        """The reply as a model gives it that has room for so many tokens, one a word."""
        if not self.counts_thinking:
            return self
        left = max(0, tokens - len(self.thinking.split()))
        return replace(self, text=" ".join(self.text.split()[:left]))

    @property
    def usage(self) -> Json:
        thought = len(self.thinking.split())
        return {
            "prompt_tokens": 7,
            "completion_tokens": thought + len(self.text.split()),
            "total_tokens": 7 + thought + len(self.text.split()),
            "completion_tokens_details": {"reasoning_tokens": thought},
        }


@dataclass
class ScriptedServer:
    """A running server: what it will say, and what it was asked."""

    base_url: str
    replies: list[Reply]
    repeat: bool
    refuses_schema: bool
    hold: Path | None = None
    """While this file exists, no reply begins."""
    requests: list[Json] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    """Pieces sent of each reply, in the order in which replies ended."""
    pieces: int = 0
    """Pieces sent of all replies so far."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    plays: Callable[[str, frozenset[str]], str] | None = None
    """Says a reply to the last message and the fields asked for, in place of the script."""

    def next_reply(self, request: Json, key: str) -> Reply:
        with self.lock:
            self.requests.append(request)
            self.keys.append(key)
            if self.plays is not None:
                delay, gap = (
                    (self.replies[0].delay, self.replies[0].gap) if self.replies else (0, 0)
                )
                text = self.plays(request["messages"][-1]["content"], _fields_in(request))
                return Reply(text=text, delay=delay, gap=gap)
            if self.refuses_schema and "response_format" in request:
                return Reply(status=400, error="response_format json_schema is not supported")
            if not self.replies:
                return Reply(status=500, error="the script has no reply left")
            return self.replies[0] if self.repeat else self.replies.pop(0)


@contextmanager
def scripted_openai(  # noqa: PLR0913 -- what a server can be told to do
    replies: Sequence[Reply | str],
    *,
    repeat: bool = False,
    refuses_schema: bool = False,
    port: int = 0,
    hold: Path | None = None,
    plays: Callable[[str, frozenset[str]], str] | None = None,
) -> Iterator[ScriptedServer]:
    """Serve `replies` in order (the first one for ever with `repeat`) on a loopback port.

    What `plays` says is sent with the times of the first reply.
    """
    script = [reply if isinstance(reply, Reply) else Reply(text=reply) for reply in replies]
    state = ScriptedServer(
        base_url="",
        replies=script,
        repeat=repeat,
        refuses_schema=refuses_schema,
        hold=hold,
        plays=plays,
    )
    http = _Http(("127.0.0.1", port), _Handler)
    http.state = state
    state.base_url = f"http://127.0.0.1:{http.server_address[1]}/v1"
    thread = threading.Thread(
        target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield state
    finally:
        http.shutdown()
        http.server_close()


class _Http(ThreadingHTTPServer):
    state: ScriptedServer
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http
    ending = "stop"

    def do_GET(self) -> None:
        if self.path == "/health":
            self._send_json(200, {"status": "ok"})
        elif self.path == "/v1/models":
            self._send_json(
                200, {"object": "list", "data": [{"id": "scripted", "object": "model"}]}
            )
        else:
            self._send_json(404, {"error": {"message": "no such page"}})

    def do_POST(self) -> None:
        body: Json = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/v1/chat/completions":
            self._send_json(404, {"error": {"message": "no such page"}})
            return
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        room = body.get("max_tokens") or body.get("max_completion_tokens") or 0
        scripted = self.server.state.next_reply(body, key)
        reply = scripted.within(room)
        self.ending = "stop" if reply.text == scripted.text else "length"
        while self.server.state.hold is not None and self.server.state.hold.exists():
            time.sleep(0.02)
        if reply.status >= 400:
            time.sleep(reply.delay)
            error = {"message": reply.error, "code": reply.code}
            self._send_json(reply.status, {"error": error}, reply.headers)
        elif body.get("stream") and not reply.whole:
            with suppress(BrokenPipeError, ConnectionResetError):  # the caller pressed Stop
                self._stream(reply)
        else:
            time.sleep(reply.delay)
            message: Json = {"role": "assistant", "content": reply.text}
            if reply.calls:
                message["tool_calls"] = [
                    {
                        "id": f"call-{number}",
                        "type": "function",
                        "function": {"name": name, "arguments": json.dumps(arguments)},
                    }
                    for number, (name, arguments) in enumerate(reply.calls)
                ]
            if reply.tool is not None and "tools" in body:
                called = {"name": reply.tool, "arguments": "{}"}
                message["tool_calls"] = [{"id": "1", "type": "function", "function": called}]
            choice: Json = {"index": 0, "message": message, "finish_reason": self.ending}
            if body.get("logprobs"):
                told = [
                    {"token": token, "logprob": math.log(share), "bytes": None}
                    for token, share in reply.first_tokens.items()
                ]
                first = {"token": reply.text, "logprob": 0.0, "bytes": None, "top_logprobs": told}
                choice["logprobs"] = {"content": [first], "refusal": None}
            answer = {**_envelope("chat.completion"), "choices": [choice], "usage": reply.usage}
            self._send_json(200, answer)

    def _stream(self, reply: Reply) -> None:
        time.sleep(reply.delay)
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        if reply.raw is not None:
            self._send_piece(reply.raw)
            self._send_piece("")
            return
        sent = 0
        if reply.thinking:
            self._send_piece(_event({"reasoning_content": reply.thinking}, None))
        try:
            for piece in re.findall(r"\s*\S+|\s+$", reply.text)[: reply.cut_after]:
                self._send_piece(_event({"content": piece}, None))
                sent += 1
                self.server.state.pieces += 1
                time.sleep(reply.gap)
        finally:
            self.server.state.sent.append(sent)
        if reply.cut_after is None:
            self._send_piece(_event({}, self.ending))
            if reply.thinking:
                self._send_piece(_usage(reply.usage))
            self._send_piece("data: [DONE]\n\n")
        if reply.cut_after is None or reply.cut == "ended":
            self._send_piece("")

    def _send_piece(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _send_json(self, status: int, body: Json, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: tests read `requests`."""


def _fields_in(request: Json) -> frozenset[str]:
    """The fields of the JSON that a request asks for."""
    shape = request.get("response_format", {}).get("json_schema", {}).get("schema", {})
    return frozenset(shape.get("properties", {}))


def _envelope(kind: str) -> Json:
    return {"id": "scripted-1", "object": kind, "created": 0, "model": "scripted"}


def _event(delta: Json, finish: str | None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return f"data: {json.dumps({**_envelope('chat.completion.chunk'), 'choices': [choice]})}\n\n"


def _usage(usage: Json) -> str:
    chunk = {**_envelope("chat.completion.chunk"), "choices": [], "usage": usage}
    return f"data: {json.dumps(chunk)}\n\n"


def _played(kind: str | None) -> Callable[[str, frozenset[str]], str] | None:
    if kind is None:
        return None
    # A test that plays no model need not load the product.
    from tests.doubles.played_model import played  # noqa: PLC0415

    return played(kind)


def _verifying(reply: str) -> Callable[[str, frozenset[str]], str]:
    supports = json.dumps({"supported": [1]})
    return lambda _, fields: supports if "supported" in fields else reply


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--reply", default="", help="what it says to everything")
    parser.add_argument("--plays", choices=("good", "mediocre", "bad"), help="a model it plays")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before the first piece")
    parser.add_argument("--gap", type=float, default=0.0, help="seconds between pieces")
    parser.add_argument("--status", type=int, default=200, help="answer with this HTTP error")
    parser.add_argument("--cut-after", type=int, help="lose the connection after so many pieces")
    parser.add_argument("--refuse-schema", action="store_true")
    parser.add_argument("--hold", type=Path, help="say nothing while this file exists")
    parser.add_argument("--verifies", action="store_true", help="supports what it is to verify")
    args = parser.parse_args()
    reply = Reply(
        text=args.reply,
        delay=args.delay,
        gap=args.gap,
        status=args.status,
        cut_after=args.cut_after,
    )
    with scripted_openai(
        [reply],
        repeat=True,
        refuses_schema=args.refuse_schema,
        port=args.port,
        hold=args.hold,
        plays=_verifying(args.reply) if args.verifies else _played(args.plays),
    ) as server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
