"""The first words of a reply: what the student's message deserves, by what the run shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.behaviour.shown_causes import further_causes, shown_causes
from tutor_app.programs.code_in_text import values_in
from tutor_app.programs.complaints.known_calls import plain_value, shown_by
from tutor_app.programs.complaints.readings import values_of as said_in_words
from tutor_app.programs.ideas.asked_again import tell_verdict_again
from tutor_app.programs.ideas.place_verdicts import not_there, tell_of_place
from tutor_app.programs.ideas.words_on_run import (
    tell_of_cause,
    tell_of_words,
    tell_rule,
    tell_what_is_so,
    tell_what_should_be,
)
from tutor_app.programs.program_structure import changed_lines, read_program
from tutor_app.programs.questions.provenance import Provenance
from tutor_app.programs.questions.step_facts import find_test, is_same, reports, values_told
from tutor_app.programs.remarks.outcome_claims import is_as_claimed
from tutor_app.programs.replies.accepted_answers import FORETOLD, OF_RUN, SMALLER
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code, as_printed, name_call, printed_block
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.printed_lines import tell_gone, tell_shape
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.run_outcome_sentences import (
    outcome_of,
    tell_load,
    tell_mended,
    tell_result,
)
from tutor_app.programs.replies.take_back import take_back
from tutor_app.programs.run_values import CaseResult, ProgramRun
from tutor_app.programs.small_edits.step_of_repair import gets_nearer
from tutor_app.programs.try_change import TriedChange
from tutor_app.wording.catalogue import phrase

I_RAN = phrase("programs_reactions.i_ran", "shown")
BESIDE = phrase("programs_reactions.beside", "call", "value")
NOTED = phrase("programs_reactions.noted", "shown")
I_SEE_IT_TOO = phrase("programs_reactions.i_see_it_too", "shown")
I_SEE_ELSE = phrase("programs_reactions.i_see_else", "shown", "told")
ANSWER_RIGHT = phrase("programs_reactions.answer_right", "shown")
ANSWER_BESIDE = phrase("programs_reactions.answer_beside", "shown")
ANSWER_WRONG = phrase("programs_reactions.answer_wrong", "shown")
SAME_AS_RUN = phrase("programs_reactions.same_as_run", "call", "value")
NOW_RIGHT = phrase("programs_reactions.now_right", "call", "value")
NO_ERROR_NOW = phrase("programs_reactions.no_error_now", "shown")
STILL = phrase("programs_reactions.still", "shown")
NOW_OTHER = phrase("programs_reactions.now_other", "shown", "before")
ENDS_NOW = phrase("programs_reactions.ends_now", "shown")
NOT_REACHED = phrase("programs_reactions.not_reached", "call", "line")
MORE_PASS = phrase("programs_reactions.more_pass", "count", "all", "before")
BROKEN_NOW = phrase("programs_reactions.broken_now", "shown")
YOUR_PRINTS = phrase("programs_reactions.your_prints", "call", "printed")
YOUR_PRINTED_LINES = phrase("programs_reactions.your_printed_lines", "call", "block")
TRIED_SAME = phrase("programs_reactions.tried_same", "line", "shown")
TRIED_OTHER = phrase("programs_reactions.tried_other", "line", "shown")
TRIED_NO_SAME = phrase("programs_reactions.tried_no_same", "line", "shown")
TRIED_NO_OTHER = phrase("programs_reactions.tried_no_other", "line", "shown")
TRIED_EACH = phrase("programs_reactions.tried_each")
EITHER_ONE = phrase("programs_reactions.either_one")
EITHER_NONE = phrase("programs_reactions.either_none")
EITHER_ALL = phrase("programs_reactions.either_all")
OF_EACH = phrase("programs_reactions.of_each", "line", "code", "shown")
TRIED_UNREAD = phrase("programs_reactions.tried_unread", "line")
YES_WITH_IT = phrase("programs_reactions.yes_with_it", "call", "value")
TRIED_RIGHT_THERE = phrase("programs_reactions.tried_right_there", "call", "value")
TRIED_NEXT = phrase("programs_reactions.tried_next", "shown")
TRIED_BREAKS = phrase("programs_reactions.tried_breaks", "shown")
TEST_TRUE = phrase("programs_reactions.test_true", "line", "held")
TEST_FALSE = phrase("programs_reactions.test_false", "line", "held")
MADE_IT = phrase("programs_reactions.made_it", "line")
STEP = phrase("programs_reactions.step")
NONE_OF_THEM = phrase("programs_reactions.none_of_them")
TRIED_NEARER = phrase("programs_reactions.tried_nearer", "line", "shown", "before")
TRIED_AS_TOLD = phrase("programs_reactions.tried_as_told", "shown")
TRIED_GIVES = phrase("programs_reactions.tried_gives", "line", "shown")
HELD_STILL = phrase("programs_reactions.held_still", "shown")
RAN_AGAIN = phrase("programs_reactions.ran_again", "shown")
DROPPED = phrase("programs_reactions.dropped", "call", "value")
OUTCOME_SO = phrase("programs_ideas.outcome_so", "shown")
OUTCOME_NOT_SO = phrase("programs_ideas.outcome_not_so", "shown")
THEN = phrase("programs_reactions.then", "shown")

FAILING = ("failed", "raised", "timed_out")
MOST_CALLS = 4  # that are listed, for the student to say which one is wrong
MOST_OF_ANSWER = 12  # words: more say something else, too
MOST_CODE = 60  # characters of a line that is told
MOST_PRINTED = 90  # characters of what prints show


def react(topic: Topic, heard: HeardMessage, facts: RunFacts) -> Iterator[str]:
    """Yield what the message deserves, in sentences; none where it brings nothing to react to."""
    yield from take_back(topic, facts)
    for case in facts.dropped:
        yield DROPPED(call=name_call(case), value=as_code(case.expected or case.prints or ""))
    is_idea = heard.act == "proposes" and facts.tried is not None
    is_idea = is_idea or (heard.act in ("says", "why", "answers") and heard.idea.is_decided)
    asked_first = is_idea and "?" in topic.words
    if asked_first:  # the idea that is asked about gets the first word
        yield from _to_act(topic, heard, facts)
    if heard.answered == "right" or (heard.answered and heard.act == "answers"):
        yield from _to_answer(topic, heard)
        yield from tell_what_should_be(topic, heard, facts)
    if heard.act == "stuck":
        yield from _what_was_asked(topic)
    again = list(tell_verdict_again(topic))
    yield from (*again, *heard.of_python)
    if again and heard.act in ("says", "why", "argues", "answers"):
        return  # it was asked for, and is told
    if heard.of_python and heard.act in ("says", "why"):
        return  # what the run shows was not asked
    if heard.act not in ("shows", "tells", "changes", "pressed"):
        yield from _to_told(topic, facts)
    is_whole = any(claim.is_whole for claim in heard.on_run)
    if is_whole and heard.act in ("proposes", "tells", "changes"):
        yield from tell_what_is_so(topic, heard)
    if not asked_first:
        yield from _to_act(topic, heard, facts)


def _to_act(topic: Topic, heard: HeardMessage, facts: RunFacts) -> Iterator[str]:
    match heard.act:
        case "shows":
            yield from _to_program(topic, facts)
            yield from tell_of_cause(topic, heard)
            yield from tell_of_place(topic, heard, facts)
            yield from tell_rule(topic, heard)
            yield from _to_proposal(topic, facts)
        case "changes":
            yield from _to_change(topic, facts)
            yield from _to_why_of_change(heard, facts)
            yield from tell_rule(topic, heard)
        case "proposes":
            yield from tell_of_cause(topic, heard)
            yield from _to_proposal(topic, facts)
            yield from tell_rule(topic, heard)
        case "tells":
            yield from _to_report(topic, facts)
            told = heard.whys or heard.claims or heard.on_run or heard.idea.is_decided
            if told and not facts.agreed:
                yield from tell_of_words(topic, heard, facts)
        case "works":
            yield from _to_claim(heard, facts)
            yield from tell_rule(topic, heard)
        case "argues" if not heard.lines and not heard.claims:
            yield from _to_claim(heard, facts)
        case "pressed" if facts.is_news and facts.focus is not None:
            yield NOTED(shown=tell_result(facts.focus))
        case "says" | "why" | "answers" | "argues":
            yield from tell_rule(topic, heard)
            yield from tell_of_words(topic, heard, facts)
        case _:
            pass


def _what_was_asked(topic: Topic) -> Iterator[str]:
    """Tell who is stuck the fact of their own program's run that they could not say."""
    awaited = topic.record.awaited
    if awaited is not None and awaited.accepted and awaited.key.startswith(OF_RUN):
        yield from filter(None, [awaited.shown])


def _to_why_of_change(heard: HeardMessage, facts: RunFacts) -> Iterator[str]:
    if heard.why.shown is not None and not facts.is_right:
        yield heard.why.shown


def _to_claim(heard: HeardMessage, facts: RunFacts) -> Iterator[str]:
    """What the run says to "it works" and "you are wrong"."""
    focus = facts.focus
    if focus is not None and (heard.act == "argues" or focus.status == "ran"):
        yield RAN_AGAIN(shown=tell_result(focus))
    elif focus is not None and focus.status != "ran":
        yield HELD_STILL(shown=tell_result(focus))


def _to_answer(topic: Topic, heard: HeardMessage) -> Iterator[str]:
    awaited = topic.record.awaited
    if awaited is None or not awaited.shown:
        return
    if heard.answered == "wrong" and awaited.kind == "wish":
        return  # so another value is wanted
    if heard.answered == "wrong" and awaited.kind == "line":
        return  # what the run shows of the line that they name is told below
    if heard.answered == "wrong" and awaited.key.startswith(FORETOLD):
        return  # which of the two is right is asked
    if heard.answered == "wrong" and awaited.key.startswith(SMALLER):
        yield I_RAN(shown=awaited.shown)  # only the task says what it must give
        return
    if heard.answered == "wrong":
        yield ANSWER_WRONG(shown=awaited.shown)
    elif not _says_more(topic, heard):
        yield ANSWER_RIGHT(shown=awaited.shown)
    else:  # a yes would be one to the rest as well
        is_bare = awaited.kind == "wish" or _is_long(topic)  # which may not be meant as an answer
        yield awaited.shown if is_bare else ANSWER_BESIDE(shown=awaited.shown)


def _says_more(topic: Topic, heard: HeardMessage) -> bool:
    """Whether a message that answers also says or asks something else, which may be wrong."""
    says_else = bool(heard.checks or heard.claims) or "?" in topic.words.rstrip(" ?")
    return says_else or _is_long(topic)


def _is_long(topic: Topic) -> bool:
    """Whether a message says more than an answer."""
    return len(topic.words.split()) > MOST_OF_ANSWER


def _to_told(topic: Topic, facts: RunFacts) -> Iterator[str]:
    """Say of each call of which the message says what it must give whether it gives that."""
    for case in facts.told[:MOST_CALLS]:
        result = facts.result_of(case.call.text)
        if result is not None:
            yield _noted(topic, result)


def _noted(topic: Topic, result: CaseResult) -> str:
    so = is_as_claimed(topic.words, result) if not topic.is_first else None
    if so is not None:
        told = OUTCOME_SO if so else OUTCOME_NOT_SO
        return told(shown=tell_result(result, wanted=False))
    if result.status == "passed":
        return BESIDE(call=name_call(result.case), value=outcome_of(result))
    return (NOTED if result.case.is_decided else I_RAN)(shown=tell_result(result))


def _to_program(topic: Topic, facts: RunFacts) -> Iterator[str]:
    """What the program does on the input that is talked about, beside what the student saw."""
    if facts.run is not None and not facts.run.loads:
        yield I_RAN(shown=tell_load(facts.run))
        return
    focus = facts.focus
    if focus is None or (focus.status == "ran" and facts.is_right):
        return
    if focus.status == "ran" and facts.complained is None and len(facts.undecided) > 1:
        yield I_RAN(shown=" ".join(tell_result(each) for each in facts.undecided[:MOST_CALLS]))
        return
    mine = [
        (told, result)
        for told, result in facts.seen
        if result.case == focus.case and told.value not in (focus.case.expected, focus.case.guess)
    ]
    is_told = shown_by(focus) in {plain_value(each.text) for each in said_in_words(topic.words)}
    if is_told or (mine and agrees(mine[0][0].value, focus)):
        yield I_SEE_IT_TOO(shown=tell_result(focus))
    elif mine:
        yield I_SEE_ELSE(shown=tell_result(focus), told=as_code(mine[0][0].value))
    else:
        yield I_RAN(shown=tell_result(focus))
    passed = facts.run.of_status("passed") if facts.run is not None else ()
    if passed and focus.status in FAILING:
        yield BESIDE(call=name_call(passed[0].case), value=outcome_of(passed[0]))


def agrees(told: str, result: CaseResult) -> bool:
    """Whether what a student says to have seen is what the run shows."""
    printed = result.printed.strip()
    last = [span.text for span in values_in(printed)][-1:]
    is_printed = told.strip("'\"") == printed or (result.value == "None" and last == [told])
    return is_printed or is_same(told, result.value or "")


# --- a new version ----------------------------------------------------------------------------


def _to_change(topic: Topic, facts: RunFacts) -> Iterator[str]:
    run, old = facts.run, facts.old
    if run is None:
        return
    if facts.is_step:
        yield STEP()
    if topic.made_at is not None:
        yield MADE_IT(line=topic.made_at)
    if not run.loads:
        yield I_RAN(shown=tell_load(run))
    elif not facts.is_right:
        yield from _to_open_change(topic, facts, run, old)


def _to_open_change(
    topic: Topic, facts: RunFacts, run: ProgramRun, old: ProgramRun | None
) -> Iterator[str]:
    """What a version gives of which not all that is known is right."""
    if (as_told := _as_told(topic, run, old)) is not None:
        yield SAME_AS_RUN(call=name_call(as_told.case), value=outcome_of(as_told))
        return
    if not topic.does_else and (printed := _prints(facts)):
        yield printed
        return
    before = _result(old, topic.record.focus)
    after = _result(run, topic.record.focus)
    if before is None or after is None or old is None or not old.loads:
        if facts.focus is not None:
            yield I_RAN(shown=tell_result(facts.focus))
        return
    passed = len(old.of_status("passed"))
    decided = sum(result.case.is_decided for result in run.results)
    if passed < facts.passes < decided:
        yield MORE_PASS(count=facts.passes, all=decided, before=passed)
    yield from _compared(topic, facts, before, after)
    yield from _beyond(topic, facts, run, old, after)


def _as_told(topic: Topic, run: ProgramRun, old: ProgramRun | None) -> CaseResult | None:
    """Return the call of which nothing says what it must give and that gives now what is told."""
    told = values_told(topic.words)
    new = [each for each in told if old is None or not reports(old, [each])]
    return next((r for r in run.of_status("ran") if reports(replace(run, results=(r,)), new)), None)


def _compared(
    topic: Topic, facts: RunFacts, before: CaseResult, after: CaseResult
) -> Iterator[str]:
    if after.status == "passed":
        yield NOW_RIGHT(call=name_call(after.case), value=outcome_of(after))
        if facts.mended is not None and facts.mended.case == after.case:
            yield from tell_mended(facts.mended.moment)
    elif _behaviour(before) == _behaviour(after):
        yield STILL(shown=tell_result(after))
        lines = changed_lines(topic.program, read_program(topic.before or ""))
        if lines and after.lines and not any(after.times_reached(line) for line in lines):
            yield NOT_REACHED(call=name_call(after.case), line=lines[0])
        yield from _rule_of_lines((*facts.going_on, *facts.further), lines)
    elif after.status == "ran" and before.status in ("raised", "timed_out"):
        yield NO_ERROR_NOW(shown=tell_result(after))
    elif before.status == "timed_out":
        yield ENDS_NOW(shown=tell_result(after))
    else:
        yield NOW_OTHER(shown=tell_result(after), before=outcome_of(before))


def _beyond(
    topic: Topic, facts: RunFacts, run: ProgramRun, old: ProgramRun, after: CaseResult
) -> Iterator[str]:
    """What else is other than before: a call that is broken now, how many pass."""
    pairs = zip(old.results, run.results, strict=True)
    broken = [new for was, new in pairs if was.status == "passed" and new in run.failing]
    if broken and broken[0] != after:
        yield BROKEN_NOW(shown=tell_result(broken[0]))
    elif after.status == "passed" and facts.focus is not None and not facts.may_be_mistaken:
        yield THEN(shown=tell_result(facts.focus))


def _prints(facts: RunFacts) -> str | None:
    focus = facts.focus
    if focus is None or not focus.printed.strip():
        return None
    call = name_call(focus.case)
    if "\n" in focus.printed.rstrip():
        return YOUR_PRINTED_LINES(call=call, block=printed_block(focus.printed))
    return YOUR_PRINTS(call=call, printed=as_printed(focus.printed, MOST_PRINTED))


def _result(run: ProgramRun | None, call: str | None) -> CaseResult | None:
    results = run.results if run is not None else ()
    return next((each for each in results if each.case.call.text == call), None)


def _behaviour(result: CaseResult) -> tuple[object, ...]:
    error = (result.error.type, result.error.message) if result.error else None
    return result.status, result.value, result.printed, error, result.limit


# --- a change in words ------------------------------------------------------------------------


def _to_proposal(topic: Topic, facts: RunFacts) -> Iterator[str]:
    """What a change does that was tried: to the failing input, and to what was right."""
    tried = facts.tried
    if tried is None:
        return
    if facts.either:
        yield from _to_either(facts.either)
        return
    if (mended := _mended_beside(tried, facts)) is not None:
        yield TRIED_RIGHT_THERE(call=name_call(mended.case), value=outcome_of(mended))
        told = {case.call.text for case in facts.told}
        if facts.focus is not None and facts.focus.case.call.text not in told:
            yield THEN(shown=tell_result(facts.focus))
        return
    match tried.outcome:
        case "does_not_load":
            error = tried.after.load_error
            is_unread = error is None or error.type.endswith(("SyntaxError", "IndentationError"))
            line = tried.change.line
            shown = tell_load(tried.after)
            yield TRIED_UNREAD(line=line) if is_unread else TRIED_OTHER(line=line, shown=shown)
            return
        case "passes_all" if not facts.is_right:
            yield from _to_helping(topic, tried)
        case "passes_all":
            pass  # the version at hand does as well
        case _:
            yield from _to_half_right(topic, tried, facts)
    if tried.broken:
        yield TRIED_BREAKS(shown=tell_result(tried.broken[0]))


def _mended_beside(tried: TriedChange, facts: RunFacts) -> CaseResult | None:
    """Return a call that a change mends where the message has turned to another one."""
    failing = {each.case.call.text for each in (facts.run.failing if facts.run is not None else ())}
    turned_to = facts.focus.case.call.text if facts.focus is not None else None
    mended = (
        each
        for each in tried.after.of_status("passed")
        if each.case.call.text in failing and each.case.call.text != turned_to
    )
    return next(mended, None) if turned_to not in failing or tried.outcome == "same" else None


def _to_either(tries: Sequence[TriedChange]) -> Iterator[str]:
    """Say of each change, of which one or the other is meant, what comes out with it alone."""
    outcomes = {tried.outcome for tried in tries}
    is_none = all(map(_helps_not, tries))
    lead = (
        (EITHER_NONE if len(tries) < 3 else NONE_OF_THEM)
        if is_none
        else EITHER_ALL
        if outcomes == {"passes_all"}
        else TRIED_EACH
    )
    yield lead() if len(tries) > 1 else EITHER_ONE()
    for tried in tries:
        after = tried.failing_after or next(iter(tried.after.results), None)
        is_run = tried.after.loads and after is not None
        told = tell_result(after, wanted=False) if is_run and after else tell_load(tried.after)
        row = tried.change.source.split("\n")[tried.change.line - 1].strip()
        code = as_code(row if tried.change.named else tried.change.new_text, MOST_CODE)
        yield OF_EACH(line=tried.change.line, code=code, shown=told)


def _helps_not(tried: TriedChange) -> bool:
    """Whether a call of which it is known what it must give is as wrong with a change."""
    after = tried.failing_after
    is_wrong = after is not None and after.status in FAILING
    return tried.outcome in ("same", "still_wrong") and is_wrong


def _to_helping(topic: Topic, tried: TriedChange) -> Iterator[str]:
    """A change that makes all known calls right: what comes out with it."""
    after = tried.failing_after or next(iter(tried.after.of_status("passed")), None)
    if after is not None:
        texts = YES_WITH_IT.wordings(call=name_call(after.case), value=outcome_of(after))
        said = " ".join(topic.hints)
        yield next((text for text in texts if text not in said), texts[0])


def _to_half_right(topic: Topic, tried: TriedChange, facts: RunFacts) -> Iterator[str]:
    after, line = tried.failing_after, tried.change.line
    match tried.outcome:
        case "right_there" if after is not None:
            yield TRIED_RIGHT_THERE(call=name_call(after.case), value=outcome_of(after))
            if tried.after.failing and not tried.broken:
                yield TRIED_NEXT(shown=tell_result(tried.after.failing[0]))
        case "same" if after is not None:
            is_no = "?" in topic.words and _helps_not(tried)
            told = TRIED_NO_SAME if is_no else TRIED_SAME
            yield told(line=line, shown=tell_result(after))
            yield from _why_same(tried, after)
            yield from _rule_of_change(topic, tried, facts)
            yield from _of_copy(tried, facts)
            yield from _place_of_change(topic, tried, facts)
        case "still_wrong" if after is not None:
            if gets_nearer(tried.before, tried.after):
                before = outcome_of(tried.failing_before or after)
                yield TRIED_NEARER(line=line, shown=tell_result(after), before=before)
                return
            is_no = "?" in topic.words and _helps_not(tried)
            told = TRIED_NO_OTHER if is_no else TRIED_OTHER
            yield told(line=line, shown=tell_result(after))
            yield from _of_copy(tried, facts)
        case _ if after is not None:
            new = [each for each in values_told(topic.words) if not reports(tried.before, [each])]
            is_told, shown = reports(tried.after, new), tell_result(after)
            yield TRIED_AS_TOLD(shown=shown) if is_told else TRIED_GIVES(line=line, shown=shown)
            if tried.failing_before is not None and after.case.call.is_script:
                yield from tell_gone(tried.failing_before, after)
                yield from tell_shape(topic, after)
        case _ if tried.after.failing:
            yield TRIED_GIVES(line=line, shown=tell_result(tried.after.failing[0]))
        case _:
            pass


def _of_copy(tried: TriedChange, facts: RunFacts) -> Iterator[str]:
    """Say how the copy came to what it gives: by the line changed if that is a test."""
    if facts.copy is None or tried.is_reached is False:
        return
    source, line, copy = tried.change.source, tried.change.line, facts.copy
    at = [n for n, s in enumerate(copy.trace) if s.event == "line" and s.line == line]
    test = find_test(source, copy, at[-1]) if at else None
    if test is not None:
        told = TEST_TRUE if test.holds else TEST_FALSE
        yield told(line=line, held=test.held)
    elif (origin := Provenance(source, copy).of_result()) is not None:
        if source.split("\n")[line - 1].strip(" :") not in origin.text:
            yield origin.text  # of lines that the student has written


def _place_of_change(topic: Topic, tried: TriedChange, facts: RunFacts) -> Iterator[str]:
    fault = facts.fault
    line = tried.change.line
    if (
        fault is not None
        and fault.ground == "repair"
        and fault.certain
        and not tried.change.inserted
    ):
        if line not in fault.lines:
            yield not_there(topic, line)


def _rule_of_change(topic: Topic, tried: TriedChange, facts: RunFacts) -> Iterator[str]:
    """Say what goes on in the changed lines of the copy that leaves all as it was."""
    changed = changed_lines(read_program(tried.change.source), topic.program)
    source = tried.change.source
    yield from _rule_of_lines(
        (*shown_causes(source, facts.copy), *further_causes(source, facts.copy)), changed
    )


def _rule_of_lines(causes: Sequence[ShownCause], lines: Sequence[int]) -> Iterator[str]:
    for cause in [each for each in causes if each.is_trap and {*lines} & {*each.lines}][:1]:
        yield cause.fact
        if cause.rule:
            yield cause.rule


def _why_same(tried: TriedChange, after: CaseResult) -> Iterator[str]:
    if tried.is_reached is False and after.lines:
        yield NOT_REACHED(call=name_call(after.case), line=tried.change.line)


# --- what they saw ----------------------------------------------------------------------------


def _to_report(topic: Topic, facts: RunFacts) -> Iterator[str]:
    for told, result in facts.seen[:1]:
        if agrees(told.value, result):
            yield SAME_AS_RUN(call=name_call(result.case), value=outcome_of(result))
        elif told.value in (result.case.expected, result.case.prints):
            yield HELD_STILL(shown=tell_result(result))  # they have run another version
        else:
            yield I_SEE_ELSE(shown=tell_result(result), told=as_code(told.value))
        return
    said = [facts.result_of(case.call.text) for case in facts.told]
    named = [facts.result_of(call) for call in topic.new_calls or filter(None, [facts.complained])]
    results = dict.fromkeys(each for each in (*said, *named[:1]) if each is not None)
    for result in islice(results, MOST_CALLS):
        yield _noted(topic, result)
