"""A message that answers the open question of a round: what it is worth, and what is said to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tutor_app.answering.practice.questions.judge_answer import (
    PracticeVerdict,
    is_bare,
    judge_practice,
)
from tutor_app.answering.practice.questions.next_row_questions import is_begun
from tutor_app.answering.practice.questions.term_questions import other_names
from tutor_app.conversation.practice.computed_answers import (
    end_of_working,
    judge_computed,
    rule_of_slip,
    without_data,
)
from tutor_app.conversation.practice.round_desk import RoundDesk, RoundStep, result_of
from tutor_app.conversation.practice.round_message import WORK
from tutor_app.conversation.practice.round_words import (
    WANTED,
    confirm,
    hint_at,
    notice,
    show_answer,
)
from tutor_app.conversation.practice.told_of_options import tell_of_option, tell_of_term
from tutor_app.domain.practice import (
    PracticeOutcome,
    PracticeQuestion,
    PracticeRound,
)
from tutor_app.domain.values import Event, Sentence
from tutor_app.wording.catalogue import phrase, unsaid

WHICH_DO_YOU_MEAN = phrase("conversation_practice.which_do_you_mean")
BEFORE_THIS = phrase("conversation_practice.before_this", "question")
ROW_BEGUN = phrase("conversation_practice.row_begun", "question")
NOT_FOR_BEFORE = phrase("conversation_practice.not_for_before")
NONE_OF_THESE = phrase("conversation_practice.none_of_these", "count")
LOOK_AT = phrase("calculations_replies.look_at_rule", "rule")
TRIES: Final = 2  # wrong answers after which what is typed is shown
TELLING: Final = ("tell.", "work.", "react.")
_FEW, _SOME = 2, 4  # content words of a bare answer: of one that sounds like a wish, of others
_LEFT_ALONE = 1  # turns about something else after which a bare word is no wrong answer any more
_NO_ANSWER: Final = ("ask.", "help.", "react.", "chat.", "meta.", "work.")
_NEVER: Final = ("react.feeling", "chat.", "ask.admin")  # whatever the words are


def answer_question(desk: RoundDesk, practice: PracticeRound) -> RoundStep | None:
    """Return what an answer to the open question comes to; None where a message gives none.

    A wish about the round is never called wrong, whatever words it is in.
    """
    question, heard = practice.open_question, desk.heard
    if question is None:
        return None
    wish, session = heard.wish, desk.turn.session
    told = _told_to(desk, question)
    verdict = _judge(desk, question, told)
    before = _of_before(desk, practice, only_named=verdict == "right") or _why(
        desk, practice, question, told, verdict
    )
    if before is not None:
        return before
    if verdict == "right":
        outcome: PracticeOutcome = "hinted" if question.tries else "right"
        events = tuple(confirm(question, session, desk.index))
        results = (result_of(question, outcome),)
        return RoundStep(events=events, practice=practice, results=results)
    if wish is not None and told == heard.text:
        return None
    if verdict is None and wish is None and question.kind == "row" and is_begun(told, question):
        asked = question.text.rpartition(". ")[2]
        return RoundStep(events=(notice(ROW_BEGUN(question=asked)),), practice=practice)
    unread = verdict is None and wish is None and bool(heard.text_of("answer"))
    if unread and question.is_typed_exactly:
        steps = _of_steps(desk, question, heard.text) if "=" in heard.text else ""
        return RoundStep(events=(notice(steps or WANTED[question.kind]()),), practice=practice)
    if verdict is None and _names_no_option(desk, question, told):
        said = unsaid(NONE_OF_THESE, session, count=len(question.open_options))
        return RoundStep(events=(notice(said),), practice=practice)
    if verdict is None or not _may_be_answer(desk, verdict, question, told):
        return None
    if verdict == "unsure":
        said = unsaid(WHICH_DO_YOU_MEAN, session)
        return RoundStep(events=(Sentence(text=said, role="question"),), practice=practice)
    return not_right(desk, practice, question, wrong=True)


def _why(
    desk: RoundDesk,
    practice: PracticeRound,
    question: PracticeQuestion,
    told: str,
    verdict: PracticeVerdict | None,
) -> RoundStep | None:
    """Return what is said to a "why?" or a "no" about steps, no further try; None to any other.

    It is about what was worked out for the question before, or repeats what was wrong.
    """
    heard, session, act = desk.heard, desk.turn.session, desk.turn.act
    asks = heard.wish == "why" or (act.sure and act.act in ("ask.why", "ask.reason"))
    argues = verdict == "unsure" and bool(heard.text_of("reason"))
    argues |= act.sure and act.act == "react.disagree"
    if not (asks or argues) or verdict == "right":
        return None
    last = practice.results[-1] if practice.results else None
    if asks and last is not None and last.kind == "calculation":
        from tutor_app.conversation.calculated.steps_in_practice import (  # noqa: PLC0415 -- loads SymPy
            why_of_working,
        )

        if said := why_of_working(heard.text, last.name, question.text, session):
            events = (notice(BEFORE_THIS(question=last.name)), Sentence(text=said, role="hint"))
            return RoundStep(events=events, practice=practice, of_before=True)
    if not question.tries or (verdict == "wrong" and heard.wish != "why"):
        return None
    before = desk.messages_since(question) if verdict != "wrong" else []
    # A term that is only spoken of, "i moved the 3x", is no answer with a step.
    texts = (e for e in (told, heard.text, *before) if "=" in e or is_bare(e, _SOME))
    if not (said := _of_steps(desk, question, *texts)):
        return None
    return RoundStep(events=(Sentence(text=said, role="hint"),), practice=practice)


def _of_steps(desk: RoundDesk, question: PracticeQuestion, *texts: str, asks: bool = True) -> str:
    """Return what is said of the first wrong step of a calculation; "" where none is read."""
    if question.kind != "calculation":
        return ""
    from tutor_app.conversation.calculated.steps_in_practice import told_of_steps  # noqa: PLC0415

    session = desk.turn.session
    found = (told_of_steps(each, question, session, asks=asks) for each in dict.fromkeys(texts))
    return next(filter(None, found), "")


def not_right(
    desk: RoundDesk, practice: PracticeRound, question: PracticeQuestion, *, wrong: bool
) -> RoundStep:
    """Give one hint to what is typed, then show the answer; a choice is told at once.

    Of what was said instead the course's own sentence tells what it is, of a value the rule that a
    known slip breaks.
    """
    session, text = desk.turn.session, _told_to(desk, question)
    told = slip = steps = ""
    has_tries = not question.options and question.tries + 1 < TRIES
    if wrong and question.options:
        told = tell_of_option(question, text)
    elif wrong and question.is_computed:
        slip = rule_of_slip(text, question)
        steps = "" if slip else _of_steps(desk, question, desk.heard.text, asks=has_tries)
    elif wrong:
        told = tell_of_term(question, text, desk.course_map)
    beside = [Sentence(text=told, role="verdict")] if told else []
    if has_tries:
        waiting = replace(practice, open_question=replace(question, tries=question.tries + 1))
        hint = hint_at(question, session, wrong=wrong, slip=slip, steps=steps)
        return RoundStep(events=(*beside, *hint), practice=waiting)
    beside += [Sentence(text=steps, role="hint")] if steps else []
    return give_up(desk, practice, question, *beside, wrong=wrong and not told)


def rule_broken(desk: RoundDesk, question: PracticeQuestion) -> tuple[Event, ...]:
    """Return the rule that a wrong value breaks, as a known slip tells it; nothing without one."""
    slip = rule_of_slip(_told_to(desk, question), question) if question.is_computed else ""
    return (Sentence(text=LOOK_AT(rule=slip), role="hint"),) if slip else ()


def give_up(
    desk: RoundDesk,
    practice: PracticeRound,
    question: PracticeQuestion,
    *said: Event,
    wrong: bool = False,
) -> RoundStep:
    """Show the answer, after what was said, and count the question as missed."""
    events = show_answer(question, desk.turn.session, desk.index, wrong=wrong)
    result = result_of(question, "missed")
    return RoundStep(events=(*said, *events), practice=practice, results=(result,))


def _of_before(desk: RoundDesk, practice: PracticeRound, *, only_named: bool) -> RoundStep | None:
    """Return the verdict on an answer to a question before the open one; None where it is to none.

    It is where the message has that question's numbers, or fits the one that was left just now.
    """
    for place in reversed(range(len(practice.results))):
        result = practice.results[place]
        said = without_data(desk.heard, result, practice.open_question)
        was_left = result.outcome == "left" and place == len(practice.results) - 1
        if said is None and (only_named or not was_left):
            continue
        asked = PracticeQuestion(
            item=result.item,
            name=result.name,
            kind=result.kind,
            text=result.name,
            accepted=(result.answer,),
            chunk_id=result.chunk_id,
            sentence=result.sentence,
        )
        if not asked.is_computed:
            continue  # of a choice only the open one's options are known
        stretches = said if said is not None else [_told_to(desk, asked)]
        verdicts = {_judge(desk, asked, one) for one in stretches}
        if "right" in verdicts:
            confirmed = confirm(asked, desk.turn.session, desk.index)
            told = (notice(BEFORE_THIS(question=result.name)), *confirmed)
            if result.outcome != "left":
                return RoundStep(events=told, practice=practice, of_before=True)
            others = (*practice.results[:place], *practice.results[place + 1 :])
            return RoundStep(
                events=told,
                practice=replace(practice, results=others),
                results=(replace(result, outcome="right"),),
                of_before=True,
            )
        if said is not None and "wrong" in verdicts:
            told_wrong = (notice(NOT_FOR_BEFORE()),)
            return RoundStep(events=told_wrong, practice=practice, of_before=True)
    return None


def _told_to(desk: RoundDesk, question: PracticeQuestion) -> str:
    """Return what of a message may be the answer: all of it where it does nothing else.

    A value may stand in a reason or in what asks whether it is right; of several stretches the one
    that is told as an answer counts.
    """
    heard = desk.heard
    if question.kind == "calculation" and (end := end_of_working(heard.text)):
        return end
    if not heard.does_several or not heard.is_work:
        return heard.text
    tried = [heard.text_of("answer"), heard.text_of("answer", "check"), heard.text_of(*WORK)]
    if question.is_computed:  # of what is told on the way to it the last is the result
        tried += [part.text for part in reversed(heard.parts) if part.kind in WORK]
    stretches = [one for one in dict.fromkeys(tried) if one]
    heard_in = (one for one in stretches if _judge(desk, question, one) is not None)
    return next(heard_in, stretches[-1])


def _judge(desk: RoundDesk, question: PracticeQuestion, text: str) -> PracticeVerdict | None:
    if question.is_computed:
        return judge_computed(text, question)
    others = other_names(question.item, desk.course_map.shown_terms)
    is_part = text != desk.heard.text
    tells = is_part or desk.turn.act.act.startswith(TELLING)
    return judge_practice(text, question, others, tells=tells)


def _names_no_option(desk: RoundDesk, question: PracticeQuestion, told: str) -> bool:
    """Whether a few bare words are an answer that is none of the options: "a graph"."""
    if not question.options or desk.turn.session.round_turns_ago:
        return False
    act = desk.turn.act_of(told)
    if desk.heard.is_question and act.sure and act.act.startswith(_NO_ANSWER):
        return False
    return _is_bare(desk, told)


def _may_be_answer(
    desk: RoundDesk, verdict: PracticeVerdict, question: PracticeQuestion, told: str
) -> bool:
    """Whether a message that is not right is meant as an answer, and asks or feels nothing."""
    if told != desk.heard.text and desk.heard.text_of("answer"):
        return True
    act, bare = desk.turn.act_of(told), _is_bare(desk, told)
    asks = act.sure and act.act.startswith(_NO_ANSWER) and not bare
    is_typed = not question.is_computed and not question.options
    if is_typed and (asks or desk.heard.is_question and not bare):
        return act.act.startswith("tell.") and not asks
    if question.is_computed and verdict == "unsure" and asks:
        return False  # "why 9 - 3 and not 9 + 3" gives no value
    return verdict == "unsure" or desk.turn.session.round_turns_ago <= _LEFT_ALONE


def _is_bare(desk: RoundDesk, told: str) -> bool:
    """Whether words are hardly anything but an answer: "a graph", whatever they are taken for."""
    act = desk.turn.act_of(told)
    if act.sure and act.act.startswith(_NEVER):
        return False
    does_more = act.sure and act.act.startswith(_NO_ANSWER)
    return is_bare(told, _FEW if does_more else _SOME)
