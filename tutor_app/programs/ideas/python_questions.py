"""What Python itself means by a sign, a word or a function, for who asks that beside a program.

"What is the difference between / and //?" is no question about the run. It is told what each does
and what examples with it give; what was asked about the program stays open. Words that are also
English ones count only where the program, or the message, has them as code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.data_files import read_yaml
from tutor_app.programs.code_in_text import parse_program, tokens_of, with_plain_signs
from tutor_app.wording.catalogue import Phrase, phrase

MOST_TOLD = 2  # of two that are compared each is told
_AT_ONCE = 3  # tokens behind "does" within which the thing is named
_REACH = 5  # tokens between what is asked and what it is asked about
SHOWN = phrase("programs_python.shown", "told", "examples")
ONE_EXAMPLE = phrase("programs_python.one_example", "code", "value")

_MEANS = re.compile(
    r"(?i)\bwhat(?:'s|s)?\b(?!\s+(?:if|about|should|would))|\bexplain\b|\bmeaning\b|\bmeans?\b"
    r"|\bhow (?:does|do)\b"
)
_COMPARES = re.compile(
    r"(?i)\bdifferen(?:ce|t)\b|\bsame (?:as|thing)\b|\binstead of\b.*\?|\bvs\.?(?!\w)|\bversus\b"
)
_DOES = re.compile(r"(?i)^\W*(?:\w+\W+){0,2}?(?:do|does|doesn't|don't)\s+")  # "oh does pop …"
_ITEM = re.compile(r"\b([A-Za-z_]\w*)\[([^\[\]]*)\]")
_OF_LISTS = {
    "plus_lists": re.compile(r"\][ ]*\+|\+[ ]*\["),
    "repeat": re.compile(r"\][ ]*\*(?!\*)"),
}
_WONDERS = re.compile(r"(?i)\b(?:how|why|does|do|is|are|can)\b.*\?")
_MISTAKEN = re.compile(r"[\w\]][ ]*=[+-][ ]*[\w(]")
_LINE = re.compile(r"(?i)\bline\s+(\d+)")
_ENGLISH = frozenset({"in", "is", "and", "or"})  # code only where they are marked as such
_STOPS = re.compile(
    r"(?i)\bcrash(?:es)?\b|\berrors?\b|\bfails?\b|\bstops?\b|\bout of range\b|\bexists?\b"
)
_SIGNS = re.compile(r"[^\w\s]+\Z")


@dataclass(frozen=True, slots=True)
class PythonNote:
    """What is told of one thing of Python: a sentence, and expressions with what they give."""

    told: Phrase
    forms: frozenset[str]
    shows: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """Return the sentence with its examples."""
        examples = ", ".join(ONE_EXAMPLE(code=f"`{c}`", value=f"`{v}`") for c, v in self.shows)
        return SHOWN(told=self.told(), examples=f"{examples}.") if examples else self.told()


NOTES = {
    key: PythonNote(
        told=phrase(f"programs_python.{key}"),
        forms=frozenset(entry["forms"].split()),
        shows=tuple(entry.get("shows", {}).items()),
    )
    for key, entry in read_yaml(Path(__file__).with_name("python_questions.yaml")).items()
}
_BY_FORM = {form: key for key, note in NOTES.items() for form in note.forms}


def told_of_python(source: str, sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is told to a message that asks what something of Python does; empty where it asks
    nothing like that, or more than two things at once."""
    found = dict.fromkeys(key for each in sentences for key in _asked_in(source, each))
    return tuple(NOTES[key].text() for key in found) if len(found) <= MOST_TOLD else ()


def told_of_part(source: str, sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is told to who asks how, or whether, a part of a program works that is right."""
    asked = [(each, at.start()) for each in sentences if (at := _WONDERS.search(each)) is not None]
    found = dict.fromkeys(
        key for each, begins in asked for at, key in _places(source, each) if at > begins
    )
    return tuple(NOTES[key].text() for key in list(found)[:MOST_TOLD])


def sign_mistaken(words: str) -> tuple[str, ...]:
    """Return what is told to who writes `x =+ 1`, which adds nothing."""
    return (NOTES["add_on"].text(),) if _MISTAKEN.search(with_plain_signs(words)) else ()


def asks_of_python(source: str, words: str) -> bool:
    """Whether words ask what something of Python does that the program or they themselves have."""
    return bool(told_of_python(source, tuple(re.split(r"(?<=[.?!])\s+|\n", words))))


def _asked_in(source: str, sentence: str) -> Iterator[str]:
    plain = with_plain_signs(sentence)
    if _wonders_at_slice(source, plain):
        yield "slice"
        return
    compared, meant = _COMPARES.search(plain), _MEANS.search(plain)
    if compared is None and meant is None:
        yield from _wondered_at(source, plain)
        return
    line = _LINE.search(plain)
    if compared is None and line is not None:
        yield from _of_line(source, int(line[1]), plain)
        return
    places = _places(source, plain)
    if compared is not None and compared[0].casefold().startswith("instead"):
        # "gives an empty list instead of numbers, can you help?" compares nothing of Python
        if not any(at > compared.start() for at, _ in places):
            return
        # "x = 0 instead of x = 1?" asks about the change: the sign stands on both sides
        both = {t.text for t in tokens_of(plain[: compared.start()])}
        both &= {t.text for t in tokens_of(compared[0] + plain[compared.end() :])}
        places = [(at, key) for at, key in places if NOTES[key].forms.isdisjoint(both)]
    if compared is None and meant is not None:
        behind = tokens_of(plain[meant.end() :])[:_REACH]
        before = tokens_of(plain[: meant.start()])[-_REACH:]
        near = [meant.end() + each.start for each in behind] + [each.start for each in before]
        places = [(at, key) for at, key in places if at in near][:1]
    yield from (key for _, key in places)


def _wondered_at(source: str, plain: str) -> Iterator[str]:
    """Yield what a question asks of that begins with it: "does pop take the place?"."""
    asked = _DOES.match(plain)
    if asked is not None:
        first = tokens_of(plain[asked.end() :])[:_AT_ONCE]
        begins = {asked.end() + each.start for each in first}
        yield from [key for at, key in _places(source, plain) if at in begins][:1]


def _wonders_at_slice(source: str, plain: str) -> bool:
    """Whether words ask why what is no place of a list does not stop a program that takes a slice
    from there on: "why doesn't [7] crash, xs[1] isn't there"."""
    if not re.search(r"(?i)\bwhy\b|\bhow come\b", plain) or not _STOPS.search(plain):
        return False
    items = [(each[1], each[2].strip()) for each in _ITEM.finditer(plain)]
    own = [(each[1], each[2].strip()) for each in _ITEM.finditer(source)]
    return any(
        item not in own and any(n == item[0] and s.startswith(f"{item[1]}:") for n, s in own)
        for item in items
    )


def _of_line(source: str, number: int, plain: str) -> Iterator[str]:
    """Yield what a line is about that is to be explained: its one sign or function."""
    rows = source.split("\n")
    if not 1 <= number <= len(rows) or not re.search(r"(?i)\bexplain|\bmean|\bdo(?:es)?\b", plain):
        return
    found = [key for _, key in _places(source, rows[number - 1].partition("#")[0])]
    told = [key for key in found if key != "assign"] or found
    yield from told[:1]


def _places(source: str, text: str) -> list[tuple[int, str]]:
    """Return the things of Python in a text in its order, by where they begin."""
    found: dict[int, str] = {}
    for item in _ITEM.finditer(text):
        is_known = re.search(rf"\b{re.escape(item[1])}\b", source) is not None
        if is_known and ":" in item[2]:
            found[item.start()] = "slice"
        elif is_known:
            found[item.start()] = "dict_item" if _is_dictionary(source, item[1]) else "list_item"
    own = _names_set(source)
    code = {token.text for token in tokens_of(source)}
    items = [(each.start(), each.end()) for each in _ITEM.finditer(text)]
    for token in tokens_of(text):
        key = _BY_FORM.get(token.text)
        if key is None or token.text in own or any(a <= token.start < b for a, b in items):
            continue
        if key in _OF_LISTS:
            around = text[max(0, token.start - 2) : token.start + 4]
            is_code = _OF_LISTS[key].search(around) is not None
        elif token.text in _ENGLISH:
            is_code = text[: token.start].endswith(("`", "'", '"'))
        elif _SIGNS.match(token.text):
            is_code = True
        else:
            behind, before = text[token.start + len(token.text) :], text[: token.start]
            is_code = token.text in code or behind.startswith("(") or before.endswith((".", "`"))
        if is_code and key not in found.values():
            found[token.start] = key
    return sorted(found.items())


def _is_dictionary(source: str, name: str) -> bool:
    """Whether a program gives a name a dictionary."""
    return re.search(rf"\b{re.escape(name)}\s*=\s*(?:\{{|dict\(|defaultdict\()", source) is not None


def _names_set(source: str) -> frozenset[str]:
    """Return the names that a program gives values, by which its words then go."""
    tree = parse_program(source)
    nodes = ast.walk(tree) if tree is not None else ()
    names = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return frozenset(names)
