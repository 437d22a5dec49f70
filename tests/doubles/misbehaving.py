"""An answer that does what the words of its message say: spin, crash, raise, or tell them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

from tests.doubles.slow_worker import wait
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import AnswerDone, Event, Message, Sentence, Session, TurnRecord
from tutor_app.runtime.jobs.answer_process import WarmAnswer

QUESTION = "my very private question"


def spin(_: Callable[[], bool]) -> None:
    re.match(r"(a+)+$", "a" * 60 + "b")  # for hours, in C


def recurse(stopped: Callable[[], bool]) -> None:
    recurse(stopped)


def fail(_: Callable[[], bool]) -> None:
    raise IndexMissing("This course has no index yet.")


def have_a_bug(_: Callable[[], bool]) -> None:
    raise ValueError(f"cannot parse {QUESTION}")


DEEDS: dict[str, Callable[[Callable[[], bool]], object]] = {
    "spin": spin,
    "recurse": recurse,
    "digits": lambda _: int("1" * 5_000),
    "fail": fail,
    "bug": have_a_bug,
    "crash": lambda _: os.abort(),
    "nap": lambda stopped: wait(30, stopped),
}


def misbehave(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
    for word in message.text.split():
        if word in DEEDS:
            DEEDS[word](stopped)
        elif word == "hold":
            yield sentence(f"{len(session.ladder.hold('problem'))} hints before")
        else:
            yield sentence(str(os.getpid()) if word == "process" else word)
    yield AnswerDone(record=TurnRecord(intent="direct", found=None))


def sentence(text: str) -> Sentence:
    return Sentence(text=text, role="notice")


def build_answer(settings: Settings) -> WarmAnswer:
    return WarmAnswer(answer=misbehave)


def build_nothing(settings: Settings) -> WarmAnswer:
    raise IndexMissing("The embedder is missing.")
