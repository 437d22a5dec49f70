"""What a message is about: its words read by the model where one can, else by code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.values import Session
from tutor_app.programs.ideas.said_sentences import ActOf
from tutor_app.programs.locked_tests.locked_cases import LockedTexts
from tutor_app.programs.merging.choose_version import with_pieces_placed
from tutor_app.programs.message_reading.ask_for_reading import (
    MessageInContext,
    Reader,
    Teller,
    read_message,
)
from tutor_app.programs.message_reading.edits_by_code import with_edits_named
from tutor_app.programs.message_reading.reading import ProgramReading, move_edits, with_edits
from tutor_app.programs.message_reading.told_code import as_told, is_denied, is_told
from tutor_app.programs.program_structure import does_else, read_program
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.replies.examine_program import known_results, with_known_run
from tutor_app.programs.replies.program_topic import Topic, read_topic
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import ProgramRun
from tutor_app.programs.runs_at_once import Runner
from tutor_app.programs.student_changes.moved_statement import with_statement_moved
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import ActGuess
from tutor_app.understanding.message_features import MessageFeatures

_MISPLACED = ("SyntaxError", "IndentationError", "NameError", "UnboundLocalError")
FEWEST_LINES = 2  # of a piece of a program whose place is plain


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramContext:
    """What is known of a message about a program beside its words.

    `locked` is what the course keeps of the item that the program is for; `act` what the
    message was understood to do, and `act_of` tells it of a part of it. `embedder` compares what
    they say with other ways to say it. `reader` asks the model that reads what is said of a
    program, where one holds that duty; `teller` asks it for what leads on, `mender` for a program
    that passes.
    """

    locked: LockedTexts | None = None
    act: ActGuess | None = None
    act_of: ActOf | None = None
    embedder: Embedder | None = None
    reader: Reader | None = None
    mender: Reader | None = None
    teller: Teller | None = None


def topic_of_message(
    shape: MessageFeatures, session: Session, runner: Runner | None, context: ProgramContext
) -> Topic | None:
    """Return what the message is about, read by the model where one can, else by code."""
    act, act_of, embedder = context.act, context.act_of, context.embedder
    if context.reader is not None:
        topic = read_topic(shape, session, act, act_of, embedder, reads_words=False)
        topic = with_known_run(topic, runner) if topic is not None else None
        results = known_results(topic) if topic is not None else None
        if topic is not None and results is not None:
            message = MessageInContext(
                source=topic.source,
                results=results,
                focus=topic.record.focus,
                said=" ".join(session.before[-1].said) if session.before else "",
                words=topic.words,
            )
            reading = read_message(message, context.reader)
            if reading is not None and brings_piece(topic) and _has_lines(shape):
                placed = read_topic(shape, session, act, act_of, embedder)
                if placed is not None and placed.is_changed:  # nobody knows the lines better
                    return with_reading(placed, replace(reading, edits=()))
            # Lines that the model puts nowhere have places of their own: code finds them.
            if reading is not None and (reading.edits or not brings_piece(topic)):
                if not (topic.is_first or topic.is_changed):
                    reading = as_told(topic.source, _with_line_run(reading, shape), topic.words)
                    reading = with_edits_named(topic, reading, runner)
                topic = with_reading(topic, reading)
                made = made_versions(topic, reading) or _seen_to_be_made(topic, reading, runner)
                if not made:
                    return topic
                return best_version(made, runner) or with_lines_asked(topic, reading)
    read = read_topic(shape, session, act, act_of, embedder)
    if read is None or runner is None or not read.is_changed:
        return read
    with runner.hold() as refused:
        return read if refused is not None else with_pieces_placed(read)


def _has_lines(shape: MessageFeatures) -> bool:
    """Whether several lines of code were pasted."""
    return len([row for row in (shape.code or "").splitlines() if row.strip()]) >= FEWEST_LINES


def _with_line_run(reading: ProgramReading, shape: MessageFeatures) -> ProgramReading:
    """Return a reading with a line that is written as it stands, and said to have been run, as
    made."""
    rows = {row.strip() for text in (shape.code, shape.prose) for row in (text or "").splitlines()}
    is_line = bool(reading.edits) and {each.code.strip() for each in reading.edits} <= rows
    if is_line and reading.is_any("saw") and not reading.is_any("made", "whether"):
        return replace(reading, does=(*reading.does, "made"))
    return reading


def brings_piece(topic: Topic) -> bool:
    """Whether a message has code that is left to be read: no program, and no calls of this one."""
    code = topic.shape.code or ""
    is_held = not topic.is_first and topic.source == topic.before
    return is_held and bool(code) and code in topic.words


def with_reading(topic: Topic, reading: ProgramReading) -> Topic:
    """Return a topic with what a model has read in its message."""
    tells = reading.is_any("change") or bool(reading.edits)
    return replace(topic, reading=reading, proposes=1.0 if tells else None)


def made_versions(topic: Topic, reading: ProgramReading) -> list[Topic]:
    """Return the topic with the change in the program that a message tells as made: beside the one
    told before, if there is one, and alone. None where it tells none."""
    described = topic.record.described
    if topic.is_first or topic.is_changed or topic.undone or not reading.is_any("made"):
        return []
    if not reading.edits:
        made = replace(topic, source=described or topic.source, before=topic.source)
        is_that = described is not None and not is_denied(topic.source, described, topic.words)
        return [made] if is_that else []
    if not is_told(topic.source, reading.edits, topic.words):
        return []
    moved = move_edits(reading.edits, topic.source, described) if described is not None else ()
    sources = [with_edits(described, moved)] if described is not None and moved else []
    sources.append(with_edits(topic.source, reading.edits))
    taken = (with_statement_moved(topic.source, each) for each in sources)
    sources += [each for each in taken if each is not None]
    line = reading.edits[0].line or 1
    return [
        replace(topic, source=source, before=topic.source, made_at=line)
        for source in sources
        if does_else(read_program(source), topic.program)
    ]


def _seen_to_be_made(topic: Topic, reading: ProgramReading, runner: Runner | None) -> list[Topic]:
    """Return the topic with the change told before as made, where a message tells to have seen what
    only the program with it gives: "ran it, that's what comes out"."""
    described = topic.record.described
    said = [each for each in (reading.answer, *(run.value for run in reading.runs)) if each]
    if described is None or not said or reading.edits or not reading.is_any("saw"):
        return []
    if topic.undone or is_denied(topic.source, described, topic.words):
        return []
    held = [
        each
        for each in (topic.ran.run.results if topic.ran is not None else ())
        if each.case.call.text == topic.record.focus
    ]
    if runner is None or not held or any(is_same(value, held[0].value or "") for value in said):
        return []
    with runner.hold() as refused:
        results = () if refused else run_program(described, [held[0].case]).results
    is_so = any(is_same(value, each.value or "") for each in results for value in said)
    return [replace(topic, source=described, before=topic.source)] if is_so else []


def with_lines_asked(topic: Topic, reading: ProgramReading) -> Topic:
    """Return a topic whose change, told as made, is left out: its lines are to be asked for."""
    return replace(topic, reading=replace(reading, edits=()), proposes=1.0)


def best_version(versions: Sequence[Topic], runner: Runner | None) -> Topic | None:
    """Return the version on which most calls pass, the first of equals; None where none is sound:
    a name without a value shows that a change was misplaced in reading it."""
    if not versions or runner is None:
        return None
    with runner.hold() as refused:
        runs = [] if refused else [run_program(each.source, each.cases) for each in versions]
    sound = [
        (len(run.of_status("passed")), each)
        for each, run in zip(versions, runs, strict=False)
        if run.our_fault is None and not _is_misplaced(run)
    ]
    return max(sound, key=lambda pair: pair[0])[1] if sound else None


def _is_misplaced(run: ProgramRun) -> bool:
    errors = [run.load_error, *(each.error for each in run.results)]
    return any(each is not None and each.type in _MISPLACED for each in errors)
