"""Messages about the run on the table, read by a model into lines that code carries out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.conversation.test_tracing_replies import Learner, shown, words
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.sentences import says
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import DecidesByCourse, Services
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Event, Message, Quote, Sentence, Status
from tutor_app.models.course_decider import CourseDecision
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.understanding.act_classifier import ActClassifier

ACTS = ActClassifier()
COURSE = small_index(
    ["A number may fall as long as its node is open.", "Dijkstra's algorithm closes a node."]
)
OWN = (
    "Dijkstra, undirected: P-Q 7, P-R 2, Q-R 3, R-S 8, Q-S 4, S-T 1, Q-T 6, starting at P. I "
    "settled P first, so Q has 7 and R has 2. Then I settled R because 2 is smallest, that gave S "
    "10, and Q stays at 7. Then I settled Q with 7, S stays 10 and T gets 13. Then S with 10. Is "
    "that ok?"
)
PRACTICE = "Give me a problem to practise Dijkstra on"


class ReadLearner(Learner):
    """A learner whose messages a model reads as they are told to it."""

    asked = 0

    def tell(self, text: str, *lines: str, decides: DecidesByCourse | None = None) -> list[Event]:
        def reads(task: str, request: str, stop: Callable[[], bool], before: object) -> str | None:
            assert task == "read_steps"
            assert request.endswith(f"Student: {text}")
            self.asked += 1
            return "\n".join(lines) or None

        services = Services(
            courses=lambda _: COURSE,
            embedder=BagOfWords(),
            profile=PROFILES["dense"],
            acts=ACTS,
            reads=reads,
            decides=decides,
        )
        events = list(respond(Message(text=text), self.session, services))
        self.keep(text, events)
        return events


@pytest.fixture
def learner() -> Iterator[ReadLearner]:
    """One whose second row was called wrong: it has R right, and Q's number from before."""
    one = ReadLearner("predict", COURSE)
    one.tell(OWN)
    assert one.left.wrong_step == 2
    assert not one.asked, "rows are read as they stand"
    yield one


def roles(events: list[Event]) -> list[tuple[str, str]]:
    return [(e.role, e.text) for e in events if isinstance(e, Sentence)]


def test_what_is_right_of_a_message_is_said_before_what_is_not(learner: ReadLearner) -> None:
    said = words(
        learner.tell(
            "after R i have Q 7 and S 10",
            *("does: tells", "take R @2", "value Q 7 @2", "value S 10 @2"),
        )
    )

    assert said.index("S = 10") < said.index("Q = 7")
    assert learner.left.answered == "partly"
    assert not shown(learner.tell("hm", "does: talk")), "no row is shown that is not right yet"


def test_of_two_numbers_for_a_row_to_come_only_what_decides_is_said(learner: ReadLearner) -> None:
    events = learner.tell(
        "R, its 2. is Q 5 or 7 after it?",
        *("does: tells, asks", "take R @2", "value R 2", "? value Q 5 @2", "? value Q 7 @2"),
    )

    assert "the edge from R to Q" in words(events)
    assert "5" not in words(events)
    assert not shown(events)
    assert learner.left.awaited == Expectation(kind="row", step=2)


def test_an_objection_is_looked_into_and_what_differs_is_named(learner: ReadLearner) -> None:
    said = words(
        learner.tell(
            "but i did say S waits with 10? so do you mean i shouldnt have taken R",
            *("does: tells, asks, contests", "waits S", "value S 10", "? not take R"),
        )
    )

    assert "S = 10" in said
    assert "the number of Q in step 2" in said
    assert "It is so: R taken in step 2" in said


def test_every_question_of_a_message_has_its_answer_in_order(learner: ReadLearner) -> None:
    learner.tell("Q is 5, 2+3", "does: tells", "value Q 5 @2", "sum 2 + 3 = 5")
    said = words(
        learner.tell(
            "ok Q with 5. S goes to 9 and T is 11. why could the 7 change? can the 5 change again?",
            *("does: tells, asks", "take Q @3", "value Q 5", "value S 9 @3", "value T 11 @3"),
            *("?why not same Q", "? not same Q"),
        )
    )

    parts = ["S = 9", "less than the 7 that Q had", "Q is final"]
    places = [said.index(part) for part in parts]
    assert places == sorted(places)
    assert learner.left.correct is None or not learner.left.correct


def test_why_not_is_answered_from_what_waits(learner: ReadLearner) -> None:
    learner.tell("R: Q 5, S 10", "does: tells", "take R @2", "value Q 5 @2", "value S 10 @2")
    said = words(learner.tell("why is it not S next", "does: asks", "?why not take S @3"))

    assert "Q" in said and "10" in said
    assert "Q taken" not in said, "which it is stays theirs"


def test_a_what_if_is_run_on_a_copy(learner: ReadLearner) -> None:
    before = learner.left.problem
    said = words(learner.tell("what if Q-R was 9?", "does: asks", "?if edge Q R 9"))

    assert "Q-R = 9 instead of 3" in said
    assert learner.left.problem == before


def test_a_question_of_the_course_stands_beside_what_is_told(learner: ReadLearner) -> None:
    events = learner.tell(
        "Q is 5. may a number fall while its node is open?",
        "does: tells, asks",
        "value Q 5 @2",
        "?course may a number fall while its node is open in Dijkstra?",
    )

    assert roles(events)[0][0] == "verdict"
    assert "Q = 5" in words(events)


def test_what_the_model_makes_up_is_not_believed(learner: ReadLearner) -> None:
    said = words(learner.tell("R and then?", "does: tells", "take R @2", "value Q 5 @2", "end"))

    assert "5" not in said
    wrong = words(learner.tell("is it that one", "does: tells", "take S @2"))
    assert "Not yet: S" not in wrong


@pytest.mark.parametrize(
    ("message", "misread"),
    [
        ("so then Q drops to 5 and S gets 10", "value S 5"),
        ("Q drops to 5 and S stays 10. why not 13 for T yet", "value T 13"),
    ],
)
def test_what_the_message_does_not_say_is_not_judged(
    learner: ReadLearner, message: str, misread: str
) -> None:
    said = words(learner.tell(message, "does: tells", "value Q 5", "value S 10", misread))

    assert "Q = 5 and S = 10" in said
    assert "Not yet" not in said


def test_a_why_is_no_answer_though_a_number_stands_in_it(learner: ReadLearner) -> None:
    said = words(learner.tell("why not 12 tho if its the cheaper one"))

    assert "Q = 12" not in said


def test_without_a_reading_everything_goes_as_before(learner: ReadLearner) -> None:
    other = Learner("predict", COURSE)
    other.say(OWN)

    text = "R taken in step 2, then Q = 5"
    assert words(learner.tell(text)) == words(other.say(text))
    assert words(learner.tell("again", "nonsense")) == words(other.say("again"))


def test_the_model_is_asked_once_and_only_for_words_on_a_run(learner: ReadLearner) -> None:
    events = learner.tell("i think R is first", "does: tells", "take R @2")
    assert [e for e in events if isinstance(e, Status)]
    assert learner.asked == 1

    for text in ("2 | R | Q=5, S=10", "Q, 5", "I'm stuck", "why?", OWN):
        learner.tell(text)
    assert learner.asked == 1


def test_giving_up_and_a_goodbye_have_their_replies(learner: ReadLearner) -> None:
    level = learner.ladder[-1].level
    learner.tell("no clue what you want from me", "does: stuck")
    assert learner.ladder[-1].level == level + 1

    said = words(learner.tell("Q is 5. thx, bye", "does: tells, ends", "value Q 5 @2"))
    assert said.index("Q = 5") < said.index("See you")


@pytest.mark.parametrize("lines", [("take A @3", "take G @4"), ("take A @3",), ("list A, G @3",)])
def test_the_list_that_is_asked_for_again_may_be_told_alone(lines: tuple[str, ...]) -> None:
    learner = ReadLearner("predict", COURSE)
    learner.tell("Give me a problem to practise breadth-first search on")
    learner.tell("first goes S, then C in the queue", "does: tells", "take S @1", "list C @1")
    assert learner.left.awaited == Expectation(kind="row", step=2), "no row is passed over"
    learner.tell("C is next, queue is B", "does: tells", "take C @2", "list B @2")
    learner.tell("B. queue is A S G", "does: tells", "take B @3", "list A, S, G @3")
    assert learner.left.awaited == Expectation(kind="row", step=3)

    said = words(learner.tell("i mean it is A G then", "does: tells", *lines))
    assert "Not yet" not in said
    assert "take back" not in said, "they left out what was wrong"
    assert learner.left.awaited == Expectation(kind="row", step=4)
    assert learner.left.ladder[-1].place == 3, "it is counted as theirs"


def test_wishes_beside_rows_of_a_run_to_practise_are_carried_out() -> None:
    learner = ReadLearner("predict", COURSE)
    learner.tell(PRACTICE)
    first = learner.left
    order = [row for row in first.problem.graph.nodes] if first.problem.graph else []
    learner.tell(f"{first.problem.start} first", "does: tells", f"take {first.problem.start} @1")

    said = words(
        learner.tell(
            f"one?? i had {first.problem.start}. how many in all? and drop it, do prim",
            *("does: tells, contests, new, score", f"take {first.problem.start}", "topic prim"),
        )
    )
    assert order
    assert learner.left.problem.algorithm == "prim"
    assert "1 row" in said or "One row" in said


def test_a_question_of_the_course_is_put_to_the_model_that_decides_by_it(
    learner: ReadLearner,
) -> None:
    question = "may the number of a node fall while the node is open?"
    events = learner.tell(
        "Q is 5. may the number of a node fall while the node is open?",
        *("does: tells, asks", "value Q 5 @2", f"?course {question}"),
        decides=lambda said, _stop: CourseDecision(kind="answer", places=(0,), share=0.9),
    )

    assert [event for event in events if isinstance(event, Quote)]


def test_rows_of_a_tree_are_counted_on_and_an_edge_leads_out_of_it() -> None:
    learner = ReadLearner("predict", COURSE)
    learner.tell("Prim from K: K-L 4, K-M 6, L-M 3, L-N 7, M-N 2, M-O 8, N-O 5, row by row please")
    learner.tell(
        "from K the cable to L is the shortest one", "does: tells", "take L @1", "from L K"
    )
    learner.tell("then on to M, it is only 3 away", "does: tells", "take M @2")

    wrong = words(learner.tell("K to M now", "does: tells", "take K @3", "from K M"))
    learner.tell("M to N of course, with 2", "does: tells", "take N @3", "from N M")
    told = words(learner.tell("so N to O ends it", "does: tells", "take N @4", "from N O"))

    assert "step 3" in wrong
    assert "step 1" not in wrong
    assert "right" in told
    assert "Not yet" not in told


def test_a_sentence_on_an_algorithm_is_no_list_of_nodes() -> None:
    said = "This is how I see Prim: it grows one tree. When an edge leaves the tree, it is relaxed."

    assert "I can run" not in words(ReadLearner("predict", COURSE).tell(said))


MAP = (
    "Dijkstra, undirected: M-C 4, M-B 1, B-C 2, C-F 5, B-F 8, F-L 3, starting at M. I settled M "
    "first, so C has 4 and B has 1. Then I settled B, that gave C 3 and F 9. Then C with 3, F has "
    "8. Right so far?"
)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("in that moment C has 4, and 4 is more than 1, so it can not be better. right?", True),
        ("C was still 4 then, the 3 comes only after. was it wrong?", True),
        ("C has 4 now, that is more than 1", False),
    ],
)
def test_a_number_of_an_earlier_moment_is_held_against_that_row(text: str, right: bool) -> None:
    learner = ReadLearner("predict", COURSE)
    learner.tell(MAP)
    said = words(learner.tell(text, "does: tells", "value C 4 @3"))
    assert ("Not yet" not in said and "C = 4" in said) is right


@pytest.mark.parametrize(
    ("text", "key"),
    [("is C the goal?", "goal_no"), ("and which node is the goal?", "goal_is")],
)
def test_which_node_the_goal_is_gets_its_word_and_is_no_row(text: str, key: str) -> None:
    learner = ReadLearner("predict", COURSE)
    learner.tell("Run A* from S to G on S-A 1, S-C 4, A-C 2, C-G 3 with h: S 5, A 4, C 3, G 0")

    said = words(learner.tell(text, "does: tells", "take C @1"))
    assert says(said, f"trace_spoken.{key}", goal="G")
    assert learner.left.awaited == Expectation(kind="row", step=1)
