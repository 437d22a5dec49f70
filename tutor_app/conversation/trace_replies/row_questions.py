"""Questions about the rows of a run that answer nothing: "is A in there?", "which is on top?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tutor_app.conversation.trace_replies.trace_wishes import GIVING
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.tracing.answers.answer_items import AnswerItems, Item
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct

_WORDS = read_word_lists(Path(__file__).with_name("question_words.yaml"))
_ASKING: Final[frozenset[DialogueAct]] = frozenset(
    ("ask.fact", "ask.check", "ask.reason", "ask.why")
)


@dataclass(frozen=True, slots=True)
class RowQuestion:
    """What is asked: the state of a node, or the order in which what waits lies."""

    about: Literal["state", "order"]
    node: str | None = None


def read_row_question(text: str, exact: AlgorithmRun, act: ActGuess | None) -> RowQuestion | None:
    """Return what a message asks about the rows so far; None where it tells or asks otherwise."""
    graph = exact.problem.graph
    if graph is None or act is None:
        return None
    items = _last_sentence(AnswerItems(text, graph.nodes, whole=True).items)
    asks = items[-1:] and items[-1].is_mark("question")
    if not asks and act.act != "ask.fact":
        return None
    if not {act.act, act.second} & _ASKING and (act.act in GIVING and act.sure):
        return None
    if any(item.is_word("chosen", "added") or item.kind == "ordinal" for item in items):
        return None
    # A node of the run says more than the act that it is about the table.
    nodes = list(dict.fromkeys(item.name for item in items if item.kind == "node"))
    said = {item.text.casefold() for item in items if item.kind != "mark"}
    of_list = any(item.is_word("list", "closed") for item in items)
    either = any(item.is_word("either") for item in items)
    numbers = sum(item.kind == "number" for item in items)
    may_answer = not {act.act, act.second} & _ASKING
    if len(nodes) == 1 and may_answer:
        return RowQuestion("state", nodes[0]) if of_list and said & _WORDS["stays"] else None
    if len(nodes) == 1 and not any(map(_tells_list, _pairs(items))):
        of_value = numbers > 1 and either
        if of_value or (not numbers and (of_list or either or said & _WORDS["stays"])):
            return RowQuestion("state", nodes[0])
    placed = of_list or bool(said & _WORDS["place"])
    if numbers or not placed or act.act not in _ASKING:
        return None
    if (act.about_table and not nodes) or (either and len(nodes) > 1):
        return RowQuestion("order") if {"open", "queue", "dist"} & {*exact.columns} else None
    return None


def _last_sentence(items: Sequence[Item]) -> Sequence[Item]:
    """Return the items behind the last sign that ends a sentence, with what asks behind them."""
    ends = [place for place, item in enumerate(items) if item.is_mark("break")]
    for place in reversed(ends):
        if any(item.kind in ("node", "word", "unread") for item in items[place + 1 :]):
            return items[place + 1 :]
    return items


def _pairs(items: Sequence[Item]) -> list[tuple[Item, Item]]:
    return list(zip(items, items[1:], strict=False))


def _tells_list(pair: tuple[Item, Item]) -> bool:
    """Whether a list is told: its name right before a node, "queue A"."""
    return pair[0].is_word("list") and pair[1].kind == "node"
