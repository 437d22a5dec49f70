"""Which of a program's versions with a student's pieces in it is meant: each is run.

A name without a value shows that a piece was misplaced; that is never told as the student's. Of the
places that are about as likely the one counts at which most known calls come out right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from tutor_app.programs.merging.merge_pieces import merge_pieces, merge_signs
from tutor_app.programs.merging.told_pieces import exchanged_signs, new_pieces
from tutor_app.programs.questions.step_facts import reports, values_told
from tutor_app.programs.replies.program_topic import Topic, is_piece_of
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import ProgramRun, RaisedError
from tutor_app.programs.student_changes.placement import Change

MISPLACED = ("SyntaxError", "IndentationError", "TabError", "NameError", "UnboundLocalError")
NEARLY = 0.5  # of the likeliest place's, from which on another one may be meant
CLEARLY = 0.1  # by how much a place that words name is likelier than others
MOST_RUN = 8  # versions of each program that are run


def merge_into(sources: Sequence[str], words: str, code: str = "") -> Iterator[Change]:
    """Yield the versions of some programs with the pieces of a message, or with the pasted one."""
    for source in sources:
        pieces = [(code, words)] if code else new_pieces(source, words)
        yield from merge_pieces(source, pieces)[:MOST_RUN]
        if not pieces:
            yield from islice(merge_signs(source, exchanged_signs(source, words)), MOST_RUN)


def version_meant(sources: Sequence[str], words: str, aimed: ProgramRun) -> Change | None:
    """Return the version that words mean; None where none runs. `aimed` has small inputs beside
    the known calls."""
    return _best_version(list(merge_into(sources, words)), aimed, words)


def with_pieces_placed(topic: Topic) -> Topic:
    """Return the topic with the pieces of code that a message brings where they run best: beside
    the change told before, or alone. A version that does as it should stays as it was read."""
    held, code = topic.before, topic.shape.code or ""
    if held is None or not topic.is_changed:
        return topic
    if topic.made_at is None and not is_piece_of(code, held):
        return topic
    before, now = (run_program(each, topic.cases) for each in (held, topic.source))
    if _is_right(now):
        return topic
    sources = [each for each in (topic.record.described, held) if each is not None]
    words = topic.words if topic.made_at is not None else topic.shape.prose
    code = "" if topic.made_at is not None else code
    as_read = Change(
        source=topic.source, line=topic.made_at or 1, new_text="", likeness=1.0, old_line=0
    )
    versions = [as_read, *merge_into(sources, words, code)]
    best = _best_version(versions, before, words)
    if best is None:
        return replace(topic, source=held, made_at=None, proposes=1.0)
    return topic if best is as_read else replace(topic, source=best.source, made_at=best.line)


def _best_version(versions: Sequence[Change], before: ProgramRun, words: str) -> Change | None:
    """Return the likely version that gives what the message tells as new, of these one that makes
    all right, the likeliest of equals."""
    cases, is_one = [each.case for each in before.results], len({v.new_text for v in versions}) == 1
    told = [each for each in values_told(words) if not reports(before, [each])]
    runs = [(each, run_program(each.source, cases)) for each in versions]
    sound = [(c, r) for c, r in runs if r.our_fault is None and not is_misplaced(before, r)]
    top = max((change.likeness for change, _ in sound), default=0.0)
    is_pointed = top > 1 and not any(c.named and c.likeness == top for c, _ in sound)
    least = top - CLEARLY if is_one and is_pointed else NEARLY * top  # "the outer one"
    scored = [
        (reports(run, told), _is_right(run), change.likeness, change)
        for change, run in sound
        if change.likeness >= least
    ]
    return max(scored, key=lambda each: each[:3])[3] if scored else None


def _is_right(run: ProgramRun) -> bool:
    """Whether a program makes all calls right of which it is known what they must give."""
    return run.loads and not run.failing and bool(run.of_status("passed"))


def is_misplaced(before: ProgramRun, after: ProgramRun) -> bool:
    """Whether a name has no value, or Python doesn't read the program, and did before."""
    old = {error.message for error in _errors(before)}
    return any(e.type in MISPLACED and e.message not in old for e in _errors(after))


def _errors(run: ProgramRun) -> Iterator[RaisedError]:
    found = [run.load_error, *(each.error for each in run.results)]
    return (each for each in found if each is not None)
