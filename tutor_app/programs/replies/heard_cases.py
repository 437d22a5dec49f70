"""The cases after a message: those that were known, with what the message says of them, run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.programs.code_in_text import parse_program, tokens_of, values_in, with_plain_signs
from tutor_app.programs.complaints.complaint import Complaint, read_complaint, taken_back
from tutor_app.programs.complaints.kept_values import keep_told
from tutor_app.programs.complaints.keyed_cases import keyed_cases
from tutor_app.programs.complaints.known_calls import is_shown, know_calls, shown_by
from tutor_app.programs.complaints.message_parts import TalkSoFar
from tutor_app.programs.complaints.symptom_calls import symptom_calls
from tutor_app.programs.complaints.values_in_turn import complaint_in_turn
from tutor_app.programs.find_cases import find_reported_outcomes, is_usable, told_plainly
from tutor_app.programs.purposes.judge_by_purpose import (
    PurposeVerdict,
    judge_by_purpose,
    without_purpose,
)
from tutor_app.programs.replies.accepted_answers import (
    asked_about,
    asks_what_should_be,
    call_foretold,
    tells_of_variable,
)
from tutor_app.programs.replies.kept_cases import merge_cases, plain_call, read_cases
from tutor_app.programs.replies.made_up_calls import (
    calls_in_sequence,
    made_up_calls,
    without_bad_calls,
)
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case, ProgramRun

# How old somebody is and what else a call is given are nothing that must come out.
_NO_VALUE = re.compile(
    r"(?i)\bi(?:['’]?m| am)\s+\d+\b|\b(?:with|for|using)\s+\S+\s+instead\s+of\s+\S+"
)
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_SAYING, _DENYING = _WORDS["saying"], _WORDS["denying"] | NEGATIONS
EVEN = 0.5  # how likely it is that what a call is said to give is what it must give


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardCases:
    """The cases after a message, run: those that were known, with what the message says of them."""

    run: ProgramRun
    cases: tuple[Case, ...]
    complaint: Complaint = Complaint()
    made_up: tuple[Case, ...] = ()
    purpose: PurposeVerdict | None = None


def hear_cases(topic: Topic) -> HeardCases:
    """Run the program on what is known, and again with what the message says of its calls."""
    source = topic.source
    topic = _without_session(topic)
    known, run = run_known(topic)
    made_up = tuple(case for case in known if case.origin == "generated")
    cases = tuple(result.case for result in run.results)
    if run.our_fault is not None:
        return HeardCases(run=run, cases=cases)
    complaint = complaint_in_turn(topic.words, run.results) or _complaint(topic, run)
    complaint = _with_keys(complaint, topic, run)
    complaint = keep_told(complaint, topic.words, run.results, topic.record.focus)
    complaint = _less_than_plain(_without_foretold(complaint, topic), topic)
    complaint = replace(complaint, denied=complaint.denied | frozenset(_disowned(topic)))
    complaint = _without_seen(complaint, topic, run) if topic.is_first else complaint
    guesses = _said_to_give(topic, run, complaint) if topic.is_first else ()
    said = (*complaint.cases, *complaint.guesses, *guesses)
    cases = tuple(case for case in cases if not _is_left_open(topic, case, said))
    heard = merge_cases(said, taken_back(cases, complaint))
    purpose = None
    if run.loads and not topic.is_locked:  # what a course keeps is not told by another way
        is_new, kept = topic.is_first or topic.is_changed, topic.record.purpose
        purpose = judge_by_purpose(source, topic.words, heard, kept, is_new=is_new)
    if purpose is not None:
        heard, made_up = merge_cases(purpose.cases, ()), ()
    elif topic.record.purpose is not None and run.loads:
        heard = without_purpose(heard)
    if set(heard) != {result.case for result in run.results}:
        cases, run = heard, run_program(source, heard)
    return HeardCases(
        run=run,
        cases=cases,
        complaint=complaint,
        made_up=() if complaint.cases else made_up,
        purpose=purpose,
    )


def _disowned(topic: Topic) -> Iterator[str]:
    """Yield the calls of which the student denies to have said what was taken from their words:
    "I never said 4"."""
    for each in split_sentences(topic.words):
        said = {token.text.casefold() for token in tokens_of(each)}
        values = {span.text for span in values_in(with_plain_signs(each))}
        for case in read_cases(topic.record.cases) if said & _SAYING and said & _DENYING else ():
            due = {token.text for token in tokens_of(case.expected or case.prints or "")}
            if values & due:
                yield case.call.text


def _without_session(topic: Topic) -> Topic:
    """Return the topic with the values of a pasted session only seen, where the calls give them one
    after the other and not alone: that is what the message complains of."""
    typed = [row[3:].strip() for row in topic.words.split("\n") if row.startswith(">>>")]
    pasted = [each for each in topic.cases if each.call.text in typed and each.expected]
    if not topic.is_first or ">>>" in topic.source or len(pasted) < 2:
        return topic
    after = run_program(topic.source, pasted, namespace="in_sequence")
    alone = run_program(topic.source, pasted)
    if len(after.of_status("passed")) < len(pasted) or not alone.failing:
        return topic
    cases = (
        replace(each, expected=None, said_by=None, origin="student") if each in pasted else each
        for each in topic.cases
    )
    return replace(topic, cases=tuple(cases))


def _without_seen(complaint: Complaint, topic: Topic, run: ProgramRun) -> Complaint:
    """Return what was heard of calls without what a complaint only reports of one of several: what
    a call gives as it is, in a sentence with no word of what must come out."""
    shown = {each.case.call.text: shown_by(each) for each in run.results}

    def is_seen(case: Case) -> bool:
        text = case.call.text.replace(" ", "")
        said = [each for each in topic.said if text in each.text.replace(" ", "")]
        is_due = any(each.says_what_is_due for each in said)
        return bool(said) and not is_due and case.expected == shown.get(case.call.text)

    others = any(each.status != "ran" for each in run.results)
    kept = tuple(each for each in complaint.cases if not is_seen(each))
    return replace(complaint, cases=kept) if others else complaint


def _with_keys(complaint: Complaint, topic: Topic, run: ProgramRun) -> Complaint:
    """Return what was heard of calls with what is told of a dict by its keys in place of it."""
    keyed = keyed_cases(know_calls(run.results, topic.source), topic.words)
    if not keyed.heard:
        return complaint
    wrong = [c.call.text for c in keyed.cases if c.expected != (_shown(c.call.text, run))]
    return replace(
        complaint,
        cases=(*keyed.cases, *(c for c in complaint.cases if c.call.text not in keyed.heard)),
        guesses=tuple(c for c in complaint.guesses if c.call.text not in keyed.heard),
        call=next(iter(wrong), complaint.call),
        denied=complaint.denied | keyed.denied,
        strays=complaint.strays | keyed.settled,
    )


def _shown(call: str, run: ProgramRun) -> str | None:
    return next((shown_by(each) for each in run.results if each.case.call.text == call), None)


def _less_than_plain(complaint: Complaint, topic: Topic) -> Complaint:
    """Return what was heard of calls with what stands right behind them, and without what differs
    from it: "f(1) should be 0, f(6) should be 8. I get 9 for 6"."""
    program = parse_program(topic.source)
    plainly = told_plainly(topic.source, topic.words) if program is not None else ()
    told = [each for each in plainly if program is not None and is_usable(each, program)]
    plain = {plain_call(each.call.text): each.expected for each in told}

    def is_other(case: Case) -> bool:
        said = plain.get(plain_call(case.call.text))
        return said is not None and said != (case.guess or case.expected)

    heard = tuple(each for each in complaint.cases if not is_other(each))
    calls = {plain_call(each.call.text) for each in (*heard, *topic.cases)}
    new = tuple(each for each in told if plain_call(each.call.text) not in calls)
    return replace(
        complaint,
        cases=(*heard, *new),
        guesses=tuple(each for each in complaint.guesses if not is_other(each)),
    )


def run_known(topic: Topic) -> tuple[Sequence[Case], ProgramRun]:
    """Return the cases that are known, else some that are made up, and the program run on them and
    on its own calls; it is run once in a turn."""
    source = topic.source
    told = f"{topic.words} {topic.shape.traceback or ''}" if topic.is_first else ""
    known = topic.cases or symptom_calls(source, told) or made_up_calls(source)
    run = run_program(source, (*known, *calls_in_sequence(source, topic.cases)))
    sound = without_bad_calls(run)
    script = [each for each in made_up_calls(source) if each.call.is_script]
    if sound.results or run.our_fault is not None or not script:
        return known, sound
    return script, run_program(source, script)  # its own lines stop before any call


def _without_foretold(complaint: Complaint, topic: Topic) -> Complaint:
    """Return what a message says of calls without the one that it was to foretell: an answer to
    that says what somebody expects, and not what the task does."""
    foretold = call_foretold(topic.record.awaited)
    if foretold is None:
        return complaint
    call = plain_call(foretold)

    def is_other(text: str | None) -> bool:
        return text is None or plain_call(text) != call

    return replace(
        complaint,
        cases=tuple(each for each in complaint.cases if is_other(each.call.text)),
        guesses=tuple(each for each in complaint.guesses if is_other(each.call.text)),
        seen=tuple(each for each in complaint.seen if is_other(each[0])),
        call=complaint.call if is_other(complaint.call) else None,
    )


def _said_to_give(topic: Topic, run: ProgramRun, complaint: Complaint) -> Iterator[Case]:
    """Yield calls that the first message says to give what they don't give: that may be due."""
    heard = {plain_call(each.call.text) for each in (*complaint.cases, *complaint.guesses)}
    results = {plain_call(each.case.call.text): each for each in run.results}
    for told in find_reported_outcomes(topic.source, topic.words):
        result = results.get(plain_call(told.call))
        if result is None or result.case.is_decided or plain_call(told.call) in heard:
            continue
        if not is_shown(told.value, shown_by(result)):
            yield replace(result.case, guess=told.value, likely=EVEN)


def _is_left_open(topic: Topic, case: Case, said: Sequence[Case]) -> bool:
    """Whether a call was only named by the tutor, and the message says nothing of it."""
    call = case.call.text
    asked = asked_about(topic.record.awaited)[0] == call and not case.is_decided
    named = plain_call(call) in {plain_call(each) for each in topic.new_calls}
    is_known = named or any(each.call.text == call for each in read_cases(topic.record.cases))
    return asked and not is_known and all(each.call.text != call for each in said)


def _complaint(topic: Topic, run: ProgramRun) -> Complaint:
    awaited = topic.record.awaited
    call, proposed = asked_about(awaited)
    call = call or call_foretold(awaited)
    read = read_complaint(
        _NO_VALUE.sub(" ", topic.words),
        run.results,
        asked=TalkSoFar(
            call=call,
            focus=topic.record.focus,
            proposed=proposed,
            is_test=_is_test(topic, call),
            of_variable=asks_what_should_be(awaited),
            is_open=bool(awaited and awaited.accepted) and call is None,
        ),
        source=topic.source,
        acts=[(each.text, each.guess) for each in topic.said],
    )
    is_answer = tells_of_variable(awaited, topic.words) and not topic.new_calls
    return replace(read, cases=(), guesses=()) if is_answer else read


def _is_test(topic: Topic, call: str | None) -> bool:
    """Whether the tutor itself has named the call that it asked about."""
    return call is not None and all(
        each.call.text != call for each in read_cases(topic.record.cases)
    )
