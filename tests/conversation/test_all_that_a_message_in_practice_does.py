"""Each part of a message in practice is answered in the same reply: answer, wish, question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from demo_course.build import FOLDER, build
from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tutor_app.conversation.practice.practice_parts import parts_of_message
from tutor_app.conversation.practice.wished_kinds import wished_kinds
from tutor_app.domain.practice import PracticeQuestion
from tutor_app.domain.teaching import CourseSettings
from tutor_app.domain.values import ProblemRead, Quote, Sentence, TraceShown
from tutor_app.runtime.evaluation_course import index_folder
from tutor_app.wording.catalogue import read_language


@pytest.fixture(scope="module")
def sums_room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    """The demo course on sums, equations and chance."""
    folder: Path = tmp_path_factory.mktemp("sums")
    build(folder, of=FOLDER / "algebra")
    return Classroom(index_folder(folder))


@pytest.fixture
def at_sums(sums_room: Classroom) -> Iterator[Learner]:
    with sums_room.learner() as learner:
        yield learner


def asked(reply: Replied) -> PracticeQuestion:
    practice = reply.record.practice_round
    assert practice is not None and practice.open_question is not None, said(reply)
    return practice.open_question


def said(reply: Replied) -> list[str]:
    return [event.text for event in reply.events if isinstance(event, Sentence)]


def outcomes(reply: Replied) -> list[str]:
    return [result.outcome for result in reply.record.answered]


def is_said(reply: Replied, key: str, area: str = "conversation_practice") -> bool:
    """Whether a sentence begins as the wording of this key does."""
    begin = read_language("en")[f"{area}.{key}"].plain[0].partition("{")[0]
    return any(begin in text for text in said(reply))


def is_over(reply: Replied) -> bool:
    practice = reply.record.practice_round
    return practice is not None and practice.open_question is None


# --- how a message is divided --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("-12. and then stop please, thanks", {"answer", "stop"}),
        ("it's b because a stack gives back the last one", {"answer", "reason"}),
        ("stop. what does h mean again?", {"stop", "question"}),
        ("when does breadth-first search stop?", {"question"}),
        ("im off now, bye", {"stop"}),
    ],
)
def test_a_message_is_divided_where_it_turns(
    demo_room: Classroom, message: str, kinds: set[str]
) -> None:
    parts = parts_of_message(message, demo_room.services.embedder)
    assert {part.kind for part in parts} - {"social"} == kinds
    assert message.startswith(parts[0].text), "a minus before a number stays"


def test_without_the_embedder_words_alone_tell_it() -> None:
    kinds = [part.kind for part in parts_of_message("64. stop please", None)]
    assert kinds[0] == "answer" and kinds[-1] == "stop"


# --- a round -------------------------------------------------------------------------------------


def test_an_answer_is_judged_and_the_end_wished_behind_it_comes(at_sums: Learner) -> None:
    question = asked(at_sums.say("quiz me"))
    reply = at_sums.say(f"{question.accepted[0]}. then i stop, thank you")
    assert outcomes(reply) == ["right"] and is_over(reply)
    assert is_said(reply, "thanked") and is_said(reply, "done"), said(reply)


def test_a_wrong_answer_and_the_end_counts_as_missed(at_sums: Learner) -> None:
    question = asked(at_sums.say("quiz me"))
    wrong = next(each for each in question.options if each not in question.accepted)
    reply = at_sums.say(f"{wrong}, and i have to go now")
    assert outcomes(reply) == ["missed"] and is_over(reply)
    assert is_said(reply, "done") and "1 question" in said(reply)[-1]


def test_what_is_wished_to_be_asked_about_is_asked(at_sums: Learner) -> None:
    first = asked(at_sums.say("could you give me something to practise on equations?"))
    assert "equation" in f"{first.item} {first.text}"
    right = first.accepted[0]
    second = asked(at_sums.say(f"{right}? but i meant with x, like solving"))
    assert "x" in second.text.replace(".", " ").replace("?", " ").split() or "x " in second.text
    other = at_sums.say("rather something with dice")
    assert "dice" in asked(other).text and outcomes(other) == ["left"]


def test_a_wrong_sum_is_told_the_rule_that_its_slip_breaks(at_sums: Learner) -> None:
    reply = at_sums.say("quiz me")
    while asked(reply).item != "calculation:sign_of_power":
        reply = at_sums.say("skip")
    value = asked(reply).accepted[0].lstrip("−-")
    wrong = at_sums.say(f"It's {value}, because minus times minus is plus")
    rule = read_language("en")["calculations_slips.squared_the_sign"].plain[0]
    assert rule in " ".join(said(wrong)) and asked(wrong).tries == 1
    right = at_sums.say(f"oh, the square is only on the number, so -{value}? one more pls")
    assert outcomes(right) == ["hinted"] and not is_over(right)
    over = at_sums.say("ok that's enough")
    assert "0 of 1" in said(over)[-1], "a second try is no first one"


def numbers_of(question: PracticeQuestion) -> list[int]:
    """The numbers of ax + b = cx + d."""
    return [int(each) for each in re.findall(r"\d+", question.text)]


def test_a_wrong_step_is_told_what_it_did_and_a_why_is_no_further_try(at_sums: Learner) -> None:
    a, b, c, d = numbers_of(asked(at_sums.say("quiz me on equations")))
    joined = f"{a + c}x = {b + d}"
    wrong = at_sums.say(f"i put the x together: {joined}, and get {b + d}/{a + c}")
    text = " ".join(said(wrong))
    assert f"`{c}x` was added" in text and f"`{c}x` was taken away" in text
    assert asked(wrong).tries == 1
    why = at_sums.say(f"Why? i counted them all, so {joined} must be right")
    assert asked(why).tries == 1 and f"`{joined}`" in " ".join(said(why))
    assert not outcomes(why) and said(why) != said(wrong)


def test_an_objection_gets_the_reason_again_in_another_way(at_sums: Learner) -> None:
    a, b, c, d = numbers_of(asked(at_sums.say("quiz me on equations")))
    lines = f"{a}x + {c}x + {b} = {d}\n{a + c}x = {d - b}\nx = {d - b}/{a + c}"
    wrong = at_sums.say(lines)
    first = at_sums.say(f"I disagree, the {c}x is positive so it has to stay a plus {c}x")
    again = at_sums.say(f"no, i don't agree. it only went across, {c}x is still {c}x")
    told = [said(each)[0] for each in (wrong, first, again)]
    assert len(set(told)) == 3 and all(f"{a}x + {c}x + {b} = {d}" in each for each in told), told
    assert asked(again).tries == 1 and not outcomes(again)


def test_why_about_the_working_shown_is_told_of_that_question(at_sums: Learner) -> None:
    first = asked(at_sums.say("quiz me on equations"))
    a, b, c, d = numbers_of(first)
    waits = asked(at_sums.say(first.accepted[0]))
    reply = at_sums.say(f"hm, why is there a minus? why {d} - {b} and {a} - {c}")
    assert is_said(reply, "before_this") and f"`{c}x + {b}`" in " ".join(said(reply)), said(reply)
    assert asked(reply) == waits and not outcomes(reply)


def test_the_course_is_not_quoted_again_at_once(at_sums: Learner) -> None:
    question = asked(at_sums.say("quiz me on equations"))
    first = at_sums.say(question.accepted[0])
    again = at_sums.say(asked(first).accepted[0])
    assert is_said(first, "course_says") and not is_said(again, "course_says")
    assert asked(first).item == question.item and any(isinstance(e, Quote) for e in again.events)


def test_an_equation_of_ones_own_is_checked_in_the_middle_of_a_round(at_sums: Learner) -> None:
    at_sums.say("quiz me on equations")
    lines = "3(t + 11) = 13t - 17, then 3t + 11 = 13t - 17, 28 = 10t and t = 2.8"
    reply = at_sums.say(f"skip it. At home i had {lines}. Is that right?")
    assert reply.record.work is not None and reply.record.work.verdict == "wrong", said(reply)
    assert is_said(reply, "look_at_rule", "calculations_replies")


def test_ones_own_lines_are_checked_in_whatever_words_it_is_asked(at_sums: Learner) -> None:
    at_sums.say("quiz me on equations")
    lines = "17 - 19(y - 13) = 11y\n17 - 19y - 247 = 11y\n-230 = 30y\ny = -23/3"
    reply = at_sums.say(
        f"huh? i told you 41. forget it, i thought up one for you to look at\n{lines}"
    )
    assert reply.record.work is not None and reply.record.work.verdict == "wrong", said(reply)
    assert not outcomes(reply) and not is_said(reply, "wrong_result")


def test_lines_of_working_are_judged_by_their_end_with_a_remark_behind(at_sums: Learner) -> None:
    a, b, c, d = numbers_of(first := asked(at_sums.say("quiz me on equations")))
    start = f"{a}x - {b} = {c}x + {d}\n{a - c}x = {d + b}"
    wrong = at_sums.say(f"{start}\nx = {d + b}/{a - c}\nwell that went fast")
    assert asked(wrong).tries == 1 and f"`{a}x − {b} = {c}x + {d}`" in " ".join(said(wrong))
    right = f"{a}x - {c}x = {d} - {b}\n{a - c}x = {d - b}\nx = {first.accepted[0]}"
    assert outcomes(at_sums.say(right)) == ["hinted"]


def test_a_term_asked_beside_an_answer_is_told(learner: Learner) -> None:
    question = asked(learner.say("quiz me"))
    reply = learner.say(f"{question.accepted[0]}. what is a spanning tree again?")
    assert outcomes(reply) == ["right"]
    quotes = [event for event in reply.events if isinstance(event, Quote) and not event.quiet]
    assert any("spanning tree" in mark.text for quote in quotes for mark in quote.marked)


def test_after_its_end_a_round_is_not_ended_again(learner: Learner) -> None:
    learner.say("quiz me")
    learner.say("stop the quiz")
    assert is_said(learner.say("i'm done, bye"), "is_over")


def test_a_german_answer_and_wish_are_both_heard(demo_room: Classroom) -> None:
    with demo_room.learner(CourseSettings(language="de")) as learner:
        question = asked(learner.say("Frag mich ab"))
        reply = learner.say(f"{question.accepted[0]}. dann bitte aufhören, danke")
        assert outcomes(reply) == ["right"] and is_over(reply)


def test_a_question_in_a_round_leaves_its_item_open(at_sums: Learner) -> None:
    first = asked(at_sums.say("quiz me on equations"))
    open_item = asked(at_sums.say(first.accepted[0]))
    reply = at_sums.say("so why on both sides then? whats wrong if i only do it on one")
    assert not outcomes(reply) and open_item.text in said(reply)[-1], said(reply)
    assert outcomes(at_sums.say(open_item.accepted[0])) == ["right"]


def test_an_answer_to_the_item_before_gets_its_verdict_there(at_sums: Learner) -> None:
    left = asked(at_sums.say("quiz me on equations"))
    waits = asked(at_sums.say("skip this one"))
    assert left.accepted != waits.accepted
    data = left.text.removeprefix("Solve ").partition(".")[0].replace(" ", "")
    reply = at_sums.say(f"the one before was {data}, there x is {left.accepted[0]}")
    assert outcomes(reply) == ["right"] and is_said(reply, "before_this"), said(reply)
    assert asked(reply) == waits and waits.accepted[0] not in said(reply)[:-1]
    harder = at_sums.say(f"for {data} it cannot be {left.accepted[0]}1, harder please")
    assert outcomes(harder) == ["left"], "what was open is not judged by it"
    assert not is_said(harder, "wrong_result")


@pytest.mark.parametrize(
    ("wish", "item"),
    [
        ("i'd like a problem with brackets for me to work out please", "brackets"),
        ("give me a sum with dice to do", "dice"),
    ],
)
def test_something_to_work_out_is_asked_without_a_quiz(
    at_sums: Learner, wish: str, item: str
) -> None:
    question = asked(at_sums.say(wish))
    assert question.kind == "calculation" and item in f"{question.item} {question.text}"


def test_an_example_asked_for_begins_no_round(at_sums: Learner) -> None:
    assert at_sums.say("how do brackets work?").record.practice_round is None


# --- a run, row by row ---------------------------------------------------------------------------


def test_a_run_is_stopped_and_waits_no_more(learner: Learner) -> None:
    learner.say("quiz me on breadth-first search")
    reply = learner.say("stop. what does OPEN mean?")
    assert is_said(reply, "open", "trace_columns") and is_said(reply, "run_stopped"), said(reply)
    assert not any(isinstance(event, TraceShown) for event in reply.events)
    after = learner.say("bye")
    assert after.session.tracing is None
    assert not any("?" in text for text in said(after)), "nothing is led back to"


def test_a_small_letter_is_the_notations_beside_a_node_of_that_name(learner: Learner) -> None:
    learner.say("quiz me on uniform cost search")
    assert is_said(learner.say("what does g mean again?"), "g", "trace_columns")


def test_an_easier_run_is_shorter_and_says_what_was_right(learner: Learner) -> None:
    learner.say("quiz me on uniform cost search")
    reply = learner.say("this is annoying. give me an easier one")
    assert is_said(reply, "weary") and is_said(reply, "easier")
    assert any(isinstance(event, ProblemRead) for event in reply.events)


def test_a_row_is_judged_before_its_wish_is_done(learner: Learner) -> None:
    shown = learner.say("quiz me on breadth-first search")
    problem = next(e.problem for e in shown.events if isinstance(e, ProblemRead))
    reply = learner.say(f"first i take {problem.start}. and then i stop, thanks")
    verdicts = [e for e in reply.events if isinstance(e, Sentence) and e.role == "verdict"]
    assert verdicts and is_said(reply, "run_stopped")


def test_right_rows_are_counted_with_that_of_the_message_and_over_runs(learner: Learner) -> None:
    shown = learner.say("quiz me on breadth-first search")
    problem = next(e.problem for e in shown.events if isinstance(e, ProblemRead))
    reply = learner.say(f"{problem.start}. an easier one please")
    assert "One row of this run" in " ".join(said(reply)), said(reply)
    ended = learner.say("stop. how many were right?")
    assert is_said(ended, "run_stopped") and "One row was right in all." in said(ended)
    assert "One row was right in all." in said(learner.say("how many did i get right"))


def test_the_algorithm_of_a_wish_counts_and_none_that_was_dropped(learner: Learner) -> None:
    def begun(reply: Replied) -> list[str]:
        return [e.problem.algorithm for e in reply.events if isinstance(e, ProblemRead)]

    learner.say("quiz me on A*")
    assert begun(learner.say("another one, but with prim")) == ["prim"]
    learner.say("stop")
    assert begun(learner.say("ok go on. but dijkstra this time")) == ["dijkstra"]


@pytest.mark.parametrize(
    "told", ["G is the goal, stop", "S, OPEN: A. stop", "i take S, the rest stays infinity"]
)
def test_where_the_run_stops_the_practice_goes_on(learner: Learner, told: str) -> None:
    learner.say("quiz me on breadth-first search")
    assert not is_said(learner.say(told), "run_stopped")


# --- how long it is to be, and what comes instead ------------------------------------------------


def of_row(reply: Replied) -> str:
    """The algorithm of the one row that is asked for."""
    question = asked(reply)
    assert question.kind == "row" and question.problem is not None, said(reply)
    assert "Question 1" not in " ".join(said(reply)), "there is no second one"
    return question.problem.algorithm


def test_something_quick_on_an_algorithm_is_one_row_and_then_it_is_over(learner: Learner) -> None:
    first = learner.say("quiz me on A*, quick, test in an hour")
    assert of_row(first) == "astar" and is_said(first, "begin_one")
    after = learner.say("i don't know")
    after = after if is_over(after) else learner.say("i don't know")
    assert is_over(after) and is_said(after, "one_more")
    assert of_row(learner.say("another one")) == "astar"


@pytest.mark.parametrize(
    "wish", ["something short please", "just a quick one please", "nothing long"]
)
def test_in_a_run_a_wish_for_something_short_asks_for_one_row(learner: Learner, wish: str) -> None:
    learner.say("quiz me on uniform cost search")
    reply = learner.say(wish)
    assert of_row(reply) == "ucs"
    assert learner.say("ok").session.tracing is None


def test_a_row_mended_beside_a_wish_counts_and_2_long_is_too_long(learner: Learner) -> None:
    learner.say("quiz me on breadth-first search")
    learner.say("S gets taken, then C in the queue")
    learner.say("C, queue: B")
    assert not is_said(learner.say("B next. queue is S A G"), "open", "trace_columns")
    reply = learner.say("well A G. it's 2 long for me, do A* please")
    verdicts = [e.text for e in reply.events if isinstance(e, Sentence) and e.role == "verdict"]
    assert verdicts and not any("Not yet" in text for text in verdicts), said(reply)
    assert "3 rows of this run were right." in said(reply)
    assert of_row(reply) == "astar"


@pytest.mark.parametrize("wish", ["do A* with me", "nothing long, do A* with me"])
def test_what_mends_a_row_of_the_run_before_is_no_row_of_the_newest(
    learner: Learner, wish: str
) -> None:
    learner.say("quiz me on breadth-first search")
    learner.say("S, queue C")
    learner.say("C, queue B")
    learner.say("B, queue A S G")
    learner.say(wish)
    reply = learner.say("oh sorry, i meant B with the queue A G")
    verdicts = [e.text for e in reply.events if isinstance(e, Sentence) and e.role == "verdict"]
    assert verdicts == [said(reply)[0]] and is_said(reply, "right_before"), said(reply)
    assert "3 rows" in " ".join(said(learner.say("how many did i get right in all")))
    again = learner.say("oh sorry, i meant B with the queue A G")
    assert not is_said(again, "right_before"), "it counts once"


def test_after_the_end_something_short_of_another_algorithm_is_its_row(learner: Learner) -> None:
    learner.say("quiz me on A*")
    learner.say("stop")
    reply = learner.say("ok go on. but dijkstra this time, and something short")
    assert of_row(reply) == "dijkstra"


@pytest.mark.parametrize(
    ("wish", "begun"),
    [
        ("no more dijkstra, lets do binary search", "binary_search"),
        ("drop this, lets do prim", "prim"),
    ],
)
def test_what_ends_one_thing_for_another_ends_no_practice(
    learner: Learner, wish: str, begun: str
) -> None:
    learner.say("quiz me on dijkstra")
    reply = learner.say(wish)
    assert [e.problem.algorithm for e in reply.events if isinstance(e, ProblemRead)] == [begun]
    assert not is_said(reply, "run_stopped")


def test_a_wish_for_one_to_do_asks_for_what_is_worked_out_on_the_topic(at_sums: Learner) -> None:
    both = asked(at_sums.say("can i get an equation to solve pls, with x on both sides"))
    again = asked(at_sums.say("no i mean give me one to do myself, x on both sides"))
    assert both.item == again.item == "calculation:linear_equation"
    assert both.text != again.text
    assert "percent" in asked(at_sums.say("a percent one instead")).item


@pytest.mark.parametrize(
    "wish",
    [
        "give me an equation to solve",
        "could i get an equation with x on both sides to try myself?",
        "i need some equation i can practise, x on both sides",
    ],
)
def test_any_one_that_is_to_be_done_begins_a_round(at_sums: Learner, wish: str) -> None:
    assert "equation" in asked(at_sums.say(wish)).item


@pytest.mark.parametrize(
    "other", ["what do i have to do to solve the equation?", "can i have the solution to item 2?"]
)
def test_what_is_to_be_done_with_a_certain_one_begins_none(at_sums: Learner, other: str) -> None:
    assert at_sums.say(other).record.practice_round is None


def test_a_quick_question_about_the_course_begins_nothing(learner: Learner) -> None:
    reply = learner.say("quick question: what is a heuristic?")
    assert reply.record.practice_round is None
    assert any(isinstance(event, Quote) for event in reply.events)


def test_a_depth_first_exercise_pushes_as_the_course_does(learner: Learner) -> None:
    reply = learner.say("quiz me on depth-first search")
    problem = next(e.problem for e in reply.events if isinstance(e, ProblemRead))
    assert problem.conventions["neighbor_order"] == "reverse_alphabetical"


def test_an_algebra_student_asks_the_staff_of_that_course(at_sums: Learner) -> None:
    assert "staff@sums.example" in at_sums.say("hello").session.contact


# --- what was ended, and what is wished of the questions -----------------------------------------


def test_a_result_with_the_steps_to_it_is_judged_by_itself(at_sums: Learner) -> None:
    question = asked(at_sums.say("quiz me on solving equations, easy ones with numbers"))
    assert question.item == "calculation:equation_one_side"
    x = question.accepted[0]
    reply = at_sums.say(f"x = {x}, because i take the same away on both sides and then 2x = 9")
    assert outcomes(reply) == ["right"], said(reply)


def test_harder_equations_are_equations_and_harder(at_sums: Learner) -> None:
    at_sums.say("could we practise equations with numbers?")
    harder = asked(at_sums.say("another one, harder"))
    again = asked(at_sums.say("one more like that"))
    assert harder.item == "calculation:equation_with_brackets"
    assert "equation" in again.item and again.text != harder.text


def test_the_score_is_told_beside_an_answer_and_counts_what_was_left_open(
    at_sums: Learner,
) -> None:
    question = asked(at_sums.say("quiz me"))
    reply = at_sums.say(f"{question.accepted[0]}. how am i doing")
    assert outcomes(reply) == ["right"] and is_said(reply, "so_far")
    at_sums.say("next")
    ended = at_sums.say("stop please")
    assert is_said(ended, "done") and is_said(ended, "done_left")


def test_a_round_that_was_ended_goes_on(at_sums: Learner) -> None:
    question = asked(at_sums.say("quiz me"))
    at_sums.say(question.accepted[0])
    assert is_over(at_sums.say("stop"))
    again = at_sums.say("wait, i was not finished, go on")
    practice = again.record.practice_round
    assert practice is not None and practice.open_question is not None and practice.number == 2


def test_kinds_of_question_are_heard_and_what_is_denied_is_not_asked() -> None:
    assert wished_kinds("only numbers please", None) == ("calculation",)
    assert "calculation" not in wished_kinds("no sums please", None)
    assert "definition" in wished_kinds("thats not a defintion", "calculation")
    assert "definition" not in wished_kinds("real equations, not words", "which")
