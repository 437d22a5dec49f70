"""What a reply says of locked tests: how many a program passes, and that it isn't done yet."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.domain.values import Sentence
from tutor_app.programs.locked_tests.locked_cases import (
    LockedTexts,
    LockedVerdict,
    hold_against,
    read_locked_tests,
)
from tutor_app.programs.next_move.moves import Move
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.replies.program_reply import Reply
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.runs_at_once import Runner
from tutor_app.wording.catalogue import phrase

PASSES_ALL = phrase("programs_runs.locked_all", "count")
PASSES_NONE = phrase("programs_runs.locked_none", "count")
PASSES_SOME = phrase("programs_runs.locked_some", "passed", "count")
FAILS_INPUT = phrase("programs_runs.locked_input", "call")

_DONE = ("confirm", "keep", "why_it_works", "farewell")


def judge_locked(
    topic: Topic, facts: RunFacts, move: Move, locked: LockedTexts | None, runner: Runner | None
) -> LockedVerdict | None:
    """Return how the program does on the locked tests, where it is new or would be called done."""
    is_due = topic.is_first or topic.is_changed or move.kind in _DONE
    if locked is None or runner is None or not is_due or facts.run is None or not facts.run.loads:
        return None
    tests = read_locked_tests(locked.texts, topic.source)
    with runner.hold() as refused:
        return None if refused is not None else hold_against(topic.source, tests, facts.cases)


def go_on(move: Move, verdict: LockedVerdict | None) -> Move:
    """Return the move, but where locked tests fail a program is not done: its inputs are asked."""
    if verdict is None or verdict.failing is None or move.kind not in _DONE:
        return move
    return Move(kind="nothing_fails")


def tell_locked(
    reply: Reply, verdict: LockedVerdict | None, locked: LockedTexts | None, topic: Topic
) -> Reply:
    """Return the reply with how many locked tests pass, above its question."""
    if verdict is None or locked is None:
        return reply
    text = _counts(verdict)
    call = verdict.failing.case.call.text if verdict.failing is not None else None
    if call is not None and locked.may_show(call):
        text = f"{text} {FAILS_INPUT(call=as_code(call))}"
    if any(text in said for said in topic.hints):
        # That the known calls pass would sound as if the others did.
        others = [each for each in reply.sentences if each.role != "verdict"]
        failing = verdict.failing is not None and bool(others)
        return replace(reply, sentences=tuple(others)) if failing else reply
    told = Sentence(text=text, role="verdict")
    asks = [n for n, sentence in enumerate(reply.sentences) if sentence.role == "question"]
    place = asks[0] if asks else len(reply.sentences)
    return replace(reply, sentences=(*reply.sentences[:place], told, *reply.sentences[place:]))


def _counts(verdict: LockedVerdict) -> str:
    if verdict.failing is None:
        return PASSES_ALL(count=verdict.count)
    if not verdict.passed:
        return PASSES_NONE(count=verdict.count)
    return PASSES_SOME(passed=verdict.passed, count=verdict.count)
