"""Runs told in sentences: each part is judged or answered, and what was given is kept."""

from __future__ import annotations

from tests.conversation.test_tracing_replies import Learner, words
from tutor_app.domain.teaching import Expectation

PRIM = (
    "I trace Prim on edges P-Q 4, P-R 7, Q-R 2, Q-S 9, R-S 6, R-T 8, S-T 3, starting at P. "
    "I take P-Q first, then Q-R, then S-T because 3 is the cheapest edge left. Is that right?"
)
KRUSKAL = (
    "Kruskal. Edges: A-B 4, A-C 1, B-C 2, B-D 5, C-D 8, D-E 3. "
    "First I take A-C, then B-C, then D-E, then A-B. Correct so far?"
)


def test_a_whole_talk_on_prims_tree_keeps_what_was_given() -> None:
    learner = Learner("predict")
    learner.say(PRIM)
    assert learner.left.wrong_step == 3

    said = words(learner.say("is it the third one? but why can't i take it?"))
    assert "neither S nor T is in the tree" in said

    said = words(learner.say("because S and T are both not in the tree. so third would be R-T"))
    assert "Q–S 9, R–S 6, R–T 8" in said
    assert learner.left.wrong_step == 3

    said = words(learner.say("the tree is P, Q, R now. is it R-T 8 or R-S 6?"))
    assert "R–S, the lighter one" in said
    assert learner.left.awaited is not None and learner.left.awaited.step == 4

    learner.say("S is in the tree now so S-T for 3. so 4, 2, 6, 3 = 14? wait isn't that 15")
    assert learner.left.correct


def test_what_decides_is_told_before_which_of_two_it_is() -> None:
    learner = Learner("predict")
    learner.say(PRIM.replace("then S-T because 3 is the cheapest edge left. ", ""))

    said = words(learner.say("is it R-T or R-S next?"))
    assert "R–T with 8" in said and "lighter one" not in said


def test_an_edge_that_kruskal_leaves_out_is_told_with_its_way() -> None:
    learner = Learner("predict")
    learner.say(KRUSKAL)
    assert learner.left.wrong_step == 4

    assert "A → C → B" in words(learner.say("is it A-B? why may i not take it?"))
    learner.say("A and B are already connected over C. so B-D, 1 + 2 + 3 + 5 = 11")
    assert learner.left.correct


DEPOT = (
    "Dijkstra on six sites, D for depot, then K, L, M, N and P. Cables run both ways. From the "
    "depot it's 4 to K and 2 to L. K and L are joined by a 1, K to M is 5, L to M is 8, L to N is "
    "10, M to N is 2, M to P is 6, and N to P is 3. I start at D. So first D is settled at zero, "
    "and that gives K a 4 and L a 2. Then I take L. Through L, K drops to 3, M becomes 10 and N "
    "becomes 12. Right?"
)


def test_a_talk_on_a_told_graph_is_judged_on_all_that_was_told() -> None:
    learner = Learner("predict")
    learner.say(DEPOT)
    assert learner.left.attempt is not None and len(learner.left.attempt.rows) == 2

    said = words(
        learner.say("No, D to K is 4 and D to L is 2, I said. Is the L step okay, K at 3?")
    )
    assert "Not yet" not in said and "K = 3" in said

    said = words(
        learner.say(
            "D first, then L. After D it was K 4 and L 2, after L it was K 3, M 10, N 12, P not "
            "reached yet. K is smallest so I settle K. M goes from 10 down to 9. Is K right?"
        )
    )
    assert "9 counts what K had after step 1" in said and "8" not in said
    assert learner.left.awaited is not None and learner.left.awaited.node == "K"

    said = words(learner.say("So why isn't it 9?"))
    assert "9 counts what K had after step 1" in said

    said = words(learner.say("Which edges do you think I have at D?"))
    assert "D–K 4, D–L 2" in said

    said = words(learner.say("oh, I told you one thing wrong, M to P is 7, not 6. the rest stays"))
    assert "M-P = 7 instead of 6" in said and "Not yet" not in said
    assert learner.left.attempt is not None and len(learner.left.attempt.rows) > 1


def test_what_would_be_is_no_row() -> None:
    learner = Learner("predict")
    learner.say(KRUSKAL.replace(", then A-B", ""))
    before = learner.left.attempt

    learner.say("would it matter if i had taken D-E before B-C?")
    assert learner.left.attempt == before


def test_a_choice_of_nodes_is_answered_by_what_they_wait_with() -> None:
    learner = Learner("predict")
    learner.say(
        "Dijkstra from P: edges P-Q 2, P-R 9, Q-R 3, Q-S 8, R-S 1, S-T 5. P first: Q=2, R=9. "
        "Then Q: R becomes 5, S is 10. Next I settle S. Fine?"
    )
    assert learner.left.wrong_step == 3

    assert "So it is R" in words(learner.say("is it R or S then?"))
    learner.say("R with 5. S over R is 5 + 1 = 6")
    assert learner.left.wrong_step == 4


def test_arrays_told_one_after_the_other_are_rows() -> None:
    learner = Learner("predict")
    learner.say(
        "insertion sort on 7, 3, 9, 1, 5. my steps: after the first pass 3 7 9 1 5, "
        "after the second still 3 7 9 1 5, then 1 3 7 9 5. ok?"
    )
    assert learner.left.wrong_step == 4

    assert "9 stays" in words(learner.say("why did the second pass change nothing?"))


def test_of_two_numbers_in_one_pass_the_last_counts() -> None:
    learner = Learner("predict")
    learner.say(
        "Bellman-Ford, directed edges S->A 4, S->B 5, A->C 6, B->A -3, C->D 2, B->C 7, from S in "
        "that order. pass 1: A=4, B=5, C=10, then A drops to 2, D=12. right?"
    )
    assert learner.left.wrong_step == 2
    assert "C has 10" in words(learner.say("is C 10 or 8 after pass 1?"))


HUTS = "Dijkstra, undirected: D-E 9, D-F 4, E-F 2, F-L 7, E-L 3, starting at D"
KEPT_TOO_LONG = (
    f"{HUTS}. I settled D first, so E has 9 and F has 4. Then I settled F because 4 is the "
    "smallest, and that gave L 11, and E stays at 9. Then I settled E with 9, L stays 11. Then L."
)


def test_a_number_that_was_kept_is_the_slip_and_not_what_was_brought_in() -> None:
    learner = Learner("predict")
    said = words(learner.say(KEPT_TOO_LONG))

    assert learner.left.wrong_step == 2
    assert "More waits there" not in said and "which of the waiting nodes" not in said


def test_a_number_of_the_row_before_is_no_answer_about_the_row_that_is_asked_for() -> None:
    learner = Learner("predict")
    learner.say(f"{HUTS}. I settled D first, so E has 9 and F has 4.")
    for question in ("once more: is E 6 or 9 then?", "after F, is E 9 or is it 6?"):
        said = words(learner.say(question))
        assert "has 9" not in said and "shorter for its neighbours" in said

    assert "F has 4" in words(learner.say("and after D, is F 4 or 9?"))


def test_why_a_number_changed_is_told_from_the_way_that_was_less() -> None:
    learner = Learner("predict")
    learner.say(f"{HUTS}. I settled D first, so E has 9 and F has 4.")
    said = words(learner.say("then F: E has 6, L has 11. but why could the 9 change afterwards?"))
    assert learner.left.answered == "right"
    assert "4 + 2 = 6 for E" in said and "the 9 that E had" in said

    assert "2 = 6" not in words(learner.say("but why did the 9 not change in the first row?"))


def test_what_is_in_the_list_then_is_not_what_is_taken_then() -> None:
    learner = Learner("predict")
    learner.say("depth-first search from S to G, undirected: S-A, A-C, A-B, A-G, C-G")
    learner.say("S at the start. then is only A in OPEN.")

    assert learner.left.attempt is not None
    assert [row["node"] for row in learner.left.attempt.rows] == ["S"]


def test_rows_of_a_star_told_beside_its_graph_are_judged_and_not_asked_for() -> None:
    learner = Learner("predict")
    learner.say(
        "I made up my own little graph to try A* on. S to A costs 1, S to B costs 4, A to B costs "
        "2, A to C costs 6, B to C costs 1, C to G costs 3. estimates h: S 6, A 5, B 4, C 2, G 0. "
        "So first I take S off with f = 6, then A gets g=1, f=6 and B gets g=4, f=8. Then out "
        "comes A, B becomes g=3 with f=7, C gets g=7 and f=9. Fine so far I'd say?"
    )

    assert learner.left.problem.goal == "G"
    assert learner.left.attempt is not None
    assert [row["node"] for row in learner.left.attempt.rows] == ["S", "A"]
    assert learner.left.awaited == Expectation(kind="row", step=3)
