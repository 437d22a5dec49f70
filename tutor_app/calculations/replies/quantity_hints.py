"""Hints on a task of quantities, how a right value begins, and what a change of data does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tutor_app.calculations.quantities.data_changes import figure_of_change
from tutor_app.calculations.quantities.judge_quantity import judged_numbers
from tutor_app.calculations.quantities.named_values import values_named
from tutor_app.calculations.quantities.quantity_story import QuantityStory, shown_number
from tutor_app.calculations.replies.reply_turn import CalculationTurn, say_as
from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.values import Event
from tutor_app.wording.catalogue import Phrase, phrase, phrases_of

BEGINS_SO = phrase("calculations_quantities.begins_so", "step")
EXAMPLE = phrase("calculations_quantities.example", "steps")
FIRST_STEP = phrase("calculations_quantities.first_step", "step")
END_OF_HINTS = phrase("calculations_quantities.end_of_hints", "person")
CHANGES_MORE = phrase("calculations_quantities.changes_more", "name", "dropped", "figures")
CHANGES_ALIKE = phrase("calculations_quantities.changes_alike", "dropped", "figures")
REPLACED = phrase("calculations_quantities.replaced", "dropped", "added", "figures")
CHANGE = phrase("calculations_quantities.change", "name", "before", "after")
CLAIM_HOLDS = phrase("calculations_quantities.claim_holds")
CLAIM_FAILS = phrase("calculations_quantities.claim_fails")
FIGURES_TOLD: Final[Mapping[str, Phrase]] = {
    name: phrase(f"calculations_quantities.figure_{name}")
    for name in ("mean", "median", "mode", "range", "variance", "deviation")
}
SLIPS: Final[Mapping[str, Phrase]] = phrases_of("calculations_quantity_slips")
ASKS: Final[Mapping[str, Phrase]] = phrases_of("calculations_quantity_questions")
TOPICS: Final[Mapping[str, str]] = read_yaml(
    Path(__file__).parents[1] / "quantities" / "quantity_topics.yaml"
)


def right_explained(turn: CalculationTurn, story: QuantityStory) -> Iterator[Event]:
    """Yield how a right value comes about, and the course's words on it."""
    if story.step:
        yield say_as(BEGINS_SO(step=story.step), "hint")
    yield say_as(ASKS[story.kind](), "question")
    yield from turn.cite(TOPICS[story.kind])


def next_hint(turn: CalculationTurn, story: QuantityStory, *, why: bool) -> Iterator[Event]:
    """Yield the first of the hints that was not given yet."""
    heard = "\n".join(turn.work.hints) if turn.work is not None else ""
    texts = [ASKS[story.kind]()]
    slip = _slip_before(turn, story)
    if why and slip:
        texts.insert(0, SLIPS[slip]())
    if story.example:
        texts.append(EXAMPLE(steps=story.example))
    if story.step:
        texts.append(FIRST_STEP(step=story.step))
    texts.append(END_OF_HINTS(person=turn.person))
    yield say_as(next((each for each in texts if each not in heard), texts[-1]), "hint")
    if why:
        yield from turn.cite(TOPICS[story.kind])


def _slip_before(turn: CalculationTurn, story: QuantityStory) -> str:
    """Return the slip of the value that was called wrong last."""
    for before in reversed(turn.session.before[-4:]):
        values = values_named(before.question, story, turn.examine)
        judged = [*judged_numbers(story, values or [])]
        slips = [each.slip for each in judged if each.slip]
        if slips:
            return slips[-1]
    return ""


def change_explained(turn: CalculationTurn, story: QuantityStory) -> Iterator[Event]:
    """Yield what leaving one of the data out does to each figure, and whether the claim holds."""
    found = figure_of_change(turn.text, story)
    assert found is not None
    if found.claimed:
        holds = found.claimed == found.most
        yield say_as((CLAIM_HOLDS if holds else CLAIM_FAILS)(), "verdict")
    figures = ", ".join(
        CHANGE(name=FIGURES_TOLD[name](), before=shown_number(one), after=shown_number(other))
        for name, one, other in found.figures
    )
    dropped = shown_number(found.dropped)
    if found.added is not None:
        yield say_as(
            REPLACED(dropped=dropped, added=shown_number(found.added), figures=figures), "result"
        )
    elif found.most == "same":
        yield say_as(CHANGES_ALIKE(dropped=dropped, figures=figures), "result")
    else:
        name = FIGURES_TOLD[found.most]()
        yield say_as(CHANGES_MORE(name=name, dropped=dropped, figures=figures), "result")
    yield from turn.cite(TOPICS["outlier"])
