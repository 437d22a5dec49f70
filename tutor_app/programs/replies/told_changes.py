"""The changes that a message tells, each tried on the calls that are known."""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.programs.code_in_text import values_in
from tutor_app.programs.program_structure import does_else, read_program
from tutor_app.programs.replies.accepted_answers import PLACE, accepts
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import lines_named
from tutor_app.programs.run_values import ProgramRun
from tutor_app.programs.student_changes.placed_change import place_change
from tutor_app.programs.student_changes.placement import Change, Placement
from tutor_app.programs.student_changes.token_likeness import tokens_of
from tutor_app.programs.try_change import TriedChange, try_change

PROPOSED = ("tell.idea", "tell.answer")  # what the message did that told the change
FEW_WORDS = 8  # of an answer to which line is meant


@dataclass(frozen=True, slots=True)
class Tries:
    """A change that was tried; else the `places` that it may have, where they differ in a run."""

    tried: TriedChange | None = None
    places: tuple[Change, ...] = ()


def try_what_is_told(topic: Topic, run: ProgramRun) -> Tries:
    """Try what the student describes, on what the program is now or with what they told before."""
    if topic.is_first or topic.is_changed or not topic.words or _only_answers(topic):
        return Tries()
    words, values = with_place(topic), known_values(run)
    told = (topic.act.act, topic.act.second) if topic.act is not None else ()
    acts = told if words == topic.words else PROPOSED
    placed = _changes(topic, place_change(topic.source, words, acts, values))
    if topic.record.described is not None and not placed:
        placed = _changes(topic, place_change(topic.record.described, words, acts, values))
    cases = tuple(result.case for result in run.results)
    tries = [try_change(topic.source, change, cases) for change in placed]
    tries = [each for each in tries if _is_sound(each)]
    if len({_behaviour(each.after) for each in tries}) > 1:
        return Tries(places=tuple(each.change for each in tries))
    return Tries(tried=tries[0]) if tries else Tries()


def _is_sound(tried: TriedChange) -> bool:
    """Whether a try says something of the change: not where our placing alone makes it unread."""
    is_ours = tried.before.our_fault or tried.after.our_fault
    return not is_ours and (tried.after.loads or not tried.before.loads)


def with_place(topic: Topic) -> str:
    """Return a message's words; those that answer which line is meant, with the change told."""
    awaited = topic.record.awaited
    if awaited is None or not awaited.key.startswith(PLACE):
        return topic.words
    numbers = [int(each.text) for each in tokens_of(topic.words) if each.text.isdecimal()]
    lines = numbers or lines_named(topic.source, topic.words)
    is_answer = len(lines) == 1 and len(topic.words.split()) <= FEW_WORDS
    told = awaited.key.removeprefix(PLACE)
    return f"{told}, line {lines[0]}" if is_answer else topic.words


def known_values(run: ProgramRun) -> frozenset[str]:
    """Return the values that the known calls take, give and must give."""
    texts = [
        text
        for each in run.results
        for text in (each.case.call.text, each.value, each.case.expected, each.printed)
        if text
    ]
    return frozenset(span.text for text in texts for span in values_in(text)) | {
        each.value for each in run.results if each.value
    }


def _behaviour(run: ProgramRun) -> tuple[tuple[str | None, str], ...]:
    """Return what a program gives and prints on its cases."""
    return tuple((each.value, each.printed) for each in run.results)


def _changes(topic: Topic, placement: Placement) -> tuple[Change, ...]:
    """Return the change that the words describe in the place, or the two, that it may have.

    One that only shows values is no change: it tells what the student has printed.
    """
    before = read_program(topic.source)
    found = placement.candidates
    return tuple(each for each in found if does_else(read_program(each.source), before))


def _only_answers(topic: Topic) -> bool:
    """Whether a message answers the open question right and asks nothing: it proposes nothing."""
    awaited = topic.record.awaited
    if topic.act is not None and topic.act.act == "tell.idea":
        return False
    return awaited is not None and "?" not in topic.words and accepts(awaited, topic.words)
