"""What course settings are called, in plain words, and what changed between two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor_app.tracing.registry import all_algorithms
from tutor_app.tracing.statement import say_convention
from tutor_app.tracing.words import convention_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor_app.teaching import CourseSettings, Guidance, Level, RevealPolicy, Tone
    from tutor_app.tracing.values import Value

POLICIES: Mapping[RevealPolicy, str] = {
    "open": "Show the whole table as soon as it is asked for",
    "predict": "The student foretells each row, then it is shown; all of them after three rows",
    "hints": "Give hints only, never the table",
}
GUIDANCES: Mapping[Guidance, str] = {
    "high": "The course's own words, and nothing else",
    "low": "The course's words; a model that has passed its exam may explain them",
    "none": "The course's words, also what is only near where nothing answers",
}
TONES: Mapping[Tone, str] = {
    "plain": "Plain",
    "warm": "Warm and encouraging",
    "brief": "Brief",
}
TONE_HELP = (
    "Warm: right work is praised, and a kind word comes before a hint. Brief: sentences that only "
    "lead in what stands below them are left out."
)
LEVELS: Mapping[Level, str] = {
    "any": "Mixed, or not said",
    "beginner": "New to the subject",
    "advanced": "At home in the subject",
}
LEVEL_HELP = (
    "New: what the section says next is open below the first quote. At home: exercises of the "
    "course to try, and no gaps to fill."
)
TITLES: Mapping[str, str] = {
    "build": "How a heap is built",
    "child_order": "Order of children in a game tree",
    "delete": "Deleting a node with two children",
    "duplicates": "Equal keys, or nodes that wait already",
    "early_exit": "A pass that changes nothing",
    "equal_to_pivot": "Elements equal to the pivot",
    "extra_element": "Halves of an odd number of elements",
    "goal_test": "When the goal is tested",
    "heap": "What stands on top of a heap",
    "in_place": "New distances in the same pass",
    "index_base": "First position of an array",
    "mid": "The middle of two positions",
    "neighbor_order": "Order of neighbours",
    "node_order": "Order of nodes",
    "objective": "What hill climbing looks for",
    "order": "Direction of sorting",
    "partition": "How quicksort partitions",
    "pivot": "The pivot",
    "prune_when": "When a branch is cut",
    "reopen": "Closed nodes that a cheaper way reaches",
    "stop_when_complete": "When Kruskal's algorithm stops",
    "tie_break": "Ties",
    "ties": "Ties in the knapsack's table",
    "traceback": "Ties on the way back in the LCS table",
    "variant": "Variant of the algorithm",
}
OWN_DEFAULT = "Each algorithm's own default"


def title_of(convention: str) -> str:
    """Return what a convention is called."""
    return TITLES.get(convention, convention.replace("_", " ").capitalize())


def algorithms_of(convention: str) -> str:
    """Return the algorithms that it applies to: "BFS, DFS"."""
    every = all_algorithms().values()
    return ", ".join(algorithm.name for algorithm in every if convention in algorithm.conventions)


def choice_words(convention: str, choice: Value) -> str:
    """Return a choice of a convention in words: "Ties are broken alphabetically"."""
    words = convention_words(convention, choice)
    if ": " in words:  # no wording of its own: the sentence that states it in a message is better
        words = next(filter(None, _statements(convention, choice)), words).rstrip(".")
    return f"{words[:1].upper()}{words[1:]}"


def _statements(convention: str, choice: Value) -> list[str]:
    return [
        say_convention(algorithm, convention, choice, {})
        for algorithm in all_algorithms().values()
        if convention in algorithm.conventions
        and choice in algorithm.conventions[convention].choices
    ]


def contact_words(contact: str) -> str:
    """Return the line of a change of who to ask."""
    return f"Who to ask: {contact or 'not said any more'}"


def changes(before: CourseSettings, after: CourseSettings) -> list[str]:
    """Return a line for each thing that `after` says otherwise than `before`."""
    lines = []
    if after.reveal_policy != before.reveal_policy:
        lines.append(f"Tables of traces: {POLICIES[after.reveal_policy]}")
    if after.guidance != before.guidance:
        lines.append(f"Answers: {GUIDANCES[after.guidance]}")
    if after.persona.audience != before.persona.audience:
        lines.append(f"Students: {after.persona.audience or 'not said any more'}")
    if after.persona.level != before.persona.level:
        lines.append(f"Level: {LEVELS[after.persona.level]}")
    if after.persona.tone != before.persona.tone:
        lines.append(f"Tone: {TONES[after.persona.tone]}")
    for name in sorted({*before.trace_conventions, *after.trace_conventions}):
        old, new = before.trace_conventions.get(name), after.trace_conventions.get(name)
        if (type(old), old) != (type(new), new):
            said = OWN_DEFAULT if new is None else choice_words(name, new)
            lines.append(f"{title_of(name)}: {said}")
    return lines
