"""What the runs say to a place or a cause that a student tells in words. It names no repair."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.errors import TutorError
from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.ideas.part_tried import PartTried
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.program_structure import read_program
from tutor_app.retrieval.embedder import Embedder, Vectors

Place = Literal["there", "may_be", "part", "elsewhere", "unknown"]
Cause = Literal["right", "unknown"]

CAUSES: Mapping[str, tuple[str, ...]] = {
    cause: tuple(told)
    for cause, told in read_yaml(Path(__file__).with_name("causes_in_words.yaml")).items()
}
# Which causes a kind of fault has, as students tell them.
_CAUSES_OF: Mapping[str, tuple[str, ...]] = {
    "return_place": ("returns_too_early",),
    "comparison": ("edge_of_test", "wrong_direction", "off_by_one"),
    "range": ("off_by_one",),
    "start_value": ("start_value",),
    "default_value": ("shared_value",),
    "operator": ("wrong_operator",),
    "grouping": ("precedence",),
    "condition": ("and_or",),
    "branch": ("several_branches",),
    "aliasing": ("shared_value",),
    "changed_in_loop": ("changes_while_looping",),
    "update": ("overwritten",),
    "method": ("wrong_method",),
    "missing_return": ("nothing_returned",),
    "printed_not_returned": ("nothing_returned",),
    "result_not_kept": ("result_lost",),
    "loop_exit": ("off_by_one", "edge_of_test", "last_one_left_over"),
}
# Measured on the messages of one writer; those of another judge them.
# The least cosine with two ways to tell the cause, and how far it is ahead of any other cause.
LIKE_AND_AHEAD = ((0.55, 0.07), (0.42, 0.12))
_TELLING = 2  # ways of a cause that are nearest
_WAYS: dict[str, dict[str, Vectors]] = {}  # by the name of the model


@dataclass(frozen=True, slots=True, kw_only=True)
class IdeaVerdict:
    """`place` says whether the lines that are spoken of are those to work on, `line` which one: it
    "may be" where changes there and elsewhere help, and is a "part" where it takes two.

    `cause` is "right" where the words tell what the runs show to go wrong; what runs cannot decide
    is "unknown".
    """

    place: Place = "unknown"
    cause: Cause = "unknown"
    line: int | None = None

    @property
    def is_decided(self) -> bool:
        """Whether anything was decided."""
        return self.place != "unknown" or self.cause != "unknown"

    @property
    def is_right(self) -> bool:
        """Whether the student has found the place or the cause."""
        return self.place == "there" or self.cause == "right"


UNDECIDED = IdeaVerdict()


def judge_idea(
    source: str,
    sentences: Sequence[str],
    lines: Sequence[int],
    fault: Fault | None,
    embedder: Embedder | None,
) -> IdeaVerdict:
    """Hold the lines that an idea names, and its words, against a fault that a repair shows.

    Of kinds that a repair finds by chance (a number, an index, a name) nothing is said.
    """
    if fault is None or fault.ground not in ("repair", "sequence"):
        return UNDECIDED
    causes = _causes_of(source, fault)
    if not causes:
        return UNDECIDED
    place = _judge_place(lines, fault)
    is_cause = place != "elsewhere" and any(
        _tells(sentence, source, causes, embedder) for sentence in sentences
    )
    return IdeaVerdict(
        place=place,
        cause="right" if is_cause else "unknown",
        line=next(iter(lines), None),
    )


def judge_line_with_values(lines: Sequence[int], fault: Fault | None) -> IdeaVerdict:
    """Judge the lines of which a message writes a part out with the values of the run.

    Who does so has followed the run to there: a repair of any kind bears it out, if all agree.
    """
    if fault is None or fault.ground != "repair" or not lines:
        return UNDECIDED
    is_there = _judge_place(lines, fault) == "there"
    return IdeaVerdict(place="there", line=lines[0]) if is_there else UNDECIDED


def judge_by_trying(part: PartTried | None, claims: Sequence[RunClaim]) -> IdeaVerdict:
    """Judge a part that was tried, and what is said of a run that repaired ones don't have."""
    if any(each.is_cause for each in claims):
        return IdeaVerdict(cause="right")
    if part is not None and part.steps:
        return IdeaVerdict(place="part", line=part.line)
    if part is None or not (part.helps or part.elsewhere):
        return UNDECIDED
    if part.is_answer:
        return IdeaVerdict(place="there", cause="right", line=part.line)
    helps: Place = "there" if part.alone else "may_be"
    return IdeaVerdict(place=helps if part.helps else "elsewhere", line=part.line)


def _judge_place(lines: Sequence[int], fault: Fault) -> Place:
    """Where some of the lines are at fault and others not, none is known to be meant."""
    there = [line in fault.lines for line in lines]
    if there and all(there):
        return "there" if fault.agreed else "unknown"
    return "elsewhere" if there and not any(there) and fault.certain else "unknown"


def _causes_of(source: str, fault: Fault) -> tuple[str, ...]:
    if fault.kind == "method" and len(fault.repairs) > 1:
        return ()  # one method for another may mend by chance
    if fault.kind != "statement_place":
        return _CAUSES_OF.get(fault.kind, ())
    tree = parse_program(source)
    plain = ast.unparse(tree) if tree is not None else source
    causes = (cause for each in fault.repairs for cause in _causes_of_move(plain, each))
    return tuple(dict.fromkeys(causes))


def _causes_of_move(source: str, repair: str) -> tuple[str, ...]:
    """Return what is wrong with a statement's place, by where a repair has it."""
    before, after = source.split("\n"), repair.split("\n")
    added = Counter(row.strip() for row in after) - Counter(row.strip() for row in before)
    if added:
        is_start = any(row.split("=")[0].strip().isidentifier() and "=" in row for row in added)
        return ("not_reset",) if is_start else ("last_one_left_over",)
    if Counter(before) == Counter(after):
        return ("order_of_lines",)
    return ("wrong_place_in_loop", "reset_each_round")


def _tells(sentence: str, source: str, causes: Sequence[str], embedder: Embedder | None) -> bool:
    """Whether a sentence tells one of these causes, and no other one nearly as well."""
    if embedder is None:
        return False
    try:
        ways = _embedded(embedder)
        (said,) = embedder.embed([_without_names(sentence, source)])
    except TutorError:
        return False  # without vectors nothing is decided
    near = {cause: _nearness(said, vectors) for cause, vectors in ways.items()}
    own = max(near[cause] for cause in causes)
    others = max(value for cause, value in near.items() if cause not in causes)
    return any(own >= like and own - others >= ahead for like, ahead in LIKE_AND_AHEAD)


def _nearness(said: Vectors, ways: Vectors) -> float:
    return float(np.sort(ways @ said)[-_TELLING:].mean())


def _embedded(embedder: Embedder) -> dict[str, Vectors]:
    """Return the vectors of all ways to tell a cause; they are made once for each model."""
    if embedder.name not in _WAYS:
        _WAYS[embedder.name] = {cause: embedder.embed(told) for cause, told in CAUSES.items()}
    return _WAYS[embedder.name]


def _without_names(sentence: str, source: str) -> str:
    """Return a sentence with "it" for each name of the program: what is said of them counts."""
    names = sorted((n for n in read_program(source).names if len(n) > 1), key=len, reverse=True)
    for name in names:
        sentence = re.sub(rf"\b{re.escape(name)}\b", "it", sentence)
    return sentence
