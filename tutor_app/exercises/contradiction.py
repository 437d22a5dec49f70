"""What code can tell against a point: its number is missing, or a sentence says the opposite.

Both are lexical, so they hold for a model's judgement as well. They only keep a point from being
counted; nothing is called wrong for them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

from tutor_app.domain.lexicon import NEGATIONS, SMALL_NUMBERS
from tutor_app.retrieval.search_terms import stem, tokens

_WORD = re.compile(r"[^\W\d_]+(?:['’]t)?|\d+")
_PLAIN = frozenset("all one also only each every any other two next either same then with".split())
_NO_NEGATION = re.compile(
    r"\bnot (?:only|just|even)\b|\bno (?:matter|problem|trouble|doubt)\b"
    r"|\b(?:otherwise|if not|or else)\b[^.;]*",
    re.I,
)
_OPPOSITES = (
    (
        "larger bigger more greater longer higher outnumber outnumbers exceeds",
        "smaller less fewer shorter lower",
    ),
    (
        "largest biggest most maximum greatest longest highest",
        "smallest least fewest minimum lowest",
    ),
    ("first", "last"),
    ("newest latest", "oldest earliest"),
    ("left", "right"),
    ("ascending increasing", "descending decreasing random"),
    ("incoming", "outgoing"),
    ("expensive costly", "cheap cheaper"),
    ("overestimates overestimate", "underestimates underestimate"),
    ("positive", "negative"),
    ("before", "after afterwards"),
    ("change changes changed", "stays stay same unchanged"),
    ("best", "worst"),
    ("full", "empty"),
    ("possible", "impossible"),
    ("finite", "infinite"),
    ("directed", "undirected"),
    ("fast faster", "slow slower"),
    ("accepted taken", "rejected"),
    ("child children", "parent"),
    ("same equal identical", "different differs differing"),
    ("double doubles doubled doubling", "halve halves halved halving"),
    ("gain gains gained win wins", "lose loses lost loss"),
    ("grow grows increase increases rise rises", "shrink shrinks decrease decreases fall falls"),
    ("early earlier", "late later"),
    ("strong stronger", "weak weaker"),
    ("easy easier", "hard harder difficult"),
    ("high", "low"),
    ("inside within", "outside beyond"),
    ("above", "below"),
    ("accept accepts", "reject rejects"),
    ("true", "false"),
    ("healthy", "sick ill"),
    ("shortage", "surplus"),
    ("minimise minimises minimize minimizes", "maximise maximises maximize maximizes"),
    ("always", "seldom rarely"),
    ("forwards forward", "backwards backward"),
    ("even", "odd"),
    ("success succeeds works work", "failure fails fail"),
    ("add adds added", "remove removes removed"),
    ("private", "public"),
)
OPPOSITE_STEMS: Final = tuple(
    (frozenset(map(stem, one.split())), frozenset(map(stem, other.split())))
    for one, other in _OPPOSITES
)
_COMMON_FORM = {word: min(words) for pair in OPPOSITE_STEMS for words in pair for word in words}
_CLAUSE = re.compile(
    r"(?<=\D)[,;:]\s+|\s+(?:while|whereas|and|but|although|though|so|because|since)\s+", re.I
)
_RESULT = re.compile(r"=\s*([-−]?\d+(?:[.,]\d+)?)(?!\s*[·*+/=\d])")
_BETWEEN = r"(?:\s*(?:[,;/|→–-]|->|\b(?:and|to|then|via)\b)\s*)+"
# A single letter, but not the article.
_NODE = re.compile(r"(?<![\w'’])(?!a\s+(?!(?:to|and|then|via)\b)[a-z]{2})[A-Za-z](?![\w'’(])")
_NODES = re.compile(rf"(?<!\w)[A-Za-z](?!\w)(?:{_BETWEEN}[A-Za-z](?!\w)){{2,}}")
_NUMBERS = re.compile(r"(?<!\w)\d+(?:, \d+){3,}")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
_TELLING = re.compile(r"[^\W\d_]{2,}")
LEAST_CELLS = 8  # numbers of a point that is a table
_IN_WORDS = {word: str(value) for value, word in enumerate(SMALL_NUMBERS[:13])}
_IN_WORDS |= {"hundred": "100", "thousand": "1000", "twice": "2", "double": "2", "doubled": "2"}
_IN_WORDS |= {"once": "1", "thrice": "3"}
_ORDER = re.compile(r"\bO\s*\(((?:[^()]|\([^()]*\))*)\)")
_EXAMPLE = re.compile(r"\b(?:for example|for instance|e\.g\.|example|take)\b", re.I)
_OWN_EXAMPLE = re.compile(r"\b(?:of your own|give an?|name an?|find an?|construct|invent)\b", re.I)
_PIECE = re.compile(
    r"(?<=\D)[,;:]\s+|\s+(?=(?:instead of|rather than|without)\b)|\s+(?:while|whereas|and|but"
    r"|although|though|so|because|since|when|if|which|hence|therefore)\s+",
    re.I,
)
_DENIES = re.compile(r"\b(?:instead of|rather than)\b", re.I)
# Letters that a word must have so that the prefix denies it: "inform" denies no form.
_PREFIXES = {"un": 4, "in": 5, "im": 5, "ir": 5, "non": 5, "dis": 5}
# Shares of a point's words that a sentence must have to be about it: with an opposite word in it,
# or with one negation more or less.
LEAST_SHARED = 2
ABOUT = 0.3
NEARLY_SAME = 0.6
CROSSED = 0.5


def opposed(sentences: Sequence[str], points: Sequence[str]) -> frozenset[tuple[int, int]]:
    """Return the places of (sentence, point) where the sentence says the point's opposite."""
    found = {
        (row, column)
        for row, sentence in enumerate(sentences)
        for column, point in enumerate(points)
        if says_opposite(sentence, point)
    }
    return frozenset(found | _crossed(sentences, points))


def says_opposite(sentence: str, point: str) -> bool:
    """Return whether a sentence has a point's words with one of them turned round."""
    said, asked = set(tokens(sentence)), set(tokens(point))
    both = len(said & asked)
    if both < LEAST_SHARED:
        return False
    turned = _negated(sentence) != _negated(point)
    if both >= ABOUT * min(len(said), len(asked)):
        poles = _opposite_poles(_words(sentence), _words(point))
        # Of an opposite word and a negation, each turns round what the other says.
        if poles and poles % 2 != turned:
            return True
        if not poles and _swapped(sentence, point):
            return True
    return (turned and both >= NEARLY_SAME * len(asked)) or _piece_turned(sentence, point)


def lacks_data(point: str, answer: str, exercise: str) -> bool:
    """Return whether an answer lacks a point's data.

    These are the order of growth, O(n), or the number that it arrives at, else any of its numbers;
    and the nodes or numbers that it lists, in their order. Those of an example may be the student's
    own.
    """
    said = numbers(answer)
    if _lacks_cells(point, answer):
        return True
    if (orders := _orders(point) - _orders(exercise)) and _orders(answer):
        return not orders & _orders(answer)
    result = result_of(point)
    if result is not None and result not in said:
        return True
    if _EXAMPLE.search(point) or _OWN_EXAMPLE.search(exercise):
        return False
    if any(not _has_run(answer, run) for run in _runs(point)):
        return True
    if result is not None:
        return False
    own = {n for n in numbers(point) - numbers(exercise) if n not in ("0", "1")}
    return bool(own) and not own & said


def _lacks_cells(point: str, answer: str) -> bool:
    """Return whether a point is a table, more numbers than words, and one lacks in the answer.

    They are looked for in their order: one row has no table, and a slip in a cell none either.
    """
    cells, words = _FIGURE.findall(point), _TELLING.findall(point)
    if len(cells) < LEAST_CELLS or len(cells) <= len(words):
        return False
    told = iter(_FIGURE.findall(answer))
    return not all(cell in told for cell in cells)


def opposite_words(said: Collection[str], told: Collection[str]) -> frozenset[str]:
    """Return the words of what is said that stand turned round in what is told: faster, slower."""
    there = set(told)
    return frozenset(
        word
        for one, other in (*OPPOSITE_STEMS, *((b, a) for a, b in OPPOSITE_STEMS))
        if there & other and not there & one
        for word in one & set(said)
    )


def pieces_of(text: str) -> list[str]:
    """Return the clauses of a text, divided where another one joins on."""
    return [part.strip() for part in _PIECE.split(text) if part.strip()]


def says_no(text: str) -> bool:
    """Return whether a text has a negation: not, no, never, cannot."""
    return _negated(text)


def result_of(point: str) -> str | None:
    """Return the number that a point arrives at, in figures without a sign; None where none."""
    results = _RESULT.findall(point)
    return _FIGURE.findall(results[-1])[0] if results else None


def _piece_turned(sentence: str, point: str) -> bool:
    """Return whether a piece of a sentence turns round the piece of a point that it goes with.

    Pieces go together in pairs, those that share most first. A negation in a piece counts only
    where the whole has one more or less too: it may have moved to another piece.
    """
    said = [(part, words) for part in _PIECE.split(sentence) if (words := _telling(part))]
    asked = [(part, words) for part in _PIECE.split(point) if len(words := _telling(part)) > 1]
    moved = _denied(sentence) == _denied(point)
    pairs = sorted(
        (
            (len(here & there) / len(there), row, column)
            for row, (_, here) in enumerate(said)
            for column, (_, there) in enumerate(asked)
        ),
        reverse=True,
    )
    rows: set[int] = set()
    columns: set[int] = set()
    for share, row, column in pairs:
        if row in rows or column in columns or share < NEARLY_SAME:
            continue
        rows.add(row)
        columns.add(column)
        (here, words), (there, wanted) = said[row], asked[column]
        poles = _opposite_poles(_words(here), _words(there))
        beside = len(words & wanted) - poles  # a pole's two words are one in what is shared
        turned = _denied(here) != _denied(there)
        if poles % 2 and not turned and (share == 1.0 or beside >= LEAST_SHARED):
            return True
        if not poles and turned and not moved and beside > LEAST_SHARED:
            return True
    return False


def _denied(text: str) -> bool:
    return _negated(text) != bool(_DENIES.search(text))


def _orders(text: str) -> set[str]:
    return {re.sub(r"\s", "", inside).casefold() for inside in _ORDER.findall(text)}


def _runs(text: str) -> list[str]:
    """Return the lists of three or more nodes, and of four or more numbers, that a text gives."""
    runs = [_joined(_NODE.findall(found[0])) for found in _NODES.finditer(text)]
    return runs + [_joined(_FIGURE.findall(found[0])) for found in _NUMBERS.finditer(text)]


def _has_run(answer: str, run: str) -> bool:
    """Return whether an answer has a list in its order; a cycle may begin at any of its nodes."""
    listed, (first, *rest) = _listed(answer, run), run.split()
    if first != rest[-1:][0]:
        return run in listed
    turns = [[*rest[at:], *rest[:at], rest[at]] for at in range(len(rest))]
    return any(_joined(turn) in listed for turn in turns)


def _listed(text: str, run: str) -> str:
    """Return all single nodes, or all numbers, of a text in their order."""
    return _joined((_FIGURE if run[1].isdecimal() else _NODE).findall(text))


def _joined(parts: Sequence[str]) -> str:
    return f" {' '.join(parts)} ".casefold()


def numbers(text: str) -> set[str]:
    """Return the numbers of a text, in figures or words."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return set(_FIGURE.findall(text)) | {_IN_WORDS[word] for word in words if word in _IN_WORDS}


def _words(text: str) -> set[str]:
    return {stem(word) for word in _WORD.findall(text.casefold())}


def _negated(text: str) -> bool:
    words = _WORD.findall(_NO_NEGATION.sub(" ", text.casefold()))
    return any(word in NEGATIONS or word.endswith(("n't", "n’t")) for word in words)


def _opposite_poles(said: set[str], asked: set[str]) -> int:
    """Return how many words of a point stand turned round in what is said."""
    count = 0
    for one, other in (*OPPOSITE_STEMS, *((b, a) for a, b in OPPOSITE_STEMS)):
        if asked & one and not asked & other and said & other and not said & one:
            count += 1
    return count + len(_denied_words(said, asked)) + len(_denied_words(asked, said))


def _denied_words(said: set[str], asked: set[str]) -> set[str]:
    """Return the words of `asked` that are `said` with a prefix that denies them: unsorted."""
    return {
        word
        for word in asked - said
        if any(len(word) >= least and prefix + word in said for prefix, least in _PREFIXES.items())
    }


def _swapped(sentence: str, point: str) -> bool:
    """Return whether two clauses of a point stand in a sentence with their words exchanged."""
    asked, said = _clauses(point), _clauses(sentence)
    return any(
        _exchanged(one, other, first, second)
        for one, other in combinations(asked, 2)
        for first, second in combinations(said, 2)
    )


def _crossed(sentences: Sequence[str], points: Sequence[str]) -> set[tuple[int, int]]:
    """Return where two points stand in two clauses or sentences with their words exchanged."""
    found: set[tuple[int, int]] = set()
    parts = [
        (row, clause) for row, sentence in enumerate(sentences) for clause in _clauses(sentence)
    ]
    asked = [_telling(point) for point in points]
    pairs = list(combinations(range(len(points)), 2))
    for at, (one, first) in enumerate(parts):
        for other, second in parts[at + 1 :]:
            if other - one > 1:
                break
            for here, there in pairs:
                if _exchanged(asked[here], asked[there], first, second):
                    found |= {(row, point) for row in (one, other) for point in (here, there)}
    return found


def _exchanged(one: set[str], other: set[str], first: set[str], second: set[str]) -> bool:
    """Return whether words of `one` and of `other` are both spread over `first` and `second`."""
    a, b = one - other, other - one
    x, y = first - second, second - first
    straight = (len(a & x), len(b & y))
    crossed = (len(a & y), len(b & x))
    if not all((*straight, *crossed)):
        return False
    if any((a & y & p and b & x & q) or (a & y & q and b & x & p) for p, q in OPPOSITE_STEMS):
        return True
    # Two results that changed places: numbers lie on one side, words on the other.
    here, there = (a & x, b & y), (a & y, b & x)
    for one_side, other_side in ((here, there), (there, here)):
        if all(map(_has_number, one_side)) and not any(map(_has_number, other_side)):
            return True
    few, many = sorted((sum(straight), sum(crossed)))
    return few >= CROSSED * many and few + many >= 7


def _has_number(words: set[str]) -> bool:
    return any(word.isdecimal() for word in words)


def _clauses(text: str) -> list[set[str]]:
    return [words for part in _CLAUSE.split(text) if len(words := _telling(part)) > 1]


def _telling(text: str) -> set[str]:
    words = (_COMMON_FORM.get(word, word) for word in tokens(text))
    return {word for word in words if len(word) > 1 and word not in _PLAIN}
