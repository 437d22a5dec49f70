"""What the course says to who was ill, is late or wants a person, in its own sentences.

What a message tells is known by the nearest example, and the course's sentence by its meaning.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from tutor_app.answering.question_features import asks_when, cue, tells_when
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.beside.hand_in_words import RULES, things_told
from tutor_app.conversation.beside.late_points import late_cost
from tutor_app.conversation.beside.lead_back import lead_back
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Document,
    Event,
    IntentRecognised,
    Quote,
    Sentence,
    SourceSentence,
    TurnRecord,
)
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.numbered_references import documents_named
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.outright import small_talk
from tutor_app.understanding.words_in_translation import statement_in_english
from tutor_app.wording.catalogue import LANGUAGE, phrase, spoken_language, unsaid
from tutor_app.wording.quote_sentences import name_staff

_Told = tuple[Chunk, SourceSentence]

ON_THAT = phrase("conversation_hand_in.on_that")
SAID_ALREADY = phrase("conversation_hand_in.said_already", "person")
PERSON_DECIDES = phrase("conversation_hand_in.person_decides", "person")
WRITE_TO = phrase("conversation_hand_in.write_to", "person")
LATE_COST = phrase("conversation_hand_in.late_cost", "begun", "hours", "percent")
LATE_COST_POINTS = phrase(
    "conversation_hand_in.late_cost_points", "begun", "hours", "percent", "points", "worth"
)
TOO_LATE = phrase("conversation_hand_in.too_late", "sheet")
_ILL: Final = "ill"
_LATE: Final = "late"
_WHEN: Final = "when"
_FORM: Final = "form"
_AIDS: Final = "aids"  # what may be used in a test
_SURELY_ASKS: Final = frozenset({_LATE, _AIDS, "people"})  # with or without a question mark
_NEAR: Final = 0.5  # cosine of a sentence of the course to what its rule may say
_MOST_OF_A_KIND: Final = 2
_SAYS_ONLY: Final = 2  # content words: a message with more says more than of which sheet
_MOST_WORDS: Final = 80  # who writes more writes of something else
_ASKED: Final = read_word_lists(Path(__file__).with_name("rules_in_translation.yaml"))
_CLAUSE: Final = re.compile(r"[,;.?!]+\s+|[?!]+|\band\b")
_MOST_ASKED: Final = 40  # words
_MOST_QUOTED: Final = 3  # sentences
_MAY_TELL: Final = frozenset({"ask.admin", "react.feeling", "meta.use", "chat.smalltalk"})
_WORK: Final = ("work.", "tell.answer", "tell.data")


def hand_in_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the course's rules for who is late or was ill, and the day where it is asked for.

    None where a message asks nothing of the kind, or the course says nothing on it.
    """
    turn = _with_sheet_meant(turn)
    told = _told(turn)
    of_rules = told & RULES.keys() - {_FORM}  # asked alone, the course answers it as any question
    asks = told & _SURELY_ASKS or (
        of_rules and ("?" in turn.message.text or turn.act.act == "ask.admin")
    )
    if not asks:
        return None
    rules = _rules(turn, told)
    return _reply(turn, told, rules, _day(turn) if _WHEN in told else []) if rules else None


def tells_of_handing_in(turn: TurnContext) -> bool:
    """Return whether a message tells that its writer is late or was ill, or asks of that."""
    return not _told(turn).isdisjoint((_LATE, _ILL))


def rules_of_illness(turn: TurnContext) -> Iterator[Event]:
    """Yield what the course says to who was ill, where a message tells that beside a feeling."""
    rules = _unseen(turn, _rules(turn, _told(turn)))
    if rules:
        yield Sentence(text=unsaid(ON_THAT, turn.session), role="lead_in")
        yield from rules


def _with_sheet_meant(turn: TurnContext) -> TurnContext:
    """Return the turn with the day asked for before, where a message only says of which sheet.

    "i meant assignment 2, the one i'm at" after "when is it due?".
    """
    text, before = turn.message.text, turn.session.before
    if not before or not asks_when(before[-1].question) or (index := turn.index) is None:
        return turn
    own = [word for word in tokens(text) if index.knows(word) and not word.isdecimal()]
    sheets = [d for d in documents_named(text, index.chunks) if d.kind == "assignment"]
    if not sheets or len(own) > _SAYS_ONLY or turn.message.wanted is not None:
        return turn
    asked = f"{before[-1].question} ({text})"
    told = replace(turn.act, act="ask.admin", second="ask.fact", sure=True)
    return replace(turn, message=replace(turn.message, text=asked), settled=told)


def sheet_meant(turn: TurnContext, index: CourseIndex) -> Document | None:
    """Return the assignment that a message is about: named in it, at hand, or named last before."""
    work, book = turn.session.work, turn.book
    item = book.item(work.item) if book is not None and work is not None else None
    earlier = [one.question for one in reversed(turn.session.before)]
    named = (
        [d for d in documents_named(text, index.chunks) if d.kind == "assignment"]
        for text in (turn.message.text, *earlier)
    )
    if item is not None and not documents_named(turn.message.text, index.chunks):
        return item.document
    return next((sheets[0] for sheets in named if sheets), None)


def _told(turn: TurnContext) -> frozenset[str]:
    """Return what the pieces of a message tell or ask: that one was ill or is late, the day."""
    text = turn.message.text
    act = turn.settled_act
    if turn.message.wanted is not None or turn.shape.has_data or act.startswith(_WORK):
        return frozenset()
    may_be = {turn.act.act} if turn.act.sure else {turn.act.act, turn.act.second}
    if not _MAY_TELL & may_be or small_talk(text) is not None:
        return frozenset()
    if len(text.split()) > _MOST_WORDS or turn.index is None:
        return frozenset()
    return things_told(text, turn.services.embedder)


def _rules(turn: TurnContext, told: frozenset[str]) -> list[Quote]:
    """Return the sentences of the course's rules on what was told, illness first."""
    index, embedder = turn.index, turn.services.embedder
    if index is None or not told:
        return []
    there = [
        (chunk, sentence)
        for chunk in index.chunks
        if chunk.document.kind == "logistics"
        for sentence in chunk.sentences
    ]
    if not there:
        return []
    chunks = (chunk for chunk in index.chunks if chunk.document.kind == "logistics")
    vectors = np.concatenate([index.sentence_vectors(chunk) for chunk in chunks])
    chosen: dict[int, None] = {}
    for group in (name for name in RULES if name in told):
        near = (vectors @ embedder.embed(RULES[group]).T).max(axis=1)
        most = 1 if group in (_FORM, _AIDS) else _MOST_OF_A_KIND
        best = sorted(range(len(there)), key=lambda at: -near[at])[:most]
        chosen |= dict.fromkeys(at for at in sorted(best) if near[at] >= _NEAR)
    return _in_one(show_sentences([there[at] for at in chosen], index))


def _reply(
    turn: TurnContext, told: frozenset[str], rules: list[Quote], day: list[Quote]
) -> Iterator[Event]:
    """Yield the day that is asked for, the rules not quoted just before, and who decides."""
    person = name_staff(turn.session.contact)
    new = [*_unseen(turn, day), *(rules if _unseen(turn, rules) else ())]
    decides = WRITE_TO if told.isdisjoint((_LATE, _ILL)) else PERSON_DECIDES
    cost = _cost(turn) if _LATE in told and _ILL not in told else ""
    yield IntentRecognised(intent="direct", sure=True, others=())
    if new:
        yield Sentence(text=unsaid(ON_THAT, turn.session), role="lead_in")
        yield from new
    if cost:
        yield Sentence(text=cost, role="notice")
    elif not new or told & RULES.keys() != {_AIDS}:  # what may be used is no case to be decided
        last = decides if new else SAID_ALREADY
        yield Sentence(text=unsaid(last, turn.session, person=person), role="notice")
    if _ILL not in told:
        yield from lead_back(turn.session)
    turn.notes.note_point("all")
    yield AnswerDone(record=TurnRecord(intent="direct", found=None, timings=turn.notes.timings))


def _cost(turn: TurnContext) -> str:
    """Return what it costs to hand in when the message says; "" where that cannot be worked out."""
    index = turn.index
    sheet = sheet_meant(turn, index) if index is not None else None
    if index is None or sheet is None:
        return ""
    rules = [chunk for chunk in index.chunks if chunk.document.kind == "logistics"]
    of_sheet = [chunk for chunk in index.chunks if chunk.document == sheet]
    cost = late_cost(turn.message.text, _sentences(rules), _sentences(of_sheet))
    if cost is None:
        return ""
    if cost.too_late:
        return TOO_LATE(sheet=sheet.title)
    told = {"begun": cost.begun, "hours": cost.hours, "percent": cost.percent}
    if cost.points is None or cost.worth is None:
        return LATE_COST(**told)
    return LATE_COST_POINTS(**told, points=f"{cost.points:g}", worth=f"{cost.worth:g}")


def _sentences(chunks: list[Chunk]) -> list[str]:
    return [sentence.text for chunk in chunks for sentence in chunk.sentences]


def _in_one(quotes: list[Quote]) -> list[Quote]:
    """Return the quotes with those of one paragraph in one."""
    kept: list[Quote] = []
    for quote in quotes:
        if kept and kept[-1].paragraph == quote.paragraph:
            marked = (*kept[-1].marked, *quote.marked)
            kept[-1] = replace(kept[-1], marked=marked, crops=(*kept[-1].crops, *quote.crops))
        else:
            kept.append(quote)
    return kept


def _unseen(turn: TurnContext, rules: list[Quote]) -> list[Quote]:
    """Return the quotes that the last reply did not give."""
    last = {text for before in turn.session.before[-1:] for text in before.quoted}
    return [rule for rule in rules if not last.issuperset(mark.text for mark in rule.marked)]


def _day(turn: TurnContext) -> list[Quote]:
    """Return the sentence with the day that a message asks for: of the item at hand, if one is."""
    asked, index = turn.message.text, turn.index
    if index is None:
        return []
    sheet = sheet_meant(turn, index)
    dated = [
        (chunk, sentence)
        for chunk in index.chunks
        if chunk.document.kind in ("logistics", "assignment")
        for sentence in chunk.sentences
        if tells_when(sentence.text) and sentence.text.endswith(".")
    ]
    if sheet is not None:
        dated = [each for each in dated if each[0].document == sheet] or dated
    if not dated:
        return []
    vectors = turn.services.embedder.embed([asked, *(sentence.text for _, sentence in dated)])
    fit = [
        float(vectors[at] @ vectors[0]) + cue(asked, sentence.text, in_exercise=False)
        for at, (_, sentence) in enumerate(dated, 1)
    ]
    return show_sentences([dated[fit.index(max(fit))]], index)


# --- asked in another language than English: by the words that question and rule share in English


def rules_in_translation(turn: TurnContext) -> Iterator[Event] | None:
    """Return the course's sentences on its dates and rules; None where none is asked for."""
    language = turn.session.settings.language
    if LANGUAGE in (language, spoken_language()) or turn.index is None or turn.shape.has_data:
        return None
    text = turn.message.text
    if turn.message.wanted is not None or len(text.split()) > _MOST_ASKED:
        return None
    found: dict[str, _Told] = {}
    for clause in _CLAUSE.split(statement_in_english(text, language)):
        said = _words_in(clause)
        asked = said & _ASKED["asks"]
        known = (statement_in_english(one, language) for one in found)
        if not asked or any(asked <= _words_in(one) for one in known):
            continue
        if (told := _nearest(turn, said, language)) is not None:
            found.setdefault(told[1].text, told)
    return _reply_of(turn, list(found.values())[:_MOST_QUOTED]) if found else None


def _nearest(turn: TurnContext, said: frozenset[str], language: str) -> _Told | None:
    """Return the sentence that shares most with a clause, by rarity; a dated one for "when".

    What is due is told by the sheet that is meant.
    """
    assert turn.index is not None
    sheet = sheet_meant(turn, turn.index) if said & _ASKED["due"] else None
    asks_when = bool(said & _ASKED["when"])
    said |= _ASKED["due"] if sheet is not None else frozenset()
    there = [
        (chunk.document == sheet, (chunk, sentence), _words_in(english))
        for chunk in turn.index.chunks
        if chunk.document.kind == "logistics" or (chunk.document == sheet and not chunk.exercise)
        for sentence in chunk.sentences
        if (english := statement_in_english(sentence.text, language))
        if not asks_when or tells_when(english)
    ]
    often = Counter(word for *_, words in there for word in words & _ASKED["asks"])
    fits = [
        (of_sheet + sum(1 / often[word] for word in shared), len(said & words), -at)
        for at, (of_sheet, _, words) in enumerate(there)
        if (shared := said & words & _ASKED["asks"])
    ]
    return there[-max(fits)[2]][1] if fits else None


def _words_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z']+|\d+", text.casefold())) | frozenset(tokens(text))


def _reply_of(turn: TurnContext, found: list[_Told]) -> Iterator[Event]:
    assert turn.index is not None
    yield IntentRecognised(intent="direct", sure=True, others=())
    yield Sentence(text=unsaid(ON_THAT, turn.session), role="lead_in")
    yield from show_sentences(found, turn.index)
    yield from lead_back(turn.session)
    turn.notes.note_point("all")
    yield AnswerDone(record=TurnRecord(intent="direct", found=None, timings=turn.notes.timings))
