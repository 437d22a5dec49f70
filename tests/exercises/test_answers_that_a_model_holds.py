"""An answer to an item that a model has held against its points: right, wrong, open, taken back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tests.doubles.assignments import SECTION, SOLUTION, Talk, roles, words
from tests.sentences import says
from tutor_app.answering.quote_named import quote_named
from tutor_app.domain.values import Passage, Quote, Scores, Sentence
from tutor_app.exercises.heard.heard_beside import NOTHING_HEARD, CourseOnClaim
from tutor_app.models.course_decider import CourseDecision

FIRST, SECOND = SOLUTION
OPEN = CourseDecision(kind="open", places=(), share=1.0)
RIGHT = CourseDecision(kind="right", places=(0,), share=0.95, right=0.95)
WRONG = CourseDecision(kind="wrong", places=(0,), share=0.99)
BEHIND_IT = replace(WRONG, places=(1,))
SAID = "Levels come out whole since the line is kept."
HALF = "The line is kept while the search lasts."
FALSE = "A deeper node overtakes the waiting ones."


def talk(known: Mapping[str, CourseDecision]) -> Talk:
    """A conversation at an item, with a model that makes this of statements."""

    def decide(statement: str, sentences: Sequence[str]) -> CourseDecision:
        return known.get(statement, OPEN)

    conversation = Talk()
    conversation.say("hw1 q1", "help.solution")
    conversation.decides = decide
    return conversation


def test_a_point_in_other_words_counts_and_the_solution_is_not_said() -> None:
    reply = talk({FIRST: RIGHT, SAID: RIGHT}).say(SAID)
    assert says(words(reply), "exercises_answers.some_there", count=1, of=2)
    assert not any(point in words(reply) for point in SOLUTION)


def test_words_of_a_point_that_do_not_bear_it_out_are_no_point() -> None:
    turned = "A queue keeps nodes of one level together behind all others."
    by_words, held = talk({}), talk({})
    by_words.decides = None
    by_words.say(turned)
    held.say(turned)
    covered = [one.session.work.covered for one in (by_words, held) if one.session.work is not None]
    assert covered == [(0,), ()]


def test_what_is_right_is_named_before_what_is_missing_is_asked_for() -> None:
    reply = talk({HALF: RIGHT}).say(HALF)
    assert says(words(reply), "exercises_answers.holds")
    assert roles(reply).index("verdict") < roles(reply).index("question")


def test_what_goes_against_a_point_does_not_hold_and_its_section_is_named() -> None:
    reply = talk({FALSE: BEHIND_IT, SECOND: WRONG}).say(FALSE)
    assert says(words(reply), "exercises_answers.fails") and "Section “a”" in words(reply)
    assert not any(point in words(reply) for point in SOLUTION)


def test_a_point_that_was_counted_is_taken_back_where_its_opposite_is_said() -> None:
    known = {FIRST: RIGHT, SECOND: RIGHT, SAID: RIGHT}
    conversation = talk(known)
    complete = conversation.say(SAID)
    assert says(words(complete), "exercises_answers.all_there", count=2)
    known |= {FALSE: BEHIND_IT, SECOND: WRONG}
    after = conversation.say(FALSE)
    assert says(words(after), "exercises_answers.taken_back")
    assert conversation.session.work is not None and conversation.session.work.covered == (0,)


def test_what_nothing_decides_is_said_each_time_in_other_words() -> None:
    conversation = talk({})
    told = [f"The search number {word} is a fine one." for word in ("one", "two", "three")]
    replies = [conversation.say(text) for text in told]
    first = [next(e.text for e in reply if isinstance(e, Sentence)) for reply in replies]
    assert len({re.sub("“.*?”", "", text) for text in first}) == len(told)


def test_a_doubt_beside_work_gets_its_no_and_is_no_answer() -> None:
    conversation = talk({HALF: RIGHT})
    conversation.say(HALF)
    index = conversation.book.index
    (quote,) = quote_named([Passage(chunk=index.chunks[0], scores=Scores())], index)
    conversation.hearing = replace(NOTHING_HEARD, asks=lambda _: CourseOnClaim("denied", quote))
    reply = conversation.say("Couldn't a deeper node come first after all?", "ask.why")
    assert says(words(reply), "exercises_questions.told_no")
    shown = [event.paragraph for event in reply if isinstance(event, Quote)]
    assert shown == [SECTION], "it says no point that is missing"
    assert conversation.session.work is not None and not conversation.session.work.covered
