"""A question that sets two things of the course side by side gets a passage on each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evals.hint_ladder.recorded_learner import Classroom
from tests.doubles.index import small_index
from tests.sentences import says
from tutor_app.answering.course_names import things_named
from tutor_app.conversation.subject.missing_side import side_not_in_course
from tutor_app.domain.values import Event, Quote, Sentence, SideBySide
from tutor_app.runtime.evaluation_course import COURSE


def opened(demo_room: Classroom, *messages: str) -> list[str]:
    with demo_room.learner() as learner:
        last = [learner.say(message) for message in messages][-1]
    return [" ".join(mark.text for mark in quote.marked) for quote in _open(last.events)]


def in_columns(demo_room: Classroom, message: str) -> dict[str, list[str]]:
    """What stands under each name."""
    with demo_room.learner() as learner:
        events = learner.say(message).events
    place = next((n for n, event in enumerate(events) if isinstance(event, SideBySide)), None)
    assert place is not None, [type(event).__name__ for event in events]
    sides = events[place]
    assert isinstance(sides, SideBySide)
    told = [" ".join(m.text for m in quote.marked) for quote in _open(events[place:])]
    columns = {}
    for name, count in zip(sides.names, sides.counts, strict=True):
        columns[name], told = told[:count], told[count:]
    return columns


def _open(events: Sequence[Event]) -> Iterator[Quote]:
    return (event for event in events if isinstance(event, Quote) and not event.quiet)


def test_which_of_two_is_taken_in_a_case_is_told_by_the_sentence_that_decides(
    demo_room: Classroom,
) -> None:
    (only,) = opened(demo_room, "prim or kruskal when the edges are already sorted?")
    assert "already sorted" in only


def test_what_names_both_is_shown_where_it_says_what_is_asked(demo_room: Classroom) -> None:
    both, *_ = opened(demo_room, "prim or kruskal if there are negative weights?")
    assert "Prim" in both and "Kruskal" in both and "Negative weights" in both


def test_one_may_be_over_the_other_or_each_be_asked_of_in_turn(demo_room: Classroom) -> None:
    for question in ("when would i take prim over kruskal?", "when do i use prim, when kruskal"):
        told = opened(demo_room, question)
        assert any("Prim" in each and "Kruskal" not in each for each in told)
        assert any("Kruskal" in each and "Prim" not in each for each in told)


def test_what_the_course_has_no_name_for_is_meant_by_its_word(demo_room: Classroom) -> None:
    *_, stack, queue = opened(demo_room, "stack or queue?")
    assert "stack" in stack and "queue" in queue


def test_a_name_with_a_sign_is_one_of_two_things(demo_room: Classroom) -> None:
    told = opened(demo_room, "A star or greedy?")
    assert any(each.startswith("A*") for each in told)
    assert any(each.startswith("Greedy") for each in told)


def test_what_was_just_read_is_not_set_side_by_side_again(demo_room: Classroom) -> None:
    question = "when do i use prim and when kruskal?"
    first = opened(demo_room, question)
    assert not set(first) & set(opened(demo_room, question, "not that. which of the two?"))


def test_which_is_better_is_no_claim_about_one_of_them(demo_room: Classroom) -> None:
    told = opened(demo_room, "is merge sort better than quicksort?")
    assert any("Merge sort" in each for each in told)
    assert any("Quicksort" in each for each in told)


def test_what_they_are_compared_by_counts_more_than_what_they_are(demo_room: Classroom) -> None:
    told = opened(demo_room, "should i use bfs or dfs to find the shortest path?")
    assert sum("optimal" in each for each in told) == 2  # one is, where edges cost the same


def test_two_words_for_one_thing_are_not_set_side_by_side(demo_room: Classroom) -> None:
    (only,) = opened(demo_room, "can an edge weight be zero or negative in dijkstra?")
    assert "negative" in only


def test_a_word_that_few_names_have_names_its_thing(demo_room: Classroom) -> None:
    index = demo_room.services.courses(COURSE)
    named = things_named("consistent or admissible, which one is stronger", index)
    assert [each.thing.name.casefold() for each in named] == [
        "consistent heuristic",
        "admissible heuristic",
    ]


def test_each_side_has_its_definition_under_its_name(demo_room: Classroom) -> None:
    columns = in_columns(
        demo_room, "what's the difference between the frontier and the explored set?"
    )
    assert list(columns) == ["frontier", "explored set"]
    assert columns["frontier"][0].startswith("The frontier is the collection")
    assert columns["explored set"][0].startswith("The explored set holds")


def test_a_name_within_another_name_is_no_third_thing(demo_room: Classroom) -> None:
    columns = in_columns(demo_room, "the difference between greedy best-first search and A*?")

    assert list(columns) == ["greedy best-first search", "A* search"]


def test_two_of_a_kind_are_set_apart_without_their_kind(demo_room: Classroom) -> None:
    question = "what is the difference between an admissible and a consistent heuristic?"
    assert [name.split()[0] for name in in_columns(demo_room, question)] == [
        "admissible",
        "consistent",
    ]


def test_when_one_rather_than_the_other_shows_both(demo_room: Classroom) -> None:
    columns = in_columns(demo_room, "when would i use bfs rather than dfs?")
    assert list(columns) == ["breadth-first search", "depth-first search"]


def test_what_the_course_does_not_have_is_said_to_be_missing(demo_room: Classroom) -> None:
    question = "difference between A* and simulated annealing?"
    assert list(in_columns(demo_room, question)) == ["A* search"]
    with demo_room.learner() as learner:
        events = learner.say(question).events
    notice = next(event for event in events if isinstance(event, Sentence))
    assert "simulated annealing" in notice.text


def test_the_missing_thing_is_named_without_the_small_words_before_it() -> None:
    course = small_index("The frontier holds the nodes that wait.")
    for asked in ("how does this treap differ from a frontier", "whats this treap vs the frontier"):
        assert side_not_in_course(asked, course) == "treap"


def test_which_of_a_kind_and_a_clause_with_which_ask_of_no_two_named_before(
    demo_room: Classroom,
) -> None:
    for asked in (
        "which data structure does prim use?",
        "a graph which is directed, what is its adjacency matrix like?",
    ):
        with demo_room.learner() as learner:
            learner.say("whats the difference between bfs and dfs")
            events = learner.say(asked).events
        assert not any(isinstance(event, SideBySide) for event in events)


def test_what_a_thing_uses_is_not_when_to_use_it(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        events = learner.say("which data structure does prim use?").events
    said = "\n".join(event.text for event in events if isinstance(event, Sentence))
    assert not says(said, "conversation_sides.when_each")


def test_what_a_star_stands_for_lends_no_word_to_another_search(demo_room: Classroom) -> None:
    index = demo_room.services.courses(COURSE)
    named = things_named("its always the best and A* is super fast with it", index)

    assert [one.thing.name for one in named] == ["A* search"]
    searches = things_named("so which search algorithm is complete", index)
    assert "A* search" not in [one.thing.name for one in searches]
