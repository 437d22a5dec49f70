"""What a student found out about their program, by hand or by printing.

Read by patterns against the names and lines of their own program. What is said back is theirs; none
of it is taken to be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tutor_app.strategies.program_view import Place, Program
from tutor_app.strategies.told_cases import without_task

FindingKind = Literal["value", "stays", "again", "never", "early", "skips"]

LONGEST_READ = 1_500  # characters of a message in which findings are looked for
SHORT_MESSAGE = 9  # words: a shorter message goes on about the variable of the last question

_VALUE = (
    r"`?(?P<value>\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\]|\{[^{}\n]*\}|\([^()\n]*\)|\"[^\"\n]*\""
    r"|(?<!\w)'[^'\n]*'|-?\d+(?:\.\d+)?|None\b|True\b|False\b|empty\b)`?"
)
_HOLDS = re.compile(
    r"(?<![\w.`])`?(?P<name>[A-Za-z_][\w.]*)`?\s*(?:,?\s*(?:which|it|that)\s+)?"
    r"(?:(?:is|was|are|stays|stayed|remains|holds|contains|becomes|became|has|equals|shows|showed"
    r"|prints|printed|starts|begins|ends|goes)\b|==?(?!=))"
    r"(?:\s+(?:always|still|only|just|again|now|set|equal|to|at|with|up|as|back|the|value"
    r"|already))*"
    r"\s*" + _VALUE
)
_VALUE_OF = re.compile(
    r"\bvalue\s+(?:of|in|assigned\s+to|that)\s+`?(?P<name>[A-Za-z_]\w*)`?\s+(?:has\s+)?(?:is"
    r"|was)\s+" + _VALUE
)
_ASSIGNED = re.compile(r"(?<![\w.=!<>])(?P<name>[A-Za-z_]\w*)\s*=\s*(?!=)" + _VALUE)
_STAYS = re.compile(
    r"\b(?:stays?|stayed|remains?|(?:never|doesn'?t|does not|didn'?t|not|won'?t) (?:really )?"
    r"(?:chang|updat|increas|decreas|grow|mov)\w*|nothing (?:changes|updates|touches|increases)"
    r"|always the same|(?:is|are) always|keeps? (?:being|its))"
)
_AGAIN = re.compile(
    r"\b(?:(?:goes|is|gets|was|jumps) (?:set |reset )?back to|resets?|is reset|starts? (?:over"
    r"|again)"
    r"|begins? again|overwrit\w+|(?:is|gets) (?:set|reset) (?:again|every|each)|forgets)\b"
)
_NOT = r"(?:never|not|(?:does|do|did|is|wo)n'?t|(?:does|do|did|is|will) not|0 times)"
_NEVER = re.compile(
    rf"\b{_NOT}\s+(?:\w+\s+)?(?:enter\w*|go(?:es)?\s+in\w*|get(?:s|ting)?\s+(?:in\w*|to|there|past)"
    r"|run\w*|execut\w*|reach\w*|happen\w*|called|true|even\s+\w+|start\w*|loop\w*|print\w*|add\w*)"
    r"|\bskips?\s+(?:the\s+)?(?:line|loop|if)\b|\b(?:goes|jumps)\s+past\b|\b0\s+times\b"
    r"|\bno rounds?\b"
)
_EARLY = re.compile(
    r"\b(?:stop|end|return|finish|exit|quit|break|leave)\w*\s+(?:\w+\s+){0,4}?"
    r"(?:(?:after|at|in|on|with)\s+(?:the\s+)?(?:1st|first|one)\b|right away|immediately|straight"
    r"|too (?:early|soon))|\bonly (?:once|one (?:time|round|iteration)|the first)\b"
)
_SKIPS = re.compile(
    r"\b(?:skip(?:s|ped)?|miss(?:es|ed)?|leaves? out|left out|forgets?|ignores?|never (?:gets? to|"
    r"tries|looks? at|sees?|reaches|takes|counts|includes?)|(?:does|is)(?:n'?t| not) (?:reach"
    r"|take|see|include|count|in)"
    r"|never (?:in|added))\b(?P<rest>[^.?!\n]{0,40})"
)
_START = re.compile(r"\b(?:at the (?:start|beginning)|begins?|starts?|initially|at first|before)\b")
_GONE = re.compile(r"\b(?:is|are|was|gets?) (?:gone|lost|missing|left over|not in (?:it|there))\b")
_THING = re.compile(
    r"\b(?:the\s+)?((?:last|first|second|third|next)(?:\s+\w+)?)\b|(-?\d+)|(\"[^\"]*\"|'[^']*')"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a student found out by hand or by printing; `at_start`: before anything was done."""

    kind: FindingKind
    name: str | None = None
    value: str | None = None
    place: Place | None = None
    at_start: bool = False


def read_findings(
    words: str, program: Program, named: Sequence[Place], last: Place | None
) -> tuple[Finding, ...]:
    """Return what a message reports, what is odd before what is a plain value."""
    return tuple(_findings(words, program, named, last))


def _findings(
    words: str, program: Program, named: Sequence[Place], last: Place | None
) -> Iterator[Finding]:
    told = " ".join(without_task(words)[-LONGEST_READ:].replace("’", "'").split())
    plain = " ".join(part for part in re.split(r"(?<=[.;!?])\s+", told) if not part.endswith("?"))
    values = list(_values(plain, program))
    lower = plain.casefold()
    yield from _of_no_progress(plain, values, _variables_in(plain, program), last)
    if _EARLY.search(lower):
        yield Finding(kind="early", place=_place_of(lower, program, named))
    skipped = _SKIPS.search(lower)
    if skipped and (thing := _THING.search(skipped["rest"])):
        yield Finding(kind="skips", value=next(part for part in thing.groups() if part))
    elif _GONE.search(lower) and (thing := _THING.search(lower)):
        yield Finding(kind="skips", value=next(part for part in thing.groups() if part))
    if _NEVER.search(lower):
        place = _place_of(lower, program, named)
        if place is not None:
            yield Finding(kind="never", place=place)
    set_in_it = {place.name for place in program.places}
    inputs = {each.params[0] for each in program.functions if len(each.params) == 1} - set_in_it
    for name, value in values:
        if name in inputs:
            continue  # "n is 3" tells which input it is about
        yield Finding(kind="value", name=name, value=value, at_start=bool(_START.search(lower)))


def _of_no_progress(
    plain: str, values: Sequence[tuple[str, str]], spoken: Sequence[str], last: Place | None
) -> Iterator[Finding]:
    """A variable that stays as it is, or begins again; in few words the one asked about last."""
    lower = plain.casefold()
    kind: FindingKind | None = "again" if _AGAIN.search(lower) else None
    if kind is None and _STAYS.search(lower):
        kind = "stays"
    names = [name for name, _ in values] + list(spoken)
    if last is not None and last.name is not None and len(plain.split()) <= SHORT_MESSAGE:
        names.append(last.name)
    if kind is not None and names:
        value = next((value for each, value in values if each == names[0]), None)
        yield Finding(kind=kind, name=names[0], value=value)


def _values(plain: str, program: Program) -> Iterator[tuple[str, str]]:
    """The values that variables of the program are said to hold, the last said first."""
    known = _all_variables(program)
    found: dict[str, str] = {}
    for pattern in (_HOLDS, _VALUE_OF, _ASSIGNED):
        for each in pattern.finditer(plain):
            name = each["name"].rpartition(".")[2] if "." in each["name"] else each["name"]
            if name in known and not _asks(plain, each.start()):
                found[name] = each["value"]
    yield from reversed(found.items())


def _asks(plain: str, place: int) -> bool:
    """Whether what stands at a place is a question, or wished for, no report."""
    sentence = re.split(r"[.;!?]\s", plain[:place])[-1]
    ended = re.match(r"[^.;!?]*(?P<end>[.;!?]|$)", plain[place:])
    wished = re.search(r"(?i)\b(?:should|must|want|expect\w*|if|change|set|put|use)\b", sentence)
    return bool(wished) or bool(ended and ended["end"] == "?")


def _all_variables(program: Program) -> frozenset[str]:
    set_here = {place.name for place in program.places if place.name}
    taken = {name for function in program.functions for name in function.params}
    fields = set(re.findall(r"\bself\.([A-Za-z_]\w*)\b(?!\()", program.text))
    return frozenset(set_here | taken | fields | set(_ASSIGNED_IN.findall(program.text)))


_ASSIGNED_IN = re.compile(r"(?m)^\s*(?:\w+\s*,\s*)*([A-Za-z_]\w*)(?:\s*,\s*\w+)*\s*=(?!=)")


def _variables_in(plain: str, program: Program) -> list[str]:
    known = _all_variables(program)
    words = re.findall(r"`([A-Za-z_]\w*)`|(?<![\w.])([A-Za-z_]\w*)", plain)
    told = [ticked or bare for ticked, bare in words]
    # "a" and "I" are words of English too.
    return [name for name in told if name in known and name not in ("a", "I", "is", "in")]


def _place_of(lower: str, program: Program, named: Sequence[Place]) -> Place | None:
    """The place that an event is told of: a line by its number, the loop, the decision."""
    if re.search(r"\bline \d", lower) and named:
        return named[0]
    for pattern, kinds in (
        (r"\bloop|\bwhile\b|\bfor\b|\biterat|\bround", ("while", "loop")),
        (r"\bif\b|\bcondition|\belse\b|\belif\b|\btrue\b", ("condition",)),
        (r"\breturn", ("result",)),
    ):
        if re.search(pattern, lower):
            found = [place for place in program.places if place.kind in kinds]
            mine = [place for place in found if place in named]
            if mine or found:
                return (mine or found)[0]
    return named[0] if named else None
