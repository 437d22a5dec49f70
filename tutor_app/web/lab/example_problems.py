"""Problems to click in the Trace lab, typed as a student or a teacher would."""

from __future__ import annotations

from tutor_app.wording.catalogue import phrase

_KEYS = (
    "astar",
    "dijkstra",
    "breadth_first",
    "kruskal",
    "bellman_ford",
    "quicksort",
    "merge_sort",
    "heapsort",
    "alpha_beta",
    "search_tree",
    "knapsack",
)
# Their names on the page, and what is typed.
EXAMPLES = {
    key: (phrase(f"page_lab_examples.{key}_name"), phrase(f"page_lab_examples.{key}"))
    for key in _KEYS
}
