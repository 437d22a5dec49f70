"""A message that only says which other thing was meant: the question before, asked of that one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.answering.course_names import NamedThing, is_named_itself, things_named
from tutor_app.conversation.asked.asked_words import ASKED, plain, says_only
from tutor_app.conversation.asked.worth_reply import worth_reply
from tutor_app.conversation.explanation import explain
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.lexicon import NO_WORDS
from tutor_app.domain.values import Event
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, content_words

_LONGEST = 8  # words


def corrected_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the answer to the last question of another thing: "no, not dfs, bfs"."""
    text = corrected_text(turn)
    if not text:
        return None
    anew = replace(turn, message=replace(turn.message, text=text))
    return worth_reply(anew) or explain(anew, "direct")


def corrected_text(turn: TurnContext) -> str:
    """Return the last question with the thing that was meant in its place; "" for all else."""
    index = turn.index
    if index is None or turn.message.wanted is not None or not turn.session.before:
        return ""
    return _corrected(turn, index) if turn.on_table in ON_COURSE else ""


def _corrected(turn: TurnContext, index: CourseIndex) -> str:
    said, last = plain(turn.message.text), turn.session.before[-1].question
    denies = not NO_WORDS.isdisjoint(said) or "not" in said or "meant" in said
    if not denies or len(said) > _LONGEST:
        return ""
    named = _things(turn.message.text, index)
    before = _things(last, index)
    new = [one for one in named if one.thing not in {each.thing for each in before}]
    if not new or len(before) > 1 or not _only_names(said, named, index):
        return ""
    left = frozenset[str]().union(*(one.said for one in before)) | {
        name.casefold() for name in index.abbreviations
    }
    spelled = spell_out(last, index.abbreviations)
    kept = [word for word in spelled.split() if left.isdisjoint(_parts(word))]
    return " ".join((*kept, " and ".join(one.thing.name for one in new)))


def _parts(word: str) -> set[str]:
    return content_words(word.replace("-", " "))


def _things(text: str, index: CourseIndex) -> list[NamedThing]:
    return [one for one in things_named(text, index) if is_named_itself(one, index)]


def _only_names(said: list[str], named: list[NamedThing], index: CourseIndex) -> bool:
    short = {name.casefold() for name in index.abbreviations}
    names = short.union(*(one.said for one in named))
    rest = [
        word
        for word in said
        if word not in NO_WORDS | ASKED["meant"]
        and not names.issuperset(content_words(spell_out(word, index.abbreviations)))
    ]
    return says_only(rest, "polite", "person")
