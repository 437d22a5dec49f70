"""What a hint in a model's words must pass before a student sees it.

Only code judges here. It is compared with the exact hint: whatever is exact in one (numbers, names,
code, quotations) is in the other, and no word says more, less or the opposite.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby, pairwise
from typing import Literal

from tutor_app.answering.key_terms import terms
from tutor_app.domain.normal_form import split_sentences
from tutor_app.models.duties.hint_vocabulary import (
    DENIALS,
    EXPECTED,
    OPERATORS,
    PLAIN,
    RIGHT,
    SEEN,
    STEERING,
    TO_CHANGE,
    WRONG,
)

# So many words more than the exact hint has, and a half of it again.
MORE_WORDS = 8
MOST_WORDS = 120  # of a whole hint, as docs/teaching.md has it
# From this likeness of the words in their order on, nothing was put in other words.
SAME = 0.9
REPEATED = 5  # words: a shorter sentence may well be said twice

HintCheck = Literal[
    "not the JSON asked for",
    "not one question",
    "too long",
    "something exact left out",
    "something exact that the hint does not have",
    "exact things in another order",
    "gives away what the level keeps",
    "code or an operator",
    "says what to change",
    "a verdict that the hint does not give",
    "a “not” too many or too few",
    "what is expected and what was seen changed places",
    "tutor and student changed places",
    "a word that the hint does not have",
    "said twice",
    "said before",
    "the template again",
]


@dataclass(frozen=True, slots=True)
class HintFailure:
    """A check that a hint did not pass, and the words that it failed on, if any."""

    check: HintCheck
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactHint:
    """A hint as code has filled it in, before a model finds other words for it.

    `told` are its sentences, `question` what it asks, if anything. `kept_back` are the names that
    its level must not say (nodes, variables), except those that the hint itself says. `before` is
    what the student has read already. `program`: it helps with a program, so it shows no code.
    `leaks` tells words of a locked solution, where there are any.
    """

    told: tuple[str, ...]
    question: str | None = None
    kept_back: frozenset[str] = frozenset()
    before: tuple[str, ...] = ()
    program: bool = False
    leaks: Callable[[str], bool] | None = None

    @property
    def statement(self) -> str:
        return " ".join(self.told)

    @property
    def text(self) -> str:
        return " ".join((*self.told, *filter(None, (self.question,))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A hint in a model's words: the same two parts, empty if the exact hint has none."""

    statement: str
    question: str

    @property
    def text(self) -> str:
        return f"{self.statement} {self.question}".strip()


def check_wording(said: Wording, exact: ExactHint) -> HintFailure | None:
    """Return the first check that `said` fails beside the exact hint, None if it passes all."""
    return (
        _wrong_form(said, exact)
        or _part(said.statement, exact.statement, exact, ordered=True)
        or _part(said.question, exact.question or "", exact, ordered=False)
        or _turned_round(said.statement, exact.statement)
        or _says_more(said, exact)
        or _says_nothing_new(said, exact)
    )


def exact_things(text: str, names: Collection[str] = ()) -> list[str]:
    """Return numbers, names, code and quotations of a text in order, each once.

    A capital at the start of a sentence makes a name only of what is in `names`.
    """
    return list(dict.fromkeys(_things(text, frozenset(names))))


def as_spelled(text: str, facts: str) -> str:
    """Return `text` with code and quotations of `facts` in the marks that they have there."""
    text = " ".join(text.split())
    for marked in sorted(set(_MARKED.findall(facts)), key=len, reverse=True):
        bare = re.escape(marked[1:-1])
        as_it_is = marked.replace("\\", r"\\")
        text = re.sub(rf"[“\"'`‘]{bare}[”\"'`’]", as_it_is, text)
        # What is no plain word, and stands nowhere bare, means the code, marked or not.
        if not marked[1:-1].isalpha() and marked[1:-1] not in without_quotations(facts):
            parts = re.split(f"({_MARKED.pattern})", text)  # the marked ones are the odd ones
            parts[::2] = [
                re.sub(rf"(?<![\w`“.]){bare}(?![\w`”])", as_it_is, part) for part in parts[::2]
            ]
            text = "".join(parts)
    return text


_MARKED = re.compile(r"`[^`]+`|“[^”]+”")
_RANGE = re.compile(r"\b(\d+) to (\d+)\b")
_NUMBER = r"-?\d+(?:[.,]\d+)*|∞"
# A word with a capital, one letter, or a name with an underline.
_NAME = r"[A-Z][\w’'*]*|(?<![\w’'])[b-hj-z](?![\w’'])|\w*_\w+"
_THING = re.compile(rf"(?P<marked>{_MARKED.pattern})|(?P<number>{_NUMBER})|(?P<name>{_NAME})")
_STARTS = re.compile(r"(?:^|[.!?:]\s+|[”\"]\s+)$")
_IS_NODE = re.compile(
    r"\s+(?:is|was|has|had|and|or|joins|keeps|goes|comes|leaves|at|in)\b|[,.;:?’']"
)
_JOINS = re.compile(r"(?i)\b(?:after|before) (?:that|this)\b")
_CODE = re.compile(r"[=+*/%<>\[\]{}_^|\\]|->|\w\(")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def _things(text: str, names: frozenset[str]) -> Iterator[str]:
    for found in _THING.finditer(text):
        thing = found[0]
        if found["marked"]:
            yield thing[1:-1].strip()
        elif found["number"]:
            yield thing
        else:
            bare = re.sub(r"['’].*", "", thing)
            first = _STARTS.search(text[: found.start()]) is not None
            if bare in ("I", "I’m", "A") and not (
                bare in names and _IS_NODE.match(text[found.end() :])
            ):
                continue
            if first and bare not in names and (len(bare) > 1 and not bare.isupper()):
                continue
            yield bare


def _wrong_form(said: Wording, exact: ExactHint) -> HintFailure | None:
    if bool(said.statement) != bool(exact.told) or "?" in without_quotations(said.statement):
        return HintFailure("not one question")
    if exact.question is None:
        if said.question:
            return HintFailure("not one question")
    elif not re.fullmatch(r"[^?]*[^?\s]\?", without_quotations(said.question)):
        return HintFailure("not one question")
    pairs = ((said.statement, exact.statement), (said.question, exact.question or ""))
    for part, facts in pairs:
        if len(part.split()) > 1.5 * len(facts.split()) + MORE_WORDS:
            return HintFailure("too long")
    return HintFailure("too long") if len(said.text.split()) > MOST_WORDS else None


def _part(said: str, facts: str, exact: ExactHint, *, ordered: bool) -> HintFailure | None:
    """Compare one part with its facts: nothing exact is lost or new, nothing is reversed."""
    names = {*exact.kept_back, *exact_things(exact.text)}
    implied = _within_ranges(facts)
    wanted = [thing for thing in exact_things(facts, names) if thing not in implied]
    shown = [thing for thing in exact_things(said, names) if thing not in implied]
    for thing in wanted:
        if thing not in shown:
            return HintFailure("something exact left out", thing)
    for thing in shown:
        if thing not in wanted:
            hidden = thing in exact.kept_back and thing not in exact_things(exact.text, names)
            check: HintCheck = (
                "gives away what the level keeps"
                if hidden
                else "something exact that the hint does not have"
            )
            return HintFailure(check, thing)
    if ordered and shown != wanted:
        return HintFailure("exact things in another order", ", ".join(wanted))
    return _verdict(said, facts) or _steered(said, facts)


def _within_ranges(facts: str) -> frozenset[str]:
    """Steps 1 to 4: the numbers before the last may be said or not."""
    inside = {
        str(number)
        for first, last in _RANGE.findall(facts)
        for number in range(int(first), int(last))
    }
    return frozenset(inside - set(re.findall(r"\d+", _RANGE.sub("", facts))))


def _verdict(said: str, facts: str) -> HintFailure | None:
    mine, theirs = _words(said), _words(facts)
    for kind in (RIGHT, WRONG):
        if (judged := mine & kind) and not theirs & kind:
            return HintFailure("a verdict that the hint does not give", sorted(judged)[0])
    return None


def _steered(said: str, facts: str) -> HintFailure | None:
    """Words such as `smallest` and `before` may appear only if the facts have them."""
    new = (_words(_JOINS.sub("", said)) & STEERING) - _words(_JOINS.sub("", facts))
    return HintFailure("a word that the hint does not have", sorted(new)[0]) if new else None


def _turned_round(said: str, facts: str) -> HintFailure | None:
    if _judgements(said) != _judgements(facts):
        return HintFailure("a “not” too many or too few")
    mine, theirs = _roles(said), _roles(facts)
    for thing, role in theirs.items():
        if thing in mine and mine[thing] != role:
            return HintFailure("what is expected and what was seen changed places", thing)
    for person, word in _who_does(said):
        known = {who for who, does in _who_does(facts) if does == word}
        if known and person not in known:
            return HintFailure("tutor and student changed places", f"{person} {word}")
    return None


def _who_does(text: str) -> list[tuple[str, str]]:
    """Return "I" and "you" with the word that follows: ("you", "run")."""
    words = _listed(text)
    return [pair for pair in pairwise(words) if pair[0] in ("i", "you")]


def _judgements(text: str) -> list[str]:
    """Return the order of "not", of praise and of blame, without repetitions."""
    kinds = {"not": DENIALS, "right": RIGHT, "wrong": WRONG}
    found = [kind for word in _listed(text) for kind, words in kinds.items() if word in words]
    return [kind for kind, _ in groupby(found)]


def _roles(text: str) -> dict[str, str]:
    """Return for each piece of code whether it was expected or seen, by the word just before it."""
    roles: dict[str, str] = {}
    role = None
    for part in re.split(r"(`[^`]+`)", text):
        if part.startswith("`"):
            if role is not None:
                roles[part] = role
            continue
        for word in _WORD.findall(part.casefold()):
            role = "expected" if word in EXPECTED else "seen" if word in SEEN else role
    return roles


def _says_more(said: Wording, exact: ExactHint) -> HintFailure | None:
    mine, theirs = _words(said.text), _words(exact.text)
    for name in exact.kept_back:
        if name.casefold() in mine - theirs and len(name) > 1:
            return HintFailure("gives away what the level keeps", name)
    if exact.leaks is not None and exact.leaks(said.text):
        return HintFailure("gives away what the level keeps", "the solution")
    if exact.program:
        if found := _CODE.search(without_quotations(said.text)):
            return HintFailure("code or an operator", found[0])
        if named := (mine & OPERATORS) - theirs:
            return HintFailure("code or an operator", sorted(named)[0])
        expected = EXPECTED if theirs & EXPECTED else frozenset()
        if named := (mine & TO_CHANGE) - theirs - expected:
            return HintFailure("says what to change", sorted(named)[0])
    known = terms(without_quotations(exact.text)) | terms(exact.text) | PLAIN
    for word in _WORD.findall(without_quotations(said.text)):
        if terms(word) - known:
            return HintFailure("a word that the hint does not have", word)
    return None


def _says_nothing_new(said: Wording, exact: ExactHint) -> HintFailure | None:
    facts = _plain(exact.text)
    asked = _plain(said.question)
    told = _plain(said.statement).split()
    for at in range(len(told) - REPEATED + 1):
        run = " ".join(told[at : at + REPEATED])
        if run in asked and facts.count(run) < 2:
            return HintFailure("said twice", run)
    for text in exact.before:
        earlier = _plain(text)
        for sentence in split_sentences(said.text):
            again = _plain(sentence)
            if len(again.split()) >= REPEATED and again in earlier and again not in facts:
                return HintFailure("said before", sentence)
    likeness = SequenceMatcher(None, _plain(said.text).split(), facts.split(), autojunk=False)
    return HintFailure("the template again") if likeness.ratio() >= SAME else None


def _words(text: str) -> frozenset[str]:
    return frozenset(_listed(text))


def _listed(text: str) -> list[str]:
    plain = re.sub(r"n['’]t\b", " not", without_quotations(text).casefold()).replace(
        "cannot", "can not"
    )
    return _WORD.findall(plain)


def without_quotations(text: str) -> str:
    """Return a text without its code and quotations, which stand for themselves."""
    return _MARKED.sub("…", text)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def split_template(text: str) -> Sequence[str]:
    """Return the sentences of a template; code and quotations are never cut."""
    masked = _MARKED.sub(
        lambda found: found[0][0] + "x" * (len(found[0]) - 3) + found[0][-2:], text
    )
    cuts = [found.end() for found in re.finditer(r"[.!?][”\"]?\s+(?=[A-Z`“])", masked)]
    return [text[a:b].strip() for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
