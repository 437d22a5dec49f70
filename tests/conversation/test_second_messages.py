"""What is found for a message that leans on the one before it, through `respond`."""

from __future__ import annotations

import pytest

from tests.doubles.course import record
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.sentences import says
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import Event, Exchange, Message, Quote, Sentence, Session
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.tracing.algorithm import algorithm_named

WHAT = "Insertion sort moves each element to the left past all larger ones."
STABLE = "Insertion sort is stable, since equal elements keep their order."
WORST = "The worst case of insertion sort is a list in reverse order."
MERGE = "Merge sort splits its input in two halves and merges them."
MERGE_WORST = "The worst case of merge sort takes as many steps as any other."
LATE = "Work may be handed in late for two days."
COURSE = small_index(WHAT, STABLE, WORST, MERGE, MERGE_WORST, LATE)
BEFORE = Exchange(question="what is insertion sort?", intent="direct", quoted=(WHAT,))


def then(text: str, *before: Exchange) -> list[Event]:
    services = Services(
        courses=lambda course_id: COURSE, embedder=BagOfWords(), profile=PROFILES["default"]
    )
    session = Session(conversation_id="c", course_id="c", course_name="Sorting", before=before)
    return list(respond(Message(text=text), session, services))


def marked(events: list[Event]) -> list[str]:
    return [mark.text for e in events if isinstance(e, Quote) for mark in e.marked]


def ranked(events: list[Event]) -> list[str]:
    found = record(events).found
    assert found is not None
    return [passage.chunk.text for passage in found.kept]


def said(events: list[Event]) -> str:
    return " ".join(event.text for event in events if isinstance(event, Sentence))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("is it stable?", STABLE),
        ("what about the worst case?", WORST),
        ("and in the worst case?", WORST),
    ],
)
def test_a_short_message_is_about_what_was_spoken_of(text: str, answer: str) -> None:
    assert marked(then(text, BEFORE))[0] == answer


def test_the_same_words_after_another_topic_are_about_that_topic() -> None:
    merge = Exchange(question="how does merge sort work?", intent="direct", quoted=(MERGE,))

    after_merge = ranked(then("what about the worst case?", merge))
    after_insertion = ranked(then("what about the worst case?", BEFORE))
    assert after_merge.index(MERGE_WORST) < after_merge.index(WORST)
    assert after_insertion.index(WORST) < after_insertion.index(MERGE_WORST)


def test_the_student_is_told_with_what_it_was_read() -> None:
    heard = said(then("is it stable?", BEFORE))

    assert says(heard, "answers_quotes.read_as_about", topic="“what is insertion sort”")


def test_a_sentence_quoted_before_is_the_answer_where_it_has_the_messages_own_word() -> None:
    both = Exchange(question="what is insertion sort?", intent="direct", quoted=(WHAT, STABLE))

    assert marked(then("is it stable?", both))[0] == STABLE


def test_a_message_without_a_word_of_its_own_is_told_something_new() -> None:
    assert WHAT not in marked(then("why?", BEFORE))


def test_a_message_that_names_its_own_topic_is_searched_alone() -> None:
    events = then("what does merge sort do with the two halves of its input?", BEFORE)

    assert marked(events)[0] == MERGE
    assert "Read as about" not in said(events)


def test_a_search_that_lost_the_messages_own_word_falls_back_to_the_message() -> None:
    events = then("and if it is handed in late?", BEFORE)

    assert LATE in marked(events)


def test_the_first_message_leans_on_nothing() -> None:
    assert "Read as about" not in said(then("is it stable?"))


def test_a_word_of_a_new_topic_is_not_said_to_be_about_the_old_one() -> None:
    assert "Read as about" not in said(then("what about work handed in late?", BEFORE))


@pytest.mark.parametrize("text", ["y", "explain like im 5", "in simple words pls"])
def test_who_does_not_understand_hears_the_rule_and_not_the_same_quote(text: str) -> None:
    events = then(text, BEFORE)

    assert WHAT not in marked(events)
    assert algorithm_named("insertion_sort").rule in said(events)


def test_a_term_that_the_course_never_uses_is_named_also_beside_everyday_words() -> None:
    assert "says nothing of “heapsort”" in said(
        then("and does heapsort do that with the larger ones too?", BEFORE)
    )
