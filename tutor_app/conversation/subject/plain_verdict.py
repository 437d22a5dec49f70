"""Yes, no or neither, said plainly: "is that a yes?" after a claim and the course's sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_reply import BORNE_OUT, DENIED, judge_quoted
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.lexicon import NO_WORDS, YES_WORDS
from tutor_app.domain.normal_form import straighten
from tutor_app.domain.values import AnswerDone, Event, Message, Quote, Sentence, TurnRecord
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import QUOTED, name_place

YES = phrase("conversation_claims.plain_yes")
NO = phrase("conversation_claims.plain_no")
NEITHER = phrase("conversation_claims.plain_neither", "words")
NEAR = phrase("conversation_claims.plain_near")

_LONGEST = 8  # words: more say something of their own
_MOST = 3  # words that a sentence lacks, named
_SIGNS = ".,:;!?"


def say_plainly(turn: TurnContext) -> Iterator[Event] | None:
    """Return the last verdict once more, to who asks for a yes or a no; None to all else."""
    if not asks_for_verdict(turn.message.text):
        return None
    told = verdict_before(turn)
    return None if told is None else _say(told)


def verdict_before(turn: TurnContext) -> Sentence | None:
    """Return yes, no or neither to what the last message claimed; None where it claimed nothing."""
    before = turn.session.before
    if turn.on_table not in ON_COURSE or not before:
        return None
    if (told := _told_before(turn)) is not None:
        return told
    earlier = replace(turn.session, before=before[:-1])
    asked = replace(
        turn, message=Message(text=before[-1].question), session=earlier, settled=None, typed=""
    )
    quoted = [one for one in before[-1].shown if isinstance(one, Quote) and not one.quiet]
    claim = " ".join(asked.said.of("claim")[-1:]) or asked.claim
    if claim is None or not quoted or turn.index is None:
        return None
    verdict = judge_quoted(asked, claim, quoted, turn.index)
    if verdict is None:  # a row of a table, which is no sentence
        return Sentence(text=unsaid(NEAR, turn.session), role="verdict")
    match verdict.judgement:
        case "borne_out":
            text = unsaid(YES, turn.session)
        case "denied":
            text = unsaid(NO, turn.session)
        case _ if verdict.lacking:
            named = ", ".join(QUOTED(words=word) for word in verdict.lacking[:_MOST])
            text = unsaid(NEITHER, turn.session, words=named)
        case _:
            text = unsaid(NEAR, turn.session)
    return Sentence(text=text, role="verdict")


def _told_before(turn: TurnContext) -> Sentence | None:
    """Return the verdict that the last reply gave with its first quote, once more."""
    last = turn.session.before[-1]
    quotes = [one for one in last.shown if isinstance(one, Quote) and not one.quiet]
    for ways, once_more in ((BORNE_OUT, YES), (DENIED, NO)):
        said = ways.wordings(place=name_place(quotes[0])) if quotes else ()
        if not set(said).isdisjoint(last.said):
            return Sentence(text=unsaid(once_more, turn.session), role="verdict")
    return None


def _say(told: Sentence) -> Iterator[Event]:
    yield told
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def asks_for_verdict(text: str) -> bool:
    """Whether a short message asks for yes or no, with no word of its own."""
    words = [word.strip(_SIGNS) for word in straighten(text).casefold().split()]
    if len(words) > _LONGEST:
        return False
    plain = {"yes", "no"} & set(words) or (YES_WORDS | NO_WORDS) & set(words)
    own = {word for word in tokens(text) if word not in YES_WORDS | NO_WORDS}
    asks = "?" in text or {"yes", "no"} <= set(words)
    return bool(plain) and asks and not own - CLAIM_LISTS["verdict"]
