"""What the course's map answers in the demo course: the course's own words, with their page."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tests.sentences import says
from tutor_app.domain.values import Quote, Sentence, Sources


def quotes(reply: Replied) -> list[Quote]:
    return [event for event in reply.events if isinstance(event, Quote)]


def said(reply: Replied) -> list[str]:
    return [event.text for event in reply.events if isinstance(event, Sentence)]


def talk(room: Classroom, *messages: str) -> list[Replied]:
    with room.learner() as learner:
        return [learner.say(message) for message in messages]


@pytest.mark.parametrize("asked", ["summarise lecture 2", "what is lecture 2 about"])
def test_a_lecture_is_told_by_its_headings_with_a_sentence_each(
    demo_room: Classroom, asked: str
) -> None:
    (reply,) = talk(demo_room, asked)
    lines = [text for text in said(reply) if says(text, "conversation_map.one_section")]
    assert [line.split(":")[0][:3] for line in lines] == [f"2.{n}" for n in range(1, 8)]
    assert all(quote.quiet for quote in quotes(reply)), "the places wait behind a button"
    assert {q.document_name for q in quotes(reply)} == {"lecture-2-informed-search.pdf"}
    assert all(q.marked[0].text in line for q, line in zip(quotes(reply), lines, strict=True))
    assert any(isinstance(event, Sources) for event in reply.events)


def test_a_summary_stays_on_the_table(demo_room: Classroom) -> None:
    _, example = talk(demo_room, "summarise lecture 2", "example?")
    assert quotes(example)


def test_an_example_of_the_term_on_the_table_is_the_course_s_own(demo_room: Classroom) -> None:
    _, first, second = talk(demo_room, "what is a heuristic?", "example?", "another example")
    assert "straight-line distance" in quotes(first)[0].paragraph
    assert says(said(first)[0], "conversation_map.example_of", term="a heuristic")
    assert quotes(second)[0].paragraph != quotes(first)[0].paragraph


def test_simpler_is_the_definition_that_the_quote_rests_on(demo_room: Classroom) -> None:
    _, reply = talk(demo_room, "what is an admissible heuristic", "simpler please")
    (quote,) = quotes(reply)
    assert quote.marked[0].text.startswith("A heuristic is a function h")


def test_simpler_never_shows_again_what_was_read(demo_room: Classroom) -> None:
    replies = talk(demo_room, "what is the frontier", "simpler", "easier words please")
    shown = [{q.paragraph for q in quotes(reply) if not q.quiet} for reply in replies]
    assert not shown[0] & shown[1]


def test_who_asks_for_simpler_words_again_gets_numbers(demo_room: Classroom) -> None:
    *_, again = talk(demo_room, "what is dijkstras algorithm", "simpler", "like im 5")
    assert any(
        says(text, "conversation_map.two_numbers", algorithm="Dijkstra's algorithm")
        for text in said(again)
    )


def test_figure_2_is_that_of_the_document_on_the_table(demo_room: Classroom) -> None:
    _, reply = talk(demo_room, "what is a consistent heuristic?", "Figure 2")
    (quote,) = quotes(reply)
    assert quote.document_name.startswith("lecture-2")
    assert "not consistent" in quote.paragraph
    (crop,) = quote.crops
    assert crop.y1 - crop.y0 > 100, "the picture itself, not its caption alone"


def test_a_figure_of_a_lecture_named_by_number_is_shown(demo_room: Classroom) -> None:
    for asked, holds in {
        "figure 1 of lecture 3": "shortest-path tree",
        "show me figure 2 in lecture 1": "edge costs",
    }.items():
        (reply,) = talk(demo_room, asked)
        assert holds in quotes(reply)[0].paragraph


def test_a_figure_that_several_files_have_is_asked_back_for(demo_room: Classroom) -> None:
    (reply,) = talk(demo_room, "Figure 2")
    assert not quotes(reply)
    assert any(says(text, "errors_references.in_several_files") for text in said(reply))


def test_a_question_that_only_mentions_a_figure_is_no_wish_for_it(demo_room: Classroom) -> None:
    (reply,) = talk(demo_room, "why is the heuristic in figure 2 of lecture 2 not consistent?")
    assert reply.record.found is not None, "the course was searched"


@pytest.mark.parametrize(
    ("asked", "section"),
    {
        "what should I read before A* search?": "1.1 Search problems",
        "what do I need to know before minimum spanning trees": "3.1 Weighted graphs",
        "prerequisites for admissible heuristics?": "2.1 Heuristics",
    }.items(),
)
def test_what_to_read_before_is_where_the_terms_of_the_definition_are_defined(
    demo_room: Classroom, asked: str, section: str
) -> None:
    (reply,) = talk(demo_room, asked)
    assert any(section in quote.headings[-1] for quote in quotes(reply))
    assert says(said(reply)[0], "conversation_map.read_first")


def test_what_to_read_before_may_be_asked_of_what_was_quoted(demo_room: Classroom) -> None:
    _, reply = talk(demo_room, "what is an admissible heuristic", "what should I read before this?")
    assert says(said(reply)[0], "conversation_map.read_first", term="an admissible heuristic")


def test_why_a_term_is_needed_is_no_wish_for_what_comes_before(demo_room: Classroom) -> None:
    (reply,) = talk(demo_room, "why do we need a heuristic at all")
    assert not any(says(text, "conversation_map.needs_nothing") for text in said(reply))
    assert reply.record.found is not None


def test_a_question_with_before_in_it_is_answered_as_ever(demo_room: Classroom) -> None:
    (reply,) = talk(demo_room, "which node does the frontier hand out before the goal?")
    assert not any(says(text, "conversation_map.read_first") for text in said(reply))
