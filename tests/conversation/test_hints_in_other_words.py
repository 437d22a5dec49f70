"""A model that holds the duty finds words for a hint; without it, or late, the template stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from tests.doubles.chat_models import Scripted, cuts_the_stream
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.conversation import model_queue as model_line
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import ModelUnreachable
from tutor_app.domain.teaching import (
    CourseSettings,
    LadderEvent,
    ListedLadders,
    TracingRecord,
    WorkRecord,
)
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Message,
    Sentence,
    Session,
    Status,
    TurnRecord,
)
from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.phrase_hint import DUTY
from tutor_app.programs.runs_at_once import Runner
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.understanding.act_classifier import ActClassifier

WRONG = (
    "Run uniform cost search from S to C on this undirected graph: S-A 1, S-B 4, A-B 2, A-C 6, "
    "B-C 3. Ties are broken alphabetically.\nI got this:\n1 | S\n2 | A\n3 | C\nIs it right?"
)
PROGRAM = """largest([-3, -7]) gives 0 and it must give -3.
```python
def largest(numbers):
    best = 0
    for n in numbers:
        if n > best:
            best = n
    return best
```"""
RULE = "Steps 1 and 2 are right."
IN_OTHER_WORDS = {
    "hint": "You have steps 1 and 2 right.",
    "question": "In step 3, which node is selected, and what is in OPEN after it?",
}


def writes(**fields: str) -> Scripted:
    return Scripted(lambda *_: json.dumps(fields))


ACTS = ActClassifier()


@dataclass
class Learner:
    """One learner in one conversation with a tutor whose model holds the duty."""

    model: Callable[[], ChatModel]
    duties: frozenset[str] = frozenset({DUTY})
    settings: CourseSettings = CourseSettings(reveal_policy="hints")
    before: tuple[LadderEvent, ...] = ()
    tracing: TracingRecord | None = None
    work: WorkRecord | None = None
    runner: Runner | None = None
    events: list[Event] = field(default_factory=list)

    def say(self, text: str) -> list[Event]:
        index = small_index("Nothing of use stands here.")
        services = Services(
            courses=lambda _: index,
            embedder=BagOfWords(),
            profile=PROFILES["default"],
            duties=self.duties,
            model=self.model,
            run_program=self.runner,
            acts=ACTS,
        )
        session = Session(
            conversation_id="c",
            course_id="c",
            course_name="Graphs",
            settings=self.settings,
            ladder=ListedLadders(self.before),
            tracing=self.tracing,
            work=self.work,
        )
        self.events = list(respond(Message(text=text), session, services))
        left = self.record
        self.tracing, self.work = left.tracing or self.tracing, left.work or self.work
        moved = left.tracing or left.work
        self.before += moved.ladder if moved is not None else ()
        return self.events

    @property
    def record(self) -> TurnRecord:
        done = self.events[-1]
        assert isinstance(done, AnswerDone)
        return done.record

    def hints(self) -> list[Sentence]:
        return [
            e for e in self.events if isinstance(e, Sentence) and e.role in ("hint", "question")
        ]


def second_hint(model: Callable[[], ChatModel], **kept: object) -> Learner:
    """A learner whose work goes wrong in step 3, at the second level of the ladder."""
    learner = Learner(lambda: writes(hint="", question=""))
    learner.say(WRONG)
    learner = replace(learner, model=model, **kept)  # type: ignore[arg-type]
    learner.say("Next hint")
    return learner


def test_without_the_duty_the_model_is_never_asked() -> None:
    model = writes(**IN_OTHER_WORDS)
    learner = second_hint(lambda: model, duties=frozenset())
    assert model.asked == []
    assert all(not sentence.by_model for sentence in learner.hints())


def test_hint_and_question_come_in_the_models_words_and_are_marked_so() -> None:
    learner = second_hint(lambda: writes(**IN_OTHER_WORDS))
    assert [sentence.text for sentence in learner.hints()] == list(IN_OTHER_WORDS.values())
    assert all(sentence.by_model for sentence in learner.hints())
    assert RULE not in [e.text for e in learner.events if isinstance(e, Sentence)], "no fact twice"


def test_the_student_is_told_what_is_waited_for() -> None:
    learner = second_hint(lambda: writes(**IN_OTHER_WORDS))
    assert "Finding words for your hint…" in [
        e.text for e in learner.events if isinstance(e, Status)
    ]


@pytest.mark.parametrize(
    "reply",
    [
        {**IN_OTHER_WORDS, "hint": "You have steps 1 and 2 right, and node B comes next."},
        {**IN_OTHER_WORDS, "hint": "Steps 1 and 2 are not right."},
        {**IN_OTHER_WORDS, "question": "In step 3, is B selected from OPEN?"},
        {"hint": "B."},
    ],
)
def test_words_that_fail_twice_leave_the_template_and_staff_see_both(reply: dict[str, str]) -> None:
    learner = second_hint(lambda: writes(**reply))
    assert learner.hints()[0].text == RULE
    assert not any(sentence.by_model for sentence in learner.hints())
    attempts = learner.record.attempts
    assert len(attempts) == 2
    assert all(attempt.failed_check and attempt.duty == DUTY for attempt in attempts)


def test_a_failed_wording_is_repaired_once() -> None:
    replies = [json.dumps({**IN_OTHER_WORDS, "hint": "B is next."}), json.dumps(IN_OTHER_WORDS)]
    model = Scripted(lambda *_: replies.pop(0))
    learner = second_hint(lambda: model)
    assert learner.hints()[0].text == IN_OTHER_WORDS["hint"]
    assert len(model.asked) == 2


def test_an_endpoint_that_fails_leaves_the_template_and_a_note_for_staff_alone() -> None:
    learner = second_hint(lambda: Scripted(cuts_the_stream))
    assert learner.hints()[0].text == RULE
    assert [a.failed_check for a in learner.record.attempts] == ["no reply of the model"]
    assert not [e for e in learner.events if isinstance(e, Sentence) and e.role == "notice"]


def test_a_model_that_cannot_be_opened_is_told_to_staff() -> None:
    def gone() -> ChatModel:
        raise ModelUnreachable("The server is down.")

    learner = second_hint(gone)
    assert learner.hints()[0].text == RULE
    assert [a.failed_check for a in learner.record.attempts] == ["The server is down."]


def test_who_waits_too_long_reads_the_hint_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_line, "PATIENCE", -1.0)
    learner = second_hint(lambda: writes(**IN_OTHER_WORDS))
    assert learner.hints()[0].text == RULE
    assert [a.failed_check for a in learner.record.attempts] == ["stopped"]


def test_the_rule_and_the_row_stay_word_for_word() -> None:
    model = writes(hint="Well.", question="What do you get if you start here?")
    learner = Learner(lambda: model, settings=CourseSettings(reveal_policy="hints"))
    learner.say(WRONG.partition("\nI got this")[0])
    asked = model.asked[0]
    assert "Question: What does it do first here?" in asked
    assert learner.hints()[0].text.startswith("Begin with the rule:")
    assert "OPEN with the smallest" not in asked, "a rule is not put to the model"


def test_a_question_on_a_program_passes_the_same_place_and_the_run_stays_as_it_is() -> None:
    asked = "What does `best` hold on this call, by hand, when the loop is reached?"
    model = writes(hint="", question=asked)
    learner = Learner(lambda: model, runner=Runner())
    learner.say(PROGRAM)

    assert "`best`" in model.asked[0]
    assert [sentence.text for sentence in learner.hints()] == [asked]
    shown = [e.text for e in learner.events if isinstance(e, Sentence)]
    assert any("`largest([-3, -7])` gives `0`" in text for text in shown)


def test_a_row_to_predict_is_asked_for_at_once() -> None:
    model = writes(**IN_OTHER_WORDS)
    learner = Learner(lambda: model, settings=CourseSettings(reveal_policy="predict"))
    learner.say(WRONG.partition("\nI got this")[0])
    assert model.asked == []
    assert learner.hints()
