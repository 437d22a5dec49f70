"""One student's chat page without a browser: Streamlit's own messages over its own websocket.

It does what the page's JavaScript does with them: keeps the address line and the cookies, sends a
message until it is stored, listens for what is new, has the fragment that draws it run then, and
fetches the pictures of what is quoted.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from dataclasses import dataclass, field
from html import unescape
from http.cookies import SimpleCookie
from typing import Any
from uuid import uuid4

import httpx
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection

from tutor_app.web.cookies import LEARNER_COOKIE

STREAM = "/_stcore/stream"
OPENING_SECONDS = 60.0
AGAIN_SECONDS = 0.5  # between two tries to connect
NO_TOKEN = (
    "PLACEHOLDER_AUTH_TOKEN"  # what Streamlit's page sends before the session it goes on with
)
TURN = re.compile(r"-turn-([0-9a-f]{32})$")
PICTURE = re.compile(r'<img src="(/page\.png[^"]*)"(?![^>]*loading="lazy")')
# What stands in a turn before its answer does.
NOT_AN_ANSWER = ("el-asked", "el-intent", "el-status")

Path = tuple[int, ...]


@dataclass
class TurnSeen:
    """When the page first drew the parts of a turn, in seconds of the clock; None: never."""

    asked: float | None = None
    status: float | None = None
    answer: float | None = None


@dataclass(frozen=True, slots=True)
class _Component:
    """A component of the page as it was drawn last: its id, its fragment's, what it was given."""

    id: str = ""
    fragment: str = ""
    data: dict[str, Any] = field(default_factory=dict)


@dataclass
class StudentPage:
    """The chat page in one browser of its own. Use it as an async context manager.

    `token` is the cookie by which the database knows the student.
    """

    url: str
    token: str = ""
    turns: dict[str, TurnSeen] = field(default_factory=dict)
    refused: int = 0
    reconnected: int = 0
    pictures: int = 0

    async def __aenter__(self) -> StudentPage:
        """Open the page and wait until a question can be typed.

        Raises:
            TimeoutError: the page did not get there.
        """
        self._http = httpx.AsyncClient(base_url=self.url, trust_env=False, timeout=60)
        reply = await self._http.get("/", headers={"Accept": "text/html"})
        reply.raise_for_status()
        self._cookies = _cookies(reply)
        self.token = self._cookies[LEARNER_COOKIE]
        self._can_type = asyncio.Event()
        self._connected = asyncio.Event()
        self._websocket: ClientConnection | None = None
        self._session = self._page = self._query = ""
        self._input = _Component()
        self._follower = _Component()
        self._following: asyncio.Task[None] | None = None
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._kept: dict[str, ForwardMsg] = {}
        self._turn_at: dict[Path, str] = {}
        self._timers: dict[str, asyncio.Task[None]] = {}
        self._fetched: dict[str, asyncio.Task[None]] = {}
        self._listening = asyncio.create_task(self._listen())
        self._delivering = asyncio.create_task(self._deliver())
        async with asyncio.timeout(OPENING_SECONDS):
            await self._can_type.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        following = [self._following] if self._following else []
        tasks = [
            self._listening,
            self._delivering,
            *following,
            *self._timers.values(),
            *self._fetched.values(),
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._websocket is not None:
            await self._websocket.close()
        await self._http.aclose()

    @property
    def answers(self) -> int:
        """How many turns have something of their answer on the page."""
        return sum(seen.answer is not None for seen in self.turns.values())

    async def ask(self, text: str) -> None:
        """Type the question and press Enter."""
        self._outbox.put_nowait(text)

    async def _deliver(self) -> None:
        """Send what was typed, one after the other, until each is stored or refused."""
        while True:
            text = await self._outbox.get()
            message = {"id": uuid4().hex, **self._input.data["thread"], "text": text}
            while (reply := await self._post(message)) is None or reply.is_server_error:
                await asyncio.sleep(AGAIN_SECONDS)
            if reply.is_success:
                await self._tell(self._input, "sent", message["conversation"])
            else:
                self.refused += 1

    async def _post(self, message: dict[str, Any]) -> httpx.Response | None:
        try:
            return await self._http.post(
                self._input.data["route"], json=message, headers=self._headers()
            )
        except httpx.HTTPError:
            return None

    def _headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": cookies, "Sec-Fetch-Site": "same-origin"}

    async def _follow(self, address: str) -> None:
        """Have the page look again whenever another mark is told than that of what it drew."""
        while True:
            try:
                async with self._http.stream("GET", address, headers=self._headers()) as reply:
                    async for line in reply.aiter_lines():
                        told = json.loads(line[6:])["mark"] if line.startswith("data: ") else None
                        if told is not None and told != self._follower.data["mark"]:
                            await self._tell(self._follower, "look", told)
            except httpx.HTTPError:
                pass
            await asyncio.sleep(AGAIN_SECONDS)

    async def _tell(self, component: _Component, event: str, value: str) -> None:
        """What a component of the page tells its script."""
        message = self._rerun(component.fragment)
        message.rerun_script.is_auto_rerun = False
        widget = message.rerun_script.widget_states.widgets.add()
        widget.id = f"$$STREAMLIT_INTERNAL_KEY_{component.id}__events"
        widget.json_trigger_value = json.dumps({"event": event, "value": value})
        await self._send(message)

    def _rerun(self, fragment: str = "") -> BackMsg:
        message = BackMsg()
        state = message.rerun_script
        state.query_string = self._query
        state.page_script_hash = self._page
        state.fragment_id = fragment
        state.is_auto_rerun = bool(fragment)
        state.cached_message_hashes.extend(self._kept)
        state.context_info.url = f"{self.url}/"
        return message

    async def _send(self, message: BackMsg) -> None:
        """As the page: nothing can be sent while it is not connected."""
        await self._connected.wait()
        assert self._websocket is not None
        await self._websocket.send(message.SerializeToString())

    async def _listen(self) -> None:
        """Read what the server sends; connect again, to the same session, where it ended."""
        while True:
            try:
                self._websocket = await self._connect()
                self._connected.set()
                await self._send(self._rerun())
                async for data in self._websocket:
                    if isinstance(data, bytes):
                        self._take(ForwardMsg.FromString(data))
            except (OSError, websockets.WebSocketException):
                pass
            self._connected.clear()
            self.reconnected += 1
            await asyncio.sleep(AGAIN_SECONDS)

    async def _connect(self) -> ClientConnection:
        session = [NO_TOKEN, self._session] if self._session else []
        return await websockets.connect(
            f"{self.url.replace('http', 'ws', 1)}{STREAM}",
            origin=websockets.Origin(self.url),
            subprotocols=[websockets.Subprotocol(name) for name in ("streamlit", *session)],
            additional_headers={
                "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())
            },
            max_size=None,
            ping_interval=None,
        )

    def _take(self, message: ForwardMsg) -> None:
        message = self._whole(message)
        match message.WhichOneof("type"):
            case "new_session":
                self._begin_run(message)
            case "page_info_changed":
                self._query = message.page_info_changed.query_string
            case "auto_rerun":
                self._run_again(message.auto_rerun.fragment_id, message.auto_rerun.interval)
            case "stop_auto_rerun":
                for fragment in message.stop_auto_rerun.fragment_ids:
                    self._end_timer(fragment)
            case "delta":
                self._draw(tuple(message.metadata.delta_path), message)

    def _whole(self, message: ForwardMsg) -> ForwardMsg:
        """What was sent before and kept is only named the next time."""
        if message.WhichOneof("type") == "ref_hash":
            kept = ForwardMsg()
            kept.CopyFrom(self._kept[message.ref_hash])
            kept.metadata.CopyFrom(message.metadata)
            return kept
        if message.metadata.cacheable and message.hash:
            self._kept[message.hash] = message
        return message

    def _begin_run(self, message: ForwardMsg) -> None:
        self._session = message.new_session.initialize.session_id
        self._page = message.new_session.page_script_hash
        if not message.metadata.run.fragment_ids:  # the whole page: its timers begin anew
            for fragment in list(self._timers):
                self._end_timer(fragment)

    def _run_again(self, fragment: str, seconds: float) -> None:
        async def tick() -> None:
            while True:
                await asyncio.sleep(seconds)
                try:
                    await self._send(self._rerun(fragment))
                except websockets.ConnectionClosed:
                    return

        if fragment not in self._timers:
            self._timers[fragment] = asyncio.create_task(tick())

    def _end_timer(self, fragment: str) -> None:
        timer = self._timers.pop(fragment, None)
        if timer is not None:
            timer.cancel()

    def _draw(self, path: Path, message: ForwardMsg) -> None:
        delta = message.delta
        if delta.WhichOneof("type") == "add_block":
            self._turn_at.pop(path, None)
            if turn := TURN.search(delta.add_block.id):
                self._turn_at[path] = turn[1]
            return
        element = delta.new_element
        match element.WhichOneof("type"):
            case "bidi_component":
                self._draw_component(element.bidi_component, delta.fragment_id)
            case "html":
                self._draw_in_turn(path, element.html.body)
            case "markdown":
                self._draw_in_turn(path, element.markdown.body)

    def _draw_component(self, drawn: BidiComponent, fragment: str) -> None:
        component = _Component(
            id=drawn.id, fragment=fragment, data=json.loads(drawn.json) if drawn.json else {}
        )
        if "route" in component.data:
            self._input = component
            self._can_type.set()
        elif "follow" in component.data:
            before, self._follower = self._follower, component
            if before.data.get("follow") != component.data["follow"]:
                if self._following is not None:
                    self._following.cancel()
                follow = component.data["follow"]
                self._following = asyncio.create_task(self._follow(follow)) if follow else None

    def _draw_in_turn(self, path: Path, body: str) -> None:
        places = (path[:length] for length in range(len(path)))
        turn = next((self._turn_at[place] for place in places if place in self._turn_at), None)
        if turn is None:
            return
        seen, now = self.turns.setdefault(turn, TurnSeen()), time.time()
        if "el-asked" in body:
            seen.asked = seen.asked or now
        elif "el-status" in body:
            seen.status = seen.status or now
        elif not any(kind in body for kind in NOT_AN_ANSWER):
            seen.answer = seen.answer or now
        for address in PICTURE.findall(body):
            if address not in self._fetched:
                self._fetched[address] = asyncio.create_task(self._fetch(unescape(address)))

    async def _fetch(self, address: str) -> None:
        reply = await self._http.get(address)
        self.pictures += reply.status_code == httpx.codes.OK


def _cookies(reply: httpx.Response) -> dict[str, str]:
    """Read here: the client's own jar gives the header back in another form than a browser."""
    jar = SimpleCookie()
    for header in reply.headers.get_list("set-cookie"):
        jar.load(header)
    return {name: morsel.value for name, morsel in jar.items()}
