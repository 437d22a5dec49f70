"""One expression by the grammar of grammar.lark: tokens in, a tree out, nothing evaluated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import Lexer

from tutor_app.calculations.reading.expression_tree import CalculationUnread, Node, check_size, num
from tutor_app.calculations.reading.math_tokens import MathToken, tokenize
from tutor_app.calculations.reading.plain_notation import symbols

MOST_TOKENS = 200
MOST_DIGITS = 40


def parse_tokens(tokens: Sequence[MathToken]) -> Node:
    """Return the tree of an expression, its doubtful places still marked.

    Raises:
        CalculationUnread: the tokens are no expression, or there are too many of them.
    """
    if not tokens or len(tokens) > MOST_TOKENS:
        raise CalculationUnread
    try:
        tree = _grammar().parse(_with_styles(tokens))
        node: Node = _made(tree)
    except (LarkError, RecursionError) as exc:
        raise CalculationUnread from exc
    return check_size(node)


def parse_text(text: str) -> Node:
    """Return the tree of an expression in plain notation.

    Raises:
        CalculationUnread: it is no expression.
    """
    return parse_tokens([token for token in tokenize(text) if token.kind != "NL"])


def _made(tree: Tree[Token] | Token) -> Any:
    """Return what a part of a parse tree stands for; a token stands for itself."""
    if isinstance(tree, Token):
        return tree
    return _MAKERS[str(tree.data)]([_made(each) for each in tree.children])


class _TokenLexer(Lexer):
    """Hands on tokens that are there already."""

    def __init__(self, _conf: object) -> None: ...

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
        return iter([Token(each.kind, each.text) for each in data])


@cache
def _grammar() -> Lark:
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer=_TokenLexer)


def _with_styles(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens with each slash told: does it take all that is glued behind it?

    "1/2 x" takes the 2 alone, "1 / 2x" both, and of "1/2x" nobody can be sure.
    """
    styled = []
    for place, token in enumerate(tokens):
        if token.kind == "SLASH":
            token = MathToken("SLASH", _style(tokens, place), token.start, token.end, token.gap)
        styled.append(token)
    return styled


def _style(tokens: Sequence[MathToken], place: int) -> str:
    rest = tokens[place + 1 : place + 3]
    if len(rest) < 2 or rest[0].kind == "LPAR":
        return "whole"
    if rest[1].kind == "UNIT":
        return "whole"
    spaced = tokens[place].gap or rest[0].gap
    if rest[1].gap:
        return "first"
    if rest[0].kind == "UNIT":
        return "first"
    return "whole" if spaced else "doubtful"


def _joined(op: str) -> Callable[[list[Any]], Node]:
    def join(items: list[Any]) -> Node:
        return Node(op, tuple(each for each in items if isinstance(each, Node)))

    return join


def _exclusive(items: list[Any]) -> Node:
    return Node("not", (Node("iff", (items[0], items[2])),))


def _subtract(items: list[Any]) -> Node:
    return Node("add", (items[0], Node("neg", (items[2],))))


def _plus_minus(items: list[Any]) -> Node:
    return Node("pm", (items[0], items[2]))


def _either_sign(items: list[Any]) -> Node:
    return Node("pm", (num(0), items[1]))


def _positive(items: list[Any]) -> Node:
    node: Node = items[1]
    return node


def _dots(items: list[Any]) -> Node:
    return Node("dots", (items[0], items[4]))


def _dots_on(items: list[Any]) -> Node:
    return Node("dots", (items[0], Node("const", ("oo",))))


def _slash(items: list[Any]) -> Node:
    return Node("slash", (items[0], items[2], str(items[1])))


def _degrees(items: list[Any]) -> Node:
    return Node("degrees", (items[0],))


def _prime(items: list[Any]) -> Node:
    node: Node = items[0]
    if node.op in ("name", "primed"):
        return Node("primed", (node.text, _order(node)))
    raise CalculationUnread


def _number(items: list[Any]) -> Node:
    text = str(items[0])
    text = text.replace(",", ".") if text.startswith("0,") else text.replace(",", "")
    if len(text) > MOST_DIGITS:
        raise CalculationUnread
    return Node("num", (text if not text.startswith(".") else f"0{text}",))


def _mixed(items: list[Any]) -> Node:
    whole, part = str(items[0]).split()
    above, below = part.split("/")
    if int(above) >= int(below):
        raise CalculationUnread
    return Node("mixed", (num(whole), num(above), num(below)))


def _based(items: list[Any]) -> Node:
    digits, base = str(items[0]).replace("(", "").replace(")", "").rsplit("_", 1)
    return Node("based", (digits, base))


def _radix(items: list[Any]) -> Node:
    return Node("based", (str(items[0])[2:], "2" if str(items[0])[1] in "bB" else "16"))


def _name(items: list[Any]) -> Node:
    return Node("name", (str(items[0]).replace("_(", "_").rstrip(")"),))


def _const(items: list[Any]) -> Node:
    text = str(items[0])
    return Node("const", ("oo" if text in ("inf", "infinity") else text,))


def _unit(items: list[Any]) -> Node:
    return Node("unit", (str(items[0]),))


def _opaque(items: list[Any]) -> Node:
    return Node("opaque", ("".join(str(items[0]).split()),))


def _dydx(items: list[Any]) -> Node:
    above, below = str(items[0]).split("/")
    second = "^" in above
    return Node("primed", (above.replace("d^2", "d")[1], "2" if second else "1", below[1]))


def _called(items: list[Any]) -> Node:
    return Node("called", (items[2], str(items[0]), "0"))


def _called_prime(items: list[Any]) -> Node:
    return Node("called", (items[3], str(items[0]), "1"))


def _called_second(items: list[Any]) -> Node:
    return Node("called", (items[4], str(items[0]), "2"))


def _operands(items: list[Any]) -> tuple[Node, ...]:
    return tuple(each for each in items if isinstance(each, Node))


def _call(items: list[Any]) -> Node:
    return Node("call", (_function_named(str(items[0])), *items[2]))


def _apply(items: list[Any]) -> Node:
    name = str(items[0])
    loose = isinstance(items[1], Node) and items[1].op == "pow" and name != "sqrt"
    op = "funcpow" if loose and "^" not in name and name[:2] in ("si", "co", "ta") else "call"
    return Node(op, (_function_named(name), items[1]))


def _apply_negative(items: list[Any]) -> Node:
    return Node("call", (_function_named(str(items[0])), Node("neg", (items[2],))))


def _derivative(items: list[Any]) -> Node:
    text = str(items[0]).replace(" ", "").strip("()")
    order = "2" if "^2" in text else "3" if "^3" in text else "1"
    variable = text.split("/d")[1][0]
    return Node("deriv", (items[1], variable, order))


def _summed(items: list[Any]) -> Node:
    variable, low, high = str(items[0]).split("\x1f")
    return Node("sum", (items[1], parse_text(low), parse_text(high), variable))


def _limit(items: list[Any]) -> Node:
    variable, to, side = str(items[0]).split("\x1f")
    return Node("lim", (items[1], parse_text(to), variable, side.strip("^")))


def _integrated(items: list[Any]) -> Node:
    return _over(str(items[0]), items[1], str(items[2]))


def _integral_of_one(items: list[Any]) -> Node:
    return _over(str(items[0]), num(1), str(items[1]))


def _between(items: list[Any]) -> Node:
    low, high = str(items[1]).split("\x1f")
    inner = items[0].nodes[0] if items[0].op == "group" else items[0]
    return Node("between", (inner, parse_text(low), parse_text(high)))


def _vector(items: list[Any]) -> Node:
    return Node("tuple", (items[1], *items[3]))


def _row(items: list[Any]) -> Node:
    cells: tuple[Node, ...] = items[1]
    if len(cells) == 1 and cells[0].op != "row":
        return Node("group", cells)
    if all(each.op == "row" for each in cells):
        if len({len(each.args) for each in cells}) != 1:
            raise CalculationUnread
        return Node("matrix", tuple(Node("tuple", each.args) for each in cells))
    return Node("row", cells)


def _bars(items: list[Any]) -> Node:
    return Node("call", ("abs", items[1]))


def _order(node: Node) -> str:
    return str(int(node.args[1]) + 1) if node.op == "primed" else "1"  # type: ignore[arg-type]


def _function_named(text: str) -> str:
    head, mark, power = text.partition("^")
    name, under, base = head.partition("_")
    name = name if name in symbols()["functions"] else name.lower()
    inverse = {"sin": "asin", "cos": "acos", "tan": "atan"}
    if power == "-1" and name in inverse:
        return inverse[name]
    name = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "lg": "log", "hcf": "gcd"}.get(
        name, name
    )
    base = base.strip("()")
    return name + (f"_{base}" if under else "") + (f"^{power}" if mark else "")


def _over(bounds: str, inner: Node, variable: str) -> Node:
    low, high = bounds.split("\x1f")
    if not low:
        return Node("integral", (inner, variable))
    return Node("integral", (inner, parse_text(low), parse_text(high), variable))


_MAKERS: Final[Mapping[str, Callable[[list[Any]], Any]]] = {
    "add": _joined("add"),
    "multiply": _joined("mul"),
    "divide": _joined("div"),
    "modulo": _joined("mod"),
    "negative": _joined("neg"),
    "beside": _joined("beside"),
    "power": _joined("pow"),
    "factorial": _joined("fact"),
    "percent": _joined("percent"),
    "group": _joined("group"),
    "implication": _joined("implies"),
    "iff": _joined("iff"),
    "disjunction": _joined("or"),
    "conjunction": _joined("and"),
    "negation": _joined("not"),
    "exclusive": _exclusive,
    "subtract": _subtract,
    "plus_minus": _plus_minus,
    "either_sign": _either_sign,
    "positive": _positive,
    "dots": _dots,
    "dots_on": _dots_on,
    "slash": _slash,
    "degrees": _degrees,
    "prime": _prime,
    "number": _number,
    "mixed": _mixed,
    "based": _based,
    "radix": _radix,
    "name": _name,
    "const": _const,
    "unit": _unit,
    "opaque": _opaque,
    "dydx": _dydx,
    "called": _called,
    "called_prime": _called_prime,
    "called_second": _called_second,
    "operands": _operands,
    "call": _call,
    "apply": _apply,
    "apply_negative": _apply_negative,
    "derivative": _derivative,
    "summed": _summed,
    "limit": _limit,
    "integral": _integrated,
    "integral_of_one": _integral_of_one,
    "between": _between,
    "vector": _vector,
    "row": _row,
    "bars": _bars,
}
