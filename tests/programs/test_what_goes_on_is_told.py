"""What students often take for something else: found by form, shown by the run, and heard."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.doubles.program_runs import case, run_one
from tutor_app.programs.behaviour.cause_verdicts import SPOKEN_OF
from tutor_app.programs.behaviour.rule_speech import likely_speech, shipped_model
from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.behaviour.shown_causes import shown_causes
from tutor_app.retrieval.embedder import Embedder

REMOVES = """def calm(winds):
    for wind in winds:
        if wind > 5:
            winds.remove(wind)
    return winds"""
DEFAULT = """def note(word, seen={}):
    seen[word] = len(seen)
    return seen

note('a')
print(note('b'))"""
RETURNS = """def longest(words):
    best = ''
    for word in words:
        if len(word) > len(best):
            best = word
        return best"""
TEXT = """def tidy(name):
    name.strip()
    return name"""
SAME = """def copy_of(row):
    new = row
    new.append(0)
    return new"""
RANGE = """def tail(n):
    out = []
    for k in range(2, n):
        out.append(k)
    return out"""
DIVIDES = """def half(n):
    return n // 2"""
NONE = """def ranked(xs):
    ordered = xs.sort()
    return ordered"""


def causes(source: str, call: str) -> dict[str, ShownCause]:
    result = run_one(source, case(call), traced=True)
    return {each.cause: each for each in shown_causes(source, result)}


@pytest.mark.parametrize(
    ("source", "call", "cause", "shown"),
    [
        (REMOVES, "calm([9, 8, 1])", "list_changed_in_loop", ("`9`, `1`", "`8` never")),
        (REMOVES, "calm([9, 9, 1])", "list_changed_in_loop", ("one `9` never",)),
        (DEFAULT, "note('a')\nnote('b')", "default_made_once", ("already holds", "'a': 0")),
        (RETURNS, "longest(['a', 'bb'])", "return_ends", ("first round", "line 6")),
        (TEXT, "tidy(' x ')", "text_methods", ("`name.strip()`", "`' x '`")),
        (SAME, "copy_of([1])", "same_object", ("`new`", "`row`")),
        (RANGE, "tail(5)", "range_end", ("`2`, `3`, `4` the first time",)),
        (DIVIDES, "half(7)", "whole_division", ("`7 // 2`", "`3`")),
        (NONE, "ranked([2, 1])", "gives_none", ("`xs.sort()`", "`None`")),
    ],
)
def test_it_is_found_by_form_and_shown_by_the_run(
    source: str, call: str, cause: str, shown: tuple[str, ...]
) -> None:
    assert all(part in causes(source, call)[cause].fact for part in shown)


def test_what_does_not_go_on_is_not_told() -> None:
    kept = REMOVES.replace("in winds:", "in list(winds):")
    made_inside = DEFAULT.replace("    seen[word]", "    seen = dict(seen)\n    seen[word]", 1)
    outside = RETURNS.replace("        return best", "    return best")

    assert "list_changed_in_loop" not in causes(kept, "calm([9, 8, 1])")
    assert "default_made_once" not in causes(made_inside, "note('c')")
    assert "return_ends" not in causes(outside, "longest(['a', 'bb'])")


def test_a_loop_that_ends_with_the_change_has_skipped_nothing() -> None:
    stops = REMOVES.replace("remove(wind)", "pop(wind)")  # there is no place 9
    breaks = REMOVES.replace("remove(wind)", "remove(wind)\n            break")

    for source in (stops, breaks):
        assert "list_changed_in_loop" not in causes(source, "calm([9, 8, 1])")


def test_a_division_that_leaves_no_rest_throws_nothing_away() -> None:
    assert "whole_division" not in causes(DIVIDES, "half(8)")


def test_who_says_what_goes_on_is_told_that_it_does_with_the_fact(minilm: Embedder) -> None:
    learner = Learner(embedder=minilm)
    learner.say("calm([9, 8, 1]) should give [1] and gives [8, 1]" + fenced(REMOVES))

    reply = learner.say(
        "i think it's that i take things out of the list while the loop still goes through it"
    )

    assert "`8` never" in reply and reply.count("?") <= 1
    assert "change" in reply.split(". ")[-1]  # the cause is told, so a change is what is asked for


def test_who_asks_how_python_goes_about_it_gets_the_rule(minilm: Embedder) -> None:
    learner = Learner(embedder=minilm)
    learner.say("note('b') should give {'b': 0}" + fenced(DEFAULT))

    reply = learner.say("is that {} in the def line made again at every call or only once?")

    assert "made once" in reply


def test_only_rules_that_go_on_are_spoken_of(minilm: Embedder) -> None:
    said = "the loop jumps over the one behind the one that was removed"
    vector = minilm.embed([said])[0].astype(float)

    near = likely_speech(shipped_model(), said, vector, ["list_changed_in_loop", "range_end"])
    alone = likely_speech(shipped_model(), said, vector, ["range_end"])

    assert near["list_changed_in_loop tells"] > 0.9
    assert alone["range_end tells"] + alone["range_end contrary"] < SPOKEN_OF[False]


def test_a_change_without_a_clear_place_is_asked_for_as_lines() -> None:
    learner = Learner()
    learner.say("calm([9, 8, 1]) should give [1]" + fenced(REMOVES))

    reply = learner.say(
        "then I'd rather build another list with only those that are fine and give that one back"
    )

    assert "line" in reply and "calm([9, 8, 1])" in reply
    assert learner.work.program is not None and learner.work.program.asked[-1] == "lines"


def test_what_a_variable_is_said_to_hold_is_not_what_the_call_must_give() -> None:
    learner = Learner()
    learner.say("note('b') should give {'b': 0}" + fenced(DEFAULT))
    assert learner.work.program is not None and learner.work.program.awaited is not None
    assert "seen" in learner.work.program.awaited.key

    reply = learner.say("I'd say seen is {} there, it starts empty")

    assert "should give `{}`" not in reply
    assert "the same" not in reply  # it is called wrong, and not what the run shows
