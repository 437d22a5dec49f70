"""What a message wants of the trace on the table, by its act: a hint, a reason, the next row."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import yaml

from tutor_app.domain.lexicon import QUESTION_WORDS, SUPPOSING
from tutor_app.domain.values import Session
from tutor_app.tracing.answers.answer_items import WORDS, AnswerItems
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct
from tutor_app.understanding.dialogue_acts import NEXT_HINT, SHOW_ALL

Wish = Literal[
    "stuck",
    "all",
    "pressed",
    "simpler",
    "why",
    "reason",
    "go_on",
    "example",
    "recheck",
    "argue",
    "ack",
]

_BY_BUTTON: Final[Mapping[str, Wish]] = {NEXT_HINT: "stuck", SHOW_ALL: "all"}
_BY_ACT: Final[Mapping[DialogueAct, Wish]] = {
    "help.stuck": "stuck",
    "help.solution": "pressed",
    "ask.simpler": "simpler",
    "ask.reason": "why",
    "ask.why": "why",
    "ask.more": "go_on",
    "ask.run": "go_on",
    "ask.example": "example",
    "ask.check": "recheck",
    "react.disagree": "argue",
    "react.ack": "ack",
}
_SHORT: Final[Mapping[str, Wish]] = {
    words: wish
    for wish, messages in yaml.safe_load(
        Path(__file__).with_name("short_wishes.yaml").read_text(encoding="utf-8")
    ).items()
    for words in messages
}
# Acts by which a student gives something of their own; any message of theirs may be one of these.
GIVING: Final[frozenset[DialogueAct]] = frozenset(
    ("tell.answer", "tell.idea", "tell.seen", "tell.data", "work.submit", "work.mended")
)
_MAY_GIVE: Final = GIVING | {
    "ask.check",
    "react.ack",
    "react.disagree",
    "react.feeling",
    "work.bug",
}
EVEN: Final = 0.5  # the confidence below which the second act is as good
MOST_BESIDE = 2  # words that a question about the student's own work has beside those of answers
_WHOLE: Final = WORDS["whole"] | {"complete"}  # which ends a run in an answer
_REASONS: Final[frozenset[DialogueAct]] = frozenset(("ask.why", "ask.reason", "ask.fact"))


def wish_by_button(text: str) -> Wish | None:
    """Return what a button beside the trace asks for, None where the text is no button's."""
    return _BY_BUTTON.get(text.strip())


def wish_in_short(text: str) -> Wish | None:
    """Return what a message of a few words wants of the trace, None where it is not in the list."""
    plain = " ".join(text.casefold().replace("’", "'").split())
    return _SHORT.get(plain) or _SHORT.get(plain.rstrip(" .!?"))


def wish_by_act(text: str, act: ActGuess | None, session: Session) -> Wish | None:
    """Return what a message wants of the trace; None where it wants something else, or tells."""
    if act is None or session.work_is_newer or not (act.about_table and holds_floor(session)):
        return None
    wish = _BY_ACT.get(act.act)
    if wish is None and act.confidence < EVEN:
        wish = _BY_ACT.get(act.second)
    if wish == "recheck" and _speaks_of_course(text):
        return None
    if wish in ("go_on", "pressed") and _names_all(text):
        return "all"
    return wish


def holds_floor(session: Session) -> bool:
    """Whether the last reply was about the trace, and not a quote that stands in between."""
    last = session.before[-1] if session.before else None
    return last is None or not (last.quoted and last.intent in ("direct", "conceptual"))


def asks_for_reason(act: ActGuess | None) -> bool:
    """Whether a message asks why, so that the row it names is to be explained."""
    return act is not None and act.about_table and act.act in _REASONS


def asks_what_if(text: str, act: ActGuess | None) -> bool:
    """Whether a message changes the problem: it tells data, or asks what would be then."""
    tells = act is not None and "tell.data" in (act.act, act.second)
    return tells or asks_question(text)


def asks_question(text: str) -> bool:
    """Whether "why", "what" or the like is among the words."""
    return any(word.strip(",.?!") in QUESTION_WORDS for word in text.casefold().split())


def asks_why(text: str) -> bool:
    """Whether "why" is among the words."""
    return any(word.strip(",.?!") == "why" for word in text.casefold().split())


def supposes(text: str) -> bool:
    """Whether a message supposes something that is not so, and asks what is then."""
    words = {word.strip(",.?!:;") for word in text.casefold().split()}
    return not SUPPOSING.isdisjoint(words) and (asks_question(text) or "?" in text)


def may_answer(act: ActGuess | None, asks: bool, unread: int) -> bool:
    """Whether a message that names what could answer a question is meant to.

    `asks`: "why" or the like is among its words; `unread` words stand in no list.
    """
    if act is not None and act.act in GIVING and act.sure:
        return True
    if asks:
        return False
    # What parses whole as an answer is one.
    return act is None or not unread or act.act in _MAY_GIVE or not act.sure


def row_meant(text: str, exact: AlgorithmRun) -> tuple[int | None, str | None]:
    """Return the number of the row that a question is about, and the node that it names."""
    graph = exact.problem.graph
    items = AnswerItems(text, graph.nodes if graph is not None else ()).items
    number = None
    for place, item in enumerate(items[:-1]):
        behind = items[place + 1]
        if item.is_word("row") and behind.kind == "number" and behind.value == int(behind.value):
            number = int(behind.value)
        elif item.kind == "ordinal" and behind.is_word("row"):  # "the second pass"
            number = int(item.value)
        elif item.text.casefold() == "last" and behind.is_word("row"):
            number = exact.steps[-1].number
    nodes = [item.name for item in items if item.kind == "node"]
    return number, nodes[0] if nodes else None


def _speaks_of_course(text: str) -> bool:
    """Whether a question whether something is so has words of its own: "is h consistent?"."""
    items = AnswerItems(text, ()).items
    return sum(item.kind == "unread" for item in items) >= MOST_BESIDE


def _names_all(text: str) -> bool:
    return any(word.strip(".,!?") in _WHOLE for word in text.casefold().split())
