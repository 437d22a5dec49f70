"""An item of an assignment, or a wish to practise, puts a problem on the table by its name."""

from __future__ import annotations

from evals.hint_ladder.recorded_learner import Learner
from tests.sentences import says
from tutor_app.domain.traces import Problem
from tutor_app.domain.values import ProblemRead, Sentence, TraceShown


def problem_shown(learner: Learner, text: str) -> Problem | None:
    shown = [event.problem for event in learner.say(text).events if isinstance(event, ProblemRead)]
    return shown[0] if shown else None


def test_an_item_is_put_on_the_table_with_the_graph_of_its_sheet(learner: Learner) -> None:
    problem = problem_shown(learner, "can u help me w assignment 1 item 3")
    assert problem is not None
    assert problem.algorithm == "astar"
    assert problem.graph is not None
    assert len(problem.graph.edges) == 8
    assert problem.graph.heuristic is not None


def test_a_lectures_exercise_is_judged_on_its_own_graph(learner: Learner) -> None:
    reply = learner.say("lecture 4 exercise 2. P 0: Q 2 R 5. Q 2: R 5 S 9")
    assert reply.record.tracing is not None and reply.record.tracing.wrong_step == 2
    assert reply.record.tracing.policy == "predict", "it earns no points"
    late = learner.say("wait how much do i lose if i hand in ass 1 30 hours late")
    assert any(isinstance(e, Sentence) and "20 percent" in e.text for e in late.events)

    named = learner.say("exercise 4?").events
    assert [e.problem.algorithm for e in named if isinstance(e, ProblemRead)] == ["kruskal"]


def test_an_example_for_a_lectures_exercise_is_run_and_changed(learner: Learner) -> None:
    told = (
        "check pls, lecture 1 exercise 2: edges S-G 1, S-A 0, A-B 0, B-G 0. bfs returns S G for 1 "
        "but S A B G costs 0. it uses that bfs counts edges and not cost"
    )
    doubt, change = "are you sure? my friend has no zeros", "ok what if i make the zeros 1"
    for text, key in ((told, "shows_cost"), (doubt, "shows_cost"), (change, "lacks_cost")):
        reply = learner.say(text)
        verdicts = [e for e in reply.events if isinstance(e, Sentence) and e.role == "verdict"]
        assert says(verdicts[0].text, f"exercises_examples.{key}"), text


def test_tracing_to_practise_needs_no_algorithm(learner: Learner) -> None:
    problem = problem_shown(learner, "i want to practise tracing")
    assert problem is not None
    learner.say("stop")
    learner.say("bfs")
    assert (again := problem_shown(learner, "practise")) is not None
    assert again.algorithm == "bfs"


def test_haste_beside_its_name_is_helped_with_the_item(learner: Learner) -> None:
    reply = learner.say(
        "need 2 do assignment 2 item 5 quick, got class in 20 min. what do i even write"
    )
    assert reply.record.work is not None
    assert str(reply.record.work.item).endswith("assignment-2.pdf#5")


def test_its_rows_are_not_shown_however_it_is_asked_for(learner: Learner) -> None:
    for text in ("give me the solution of assignment 1 item 2", "assignment 1 item 2, run it"):
        events = learner.say(text).events
        assert not [event for event in events if isinstance(event, TraceShown)]


def test_its_final_path_is_judged(learner: Learner) -> None:
    learner.say("help with assignment 1 item 2 please")
    said = learner.say("so my final answer for item 2 is path P, Q, R, T, G and cost 8.")
    assert [each for each in said.events if isinstance(each, Sentence) and each.role == "verdict"]
    assert said.record.tracing is not None
    assert said.record.tracing.correct


def test_a_question_about_its_date_puts_nothing_on_the_table(learner: Learner) -> None:
    assert problem_shown(learner, "until when do i have to hand in assignment 1 item 2?") is None


def test_who_wants_practice_gets_a_problem_of_what_was_spoken_of(learner: Learner) -> None:
    learner.say("what is breadth-first search?")
    problem = problem_shown(learner, "give me one to practise")
    assert problem is not None
    assert problem.algorithm == "bfs"


def test_practice_of_a_named_algorithm_and_then_another_one(learner: Learner) -> None:
    first = problem_shown(learner, "quiz me on dijkstra")
    assert first is not None
    assert first.algorithm == "dijkstra"
    other = problem_shown(learner, "give me another one to practise")
    assert other is not None
    assert other.algorithm == "dijkstra"
    assert other != first


def test_results_told_in_short_are_held_against_the_run_of_their_item(learner: Learner) -> None:
    said = [
        " ".join(event.text for event in learner.say(text).events if isinstance(event, Sentence))
        for text in (
            "asst 2 q1: s(0) → a(2) → b(5) → c(10) → d(10)",
            "OK c 6, d 8. tree = s-a, a-b, b-c, b-d",
        )
    ]

    assert says(said[0], "exercises_run_told.some_right", words="s 0, a 2, b 5")
    assert says(said[0], "exercises_run_told.from_row", value="10", node="c", by="a")
    assert says(said[1], "exercises_run_told.not_yet", words="b-d")
