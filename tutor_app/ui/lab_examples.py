"""Problems to click in the Trace lab, typed as a student or a teacher would."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "A* search": (
        "Run A* from S to G on this directed graph: S->A 1, S->B 4, A->B 2, A->C 5, B->C 1, "
        "C->G 3, B->G 7. h(S)=6, h(A)=5, h(B)=4, h(C)=2, h(G)=0"
    ),
    "Dijkstra": "Run Dijkstra from A on the undirected graph A-B 4, A-C 2, C-B 1, B-D 5, C-D 8, "
    "D-E 3, C-E 10",
    "Breadth-first": "graph = {'A': ['B', 'C'], 'B': ['D'], 'C': ['D', 'E'], 'D': ['F'], "
    "'E': ['F'], 'F': []}\nRun BFS from A to F.",
    "Kruskal": "Kruskal on the undirected graph A-B 7, A-D 5, B-C 8, B-D 9, B-E 7, C-E 5, D-E 15",
    "Bellman–Ford": (
        "Run Bellman-Ford from S on the directed graph S->A 4, S->B 5, B->A -3, A->C 2, B->C 6"
    ),
    "Quicksort": "Quicksort [5, 2, 9, 1, 7, 6], Lomuto partition, the last element is the pivot",
    "Merge sort": "Merge sort the array [38, 27, 43, 3, 9, 82, 10]",
    "Heapsort": "Heapsort the array [4, 10, 3, 5, 1]",
    "Alpha-beta": "Alpha-beta pruning on the tree [[3, 12, 8], [2, 4, 6], [14, 5, 2]], "
    "MAX moves first",
    "Search tree": "Insert 50, 30, 70, 20, 40, 60 into an empty BST, then delete 30",
    "Knapsack": "0/1 knapsack with capacity 7. Items: a: weight 3, value 4; b: weight 4, value 5; "
    "c: weight 2, value 3",
}
