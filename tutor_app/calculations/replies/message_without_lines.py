"""What is said to a message about a calculation that brings no line: a reason, a hint, a claim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.reading.lone_expression import lone_expression
from tutor_app.calculations.replies.calculation_hints import hint, rule_of
from tutor_app.calculations.replies.proof_replies import proof_replies
from tutor_app.calculations.replies.relations_asked import (
    only_mistake,
    other_form,
    relations_asked,
)
from tutor_app.calculations.replies.reply_turn import (
    REASONS,
    RIGHT,
    SET_UPS,
    WHY,
    CalculationTurn,
    Reply,
    say_as,
)
from tutor_app.calculations.replies.results_of_others import claim_replies, problems_told
from tutor_app.calculations.replies.shown_rules import in_numbers, rule_spoken_of, shown_rule
from tutor_app.calculations.replies.step_replies import (
    why_of_earlier,
    why_of_step,
    why_of_wrong,
)
from tutor_app.calculations.replies.story_replies import (
    OF_STORY,
    claims_in_story,
    how_counted,
    judged_before,
    story_hint,
    story_reply,
)
from tutor_app.calculations.replies.thought_replies import thought_replies
from tutor_app.calculations.replies.values_of_others import values_of_others
from tutor_app.calculations.replies.verdict_replies import (
    CANNOT_TELL,
    OPEN_CONCLUSION,
    is_of_set_up,
    set_up_reply,
    undecided_reply,
)
from tutor_app.calculations.speech.asked_verdicts import asked_verdict, asks_place
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.speech.proof_questions import supposed_sign
from tutor_app.calculations.speech.reason_clauses import asks_reason
from tutor_app.calculations.spoken_values import line_spoken_of
from tutor_app.calculations.stories.judge_story import JudgedValue
from tutor_app.calculations.wrong_lines import WrongLine
from tutor_app.domain.hint_ladder import (
    Ladder,
    record_help_request,
    record_same_level,
    replay_events,
)
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Event, LadderEvent, Offers, Sentence, WorkRecord
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase

NOT_TOLD = phrase("calculations_replies.not_told")
RESTATED_RIGHT = phrase("calculations_replies.restated_right", "last")
CHECKED_TWICE = phrase("calculations_replies.checked_twice")
STILL_STANDS = phrase("calculations_replies.still_stands")
_TELLING: Final = ("tell.", "work.")
_ASKS: Final = (*WHY, "react.disagree", "ask.check")


def reply_without_lines(turn: CalculationTurn, work: WorkRecord) -> Reply:
    """What asks for the next hint, for a reason, for the verdict; or brings others' results."""
    facts = turn.examine(work.text)
    judged = judged_before(turn, facts)
    if judged is not None:
        return (yield from _about_story(turn, work, facts, judged))
    if aside := _asked_aside(turn, facts):
        yield from aside
        return turn.leave_record(work.text, work.key, aside, (), work.verdict)
    return (yield from _about_work(turn, work, facts))


def _asked_aside(turn: CalculationTurn, facts: CalculationFacts) -> list[Event]:
    """Return the answer to what a message asks beside the work; [] where it asks nothing so."""
    if turn.text == NEXT_HINT or any(True for _ in proof_replies(turn)):
        return []
    told = [*only_mistake(turn, facts), *relations_asked(turn, facts)]
    return told or [*rule_spoken_of(turn, facts)] or [*other_form(turn, facts)]


def _about_work(turn: CalculationTurn, work: WorkRecord, facts: CalculationFacts) -> Reply:
    if line := line_spoken_of((*turn.heard.quoted, *turn.heard.claims), facts):
        facts = turn.examine(line)
    of_set_up = is_of_set_up(turn, facts) or work.verdict in SET_UPS
    event: LadderEvent | None = None
    replied: list[Event] = []
    proofs: list[Event] = []
    if turn.text != NEXT_HINT:
        proofs = list(proof_replies(turn))
        sign = supposed_sign(turn.text)
        tried = sign is not None and sign.name == "one_case"  # no value of the work
        claims = () if tried else _claimed(turn) or values_of_others(turn)
        asked = asked_verdict(turn.text) if values_of_others(turn) else None
        replied += claim_replies(
            claims,
            work.text,
            facts,
            of_set_up=of_set_up,
            asked=asked,
            problems=problems_told(turn),
        )
        replied += proofs
        if not replied:
            proofs = _shown_in_numbers(turn, facts)
            replied += [*proofs, *(() if proofs else why_of_earlier(turn, work.text, facts))]
    if facts.wrong is not None:
        ladder = replay_events(work.key, turn.session.ladder.hold(work.key))
        event = _event_of(turn, ladder, claims=bool(replied))
        answered = bool(replied) and turn.act.act not in REASONS
        thoughts = list(_thoughts(turn, work, facts.wrong))
        answered = answered or bool(proofs or (thoughts and _is_enough(turn, event)))
        told = [] if answered else _unheard(_of_wrong(turn, work, facts, event), work)
        if thoughts and told:  # its question takes the place of the hint's
            told = [each for each in told if getattr(each, "role", "") != "question"]
        told = [*_unheard(thoughts, work), *told] if answered else [*told, *thoughts]
        if not told and not replied:  # all was said: the next hint says more
            event = record_help_request(ladder)
            told = [*hint(facts, event.level, turn.cite, turn.person)]
            if turn.act.act in WHY and event.level > 1 and facts.wrong.topic:
                told += turn.cite(facts.wrong.topic)  # whoever asks for the rule is shown where
        replied += told
        replied.append(Offers(messages=(NEXT_HINT,)))
    elif not replied:
        replied += _of_no_mistake(turn, work, facts, of_set_up=of_set_up)
    yield from replied
    verdict = "worked_right" if of_set_up else facts.outcome
    ladder_events = (event,) if event is not None else ()
    return turn.leave_record(work.text, work.key, replied, ladder_events, verdict)


def _shown_in_numbers(turn: CalculationTurn, facts: CalculationFacts) -> list[Event]:
    """Return a rule in numbers, to who asks to see it so, or why it holds where all is right."""
    asks = "numbers" in turn.asks or (facts.outcome in RIGHT and not turn.heard.quoted)
    return list(shown_rule(turn, facts)) if asks else []


def _is_enough(turn: CalculationTurn, event: LadderEvent) -> bool:
    """Whether a thought taken up answers a message: none that asks for a rule, or for a hint."""
    return event.cause == "why" and turn.act.act not in REASONS


def _thoughts(turn: CalculationTurn, work: WorkRecord, wrong: WrongLine) -> Iterator[Event]:
    """Yield what the student thought at the wrong step, taken up; no value that is only tried."""
    if turn.text == NEXT_HINT:
        return
    text = turn.text
    for each in (*_claimed(turn), *values_of_others(turn)):
        text = text.replace(each, " ")
    yield from thought_replies(replace(turn, text=text), work.text, wrong)


def _about_story(
    turn: CalculationTurn, work: WorkRecord, facts: CalculationFacts, judged: JudgedValue
) -> Reply:
    """What is said on a value whose story was read: others' values, why it differs, a hint."""
    ladder = replay_events(work.key, turn.session.ladder.hold(work.key))
    event: LadderEvent | None = None
    replied: list[Event] = [
        *claims_in_story(turn, values_of_others(turn) or _claimed(turn), facts, judged)
    ]
    if not replied and judged.fit == "differs":
        asks = turn.text != NEXT_HINT and turn.act.act in _ASKS
        event = record_same_level(ladder, "why") if asks else record_help_request(ladder)
        told = [*story_hint(turn, judged, 1 if asks else event.level)]
        if not (left := _unheard(told, work)):
            event = record_help_request(ladder)
            left = [*story_hint(turn, judged, event.level)]
        replied += [*left, Offers(messages=(NEXT_HINT,))]
    elif not replied:
        counted = list(how_counted(judged)) if turn.act.act in WHY else []
        replied += counted or story_reply(turn, facts, judged, 1)
    yield from replied
    events = (event,) if event is not None else ()
    return turn.leave_record(work.text, work.key, replied, events, OF_STORY[judged.fit])


def _claimed(turn: CalculationTurn) -> tuple[str, ...]:
    """Return what is held against the work: of what is only quoted, two values that compete."""
    told = (*turn.heard.claims, *turn.heard.values)
    bare = all(lone_expression(each) == each and "=" not in each for each in told)
    if asks_reason(turn.text) and bare:
        return ()  # "why is there a 3?": spoken of, and claimed by nobody
    if turn.heard.values and not turn.heard.claims:
        return turn.heard.values
    if turn.heard.offers_value and not turn.heard.claims:
        asked = lone_expression(turn.text)  # "is it 5 then?": asked about rather than claimed
        return () if asked is None else (asked,)
    quoted = turn.heard.quoted
    competes = (
        len({each.lstrip("+- ") for each in quoted}) > 1
        and not turn.heard.claims
        and turn.act.act not in WHY
    )
    return quoted if competes and turn.heard.asks_which else turn.heard.claims


def _of_wrong(
    turn: CalculationTurn, work: WorkRecord, facts: CalculationFacts, event: LadderEvent
) -> list[Event]:
    assert facts.wrong is not None
    full = [*hint(facts, event.level, turn.cite, turn.person)]
    replied: list[Event] = []
    if event.cause == "pressed":
        return [say_as(NOT_TOLD(), "verdict")]
    if event.cause == "why":
        by_form = facts.wrong.term is None and facts.wrong.factors is None
        asks = bool(turn.heard.quoted) and turn.act.act in WHY
        if by_form and asks and not _quotes(turn, facts.wrong.line):
            replied += why_of_step(turn, work.text, only_rules=True)
        if not replied:
            replied += why_of_wrong(turn, facts.wrong)
        asked = any(getattr(each, "role", "") == "question" for each in replied)
        if not asked and rule_of(facts.wrong) in "\n".join(work.hints):  # again it is no reason
            replied += in_numbers(turn, facts.wrong.rule, is_mended=False)
    return replied or full


def _quotes(turn: CalculationTurn, line: str) -> bool:
    """Whether a message quotes a line."""
    return any(line in turn.examine(each).lines for each in turn.heard.quoted)


def _unheard(replied: list[Event], work: WorkRecord) -> list[Event]:
    """Return a reply without what was said word for word before; [] if no sentence is left."""
    heard = "\n".join(work.hints)
    left = [each for each in replied if not isinstance(each, Sentence) or each.text not in heard]
    return left if any(isinstance(each, Sentence) for each in left) else []


def _event_of(turn: CalculationTurn, ladder: Ladder, *, claims: bool) -> LadderEvent:
    act = turn.act.act
    if act == "help.solution" and turn.text != NEXT_HINT:
        return record_same_level(ladder, "pressed")
    if turn.text != NEXT_HINT and asks_place(turn.text):
        return record_help_request(ladder)
    if turn.text != NEXT_HINT and (claims or act in _ASKS or turn.heard.quoted):
        return record_same_level(ladder, "why")
    return record_help_request(ladder)


def _of_no_mistake(
    turn: CalculationTurn, work: WorkRecord, facts: CalculationFacts, *, of_set_up: bool
) -> Iterator[Event]:
    if facts.outcome not in RIGHT:
        yield from undecided_reply(turn, facts)
        return
    if (
        turn.act.act in WHY
        or turn.asks
        or (turn.heard.has_own and turn.act.act == "react.disagree")
    ):
        told = list(why_of_step(turn, work.text))
        if told:
            if not _unheard(told, work):
                yield say_as(RESTATED_RIGHT(last=facts.lines[-1]), "verdict")
            yield from told
            return
    if more := _told_beside(turn, work):
        yield say_as(turn.unsaid(CANNOT_TELL, lines=more), "question")
        return
    if turn.act.act.startswith(_TELLING):  # in words: that the work is right says no yes to it
        clause = split_sentences(turn.text)[-1].strip(" .!")
        yield say_as(OPEN_CONCLUSION(clause=clause), "notice")
        return
    if of_set_up:
        yield from set_up_reply(turn, facts)
        return
    yield say_as(RESTATED_RIGHT(last=facts.lines[-1]), "verdict")
    protests = turn.act.act == "react.disagree" or bool(turn.heard.quoted)
    yield say_as(STILL_STANDS() if protests else CHECKED_TWICE(), "result")


def _told_beside(turn: CalculationTurn, work: WorkRecord) -> str:
    """Return the last mathematics of a message that the work on the table does not have, "" where
    it has all: that the work is right is no answer to it. A digit alone claims nothing."""
    plain, fragments = math_fragments(turn.text)
    stood = _bare(math_fragments(work.text)[0])
    for each in reversed(fragments):
        told = plain[each.start : each.end].strip()
        is_more = not each.is_value or sum(map(str.isdigit, told)) > 1
        if is_more and any(map(str.isalnum, told)) and _bare(told) not in stood:
            return " ".join(told.replace("sqrt ", "√").split())
    return ""


def _bare(text: str) -> str:
    return "".join(text.split())
