"""The verdict on a place or a cause that a student suspects, with what the run shows of it."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.programs.ideas.line_and_variable_facts import of_line
from tutor_app.programs.ideas.part_tried import PartTried, has_word, last_reached
from tutor_app.programs.questions.moment import find_moment
from tutor_app.programs.questions.moment_questions import questions_at
from tutor_app.programs.questions.provenance import Provenance
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.program_reply import in_new_words, is_said
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

PLACE_THERE = phrase("programs_ideas.place_there", "line")
PLACE_NOT_THERE = phrase("programs_ideas.place_not_there", "line")
PLACE_FINE = phrase("programs_ideas.place_fine", "line")
PLACE_STILL = phrase("programs_ideas.place_still", "line")
CAUSE_RIGHT = phrase("programs_ideas.cause_right")
CAUSE_SEEN = phrase("programs_ideas.cause_seen")
FLOW_DECIDES = phrase("programs_ideas.flow_decides", "line", "call")
OPEN_CLAIM = phrase("programs_ideas.open_claim")
OPEN_BARE = phrase("programs_ideas.open_claim_bare")
GUARD_HELPS = phrase("programs_ideas.guard_helps", "line")
LAST_REACHED = phrase("programs_ideas.last_reached", "line", "round", "rounds", "name", "value")


def of_right_idea(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    """Say that it is right, with the fact of the run that bears it out."""
    verdict = heard.idea
    if any(claim.is_cause for claim in heard.on_run):
        yield in_new_words(CAUSE_SEEN, topic)
    elif facts.part is not None and facts.part.is_answer:
        yield from _of_placed(topic, facts.part, focus)
    elif verdict.cause == "right":
        yield in_new_words(CAUSE_RIGHT, topic)
        moment = find_moment(topic.source, focus, facts.fault)
        asked = list(questions_at(moment, focus, facts.fault)) if moment is not None else []
        facts_told = [each.awaited.shown for each in asked[:1]]
        if not heard.on_run:
            yield from list(of_named(topic, heard, facts, focus))[:1] or facts_told
    elif verdict.line is not None:
        yield in_new_words(PLACE_THERE, topic, line=verdict.line)
        yield from list(of_named(topic, heard, facts, focus))[:1]


def of_place(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    """Say what the changes tried by the tutor tell of a line that is ruled out."""
    fault = facts.fault
    if fault is None or fault.ground != "repair" or not fault.agreed or fault.certain:
        return
    for line in heard.denied[:1]:
        if line in fault.lines:
            yield in_new_words(PLACE_STILL, topic, line=line)
            yield from list(of_line(topic.source, focus, line))[:1]


def tell_of_place(topic: Topic, heard: HeardMessage, facts: RunFacts) -> Iterator[str]:
    """Yield the verdict on a place that is suspected along with the program."""
    verdict = heard.idea
    if verdict.line is None or facts.focus is None or not heard.claims:
        return
    if verdict.place == "there":
        yield in_new_words(PLACE_THERE, topic, line=verdict.line)
    elif verdict.place == "elsewhere":
        yield from list(of_line(topic.source, facts.focus, verdict.line))[:1]
        yield in_new_words(PLACE_NOT_THERE, topic, line=verdict.line)


def place_verdict(topic: Topic, heard: HeardMessage, line: int) -> str:
    """Say of a line at which nothing helps that it isn't there; to who calls it fine, a yes."""
    calls_fine = has_word(topic.words, "fine") and not has_word(topic.words, "amiss_parts")
    is_fine = line in heard.denied or calls_fine
    return in_new_words(PLACE_FINE if is_fine else PLACE_NOT_THERE, topic, line=line)


def not_there(topic: Topic, line: int) -> str:
    """Say that a line can stay, in words that were not used before."""
    return in_new_words(PLACE_NOT_THERE, topic, line=line)


def _of_placed(topic: Topic, part: PartTried, focus: CaseResult) -> Iterator[str]:
    """Say that where a statement stands, or when it is done, is what decides, and when it is."""
    if part.guarded:
        yield in_new_words(GUARD_HELPS, topic, line=part.line)
        return
    yield in_new_words(FLOW_DECIDES, topic, line=part.line, call=name_call(focus.case))
    told = list(_of_last(topic, focus, part.line)) or of_line(topic.source, focus, part.line)
    yield from list(told)[:1]


def _of_last(topic: Topic, focus: CaseResult, line: int) -> Iterator[str]:
    """Say when a line is run for the last time, where rounds follow in which it isn't."""
    last = last_reached(topic.source, focus, line)
    if last is not None:
        number, rounds, name, value = last
        name, value = as_code(name), as_code(value)
        yield LAST_REACHED(line=line, round=number, rounds=rounds, name=name, value=value)


def of_named(
    topic: Topic, heard: HeardMessage, facts: RunFacts, focus: CaseResult
) -> Iterator[str]:
    """Yield what the run shows of the expressions and lines that a message names."""
    yield from (each.shown for each in facts.written)
    provenance = Provenance(topic.source, focus)
    for line in heard.lines:
        shared = provenance.of_shared(line=line)
        yield from [shared.text] if shared is not None else of_line(topic.source, focus, line)


def tell_undecided(topic: Topic, focus: CaseResult) -> list[str]:
    """Say that the run does not decide a cause, and how the call came to what it gives: who has
    told a cause is not asked for a change."""
    if topic.asks_why:
        return []
    origin = Provenance(topic.source, focus).of_result()
    if origin is None or is_said(origin.text, topic):
        return [in_new_words(OPEN_BARE, topic)]
    return [in_new_words(OPEN_CLAIM, topic), origin.text]
