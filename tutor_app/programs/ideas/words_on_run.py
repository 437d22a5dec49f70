"""What the run says to a student's words: to a place, a cause, an observation, a why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tutor_app.programs.code_in_text import values_in
from tutor_app.programs.ideas.asked_rules import takes_for_shared
from tutor_app.programs.ideas.line_and_variable_facts import of_line, of_name, of_observed
from tutor_app.programs.ideas.part_tried import PartTried, has_word
from tutor_app.programs.ideas.place_verdicts import (
    NONE_HELPS,
    OPEN_CLAIM,
    PLACE_THERE,
    of_named,
    of_not_done,
    of_place,
    of_right_idea,
    place_verdict,
    tell_undecided,
)
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.questions.moment import find_moment
from tutor_app.programs.questions.moment_questions import SHOWN_SHOULD
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.replies.choose_analogue import topic_of_kind
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.printed_lines import is_off, tell_line_ends, tell_shape
from tutor_app.programs.replies.program_reply import in_new_words, not_said
from tutor_app.programs.replies.program_reply import is_said as is_said_before
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.run_outcome_sentences import tell_result
from tutor_app.programs.replies.spoken_parts import denies, names_spoken
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import Phrase, phrase

PLACE_PART = phrase("programs_ideas.place_part", "line")
PLACE_MAY_BE = phrase("programs_ideas.place_may_be", "line")
RULE_STANDS = phrase("programs_ideas.rule_stands", "rule")
PART_OF_IT = phrase("programs_ideas.part_of_it", "line")
FOUND = {
    "right": phrase("programs_ideas.found_right"),
    "partly": phrase("programs_ideas.found_partly"),
}
CANNOT_TELL = phrase("programs_ideas.cannot_tell")
NOT_DUE_YET = phrase("programs_ideas.not_due_yet")
AS_CLAIMED = phrase("programs_ideas.as_claimed", "shown")
AS_TO_PART = phrase("programs_ideas.as_to_part", "shown")
OPEN = {
    "claim": OPEN_CLAIM,
    "why": phrase("programs_ideas.open_why"),
}
OPEN_BARE = phrase("programs_ideas.open_why_bare")
NOT_SEEN_YET = phrase("programs_ideas.not_seen_yet")
OPEN_REST = phrase("programs_ideas.open_rest")
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
    told = False
    if topic.reading is not None:
        yield from _of_reading(topic, heard, facts, focus)
        return
    if heard.going_on is not None:
        yield from tell_of_cause(topic, heard)
        yield from _of_idea(topic, heard, facts, focus) if heard.going_on.is_right is None else ()
        return
    for of_words in (_of_numbers, _of_idea, of_place, _of_reason):
        for sentence in of_words(topic, heard, facts, focus):
            yield sentence
            told = True
    if not told:
        yield from _of_the_rest(topic, heard, facts, focus)
    elif heard.why.shown is None:
        yield from (each.shown for each in facts.written)


def _of_reading(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    """Yield what the run says to what a model has read: whether it is so, and what there is.

    What is claimed or asked and that the run does not decide is told to be open, and where what it
    shows bears out a part alone, to what part that is a yes.
    """
    said = not_said(dict.fromkeys(_shown_of_reading(topic, heard, facts, focus)), topic)
    left = what_is_open(topic, heard)
    is_part = any(each.agrees for each in heard.on_run) or heard.answered == "right"
    if left is not None and not said and heard.answered is None:
        yield from say_new(OPEN_BARE if left == "why" else CANNOT_TELL, topic)
    elif left is not None and said and not is_part:
        yield from say_new(OPEN[left], topic)
    yield from said
    if left == "claim" and any(each.agrees for each in heard.on_run):
        yield from say_new(OPEN_REST, topic)


def what_is_open(topic: Topic, heard: HeardMessage) -> Literal["claim", "why"] | None:
    """Return what a message claims or asks that nothing computed gives a word to."""
    reading, turn = topic.reading, heard.turn
    is_heard = heard.rule is not None or heard.idea.is_decided
    is_heard = is_heard or (turn is not None and turn.verdict in FOUND)
    is_heard = is_heard or (heard.going_on is not None and heard.going_on.is_right is not None)
    if reading is None or is_heard or any(each.agrees is False for each in heard.on_run):
        return None
    if topic.of_course is not None:
        return None  # what it asks may be that
    if reading.is_any("why", "how"):
        is_told = heard.why.shown is not None or reading.course is not None
        return None if is_told else "why"
    asked = reading.is_any("whether") and not heard.on_run
    return "claim" if reading.is_any("cause") or asked else None


def tell_that_it_is_open(topic: Topic, heard: HeardMessage) -> Iterator[str]:
    """Yield a word to a cause that is told along with the program and that nothing decides yet."""
    is_told = any(each.is_claim for each in topic.said)  # a model reads one into complaints, too
    if is_told and what_is_open(topic, heard) == "claim":
        yield from say_new(NOT_SEEN_YET, topic)


def say_new(told: Phrase, topic: Topic) -> Iterator[str]:
    """Yield a sentence in words that were not used before; none where all of them were."""
    said = " ".join(topic.hints)
    yield from [each for each in told.wordings() if each not in said][:1]


def _shown_of_reading(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    yield from _of_turn(topic, heard)
    if heard.going_on is not None and heard.going_on.is_right is not None:
        yield from tell_of_cause(topic, heard)
    numbers = list(_of_numbers(topic, heard, facts, focus))
    is_whole = any(each.agrees and each.is_whole for each in heard.on_run)
    told_first = is_whole or not heard.idea.is_decided
    told_first = told_first or any(each.is_cause for each in heard.on_run)
    if _is_left_out(topic, heard):
        yield from tell_rule(topic, heard)
    if told_first:
        yield from numbers
    if is_whole and facts.part is not None and facts.part.is_answer:
        return  # what they tell is why it is that place
    yield from _of_judged(topic, heard, facts, focus)
    if facts.part is not None and facts.part.is_answer:
        return  # that is the answer to all of it
    yield from () if told_first else numbers
    yield from tell_rule(topic, heard)
    if heard.rule is not None or (heard.on_run and heard.why.shown is None):
        return
    if heard.why.shown is not None:
        yield from of_not_done(topic, heard, focus) or (heard.why.shown,)
    elif not heard.idea.is_right and heard.answered is None:
        lines = [text for line in heard.lines[:1] for text in of_line(facts.source, focus, line)]
        yield from lines or _of_the_rest(topic, heard, facts, focus)


def _of_judged(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    """Yield the verdict on a place or a cause, and what was seen of it."""
    idea = heard.idea
    if idea.is_right:
        yield from of_right_idea(topic, heard, facts, focus)
    elif idea.place == "elsewhere" and idea.line is not None:
        yield place_verdict(topic, heard, idea.line)
    elif idea.place == "may_be" and idea.line is not None:
        yield in_new_words(PLACE_MAY_BE, topic, line=idea.line)
    elif idea.place == "part" and idea.line is not None:
        yield in_new_words(PLACE_PART, topic, line=idea.line)
    elif facts.part is not None:
        yield _of_part_tried(topic, facts.part)


def _of_part_tried(topic: Topic, part: PartTried) -> str:
    """Say what small changes of a line do that decide nothing by themselves."""
    return in_new_words(PLACE_MAY_BE if part.helps else NONE_HELPS, topic, line=part.line)


def _of_turn(topic: Topic, heard: HeardMessage) -> Iterator[str]:
    """Yield the model's verdict on a claim to which the run alone says nothing; never that it is
    wrong, which it may take right ones for."""
    turn, reading = heard.turn, topic.reading
    if turn is None or reading is None or not reading.is_any("cause", "whether"):
        return
    by_run = heard.idea.is_right or heard.answered is not None or heard.going_on is not None
    if turn.verdict in FOUND and not by_run and not any(each.agrees for each in heard.on_run):
        yield in_new_words(FOUND[turn.verdict], topic)


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
        yield _so(topic, RunClaim(cause.fact, True)) if is_said else cause.fact
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
        yield in_new_words(told, topic, shown=each.shown) if told else _so(topic, each)
    yield from (each.shown for each in whole[1:])
    if heard.idea.place == "there" and heard.idea.line is not None and heard.act != "tells":
        wordings = PLACE_THERE.wordings(line=heard.idea.line)
        yield wordings[-1] if heard.act == "proposes" else wordings[0]  # a yes is to the change


def tell_of_cause(topic: Topic, heard: HeardMessage) -> Iterator[str]:
    """Yield the verdict on what a message says of something that goes on, with the run's fact.

    How Python goes about it is told to who asks, or takes it for the contrary.
    """
    verdict = heard.going_on
    if verdict is None or (topic.reading is not None and verdict.is_right is None):
        return
    if verdict.is_right is None or (verdict.is_right and topic.is_first and topic.reading):
        yield verdict.cause.fact  # along with a program it is no answer to anything
    elif verdict.is_right:
        yield _so(topic, RunClaim(verdict.cause.fact, True))
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
    if heard.answered is None and not heard.on_run and not _is_in_reason(heard):
        yield from list(of_observed(heard, focus))[:1]
    if verdict.place == "may_be" and verdict.line is not None:
        yield in_new_words(PLACE_MAY_BE, topic, line=verdict.line)
    if verdict.place == "part" and verdict.line is not None:
        yield in_new_words(PLACE_PART, topic, line=verdict.line)
    if verdict.place == "unknown" and facts.part is not None and not facts.part.is_answer:
        yield _of_part_tried(topic, facts.part)
    if verdict.place == "elsewhere" and verdict.line is not None:
        told = of_line(topic.source, focus, verdict.line)
        yield place_verdict(topic, heard, verdict.line)
        yield from list(told)[:1]


def _of_reason(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    is_answered = facts.part is not None and facts.part.is_answer
    if heard.why.shown is not None and not is_answered:
        yield heard.why.shown


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
    if topic.reading is not None:
        return why
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
            yield _so(topic, claim)
            is_said = claim.is_whole
        else:
            yield in_new_words(NOT_AS_CLAIMED, topic, shown=claim.shown)
            is_said = False


def _so(topic: Topic, claim: RunClaim) -> str:
    """Say that something is so: with a plain yes only where the message says nothing else, or the
    fact is all of the claim."""
    reading, shown = topic.reading, claim.shown
    says_more = (
        reading is not None
        and not claim.is_whole
        and reading.is_any("cause", "whether", "why", "how", "what", "check", "corrects")
    )
    return in_new_words(AS_TO_PART if says_more else AS_CLAIMED, topic, shown=shown)


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
    fact = next(of_named(topic, heard, facts, focus), None) or next(
        of_name(heard, focus, by_model=topic.reading is not None), None
    )
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
