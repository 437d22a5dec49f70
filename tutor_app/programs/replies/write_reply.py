"""The words of a reply about a program: the reaction, then the move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.domain.values import Sentence
from tutor_app.programs.fault_analogues import ANALOGUES
from tutor_app.programs.ideas.asked_again import verdict_given
from tutor_app.programs.ideas.line_and_variable_facts import facts_of_lines
from tutor_app.programs.ideas.words_on_run import asked_of_course
from tutor_app.programs.language_names import language_of
from tutor_app.programs.next_move.choose_question import ask_further
from tutor_app.programs.next_move.moves import CHANGE, LINES, Move, MoveKind, guess_key
from tutor_app.programs.replies.accepted_answers import DUE, EXPECTED, FORETOLD, PLACE, TYPED, WHICH
from tutor_app.programs.replies.choose_analogue import (
    choose_analogue,
    kinds_of,
    topic_of_fault,
    work_analogue,
)
from tutor_app.programs.replies.confirmation import (
    confirm,
    keep_version,
    take_word,
    tell_nothing_fails,
    tell_still_right,
    tell_why_it_works,
)
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code, name_call, with_calls, write_calls
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.partial_step_hint import partial_step
from tutor_app.programs.replies.program_reply import (
    Reply,
    as_sentence,
    first_new,
    is_said,
    not_said,
    open_question,
    put_question,
    say_once,
    whether_due,
)
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.reaction_sentences import react
from tutor_app.programs.replies.run_outcome_sentences import is_unread, tell_result
from tutor_app.programs.replies.told_changes import is_of_input, with_place
from tutor_app.programs.run_values import CaseResult
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.buttons import as_label
from tutor_app.wording.catalogue import phrase

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
WHICH_OF_TWO = phrase("programs_moves.which_of_two", "shown")
MUST_IT = phrase("programs_moves.must_it", "call", "value")
MUST_IT_INSTEAD = phrase("programs_moves.must_it_instead", "call", "value", "kept")
NO_CRASH = phrase("programs_moves.no_crash", "count")
ASK_INPUT = phrase("programs_moves.ask_input")
WHICH_ONE = phrase("programs_moves.which_one")
WHICH_LINE = phrase("programs_moves.which_line", "lines")
CHANGE_PASSES = phrase("programs_confirm.change_passes", "count")
RIGHT_BEYOND = phrase("programs_confirm.right_beyond", "count", "shown")
STOPS_BEYOND = phrase("programs_confirm.stops_beyond", "shown")
CHANGE_PARTS = phrase("programs_confirm.change_parts", "before", "after")
WHICH_IN_LINE = phrase("programs_moves.which_in_line", "line")
LINES_OR = phrase("programs_moves.lines_or")
WHAT_CHANGE = phrase("programs_moves.what_change", "call")
WHICH_LINES = phrase("programs_moves.which_lines", "call")
NEXT_CHANGE = phrase("programs_moves.next_change", "call")
SHOULD_IT = phrase("programs_moves.what_should", "call")
READING = phrase("programs_moves.reading", "line")
BEFORE_CALLS = phrase("programs_moves.before_calls", "line")
ALL_BUT_ONE = phrase("programs_moves.all_but_one", "count", "shown")
DOUBT = phrase("programs_moves.doubt", "wanted")
OTHER_PROGRAM = phrase("programs_moves.other_program")
ONE_MORE_PROGRAM = phrase("programs_moves.one_more_program")
LIKE_YOURS = phrase("programs_moves.like_yours", "what")
INSTEAD = phrase("programs_moves.instead", "next_hint")
FAREWELL = phrase("programs_moves.farewell")
ENDED = phrase("programs_moves.ended")
ASK_PERSON = phrase("programs_moves.ask_person", "contact")
NEW_EXERCISE = phrase("programs_moves.new_exercise", "exercise")
AT_THE_END = phrase("programs_moves.at_the_end")
NOTHING_NEW = phrase("programs_moves.nothing_new", "next_hint")
NO_CALL_YET = phrase("programs_moves.no_call_yet")
TRY_FIRST = phrase("programs_moves.try_first")


def say(topic: Topic, heard: HeardMessage, facts: RunFacts, move: Move, contact: str) -> Reply:
    """Return the reply of a move: what the message deserves first, then one step on."""
    fact = heard.bearing.fact if facts.is_right else None
    bears = [fact.text] if fact is not None else []
    fresh = not_said(react(topic, heard, facts), topic)
    reactions = dict.fromkeys(
        (*heard.of_python, *fresh, *bears)
    )  # who asks what it does again is told again
    said = [Sentence(text=text, role="verdict") for text in reactions]
    reply = _moved(topic, facts, move, contact)
    if not said and all(is_said(sentence.text, topic) for sentence in reply.sentences):
        move = ask_further(topic, heard, facts, move)
        is_new = move.probe is not None and move.kind != "instead"
        reply = _asked(topic, move) if is_new else _something_new(topic, facts, move)
    tells_why = heard.rule is not None or heard.bearing.fact is not None
    first = 1 if move.kind == "confirm" and tells_why else 0  # then why
    said = [each for each in said if not _is_told_in(each, reply.sentences)]
    sentences = (*reply.sentences[:first], *said, *reply.sentences[first:])
    texts = write_calls(sentence.text for sentence in sentences)
    # "this call" may have been said of another one.
    new = (
        with_calls(s.text) if is_said(t, topic) else t
        for s, t in zip(sentences, texts, strict=True)
    )
    pairs = zip(sentences, new, strict=True)
    focus = move.result or facts.focus
    return replace(
        reply,
        sentences=tuple(
            replace(s, text=f"{text[:1].upper()}{text[1:]}".rstrip()) for s, text in pairs
        ),
        event=move.event,
        focus=focus.case.call.text if focus is not None else None,
        described=_described(facts),
        why=None if heard.of_python else asked_of_course(topic, heard, facts),
        judged=verdict_given(topic, heard),
    )


def _is_told_in(sentence: Sentence, others: Sequence[Sentence]) -> bool:
    """Whether another sentence has all the words of one: "f(2) gives 3, as it should" twice."""
    words = {*sentence.text.casefold().split()}
    return any(words <= {*each.text.casefold().split()} for each in others)


def _described(facts: RunFacts) -> str | None:
    """Return the program with the change that was tried, where it is the student's own in form."""
    change = facts.tried.change if facts.tried is not None else None
    is_kept = change is not None and change.new_text and not is_of_input(facts.source, change)
    return change.source if change is not None and is_kept else None


def _moved(topic: Topic, facts: RunFacts, move: Move, contact: str) -> Reply:
    """Return the words of a move."""
    if move.kind == "end":
        return _end(topic, facts, contact)
    if move.kind == "instead" and move.probe is None:
        return _instead(topic)
    if move.kind == "nothing":
        return Reply(sentences=())  # what was said first is all there is to say
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
    return put_question(ASK_INPUT, topic, "input")


def _something_new(topic: Topic, facts: RunFacts, move: Move) -> Reply:
    """Where all has been said: what can still be done, in words that were not used yet."""
    if move.kind == "end":
        last = first_new(AT_THE_END.wordings(), topic) or AT_THE_END()
        return Reply(sentences=(as_sentence(last, "notice"),), offers=False)
    if facts.is_right:
        return tell_still_right(topic, facts)
    if facts.focus is None:
        text = first_new(NO_CALL_YET.wordings(), topic) or NO_CALL_YET()
        return Reply(sentences=(as_sentence(text, "question"),), asked="input")
    texts = NOTHING_NEW.wordings(next_hint=as_label(NEXT_HINT))
    text = first_new((*texts, *facts_of_lines(facts)), topic) or NOTHING_NEW(
        next_hint=as_label(NEXT_HINT)
    )
    return Reply(sentences=(as_sentence(text, "notice"),))


# --- moves ------------------------------------------------------------------------------------


def _cannot_run(topic: Topic, facts: RunFacts) -> Reply:
    if facts.cannot == "needs" and facts.needs == "input":
        sentences = (
            *say_once(NEEDS_INPUT, topic, "notice"),
            *say_once(ASK_TYPED, topic, "question"),
        )
        return Reply(sentences=sentences, asked=TYPED, awaited=open_question(TYPED))
    if facts.cannot == "needs":
        why = first_new(NEEDS.wordings(part=as_code(facts.needs or "")), topic)
    elif facts.cannot == "language" and topic.language is not None:
        named = language_of(topic.language) or as_code(topic.language)
        why = first_new(LANGUAGE.wordings(language=named), topic)
    else:
        why = first_new(CANNOT[facts.cannot or "fault"].wordings(), topic)
    once = [] if why is None else [Sentence(text=why, role="notice")]
    return Reply(sentences=(*once, *say_once(ASK_SEEN, topic, "question")), asked="seen")


def _instead(topic: Topic) -> Reply:
    text = first_new(INSTEAD.wordings(next_hint=as_label(NEXT_HINT)), topic) or INSTEAD(
        next_hint=as_label(NEXT_HINT)
    )
    return Reply(sentences=(as_sentence(text, "notice"),))


def _about_reading(topic: Topic, facts: RunFacts) -> Reply:
    run = facts.run
    line = run.load_error.line if run is not None and run.load_error is not None else 1
    unread = run is not None and is_unread(run)
    return put_question(READING if unread else BEFORE_CALLS, topic, "reading", line=line or 1)


def _expected(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    key = f"{EXPECTED}{result.case.call.text}"
    asked = put_question(SHOULD_IT, topic, key, call=name_call(result.case))
    return replace(asked, awaited=open_question(key))


def _which(topic: Topic, facts: RunFacts) -> Reply:
    """Several calls were run of which only the student knows what they must give."""
    return replace(put_question(WHICH_ONE, topic, WHICH), awaited=open_question(WHICH))


def _verdict_of_change(topic: Topic, facts: RunFacts) -> Reply:
    """The change that was asked about passes: how many calls say so."""
    assert facts.tried is not None
    text = CHANGE_PASSES(count=len(facts.tried.after.of_status("passed")))
    beyond = facts.beyond
    if beyond is not None and beyond.count:
        shown = " ".join(tell_result(each) for each in beyond.edges)
        text = RIGHT_BEYOND(count=beyond.count, shown=shown)
    lead = as_sentence(text, "verdict")
    if beyond is not None and beyond.stops is not None:
        key = f"{EXPECTED}{beyond.stops.case.call.text}"
        text = STOPS_BEYOND(shown=tell_result(beyond.stops, wanted=False))
        asks = as_sentence(text, "question")
        return Reply(sentences=(lead, asks), asked=key, awaited=open_question(key))
    if facts.parted is None:
        return Reply(sentences=(lead,))
    before, after = (tell_result(each, wanted=False) for each in facts.parted)
    key = f"{EXPECTED}{facts.parted[0].case.call.text}"
    asked = say_once(CHANGE_PARTS, topic, "question", before=before, after=after)
    return Reply(
        sentences=(lead, *asked),
        asked=key if asked else None,
        awaited=open_question(key) if asked else None,
    )


def _which_place(topic: Topic, facts: RunFacts) -> Reply:
    """A change fits two lines, and does something else in each: only the student knows which."""
    lines = sorted({each.old_line or each.line for each in facts.places})
    key = f"{PLACE}{with_place(topic)}"
    told = WHICH_LINE(lines=LINES_OR().join(str(line) for line in lines)) if len(lines) > 1 else ""
    text = told or WHICH_IN_LINE(line=lines[0])
    return Reply(sentences=(as_sentence(text, "question"),), asked=key, awaited=open_question(key))


def _change(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    """The place is found, or all was asked: the next thing is a change to try."""
    call = name_call(result.case)
    if CHANGE in topic.record.asked:
        return put_question(NEXT_CHANGE, topic, CHANGE, call=call)
    return put_question(WHAT_CHANGE, topic, CHANGE, call=call)


def _lines(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    """A change was told whose place is not clear: as lines it can be run."""
    return put_question(WHICH_LINES, topic, LINES, call=name_call(result.case))


def _doubted(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    """All calls but one pass: have the student check what the task says of that one."""
    key = f"doubt {result.case.call.text}"
    lead = say_once(ALL_BUT_ONE, topic, "verdict", count=facts.passes, shown=tell_result(result))
    asked = put_question(DOUBT, topic, key, wanted=as_code(result.wanted or ""))
    return replace(asked, sentences=(*lead, *asked.sentences))


def _farewell(topic: Topic, facts: RunFacts) -> Reply:
    return Reply(sentences=say_once(FAREWELL, topic, "small_talk"), offers=False)


def _whether_due(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    """With the change something else comes out: only the student knows whether it is right."""
    key = f"{DUE}{result.case.call.text}"
    asked = put_question(WHETHER_DUE, topic, key)
    if result.value is None:
        return asked
    return replace(asked, awaited=whether_due(key, result.value))


def _guess(topic: Topic, facts: RunFacts, result: CaseResult) -> Reply:
    """Something may have been said of what a call must give: ask whether it was meant so."""
    case = result.case
    values = {"call": name_call(case), "value": as_code(case.guess or "")}
    kept = case.expected if case.expected is not None else case.prints
    if kept is None:
        asked = put_question(MUST_IT, topic, guess_key(case), **values)
    else:
        asked = put_question(MUST_IT_INSTEAD, topic, guess_key(case), **values, kept=as_code(kept))
    accepted = (case.guess,) if case.guess is not None else ()
    awaited = AwaitedAnswer(key=f"{DUE}{case.call.text}", kind="value", accepted=accepted)
    return replace(asked, awaited=awaited)


def _which_of_two(topic: Topic, facts: RunFacts) -> Reply:
    """What was foretold of a call is not what it gives: the words of the task decide."""
    awaited = topic.record.awaited
    assert awaited is not None
    text = WHICH_OF_TWO(shown=awaited.shown or "")
    key = f"{DUE}{awaited.key.removeprefix(FORETOLD)}"
    value = next(iter(awaited.accepted), None)
    asked = Reply(sentences=(as_sentence(text, "question"),), asked=key)
    return replace(asked, awaited=whether_due(key, value) if value else open_question(key))


def _input_asked(topic: Topic, facts: RunFacts) -> Reply:
    lead = say_once(NO_CRASH, topic, "verdict", count=facts.made_up) if facts.made_up else ()
    asked = put_question(ASK_INPUT, topic, "input")
    return replace(asked, sentences=(*lead, *asked.sentences))


def _asked(topic: Topic, move: Move) -> Reply:
    probe = move.probe
    assert probe is not None
    lead: tuple[Sentence, ...] = ()
    if move.kind == "instead":
        lead = _instead(topic).sentences
    elif move.result is not None and (move.kind == "ask_of_next" or _is_pointed(move)):
        lead = (as_sentence(tell_result(move.result), "hint"),)
    text = first_new(probe.wordings, topic) or probe.wordings[0]
    return Reply(
        sentences=(*lead, as_sentence(text, "question")),
        asked=probe.awaited.key,
        awaited=probe.awaited,
    )


def _with_waiting(reply: Reply, topic: Topic, move: Move) -> Reply:
    """Say, once, that the next hint waits for an attempt, where it does."""
    event = move.event
    waits = event is not None and event.cause == "stuck" and event.level == topic.ladder.level
    more = say_once(TRY_FIRST, topic, "notice") if waits else ()
    return replace(reply, sentences=(*reply.sentences, *more))


def _is_pointed(move: Move) -> bool:
    """Whether it is the second hint, which says once more what was expected and what was seen."""
    return move.event is not None and move.event.cause == "stuck"


def _analogue(topic: Topic, facts: RunFacts) -> Reply:
    analogue = choose_analogue(topic.source, kinds_of(facts.fault), topic.hints)
    if analogue is None:
        return Reply(
            sentences=say_once(NOTHING_NEW, topic, "notice", next_hint=as_label(NEXT_HINT))
        )
    lead = first_new((OTHER_PROGRAM(), ONE_MORE_PROGRAM()), topic) or ONE_MORE_PROGRAM()
    worked = as_sentence(work_analogue(analogue, lead), "hint")
    what = name_call(facts.focus.case) if facts.focus is not None else ""
    asked = say_once(LIKE_YOURS, topic, "question", what=what) if what else ()
    return Reply(sentences=(worked, *asked))


def _partial(topic: Topic, facts: RunFacts) -> Reply:
    texts = [text for text in partial_step(topic, facts) if not is_said(text, topic)]
    if not texts:
        return _analogue(topic, facts)
    return Reply(sentences=tuple(as_sentence(text, "hint") for text in texts))


def _end(topic: Topic, facts: RunFacts, contact: str) -> Reply:
    """After the last hint: the section, a person, another exercise; never another question."""
    analogue = choose_analogue(topic.source, kinds_of(facts.fault), ())
    texts = [ENDED()]
    texts += [ASK_PERSON(contact=contact)] if contact else []
    texts += [NEW_EXERCISE(exercise=analogue.exercise)] if analogue is not None else []
    new = [text for text in texts if not is_said(text, topic)]
    others = (NEW_EXERCISE(exercise=each.exercise) for each in ANALOGUES)
    other = next((text for text in others if not is_said(text, topic)), None)
    new = new or [other or first_new(AT_THE_END.wordings(), topic) or AT_THE_END()]
    return Reply(
        sentences=tuple(
            as_sentence(text, "exercise" if text == other else "notice") for text in new
        ),
        topic=topic_of_fault(facts.fault),
        offers=False,
    )


_OF_PROGRAM: Mapping[MoveKind, Callable[[Topic, RunFacts], Reply]] = {
    "cannot_run": _cannot_run,
    "take_word": take_word,
    "keep": keep_version,
    "verdict_of_change": _verdict_of_change,
    "why_it_works": tell_why_it_works,
    "confirm": confirm,
    "nothing_fails": tell_nothing_fails,
    "ask_about_reading": _about_reading,
    "partial": _partial,
    "ask_for_input": _input_asked,
    "ask_which": _which,
    "ask_which_place": _which_place,
    "farewell": _farewell,
    "which_of_two": _which_of_two,
}
_ABOUT_A_CASE: Mapping[MoveKind, Callable[[Topic, RunFacts, CaseResult], Reply]] = {
    "ask_expected": _expected,
    "ask_change": _change,
    "ask_lines": _lines,
    "ask_whether_due": _whether_due,
    "ask_guess": _guess,
    "doubt_example": _doubted,
}
