"""One message about an exercise, with everything that its reply is made of."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from tutor_app.domain.hint_ladder import LADDER_END, Ladder
from tutor_app.domain.values import (
    Event,
    LadderEvent,
    Offers,
    Sentence,
    SentenceRole,
    Session,
    WorkRecord,
)
from tutor_app.exercises.answer_points import Judge
from tutor_app.exercises.exercise_hints import Sourcebook, give_hint
from tutor_app.exercises.exercise_task import Task
from tutor_app.exercises.heard.heard_beside import NOTHING_HEARD, Hearing
from tutor_app.exercises.own_words import unsaid
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import Phrase
from tutor_app.wording.quote_sentences import name_staff

MOST_HINTS = 80


Work = Generator[Event, None, WorkRecord | None]
Said = Generator[Event, None, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseTurn:
    """One message about an exercise, with the learner's place on its ladder.

    `text` is the message, `kind` how the work on it is kept. `hearing` is what is
    heard in it beside; `told` the task with the work that a question has beside it. A `judge` says
    which points an answer has.
    """

    text: str
    task: Task
    ladder: Ladder
    session: Session
    sources: Sourcebook
    kind: str = "exercise"
    judge: Judge | None = None
    hearing: Hearing = NOTHING_HEARD
    told: Task | None = None

    @property
    def said_before(self) -> tuple[str, ...]:
        """What was said about the exercise, and in this conversation last, oldest first."""
        last = [text for before in self.session.before[-3:] for text in before.said]
        return (*self.task.earlier_hints, *last)

    @property
    def person(self) -> str:
        return name_staff(self.session.contact)

    def pick(self, ways: Phrase, **slots: object) -> str:
        """Return the wording that was not used yet, of other `words` either, else the oldest."""
        options, words = ways.wordings(**slots), str(slots.get("words") or "")
        if words:
            around = [max(option.split(words), key=len) for option in options]
            said = "\n".join(self.said_before)
            new = [one for one, rest in zip(options, around, strict=True) if rest not in said]
            options = tuple(new) or options
        return unsaid(options, self.said_before)

    def line(self, ways: Phrase, role: SentenceRole, **slots: object) -> Sentence:
        return Sentence(text=self.pick(ways, **slots), role=role)

    def with_said(self, said: tuple[str, ...]) -> ExerciseTurn:
        """Return the turn with what was said just now among what was said before."""
        task = self.task
        if task.before is None:
            return replace(self, task=replace(task, heard=(*task.heard, *said)))
        before = replace(task.before, hints=(*task.before.hints, *said))
        return replace(self, task=replace(task, before=before))

    def leave(self, event: LadderEvent | None, said: tuple[str, ...] = ()) -> WorkRecord:
        """Return what the turn leaves for the next one."""
        task = self.task
        # What was said again moves to the end.
        hints = dict.fromkeys(reversed((*task.earlier_hints, *filter(None, said))))
        return WorkRecord(
            kind="answer" if self.kind == "answer" else "exercise",
            key=task.key,
            text=task.statement,
            item=task.item.id if task.item is not None else None,
            attempt=task.attempt,
            hints=tuple(reversed(hints))[-MOST_HINTS:],
            covered=task.before.covered if task.before is not None else (),
            ladder=() if event is None else (event,),
        )


def hint_on(turn: ExerciseTurn, event: LadderEvent) -> Generator[Event, None, WorkRecord]:
    """Yield the hint of the event's level, in words that were not used yet."""
    said = yield from give_hint(event.level, turn.task, turn.sources, again=event.cause == "why")
    if event.level < LADDER_END:
        yield Offers(messages=(NEXT_HINT,))
    return turn.leave(event, said)
