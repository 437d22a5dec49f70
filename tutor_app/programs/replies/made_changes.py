"""Whether a change that was told is in the student's program by now: they report what it gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import tokens_of, values_in, with_plain_signs
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import without_code
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import CaseResult, ProgramRun
from tutor_app.programs.small_edits.step_of_repair import is_step

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_NOT_SEEN = _WORDS["expecting"] - {"instead"}


def as_made(topic: Topic, facts: RunFacts) -> Topic | None:
    """Return the topic with the version that the message says to have run, if it says so.

    So it is taken where it is one of several changes that are needed: the rest is asked about it.
    What it reports is then what that version gives on a known call, and not what the one at hand
    gives; or it says that it works, in the same breath as it tells the change.
    """
    if topic.is_first or topic.is_changed or facts.run is None:
        return None
    tried = facts.tried
    if tried is not None and not facts.either and tried.outcome == "still_wrong":
        source = tried.change.source
        if is_step(topic.source, tried.before, source, tried.after):
            return replace(topic, source=source, made_at=tried.change.line, is_step=True)
    for source, line, run in _versions(topic, facts):
        works = facts.tried is not None and any(each.says_it_works for each in topic.said)
        works = works and any(each.error is None for each in run.results)
        # Who writes out a test with the values of the run at hand, speaks of that one.
        reports = not facts.written and _reports(topic, facts.run, run)
        goes_on = facts.tried is None and not facts.places and _goes_on(topic, facts.run, run)
        if run.our_fault is None and (works or reports or goes_on):
            return replace(topic, source=source, made_at=line)
    return None


def _goes_on(topic: Topic, held: ProgramRun, version: ProgramRun) -> bool:
    """Whether a message goes on to other inputs where the change told before made all right."""
    is_right = version.loads and not version.failing and bool(version.of_status("passed"))
    asks = topic.asks_verdict or any(each.seeks_failing for each in topic.said)
    is_other = bool(topic.new_calls) or asks or "now" in _words(topic.words)
    return bool(held.failing) and is_right and is_other and not topic.brings_lines


def _versions(topic: Topic, facts: RunFacts) -> Iterator[tuple[str, int | None, ProgramRun]]:
    """Yield the versions that were told, run: with this message's change, or the one before."""
    if facts.tried is not None:
        yield facts.tried.change.source, facts.tried.change.line, facts.tried.after
        return
    cases = tuple(result.case for result in facts.run.results) if facts.run is not None else ()
    for place in facts.places:
        yield place.source, place.line, run_program(place.source, cases)
    if not facts.places and topic.record.described is not None:
        source = topic.record.described
        yield source, None, run_program(source, cases)


def _reports(topic: Topic, held: ProgramRun, version: ProgramRun) -> bool:
    """Whether a value or an error is told that only the told version shows."""
    if not version.loads:
        return False
    said = [each.text for each in topic.said if not each.asks_why] or [topic.words]
    texts = [without_code(topic.source, with_plain_signs(text)) for text in said]
    texts = [text for text in texts if _NOT_SEEN.isdisjoint(_words(text))]
    values = [span.text for text in texts for span in values_in(text)]
    errors = {token for text in texts for token in _words(text) if token.endswith("error")}
    pairs = zip(held.results, version.results, strict=False)
    return any(_is_told(new, values, errors) and not _alike(old, new) for old, new in pairs)


def _is_told(result: CaseResult, values: list[str], errors: set[str]) -> bool:
    if result.error is not None:
        return result.error.type.casefold() in errors
    return any(is_same(value, result.value or "") for value in values)


def _alike(one: CaseResult, other: CaseResult) -> bool:
    same_error = (one.error and one.error.type) == (other.error and other.error.type)
    return same_error and one.value == other.value


def _words(text: str) -> set[str]:
    return {token.text.casefold() for token in tokens_of(text)}
