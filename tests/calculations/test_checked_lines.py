"""Each line is held to the one before it, in the sense that its kind asks for."""

from __future__ import annotations

import pytest

from tutor_app.calculations.calculation_facts import find_facts
from tutor_app.calculations.check_calculation import check_message

RIGHT = [
    "1/2 + 1/3 = 3/6 + 2/6 = 5/6",
    "5 - 3 * 2 = -1",
    "15% of 80 = 12",
    "10/3 = 3.33",
    "2x+6=14\n2x=8\nx=4",
    "x^2 = 9 => x = 3 or x = -3",
    "x^2 = 9\nx = ±3",
    "x^2 - 5x + 6 = 0\n(x-2)(x-3) = 0\nx - 2 = 0\nx = 2\nx - 3 = 0\nx = 3",
    "√(x + 6) = x\nx + 6 = x²\n(x - 3)(x + 2) = 0\nx = 3",
    "x + y = 5, x - y = 1\n2x = 6\nx = 3\ny = 2",
    "V = πr²h so h = V/(πr²)",
    "-2x < 6 => x > -3",
    "|x - 1| < 3 so -2 < x < 4",
    "(x+2)^2 = x^2 + 4x + 4",
    "sin 2x = 2 sin x cos x",
    "sin 30 = 1/2",
    "d/dx x^2 sin x = 2x sin x + x^2 cos x",
    "f(x) = x^3 - 12x, f'(x) = 3x^2 - 12, f'(2) = 0",
    "∫ x e^x dx = x e^x - e^x + C",
    "∫_0^1 x^2 dx = 1/3",
    "lim x->0 sin(x)/x = 1",
    "sum_{k=1}^{n} k = n(n+1)/2",
    "1 + 2 + ... + 10 = 55",
    "[[1,2],[3,4]] * [[0,1],[1,0]] = [[2,1],[4,3]]",
    "not (p and q) = not p or not q",
    "17·23 ≡ 1 (mod 5)",
    "3⁻¹ ≡ 5 (mod 7)",
    "1011_2 = 11",
    "a_1 = 2, a_{n+1} = 2a_n, a_n = 2^n",
    "3 km / 20 min = 9 km/h",
    "data 2, 4, 9: mean = (2+4+9)/3 = 5",
    "(2+3i)(1-i) = 5 + i",
    "80 - 15% = 68",
    r"$\frac{m}{2}v_2^2 - \frac{m}{2} v_1^2 = \frac{m}{2}(v_2 - v_1)(v_2 + v_1)$",
    "gcd(84,126) = 42",
    r"$x(t) = e^{-2t}$, $\dot x(t) = -2e^{-2t}$, $\dot x(0) = -2$",
    r"$x_{k+1} = \frac{1}{2}(x_k + \frac{2}{x_k})$, $x_0 = 1$, $x_1 = 1.5$, $x_2 = \frac{17}{12}$",
    r"$17 \equiv 2 \pmod 5$, $17^4 \equiv 16 \equiv 1 \pmod 5$",
    "3I_1 + 2I_2 = 12\nI_1 - I_2 = -1\nFrom the second I_1 = I_2 - 1, 5I_2 = 15, I_2 = 3, I_1 = 2",
    "f(x) = (3x^2 + 1)^4, f' = 24x(3x^2 + 1)^3",
    "x/(x-2) = 2 + 2/(x-2), so x = 2x - 4 + 2, x = 2, the set is empty",
    "x^2 < 9, so -3 < x < 3, and (x-1)^2 >= 4 gives x <= -1 or x >= 3",
    "x = 0 gives 4 >= -1, x = 3 gives 2 + 2 = 4",
    "√(x+7) = x + 1 so (x+3)(x-2) = 0 so x = 2. -3 doesn't work (2 ≠ -2)",
    "for x between 0° and 360°: 2cos(x) = -1\nx = 120° or x = 240°",
    "Round, 31.4 m of it: 985.96/12.566 ≈ 78.46 m²",
    r"$\frac{7}{2} = 3\frac12$",
    r"$4\frac12 = 2$",
    "x = 0.272727...\n100x = 27.272727...\n99x = 27\nx = 3/11",
    "sin θ = 3/5 and θ is in quadrant II\ncos θ = -4/5",
    "(μ - 1)(μ - 6) = 0\nμ1 = 1, μ2 = 6",
    "Angle between two vectors:\ncos α = 1/2\nα = 60°",
    "7 + 0,5m = 1 + 0,8m\n6 = 0,3m\nm = 20",
    "37:5 = 7 r 2",
    "∫ 2x/(x²+3) dx\nu = x²+3\n= ∫ 1/u du\n= ln(x²+3) + C",
    "(p ∨ q) → r\n≡ ¬(p ∨ q) ∨ r\n≡ (p → r) ∧ (q → r)",
]
WRONG = [
    ("1/2 + 1/3 = 2/5", 0),
    ("2x+6=14\n2x=20\nx=10", 1),
    ("x^2 = 9\nx = 3", 1),
    ("x² = 5x\nx = 5", 1),
    ("√(x + 6) = x\nx + 6 = x²\nx = 3 or x = -2", 2),
    ("-2x < 6\nx < -3", 1),
    ("(x+2)^2 = x^2 + 4", 0),
    ("3(x+4) = 3x + 4", 0),
    ("d/dx x^2 sin x = 2x cos x", 0),
    ("∫ 2x dx = 2 + C", 0),
    ("not (p and q) = not p and not q", 0),
    ("[[1,2],[3,4]] * [[0,1],[1,0]] = [[0,2],[3,0]]", 0),
    ("x + y = 5, x - y = 1\n2x = 4", 2),
    ("median of 7, 2, 9: median = 7 + 2", 0),
    ("11/12 - 6/12 = 0/0", 0),
    ("R = 25q - q^2\nC = 5q + 30\nSo R - C = 25q - q^2 - 5q + 30", 2),
    ("a || (b && c) <=> (a || b) && c", 0),
    ("g(x) = x(3x^2+1)^4, g' = 24x(3x^2+1)^3", 1),
    (r"$\frac{7}{2} = 2\frac12$", 0),
    ("sin θ = 3/5, θ in the second quadrant\ncos θ = 4/5", 1),
    ("cos θ = 4/9\nθ ≈ 62.1°", 1),
    ("37:5 = 7 r 3", 0),
    ("cos x = 0.5 with 0° <= x < 360°\nx = 60°", 2),
]
UNDECIDED = [
    r"$AB + A\bar{B} = A(B + \bar{B}) = A$",
    "3 * 4 = 12 % would be flat",
    "x = 4",
    "2x + 6 = 14",
    "P(A) = 1/3",
    "9^9^9^9 = 1",
    "5x - 3 = 2x + 9",
    "x(x-2) = 8, with x > 2\n(x-4)(x+2) = 0, with x > 2\nx = 4 (I threw out x = -2)",
    "sin θ = 3/5 and θ is acute\ncos θ = 4/5",
    "Σ (3k − 1) for k = 1..20\n= 3·Σk − 20\n= 610",
    "cos θ = 4/9\nθ ≈ 63.6°",
    "e^x ≈ 1 + x + x^2/2\n2 + 2 = 4",
    "(1,2,3) x (4,5,6)\n= (2*6 - 3*5, 1*6 - 3*4, 1*5 - 2*4)",
]


@pytest.mark.parametrize("message", RIGHT)
def test_right_work_is_right(message: str) -> None:
    assert check_message(message).outcome == "right"


@pytest.mark.parametrize(("message", "line"), WRONG)
def test_the_first_wrong_line_is_found(message: str, line: int) -> None:
    found = check_message(message)

    assert found.outcome == "wrong"
    assert found.checked.first_wrong is not None
    assert found.checked.first_wrong.line == line


@pytest.mark.parametrize("message", UNDECIDED)
def test_what_cannot_be_decided_is_not_called_right_or_wrong(message: str) -> None:
    assert check_message(message).outcome in ("nothing", "unknown")


def test_a_doubtful_reading_that_matters_is_asked_with_both() -> None:
    facts = find_facts("is 1/2x = 4 the same as x = 8?")

    assert facts.outcome == "ask"
    assert [text for text, _ in facts.readings] == ["1/(2x) = 4", "(1/2)x = 4"]


def test_what_only_its_setting_up_could_spoil_is_not_called_right() -> None:
    assert check_message("P(red, red) = 3/5 × 3/5 = 9/25").outcome == "worked_right"


def test_a_lost_and_an_added_solution_are_told_apart() -> None:
    lost = check_message("x² = 5x\nx = 5").checked.first_wrong
    added = check_message("√(x + 6) = x\nx + 6 = x²\nx = 3 or x = -2").checked.first_wrong

    assert lost is not None and lost.sense == "loses"
    assert added is not None and added.sense == "gains"


@pytest.mark.parametrize(
    ("message", "outcome"),
    [
        ("the gcd of 84 and 30 is 6", "right"),
        ("the lcm of 6 and 8 is 48", "wrong"),
        ("the determinant of [[3,1],[2,4]] is 10", "right"),
        ("the median of 9, 2, 5, 4 is 4.5", "right"),
        ("the median of 9, 2, 5, 4 is 5", "wrong"),
        ("37 divided by 5 leaves remainder 2", "right"),
        ("19 in binary is 10011", "right"),
        ("19 in binary is 10101", "wrong"),
        ("4 cubed is 12", "wrong"),
        ("the limit of (x^2-1)/(x-1) as x approaches 1 is 2", "right"),
        ("when x goes to 0, sin(2x)/x goes to 1", "wrong"),
        ("(3n^2 - n)/(n^2 + 4) tends to 3 as n tends to infinity", "right"),
        ("lim x->0 (1 - cos(2x))/x^2 = 2", "right"),
        ("sum of k from 1 to n = n(n-1)/2", "wrong"),
        ("sum of 2k for k = 1 to 4 = 20", "right"),
        ("!(p || q) == !p && !q", "right"),
        ("p -> q is equivalent to q -> p", "wrong"),
        ("the contrapositive of a -> b is not b -> not a", "right"),
        ("the negation of (p or q) is (not p) or (not q)", "wrong"),
        ("p or not p is always true", "right"),
        ("the negation of x < 2 is x >= 2", "unknown"),
        ("f(1) = 2\nf(n) = 2*f(n-1) + 1\nf(2) = 5\nf(3) = 11", "right"),
        ("b(1) = 4, b(n+1) = 2b(n) - 1, so b(2) = 7 and b(3) = 15", "wrong"),
        ("f(x) = 2x + 1\nf(3) = 7", "right"),
        ("90 km / 60 km/h = 1.5 h", "right"),
    ],
)
def test_what_words_and_steps_claim_is_read_as_what_they_name(message: str, outcome: str) -> None:
    assert find_facts(message).outcome == outcome


@pytest.mark.parametrize(
    ("message", "outcome"),
    [
        ("1. 5/6 - 3/8\n2. 20/24 - 9/24\n3. 11/24\nok?", "right"),
        ("x^2 * x^5 / x^3\nx^7 / x^3\nx^(7/3)", "wrong"),
        ("log(100+10) / log100+log10 / 2+1 / 3", "wrong"),
        ("lim x->2 (x^2-4)/(x-2) / lim x->2 (x+2) / 4", "right"),
        ("got 9/10 for 3/4 ÷ 5/6, is that right", "right"),
        ("1) 3/4\n2) 5/6\n3) 1/2", "nothing"),  # answers to three tasks
        ("(3x^2+1)^4\n4(3x^2+1)^3*6x\n24x(3x^2+1)^3", "nothing"),  # a derivative, not told
        ("roots of x^2 - 5x + 6\n(x-2)(x-3)\n-2, -3", "nothing"),
        ("I got 3/7 but my friend got 4/7", "nothing"),
        ("12 * 5 so 60 then 60 - 8 so 52", "nothing"),
    ],
)
def test_steps_without_a_sign_count_as_their_values_bear_out(message: str, outcome: str) -> None:
    assert check_message(message).outcome == outcome


@pytest.mark.parametrize(
    "message",
    [
        "completing the square\nx^2 + 6x - 7 = 0\n(x+3)^2 = 16\nx = 1 or x = -7",
        "derive (sin x)^2 → 2 sin x cos x → sin 2x",
    ],
)
def test_words_that_name_an_operation_are_no_shapes(message: str) -> None:
    assert check_message(message).outcome == "right"
