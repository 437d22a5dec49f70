"""A “No” that a student asks about is looked at once more by the deciding model.

What denied the claim is left out at first, and what the student says now is read beside it. A “No”
that these readings do not confirm is taken back; one that they do gets the sentence it rests on.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.answering.course_names import things_named
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.asked.asked_words import plain
from tutor_app.conversation.asked.one_sentence import cut_to_mark
from tutor_app.conversation.decided.course_decision import (
    decide_said,
    quoted_lately,
    until_late,
    wants_verdict,
)
from tutor_app.conversation.decided.sentences_offered import (
    Told,
    beside_last_quote,
    sentences_for,
)
from tutor_app.conversation.decided.tell_decisions import echo, noes
from tutor_app.conversation.decided.things_said import ThingSaid, things_said
from tutor_app.conversation.heard.earlier_verdict import (
    TAKEN_BACK,
    YOU_WERE_RIGHT,
    retells,
    said_yes,
)
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_reply import BORNE_OUT, speaks_of
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import NO_WORDS, YES_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Event, Exchange, Message, Quote, Sentence
from tutor_app.models.course_decider import CourseDecision, SaidInCourse
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import (
    asks_openly,
    asks_something,
    asks_yes_or_no,
    clauses_of,
)
from tutor_app.wording.catalogue import Phrase, phrase, unsaid
from tutor_app.wording.quote_sentences import name_place

NO_AFTER_ALL = phrase("conversation_heard.no_after_all", "place")
STAYS_NO = phrase("conversation_heard.stays_no", "place")
_TELLS: Final = {"right": YOU_WERE_RIGHT, "part": BORNE_OUT, "wrong": STAYS_NO}
_LATELY = 3  # replies
_SHORT = 3  # words: "but why no?" is about the verdict without pointing to it
_SAME, _MANY = 0.5, 3  # the share of its words with which something is said once more, or so many
_JUDGES: Final = NO_WORDS | YES_WORDS | CLAIM_LISTS["retells"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldNo:
    """A “No” of one of the last replies: the turn that it was said in, of what, and by what."""

    asked: TurnContext
    claim: ThingSaid
    denying: frozenset[str]


def no_anew(turn: TurnContext, index: CourseIndex) -> tuple[list[Event], str] | None:
    """Return what is said of a “No” that is asked about, and what the message asks beside it.

    None where none is asked about, or no model looks at it.
    """
    if turn.services.decides is None or (no := _told_no(turn, index)) is None:
        return None
    sentences = [one for each in split_sentences(turn.message.text) for one in _apart(no, each)]
    asks = [one for one in sentences if _asks_of(no, one)]
    if not asks and not turn.said.has("vindicated"):
        return None
    others = [one for one in sentences if one not in asks and tokens(one)]
    others = [one for one in others if one not in turn.said.of("vindicated", "talk", "check")]
    beside = [one for one in others if asks_yes_or_no(one) or asks_openly(one)]
    named = things_named(turn.message.text, index) or things_named(no.claim.put, index)
    about = named[0].thing.name if named else ""
    stated = [_behind_retelling(one) for one in others if one not in beside]
    stated = [one for one in stated if _restates(one, no.claim.put)]
    of_it = [(speaks_of(one, about, index), one) for one in stated]
    restated = [f"{thing}: {one}" if thing else one for thing, one in of_it]
    told = _looked_at_anew(no, restated, turn, index)
    return None if told is None else (told, " ".join(beside))


def _told_no(turn: TurnContext, index: CourseIndex) -> ToldNo | None:
    before = turn.session.before
    own = set(tokens(turn.message.text)) - _around()
    for at in range(len(before) - 1, max(-1, len(before) - 1 - _LATELY), -1):
        mended = {*TAKEN_BACK.wordings(), *YOU_WERE_RIGHT.wordings()}
        if not mended.isdisjoint(before[at].said):
            return None
        said = _noes(before[at])
        if not said:
            continue
        earlier = replace(turn.session, before=before[:at])
        asked = replace(
            turn, message=Message(text=before[at].question), session=earlier, settled=None, typed=""
        )
        claims = [one for one in things_said(asked, index) if wants_verdict(one, asked)]
        # What was told without its words is what was asked last.
        last = [one for one in claims if asks_something(one.text)][-1:] or claims[-1:]
        named = [(text, one) for text in said for one in claims if echo(one.text) in text]
        both = [*named, *((text, one) for text in said for one in last)]
        if not both:
            return None
        text, claim = max(both, key=lambda one: len(own & set(tokens(one[1].text))))
        if at == len(before) - 1 or own & set(tokens(claim.text)):
            return ToldNo(asked=asked, claim=claim, denying=said[text])
    return None


def _noes(shown: Exchange) -> dict[str, frozenset[str]]:
    """Return each “No” of a reply with the sentences that stand behind it."""
    found = dict[str, frozenset[str]]()
    last = ""
    for event in shown.shown:
        if isinstance(event, Sentence):
            last = event.text if any(says in event.text for says in noes()) else ""
            if last:
                found[last] = frozenset()
        elif isinstance(event, Quote) and not event.quiet and last:
            found[last] |= {mark.text for mark in event.marked}
    return found


def _asks_of(no: ToldNo, sentence: str) -> bool:
    """Whether a sentence asks about the verdict: "why is it a no for bfs", "did i get it wrong"."""
    words = plain(sentence)
    points = len(words) <= _SHORT or not CLAIM_LISTS["points_to_verdict"].isdisjoint(words)
    if _JUDGES.isdisjoint(words) or not points:
        return False
    own = set(tokens(sentence)) - _around() - set(tokens(no.asked.message.text))
    asks = asks_yes_or_no(sentence) or not CLAIM_LISTS["asks_reason"].isdisjoint(words)
    return asks and not own


def _apart(no: ToldNo, sentence: str) -> list[str]:
    """Return what is said before a clause that asks about the verdict, and that clause."""
    *before, last = clauses_of(sentence)
    return [" ".join(before).rstrip(","), last] if before and _asks_of(no, last) else [sentence]


def _around() -> set[str]:
    """Return the stems of words that speak of a verdict and of nothing of the subject."""
    return set(tokens(" ".join(_JUDGES | CLAIM_LISTS["around_verdict"])))


def _behind_retelling(sentence: str) -> str:
    """Return what is said once more, without "I said"."""
    words, said = sentence.split(), plain(sentence)
    retold = [n for n, word in enumerate(said) if word in CLAIM_LISTS["retells"]]
    return " ".join(words[retold[0] + 1 :]) if retold and len(said) == len(words) else sentence


def _restates(text: str, claim: str) -> bool:
    """Whether a text says a claim once more, not something else beside it."""
    shared = set(tokens(text)) & set(tokens(claim))
    return len(shared) >= _MANY or _share(text, claim) > _SAME


def _looked_at_anew(
    no: ToldNo, restated: Sequence[str], turn: TurnContext, index: CourseIndex
) -> list[Event] | None:
    """Return the “No” taken back or confirmed; None where the model does not answer in time."""
    assert turn.services.decides is not None
    ask = until_late(turn.services.decides, turn)
    read = list[CourseDecision | None]()

    def noting(said: SaidInCourse) -> CourseDecision | None:
        read.append(ask(said))
        return read[-1]

    query = read_query(no.claim.put, turn.services.embedder, index)
    near = [*_sentences_of(quoted_lately(turn), index), *sentences_for(no.claim, query, no.asked)]
    others = [one for one in dict.fromkeys(near) if one[1].text not in no.denying]
    denying = _sentences_of(no.denying, index)
    own = " ".join(restated)
    whole = own if _share(no.claim.put, own) >= _SAME else no.claim.put

    def read_anew(words: str, told: Sequence[Told]) -> tuple[str | None, Told | None]:
        if not words or not told:
            return None, None
        put = SaidInCourse(
            message=words,
            before="",
            sentences=[(" ".join(chunk.headings[-1:]), one.text) for chunk, one in told],
        )
        with turn.notes.time_stage("decide"):
            kind, places = decide_said(put, noting)
        return kind, told[places[0]] if places else None

    # Without what denied it, then in the student's words of now, then beside what denied it.
    kind, by = read_anew(no.claim.put, others)
    if kind not in ("right", "wrong") and own:
        kind, by = read_anew(own, others)
        if kind == "right" and whole != own and read_anew(no.claim.put, denying)[0] == "wrong":
            kind = "part"  # what is said now is right; what was said before is not
    if by is not None and kind in _TELLS:
        return _tell(_TELLS[kind], by, turn, index)
    kind, by = read_anew(whole, denying)
    if None in read:
        return None  # it came too late: nothing is confirmed, and nothing taken back
    if by is not None and kind in ("right", "wrong"):
        return _tell(_TELLS[kind], by, turn, index)
    return [Sentence(text=unsaid(TAKEN_BACK, turn.session), role="verdict")]


def _share(text: str, other: str) -> float:
    """Return the share of a text's content words that another one has."""
    own = set(tokens(text))
    return len(own & set(tokens(other))) / len(own) if own else 0.0


def _sentences_of(texts: Collection[str], index: CourseIndex) -> list[Told]:
    """Return the sentences of the course with these texts."""
    return [(chunk, one) for chunk in index.chunks for one in chunk.sentences if one.text in texts]


def _tell(way: Phrase, told: Told, turn: TurnContext, index: CourseIndex) -> list[Event]:
    quote = show_sentences([told], index)[0]
    text = unsaid(way, turn.session, place=name_place(quote))
    return [Sentence(text=text, role="verdict"), cut_to_mark(quote, quote.marked[0])]


def yes_anew(turn: TurnContext, index: CourseIndex) -> list[Event]:
    """Return a yes of the last reply taken back, to who asks about it or reads otherwise; else [].

    It is read once more beside all that stands around the sentence that was quoted for it.
    """
    last = turn.session.before[-1]
    doubts = (retells(one) or asks_which(one) for one in split_sentences(turn.message.text))
    if turn.services.decides is None or not said_yes(last) or not any(doubts):
        return []
    others = list(dict.fromkeys(beside_last_quote(turn, index)))
    if not others:
        return []
    put = SaidInCourse(
        message=last.question,
        before="",
        sentences=[(" ".join(chunk.headings[-1:]), one.text) for chunk, one in others],
    )
    with turn.notes.time_stage("decide"):
        kind, places = decide_said(put, until_late(turn.services.decides, turn))
    return _tell(NO_AFTER_ALL, others[places[0]], turn, index) if kind == "wrong" else []


def asks_which(sentence: str) -> bool:
    """Whether a sentence asks which of two verdicts counts: "wait yes?", "so which is it?"."""
    words = set(plain(sentence))
    verdict = not words.isdisjoint(_JUDGES) and sentence.rstrip().endswith("?")
    return (verdict or "which" in words) and not set(tokens(sentence)) - _around()
