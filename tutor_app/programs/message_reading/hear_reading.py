"""What a message does, from its reading and what was run for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.behaviour.cause_verdicts import judge_causes
from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.ideas.asked_rules import rule_asked
from tutor_app.programs.ideas.idea_verdict import (
    UNDECIDED,
    IdeaVerdict,
    judge_by_trying,
    judge_idea,
    judge_line_with_values,
)
from tutor_app.programs.ideas.reach_claims import claims_on_reach
from tutor_app.programs.ideas.round_claims import claims_on_rounds
from tutor_app.programs.ideas.run_claims import RunClaim, claims_on_keeping
from tutor_app.programs.ideas.why_answers import NOT_ASKED, answer_why
from tutor_app.programs.message_reading.carried_out import CheckedClaim
from tutor_app.programs.message_reading.reading import ProgramReading
from tutor_app.programs.message_reading.said_values import is_said as is_value_said
from tutor_app.programs.replies.accepted_answers import (
    DUE,
    call_foretold,
    is_accepted,
    is_of_kind,
    read_value,
)
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.replies.message_act import Act, Answered, HeardMessage, says_it_works
from tutor_app.programs.replies.program_reply import is_said
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import lines_denied, names_spoken
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.dialogue_acts import NEXT_HINT

MOST_CLAIMS = 2  # that are told in one reply


def hear_reading(
    topic: Topic, reading: ProgramReading, facts: RunFacts, embedder: Embedder | None
) -> HeardMessage:
    """Return what a message does: what it shows and changes counts before what it says."""
    checked = facts.looked
    if not reading.is_any("saw", "cause", "whether", "answers", "check"):
        checked = tuple(map(_open, checked))
    may_confirm = (_is_spoken(each, topic.words, reading) for each in checked)
    checked = tuple(c if ok else _open(c) for c, ok in zip(checked, may_confirm, strict=True))
    news = (each for each in checked if not _says_nothing_new(each, facts, reading))
    answered = _answered(topic, reading, facts)
    told = [e for e in news if answered != "right" or e.is_asked or e.claim.agrees]
    told = [each for each in told if not is_said(each.claim.shown, topic)]
    printed = {name for each in facts.of_elements for name in each.about.split()}
    told = [each for each in told if not (each.names and each.names <= printed)]
    if answered is not None and topic.record.awaited is not None:  # which is told as its answer
        told = [each for each in told if each.seen[-1:] != topic.record.awaited.accepted[:1]]
    claims = sorted((each.claim for each in told), key=lambda claim: not claim.agrees)
    observed = tuple(
        (look.code, look.value)
        for look in reading.looks
        if look.value is not None and look.code.isidentifier()
    )
    rule = rule_asked(topic, reading, facts)
    if rule is not None:  # its fact says the same of the line, and more
        kept = (each for each in told if not _is_in_rule(each, rule))
        claims = sorted((each.claim for each in kept), key=lambda claim: not claim.agrees)
    on_run = _with_words(topic, facts, claims)
    idea = _judge(topic, reading, facts, on_run, embedder)
    asks_why = reading.is_any("why", "how", "what", "whether") and bool(topic.words)
    of_value = reading.is_any("why") and bool(observed) and not idea.is_right
    why = NOT_ASKED
    if asks_why and rule is None and (of_value or not claims):
        why = answer_why(topic, facts, observed)
    if of_value and why.shown is not None:  # who asks why it is so, knows that it is
        on_run = tuple(each for each in on_run if each not in claims)
    return HeardMessage(
        act=_act(topic, reading, facts, answered),
        answered=answered,
        lines=reading.blamed,
        names=names_spoken(topic.source, topic.words),
        observed=(),
        says_it_works=says_it_works(topic),
        whys=(reading.course,) if reading.course is not None and not reading.looks else (),
        claims=(topic.words,) if reading.is_any("cause") else (),
        idea=idea,
        checks=reading.is_any("check"),
        on_run=on_run,
        denied=lines_denied(topic.source, topic.words),
        why=why,
        going_on=judge_causes(facts.going_on, topic.said, embedder),
        rule=rule,
    )


def _with_words(topic: Topic, facts: RunFacts, claims: Sequence[RunClaim]) -> tuple[RunClaim, ...]:
    """Return the claims with what the words say of rounds and of elements, which no reading holds,
    before them."""
    words = [each.text for each in topic.said] or [topic.words]
    rounds = (
        *facts.of_elements,
        *claims_on_reach(topic.source, words, facts.focus),
        *claims_on_rounds(topic.source, words, facts.focus),
        *claims_on_keeping(topic.source, words, facts.focus),
    )
    new = [each for each in rounds if not is_said(each.shown, topic)]
    left = claims if not new else [each for each in claims if each.agrees]
    return (*new, *left)[:MOST_CLAIMS]


def _is_in_rule(checked: CheckedClaim, rule: ShownCause) -> bool:
    """Whether the rule that is told says it better: a yes to what a trap shows at some moment would
    be one to the trap."""
    at_line = checked.claim.line in rule.lines
    if checked.claim.agrees:
        return rule.is_trap and rule.is_in(checked.names, ())
    return at_line or rule.is_in(checked.names, ())


def _is_spoken(checked: CheckedClaim, words: str, reading: ProgramReading) -> bool:
    """Whether the student's own words say what is claimed: a yes to what was read into them would
    be one to something else."""
    said = {token.text for token in tokens_of(words)}
    if checked.value in ("True", "False", "None", None):
        return not reading.edits and all(name in said for name in checked.names)
    return is_value_said(checked.value, words)


def _open(checked: CheckedClaim) -> CheckedClaim:
    return replace(checked, claim=replace(checked.claim, agrees=None))


def _says_nothing_new(checked: CheckedClaim, facts: RunFacts, reading: ProgramReading) -> bool:
    """Whether what is looked at only holds what the call gives: who asks why, has seen that."""
    given = facts.focus.value if facts.focus is not None else None
    return reading.is_any("why") and given is not None and checked.seen[-1:] == (given,)


def _answered(topic: Topic, reading: ProgramReading, facts: RunFacts) -> Answered | None:
    """Return how a message answers the open question; None where it doesn't, or only the student
    knows what is right."""
    awaited = topic.record.awaited
    if awaited is None or not awaited.accepted or topic.is_first or awaited.key.startswith(DUE):
        return None
    said = reading.answer or _foretold(reading, awaited)
    if said is None:
        return None
    if awaited.kind == "line":
        numbers = [each for each in said.replace(",", " ").split() if each.isdecimal()]
        named = [*numbers, *map(str, reading.blamed)]
        said = next((each for each in named if each in awaited.accepted), next(iter(named), None))
    elif not is_accepted(said, awaited):
        said = read_value(awaited, said)
    if said is None:
        return None
    if is_accepted(said, awaited):
        return "right"
    is_said_so = is_value_said(said, topic.words) or awaited.kind in ("line", "yes")
    return "wrong" if is_of_kind(said, awaited) and is_said_so else None


def _foretold(reading: ProgramReading, awaited: AwaitedAnswer) -> str | None:
    """Return what a message says of the call that it was asked about, whatever it calls that."""
    asked = call_foretold(awaited)
    if asked is None:
        return None
    call = plain_call(asked)
    said = (*reading.wants, *reading.runs)
    return next((each.value for each in said if plain_call(each.call) == call), None)


def _judge(
    topic: Topic,
    reading: ProgramReading,
    facts: RunFacts,
    on_run: Sequence[RunClaim],
    embedder: Embedder | None,
) -> IdeaVerdict:
    if any(each.agrees is False for each in on_run):
        return UNDECIDED  # what it rests on isn't so
    by_trying = judge_by_trying(facts.part, (*facts.of_elements, *on_run))
    if by_trying.is_decided or not (reading.is_any("cause") or reading.blamed):
        return by_trying
    said = [each.text for each in topic.said if each.may_tell_cause]
    verdict = judge_idea(topic.source, said, reading.blamed, facts.fault, embedder)
    return verdict if verdict.is_decided else judge_line_with_values(reading.blamed, facts.fault)


def _act(topic: Topic, reading: ProgramReading, facts: RunFacts, answered: Answered | None) -> Act:
    tells = bool(reading.wants or reading.runs or facts.is_news)
    says = bool(tells or reading.looks or reading.counts or reading.blamed or reading.edits)
    in_order: tuple[tuple[Act, bool], ...] = (
        ("shows", topic.is_first),
        ("changes", topic.is_changed),
        ("stuck", topic.words.strip() == NEXT_HINT),
        ("proposes", facts.tried is not None or bool(facts.places)),
        ("pressed", reading.is_any("solution") and not says and answered is None),
        ("works", says_it_works(topic) and not reading.looks),
        ("tells", tells),
        ("answers", answered is not None),
        ("stuck", reading.is_any("stuck") and not (says or reading.is_any("cause", "change"))),
        ("why", reading.is_any("why", "whether", "what", "how")),
        ("argues", reading.is_any("corrects") and not says),
        ("thanks", reading.does[:1] == ("thanks",)),
    )
    return next((act for act, holds in in_order if holds), "says")
