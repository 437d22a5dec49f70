"""The sentences that answer questions on a run and objections."""

from __future__ import annotations

from tutor_app.wording.catalogue import phrase

READING_IT = phrase("trace_asked.reading_it")
IS_SO = phrase("trace_asked.is_so", "said")
IS_NOT_SO = phrase("trace_asked.is_not_so", "said")
UNDECIDED = phrase("trace_asked.undecided", "said")
LIST_IS = phrase("trace_asked.list_is", "row", "nodes")
LIST_NONE = phrase("trace_asked.list_none", "row")
PATH_IS = phrase("trace_asked.path_is", "path", "cost")
PATH_LATER = phrase("trace_asked.path_later")
OVER = phrase("trace_asked.over", "row")
UNTIL_GOAL = phrase("trace_asked.until_goal", "goal", "row")
UNTIL_ALL = phrase("trace_asked.until_all", "row", "nodes")
MAY_CHANGE = phrase("trace_asked.may_change", "node")
WAS_OPEN = phrase("trace_asked.was_open", "node")
COMPARE_WAY = phrase("trace_asked.compare_way", "via", "before", "node", "held")
FIRST_WAY = phrase("trace_asked.first_way", "via", "before", "node")
SUM_OF = phrase("trace_asked.sum_of", "node", "g", "h", "f")
OTHER_ORDER = phrase("trace_asked.other_order", "algorithm", "nodes")
OTHER_LATER = phrase("trace_asked.other_later", "algorithm")
ROW_OPEN = phrase("trace_asked.row_open")
DIFFERS_VALUE = phrase("trace_asked.differs_value", "node", "row")
DIFFERS_NODE = phrase("trace_asked.differs_node", "row")
DIFFERS_ROW = phrase("trace_asked.differs_row", "row")
STANDS = phrase("trace_asked.stands")
BYE = phrase("trace_asked.bye")
RULE_DECIDES = phrase("trace_reactions.reason_is_rule", "rule")
NO_SUCH_EDGE = phrase("trace_reactions.no_such_edge", "source", "target")
PATH_ADDS_UP = phrase("trace_reactions.path_adds_up", "path", "total")
