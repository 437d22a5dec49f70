"""Server-sent events tell an open page when there is something new, and run nothing meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.doubles.own_thread import in_own_thread
from tests.doubles.redis_server import RedisServer
from tests.web.given import quote
from tutor_app.domain.values import Reset, Status
from tutor_app.storage.live import StreamNews, connect_waiting
from tutor_app.storage.records import TurnRow
from tutor_app.web import follow_route
from tutor_app.web.chat.open_turns import AWAY, OpenTurns, read_open_turns
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.cookies import LEARNER_COOKIE
from tutor_app.web.follow_route import FOLLOW_ROUTE, NOT_READY, READY, FollowRoute

TOKEN, STRANGER = "0" * 32, "1" * 32
FollowEvent = dict[str, Any]


@pytest.fixture
def course(services: PageServices) -> str:
    return services.courses.create("Proofs").id


@pytest.fixture
def turn(services: PageServices, course: str) -> TurnRow:
    learner = services.conversations.learner(TOKEN)
    conversation = services.conversations.create(learner, course)
    return services.conversations.add_turn(conversation.id, "Why?")


def route_of(services: PageServices) -> FollowRoute:
    news = StreamNews(connect_waiting(services.settings))
    return FollowRoute(
        services.conversations, services.courses, services.streams, news, services.settings
    )


def told_while(
    services: PageServices,
    changes: Callable[[FollowRoute], AsyncIterator[FollowEvent]],
    *acts: Callable[[], object],
) -> list[FollowEvent]:
    """What is told: at first, and after each of the acts."""

    async def listen() -> list[FollowEvent]:
        told = []
        stream = changes(route_of(services))
        async with asyncio.timeout(30):
            told.append(await anext(stream))
            for act in acts:
                await asyncio.to_thread(act)
                told.append(await _next_other(stream, told[-1]))
        return told

    return in_own_thread(lambda: asyncio.run(listen()))


async def _next_other(stream: AsyncIterator[FollowEvent], last: FollowEvent) -> FollowEvent:
    async for told in stream:
        if told != last:
            return told
    raise AssertionError("nothing more was told")


def marks(told: list[FollowEvent]) -> list[str]:
    return [one["mark"] for one in told]


def test_the_mark_is_another_one_when_and_only_when_there_is_something_to_draw(
    services: PageServices, turn: TurnRow
) -> None:
    records, streams = services.conversations, services.streams
    told = told_while(
        services,
        lambda route: route._conversation(turn.conversation_id),
        lambda: records.begin(turn.id),
        lambda: streams.append(turn.id, Status(text="Searching…")),
        lambda: streams.append(turn.id, quote()),
        lambda: streams.append(turn.id, Reset(reason="again")),
        lambda: streams.append(turn.id, quote()),
        lambda: records.finish(turn.id, "done", (quote(),)),
    )
    queued, running, searching, quoted, again, quoted_again, done = marks(told)
    assert running == searching
    assert len({queued, running, quoted, again, quoted_again, done}) == 6
    assert done == read_open_turns(turn.conversation_id, records, streams).mark == ""


def test_a_turn_drawn_as_open_that_was_not_read_is_looked_at_again_once_it_is_answered(
    services: PageServices, turn: TurnRow
) -> None:
    records, streams = services.conversations, services.streams
    records.finish(turn.id, "done", (quote(),))
    read = read_open_turns(turn.conversation_id, records, streams)
    asked_meanwhile = records.add_turn(turn.conversation_id, "And then?")
    page = read.mark_of_page([asked_meanwhile.id])
    records.finish(asked_meanwhile.id, "done", (quote(),))
    assert read_open_turns(turn.conversation_id, records, streams).mark != page


def test_a_page_that_draws_the_turns_that_were_read_has_their_mark(
    services: PageServices, turn: TurnRow
) -> None:
    read = read_open_turns(turn.conversation_id, services.conversations, services.streams)
    assert read.mark_of_page([turn.id]) == read.mark != ""
    away = OpenTurns(mark=AWAY, turns={}, heard={})
    assert away.mark_of_page([turn.id]) == AWAY


def test_the_status_line_is_told_as_it_would_be_drawn(
    services: PageServices, turn: TurnRow
) -> None:
    services.conversations.begin(turn.id)
    told = told_while(
        services,
        lambda route: route._conversation(turn.conversation_id),
        lambda: services.streams.append(turn.id, Status(text="Thinking", ahead=2)),
    )
    assert told[-1]["lines"] == {turn.id: "Thinking — 2 questions ahead of yours"}
    assert told[-1]["spoken"] == "Thinking — 2 questions ahead of yours"


def test_who_waits_behind_others_is_told_how_many(
    services: PageServices, turn: TurnRow, course: str
) -> None:
    records = services.conversations
    later = records.create(records.learner(STRANGER), course)
    mine = records.add_turn(later.id, "And why that?")
    told = told_while(
        services,
        lambda route: route._conversation(later.id),
        lambda: records.finish(turn.id, "stopped", ()),
    )
    first, then = (one["lines"][mine.id] for one in told)
    assert "1 question ahead of yours" in first
    assert "ahead" not in then


def test_without_redis_the_page_is_told_so_and_again_when_it_is_back(
    services: PageServices, turn: TurnRow, server: RedisServer
) -> None:
    told = told_while(
        services, lambda route: route._conversation(turn.conversation_id), server.kill, server.start
    )
    first, away, back = marks(told)
    assert (away, back) == (AWAY, first)


def test_a_waiting_student_is_told_when_the_course_is_ready(
    services: PageServices, course: str
) -> None:
    index = services.settings.course_dir(course) / "index"

    def write() -> None:
        index.mkdir(parents=True)
        (index / "CURRENT").write_text("1")

    assert marks(told_while(services, lambda route: route._course(course), write)) == [
        NOT_READY,
        READY,
    ]


@pytest.mark.parametrize(
    ("token", "wish", "status"),
    [
        (TOKEN, {"conversation": "{mine}"}, 200),
        (STRANGER, {"conversation": "{mine}"}, 404),
        ("", {"conversation": "{mine}"}, 404),
        (TOKEN, {}, 404),
        (TOKEN, {"course": "proofs"}, 200),
        (TOKEN, {"course": "../proofs"}, 404),
    ],
)
def test_only_ones_own_conversation_can_be_followed(  # noqa: PLR0913  (a table and its services)
    services: PageServices,
    turn: TurnRow,
    monkeypatch: pytest.MonkeyPatch,
    token: str,
    wish: dict[str, str],
    status: int,
) -> None:
    monkeypatch.setattr(follow_route, "STREAM_SECONDS", 0.0)
    app = Starlette(routes=[Route(FOLLOW_ROUTE, route_of(services).answer)])
    params = {key: value.format(mine=turn.conversation_id) for key, value in wish.items()}
    answer = TestClient(app, cookies={LEARNER_COOKIE: token}).get(FOLLOW_ROUTE, params=params)
    assert answer.status_code == status
    if status == 200:
        assert answer.headers["content-type"].startswith("text/event-stream")
        (data,) = (line for line in answer.text.splitlines() if line.startswith("data: "))
        assert "mark" in json.loads(data.removeprefix("data: "))
