"""What is said to danger, anger, feelings, greetings and questions about the tutor itself.

Nothing is searched for these; work that waits is led back to, except from distress.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from tutor_app.answering.course_names import only_names
from tutor_app.conversation.about_the_tutor import fact_asked
from tutor_app.conversation.beside.lead_back import lead_back, question_of_work
from tutor_app.conversation.first_step import first_step, has_just_begun, step_at_hand
from tutor_app.conversation.from_map.named_terms import term_named, wish_of
from tutor_app.conversation.subject.course_lookup import is_answered
from tutor_app.conversation.trace_replies.trace_wishes import asks_question
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.lexicon import NO_WORDS, YES_WORDS
from tutor_app.domain.values import AnswerDone, Event, Sentence, Session, TurnRecord
from tutor_app.exercises.exercise_task import item_named
from tutor_app.retrieval.course_index import own_terms
from tutor_app.retrieval.numbered_references import without_reference
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.understanding.feelings import feeling_of, is_worn_out
from tutor_app.understanding.outright import (
    SmallTalk,
    is_helpless,
    is_short,
    names_language,
    said_outright,
    small_talk,
)
from tutor_app.wording.catalogue import LANGUAGE, Phrase, phrase, spoken_language, unsaid
from tutor_app.wording.quote_sentences import name_course, name_staff

Need = Literal[
    "crisis",
    "rude",
    "distress",
    "low",
    "stress",
    "frustration",
    "joy",
    "stuck",
    "solutions",
    "language",
    "spoken_here",
    "help",
]
_SLOTS: Final[Mapping[Need, tuple[str, ...]]] = {
    "distress": ("person",),
    "stress": ("course",),
    "solutions": ("course",),
    "language": ("course",),
    "spoken_here": ("course",),
    "help": ("course",),
}
NEEDS: Final[Mapping[Need, Phrase]] = {
    "crisis": phrase("conversation_affect.crisis"),
    "rude": phrase("conversation_affect.rude"),
    "distress": phrase("conversation_affect.distress", "person"),
    "low": phrase("conversation_affect.low"),
    "stress": phrase("conversation_affect.stress", "course"),
    "frustration": phrase("conversation_affect.frustration"),
    "joy": phrase("conversation_affect.joy"),
    "stuck": phrase("conversation_affect.stuck"),
    "solutions": phrase("conversation_affect.solutions", "course"),
    "language": phrase("conversation_affect.language", "course"),
    "spoken_here": phrase("conversation_affect.spoken_here", "course"),
    "help": phrase("conversation_affect.help", "course"),
}
REPLIES: Final[Mapping[SmallTalk, Phrase]] = {
    "greeting": phrase("conversation_small_talk.greeting", "course"),
    "thanks": phrase("conversation_small_talk.thanks"),
    "bye": phrase("conversation_small_talk.bye", "course"),
    "who": phrase("conversation_small_talk.who", "course"),
    "how_are_you": phrase("conversation_small_talk.how_are_you", "course"),
    "fine": phrase("conversation_small_talk.fine"),
    "laugh": phrase("conversation_small_talk.laugh"),
    "sorry": phrase("conversation_affect.sorry"),
}
COURSE_FOR_AUDIENCE = phrase("conversation_small_talk.course_for_audience", "course", "audience")
QUESTION_WAITS = phrase("conversation_small_talk.question_waits")
# From these nobody is led back to work: the person comes first, or is leaving.
_NO_STEP_TAKEN: Final = frozenset(
    {"help.stuck", "react.feeling", "react.disagree", "react.ack", "ask.more", "ask.simpler"}
    | {"tell.seen"}
)
_CANNOT_BEGIN: Final = frozenset({"stress", "frustration", "stuck"})
_NO_WAY_BACK: Final = frozenset({"crisis", "distress", "rude", "bye"})


def kind_reply(turn: TurnContext, *, reads_problem: bool) -> Iterator[Event] | None:
    """Return the reply to what asks nothing of the course; None where a message asks more.

    `reads_problem`: an algorithm problem was read in it, beside which only a danger counts.
    """
    outright = said_outright(turn.message.text)
    if outright == "crisis":
        return _say("crisis", turn.session)
    if reads_problem or turn.message.wanted is not None:
        return None
    if outright == "abuse":
        return _say("rude", turn.session)
    kind = small_talk(turn.message.text)
    if kind is not None:
        return _chat(kind, turn)
    if is_short(turn.message.text):
        # One letter may answer what was asked; alone it asks what this is.
        return None if turn.session.before else _say("help", turn.session)
    if _is_bare_name(turn):
        return None
    alone = turn.on_table == "nothing" and turn.session.work is None
    if alone and is_helpless(turn.message.text) and not _names_item(turn):
        return _first_step(turn, "stuck")
    return _by_act(turn)


def _by_act(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a feeling, to chat, and to a question about the tutor."""
    text, session = turn.message.text, turn.session
    if turn.shape.code is not None or turn.shape.error is not None:
        return None
    begins = _still_cannot_begin(turn) or _wants_to_begin(turn)
    if begins and (step := first_step(turn)) is not None:
        return step
    if _shows_feeling(turn) and (is_worn_out(text) or not _names_item(turn)):
        return _first_step(turn, feeling_of(text))
    if (told := _told_of_itself(turn)) is not None:
        return _end(Sentence(text=told, role="small_talk"), *lead_back(session))
    match turn.settled_act:
        case "chat.smalltalk" if _is_only_chat(turn):
            who = "?" in text or asks_question(text)
            return _say_back("who" if who else "greeting", session)
        case "meta.use" if _course_may_say(turn):
            return None
        case "meta.use" if item_named(text, session, turn.book) is None:
            return _say(_need_of_use(text, session), session)
        case "help.stuck" if turn.on_table == "nothing" and not _may_ask_something(turn):
            return _first_step(turn, "stuck")
        case "help.solution" if turn.act.sure and _of_nothing_shown(turn):
            return _say("solutions", session)
        case _:
            return None


def _need_of_use(text: str, session: Session) -> Need:
    """Return what is told of how the tutor is used: in which languages, or in general."""
    if not names_language(text):
        return "help"
    return "language" if spoken_language() == session.settings.language else "spoken_here"


def _names_item(turn: TurnContext) -> bool:
    """Whether an exercise is named: who has twenty minutes for it is helped with that one."""
    return item_named(turn.message.text, turn.session, turn.book) is not None


def _shows_feeling(turn: TurnContext) -> bool:
    """Whether a message shows a feeling; beside a concept also one that asks for no help with it.

    "my head is foggy today" is no question, and "i can't focus" names nothing to be stuck at.
    """
    act, text = turn.settled_act, turn.message.text
    if act == "react.feeling":
        return turn.claim is None
    if act == "chat.smalltalk":
        return "?" not in text and (turn.act.second == "react.feeling" or is_worn_out(text))
    here = act == "help.stuck" and turn.on_table in ON_COURSE and not _names_something(turn)
    return here and (not turn.act.about_table or is_worn_out(text))


def _told_of_itself(turn: TurnContext) -> str | None:
    """Return the fact about the tutor that a message asks for, where it may ask for one."""
    acts = {turn.settled_act} if turn.act.sure else {turn.act.act, turn.act.second}
    if "meta.use" not in acts or _names_something(turn):
        return None
    return fact_asked(turn.message.text, turn.services.embedder, name_course(turn.session))


def _still_cannot_begin(turn: TurnContext) -> bool:
    """Whether a message after a first step names nothing and asks for nothing else."""
    acts = {turn.act.act} if turn.act.sure else {turn.act.act, turn.act.second}
    lost = has_just_begun(turn.session) and not acts.isdisjoint(_NO_STEP_TAKEN)
    return lost and not _names_subject(turn)


def _wants_to_begin(turn: TurnContext) -> bool:
    """Whether a message at the beginning asks where to begin, or says that nothing is known yet."""
    at_work = turn.session.work is not None or turn.session.tracing is not None
    if at_work or turn.shape.has_data or _names_subject(turn):
        return False
    if turn.on_table != "nothing" and not has_just_begun(turn.session):
        return False
    if turn.settled_act == "help.stuck" and turn.act.sure:
        return True
    return wish_of(turn.message.text, None, turn.services.embedder) == "begin"


def _names_subject(turn: TurnContext) -> bool:
    """Whether a message names what the course teaches: an exam or a lecture is none of it."""
    text = without_reference(turn.message.text)
    if name_algorithm(text) is not None:
        return True
    if turn.course_map is None:
        return _may_ask_something(turn)
    return term_named(text, turn.course_map) is not None


def _first_step(turn: TurnContext, need: Need) -> Iterator[Event]:
    """Return where to begin, where nothing is there to go on with; else what the need asks."""
    if need not in _CANNOT_BEGIN:
        return _say(need, turn.session)
    nothing = turn.on_table == "nothing" and turn.session.work is None
    step = first_step(turn) if nothing else step_at_hand(turn)
    return step or _say(need, turn.session)


def _is_only_chat(turn: TurnContext) -> bool:
    """Whether a message is surely chat, and not about what is on the table.

    Acts were learned from English: in another course "Guten Abend, könnten Sie mir …" asks.
    """
    guess, course = turn.act, turn.session.settings.language
    is_chat = guess.sure and guess.act == "chat.smalltalk" and not guess.about_table
    return (is_chat and course == LANGUAGE) or not _names_something(turn)


def _chat(kind: SmallTalk, turn: TurnContext) -> Iterator[Event] | None:
    session = turn.session
    if kind == "fine" and session.before:
        if turn.message.text.rstrip().endswith("?"):
            return None  # "ok and then?" goes on from what was said
        if turn.on_table not in ("nothing", "trace") and _is_yes_or_no(turn.message.text):
            return None  # it answers what was asked
        if turn.on_table in ("quotes", "tutor_question"):
            return None  # one way on is offered
        if question_of_work(session) is not None:
            return _end(Sentence(text=unsaid(QUESTION_WAITS, session), role="small_talk"))
    return _say_back(kind, session)


def _say(need: Need, session: Session) -> Iterator[Event]:
    slots = {"course": name_course(session), "person": name_staff(session.contact)}
    taken = {name: slots[name] for name in _SLOTS.get(need, ())}
    yield Sentence(text=unsaid(NEEDS[need], session, **taken), role="small_talk")
    if need not in _NO_WAY_BACK:
        yield from lead_back(session)
    yield _done()


def _say_back(kind: SmallTalk, session: Session) -> Iterator[Event]:
    course, audience = name_course(session), session.settings.persona.audience
    if kind == "who" and audience:
        course = COURSE_FOR_AUDIENCE(course=course, audience=audience)
    has_course = kind in ("greeting", "bye", "who", "how_are_you")
    said = unsaid(REPLIES[kind], session, **({"course": course} if has_course else {}))
    yield Sentence(text=said, role="small_talk")
    if kind not in _NO_WAY_BACK:
        yield from lead_back(session)
    yield _done()


def _end(*said: Event) -> Iterator[Event]:
    yield from said
    yield _done()


def _done() -> AnswerDone:
    return AnswerDone(record=TurnRecord(intent=None, found=None))


def _is_yes_or_no(text: str) -> bool:
    said = text.casefold().strip(" .!")
    return said in YES_WORDS | NO_WORDS


def _is_bare_name(turn: TurnContext) -> bool:
    """Whether a message is the name of a thing of the course, and nothing else: "bfs"."""
    return turn.index is not None and only_names(turn.message.text, turn.index)


def _names_something(turn: TurnContext) -> bool:
    """Whether a message has a word that says what it is about."""
    if name_algorithm(turn.message.text) is not None:
        return True
    if turn.index is None:  # without a course nobody can tell, and a bare call for help is listed
        return not is_helpless(turn.message.text)
    return bool(own_terms(without_reference(turn.message.text), turn.index))


def _may_ask_something(turn: TurnContext) -> bool:
    """Whether a message that is taken to ask for help names something, or may ask for it."""
    return turn.asks_anew or _names_something(turn)


def _course_may_say(turn: TurnContext) -> bool:
    """Whether the course, too, may answer what is taken for a question about the tutor.

    "do i hand in code or a pdf" its rules may tell; "what does this switch do" where it is near.
    """
    if turn.index is None or not turn.can_be_searched:
        return False
    if turn.session.settings.language != LANGUAGE and _names_something(turn):
        return True  # acts were learned from English: "könnten Sie mir erklären, was … ist"
    text = turn.message.text
    return turn.act.second == "ask.admin" or is_answered(text, turn.index, turn.services)


def _of_nothing_shown(turn: TurnContext) -> bool:
    """Whether the solution of an item is wanted that is neither named nor at hand."""
    if turn.session.work is not None or turn.session.tracing is not None or turn.shape.has_data:
        return False
    if without_reference(turn.message.text) != turn.message.text:
        return False  # what is named by number is shown, or said not to exist
    before = turn.session.before[-1].question if turn.session.before else ""
    if item_named(before, turn.session, turn.book) is not None:
        return False
    return turn.book is None or turn.book.match(turn.message.text) is None
