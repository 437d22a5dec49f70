"""Questions about the moment at which a run goes wrong, one leading to the next.

First what is there, then what should be, then which line made it so. Each is answered by the run,
or by that of a repaired copy; none names the line at fault. Where few calls say that a repair is
one, it is only asked whether the value is wanted there: that a student knows better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.moment import Moment
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.replies.accepted_answers import DECIDES, HELD, SET, SHOULD, WANTED
from tutor_app.programs.replies.format_code import as_code, name_run
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

HOLDS_WHEN = phrase("programs_questions.holds_when", "call", "name", "when")
HOLD_WHEN = phrase("programs_questions.hold_when", "call", "names", "when")
SHOULD_HOLD = phrase("programs_questions.should_hold", "name", "when", "outcome")
IS_WANTED = phrase("programs_questions.is_wanted", "name", "value", "when")
WHICH_SET = phrase("programs_questions.which_set", "name", "value")
WHICH_UNSET = phrase("programs_questions.which_unset", "call", "name", "value")
WHICH_DECIDES = phrase("programs_questions.which_decides", "call", "when")
RIGHT_RESULT = phrase("programs_questions.right_result")
SHOWN_HOLDS = phrase("programs_facts.holds_when", "call", "name", "value", "when")
SHOWN_HOLD = phrase("programs_facts.hold_when", "call", "pairs", "when")
SHOWN_SHOULD = phrase("programs_facts.should_hold", "name", "wanted", "when")
SHOWN_FINE = phrase("programs_facts.fine_there", "name", "value", "when")
SHOWN_SET = phrase("programs_facts.set_by_line", "name", "value", "line")
SHOWN_UNSET = phrase("programs_facts.unset_by_line", "call", "name", "line")
SHOWN_DECIDES = phrase("programs_facts.decides", "line")
MOST_ASKED = 2  # variables that one question is about
LONGEST_OUTCOME = 40


def questions_at(moment: Moment, result: CaseResult, fault: Fault | None) -> Iterator[RunQuestion]:
    """Yield the questions about a moment of a run, in the order in which they lead on."""
    call = name_run(result)
    at = f"{','.join(moment.names)} {moment.when} {plain_call(result.case.call.text)}"
    lines = frozenset(fault.lines) if fault is not None else frozenset()
    asked = ask_of_values(moment, result, lines)
    if asked is not None and not _is_in_words(moment):
        yield asked
    name = as_code(moment.names[0])
    if moment.decides is not None and (moment.named_line == moment.decides or moment.is_over):
        return  # the words for the moment tell it
    is_sure = fault is None or fault.agreed  # else the likeliest repair may mend by chance
    if moment.decides is not None and not is_sure:
        return
    if moment.decides is not None:
        yield RunQuestion(
            wordings=WHICH_DECIDES.wordings(call=call, when=moment.when),
            awaited=AwaitedAnswer(
                key=f"{DECIDES}:{at}",
                kind="line",
                accepted=(str(moment.decides),),
                shown=SHOWN_DECIDES(line=moment.decides),
            ),
            lines=lines,
        )
        return
    yield from _of_what_should_be(moment, result, fault, asked)
    value = as_code(moment.values[0])
    if moment.unset_by:
        yield RunQuestion(
            wordings=WHICH_UNSET.wordings(name=name, value=value, call=call),
            awaited=AwaitedAnswer(
                key=f"{SET}:{at}",
                kind="line",
                accepted=tuple(str(line) for line in moment.unset_by),
                shown=SHOWN_UNSET(name=name, line=moment.unset_by[0], call=call),
            ),
            lines=lines,
            name=moment.names[0],
        )
    elif moment.set_by is not None:
        yield which_set(moment.names[0], moment.values[0], moment.set_by, lines, at)


def _of_what_should_be(
    moment: Moment, result: CaseResult, fault: Fault | None, asked: RunQuestion | None
) -> Iterator[RunQuestion]:
    """Yield the question what the first variable should hold, or if what it holds is wanted."""
    at = f"{','.join(moment.names)} {moment.when} {plain_call(result.case.call.text)}"
    lines = frozenset(fault.lines) if fault is not None else frozenset()
    is_known = moment.is_end and moment.values[0] == result.value  # it is what came out
    is_sure = fault is None or fault.agreed  # else the likeliest repair may mend by chance
    wanted = result.wanted or ""
    outcome = as_code(wanted) if len(wanted) <= LONGEST_OUTCOME else RIGHT_RESULT()
    name = as_code(moment.names[0])
    is_proven = fault is None or fault.certain
    if moment.is_first_change:
        yield _whether_wanted(moment, at, lines)
    elif moment.wanted is None or result.wanted is None or is_known:
        return
    elif not is_proven and asked is not None and asked.name == moment.names[0]:
        yield _whether_wanted(moment, at, lines)
    elif is_proven and is_sure:
        yield RunQuestion(
            wordings=SHOULD_HOLD.wordings(name=name, when=moment.when, outcome=outcome),
            awaited=AwaitedAnswer(
                key=f"{SHOULD}:{at}",
                kind="value",
                accepted=(moment.wanted,),
                shown=SHOWN_SHOULD(name=name, wanted=as_code(moment.wanted), when=moment.when),
            ),
            lines=lines,
            name=moment.names[0],
            names_line=moment.named_line is not None,
            tells_line=moment.named_line,
        )


def which_set(name: str, held: str, line: int, lines: frozenset[int], at: str) -> RunQuestion:
    """Return the question which line gave a variable what it holds at a moment."""
    shown, value = as_code(name), as_code(held)
    return RunQuestion(
        wordings=WHICH_SET.wordings(name=shown, value=value),
        awaited=AwaitedAnswer(
            key=f"{SET}:{at}",
            kind="line",
            accepted=(str(line),),
            shown=SHOWN_SET(name=shown, value=value, line=line),
        ),
        lines=lines,
        name=name,
    )


def _whether_wanted(moment: Moment, at: str, lines: frozenset[int]) -> RunQuestion:
    """Ask whether the value of a variable is what the student wants there: it may be right."""
    told = {
        "name": as_code(moment.names[0]),
        "value": as_code(moment.values[0]),
        "when": moment.when,
    }
    return RunQuestion(
        wordings=IS_WANTED.wordings(**told),
        awaited=AwaitedAnswer(
            key=f"{WANTED}:{at}",
            kind="wish",
            accepted=(moment.values[0],),
            shown=SHOWN_FINE(**told),
        ),
        lines=lines,
        name=moment.names[0],
        names_line=moment.named_line is not None,
        tells_line=moment.named_line,
    )


def ask_of_values(moment: Moment, result: CaseResult, lines: frozenset[int]) -> RunQuestion | None:
    """Ask for what a variable holds: of a test all that it reads, else the first that the result
    does not tell."""
    call = name_run(result)
    pairs = list(zip(moment.names, moment.values, strict=True))
    if moment.decides is not None:
        pairs = _scalars(pairs) or pairs[:1]
    else:
        pairs = [pair for pair in pairs if not moment.is_end or pair[1] != result.value][:1]
    if not pairs:
        return None
    names = [as_code(name) for name, _ in pairs]
    wordings = (
        HOLDS_WHEN.wordings(call=call, name=names[0], when=moment.when)
        if len(names) == 1
        else HOLD_WHEN.wordings(call=call, names=" and ".join(names), when=moment.when)
    )
    key = f"{HELD}:{' '.join(name for name, _ in pairs)} {moment.when}"
    return RunQuestion(
        wordings=wordings,
        awaited=AwaitedAnswer(
            key=f"{key} {plain_call(result.case.call.text)}",
            kind="value",
            accepted=tuple(value for _, value in pairs),
            shown=_tell(pairs, moment.when, call),
        ),
        lines=lines,
        name=pairs[0][0],
        names_line=moment.named_line is not None,
        tells_line=moment.named_line,
    )


def _is_in_words(moment: Moment) -> bool:
    """Whether the words for a moment tell what the variable holds: "in the call with `n = 2`"."""
    return f"{moment.names[0]} = {moment.values[0]}" in moment.when


def _scalars(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the variables that hold one number or text: these decide a test, with one look."""
    return [pair for pair in pairs if pair[1][:1] not in "[({"][:MOST_ASKED]


def _tell(pairs: Sequence[tuple[str, str]], when: str, call: str) -> str:
    """Say what variables hold at a moment."""
    coded = [(as_code(name), as_code(value)) for name, value in pairs]
    if len(coded) == 1:
        return SHOWN_HOLDS(call=call, name=coded[0][0], value=coded[0][1], when=when)
    listed = " and ".join(f"{name} = {value}" for name, value in coded)
    return SHOWN_HOLD(call=call, pairs=listed, when=when)
