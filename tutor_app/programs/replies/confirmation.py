"""What is said of a program whose known calls all give what they must, and what is left to try."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.domain.values import Sentence
from tutor_app.programs.ideas.part_tried import has_word
from tutor_app.programs.program_structure import read_program
from tutor_app.programs.replies.accepted_answers import DUE, EXPECTED, FORETOLD, WHICH
from tutor_app.programs.replies.choose_analogue import topic_of_change
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import name_call
from tutor_app.programs.replies.program_reply import (
    Reply,
    as_sentence,
    first_new,
    open_question,
    say_once,
    whether_due,
)
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.run_outcome_sentences import (
    outcome_of,
    tell_mended,
    tell_result,
)
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

ALL_PASS = phrase("programs_confirm.all_pass", "count")
WHICH_INPUT = phrase("programs_confirm.which_input")
FOUND_CRASH = phrase("programs_confirm.found_crash", "shown")
CONFIRM = phrase("programs_confirm.confirm", "count")
GIVES_AS_IT_SHOULD = phrase("programs_confirm.gives_as_it_should", "call", "value")
ALL_AS_THEY_SHOULD = phrase("programs_confirm.all_as_they_should", "shown")
COUNTED = phrase("programs_confirm.counted", "count")
NOT_OF_RUN = phrase("programs_confirm.not_of_run")
NAME_ONE = phrase("programs_confirm.name_one")
KEEP_BOTH = phrase("programs_confirm.keep_both", "count")
OTHERS = phrase("programs_confirm.others", "shown")
OTHERS_SHOWN = phrase("programs_confirm.others_shown", "shown")
WHY_MENDED = phrase("programs_confirm.why_mended", "fact")
KEEP = phrase("programs_confirm.keep", "count")
TAKE_WORD = phrase("programs_unrun.take_word")
SHOULD_IT = phrase("programs_moves.what_should", "call")
UNTRIED = phrase("programs_confirm.untried", "call")
FOR_ALL = phrase("programs_confirm.for_all")
ON_YOUR_CALL = phrase("programs_confirm.on_your_call", "call", "value")
PARTS = phrase("programs_confirm.parts", "call", "before", "now")
STOPS_NOW = phrase("programs_confirm.stops_now", "shown", "before")
NONE_ELSE = phrase("programs_confirm.none_else", "count")
SOME_ELSE = phrase("programs_confirm.some_else", "count", "all", "call", "before", "now")

_ASKS = re.compile(r"(?i)\b(?:why|how|what|which|does|do|can)\b.*\?")
FEWEST_RUN = 5  # small inputs, for their number to be told
MOST_SHOWN = 3  # calls that are told one by one


def confirm(topic: Topic, facts: RunFacts) -> Reply:
    """Say of each known call what it gives, what the change has done, and what is left to try."""
    doubt = _doubted(facts)
    lead = as_sentence(_told_right(topic, facts, is_doubted=doubt is not None), "verdict")
    changed = _what_changed(topic, facts)
    asked = (
        doubt or _another_use(topic, facts) or _others(topic, facts) or _left_to_try(topic, facts)
    )
    return Reply(
        sentences=(lead, *changed, *asked.sentences),
        asked=asked.asked,
        awaited=asked.awaited,
        mended=changed[0].text if changed else None,
        topic=_topic_mended(topic),
        offers=False,
    )


def tell_nothing_fails(topic: Topic, facts: RunFacts) -> Reply:
    """Say that every known call is right, and look at one that nobody named."""
    if not topic.is_first:
        return tell_still_right(topic, facts)
    lead = say_once(ALL_PASS, topic, "verdict", count=facts.passes)
    left = _others(topic, facts) or _left_to_try(topic, facts)
    if left.sentences or facts.purpose is not None:
        return Reply(sentences=(*lead, *left.sentences), asked=left.asked, awaited=left.awaited)
    return Reply(sentences=(*lead, *say_once(WHICH_INPUT, topic, "question")), asked="input")


def tell_why_it_works(topic: Topic, facts: RunFacts) -> Reply:
    """Say once more what the last change has made otherwise, with the course's words for it."""
    fact = topic.record.mended or ""
    left = _left_to_try(topic, facts)
    return Reply(
        sentences=(as_sentence(WHY_MENDED(fact=fact), "verdict"), *left.sentences),
        asked=left.asked,
        awaited=left.awaited,
        topic=_topic_mended(topic),
        offers=False,
    )


def keep_version(topic: Topic, facts: RunFacts) -> Reply:
    """A change of what is right already: the version at hand stands."""
    if facts.tried is not None and facts.tried.outcome == "passes_all":
        lead = as_sentence(KEEP_BOTH(count=facts.passes), "verdict")
        asked = _left_to_try(topic, facts) if facts.untried is not None else Reply(sentences=())
        return replace(asked, sentences=(lead, *asked.sentences), offers=False)
    texts = KEEP.wordings(count=facts.passes)
    return Reply(sentences=(as_sentence(first_new(texts, topic) or texts[0], "verdict"),))


def tell_still_right(topic: Topic, facts: RunFacts) -> Reply:
    """Where all of that was said: the known calls still pass. Who asks for a reason that no run
    shows hears that; an input of their own can be tried."""
    texts = (*KEEP.wordings(count=facts.passes), *CONFIRM.wordings(count=facts.passes))
    lead = as_sentence(first_new(texts, topic) or texts[0], "verdict")
    asks = topic.asks_why or bool(_ASKS.search(topic.words))
    asked = say_once(NOT_OF_RUN if asks else NAME_ONE, topic, "notice")
    return Reply(sentences=(*asked, lead) if asks else (lead, *asked), asked="input", offers=False)


def take_word(topic: Topic, facts: RunFacts) -> Reply:
    """Where nothing can be run the student's word is taken."""
    text = first_new(TAKE_WORD.wordings(), topic) or TAKE_WORD()
    topic_mended = _topic_mended(topic)
    return Reply(sentences=(as_sentence(text, "notice"),), topic=topic_mended, offers=False)


# --- what is right, and since which change ----------------------------------------------------


def _told_right(topic: Topic, facts: RunFacts, *, is_doubted: bool) -> str:
    """Return what the known calls give, the one that was talked about first; where another one is
    in doubt a yes is one to them alone."""
    awaited = topic.record.awaited
    told = [each for each in _passed(topic, facts) if _has_outcome(each)]
    if awaited is not None and awaited.kind == "outcome":  # the reaction has confirmed it
        new = {case.call.text for case in facts.told} - {topic.record.focus}
        told = [each for each in told if each.case.call.text in new]
    if not told:
        texts = CONFIRM.wordings(count=facts.passes)
        return first_new(texts, topic) or texts[0]
    if is_doubted and len(told) == facts.passes == 1:
        return ON_YOUR_CALL(call=name_call(told[0].case), value=outcome_of(told[0]))
    if is_doubted:
        return CONFIRM(count=facts.passes)
    if len(told) == 1:
        shown = outcome_of(told[0])
        texts = GIVES_AS_IT_SHOULD.wordings(call=name_call(told[0].case), value=shown)
    else:
        texts = ALL_AS_THEY_SHOULD.wordings(
            shown=" ".join(tell_result(each) for each in told[:MOST_SHOWN])
        )
    # "What is wrong with it?" is answered by no yes.
    asks = topic.is_changed or topic.asks_verdict or any(e.says_it_works for e in topic.said)
    is_other = bool(topic.new_calls) and not asks  # what is said of that call may be no yes
    texts = texts[1:] if has_word(topic.words, "in_doubt") or is_other else texts
    text = first_new(texts, topic) or texts[0]
    return f"{text} {COUNTED(count=facts.passes)}" if facts.passes > 1 else text


def _passed(topic: Topic, facts: RunFacts) -> list[CaseResult]:
    passed = facts.run.of_status("passed") if facts.run is not None else ()
    return sorted(passed, key=lambda each: each.case.call.text != topic.record.focus)


def _has_outcome(result: CaseResult) -> bool:
    return result.value is not None or bool(result.printed.strip())


def _what_changed(topic: Topic, facts: RunFacts) -> tuple[Sentence, ...]:
    """Say what the new version has otherwise than the one before, at the first such moment."""
    moment = facts.mended.moment if facts.mended is not None else None
    told = " ".join(tell_mended(moment))
    said = any(told in hint for hint in topic.hints)
    return (as_sentence(told, "verdict"),) if told and not said else ()


def _topic_mended(topic: Topic) -> str | None:
    if topic.before is None or not topic.is_changed:
        return None
    return topic_of_change(read_program(topic.before), topic.program)


def _doubted(facts: RunFacts) -> Reply | None:
    """Show a small input on which the new version does what it may not be meant to, beside what the
    one before gave: which of the two is right is for the student to say."""
    compared = facts.compared
    if compared is None or compared.doubted is None:
        return None
    was, now = compared.doubted
    call, before = name_call(now.case), outcome_of(was)
    if now.value is None or now.error is not None:
        told = STOPS_NOW(shown=tell_result(now, wanted=False), before=before)
    else:
        told = PARTS(call=call, before=before, now=outcome_of(now))
    key = f"{EXPECTED}{now.case.call.text}"
    return Reply(sentences=(as_sentence(told, "question"),), asked=key, awaited=open_question(key))


def _also_run(facts: RunFacts) -> Iterator[Sentence]:
    """Say on how many small inputs the new version was held against the one before, and on how many
    it gives something else, with the smallest."""
    compared = facts.compared
    if compared is None or compared.count < FEWEST_RUN:
        return
    apart = [pair for pair in compared.changed if pair[1].status == "ran"]
    if not compared.changed:
        yield as_sentence(NONE_ELSE(count=compared.count), "verdict")
    elif apart and len(compared.changed) < compared.count:  # all of them tell nothing apart
        was, now = apart[0]
        text = SOME_ELSE(
            count=len(compared.changed),
            all=compared.count,
            call=name_call(now.case),
            before=outcome_of(was),
            now=outcome_of(now),
        )
        yield as_sentence(text, "verdict")


# --- what is left to try ----------------------------------------------------------------------


def _another_use(topic: Topic, facts: RunFacts) -> Reply | None:
    """Ask what an object gives after other calls of its methods: what a program prints of it is
    little, and a repair may suit that alone."""
    if (
        facts.found is not None
        or facts.untried is None
        or facts.untried.case.call.text.count("\n") < 1
    ):
        return None
    asked = _left_to_try(topic, facts)
    if asked.awaited is None:
        return None
    shown = " ".join(tell_result(each) for each in facts.undecided[:MOST_SHOWN])
    others = say_once(OTHERS_SHOWN, topic, "verdict", shown=shown) if shown else ()
    return replace(asked, sentences=(*others, *asked.sentences))


def _others(topic: Topic, facts: RunFacts) -> Reply | None:
    """Show, once, what the calls give of which nothing says whether that is right."""
    if not topic.is_changed or not facts.undecided:
        return None
    shown = " ".join(tell_result(each) for each in facts.undecided[:MOST_SHOWN])
    said = say_once(OTHERS, topic, "question", shown=shown)
    if not said:
        return None
    alone = facts.undecided[0] if len(facts.undecided) == 1 else None
    if alone is None or alone.value is None:
        return Reply(sentences=said, asked=WHICH, awaited=open_question(WHICH))
    key = f"{DUE}{alone.case.call.text}"
    return Reply(sentences=said, asked=key, awaited=whether_due(key, alone.value))


def _left_to_try(topic: Topic, facts: RunFacts) -> Reply:
    """Ask for what a call must give that nobody named: one that crashes, else one at an edge."""
    said, run = tuple(_of_untried(topic, facts)), tuple(_also_run(facts))
    if not said:
        is_covered = facts.purpose is not None and facts.purpose.passed == facts.purpose.count
        return Reply(sentences=run or (() if is_covered else say_once(FOR_ALL, topic, "notice")))
    if facts.found is None and facts.untried is not None:
        awaited = foretell(facts.untried)
        return Reply(sentences=(*run, *said), asked=awaited.key, awaited=awaited)
    key = f"{EXPECTED}{facts.found.result.case.call.text}" if facts.found is not None else None
    return Reply(sentences=said, asked=key, awaited=open_question(key) if key is not None else None)


def foretell(result: CaseResult) -> AwaitedAnswer:
    """The question what a call gives that the tutor has named: the run knows it, and what is
    answered is held against that; it says of no call what it must give."""
    return AwaitedAnswer(
        key=f"{FORETOLD}{result.case.call.text}",
        kind="outcome",
        accepted=(result.value,) if result.value is not None else (),
        shown=tell_result(result, wanted=False),
    )


def _of_untried(topic: Topic, facts: RunFacts) -> Iterator[Sentence]:
    if facts.found is not None:
        case = facts.found.result.case
        told = say_once(FOUND_CRASH, topic, "verdict", shown=tell_result(facts.found.result))
        if told:
            yield from told
            should = SHOULD_IT.wordings(call=name_call(case))
            yield as_sentence(first_new(should, topic) or should[0], "question")
    elif facts.untried is not None:
        yield from say_once(UNTRIED, topic, "question", call=name_call(facts.untried.case))
