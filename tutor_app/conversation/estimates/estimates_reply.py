"""Whether a student's own estimates are admissible or consistent: a verdict, then where to look.

What holds is said with its values. Where one breaks the rule, the reply asks at which node or edge,
then for what decides there, then tells it: what was asked already is read from the replies before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.asked.asked_words import plain
from tutor_app.conversation.asked.defining_sentence import defining_sentence
from tutor_app.conversation.estimates.own_estimates import (
    WORDS,
    OwnEstimates,
    Property,
    own_estimates,
    properties_asked,
)
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Edge, Number
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    IntentRecognised,
    Offers,
    Sentence,
    TurnRecord,
)
from tutor_app.exercises.exercise_task import item_named
from tutor_app.retrieval.course_index import read_query
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.estimates import WeighedEstimates
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.understanding.claims import asks_yes_or_no
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase, was_said

READS_BOTH_WAYS = phrase("conversation_estimates.read_both_ways")
READS_ONE_WAY = phrase("conversation_estimates.read_one_way")
ADMISSIBLE = phrase("conversation_estimates.admissible", "goal", "values")
CONSISTENT = phrase("conversation_estimates.consistent", "values")
CONSISTENT_FLAT = phrase("conversation_estimates.consistent_flat")
VALUE = phrase("conversation_estimates.value", "node", "guess", "true")
FALL = phrase("conversation_estimates.fall", "node", "other", "drop", "weight")
MORE_THAN_EDGE = phrase(
    "conversation_estimates.more_than_edge", "node", "guess", "weight", "other", "path", "true"
)
NOT_ADMISSIBLE = phrase("conversation_estimates.not_admissible", "goal", "count")
NOT_CONSISTENT = phrase("conversation_estimates.not_consistent", "count")
WHICH_NODE = phrase("conversation_estimates.which_node", "goal", "nodes")
WHICH_EDGE = phrase("conversation_estimates.which_edge", "nodes")
WAY_COST = phrase("conversation_estimates.way_cost", "node", "goal")
FALL_OF = phrase("conversation_estimates.fall_of", "node", "other")
FITS = phrase("conversation_estimates.fits", "node", "guess", "true")
EDGE_FITS = phrase("conversation_estimates.edge_fits", "node", "other", "drop", "weight")
FOUND_NODE = phrase("conversation_estimates.found_node", "node", "guess", "path", "true")
FOUND_EDGE = phrase("conversation_estimates.found_edge", "node", "other", "drop", "weight")
COST_RIGHT = phrase("conversation_estimates.cost_right", "true", "node", "guess")
FALL_RIGHT = phrase("conversation_estimates.fall_right", "drop", "weight")
NOT_THAT = phrase("conversation_estimates.not_that", "said")
TOLD_WAY = phrase("conversation_estimates.told_way", "node", "path", "true", "guess")
TOLD_FALL = phrase(
    "conversation_estimates.told_fall", "node", "other", "guess", "next", "drop", "weight"
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)")
_LATELY = 4  # messages in which a property was asked for
_AT_OTHER_WORK = frozenset({"exercise", "answer", "program"})


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedPlace:
    """A node, or the two ends of an edge: where a rule is looked at, and what is said of it.

    `question` asks for the `value` that decides there.
    """

    nodes: tuple[str, ...]
    breaks: bool
    question: str
    value: Number
    found: str
    right: str
    told: str
    fits: str


def estimates_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the verdict on the estimates of the student's own graph; None to anything else."""
    text, session = turn.message.text, turn.session
    if turn.message.wanted is not None or turn.shape.code is not None or session.round_is_newest:
        return None
    if turn.on_table in _AT_OTHER_WORK or item_named(text, session, turn.book) is not None:
        return None
    asked = properties_asked(text)
    lately = [exchange.question for exchange in session.before[-_LATELY:]]
    if not asked and not any(map(properties_asked, lately)):
        return None
    own = own_estimates(turn)
    if own is None:
        return None
    if asked and _asks_of_own(turn, own):
        told = [*_reading(own), *_verdicts(asked, own, turn)]
        return _done([*told, *_definition(asked[0], turn)])
    waits = _waiting(own, turn)
    answered = [*_on_answer(*waits, turn)] if waits is not None else []
    return _done(answered) if answered else None


def _done(told: Sequence[Event]) -> Iterator[Event]:
    yield IntentRecognised(intent="validation", sure=True, others=())
    yield from told
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))  # no work waits


def _definition(name: Property, turn: TurnContext) -> Iterator[Event]:
    """Yield the course's definition of a property, behind its button, where it has one."""
    if turn.index is None:
        return
    query = read_query(f"{name} heuristic", turn.services.embedder, turn.index)
    told = defining_sentence(name, query, turn.index)
    if told is not None:
        yield replace(show_sentences([told], turn.index)[0], quiet=True)


def _asks_of_own(turn: TurnContext, own: OwnEstimates) -> bool:
    """Whether a property is asked of the student's own estimates, and not of all there are."""
    if WORDS["elsewhere"] & set(plain(turn.message.text)):
        return False
    for sentence in split_sentences(turn.message.text):
        if not properties_asked(sentence):
            continue
        words = set(plain(sentence))
        points = own.is_here or bool(words & WORDS["own"])
        checks = turn.settled_act == "ask.check" or asks_yes_or_no(sentence)
        if points and checks and not words & WORDS["general"]:
            return True
    return False


def _reading(own: OwnEstimates) -> Iterator[Event]:
    if not own.either_way:
        reading = READS_ONE_WAY() if own.directed else READS_BOTH_WAYS()
        yield Sentence(text=reading, role="notice")


def _verdicts(asked: Sequence[Property], own: OwnEstimates, turn: TurnContext) -> Iterator[Event]:
    """Yield a verdict on each property asked, and one question on the first that is broken."""
    broken = list[Property]()
    for name in asked:
        count = sum(place.breaks for place in _places(name, own.weighed))
        if not count:
            yield from _holds(name, own.weighed)
            continue
        broken.append(name)
        goal = own.weighed.goal
        of_nodes = name == "admissible"
        text = NOT_ADMISSIBLE(goal=goal, count=count) if of_nodes else NOT_CONSISTENT(count=count)
        yield Sentence(text=text, role="verdict")
    for name in broken[:1]:
        yield from _ask_on(name, own, turn)


def _holds(name: Property, weighed: WeighedEstimates) -> Iterator[Event]:
    goal = weighed.goal
    if name == "consistent":
        falls = [each for each in weighed.edges if weighed.drop_of(each) > 0]
        values = ", ".join(FALL(**_said_of_edge(each, weighed)) for each in falls)
        text = CONSISTENT(values=values) if falls else CONSISTENT_FLAT()
        yield Sentence(text=text, role="verdict")
        return
    others = [node for node in weighed.ways if node != goal]
    values = ", ".join(VALUE(**_said_of_node(node, weighed)) for node in others)
    yield Sentence(text=ADMISSIBLE(goal=goal, values=values), role="verdict")
    for node in others:
        other = weighed.ways[node].path[1]
        ends = (node, other)
        edge = next(each for each in weighed.edges if (each.source, each.target) == ends)
        if edge.weight is not None and weighed.guesses[node] > edge.weight:
            said = {**_said_of_node(node, weighed), "path": _path(node, weighed)}
            weight = write_number(edge.weight)
            text = MORE_THAN_EDGE(weight=weight, other=other, **said)
            yield Sentence(text=text, role="result")
            return


def _ask_on(name: Property, own: OwnEstimates, turn: TurnContext) -> Iterator[Event]:
    """Yield the next question on a broken rule that was not asked yet; else what breaks it."""
    place = next(each for each in _places(name, own.weighed) if each.breaks)
    for question in (_first_question(name, own.weighed), place.question):
        if not was_said(question, turn.session):
            yield Sentence(text=question, role="question")
            yield Offers(messages=(NEXT_HINT,))
            return
    yield Sentence(text=place.told, role="result")


def _waiting(own: OwnEstimates, turn: TurnContext) -> tuple[Property, OwnEstimates] | None:
    """Return the property that the last reply asked about, where it ended with its question."""
    last = turn.session.before[-1].said if turn.session.before else ()
    for name in ("admissible", "consistent"):
        asked = (place.question for place in _places(name, own.weighed) if place.breaks)
        if any(question in last for question in (_first_question(name, own.weighed), *asked)):
            return name, own
    return None


def _on_answer(name: Property, own: OwnEstimates, turn: TurnContext) -> Iterator[Event]:
    """Yield what is said to an answer to the question that waits, or to who is stuck."""
    text, last = turn.message.text, turn.session.before[-1].said
    places = _places(name, own.weighed)
    if text == NEXT_HINT or turn.settled_act.startswith("help."):
        yield from _ask_on(name, own, turn)
        return
    place = next((each for each in places if each.breaks and each.question in last), None)
    said = [float(each) for each in _NUMBER.findall(text)]
    if place is not None:
        if said and place.value == said[-1]:  # "4, no 5" is 5
            yield Sentence(text=place.right, role="verdict")
        elif said:
            yield Sentence(text=NOT_THAT(said=write_number(_whole(said[-1]))), role="verdict")
            yield Sentence(text=place.told, role="result")
        return
    items = AnswerItems(text, tuple(own.weighed.guesses)).items
    named = tuple(dict.fromkeys(item.name for item in items if item.kind == "node"))
    meant = [each for each in places if set(each.nodes) <= set(named)]
    right = next((each for each in meant if each.breaks), None)
    if right is not None:
        yield Sentence(text=right.found, role="verdict")
    elif meant:
        yield Sentence(text=meant[0].fits, role="verdict")
        yield from _ask_on(name, own, turn)


def _places(name: Property, weighed: WeighedEstimates) -> list[WeighedPlace]:
    """Return the nodes, or the edges, at which a property is looked at."""
    if name == "admissible":
        return [_at_node(node, weighed) for node in weighed.ways]
    return [_at_edge(edge, weighed) for edge in weighed.edges]


def _at_node(node: str, weighed: WeighedEstimates) -> WeighedPlace:
    said, path = _said_of_node(node, weighed), _path(node, weighed)
    return WeighedPlace(
        nodes=(node,),
        breaks=node in weighed.too_large,
        question=WAY_COST(node=node, goal=weighed.goal),
        value=weighed.ways[node].cost,
        found=FOUND_NODE(path=path, **said),
        right=COST_RIGHT(**said),
        told=TOLD_WAY(path=path, **said),
        fits=FITS(**said),
    )


def _at_edge(edge: Edge, weighed: WeighedEstimates) -> WeighedPlace:
    said = _said_of_edge(edge, weighed)
    guess, after = (write_number(weighed.guesses[end]) for end in (edge.source, edge.target))
    return WeighedPlace(
        nodes=(edge.source, edge.target),
        breaks=edge in weighed.drops,
        question=FALL_OF(node=edge.source, other=edge.target),
        value=weighed.drop_of(edge),
        found=FOUND_EDGE(**said),
        right=FALL_RIGHT(drop=said["drop"], weight=said["weight"]),
        told=TOLD_FALL(guess=guess, next=after, **said),
        fits=EDGE_FITS(**said),
    )


def _first_question(name: Property, weighed: WeighedEstimates) -> str:
    others = [node for node in weighed.guesses if node != weighed.goal]
    if name == "admissible":
        return WHICH_NODE(goal=weighed.goal, nodes=", ".join(others))
    return WHICH_EDGE(nodes=", ".join(weighed.guesses))


def _said_of_node(node: str, weighed: WeighedEstimates) -> dict[str, str]:
    true = write_number(weighed.ways[node].cost)
    return {"node": node, "guess": write_number(weighed.guesses[node]), "true": true}


def _said_of_edge(edge: Edge, weighed: WeighedEstimates) -> dict[str, str]:
    return {
        "node": edge.source,
        "other": edge.target,
        "drop": write_number(weighed.drop_of(edge)),
        "weight": write_number(edge.weight or 0),
    }


def _path(node: str, weighed: WeighedEstimates) -> str:
    return " → ".join(weighed.ways[node].path)


def _whole(value: float) -> Number:
    return int(value) if value.is_integer() else value
