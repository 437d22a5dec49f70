"""What is on the table in a conversation about a program, and what a message brings to it."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tutor_app.domain.hint_ladder import Ladder, replay_events
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.teaching import ProgramRecord, WorkRecord
from tutor_app.domain.values import Session
from tutor_app.programs.code_in_text import (
    names_in,
    parse_expression,
    parse_program,
    tokens_of,
    values_in,
    with_plain_signs,
)
from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.ideas.change_speech import (
    is_undone,
    likely_change,
    placing_acts,
    says_made,
)
from tutor_app.programs.ideas.empty_inputs import as_given, empty_inputs
from tutor_app.programs.ideas.said_sentences import ActOf, SaidSentence, read_sentences
from tutor_app.programs.program_structure import (
    Program,
    does_else,
    fingerprint,
    goes_on_from,
    read_program,
    stands_in,
)
from tutor_app.programs.replies.accepted_answers import accepts, answered_cases
from tutor_app.programs.replies.driver_lines import driven_by, drives
from tutor_app.programs.replies.kept_cases import merge_cases, of_program, plain_call, read_cases
from tutor_app.programs.run_values import Case
from tutor_app.programs.sql_queries.read_query import is_sql
from tutor_app.programs.student_changes.last_named import lines_last_named
from tutor_app.programs.student_changes.moved_statement import with_statement_moved
from tutor_app.programs.student_changes.placed_change import (
    SURELY_PROPOSED,
    brings_lines,
    paste_change,
    place_change,
    without_new_lines,
)
from tutor_app.programs.student_changes.placement import Change
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct
from tutor_app.understanding.message_features import MessageFeatures

# What a message does that tells of a change as made, where it may say that it mended something.
REPORTED: tuple[DialogueAct, ...] = ("tell.seen", "work.mended")
MOST_OF_IT = 0.7  # of a program's lines: with fewer, code without functions is a piece of it
WRITTEN = 3  # tokens of a piece of code that is no mere value
TELLS_CHANGE = 0.6  # of six that are taken for a change at least five are one
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
PUTTING_IN, _COURSE_WORDS = _WORDS["trying"], _WORDS["course_words"]
# A task that is pasted along: what it says of a call is what must come out, not what came out.
_TASK = re.compile(
    r"(?i)\b(?:write|create|implement|define|complete)\b[^.]{0,40}\b(?:function|method|program"
    r"|class)"
    r"|\btakes (?:as|a|an|in|two|three)\b|\bexample cases?\b|\bfor example, (?:if|for|when)\b"
    r"|\breturns (?:a|an|the|true if|whether)\b|=>[^\n]*\n[^\n]*=>"
)

# That something else came out, as only the student says it.
_OWN = re.compile(
    r"(?i)\bbut (?:it |mine |i )?(?:prints?|gives?|returns?|gets?|shows?)\b|\bi (?:get|got)\b"
    r"|\bmine\b|\bmy (?:code|program|function|version)\b"
)
# What Python says of an error has values in it that no call must give.
_ERROR_SAYS = re.compile(r"\b((?:[A-Z]\w*)?(?:Error|Exception)): [^\n]*?(?=[.;]\s|$|\n)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A program on the table with one message about it.

    `source` is the program as it is now, `before` the one of the message before, None where there
    was none or it is another program. `words` is what the student says beside code and task, `said`
    its sentences with what each of them does;
    `cases` are all that is known, `new_calls` the calls that this message brings. `hints` is what
    was said so far, so that nothing is said twice. `proposes` says how likely it tells a change.
    `made_at` is the line of a change that the message only tells as made; `is_step`: the change
    told now is one of several that it takes. `of_course` is a sentence on what the course says: it
    is no part of `words` and `said`, which are about the program. `is_locked`: it is for an item of
    which the course keeps something.
    """

    source: str
    before: str | None
    words: str
    shape: MessageFeatures
    cases: tuple[Case, ...]
    new_calls: tuple[str, ...]
    key: str
    ladder: Ladder
    hints: tuple[str, ...]
    record: ProgramRecord
    act: ActGuess | None = None
    proposes: float | None = None
    said: tuple[SaidSentence, ...] = ()
    over: bool = False
    made_at: int | None = None
    is_step: bool = False
    of_course: str | None = None
    is_locked: bool = False

    @property
    def program(self) -> Program:
        return read_program(self.source)

    @property
    def language(self) -> str | None:
        """The word by which a fence of the student's names the program's language, if one does."""
        return self.shape.language or self.record.language

    @property
    def tells_change(self) -> bool:
        """Whether the message is heard as telling a change, wherever it may go."""
        return (self.proposes or 0.0) >= TELLS_CHANGE

    @property
    def asks_why(self) -> bool:
        """Whether a sentence of the message asks for a reason."""
        return any(each.asks_why for each in self.said)

    @property
    def asks_verdict(self) -> bool:
        """Whether a sentence of the message asks whether the program is right now."""
        return any(each.asks_whether_it_works for each in self.said)

    @property
    def near(self) -> tuple[int, ...]:
        """The lines that were named last, the last first, then those that were changed last."""
        held = self.before or self.source
        return lines_last_named(held, "".join(self.hints[-1:]), self.record.undo)

    @property
    def brings_lines(self) -> bool:
        """Whether the message has lines of code that the program hasn't."""
        return brings_lines(self.source, self.words)

    def without(self, pieces: Iterable[str]) -> Topic:
        """Return the same message without some pieces of its words."""
        words, said = self.words, self.said
        for piece in pieces:
            words = words.replace(piece, " ")
            said = tuple(replace(each, text=each.text.replace(piece, " ")) for each in said)
        return replace(self, words=words, said=said)

    def without_course(self) -> Topic:
        """Return the same message with its sentence on what the course says apart: "the lecture
        says that late marking is fine". A program may have such words of its own."""
        own = {token.text.casefold() for token in tokens_of(self.source)}
        own_words = () if self.is_first else self.said
        for each in (e for e in own_words if not brings_lines(self.source, e.text)):
            words = {token.text.casefold() for token in tokens_of(each.text)}
            if words & _COURSE_WORDS - own:
                said = tuple(one for one in self.said if one is not each)
                words_left = self.words.replace(each.text, " ").strip()
                return replace(self, of_course=each.text, said=said, words=words_left)
        return self

    @property
    def is_first(self) -> bool:
        """Whether the program is new on the table."""
        return self.before is None

    @property
    def is_changed(self) -> bool:
        """Whether the message brings another version of the program."""
        return self.before is not None and self.source != self.before

    @property
    def does_else(self) -> bool:
        """Whether that version does something else, beyond showing values."""
        return self.before is not None and does_else(self.program, read_program(self.before))


def read_topic(
    shape: MessageFeatures,
    session: Session,
    act: ActGuess | None = None,
    act_of: ActOf | None = None,
    embedder: Embedder | None = None,
) -> Topic | None:
    """Return what a message of this shape is about; None where no program was shown yet."""
    work = session.work if session.work is not None and session.work.kind == "program" else None
    work = None if work is not None and is_sql(work.text) else work
    held = work.text if work is not None and work.text else None
    source, goes_on = _source(shape, held)
    if source is None:
        return None
    work = work if goes_on else None
    record = (work.program if work is not None else None) or ProgramRecord()
    words, task = _words_and_task(shape)
    is_held = held is not None and shape.code is not None and stands_in(shape.code, held)
    if source == held and shape.code and not (is_held or _only_calls(shape.code, held)):
        words = f"{words}\n\n{shape.code}".strip()  # lines that fit nowhere, or go in by words
    words = _ERROR_SAYS.sub(r"\1", _without_quotes_of(_hints(work), words))
    sentences = read_sentences(words, act_of)
    without = held if record.described else record.undo
    undone = source == held and is_undone(words)
    if undone and without is not None:  # neither the version with it stays nor what was asked of it
        held = source = without
        record = replace(record, described=None, awaited=None, undo=None)
    described = record.described if source == held else None
    if described is not None and _is_made(record, words, sentences):
        source = described
    proposes = likely_change(words, held, act, embedder) if held and words else None
    near = lines_last_named(held or source, "".join(_hints(work)[-1:]), record.undo)
    made = None
    if source == held:
        made = _made_in_words(held, words, placing_acts(act, proposes), near)
    source = made.source if made is not None else source
    # What a traceback shows is called as well; what a line of code has is no input.
    plain = without_new_lines(held or source, words)
    said = f"{plain}\n\n{shape.traceback or ''}"
    if shape.code and _only_calls(shape.code, source):
        task = f"{task}\n\n{shape.code}"  # tests and examples that are pasted as a program
    found = find_cases(source, statement=task, words=said)
    kept = read_cases(record.cases)
    if kept and "input" not in record.asked[-1:]:
        found = tuple(case for case in found if not _is_stray(case, said))
    found = tuple(each if _is_called(each, said) else as_given(each, kept) for each in found)
    found = (*found, *empty_inputs(source, words, (*kept, *found)))
    key = work.key if work is not None else fingerprint(read_program(source))
    events = session.ladder.hold(key)
    return Topic(
        source=source,
        before=_before(held, source, shape) if goes_on else None,
        words=words,
        shape=shape,
        cases=of_program(
            merge_cases((*answered_cases(record.awaited, words), *found), kept), source
        ),
        new_calls=tuple(_new_calls(_not_own(found, source, held), kept)),
        key=key,
        ladder=replay_events(key, events),
        hints=_hints(session.work),
        record=record,
        act=act,
        proposes=proposes,
        said=sentences,
        over=bool(events) and events[-1].cause == "right",
        made_at=made.line if made is not None else None,
    )


def _before(held: str | None, source: str, shape: MessageFeatures) -> str | None:
    """Return the version before a message; lines that only run the program make no other one."""
    code = read_program(shape.code).text if shape.code else ""
    return source if held is not None and code and drives(code, held) else held


def _made_in_words(
    held: str | None, words: str, acts: Sequence[str], near: Sequence[int]
) -> Change | None:
    """Return the change that a student says to have made, where its place is clear."""
    if held is None or not words:
        return None
    is_reported = acts[:1] and acts[0] in REPORTED and "work.mended" in acts
    is_made = says_made(words)
    if not (is_reported or is_made):
        return None
    change = place_change(held, words, acts, (), near).change
    if change is None and is_made:  # "he has a[j] < a[k]. i changed it": what it is, is written out
        sure = place_change(held, words, ("work.mended", SURELY_PROPOSED), (), near).change
        is_code = sure is not None and len(tokens_of(sure.new_text)) >= WRITTEN
        change = sure if sure is not None and is_code and sure.new_text in words else None
    is_change = change is not None and does_else(read_program(change.source), read_program(held))
    return change if is_change else None


def _is_made(record: ProgramRecord, words: str, said: Sequence[SaidSentence]) -> bool:
    """Whether a change that the student told before is in their program by now.

    They say that it works, or foretell or report what the copy with it gives; not where they tell
    another one.
    """
    if record.described is not None and brings_lines(record.described, words):
        return False
    awaited = record.awaited
    foretold = awaited is not None and awaited.kind == "outcome" and accepts(awaited, words)
    return foretold or any(each.says_it_works for each in said)


def _is_called(case: Case, words: str) -> bool:
    """Whether words write a call as it is, or the program has it."""
    return case.origin != "student" or case.call.text.replace(" ", "") in words.replace(" ", "")


def _is_stray(case: Case, words: str) -> bool:
    """Whether a call was made of a text or number alone that stands in words about other calls."""
    call = parse_expression(case.call.text)
    if case.origin != "student" or not isinstance(call, ast.Call):
        return False
    is_written = f"{ast.unparse(call.func)}(" in words.replace(" (", "(")
    groups = ast.List | ast.Dict | ast.Tuple | ast.Set
    is_group = any(isinstance(each, groups) for each in call.args)
    return not (is_written or is_group or _is_put_in(call, words))


def _is_put_in(call: ast.Call, words: str) -> bool:
    """Whether a word before a call's first value puts it in: "for 'APPLE'"."""
    if not call.args:
        return False
    value = ast.unparse(call.args[0])
    before = with_plain_signs(words).replace('"', "'").partition(value)[0].split()
    return value in words.replace('"', "'") and not PUTTING_IN.isdisjoint(before[-1:])


def _not_own(found: Sequence[Case], source: str, held: str | None) -> Iterator[Case]:
    """Yield the calls that a message brings: not those that stand in the program already."""
    own = {case.call.text for case in find_cases(source)} if source == held else set()
    yield from (case for case in found if case.call.text not in own or case.is_decided)


def _new_calls(found: Iterable[Case], kept: Sequence[Case]) -> Iterator[str]:
    """Yield the student's calls that no message before has named, or said what they must give."""
    known = {plain_call(case.call.text) for case in kept}
    decided = {plain_call(case.call.text) for case in kept if case.is_decided}
    for case in found:
        before = decided if case.is_decided else known
        if case.origin == "student" and plain_call(case.call.text) not in before:
            yield case.call.text


def code_lines(source: str) -> frozenset[int]:
    """Return the lines of a program that are executed when they are reached: no headers."""
    tree = parse_program(source)
    nodes = ast.walk(tree) if tree is not None else ()
    headers = ast.FunctionDef | ast.ClassDef
    return frozenset(
        node.lineno
        for node in nodes
        if isinstance(node, ast.stmt) and not isinstance(node, headers)
    )


def _without_quotes_of(hints: Sequence[str], words: str) -> str:
    """Return words without what they quote from the tutor: it is no input of the program."""
    said = " ".join(hints[-1:]).casefold()
    plain = with_plain_signs(words)
    for span in reversed(list(values_in(plain))):
        if (
            span.text[0] in "'\""
            and span.text[1:-1].casefold() in said
            and " " in span.text.strip("'\" ")
        ):
            words = f"{words[: span.start]} {words[span.end :]}"
    return words


def _hints(work: WorkRecord | None) -> tuple[str, ...]:
    return work.hints if work is not None and work.kind == "program" else ()


def is_piece_of(code: str, held: str) -> bool:
    """Whether pasted lines are a part of a program and no other version of all of it."""
    program, before = read_program(code), read_program(held)
    is_short = len(program.lines) < MOST_OF_IT * len(before.lines)
    return not program.functions and (bool(before.functions) or is_short)


def _source(shape: MessageFeatures, held: str | None) -> tuple[str | None, bool]:
    """Return the program as it is now, and whether it is the held one or goes on from it."""
    code = read_program(shape.code).text if shape.code else ""
    if not code.strip() or (held is not None and _only_calls(code, held)):
        return held, held is not None
    if held is None:
        return code, False
    if stands_in(code, held):
        return held, True
    if drives(code, held):
        return driven_by(held, code), True
    if goes_on_from(read_program(code), read_program(held)) and _defines(code) >= _defines(held):
        return _with_calls_of(held, code), True
    if not _defines(code) or _defines(code) & _defines(held):
        change = paste_change(held, code, shape.prose).change
        if change is not None:
            moved = with_statement_moved(held, change.source) if _takes_out(shape.prose) else None
            return _with_calls_of(held, moved or change.source), True
        is_piece = bool(_defines(held)) or parse_program(code) is None
        if not _defines(code) and is_piece and _speaks_of(code, held):
            return held, True  # lines that fit nowhere are part of the words
        shares = bool(_defines(code) & _defines(held))
        return _with_calls_of(held, code) if shares else code, shares
    return code, False


def _takes_out(words: str) -> bool:
    """Whether words say that something was taken out, or put elsewhere."""
    said = {token.text.casefold() for token in tokens_of(words)}
    return bool(said & (_WORDS["taking_away"] | _WORDS["moving"]))


def _with_calls_of(held: str, code: str) -> str:
    """Return a new version that leaves out what is run below the definitions, with that again."""
    tree, before = parse_program(code), parse_program(held)
    if tree is None or before is None:
        return code
    definitions = ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
    if not all(isinstance(node, definitions) for node in tree.body):
        return code
    below = [ast.get_source_segment(held, n) for n in before.body if not isinstance(n, definitions)]
    return "\n".join([code.rstrip(), "", *(part for part in below if part)]) if below else code


def _defines(code: str) -> frozenset[str]:
    """Return the names of the functions and classes in a program."""
    return frozenset(each.name for each in read_program(code).functions)


def _speaks_of(code: str, held: str) -> bool:
    """Whether a piece of code has no names but those of a program."""
    tree = parse_program(code)
    return tree is None or names_in(tree) - set(dir(builtins)) <= read_program(held).names


def _only_calls(code: str, held: str) -> bool:
    """Whether a pasted piece only calls what a program defines: tests, examples, prints."""
    tree = parse_program(code)
    if not _defines(held) and not _defines(code):
        return False  # a line of a program that is but lines
    return tree is not None and all(isinstance(node, ast.Expr | ast.Assert) for node in tree.body)


def _words_and_task(shape: MessageFeatures) -> tuple[str, str]:
    """Return a message's own words, and the task that was pasted along with it.

    From the first paragraph that reads like a task on everything belongs to it, but for paragraphs
    that say what came out: these are the student's own.
    """
    parts = re.split(r"\n\s*\n", shape.prose)
    first = next((n for n, part in enumerate(parts) if _TASK.search(part)), len(parts))
    own = [part for n, part in enumerate(parts) if n < first or (n > first and _OWN.search(part))]
    task = [part for part in parts[first:] if part not in own]
    return "\n\n".join(own).strip(), "\n\n".join(task).strip()
