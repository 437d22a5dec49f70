"""A gap that a reply leaves open is answered by the next message, and waits after a wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.answering.test_gap_answers import GAP
from tests.sentences import says
from tutor_app.conversation.gap_reply import gap_answered, reply_to_gap
from tutor_app.domain.values import Cloze, Event, Exchange, Sentence, Session

SESSION = Session(conversation_id="c", course_id="c", course_name="Graphs")


def after(*replies: Sequence[Event]) -> Session:
    return replace(
        SESSION, before=tuple(Exchange(question="?", shown=tuple(shown)) for shown in replies)
    )


def reply(text: str, session: Session) -> list[Event]:
    answered = gap_answered(text, session)
    assert answered is not None
    return list(reply_to_gap(*answered, session))


def words(events: Sequence[Event]) -> str:
    return " ".join(event.text for event in events if isinstance(event, Sentence))


def test_the_right_word_is_confirmed() -> None:
    said = reply("it's the lightest", after([GAP]))

    assert says(words(said), "answers_gaps.right", word="lightest")
    assert not any(isinstance(event, Cloze) for event in said)


def test_after_a_wrong_word_the_gap_waits_and_the_second_time_it_is_filled() -> None:
    first = reply("heaviest", after([GAP]))
    second = reply("cheapest", after([GAP], first))

    assert says(words(first), "answers_gaps.not_yet", letter="l", count=8)
    assert GAP in first
    assert says(words(second), "answers_gaps.shown", word="lightest")


def test_a_gap_behind_a_button_or_of_an_earlier_reply_waits_for_no_message() -> None:
    assert gap_answered("lightest", after([replace(GAP, quiet=True)])) is None
    assert gap_answered("lightest", after([GAP], [])) is None
