"""A program that misbehaves: run before it is discussed, then one step towards the fault.

read_topic   what is on the table: the program, the calls that are known, what was asked
examine      what running it shows, and what a change does that the student tells
hear         what the message does: it shows, changes, proposes, answers, asks for help
decide       one move, by the facts and the hint ladder
judge_locked how it does on the tests that the course keeps locked
say          the reaction first, then the move, in sentences of the catalogue

Where a message asks to see the run, it is shown instead, and the ladder waits.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace

from tutor_app.domain.lexicon import SMALL_WORDS
from tutor_app.domain.teaching import ProgramRecord, WorkRecord
from tutor_app.domain.values import Event, Offers, Quote, Sentence, Session
from tutor_app.programs.ideas.python_questions import (
    NOTES,
    sign_mistaken,
    told_of_part,
    told_of_python,
)
from tutor_app.programs.locked_tests.locked_verdict import go_on, judge_locked, tell_locked
from tutor_app.programs.next_move.choose_move import decide
from tutor_app.programs.purposes.tell_purpose import answer_of_whole, tell_purpose
from tutor_app.programs.remarks.rule_verdicts import NEAR, SURELY, RuleVerdict, judge_rule
from tutor_app.programs.replies.examine_program import (
    RunFacts,
    examine,
)
from tutor_app.programs.replies.kept_cases import write_cases
from tutor_app.programs.replies.made_changes import as_made
from tutor_app.programs.replies.message_act import HeardMessage, hear
from tutor_app.programs.replies.printed_lines import is_off, lines_due
from tutor_app.programs.replies.program_reply import Reply, first_new, said_in
from tutor_app.programs.replies.program_topic import (
    Topic,
)
from tutor_app.programs.replies.topic_of_message import ProgramContext, topic_of_message
from tutor_app.programs.replies.write_reply import say
from tutor_app.programs.runs_at_once import Runner
from tutor_app.programs.sql_queries.help_with_query import help_with_query, is_about_query
from tutor_app.programs.variable_tables.show_run import (
    SHOW_VALUES,
    RunShown,
    ask_of_run,
    failing_run,
    is_shown_before,
    run_asked_for,
    run_beside_hint,
    with_run,
)
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import asks_for_run
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.understanding.message_features import MessageFeatures
from tutor_app.wording.catalogue import phrase

PASTE_IT = phrase("programs_moves.paste_it")
Cite = Callable[[str], Sequence[Quote]]
MOST_HINTS = 60  # replies remembered, so that nothing is said twice
MOST_ASKED = 200
MADE = ("work.mended", "work.submit", "tell.data")  # sentences in which no rule is told
ENOUGH = 2  # words of a question that a passage has which answers it
SHORTEST = 4  # letters of these
SIGNS = "?!.,:;()\"'`"
SAME_WORD = 6  # letters with which two forms of a word begin


NO_CONTEXT = ProgramContext()


def help_with_program(
    shape: MessageFeatures,
    session: Session,
    cite: Cite,
    runner: Runner | None,
    context: ProgramContext = NO_CONTEXT,
) -> Generator[Event, None, WorkRecord | None]:
    """Yield the reply to a message about a program; return what it leaves for the next one.

    Without a `runner`, or where it is off, nothing is said of what the program does.
    """
    if is_about_query(shape, session):
        return (yield from help_with_query(shape, session, runner, context.act))
    locked, wants_run = context.locked, asks_for_run(context.act)
    topic = topic_of_message(shape, session, runner, context)
    if topic is None:
        return (yield from _no_program(session))
    topic = replace(topic.without_course(), is_locked=locked is not None)
    facts = examine(topic, runner)
    made = as_made(topic, facts)
    if made is not None:
        topic, facts = made, examine(made, runner)
    heard = hear(topic, facts, context.embedder)
    asked_for = run_asked_for(topic, heard, facts, wants_run)
    if asked_for is not None:
        return (yield from _show_run(topic, facts, asked_for))
    heard = _with_python(topic, heard, facts, context.embedder)
    move = decide(topic, heard, facts)
    verdict = judge_locked(topic, facts, move, locked, runner)
    reply = say(topic, heard, facts, go_on(move, verdict), session.contact)
    reply = tell_locked(reply, verdict, locked, topic)
    reply = tell_purpose(reply, topic, facts, move)
    reply = answer_of_whole(reply, topic, heard, facts) if verdict is None else reply
    shown = run_beside_hint(topic, facts, move.event, wants_run)
    asked = reply.why
    said = [*with_run(reply.sentences, shown, topic.hints)]
    found = cite(asked) if asked else ()
    is_named = topic.of_course is not None  # then what is found is not about the run by chance
    quotes = [each for each in found if is_named or _is_about(each, asked or "", ENOUGH)][:1]
    yield from _with_quote(said, quotes)
    if reply.topic is not None and not quotes:
        yield from [each for each in cite(reply.topic) if _is_about(each, reply.topic)][:1]
    if reply.offers:
        yield Offers(messages=_offers(topic, facts, shown))
    return _left(topic, facts, reply, shown, locked.item if locked is not None else None)


def _with_python(
    topic: Topic, heard: HeardMessage, facts: RunFacts, embedder: Embedder | None
) -> HeardMessage:
    """Return what a message does with what is told of Python: a rule that it says gets a verdict,
    and is no answer to what was asked."""
    said = tuple(each.text for each in topic.said if each.guess.act not in MADE)
    does_more = topic.is_first or topic.is_changed or topic.tells_change
    # A change that is proposed is tried: "should I use == instead?" tells no rule.
    is_tried = facts.tried is not None or bool(facts.places)
    least = SURELY if does_more else NEAR
    rule = None if is_tried else judge_rule(topic.source, facts.focus, said, embedder, least)
    told = first_new(rule.wordings(), topic) if rule is not None else None
    if told is not None and rule is not None:
        return replace(heard, of_python=(told, *_beside(rule, facts)), answered=None)
    return replace(heard, of_python=_of_python(topic, heard, facts))


def _beside(rule: RuleVerdict, facts: RunFacts) -> tuple[str, ...]:
    """Return what goes on beside a rule that is told rightly: by itself that makes it no cause."""
    traps = [each.fact for each in facts.going_on if each.is_trap and not facts.is_right]
    return tuple(traps[:1]) if rule.is_right else ()


def _of_python(topic: Topic, heard: HeardMessage, facts: RunFacts) -> tuple[str, ...]:
    """Return what is told to who asks what something of Python does, unless all of it was."""
    said, focus = tuple(each.text for each in topic.said) or (topic.words,), facts.focus
    told = told_of_python(topic.source, said) or sign_mistaken(topic.words)
    is_asked = heard.act in ("says", "why") and not topic.new_calls
    if not told and facts.is_right and is_asked:
        told = told_of_part(topic.source, said)
    is_due = focus is not None and focus.case.expected is not None and focus.value == "None"
    is_shown = is_due and focus is not None and bool(focus.printed.strip())
    if not told and is_shown and topic.asks_why and not topic.is_first:
        told = (NOTES["show"].text(),)
    return () if all(any(each in hint for hint in topic.hints[-2:]) for each in told) else told


def _with_quote(said: Sequence[Event], quotes: Sequence[Quote]) -> Iterator[Event]:
    """Yield a reply with what the course says to its why, before the question that leads on."""
    asks = bool(said) and isinstance(said[-1], Sentence) and said[-1].role == "question"
    place = len(said) - 1 if asks else len(said)
    yield from (*said[:place], *quotes, *said[place:])


def _is_about(quote: Quote, topic: str, least: int = 1) -> bool:
    """Whether a passage says words of its topic: the nearest one may be about something else."""
    words = {word.strip(SIGNS) for word in topic.casefold().split()} - SMALL_WORDS
    beginnings = {word.removesuffix("s")[:SAME_WORD] for word in words if len(word) >= SHORTEST}
    said = quote.paragraph.casefold().split()
    return sum(any(word.startswith(each) for word in said) for each in beginnings) >= least


def _show_run(topic: Topic, facts: RunFacts, shown: RunShown) -> Generator[Event, None, WorkRecord]:
    """Show the run that was asked for; what was asked before stays open, and the ladder waits."""
    lead_in, table = shown.introduce(topic.hints)
    question = ask_of_run(topic, shown)
    yield from (lead_in, table, question)
    yield Offers(messages=(NEXT_HINT,))
    said = tuple(event for event in (lead_in, question) if isinstance(event, Sentence))
    reply = Reply(sentences=said, awaited=topic.record.awaited, described=topic.record.described)
    return _left(topic, facts, reply, shown, topic.record.item)


def _offers(topic: Topic, facts: RunFacts, shown: RunShown | None) -> tuple[str, ...]:
    """Return what can be said next by one click: for a failing call, also to see its values."""
    run = failing_run(facts) if shown is None else None
    is_new = run is not None and not is_shown_before(topic, run)
    return (NEXT_HINT, SHOW_VALUES) if is_new else (NEXT_HINT,)


def _no_program(session: Session) -> Generator[Event, None, WorkRecord]:
    before = session.work.hints if session.work is not None else ()
    texts = PASTE_IT.wordings()
    text = next((text for text in texts if not any(text in said for said in before)), texts[-1])
    yield Sentence(text=text, role="question")
    return WorkRecord(kind="program", key="program:", text="", hints=(*before, text))


def _left(
    topic: Topic, facts: RunFacts, reply: Reply, shown: RunShown | None, item: str | None
) -> WorkRecord:
    asked = (*topic.record.asked, reply.asked) if reply.asked is not None else topic.record.asked
    record = ProgramRecord(
        cases=write_cases(facts.cases or topic.cases),
        focus=reply.focus if reply.focus is not None else topic.record.focus,
        asked=asked[-MOST_ASKED:],
        described=reply.described or (None if topic.is_changed else topic.record.described),
        awaited=reply.awaited,
        mended=reply.mended or (None if topic.is_changed else topic.record.mended),
        fault=facts.fault.kind if facts.fault is not None else topic.record.fault,
        values_shown=_values_shown(topic, shown),
        item=item,
        language=topic.language,
        lines_due=_lines_due(topic, facts),
        undo=_undo(topic),
        judged=reply.judged,
        purpose=_purpose(topic, facts),
        failing=topic.source if facts.run and facts.run.failing else topic.record.failing,
    )
    return WorkRecord(
        kind="program",
        key=topic.key,
        text=topic.source,
        attempt=topic.source if topic.is_changed else None,
        hints=(*topic.hints, said_in(reply.sentences))[-MOST_HINTS:],
        program=record,
        ladder=() if reply.event is None else (reply.event,),
    )


def _purpose(topic: Topic, facts: RunFacts) -> str | None:
    """Return what the program is for; a version that does not run says nothing against it."""
    if facts.purpose is not None:
        return facts.purpose.as_line
    return None if facts.run is not None and facts.run.loads else topic.record.purpose


def _undo(topic: Topic) -> str | None:
    """Return the program before the change that was last made of words: none of one pasted."""
    if not topic.is_changed:
        return topic.record.undo
    return None if topic.shape.code else topic.before


def _lines_due(topic: Topic, facts: RunFacts) -> int | None:
    """Return how many lines are to be printed: a number that the program shows may be what the
    student has seen."""
    due, focus = lines_due(topic), facts.focus
    is_known = topic.record.lines_due is not None or (focus is not None and is_off(topic, focus))
    return due if is_known else None


def _values_shown(topic: Topic, shown: RunShown | None) -> str | None:
    """Return the call whose values the student has seen last, of the program as it is."""
    if shown is not None:
        return shown.result.case.call.text
    return None if topic.is_changed else topic.record.values_shown
