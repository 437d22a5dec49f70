"""The four retrieval functions (E1): each searches the sources of one kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from tutor_app.domain.values import MaterialKind, Passage, RetrievalResult
from tutor_app.retrieval.course_index import CourseIndex, Query, read_query
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.profiles import Profile
from tutor_app.retrieval.reranker import Reranker
from tutor_app.retrieval.retrieve import retrieve

FunctionName = Literal[
    "qa_retrieval", "textbook_retrieval", "assignment_retrieval", "logistics_retrieval"
]
FUNCTIONS: tuple[FunctionName, ...] = get_args(FunctionName)
TOP_K = 5  # question-and-answer pairs, where a caller names no number
SOURCES: Mapping[FunctionName, frozenset[MaterialKind]] = {
    "qa_retrieval": frozenset({"forum"}),
    "textbook_retrieval": frozenset({"textbook", "slides"}),
    "assignment_retrieval": frozenset({"assignment"}),
    "logistics_retrieval": frozenset({"logistics"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionCall:
    """A retrieval function with its arguments, as it is kept with a turn. `by` names who chose."""

    function: FunctionName
    query: str
    top_k: int | None = None
    by: str = "edison"


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseSearch:
    """The functions over one course. Solutions are in no index, so no call can reach them.

    A call in the words of the question `asked` is searched as that was read, with what was spoken
    of before.
    """

    index: CourseIndex
    embedder: Embedder
    profile: Profile
    reranker: Reranker | None = None
    asked: Query | None = None

    def qa_retrieval(self, query: str, top_k: int = TOP_K) -> RetrievalResult:
        """Return the posts of the forum that are nearest to the query, staff's newest word first
        among those that say about the same."""
        return self._search("qa_retrieval", query, top_k)

    def textbook_retrieval(self, query: str) -> RetrievalResult:
        """Return the passages of textbooks, slides and pages nearest to the query."""
        return self._search("textbook_retrieval", query)

    def assignment_retrieval(self, query: str) -> RetrievalResult:
        """Return the passages of assignments nearest to the query; never of their solutions."""
        return self._search("assignment_retrieval", query)

    def logistics_retrieval(self, query: str) -> RetrievalResult:
        """Return the passages about how the course is run nearest to the query."""
        return self._search("logistics_retrieval", query)

    def run(self, call: FunctionCall) -> RetrievalResult:
        """Return what a call finds."""
        match call.function:
            case "qa_retrieval":
                return self.qa_retrieval(call.query, call.top_k or TOP_K)
            case "textbook_retrieval":
                return self.textbook_retrieval(call.query)
            case "assignment_retrieval":
                return self.assignment_retrieval(call.query)
            case "logistics_retrieval":
                return self.logistics_retrieval(call.query)

    def _search(
        self, function: FunctionName, query: str, top_k: int | None = None
    ) -> RetrievalResult:
        profile = replace(self.profile, top_k=top_k) if top_k else self.profile
        asked = self.asked
        if asked is None or query != asked.text:
            asked = read_query(query, self.embedder, self.index)
        return retrieve(asked, self.index, profile, self.reranker, kinds=SOURCES[function])


def kept_passages(results: Sequence[RetrievalResult]) -> list[Passage]:
    """Return the passages of several calls, the best first, each once."""
    best: dict[str, Passage] = {}
    for passage in (passage for found in results for passage in found.kept):
        known = best.get(passage.chunk.id)
        if known is None or (passage.scores.final or 0) > (known.scores.final or 0):
            best[passage.chunk.id] = passage
    return sorted(best.values(), key=lambda passage: -(passage.scores.final or 0.0))
