"""When which student asks what."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from evals.load.browser import StudentPage

OPENING_AT_ONCE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Times are seconds; `patient` students wait for an answer before they ask again."""

    students: int
    every: float
    seconds: float
    drain_seconds: float = 60.0
    patient: bool = False


@dataclass(frozen=True, slots=True)
class SentMessage:
    """One message, and the second of the clock at which Enter was pressed."""

    text: str
    at: float


@dataclass(frozen=True, slots=True)
class LoadStudent:
    """What one student sent and what their page drew."""

    page: StudentPage
    sent: tuple[SentMessage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """All students; `asking` seconds lie between the first question and the end of the asking."""

    students: tuple[LoadStudent, ...]
    asking: float


async def play(
    url: str,
    questions: Sequence[str],
    plan: Plan,
    at_turn: Callable[[], None],
) -> Play:
    """Open every student's page, ask for `plan.seconds`, and follow the answers to their end.

    `at_turn` is called when the asking begins and when it ends. Answers that are not drawn by then
    are waited for at most `drain_seconds`.
    """
    async with AsyncExitStack() as stack:
        pages = await _open(url, plan.students, stack)
        at_turn()
        begun = time.time()
        sent = await asyncio.gather(
            *(_study(page, number, questions, plan) for number, page in enumerate(pages))
        )
        asking = time.time() - begun
        at_turn()
        await _drain(pages, sum(map(len, sent)), plan.drain_seconds)
        return Play(
            students=tuple(LoadStudent(page, told) for page, told in zip(pages, sent, strict=True)),
            asking=asking,
        )


async def _open(url: str, count: int, stack: AsyncExitStack) -> list[StudentPage]:
    at_once = asyncio.Semaphore(OPENING_AT_ONCE)

    async def open_one() -> StudentPage:
        async with at_once:
            return await stack.enter_async_context(StudentPage(url))

    return list(await asyncio.gather(*(open_one() for _ in range(count))))


async def _study(
    page: StudentPage, number: int, questions: Sequence[str], plan: Plan
) -> tuple[SentMessage, ...]:
    """Ask every `plan.every` seconds; the students' questions and seconds differ."""
    order = list(questions)
    random.Random(number).shuffle(order)
    end = time.time() + plan.seconds
    due = time.time() + plan.every * number / plan.students
    sent: list[SentMessage] = []
    while due < end:
        await asyncio.sleep(max(0.0, due - time.time()))
        sent.append(SentMessage(order[len(sent) % len(order)], time.time()))
        await page.ask(sent[-1].text)
        if plan.patient:
            await _see_answer(page, len(sent), end)
        due = max(due + plan.every, time.time())
    await asyncio.sleep(max(0.0, end - time.time()))
    return tuple(sent)


async def _see_answer(page: StudentPage, count: int, end: float) -> None:
    while time.time() < end and page.answers < count:
        await asyncio.sleep(0.05)


async def _drain(pages: Sequence[StudentPage], sent: int, seconds: float) -> None:
    end = time.time() + seconds
    while time.time() < end and sum(page.answers + page.refused for page in pages) < sent:
        await asyncio.sleep(0.5)
