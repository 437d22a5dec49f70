"""The real parts, built once and handed down."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from redis import Redis

from tutor_app.assignments.book import AssignmentBook, AssignmentBooks
from tutor_app.duties.results import held_duties
from tutor_app.embedded.endpoint import local_endpoint
from tutor_app.embedded.model_files import choose_reranker, embedder_path
from tutor_app.errors import TutorError
from tutor_app.llm.chat import ChatModel
from tutor_app.llm.client import open_model
from tutor_app.memory.slots import ModelSlots
from tutor_app.quoting import DEFAULT_LIMITS, Limits
from tutor_app.retrieval.course_index import CourseIndex, CourseIndexes, read_query
from tutor_app.retrieval.embedder import Embedder, EndpointEmbedder, LocalEmbedder
from tutor_app.retrieval.profiles import Profile, profile_named
from tutor_app.retrieval.reranker import CrossEncoderReranker, Reranker
from tutor_app.settings import Settings
from tutor_app.strategies.program_turn import RunProgram

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What `respond` works with.

    `limits` say how much an answer quotes. `duties` are those that the model holds; with none it
    is never asked. `model` opens it when it is needed, since the local server may start later than
    the worker; `slots` is the line of those who wait for it. `assignments` tells the items of
    a course's assignments, and keeps their solutions in. `run_program` shows what a student's
    program does; without it none is run.
    """

    courses: Callable[[str], CourseIndex]
    embedder: Embedder
    profile: Profile
    reranker: Reranker | None = None
    limits: Limits = DEFAULT_LIMITS
    duties: frozenset[str] = frozenset()
    model: Callable[[], ChatModel] | None = None
    slots: ModelSlots | None = None
    assignments: Callable[[str, CourseIndex], AssignmentBook] | None = None
    run_program: RunProgram | None = None


def build_tools(settings: Settings, redis: Redis | None) -> Tools:
    """Build what the configuration names.

    Raises:
        TutorError: a part that answers cannot do without is missing (embedder, profile).
    """
    embedder = build_embedder(settings)
    profile = profile_named(settings.retrieval_profile)
    return Tools(
        courses=CourseIndexes(settings, embedder),
        embedder=embedder,
        profile=profile,
        reranker=build_reranker(settings) if profile.rerank else None,
        duties=held_duties(settings),
        model=lambda: build_model(settings),
        # A hosted endpoint has no two slots to stand in line for.
        slots=ModelSlots(redis) if redis is not None and settings.uses_local_model else None,
        assignments=AssignmentBooks(settings, embedder),
    )


def warm(tools: Tools, course_ids: Sequence[str]) -> None:
    """Load what the first question of each course would wait for."""
    for course_id in course_ids:
        try:
            index = tools.courses(course_id)
            read_query("warm", tools.embedder, index)
            if tools.assignments is not None:
                tools.assignments(course_id, index)
        except TutorError as exc:
            # Whoever asks there is told; a course without an index is nothing to repair here.
            logger.info("%s is not loaded yet: %s", course_id, exc)


def build_embedder(settings: Settings, *, threads: int | None = None) -> Embedder:
    """Return the embedder in force.

    Raises:
        ModelFileInvalid: its files are missing or damaged.
    """
    if settings.embedding_base_url:
        key = settings.embedding_api_key.get_secret_value()
        return EndpointEmbedder(settings.embedding_base_url, key, settings.embedding_model)
    return LocalEmbedder(embedder_path(settings), settings.embedding_model, threads=threads)


def build_reranker(settings: Settings) -> Reranker | None:
    """Return the cross-encoder, or None where there is none to load."""
    choice = choose_reranker(settings)
    if choice.path is None:
        logger.warning("Reranking is skipped: %s", choice.reason)
        return None
    try:
        return CrossEncoderReranker(choice.path)
    except (OSError, ValueError) as exc:
        logger.warning("Reranking is skipped: %s cannot be loaded (%s)", choice.path, exc)
        return None


def build_model(settings: Settings) -> ChatModel:
    """Open the configured endpoint, else the embedded model server.

    Raises:
        ModelUnreachable: the embedded server is not running.
    """
    if settings.uses_local_model:
        local = local_endpoint(settings)
        return open_model(settings, local.base_url, local.api_key, local.name)
    key = settings.model_api_key.get_secret_value()
    return open_model(settings, settings.model_base_url, key, settings.model_name)
