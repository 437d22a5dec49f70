"""One learner who asks about a program, from their words to the reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.doubles.ladders import WatchedLadders
from tutor_app.domain.teaching import LadderEvent, WorkRecord
from tutor_app.domain.values import Event, Exchange, Message, Quote, Sentence, Session
from tutor_app.programs.locked_tests.locked_cases import LockedTexts
from tutor_app.programs.replies.help_with_program import help_with_program
from tutor_app.programs.replies.topic_of_message import ProgramContext
from tutor_app.programs.runs_at_once import Runner
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import ActClassifier, ActGuess
from tutor_app.understanding.message_features import read_shape

PROGRAM = """def total(items, start):
    result = 1
    for item in items:
        if item > start:
            result = result + item
    return result"""
# It hands back at the first hit.
FIRST_HIT = """def hits(words, w):
    n = 0
    for each in words:
        if each == w:
            n += 1
            return n
    return n"""
ASK = f"""My program gives too much.

total([1, 2, 3], 0) => 6
total([], 0) => 0
```python
{PROGRAM}
```"""
EDITED = PROGRAM.replace("item > start", "item >= start")
MENDED = PROGRAM.replace("result = 1", "result = 0")


def fenced(program: str) -> str:
    return f"\n```python\n{program}\n```"


def quote(text: str) -> Quote:
    return Quote(
        passage_id="p",
        document_id="d",
        document_name="Notes.pdf",
        kind="slides",
        page=1,
        headings=(),
        paragraph=text,
        crops=(),
        marked=(),
    )


ASKS_FOR_RUN = ActGuess(
    act="ask.run", confidence=0.9, second="ask.why", sure=True, about_table=True
)

ACTS = ActClassifier()


class Learner:
    """One learner in one conversation, whose records are kept between the messages."""

    def __init__(
        self,
        runner: Runner | None = None,
        locked: LockedTexts | None = None,
        passage: str = "A loop repeats its body.",
        embedder: Embedder | None = None,
    ) -> None:
        self.passage = passage
        self.runner = runner or Runner()
        self.locked = locked
        self.embedder = embedder
        self.said: list[str] = []
        self.watched = WatchedLadders()
        self.session = Session(
            conversation_id="c",
            course_id="c",
            course_name="Programming",
            contact="Ada",
            ladder=self.watched,
        )
        self.topics: list[str] = []

    def events(self, text: str, *, wants_run: bool = False) -> list[Event]:
        message = Message(text=text, wanted="debugging")
        shape = read_shape(message.text)
        context = ProgramContext(
            locked=self.locked,
            act=ASKS_FOR_RUN if wants_run else self._act_of(text),
            act_of=self._act_of,
            embedder=self.embedder,
        )
        replying = help_with_program(shape, self.session, self._cite, self.runner, context)
        events: list[Event] = []
        while True:
            try:
                events.append(next(replying))
            except StopIteration as stop:
                self._keep(stop.value)
                self._remember(text, events)
                return events

    def say(self, text: str) -> str:
        events = self.events(text)
        return " ".join(event.text for event in events if isinstance(event, Sentence))

    @property
    def ladder(self) -> tuple[LadderEvent, ...]:
        """What happened on the learner's ladders so far."""
        return self.watched.events

    @property
    def level(self) -> int:
        return self.ladder[-1].level

    @property
    def work(self) -> WorkRecord:
        assert self.session.work is not None
        return self.session.work

    def _act_of(self, text: str) -> ActGuess:
        before = self.session.before
        return ACTS.classify("program" if before else "nothing", " ".join(self.said[-2:]), text)

    def _cite(self, topic: str) -> Sequence[Quote]:
        self.topics.append(topic)
        return (quote(self.passage), quote("Another."))

    def _keep(self, work: WorkRecord | None) -> None:
        self.watched = self.watched.moved(work.ladder if work is not None else ())
        self.session = replace(self.session, work=work, ladder=self.watched)

    def _remember(self, text: str, events: Sequence[Event]) -> None:
        said = tuple(event.text for event in events if isinstance(event, Sentence))
        self.said += said
        shown = tuple(events)
        exchange = Exchange(question=text, intent="debugging", said=said, shown=shown)
        self.session = replace(self.session, before=(*self.session.before, exchange)[-6:])
