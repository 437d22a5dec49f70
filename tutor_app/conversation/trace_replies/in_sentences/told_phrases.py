"""The sentences in which what is told of a run is repeated, confirmed and contradicted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutor_app.wording.catalogue import Phrase, phrase

ANOTHER_WAY = phrase("trace_claims.another_way", "number", "way")
COST = phrase("trace_claims.cost", "number")
COST_OF = phrase("trace_asked.cost_of", "number", "path")
ENDED = phrase("trace_asked.ended", "row")
GOAL = phrase("trace_asked.goal", "node")
TIE = phrase("trace_asked.tie", "nodes", "value")
DIST_OF = phrase("trace_claims.dist_of", "node", "number")
EDGE_ALONE = phrase("trace_claims.edge_alone", "number", "source")
G_ALONE = phrase("trace_claims.g_alone", "number", "node")
H_ALONE = phrase("trace_claims.h_alone", "number", "node")
NEXT_AFTER = phrase("trace_claims.next_after", "node", "after")
NOT_SAID = phrase("trace_claims.not_said", "said")
PARENT = phrase("trace_claims.parent", "child", "parent")
PATH = phrase("trace_claims.path", "path")
RIGHT = phrase("trace_claims.right", "said")
VALUE_OF = phrase("trace_claims.value_of", "quantity", "node", "number")
WRONG = phrase("trace_claims.wrong", "said")
NO_SUCH_EDGE = phrase("trace_reactions.no_such_edge", "source", "target")
PATH_ADDS_UP = phrase("trace_reactions.path_adds_up", "path", "total")
WAS_TAKEN = phrase("trace_reactions.was_taken", "node", "row")
RIGHT_UP_TO = phrase("trace_pairs.walk_right_up_to", "nodes", "node")
TAKEN = phrase("trace_spoken.taken", "node", "row")
VALUE_AFTER = phrase("trace_spoken.value_after", "value", "row")
VALUE_BEFORE = phrase("trace_spoken.value_before", "value", "row")
LISTED = phrase("trace_spoken.listed", "nodes", "row")
LIST_EMPTY = phrase("trace_spoken.list_empty", "row")
ADDS = phrase("trace_spoken.adds", "node", "nodes")
ADDS_NOTHING = phrase("trace_spoken.adds_nothing", "node")
UNCHANGED = phrase("trace_spoken.unchanged", "row")
UNCHANGED_OF = phrase("trace_spoken.unchanged_of", "node")
OFFER = phrase("trace_spoken.offer", "node", "via", "number")
SUM = phrase("trace_spoken.sum", "terms", "total")
SUM_ALONE = phrase("trace_spoken.sum_alone", "sums", "totals")
EDGE = phrase("trace_spoken.edge", "source", "target")
EDGE_WEIGHT = phrase("trace_spoken.edge_weight", "number", "source", "target")
ORDER_IS = phrase("trace_spoken.order_is", "nodes")
RIGHT_SOME = phrase("trace_spoken.right_some", "said")
RIGHT_MANY = phrase("trace_spoken.right_many", "said")
BLAMED = phrase("trace_spoken.blamed", "row")
WAITS_ALREADY = phrase("trace_spoken.waits_already", "node", "row")
IN_TWICE = phrase("trace_spoken.in_twice", "node", "row")
CLOSED_ALREADY = phrase("trace_spoken.closed_already", "node", "row")
NOT_MET = phrase("trace_spoken.not_met", "node", "row")
MORE_WAIT_TOO = phrase("trace_spoken.more_wait_too")
ORDER_WRONG = phrase("trace_spoken.order_wrong")
BEFORE_ROW = phrase("trace_spoken.before_row", "row")
OLD_VALUE = phrase("trace_spoken.old_value", "number", "node", "row")
OLD_NUMBER = phrase("trace_spoken.old_number", "number", "node", "row")
WAY_OF_PARENTS = phrase("trace_spoken.way_of_parents", "path")
OTHER_WAY = phrase("trace_spoken.other_way", "path")
WHOLE_WAY = phrase("trace_spoken.whole_way", "source")
STATES: Final[Mapping[tuple[str, bool], Phrase]] = {
    ("waits", False): phrase("trace_spoken.waits", "nodes", "count"),
    ("closed", False): phrase("trace_spoken.closed", "nodes", "count"),
    ("new", False): phrase("trace_spoken.new", "nodes", "count"),
    ("waits", True): phrase("trace_spoken.not_waits", "nodes", "count"),
    ("closed", True): phrase("trace_spoken.not_closed", "nodes", "count"),
    ("new", True): phrase("trace_spoken.not_new", "nodes", "count"),
}
