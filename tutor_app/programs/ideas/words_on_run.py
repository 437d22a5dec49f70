"""What the run says to a student's words: to a place, a cause, an observation, a why."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.programs.code_in_text import values_in
from tutor_app.programs.ideas.asked_rules import takes_for_shared
from tutor_app.programs.ideas.line_and_variable_facts import of_name, of_observed
from tutor_app.programs.ideas.part_tried import has_word
from tutor_app.programs.ideas.place_verdicts import (
    PLACE_THERE,
    of_named,
    of_place,
    of_right_idea,
    place_verdict,
    tell_undecided,
)
from tutor_app.programs.questions.moment import find_moment
from tutor_app.programs.questions.moment_questions import SHOWN_SHOULD
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.replies.choose_analogue import topic_of_kind
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.printed_lines import is_off, tell_line_ends, tell_shape
from tutor_app.programs.replies.program_reply import in_new_words
from tutor_app.programs.replies.program_reply import is_said as is_said_before
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.run_outcome_sentences import tell_result
from tutor_app.programs.replies.spoken_parts import denies, names_spoken
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

PLACE_PART = phrase("programs_ideas.place_part", "line")
PLACE_MAY_BE = phrase("programs_ideas.place_may_be", "line")
RULE_STANDS = phrase("programs_ideas.rule_stands", "rule")
PART_OF_IT = phrase("programs_ideas.part_of_it", "line")
NOT_DUE_YET = phrase("programs_ideas.not_due_yet")
AS_CLAIMED = phrase("programs_ideas.as_claimed", "shown")
AS_TO_PART = phrase("programs_ideas.as_to_part", "shown")
NOT_AS_CLAIMED = phrase("programs_ideas.not_as_claimed", "shown")
CALLS_FAILING = phrase("programs_ideas.calls_failing", "count", "all", "shown")
CALL_FOUND = phrase("programs_ideas.call_found", "shown")
CALLS_OPEN = phrase("programs_ideas.calls_open", "shown")
NOT_YET = phrase("programs_ideas.not_yet", "shown")
MOST_CALLS = 3  # calls that are told one by one


def tell_of_words(topic: Topic, heard: HeardMessage, facts: RunFacts) -> Iterator[str]:
    """Yield what the run says to a message, in its order: found, seen, asked why, undecided."""
    focus = facts.focus
    if focus is None:
        yield from tell_rule(topic, heard)
        return
    if heard.going_on is not None:
        yield from tell_of_cause(topic, heard)
        yield from _of_idea(topic, heard, facts, focus) if heard.going_on.is_right is None else ()
        return
    told = [
        *_of_numbers(topic, heard, facts, focus),
        *_of_idea(topic, heard, facts, focus),
        *of_place(topic, heard, facts, focus),
    ]
    yield from told
    yield from _of_what_bears(topic, heard, facts, focus, is_told=bool(told))


def _of_what_bears(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult, *, is_told: bool
) -> Iterator[str]:
    """Yield one fact of the run: the reason that is asked for, else what the words are nearest to;
    who only answers what was asked is asked on."""
    fact, why = heard.bearing.fact, heard.why
    is_due = topic.asks_why or bool(heard.claims) or heard.answered is None
    if facts.part is not None and facts.part.is_answer:
        return
    if why.shown is not None and (fact is None or not fact.score or fact.line == why.line):
        yield why.shown
    elif facts.written and is_told:
        yield from (each.shown for each in facts.written)
    elif facts.written or fact is None or (is_off(topic, focus) and not is_told):
        yield from () if is_told else _of_the_rest(topic, heard, facts, focus)
    elif is_due and (fact.score or topic.asks_why or (heard.claims and not is_told)):
        yield fact.text


def tell_rule(topic: Topic, heard: HeardMessage) -> Iterator[str]:
    """Yield what goes on that a message asks the reason of, and how Python goes about it."""
    cause = heard.rule
    if cause is None:
        return
    line = next((each for each in heard.lines if each in cause.lines), None)
    if line is not None and cause.is_trap and not heard.idea.is_decided:
        yield in_new_words(PART_OF_IT, topic, line=line)
    is_said = cause.cause == "never_looked_at" and cause.is_in((), values_in_words(topic.words))
    is_said = is_said or _is_left_out(topic, heard)
    shared = takes_for_shared(topic.words) if cause.cause == "own_variables" else None
    if is_said_before(cause.fact, topic) and is_said_before(cause.rule, topic):
        yield in_new_words(RULE_STANDS, topic, rule=cause.rule or cause.fact)
    elif shared is not None:
        told = NOT_AS_CLAIMED if shared else AS_CLAIMED
        yield in_new_words(told, topic, shown=cause.fact)
    else:
        yield _so(topic, cause.fact) if is_said else cause.fact
    if cause.rule:
        yield cause.rule


def _is_left_out(topic: Topic, heard: HeardMessage) -> bool:
    """Whether the words tell what goes on: that the last one, or the first, is never looked at."""
    if heard.rule is None or heard.rule.cause != "never_looked_at" or not denies(topic.words):
        return False
    return has_word(topic.words, "ends_last" if heard.rule.rule else "ends_first")


def values_in_words(words: str) -> list[str]:
    """Return the values that words name."""
    return [each.text for each in values_in(words)]


def tell_what_is_so(topic: Topic, heard: HeardMessage) -> Iterator[str]:
    """Yield what the run bears out of what a message says beside a change or a value due."""
    borne_out = [each for each in heard.on_run if each.agrees]
    whole = [each for each in borne_out if each.is_whole]
    is_beside = heard.act in ("proposes", "changes")  # then a yes would be one to the change
    for each in (whole or borne_out)[:1]:
        told = AS_TO_PART if is_beside else None
        yield in_new_words(told, topic, shown=each.shown) if told else _so(topic, each.shown)
    yield from (each.shown for each in whole[1:])
    if heard.idea.place == "there" and heard.idea.line is not None and heard.act != "tells":
        wordings = PLACE_THERE.wordings(line=heard.idea.line)
        yield wordings[-1] if heard.act == "proposes" else wordings[0]  # a yes is to the change


def tell_of_cause(topic: Topic, heard: HeardMessage) -> Iterator[str]:
    """Yield the verdict on what a message says of something that goes on, with the run's fact.

    How Python goes about it is told to who asks, or takes it for the contrary.
    """
    verdict = heard.going_on
    if verdict is None:
        return
    if verdict.is_right is None:
        yield verdict.cause.fact
    elif verdict.is_right:
        yield _so(topic, verdict.cause.fact)
    else:
        yield in_new_words(NOT_AS_CLAIMED, topic, shown=verdict.cause.fact)
    if verdict.is_right is False or verdict.asks:
        yield verdict.cause.rule


def _of_numbers(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    """Say what the run shows of counts and of failing inputs."""
    yield from _of_claims(topic, heard)
    yield from _of_runs(heard, facts)


def _of_idea(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    """Say whether a cause or a place is right, and whether what was seen is what the run shows."""
    verdict = heard.idea
    if verdict.is_right:
        yield from of_right_idea(topic, heard, facts, focus)
    elif heard.bearing.line is not None and not any(c.agrees is False for c in heard.on_run):
        yield in_new_words(PLACE_THERE, topic, line=heard.bearing.line)
    elif verdict.place == "elsewhere" and verdict.line is not None:
        yield place_verdict(topic, heard, verdict.line)
    if heard.answered is None and not heard.on_run and not _is_in_reason(heard):
        yield from list(of_observed(heard, focus))[:1]
    if verdict.place == "part" and verdict.line is not None:
        yield in_new_words(PLACE_PART, topic, line=verdict.line)


def _is_in_reason(heard: HeardMessage) -> bool:
    """Whether the reason that is told has the values that the message says to have seen."""
    shown = heard.why.shown or ""
    return bool(heard.observed) and all(as_code(value) in shown for _, value in heard.observed)


def asked_of_course(topic: Topic, heard: HeardMessage, facts: RunFacts) -> str | None:
    """Return the sentence that speaks of what the course says, or asks for a reason which the run
    at hand does not show."""
    if topic.is_first or topic.of_course is not None:
        return topic.of_course
    if not heard.whys:
        return None
    why = heard.whys[-1]
    names_run = names_spoken(topic.source, why) or any(values_in(why))
    of_run = names_run and heard.act not in ("changes", "proposes", "works")
    if of_run and heard.why.shown is not None:
        return None
    mended = topic_of_kind(topic.record.fault) if facts.is_right else None
    return f"{why} {mended or ''}".strip()


def _of_claims(topic: Topic, heard: HeardMessage) -> Iterator[str]:
    """Say whether counts and rounds are as the message tells them, and how they are: one yes does
    for what follows it."""
    is_said = False
    for claim in heard.on_run:
        if claim.agrees and not (claim.line or claim.about) and heard.answered == "right":
            continue  # the value that was asked for
        if claim.agrees is None or (claim.agrees and claim.is_whole and is_said):
            yield claim.shown
        elif claim.agrees and heard.idea.place in ("may_be", "elsewhere"):
            yield in_new_words(AS_TO_PART, topic, shown=claim.shown)  # a yes were to the idea
        elif claim.agrees:
            yield _so(topic, claim.shown)
            is_said = claim.is_whole
        else:
            yield in_new_words(NOT_AS_CLAIMED, topic, shown=claim.shown)
            is_said = False


def _so(topic: Topic, shown: str) -> str:
    """Say that something is so."""
    return in_new_words(AS_CLAIMED, topic, shown=shown)


def _of_runs(heard: HeardMessage, facts: RunFacts) -> Iterator[str]:
    """Say which of the calls that were run go wrong, where an input is asked for that does."""
    run = facts.run
    if not heard.seeks_failing or run is None or facts.is_right:
        return
    if run.failing:
        decided = sum(result.case.is_decided for result in run.results)
        shown = " ".join(tell_result(result) for result in run.failing[:MOST_CALLS])
        yield CALLS_FAILING(count=len(run.failing), all=max(decided, len(run.failing)), shown=shown)
    elif facts.found is not None:
        yield CALL_FOUND(shown=tell_result(facts.found.result))
    elif run.results:
        yield CALLS_OPEN(shown=" ".join(tell_result(each) for each in run.results[:MOST_CALLS]))


def _of_the_rest(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    """Take up an idea that runs can't decide, with what they show of its own terms."""
    fact = next(of_named(topic, heard, facts, focus), None) or next(of_name(heard, focus), None)
    is_of_all = heard.checks and not heard.lines and not heard.names and heard.answered is None
    if is_of_all and not _names_value(topic.words, focus) and focus.status != "ran":
        yield NOT_YET(shown=tell_result(focus))
    elif heard.claims and heard.answered is None:
        if is_off(topic, focus):
            yield from tell_line_ends(facts.source, focus)
            yield from tell_shape(topic, focus)
            return
        if focus.status == "ran":
            yield in_new_words(NOT_DUE_YET, topic)
        if fact is not None:
            yield fact
        elif focus.status != "ran" and not (topic.tells_change or topic.new_calls):
            yield from tell_undecided(topic, focus)
    elif fact is not None and heard.answered != "right":
        yield fact


def _names_value(words: str, focus: CaseResult) -> bool:
    """Whether words name a value that a variable holds on the way: of that they may ask."""
    held = {value for step in focus.trace for _, value in step.variables}
    return any(is_same(span.text, value) for span in values_in(words) for value in held)


def tell_what_should_be(topic: Topic, heard: HeardMessage, facts: RunFacts) -> Iterator[str]:
    """Agree with what a message says that a variable should hold where a repair has it so too."""
    awaited, moment = topic.record.awaited, None
    if awaited is not None and awaited.kind == "value" and facts.focus is not None:
        moment = find_moment(facts.source, facts.focus, facts.fault)
    if awaited is None or moment is None or moment.wanted is None or moment.when not in awaited.key:
        return
    said = [each.text for each in values_in(topic.words)]
    if heard.says_what_should_be and any(is_same(each, moment.wanted) for each in said):
        name, wanted = as_code(moment.names[0]), as_code(moment.wanted)
        yield AS_CLAIMED(shown=SHOWN_SHOULD(name=name, wanted=wanted, when=moment.when))
