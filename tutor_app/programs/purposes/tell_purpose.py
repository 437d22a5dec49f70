"""What a reply says of what the program is taken to be for, and how it does at that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.domain.values import Sentence
from tutor_app.programs.ideas.asked_of_whole import asks_of_all
from tutor_app.programs.next_move.moves import Move
from tutor_app.programs.purposes.judge_by_purpose import PurposeVerdict
from tutor_app.programs.purposes.read_catalogue import catalogue
from tutor_app.programs.replies.accepted_answers import EXPECTED
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code, with_calls
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.program_reply import Reply, open_question
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.run_outcome_sentences import tell_result
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

TAKEN = phrase("programs_runs.purpose_taken", "function", "what")
ALL_RIGHT = phrase("programs_runs.purpose_all", "count")
RIGHT_FOR_ALL = phrase("programs_runs.right_for_all", "count", "shown")
NO_TEST_BREAKS = phrase("programs_runs.no_test_breaks", "count", "shown")
NOT_FOR_ALL = phrase("programs_runs.not_for_all", "shown")
ONE_BREAKS = phrase("programs_runs.one_breaks", "shown")
NO_TASK = phrase("programs_runs.no_task")
NOTHING_TELLS = phrase("programs_runs.nothing_tells", "shown")
GIVES = {
    each.name: phrase(f"programs_purposes.{each.name}", *(name for name, _ in each.variant))
    for each in catalogue()
}
_DONE = ("confirm", "keep", "nothing_fails", "verdict_of_change", "why_it_works")


def tell_purpose(reply: Reply, topic: Topic, facts: RunFacts, move: Move) -> Reply:
    """Return the reply with what the program is taken to be for, where that is new, and with how
    many small inputs it is right on, where it would be called done."""
    purpose = facts.purpose
    if purpose is None:
        return reply
    is_due = purpose.is_new or topic.is_changed or topic.asks_verdict
    is_right = purpose.passed == purpose.count and move.kind in _DONE and is_due
    texts = [ALL_RIGHT(count=purpose.count)] if is_right and facts.is_right else []
    texts += [_say_taken(purpose)] if purpose.is_new else []
    told = tuple(Sentence(text=text, role="verdict") for text in texts)
    asks = [n for n, sentence in enumerate(reply.sentences) if sentence.role == "question"]
    place = asks[0] if asks else len(reply.sentences)
    return replace(reply, sentences=(*reply.sentences[:place], *told, *reply.sentences[place:]))


def answer_of_whole(reply: Reply, topic: Topic, heard: HeardMessage, facts: RunFacts) -> Reply:
    """Return the reply to who asks whether the program is right for all, or for a test that breaks
    it: the verdict first, by what small inputs give, each time that it is asked."""
    run = facts.run
    asks_all = heard.seeks_failing or any(asks_of_all(each.text) for each in topic.said)
    # Of a version that the message brings the reply says what it does now.
    if topic.is_first or topic.is_changed or not asks_all or facts.tried is not None:
        return reply
    if run is None or not run.loads:
        return reply
    asks = tuple(each for each in reply.sentences if each.role == "question")
    if run.failing:
        told = ONE_BREAKS if heard.seeks_failing else NOT_FOR_ALL
        worst = min(run.failing, key=lambda each: each.case.call.text != topic.record.focus)
        verdict = with_calls(told(shown=tell_result(worst)))
        return replace(reply, sentences=(Sentence(text=verdict, role="verdict"), *asks))
    if (purpose := facts.purpose) is not None and purpose.passed == purpose.count:
        told = NO_TEST_BREAKS if heard.seeks_failing else RIGHT_FOR_ALL
        shown = with_calls(" ".join(map(tell_result, _edges(purpose.small_inputs))))
        texts = [told(count=purpose.count, shown=shown)]
        texts += [_say_taken(purpose)] if purpose.is_new else []
        sentences = tuple(Sentence(text=text, role="verdict") for text in texts)
        return replace(reply, sentences=sentences, asked=None, awaited=None)
    open_ones = [each for each in run.of_status("ran") if not each.case.call.is_script]
    if purpose is not None or run.of_status("passed"):
        return reply
    if facts.made_up or not open_ones:
        return replace(reply, sentences=(Sentence(text=NO_TASK(), role="question"),), asked="input")
    focus = min(open_ones, key=lambda each: each.case.call.text != topic.record.focus)
    text = with_calls(NOTHING_TELLS(shown=tell_result(focus)))
    key = f"{EXPECTED}{focus.case.call.text}"
    sentences = (Sentence(text=text, role="question"),)
    return replace(reply, sentences=sentences, asked=key, awaited=open_question(key))


def _edges(results: Sequence[CaseResult]) -> Iterator[CaseResult]:
    """Yield an input at the edge and one that is none, for all the others."""
    yield from dict.fromkeys((*results[:1], *results[len(results) // 2 :][:1]))


def _say_taken(purpose: PurposeVerdict) -> str:
    found = purpose.found
    values = {name: as_code(value) for name, value in found.purpose.variant}
    said = GIVES[found.purpose.name](**values)
    return TAKEN(function=as_code(found.shape.function), what=said)
