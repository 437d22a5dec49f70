"""What speaks for and against an edit being the change that a message tells."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.lexicon import SMALL_WORDS, read_word_lists
from tutor_app.programs.code_in_text import names_in, parse_expression, parse_program, tokens_of
from tutor_app.programs.student_changes.code_fragments import (
    KEYWORDS,
    Fragment,
    MessageCode,
    read_code,
)
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.program_parts import ProgramParts, parts_of

_TAGS: Mapping[str, frozenset[str]] = read_word_lists(Path(__file__).with_name("edit_words.yaml"))
_AROUND = 2  # words before a fragment that are looked at
_BETWEEN = 6  # tokens between two fragments that are looked at
_FITS = (0.3, 0.5, 0.7, 0.9)  # probabilities of the best edit
_DOING = ("move", "swap", "remove", "add", "instead", "turned")
_MOST = 3  # from where on counts are the same


@dataclass(frozen=True, slots=True)
class MessageSigns:
    """What a message says, read once for all edits: `said` are its tags, `names` the program's
    names in it, `new` the pieces of code in it that the program hasn't; `own` are all its names."""

    code: MessageCode
    said: frozenset[str]
    names: frozenset[str]
    new: tuple[int, ...]
    old: tuple[int, ...]
    values: frozenset[str]
    own: frozenset[str] = frozenset()

    @property
    def brings_code(self) -> bool:
        """Whether it has a piece of code, with a name of the program, that the program hasn't.

        "n = 3" may tell what a variable holds, and is none.
        """
        pieces = (self.code.fragments[n] for n in self.new)
        return any(each.size > 1 and self._is_code(each) for each in pieces)

    def _is_code(self, piece: Fragment) -> bool:
        if piece.kind not in ("expression", "statement", "header", "block"):
            return False
        tree = parse_program(piece.text) or parse_program(f"{piece.text.rstrip(' :')}:\n    pass")
        match tree.body if tree is not None else []:
            case [ast.Assign(value=value)] if not names_in(value):
                return False
            case [ast.Expr(value=ast.Compare())]:
                return False  # "x == 3" may tell what the run has shown
        return tree is not None and bool(names_in(tree) & self.own)


def read_signs(
    code: MessageCode, program: ProgramParts, values: Collection[str] = ()
) -> MessageSigns:
    """Return what a message says, beside the program that it speaks of.

    `values` are those that its calls take and give: a message that has them may speak of these.
    """
    source = program.source
    own = _plain(source)
    words = frozenset(code.words)
    known = {token.text for token in tokens_of(source)}
    spoken = {t for t in code.tokens if t in known and (len(t) > 1 or _is_marked(code, t))}
    there = [_stands_there(each, own, program) for each in code.fragments]
    telling = [n for n, each in enumerate(code.fragments) if each.kind not in ("keyword",)]
    return MessageSigns(
        code=code,
        said=frozenset(tag for tag, said in _TAGS.items() if said & words)
        | {f"line {line}" for line in code.lines},
        names=frozenset(spoken - SMALL_WORDS - KEYWORDS),
        new=tuple(n for n in telling if not there[n]),
        old=tuple(n for n in telling if there[n]),
        values=frozenset(_plain(each) for each in values),
        own=names_in(program.tree),
    )


def signs_in(words: str, source: str) -> MessageSigns | None:
    """Return what a message says beside a program, None where Python does not read that."""
    program = parts_of(source)
    return read_signs(read_code(words, program.tree), program) if program is not None else None


def _stands_there(fragment: Fragment, own: str, program: ProgramParts) -> bool:
    """Whether a program has a piece of code as a line or a part of its own."""
    piece = _plain(fragment.text.rstrip(" :"))
    if fragment.kind in ("operator", "tail", "keyword"):
        return piece in own
    if fragment.kind != "expression":
        return any(_plain(row.rstrip(" :")) == piece for row in program.rows)
    value = parse_expression(fragment.text)
    return value is not None and ast.dump(value) in program.dumps


def _is_marked(code: MessageCode, token: str) -> bool:
    return any(each.text == token for each in code.fragments)


def _plain(text: str) -> str:
    """Return code as its tokens, each between blanks, so that pieces are found in it whole."""
    return " " + " ".join(token.text for token in tokens_of(text)) + " "


def features_of(signs: MessageSigns, edit: MessageEdit) -> Iterator[str]:
    """Yield the features of an edit by name; those of a word have ": " in them."""
    yield f"kind {edit.kind}"
    yield from (f"{edit.kind}, {trait}" for trait in edit.traits)
    yield from _of_new(signs, edit)
    yield from _of_old(signs, edit)
    yield from _of_place(signs, edit)
    yield from _of_words(signs, edit)


def features_of_told(
    signs: MessageSigns, best: MessageEdit, probability: float, acts: Sequence[str]
) -> Iterator[str]:
    """Yield what tells whether a message tells a change: how the best one fits, what it does."""
    yield "a message"
    yield from (f"fits from {least}" for least in _FITS if probability >= least)
    yield f"puts in {_what_comes_in(signs, best)}"
    yield from (f"said {tag}" for tag in _DOING if tag in signs.said)
    yield from (f"act {place} {act}" for place, act in enumerate(acts))


def _what_comes_in(signs: MessageSigns, edit: MessageEdit) -> str:
    """Return what the message puts in: code, an operator, a bare value; or nothing of its own."""
    if edit.kind in ("operator", "update"):
        return "an operator"
    if edit.kind in ("word", "not"):
        return "a word"
    if not edit.used and edit.kind not in ("put block in", "paste"):
        return "nothing"
    is_value = all(token[0] in "0123456789'\"[](){},.-+" for token in _tokens(edit.new))
    return "a value" if is_value else "code"


def _tokens(text: str) -> list[str]:
    return [token.text for token in tokens_of(text)]


def _of_new(signs: MessageSigns, edit: MessageEdit) -> Iterator[str]:
    fragments = signs.code.fragments
    changed = _plain(_changed_text(edit))
    lost = [n for n in signs.new if n not in edit.used and _plain(fragments[n].text) not in changed]
    telling = [n for n in lost if fragments[n].size > 1 or fragments[n].kind == "operator"]
    values = [n for n in lost if n not in telling]
    yield f"lost pieces {min(len(telling), _MOST)}"
    yield f"lost values {min(len(values), _MOST)}"
    if not edit.used:
        yield f"puts in nothing said, new {min(len(signs.new), _MOST)}"
        return
    used = fragments[edit.used[0]]
    yield f"{edit.kind}, puts in {used.kind} {min(used.size, 4)}"
    there = edit.used[0] in signs.old
    yield f"{edit.kind}, piece is {'there' if there else 'new'}"
    if used.marked:
        yield "piece is marked"
    if _plain(used.text) in signs.values:
        yield f"piece is a value of a call, {used.kind}"
    same = [n for n in (*signs.new, *signs.old) if fragments[n].size > used.size]
    yield f"longer pieces {min(len(same), _MOST)}"
    order = sum(n < edit.used[0] and fragments[n].kind == used.kind for n in signs.new)
    yield f"piece of its kind {min(order, _MOST)}"
    for word in _before(signs.code, used):
        yield f"{_group(edit)}, before: {word}"
    behind = signs.code.tokens[used.last : used.last + _AROUND]
    for word in behind:
        yield f"{_group(edit)}, behind: {word.casefold()}"


def _changed_text(edit: MessageEdit) -> str:
    """Return what of the program is other than before, with the rest of its line."""
    if edit.kind == "everywhere":
        return edit.source
    row = edit.source.split("\n")[edit.line - 1 : edit.line]
    return "\n".join([*row, edit.new])


def _group(edit: MessageEdit) -> str:
    return "line" if edit.kind in ("line", "put in", "else put in") else "part"


def _before(code: MessageCode, used: Fragment) -> tuple[str, ...]:
    first = max(0, used.first - _AROUND)
    return tuple(token.casefold() for token in code.tokens[first : used.first] if token != "`")


def _of_old(signs: MessageSigns, edit: MessageEdit) -> Iterator[str]:
    """Yield how what goes out is named, and what stands between it and what comes in."""
    if not edit.old or edit.kind == "move":
        named = edit.kind == "move" and _named(signs, edit.old)
        yield f"{edit.kind}, moved line named {'whole' if named else 'not'}"
        return
    spoken = [n for n in signs.old if _plain(signs.code.fragments[n].text) == _plain(edit.old)]
    spoken += [
        n
        for n, each in enumerate(signs.code.fragments)
        if each.kind in ("keyword", "operator") and each.text == edit.old and n not in spoken
    ]
    if not spoken:
        told = _plain(edit.old) in _plain(" ".join(signs.code.tokens))
        yield f"{edit.kind}, old {'told' if told else 'untold'}"
        return
    yield f"{edit.kind}, old named"
    if not edit.used:
        return
    used, old = signs.code.fragments[edit.used[0]], signs.code.fragments[spoken[0]]
    before = old.first < used.first
    yield f"old {'before' if before else 'behind'} new"
    between = (
        signs.code.tokens[old.last : used.first]
        if before
        else signs.code.tokens[used.last : old.first]
    )
    if len(between) <= _BETWEEN:
        yield from (
            f"old {'before' if before else 'behind'} new: {word.casefold()}"
            for word in between
            if word != "`"
        )


def _named(signs: MessageSigns, text: str) -> bool:
    head = _plain(text.split("\n")[0])
    return any(
        _plain(signs.code.fragments[n].text) in head and signs.code.fragments[n].size > 1
        for n in signs.old
    )


def _of_place(signs: MessageSigns, edit: MessageEdit) -> Iterator[str]:
    """Yield which of the names and parts that are said belong to the edit, and which don't."""
    if signs.code.lines:
        hit = edit.old_line in signs.code.lines or edit.line in signs.code.lines
        yield f"line {'hit' if hit else 'missed'}"
    own = _own_names(edit)
    names = signs.names - _used_names(signs, edit)
    hits = len({name for name in names if name in own})
    yield f"names hit {min(hits, _MOST)}"
    yield f"names missed {min(len(names) - hits, _MOST)}"
    for tag in sorted(signs.said):
        if tag.startswith("line "):
            continue
        if _has(edit, tag):
            yield f"has {tag}"
        else:
            yield f"lacks {tag}"
    for tag in sorted(edit.tags & {"out", "inside", "swap", "remove", "turned", "everywhere"}):
        if tag not in signs.said:
            yield f"unsaid {tag}"


def _has(edit: MessageEdit, tag: str) -> bool:
    return bool({tag, f"in:{tag}", f"before:{tag}", f"after:{tag}", f"out:{tag}"} & edit.tags)


def _own_names(edit: MessageEdit) -> set[str]:
    return {tag.rpartition(":")[2] for tag in edit.tags} | {t.text for t in tokens_of(edit.old)}


def _used_names(signs: MessageSigns, edit: MessageEdit) -> set[str]:
    return {t.text for n in edit.used for t in tokens_of(signs.code.fragments[n].text)}


def _of_words(signs: MessageSigns, edit: MessageEdit) -> Iterator[str]:
    """Yield the edit's kind, and where it goes, beside each plain word of the message."""
    relations = {tag.partition(":")[0] for tag in edit.tags if ":" in tag} & {
        "before",
        "after",
        "out",
    }
    for word in set(signs.code.words):
        if word.isalpha() and len(word) > 1:
            yield f"{edit.kind}: {word}"
            yield from (f"goes {each}: {word}" for each in relations)
