"""The words of a reply about a program: the reaction, then the move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.teaching import AwaitedAnswer, LadderEvent
from tutor_app.domain.values import Sentence, SentenceRole
from tutor_app.programs.fault_analogues import Analogue
from tutor_app.programs.language_names import language_of
from tutor_app.programs.program_structure import read_program
from tutor_app.programs.replies.accepted_answers import DUE, EXPECTED, TYPED, WHICH
from tutor_app.programs.replies.choose_analogue import (
    choose_analogue,
    kinds_changed,
    kinds_of,
    work_analogue,
)
from tutor_app.programs.replies.choose_move import CHANGE, Move, MoveKind
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import (
    as_code,
    name_call,
    with_calls,
    without_calls,
    write_calls,
)
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.partial_step_hint import partial_step
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.reaction_sentences import react
from tutor_app.programs.replies.run_outcome_sentences import is_unread, outcome_of, tell_result
from tutor_app.programs.run_values import CaseResult
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import Phrase, phrase

CANNOT = {
    "language": phrase("programs_unrun.language"),
    "off": phrase("programs_unrun.not_here"),
    "busy": phrase("programs_unrun.busy"),
    "fault": phrase("programs_unrun.fault"),
}
LANGUAGE = phrase("programs_unrun.language_named", "language")
NEEDS_INPUT = phrase("programs_unrun.needs_input")
NEEDS = phrase("programs_unrun.needs", "part")
ASK_SEEN = phrase("programs_unrun.ask_seen")
ASK_TYPED = phrase("programs_unrun.ask_typed")
WHETHER_DUE = phrase("programs_moves.whether_due")
NO_CRASH = phrase("programs_moves.no_crash", "count")
ASK_INPUT = phrase("programs_moves.ask_input")
ALL_PASS = phrase("programs_moves.all_pass", "count")
WHICH_INPUT = phrase("programs_moves.which_input")
FOUND_CRASH = phrase("programs_moves.found_crash", "shown")
CONFIRM = phrase("programs_moves.confirm", "count")
CONFIRM_ONE = phrase("programs_moves.confirm_own", "call", "value", "count")
WHICH_ONE = phrase("programs_moves.which_one")
WHAT_CHANGE = phrase("programs_moves.what_change", "call")
NEXT_CHANGE = phrase("programs_moves.next_change", "call")
OTHERS = phrase("programs_moves.others", "shown")
WHY_MENDED = phrase("programs_moves.why_mended", "fact")
MENDED = phrase("programs_moves.mended", "name", "before", "now", "when")
SHOULD_IT = phrase("programs_moves.what_should", "call")
PREDICT = phrase("programs_moves.predict", "call")
READING = phrase("programs_moves.reading", "line")
BEFORE_CALLS = phrase("programs_moves.before_calls", "line")
ALL_BUT_ONE = phrase("programs_moves.all_but_one", "count", "shown")
DOUBT = phrase("programs_moves.doubt", "wanted")
LOOK_THROUGH = phrase("programs_moves.look_through", "call")
OTHER_PROGRAM = phrase("programs_moves.other_program")
ONE_MORE_PROGRAM = phrase("programs_moves.one_more_program")
LIKE_YOURS = phrase("programs_moves.like_yours", "what")
TAKE_WORD = phrase("programs_unrun.take_word")
INSTEAD = phrase("programs_moves.instead", "next_hint")
KEEP = phrase("programs_moves.keep", "count")
FAREWELL = phrase("programs_moves.farewell")
ENDED = phrase("programs_moves.ended")
ASK_PERSON = phrase("programs_moves.ask_person", "contact")
NEW_EXERCISE = phrase("programs_moves.new_exercise", "exercise")
AT_THE_END = phrase("programs_moves.at_the_end")
NOTHING_NEW = phrase("programs_moves.nothing_new", "next_hint")
TRY_FIRST = phrase("programs_moves.try_first")

MOST_OTHERS = 3  # calls that are shown beside those that pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply: its sentences, and what it leaves for the next one.

    `asked` names the question put and `awaited` what answers it; `topic` is what the course is
    searched with. `mended` says what a change that helps has made otherwise; `described` is the
    program with the change that the student told in words.
    """

    sentences: tuple[Sentence, ...]
    event: LadderEvent | None = None
    focus: str | None = None
    asked: str | None = None
    awaited: AwaitedAnswer | None = None
    described: str | None = None
    topic: str | None = None
    mended: str | None = None
    offers: bool = True


def say(topic: Topic, heard: HeardMessage, facts: RunFacts, move: Move, contact: str) -> Reply:
    """Return the reply of a move: what the message deserves first, then one step on."""
    said = [
        Sentence(text=text, role="verdict")
        for text in _new(react(topic, heard, facts, move.told), topic)
    ]
    reply = _moved(topic, facts, move, contact)
    if not said and all(_is_said(sentence.text, topic) for sentence in reply.sentences):
        reply = _something_new(topic, facts, move)
    sentences = (*said, *reply.sentences)
    texts = write_calls(sentence.text for sentence in sentences)
    # "this call" may have been said of another one.
    new = (
        with_calls(s.text) if _is_said(t, topic) else t
        for s, t in zip(sentences, texts, strict=True)
    )
    pairs = zip(sentences, new, strict=True)
    focus = move.result or facts.focus
    return replace(
        reply,
        sentences=tuple(replace(s, text=f"{text[:1].upper()}{text[1:]}") for s, text in pairs),
        event=move.event,
        focus=focus.case.call.text if focus is not None else None,
        described=_described(facts),
    )


def _described(facts: RunFacts) -> str | None:
    """Return the program with the change that was tried, where it is the student's own in form."""
    change = facts.tried.change if facts.tried is not None else None
    return change.source if change is not None and change.new_text else None


def _moved(topic: Topic, facts: RunFacts, move: Move, contact: str) -> Reply:
    """Return the words of a move."""
    if move.kind == "end":
        return _end(topic, facts, contact)
    if move.kind == "instead" and move.probe is None:
        return _instead(topic)
    if move.kind == "nothing_new":
        return _something_new(topic, facts, move)
    if move.kind == "analogue":
        return _with_waiting(_analogue(topic, facts), topic, move)
    if move.probe is not None:
        return _asked(topic, move)
    if move.result is not None and move.kind in _ABOUT_A_CASE:
        return _ABOUT_A_CASE[move.kind](topic, facts, move.result)
    if move.kind in _OF_PROGRAM:
        return _OF_PROGRAM[move.kind](topic, facts)
    return _question(ASK_INPUT, topic, "input")


def _something_new(topic: Topic, facts: RunFacts, move: Move) -> Reply:
    """Where all has been said: what can still be done, in words that were not used yet."""
    if move.kind == "end":
        last = _first(AT_THE_END.wordings(), topic) or AT_THE_END()
        return Reply(sentences=(_sentence(last, "notice"),), offers=False)
    text = _first(NOTHING_NEW.wordings(next_hint=NEXT_HINT), topic)
    return Reply(sentences=(_sentence(text or NOTHING_NEW(next_hint=NEXT_HINT), "notice"),))


# --- moves ------------------------------------------------------------------------------------


def _cannot_run(topic: Topic, facts: RunFacts) -> Reply:
    if facts.cannot == "needs" and facts.needs == "input":
        sentences = (*_one(NEEDS_INPUT, topic, "notice"), *_one(ASK_TYPED, topic, "question"))
        return Reply(sentences=sentences, asked=TYPED, awaited=_open(TYPED))
    if facts.cannot == "needs":
        why = _first(NEEDS.wordings(part=as_code(facts.needs or "")), topic)
    elif facts.cannot == "language" and topic.language is not None:
        named = language_of(topic.language) or as_code(topic.language)
        why = _first(LANGUAGE.wordings(language=named), topic)
    else:
        why = _first(CANNOT[facts.cannot or "fault"].wordings(), topic)
    once = [] if why is None else [Sentence(text=why, role="notice")]
    return Reply(sentences=(*once, *_one(ASK_SEEN, topic, "question")), asked="seen")


def _confirmed(topic: Topic, facts: RunFacts) -> Reply:
    own = next((r for r in facts.run.results if r.status == "passed"), None) if facts.run else None
    texts = CONFIRM.wordings(count=facts.passes)
    held = topic.record.focus
    first = facts.result_of(held) if held is not None else None
    if first is None or first.status != "passed":
        first = own
    awaited = topic.record.awaited
    is_told = awaited is not None and awaited.kind == "outcome"  # the reaction has confirmed it
    if first is not None and not is_told and first.value is not None:
        value = outcome_of(first)
        told = CONFIRM_ONE.wordings(call=name_call(first.case), value=value, count=facts.passes)
        texts = (*told, *texts)
    confirmed = Sentence(text=_first(texts, topic) or texts[0], role="verdict")
    changed = _what_changed(topic, facts)
    others = _others(topic, facts)
    return Reply(
        sentences=(confirmed, *changed, *others),
        asked=WHICH if others else None,
        awaited=_open(WHICH) if others else None,
        mended=changed[0].text if changed else None,
        topic=_topic_of(_analogue_of_record(topic)),
        offers=False,
    )


def _others(topic: Topic, facts: RunFacts) -> tuple[Sentence, ...]:
    """Show, once, what the calls give of which nothing says whether that is right."""
    if not topic.is_changed or not facts.undecided:
        return ()
    shown = " ".join(tell_result(each) for each in facts.undecided[:MOST_OTHERS])
    return _one(OTHERS, topic, "question", shown=shown)


def _why_it_works(topic: Topic, facts: RunFacts) -> Reply:
    """Say once more what the last change has made otherwise, with the course's words for it."""
    fact = topic.record.mended or ""
    return Reply(
        sentences=(_sentence(WHY_MENDED(fact=fact), "verdict"),),
        topic=_topic_of(_analogue_of_record(topic)),
        offers=False,
    )


def _what_changed(topic: Topic, facts: RunFacts) -> tuple[Sentence, ...]:
    """Say what the new version has otherwise than the one before, at the first such moment."""
    moment = facts.mended.moment if facts.mended is not None else None
    if moment is None or moment.wanted is None:
        return ()
    name, before, now = (
        as_code(text) for text in (moment.names[0], moment.values[0], moment.wanted)
    )
    return _one(MENDED, topic, "verdict", name=name, before=before, now=now, when=moment.when)


def _kept(topic: Topic, facts: RunFacts) -> Reply:
    """A change of what is right already: the version at hand stands."""
    texts = KEEP.wordings(count=facts.passes)
    return Reply(sentences=(_sentence(_first(texts, topic) or texts[0], "verdict"),))


def _take_word(topic: Topic, facts: RunFacts) -> Reply:
    text = _first(TAKE_WORD.wordings(), topic) or TAKE_WORD()
    return Reply(
        sentences=(_sentence(text, "notice"),),
        topic=_topic_of(_analogue_of_record(topic)),
        offers=False,
    )


def _instead(topic: Topic) -> Reply:
    text = _first(INSTEAD.wordings(next_hint=NEXT_HINT), topic) or INSTEAD(next_hint=NEXT_HINT)
    return Reply(sentences=(_sentence(text, "notice"),))


def _analogue_of_record(topic: Topic) -> Analogue | None:
    """Return the other program of the fault that was found last, which may be mended by now."""
    if topic.before is None or not topic.is_changed:
        return None
    kinds = kinds_changed(topic.program, read_program(topic.before))
    return choose_analogue(topic.source, kinds, ())


def _nothing_fails(topic: Topic, facts: RunFacts) -> Reply:
    lead = _one(ALL_PASS, topic, "verdict", count=facts.passes)
    if facts.found is not None:
        crash = _one(FOUND_CRASH, topic, "verdict", shown=tell_result(facts.found.result))
        should = SHOULD_IT.wordings(call=name_call(facts.found.result.case))
        asked = _sentence(_first(should, topic) or should[0], "question")
        call = facts.found.result.case.call.text
        return Reply(
            sentences=(*lead, *crash, asked),
            asked=f"{EXPECTED}{call}",
            awaited=_open(f"{EXPECTED}{call}"),
        )
    return Reply(sentences=(*lead, *_one(WHICH_INPUT, topic, "question")), asked="input")


def _about_reading(topic: Topic, facts: RunFacts) -> Reply:
    run = facts.run
    line = run.load_error.line if run is not None and run.load_error is not None else 1
    unread = run is not None and is_unread(run)
    return _question(READING if unread else BEFORE_CALLS, topic, "reading", line=line or 1)


def _expected(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    key = f"{EXPECTED}{result.case.call.text}"
    asked = _question(SHOULD_IT, topic, key, call=name_call(result.case))
    return replace(asked, awaited=_open(key))


def _which(topic: Topic, facts: RunFacts) -> Reply:
    """Several calls were run of which only the student knows what they must give."""
    return replace(_question(WHICH_ONE, topic, WHICH), awaited=_open(WHICH))


def _change(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    """The place is found, or all was asked: the next thing is a change to try."""
    call = name_call(result.case)
    if CHANGE in topic.record.asked:
        return _question(NEXT_CHANGE, topic, CHANGE, call=call)
    return _question(WHAT_CHANGE, topic, CHANGE, call=call)


def _prediction(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    """A change that helps is worth trying: what will come out is for the student to say first."""
    assert facts.tried is not None
    place = facts.tried.before.results.index(result) if result in facts.tried.before.results else -1
    after = facts.tried.after.results[place] if place >= 0 else None
    asked = _question(
        PREDICT, topic, f"outcome {facts.tried.change.source}", call=name_call(result.case)
    )
    if after is None or after.value is None:
        return asked
    shown = tell_result(after, wanted=False)
    awaited = AwaitedAnswer(
        key=f"outcome {result.case.call.text}", kind="outcome", accepted=(after.value,), shown=shown
    )
    return replace(asked, awaited=awaited)


def _doubted(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    """All calls but one pass: have the student check what the task says of that one."""
    key = f"doubt {result.case.call.text}"
    lead = _one(ALL_BUT_ONE, topic, "verdict", count=facts.passes, shown=tell_result(result))
    asked = _question(DOUBT, topic, key, wanted=as_code(result.wanted or ""))
    return replace(asked, sentences=(*lead, *asked.sentences))


def _looked_through(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    key = f"through {result.case.call.text}"
    return _question(LOOK_THROUGH, topic, key, call=name_call(result.case))


def _farewell(topic: Topic, facts: RunFacts) -> Reply:
    return Reply(sentences=_one(FAREWELL, topic, "small_talk"), offers=False)


def _whether_due(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    """With the change something else comes out: only the student knows whether it is right."""
    key = f"{DUE}{result.case.call.text}"
    asked = _question(WHETHER_DUE, topic, key)
    if result.value is None:
        return asked
    awaited = AwaitedAnswer(key=key, kind="outcome", accepted=(result.value,))
    return replace(asked, awaited=awaited)


def _input_asked(topic: Topic, facts: RunFacts) -> Reply:
    lead = _one(NO_CRASH, topic, "verdict", count=facts.made_up) if facts.made_up else ()
    asked = _question(ASK_INPUT, topic, "input")
    return replace(asked, sentences=(*lead, *asked.sentences))


def _asked(topic: Topic, move: Move) -> Reply:
    probe = move.probe
    assert probe is not None
    lead: tuple[Sentence, ...] = ()
    if move.kind == "instead":
        lead = _instead(topic).sentences
    elif move.result is not None and (move.kind == "ask_of_next" or _is_pointed(move)):
        lead = (_sentence(tell_result(move.result), "hint"),)
    text = _first(probe.wordings, topic) or probe.wordings[0]
    return Reply(
        sentences=(*lead, _sentence(text, "question")),
        asked=probe.awaited.key,
        awaited=probe.awaited,
    )


def _with_waiting(reply: Reply, topic: Topic, move: Move) -> Reply:
    """Say, once, that the next hint waits for an attempt, where it does."""
    event = move.event
    waits = event is not None and event.cause == "stuck" and event.level == topic.ladder.level
    more = _one(TRY_FIRST, topic, "notice") if waits else ()
    return replace(reply, sentences=(*reply.sentences, *more))


def _is_pointed(move: Move) -> bool:
    """Whether it is the second hint, which says once more what was expected and what was seen."""
    return move.event is not None and move.event.cause == "stuck"


def _analogue(topic: Topic, facts: RunFacts) -> Reply:
    analogue = choose_analogue(topic.source, kinds_of(facts.fault), topic.hints)
    if analogue is None:
        return Reply(sentences=_one(NOTHING_NEW, topic, "notice", next_hint=NEXT_HINT))
    lead = _first((OTHER_PROGRAM(), ONE_MORE_PROGRAM()), topic) or ONE_MORE_PROGRAM()
    worked = _sentence(work_analogue(analogue, lead), "hint")
    what = name_call(facts.focus.case) if facts.focus is not None else ""
    asked = _one(LIKE_YOURS, topic, "question", what=what) if what else ()
    return Reply(sentences=(worked, *asked))


def _partial(topic: Topic, facts: RunFacts) -> Reply:
    texts = [text for text in partial_step(topic, facts) if not _is_said(text, topic)]
    if not texts:
        return _analogue(topic, facts)
    return Reply(sentences=tuple(_sentence(text, "hint") for text in texts))


def _end(topic: Topic, facts: RunFacts, contact: str) -> Reply:
    """After the last hint: the section, a person, another exercise; never another question."""
    analogue = choose_analogue(topic.source, kinds_of(facts.fault), ())
    texts = [ENDED()]
    texts += [ASK_PERSON(contact=contact)] if contact else []
    texts += [NEW_EXERCISE(exercise=analogue.exercise)] if analogue is not None else []
    new = [text for text in texts if not _is_said(text, topic)]
    new = new or [_first(AT_THE_END.wordings(), topic) or AT_THE_END()]
    return Reply(
        sentences=tuple(_sentence(text, "notice") for text in new),
        topic=_topic_of(analogue),
        offers=False,
    )


def _topic_of(analogue: Analogue | None) -> str | None:
    return analogue.topic if analogue is not None else None


_OF_PROGRAM: Mapping[MoveKind, Callable[[Topic, RunFacts], Reply]] = {
    "cannot_run": _cannot_run,
    "take_word": _take_word,
    "keep": _kept,
    "why_it_works": _why_it_works,
    "confirm": _confirmed,
    "nothing_fails": _nothing_fails,
    "ask_about_reading": _about_reading,
    "partial": _partial,
    "ask_for_input": _input_asked,
    "ask_which": _which,
    "farewell": _farewell,
}
_ABOUT_A_CASE: Mapping[MoveKind, Callable[[Topic, RunFacts, CaseResult], Reply]] = {
    "ask_expected": _expected,
    "ask_change": _change,
    "predict": _prediction,
    "ask_whether_due": _whether_due,
    "doubt_example": _doubted,
    "look_through": _looked_through,
}


# --- sentences that were not said yet ---------------------------------------------------------


def _question(told: Phrase, topic: Topic, key: str, **values: object) -> Reply:
    texts = told.wordings(**values)
    text = _first(texts, topic) or texts[0]
    return Reply(sentences=(_sentence(text, "question"),), asked=key)


def _open(key: str) -> AwaitedAnswer:
    """A question whose answer is taken as it comes: only the student knows it."""
    return AwaitedAnswer(key=key, kind="value", accepted=())


def _one(told: Phrase, topic: Topic, role: SentenceRole, **values: object) -> tuple[Sentence, ...]:
    text = _first(told.wordings(**values), topic)
    return () if text is None else (_sentence(text, role),)


def _first(texts: Iterable[str], topic: Topic) -> str | None:
    """Return the first wording that was not said yet, of this call or of another."""
    new = (text for text in texts if not _is_said(text, topic))
    return next((text for text in new if not _is_said(without_calls(text), topic)), None)


def _new(texts: Iterable[str], topic: Topic) -> list[str]:
    return [text for text in texts if not _is_said(text, topic)]


def _is_said(text: str, topic: Topic) -> bool:
    return any(with_calls(text) in said for said in topic.hints)


def _sentence(text: str, role: SentenceRole) -> Sentence:
    return Sentence(text=text, role=role)


def said_in(sentences: Sequence[Sentence]) -> str:
    """Return a reply's sentences as one text."""
    return " ".join(sentence.text for sentence in sentences)
