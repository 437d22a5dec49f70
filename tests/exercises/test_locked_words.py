"""Six tokens in a row of a locked solution never reach a student, unless open or their own."""

from __future__ import annotations

from tutor_app.domain.values import Box, Cloze, Event, MarkedSentence, Quote, Sentence
from tutor_app.exercises.locked_words import WITHHELD, Guard, keep_locked

LOCKED = "The new edge closes the cycle b, c, d, b with weight minus one."
OPEN = "A cycle of negative weight makes shortest paths meaningless."
SIX = "it closes the cycle b, c, d"


def test_six_tokens_in_a_row_leak_and_five_do_not() -> None:
    assert Guard.of([LOCKED], []).leaks(f"I say: {SIX}")
    assert not Guard.of([LOCKED], []).leaks("closes the cycle b, c")


def test_case_dashes_and_punctuation_hide_nothing() -> None:
    assert Guard.of([LOCKED], []).leaks("CLOSES — the “cycle”: b/c/d!")


def test_what_open_material_says_too_is_no_leak() -> None:
    assert not Guard.of([LOCKED], ["Every edge that closes the cycle b, c, d is back."]).leaks(SIX)


def test_the_students_own_words_may_be_said_back() -> None:
    assert not Guard.of([LOCKED], [OPEN]).leaks(
        SIX, ["I think it closes the cycle b c d b, right?"]
    )
    assert Guard.of([LOCKED], [OPEN]).leaks(SIX, ["I think it closes a cycle"])


def test_a_leaking_sentence_or_quote_or_gap_is_left_out_and_said_to_be() -> None:
    kept = Sentence(text="Read the section again.", role="hint")
    events: list[Event] = [kept, Sentence(text=SIX, role="hint"), quote(SIX), gap(SIX)]

    shown = list(keep_locked(events, Guard.of([LOCKED], [OPEN]), ()))

    assert shown == [kept, Sentence(text=WITHHELD(), role="notice")]


def test_a_run_that_is_spread_over_two_sentences_is_left_out_too() -> None:
    halves: list[Event] = [
        Sentence(text="It closes the cycle", role="hint"),
        Sentence(text="b, c, d, b with weight", role="hint"),
    ]

    shown = list(keep_locked(halves, Guard.of([LOCKED], [OPEN]), ()))

    assert shown == [halves[0], Sentence(text=WITHHELD(), role="notice")]


def test_without_solutions_nothing_is_left_out() -> None:
    events: list[Event] = [Sentence(text=SIX, role="hint")]

    assert list(keep_locked(events, Guard(), ())) == events


def quote(text: str) -> Quote:
    return Quote(
        passage_id="p",
        document_id="d",
        document_name="a.pdf",
        kind="textbook",
        page=1,
        headings=(),
        paragraph="Something else.",
        crops=(Box(page=1, x0=0, y0=0, x1=1, y1=1),),
        marked=(MarkedSentence(text="Something else.", boxes=()),),
        onward=text,
    )


def gap(text: str) -> Cloze:
    head, last = text.rsplit(" ", 1)
    return Cloze(
        id="g",
        before=f"{head} ",
        answer=last,
        after="",
        passage_id="p",
        document_id="d",
        document_name="a.pdf",
        page=1,
        headings=(),
    )


ROW = "2 M 1 L 2 N 7 T 10"


def test_a_row_of_letters_and_numbers_is_locked_too() -> None:
    assert Guard.of([ROW], []).leaks(f"The second row is: {ROW}")


def test_figures_of_an_exact_run_are_its_own_but_its_words_are_not() -> None:
    guard = Guard.of([ROW, LOCKED], [])

    assert not guard.leaks(ROW, computed=True)
    assert guard.leaks(LOCKED, computed=True)


def test_the_students_sentences_quoted_side_by_side_make_no_run_of_a_solution() -> None:
    solution = "So the tree has few levels. On each level all elements are merged."
    mine = ["so the tree has few levels", "on each level all elements are merged"]
    said = f"Your answer has: “{mine[0]}”, “{mine[1]}”."

    assert not Guard.of([solution], []).leaks(said, mine)
    assert Guard.of([solution], []).leaks(said, mine[:1])


def test_a_run_confirms_the_figures_that_a_student_gave_with_small_words_between() -> None:
    guard = Guard.of(["It returns P, Q, R, T, G with cost 8 as the queue is ordered by f."], [])
    own = ("P Q R T G, cost 8",)

    assert not guard.leaks("The path P, Q, R, T, G with cost 8 is right.", own, computed=True)
    assert guard.leaks("P, Q, R, T, G with cost 8", (), computed=True)
    assert guard.leaks("as the queue is ordered by f", own, computed=True)
