"""What is said of the ways that a message names: computed on the item's own graph."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tutor_app.domain.lexicon import NO_WORDS, YES_WORDS
from tutor_app.domain.values import Event, Sentence
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.decided.node_lists import closes, node_lists, same_way
from tutor_app.exercises.exercise_turn import ExerciseTurn
from tutor_app.exercises.item_graph.graph_of_item import WAY_WORDS, graph_of_item
from tutor_app.exercises.item_graph.told_ways import ToldWay, ways_told
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import phrase

NO_EDGE = phrase("exercises_ways.no_edge", "words", "source", "target")
WRONG_SUM = phrase("exercises_ways.wrong_sum", "words", "total")
RIGHT_SUM = phrase("exercises_ways.right_sum", "words", "total")
NEGATIVE = phrase("exercises_ways.negative", "words")
NEGATIVE_SUM = phrase("exercises_ways.negative_sum", "words", "total")
NOT_NEGATIVE = phrase("exercises_ways.not_negative", "words")
NOT_BELOW_ZERO = phrase("exercises_ways.not_below_zero", "words", "total")
SIGN_AGAIN = phrase("exercises_ways.sign_again", "words")
ASK_SUM = phrase("exercises_ways.ask_sum", "words")
ASK_TURN = phrase("exercises_ways.ask_turn", "words")

# What may stand beside a number that answers what a cycle comes to.
_OF_SUMS = (
    YES_WORDS
    | NO_WORDS
    | WAY_WORDS["weighs"]
    | WAY_WORDS["goes_on"]
    | WAY_WORDS["negative"]
    | WAY_WORDS["hesitates"]
)
_GAP = "\0"  # where a wording has what is not known again
_REDO = ("wrong_sum", "sign_again")  # the student is told to add once more: nothing else is asked
_SUMMED = ("right_sum", "negative")


@dataclass(frozen=True, slots=True)
class SaidOfWays:
    """What was said of the ways of a message; `asks`: it ended in a question about one."""

    said: tuple[str, ...] = ()
    asks: bool = False


def ways_of(text: str, turn: ExerciseTurn) -> list[ToldWay]:
    """Return the ways that a text names, on the graph of the item at hand, if it has one.

    What an item that sets a run asks for are orders and paths, which the run decides: a list is a
    way there only where a sum is said of it, or it comes back to where it began.
    """
    book = turn.sources.book
    return [] if book is None else _ways_in(text, turn.task.item, book)


def names_way(text: str, item: AssignmentItem | None, book: AssignmentBook) -> bool:
    """Return whether a message names a way of an item's graph, of which something can be said."""
    return bool(_ways_in(text, item, book))


def _ways_in(text: str, item: AssignmentItem | None, book: AssignmentBook) -> list[ToldWay]:
    if item is None:
        return []
    graph = graph_of_item(item, book.index.chunks)
    if graph is None:
        return []
    is_run = problem_of_item(item, book.index.chunks) is not None
    ways = ways_told(text, graph)
    return [one for one in ways if one.is_cycle or one.total is not None or not is_run]


def say_ways(turn: ExerciseTurn) -> Generator[Event, None, SaidOfWays]:
    """Say of each way of this message what is computed of it, and ask one thing about the last.

    Where the decisive one is found nothing is asked: the answer goes on from there.
    """
    before = turn.task.before.attempt if turn.task.before is not None else None
    earlier = ways_of(before, turn) if before else []
    ways = ways_of(turn.text, turn) or _answered(turn, earlier)
    said: list[str] = []
    for way in ways:
        told = _told(turn, way)
        if told is not None:
            said.append(told)
            yield Sentence(text=told, role="verdict")
    found = any(way.verdict == "negative" for way in ways)
    redo = not found and any(way.verdict in _REDO for way in ways)
    asked = None if found or redo else next(_asked(turn, ways, earlier), None)
    if asked is not None:
        said.append(asked)
        yield Sentence(text=asked, role="question")
    return SaidOfWays(tuple(said), asks=asked is not None or redo)


def _answered(turn: ExerciseTurn, earlier: Sequence[ToldWay]) -> list[ToldWay]:
    """Return the way whose sum was asked for last, where the message begins with a sum."""
    last = "\n".join(turn.session.before[-1].said if turn.session.before else ())
    first = next(iter(sentences_of(turn.text)), "")
    said = {word for word in tokens(first) if not word.isdecimal()}
    if not said <= _OF_SUMS or not any(map(str.isdigit, first)):
        return []
    for way in reversed(earlier):
        ways = {"words": way.words}
        redo = (one.split(_GAP)[0] for one in WRONG_SUM.wordings(**ways, total=_GAP))
        if any(one in last for one in (*ASK_SUM.wordings(**ways), *redo)):
            told = ways_of(f"{way.words} is {turn.text}", turn)
            return [one for one in told if one.verdict != "unsaid"]
    return []


def _told(turn: ExerciseTurn, way: ToldWay) -> str | None:
    """Return what is said of a way; None where the message says nothing of it to be judged."""
    words, total = way.words, _number(way.total)
    summed = way.total is not None
    match way.verdict:
        case "no_edge":
            source, target = way.lacks or ("", "")
            return turn.pick(NO_EDGE, words=words, source=source, target=target)
        case "wrong_sum":
            return turn.pick(WRONG_SUM, words=words, total=total)
        case "negative" if summed:
            return turn.pick(NEGATIVE_SUM, words=words, total=total)
        case "negative":
            return turn.pick(NEGATIVE, words=words)
        case "not_negative" if summed:
            return turn.pick(NOT_BELOW_ZERO, words=words, total=total)
        case "not_negative":
            return turn.pick(NOT_NEGATIVE, words=words)
        case "sign_again":
            return turn.pick(SIGN_AGAIN, words=words)
        case "right_sum":
            return turn.pick(RIGHT_SUM, words=words, total=total)
        case "unsaid":
            return None


def _asked(
    turn: ExerciseTurn, ways: Sequence[ToldWay], earlier: Sequence[ToldWay]
) -> Iterator[str]:
    """Yield what can be asked of the cycles of a message, where the solution has one, too."""
    item = turn.task.item
    points = item.solution if item is not None else ()
    if not any(closes(nodes) for point in points for _, nodes in node_lists(point)):
        return
    for way in ways:
        judged = any(same_way(one.nodes, way.nodes) for one in earlier if one.verdict in _SUMMED)
        if way.is_cycle and way.verdict == "unsaid" and not judged:
            yield turn.pick(ASK_SUM, words=way.words)
        elif way.is_cycle and way.verdict == "right_sum":
            yield turn.pick(ASK_TURN, words=way.words)


def _number(value: Fraction | None) -> str:
    shown = value or Fraction(0)
    text = str(shown.numerator) if shown.denominator == 1 else f"{float(shown):g}"
    return text.replace("-", "−")
