"""The changes that a message tells, each tried on the calls that are known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import parse_program, tokens_of, values_in
from tutor_app.programs.ideas.change_speech import placing_acts
from tutor_app.programs.merging.choose_in_words import change_in_words
from tutor_app.programs.merging.choose_version import version_meant
from tutor_app.programs.merging.told_pieces import (
    begins_with_piece,
    is_value_set,
    new_pieces,
    sets_input,
    without_inputs,
)
from tutor_app.programs.program_structure import does_else, read_program
from tutor_app.programs.questions.step_facts import reports, values_told
from tutor_app.programs.replies.accepted_answers import PLACE, accepts
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import code_in, lines_named
from tutor_app.programs.run_values import ProgramRun
from tutor_app.programs.student_changes.moved_statement import with_statement_moved
from tutor_app.programs.student_changes.named_change import named_in_words
from tutor_app.programs.student_changes.placed_change import (
    SURELY_PROPOSED,
    brings_lines,
    place_change,
)
from tutor_app.programs.student_changes.placement import Change, Placement
from tutor_app.programs.student_changes.program_parts import parts_of
from tutor_app.programs.try_change import TriedChange, try_change

FEW_BEFORE = 5  # words before a line of code
_HANDS_BACK = re.compile(
    r"\breturn\b\s+(?:[\w\"'\[({.-]+[(\[].*|[\w.]+\s*[-+*/%]+\s*[\w.]+.*)$", re.M
)
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_MOVING = (_WORDS["moving"] | _WORDS["placing"]) - {"take", "took"}
_STATEMENTS = frozenset({"return", "break", "print", "line"})
PROPOSED = ("tell.idea", "tell.answer", SURELY_PROPOSED)  # of the message that told the change
_WRONG_KIND = ("TypeError", "NameError", "UnboundLocalError")
_UNREAD = ("SyntaxError", "IndentationError", "TabError")
_DOING = _WORDS["made_words"] | _WORDS["ought"] | {"now", "i'd"}
_EITHER = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")["either"]
FEW_WORDS = 8  # of an answer to which line is meant


@dataclass(frozen=True, slots=True)
class Tries:
    """A change that was tried; else the `places` that it may have, where they differ in a run.
    `either` are the changes of which the message proposes one or the other, each tried alone."""

    tried: TriedChange | None = None
    places: tuple[Change, ...] = ()
    either: tuple[TriedChange, ...] = ()


def try_what_is_told(topic: Topic, run: ProgramRun, aimed: ProgramRun) -> Tries:
    """Try what the student describes, on what the program is now or with what they told before;
    `aimed` has small inputs beside the known calls."""
    if topic.is_first:
        return _try_along(topic, run)
    if topic.is_changed or not topic.words:
        return Tries()
    if _only_answers(topic):
        return Tries()
    words, values = without_inputs(with_place(topic)), known_values(run)
    told = placing_acts(topic.act, topic.proposes)
    acts = PROPOSED if _answers_place(topic) or _is_line(topic) else told
    near = topic.near
    tries = _tries(topic, place_change(topic.source, words, acts, values, near), run)
    if topic.record.described is not None:
        on_top = place_change(topic.record.described, words, acts, values, near)
        further = _tries(topic, on_top, run)
        is_more = not tries or _names_last(topic, words)
        if len(further) == 1 and (is_more or _passes(further[0]) > max(map(_passes, tries))):
            tries = further  # told in addition to what was told before
    decided = _decided_by_run(tries)
    if decided.tried is not None and decided.tried.outcome == "passes_all":
        return decided
    merged = _with_merges(topic, words, decided, run, aimed)
    return merged if merged.tried or merged.places else _in_words(topic, words, run)


def _names_last(topic: Topic, words: str) -> bool:
    """Whether words name what the change told before has put in: "elif kept"."""
    old, new, said = (
        {token.text for token in tokens_of(text)}
        for text in (topic.source, topic.record.described or "", words)
    )
    return any(each[0].isalpha() for each in (new - old) & said)


def _in_words(topic: Topic, words: str, run: ProgramRun) -> Tries:
    """Try the change that is told in words alone, of the version told before or of the program."""
    told = [each for each in values_told(words) if not reports(run, [each])]
    sources = dict.fromkeys(filter(None, [topic.record.described, topic.source]))
    for said in topic.said if not (topic.new_calls or topic.asks_why) else ():
        tokens = {token.text.casefold() for token in tokens_of(said.text)}
        for source in sources if topic.tells_change or tokens & _DOING else ():
            as_it_is = Change(source=source, line=1, new_text="", likeness=1.0)
            held = run if source == topic.source else try_change(run, as_it_is).after
            change = change_in_words(source, said.text, held, told)
            if change is not None:
                return Tries(tried=try_change(run, change))
    return Tries()


def _with_merges(
    topic: Topic, words: str, tries: Tries, run: ProgramRun, aimed: ProgramRun
) -> Tries:
    """Return what was tried, or else the pieces of the message wherever else they may stand, alone
    or with what was told before: where more comes out right then, or what the message tells, or
    nothing else was found."""
    described = topic.record.described
    sources = [topic.source] if described is None else [described, topic.source]
    meant = version_meant(sources, words, aimed)
    found = try_change(run, meant) if meant is not None else None
    if found is None or not _is_changed(found, topic):
        return tries
    other = tries.tried.after if tries.tried is not None else run
    brings = brings_lines(topic.source, words)
    told = [each for each in values_told(words) if not reports(run, [each])]
    # An expression alone may tell what goes on there: "so it's b % b, always 0?"
    told = [each for each in told if brings or len(tokens_of(each)) > 1]
    is_told = (brings and topic.tells_change) or begins_with_piece(topic.source, words)
    is_open = tries.tried is None and is_told
    is_placed = found.change.likeness > 1 and not _is_right(other)  # by the words
    is_seen = reports(found.after, told) and not reports(other, told)
    helps = found.outcome == "passes_all" and bool(run.failing)
    is_meant = is_open or (is_placed and brings) or is_seen or helps
    return Tries(tried=found) if is_meant else tries


def is_of_input(source: str, change: Change) -> bool:
    """Whether a change only says what a program is run on, for once: "suppose it reads a = []"."""
    return sets_input(source, change.new_text)


def _is_right(run: ProgramRun) -> bool:
    return not run.failing and bool(run.of_status("passed"))


def _try_along(topic: Topic, run: ProgramRun) -> Tries:
    """Try the change that is asked about along with the program: "should it be <=?"."""
    program = parts_of(topic.source)
    if program is None or not run.failing or "?" not in topic.words:
        return Tries()
    for each in topic.said:
        placed = named_in_words(program, each.text).candidates
        tries = [try_change(run, change) for change in placed]
        if tries and all(map(_is_sound, tries)):
            return _decided_by_run(tries)
        meant = None
        if _is_asked_along(topic.source, each.text):
            meant = version_meant([topic.source], each.text, run)
        if meant is not None and _is_changed(tried := try_change(run, meant), topic):
            return Tries(tried=tried)
    return Tries()


def _is_asked_along(source: str, words: str) -> bool:
    """Whether a sentence beside a program has a line that may go in: no header of the program, nor
    a value that is only told ("a=12 b=18")."""
    if not brings_lines(source, words) or "def " in words:
        return False
    return "?" in words or not all(is_value_set(piece) for piece, _ in new_pieces(source, words))


def _decided_by_run(tries: Sequence[TriedChange]) -> Tries:
    """Return the place of a change that the run decides: the one at which all is right, or each
    where it helps at none. Else it is for the student to say."""
    helping = [each for each in tries if each.outcome == "passes_all"]
    if len({_behaviour(each.after) for each in tries}) <= 1:
        return Tries(tried=tries[0]) if tries else Tries()
    if len({_behaviour(each.after) for each in helping}) == 1:
        return Tries(tried=helping[0])
    is_named = all(each.change.named for each in tries)
    is_one = len({each.change.new_text for each in tries}) == 1
    if is_named and is_one and all(each.change.inserted for each in tries):
        return Tries(tried=max(tries, key=_passes))  # one line that may stand in several places
    if is_named and all(each.outcome in ("same", "still_wrong") for each in tries):
        return Tries(tried=max(tries, key=_passes), either=tuple(tries))
    return Tries(places=tuple(each.change for each in tries))


def _as_move(source: str, change: Change) -> Change | None:
    """Return a change whose statement is taken from where it stood."""
    moved = with_statement_moved(source, change.source)
    return replace(change, source=moved) if moved is not None else None


def _is_changed(tried: TriedChange, topic: Topic) -> bool:
    return does_else(read_program(tried.change.source), topic.program)


def _tries(topic: Topic, placed: Placement, run: ProgramRun) -> list[TriedChange]:
    """Try a change in each place that it may have."""
    tries = [try_change(run, change) for change in _changes(topic, placed)]
    tries = [each for each in tries if _is_sound(each)]
    sound = [each for each in tries if not _is_nonsense(each)]
    in_code = any(each.size > 1 for each in code_in(topic.source, topic.words).fragments)
    return sound or (tries if in_code else [])


def _passes(tried: TriedChange) -> int:
    return len(tried.after.of_status("passed"))


def _is_nonsense(tried: TriedChange) -> bool:
    """Whether nothing runs any more with a change, since a value of a wrong kind stands there."""
    errors = [each.error for each in tried.after.results]
    return bool(errors) and all(e is not None and e.type in _WRONG_KIND for e in errors)


def _is_sound(tried: TriedChange) -> bool:
    """Whether a try says something of the change: not where our placing alone makes it unread."""
    is_ours = tried.before.our_fault or tried.after.our_fault or _makes_a_word_a_method(tried)
    return not is_ours and (tried.after.loads or not tried.before.loads)


def _makes_a_word_a_method(tried: TriedChange) -> bool:
    """Whether what was put in is taken for a method that nothing has: "would it help"."""
    put_in = {token.text for token in tokens_of(tried.change.new_text)}
    errors = [e.error for e in tried.after.results if e.error is not None]
    missing = [e.message.split("'")[-2] for e in errors if e.type == "AttributeError"]
    return bool(missing) and all(name in put_in for name in missing)


def with_place(topic: Topic) -> str:
    """Return a message's words that may tell a change: no question for a reason.

    Those that answer which line is meant, with the change told before.
    """
    awaited = topic.record.awaited
    if awaited is None or not awaited.key.startswith(PLACE):
        telling = [each.text for each in topic.said if not each.asks_why]
        only_asks = topic.asks_why and all(each.only_asks_why for each in topic.said)
        told = topic.words if not (only_asks or (telling and topic.asks_why)) else " ".join(telling)
        return _behind_answer(topic, told)
    numbers = [int(each.text) for each in tokens_of(topic.words) if each.text.isdecimal()]
    lines = numbers or lines_named(topic.source, topic.words)
    code = code_in(topic.source, topic.words)
    tells_itself = any(each.size > 1 and each.kind != "expression" for each in code.fragments)
    is_answer = len(lines) == 1 and len(topic.words.split()) <= FEW_WORDS and not tells_itself
    told = awaited.key.removeprefix(PLACE)
    return f"{told}, line {lines[0]}" if is_answer else topic.words


def _behind_answer(topic: Topic, words: str) -> str:
    """Return words without a first sentence that answers the open question: "best = 2 at i = 2" is
    what the run shows and no line of the program."""
    awaited, said = topic.record.awaited, [each.text for each in topic.said]
    if awaited is None or len(said) < 2 or not accepts(awaited, said[0]):
        return words
    rest = words.replace(said[0], " ", 1)
    return rest if any(each.size > 1 for each in code_in(topic.source, rest).fragments) else words


def known_values(run: ProgramRun) -> frozenset[str]:
    """Return the values that the known calls take, give and must give."""
    texts = [
        text
        for each in run.results
        for text in (each.case.call.text, each.value, each.case.expected, each.printed)
        if text
    ]
    return frozenset(span.text for text in texts for span in values_in(text)) | {
        each.value for each in run.results if each.value
    }


def _behaviour(run: ProgramRun) -> tuple[tuple[str | None, str], ...]:
    """Return what a program gives and prints on its cases."""
    return tuple((each.value, each.printed) for each in run.results)


def _changes(topic: Topic, placement: Placement) -> tuple[Change, ...]:
    """Return the change that the words describe in the place, or the two, that it may have.

    One that only shows values is no change: it tells what the student has printed.
    """
    before = read_program(topic.source)
    found = placement.candidates
    moves = (_as_move(topic.source, each) for each in found)
    found = (*found, *(each for each in moves if each is not None))
    changes = (each for each in found if does_else(read_program(each.source), before))
    called = [call for call in topic.new_calls if call.strip()]
    # A call that is named to be run is no piece of the program.
    return tuple(each for each in changes if not any(call in each.new_text for call in called))


def _answers_place(topic: Topic) -> bool:
    awaited = topic.record.awaited
    return awaited is not None and awaited.key.startswith(PLACE)


def _is_line(topic: Topic) -> bool:
    """Whether a message is one line that hands something back, with few words around it."""
    line = _HANDS_BACK.search(topic.words)
    if line is None or parse_program(line[0].rstrip("?.! ")) is None:
        return False
    return len(topic.words[: line.start()].split()) <= FEW_BEFORE and "why" not in topic.words


def _only_answers(topic: Topic) -> bool:
    """Whether a message answers the open question right and asks nothing: it proposes nothing."""
    awaited = topic.record.awaited
    if topic.act is not None and topic.act.act == "tell.idea":
        return False
    said = set(topic.words.casefold().split())
    if said & _MOVING and said & _STATEMENTS:
        return False  # "move the return True after the loop" has a value in it and answers nothing
    return awaited is not None and "?" not in topic.words and accepts(awaited, topic.words)
