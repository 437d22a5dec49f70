"""An explanation in the student's own words, before it is learned: each sentence of it judged.

What the course says nearly word for word is right; what it denies is named with its sentence. The
rest could not be matched by its words, which says nothing of the course. What is said of each
stands in `explanation_verdicts`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from tutor_app.answering.course_names import things_named
from tutor_app.conversation.heard.said_parts import read_said
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_reply import find_claim
from tutor_app.conversation.subject.claim_verdict import is_framing
from tutor_app.conversation.subject.judged_claim import ClaimByCourse, judge_by_words
from tutor_app.conversation.subject.plain_verdict import asks_for_verdict
from tutor_app.conversation.subject.worded_verdict import says_something
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.course_index import CourseIndex, own_terms
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.understanding.claims import asks_to_know, asks_yes_or_no

_TELLS: Final[frozenset[DialogueAct]] = frozenset(
    {"work.submit", "work.mended", "tell.answer", "tell.idea", "ask.check"}
)
_OTHER_WORK: Final = ("program", "trace", "calculation")
_EXERCISES: Final = ("exercise", "answer")
QUOTED = re.compile(r"[\"“]([^\"”]{40,})[\"”]")
_FEWEST = 2  # sentences: one is a claim
_WORDS = 3  # content words of the course: a part with fewer says nothing to judge
_SIGNS = ".,:;!?'\""
_OPENING = 7  # words in which a sentence names what it is about


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPart:
    """A part of an explanation as it was written, judged; its sentence is counted from 1."""

    text: str
    number: int
    judged: ClaimByCourse


def explains_in_own_words(turn: TurnContext) -> bool:
    """Whether a message brings an explanation of the course's subject, of more than one sentence.

    It is no answer to an exercise at hand, and holds no program or data.
    """
    if turn.message.wanted is not None or turn.shape.code is not None:
        return False
    acts = {turn.settled_act} if turn.act.sure else {turn.act.act, turn.act.second}
    if (
        not (acts & _TELLS or offers_statements(turn))
        or turn.shape.rows
        or turn.shape.edges > 1
        or turn.index is None
    ):
        return False
    work = turn.session.work
    if work is not None and work.item is not None:
        return False
    if turn.goes_on_with_program or turn.on_table in _OTHER_WORK:
        return False
    quoted = QUOTED.search(turn.message.text)
    if not quoted and turn.on_table in _EXERCISES:
        return False
    if not quoted and not offers_statements(turn) and _asks_beside(turn.message.text, turn.index):
        return False
    is_answer = turn.book is not None and turn.book.match(turn.message.text) is not None
    of_task = not CLAIM_LISTS["tasks"].isdisjoint(tokens(turn.message.text))
    if not quoted and is_answer and (of_task or not offers_statements(turn)):
        return False
    return len(statements_of(turn, turn.index)) >= _FEWEST


def offers_statements(turn: TurnContext) -> bool:
    """Whether a message states several things and asks of them only whether they are right."""
    parts = turn.said.parts
    kinds = [part.kind for part in parts]
    # "Is it ok if it is too small?" asks of the subject, and checks nothing.
    asks = [one for one in split_sentences(turn.message.text) if asks_yes_or_no(one)]
    checks = [part.text for part in parts if part.kind in ("check", "each")]
    checks = [one for one in checks if not any(a.startswith(one) and a != one for a in asks)]
    if kinds.count("claim") < _FEWEST or not checks:
        return False
    behind = parts[kinds.index("claim") :]
    return not any(part.kind == "question" and asks_to_know(part.text) for part in behind)


def sentences_of(text: str, index: CourseIndex) -> list[str]:
    """Return the sentences that say something of the subject: what stands in quotes, if anything.

    What only frames them ("I wrote this down, please check it") or asks is left out, and so is what
    stands before the first that names a thing, where it tells of the student or greets.
    """
    quoted = QUOTED.findall(text)
    said = " ".join(_ended(one) for one in quoted) if quoted else _behind_framing(text, index)
    sentences = said_of_subject(said, index)
    first = next((n for n, one in enumerate(sentences) if not _leads_in(one, index)), 0)
    return sentences[first:]


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def statements_of(turn: TurnContext, index: CourseIndex) -> list[str]:
    """Return the sentences of a message that explains, without those that only lead up to them.

    Of statements that are offered for checking a short one counts, too: "it is optimal".
    """
    text = turn.message.text
    sentences = sentences_of(text, index)
    if offers_statements(turn) and not QUOTED.search(text):
        claims = [_letters(claim) for claim in turn.said.of("claim")]
        parts = split_sentences(text)
        at = [n for n, one in enumerate(parts) if any(c in _letters(one) for c in claims)]
        told = [one for one in parts[at[0] : at[-1] + 1] if not one.endswith("?")] if at else []
        stated = [one for one in told if not asks_for_verdict(one)]
        known = [_from_claim(one, turn) for one in stated if _known(one, index)]
        sentences = known or sentences
    lead = takewhile(lambda part: part.kind != "claim", turn.said.parts)
    before = _letters("".join(part.text for part in lead))
    kept = [one for one in sentences if _letters(one) not in before]
    return kept if len(kept) >= _FEWEST else sentences


def _from_claim(sentence: str, turn: TurnContext) -> str:
    """Return a sentence from where its claim begins: "my take: it is complete"."""
    claims = [claim for claim in turn.said.of("claim") if claim in sentence]
    return sentence[sentence.index(claims[0]) :].strip() if claims else sentence.strip()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def said_of_subject(said: str, index: CourseIndex) -> list[str]:
    """Return the sentences of a text that state something in words of the course."""
    return [
        sentence
        for sentence in split_sentences(said)
        if not sentence.endswith("?") and not is_framing(sentence)
        if len(_known(sentence, index)) >= _WORDS
    ]


def _leads_in(sentence: str, index: CourseIndex) -> bool:
    """Whether a sentence names no thing of the course and tells of the student, or of nothing."""
    words = [word.strip(_SIGNS).casefold() for word in sentence.split()]
    of_self = not CLAIM_LISTS["own_person"].isdisjoint(words)
    of_nothing = words[0] not in CLAIM_LISTS["pointers"] and not own_terms(sentence, index)
    return (of_self or of_nothing) and not things_named(sentence, index)


def judge_sentences(
    sentences: Sequence[str], turn: TurnContext, index: CourseIndex, whole: str = ""
) -> list[JudgedPart]:
    """Judge each sentence of an explanation, of what it is about, whole or piece by piece.

    What names nothing itself is searched in the subject of the `whole`.
    """
    about, found = whole, list[JudgedPart]()
    for number, text in enumerate(sentences, 1):
        if not text:  # struck out: the others keep their numbers
            continue
        points, about = _subject_of(text, about, index)
        of_whole = "" if things_named(text, index) else whole
        found += _judge(text, number, about if points else of_whole, turn, index)
    return found


def subject_of_whole(texts: Sequence[str], turn: TurnContext, index: CourseIndex) -> str:
    """Return the first thing that one of several messages names before it claims anything.

    "I wrote down what I understood about spanning trees. …": the first message counts first.
    """
    for text in texts:
        parts = read_said(text, turn.services.embedder).parts
        lead = takewhile(lambda part: part.kind != "claim", parts)
        if named := things_named(" ".join(part.text for part in lead), index):
            return named[0].thing.name
    return ""


def pieces_of(text: str) -> list[str]:
    """Return the statements that a sentence joins: "it is complete, and so it finds the goal".

    "And" before a number or a last word joins no statement, and a case ("…, if …") stays with it.
    """
    pieces: list[list[str]] = [[]]
    words = text.split()
    for at, word in enumerate(words):
        behind = words[at + 1 : at + 2]
        low = word.casefold()
        lists = low == "and" and (at + 2 >= len(words) or behind[0][0].isdecimal())
        if low in CLAIM_LISTS["joiners"] and not lists:
            pieces.append([])
            continue
        if at and words[at - 1].endswith(",") and low not in CLAIM_LISTS["cases_behind"]:
            pieces.append([])
        pieces[-1].append(word)
    return [piece for words in pieces if (piece := " ".join(words).strip(" ,"))]


def _judge(
    text: str, number: int, about: str, turn: TurnContext, index: CourseIndex
) -> list[JudgedPart]:
    """Return a sentence as one part where the course decides it whole, else its pieces."""
    whole = _part(text, number, about, turn, index)
    pieces = pieces_of(text)
    if whole is None or whole.judged.verdict.judgement != "open" or len(pieces) < _FEWEST:
        return [whole] if whole is not None else []
    topic = about or _subject_of(text, "", index)[1]
    found: list[JudgedPart] = []
    for piece in pieces:
        own = "" if things_named(piece, index) and not _points(piece) else topic
        part = _part(piece, number, own, turn, index) if says_something(piece, own, index) else None
        if part is not None and part.judged.verdict.judgement != "open":
            found.append(part)
    left = [piece for piece in pieces if piece not in {part.text for part in found}]
    if found and left:  # what is left of a sentence whose rest is decided
        rest = replace(whole, text=", ".join(left))
        found.append(rest)
    return found or [whole]


def _part(
    text: str, number: int, about: str, turn: TurnContext, index: CourseIndex
) -> JudgedPart | None:
    if about or things_named(text, index):  # it leans on nothing that was quoted
        turn = replace(turn, session=replace(turn.session, before=()))
    found = find_claim(turn, f"{text} ({about})" if about else text, index)
    judged = judge_by_words(text, found.sentences, index, turn.services.embedder, about)
    if judged is not None and about and _is_of_another(judged.told.sentence.text, about, index):
        judged = replace(judged, verdict=replace(judged.verdict, judgement="open"))
    if judged is None:
        return None
    return JudgedPart(text=text, number=number, judged=judged)


def _is_of_another(sentence: str, about: str, index: CourseIndex) -> bool:
    """Whether a sentence names things, and none of them is what a pointing claim is about."""
    named = {one.thing for one in things_named(sentence, index)}
    return bool(named) and named.isdisjoint(one.thing for one in things_named(about, index))


def _subject_of(text: str, about: str, index: CourseIndex) -> tuple[bool, str]:
    """Return whether a sentence points to what was spoken of, and what is spoken of from then on.

    "It", at its beginning or behind a case ("with a binary heap it …"), points there.
    """
    words = [word.strip(_SIGNS).casefold() for word in text.split()]
    start = words[1:] if words[0] in CLAIM_LISTS["leads"] else words
    named = things_named(" ".join(words[:_OPENING]), index)
    behind_case = words[0] in CLAIM_LISTS["conditions"] or not named
    pointers = CLAIM_LISTS["short_pointers"] & set(words)
    points = not CLAIM_LISTS["short_pointers"].isdisjoint(start[:1])
    if about and (points or (pointers and behind_case)):
        return True, about
    return False, named[0].thing.name if named else about


def _points(text: str) -> bool:
    first = text.split()[0].strip(_SIGNS).casefold()
    return first in CLAIM_LISTS["short_pointers"]


def _asks_beside(text: str, index: CourseIndex) -> bool:
    """Whether a message asks more than whether it is all right: that is a question, then."""
    asked = [sentence for sentence in split_sentences(text) if sentence.endswith("?")]
    return any(_known(one, index) and not is_framing(one) for one in asked)


def _behind_framing(text: str, index: CourseIndex) -> str:
    """Return a text from the colon on that follows what only leads up to it."""
    before, colon, after = text.partition(":")
    leads_up = not own_terms(before, index) - CLAIM_LISTS["framing"]
    return after if colon and after.strip() and leads_up else text


def _known(text: str, index: CourseIndex) -> set[str]:
    return {word for word in tokens(text) if index.knows(word)}
