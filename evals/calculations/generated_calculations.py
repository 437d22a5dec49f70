"""Calculations made from patterns: right ones, and the same with one known slip planted.

No row is made by the checker that judges it: right lines come from the patterns' algebra and from
equations that are built backwards from their solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from evals.calculations.calculation_rows import CalculationRow

Lines = list[str]
Made = tuple[str, Lines, Lines, int]  # subject, right lines, wrong lines, the first wrong one


def generated_rows(count: int, seed: int = 18) -> list[CalculationRow]:
    """Return so many rows, right and wrong in turn."""
    chance = random.Random(seed)
    rows: list[CalculationRow] = []
    while len(rows) < count:
        subject, right, wrong, place = chance.choice(_MAKERS)(chance)
        joint = chance.choice(("\n", "\n", " => ", " so "))
        rows.append(_row(subject, right, None, joint))
        if len(rows) < count:
            rows.append(_row(subject, wrong, place, joint))
    return rows


def _row(subject: str, lines: Lines, wrong: int | None, joint: str) -> CalculationRow:
    return CalculationRow(
        message=joint.join(lines) if not lines[-1].startswith("=") else "\n".join(lines),
        lines=tuple(lines),
        correct=wrong is None,
        first_wrong=wrong,
        subject=subject,
    )


def _linear(chance: random.Random) -> Made:
    a, x, b = (
        chance.randint(2, 9),
        chance.choice([-4, -3, -2, 1, 2, 3, 4, 5, 6]),
        chance.randint(1, 12),
    )
    c = a * x + b
    right = [f"{a}x + {b} = {c}", f"{a}x = {c - b}", f"x = {x}"]
    slip = Fraction(c + b, a)
    return "equations", right, [right[0], f"{a}x = {c + b}", f"x = {slip}"], 1


def _both_sides(chance: random.Random) -> Made:
    a, x, b = chance.randint(3, 9), chance.choice([-3, -2, 2, 3, 4, 5]), chance.randint(1, 9)
    less = chance.randint(1, a - 1)
    d = (a - less) * x - b
    first = f"{a}x - {b} = {less}x {_signed(d)}"
    right = [first, f"{a - less}x - {b} = {d}", f"{a - less}x = {d + b}", f"x = {x}"]
    wrong = [first, f"{a + less}x - {b} = {d}", f"x = {Fraction(d + b, a + less)}"]
    return "equations", right, wrong, 1


def _brackets(chance: random.Random) -> Made:
    a, b, c = chance.randint(2, 9), chance.randint(2, 9), chance.randint(2, 9)
    right = [f"{a}({b}x + {c})", f"= {a * b}x + {a * c}"]
    return "algebra", right, [right[0], f"= {a * b}x + {c}"], 1


def _minus_brackets(chance: random.Random) -> Made:
    a, b, c = chance.randint(3, 9), chance.randint(2, 6), chance.randint(2, 9)
    right = [f"{a}x - {b}(x - {c})", f"= {a}x - {b}x + {b * c}"]
    return "algebra", right, [right[0], f"= {a}x - {b}x - {b * c}"], 1


def _square(chance: random.Random) -> Made:
    a, b = chance.randint(1, 5), chance.randint(2, 9)
    lead = "x" if a == 1 else f"{a}x"
    square = "x^2" if a == 1 else f"{a * a}x^2"
    right = [f"({lead} + {b})^2 = {square} + {2 * a * b}x + {b * b}"]
    return "algebra", right, [f"({lead} + {b})^2 = {square} + {b * b}"], 0


def _fractions(chance: random.Random) -> Made:
    b, d = chance.sample([2, 3, 4, 5, 6, 7, 8, 9], 2)
    a, c = chance.randint(1, b - 1), chance.randint(1, d - 1)
    total = Fraction(a, b) + Fraction(c, d)
    right = [f"{a}/{b} + {c}/{d} = {a * d}/{b * d} + {c * b}/{b * d} = {total}"]
    wrong = [f"{a}/{b} + {c}/{d} = {a + c}/{b + d}"]
    return "fractions", right, wrong, 0


def _divided(chance: random.Random) -> Made:
    a, b, c, d = (chance.randint(2, 9) for _ in range(4))
    d = d if d != c else c + 1
    value = Fraction(a * d, b * c)
    right = [f"{a}/{b} ÷ {c}/{d}", f"= {a}/{b} × {d}/{c}", f"= {value}"]
    return "fractions", right, [right[0], f"= {a}/{b} × {c}/{d}", f"= {Fraction(a * c, b * d)}"], 1


def _percent(chance: random.Random) -> Made:
    share, whole = (
        chance.choice((5, 10, 15, 20, 25, 30, 40, 60, 75)),
        chance.choice((20, 40, 60, 80, 120, 200)),
    )
    value = Fraction(share * whole, 100)
    right = [f"{share}% of {whole} = {_decimal(value)}"]
    return "percent", right, [f"{share}% of {whole} = {_decimal(value + share)}"], 0


def _order(chance: random.Random) -> Made:
    a, b, c = chance.randint(5, 20), chance.randint(2, 9), chance.randint(2, 9)
    right = [f"{a} - {b} * {c} = {a} - {b * c} = {a - b * c}"]
    return "arithmetic", right, [f"{a} - {b} * {c} = {(a - b) * c}"], 0


def _powers(chance: random.Random) -> Made:
    n, m = chance.sample(range(2, 8), 2)
    base = chance.choice(("x", "a", "2", "3"))
    right = [f"{base}^{n} * {base}^{m} = {base}^{n + m}"]
    return "powers_logs", right, [f"{base}^{n} * {base}^{m} = {base}^{n * m + 1}"], 0


def _quadratic(chance: random.Random) -> Made:
    p, q = chance.sample([-5, -4, -3, -2, -1, 1, 2, 3, 4, 6], 2)
    if p == -q:
        q += 1 if q not in (-1,) else 2
    first = f"x^2 {_term(-(p + q), 'x')} {_signed(p * q)} = 0"
    factored = f"(x {_signed(-p)})(x {_signed(-q)}) = 0"
    right = [first, factored, f"x = {p} or x = {q}"]
    return "equations", right, [first, factored, f"x = {-p} or x = {-q}"], 2


def _lost_root(chance: random.Random) -> Made:
    a = chance.randint(2, 12)
    return "equations", [f"x^2 = {a * a}", f"x = ±{a}"], [f"x^2 = {a * a}", f"x = {a}"], 1


def _inequality(chance: random.Random) -> Made:
    a, b = chance.randint(2, 9), chance.randint(-6, 9)
    right = [f"-{a}x < {a * b}", f"x > {-b}"]
    return "inequalities", right, [right[0], f"x < {-b}"], 1


def _system(chance: random.Random) -> Made:
    x, y = chance.sample(range(-4, 8), 2)
    right = [f"x + y = {x + y}", f"x - y = {x - y}", f"2x = {2 * x}", f"x = {x}", f"y = {y}"]
    return "systems", right, [*right[:2], f"2x = {2 * y - 1}", f"x = {Fraction(2 * y - 1, 2)}"], 2


def _derivative(chance: random.Random) -> Made:
    a, n, b = chance.randint(2, 9), chance.randint(3, 6), chance.randint(2, 9)
    right = [f"f(x) = {a}x^{n} - {b}x", f"f'(x) = {a * n}x^{n - 1} - {b}"]
    return "derivatives", right, [right[0], f"f'(x) = {a * n}x^{n} - {b}"], 1


def _chain_rule(chance: random.Random) -> Made:
    a, b, n = chance.randint(2, 7), chance.randint(1, 9), chance.randint(3, 6)
    right = [f"d/dx ({a}x + {b})^{n} = {a * n}({a}x + {b})^{n - 1}"]
    return "derivatives", right, [f"d/dx ({a}x + {b})^{n} = {n}({a}x + {b})^{n - 1}"], 0


def _product_rule(chance: random.Random) -> Made:
    n = chance.randint(2, 6)
    right = [f"d/dx (x^{n} sin x) = {n}x^{n - 1} sin x + x^{n} cos x"]
    return "derivatives", right, [f"d/dx (x^{n} sin x) = {n}x^{n - 1} cos x"], 0


def _integral(chance: random.Random) -> Made:
    n, k = chance.randint(2, 6), chance.randint(1, 5)
    right = [f"∫ {k * (n + 1)}x^{n} dx = {k}x^{n + 1} + C"]
    return "integrals", right, [f"∫ {k * (n + 1)}x^{n} dx = {k * (n + 1) * n}x^{n - 1} + C"], 0


def _logarithm(chance: random.Random) -> Made:
    a, b = chance.sample(range(2, 12), 2)
    right = [f"ln {a} + ln {b} = ln {a * b}"]
    other = a + b if a + b != a * b else a + b + 1
    return "powers_logs", right, [f"ln {a} + ln {b} = ln {other}"], 0


def _matrices(chance: random.Random) -> Made:
    a, b, c, d, e, f, g, h = (chance.randint(-3, 6) for _ in range(8))
    left = f"[[{a},{b}],[{c},{d}]] * [[{e},{f}],[{g},{h}]]"
    true = f"[[{a * e + b * g},{a * f + b * h}],[{c * e + d * g},{c * f + d * h}]]"
    slip = f"[[{a * e + b * g + 1},{b * f}],[{c * g},{d * h}]]"
    return "matrices", [f"{left} = {true}"], [f"{left} = {slip}"], 0


def _logic(chance: random.Random) -> Made:
    p, q = chance.sample(["p", "q", "r", "s"], 2)
    form = chance.randint(0, 2)
    right, wrong = (
        (f"not ({p} and {q}) = not {p} or not {q}", f"not ({p} and {q}) = not {p} and not {q}"),
        (f"not ({p} or {q}) = not {p} and not {q}", f"not ({p} or {q}) = not {p} or not {q}"),
        (f"{p} → {q} ≡ ¬{q} → ¬{p}", f"{p} → {q} ≡ {q} → {p}"),
    )[form]
    return "logic", [right], [wrong], 0


def _modular(chance: random.Random) -> Made:
    m, a, b = chance.randint(5, 13), chance.randint(3, 30), chance.randint(3, 30)
    value = a * b % m
    right = [f"{a} * {b} ≡ {value} (mod {m})"]
    return "modular", right, [f"{a} * {b} ≡ {(value + 1) % m} (mod {m})"], 0


def _bases(chance: random.Random) -> Made:
    value = chance.randint(9, 63)
    return "bases", [f"{value:b}_2 = {value}"], [f"{value:b}_2 = {value + 1}"], 0


def _sums(chance: random.Random) -> Made:
    n = chance.randint(4, 12)
    total = n * (n + 1) // 2
    right = [f"∑_{{k=1}}^{{{n}}} k = {n}*{n + 1}/2 = {total}"]
    return "sums", right, [f"∑_{{k=1}}^{{{n}}} k = {n}*{n - 1}/2 = {n * (n - 1) // 2}"], 0


def _root(chance: random.Random) -> Made:
    a, b, c = chance.choice(((3, 4, 5), (6, 8, 10), (5, 12, 13), (8, 15, 17)))
    right = [f"sqrt({a}^2 + {b}^2) = sqrt({a * a + b * b}) = {c}"]
    return "powers_logs", right, [f"sqrt({a}^2 + {b}^2) = {a} + {b} = {a + b}"], 0


def _signed(value: int) -> str:
    return f"+ {value}" if value >= 0 else f"- {-value}"


def _term(value: int, name: str) -> str:
    size = "" if abs(value) == 1 else str(abs(value))
    return f"{'+' if value >= 0 else '-'} {size}{name}"


def _decimal(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else str(float(value))


_MAKERS: tuple[Callable[[random.Random], Made], ...] = (
    _linear, _both_sides, _brackets, _minus_brackets, _square, _fractions, _divided, _percent,
    _order, _powers, _quadratic, _lost_root, _inequality, _system, _derivative, _chain_rule,
    _product_rule, _integral, _logarithm, _matrices, _logic, _modular, _bases, _sums, _root,
)  # fmt: skip


def hostile_expressions() -> Iterator[str]:
    """Yield 200 messages that are large, deep, endless or no mathematics at all."""
    for n in range(2, 22):
        yield "^".join(["9"] * n) + " = 1"
        yield "2^(" * n + "9" + ")" * n + " = 7"
        yield f"({'9' * n}!)! = 1"
        yield "(" * n * 20 + "x" + ")" * n * 20 + " = 3"
        yield " + ".join(f"x{k}^{n}" for k in range(n * 5)) + " = 0"
        yield f"sum_{{k=1}}^{{10^{n * 3}}} k^{n} = 4"
        yield f"∫_0^{n} sin(x^{n})^{n} e^(x^{n}) dx = {n}"
        yield f"x^{n * 50} + x^{n * 17} + {n} = 0 => x = {n}"
        yield "__import__('os').system('true') = " + "_" * n + "class__"
        yield "ｓｉｎ(х) = " + "с" * n + " = 𝟏/𝟎" + "√" * n + "x"
