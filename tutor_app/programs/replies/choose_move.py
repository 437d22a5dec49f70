"""What the tutor does next about a program: one move, which the facts have to allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

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
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.fault_questions import questions_at_fault
from tutor_app.programs.questions.question_bank import bank_questions
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.questions.smaller_call import ask_of_smaller
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.replies.accepted_answers import (
    DUE,
    EXPECTED,
    FORETOLD,
    OF_VARIABLE,
    SET,
    WHICH,
    accepts,
    is_let_be,
)
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.replies.message_act import SHORT_ANSWER, HeardMessage
from tutor_app.programs.replies.printed_lines import ask_of_twice, count_wanted, lines_of
from tutor_app.programs.replies.program_reply import is_said
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.told_turn import told_question
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case, CaseResult, Step
from tutor_app.programs.try_change import TriedChange

MoveKind = Literal[
    "cannot_run",
    "take_word",
    "instead",
    "ask_for_input",
    "ask_about_reading",
    "confirm",
    "nothing_fails",
    "ask_expected",
    "ask_which",
    "ask_which_place",
    "ask_change",
    "ask_lines",
    "why_it_works",
    "doubt_example",
    "predict",
    "verdict_of_change",
    "keep",
    "ask_whether_due",
    "ask_guess",
    "ask",
    "ask_of_next",
    "nothing_new",
    "analogue",
    "partial",
    "end",
    "farewell",
    "which_of_two",
    "nothing",
]

CHANGE = "change"  # what a question is remembered by that asks for a change
LINES = "lines"  # that asks for the lines of a change which was told in words
MOST_CHANGES_ASKED = 3
MOST_ASKED_AGAIN = 2  # times that one thing is asked which only the student knows
FEW_ASKED = 2  # questions after which lines may be asked about without a call for help
POINTED = 2  # the level from which a line may be named that the student did not name


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What is done next. `event` moves the hint ladder, if it moves; `probe` is what is asked,
    `result` the case that it is asked of."""

    kind: MoveKind
    event: LadderEvent | None = None
    probe: RunQuestion | None = None
    result: CaseResult | None = None


def decide(topic: Topic, heard: HeardMessage, facts: RunFacts) -> Move:
    """Return the move for a message: the first that fits, from top to bottom."""
    if heard.act == "thanks" and (topic.over or facts.is_right):
        return Move(kind="farewell")
    event = _event(topic, heard, facts)
    if heard.act == "pressed":
        return _instead(topic, heard, facts, event)
    if facts.cannot is not None:
        return _unrun(topic, heard, event)
    if facts.is_right and facts.tried is not None and heard.act == "proposes":
        return Move(kind="keep", event=event)
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
    return (
        _by_level(heard, event)
        or _of_reading(facts, event)
        or _of_guess(topic, heard, facts, event)
        or _of_proposal(topic, heard, facts, event)
        or _of_what_is_due(topic, heard, facts, event)
        or _ask(topic, heard, facts, event)
    )


def _instead(topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None) -> Move:
    """Return what is done instead of telling the repair: the next question, where one is there."""
    focus = facts.focus
    asked = (
        _ask(topic, heard, facts, event) if focus is not None and focus.status != "ran" else None
    )
    probe = asked.probe if asked is not None else None
    return Move(kind="instead", event=event, probe=probe, result=focus)


def _unrun(topic: Topic, heard: HeardMessage, event: LadderEvent | None) -> Move:
    """Return the move where nothing is known of what the program does."""
    if heard.says_it_works:
        return Move(kind="take_word", event=record_right_attempt(topic.ladder))
    if topic.ladder.level >= LADDER_END and heard.act not in ("shows", "changes"):
        return Move(kind="end", event=event or record_same_level(topic.ladder, "why"))
    return _by_level(heard, event) or Move(kind="cannot_run", event=event)


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
        and (each.case.call.text, each.case.guess) not in told
        and each.case.call.text not in seen
    )
    new = (each for each in guessed if guess_key(each.case) not in topic.record.asked)
    result = min(new, key=lambda each: each.case.call.text != facts.complained, default=None)
    return Move(kind="ask_guess", event=event, result=result) if result is not None else None


def guess_key(case: Case) -> str:
    """Return what the question is remembered by whether a call must give the value guessed."""
    return f"must {case.guess} {plain_call(case.call.text)}"


def _of_proposal(
    topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None
) -> Move | None:
    """Have the student foretell what comes out with a change that helps, or say if it does."""
    tried = facts.tried
    if facts.places and heard.act == "proposes":
        return Move(kind="ask_which_place", event=event)
    if _is_unplaced(topic, heard, facts):
        return Move(kind="ask_lines", event=event, result=facts.focus)
    if heard.act != "proposes" or tried is None:
        return None
    if _has_other_lines(topic, tried):
        return Move(kind="ask_change", event=event, result=facts.focus)
    if tried.outcome == "undecided" and tried.failing_after is not None:
        return Move(kind="ask_whether_due", event=event, result=tried.failing_after)
    if tried.outcome != "passes_all":
        return None
    if topic.asks_verdict or _is_foretold(topic, tried):
        return Move(kind="verdict_of_change", event=event)
    return Move(kind="predict", event=event, result=tried.failing_before or facts.focus)


def _has_other_lines(topic: Topic, tried: TriedChange) -> bool:
    """Whether a copy prints another number of lines than the message says there are to be."""
    after, wanted = tried.failing_after, count_wanted(topic.words)
    return wanted is not None and after is not None and len(lines_of(after)) != wanted


def _is_foretold(topic: Topic, tried: TriedChange) -> bool:
    """Whether a message itself says what comes out with its change."""
    after = tried.failing_after
    told = [each.value for each in topic.reading.runs] if topic.reading is not None else []
    value = after.value if after is not None else None
    return value is not None and any(each is not None and is_same(each, value) for each in told)


def _is_unplaced(topic: Topic, heard: HeardMessage, facts: RunFacts) -> bool:
    """Whether a change is told that nobody could put in its place: its lines are asked for."""
    is_failing = facts.focus is not None and facts.focus.status != "ran"
    is_long = len(topic.words.split()) > SHORT_ANSWER  # an answer, and then a change
    is_heard = topic.tells_change and facts.tried is None
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
    due = f"{DUE}{focus.case.call.text}"
    is_asked = f"{EXPECTED}{focus.case.call.text}" in topic.record.asked
    closes = heard.says_it_works or heard.act == "changes" or is_asked
    if focus.status == "ran" and closes and due not in topic.record.asked:
        return Move(kind="ask_whether_due", event=event, result=focus)
    if focus.status == "ran":
        open_ones = facts.undecided
        if focus.case.guess is not None:  # the question was asked and left
            return None
        one = len(open_ones) == 1 or facts.complained is not None
        if one and not is_asked:
            twice = ask_of_twice(facts.source, focus) if count_wanted(topic.words) else None
            kind = "ask_expected" if twice is None else "ask"
            return Move(kind=kind, event=event, probe=twice, result=focus)
        if not one and topic.record.asked.count(WHICH) < MOST_ASKED_AGAIN:
            return Move(kind="ask_which", event=event)
    if (
        heard.act == "changes"
        and facts.may_be_mistaken
        and f"doubt {focus.case.call.text}" not in topic.record.asked
    ):
        return Move(kind="doubt_example", event=event, result=focus)
    return None


def _by_level(heard: HeardMessage, event: LadderEvent | None) -> Move | None:
    """Return the hint of the upper levels, which only a call for help brings."""
    if event is None or heard.act not in ("stuck", "changes"):
        return None
    if event.level >= LADDER_END:
        return Move(kind="end", event=event)
    if event.level == TOP_LEVEL:
        return Move(kind="partial", event=event)
    return Move(kind="analogue", event=event) if event.level == TOP_LEVEL - 1 else None


def _event(topic: Topic, heard: HeardMessage, facts: RunFacts) -> LadderEvent | None:
    ladder = topic.ladder
    if topic.is_first or topic.over:
        return record_first_message(ladder, facts.passes)
    match heard.act:
        case "stuck":
            return record_help_request(ladder)
        case "changes" if topic.does_else and facts.cannot is not None:
            return record_same_level(ladder, "attempt")
        case "changes" if topic.does_else:
            # How many calls pass is how far an attempt has got.
            return record_wrong_attempt(ladder, facts.passes)
        case "proposes":
            return record_same_level(ladder, "attempt")
        case "why" | "argues":
            return record_same_level(ladder, "why")
        case "pressed":
            return record_same_level(ladder, "pressed")
        case _:
            return None


# --- the next question ------------------------------------------------------------------------


def _ask(topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None) -> Move:
    """Ask what the run can answer: of the input on the table, else of the next that fails."""
    level = event.level if event is not None else topic.ladder.level
    focus = facts.focus
    assert focus is not None
    asking = _Asking(topic, heard, level, facts.fault, focus.trace)
    if topic.reading is not None and heard.act not in ("shows", "stuck", "pressed"):
        return _after_reading(topic, heard, facts, Move(kind="nothing", event=event, result=focus))
    if _tells_cause(topic, heard) and topic.record.asked.count(CHANGE) < MOST_ASKED_AGAIN:
        return Move(kind="ask_change", event=event, result=focus)
    half = facts.tried is not None and facts.tried.outcome == "still_wrong"
    if half and heard.act == "proposes" and topic.record.asked[-1:] != (CHANGE,):
        return Move(kind="ask_change", event=event, result=focus)
    led = asking.first([heard.why.asks]) if heard.why.asks is not None else None
    probe = led or asking.first(questions_at_fault(facts.source, focus, facts.fault))
    if probe is not None:
        return Move(kind="ask", event=event, probe=probe, result=focus)
    if topic.is_first and topic.reading is not None:
        smaller = ask_of_smaller(facts.source, facts.run, focus, facts.fault)
        kind: MoveKind = "ask" if smaller is not None else "ask_change"
        return Move(kind=kind, event=event, probe=smaller, result=focus)
    smaller = asking.first(list(bank_questions(facts.source, focus, facts.fault)))
    has_begun = len(topic.record.asked) >= FEW_ASKED or smaller is None
    if CHANGE not in topic.record.asked and has_begun:
        return Move(kind="ask_change", event=event, result=focus)
    if smaller is not None:
        return Move(kind="ask", event=event, probe=smaller, result=focus)
    for result in _others(facts, focus):
        traced = run_program(facts.source, [result.case], trace_case=0).results[0]
        probe = asking.first(
            [
                *questions_at_fault(facts.source, traced, facts.fault),
                *bank_questions(facts.source, traced, None),
            ]
        )
        if probe is not None:
            return Move(kind="ask_of_next", event=event, probe=probe, result=traced)
    return Move(kind="nothing_new", event=event)


def _after_reading(topic: Topic, heard: HeardMessage, facts: RunFacts, move: Move) -> Move:
    """Return the question that follows from what was said, if one does: not one beside it.

    Who tells a cause that the run bears out is asked for a change; else the next question about the
    moment at which it goes wrong is put, unless the message itself asks something.
    """
    reading, focus = topic.reading, facts.focus
    assert reading is not None
    assert focus is not None
    level = move.event.level if move.event is not None else topic.ladder.level
    asking = _Asking(topic, heard, level, facts.fault, focus.trace)
    is_found = heard.turn is not None and heard.turn.verdict == "right"
    is_found = is_found or any(claim.agrees for claim in heard.on_run)
    is_borne_out = reading.is_any("cause") and is_found
    going_on = heard.going_on is not None and heard.going_on.is_right
    asks_change = topic.record.asked.count(CHANGE) < MOST_CHANGES_ASKED
    change = replace(move, kind="ask_change") if asks_change else move
    if heard.idea.is_right or going_on or is_borne_out:
        return change
    if (led_on := told_question(topic, heard.turn)) is not None:
        return replace(move, kind="ask", probe=led_on)
    if _asks_itself(topic):
        return move  # its own question is answered, and no other one put beside it
    if heard.answered == "right" and heard.why.asks is not None:
        probe = asking.first([heard.why.asks])
    else:
        probe = asking.first(questions_at_fault(facts.source, focus, facts.fault))
    if probe is not None:
        return replace(move, kind="ask", probe=probe)
    return change


def _asks_itself(topic: Topic) -> bool:
    """Whether a message asks something that is no question for a verdict on its own change."""
    reading = topic.reading
    return reading is not None and reading.is_any("why", "how", "what") and not reading.edits


def _tells_cause(topic: Topic, heard: HeardMessage) -> bool:
    """Whether a message says where or why it goes wrong: then a change is what is left to tell.

    The open question is dropped for it, unless the message answers that wrong.
    """
    if heard.idea.is_right or (heard.going_on is not None and heard.going_on.is_right):
        return True
    if heard.idea.place == "elsewhere" or heard.answered == "wrong" or heard.checks:
        return False
    is_led = len(topic.record.asked) >= FEW_ASKED or CHANGE in topic.record.asked
    return is_led and bool(heard.claims) and heard.act in ("says", "argues", "answers")


def ask_further(topic: Topic, heard: HeardMessage, facts: RunFacts, move: Move) -> Move:
    """Return the next question in place of a move that would say what was said before."""
    focus = facts.focus
    if focus is None or move.kind == "end":
        return move
    return _ask(topic, heard, facts, move.event)


def _others(facts: RunFacts, focus: CaseResult) -> Iterator[CaseResult]:
    """Yield the other calls that were run: those that fail first."""
    results = facts.run.results if facts.run is not None else ()
    failing = facts.run.failing if facts.run is not None else ()
    yield from (result for result in failing if result.case != focus.case)
    yield from (r for r in results if r.case != focus.case and r not in failing)


@dataclass(frozen=True, slots=True)
class _Asking:
    """Chooses among questions for one message."""

    topic: Topic
    heard: HeardMessage
    level: int
    fault: Fault | None
    trace: Sequence[Step] = ()

    def first(self, probes: Sequence[RunQuestion]) -> RunQuestion | None:
        """Return the open question in other words, else the nearest that was not asked.

        What the student speaks of comes first; only they name the line at fault.
        """
        asked = self.topic.record.asked
        probes = [p for p in probes if not self._is_shown(p) and not self._is_argument(p)]
        if self.topic.reading is not None:
            probes = [p for p in probes if not self._is_obvious(p)]
        if self.heard.says_what_should_be:
            probes = [p for p in probes if not p.awaited.key.startswith(OF_VARIABLE)]
        awaited = self.topic.record.awaited
        refused = awaited.key if awaited is not None and self.heard.answered == "wrong" else None
        probes = [p for p in probes if not is_let_be(p.awaited.key, asked, refused)]
        if self._is_open() and not self._is_answered():
            key = self.topic.record.asked[-1]
            again = [probe for probe in probes if probe.awaited.key == key]
            if again and asked.count(key) < len(again[0].wordings):
                return again[0]
        new = [p for p in probes if p.awaited.key not in asked and not self._is_told(p)]
        spoken = set(self.heard.lines)
        of_lines = [probe for probe in new if spoken & probe.lines]
        if of_lines and self.heard.act not in ("stuck", "shows"):
            return of_lines[0]
        return next((probe for probe in new if self._may_be_asked(probe)), None)

    def _is_shown(self, probe: RunQuestion) -> bool:
        """Whether the tutor has told, or tells now, what answers a question."""
        shown = probe.awaited.shown
        told_now = any(claim.shown == shown for claim in self.heard.on_run)
        return bool(shown) and (told_now or is_said(shown, self.topic))

    def _is_told(self, probe: RunQuestion) -> bool:
        """Whether the message itself says what a question would ask for."""
        if probe.awaited.kind == "wish":
            return False  # what is there was said, and not whether it is wanted
        accepted = probe.awaited.accepted
        if probe.awaited.kind == "line":
            return any(str(line) in accepted for line in self.heard.lines)
        return any(
            name == probe.name and any(is_same(value, each) for each in accepted)
            for name, value in self.heard.observed
        )

    def _is_obvious(self, probe: RunQuestion) -> bool:
        """Whether it asks for the line that sets a variable, and one line alone could."""
        name = probe.name
        if probe.awaited.kind != "line" or not probe.awaited.key.startswith(SET) or name is None:
            return False
        values: dict[int, None] = {}
        for step, after in pairwise(self.trace):
            held, now = dict(step.variables).get(name), dict(after.variables).get(name)
            if held is not None and now is not None and held != now:
                values[step.line] = None
        return len(values) < 2

    def _is_argument(self, probe: RunQuestion) -> bool:
        """Whether it asks for an argument that stands in the call and that nothing changes."""
        held = [value for s in self.trace for name, value in s.variables if name == probe.name]
        begun = [dict(s.variables).get(probe.name or "") for s in self.trace[:1]]
        return probe.awaited.kind == "value" and bool(held) and {*held} == {*begun}

    def _is_answered(self) -> bool:
        """Whether the message has what answers the open question, though it may mean something
        else by it: then it isn't asked again."""
        awaited = self.topic.record.awaited
        return awaited is not None and accepts(awaited, self.topic.words)

    def _may_be_asked(self, probe: RunQuestion) -> bool:
        """Whether the ladder lets a question name its line: never the one at fault."""
        if not probe.names_line:
            return True
        at_fault = self.fault is not None and probe.tells_line in self.fault.lines
        is_pointed = self.level >= POINTED or len(self.topic.record.asked) >= FEW_ASKED
        return is_pointed and not at_fault

    def _is_open(self) -> bool:
        """Whether the question of the last reply waits for its answer, and was not left behind."""
        waits = self.topic.record.awaited is not None and self.heard.answered is None
        return (
            waits and bool(self.topic.record.asked) and self.heard.act in ("says", "tells", "why")
        )
