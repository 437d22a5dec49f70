"""The sentences that answer what is asked of a run beside its rows."""

from __future__ import annotations

from tutor_app.wording.catalogue import phrase

CLOSED_ALREADY = phrase("trace_spoken.closed_already", "node", "row")
NOT_MET = phrase("trace_spoken.not_met", "node", "row")
WAITS_ALREADY = phrase("trace_spoken.waits_already", "node", "row")
FINAL_NOT = phrase("trace_spoken.final_not", "node", "row", "value")
FINAL_NOT_MET = phrase("trace_spoken.final_not_met", "node", "row")
FINAL_YES = phrase("trace_spoken.final_yes", "node", "row", "value")
THROUGH = phrase("trace_spoken.through", "via", "before", "weight", "total", "node")
KEEPS = phrase("trace_spoken.keeps", "node", "value")
SAME_VALUE = phrase("trace_spoken.same_value", "node", "value")
FALLS = phrase("trace_spoken.falls", "node", "value")
TAKEN_SINCE = phrase("trace_spoken.taken_since", "node", "row")
GOT_FROM = phrase("trace_spoken.got_from", "node", "parent", "row")
GOT_VALUE = phrase("trace_spoken.got_value", "node", "value", "via", "before", "weight")
AS_LONG_TOO = phrase("trace_spoken.as_long_too", "path", "node", "parent", "row", "other")
NO_SHORTER = phrase("trace_spoken.no_shorter", "path", "total", "cost")
NEVER_TAKEN = phrase("trace_spoken.never_taken", "node", "quantity", "value")
MARKED_PUT = phrase("trace_spoken.marked_put", "algorithm")
MARKED_TAKEN = phrase("trace_spoken.marked_taken", "algorithm")
MARKED_SETTLED = phrase("trace_spoken.marked_settled", "algorithm")
SO_IT_IS = phrase("trace_spoken.so_it_is", "node", "row")
RULE_DECIDES = phrase("trace_reactions.reason_is_rule", "rule")
NEITHER_NEXT = phrase("trace_spoken.neither_next", "first", "second", "row")
HAS_AFTER = phrase("trace_spoken.has_after", "node", "value", "row")
WAY_IS = phrase("trace_spoken.way_is", "path")
GOAL_YES = phrase("trace_spoken.goal_yes", "node")
GOAL_NO = phrase("trace_spoken.goal_no", "node", "goal")
GOAL_IS = phrase("trace_spoken.goal_is", "goal")
