"""Conventions in words, and the questions that a message leaves open."""

from __future__ import annotations

from collections.abc import Mapping

from tutor_app.tracing.values import Value

# "neighbor_order=listed" before "neighbor_order"; `{}` is the choice.
_CONVENTIONS: Mapping[str, str] = {
    "tie_break=alphabetical": "ties are broken alphabetically",
    "tie_break=reverse_alphabetical": "ties are broken alphabetically from the end",
    "tie_break=fifo": "ties go to the node that was added first",
    "tie_break=lifo": "ties go to the node that was added last",
    "tie_break=smaller_h": "ties go to the smaller h",
    "tie_break=listed": "ties go to what is listed first",
    "neighbor_order=alphabetical": "neighbours are taken in alphabetical order",
    "neighbor_order=reverse_alphabetical": "neighbours are taken in reverse alphabetical order",
    "dfs.neighbor_order=alphabetical": "neighbours are pushed in alphabetical order, so that the"
    " last one is visited first",
    "dfs.neighbor_order=reverse_alphabetical": "neighbours are visited in alphabetical order"
    " (pushed in reverse)",
    "neighbor_order=listed": "neighbours are taken in the order listed",
    "goal_test=expansion": "the goal is tested when a node is expanded",
    "goal_test=generation": "the goal is tested when a node is generated",
    "duplicates=skip_if_on_stack": "a node that waits already is not pushed again",
    "duplicates=allow": "a node may wait on the stack more than once",
    "reopen=True": "closed nodes are opened again when a cheaper way is found",
    "reopen=False": "closed nodes stay closed",
    "early_exit=True": "it stops after a pass that changes nothing",
    "early_exit=False": "all passes are made",
    "in_place=True": "a new distance counts within the same pass",
    "in_place=False": "a new distance counts from the next pass on",
    "stop_when_complete=True": "it stops once the tree is complete",
    "stop_when_complete=False": "every edge is looked at",
    "order=ascending": "sorted from smallest to largest",
    "order=descending": "sorted from largest to smallest",
    "heap=max": "the largest element is on top of the heap",
    "heap=min": "the smallest element is on top of the heap",
    "variant=first_to_front": "the smallest element goes to the front",
    "variant=last_to_end": "the largest element goes to the end",
    "variant=top_down": "top-down, by recursion",
    "variant=bottom_up": "bottom-up, by widths",
    "variant=build_only": "only the heap is built",
    "variant=full": "the heap is built, then emptied",
    "variant=steepest": "the best neighbour is taken",
    "variant=first_better": "the first better neighbour is taken",
    "extra_element=left": "of an odd number the left half is longer",
    "extra_element=right": "of an odd number the right half is longer",
    "partition=lomuto": "partitioned by Lomuto's scheme",
    "partition=hoare": "partitioned by Hoare's scheme",
    "pivot=last": "the last element is the pivot",
    "pivot=first": "the first element is the pivot",
    "pivot=middle": "the middle element is the pivot",
    "pivot=median_of_three": "the median of first, middle and last is the pivot",
    "equal_to_pivot=left": "elements equal to the pivot go left of it",
    "equal_to_pivot=right": "elements equal to the pivot go right of it",
    "mid=floor": "the middle is rounded down",
    "mid=ceil": "the middle is rounded up",
    "index_base=0": "positions count from 0",
    "index_base=1": "positions count from 1",
    "directed=True": "the edges have a direction",
    "directed=False": "the edges have no direction",
    "child_order=left_to_right": "children are visited from left to right",
    "child_order=right_to_left": "children are visited from right to left",
    "prune_when=alpha >= beta": "a branch is cut when alpha ≥ beta",
    "prune_when=alpha > beta": "a branch is cut when alpha > beta",
    "objective=minimize": "smaller h is better",
    "objective=maximize": "larger h is better",
    "node_order=alphabetical": "nodes are taken in alphabetical order",
    "node_order=listed": "nodes are taken in the order listed",
}
_ASKED: Mapping[str, str] = {
    "missing_start": "Which node does it start from?",
    "missing_goal": "Which node is the goal?",
    "unknown_start": "The start node is not in the graph. Which node does it start from?",
    "unknown_goal": "The goal node is not in the graph. Which node is the goal?",
    "conflicting_start": "Two start nodes are named. Which one is it?",
    "conflicting_goal": "Two goal nodes are named. Which one is it?",
    "missing_weight": "What is the weight of that edge?",
    "contradictory_weight": "Which of the two weights is right?",
    "negative_edge": "Is that weight right, or is another algorithm meant?",
    "missing_heuristic": "What are the heuristic values of the nodes?",
    "missing_heuristic_value": "What is its heuristic value?",
    "missing_graph": "What are the edges of the graph? A list is read best, such as A-B 4, B-C 2"
    " (or A-B, B-C without weights).",
    "missing_array": "Which array is it? A list is read best, such as 5, 3, 8.",
    "unsorted_array": "Binary search needs a sorted array. Is the order a slip, or should it be"
    " sorted first?",
    "missing_target": "Which value is searched for?",
    "missing_leaf": "What is the value of the missing leaf?",
    "too_large": "Is there a smaller one?",
    "missing_data": "What is the algorithm to work on?",
}
# Lacks whose question says all that there is to say.
_PLAIN = frozenset(
    {"missing_start", "missing_goal", "missing_graph", "missing_array", "missing_target"}
)


def convention_phrase(name: str, value: Value, algorithm: str = "") -> str:
    """Return a convention in words, without a full stop: "ties are broken alphabetically".

    `algorithm` is the id of the one that it is a convention of, where that has its own words.
    """
    choice = f"{name}={value}"
    known = _CONVENTIONS.get(f"{algorithm}.{choice}") or _CONVENTIONS.get(choice)
    return known or f"{name.replace('_', ' ')}: {str(value).replace('_', ' ')}"


def lack_question(reason: str, detail: str) -> str:
    """Return what to ask for what is missing; the detail first, where it says more."""
    asked = _ASKED.get(reason, "What is missing?")
    if reason in _PLAIN or not detail or reason.startswith(("unknown", "conflicting")):
        if reason.startswith(("unknown", "conflicting")) and detail:
            return f"{_sentence(detail)} {asked.split('. ')[-1]}"
        return asked
    if reason == "unsorted_array":
        return asked
    return f"{_sentence(detail)} {asked}"


def _sentence(detail: str) -> str:
    text = detail.strip().rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
