"""Asking a model for what code checks: one repair, and an endpoint's failure is reported."""

from __future__ import annotations

from dataclasses import dataclass

from tests.doubles.chat_models import Scripted, cuts_the_stream
from tutor_app.models.chat_model import ChatMessage
from tutor_app.models.checked_request import Request, RequestResult, ask_checked


@dataclass(frozen=True)
class Why:
    check: str


def even(reply: str) -> tuple[int | None, Why | None]:
    return (int(reply), None) if int(reply) % 2 == 0 else (None, Why(f"{reply} is odd"))


def again(why: Why) -> ChatMessage | None:
    return ChatMessage("user", f"{why.check}, another one")


def ask(model: Scripted, tries: int = 2, stopped: bool = False) -> RequestResult[int]:
    request = Request(
        duty="count",
        prompt=[ChatMessage("user", "An even number")],
        schema={"properties": {}},
        max_tokens=5,
        tries=tries,
    )
    return ask_checked(request, even, again, model, lambda: stopped)


def says(*replies: str) -> Scripted:
    left = list(replies)
    return Scripted(lambda *_: left.pop(0))


def test_the_first_reply_that_passes_is_taken() -> None:
    tried = ask(says("4"))
    assert (tried.found, [a.failed_check for a in tried.attempts]) == (4, [None])


def test_a_failed_one_is_asked_for_once_more_with_what_failed() -> None:
    model = says("3", "6")
    assert ask(model).found == 6
    assert model.asked == ["An even number", "3 is odd, another one"]


def test_two_failures_are_the_end() -> None:
    tried = ask(says("3", "5", "8"))
    assert tried.found is None
    assert [a.failed_check for a in tried.attempts] == ["3 is odd", "5 is odd"]


def test_an_exam_asks_once() -> None:
    assert len(ask(says("3", "6"), tries=1).attempts) == 1


def test_an_endpoint_that_fails_is_reported() -> None:
    tried = ask(Scripted(cuts_the_stream))
    assert tried.problem == "the connection was lost"
    assert [a.failed_check for a in tried.attempts] == ["no reply of the model"]


def test_what_was_stopped_is_not_judged() -> None:
    tried = ask(says("4"), stopped=True)
    assert tried.found is None
    assert [a.failed_check for a in tried.attempts] == ["stopped"]
