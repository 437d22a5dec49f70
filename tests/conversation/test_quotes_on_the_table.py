"""What holds the floor after the course was quoted: a message about it is no new search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Learner
from tutor_app.conversation.subject.claim_reply import NEAREST
from tutor_app.domain.values import Event, Offers, Quote, Sentence, TraceShown
from tutor_app.wording.quote_sentences import TREATED_IN, name_place


@pytest.fixture
def learner(demo_room: Classroom) -> Iterator[Learner]:
    with demo_room.learner() as learner:
        learner.say("what is breadth-first search?")
        yield learner


def test_an_example_is_worked_row_by_row(learner: Learner) -> None:
    shown = [
        e for e in learner.say("can you give me an example?").events if isinstance(e, TraceShown)
    ]
    assert [each.problem.algorithm for each in shown] == ["bfs"]
    assert shown[0].upto is None


def test_another_example_is_another_one(learner: Learner) -> None:
    first = learner.say("can you give me an example?").events
    again = learner.say("give me another example").events
    problems = [e.problem for e in (*first, *again) if isinstance(e, TraceShown)]
    assert len(problems) == 2
    assert problems[0] != problems[1]


def test_simpler_is_not_the_same_quote_again(learner: Learner) -> None:
    before = learner.say("why does it find a path with the fewest edges?").events
    quoted = {mark.text for e in before if isinstance(e, Quote) for mark in e.marked}
    after = learner.say("i dont get it, can you say that in simpler words?").events
    assert not quoted & {mark.text for e in after if isinstance(e, Quote) for mark in e.marked}
    assert [e for e in after if isinstance(e, Sentence)]


def opened(events: Sequence[Event]) -> set[str]:
    shown = [event for event in events if isinstance(event, Quote) and not event.quiet]
    return {mark.text for quote in shown for mark in quote.marked}


def test_what_hardly_answers_is_not_put_as_the_answer(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        learner.say("What is the running time of Dijkstra with a heap?")
        events = learner.say("then prim and kruskal die on them as well i guess").events
    (told,) = [e.text for e in events if isinstance(e, Sentence)]
    nearest = next(e for e in events if isinstance(e, Quote))
    ways = (
        *TREATED_IN.wordings(place=name_place(nearest)),
        *NEAREST.wordings(place=name_place(nearest)),
    )
    assert told in ways and opened(events)


def test_who_only_says_no_hears_the_place_and_a_person_and_sees_what_came_next(
    demo_room: Classroom,
) -> None:
    with demo_room.learner() as learner:
        first = learner.say("why is A* optimal").events
        folded = {e.passage_id for e in first if isinstance(e, Quote) and e.quiet}
        events = learner.say("that's not what i asked").events
    (told,) = [e.text for e in events if isinstance(e, Sentence)]
    assert "lecture-2" in told
    assert "staff@" in told
    shown = [e for e in events if isinstance(e, Quote)]
    assert {quote.passage_id for quote in shown} <= folded
    assert shown


def test_who_says_no_again_and_again_is_asked_what_is_meant(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        replies = [
            learner.say(message).events
            for message in ("why is A* optimal", "that's not what i asked", "still not it")
        ]
    assert not [e for e in replies[-1] if isinstance(e, Quote)]
    assert [e.role for e in replies[-1] if isinstance(e, Sentence)] == ["question"]


def test_what_is_asked_beside_a_complaint_is_searched_without_what_was_quoted(
    demo_room: Classroom,
) -> None:
    with demo_room.learner() as learner:
        first = learner.say("what does kruskal's algorithm do?").events
        after = learner.say("Not what I asked. When is Kruskal the better choice?").events
    assert opened(after)
    assert not opened(first) & opened(after)


def test_an_acknowledgement_is_offered_a_way_on(learner: Learner) -> None:
    events = learner.say("ah ok, i see").events
    assert any(isinstance(e, Offers) for e in events)
    assert not [e for e in events if isinstance(e, Quote)]


def test_a_lecture_is_summarised_section_by_section(learner: Learner) -> None:
    quotes = [e for e in learner.say("summarise lecture 2").events if isinstance(e, Quote)]
    assert len(quotes) > 3
    assert {"lecture-2-informed-search.pdf"} == {quote.document_name for quote in quotes}
    assert len({quote.headings for quote in quotes}) == len(quotes)


def test_of_two_algorithms_that_are_compared_each_is_quoted(learner: Learner) -> None:
    events = learner.say("kruskal or prim, which is better?").events
    sections = " ".join(e.headings[-1] for e in events if isinstance(e, Quote) and not e.quiet)
    assert "Kruskal" in sections
    assert "Prim" in sections


CLAIMS = {
    "so its queue is last in first out?": "first in, first out",
    "i guess it never needs much memory": "what stops breadth-first search first",
    "but dfs is optimal as well": "is not optimal",
    "so each edge is looked at once for every node": "each edge is looked at",
}


@pytest.mark.parametrize(("claim", "decides"), CLAIMS.items())
def test_a_claim_gets_the_one_sentence_that_decides_it(
    learner: Learner, claim: str, decides: str
) -> None:
    events = learner.say(claim).events
    opened = [e for e in events if isinstance(e, Quote) and not e.quiet]
    assert len(opened) == 1
    assert decides in " ".join(mark.text for mark in opened[0].marked)
    assert not [e for e in events if isinstance(e, Sentence) and e.role == "decline"]


def test_what_more_was_found_for_a_question_waits_behind_a_button(learner: Learner) -> None:
    quotes = [e for e in learner.say("what is a heuristic?").events if isinstance(e, Quote)]
    assert quotes[0].quiet is False
    assert sum(not quote.quiet for quote in quotes) <= 2
    assert any(quote.quiet for quote in quotes)


def test_who_claims_nothing_is_not_taken_to_claim(learner: Learner) -> None:
    for message in ("give me an exercise", "why does that matter?", "thanks!"):
        events = learner.say(message).events
        assert not [e for e in events if isinstance(e, Sentence) and "settles" in e.text]


def test_what_is_left_of_an_answer_stands_open(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        learner.say("what is a loop invariant")
        quotes = [e for e in learner.say("simpler please").events if isinstance(e, Quote)]
    assert quotes
    assert not quotes[0].quiet


def test_a_wish_is_no_word_for_a_gap(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        learner.say("why is an admissible heuristic good for A*?")
        events = learner.say("can you give me an example?").events
    assert not [e for e in events if isinstance(e, Sentence) and e.role == "hint"]


def test_a_concept_is_told_another_way_without_leaving_it_or_repeating(
    demo_room: Classroom,
) -> None:
    with demo_room.learner() as learner:
        shown = []
        for message in ("what is a spanning tree", "say that in easier words", "an example please"):
            quotes = [e for e in learner.say(message).events if isinstance(e, Quote)]
            shown.append({quote.paragraph for quote in quotes if not quote.quiet})
            assert all("3.4 Minimum spanning trees" in q.headings for q in quotes if not q.quiet)
    first, simpler, example = shown
    assert simpler
    assert not simpler & first
    assert not example & (first | simpler)
