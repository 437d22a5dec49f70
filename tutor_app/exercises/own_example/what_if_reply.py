"""What is said of another change than the item's: "what if you multiply by 10?" is tried."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tutor_app.domain.traces import Graph
from tutor_app.domain.values import Sentence
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.exercise_parts import missing_points
from tutor_app.exercises.exercise_task import LEAST_WORK, Task
from tutor_app.exercises.exercise_turn import ExerciseTurn, Said
from tutor_app.exercises.own_example.asked_property import (
    EXAMPLE_WORDS,
    AskedExample,
    ShownProperty,
    asked_example,
    plain_words,
    property_named,
)
from tutor_app.exercises.own_example.example_reply import (
    example_of,
    example_run_of,
    gives_example,
)
from tutor_app.exercises.own_example.run_example import ExampleRun, length_of, run_graph
from tutor_app.exercises.own_example.tried_graphs import TriedWeights, try_change
from tutor_app.exercises.own_example.weight_change import WeightChange, change_in, change_of_all
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import asks_something
from tutor_app.wording.catalogue import Phrase, phrase

STAYS_ON_YOURS = phrase("exercises_examples.stays_on_yours", "told")
STAYS_STRETCHED = phrase("exercises_examples.stays_stretched", "count")
STAYS_IN_ORDER = phrase("exercises_examples.stays_in_order", "count")
STAYS_TRIED = phrase("exercises_examples.stays_tried", "count")
MAY_CHANGE = phrase("exercises_examples.may_change", "edges", "path", "cost", "other", "least")
MAY_CHANGE_ALONE = phrase("exercises_examples.may_change_alone", "count")
ON_YOURS = phrase("exercises_examples.changes_on_yours", "path", "other", "least")


def supposes_change(text: str, item: AssignmentItem | None) -> bool:
    """Return whether a message asks what another change of the weights than the item's would do."""
    return item is not None and _supposed(text, item) is not None


def without_supposing(task: Task) -> Task | None:
    """Return the task with the work that is told beside a question about another change, if any."""
    told = [one for one in sentences_of(task.fresh or "") if not _supposes(one)]
    if len(set(tokens(" ".join(told)))) < LEAST_WORK or all(map(asks_something, told)):
        return None
    return replace(task, fresh="\n".join(told))


def say_what_if(turn: ExerciseTurn) -> Said:
    """Say what another change does, as tried on the student's example and on small graphs."""
    item = turn.task.item
    supposed = None if item is None else _supposed(turn.text, item)
    if supposed is None:
        return ()
    what, change = supposed
    text = _told(turn, what, change)
    yield Sentence(text=text, role="verdict")
    return (text,)


def _supposed(text: str, item: AssignmentItem) -> tuple[ShownProperty, WeightChange] | None:
    """Return what a message asks about, and the change that it supposes in place of the item's."""
    here = change_of_all(item.statement)
    if here is None or gives_example(text, item):
        return None
    # "When 10 is added, longer paths grow more" is a reason, and asks nothing.
    supposing = [one for one in sentences_of(text) if _supposes(one) and asks_something(one)]
    told = (change_in(one) or _other_amount(one, here) for one in supposing)
    change = next((one for one in told if one is not None), None)
    asked = asked_example(item.statement)
    what = property_named(" ".join(supposing)) or property_named(text)
    what = what or (None if asked is None else asked.property)
    if change is None or change == here or what is None or not what.named:
        return None
    return what, change


def _supposes(sentence: str) -> bool:
    return not EXAMPLE_WORDS["supposes"].isdisjoint(plain_words(sentence))


def _other_amount(text: str, here: WeightChange) -> WeightChange | None:
    """Return the item's own change by another number: "what if it was 1000 instead?"."""
    numbers = [Fraction(word) for word in text.replace("?", " ").split() if word.isdecimal()]
    others = [one for one in numbers if one != here.amount]
    if len(others) != 1 or here.kind == "square":
        return None  # several numbers are those of a graph
    return WeightChange(here.kind, others[0])


def _told(turn: ExerciseTurn, what: ShownProperty, change: WeightChange) -> str:
    found = try_change(what.name, change)
    example = example_of(turn)
    if found.run is None:
        stays = turn.pick(_why_it_stays(turn, what, change), count=found.count)
        return " ".join(filter(None, (_stays_on_yours(turn, what, change, example), stays)))
    own = None if example is None else _on(example, what, change)
    if own is not None:
        path, other = ", ".join(own.first.told), ", ".join(own.second.told)
        return turn.pick(ON_YOURS, path=path, other=other, least=f"{_least(own):g}")
    if _would_give_away(turn, what):
        return turn.pick(MAY_CHANGE_ALONE, count=found.count)
    return turn.pick(MAY_CHANGE, **_slots(found))


def _why_it_stays(turn: ExerciseTurn, what: ShownProperty, change: WeightChange) -> Phrase:
    """Return what is said where no graph shows a change: why, where that gives nothing away."""
    if _would_give_away(turn, what):
        return STAYS_TRIED
    if what.by == "ways" and change.stretches:
        return STAYS_STRETCHED
    return STAYS_IN_ORDER if what.by == "edges" and change.keeps_order else STAYS_TRIED


def _would_give_away(turn: ExerciseTurn, what: ShownProperty) -> bool:
    """Return whether the item is about just that, and not surely done yet."""
    item = turn.task.item
    if item is None or what.named.isdisjoint(plain_words(item.statement)):
        return False
    return not item.solution or bool(missing_points(turn.task))


def _stays_on_yours(
    turn: ExerciseTurn, what: ShownProperty, change: WeightChange, example: Graph | None
) -> str:
    """Return what the two ways of the student's example have after another change."""
    shown = example_run_of(turn)
    if example is None or shown is None or what.by != "ways":
        return ""
    later, ways = change.on(example), (shown.first.told, shown.second.told)
    told = [f"{', '.join(way)} {length_of(way, later):g}" for way in ways]
    return turn.pick(STAYS_ON_YOURS, told="; ".join(told))


def _on(graph: Graph, what: ShownProperty, change: WeightChange) -> ExampleRun | None:
    made = run_graph(AskedExample(part="", property=what, change=change), graph)
    return made if made is not None and made.holds and not made.tied else None


def _least(run: ExampleRun) -> float:
    return float(Fraction(str(run.second.second)))


def _slots(found: TriedWeights) -> dict[str, str]:
    assert found.run is not None and found.graph is not None
    edges = ", ".join(
        f"{one.source}-{one.target} {one.weight:g}"
        for one in found.graph.edges
        if one.weight is not None
    )
    return {
        "edges": edges,
        "path": ", ".join(found.run.first.told),
        "cost": f"{found.run.first.first:g}",
        "other": ", ".join(found.run.second.told),
        "least": f"{_least(found.run):g}",
    }
