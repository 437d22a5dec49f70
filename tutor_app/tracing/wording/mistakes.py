"""What each mistake is, and the rule to look at again, in a student's words.

`said` completes "It looks as if …"; `check` is what to look at again, and gives nothing away: no
step, no node, no number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MistakeWords:
    said: str
    check: str


_M = MistakeWords
MISTAKES: Mapping[str, MistakeWords] = {
    "wrong_cost": _M("a sum went wrong", "Add the costs up again, one edge at a time."),
    "wrong_path": _M(
        "the path was not read off the parents", "Follow the parents back from the goal."
    ),
    "wrong_root_value": _M(
        "the wrong value was handed up to the root",
        "Ask who chooses at the root, and what each child hands up.",
    ),
    "wrong_tie_break": _M(
        "a tie was decided by another rule", "Look again at how ties are decided here."
    ),
    "wrong_visit_order": _M(
        "the neighbours were taken in another order",
        "Look again at the order in which neighbours are taken.",
    ),
    "wrong_push_order": _M(
        "the neighbours were pushed in another order",
        "Look again at the order in which neighbours are pushed, and at which one ends on top.",
    ),
    "wrong_node_selected": _M(
        "a node was taken before its turn",
        "Look again at which of the waiting nodes is taken next, and why.",
    ),
    "node_not_in_open": _M(
        "a node was taken that was not waiting", "Only a node that is waiting can be taken."
    ),
    "expanded_closed_node": _M(
        "a closed node was used again", "Look again at what happens to nodes that are closed."
    ),
    "stopped_on_generation": _M(
        "the search was ended when the goal was first seen",
        "Look again at the moment at which the search may stop.",
    ),
    "missed_goal_on_generation": _M(
        "the search went on after the goal had been seen",
        "Look again at the moment at which the search may stop.",
    ),
    "stopped_too_early": _M(
        "the trace ends before the algorithm does", "Look again at when the algorithm ends."
    ),
    "did_not_stop": _M(
        "the trace goes on after the algorithm has ended", "Look again at when the algorithm ends."
    ),
    "forgot_decrease_key": _M(
        "an old cost was kept where a cheaper way had been found",
        "Look again at what happens when a cheaper way to a waiting node is found.",
    ),
    "used_edge_cost_instead_of_g": _M(
        "only the last edge was counted, not the whole way",
        "Look again at what the cost of a node counts: the whole way from the start.",
    ),
    "forgot_heuristic": _M("the heuristic was left out", "Look again at what f is made of."),
    "forgot_path_cost": _M("the cost of the way was left out", "Look again at what f is made of."),
    "used_path_cost_instead_of_heuristic": _M(
        "nodes were chosen by the cost of the way", "Look again at what this search chooses by."
    ),
    "used_heuristic_instead_of_path_cost": _M(
        "nodes were chosen by the heuristic", "Look again at what this search chooses by."
    ),
    "did_not_reopen": _M(
        "a closed node was not opened again",
        "Look again at what happens when a cheaper way to a closed node is found.",
    ),
    "missed_neighbor": _M(
        "a neighbour was left out", "Go through the neighbours again, one edge at a time."
    ),
    "node_is_no_neighbor": _M(
        "a node was added that is no neighbour",
        "Go through the neighbours again, one edge at a time.",
    ),
    "kept_selected_node": _M(
        "the node that was taken still waits", "A node that is taken leaves the waiting nodes."
    ),
    "lost_open_node": _M(
        "a waiting node got lost", "What waits goes on waiting until it is taken."
    ),
    "wrong_duplicates": _M(
        "a node was listed too often or too rarely",
        "Look again at whether a node may wait more than once.",
    ),
    "wrong_parent": _M("a parent is wrong", "Ask from which node each node was reached."),
    "missed_relaxation": _M(
        "an edge was left out", "Go through the edges again, and leave none out."
    ),
    "relaxed_with_old_distances": _M(
        "the distances of the pass before were used",
        "Ask whether a new distance counts within the same pass.",
    ),
    "wrong_edge_order": _M(
        "the edges were taken in another order", "Look again at the order of the edges."
    ),
    "used_stack_instead_of_queue": _M(
        "a stack was used in place of a queue",
        "Ask at which end new nodes are put, and from which end they are taken.",
    ),
    "used_queue_instead_of_stack": _M(
        "a queue was used in place of a stack",
        "Ask at which end new nodes are put, and from which end they are taken.",
    ),
    "forgot_indegree_update": _M(
        "an in-degree was not lowered",
        "Each time a node is taken out, look at what that does to the in-degrees of the others.",
    ),
    "node_not_ready": _M(
        "a node was taken although an edge still leads to it",
        "Look again at which nodes may be taken.",
    ),
    "wrong_edge_selected": _M(
        "a lighter edge was passed over", "Look again at which edge comes next, and why."
    ),
    "nearest_to_last_node": _M(
        "only edges of the newest node were looked at",
        "Ask where an edge may start: at the newest node, or anywhere in the tree.",
    ),
    "made_a_cycle": _M(
        "an edge closed a cycle", "Ask of each edge whether its ends are connected already."
    ),
    "rejected_good_edge": _M(
        "an edge was rejected that closes no cycle",
        "Ask of each edge whether its ends are connected already.",
    ),
    "edge_not_at_the_tree": _M(
        "an edge was taken that does not touch the tree",
        "Ask where the tree may grow.",
    ),
    "no_such_edge": _M("an edge was used that is not there", "Check the edges of the graph."),
    "ignored_direction": _M(
        "edges were used against their direction", "Look again at the direction of the edges."
    ),
    "took_edges_one_way": _M(
        "edges were used in one direction only", "Ask whether the edges have a direction."
    ),
    "early_exit_not_allowed": _M(
        "the passes were ended early", "Look again at how many passes are asked for."
    ),
    "missed_early_exit": _M(
        "passes were made that are not needed", "Look again at when the passes may end."
    ),
    "missed_prune": _M(
        "a branch was looked at that can be cut", "Look again at when a branch can be cut."
    ),
    "pruned_too_much": _M(
        "a branch was cut that is needed", "Look again at when a branch can be cut."
    ),
    "swapped_alpha_beta": _M(
        "alpha and beta were exchanged", "Ask which of the two players owns alpha."
    ),
    "wrong_window": _M(
        "an old bound was used", "Look again at which bounds are handed down to a leaf."
    ),
    "wrong_mid": _M("the middle is off", "Work the middle out again, and look at the rounding."),
    "off_by_one": _M(
        "a bound is off by one", "Look again at where the part in question begins and ends."
    ),
    "kept_mid_in_range": _M(
        "the middle was kept in the search",
        "Ask whether the middle can still be the target after it was looked at.",
    ),
    "went_wrong_way": _M(
        "the wrong half was kept", "Ask on which side of the middle the target must lie."
    ),
    "wrong_value": _M("a value was misread", "Read the value at that position again."),
    "inserted_wrong_position": _M(
        "the key was put into the wrong place", "Look again at how far the key has to move."
    ),
    "swapped_instead_of_shifted": _M(
        "two elements were swapped where others should have shifted",
        "Ask what happens to the elements between the old and the new place of the key.",
    ),
    "shifted_instead_of_swapped": _M(
        "elements were shifted where two should have been swapped",
        "Ask what happens to the elements between the two that change places.",
    ),
    "wrong_min_selected": _M("another element was selected", "Go through the unsorted part again."),
    "swapped_wrong_pair": _M(
        "the wrong two elements were swapped", "Ask which two places change their elements."
    ),
    "wrong_element": _M("another element was taken", "Ask which element is next."),
    "one_swap_per_pass": _M(
        "the pass ended after one swap", "Ask how far one pass goes through the array."
    ),
    "missed_swap": _M("a swap was left out", "Go through the pass again, pair by pair."),
    "stopped_pass_early": _M(
        "a pass ended too soon", "Ask how far one pass goes through the array."
    ),
    "wrong_count": _M("the swaps were miscounted", "Count the swaps of the pass again."),
    "lost_an_element": _M(
        "an element got lost or doubled", "Compare the elements with those you started with."
    ),
    "concatenated_instead_of_merged": _M(
        "two halves were put behind each other and not merged",
        "Ask which of the two first elements comes next in a merge.",
    ),
    "wrong_merge_sequence": _M(
        "the merges were made in another order",
        "Follow the recursion: ask which half is sorted completely first.",
    ),
    "wrong_merge": _M(
        "a merge went wrong", "Ask which of the two first elements comes next in a merge."
    ),
    "wrong_split": _M("the parts were split elsewhere", "Look again at where a part is split."),
    "not_merged": _M("nothing was merged", "Ask which parts are merged with each other now."),
    "wrong_pivot": _M("another pivot was taken", "Look again at which element is the pivot."),
    "wrong_part_order": _M(
        "the parts were taken in another order", "Ask which part is partitioned first."
    ),
    "stable_partition": _M(
        "the elements kept their order when they were partitioned",
        "Follow the swaps of the partition one by one.",
    ),
    "wrong_partition": _M(
        "a partition went wrong", "Follow the swaps of the partition one by one."
    ),
    "stopped_sift_early": _M(
        "an element stopped sinking too soon", "Ask when an element may stop sinking."
    ),
    "sift_swapped_smaller_child": _M(
        "an element was swapped with the wrong child",
        "Ask which of the two children moves up.",
    ),
    "forgot_to_sift": _M("an element did not sink", "Ask whether the heap is still a heap."),
    "wrong_heap": _M("the heap is the other way up", "Ask what stands on top of the heap."),
    "wrong_sort_order": _M(
        "the array was sorted the other way round", "Look again at the order that is asked for."
    ),
    "other_convention": _M(
        "another convention was followed than the one that is asked for",
        "Look again at the conventions that the exercise names.",
    ),
    "wrong_variant": _M(
        "another form of the algorithm was used", "Look again at which form is asked for."
    ),
}
