"""An explanation is judged sentence by sentence, and its parts are spoken of afterwards."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tests.doubles.index import small_index
from tests.sentences import says
from tutor_app.conversation.subject.explanation_words import part_number, revision_in
from tutor_app.conversation.subject.worded_verdict import WordedClaim
from tutor_app.domain.values import Quote, Sentence

STABLE = "Insertion sort is stable, since equal elements keep their order."
SMALL = "The strength of insertion sort is its small memory."
ONLY_IF = "Bubble sort is fast only if the list is nearly sorted."
NEVER = "An entry is lowered, never added a second time."
SLOWER = "Bubble sort is slower than insertion sort."
ORDERS = "Merge sort takes O(n log n) steps."
CASE = "Hashing is quick with a table that is half empty, and always finds what it stored."
COURSE = small_index(STABLE, SMALL, ONLY_IF, NEVER, SLOWER, ORDERS, CASE)


def judgement(claim: str, sentence: str) -> str:
    chunk = next(c for c in COURSE.chunks if c.sentences[0].text == sentence)
    return WordedClaim(claim, COURSE).judge(sentence, chunk, 1.0).judgement


def test_what_means_the_same_in_other_words_is_borne_out() -> None:
    assert judgement("Insertion sort is stable.", STABLE) == "borne_out"
    assert judgement("Insertion sort needs little memory.", SMALL) == "borne_out"


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Insertion sort is not stable.", STABLE),
        ("Bubble sort is fast whatever the list.", ONLY_IF),
        ("Bubble sort is faster than insertion sort.", SLOWER),
        ("Merge sort takes O(n^2) steps.", ORDERS),
    ],
)
def test_a_negation_an_opposite_a_condition_and_another_order_deny(
    claim: str, sentence: str
) -> None:
    assert judgement(claim, sentence) == "denied"


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Merge sort is stable.", STABLE),  # of another thing
        ("Bubble sort is fast.", ONLY_IF),  # its condition is left out
        ("An entry is lowered and added a second time.", NEVER),  # a negation that has no partner
        ("Insertion sort is slower than bubble sort.", SLOWER),  # the other way round
        ("Insertion sort is stable and was invented early.", STABLE),
        ("Hashing is always quick.", CASE),
    ],
)
def test_what_says_more_or_of_something_else_is_never_borne_out(claim: str, sentence: str) -> None:
    assert judgement(claim, sentence) != "borne_out"


def test_a_part_is_named_by_its_number_and_written_anew_behind_a_colon() -> None:
    assert part_number("so my sentence 2 is wrong?") == 2
    assert part_number("thats my 3rd point") == 3
    assert part_number("the second statement then") == 2
    assert part_number("is my explanation right?") is None
    revised = revision_in("new sentence 2: it is not optimal. right now?")
    assert revised is not None
    assert (revised.number, revised.text) == (2, "it is not optimal.")
    assert revision_in("is this right: bfs is complete") is None


EXPLAINED = (
    "please check my explanation. Dijkstra settles the node with the smallest dist. "
    "It changes a settled node. "
    "With a binary heap it takes O((V + E) log V)."
)


def text_of(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def marked(reply: Replied) -> str:
    quotes = (event for event in reply.events if isinstance(event, Quote))
    return " ".join(mark.text for quote in quotes for mark in quote.marked)


def test_a_talk_about_the_parts_of_an_explanation(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        judged = learner.say(EXPLAINED)
        asked = learner.say("is my third sentence right then?")
        second = learner.say("so my sentence 2 is wrong?")
        anew = learner.say("new sentence 2: it never changes a settled node. ok now?")
        whole = learner.say("is my explanation right now or not")
    assert says(text_of(judged), "conversation_claims.part_right")
    assert "3: “With a binary heap" in text_of(judged)
    assert says(text_of(asked), "conversation_claims.part_right")
    assert "3: “" in text_of(asked) and "2: “" not in text_of(asked)
    assert "never changes a settled node" in marked(second)
    assert says(text_of(second), "conversation_claims.part_denied")
    for reply in (anew, whole):
        assert not says(text_of(reply), "conversation_claims.part_denied")
        assert "paste" not in text_of(reply)


def test_a_question_with_a_word_for_a_part_asks_of_the_course(demo_room: Classroom) -> None:
    for asked in (
        "what is the point of a heuristic?",
        "which line of the code for bfs marks a node as explored?",
        "is dijkstra part of the exam?",
        "which statement on heuristics do you have?",
    ):
        with demo_room.learner() as learner:
            learner.say(EXPLAINED)
            text = text_of(learner.say(asked))
        for verdict in ("part_right", "part_denied", "part_compare"):
            assert not says(text, f"conversation_claims.{verdict}"), text


def test_a_gap_is_not_filled_by_a_wish_and_a_wish_keeps_the_topic(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        choice = learner.say("ucs or a*? which one should i use")
        again = learner.say("ok but which. i have no heuristic")
        learner.say("example?")
        simpler = learner.say("simpler pls")
        meaning = learner.say("wait, what is OPEN again?")
    assert says(text_of(choice), "conversation_sides.when_each")
    assert "right choice when edges have different costs" in marked(choice)
    assert "turns A* into uniform-cost search" in marked(again)
    assert says(text_of(simpler), "conversation_quotes.in_one_sentence")
    assert says(text_of(meaning), "trace_columns.open")


def test_whether_two_are_the_same_is_answered_first(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        same = learner.say("is dijkstra the same as bfs, yes or no?")
        apart = learner.say("whats the difference to prim then, looks identical to me")
        should = learner.say("so with weights of 0 or more i should always use dijkstra, yes?")
    assert says(text_of(same), "conversation_sides.depends")
    assert "If all weights are equal" in marked(same)
    assert says(text_of(apart), "conversation_sides.not_the_same")
    assert "without negative weights" in marked(should)
