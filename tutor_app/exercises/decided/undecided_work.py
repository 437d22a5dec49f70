"""Work on an exercise that no solution decides: the course's own sentences are put beside it."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.answering.key_terms import shown_text, terms
from tutor_app.domain.hint_ladder import TOP_LEVEL, record_same_level
from tutor_app.domain.values import Offers, Quote, Sentence
from tutor_app.exercises.assignment_items import split_statements
from tutor_app.exercises.contradiction import opposed
from tutor_app.exercises.exercise_task import Task, is_own_statement, section_of
from tutor_app.exercises.exercise_turn import ExerciseTurn, Work, hint_on
from tutor_app.exercises.own_words import clip, name_words
from tutor_app.exercises.rubric_matching import cover, sentences_of
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import QUOTED

COURSE_SAYS_SO = phrase("exercises_answers.course_says_so", "words", "section")
COURSE_DIFFERS = phrase("exercises_answers.course_differs", "words", "section")
CANNOT_CHECK = phrase("exercises_open_work.cannot_check")
TAKES_UP = phrase("exercises_open_work.takes_up", "words")


def all_fresh(turn: ExerciseTurn) -> Task:
    return replace(turn.task, fresh=turn.task.attempt)


def beside_the_course(turn: ExerciseTurn) -> Work:
    """Hold the work against the course's own sentences, where there is no solution to hold it to.

    What they say of the same is put beside it; nothing is claimed to be right.
    """
    task, ladder = turn.task, turn.ladder
    level = min(max(ladder.level, 1), TOP_LEVEL)
    event = replace(record_same_level(ladder, "attempt"), level=level)
    rule = rule_for(turn)
    if rule is None:
        return (yield from hint_on(turn, event))
    where = section_of([rule])
    text, same = put_beside(turn, rule, where)
    said = [text, where]
    if text:
        yield Sentence(text=text, role="notice")
    if not same and (used := _used(turn, rule)):
        yield Sentence(text=TAKES_UP(words=used), role="hint")
    yield rule
    if not same or task.item is not None:
        yield Offers(messages=(NEXT_HINT,))
    return turn.leave(event, tuple(said))


def put_beside(turn: ExerciseTurn, rule: Quote, where: str) -> tuple[str, bool]:
    """Return how the passage is put beside the message, and whether it speaks of the same."""
    fresh, book = turn.task.fresh or "", turn.sources.book
    statements = split_statements(rule.paragraph)
    if book is not None:
        given = turn.task.statement if turn.task.item else ""
        found = cover(fresh, statements, given, book.embedder, book.index.rarity)
        same = [point.said for point in found if point.said is not None]
        if same:
            return turn.pick(COURSE_SAYS_SO, words=name_words(same), section=where), True
        sentences = sentences_of(fresh)
        if against := sorted(opposed(sentences, statements)):
            words = clip(sentences[against[0][0]])
            return turn.pick(COURSE_DIFFERS, words=words, section=where), False
    # That nothing decides it is said once.
    told = set(CANNOT_CHECK.wordings()) & set(turn.said_before)
    return "" if told else CANNOT_CHECK(), False


def rule_for(turn: ExerciseTurn) -> Quote | None:
    """Return the passage nearest to the work that was not shown yet, else the nearest."""
    task = turn.task
    told = f"{task.statement}\n{task.fresh}"
    topics = (task.fresh or "",) if is_own_statement(task) else (told, task.statement)
    rules = [quote for topic in topics for quote in turn.sources.places(topic)]
    fresh = (quote for quote in rules if section_of([quote]) not in task.earlier_hints)
    return next(fresh, None)


def _used(turn: ExerciseTurn, rule: Quote) -> str:
    """Return up to three words of the course's passage that the student brought to the exercise.

    They are spelled as the student wrote them; words of the exercise itself do not count.
    """
    task = turn.task
    given = terms(task.statement) if task.item is not None else frozenset()
    known = terms(shown_text(rule)) - given
    found: dict[frozenset[str], str] = {}
    for word in (task.fresh or "").split():
        bare = word.strip(".,;:!?()“”\"'")
        stem = terms(bare)
        if stem and stem <= known and len(bare) > 4:
            found.setdefault(stem, bare.casefold())
    return ", ".join(QUOTED(words=word) for word in list(found.values())[:3])
