"""What is said of an answer's numbers and lists of nodes: what they are right for, and what not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tutor_app.exercises.answer_points import HeldAnswer
from tutor_app.exercises.decided.decided_data import StatedValue, ToldList
from tutor_app.exercises.exercise_parts import asking_parts, nearest_parts, statement_of
from tutor_app.exercises.exercise_turn import ExerciseTurn, Said
from tutor_app.wording.catalogue import phrase

FITS = phrase("exercises_values.fits", "value", "part")
IS_OTHER = phrase("exercises_values.is_other", "value", "part")
IS_PART = phrase("exercises_values.is_part", "value", "part")
WHAT_BESIDE_IT = phrase("exercises_values.what_beside_it", "value")
TERMS_FIT = phrase("exercises_values.terms_fit", "fitting", "terms", "words")
WHAT_MAKES_IT = phrase("exercises_values.what_makes_it")
WHO_WAITS = phrase("exercises_values.who_waits", "node")
_OF_LISTS = {
    ("order", True): phrase("exercises_values.order_right", "words"),
    ("path", True): phrase("exercises_values.path_right", "words"),
    ("order", None): phrase("exercises_values.order_begun", "words"),
    ("path", None): phrase("exercises_values.path_begun", "words"),
    ("order", False): phrase("exercises_values.order_differs", "words", "node"),
    ("path", False): phrase("exercises_values.path_differs", "words", "node"),
    ("tree", True): phrase("exercises_values.tree_right", "words"),
    ("tree", None): phrase("exercises_values.tree_begun", "words"),
    ("tree", False): phrase("exercises_values.tree_differs", "words", "node"),
}
STEPS_FIT = phrase("exercises_values.steps_fit", "words")
STEPS_LEAD_TO = phrase("exercises_values.steps_lead_to", "part")


def say_values(
    turn: ExerciseTurn, points: Sequence[str], values: Mapping[int, StatedValue]
) -> Said:
    """Say of each value which part of the exercise it is right for, or is not the number of."""
    said: list[str] = []
    for one in sorted(values.values(), key=lambda one: not one.right):
        part = _part_of(turn, points[one.place])
        if one.right and len(asking_parts(statement_of(turn.task))) < 2:
            continue
        ways = FITS if one.right else IS_PART if one.is_part else IS_OTHER
        line = turn.line(ways, "verdict" if one.right else "notice", value=one.value, part=part)
        yield line
        said += [line.text, part]
    return tuple(said)


def say_lists(turn: ExerciseTurn, lists: Sequence[ToldList]) -> Said:
    """Say of each list of nodes how far it goes with the run."""
    said: list[str] = []
    for one in lists:
        ways = _OF_LISTS[one.kind, one.right or (None if one.stops_early else False)]
        beside, words = {}, one.words
        if not (one.right or one.stops_early):
            beside = {"node": one.nodes[one.fitting - 1]}
            if one.kind == "tree":
                words = ", ".join(one.nodes[: one.fitting])
                beside = {"node": ", ".join(one.nodes[one.fitting :])}
        line = turn.line(ways, "verdict" if one.right else "notice", words=words, **beside)
        yield line
        said.append(line.text)
    return tuple(said)


def ask_on_values(turn: ExerciseTurn, held: HeldAnswer) -> Said:
    """Ask on from what is not right yet, or from what leads to a point; else nothing."""
    wrong = held.wrong_values
    off = [one for one in held.lists if not one.right and one.kind == "order"]
    if wrong and 2 * wrong[-1].fitting > wrong[-1].terms:
        one = wrong[-1]
        slots = {"fitting": one.fitting, "terms": one.terms, "words": one.words}
        line = turn.line(TERMS_FIT, "question", **slots)
    elif wrong and wrong[-1].is_part:
        line = turn.line(WHAT_BESIDE_IT, "question", value=wrong[-1].value)
    elif wrong:
        line = turn.line(WHAT_MAKES_IT, "question")
    elif held.steps:
        place, words = next(iter(held.steps.items()))
        taken = turn.line(STEPS_FIT, "verdict", words=words.strip(" .;"))
        yield taken
        part = _part_of(turn, held.points[place])
        line = turn.line(STEPS_LEAD_TO, "question", part=part)
        yield line
        return (taken.text, line.text, part)
    elif off:
        line = turn.line(WHO_WAITS, "question", node=off[-1].nodes[off[-1].fitting - 1])
    else:
        return ()
    yield line
    return (line.text,)


def _part_of(turn: ExerciseTurn, point: str) -> str:
    """Return the part of the exercise that a point answers."""
    parts, book, item = asking_parts(statement_of(turn.task)), turn.sources.book, turn.task.item
    assert item is not None
    return (
        parts[nearest_parts([point], item.solution, item.statement, book)[0]]
        if book is not None
        else parts[0]
    )
