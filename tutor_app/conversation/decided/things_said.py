"""What a message asks or claims of the course, thing by thing, as each is put to a model.

"Is bfs complete? and dfs?" asks the first question of another thing; "how often does each relax an
edge" asks it of both that were spoken of; "yes or no" only says how to answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.answering.course_names import NamedThing, only_names, things_named
from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.heard.asked_anew import in_place_of
from tutor_app.conversation.heard.said_kinds import SaidPart
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_reply import speaks_of
from tutor_app.conversation.subject.compared_things import (
    COMPARES,
    sides_named,
    without_no_choice,
)
from tutor_app.conversation.subject.plain_verdict import asks_for_verdict
from tutor_app.conversation.turn_context import SURELY, TurnContext
from tutor_app.domain.lexicon import NO_WORDS, YES_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, content_words, own_terms
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.understanding.claims import (
    asks_openly,
    asks_something,
    asks_yes_or_no,
    gives_reason,
    questions_in,
    without_lead,
)

MOST_SAID: Final = 3  # of a message: more are an explanation
_LATELY = 4  # messages in which a thing may have been asked of
_BOTH = 2
_SIGNS = ".,:;!?"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingSaid:
    """One thing that a message asks or claims: as it stands there, and as it is put to the model.

    It `leans` on what the tutor said last, or `goes_on` from the thing before it in the message;
    `sides` are the things spoken of that it does not name itself; `about` is what it is searched
    with.
    """

    text: str
    put: str
    leans: bool = False
    goes_on: bool = False
    sides: tuple[str, ...] = ()
    about: str = ""


def things_said(turn: TurnContext, index: CourseIndex) -> list[ThingSaid]:
    """Return what a message asks or claims, in its order, at most three."""
    found, about = list[ThingSaid](), ""
    for sentence in with_their_case(said_of_course(turn), index):
        earlier = [one.put for one in found]
        said = _again_of_another(sentence, earlier, turn, index)
        each = [] if said is not None else _of_each(sentence, turn, index)
        said = said or _one_thing(sentence, about, turn, index)
        if earlier and gives_reason(sentence):
            said = replace(said, put=f"{earlier[-1]} {sentence}")
        joined = not CLAIM_LISTS["leads"].isdisjoint(plain(sentence)[:1])
        goes_on = bool(found) and (joined or said.leans)
        found += each or [replace(said, goes_on=goes_on)]
        named = things_named(sentence, index)
        leaning = speaks_of(sentence, about, index)
        about = named[0].thing.name if named and not leaning else about
    return found[:MOST_SAID]


def said_of_course(turn: TurnContext) -> list[str]:
    """Return the sentences of a message that ask or claim something; all of it where none does.

    What it surely says of the reply before, or wants of the tutor, is left out: it is no claim.
    """
    kept = list[str]()
    sentences = split_sentences(turn.message.text)
    for sentence in (one for each in sentences for one in questions_in(each)):
        parts = [p for p in turn.said.parts if p.text in sentence or sentence in p.text]
        if any(part.kind in ("question", "claim") for part in parts):
            if not asks_for_verdict(sentence):
                kept.append(without_lead(sentence))
        elif kept and parts and not asks_yes_or_no(kept[-1]) and all(map(_is_unsure, parts)):
            kept[-1] = f"{kept[-1]} {sentence}"  # "why slower? it's the same step"
    asked = [one for one in kept if asks_something(one)]
    if len(kept) > MOST_SAID and asked:
        kept = asked[-MOST_SAID:]  # what is asked last counts before what is told beside it
    return kept if kept and len(kept) <= MOST_SAID else [turn.message.text]


def with_their_case(sentences: Sequence[str], index: CourseIndex) -> list[str]:
    """Return sentences, a choice or what only points together with what is told for it, and with
    what only says how to answer: "The edges come sorted. Prim or Kruskal? just tell me which".
    """
    joined, last = list[str](), ""
    for sentence in sentences:
        says_nothing = not own_terms(sentence, index) and not things_named(sentence, index)
        told = bool(last) and not last.endswith("?") and not asks_openly(last)
        leans = _chooses(sentence) or (says_nothing and asks_something(sentence))
        if (told and leans) or (last and says_nothing and _chooses(last)):
            joined[-1] = f"{joined[-1]} {sentence}"
        else:
            joined.append(sentence)
        last = sentence
    return joined


def _chooses(sentence: str) -> bool:
    """Whether a sentence asks for one of several things."""
    words = plain(without_no_choice(sentence))
    return not COMPARES.isdisjoint(words) and (asks_something(sentence) or "or" in words)


def _is_unsure(part: SaidPart) -> bool:
    return part.likely < SURELY and part.kind != "talk"


def _one_thing(sentence: str, about: str, turn: TurnContext, index: CourseIndex) -> ThingSaid:
    of_before = speaks_of(sentence, about, index)
    if plain(sentence)[-1:] == ["there"]:  # "is it ok if weights are negative there?"
        of_before = about
    if asks_something(sentence) and not things_named(sentence, index):
        of_before = about  # a message that has named its thing goes on about it
    claims = any(part.kind == "claim" and part.text in sentence for part in turn.said.parts)
    leans = not of_before and (not claims or bool(speaks_of(sentence, "it", index)))
    named = [one.thing.name for one in sides_named(sentence, index)]
    sides = _on_table(turn, index) if leans and not named and turn.act.about_table else named
    return ThingSaid(
        text=sentence,
        put=f"{of_before}: {sentence}" if of_before else sentence,
        leans=leans,
        sides=tuple(sides) if len(sides) == _BOTH or not named else (),
    )


def _again_of_another(
    sentence: str, earlier: Sequence[str], turn: TurnContext, index: CourseIndex
) -> ThingSaid | None:
    """Return the question before, asked of the thing that a sentence only names; else None.

    A question that named it already is asked once more.
    """
    words = [word.strip(_SIGNS) for word in sentence.split()]
    own = " ".join(word for word in words if word.casefold() not in YES_WORDS | NO_WORDS | {"or"})
    if not only_names(own, index):
        return None
    named = things_named(own, index)
    lately = [
        one
        for exchange in turn.talk_before[-_LATELY:]
        for one in split_sentences(exchange.question)
    ]
    for asked in reversed([*lately, *earlier]):
        of_before = things_named(asked, index)
        if not of_before or only_names(asked, index):
            continue
        if {one.thing for one in named} == {one.thing for one in of_before}:
            return ThingSaid(text=sentence, put=asked, leans=True)
        names = [one.thing.name for one in named]
        anew = in_place_of(asked, [one.thing.name for one in of_before], names)
        return ThingSaid(text=sentence, put=anew, leans=True)
    return None


def _of_each(sentence: str, turn: TurnContext, index: CourseIndex) -> list[ThingSaid]:
    """Return a question once for each of the two things that it asks of; [] where of one."""
    words = plain(sentence)
    if not COMPARES.isdisjoint(words):
        return []
    named = list(sides_named(sentence, index))
    if len(named) == _BOTH and _stand_side_by_side(sentence, named, index):
        return [_of_side(sentence, one, named, index) for one in named]
    names = _on_table(turn, index)
    if len(named) == _BOTH or len(names) != _BOTH:
        return []
    at = next((n for n, word in enumerate(words) if word in ("each", "both")), None)
    if at is None or not (words[at + 1 : at + 2] == ["one"] or _ends(words, at)):
        return []
    return [ThingSaid(text=name, put=f"{name}: {sentence}", sides=(name,)) for name in names]


def _ends(words: Sequence[str], at: int) -> bool:
    """Whether "each" or "both" stands for things named before: nothing, or "of them", follows."""
    behind = words[at + 1 : at + 2]
    return not behind or behind[0] in ("of", *ASKED["is"], *ASKED["does"])


def _of_side(
    sentence: str, side: NamedThing, both: Sequence[NamedThing], index: CourseIndex
) -> ThingSaid:
    others = [replace(one, said=one.said - side.said) for one in both if one != side]
    kept = list[str]()
    for word in sentence.split():
        if not any(_names(word, one, index) for one in others):
            kept.append(word)
        elif kept and kept[-1].casefold() == "and":
            kept.pop()
    name = side.thing.name
    return ThingSaid(text=name, put=f"{name}: {' '.join(kept)}", sides=(name,))


def _stand_side_by_side(sentence: str, named: Sequence[NamedThing], index: CourseIndex) -> bool:
    """Whether two things of one kind are joined: "A and B", "A = ?, B = ?"."""
    first, second = named
    if (name_algorithm(first.thing.name) is None) != (name_algorithm(second.thing.name) is None):
        return False
    words = sentence.split()
    second = replace(second, said=second.said - first.said)
    at = next((n for n, word in enumerate(words) if _names(word, second, index)), 0)
    before = words[at - 1] if at else ""
    # "Prim looks at one edge and Dijkstra adds up" says something of each by itself.
    joined = before.casefold() == "and" and at > 1 and _names(words[at - 2], first, index)
    return joined or before[-1:] in (",", "?", ";")


def _names(word: str, thing: NamedThing, index: CourseIndex) -> bool:
    return not thing.said.isdisjoint(
        content_words(spell_out(word.strip(_SIGNS), index.abbreviations))
    )


def _on_table(turn: TurnContext, index: CourseIndex) -> list[str]:
    """Return the one or two things that were asked of last."""
    for exchange in reversed(turn.talk_before[-_LATELY:]):
        named = sides_named(exchange.question, index)
        if named:
            return [one.thing.name for one in named] if len(named) <= _BOTH else []
    return []
