"""What a message in a conversation about a program is: a program, a fix in words, an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from tutor_app.shape import Shape, read_shape
from tutor_app.strategies.asides import aside
from tutor_app.strategies.ladder import Ladder, climb
from tutor_app.strategies.place_questions import Scene, place_asked
from tutor_app.strategies.program_cases import (
    Case,
    find_cases,
    named_first,
    numbered_case,
    read_written,
    small_first,
    tiny_case,
)
from tutor_app.strategies.program_view import (
    Function,
    Place,
    PlaceKind,
    Program,
    changed_lines,
    does_else,
    fingerprint,
    goes_on_from,
    read_program,
)
from tutor_app.strategies.student_words import (
    Finding,
    Proposal,
    code_in,
    is_suspicion,
    read_findings,
    read_proposal,
)
from tutor_app.strategies.told_cases import (
    Told,
    bound_calls,
    read_told,
    with_told,
    without_task,
)
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

LONGEST_SIGN = 3  # characters of code that say too little to find a line by
MOST_NAMED = 2  # lines that one piece of code may stand for
FEW_WORDS = 12  # a longer message says something of its own
_WORKS = re.compile(
    r"\b(?:works?|worked|working|pass(?:es|ed|ing)?|fixed|solved|mended|correct output"
    r"|expected output|as (?:expected|intended))\b"
)
_NOT_YET = re.compile(
    r"\b(?:not|never|still|how|why|if|whether|half|almost|supposed|should|would|could|can|only"
    r"|confus\w*|strange|weird|puzzl\w*|that (?:is|are) (?:passing|correct|working|right)"
    r"|(?:first|second|third|1st|2nd) (?:\w+ )?(?:test|case|example|one)"
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
_SIMPLER = re.compile(
    r"\bsimplif\w+ (?:it|that|the question)\b|\brephrase\b|\b(?:ask|say|put) (?:it|that) (?:again|differently"
    r"|another way|in other words)\b|\bdon'?t (?:get|understand) (?:the|your|that) question\b"
)
_UNSURE = re.compile(
    r"\b(?:don'?t|do not|doesn'?t|not) (?:know|understand|see|sure|get it|remember)\b|\bno idea\b"
    r"|\bnot sure\b|\bconfus(?:ed|ing)\b|\bi'?m (?:so |really )?(?:lost|stuck)\b"
    r"|\bi can'?t remember\b"
)
_TROUBLE = re.compile(r"\b(?:but|not|wrong|seems?|error|fails?|failing|still)\b|n't\b")
_LINE = re.compile(r"\blines?\s+(\d+)(?:\s*(?:-|–|and|to|,)\s*(\d+))?")
_KIND_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "loop while",
        re.compile(
            r"\b(?:for|while)?[- ]?loops?\b|\biterat\w+|\brange\b|\brounds\b"
            r"|\b(?:first|second|third|last|each|every|one|next|\d\w\w) round\b"
        ),
    ),
    (
        "condition",
        re.compile(r"\bif[- ](?:statements?|clause|block)|\bcondition|\bcompar\w+|\bel(?:if|se)\b"),
    ),
    ("result", re.compile(r"\breturn(?:s|ed|ing)?\b")),
    ("print", re.compile(r"\bprint(?:s|ed|ing)?\b")),
)


# What an answer about a place of a kind speaks of.
_CUES: Mapping[PlaceKind, str] = {
    "condition": r"\b(?:checks?|true|false|greater|less|bigger|smaller|larger|equal|compar\w+)\b",
    "while": r"\b(?:checks?|true|false|times|iterat\w+|until)\b",
    "loop": r"\b(?:times|iterat\w+|each|every)\b",
    "result": r"\b(?:returns?|hands?|gives? back)\b",
}


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
    it works; `tried`: it does something else than before, beyond showing values. `told` is what
    the message tells of a run, `earlier` the student's messages before it;
    `error_line` the 1-based line that a pasted error blames, `error_before` an earlier message that
    named an error. `findings`, `proposal` and `suspects`
    are what the student found, would change, and takes for the fault.
    """

    said: Said
    text: str
    key: str
    scene: Scene
    stated: tuple[Case, ...]
    ladder: Ladder
    hints: tuple[str, ...]
    earlier: tuple[str, ...] = ()
    named: tuple[Place, ...] = ()
    changed: tuple[int, ...] = ()
    error: str | None = None
    error_line: int | None = None
    error_before: Shape | None = None
    over: bool = False
    tried: bool = False
    told: Told = field(default_factory=Told)
    findings: tuple[Finding, ...] = ()
    proposal: Proposal | None = None
    suspects: tuple[Place, ...] = ()

    @property
    def talk(self) -> tuple[str, ...]:
        """What the student wrote so far, without programs and tasks, the newest last."""
        said = (*(read_shape(question).prose for question in self.earlier), self.text)
        return tuple(without_task(text) for text in said)


def read_turn(shape: Shape, session: Session) -> ProgramTurn | None:
    """Return what a message of this shape is about; None where no program was shown yet."""
    words, code = shape.prose, shape.code
    work = session.work if session.work is not None and session.work.kind == "program" else None
    before = read_program(work.text) if work is not None and work.text else None
    program = read_program(code) if code else None
    if program is None or not program.text.strip():
        program = before
    if program is None:
        return None
    goes_on = before is not None and goes_on_from(program, before)
    key = work.key if work is not None and goes_on else fingerprint(program)
    hints = work.hints if work is not None else ()
    said = what_is_said(words, before if goes_on else None, program)
    over = said != "first" and _is_over(key, session)
    if over and said in ("answer", "attempt", "fix") and _THANKS.search(words.casefold()):
        said = "thanks"
    kept = read_written(work.cases, program) if work is not None and goes_on else ()
    stated = _stated(shape, program, kept)
    told = read_told(words, program, _main(stated, program))
    last_case = _case_asked(stated, hints)
    only = stated[0] if len(stated) == 1 else None
    stated = with_told(stated, told, numbered_case(words, stated) or last_case or only)
    scene = _scene(words, program, stated, told, last_case)
    changed = changed_lines(program, before) if goes_on and before is not None else ()
    places = tuple(place for place in program.places if place.line in changed)
    last = place_asked(scene, hints[-1]) if hints else None
    spoken = places_named(words, program) or _still_at(last, words)
    proposal = read_proposal(words, scene, spoken, last) if said in ("answer", "fix") else None
    blames = proposal is not None or bool(spoken)
    suspects = is_suspicion(words) and blames and said in ("answer", "fix")
    return ProgramTurn(
        said=said,
        text=words,
        key=key,
        scene=scene,
        stated=stated,
        ladder=climb(key, session.ladder.hold(key)),
        hints=hints,
        earlier=_earlier(session) if goes_on else (),
        error_before=_error_before(session) if goes_on else None,
        named=places or spoken,
        changed=changed,
        error=named_error(shape.error),
        error_line=error_line(shape.traceback, program) or _line_told(shape, program),
        over=over,
        tried=goes_on and before is not None and does_else(program, before),
        told=told,
        findings=read_findings(words, program, spoken, last),
        proposal=proposal,
        suspects=_suspected(proposal, spoken) if suspects else (),
    )


def _error_before(session: Session) -> Shape | None:
    """The last earlier message that named an error."""
    for question in reversed(_earlier(session)):
        if re.search(r"Error|Exception", question):
            return read_shape(question)
    return None


def _suspected(proposal: Proposal | None, spoken: tuple[Place, ...]) -> tuple[Place, ...]:
    return proposal.places if proposal is not None and proposal.places else spoken


def _earlier(session: Session) -> tuple[str, ...]:
    return tuple(each.question for each in session.before if each.intent == "debugging")


def _error_before(session: Session) -> Shape | None:
    """The last earlier message that named an error."""
    for each in reversed(session.before):
        shape = read_shape(each.question) if each.intent == "debugging" else None
        if shape is not None and named_error(shape.error):
            return shape
    return None


def _suspected(proposal: Proposal | None, spoken: tuple[Place, ...]) -> tuple[Place, ...]:
    return proposal.places if proposal is not None and proposal.places else spoken


def _talk(words: str, session: Session) -> tuple[str, ...]:
    """What the student wrote so far, without programs, the newest last."""
    earlier = (each.question for each in session.before if each.intent == "debugging")
    return (*(read_shape(question).prose for question in earlier), words)


def named_error(words: str | None) -> str | None:
    """Return an error by its name and words, "KeyError: 'D'"; None where no name was given."""
    found = re.search(r"[A-Z]\w*(?:Error|Exception)(?:: [^\n`?]+)?", words or "")
    if found is None:
        return None
    error = found[0].rstrip(" .:,;!")
    # A quotation mark of the sentence around it, which opened before the error.
    return error[:-1] if error[-1] in "\"'" and error.count(error[-1]) % 2 else error


def error_line(traceback: str | None, program: Program) -> int | None:
    """Return the line of the program that a traceback blames: the last that it shows of it."""
    own = [" ".join(line.split()) for line in program.lines]
    blamed = re.findall(r"\bline (\d+)[^\n]*\n\s*(\S[^\n]*)", traceback or "")
    for number, code in reversed(blamed):
        plain = " ".join(code.split())
        at = int(number)
        if 0 < at <= len(own) and own[at - 1] == plain:
            return at
        if own.count(plain) == 1:
            return own.index(plain) + 1
    return None


def _line_told(shape: Shape, program: Program) -> int | None:
    """The line that the words put beside an error: "a KeyError on line 4"."""
    found = re.search(r"(?i)\b(?:error|exception)\b[^.?!]*\bline (\d+)", shape.prose)
    number = int(found[1]) if found and named_error(shape.error) else 0
    return number if 0 < number <= len(program.lines) else None


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
    if wanted == "why" or _SIMPLER.search(plain):
        return "why"
    if wanted == "stuck":
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
    told = {p.name for p in program.places if p.name and (_in_words(p.name) or "\n") in plain}
    by_name = tuple(place for place in program.places if place.name in names | told)
    if by_name:
        return by_name
    inside = [p for p in program.places if p.function in names and p.function is not None]
    if inside and len(program.functions) > 1:
        return tuple(inside)
    by_call = [p for p in program.places if names & set(re.findall(r"(\w{4,})\(", p.code))]
    if 0 < len(by_call) <= MOST_NAMED:
        return tuple(by_call)
    if by_code := _by_code(words, program):
        return by_code
    for kinds, pattern in _KIND_WORDS:
        if pattern.search(plain):
            found = [place for place in program.places if place.kind in kinds.split()]
            return tuple(sorted(found, key=lambda place: place.in_branch))
    return ()


def _still_at(last: Place | None, words: str) -> tuple[Place, ...]:
    """The place of the last question, where the words go on about what such a place does."""
    cue = _CUES.get(last.kind) if last is not None else None
    goes_on = cue is not None and re.search(cue, words.casefold())
    return (last,) if last is not None and goes_on else ()


def _in_words(name: str) -> str | None:
    """A name of several words as one says it: "finalScore", "final_score" are "final score"."""
    parts = re.findall(r"[A-Z]?[a-z]+|\d+", name)
    return " ".join(parts).casefold() if len(parts) > 1 else None


def _by_code(words: str, program: Program) -> tuple[Place, ...]:
    """The places with a piece of code that stands in the words: "n > best", "math.pi"."""
    pieces = [_squeezed(piece) for piece in code_in(words)]
    # "95 >= 90" is the test "points >= 90" with its value put in.
    pieces += [found[0] for each in pieces if (found := re.search(r"(?:[<>]=?|==|!=)\d+$", each))]
    pieces = [piece for piece in pieces if len(piece) >= LONGEST_SIGN]
    found = [p for p in program.places if any(piece in _squeezed(p.code) for piece in pieces)]
    return tuple(found) if len(found) <= MOST_NAMED else ()


def _still_at(last: Place | None, words: str) -> tuple[Place, ...]:
    """The place of the last question, where the words go on about what such a place does."""
    cue = _CUES.get(last.kind) if last is not None else None
    goes_on = cue is not None and re.search(cue, words.casefold())
    return (last,) if last is not None and goes_on else ()


def _in_words(name: str) -> str | None:
    """A name of several words as one says it: "finalScore", "final_score" are "final score"."""
    parts = re.findall(r"[A-Z]?[a-z]+|\d+", name)
    return " ".join(parts).casefold() if len(parts) > 1 else None


def _by_code(words: str, program: Program) -> tuple[Place, ...]:
    """The places with a piece of their code in the words: "95 >= 90" is none, "n > best" is one."""
    said = _squeezed(words)
    found = []
    for place in program.places:
        test = re.match(r"(?:el)?if\b(.*?):|while\b(.*?):", place.code)
        parts = re.split(r"\band\b|\bor\b", (test[1] or test[2] or "") if test else place.code)
        if any(len(part) > 3 and part in said for part in map(_squeezed, parts)):
            found.append(place)
    return tuple(found)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _is_over(key: str, session: Session) -> bool:
    mine = session.ladder.of(key)
    return bool(mine) and mine[-1].cause == "right"


def _main(stated: Sequence[Case], program: Program) -> Function | None:
    """The function that the first stated input calls, else the last one."""
    return program.main_function(stated[0].call.split("(")[0].strip() if stated else None)


def _stated(shape: Shape, program: Program, kept: tuple[Case, ...]) -> tuple[Case, ...]:
    """The cases that the student's messages state, those of earlier ones first."""
    # What a program's outermost lines call is an input too, and so are examples taken for code.
    outermost = [line for line in (shape.code or "").splitlines() if line[:1].strip()]
    text = "\n".join((shape.prose, *outermost))
    calls = {case.call for case in kept}
    fresh = [case for case in find_cases(text, program) if case.call not in calls]
    calls |= {case.call for case in fresh}
    around = "\n".join((text, shape.traceback or ""))
    fresh += [case for case in bound_calls(around, program) if case.call not in calls]
    return (*kept, *fresh)


def _case_asked(stated: Sequence[Case], hints: Sequence[str]) -> Case | None:
    """The input that was named last, by whatever was asked."""
    for hint in (each for each in reversed(hints) if "?" in each):
        found = [case for case in stated if f"`{case.call}`" in hint]
        if found:
            return found[0]
    return None


def _scene(
    words: str, program: Program, stated: Sequence[Case], told: Told, asked: Case | None
) -> Scene:
    """Choose the inputs: what the message names, then the one of the last question, then small."""
    function = _main(stated, program)
    if told.case is not None and told.case.is_call:
        function = program.main_function(told.case.call.split("(")[0].strip())
    calls = asked.call if asked is not None else None
    # What is known to come out otherwise says more than what is only short.
    cases = sorted(small_first(stated), key=lambda case: (case.call != calls, case.seen is None))
    wanted = [case for case in stated if case.expected is not None]
    cases = list(named_first(cases, words, wanted or stated))
    spoken = {case.call for case in find_cases(words, program)}
    if told.case is not None:
        spoken = {told.case.call}
    if len(spoken) == 1:
        cases.sort(key=lambda case: case.call not in spoken)
    if not cases:
        tiny = tiny_case(program, function)
        cases = [tiny] if tiny is not None else []
    return Scene(program=program, function=function, cases=tuple(cases), same=calls)
