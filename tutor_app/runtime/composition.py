"""The composition root: the real parts, built once and handed down as `Services`."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from redis import Redis

from tutor_app.answering.course_map.map_file import CourseMaps
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import ModelFileInvalid, ModelUnreachable, TutorError
from tutor_app.domain.settings import Settings
from tutor_app.exercises.assignment_book import AssignmentBooks
from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.exam_results import held_duties
from tutor_app.models.local_endpoint import local_endpoint
from tutor_app.models.model_files import (
    EMBEDDER,
    NO_MODEL_SET,
    cached_path,
    choose_reranker,
    embedder_path,
)
from tutor_app.models.relevance_judge import RelevanceJudge
from tutor_app.programs.runs_at_once import open_runner
from tutor_app.retrieval.course_index import CourseIndexes, read_query
from tutor_app.retrieval.course_rerankers import CourseRerankers
from tutor_app.retrieval.embedder import Embedder, LocalEmbedder
from tutor_app.retrieval.minilm import MiniLmEmbedder
from tutor_app.retrieval.profiles import Profile, profile_named, reads_by_itself
from tutor_app.retrieval.reranker import AsProbabilities, CrossEncoderReranker, Reranker
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.storage.live.model_semaphore import ModelSemaphore
from tutor_app.understanding.act_classifier import ActClassifier

logger = logging.getLogger(__name__)
_ASKED_AT_ONCE = 5  # passages, of an endpoint that is not this machine


def build_services(settings: Settings, redis: Redis | None) -> Services:
    """Build what the configuration names.

    Raises:
        TutorError: a part that answers cannot do without is missing (embedder, profile).
    """
    embedder = build_embedder(settings)
    profile = profile_named(settings.retrieval_profile)
    # A hosted endpoint has no two slots to stand in line for.
    is_shared = redis is not None and settings.uses_local_model
    return Services(
        courses=CourseIndexes(settings, embedder),
        embedder=embedder,
        profile=profile,
        reranker=build_reranker(settings, profile),
        sources=settings.source_choice,
        duties=held_duties(settings),
        model=lambda: build_model(settings),
        model_semaphore=ModelSemaphore(redis) if redis is not None and is_shared else None,
        assignments=AssignmentBooks(settings, embedder),
        run_program=open_runner(settings.run_dir),
        maps=CourseMaps(settings),
        acts=ActClassifier(),
    )


def warm(services: Services, course_ids: Sequence[str]) -> None:
    """Load what the first question of each course would wait for."""
    services.acts.classify("nothing", "", "warm")
    if services.duties:  # half a second that else the first words of the first reply would wait for
        import tutor_app.models.openai_client  # noqa: F401, PLC0415
    for course_id in course_ids:
        try:
            index = services.courses(course_id)
            query = read_query("warm", services.embedder, index)
            if services.profile.beam is not None:  # grows the tree of summaries
                retrieve(query, index, services.profile, None)
            services.maps(course_id)
            if services.assignments is not None:
                services.assignments(course_id, index)
        except TutorError as exc:
            # Whoever asks there is told; a course without an index is nothing to repair here.
            logger.info("%s is not loaded yet: %s", course_id, exc)


def build_embedder(settings: Settings, *, threads: int = 1) -> Embedder:
    """Return the embedder in force; `threads` 0 stands for as many as the machine has cores.

    Raises:
        ModelFileInvalid: its files are missing or damaged.
    """
    name = settings.embedding_model
    if settings.embedding_base_url:
        from tutor_app.retrieval.endpoint_embedder import (  # noqa: PLC0415  (imports openai)
            EndpointEmbedder,
        )

        key = settings.embedding_api_key.get_secret_value()
        return EndpointEmbedder(settings.embedding_base_url, key, name)
    path = embedder_path(settings)
    if path == cached_path(EMBEDDER, settings):
        return MiniLmEmbedder(path, name, EMBEDDER.weights, threads=threads)
    return LocalEmbedder(path, name, threads=threads)


def build_reranker(settings: Settings, profile: Profile) -> Reranker | None:
    """Return what reads passages in a profile, or None if nothing does, or it cannot be loaded.

    The project's own cross-encoder stands in for the one that is set while that is not fetched.
    """
    if reads_by_itself(profile):
        return _own_reranker(settings)
    if profile.rerank is None:
        return None
    if profile.rerank == "model":
        at_once = 1 if settings.uses_local_model else _ASKED_AT_ONCE
        return RelevanceJudge(lambda: build_model(settings), at_once=at_once)
    choice = choose_reranker(settings)
    if choice.path is None:
        if settings.reranker_model:
            own = _own_reranker(settings)
            return None if own is None else AsProbabilities(own)
        logger.warning("Reranking is skipped: %s", choice.reason)
        return None
    try:
        return CrossEncoderReranker(choice.path)
    except (OSError, ValueError) as exc:
        logger.warning("Reranking is skipped: %s cannot be loaded (%s)", choice.path, exc)
        return None


def _own_reranker(settings: Settings) -> Reranker | None:
    try:
        return CourseRerankers(settings)
    except ModelFileInvalid as exc:
        logger.warning("Reranking is skipped: %s", exc)
        return None


def build_model(settings: Settings) -> ChatModel:
    """Open the configured endpoint, else the embedded model server.

    Raises:
        ModelUnreachable: no model is set, or the embedded server is not running.
    """
    if not settings.has_model:
        raise ModelUnreachable(NO_MODEL_SET())
    # Half a second of import, which a worker whose model holds no duty never needs.
    from tutor_app.models.openai_client import open_model  # noqa: PLC0415

    if settings.uses_local_model:
        local = local_endpoint(settings)
        return open_model(settings, local.base_url, local.api_key, local.name)
    key = settings.model_api_key.get_secret_value()
    return open_model(settings, settings.model_base_url, key, settings.model_name)
