"""What docs/teaching.md asks of every reply, checked by a script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from evals.hint_ladder.recorded_learner import Replied
from tutor_app.domain.values import (
    Cloze,
    HintLevel,
    Offers,
    ProblemRead,
    Quote,
    Sentence,
    Sources,
    TraceShown,
)
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.locked_words import shown_words
from tutor_app.programs.replies.write_reply import ONE_MORE_PROGRAM, OTHER_PROGRAM
from tutor_app.understanding.message_features import read_shape

MOST_WORDS = 120  # of the tutor's own, around quotes, exercises, code, tables, pictures
SAME_ALLOWED = frozenset({"lead_in", "notice", "decline", "pointer", "verdict", "small_talk"})
_WORD = re.compile(r"[\w’'*-]+")
_BLOCK = re.compile(r"```.*?```", re.S)
_QUOTED = re.compile(r"“[^”]*”|`[^`]*`")

# What may be wrong with a reply, given those before it in its conversation.
Fault = Callable[[Replied, Sequence[Replied]], str | None]


def faults(reply: Replied, before: Sequence[Replied], book: AssignmentBook) -> list[str]:
    """Return what TEACHING does not allow in this reply; nothing where it passes."""
    found = [check(reply, before) for check in _CHECKS]
    return [fault for fault in (*found, _locked(reply, before, book)) if fault is not None]


def own_words(reply: Replied) -> int:
    """Count the tutor's own words: not those of quotes, exercises, code, tables and pictures."""
    told = (_BLOCK.sub(" ", s.text) for s in sentences(reply) if s.role != "exercise")
    return sum(len(_WORD.findall(text)) for text in told)


def sentences(reply: Replied) -> list[Sentence]:
    return [event for event in reply.events if isinstance(event, Sentence)]


def questions(reply: Replied) -> int:
    """Count what is asked, outside of quoted words, code and exercises."""
    asked = (s.text for s in sentences(reply) if s.role != "exercise")
    return sum(_QUOTED.sub("", text).count("?") for text in asked)


def _too_long(reply: Replied, before: Sequence[Replied]) -> str | None:
    count = own_words(reply)
    return f"{count} words of its own" if count > MOST_WORDS else None


def _asks_much(reply: Replied, before: Sequence[Replied]) -> str | None:
    """A gap to fill is a question as well, unless it waits behind its button."""
    gaps = sum(isinstance(event, Cloze) and not event.quiet for event in reply.events)
    count = questions(reply) + gaps
    return f"{count} questions" if count > 1 else None


def _cites_unseen(reply: Replied, before: Sequence[Replied]) -> str | None:
    """Every passage that a sentence rests on stands among what was shown with it."""
    shown = {event.passage_id for event in reply.events if isinstance(event, Quote)}
    for event in reply.events:
        if isinstance(event, Sources):
            shown |= {source.passage_id for source in event.sources}
    near = {"exercise", "pointer"}  # these name their own place
    for sentence in sentences(reply):
        resolves = sentence.passage_id in shown or sentence.role in near
        if sentence.passage_id is not None and not resolves:
            return f"cites {sentence.passage_id}, which is not shown"
    for quote in (event for event in reply.events if isinstance(event, Quote)):
        if not all(mark.text in quote.paragraph for mark in quote.marked):
            return f"marks words that {quote.document_name} page {quote.page} does not have there"
    return None


def _shows_code(reply: Replied, before: Sequence[Replied]) -> str | None:
    """No code in debugging; what is quoted in backticks is the student's, or another program's."""
    if reply.record.intent != "debugging":
        return None
    theirs = "\n".join((reply.text, *(earlier.text for earlier in before)))
    for sentence in sentences(reply):
        # The worked analogue of level 3.
        if any(lead() in sentence.text for lead in (OTHER_PROGRAM, ONE_MORE_PROGRAM)):
            continue
        if read_shape(sentence.text).code is not None:
            return "code in debugging"
        for part in re.findall(r"`([^`]+)`", sentence.text):
            if "=" in part and part not in theirs:
                return f"code that is not the student's: {part}"
    return None


def _locked(reply: Replied, before: Sequence[Replied], book: AssignmentBook) -> str | None:
    theirs = [reply.text, *(earlier.text for earlier in before)]
    computed = reply.record.tracing is not None
    leaked = any(
        book.guard.leaks(shown_words(event), theirs, computed=computed) for event in reply.events
    )
    return "words of a locked solution" if leaked else None


def _says_twice(reply: Replied, before: Sequence[Replied]) -> str | None:
    """Nothing twice in a reply; no hint, question or explanation twice in a conversation."""
    texts = [sentence.text for sentence in sentences(reply)]
    quoted = [e.paragraph for e in reply.events if isinstance(e, Quote)]
    for group in (texts, quoted):
        if len(set(group)) < len(group):
            return "says the same twice"
    earlier = {s.text for replied in before for s in sentences(replied)}
    for sentence in sentences(reply):
        if sentence.text in earlier and sentence.role not in SAME_ALLOWED:
            return f"said before: {sentence.text[:60]}"
    return None


def _stalls(reply: Replied, before: Sequence[Replied]) -> str | None:
    """Two replies in a row without a new fact, place, example or offered hint."""
    if not before or not _is_empty(reply, before):
        return None
    return "stalls" if _is_empty(before[-1], before[:-1]) else None


def _is_empty(reply: Replied, before: Sequence[Replied]) -> bool:
    if any(isinstance(event, Offers | ProblemRead | Cloze) for event in reply.events):
        return False
    if any(sentence.role == "small_talk" for sentence in sentences(reply)):
        return False
    seen = {fact for replied in before for fact in _facts(replied)}
    return set(_facts(reply)) <= seen


def _facts(reply: Replied) -> Iterator[str]:
    """Whatever in a reply can be new to the student."""
    for event in reply.events:
        match event:
            case Quote():
                yield event.paragraph
            case TraceShown():
                yield f"{event.problem} {event.upto} {event.wrong_step}"
            case HintLevel():
                yield f"level {event.level}"
            case Sentence(role="notice" | "lead_in"):
                continue
            case Sentence():
                yield event.text
            case _:
                continue


_CHECKS: tuple[Fault, ...] = (
    _too_long,
    _asks_much,
    _cites_unseen,
    _shows_code,
    _says_twice,
    _stalls,
)
