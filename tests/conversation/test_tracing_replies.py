"""Messages about algorithm problems, from the student's words to what they are shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.doubles.ladders import WatchedLadders
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.teaching import (
    CourseSettings,
    LadderEvent,
    RevealPolicy,
    TracingRecord,
)
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Exchange,
    Message,
    Offers,
    ProblemRead,
    Quote,
    Sentence,
    Session,
    TraceShown,
)
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.tracing.exact_run import run
from tutor_app.understanding.act_classifier import ActClassifier
from tutor_app.understanding.dialogue_acts import NEXT_HINT, SHOW_ALL

ACTS = ActClassifier()
GRAPH = "undirected graph: S-A 1, S-B 4, A-B 2, A-C 6, B-C 3"
ASK = f"Run uniform cost search from S to C on this {GRAPH}. Ties are broken alphabetically."
RIGHT = (
    f"{ASK}\nI got this:\n1 | S\n2 | A\n3 | B\n4 | C\nPath: S -> A -> B -> C, cost 6\nIs it right?"
)
WRONG = RIGHT.replace("2 | A\n3 | B", "2 | B\n3 | A")
OTHER = "Run BFS from 1 to 4 on the directed graph 1->2, 1->3, 2->4, 3->4"


class Learner:
    """One learner in one conversation, whose records are kept between the messages."""

    def __init__(self, policy: RevealPolicy, index: CourseIndex | None = None) -> None:
        self.index = index
        self.watched = WatchedLadders()
        self.session = Session(
            conversation_id="c",
            course_id="c",
            course_name="Graphs",
            contact="Ada",
            settings=CourseSettings(reveal_policy=policy),
            ladder=self.watched,
        )

    def say(self, text: str) -> list[Event]:
        services = Services(
            courses=self._course,
            embedder=BagOfWords(),
            profile=PROFILES["dense"],
            acts=ACTS,
        )
        events = list(respond(Message(text=text), self.session, services))
        self.keep(text, events)
        return events

    def keep(self, text: str, events: list[Event]) -> None:
        """Keep what a reply leaves behind, as a worker does."""
        done = events[-1]
        assert isinstance(done, AnswerDone)
        left = done.record.tracing
        if left is not None:
            self.watched = self.watched.moved(left.ladder)
            self.session = replace(self.session, tracing=left, ladder=self.watched)
        exchange = Exchange(question=text, intent=done.record.intent, said=spoken(events))
        self.session = replace(self.session, before=(*self.session.before, exchange)[-3:])

    @property
    def ladder(self) -> tuple[LadderEvent, ...]:
        """What happened on the learner's ladders so far."""
        return self.watched.events

    @property
    def left(self) -> TracingRecord:
        assert self.session.tracing is not None
        return self.session.tracing

    def _course(self, course_id: str) -> CourseIndex:
        if self.index is None:
            raise IndexMissing("no material")
        return self.index


def spoken(events: list[Event]) -> tuple[str, ...]:
    return tuple(event.text for event in events if isinstance(event, Sentence))


def shown(events: list[Event]) -> list[TraceShown]:
    return [event for event in events if isinstance(event, TraceShown)]


def words(events: list[Event]) -> str:
    return " ".join(event.text for event in events if isinstance(event, Sentence))


def test_open_shows_the_problem_as_read_the_whole_table_and_what_comes_out() -> None:
    events = Learner("open").say(ASK)
    (read,) = [event for event in events if isinstance(event, ProblemRead)]
    (table,) = shown(events)

    assert "tie_break" not in read.assumed
    assert "goal_test" in read.assumed
    assert table.upto is None
    assert run(table.problem).final == {"found": True, "path": ("S", "A", "B", "C"), "cost": 6}
    assert "S, A, B, C" in words(events) or "S → A → B → C" in words(events)
    assert "6" in words(events)


def test_predict_shows_no_row_before_the_student_predicted_it() -> None:
    learner = Learner("predict")
    events = learner.say(ASK)
    assert [table.upto for table in shown(events)] == [0]
    assert words(events).count("?") == 1

    events = learner.say("S")
    assert [table.upto for table in shown(events)] == [1]
    assert "is right" in words(events)


def test_a_row_predicted_with_its_open_list_is_checked_whole() -> None:
    learner = Learner("predict")
    learner.say(ASK)
    learner.say("S")
    learner.say("A, OPEN: B, C")
    assert learner.left.answered == "right"

    learner.say("B, open is S")
    assert learner.left.correct is False


def test_predict_gives_a_hint_for_a_wrong_row_and_does_not_show_it() -> None:
    learner = Learner("predict")
    learner.say(ASK)
    learner.say("S")
    events = learner.say("C")

    assert all(table.upto is not None and table.upto < 2 for table in shown(events))
    assert learner.left.correct is False
    assert [event.level for event in learner.left.ladder] == [1]


def test_predict_shows_all_after_three_rows_and_not_before() -> None:
    learner = Learner("predict")
    learner.say(ASK)
    for row in ("S", "A"):
        learner.say(row)
    assert all(table.upto is not None for table in shown(learner.say(SHOW_ALL)))

    learner.say("B")
    assert [table.upto for table in shown(learner.say(SHOW_ALL))] == [None]


def test_cells_that_are_no_row_are_not_searched_in_the_course_but_asked_for_again() -> None:
    learner = Learner("predict")
    learner.say("Build a max-heap bottom-up with heapsort from 8, 20, 15, 4, 17")
    events = learner.say("4")

    assert "could not read" in words(events)
    assert "phase | array" in words(events)
    assert [table.upto for table in shown(events)] == [0]


def test_the_last_row_predicted_ends_the_problem() -> None:
    learner = Learner("predict")
    learner.say(ASK)
    for row in ("S", "A", "B"):
        learner.say(row)
    events = learner.say("C")

    assert learner.left.correct is True
    assert "is right" in words(events)


@pytest.mark.parametrize("ask", [ASK, SHOW_ALL, "just tell me the answer", "What comes next?"])
def test_hints_never_show_the_table_however_it_is_asked_for(ask: str) -> None:
    learner = Learner("hints")
    learner.say(ASK)
    for table in shown(learner.say(ask)):
        assert table.upto == 0


@pytest.mark.parametrize("policy", ["open", "predict", "hints"])
def test_a_right_trace_is_confirmed_plainly_under_every_policy(policy: RevealPolicy) -> None:
    learner = Learner(policy)
    events = learner.say(RIGHT)

    assert "is right" in words(events)
    assert "?" not in words(events)
    assert learner.left.correct is True


def test_a_wrong_trace_gets_the_hint_of_its_level_and_next_hint_one_more() -> None:
    learner = Learner("hints")
    levels = []
    for message in (WRONG, NEXT_HINT, NEXT_HINT, NEXT_HINT, NEXT_HINT):
        learner.say(message)
        levels += [event.level for event in learner.left.ladder]

    assert levels == [1, 2, 3, 4, 5]


def test_the_first_hint_names_no_step_and_the_second_none_of_the_right_row() -> None:
    learner = Learner("hints")
    first, second = learner.say(WRONG), learner.say(NEXT_HINT)

    assert learner.left.wrong_step == 2
    assert "2" not in words(first)
    assert all(table.upto is not None and table.upto <= 1 for table in shown(second))


def test_a_corrected_trace_after_hints_is_confirmed_and_ends_the_ladder() -> None:
    learner = Learner("hints")
    learner.say(WRONG)
    learner.say(NEXT_HINT)
    events = learner.say("1 | S\n2 | A\n3 | B\n4 | C\nPath: S -> A -> B -> C, cost 6")

    assert learner.left.correct is True
    assert "is right" in words(events)
    assert [event.cause for event in learner.left.ladder] == ["right"]


def test_you_are_wrong_is_answered_by_running_it_again() -> None:
    learner = Learner("hints")
    learner.say(WRONG)
    events = learner.say("You are wrong, mine is right!")

    assert "ran it again" in words(events)
    assert learner.left.correct is False
    assert [event.level for event in learner.left.ladder] == [1]


def test_a_right_student_who_insists_is_told_so() -> None:
    learner = Learner("hints")
    learner.say(RIGHT)

    assert "is right" in words(learner.say("are you sure? mine is right"))


def test_pressing_for_the_answer_offers_the_next_hint_and_stays() -> None:
    learner = Learner("hints")
    learner.say(WRONG)
    events = learner.say("please just give me the answer")

    assert NEXT_HINT in [m for event in events if isinstance(event, Offers) for m in event.messages]
    assert [(e.level, e.cause) for e in learner.left.ladder] == [(1, "pressed")]


def test_after_the_last_hint_come_a_person_and_a_new_problem_and_no_question() -> None:
    learner = Learner("hints")
    for message in (WRONG, NEXT_HINT, NEXT_HINT, NEXT_HINT):
        learner.say(message)
    events = learner.say(NEXT_HINT)

    assert "Ada" in words(events)
    assert any(isinstance(e, Sentence) and e.role == "exercise" for e in events)
    assert not any(isinstance(e, Sentence) and e.role == "question" for e in events)


def test_what_is_missing_is_asked_and_the_answer_completes_the_problem() -> None:
    learner = Learner("open")
    asked = learner.say(ASK.replace(" from S to C", " to C"))
    assert words(asked).count("?") == 1
    assert not shown(asked)

    assert [table.upto for table in shown(learner.say("from S"))] == [None]


def test_asking_for_help_before_the_question_is_answered_gets_the_question_again() -> None:
    learner = Learner("open")
    question = words(learner.say(ASK.replace(" from S to C", " to C")))
    again = learner.say(NEXT_HINT)

    assert question in words(again)
    assert [table.upto for table in shown(learner.say("from S"))] == [None]


def test_each_problem_has_its_own_ladder_and_coming_back_finds_it() -> None:
    learner = Learner("hints")
    learner.say(WRONG)
    learner.say(NEXT_HINT)
    learner.say(OTHER)
    assert [event.level for event in learner.left.ladder] == [1]

    learner.say(ASK)
    assert [event.level for event in learner.left.ladder] == [2]


def test_a_question_about_something_else_is_answered_and_the_ladder_waits() -> None:
    index = small_index("A heuristic is admissible if it never overestimates the cost.")
    learner = Learner("hints", index)
    learner.say(WRONG)
    learner.say(NEXT_HINT)
    before, learner.watched.held = learner.ladder, None
    events = learner.say("When is a heuristic admissible?")

    assert any(isinstance(event, Quote) for event in events)
    assert learner.ladder == before
    assert learner.watched.held is None


def test_the_rule_is_cited_where_the_course_has_it() -> None:
    rule = "Uniform cost search always expands the node of the frontier with the lowest path cost."
    events = Learner("open", small_index(rule, "Strings are finite.")).say(ASK)

    assert [quote.marked[0].text for quote in events if isinstance(quote, Quote)] == [rule]


MST = "A minimum spanning tree is a spanning tree with the minimum weight of any spanning tree."
KRUSKAL = "Kruskal's algorithm looks at the edges from the lightest to the heaviest one."
QUICKSORT = "Quicksort is a sort that moves smaller elements to the left of its pivot."


@pytest.mark.parametrize(
    ("ask", "cited"),
    [
        ("Run Kruskal on the undirected graph a-b 2, a-c 3, b-c 1", [KRUSKAL]),
        ("Run selection sort on 5, 2, 9, 1", []),
        ("Run quicksort on 5, 2, 9, 1", [QUICKSORT]),
    ],
)
def test_what_is_cited_names_the_algorithm_and_is_not_only_near_it(
    ask: str, cited: list[str]
) -> None:
    events = Learner("open", small_index(MST, KRUSKAL, QUICKSORT)).say(ask)

    assert [quote.marked[0].text for quote in events if isinstance(quote, Quote)] == cited


def test_a_problem_is_answered_while_the_course_has_no_material() -> None:
    assert shown(Learner("open").say(ASK))


def test_no_hint_speaks_of_work_that_the_student_has_not_shown() -> None:
    learner = Learner("hints")
    said = " ".join(words(learner.say(message)) for message in (ASK, NEXT_HINT, NEXT_HINT))

    assert "rule" in said
    assert not any(judged in said for judged in ("wrong", "ends before", "of yours", "right"))


def test_pressing_for_the_rows_left_asks_for_the_next_one_in_other_words() -> None:
    learner = Learner("predict")
    asked, pressed = (
        [e.text for e in learner.say(message) if isinstance(e, Sentence) and e.role == "question"]
        for message in (ASK, SHOW_ALL)
    )

    assert len(asked) == len(pressed) == 1
    assert asked != pressed


@pytest.mark.parametrize(
    ("said", "goal"),
    [("One more time, the goal is G.", "G"), ("what if the goal was G?", "A"), ("is it G?", "A")],
)
def test_a_goal_that_was_misread_is_put_right_by_who_says_so(said: str, goal: str) -> None:
    learner = Learner("predict")
    learner.say("A* from S to A: S-A 1, S-B 4, A-B 2, B-G 3, h: S 6, A 5, B 4, G 0, the goal is A")
    learner.say(said)
    assert learner.session.tracing is not None
    assert learner.session.tracing.problem.goal == goal
