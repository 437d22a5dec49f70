"""What the tutor does next about a program: one move, which the facts have to allow."""

from __future__ import annotations

from tutor_app.domain.hint_ladder import (
    LADDER_END,
    TOP_LEVEL,
    record_first_message,
    record_help_request,
    record_right_attempt,
    record_same_level,
    record_wrong_attempt,
)
from tutor_app.domain.teaching import LadderEvent
from tutor_app.programs.locate_fault import is_kind_known
from tutor_app.programs.next_move.choose_question import ask_next
from tutor_app.programs.next_move.moves import (
    LINES,
    MOST_ASKED_AGAIN,
    Move,
    MoveKind,
    guess_key,
)
from tutor_app.programs.questions.step_facts import is_same, reports, values_told
from tutor_app.programs.replies.accepted_answers import (
    DUE,
    EXPECTED,
    FORETOLD,
    WHICH,
)
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.message_act import SHORT_ANSWER, HeardMessage
from tutor_app.programs.replies.printed_lines import (
    ask_of_line_ends,
    ask_of_twice,
    is_drawn,
    is_off,
    line_counts,
    lines_due,
)
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_values import CaseResult
from tutor_app.programs.try_change import TriedChange


def decide(topic: Topic, heard: HeardMessage, facts: RunFacts) -> Move:
    """Return the move for a message: the first that fits, from top to bottom."""
    if heard.act == "thanks" and (topic.over or facts.is_right):
        return Move(kind="farewell")
    event = _event(topic, heard, facts)
    if facts.is_right and (enough := _of_right_program(heard, facts, event)) is not None:
        return enough
    if heard.act == "pressed":
        return _instead(topic, heard, facts, event)
    if facts.cannot is not None:
        return _unrun(topic, heard, facts, event)
    awaited = topic.record.awaited
    is_foretold = awaited is not None and awaited.key.startswith(FORETOLD)
    if is_foretold and heard.answered == "wrong" and not topic.is_changed:
        return Move(kind="which_of_two", event=event)
    goes_on = topic.over and not (topic.is_changed or topic.new_calls or facts.is_news)
    asks_why = (goes_on or heard.act in ("why", "says")) and not topic.new_calls
    if facts.is_right and topic.record.mended and asks_why and not topic.is_changed:
        return Move(kind="why_it_works", event=event)
    silent = heard.act in ("shows", "says", "stuck", "why", "pressed") and not heard.checks
    is_open = facts.focus is not None and facts.focus.status == "ran" and not topic.is_changed
    of_call = is_open and heard.act in ("tells", "answers") and not heard.checks
    if facts.is_right and not silent and not of_call:
        return Move(kind="confirm", event=record_right_attempt(topic.ladder))
    if topic.ladder.level >= LADDER_END and heard.act not in ("shows", "changes", "proposes"):
        return Move(kind="end", event=event or record_same_level(topic.ladder, "why"))
    if is_open_as_told(topic, facts):
        return Move(kind="nothing", event=event)
    return (
        _by_level(heard, facts, event)
        or _of_reading(facts, event)
        or _of_guess(topic, heard, facts, event)
        or _of_proposal(topic, heard, facts, event)
        or _of_what_is_due(topic, heard, facts, event)
        or ask_next(topic, heard, facts, event)
    )


def is_open_as_told(topic: Topic, facts: RunFacts) -> bool:
    """Whether a new version gives what the message tells, and nothing says that it is wrong."""
    is_open = facts.focus is not None and facts.focus.status == "ran" and facts.run is not None
    is_new = topic.is_changed and topic.does_else and is_open
    return bool(is_new and facts.run and reports(facts.run, values_told(topic.words)))


def _of_right_program(
    heard: HeardMessage, facts: RunFacts, event: LadderEvent | None
) -> Move | None:
    """Return the move where every known call passes and no verdict on the whole is asked for."""
    if heard.act == "pressed" or (facts.tried is not None and heard.act == "proposes"):
        return Move(kind="keep", event=event)  # nothing is left to be given
    is_told = bool(heard.of_python) or heard.bearing.fact is not None
    is_told = is_told and heard.act in ("says", "why")
    return Move(kind="nothing", event=event) if is_told else None


def _instead(topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None) -> Move:
    """Return what is done instead of telling the repair: the next question, where one is there."""
    focus = facts.focus
    asked = (
        ask_next(topic, heard, facts, event)
        if focus is not None and focus.status != "ran"
        else None
    )
    probe = asked.probe if asked is not None else None
    return Move(kind="instead", event=event, probe=probe, result=focus)


def _unrun(topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None) -> Move:
    """Return the move where nothing is known of what the program does."""
    if heard.says_it_works:
        return Move(kind="take_word", event=record_right_attempt(topic.ladder))
    if topic.ladder.level >= LADDER_END and heard.act not in ("shows", "changes"):
        return Move(kind="end", event=event or record_same_level(topic.ladder, "why"))
    return _by_level(heard, facts, event) or Move(kind="cannot_run", event=event)


def _of_reading(facts: RunFacts, event: LadderEvent | None) -> Move | None:
    """Ask about the line at which the program stops before any call."""
    is_unread = facts.run is not None and not facts.run.loads
    return Move(kind="ask_about_reading", event=event) if is_unread else None


def _of_guess(
    topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None
) -> Move | None:
    """Ask, once, whether a value that words may mean is what exactly this call must give."""
    if heard.act == "stuck" or facts.run is None:
        return None
    seen = {r.case.call.text for _, r in facts.seen if not topic.is_first}
    told = {(c.call.text.split("\n")[-1], c.expected) for c in facts.cases if c.is_decided}
    guessed = (
        each
        for each in facts.run.results
        if each.case.guess is not None
        and not _is_shown(each)
        and (each.case.call.text, each.case.guess) not in told
        and each.case.call.text not in seen
    )
    new = (each for each in guessed if guess_key(each.case) not in topic.record.asked)
    result = min(new, key=lambda each: each.case.call.text != facts.complained, default=None)
    return Move(kind="ask_guess", event=event, result=result) if result is not None else None


def _is_shown(result: CaseResult) -> bool:
    """Whether a call gives what words may mean: who complains of that has seen it."""
    guess = result.case.guess or ""
    return is_same(guess, result.value or "") or guess.strip("'\"") == result.printed.strip()


def _of_proposal(
    topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None
) -> Move | None:
    """Say how a change does that helps, or ask where it goes, or what must come out."""
    tried = facts.tried
    if facts.places and heard.act == "proposes":
        return Move(kind="ask_which_place", event=event)
    if _is_unplaced(topic, heard, facts):
        return Move(kind="ask_lines", event=event, result=facts.focus)
    if heard.act not in ("proposes", "shows") or tried is None:
        return None
    if _has_other_lines(topic, tried):
        return Move(kind="ask_change", event=event, result=facts.focus)
    if tried.outcome == "undecided" and reports(tried.after, values_told(topic.words)):
        return Move(kind="nothing", event=event)  # what comes out they say themselves
    if tried.outcome == "undecided" and tried.failing_after is not None:
        return Move(kind="ask_whether_due", event=event, result=tried.failing_after)
    if tried.outcome != "passes_all":
        return None
    return Move(kind="verdict_of_change", event=event)


def _has_other_lines(topic: Topic, tried: TriedChange) -> bool:
    """Whether a copy prints another number of lines than the message says there are to be."""
    after, wanted = tried.failing_after, lines_due(topic)
    return wanted is not None and after is not None and wanted not in line_counts(after)


def _is_unplaced(topic: Topic, heard: HeardMessage, facts: RunFacts) -> bool:
    """Whether a change is told that nobody could put in its place: its lines are asked for."""
    is_failing = facts.focus is not None and facts.focus.status != "ran"
    is_long = len(topic.words.split()) > SHORT_ANSWER  # an answer, and then a change
    is_heard = topic.tells_change and facts.tried is None and facts.part is None
    is_heard = is_heard and not heard.of_python
    is_heard = is_heard and not any(each.agrees for each in heard.on_run)
    is_heard = is_heard and not (heard.rule is not None and "?" in topic.words)
    is_heard = is_heard and (heard.answered != "right" or is_long)
    is_talk = heard.act in ("says", "why", "answers", "argues") and not topic.is_changed
    return is_failing and is_heard and is_talk and topic.record.asked[-2:].count(LINES) < 2


def _of_what_is_due(
    topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None
) -> Move | None:
    """Ask for an input, or for what it must give, where that decides whether anything is wrong."""
    focus = facts.focus
    kind: MoveKind
    if facts.is_right and (focus is None or focus.status != "ran"):
        return Move(kind="nothing_fails", event=event)
    if focus is None:
        return Move(kind="ask_for_input", event=event)
    named = facts.result_of(topic.new_calls[0]) if topic.new_calls else None
    if heard.act == "tells" and named is not None and named.status == "ran":
        kind = "ask_whether_due" if facts.is_right else "ask_expected"
        return Move(kind=kind, event=event, result=named)
    if is_off(topic, focus):
        return _of_lines(topic, heard, facts, focus, event)
    return _of_open_value(topic, heard, facts, focus, event) or _of_doubt(
        topic, heard, facts, event
    )


def _of_open_value(
    topic: Topic,
    heard: HeardMessage,
    facts: RunFacts,
    focus: CaseResult,
    event: LadderEvent | None,
) -> Move | None:
    """Ask for what a call must give of which nothing says it: one that gives a value, or an edge
    that was named just now and at which the program stops."""
    due = f"{DUE}{focus.case.call.text}"
    is_asked = f"{EXPECTED}{focus.case.call.text}" in topic.record.asked
    closes = heard.says_it_works or heard.act == "changes" or is_asked
    stops = focus.error is not None and not focus.case.is_decided and not topic.is_first
    is_named = focus.case.call.text != topic.record.focus and heard.act != "changes"
    if stops and not is_asked and (is_named or facts.mended is not None):
        return Move(kind="ask_expected", event=event, result=focus)
    if focus.status == "ran" and closes and due not in topic.record.asked:
        return Move(kind="ask_whether_due", event=event, result=focus)
    if focus.status == "ran":
        open_ones = facts.undecided
        if focus.case.guess is not None:  # the question was asked and left
            return None
        one = len(open_ones) == 1 or facts.complained is not None
        if one and not is_asked:
            return Move(kind="ask_expected", event=event, result=focus)
        if not one and topic.record.asked.count(WHICH) < MOST_ASKED_AGAIN:
            return Move(kind="ask_which", event=event)
    return None


def _of_doubt(
    topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None
) -> Move | None:
    """Have the student look at the one example that fails beside many, once."""
    call = facts.focus.case.call.text if facts.focus is not None else ""
    is_doubted = heard.act == "changes" and facts.may_be_mistaken
    if is_doubted and f"doubt {call}" not in topic.record.asked:
        return Move(kind="doubt_example", event=event, result=facts.focus)
    return None


def _of_lines(
    topic: Topic,
    heard: HeardMessage,
    facts: RunFacts,
    focus: CaseResult,
    event: LadderEvent | None,
) -> Move | None:
    """Of a program that prints too many or too few lines ask what its prints do, then for a
    change."""
    asking = (ask_of_twice(facts.source, focus), ask_of_line_ends(facts.source, focus))
    new = (p for p in asking if p is not None and p.awaited.key not in topic.record.asked)
    probe = next(new, None)
    if probe is None or heard.act == "proposes":
        return Move(kind="ask_change", event=event, result=focus)
    return Move(kind="ask", event=event, probe=probe, result=focus)


def _by_level(heard: HeardMessage, facts: RunFacts, event: LadderEvent | None) -> Move | None:
    """Return the hint of the upper levels, which only a call for help brings.

    Of another program it is said that the student's is like it: only where runs show how.
    """
    if event is None or heard.act not in ("stuck", "changes"):
        return None
    if event.level >= LADDER_END:
        return Move(kind="end", event=event)
    if event.level == TOP_LEVEL:
        return Move(kind="partial", event=event)
    is_like = facts.cannot is not None or is_kind_known(facts.fault)
    return Move(kind="analogue", event=event) if event.level == TOP_LEVEL - 1 and is_like else None


def _event(topic: Topic, heard: HeardMessage, facts: RunFacts) -> LadderEvent | None:
    ladder = topic.ladder
    if topic.is_first or topic.over:
        return record_first_message(ladder, facts.passes)
    match heard.act:
        case "stuck":
            return record_help_request(ladder)
        case "changes" if topic.does_else and facts.cannot is not None:
            return record_same_level(ladder, "attempt")
        case "changes" if facts.is_step:
            return record_same_level(ladder, "attempt")
        case "changes" if topic.does_else:
            # How many calls pass is how far an attempt has got.
            return record_wrong_attempt(ladder, facts.passes + is_drawn(topic, facts.focus))
        case "proposes":
            return record_same_level(ladder, "attempt")
        case "why" | "argues":
            return record_same_level(ladder, "why")
        case "pressed":
            return record_same_level(ladder, "pressed")
        case _:
            return None
