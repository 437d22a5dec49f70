"""What a message in a conversation about a program is: a program, a fix in words, an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from tutor_app.strategies.asides import aside
from tutor_app.strategies.ladder import Ladder, climb
from tutor_app.strategies.place_questions import Scene
from tutor_app.strategies.program_cases import (
    Case,
    find_cases,
    named_first,
    said_value,
    small_first,
    tiny_case,
)
from tutor_app.strategies.program_view import (
    Place,
    Program,
    changed_lines,
    does_else,
    fingerprint,
    goes_on_from,
    read_program,
)
from tutor_app.teaching import WorkRecord
from tutor_app.values import Session

Said = Literal[
    "first",
    "attempt",
    "mended",
    "thanks",
    "stuck",
    "pressed",
    "why",
    "how",
    "look_up",
    "definition",
    "argue",
    "fix",
    "answer",
]

FEW_WORDS = 12  # a longer message says something of its own
_WORKS = re.compile(
    r"\b(?:works?|worked|working|pass(?:es|ed|ing)?|fixed|solved|mended|correct output"
    r"|expected output|as (?:expected|intended))\b"
)
_NOT_YET = re.compile(
    r"\b(?:not|never|still|how|why|if|whether|half|almost|supposed|should|would|could|can|only"
    r"|except|but|some(?:times)?|seems? (?:like|wrong)|trying|help me)\b|n't\b|\?"
)
_IT_DOES = re.compile(r"(?:^|[.!?] )(?:yes[,!.]? )?(?:it looks like )?it (?:does|did)(?: now)?[.!]")
_THANKS = re.compile(r"\b(?:thank(?:s| you)|thx|cheers|bye|goodbye|that'?s all)\b")
_YES = re.compile(r"^\W*(?:yes|yep|yeah|it does|it did|now it does)\b")
# What the student wants to know of the language, to find the repair themselves.
_LOOK_UP = re.compile(
    r"\b(?:what|which|how)\b[^.?!]*\b(?:should|do|can|could|would) i\b[^.?!]*\?"
    r"|\b(?:don'?t know|not sure|can'?t remember) (?:how|what|which)\b[^.?!]*\b(?:to|i should)\b"
)
_DEFINITION = re.compile(
    r"^(?:\w+[,.!]? ){0,2}(?:what(?:'s| is| are) (?:an? |the )?(?!bug|fix|mistake|error|wrong)"
    r"|what do(?:es)? (?!you|it|this|that|my)|can you explain )[^.?!]*\?$"
)
_CHANGE = (
    r"(?:chang|replac|us|add|remov|delet|put|mov|switch|swap|set|writ|round|append|initiali[sz]"
    r"|convert|indent|updat|loop|stor|compar|return|subtract|multipl|insert|tr)(?:e|y|ing|ies)?\b"
)
# A change that the student says in words: "Should I use …?", "I forgot to set …", "… instead".
_FIX_IN_WORDS = re.compile(
    r"\b(?:should i|i (?:should|need to|have to|must|could|can|will|would|want to|might)|i'?ll|i'?d"
    rf"|(?:can|could|may|do|if) i|what if (?:i|we)|let me|i(?:'m| am) going to)\b(?:\W+\w+){{0,3}}?"
    rf"\W+{_CHANGE}|\binstead\b|\bi forgot\b|\b(?:have|needs?|has|ought) to be\b"
    r"|\b(?:am|was) i (?:missing|supposed to)\b|\bdo i (?:need|have) to\b|\bis it possible to\b"
    r"|\bi (?:changed|replaced|added|removed|switched|swapped|moved|put)\b"
)
_HOW = re.compile(
    r"\bhow (?:do|can|could|should|would) i (?:find|see|check|determine|know|tell|verify|test)\b"
)
_PRESSED = re.compile(
    r"\b(?:fix|solve|correct|rewrite|repair|debug|write|do) (?:it|this|that|my (?:code|program)"
    r"|the (?:code|program|bug|line))(?: out)? (?:for me|please|pls)\b"
    r"|\b(?:just|please|pls|can you(?: just)?) (?:fix|solve|correct|rewrite|repair)\b"
    r"|\b(?:give|show|send|tell|write)(?: me)? (?:just )?(?:the |a |your )?"
    r"(?:right |correct(?:ed)? |fixed |working |whole |full |complete )*"
    r"(?:code|program|line|fix|version|bug|mistake|error|answer|solution)\b"
    r"|\bwhat(?:'s| is) the (?:bug|fix|mistake|error|correct (?:code|line))\b"
    r"|\bwhere(?:'s| is) the (?:bug|mistake|error)\b"
    r"|\bwhat (?:do|should) i (?:write|type|put|change)\b"
)
_UNSURE = re.compile(
    r"\b(?:don'?t|do not|doesn'?t|not) (?:know|understand|see|sure|get it|remember)\b|\bno idea\b"
    r"|\bnot sure\b|\bconfus(?:ed|ing)\b|\bi'?m (?:so |really )?(?:lost|stuck)\b"
    r"|\bi can'?t remember\b"
)
_TROUBLE = re.compile(r"\b(?:but|not|wrong|seems?|error|fails?|failing|still)\b|n't\b")
_LINE = re.compile(r"\blines?\s+(\d+)(?:\s*(?:-|–|and|to|,)\s*(\d+))?")
_KIND_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("loop while", re.compile(r"\b(?:for|while)?[- ]?loops?\b|\biterat\w+|\brange\b|\brounds?\b")),
    (
        "condition",
        re.compile(r"\bif[- ](?:statements?|clause|block)|\bcondition|\bcompar\w+|\bel(?:if|se)\b"),
    ),
    ("result", re.compile(r"\breturn(?:s|ed|ing)?\b")),
    ("print", re.compile(r"\bprint(?:s|ed|ing)?\b")),
)


class ProgramFacts(Protocol):
    """What running a program once has shown. `certain`: the fault lies in `line`, no other."""

    @property
    def input(self) -> str:
        """The call that was run, "double(2)"."""
        ...

    @property
    def expected(self) -> str:
        """What it must give."""
        ...

    @property
    def seen(self) -> str:
        """What it gave, or the error that it ended with."""
        ...

    @property
    def function(self) -> str:
        """The function in which it goes wrong."""
        ...

    @property
    def line(self) -> int | None:
        """The 1-based line, where one is known."""
        ...

    @property
    def certain(self) -> bool:
        """Whether the line is certain."""
        ...


# Runs a program on the calls that the student's messages state; None where it cannot.
RunProgram = Callable[[str, Sequence[Case]], ProgramFacts | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramTurn:
    """One message about a program, with what the conversation knows of it.

    `hints` is what was said before; `named` the places that the message, or the change in the
    program, is about; `changed` the lines that are new in it. `over`: the student said before that
    it works; `tried`: it does something else than before, beyond showing values.
    """

    said: Said
    text: str
    key: str
    scene: Scene
    stated: tuple[Case, ...]
    ladder: Ladder
    hints: tuple[str, ...]
    named: tuple[Place, ...] = ()
    changed: tuple[int, ...] = ()
    error: str | None = None
    over: bool = False
    tried: bool = False


def read_turn(
    words: str, code: str | None, error: str | None, session: Session
) -> ProgramTurn | None:
    """Return what a message is about; None where no program was shown yet.

    `words` is the message without its program, `code` the program in it.
    """
    work = session.work if session.work is not None and session.work.kind == "program" else None
    before = read_program(work.text) if work is not None and work.text else None
    program = read_program(code) if code else None
    if program is None or not program.text.strip():
        program = before
    if program is None:
        return None
    goes_on = before is not None and goes_on_from(program, before)
    key = work.key if work is not None and goes_on else fingerprint(program)
    said = what_is_said(words, before if goes_on else None, program)
    over = said != "first" and _is_over(key, session)
    if over and said in ("answer", "attempt", "fix") and _THANKS.search(words.casefold()):
        said = "thanks"
    # What a program's outermost lines call is an input too, and so are examples taken for code.
    outermost = [line for line in (code or "").splitlines() if line[:1].strip()]
    stated = _stated("\n".join((words, *outermost)), program, work if goes_on else None)
    changed = changed_lines(program, before) if goes_on and before is not None else ()
    places = tuple(place for place in program.places if place.line in changed)
    return ProgramTurn(
        said=said,
        text=words,
        key=key,
        scene=_scene(words, program, stated, work.hints if work is not None else ()),
        stated=stated,
        ladder=climb(key, session.ladder.hold(key)),
        hints=work.hints if work is not None else (),
        named=places or places_named(words, program),
        changed=changed,
        error=_named_error(error),
        over=over,
        tried=goes_on and before is not None and does_else(program, before),
    )


def _named_error(words: str | None) -> str | None:
    """Return an error by its name and words, "KeyError: 4"; None where no name was given."""
    found = re.search(r"[A-Z]\w*(?:Error|Exception)(?:: [^\n\"`?]+)?", words or "")
    return found[0].strip(" .:'") if found else None


def what_is_said(words: str, before: Program | None, program: Program) -> Said:
    """Tell what the student does in a message; `before` is the program it goes on from, if any."""
    plain = " ".join(words.casefold().replace("’", "'").split())
    if before is None:
        return "first"
    edited = program.text != before.text
    wanted = aside(words)
    if not edited and (wanted in ("pressed", "all") or _PRESSED.search(plain)):
        return "pressed"
    if says_it_works(plain) or (edited and _IT_DOES.search(plain)):
        return "mended"
    return "attempt" if edited else _said_in_words(words, plain)


def _said_in_words(words: str, plain: str) -> Said:
    wanted = aside(words)
    if wanted == "argue":
        return "argue"
    if _HOW.search(plain):
        return "how"
    if _LOOK_UP.search(plain):
        return "look_up"
    if _DEFINITION.search(plain):
        return "definition"
    if wanted in ("stuck", "why"):
        return wanted
    if _UNSURE.search(plain) and len(plain.split()) <= FEW_WORDS:
        return "stuck"
    if _THANKS.search(plain) and len(plain.split()) <= FEW_WORDS:
        return "thanks"
    return "fix" if _FIX_IN_WORDS.search(plain) else "answer"


def says_it_works(plain: str) -> bool:
    """Whether the student says that the program does now what it should."""
    if _YES.search(plain) and _THANKS.search(plain):
        return True
    sentences = re.split(r"(?<=[.!?…])\s+|(?<=\.\.)|,\s+and\s+", plain)
    for number, sentence in enumerate(sentences):
        if _WORKS.search(sentence) and not _NOT_YET.search(sentence):
            return not any(_TROUBLE.search(later) for later in sentences[number + 1 :])
    return False


def places_named(words: str, program: Program) -> tuple[Place, ...]:
    """Return the places that a message speaks of: by line, by variable, else by kind."""
    plain = words.casefold()
    numbers = {int(number) for found in _LINE.findall(plain) for number in found if number}
    by_line = tuple(place for place in program.places if place.line in numbers)
    if by_line:
        return by_line
    spoken = set(re.findall(r"`([A-Za-z_]\w*)`|\b([A-Za-z_]\w{2,})\b", words))
    names = {name for pair in spoken for name in pair if name}
    by_name = tuple(place for place in program.places if place.name in names)
    if by_name:
        return by_name
    for kinds, pattern in _KIND_WORDS:
        if pattern.search(plain):
            found = [place for place in program.places if place.kind in kinds.split()]
            return tuple(sorted(found, key=lambda place: place.in_branch))
    return ()


def _is_over(key: str, session: Session) -> bool:
    mine = session.ladder.of(key)
    return bool(mine) and mine[-1].cause == "right"


def _stated(words: str, program: Program, work: WorkRecord | None) -> tuple[Case, ...]:
    """The cases that the student's messages state, those of earlier ones first."""
    kept = find_cases("\n".join(work.cases), program) if work is not None else ()
    calls = {case.call for case in kept}
    fresh = [case for case in find_cases(words, program) if case.call not in calls]
    return (*kept, *fresh)


def _scene(words: str, program: Program, stated: Sequence[Case], hints: Sequence[str]) -> Scene:
    """Choose the inputs: what the message names, then the one of the last question, then small."""
    called = stated[0].call.split("(")[0].strip() if stated else None
    function = program.main_function(called)
    cases = small_first(stated)
    asked = [case for case in cases if hints and f"`{case.call}`" in hints[-1]]
    cases = (*asked[:1], *(case for case in cases if case not in asked[:1]))
    told = [case for case in stated if case.expected is not None]
    cases = named_first(cases, words, told or stated)
    spoken = {case.call for case in find_cases(words, program)}
    if len(spoken) == 1:
        cases = tuple(sorted(cases, key=lambda case: case.call not in spoken))
    by_value = said_value(words, function)
    if by_value is not None:
        known = {case.call: case for case in cases}
        first = known.get(by_value.call, by_value)
        cases = (first, *(case for case in cases if case.call != first.call))
    if not cases:
        tiny = tiny_case(program, function)
        cases = (tiny,) if tiny is not None else ()
    return Scene(program=program, function=function, cases=cases)
