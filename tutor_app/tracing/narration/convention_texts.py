"""Conventions in words, and the questions to ask about what a message leaves open."""

from __future__ import annotations

from tutor_app.domain.traces import Value
from tutor_app.tracing.algorithm import all_algorithms
from tutor_app.tracing.narration.values_in_words import begin_sentence, join_items
from tutor_app.wording.catalogue import phrase, phrases_of

CONVENTIONS = phrases_of("trace_conventions")
LACKS = phrases_of("trace_lacks")
ONE_THING = phrase("trace_questions.one_thing", "algorithm", "question")
NO_EXACT_RUN = phrase("trace_questions.no_exact_run", "algorithm", "known")
# Lacks whose question says all that there is to say.
_PLAIN = frozenset(
    {
        "missing_start",
        "missing_goal",
        "missing_graph",
        "missing_array",
        "missing_target",
        "unsorted_array",
    }
)


def describe_convention(name: str, value: Value, algorithm: str = "") -> str:
    """Return a convention in words, without a full stop: "ties are broken alphabetically".

    `algorithm` is the id of its algorithm, which may have words of its own for it.
    """
    choice = f"{name}={value}"
    known = CONVENTIONS.get(f"{algorithm}.{choice}") or CONVENTIONS.get(choice)
    if known is None:
        return f"{name.replace('_', ' ')}: {str(value).replace('_', ' ')}"
    return known()


def ask_for_lack(lack: str, detail: str, algorithm_name: str) -> str:
    """Return the one question to ask before a problem can be run; `detail` says what is wrong."""
    question = LACKS.get(lack, LACKS["other"])()
    if detail and lack not in _PLAIN:
        question = f"{begin_sentence(detail.strip().rstrip('.'))}. {question}"
    return ONE_THING(algorithm=algorithm_name, question=question)


def name_what_runs(name: str) -> str:
    """Say that an algorithm cannot be run here, and which can."""
    known = sorted((each.name for each in all_algorithms().values()), key=str.casefold)
    return NO_EXACT_RUN(algorithm=name, known=join_items(known))
