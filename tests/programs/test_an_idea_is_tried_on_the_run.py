"""An idea about a part is tried, what is said of elements is held to the run, and a verdict stands.

A search of a graph marks a node late and overwrites its parent: the path that it gives is no
shortest one.
"""

from __future__ import annotations

import pytest

from tutor_app.programs.ideas.asked_again import asks_for_verdict_again
from tutor_app.programs.ideas.element_claims import claims_on_elements, with_causes
from tutor_app.programs.ideas.part_tried import line_asked_about
from tutor_app.programs.ideas.said_sentences import SaidSentence
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult
from tutor_app.understanding.act_classifier import ActGuess

PATH = """def path(g, s, t):
    q = [s]
    seen = set()
    par = {s: None}
    while q:
        u = q.pop(0)
        if u == t:
            break
        seen.add(u)
        for v in g[u]:
            if v not in seen:
                par[v] = u
                q.append(v)
    r = []
    while t is not None:
        r.append(t)
        t = par[t]
    return r[::-1]

g = {'a': 'bc', 'b': 'ad', 'c': 'ade', 'd': 'bcef', 'e': 'cdf', 'f': 'de'}
print(path(g, 'a', 'f'))"""
CALL = "path(g, 'a', 'f')"
DUE = "['a', 'b', 'd', 'f']"
IDEA = ActGuess(act="tell.idea", confidence=0.9, second="ask.check", sure=True, about_table=True)


@pytest.fixture(scope="module")
def run() -> CaseResult:
    return run_program(PATH, [_case()], trace_case=0).results[0]


def _case() -> Case:
    setup = PATH.split("\n\n")[1].split("\n")[0]
    return Case(call=Call(text=f"{setup}\n{CALL}", own_setup=True), expected=DUE, origin="student")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("is it pop(0), wrong end?", 6),
        ("so pop is fine or not", 6),
        ("is line 11 the problem?", 11),
        ("can i add it before the loop?", None),
        ("should i pop it later?", None),
        ("the queue is [a, b]", None),
    ],
)
def test_a_part_is_asked_about_where_words_judge_it(words: str, line: int | None) -> None:
    asked = line_asked_about(PATH, [SaidSentence(words, IDEA)])

    assert (asked[0] if asked is not None else None) == line


@pytest.mark.parametrize(
    ("words", "agrees"),
    [
        ("par[d] gets overwritten with c", True),
        ("par['d'] gets overwritten", True),
        ("par[e] gets overwritten by b", False),
        ("par[b] is overwritten?", False),
        ("par[d] is not b anymore", True),
        ("par[d] is c", True),
        ("q has d d after round 3", True),
        ("after round 2 q has d d", False),
        ("d is twice in q, b put it then c put it again", True),
    ],
)
def test_what_is_said_of_an_element_is_held_to_the_run(
    run: CaseResult, words: str, agrees: bool
) -> None:
    assert {each.agrees for each in claims_on_elements(PATH, [words], run)} == {agrees}


@pytest.mark.parametrize(
    "words",
    [
        "par[d] should be b",
        "what is par[d]?",
        "par[d] is set",
        "u is d",
        "seen has a b c",
    ],
)
def test_what_claims_nothing_that_a_run_decides_is_no_such_claim(
    run: CaseResult, words: str
) -> None:
    assert not list(claims_on_elements(PATH, [words], run))


def test_what_no_repaired_run_has_is_part_of_what_goes_wrong(run: CaseResult) -> None:
    repaired = PATH.replace("v not in seen", "v not in par")
    good = run_program(repaired, [_case()], trace_case=0).results[0]
    said = ["par[d] gets overwritten with c", "par[b] is a"]

    claimed = tuple(claims_on_elements(PATH, said, run))
    claims = with_causes(claimed, said, [(repaired, good)], claims_on_elements)

    assert [each.is_cause for each in claims] == [True, False]


@pytest.mark.parametrize("words", ["is that a yes?", "so yes or no?", "am i right?", "is that so?"])
def test_a_question_for_the_verdict_names_nothing(words: str) -> None:
    assert asks_for_verdict_again(words)


@pytest.mark.parametrize(
    "words", ["is it right now?", "does it work?", "is line 3 right?", "yes", "is par right?"]
)
def test_a_question_about_the_program_is_no_question_for_the_last_verdict(words: str) -> None:
    assert not asks_for_verdict_again(words)
