"""An idea about a part is tried, what is said of elements is held to the run, and a verdict stands.

A search of a graph marks a node late and overwrites its parent: the path that it gives is no
shortest one.
"""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.doubles.scripted_reading import reads
from tests.sentences import says
from tutor_app.domain.values import Quote
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
GIVES = "['a', 'c', 'd', 'e', 'f']"
DUE = "['a', 'b', 'd', 'f']"
IDEA = ActGuess(act="tell.idea", confidence=0.9, second="ask.check", sure=True, about_table=True)
OF_LECTURES = """def count(lecture):
    return len(lecture) - 1

print(count([1]))"""
OVERWRITTEN = "d twice in q. b put it, then c put it again. so par[d] gets overwritten with c?"


def searcher(readings: dict[str, str]) -> Learner:
    first = f"does: wants\nwant {CALL} -> {DUE}"
    student = Learner(reader=reads({"a b d f": first} | readings))
    student.say(f"it should be a b d f{fenced(PATH)}")
    return student


@pytest.fixture(scope="module")
def run() -> CaseResult:
    return run_program(PATH, [_case()], trace_case=0).results[0]


def _case() -> Case:
    setup = PATH.split("\n\n")[1].split("\n")[0]
    return Case(call=Call(text=f"{setup}\n{CALL}", own_setup=True), expected=DUE, origin="student")


# --- what was seen is no wish ---------------------------------------------------------------------


def test_what_a_complaint_says_a_call_to_give_and_it_gives_was_seen() -> None:
    read = f"does: wants, saw\nwant {CALL} -> {GIVES}\nwant {CALL} -> 4 edges"
    student = Learner(reader=reads({"not shortest": read}))

    reply = student.say(f"a to f gives a c d e f. 4 edges. so not shortest{fenced(PATH)}")

    assert says(reply, "programs_reactions.i_see_it_too")
    assert says(reply, "programs_moves.what_should")
    record = student.work.program
    assert record is not None
    assert not any(GIVES in case for case in record.cases)


# --- a part that is named -------------------------------------------------------------------------


def test_a_part_whose_changes_do_not_help_is_not_it() -> None:
    student = searcher({"pop": "does: whether\nblame 6"})

    reply = student.say("is it pop(0), wrong end?")

    assert says(reply, "programs_ideas.place_not_there", line=6)


def test_the_same_part_asked_about_again_gets_the_verdict_again() -> None:
    student = searcher({"pop": "does: whether"})
    student.say("is it pop(0), wrong end?")

    reply = student.say("so pop is fine or not?")

    assert says(reply, "programs_ideas.place_fine", line=6)


def test_a_part_that_a_change_mends_is_the_place_and_no_change_is_shown() -> None:
    student = searcher({"line 11": "does: whether\nblame 11"})

    reply = student.say("is it line 11?")

    assert says(reply, "programs_ideas.place_there", line=11)
    assert "not in par" not in reply


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


# --- what is said of elements ---------------------------------------------------------------------


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


def test_a_right_diagnosis_gets_its_yes_and_what_shows_it() -> None:
    student = searcher({"overwritten": "does: cause, whether\nblame 12"})

    reply = student.say(OVERWRITTEN)

    assert says(reply, "programs_ideas.as_claimed")
    assert says(reply, "programs_elements.set_in_turn", element="`par['d']`")
    assert says(reply, "programs_ideas.cause_seen")


def test_a_diagnosis_that_differs_is_told_what_the_run_has() -> None:
    student = searcher({"overwritten": "does: cause, whether"})

    reply = student.say("so par[e] gets overwritten with b?")

    assert says(reply, "programs_ideas.not_as_claimed")
    assert not says(reply, "programs_ideas.cause_seen")


# --- the verdict once more ------------------------------------------------------------------------


def test_who_asks_whether_it_was_a_yes_is_told_so() -> None:
    student = searcher({"overwritten": "does: cause, whether", "a yes": "does: check, whether"})
    student.say(OVERWRITTEN)

    reply = student.say("is that a yes?")

    assert says(reply, "programs_ideas.verdict_stands")
    assert not says(reply, "programs_ideas.open_claim")


def test_a_no_stays_a_no() -> None:
    student = searcher({"overwritten": "does: cause, whether", "no?": "does: check"})
    student.say("so par[e] gets overwritten with b?")

    assert says(student.say("so that's a no?"), "programs_ideas.verdict_no_stands")


@pytest.mark.parametrize("words", ["is that a yes?", "so yes or no?", "am i right?", "is that so?"])
def test_a_question_for_the_verdict_names_nothing(words: str) -> None:
    assert asks_for_verdict_again(words)


@pytest.mark.parametrize(
    "words", ["is it right now?", "does it work?", "is line 3 right?", "yes", "is par right?"]
)
def test_a_question_about_the_program_is_no_question_for_the_last_verdict(words: str) -> None:
    assert not asks_for_verdict_again(words)


# --- what the course says -------------------------------------------------------------------------


def test_a_sentence_on_what_the_course_says_is_looked_up_beside_the_program() -> None:
    student = searcher({"late": "does: whether"})
    student.passage = "The search still ends with a correct path."

    events = student.events("lecture 1 says late marking still gives a correct path. so?")

    assert student.topics[-1] == "lecture 1 says late marking still gives a correct path."
    assert [event.paragraph for event in events if isinstance(event, Quote)] == [student.passage]


def test_a_program_of_lectures_speaks_of_its_own() -> None:
    student = Learner(reader=reads({}))
    student.say(f"too few{fenced(OF_LECTURES)}")
    student.say("why does lecture have one item less?")

    assert "lecture" not in "".join(student.topics)


# --- nothing twice --------------------------------------------------------------------------------


def test_the_values_of_a_line_are_not_listed_in_two_replies_running() -> None:
    student = searcher({"queue": "does: what\nprobe 6: q", "again": "does: what\nprobe 6: q"})

    first, second = student.say("what is in the queue?"), student.say("and again, what is there?")

    assert says(first, "programs_looks.is_in_turn", code="`q`", line=6)
    assert not says(second, "programs_looks.is_in_turn", code="`q`", line=6)
