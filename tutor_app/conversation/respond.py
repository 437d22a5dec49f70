"""The way of one student message, readable top to bottom."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from tutor_app.conversation.about_quotes import reply_about_quotes, simpler_words_of_named
from tutor_app.conversation.asked.asked_reply import asked_reply
from tutor_app.conversation.asked.example_result import example_result_reply
from tutor_app.conversation.asked.tried_claim import try_in_turn
from tutor_app.conversation.asked.worth_reply import worth_reply
from tutor_app.conversation.beside.attached_reply import attached_reply
from tutor_app.conversation.beside.coming_back import come_back
from tutor_app.conversation.beside.hand_in_rules import hand_in_reply, rules_in_translation
from tutor_app.conversation.beside.schedule_reply import schedule_reply
from tutor_app.conversation.beside.side_question import (
    asks_of_running,
    course_answers,
    is_without_program,
    lacks_program,
    shows_nothing_to_run,
    side_answer,
    stays_with_program,
    wishing_for_program,
)
from tutor_app.conversation.beside.told_of_run import (
    at_run,
    in_own_words,
    in_words_of_run,
    problem_told_of,
    tells_of_run,
)
from tutor_app.conversation.estimates.estimates_reply import estimates_reply
from tutor_app.conversation.explanation import explain
from tutor_app.conversation.from_map.lesson_reply import reply_from_map
from tutor_app.conversation.from_map.named_terms import short_wish
from tutor_app.conversation.gap_reply import gap_answered, reply_to_gap
from tutor_app.conversation.heard.hear_talk import HeardTalk, hear_talk, say_first
from tutor_app.conversation.heard.put_away import beside_item, put_away, without_objections
from tutor_app.conversation.item_problems import as_it_names, told_of_item_run, with_item
from tutor_app.conversation.models_understanding import understand_by_model
from tutor_app.conversation.other_languages import in_language_of_material, with_what_is_not_read
from tutor_app.conversation.practice.practice_turn import practice_reply, with_way_back
from tutor_app.conversation.practice.run_again import of_run_before, run_again
from tutor_app.conversation.practice.traced_practice import practised_run, reply_beside_run
from tutor_app.conversation.problem_by_name import (
    begin_problem,
    is_about_idea,
    policy_of_named_item,
    problem_of_named_item,
    with_problem,
)
from tutor_app.conversation.services import Services
from tutor_app.conversation.small_talk import kind_reply
from tutor_app.conversation.student_work import (
    EXPLAINED,
    Work,
    answers_named_item,
    brings_work,
    help_with_work,
    is_about_exercise,
    is_no_problem,
    is_open_exercise,
    item_has_points,
    supposes_at_item,
    tells_of_way,
)
from tutor_app.conversation.subject.claim_reply import HeardClaim, hear_claim, reply_with_verdict
from tutor_app.conversation.subject.decided_between import decide_between
from tutor_app.conversation.subject.denied_example import asks_for_denied, denied_example
from tutor_app.conversation.subject.explanation_verdicts import judge_explanation
from tutor_app.conversation.subject.models_answer import (
    LEADS,
    Beside,
    answers_by_model,
    with_models_words,
)
from tutor_app.conversation.subject.own_explanation import explains_in_own_words
from tutor_app.conversation.subject.parts_of_explanation import (
    reply_on_parts,
    speaks_of_part,
)
from tutor_app.conversation.subject.plain_verdict import say_plainly
from tutor_app.conversation.subject.two_sides import set_side_by_side
from tutor_app.conversation.tone import in_tone
from tutor_app.conversation.trace_replies.on_graph.at_told_graph import at_told_graph
from tutor_app.conversation.trace_replies.problem_reply import answer_problem, bears_out
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.conversation.trace_replies.prose_problem import understand_told
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext, complains_of_quotes
from tutor_app.conversation.turn_notes import Notes, Stop
from tutor_app.conversation.untraced_problem import name_the_algorithm, untraced_problem
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.normal_form import split_sentences, tidy
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    HintLevel,
    Intent,
    IntentRecognised,
    Message,
    Offers,
    Session,
    TurnRecord,
    WorkRecord,
)
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.exercise_task import is_bare_number, item_named, names_nothing_else
from tutor_app.exercises.item_matching import without_numbers
from tutor_app.exercises.locked_words import keep_locked
from tutor_app.programs.message_about_program import speaks_of_run, writes_line_of_it
from tutor_app.understanding.intent import HelpRequest, ProblemKind, understand
from tutor_app.understanding.outright import said_outright, small_talk
from tutor_app.understanding.read_as_english import (
    STOP,
    read_as_english,
    stop_and_rest,
    with_labels,
)
from tutor_app.understanding.students_language import language_spoken, says_formal_you
from tutor_app.wording.catalogue import LANGUAGE, speaking, spoken_language
from tutor_app.wording.course_level import for_level

_OF_STATEMENTS = ("same as", "equivalent", "negat")  # p and q, which have neither
_OF_CALCULATIONS = frozenset("0123456789=<>≤≥≈≡⇔↔→⇒⟹\\")
_FEW_SENTENCES = 2  # of a message that claims one thing; more explain


def respond(
    message: Message, session: Session, services: Services, stopped: Stop = lambda: False
) -> Iterator[Event]:
    """Yield what the student is shown, in order; the last event is AnswerDone.

    It is said in the course's language, or in that of a student who writes another one to a course
    in English. `stopped` is called before anything that takes long.

    Raises:
        IndexMissing: the course has no material to answer from.
    """
    formally = says_formal_you(message.text, session)
    with speaking(language_spoken(message.text, session), formally=formally):
        if spoken_language() != LANGUAGE:
            # What models may do was examined in English alone.
            services = replace(services, duties=frozenset())
        knows = partial(_course_knows, session=session, services=services)
        languages = _course_languages(session, services)
        session = in_language_of_material(message.text, session, languages, knows)
        read = read_as_english(message, session)
        reply = _respond(*read, services, stopped)
        yield from with_labels(with_what_is_not_read(reply, message, session, knows))


def _respond(
    message: Message, session: Session, services: Services, stopped: Stop
) -> Iterator[Event]:
    book = _book(session, services)
    typed = TurnContext(
        message=replace(message, text=as_it_names(tidy(message.text), session, book)),
        session=session,
        services=services,
        book=book,
        notes=Notes(stopped),
    )
    turn = yield from understand_by_model(in_words_of_run(typed))
    read = turn.message.text
    problem: ProblemTurn | None = None
    # Words beside a program are about it, whatever else they are like.
    outright = said_outright(turn.message.text) or turn.brings_program
    away = None if outright else put_away(turn)
    turn = away.turn if away is not None else turn if outright else beside_item(turn)
    heard = HeardTalk(turn) if outright else hear_talk(turn)
    turn, first = (heard.turn, ()) if outright or heard.turn.typed else run_again(heard.turn)
    in_round = session.asked_in_round is not None
    reply = None if outright or turn.typed or in_round else told_of_item_run(turn)
    is_told = outright or turn.typed or reply is not None
    turn, of_graph = (turn, ()) if is_told else at_told_graph(turn)
    turn = turn if outright else without_objections(turn)
    if reply is None and not (outright or turn.typed):
        reply = _stop_and_ask(turn) or of_run_before(turn)
        reply = reply or (None if _comes_to_item(turn) else practice_reply(turn))
    reply = reply if outright or reply is not None else estimates_reply(turn)
    said = None if reply is not None or outright else practised_run(turn)
    if said is not None and said.rows:
        turn = replace(turn, message=replace(turn.message, text=said.rows))
    if said is not None and not said.rows:
        reply = reply_beside_run(said, None)
    elif reply is None:
        turn = at_run(come_back(turn))
        translated = read != typed.message.text
        reply = None if outright else _answer_at_once(turn)
        if reply is None and not outright and not translated:
            reply = _answer_beside(turn)
        if reply is None:
            problem = yield from _read_problem(turn)
            if problem is None and translated:
                reply = _answer_beside(typed) or _reply(typed, problem)
            else:
                reply = _reply(turn, problem)
        reply = reply_beside_run(said, reply) if said is not None else reply
        reply = reply if outright else with_way_back(reply, turn)
    reply = chain(first, of_graph, say_first(heard, reply))
    reply = (
        in_own_words(reply, read, typed.message.text)
        if turn.session.settings.language != LANGUAGE
        else reply
    )
    reply = away.say(reply) if away is not None else reply
    reply = for_level(in_tone(_noting_doubt(reply, turn), session), session)
    if turn.book is None:
        yield from reply
    else:
        computed = problem is not None
        yield from keep_locked(reply, turn.book.guard, turn.own_words, computed=computed)


def _stop_and_ask(turn: TurnContext) -> Iterator[Event] | None:
    """Return the end of a round with the reply to what is asked behind it; None where none is."""
    session = turn.session
    if session.settings.language == LANGUAGE:
        return None
    if (session.asked_in_round or session.tracing) is None:
        return None
    rest = stop_and_rest(turn.message.text)
    if not rest:
        return None
    stops = replace(turn, message=replace(turn.message, text=STOP))
    run = practised_run(stops) if session.asked_in_round is None else None
    ended = practice_reply(stops) if run is None else reply_beside_run(run, None)
    session = replace(session, practice_round=None, tracing=None)
    asked = replace(turn, message=replace(turn.message, text=rest), session=session)
    if ended is None:
        return None
    return _ended_and_answered(ended, rules_in_translation(asked) or explain(asked, "direct"))


def _ended_and_answered(ended: Iterator[Event], answer: Iterator[Event]) -> Iterator[Event]:
    left: AnswerDone | None = None
    for event in ended:
        if isinstance(event, AnswerDone):
            left = event
        elif not isinstance(event, Offers):
            yield event
    for event in answer:
        if isinstance(event, AnswerDone) and left is not None:
            told = replace(left.record, intent=event.record.intent, found=event.record.found)
            yield replace(event, record=told)
        else:
            yield event


def _course_languages(session: Session, services: Services) -> tuple[str, ...]:
    """Return the languages of the course's material; none where there is none yet."""
    try:
        return services.courses(session.course_id).languages
    except IndexMissing:
        return ()


def _course_knows(word: str, session: Session, services: Services) -> bool:
    """Return whether the course's material has a content word; False where there is none yet."""
    try:
        return services.courses(session.course_id).knows(word)
    except IndexMissing:
        return False


def _noting_doubt(reply: Iterator[Event], turn: TurnContext) -> Iterator[Event]:
    """Yield the reply; its record says whether the message doubts the answer before it."""
    for event in reply:
        if isinstance(event, AnswerDone) and turn.doubts_last_answer:
            yield replace(event, record=replace(event.record, doubts=True))
        else:
            yield event


def _read_problem(turn: TurnContext) -> Generator[Event, None, ProblemTurn | None]:
    """Return the algorithm problem that the message is about, if it is about one."""
    if (
        turn.reads_no_work
        or turn.brings_program
        or small_talk(turn.message.text) in ("thanks", "bye")
    ):
        return None
    of_program = turn.message.wanted is None and writes_line_of_it(turn.shape, turn.session)
    is_explained = turn.message.wanted in EXPLAINED
    if of_program or is_explained or is_open_exercise(turn) or speaks_of_part(turn):
        return None
    named, at_hand = problem_of_named_item(turn), None
    text, session = turn.message.text, turn.session
    if named is not None:
        # The numbers of an item's name are no steps, and its name alone brings none.
        if names_nothing_else(text) or is_bare_number(text):
            return begin_problem(turn, named)
        policy = policy_of_named_item(turn)
        text, session = without_numbers(text), with_problem(session, named, policy)
    elif (at_hand := problem_told_of(turn)) is not None:
        session = with_problem(session, at_hand)
    told = understand_told(
        text,
        session,
        turn.services,
        turn.notes.stopped,
        turn.act_at_work,
        turn.act_of,
    )
    problem, tried = yield from told
    turn.notes.attempts += tried
    if problem is not None and is_about_idea(turn, problem):
        return None
    if problem is None:
        # Who wants an answer looked at has sent it: there is nothing to begin.
        answers = turn.message.wanted == "evaluation" or (named and answers_named_item(turn))
        answers = answers or (named is None and _comes_to_item(turn))
        return None if answers else begin_problem(turn, named)
    # An answer that is to be evaluated is judged by its points where claims leave something open.
    is_open = problem.wanted == "claims_unsure" and turn.message.wanted == "evaluation"
    tells = problem.student is not None or (problem.claims is not None and not is_open)
    asks_only = named is not None and not tells and answers_named_item(turn)
    in_doubt = problem.student is not None and bool(problem.student.doubts)
    of_item = at_hand is not None or (named is not None and in_doubt)
    holds = of_item and item_has_points(turn) and problem.wanted != "what_if"
    if holds and problem.claims is None and not bears_out(problem):
        return None  # words on the item, which its points may hold
    if asks_only or is_no_problem(problem, turn):
        return None
    lacks_something = problem.question is not None
    return None if lacks_something and turn.goes_on_with_program else problem


def _reply(turn: TurnContext, problem: ProblemTurn | None) -> Iterator[Event]:
    message, session, services, notes = turn.message, turn.session, turn.services, turn.notes
    if (told := _before_help(turn, problem)) is not None:
        yield from told
        return
    asked = _help_asked(turn, problem)
    yield IntentRecognised(intent=asked.intent, sure=asked.sure, others=asked.others)
    if turn.brings_program and (work := help_with_work(turn, asked)) is not None:
        yield from _kept(work, asked.intent, notes)
    elif problem is not None and asked.intent not in (*EXPLAINED, "debugging"):
        reply = answer_problem(message.text, problem, session, services, turn.book, notes)
        yield from with_item(turn, reply)
    elif problem is None and (name := untraced_problem(message, asked, session, turn.book)):
        yield from name_the_algorithm(name, asked, session, services, notes)
    elif problem is None and (told := _told_of_course(turn)) is not None:
        yield from told
    elif (told := _told_at_once(turn, problem)) is not None:
        yield from told if problem is not None else with_models_words(turn, told)
    elif asked.intent == "debugging" and shows_nothing_to_run(turn):
        yield from wishing_for_program(explain(turn, "direct"))
    elif (work := help_with_work(turn, asked)) is not None:
        yield from _kept(work, asked.intent, notes)
    elif not turn.asks_anew and (beside := reply_about_quotes(turn)) is not None:
        yield from with_models_words(turn, beside)
    else:
        yield from explain(turn, asked.intent)


def _help_asked(turn: TurnContext, problem: ProblemTurn | None) -> HelpRequest:
    """Return which help a message asks for, by what it does, its problem and what is at hand."""
    asked = understand(
        turn.message,
        turn.act,
        turn.on_table,
        turn.session,
        _kind_of(problem),
        leaves=turn.leaves_table,
    )
    about_program = turn.goes_on_with_program or stays_with_program(turn)
    at_item = is_about_exercise(turn)
    lacks = not at_item and lacks_program(turn, asked.intent, asked.others)
    if problem is None and (about_program or lacks):
        asked = replace(asked, intent="debugging", sure=True, others=())
    elif problem is None and at_item and asked.intent != "evaluation":
        asked = replace(asked, intent="validation", sure=True, others=())
    if turn.brings_program and asked.intent == "tracing":
        asked = replace(asked, intent="debugging", sure=True, others=())  # it is run
    if asked.intent == "debugging" and is_without_program(turn):
        asked = replace(asked, intent="validation", sure=True, others=())
    return asked


def _before_help(turn: TurnContext, problem: ProblemTurn | None) -> Iterator[Event] | None:
    """Return the reply to a need of the person, to a gap filled, and to an explanation."""
    shows_work = problem is not None or turn.brings_program
    if (kind := kind_reply(turn, reads_problem=shows_work)) is not None:
        return kind
    if shows_work:
        return None
    filled = gap_answered(turn.message.text, turn.session)
    if filled is not None and not _asks_for_something(turn):
        return reply_to_gap(*filled, turn.session)
    return _of_explanation(turn)


def _answer_at_once(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to what needs no reading of problems: of dates, handing in, a calculation,
    what is asked by the way.
    """
    if speaks_of_run(turn.shape, turn.session):
        return None  # "late" is no hand-in then
    reply = attached_reply(turn) or schedule_reply(turn) or hand_in_reply(turn)
    return reply or rules_in_translation(turn) or _calculation(turn)


def _answer_beside(turn: TurnContext) -> Iterator[Event] | None:
    """Return the course's answer to what is asked beside the work on the table."""
    if speaks_of_run(turn.shape, turn.session) or _comes_to_item(turn) or supposes_at_item(turn):
        return None
    return side_answer(turn)


def _calculation(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a message about a calculation; None to what has nothing of one."""
    text = turn.message.text
    states = any(word in text for word in _OF_STATEMENTS)
    if turn.on_table != "calculation" and _OF_CALCULATIONS.isdisjoint(text) and not states:
        return None
    if turn.reads_no_work or tells_of_run(turn) or tells_of_way(turn):
        return None
    # 0.4 s of import and 50 MB, which no other message needs.
    from tutor_app.conversation.calculation_turn import reply_to_calculation  # noqa: PLC0415

    reply = reply_to_calculation(turn)
    if reply is None or not answers_by_model(turn):
        return reply
    events = list(reply)
    hints = [event.level for event in events if isinstance(event, HintLevel)]
    if not hints:
        return with_models_words(turn, iter(events))
    if max(hints) > 1 or turn.settled_act.startswith("help."):
        return iter(events)  # the ladder leads
    beside = Beside(falls=("pointer",), unquoted=True, work=True)
    return with_models_words(turn, iter(events), beside)


def _comes_to_item(turn: TurnContext) -> bool:
    """Return whether a message names an item, and does not ask how the course is run."""
    named = item_named(turn.message.text, turn.session, turn.book)
    return named is not None and not asks_of_running(turn.act)


def _asks_for_something(turn: TurnContext) -> bool:
    """Return whether a message surely asks: "example?" and "simpler pls" are no words for a gap."""
    if turn.act.sure and turn.act.act.startswith(("ask.", "help.")):
        return True
    if turn.message.text.endswith("?") and turn.said.has("question", "claim", "complaint"):
        return len(turn.message.text.split()) > 1
    return short_wish(turn.message.text, turn.services.embedder) is not None


def _told_of_course(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to what is asked in so many words, else to a claim that can be tried."""
    if is_about_exercise(turn) and (_comes_to_item(turn) or brings_work(turn)):
        return None
    at_work = is_about_exercise(turn) or _comes_to_item(turn)
    tried = None if at_work else try_in_turn(turn)
    # Of what goes wrong the course may have an example of its own.
    if (tried is None or tried.wants_counterexample) and (
        told := _asked_outright(turn)
    ) is not None:
        return with_models_words(turn, told)
    if tried is None:
        return None
    # What held on all graphs tried shows nothing that the course does not say.
    falls = (*LEADS, "result") if tried.tried.how_often == "always" else LEADS
    by_course = _claim_decided(turn)
    speaks = answers_by_model(turn)
    if not speaks and by_course is None and tried.is_borne_out and course_answers(turn):
        told = tried.after(explain(turn, "direct"))
    else:
        told = tried.alone(by_course)
    return with_models_words(turn, told, Beside(falls=falls, unquoted=True))


def _asked_outright(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to what is asked outright: a result, a definition, what is denied."""
    if (result := example_result_reply(turn)) is not None:
        return result
    if asks_for_denied(turn):
        return denied_example(turn) or explain(turn, "conceptual")
    return asked_reply(turn)


def _told_at_once(turn: TurnContext, problem: ProblemTurn | None) -> Iterator[Event] | None:
    """Return the reply to what compares two things of the course, claims something of it, or names
    a figure, a lecture or a term and asks the map of it.
    """
    of_quotes = _claims_of_quotes(turn)
    if problem is not None:
        return reply_about_quotes(turn) if of_quotes else None
    if _comes_to_item(turn) and is_about_exercise(turn):
        return None
    heard = _hear_claim(turn)
    if (decided := _claim_decided(turn)) is not None:
        return decided
    if (
        told := worth_reply(turn) or decide_between(turn) or simpler_words_of_named(turn)
    ) is not None:
        return told
    if complains_of_quotes(turn):
        return explain(turn, "direct")
    told = say_plainly(turn) or set_side_by_side(turn)
    return told or (reply_about_quotes(turn, heard) if of_quotes else None) or reply_from_map(turn)


def _of_explanation(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to an explanation in the student's own words, or about a part of it.

    Read word by word from another language, a sentence is no wording to be judged.
    """
    if spoken_language() != turn.session.settings.language:
        return None
    is_short = len(split_sentences(turn.message.text)) <= _FEW_SENTENCES
    if is_short and turn.on_table in (*ON_COURSE, "nothing") and try_in_turn(turn) is not None:
        return None  # what was tried says more than a sentence beside it
    if turn.on_table in (*ON_COURSE, "nothing") and (told := reply_on_parts(turn)) is not None:
        return told
    return judge_explanation(turn) if explains_in_own_words(turn) else None


def _claim_decided(turn: TurnContext) -> Iterator[Event] | None:
    """Return the course's verdict on a claim about what was quoted; None where it gives none."""
    heard = _hear_claim(turn)
    return None if heard is None else reply_with_verdict(turn, heard)


def _hear_claim(turn: TurnContext) -> HeardClaim | None:
    """Return what the course says to a claim about what was quoted."""
    if turn.claim is None or turn.index is None or not _claims_of_quotes(turn):
        return None
    return hear_claim(turn, turn.claim, turn.index)


def _claims_of_quotes(turn: TurnContext) -> bool:
    """Return whether a message claims something of what was quoted: that is no work to look at."""
    return turn.claim is not None and turn.on_table in ON_COURSE and not is_about_exercise(turn)


def _noting_offers(reply: Work) -> Generator[Event, None, tuple[WorkRecord | None, bool]]:
    """Yield a reply; return what it leaves, and whether it offered anything."""
    offers = False
    while True:
        try:
            event = next(reply)
        except StopIteration as done:
            return done.value, offers
        offers = offers or isinstance(event, Offers)
        yield event


def _book(session: Session, services: Services) -> AssignmentBook | None:
    """Return the course's assignments; None if it has no material, or a test gave none."""
    if services.assignments is None:
        return None
    try:
        return services.assignments(session.course_id, services.courses(session.course_id))
    except IndexMissing:
        return None


def _kind_of(problem: ProblemTurn | None) -> ProblemKind | None:
    if problem is None:
        return None
    match problem.wanted:
        case "trace" | "check" | "next":
            return problem.wanted
        case _:
            tells = problem.student is not None or problem.claims is not None
            return "check" if tells else "trace"


def _kept(reply: Work, intent: Intent, notes: Notes) -> Iterator[Event]:
    """Yield a strategy's reply to the student's own work, and keep what it leaves behind."""
    left, offers = yield from _noting_offers(reply)
    level = left.ladder[-1].level if left is not None and left.ladder else 0
    if level > 1 or (level and offers):  # the first level alone is no hint
        yield HintLevel(level=level)
    notes.note_point("all")
    yield AnswerDone(
        record=TurnRecord(
            intent=intent, found=None, attempts=notes.attempts, timings=notes.timings, work=left
        )
    )
