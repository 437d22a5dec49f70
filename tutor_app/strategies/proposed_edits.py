"""A change of their program that a student thinks of, and the lines that it touches.

Read by patterns against their own program; whether a change helps is never said here.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.strategies.place_questions import Scene
from tutor_app.strategies.program_view import Place, Program

_BUILTINS = frozenset((*dir(builtins), "self", "not", "and", "or"))
LONGEST_ECHO = 40  # characters of a student's fragment that are said back
LONG_SENTENCE = 16  # words: more of them tell what a program does, rather than what to change
LONGEST_READ = 1_500  # characters of a message in which a change is looked for
SHORT_MESSAGE = 9  # words: a shorter message with a fragment of code is about that fragment
_TICKED = re.compile(r"`([^`\n]+)`")
# Code as it stands between words, the longest first: a setting, a call, a part of a list, a sum.
_NAME = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
_ROUND = r"\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)"
_SQUARE = r"\[[^\[\]\n]*\]"
_TERM = (
    rf"(?:{_NAME}(?:{_ROUND}|{_SQUARE})*|-?\d+(?:\.\d+)?|{_SQUARE}|\{{\}}|\"[^\"\n]*\"|'[^'\n]*')"
)
_SUM = rf"{_TERM}(?:\s*(?:\*\*|//|[-+*/%]|[<>]=?|==|!=)\s*{_TERM})*"
_FRAGMENTS = (
    re.compile(rf"{_NAME}(?:{_SQUARE})*\s*(?:[-+*/%]|//)?=(?!=)\s*{_SUM}"),
    re.compile(rf"(?<![\w.]){_NAME}(?:{_ROUND}|{_SQUARE})+(?:\.\w+{_ROUND})*"),
    re.compile(rf"(?<![\w.]){_TERM}\s*(?:\*\*|//|[-+*/%]|[<>]=?|==|!=)\s*{_SUM}"),
)
_SIGN = re.compile(
    r"(?<!\w)(?P<sign><=|>=|==|!=|<(?!\w*>)|>|//|/|%|\*\*|\*|[-+] ?1\b|plus 1|minus 1|plus one"
    r"|minus one)(?!\w)"
)
_KEYWORD = re.compile(
    r"\b(?P<word>elif|else|break|continue|return|int|str|float|round|abs|copy|extend|insert|sorted"
    r"|global|nonlocal|(?<=an )if|(?<=another )if)\b"
)
_VERB = (
    r"(?:chang|set|add|us|replac|put|mov|swap|remov|delet|mak|start|writ|return|initiali[sz]|loop"
    r"|convert|subtract|multipl)(?:e|t|y|ing)?"
)
_PROPOSES = re.compile(
    r"\bis it possible\b|\b(?:should|could|can|would|must|may|do|if) i\b|\bi (?:should|could|can"
    r"|must|might|would|will"
    r"|(?:need|have|want) to)\b|\b(?:i'?ll|i'?d|need to|needs to|have to|has to|going to|instead"
    r"|maybe"
    r"|perhaps|what if|what about|how about|try|let me)\b|\bwould\b[^.?]*\bhelp\b|\bshould\b"
    rf"|^\W*(?:(?:ok|so|like|then|and|or|oh|ah)\W+)*(?:i )?{_VERB}\b",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(r"\?\s*$", re.IGNORECASE)
_REPORTS = (
    r"`?\s*(?:,?\s*(?:which|it))?\s*(?:is|was|are|were|gives?|returns?|evaluates|works out)\b"
)
# What a program shall do is no change of it.
_EXPECTS = re.compile(r"(?i)\b(?:it|program|function|code|method) (?:should|must|would|has to)\b")
FEW_WORDS = 6  # a shorter message with a sign in it is about that sign
_BLAMES = re.compile(
    r"\b(?:is|isn't) (?:it|that|this) (?:because|the|in|at|line|my|a problem)\b.*\?|\bis (?:it"
    r"|that) (?=[`/*%+<>=-]).*\?|\bproblem\b|\bfault\b|\bculprit\b|\bsuspect\b"
    r"|\b(?:in the )?wrong (?:place|line|spot)\b|\bbecause (?:of )?line \d"
    r"|^\W*(?:oh+|ah+)?\W*line \d+\W*$",
    re.IGNORECASE,
)
_FAMILIES: tuple[tuple[str, str], ...] = (
    ("< <= > >= == !=", r"[<>]=?|==|!="),
    ("/ // % * **", r"//|/|%|\*"),
    ("and or not", r"\b(?:and|or|not)\b"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A change that a student thinks of: the lines that it touches, and their own code for it.

    `beside` says where a new line would stand, "after line 5", if they said it.
    """

    places: tuple[Place, ...]
    echo: str | None = None
    beside: str | None = None


def read_proposal(
    words: str, scene: Scene, named: Sequence[Place], last: Place | None
) -> Proposal | None:
    """Return the change that a message speaks of, with the lines of the program that it touches.

    Of several sentences the last one that speaks of a change counts.
    """
    plain = " ".join(words[-LONGEST_READ:].replace("’", "'").split())
    sentences = re.split(r"(?<=[.;!?])\s+(?=[A-Z\"'`(]|\w+ )", plain)
    for sentence in reversed(sentences):
        proposal = _proposal_in(sentence, scene, named, last)
        if proposal is not None:
            return proposal
    return None


def _proposal_in(
    plain: str, scene: Scene, named: Sequence[Place], last: Place | None
) -> Proposal | None:
    program = scene.program
    proposes = bool(_PROPOSES.search(re.sub(r"(?i)\bwhether i \w+", "", plain)))
    count = len(plain.split())
    fragment = _fragment(plain, program)
    if fragment is not None and (proposes or _SUPPOSES.search(plain) or count <= SHORT_MESSAGE):
        return _of_fragment(fragment, plain, program, last)
    sign = _SIGN.search(plain)
    joined = re.search(r"(?i)\b(and|or)\b to \b(and|or)\b|\b(and|or)\b instead", plain)
    reported = re.search(r"(?i)\b(?:is|are|was|gives?)\b(?! (?:it|that|this)\b)", plain)
    if (sign or joined) and (proposes or (count <= FEW_WORDS and not reported)):
        places = _by_line(plain, program)
        places = places or _by_sign(sign["sign"] if sign else "and", plain, program, named, last)
        return Proposal(places=places)
    if not proposes or count > LONG_SENTENCE:
        return None
    word = _KEYWORD.search(plain)
    if word is not None and not _EXPECTS.search(plain):
        places = _by_line(plain, program) or _by_keyword(word["word"], scene, named, last)
        return Proposal(places=places)
    if re.search(rf"(?i)\b{_VERB}\b", plain) and (by_line := _by_line(plain, program)):
        return Proposal(places=by_line)
    if re.search(r"(?i)\b(?:loop|iterat|go)(?:ing|e)? (?:over|through|from|up to|to)\b", plain):
        loops = [place for place in program.places if place.kind in ("loop", "while")]
        return Proposal(places=tuple(loops)) if len(loops) == 1 else None
    variables = [place for place in named if place.name and place.kind in ("start", "update")]
    if variables and re.search(r"(?i)\b(?:set|make|initiali[sz]e|start|begin)\b", plain):
        return Proposal(places=tuple(variables))
    return None


def _of_fragment(fragment: str, plain: str, program: Program, last: Place | None) -> Proposal:
    echo = _echo(fragment)
    beside = re.search(r"(?i)\b(after|before|below|above) line (\d+)", plain)
    if beside and 0 < int(beside[2]) <= len(program.lines):
        side = "after" if beside[1].lower() in ("after", "below") else "before"
        return Proposal(places=(), echo=echo, beside=f"{side} line {beside[2]}")
    return Proposal(
        places=_by_line(plain, program) or _touched(fragment, plain, program, last), echo=echo
    )


def is_suspicion(words: str) -> bool:
    """Whether a message says where the student thinks that the fault lies."""
    return bool(_BLAMES.search(" ".join(words[-LONGEST_READ:].replace("’", "'").split())))


def _fragment(plain: str, program: Program) -> str | None:
    """Return the first piece of code in the words that the program does not have."""
    own = _squeezed(program.text)
    functions = {each.name for each in program.functions}
    ticked = [span for span in _TICKED.findall(plain) if re.search(r"[^\w\s]", span)]
    for piece in code_in(plain):
        name = re.match(_NAME, piece)
        if _squeezed(piece) in own or not name:
            continue
        if not set(re.findall(r"[A-Za-z_]\w*", piece)) & (program.names | _BUILTINS):
            continue
        if piece.split("(")[0] in functions and re.fullmatch(rf"{_NAME}{_ROUND}", piece):
            continue  # a call of their own is an input
        if not (piece in ticked or _of_program(piece, program)) or re.search(
            re.escape(piece) + _REPORTS, plain
        ):
            continue
        return piece
    return None


def code_in(words: str) -> tuple[str, ...]:
    """Return the pieces of code that stand in words, those in backticks first."""
    words = words[:LONGEST_READ]
    ticked = [span for span in _TICKED.findall(words) if re.search(r"[^\w\s]", span)]
    bare = [found[0] for pattern in _FRAGMENTS for found in pattern.finditer(words)]
    dotted = re.findall(r"(?<![\w.])[A-Za-z_]\w*\.[A-Za-z_]\w*(?![\w(])", words)
    return tuple(piece.strip(" .,;") for piece in (*ticked, *bare, *dotted))


def _of_program(piece: str, program: Program) -> bool:
    """Whether a piece of code speaks of the program: no name in it is a word between two signs."""
    told = re.sub(rf"^{_NAME}(?:{_SQUARE})*\s*(?:[-+*/%]|//)?=(?!=)|\"[^\"]*\"|'[^']*'", "", piece)
    names = set(re.findall(r"(?<![\w.])[A-Za-z_]\w*(?!\w*\s*\()", told))
    return names <= (program.names | _BUILTINS)


def _touched(fragment: str, plain: str, program: Program, last: Place | None) -> tuple[Place, ...]:
    """The places whose line a fragment would change: the same target, else the most in common."""
    target = re.match(rf"({_NAME})(?:{_SQUARE})*\s*(?:[-+*/%]|//)?=(?!=)", fragment)
    if target:
        base = target[1]
        heads = [head for head in _heads(program) if re.search(rf"\b{base}\s*=", head.code)]
        same = [place for place in program.places if _sets(place, base)] or heads
        if same:
            return tuple(sorted(same, key=lambda place: -_shared(fragment, place)))
        fragment = fragment[target.end() :]
    begins = re.match(r"(for|while|if|elif|return)\b", fragment)
    kinds = [kind for kind, words in _OF_KIND if re.search(words, plain.casefold())]
    if begins:
        kinds = [_BY_KEYWORD[begins[1]]]
    meant = [place for place in program.places if not kinds or place.kind in " ".join(kinds)]
    scored = [(_shared(fragment, place), place == last, place) for place in meant]
    best = max((score for score, _, _ in scored), default=0)
    if best == 0:
        return (last,) if last is not None and not target else ()
    found = [(was, place) for score, was, place in scored if score == best]
    return tuple(place for _, place in sorted(found, key=lambda one: not one[0]))


_BY_KEYWORD = {
    "for": "loop while",
    "while": "loop while",
    "if": "condition",
    "elif": "condition",
    "return": "result",
}
_OF_KIND = (
    ("loop while", r"\bloops? (?:over|through)|\bin the (?:for|while|loop)\b|\bfor j?i?\b"),
    ("condition", r"\bin the (?:if|condition)\b"),
    ("result", r"\breturn\b"),
)


def _heads(program: Program) -> list[Place]:
    """The lines where functions begin: values may be set in them too."""
    lines = [function.line for function in program.functions]
    codes = [(line, program.lines[line - 1].strip()) for line in lines]
    return [Place(kind="start", line=line, function=None, code=code) for line, code in codes]


def _sets(place: Place, base: str) -> bool:
    bare = base.removeprefix("self.")
    left = re.match(
        rf"\s*(?:self\.)?({re.escape(bare)})(?:\[[^\]]*\])?\s*(?:[-+*/%]|//)?=(?!=)", place.code
    )
    return bool(left)


def _shared(fragment: str, place: Place) -> int:
    """How much a fragment has in common with a line: names count, names of calls twice."""
    mine = set(re.findall(r"[A-Za-z_]\w*", fragment))
    theirs = set(re.findall(r"[A-Za-z_]\w*", place.code))
    calls = set(re.findall(r"[A-Za-z_]\w*(?=\s*[(\[])", fragment))
    calls &= set(re.findall(r"[A-Za-z_]\w*(?=\s*[(\[])", place.code))
    return len(mine & theirs) + len(calls)


def _by_line(plain: str, program: Program) -> tuple[Place, ...]:
    numbers = [int(number) for number in re.findall(r"(?i)\blines? (\d+)", plain)]
    return tuple(place for number in numbers for place in program.places if place.line == number)


def _by_sign(
    sign: str | None,
    plain: str,
    program: Program,
    named: Sequence[Place],
    last: Place | None,
) -> tuple[Place, ...]:
    """The places that have a sign of the same family, those spoken of first."""
    pattern = None
    if sign is not None:
        pattern = next((p for signs, p in _FAMILIES if sign in signs.split()), None)
        pattern = pattern or r"\brange\(|\[[^\]]*\]|[-+]"
    if pattern is None:
        return ()
    have = [place for place in program.places if re.search(pattern, _bare(place.code))]
    kinds = [
        kind
        for kind in ("while", "if", "for", "return")
        if re.search(rf"\b{kind}\b", plain.casefold())
    ]
    for kind in kinds:
        have = [place for place in have if place.code.startswith((kind, "elif"))] or have
    if sign in ("+1", "-1", "+ 1", "- 1", "plus 1", "minus 1", "plus one", "minus one"):
        return (last,) if last is not None else tuple(have[:1]) if len(have) == 1 else ()
    spoken = [place for place in have if place in named or place == last]
    if spoken:
        return tuple(spoken)
    return tuple(have) if len(have) == 1 or kinds else ()


def _by_keyword(
    word: str, scene: Scene, named: Sequence[Place], last: Place | None
) -> tuple[Place, ...]:
    """The places that a word of the language would change; none where that is not plain."""
    places = scene.program.places
    if word in ("elif", "else"):
        have = [place for place in places if place.code.startswith("if")]
        return tuple(have[1:2] or have[:1])
    if word == "return":
        mine = scene.function.name if scene.function else None
        have = [p for p in places if p.kind in ("result", "print") and p.function == mine]
        return tuple(have) if len(have) == 1 else ()
    if named:
        return tuple(named[:1])
    return (last,) if last is not None and word not in ("if", "break") else ()


def _bare(code: str) -> str:
    return re.sub(r"\"[^\"]*\"|'[^']*'|#.*", "", code)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _echo(fragment: str) -> str | None:
    """Their code as it can stand in a sentence; a bare sign is better left unsaid."""
    fits = len(fragment) <= LONGEST_ECHO and "`" not in fragment and "?" not in fragment
    return fragment if fits and len(re.findall(r"\w+", fragment)) >= 2 else None
