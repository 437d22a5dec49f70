"""What a message says is held against the facts of runs: all its nodes and numbers, or nothing."""

from __future__ import annotations

import pytest

from tutor_app.domain.traces import Problem
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.fact_pool.supposed_worlds import claims_on, supposed_world
from tutor_app.tracing.reading.problem_reader import read_problem

UCS = (
    "Run uniform cost search from P to G on the undirected graph "
    "P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3, R-U 2, T-G 2, U-G 6"
)
PRIM = "Run Prim from P on P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3"
KRUSKAL = "Run Kruskal on P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3"


def problem_of(text: str) -> Problem:
    read = read_problem(text)
    assert read is not None
    return read.problem


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (UCS, "Q with 2 gives R 3 and T 9, then R: T 6, U 5. way P Q R T G, 8"),
        (UCS, "row 3: U 5, T 6. row 4 takes U"),
        (UCS, "T went 9 then 3 + 3 = 6, and 3 < 5 anyway"),
        (KRUSKAL, "QR 1, PQ 2, RT 3, total 6; PR is left out, and QT never comes in"),
        (KRUSKAL, "1, 3, 6"),
    ],
)
def test_what_facts_spell_out_whole_is_borne_out(problem: str, message: str) -> None:
    assert claims_on(message, ExactFacts(run(problem_of(problem)))).is_firm


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (UCS, "Q with 2 gives R 3 and T 8"),  # another number
        (UCS, "row 2: R 5, T 9"),  # that of the row before
        (UCS, "after R there wait U 5 and T 6, and T is taken next"),
        (UCS, "return P Q T, 9"),  # T had 9 once, and the way goes on
        (UCS, "why is it P Q R T G with 8?"),  # asks
        (UCS, "P Q R T G with 8 can't be right"),
        (UCS, "3 + 4 = 8, so G has 8 and the way is P Q R T G"),  # a wrong sum
        (KRUSKAL, "QR 1, PQ 2, PR 5 make the tree"),
        (PRIM, "QR is only 1"),  # what the graph says already
    ],
)
def test_what_is_left_over_bears_nothing_out(problem: str, message: str) -> None:
    assert not claims_on(message, ExactFacts(run(problem_of(problem)))).is_firm


@pytest.mark.parametrize(
    ("problem", "message", "borne_out"),
    [
        (UCS, "If we begin at R instead, it goes R T G for 5", True),
        (UCS, "Were Q-T only 3, P Q T G would do for 7", True),
        (UCS, "if R-U were 9, it would still be P Q R T G with 9", False),
        (UCS, "delete U-G and nothing changes, P Q R T G, 8", True),
        (PRIM, "and from T: RT 3, QR 1, PQ 2", True),
    ],
)
def test_a_supposition_is_run_on_a_copy(problem: str, message: str, borne_out: bool) -> None:
    known = problem_of(problem)
    world = supposed_world(message, known, frozenset())

    if world is None:
        assert claims_on(message, ExactFacts(run(known))).is_firm  # the run at hand says it, too
    else:
        assert world.problem != run(known).problem
        assert (world.cover.claims and not world.cover.left) == borne_out


@pytest.mark.parametrize(
    "message",
    [
        "from P we take Q, from Q we take R",
        "sorry, I meant Q-T is 3",
        "what about from U instead?",  # asks for another run, claims nothing
    ],
)
def test_what_claims_nothing_of_a_copy_supposes_none(message: str) -> None:
    assert supposed_world(message, problem_of(UCS), frozenset()) is None
