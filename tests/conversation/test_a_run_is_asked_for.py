"""A message that surely asks for a run is about the program on the table, whatever its form."""

from __future__ import annotations

from dataclasses import replace

from tests.doubles.debugging import ASK
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Exchange,
    HintLevel,
    Message,
    Sentence,
    Session,
    VariablesShown,
)
from tutor_app.programs.runs_at_once import Runner
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.understanding.act_classifier import ActClassifier, ActGuess, DialogueAct
from tutor_app.understanding.turn_tokens import OnTable

COURSE = small_index("A queue hands out the oldest vertex first.")
WORDS = "Could I see what happens in there?"


class TellsRuns(ActClassifier):
    """Takes everything but the first message for a wish to see a run."""

    def __init__(self, *, sure: bool) -> None:
        super().__init__()
        self.sure = sure

    def classify(self, table: OnTable, last_words: str, message: str) -> ActGuess:
        act: DialogueAct = "ask.run" if message == WORDS else "work.bug"
        has_table = table == "program"
        return ActGuess(
            act=act, confidence=0.9, second="ask.why", sure=self.sure, about_table=has_table
        )


def second_reply(*, sure: bool) -> list[Event]:
    services = Services(
        courses=lambda course_id: COURSE,
        embedder=BagOfWords(),
        profile=PROFILES["dense"],
        run_program=Runner(),
        acts=TellsRuns(sure=sure),
    )
    session = Session(conversation_id="c", course_id="c", course_name="Programs")
    first = list(respond(Message(text=ASK), session, services))
    said = tuple(event.text for event in first if isinstance(event, Sentence))
    before = Exchange(question=ASK, intent="debugging", said=said, shown=tuple(first))
    session = replace(session, before=(before,), work=work_of(first), work_is_newer=True)
    return list(respond(Message(text=WORDS), session, services))


def work_of(events: list[Event]) -> WorkRecord | None:
    done = events[-1]
    assert isinstance(done, AnswerDone)
    return done.record.work


def test_a_question_that_surely_asks_for_a_run_gets_it_and_moves_no_ladder() -> None:
    reply = second_reply(sure=True)

    assert [e.table.call for e in reply if isinstance(e, VariablesShown)] == ["total([1, 2, 3], 0)"]
    assert not any(isinstance(event, HintLevel) for event in reply)
    work = work_of(reply)
    assert work is not None
    assert work.ladder == ()


def test_in_doubt_nothing_is_run() -> None:
    assert not any(isinstance(event, VariablesShown) for event in second_reply(sure=False))
