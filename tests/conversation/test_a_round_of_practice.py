"""A round of practice in the demo course: asked, answered, interrupted, ended, taken up again."""

from __future__ import annotations

import re

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tests.sentences import says
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.conversation.practice.next_question import count_due, next_question
from tutor_app.domain.practice import PracticeQuestion, PracticeRound, RecallChance
from tutor_app.domain.teaching import CourseSettings
from tutor_app.domain.values import Offers, ProblemRead, Quote, Sentence, TraceShown, VariablesShown
from tutor_app.runtime.evaluation_course import COURSE
from tutor_app.wording.buttons import as_label
from tutor_app.wording.catalogue import read_language, speaking


def round_after(reply: Replied) -> PracticeRound:
    assert reply.record.practice_round is not None, said(reply)
    return reply.record.practice_round


def open_question(reply: Replied) -> PracticeQuestion:
    question = round_after(reply).open_question
    assert question is not None
    return question


def said(reply: Replied) -> list[str]:
    return [event.text for event in reply.events if isinstance(event, Sentence)]


def outcomes(reply: Replied) -> list[str]:
    return [result.outcome for result in reply.record.answered]


@pytest.mark.parametrize(
    "asked",
    [
        "quiz me",
        "can we do some practice questions?",
        "Would you be so kind as to examine me a little, one question after the other?",
        "drill me",
        "test me",
    ],
)
def test_whoever_asks_to_be_asked_gets_the_first_of_five(learner: Learner, asked: str) -> None:
    reply = learner.say(asked)
    assert says(said(reply)[0], "conversation_practice.begin")
    assert "1" in said(reply)[-1] and open_question(reply).text in said(reply)[-1]
    assert open_question(reply).accepted[0] not in open_question(reply).text


@pytest.mark.parametrize(
    "asked",
    ["when is the quiz", "help me with lecture 2", "show me the questions of assignment 2"],
)
def test_what_only_sounds_like_it_begins_no_round(learner: Learner, asked: str) -> None:
    assert learner.say(asked).record.practice_round is None


def test_five_answers_make_a_round_with_a_summary(learner: Learner) -> None:
    reply = learner.say("quiz me")
    for number in range(1, 6):
        assert round_after(reply).number == number
        question = open_question(reply)
        reply = learner.say(question.accepted[0])
        assert outcomes(reply) == ["right"]
        quotes = [event.marked[0].text for event in reply.events if isinstance(event, Quote)]
        runs = [event for event in reply.events if isinstance(event, VariablesShown)]
        assert quotes == [question.sentence] or runs, (
            "what the course says, or the run, comes after"
        )
    assert round_after(reply).open_question is None
    assert says(said(reply)[-1].split(" They")[0], "conversation_practice.done", right=5, count=5)


def test_a_choice_is_answered_by_letter_place_or_words_and_told_at_once(learner: Learner) -> None:
    question = open_question(learner.say("quiz me"))
    letter = "abc"[question.options.index(question.accepted[0])]
    reply = learner.say(f"i think it's {letter}")
    assert outcomes(reply) == ["right"]
    learner.begin_again()
    question = open_question(learner.say("quiz me"))
    wrong = next(each for each in question.options if each not in question.accepted)
    reply = learner.say(wrong)
    assert outcomes(reply) == ["missed"]
    what_it_is = question.notes[question.options.index(wrong)]
    assert wrong in said(reply)[0] and what_it_is in said(reply)[0], "which is wrong, and why"
    assert question.accepted[0] in said(reply)[1] and question.sentence in said(reply)[2]


def test_what_is_typed_gets_one_hint_and_then_the_answer(learner: Learner) -> None:
    learner.say("test me on lecture 3")
    reply = learner.say("skip")
    while open_question(reply).kind not in ("definition", "gap"):
        reply = learner.say("skip")
    question = open_question(reply)
    hint = learner.say("priority queue")
    assert question.accepted[0] not in " ".join(said(hint))
    assert open_question(hint).tries == 1
    shown = learner.say("I don't know")
    assert outcomes(shown) == ["missed"]
    assert question.accepted[0] in said(shown)[0]


def test_a_bare_wrong_answer_is_heard_as_one(learner: Learner) -> None:
    learner.say("quiz me")
    assert open_question(learner.say("harder")).kind == "definition"
    reply = learner.say("a graph")
    assert open_question(reply).tries == 1, "read against the question, as the evaluation reads it"


def test_a_round_on_a_lecture_asks_of_that_lecture_only(learner: Learner) -> None:
    reply = learner.say("quiz me on lecture 2")
    for _ in range(4):
        place = reply.record.practice_round
        assert place is not None and place.open_question is not None
        chunk = place.open_question.chunk_id
        assert _file_of(learner, chunk).startswith("lecture-2")
        reply = learner.say("another one please")


def _file_of(learner: Learner, chunk_id: str) -> str:
    index = learner._services.courses(COURSE)
    return index.chunk(chunk_id).document.name


def test_an_open_question_outlives_what_is_asked_beside_it(learner: Learner) -> None:
    question = open_question(learner.say("quiz me"))
    beside = learner.say("when is the exam?")
    assert any(isinstance(event, Quote) for event in beside.events)
    assert question.text in said(beside)[-1], "the question is asked once more"
    second = learner.say("and who teaches this course?")
    assert question.text not in " ".join(said(second)), "but once only"
    assert outcomes(learner.say(question.accepted[0])) == ["right"]


def test_a_question_that_names_the_answer_is_answered_and_not_credited(learner: Learner) -> None:
    open_question(learner.say("quiz me"))
    reply = learner.say("what is a heuristic?")
    assert not outcomes(reply)
    assert any(isinstance(event, Quote) and not event.quiet for event in reply.events)


def test_harder_and_easier_change_the_questions_and_count_none(learner: Learner) -> None:
    learner.say("quiz me")
    harder = learner.say("too easy, harder please")
    assert round_after(harder).level == 2 and round_after(harder).number == 1
    assert not open_question(harder).options
    easier = learner.say("easier")
    assert round_after(easier).level == 1


def test_a_next_row_is_asked_on_fresh_data_and_decided_by_the_run(learner: Learner) -> None:
    reply = learner.say("quiz me on lecture 1")
    reply = learner.say("harder")
    while open_question(reply).kind != "row":
        reply = learner.say("skip")
    question = open_question(reply)
    shown = next(event for event in reply.events if isinstance(event, TraceShown))
    assert question.step is not None and shown.upto == question.step - 1
    assert any(isinstance(event, ProblemRead) for event in reply.events)
    assert outcomes(learner.say(question.accepted[0])) == ["right"]


def test_stop_ends_it_with_what_was_missed_and_where_to_read_it(learner: Learner) -> None:
    question = open_question(learner.say("quiz me"))
    learner.say(next(each for each in question.options if each not in question.accepted))
    reply = learner.say("ok that's enough for today, stop")
    assert round_after(reply).open_question is None
    assert question.name in said(reply)[-1] and "page" in said(reply)[-1]
    assert any(isinstance(event, Offers) for event in reply.events)


def test_what_was_missed_is_asked_first_another_day_and_device(learner: Learner) -> None:
    question = open_question(learner.say("quiz me"))
    learner.say(next(each for each in question.options if each not in question.accepted))
    learner.begin_again()
    reply = learner.say("quiz me")
    chances = reply.session.recalled
    assert question.item in chances and chances[question.item].chance > 0.5


def test_a_round_on_a_term_asks_again_of_that_term_alone(demo_room: Classroom) -> None:
    course_map = demo_room.services.maps(COURSE)
    assert course_map is not None
    course = CourseForPractice(course_map=course_map, index=demo_room.services.courses(COURSE))
    due = {"term:frontier": RecallChance(chance=0.1, due=True)}
    practice = PracticeRound(terms=("heuristic",))
    question = next_question(practice, course, due, 1)
    assert question is not None and question.item == "term:heuristic"
    assert count_due(practice, course, due) == 0
    assert count_due(PracticeRound(), course, due) == 1


def test_after_a_round_simpler_words_are_wished_of_what_was_quoted(learner: Learner) -> None:
    learner.say("quiz me")
    learner.say("stop the quiz")
    learner.say("what is an admissible heuristic?")
    assert learner.say("easier words please").record.practice_round is None


def test_distress_is_met_before_any_question(learner: Learner) -> None:
    question = open_question(learner.say("quiz me"))
    reply = learner.say("i feel so stupid, everyone else gets this")
    assert not outcomes(reply)
    assert question.text not in " ".join(said(reply))


def test_a_german_round_is_led_by_its_buttons_and_by_german_words(demo_room: Classroom) -> None:
    with demo_room.learner(CourseSettings(language="de")) as learner:
        reply = learner.say("Frag mich ab")
        assert said(reply)[0].startswith("Fünf Fragen aus dem Kurs")
        assert offers(reply)[-2:] == ("Weiß ich nicht", "Runde beenden")
        assert outcomes(learner.say("Weiß ich nicht")) == ["missed"]
        assert round_after(learner.say("schwerer")).level == 2
        assert round_after(learner.say("leichter")).level == 1
        assert outcomes(learner.say("eine andere")) == ["left"]
        reply = learner.say("Runde beenden")
        assert said(reply)[-1].startswith(
            "Die Runde ist zu Ende: eine Frage, 0 beim ersten Versuch richtig."
        )
        with speaking("de"):
            labels = tuple(map(as_label, ("Quiz me again", "Harder", "Easier")))
        assert offers(reply) == labels
        assert round_after(learner.say(labels[0])).number == 1


def offers(reply: Replied) -> tuple[str, ...]:
    return next(event.messages for event in reply.events if isinstance(event, Offers))


# --- wishes while a question waits ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "said_first"),
    [
        ("how many more are there?", "so_far"),
        ("i dont get what you are asking", "wants_choice"),
        ("what were the choices again", "asked"),
        ("pass", "left"),
    ],
)
def test_a_wish_about_the_round_is_no_answer(learner: Learner, wish: str, said_first: str) -> None:
    asked = open_question(learner.say("quiz me"))
    reply = learner.say(wish)
    assert "missed" not in outcomes(reply)
    assert says_one_of(reply, said_first)
    if said_first != "left":
        assert open_question(reply) == asked


def says_one_of(reply: Replied, key: str) -> bool:
    first = phrase_pattern(key)
    return bool(first.match(said(reply)[0]))


def phrase_pattern(key: str) -> re.Pattern[str]:
    """Return what a sentence of practice begins with, before what is filled in."""
    words = read_language("en")[f"conversation_practice.{key}"].plain[0].partition("{")[0]
    return re.compile(re.escape(words))


def test_simpler_asks_the_same_in_an_easier_way(learner: Learner) -> None:
    learner.say("quiz me")
    typed = open_question(learner.say("harder"))
    assert not typed.options
    choice = open_question(learner.say("simpler pls"))
    assert choice.item == typed.item and typed.accepted[0] in choice.options
    fewer = learner.say("still too hard")
    assert not outcomes(fewer), "not left for another one"
    left = open_question(fewer).open_options
    assert len(left) == 2 and choice.accepted[0] in left
    assert outcomes(learner.say(choice.accepted[0])) == ["hinted"]


def test_a_hint_on_a_choice_says_what_a_wrong_one_is_and_keeps_the_right_one(
    learner: Learner,
) -> None:
    asked = open_question(learner.say("quiz me"))
    reply = learner.say("can i get a hint")
    (out,) = open_question(reply).ruled_out
    assert out not in asked.accepted
    assert asked.notes[asked.options.index(out)] in said(reply)[0]
    assert out not in offers(reply)


@pytest.mark.parametrize("said_instead", ["a graph", "consistent heuristic"])
def test_an_answer_that_is_none_of_the_options_costs_nothing(
    learner: Learner, said_instead: str
) -> None:
    asked = open_question(learner.say("quiz me"))
    reply = learner.say(said_instead)
    assert open_question(reply) == asked and not outcomes(reply)
    assert not any(isinstance(event, Quote) for event in reply.events), "no wish for an example"


def test_another_term_instead_of_the_one_asked_for_is_told_what_it_is(learner: Learner) -> None:
    learner.say("quiz me")
    asked = open_question(learner.say("harder"))
    reply = learner.say("spanning tree")
    assert open_question(reply).tries == 1
    assert "spanning tree" in said(reply)[0] and asked.accepted[0] not in " ".join(said(reply))


def test_why_after_an_answer_shows_where_the_course_says_it(learner: Learner) -> None:
    asked = open_question(learner.say("quiz me"))
    learner.say(next(one for one in asked.options if one not in asked.accepted))
    reply = learner.say("why?")
    quote = next(event for event in reply.events if isinstance(event, Quote))
    assert quote.marked[0].text == asked.sentence and not quote.quiet
    assert open_question(reply).item != asked.item


def test_the_answer_is_shown_to_who_gives_up_and_counts_as_missed(learner: Learner) -> None:
    learner.say("quiz me")
    asked = open_question(learner.say("harder"))
    reply = learner.say("i give up, what is it?")
    assert outcomes(reply) == ["missed"] and asked.accepted[0] in said(reply)[0]


def test_a_calculation_and_a_program_are_asked_and_decided(learner: Learner) -> None:
    learner.say("quiz me")
    reply = learner.say("harder")
    seen: dict[str, PracticeQuestion] = {}
    while {"calculation", "program"} - seen.keys():
        question = open_question(reply)
        seen[question.kind] = question
        reply = learner.say(question.accepted[0])
        assert outcomes(reply) == ["right"]
        if question.kind == "program":
            assert any(isinstance(event, VariablesShown) for event in reply.events) or (
                question.table is None
            )
