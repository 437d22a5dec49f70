"""What a model trained for it makes of a question or a claim beside sentences of the course.

It gives numbers of sentences, and whether a claim is right, wrong or left open. What it is not sure
of is answered as if it had not been asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import ge
from typing import Final, Literal

from tutor_app.conversation.decided.sentences_offered import Told, said_before, sentences_for
from tutor_app.conversation.decided.things_said import ThingSaid, things_said
from tutor_app.conversation.decided.turned_sentence import turned_sentence
from tutor_app.conversation.decided.which_one import which_one
from tutor_app.conversation.services import DecidesByCourse
from tutor_app.conversation.subject.claim_reply import (
    hear_claim,
)
from tutor_app.conversation.subject.course_lookup import LookUpResult, look_up
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import (
    Event,
    Status,
)
from tutor_app.models.course_decider import CourseDecision, SaidInCourse
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.understanding.claims import asks_openly, asks_yes_or_no
from tutor_app.wording.catalogue import phrase

READING = phrase("conversation.searching")

# Chosen on claims, explanations and questions of our own (docs/benchmarks.md).
SURE_OF_ANSWER = 0.5
SURE_OF_VERDICT = 0.8
LIKELY = 0.5  # enough among the others where it is sure alone
LIKELY_BOTH = (0.9, 0.8)  # of a right claim among the others, and alone
SURE_ALONE: Final[Mapping[str, float]] = {"right": 0.96, "wrong": 0.8}  # beside what decides alone
_ASKS_OR_TELLS: Final[frozenset[str]] = frozenset(
    {
        "ask.fact",
        "ask.why",
        "ask.check",
        "ask.reason",
        "tell.idea",
        "tell.answer",
        "tell.seen",
        "work.submit",
        "react.disagree",
    }
)
_Ask = Callable[[SaidInCourse], CourseDecision | None]
_FEWEST = 2  # sentences to choose from
_LATELY = 3  # replies


# Letters that name nodes, and numbers: of the letters that are words or an algorithm's none.
_OF_CASES = re.compile(r"(?<![\w'])(?:(?![aAiI]\b)[A-Za-z](?![\w*'(])|\d+)(?!\w)")
_FEWEST_OWN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedByCourse:
    """What a message asks or claims, with the sentences that decide it, the most fitting first.

    `kind` is "denied" where its words decide as well, "near" for a claim of which the verdict is
    not sure, and "open" for what nothing was found for. `named` is the one of two that a "which"
    is answered with.
    """

    text: str
    kind: Literal["answer", "right", "wrong", "denied", "near", "open"]
    told: tuple[Told, ...]
    looked: LookUpResult
    named: str = ""


def decide_by_course(turn: TurnContext) -> Generator[Event, None, list[DecidedByCourse]]:
    """Return what the course decides of each thing that a message asks or claims.

    None where the model is not asked, or leaves all of it open.

    Raises:
        IndexMissing: the course has no material to answer from.
    """
    if turn.services.decides is None or turn.index is None or not may_be_decided(turn):
        return []
    yield Status(text=READING())
    found: list[DecidedByCourse] = []
    ask = until_late(turn.services.decides, turn)
    with turn.notes.time_stage("decide"):
        for said in things_said(turn, turn.index):
            found.append(_decide(said, found, turn, turn.index, ask))
    return found if any(one.kind != "open" for one in found) else []


def _decide(
    said: ThingSaid,
    earlier: Sequence[DecidedByCourse],
    turn: TurnContext,
    index: CourseIndex,
    ask: _Ask,
) -> DecidedByCourse:
    """Return what the course decides of one thing, behind what it decided of those `earlier`."""
    answered = earlier[-1:] if said.goes_on else ()
    before = next((one.told[0][1].text for one in answered if one.told), "")
    beside = [*(one.text for one in answered), *filter(None, (said.about,))]
    searched = " ".join([said.put, *(f"({one})" for one in beside)])
    looked = _Quietly(turn, index, searched).looked
    verdict = wants_verdict(said, turn)
    # "Why does it?" is not answered by the sentence that says that it does.
    given = {one.text for each in earlier for _, one in each.told}
    given |= quoted_lately(turn) | turn.struck_out
    told = sentences_for(said, looked.query, turn, () if verdict else given)
    is_open = DecidedByCourse(text=said.text, kind="open", told=(), looked=looked)
    if len(told) < _FEWEST:
        return is_open
    put = SaidInCourse(
        message=said.put,
        before=before or (said_before(turn) if said.leans else ""),
        sentences=[(" ".join(chunk.headings[-1:]), one.text) for chunk, one in told],
    )

    kind, places = decide_said(put, ask, yes_or_no=verdict)
    if kind is None:
        return is_open
    if kind == "wrong" and _is_own_case(said.put, [told[at][1].text for at in places]):
        kind = "near"
    turned = turned_sentence(said.put, [told[at] for at in places]) if kind == "right" else None
    if turned is not None:  # a yes beside what says "not": it is read by that, or is none
        told = [turned, *told]
        alone = replace(put, sentences=[(" ".join(turned[0].headings[-1:]), turned[1].text)])
        kind, places = "wrong" if decide_said(alone, ask)[0] == "wrong" else "near", (0,)
    by_words = _decided_by_words(said.put, turn, index) if kind in ("near", "wrong") else None
    if by_words is not None:
        return replace(is_open, kind=by_words[0], told=(by_words[1],))
    if kind == "near" and told[places[0]][1].text in quoted_lately(turn):
        return is_open  # it says nothing new
    named = ""
    if kind == "answer":
        deciding = [put.sentences[at] for at in places]
        named = which_one(said, deciding, ask, SURE_OF_VERDICT)
    return replace(is_open, kind=kind, told=tuple(told[at] for at in places), named=named)


def _is_own_case(said: str, deciding: Sequence[str]) -> bool:
    """Whether a claim is on nodes or numbers of the student's own, which sentences that name others
    can't call wrong: "a line s - a - b with weights 1 and 1 has one tree"."""
    own, theirs = (set(_OF_CASES.findall(text)) for text in (said, " ".join(deciding)))
    return len(own - theirs) >= _FEWEST_OWN


def until_late(decides: DecidesByCourse, turn: TurnContext) -> _Ask:
    """Return what asks the model until it is late once: a student waits no second time."""
    late = False

    def ask(said: SaidInCourse) -> CourseDecision | None:
        nonlocal late
        decided = None if late else decides(said, turn.notes.stopped)
        late = decided is None
        return decided

    return ask


def quoted_lately(turn: TurnContext) -> frozenset[str]:
    """Return the sentences that the last replies quoted: none of them is quoted once more."""
    lately = turn.session.before[-_LATELY:]
    return frozenset(text for one in lately for text in one.quoted)


def wants_verdict(said: ThingSaid, turn: TurnContext) -> bool:
    """Whether a thing said is answered by yes or no: a claim, or a question that asks for it."""
    claims = any(part.kind == "claim" and part.text in said.text for part in turn.said.parts)
    return asks_yes_or_no(said.text) or (claims and not asks_openly(said.text))


def decide_alone(
    text: str, turn: TurnContext, index: CourseIndex, about: str = ""
) -> DecidedByCourse:
    """Return what the course decides of one thing that was asked or claimed beside work.

    The sentences are searched with what it is `about`, too.
    """
    assert turn.services.decides is not None
    ask = until_late(turn.services.decides, turn)
    return _decide(ThingSaid(text=text, put=text, about=about), (), turn, index, ask)


def _decided_by_words(
    text: str, turn: TurnContext, index: CourseIndex
) -> tuple[Literal["right", "denied"], Told] | None:
    """Return what a claim's own words decide where the model doubts it; None where nothing.

    It takes what is nearly the course's sentence for wrong too easily, and words tell just that.
    """
    heard = hear_claim(turn, text, index)
    if heard.judged is None or not heard.is_decided:
        return None
    found = heard.judged.told
    # "Its frontier is a queue" says nothing of another search than that of its section.
    of_it = " ".join((*found.chunk.headings[-1:], found.sentence.text))
    named = set(name_algorithms(text))
    if named and named.isdisjoint(name_algorithms(of_it)):
        return None
    is_right = heard.judged.verdict.judgement == "borne_out"
    return ("right" if is_right else "denied"), (found.chunk, found.sentence)


def decide_said(
    said: SaidInCourse, ask: _Ask, *, yes_or_no: bool = True
) -> tuple[Literal["answer", "right", "wrong", "near"] | None, tuple[int, ...]]:
    """Return the kind of what is decided, and the places of the sentences that decide.

    `ask` puts what is said to the model; a verdict needs two readings. What asks for no `yes_or_no`
    gets none, and what does is read once more where the first reading only finds its answer.
    """
    first = ask(said)
    if first is None or first.kind == "open":
        return None, ()
    if not yes_or_no or (first.kind == "answer" and first.share < SURE_OF_ANSWER):
        return ("answer" if first.share >= SURE_OF_ANSWER else None), first.places
    if first.share < LIKELY:
        return "near", first.places
    again = ask(replace(said, sentences=[said.sentences[at] for at in first.places]))
    if again is None or again.kind == "open":
        return "near", first.places
    if again.kind == first.kind == "answer":
        return "answer", first.places
    surely = again.share >= SURE_ALONE.get(again.kind, 1.0)
    if first.kind == "answer":
        return (again.kind if surely else "near"), first.places
    likely = first.kind == "right" and all(map(ge, (first.share, again.share), LIKELY_BOTH))
    agree = again.kind == first.kind
    return (first.kind if agree and (surely or likely) else "near"), first.places


def may_be_decided(turn: TurnContext) -> bool:
    """Whether a message asks or says something of the course's subject, and no work is at hand."""
    if turn.message.wanted is not None or turn.on_table not in (*ON_COURSE, "nothing"):
        return False
    shape = turn.shape
    if shape.code is not None or shape.error is not None or shape.rows or shape.edges > 1:
        return False
    acts = {turn.settled_act} if turn.act.sure else {turn.settled_act, turn.act.second}
    return bool(acts & _ASKS_OR_TELLS)


class _Quietly:
    """A search whose outcome is kept, without what it says on the way."""

    def __init__(self, turn: TurnContext, index: CourseIndex, text: str) -> None:
        self.looked: LookUpResult
        for _ in self._look(turn, index, text):
            pass

    def _look(self, turn: TurnContext, index: CourseIndex, text: str) -> Iterator[Event]:
        self.looked = yield from look_up(turn, index, text)
