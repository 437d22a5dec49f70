"""What the student does with a message about a program, by its forms and by what a run decides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.programs.behaviour.cause_verdicts import CauseVerdict, judge_causes
from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.code_in_text import (
    Token,
    names_in,
    parse_program,
    tokens_of,
    values_in,
    with_plain_signs,
)
from tutor_app.programs.ideas.asked_of_whole import seeks_failing_input
from tutor_app.programs.ideas.asked_rules import rule_of_why
from tutor_app.programs.ideas.claimed_returns import claimed_return
from tutor_app.programs.ideas.idea_verdict import (
    UNDECIDED,
    IdeaVerdict,
    judge_by_trying,
    judge_idea,
    judge_line_with_values,
)
from tutor_app.programs.ideas.reach_claims import claims_on_reach
from tutor_app.programs.ideas.round_claims import claims_on_rounds
from tutor_app.programs.ideas.run_claims import RunClaim, claims_on_run
from tutor_app.programs.ideas.said_sentences import is_glad
from tutor_app.programs.ideas.what_bears import NOTHING_BEARS, Bearing, bearing_on
from tutor_app.programs.ideas.why_answers import (
    NOT_ASKED,
    WhyAnswer,
    answer_why,
    lead_to_origin,
    lines_setting,
    makes_one_object,
)
from tutor_app.programs.remarks.state_claims import claims_on_states
from tutor_app.programs.replies.accepted_answers import (
    DUE,
    SHOULD,
    WANTED,
    accepts,
    is_accepted,
    is_of_kind,
    read_value,
    says_ought,
)
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import (
    code_in,
    lines_denied,
    lines_named,
    names_spoken,
    without_code,
    without_line_numbers,
)
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import DialogueAct, takes_leave
from tutor_app.understanding.dialogue_acts import NEXT_HINT

Act = Literal[
    "shows",
    "changes",
    "proposes",
    "answers",
    "tells",
    "works",
    "stuck",
    "pressed",
    "why",
    "argues",
    "thanks",
    "says",
]
Answered = Literal["right", "wrong"]

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_PUT_AT = _WORDS["put_at"]
_HOLDING = _WORDS["holding"] | {"=", ":", "=="}  # behind a name of one letter
_ASKS_WHETHER = re.compile(r"(?i)^\W*(?:can|could|is there|how)\b.*\?")
SHORT_ANSWER = 25  # words
FEW_WORDS = 6
_BEGINS = 2  # words with which a message answers before it tells a change
_TELLING = frozenset("= : ` , ==".split())  # signs between a name and its value
_NEAR = 6  # tokens between a variable's name and its value


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardMessage:
    """What a message does. `answered` says how it answers the open question, if it does.

    `lines` and `names` are the lines and variables of the program that it speaks of; `observed`
    the values that it says variables to hold, by name. `says_it_works`: as it is now. `whys` are
    the sentences that ask for a reason, `claims` those that say a cause, a place or a plan, and
    `idea` what the runs say to them; `checks` where it asks whether what is there is right.
    `on_run` is what the run says to counts and rounds that it tells; `seeks_failing` where it asks
    for an input on which the program goes wrong. `denied` are lines that it rules out;
    `says_what_should_be` where it names a value that is due. `why` is what the run shows of the
    reason that it asks for, with the question one step further back; `bearing` is what the run has
    that its words are near to. `going_on` is the verdict on what it says of something that goes on
    there; `rule` is what goes on that it asks the reason of, `of_python` what is told to who asks
    what something of Python itself does.
    """

    act: Act
    answered: Answered | None = None
    lines: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    observed: tuple[tuple[str, str], ...] = ()
    says_it_works: bool = False
    whys: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    idea: IdeaVerdict = UNDECIDED
    checks: bool = False
    on_run: tuple[RunClaim, ...] = ()
    seeks_failing: bool = False
    denied: tuple[int, ...] = ()
    says_what_should_be: bool = False
    why: WhyAnswer = NOT_ASKED
    going_on: CauseVerdict | None = None
    rule: ShownCause | None = None
    of_python: tuple[str, ...] = ()
    bearing: Bearing = NOTHING_BEARS


def hear(topic: Topic, facts: RunFacts, embedder: Embedder | None = None) -> HeardMessage:
    """Return what a message does: what it shows counts before what it says."""
    lines = _lines_meant(topic, facts, topic.words)
    names = names_spoken(topic.source, topic.words)
    observed = tuple(_observed(topic, names))
    plain = topic.without(each.text for each in facts.written)
    answered = read_answer(plain, lines, observed)
    said = [each.text for each in plain.said if not each.asks_why] if plain.said else [plain.words]
    on_run = (
        *facts.of_elements,
        *claims_on_reach(topic.source, said, facts.focus),
        *claims_on_rounds(topic.source, said, facts.focus),
        *claims_on_run(topic.source, said, facts.focus, observed),
        *claims_on_states(_spoken(topic), facts.focus),
    )
    on_run = tuple(c for c in on_run if c.agrees is not None or not makes_one_object(facts, c.line))
    if facts.complained is not None and facts.complained != topic.record.focus and _of_other(facts):
        on_run = ()  # they are said of that call
    back = claimed_return(topic.source, _spoken(topic), facts.focus)
    on_run = on_run if back is None or any(each.agrees for each in on_run) else (back, *on_run)
    turns_away = facts.written or _turns_away(topic, facts)
    if answered == "wrong" and (on_run or turns_away or "?" in topic.words):
        answered = None
    awaited = topic.record.awaited
    is_due = awaited is not None and awaited.key.startswith(DUE)
    if facts.is_news and not facts.agreed and (is_due or answered == "wrong"):
        answered = None  # another value is due
    is_other = awaited is not None and awaited.kind in ("line", "yes")
    if on_run and (is_other or not observed):
        answered = None  # what is named or counted is said of the run
    is_claimed = any(claim.agrees is not None for claim in on_run)
    by_trying = judge_by_trying(facts.part, facts.of_elements)
    idea = by_trying if is_claimed else _judge(topic, facts, lines, embedder)
    answered = None if answered == "wrong" and idea.is_decided else answered
    on_run = on_run if is_claimed or not idea.is_right else ()
    idea = UNDECIDED if any(each.agrees is False for each in on_run) else idea
    denied = lines_denied(topic.source, topic.words)
    if idea.place == "there" and idea.line in denied:
        idea = UNDECIDED
    proposes = _proposes(topic, facts, observed, is_told=idea.is_right or bool(on_run))
    act = _act(topic, facts, answered, proposes, observed)
    if act == "proposes" and _is_part_of_change(topic):
        answered = None
    seeks = not topic.is_first and any(map(seeks_failing_input, split_sentences(topic.words)))
    supposes = "?" in topic.words and any(each.may_tell_cause for each in topic.said)
    supposes = supposes and not (topic.is_first or topic.is_changed or proposes)
    asks_rule = (topic.asks_why or supposes) and not seeks
    rule = rule_of_why(topic, facts) if asks_rule else None
    why = (
        NOT_ASKED
        if seeks or rule is not None or back is not None or facts.of_elements
        else answer_why(topic, facts, observed)
    )
    tells_due = says_ought(topic.words) and any(values_in(topic.words))
    if answered == "right" and why is NOT_ASKED and tells_due:
        why = lead_to_origin(topic, facts)
    going_on = judge_causes(facts.going_on, topic.said, embedder)
    if rule is None and going_on is not None and "?" in topic.words and not topic.is_first:
        rule = going_on.cause
    return HeardMessage(
        act="says" if seeks and act in ("stuck", "pressed", "why") else act,
        answered=answered,
        lines=lines,
        names=names,
        observed=observed,
        says_it_works=says_it_works(topic),
        whys=tuple(each.text for each in topic.said if each.asks_why and not seeks),
        claims=tuple(each.text for each in topic.said if each.is_claim),
        idea=idea,
        checks=seeks or any(each.guess.act == "ask.check" for each in topic.said),
        on_run=on_run,
        seeks_failing=seeks,
        denied=denied,
        says_what_should_be=tells_due,
        why=why,
        going_on=going_on,
        rule=rule,
        bearing=bearing_on(topic, facts, lines),
    )


def _of_other(facts: RunFacts) -> bool:
    """Whether another call than the one whose run is known is complained of."""
    call = facts.focus.case.call.text if facts.focus is not None else None
    return call is not None and plain_call(call) != plain_call(facts.complained or call)


def _spoken(topic: Topic) -> list[str]:
    return [each.text for each in topic.said] if topic.said else [topic.words]


def _lines_meant(topic: Topic, facts: RunFacts, words: str) -> tuple[int, ...]:
    """Return the lines that words name: by number, code or what it sets, or with values in it."""
    written = (each.line for each in facts.written if each.text in words)
    named = (*lines_named(topic.source, words), *written)
    return tuple(dict.fromkeys((*named, *lines_setting(facts, words))))


def _is_part_of_change(topic: Topic) -> bool:
    """Whether what would answer how often or yes stands behind the words of a change."""
    awaited = topic.record.awaited
    begins = " ".join(topic.words.split()[:_BEGINS])
    return awaited is not None and awaited.kind in ("count", "yes") and not accepts(awaited, begins)


def _judge(
    topic: Topic, facts: RunFacts, lines: tuple[int, ...], embedder: Embedder | None
) -> IdeaVerdict:
    """Judge what the sentences say that do not ask for a reason; without them the whole message."""
    by_trying = judge_by_trying(facts.part, facts.of_elements)
    if by_trying.is_decided:
        return by_trying
    said = [each for each in topic.said if not each.asks_why]
    words = " ".join(each.text for each in said)
    suspected = _lines_meant(topic, facts, words) if topic.said else lines
    causes = [each.text for each in said if each.may_tell_cause]
    verdict = judge_idea(topic.source, causes, suspected, facts.fault, embedder)
    written = [each.line for each in facts.written if each.text in words]
    return verdict if verdict.is_decided else judge_line_with_values(written, facts.fault)


def _act(
    topic: Topic,
    facts: RunFacts,
    answered: Answered | None,
    proposes: bool,
    observed: tuple[tuple[str, str], ...] = (),
) -> Act:
    silent = answered is None
    in_order: tuple[tuple[Act, bool], ...] = (
        ("shows", topic.is_first),
        ("changes", topic.is_changed),
        ("stuck", topic.words.strip() == NEXT_HINT),
        ("pressed", silent and _is_whole(topic, "help.solution")),
        ("proposes", bool(facts.places) and not _tells_run(facts, observed)),
        ("proposes", proposes),
        ("answers", answered == "right"),
        ("works", says_it_works(topic)),
        ("tells", bool(facts.seen or topic.new_calls or facts.is_news)),
        ("stuck", silent and _is_whole(topic, "help.stuck")),
        ("argues", _is_whole(topic, "react.disagree") and not topic.asks_why),
        ("why", topic.asks_why or _is_whole(topic, "ask.why") or _is_whole(topic, "ask.simpler")),
        ("answers", not silent),
        ("thanks", takes_leave(topic.act)),
    )
    return next((act for act, holds in in_order if holds), "says")


def _is_whole(topic: Topic, act: DialogueAct) -> bool:
    """Whether a message does this and no more: each of its sentences, or the last, does it too."""
    if topic.act is None or topic.act.act != act:
        return False
    return topic.act.sure or len(topic.said) < 2 or topic.said[-1].guess.act == act


def says_it_works(topic: Topic) -> bool:
    """Whether the message says that the program works now."""
    if topic.act is None:
        return any(is_glad(sentence) for sentence in split_sentences(topic.words))
    return any(each.says_it_works for each in topic.said)


def _proposes(
    topic: Topic,
    facts: RunFacts,
    observed: tuple[tuple[str, str], ...],
    *,
    is_told: bool,
) -> bool:
    """Whether a message tells a change: none where it tells a right cause, or how often a line is
    run (`is_told`), and a change that does not help was read of that."""
    if facts.tried is not None and facts.tried.change.named:
        return True
    if facts.tried is None or (is_told and not _helps(facts) and not _is_code(topic)):
        return False
    if topic.new_calls and facts.tried.outcome == "same" and not topic.tells_change:
        return False  # "what happens with f(-1)?" asks about that call
    if _ASKS_WHETHER.search(topic.words) and facts.tried.outcome == "same" and not _is_code(topic):
        return False  # "can I do it without the loop?"
    return not _only_observes(topic, facts, observed)


def _is_code(topic: Topic) -> bool:
    """Whether a message has a line of code to go in."""
    pieces = code_in(topic.source, topic.words).fragments
    return any(each.size > 1 and each.kind in ("statement", "header", "block") for each in pieces)


def _helps(facts: RunFacts) -> bool:
    return facts.tried is not None and facts.tried.outcome in ("passes_all", "right_there")


def _only_observes(topic: Topic, facts: RunFacts, observed: tuple[tuple[str, str], ...]) -> bool:
    """Whether "lo = 2" tells what the run shows and changes nothing, or stands among several.

    A change that helps, or that puts a line in, is a change, whatever the run shows.
    """
    inserts = facts.tried is not None and facts.tried.change.inserted
    if _helps(facts) or (inserts and not facts.written) or topic.tells_change:
        return False
    return len(observed) > 1 or bool(facts.written) or _tells_run(facts, observed)


def _tells_run(facts: RunFacts, observed: tuple[tuple[str, str], ...]) -> bool:
    """Whether what a variable is said to hold is what the run shows."""
    steps = facts.focus.trace if facts.focus is not None else ()
    held = {pair for step in steps for pair in step.variables}
    return bool(observed) and observed[0] in held


# --- the answer to the open question ----------------------------------------------------------


def _turns_away(topic: Topic, facts: RunFacts) -> bool:
    """Whether the message speaks of another call than the one of the open question."""
    awaited, call = topic.record.awaited, facts.complained
    return awaited is not None and call is not None and plain_call(call) not in awaited.key


def read_answer(
    topic: Topic, lines: tuple[int, ...], observed: tuple[tuple[str, str], ...]
) -> Answered | None:
    """Return whether the message answers the open question right or wrong.

    A long message, or one that names several values, may speak of something else: it is no wrong
    answer.
    """
    awaited = topic.record.awaited
    if awaited is None or not awaited.accepted or topic.is_first or not topic.words:
        return None
    if awaited.key.startswith(DUE) and awaited.kind == "value":
        return None  # only the student knows it
    if awaited.kind == "line":
        named = [str(line) for line in lines]
        said = next((line for line in named if line in awaited.accepted), next(iter(named), None))
    else:
        said = read_value(awaited, without_line_numbers(without_code(topic.source, topic.words)))
    is_help = _is_whole(topic, "help.stuck") and not any(c.isdecimal() for c in topic.words)
    if said is None or (is_help and not is_accepted(said, awaited)):
        return None  # "no idea" counts nothing
    if _is_said_by_chance(topic, said) or _is_said_of_another(topic, awaited.key):
        return None
    if is_accepted(said, awaited):
        return None if _is_said_of_the_call(topic, said, awaited.key) else "right"
    asked_for = awaited.key.replace(":", " ").split()
    if observed and not any(name in asked_for for name, _ in observed):
        return None  # the value is said of something else
    if not awaited.key.startswith((SHOULD, WANTED)) and says_ought(topic.words):
        return None  # what ought to be is no answer to what is
    is_short = len(topic.words.split()) <= SHORT_ANSWER
    return "wrong" if is_short and is_of_kind(said, awaited) else None


def _is_said_by_chance(topic: Topic, said: str) -> bool:
    """Whether a longer message that says a cause has a number in it as a word only: "one b is
    lost" counts nothing."""
    is_long = len(topic.words.split()) > FEW_WORDS
    is_cause = bool(topic.said) and any(each.is_claim for each in topic.said)
    written = {token.text for token in tokens_of(without_code(topic.source, topic.words))}
    return is_long and is_cause and said.isdecimal() and said not in written


def _is_said_of_another(topic: Topic, key: str) -> bool:
    """Whether a value is said of another input than that of the open question: "True for 1900"."""
    words = with_plain_signs(topic.words)
    return any(
        words[: span.start].casefold().split()[-1:] == ["for"] and span.text not in key
        for span in values_in(words)
    )


def _is_said_of_the_call(topic: Topic, said: str, key: str) -> bool:
    """Whether a longer message tells what the call must give, which is by chance the answer too."""
    focus = topic.record.focus
    due = [each.expected for each in topic.cases if each.call.text == focus]
    names = names_spoken(topic.source, topic.words)
    is_long = len(topic.words.split()) > FEW_WORDS
    return is_long and said in due and not any(name in key for name in names)


def _observed(topic: Topic, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the values that stand right behind a variable's name: "lo = 2", "`m` is 0"."""
    words = with_plain_signs(topic.words)
    tree = parse_program(topic.source)
    one_letter = {name for name in (names_in(tree) if tree is not None else ()) if len(name) == 1}
    for value in values_in(words):
        before = [token for token in tokens_of(words[: value.start])][-_NEAR:]
        if value.text.startswith("[") and words[: value.start][-1:].isalnum():
            continue  # a place in it, "xs[0]", is not what it holds
        spoken = [token.text for token in before if token.text in names]
        held = before[:-1] if before and before[-1].text in _PUT_AT else before
        short = held[-2].text if len(held) > 1 and held[-1].text in _HOLDING else ""
        if short in one_letter:
            yield short, value.text
            continue
        between = before[_place(before, spoken[-1]) + 1 :] if spoken else []
        if spoken and all(token.text in _TELLING or token.text[0].isalpha() for token in between):
            yield spoken[-1], value.text


def _place(tokens: list[Token], text: str) -> int:
    return max(n for n, token in enumerate(tokens) if token.text == text)
