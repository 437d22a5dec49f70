"""Whether any sentence of a reply about a problem contradicts the exact run it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evals.traces.claims.check_reply import contradictions
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.teaching import CourseSettings, LadderEvent, ListedLadders, RevealPolicy
from tutor_app.domain.traces import StudentTrace
from tutor_app.domain.values import AnswerDone, Event, Message, Sentence, Session, TraceShown
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Vectors
from tutor_app.retrieval.profiles import profile_named
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.understanding.dialogue_acts import NEXT_HINT

# What is said after the problem, by policy.
TALKS: dict[RevealPolicy, tuple[str, ...]] = {
    "open": (),
    "predict": (),
    "hints": (NEXT_HINT, NEXT_HINT, NEXT_HINT),
}
_ABOUT_A_RUN = frozenset({"hint", "result", "question", "verdict", "lead_in"})


class NoEmbedder:
    """What needs no passage is evaluated without any."""

    name = "none"

    def embed(self, texts: Sequence[str]) -> Vectors:
        raise IndexMissing("no course stands behind this evaluation")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """A sentence that was shown, and what of it is not so."""

    problem: str
    policy: RevealPolicy
    sentence: str
    not_so: tuple[str, ...]


def measure_replies(gold: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return how many sentences were shown under all policies, and those that contradict."""
    said = 0
    found: list[Contradiction] = []
    for each in gold:
        for policy, talk in TALKS.items():
            for sentence, not_so in _conversation((each["message"], *talk), policy):
                said += 1
                if not_so:
                    found.append(
                        Contradiction(
                            problem=each["id"], policy=policy, sentence=sentence, not_so=not_so
                        )
                    )
    return {"sentences": said, "contradicting": len(found), "found": found}


def _conversation(
    messages: Sequence[str], policy: RevealPolicy
) -> Iterator[tuple[str, tuple[str, ...]]]:
    session = Session(
        conversation_id="evaluation",
        course_id="none",
        course_name="",
        settings=CourseSettings(reveal_policy=policy),
    )
    services = Services(courses=no_course, embedder=NoEmbedder(), profile=profile_named("dense"))
    past: tuple[LadderEvent, ...] = ()
    for message in messages:
        events = list(respond(Message(text=message), session, services))
        done = events[-1]
        left = done.record.tracing if isinstance(done, AnswerDone) else None
        if left is None or left.question is not None:
            return
        past = (*past, *left.ladder)
        session = replace(session, tracing=left, ladder=ListedLadders(past))
        verdict = check(left.problem, left.stated, left.attempt or StudentTrace())
        yield from _checked(events, verdict, session)


def _checked(
    events: Sequence[Event], verdict: Verdict, session: Session
) -> Iterator[tuple[str, tuple[str, ...]]]:
    assert session.tracing is not None
    own = (verdict.run.problem, run(session.tracing.problem).problem)
    about: AlgorithmRun = verdict.run
    judged: Verdict | None = verdict
    for event in events:
        if isinstance(event, TraceShown) and event.problem not in own:
            about, judged = run(event.problem), None  # a worked example speaks of itself
        if isinstance(event, Sentence) and event.role in _ABOUT_A_RUN:
            if event.role != "result":
                yield event.text, tuple(contradictions(event.text, verdict.run, verdict))
            else:
                yield event.text, tuple(contradictions(event.text, about, judged))


def no_course(course_id: str) -> CourseIndex:
    """Stand for the course where none is needed.

    Raises:
        IndexMissing: always.
    """
    raise IndexMissing(f"{course_id}: no course stands behind this evaluation")
