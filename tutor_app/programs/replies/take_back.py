"""What the tutor has said before and the run shows otherwise by now: it is taken back in words."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.programs.ideas.place_verdicts import PLACE_NOT_THERE, PLACE_THERE
from tutor_app.programs.program_structure import changed_lines, read_program
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.wording.catalogue import Phrase, phrase

WRONG_ABOUT_LINE = phrase("programs_reactions.wrong_about_line", "line")
WRONG_PLACE = phrase("programs_reactions.wrong_place", "line")
TOO_QUICK = phrase("programs_reactions.too_quick")
HELPED = ("passes_all", "right_there")


def take_back(topic: Topic, facts: RunFacts) -> Iterator[str]:
    """Yield what the tutor was wrong in, at most one thing; none where all still holds."""
    for told in (_of_lines(topic, facts), _of_changes(topic, facts)):
        found = list(told)[:1]
        if found:
            yield from found
            return


def _of_lines(topic: Topic, facts: RunFacts) -> Iterator[str]:
    """A line was said to be right, and changing it alone helps; or the place, and isn't."""
    for line in _helping_lines(topic, facts):
        if _was_said(PLACE_NOT_THERE, topic, line=line):
            yield WRONG_ABOUT_LINE(line=line)
    fault = facts.fault
    if topic.is_changed or fault is None or not (fault.certain and fault.agreed):
        return
    lines = range(1, topic.source.count("\n") + 2)
    places = (each for each in lines if each not in fault.lines)
    yield from (WRONG_PLACE(line=n) for n in places if _was_said(PLACE_THERE, topic, line=n))


def _helping_lines(topic: Topic, facts: RunFacts) -> list[int]:
    """Return the one line whose change has made a call right."""
    tried = facts.tried
    is_help = tried is not None and tried.outcome in HELPED and bool(tried.before.failing)
    if tried is not None and is_help and not tried.change.inserted:
        return [tried.change.old_line or tried.change.line]
    if topic.before is None or not topic.is_changed or not _helps(facts):
        return []
    lines = changed_lines(topic.program, read_program(topic.before))
    return list(lines) if len(lines) == 1 else []


def _helps(facts: RunFacts) -> bool:
    if facts.old is None or facts.run is None:
        return False
    pairs = zip(facts.old.results, facts.run.results, strict=False)
    return any(was in facts.old.failing and now.status == "passed" for was, now in pairs)


def _of_changes(topic: Topic, facts: RunFacts) -> Iterator[str]:
    """A program was called right, and a call now goes wrong."""
    is_wrong = facts.run is not None and bool(facts.run.failing)
    if is_wrong and topic.over and not topic.is_changed and facts.is_news:
        yield TOO_QUICK()


def _was_said(told: Phrase, topic: Topic, **values: object) -> bool:
    said = " ".join(topic.hints)
    return any(text in said for text in told.wordings(**values))
