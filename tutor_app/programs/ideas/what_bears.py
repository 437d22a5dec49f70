"""What the run of the program on the table has to say to a message: one fact that is new."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor_app.programs.ideas.telling_facts import TellingFact, TellingFacts
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.program_structure import changed_lines, read_program
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import with_calls, without_calls
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import calls_fine, lines_denied, lines_named
from tutor_app.programs.run_program import run_program
from tutor_app.wording.catalogue import phrase

RULE_STANDS = phrase("programs_ideas.rule_stands", "rule")
IN_VERSION_BEFORE = phrase("programs_causes.in_version_before", "shown")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """The `fact` that a message's words are nearest to and that was not told yet; `line` is the one
    at fault where the message names that as the place."""

    fact: TellingFact | None = None
    line: int | None = None


NOTHING_BEARS = Bearing()
NEARLY = 0.9  # of the nearness of the fact that was told before: what is further off is beside it


def bearing_on(topic: Topic, facts: RunFacts, lines: tuple[int, ...]) -> Bearing:
    """Return what bears on a message that asks why, guesses or reports; of a program that is right
    by now the version that was not tells why."""
    if topic.is_first or facts.run is None or not topic.words:
        return NOTHING_BEARS
    if facts.is_right and topic.record.mended and not topic.is_changed:
        return NOTHING_BEARS  # what the change has done is told
    if facts.is_right:
        asks = any(each.asks_why or each.names_reason for each in topic.said)
        return Bearing(fact=_of_version_before(topic, facts)) if asks else NOTHING_BEARS
    if facts.focus is None or not facts.focus.trace:
        return NOTHING_BEARS
    telling = TellingFacts(topic.source, facts.focus, facts.fault)
    whys = " ".join(each.text for each in topic.said if each.asks_why)
    found = [*telling.near(whys, lines_named(topic.source, whys))] if whys else []
    if not any(each.score for each in found):
        found = [*telling.near(topic.words, lines)]
    least = NEARLY * max((each.score for each in found), default=0.0)
    near = (each for each in found if each.score >= least and not _is_told(each, topic))
    fact = next(near, None)
    if fact is None and found and topic.asks_why:  # asked once more, it is told once more
        again = RULE_STANDS(rule=found[0].text)
        fact = replace(found[0], text=again) if found[0].score else None
    return Bearing(fact=fact, line=_line_at_fault(topic, facts.fault, telling))


def _line_at_fault(topic: Topic, fault: Fault | None, telling: TellingFacts) -> int | None:
    """Return the line of the fault where a sentence that may tell a cause means that one."""
    if fault is None or fault.ground != "repair" or not fault.agreed or calls_fine(topic.words):
        return None
    for each in topic.said:
        named = lines_named(topic.source, each.text)
        line = telling.line_meant(each.text, named) if each.is_claim else None
        if line in fault.lines and line not in lines_denied(topic.source, topic.words):
            return line
    return None


def _of_version_before(topic: Topic, facts: RunFacts) -> TellingFact | None:
    """Return what went on in the version that was wrong, at the lines that were changed since."""
    before = topic.before if topic.is_changed else topic.record.failing
    results = facts.run.results if facts.run is not None else ()
    held = [each.case for each in results if each.case.call.text == topic.record.focus]
    if before is None or before == topic.source or not held:
        return None
    was = next(iter(run_program(before, held[:1], trace_case=0).results), None)
    if was is None or not was.trace:
        return None
    changed = changed_lines(read_program(before), topic.program)
    telling = TellingFacts(before, was, None)
    for each in telling.near("", changed):
        if each.line in changed:
            shown = f"{each.text[:1].lower()}{each.text[1:]}"
            return replace(each, text=IN_VERSION_BEFORE(shown=shown))
    return None


def _is_told(fact: TellingFact, topic: Topic) -> bool:
    texts = (with_calls(fact.text), without_calls(fact.text))
    return any(text in hint for text in texts for hint in topic.hints)
