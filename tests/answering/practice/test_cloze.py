"""A gap is left where a term of the course stood, in a sentence that can stand alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.index import small_index
from tutor_app.answering.practice.cloze import leave_a_gap, sentence_id, stands_alone
from tutor_app.domain.values import Box, MarkedSentence, Quote
from tutor_app.retrieval.course_index import CourseIndex

QUEUE = "Breadth-first search keeps its nodes in a queue because the oldest one goes first."
LEANS = "This is why it keeps its nodes in a queue and never in a stack at all."
OTHERS = (
    "A queue hands out the oldest one.",
    "The queue grows by the neighbours.",
    "Nothing leaves a stack from below.",
    *(f"Some words on topic {n} that no other one shares." for n in range(16)),
)


def course(*sentences: str) -> CourseIndex:
    return small_index(sentences, *OTHERS)


def quote(index: CourseIndex, *marked: str) -> Quote:
    chunk = index.chunks[0]
    texts = [s for s in chunk.sentences if s.text in marked]
    return Quote(
        passage_id=chunk.id,
        document_id="d",
        document_name="a.pdf",
        kind="textbook",
        page=1,
        headings=("Search",),
        paragraph=chunk.text,
        crops=(Box(page=1, x0=0, y0=0, x1=9, y1=9),),
        marked=tuple(MarkedSentence(text=s.text, boxes=s.boxes) for s in texts),
    )


def test_the_term_is_left_out_and_the_sentence_stays_word_for_word() -> None:
    index = course(QUEUE)

    gap = leave_a_gap("Why is it optimal?", [quote(index, QUEUE)], index, ())

    assert gap is not None
    assert gap.answer == "queue"
    assert gap.sentence == QUEUE
    assert gap.id == sentence_id(QUEUE)
    assert gap.boxes == index.chunks[0].sentences[0].boxes
    assert not gap.quiet


def test_a_term_that_the_question_names_is_not_asked_for() -> None:
    index = course(QUEUE)

    assert leave_a_gap("Why does it use a queue?", [quote(index, QUEUE)], index, ()) is None


def test_the_same_sentence_is_never_given_twice() -> None:
    index = course(QUEUE)
    quotes = [quote(index, QUEUE)]
    first = leave_a_gap("Why?", quotes, index, ())
    assert first is not None

    assert leave_a_gap("Why?", quotes, index, {first.id}) is None


def test_marked_sentences_come_before_their_neighbours() -> None:
    index = course(LEANS, QUEUE)

    gap = leave_a_gap("Why?", [quote(index, LEANS)], index, ())

    assert gap is not None and gap.sentence == QUEUE  # the marked one leans on what stands before


@pytest.mark.parametrize("kind", ["assignment", "logistics"])
def test_only_what_teaches_is_asked_about(kind: str) -> None:
    index = course(QUEUE)

    assert leave_a_gap("Why?", [replace(quote(index, QUEUE), kind=kind)], index, ()) is None


def test_a_word_of_everyday_english_is_no_term() -> None:
    index = course("People often say that the oldest house in the street is the best.")

    whole = quote(index, index.chunks[0].text)
    assert leave_a_gap("Why?", [whole], index, ()) is None


@pytest.mark.parametrize(
    "sentence",
    [
        LEANS,
        "Therefore the search keeps its nodes in a queue and not in a stack.",
        "The following rule decides which of the nodes the queue hands out.",
        "As Figure 3 shows, the queue hands out the oldest of its nodes first.",
        "Which of its nodes does the queue of the search hand out first?",
        "For all v we have dist[v] ≤ d(u) + w(u, v) in the queue.",
        "A queue is first in, first out",
        "(a) Prove that the queue of the search hands out the oldest node.",
        "Short queue sentence here.",
    ],
)
def test_a_sentence_that_leans_on_others_or_is_damaged_is_not_taken(sentence: str) -> None:
    assert not stands_alone(sentence)


def test_a_plain_sentence_is() -> None:
    assert stands_alone(QUEUE)


def test_a_word_one_slip_away_is_told_where_it_means_something_else() -> None:
    sentence = "The order of the sorting decides which of the two names goes first."
    index = small_index([sentence], *["A sorting is stable."] * 3, *OTHERS)

    gap = leave_a_gap("Why?", [quote(index, sentence)], index, ())

    assert gap is not None and gap.answer == "sorting"
    assert gap.others == ("sporting",)


def test_a_sentence_of_the_passage_that_is_not_shown_is_not_asked_about() -> None:
    index = course(LEANS, QUEUE)
    shown = quote(index, LEANS)

    assert leave_a_gap("Why is it optimal?", [shown], index, ()) is not None
    assert leave_a_gap("Why is it optimal?", [replace(shown, paragraph=LEANS)], index, ()) is None
