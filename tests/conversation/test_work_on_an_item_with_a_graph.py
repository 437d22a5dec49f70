"""A conversation at an item with a graph: its facts are computed, and what was told counts."""

from __future__ import annotations

from evals.hint_ladder.recorded_learner import Learner, Replied
from tests.sentences import says
from tutor_app.domain.values import Quote, Sentence

ITEM = "assignment 2 item 2: "
RIGHT = "there is b -> c -> d -> b with 1 + 2 - 4 = -1. This one is negative."
TURNS = (
    "From s we come to b, and then go around b c d b, every turn the path is 1 shorter, so no "
    "shortest path exists."
)
ROUNDS = (
    "Bellman-Ford does 4 rounds because of 5 nodes, and when in the extra round 5 an edge can "
    "still be relaxed it reports a negative cycle."
)


def words(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def quoted(reply: Replied) -> str:
    quotes = (event for event in reply.events if isinstance(event, Quote))
    return " ".join(mark.text for quote in quotes for mark in quote.marked)


def begun(learner: Learner, text: str = "because of the weight -4 it goes wrong") -> Replied:
    return learner.say(ITEM + text)


def test_the_sum_of_a_cycle_that_is_named_is_asked_for_before_a_verdict(learner: Learner) -> None:
    begun(learner)
    told = words(learner.say("there is a cycle maybe? b -> d -> b ?"))

    assert says(told, "exercises_ways.ask_sum", words="b -> d -> b")


def test_a_right_sum_of_a_harmless_cycle_is_confirmed_and_its_conclusion_is_not(
    learner: Learner,
) -> None:
    begun(learner)
    told = words(
        learner.say("With the edge b -> d -> b weighs 5 - 4 = 1. So the cycle makes it bad. Right?")
    )

    assert says(told, "exercises_ways.right_sum", total="1")
    assert says(told, "exercises_ways.ask_turn")


def test_the_decisive_cycle_is_confirmed_plainly_and_counts(learner: Learner) -> None:
    begun(learner, "the cycle b d b has weight 1, it makes the path longer")
    reply = learner.say("So is it not this cycle? But " + RIGHT)

    assert says(words(reply), "exercises_ways.negative_sum", total="−1")
    assert not says(words(reply), "exercises_answers.course_denies")
    assert reply.record.work is not None
    assert reply.record.work.covered == (0,)


def test_a_wrong_sum_is_said_and_not_done(learner: Learner) -> None:
    begun(learner)
    told = words(learner.say("the cycle b -> c -> d -> b has weight 1 + 2 - 4 = -2"))

    assert says(told, "exercises_ways.wrong_sum", total="−2")
    assert "−1" not in told


def test_a_sentence_on_another_cycle_is_not_shown_as_a_point(learner: Learner) -> None:
    begun(learner, "With the new edge there is a cycle b -> d -> b, its weight is 5 - 4 = 1.")
    learner.say(RIGHT)
    told = words(learner.say("what do I have so far?"))

    assert says(told, "exercises_answers.so_far", count=1)
    assert "b -> d -> b" not in told


def test_what_was_told_beside_a_question_counts_later(learner: Learner) -> None:
    begun(learner, RIGHT)
    learner.say(TURNS)
    learner.say(ROUNDS + " Why must it be exactly the last round, why not round 4?")
    told = words(learner.say("In round 4 it may still change. Is now my answer complete?"))

    assert not says(told, "exercises_answers.so_far")
    assert not says(told, "exercises_answers.still_open")


def test_why_it_is_wrong_gets_what_the_course_says_on_the_claim(learner: Learner) -> None:
    begun(learner, "with negative weight the shortest path never exists")
    shown = quoted(learner.say("But why is it wrong?"))

    assert "even when weights are negative" in shown


def test_a_question_beside_work_is_not_answered_by_a_shared_word(learner: Learner) -> None:
    begun(learner)
    reply = learner.say(
        "Ah so my reason holds? Then I write: because of the negative weight no path exists. What "
        "is the reason, is there a cycle b -> d -> b?"
    )

    assert "invariant" not in quoted(reply)
    assert says(words(reply), "exercises_ways.ask_sum")


def test_a_clause_is_not_cut_out_of_its_sentence(learner: Learner) -> None:
    begun(learner)
    told = words(
        learner.say(
            "But why is it wrong? The weight -4 is negative, Dijkstra can not do. So no shortest "
            "path, I think it is the same thing."
        )
    )

    assert "“So no shortest path”" not in told


def test_the_sum_that_was_asked_for_is_heard(learner: Learner) -> None:
    begun(learner, "is it the cycle b -> c -> d -> b")
    wrong = words(learner.say("it is 3"))
    right = words(learner.say("oh, it is 1 + 2 - 4 so -1"))

    assert says(wrong, "exercises_ways.wrong_sum", total="3")
    assert not says(wrong, "exercises_answers.still_open")
    assert says(right, "exercises_ways.negative_sum", total="−1")


def test_another_number_after_that_question_is_no_sum(learner: Learner) -> None:
    begun(learner, "is it the cycle b -> c -> d -> b")
    told = words(learner.say("Bellman-Ford does V - 1 = 4 rounds here"))

    assert not says(told, "exercises_ways.wrong_sum")


def test_whether_all_is_there_is_asked_of_the_answer(learner: Learner) -> None:
    begun(learner, RIGHT)
    learner.say(TURNS)
    told = words(learner.say("do I have everything now?"))

    assert says(told, "exercises_answers.so_far", count=2)


EXAMPLE_ITEM = "assignment 2 item 5: "
ALL_TREES = "all spanning trees got V-1 edges so every tree goes up by exactly 10(V-1)"


def test_the_graph_that_an_item_asks_for_is_run_and_completes_the_answer(learner: Learner) -> None:
    learner.say(EXAMPLE_ITEM + ALL_TREES)
    lacks = learner.say("graph: s-a 1, a-t 1, s-t 15")
    tie = learner.say("paths have different numbers of edges so they grow differently. make s-t 12")
    assert says(words(tie), "exercises_examples.lacks_ways", later="22")
    shows = learner.say("is it bc longer paths have more edges?? s-a 1 a-t 1 s-t 3")

    assert tie.record.work is not None and tie.record.work.covered == (0,), "words are no run"
    assert says(words(lacks), "exercises_examples.lacks_ways", cost="2", later="22")
    assert says(words(shows), "exercises_examples.shows_ways", cost="2", later="22", least="13")
    assert shows.record.work is not None
    assert shows.record.work.covered == (0, 1)

    again = words(learner.say("before: s-a-t 2 vs 3. after 22 vs 14. so it switches to s-t. ok?"))
    assert says(again, "exercises_examples.wrong_figure_after", value="14")
    asked = words(learner.say("what if u multiply by 10 instead of adding, can it still change"))
    assert says(asked, "exercises_examples.stays_stretched")
    why = words(learner.say("why does the path one change and the tree one doesnt"))
    assert says(why, "exercises_examples.counted", edges=2, others=1)


def test_a_reason_is_tried_or_counted_before_its_words_are(learner: Learner) -> None:
    size = learner.say(EXAMPLE_ITEM + "the mst stays cause 10 is small compared to the weights?")
    half = learner.say("ok so every tree gets +10 for each edge, thats why they all go up. done?")
    path = learner.say("and every path gets +10 so no path changes")
    early = learner.say("what if you add 5 instead, does the shortest path change?")

    assert says(words(size), "exercises_examples.size_is_no_reason", amount="10")
    assert says(words(half), "exercises_examples.count_the_edges")
    assert says(words(path), "exercises_examples.not_each_path")
    assert says(words(early), "exercises_examples.may_change_alone")  # no graph is given away
    assert quoted(half) == quoted(path) == ""


def test_two_figures_of_an_example_are_compared_on_it(learner: Learner) -> None:
    learner.say("assignment 2 item 5: my graph is s-t 2, s-a 3, a-t 3, undirected, from s to t")
    told = words(learner.say("sorry, isnt 2 smaller than 6??"))
    assert says(told, "exercises_examples.compared_so", one="2", other="6")
