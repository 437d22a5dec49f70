"""Definitions, wishes about the answer, summaries, and what decides between two things."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Classroom
from tests.sentences import says
from tutor_app.conversation.asked.asked_words import restated_in, turns_elsewhere, without_turning
from tutor_app.conversation.asked.defining_sentence import defines
from tutor_app.conversation.asked.section_summary import lines_wanted
from tutor_app.conversation.asked.short_wishes import wish_in
from tutor_app.domain.values import Event, ProblemRead, Quote, Sentence, TraceShown
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.trials.graph_facts import cheapest_paths, cost_of
from tutor_app.tracing.trials.small_graphs import GOAL, START


def told(demo_room: Classroom, *messages: str) -> tuple[Event, ...]:
    with demo_room.learner() as learner:
        return [learner.say(message) for message in messages][-1].events


def opened(events: tuple[Event, ...]) -> list[str]:
    quotes = (event for event in events if isinstance(event, Quote) and not event.quiet)
    return [" ".join(mark.text for mark in quote.marked) for quote in quotes]


@pytest.mark.parametrize(
    "message",
    ["whats a cut again? in lec 3", "cut definition??", "remind me what a cut was, please"],
)
def test_a_definition_that_is_asked_for_comes_before_what_uses_the_term(
    demo_room: Classroom, message: str
) -> None:
    (only,) = opened(told(demo_room, message))
    assert only.startswith("A cut divides")


def test_what_it_is_comes_after_a_complaint_whatever_is_wished_beside(
    demo_room: Classroom,
) -> None:
    asked = "thats the property not what a cut IS. simpler pls"
    (only,) = opened(told(demo_room, "what is the cut property", asked))
    assert only.startswith("A cut divides")


@pytest.mark.parametrize(
    ("term", "sentence"),
    [
        (["dag"], ["a", "directed", "acyclic", "graph", "or", "dag", "is", "a", "graph"]),
        (["base", "case"], ["the", "instance", "is", "the", "base", "case"]),
        (["branching", "factor"], ["the", "branching", "factor", "b", "is", "the", "largest"]),
        (["tense"], ["an", "edge", "is", "tense", "if", "it", "shortens"]),
    ],
)
def test_a_sentence_defines_by_where_the_term_stands_in_it(
    term: list[str], sentence: list[str]
) -> None:
    assert defines(term, sentence)
    assert not defines(term, [*term, "helps", "here"])


def test_a_wish_is_read_whatever_is_said_beside_it() -> None:
    assert wish_in("finally. example? w numbers") == ("example", "")
    assert wish_in("too long. so prim?") == ("shorter", "so prim?")
    assert wish_in("can you say that more simply please") == ("simpler", "")
    assert wish_in("is there a shorter path through C?") is None


def test_too_long_leaves_one_sentence(demo_room: Classroom) -> None:
    events = told(demo_room, "prim or kruskal if i have loads of edges?", "too long. so prim?")
    (quote,) = (event for event in events if isinstance(event, Quote))
    assert quote.paragraph == quote.marked[0].text


def test_an_example_is_looked_for_in_the_section_of_the_term(demo_room: Classroom) -> None:
    (only,) = opened(told(demo_room, "cut definition??", "finally. example? w numbers"))
    assert only.startswith("On Figure 3")


def test_a_section_in_so_many_lines_has_one_from_each_part_in_order(demo_room: Classroom) -> None:
    events = told(demo_room, "summarise the mst bit, 3 lines max")
    lines = [event.text for event in events if isinstance(event, Sentence) and event.passage_id]
    assert len(lines) == 3 and "Prim" in lines[1] and "Kruskal" in lines[2]
    assert lines_wanted("two sentences tops") == 2
    assert lines_wanted("what is a line?") is None


def test_why_one_is_used_is_answered_by_what_the_table_compares(demo_room: Classroom) -> None:
    asked = "why would anybody use quicksort if its worst case is n squared? merge sort is better"
    first, *_ = opened(told(demo_room, asked))
    assert "the call stack" in first and "a second list" in first


def test_what_was_complained_of_is_not_shown_again(demo_room: Classroom) -> None:
    asked = "how does binary search move its bounds?"
    denied = "no, thats not what i asked. why does it need a sorted list"
    shown = opened(told(demo_room, asked))
    assert not set(shown) & set(opened(told(demo_room, asked, denied)))


def test_the_other_thing_that_was_meant_gets_the_question_before(demo_room: Classroom) -> None:
    events = told(demo_room, "how much memory does dfs need", "no not dfs, bfs")
    assert "in memory" in opened(events)[0]


def test_a_change_of_subject_and_what_is_said_once_more_are_heard() -> None:
    assert turns_elsewhere("ok other thing then. which lists make it slow?")
    assert not turns_elsewhere("which other node is next?")
    assert without_turning("new topic: what is a cut") == "what is a cut"
    assert restated_in("why this? i asked about its memory") == "i asked about its memory"
    assert restated_in("i asked not about cycles") == ""


@pytest.mark.parametrize(
    ("message", "begins"),
    [
        ("can you show me the example from lecture 2 for greedy best first search then", "On the"),
        ("whats the example in lecture 3 about prim", "On Figure 3"),
    ],
)
def test_the_example_of_a_lecture_is_the_one_that_it_calls_so(
    demo_room: Classroom, message: str, begins: str
) -> None:
    """Nobody is asked for the edges of a graph that stands in the course."""
    events = told(demo_room, message)
    (only,) = opened(events)

    assert only.startswith(begins)
    assert not any(isinstance(one, Sentence) and one.text.endswith("?") for one in events)


def test_an_example_is_shown_with_its_result_and_what_is_asked_of_it_is_run(
    demo_room: Classroom,
) -> None:
    example = "is there an example of uniform-cost search in lecture 4?"
    events = told(demo_room, example)
    (quote,) = (one for one in events if isinstance(one, Quote) and not one.quiet)
    asked = told(demo_room, example, "whats the answer there, which path, why not fewest edges")

    assert quote.onward_open and "falls from 4 to 3" in quote.onward
    assert "common mistake" not in quote.onward.casefold()
    for reply in (events, asked):
        said = [one.text for one in reply if isinstance(one, Sentence)]
        key = "conversation_quotes.example_fewest_edges"
        assert any(says(text, key, path="S → B → G", cost=13) for text in said)
    assert any(isinstance(one, TraceShown) for one in asked)


def test_an_example_that_names_no_term_is_of_what_was_quoted(demo_room: Classroom) -> None:
    bet = "Give me an example where it really goes wrong, otherwise I keep my bet"
    (quote,) = (
        event
        for event in told(demo_room, "when is a* optimal", bet)
        if isinstance(event, Quote) and not event.quiet
    )

    assert "h(B)" in quote.paragraph


@pytest.mark.parametrize(
    ("before", "asked", "dearer"),
    [
        (
            "why does dijkstra fail with negative weights?",  # the course's own stands there
            "can you give me an example where dijkstra goes wrong with a negative edge?",
            False,
        ),
        ("what does bfs do?", "and one where bfs isnt the cheapest?", True),
    ],
)
def test_an_example_has_the_property_that_is_asked_for_and_its_numbers(
    demo_room: Classroom, before: str, asked: str, *, dearer: bool
) -> None:
    shown = told(demo_room, before, asked)
    (problem,) = (event.problem for event in shown if isinstance(event, ProblemRead))
    words = "\n".join(event.text for event in shown if isinstance(event, Sentence))
    graph = problem.graph
    assert graph is not None
    least = cost_of(cheapest_paths(graph, START, GOAL)[0], graph)

    assert str(least) in words
    if dearer:
        path = run(problem).final["path"]
        assert isinstance(path, tuple) and cost_of([str(one) for one in path], graph) > least
    else:
        assert any(edge.weight is not None and edge.weight < 0 for edge in graph.edges)


def test_what_lacks_what_was_asked_for_gets_another_try(demo_room: Classroom) -> None:
    asked = "what is the frontier of dfs with negative weights, right?"
    missed = told(demo_room, asked, "theres no negative number in that one tho")
    other = told(demo_room, asked, "theres no kruskal in that one tho")  # never asked for
    sure = told(demo_room, asked, "ok so its a stack. not sure im reading it right")

    for reply, lacks in ((missed, True), (other, False), (sure, False)):
        words = "\n".join(event.text for event in reply if isinstance(event, Sentence))
        assert says(words, "conversation_heard.sorry_lacks") == lacks
