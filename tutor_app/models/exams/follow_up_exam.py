"""The exam "ask a follow-up": questions about 40 sets of quotes, asked as a student gets them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tutor_app.answering.key_terms import shown_text
from tutor_app.domain.errors import ModelUnreachable
from tutor_app.domain.values import Quote
from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.ask_follow_up import (
    MAX_TOKENS,
    ask_follow_up,
    count_tokens,
    fixed_messages,
)
from tutor_app.models.duties.duty_registry import GOOD_QUESTIONS
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.exams.exam_figures import share
from tutor_app.models.exams.exam_items import QuoteSet
from tutor_app.models.exams.take_exam import Answer, Question
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.profiles import profile_named
from tutor_app.retrieval.retrieve import retrieve

# Says whether searching the course with a question finds a passage of the quotes first.
LeadsBack = Callable[[str, Sequence[Quote]], bool]


def searcher(index: CourseIndex, embedder: Embedder) -> LeadsBack:
    """Return a search that works as for a student's question, with nothing but the question."""
    profile = profile_named("default")

    def leads_back(question: str, quotes: Sequence[Quote]) -> bool:
        found = retrieve(read_query(question, embedder, index), index, profile, None)
        if found.nearest is None:
            return False
        shown = " ".join(shown_text(quote) for quote in quotes)
        return any(sentence.text in shown for sentence in found.nearest.chunk.sentences)

    return leads_back


def follow_up_questions(sets: Sequence[QuoteSet], leads_back: LeadsBack) -> list[Question]:
    """One question for each set of quotes."""

    def asker(item: QuoteSet) -> Callable[[ChatModel], Answer]:
        def put(model: ChatModel) -> Answer:
            quotes = item.as_quotes()
            asked = ask_follow_up(item.question, quotes, model, lambda: False)
            if asked.problem is not None:
                raise ModelUnreachable(asked.problem)
            return {
                "question": asked.question,
                "failed_checks": [a.failed_check for a in asked.attempts if a.failed_check],
                "leads_back": asked.question is not None and leads_back(asked.question, quotes),
                "seconds": round(sum(a.seconds for a in asked.attempts), 2),
            }

        return put

    return [Question(item.id, asker(item)) for item in sets]


def follow_up_figures(
    sets: Sequence[QuoteSet], answers: Mapping[str, Answer]
) -> tuple[Figure, ...]:
    """What the answers amount to. A set without a question that passed counts as failed."""
    done = [answers[item.id] for item in sets if item.id in answers]
    kept = [answers[item.id] for item in sets if item.id in answers and item.split == "kept"]
    passed = [answer for answer in done if answer.get("question")]
    at_once = [answer for answer in passed if not answer["failed_checks"]]
    return (
        share(GOOD_QUESTIONS, _leading(done), len(done)),
        share("the same over the items kept out of tuning", _leading(kept), len(kept)),
        share("questions that pass the checks", len(passed), len(done)),
        share("questions that pass them at the first try", len(at_once), len(done)),
    )


def _leading(answers: Sequence[Answer]) -> int:
    return sum(bool(answer.get("leads_back")) for answer in answers)


def tokens_of(sets: Sequence[QuoteSet]) -> tuple[int, int]:
    """About how many tokens go to and come from a model for these sets, one try each."""
    fixed = sum(count_tokens(message.content) for message in fixed_messages())
    quoted = sum(
        count_tokens(item.question) + sum(count_tokens(quote.text) for quote in item.quotes)
        for item in sets
    )
    return fixed * len(sets) + quoted, MAX_TOKENS * len(sets)
