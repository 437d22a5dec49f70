"""Answers measured against gold pages and quotes; declining against what is out of scope."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.progress import track

from evals.answers.gold_questions import GoldQuestion, comparable
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import AnswerDone, Message, Quote, Session, TurnRecord
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.profiles import profile_named
from tutor_app.runtime.composition import build_reranker
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder, console


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One question and what a student would have been shown."""

    question: GoldQuestion
    quotes: tuple[Quote, ...]
    record: TurnRecord
    seconds: float

    @property
    def cites_gold(self) -> bool:
        return bool({(q.document_name, q.page) for q in self.quotes} & self.question.gold)

    @property
    def shows_evidence(self) -> bool:
        return self._holds([comparable(quote.paragraph) for quote in self.quotes])

    @property
    def shows_evidence_reading_on(self) -> bool:
        """Also in the list around a paragraph, or in what goes on below it, opened or not."""
        more = [t for q in self.quotes for t in (q.paragraph, q.above, q.below, q.onward)]
        return self._holds([comparable(text) for text in more])

    @property
    def shows_evidence_unasked(self) -> bool:
        """The same in what is open without a click."""
        more = [t for q in self.quotes for t in (q.paragraph, q.above, q.below)]
        more += [q.onward for q in self.quotes if q.onward_open]
        return self._holds([comparable(text) for text in more])

    @property
    def marks_evidence(self) -> bool:
        marked = [comparable(" ".join(m.text for m in quote.marked)) for quote in self.quotes]
        return self._holds(marked)

    @property
    def marked_text(self) -> str:
        return " ".join(mark.text for quote in self.quotes for mark in quote.marked)

    def _holds(self, texts: Sequence[str]) -> bool:
        return any(comparable(e) in text for e in self.question.evidence for text in texts)


def answer_all(
    course: IndexedFolder, questions: Sequence[GoldQuestion], profile: str
) -> list[Answered]:
    """Ask every question as a student would, without a model."""
    chosen = profile_named(profile)
    services = Services(
        courses=CourseIndexes(course.settings, course.embedder),
        embedder=course.embedder,
        profile=chosen,
        reranker=build_reranker(course.settings, chosen),
    )
    services.courses(COURSE)
    return [
        answer(question, services)
        for question in track(questions, "Asking", console=console, transient=True)
    ]


def answer(question: GoldQuestion, services: Services) -> Answered:
    session = Session(conversation_id="eval", course_id=COURSE, course_name=COURSE)
    started = time.perf_counter()
    events = list(respond(Message(text=question.text), session, services))
    done = events[-1]
    assert isinstance(done, AnswerDone)
    return Answered(
        question=question,
        quotes=tuple(event for event in events if isinstance(event, Quote)),
        record=done.record,
        seconds=time.perf_counter() - started,
    )


def measure_answers(course: IndexedFolder, answered: Sequence[Answered]) -> dict[str, Any]:
    """Return the measures that the command prints; a declined question counts as a miss."""
    asked = [a for a in answered if a.question.answerable]
    seconds = [a.seconds for a in answered]
    return {
        "questions": len(asked),
        "answers": {
            "cites_gold": _share(a.cites_gold for a in asked),
            "shows_evidence": _share(a.shows_evidence for a in asked),
            "marks_evidence": _share(a.marks_evidence for a in asked),
            "shown_without_a_click": _share(a.shows_evidence_unasked for a in asked),
            "shown_reading_on": _share(a.shows_evidence_reading_on for a in asked),
            "similarity": round(float(np.mean(similarities(course.embedder, asked))), 4),
            "paragraphs": max((len(a.quotes) for a in asked), default=0),
            "sentences": max((sum(len(q.marked) for q in a.quotes) for a in asked), default=0),
        },
        "declined": declining(answered),
        "seconds": {
            "p50": round(float(np.percentile(seconds, 50)), 3),
            "p95": round(float(np.percentile(seconds, 95)), 3),
        },
    }


def declining(answered: Sequence[Answered]) -> dict[str, float]:
    """Precision and recall of declining, the positive class being out of scope."""
    return _told_apart(answered, [a.record.declined for a in answered])


def quoting_nothing(answered: Sequence[Answered]) -> dict[str, float]:
    """The same where whatever is said without a quote counts as declined, as turning back does."""
    return _told_apart(answered, [not a.quotes for a in answered])


def _told_apart(answered: Sequence[Answered], declined: Sequence[bool]) -> dict[str, float]:
    outside = [not a.question.answerable for a in answered]
    right = sum(was and is_so for was, is_so in zip(declined, outside, strict=True))
    precision = right / sum(declined) if any(declined) else 0.0
    recall = right / sum(outside) if any(outside) else 0.0
    both = precision + recall
    return {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * precision * recall / both, 4) if both else 0.0,
    }


def similarities(embedder: Embedder, asked: Sequence[Answered]) -> list[float]:
    """Return each cosine of the marked text and the reference answer; nothing marked counts 0."""
    said = embedder.embed([a.marked_text or " " for a in asked])
    reference = embedder.embed([a.question.answer for a in asked])
    cosines = (said * reference).sum(axis=1)
    return [float(c) if a.quotes else 0.0 for c, a in zip(cosines, asked, strict=True)]


def _share(flags: Any) -> float:
    return round(float(np.mean([bool(flag) for flag in flags])), 4)
