"""What lines tell: the value of a word, a function, a matrix, a number with a name."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.calculations.checking.calculation_verdicts import (
    WRONG,
    LineVerdict,
    Sense,
)
from tutor_app.calculations.checking.checked_statements import (
    Link,
)
from tutor_app.calculations.checking.judge_pairs import PairJudge
from tutor_app.calculations.checking.known_names import is_unresolved
from tutor_app.calculations.checking.same_value import (
    compare,
)
from tutor_app.calculations.checking.statistic_values import statistic_of
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in, walk


class ToldJudge(PairJudge):
    """Judges what is told rather than drawn from something."""

    __slots__ = ()

    def _judge_label(self, link: Link) -> Sense:
        """A mean, a median or a range is compared with that of the data; other words tell."""
        expected = statistic_of(link.label, self.data)
        if expected is None:
            bare = not link.rels and link.exprs[0].op == "num"
            return "unverified" if bare else "set_up"
        sense = compare(self.known.resolve(link.exprs[0]), expected)
        return "same_value" if sense == "same" else "rounded" if sense == "rounded" else "different"

    def _tells_number(self, link: Link) -> bool:
        """Whether a chain begins with a bare number that equals another: "binary 101 = 5"."""
        if link.claimed or link.rels[0] not in ("=", "~="):
            return False
        left, right = link.exprs[:2]
        bits = left.op == "num" and len(left.text) > 2 and not set(left.text) - set("01")
        alone = left.op == "num" and (right.op == "num" or bits)
        return alone and compare(left, right) == "different"

    def _defines(self, link: Link) -> bool:
        left = link.exprs[0]
        match left.op:
            case "called":
                order = int(str(left.args[2]))
                new = f"{left.args[1]}{chr(39) * order}" not in self.known.functions
                return new and left.nodes[0].op == "name" and link.rels[0] == "="
            case "opaque" | "primed":
                return is_unresolved(self.known.resolve(left)) and link.rels[0] == "="
            case "name":
                told = (
                    link.exprs[1].op in ("matrix", "tuple")
                    or self._is_complex(link)
                    or (has_op(link.exprs[1], "matrix", "name") and self._is_matrix(link.exprs[1]))
                )
                return told and left.text not in self.known.values
        return False

    def _is_complex(self, link: Link) -> bool:
        """Whether a complex number is told: z = 3 + 4i."""
        closed = len(link.exprs) == 2 and not names_in(link.exprs[1])
        return closed and any(each == Node("const", ("I",)) for each in walk(link.exprs[1]))

    def _is_matrix(self, node: Node) -> bool:
        resolved = self.known.resolve(node)
        return has_op(resolved, "matrix")

    def _told_sense(self, place: int, left: Node, *, bare: bool) -> Sense:
        """What is told of something unknown: a premise, a claim, or how something is set up."""
        if left.op == "primed":
            return "unverified"
        if left.op != "opaque":
            return "unverified" if bare else "given"
        last = place == len(self.statements) - 1
        return ("unverified" if last else "given") if bare else "set_up"

    def _judge_definition(self, place: int, link: Link) -> Iterator[LineVerdict]:
        left, body = link.exprs[0], link.exprs[1]
        derivative_known = False
        if left.op == "called":
            order = int(str(left.args[2]))
            resolved = self.known.resolve(left)
            derivative_known = order > 0 and not is_unresolved(resolved)
            told = len(link.rels) == 1 or compare(resolved, self.known.resolve(body)) != "different"
            if derivative_known and not names_in(body) and names_in(resolved) and told:
                verdict = self._judge_pair(place, link, 0, derived=True)
                yield verdict
                return
            if derivative_known:
                yield self._compared(link, 0, resolved, self.known.resolve(body))
            name = f"{left.args[1]}{chr(39) * order}"
            self.known.functions[name] = (left.nodes[0].text, self.known.resolve(body))
        elif left.op == "primed":
            self.known.named[f"{left.text}{chr(39) * int(str(left.args[1]))}"] = body
        elif not is_unresolved(self.known.resolve(body)) or left.op == "name":
            self.known.values[left.text] = self.known.resolve(body)
        if not derivative_known:
            bare = body.op == "num" or (body.op == "div" and not any(e.nodes for e in body.nodes))
            lonely = left.op in ("opaque", "primed") or int(
                str(left.args[2] if left.op == "called" else "0")
            )
            yield self._verdict(link, 1, self._told_sense(place, left, bare=bool(lonely and bare)))
        for index in range(1, len(link.rels)):
            verdict = self._judge_pair(place, link, index, derived=True)
            yield verdict
            if verdict.sense in WRONG:
                return
