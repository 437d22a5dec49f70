"""Attacks that any computer can make which reaches the port."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterator
from http.cookies import SimpleCookie

import httpx
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

from evals.attack.attacked_server import QUESTION, Target
from tutor_app.web.cookies import VISIT_COOKIE
from tutor_app.web.device_pairing import TRIES as DEVICE_TRIES

MEGABYTE = 1024 * 1024
UPLOAD_MEGABYTES = 40
FORM_MEGABYTES = 150
MOST_SENT = 16 * MEGABYTE  # what the buffers of both ends may take before a refusal is noticed
WAIT_SECONDS = 30.0
EVIL = "evil.example"


def upload_without_staff(target: Target) -> tuple[int, int]:
    """Send three files of 40 MB to the session of an open page, with cookies that are made up."""
    http, session = _visitor(target)
    http.get("/_stcore/health")  # brings the token against cross-site requests
    token = http.cookies.get("_streamlit_xsrf") or ""
    taken = 0
    for visit in ("", secrets.token_hex(16), "a" * 32):
        headers = {"X-Xsrftoken": token, "Content-Type": "multipart/form-data; boundary=b"}
        headers["Cookie"] = f"_streamlit_xsrf={token}; {VISIT_COOKIE}={visit}"
        address = f"/_stcore/upload_file/{session.id}/{secrets.token_hex(8)}"
        try:
            answer = http.put(address, content=_one_file(), headers=headers)
            taken += answer.is_success
        except httpx.TransportError:
            continue  # the connection was ended while it was being sent
    session.close()
    return 3, taken


def fill_the_memory(target: Target) -> tuple[int, int]:
    """Send a form of 150 MB whose length is not told; more than the buffers must not go out."""
    taken = 0
    for path in ("/device", "/", "/page.png"):
        sent = _send_long(target, path)
        taken += sent > MOST_SENT
    return 3, taken


def forge_addresses(target: Target) -> tuple[int, int]:
    """Try device codes, each said to come from another address; those above the pace count."""
    tries = 3 * DEVICE_TRIES
    checked = 0
    with _client(target) as http:
        for number in range(tries):
            headers = {"Origin": target.url, "X-Forwarded-For": f"10.1.{number}.7"}
            headers["Forwarded"] = f"for=10.1.{number}.7"
            headers["X-Real-IP"] = f"10.1.{number}.7"
            answer = http.post("/device", data={"code": "AAAA"}, headers=headers)
            checked += answer.status_code == httpx.codes.UNPROCESSABLE_ENTITY
    return tries, max(0, checked - DEVICE_TRIES - 1)  # one comes free while they are sent


def rebind_names(target: Target) -> tuple[int, int]:
    """Ask under names of another site, and open the live connection from its page."""
    here, evil = f"localhost:{target.port}", f"{EVIL}:{target.port}"
    taken = 0
    with _client(target) as http:
        for path in ("/", "/_stcore/health", "/device", "/page.png?doc=x&page=1"):
            taken += http.get(path, headers={"Host": evil}).status_code != 400
        for origin in (f"http://{evil}", "http://localhost:1", "null"):
            answer = http.post("/device", data={"code": "A"}, headers={"Origin": origin})
            taken += answer.status_code != 403
    pairs = [(evil, f"http://{evil}"), (here, f"http://{evil}"), (here, "http://localhost:1")]
    for host, origin in pairs:
        taken += _opens(target, host, origin)
    return 7 + len(pairs), taken


def read_the_inside(target: Target) -> tuple[int, int]:
    """Ask for metrics and the agents' interface, which tell of everybody's sessions."""
    paths = ("/_stcore/metrics", "/_stcore/metrics?families=x", "/_stcore/agent/openapi.json")
    with _client(target) as http:
        return len(paths), sum(http.get(path).is_success for path in paths)


def frame_any_answer(target: Target) -> tuple[int, int]:
    """Look for an answer without the headers that forbid framing and guessing of types."""
    paths = (
        "/",
        "/materials",
        "/device",
        "/page.png",
        "/_stcore/health",
        "/favicon.png",
        "/media/x",
    )
    missing = 0
    with _client(target) as http:
        for path in paths:
            headers = http.get(path).headers
            policy = headers.get("content-security-policy", "")
            safe = headers.get("x-content-type-options") == "nosniff"
            missing += not (safe and "frame-ancestors 'none'" in policy)
    return len(paths), missing


def picture_solutions(target: Target) -> tuple[int, int]:
    """Ask for the pages of locked files, also under the id of an older, open version."""
    wishes = [
        f"/page.png?doc={document}&page=1{more}"
        for document in target.solutions
        for more in ("", "&crop=0,0,500,500", "&width=2400", "&mark=1,1,2,2")
    ]
    wishes += [f"/page.png?doc={name}&page=1" for name in ("../files", "%00", "*", "' or 1=1 --")]
    with _client(target) as http:
        return len(wishes), sum(http.get(wish).is_success for wish in wishes)


def read_others_conversations(target: Target) -> tuple[int, int]:
    """Open the pages of staff as a student, searching for what somebody else has asked."""
    pages = ("materials", "settings", "conversations")
    read = 0
    for page in pages:
        _, session = _visitor(target)
        for query in ("", f"q={QUESTION}", "c=1"):
            shown = session.run(page, query)
            assert b"Staff code" in shown, "the page was not drawn"
            read += QUESTION.encode() in shown.replace(query.encode(), b"")
        session.close()
    return 3 * len(pages), read


class _OpenPage:
    """One page that is open at the server."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.id = ""

    def run(self, page: str = "", query: str = "") -> bytes:
        """Run the script of a page and return all that the server sends of it."""
        message = BackMsg()
        message.rerun_script.query_string = query
        message.rerun_script.page_name = page
        self._connection.send(message.SerializeToString())
        sent = b""
        while True:
            data = self._connection.recv(WAIT_SECONDS)
            assert isinstance(data, bytes)
            sent += data
            forward = ForwardMsg.FromString(data)
            if forward.WhichOneof("type") == "new_session":
                self.id = forward.new_session.initialize.session_id
            elif forward.WhichOneof("type") == "script_finished":
                return sent

    def close(self) -> None:
        self._connection.close()


def _visitor(target: Target) -> tuple[httpx.Client, _OpenPage]:
    """Open the page as anybody may."""
    http = _client(target)
    jar: SimpleCookie = SimpleCookie()
    for header in http.get("/", headers={"Accept": "text/html"}).headers.get_list("set-cookie"):
        jar.load(header)
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in jar.items())
    session = _OpenPage(_connect(target, f"localhost:{target.port}", target.url, cookies))
    session.run()
    return http, session


def _connect(target: Target, host: str, origin: str, cookies: str = "") -> ClientConnection:
    with_host = {"Host": host} if host != f"localhost:{target.port}" else {}
    return connect(
        f"ws://{host}/_stcore/stream",
        sock=socket.create_connection(("127.0.0.1", target.port)),
        origin=websockets.Origin(origin),
        subprotocols=[websockets.Subprotocol("streamlit")],
        additional_headers={"Cookie": cookies} if not with_host else None,
        legacy=True,
        max_size=None,
    )


def _opens(target: Target, host: str, origin: str) -> bool:
    try:
        _connect(target, host, origin).close()
    except websockets.WebSocketException:
        return False
    return True


def _client(target: Target) -> httpx.Client:
    return httpx.Client(base_url=target.url, trust_env=False, timeout=WAIT_SECONDS)


def _one_file() -> Iterator[bytes]:
    yield b'--b\r\nContent-Disposition: form-data; name="f"; filename="f.pdf"\r\n\r\n%PDF'
    for _ in range(UPLOAD_MEGABYTES):
        yield b"x" * MEGABYTE
    yield b"\r\n--b--\r\n"


def _send_long(target: Target, path: str) -> int:
    """Return how many bytes of a body went out before the server ended the connection."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost:{target.port}\r\nOrigin: {target.url}\r\n"
    head += "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"%x\r\n" % MEGABYTE + b"x" * MEGABYTE + b"\r\n"
    sent = 0
    with socket.create_connection(("127.0.0.1", target.port), WAIT_SECONDS) as line:
        try:
            line.sendall(head.encode())
            for _ in range(FORM_MEGABYTES):
                line.sendall(chunk)
                sent += MEGABYTE
        except OSError:
            return sent
    return sent
