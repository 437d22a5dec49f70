"""Answers to when a node is marked, by the algorithms that a question names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor_app.conversation.trace_replies.in_sentences import answer_phrases as say
from tutor_app.conversation.trace_replies.in_sentences.run_answer import RunAnswer
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.claims.doubtful_symbols import Symbol
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.spoken.words_at import WORDS


class MarkAnswers:
    """Answers beside a run of `algorithm`; the course may write depth-first search otherwise."""

    def __init__(self, algorithm: str, marks_when_taken: Callable[[], bool]) -> None:
        self._algorithm = algorithm
        self._marks_when_taken = marks_when_taken

    def answer(self, question: str, _: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Return when a node is marked, by each algorithm that is named."""
        if not words & (WORDS["is_mark"] | {"marked"}):
            return None
        named = name_algorithms(question) or (self._algorithm,)
        told = []
        for each in dict.fromkeys(named):
            name = algorithm_named(each).name
            if each == "bfs":
                told.append(say.MARKED_PUT(algorithm=name))
            elif each == "dfs":
                by_visit = self._marks_when_taken()
                told.append((say.MARKED_TAKEN if by_visit else say.MARKED_PUT)(algorithm=name))
            elif each in ("ucs", "astar", "dijkstra", "greedy"):
                told.append(say.MARKED_SETTLED(algorithm=name))
        return RunAnswer(sentences=tuple(told)) if told else None
