"""Which names the page answers under, and whose pages may send to it."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from tutor_app.web.security.allowed_hosts import KnownHosts, host_name, host_names

HERE = "localhost:8501"


def client(*, configured: tuple[str, ...] = (), own: tuple[str, ...] = ()) -> TestClient:
    async def page(_: object) -> PlainTextResponse:
        return PlainTextResponse("page")

    async def live(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.send_text("live")

    middleware = [Middleware(KnownHosts, configured=configured, own_names=lambda: own)]
    routes = [Route("/", page, methods=["GET", "POST"]), WebSocketRoute("/live", live)]
    app = Starlette(routes=routes, middleware=middleware)
    return TestClient(app, base_url=f"http://{HERE}")


def opens(app: TestClient, **headers: str) -> bool:
    try:
        with app.websocket_connect("/live", headers={"host": HERE, **headers}) as websocket:
            return websocket.receive_text() == "live"
    except WebSocketDisconnect:
        return False


@pytest.mark.parametrize("host", [HERE, "127.0.0.1:8501", "[::1]:8501", "LOCALHOST", "localhost."])
def test_this_computer_answers_under_its_own_names(host: str) -> None:
    app = client()
    assert app.get("/", headers={"host": host}).status_code == 200
    assert opens(app, host=host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8501",  # a name of another site that points here (DNS rebinding)
        "localhost.evil.example",
        "10.0.0.7:8501",
        "evil@localhost",
        "localhost:8501;x",
        "localhost:8501/../evil",
        "[::1",
        "",
    ],
)
def test_no_other_name_gets_an_answer(host: str) -> None:
    app = client()
    assert app.get("/", headers={"host": host}).status_code == 400
    assert not opens(app, host=host)


def test_a_configured_name_and_with_lan_this_computers_own_answer() -> None:
    app = client(configured=("tutor.school.edu",), own=("10.0.0.7",))
    for host in ("tutor.school.edu", "10.0.0.7:8501"):
        assert app.get("/", headers={"host": host}).status_code == 200
        assert opens(app, host=host, origin=f"http://{host}")
    assert app.get("/", headers={"host": "10.0.0.8:8501"}).status_code == 400


def test_an_address_that_came_later_is_found() -> None:
    own = ["10.0.0.7"]

    async def page(_: object) -> PlainTextResponse:
        return PlainTextResponse("page")

    middleware = [Middleware(KnownHosts, configured=(), own_names=lambda: tuple(own))]
    app = TestClient(Starlette(routes=[Route("/", page)], middleware=middleware))
    assert app.get("/", headers={"host": "10.0.9.9"}).status_code == 400
    own[:] = ["10.0.9.9"]
    assert app.get("/", headers={"host": "10.0.9.9"}).status_code == 200
    assert app.get("/", headers={"host": "10.0.0.7"}).status_code == 400


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://localhost:3000", "null", "http://127.0.0.1:8501"]
)
def test_a_page_of_another_site_neither_sends_nor_opens_the_live_connection(origin: str) -> None:
    app = client()
    assert app.post("/", headers={"origin": origin}).status_code == 403
    assert not opens(app, origin=origin)


def test_the_page_itself_and_a_program_may() -> None:
    app = client()
    assert app.post("/", headers={"origin": f"http://{HERE}"}).status_code == 200
    assert app.post("/").status_code == 200
    assert opens(app, origin=f"http://{HERE}")


def test_behind_a_proxy_that_changes_the_host_the_configured_origin_may() -> None:
    origin = "https://tutor.school.edu"
    assert opens(client(configured=("tutor.school.edu",)), origin=origin)
    assert not opens(client(), origin=origin)


def test_the_names_of_this_computer_hold_its_addresses() -> None:
    assert "127.0.0.1" in host_names()
    assert all(name == name.lower() and "%" not in name for name in host_names())


def test_a_host_is_read_without_its_port() -> None:
    assert host_name("[2001:db8::1]:8501") == "2001:db8::1"
    assert host_name("Tutor.School.edu:443") == "tutor.school.edu"
