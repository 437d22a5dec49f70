"""Short messages while a trace is at hand, and work that cannot be read for sure."""

from __future__ import annotations

import pytest

from tests.conversation.test_tracing_replies import Learner, shown, words
from tutor_app.domain.teaching import RevealPolicy
from tutor_app.domain.values import Event, Sentence

GRAPH = "undirected graph S-A 1, S-B 4, A-B 2, A-C 6, B-C 3, B-G 9, C-G 2"
WRONG_AT_4 = (
    f"UCS from S to G, {GRAPH}, goal test when expanded\nmy table:\n"
    "Step\tExpanded\tg\tQueue\n1\tS\t0\tA 1, B 4\n"
    "2\tA\t1\tB 3, C 7\n3\tB\t3\tC 6, G 12\n4\tG\t12\t\nis this right?"
)
SORT = (
    "Please check my insertion sort of 5 2 4 6 1 3\n5 2 4 6 1 3\n2 5 4 6 1 3\n2 4 5 6 1 3\n"
    "2 4 5 6 1 3\n1 2 4 6 5 3\n1 2 3 4 5 6"
)
POLICIES: tuple[RevealPolicy, ...] = ("open", "predict", "hints")


def asked(events: list[Event]) -> str:
    said = [event for event in events if isinstance(event, Sentence) and event.role == "question"]
    return " ".join(event.text for event in said)


@pytest.mark.parametrize(
    "mended",
    [
        "4 | C | 6 | G 8",
        "4\tC\t6\tG 8",
        "4. C, queue: G 8",
        "C with 6",
        "oh C",
        "then C (6)",
        "step 4: expand C, open = G 8",
        "ah of course, I take C next with 6",
        "C 6",
    ],
)
def test_a_mended_row_takes_the_place_of_the_wrong_one(mended: str) -> None:
    learner = Learner("hints")
    learner.say(WRONG_AT_4)
    assert learner.left.wrong_step == 4

    learner.say(mended)
    assert learner.left.wrong_step == 5


@pytest.mark.parametrize(
    "rest",
    [
        "C with 6 and then G with 8",
        "oh C of course, then G with 8",
        "4 | C | 6 | G 8\n5 | G | 8 |",
        "I take C (6), then G (8)",
        "C then G",
        "C, then G gets 8",
    ],
)
def test_the_rest_of_the_rows_ends_the_trace(rest: str) -> None:
    learner = Learner("hints")
    learner.say(WRONG_AT_4)
    assert "That is right" in words(learner.say(rest))
    assert learner.left.correct is True


@pytest.mark.parametrize("row", ["B with 3", "4 | B | 3 | C 6", "4: B"])
def test_another_wrong_row_is_judged_as_that_row(row: str) -> None:
    learner = Learner("hints")
    learner.say(WRONG_AT_4)
    learner.say(row)
    assert learner.left.correct is False
    assert learner.left.wrong_step == 4


def test_what_comes_out_alone_is_judged_alone() -> None:
    for said, right in (
        ("so cost is 8 path S A B C G", True),
        ("path: S-A-B-C-G, cost 8", True),
        ("so the cost is 9 and the path is S A C G", False),
    ):
        learner = Learner("hints")
        learner.say(WRONG_AT_4)
        learner.say(said)
        assert learner.left.correct is right
        assert learner.left.wrong_step is None


def test_a_queue_before_and_after_a_step_is_the_row_and_right_ones_behind_it_stay() -> None:
    learner = Learner("hints")
    learner.say(
        "bfs from S to G, S: A B, A: C D, B: D, C: E, D: G, E: G\nmy queue\n1. S\n2. A B\n3. B C "
        "D\n4. C D E\n5. D E\n6. E G\n7. G\ncorrect?"
    )
    assert learner.left.wrong_step == 3
    learner.say("B C D -> C D")
    assert learner.left.wrong_step == 7


def test_the_array_before_and_after_a_step_is_the_mended_row() -> None:
    learner = Learner("predict")
    learner.say(SORT)
    assert learner.left.wrong_step == 4
    for mended in ("2 4 5 6 1 3 -> 1 2 4 5 6 3", "1 2 4 5 6 3"):
        again = Learner("predict")
        again.say(SORT)
        again.say(mended)
        assert again.left.correct is True


def test_from_another_start_is_another_problem() -> None:
    learner = Learner("predict")
    learner.say("dijkstra, start is A. edges: A to B is 4, A to C is 2, C to B 1, B to D 5")
    learner.say("ok what about from D instead?")
    assert learner.left.problem.start == "D"


@pytest.mark.parametrize(
    ("said", "weight"), [("sorry, B-G is 1, I typed it wrong", 1), ("what if B-G was 1?", 9)]
)
def test_a_corrected_weight_changes_the_problem_and_a_what_if_does_not(
    said: str, weight: int
) -> None:
    learner = Learner("predict")
    learner.say(f"UCS from S to G, {GRAPH}")
    learner.say(said)
    graph = learner.left.problem.graph
    assert graph is not None
    assert {e.weight for e in graph.edges if {e.source, e.target} == {"B", "G"}} == {weight}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "work",
    [
        "I think it goes through A and B somehow and the total is fine",
        "S 0+7\nA 1+6, B 4+4\nA: B 3+4",
        "my friend did it otherwise but I am sure",
        "x1 | x2 | x3\nq | r | s",
    ],
)
def test_work_that_cannot_be_read_is_asked_for_and_no_row_is_shown(
    work: str, policy: RevealPolicy
) -> None:
    learner = Learner(policy)
    events = learner.say(f"Please check my UCS from S to G, {GRAPH}.\n{work}\nIs it right?")
    assert "step | node | OPEN" in asked(events)
    assert shown(events) == []
    assert learner.left.correct is None
    assert learner.left.ladder == ()


def test_the_form_that_is_asked_for_is_read() -> None:
    learner = Learner("hints")
    learner.say(f"Please check my UCS from S to G, {GRAPH}.\nit was hard. Is it right?")
    learner.say("1 | S | A 1, B 4 | S\n2 | A | B 3, C 7 | S, A")
    assert learner.left.wrong_step == 3
    assert learner.left.correct is False


ORDER = "Topological sort of the DAG a->b, a->c, b->d, c->d, d->e. "
EDGES = "undirected graph A-B 4, A-C 1, B-C 2, B-D 5, C-D 8, D-E 3"


@pytest.mark.parametrize(
    ("first", "anew"),
    [
        (f"{ORDER}I got a, c, d, b, e, is that right?", "a b c d e"),
        (f"{ORDER}I got a, b, d, c, e, is that right?", "a, c, b, d, e"),
        (
            f"is my kruskal right? {EDGES}\n1. A-C taken\n2. B-C taken\n3. A-B taken",
            "AC, BC, DE, BD",
        ),
        (
            f"is my kruskal right? {EDGES}\n1. A-C taken\n2. A-B taken",
            "A-C, B-C, D-E, A-B rejected, B-D",
        ),
    ],
)
def test_a_whole_new_attempt_without_a_start_is_not_joined_to_the_old_one(
    first: str, anew: str
) -> None:
    learner = Learner("hints")
    learner.say(first)
    assert learner.left.correct is False

    assert "That is right." in words(learner.say(anew))


def test_edges_that_are_all_taken_need_no_rows_for_those_that_are_not() -> None:
    said = f"is my kruskal right? {EDGES}\nI take A-C, B-C, D-E, B-D, total 11"

    assert "That is right." in words(Learner("hints").say(said))


@pytest.mark.parametrize(
    ("problem", "rows"),
    [
        ("Run Prim from a on the undirected graph a-b 2, a-c 3, b-c 1, c-d 4", ("a-b", "b-c")),
        (
            "Run Kruskal on the undirected graph a-b 2, a-c 3, b-c 1, c-d 4",
            ("bc, accepted", "I take a-b", "a-c rejected, it makes a cycle"),
        ),
        ("trace quicksort on 5 1 4 2 8", ("pivot 8", "the pivot is 2")),
        ("trace merge sort on 7 2 9 4 3", ("7 and 2", "4 and 3 -> 3 4")),
        ("trace insertion sort on 5 2 9", ("key 2",)),
    ],
)
def test_what_the_question_about_a_row_asks_for_is_enough_of_an_answer(
    problem: str, rows: tuple[str, ...]
) -> None:
    learner = Learner("predict")
    learner.say(problem)

    for row in rows:
        learner.say(row)
        assert learner.left.answered in ("right", "so_far"), row


@pytest.mark.parametrize(
    ("problem", "row"),
    [
        ("Run Prim from a on the undirected graph a-b 2, a-c 3, b-c 1, c-d 4", "a-c"),
        ("Run Kruskal on the undirected graph a-b 2, a-c 3, b-c 1, c-d 4", "b-c, rejected"),
        ("trace quicksort on 5 1 4 2 8", "pivot 1"),
        ("trace merge sort on 7 2 9 4 3", "9 with 4"),
    ],
)
def test_a_row_of_an_edge_or_of_a_sort_that_is_not_the_next_is_not_confirmed(
    problem: str, row: str
) -> None:
    learner = Learner("predict")
    learner.say(problem)

    learner.say(row)
    assert learner.left.answered in ("partly", "not_yet")
