"""What `respond` works with: the parts that the composition root built."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tutor_app.answering.choose_quotes import DEFAULT_LIMITS, QuoteLimits
from tutor_app.answering.course_map.map_values import CourseMap
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.models.chat_model import ChatModel
from tutor_app.programs.runs_at_once import Runner
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.profiles import Profile
from tutor_app.retrieval.reranker import Reranker
from tutor_app.storage.live.model_semaphore import ModelSemaphore
from tutor_app.understanding.act_classifier import ActClassifier, TellsActs


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What `respond` works with.

    `sources` names who chooses what is searched (tutor_app/conversation/subject/search_sources.py).
    `limits` say how much an answer quotes. `duties` are those that the model holds; with none it is
    never asked. `model` opens it when needed, since the local server may start later than the
    worker; `model_semaphore` is the line of those who wait for it. `assignments` knows the items of
    a course's assignments and keeps their solutions locked. `run_program` runs students' programs;
    without it none is run. `maps` gives a course's map, None where there is none. `acts` tells what
    a message does.
    """

    courses: Callable[[str], CourseIndex]
    embedder: Embedder
    profile: Profile
    reranker: Reranker | None = None
    sources: str = "all"
    limits: QuoteLimits = DEFAULT_LIMITS
    duties: frozenset[str] = frozenset()
    model: Callable[[], ChatModel] | None = None
    model_semaphore: ModelSemaphore | None = None
    assignments: Callable[[str, CourseIndex], AssignmentBook] | None = None
    run_program: Runner | None = None
    maps: Callable[[str], CourseMap | None] = lambda _: None
    acts: TellsActs = field(default_factory=ActClassifier)
