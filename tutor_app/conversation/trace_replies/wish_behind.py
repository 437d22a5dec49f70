"""What stands behind an answer: "C, then B 4. just tell me the path", "…? i am too stupid"."""

from __future__ import annotations

from collections.abc import Callable

from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Problem
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct

# What says nothing against the answer in front of it.
_BESIDE: frozenset[DialogueAct] = frozenset(
    ("help.solution", "help.stuck", "react.feeling", "react.ack", "chat.smalltalk")
)
ActOf = Callable[[str], ActGuess]


def answer_before_plea(
    text: str, problem: Problem, act_of: ActOf
) -> tuple[str, DialogueAct] | None:
    """Return the answer in front of a plea or a feeling, and what stands behind does; None without.

    The plea names nothing of the run; what stands in front of it does.
    """
    nodes = problem.graph.nodes if problem.graph is not None else ()
    last = split_sentences(text)[-1:]
    for end in (*last, *(part.strip() for one in last for part in one.rsplit(",", 1)[1:])):
        answer = text[: text.rindex(end)].rstrip().rstrip(",")
        if _names_something(end, nodes) or not _names_something(answer, nodes):
            continue
        act = act_of(end)
        if act.act in _BESIDE and (act.sure or act.act != "help.solution"):
            return answer, act.act
    return None


def _names_something(text: str, nodes: tuple[str, ...]) -> bool:
    """Whether a text names a node or a number, or is the word with which a list of rows ends."""
    items = AnswerItems(text, nodes).items
    ends = len(items) == 1 and items[0].is_word("empty", "finished", "end")
    return ends or any(item.kind in ("node", "number") for item in items)
