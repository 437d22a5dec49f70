"""Programs of a round of practice: what a call gives, or what a variable holds at its end.

They are functions of the course's own listings, and short ones that are shown as worked examples
elsewhere. What they give is seen by a run on fresh values; none is asked about that was not run.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.answering.course_map.term_words import has_term, pad_words, term_words
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.practice import PracticeQuestion
from tutor_app.programs.code_in_text import calls_in, parse_program
from tutor_app.programs.fault_analogues import ANALOGUES
from tutor_app.programs.generate_inputs import generate_calls, size_of_call
from tutor_app.programs.questions.traced_call import read_traced_call
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, Step
from tutor_app.programs.run_verdicts import read_literal
from tutor_app.programs.runs_at_once import Runner
from tutor_app.programs.variable_tables.variable_table import variable_table
from tutor_app.understanding.message_features import read_shape
from tutor_app.wording.catalogue import phrase

GIVES = phrase("conversation_practice.program_gives", "call")
HOLDS = phrase("conversation_practice.program_holds", "call", "variable")
HINT_FIRST = phrase("conversation_practice.program_hint", "variable", "value")
HINT_RUN = phrase("conversation_practice.program_hint_run")
_FEWEST_LINES, _MOST_LINES = 3, 16
_LONGEST_VALUE = 60  # characters: more is no pleasure to type
_FRESH = 4  # calls made up, of which the smallest that shows something is taken
_FILE: Final = Path(__file__).with_name("program_questions.yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeProgram:
    """A function that can be asked about: its source, a call of it, and where the course has it."""

    name: str
    source: str
    call: str
    chunk_id: str = ""

    @property
    def item(self) -> str:
        """What spacing remembers it by."""
        return f"program:{self.name}"[:120]


@cache
def _taught() -> tuple[str, ...]:
    told: dict[str, list[str]] = read_yaml(_FILE)
    return tuple(" ".join(term_words(each)) for each in told["taught"])


def programs_for(course: CourseForPractice) -> Iterator[PracticeProgram]:
    """Yield the course's own functions, and short ones of ours where it teaches programs."""
    own = list(_programs_of_course(course))
    yield from own
    names = [pad_words(term.name) for term in course.terms]
    if own or any(has_term(name, one) for name in names for one in _taught()):
        yield from _worked_examples()


def ask_what_it_gives(
    program: PracticeProgram, seed: int, runner: Runner
) -> PracticeQuestion | None:
    """Return the question on a fresh call; None where no run of it shows a value to ask for.

    While all places for runs are taken there is none: a round has other things to ask.
    """
    calls = _fresh_calls(program, seed)
    with runner.hold(waits=False) as refused:
        if refused is not None:
            return None
        cases = [Case(call=Call(text=call), origin="generated") for call in calls]
        lots = random.Random(seed)
        traced = lots.randrange(len(cases))
        run = run_program(program.source, cases, trace_case=traced)
    if not run.loads or len(run.results) <= traced:
        return None
    return _question(program, run.results[traced], asks_variable=seed % 2 == 1)


def _fresh_calls(program: PracticeProgram, seed: int) -> tuple[str, ...]:
    """Return calls on other values, the largest first; of texts only those of the known call."""
    made = generate_calls([program.call], program.name, _FRESH * 4, seed=seed)
    known = _texts_in(program.call)
    fitting = [call for call in made if _texts_in(call) <= known][-_FRESH:]
    return tuple(sorted(fitting, key=size_of_call, reverse=True)) or (program.call,)


def _texts_in(call: str) -> set[str]:
    nodes = ast.walk(ast.parse(call))
    return {
        node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is str
    }


def _question(
    program: PracticeProgram, seen: CaseResult, *, asks_variable: bool
) -> PracticeQuestion | None:
    if seen.status != "ran" or seen.value in (None, "None") or seen.printed:
        return None
    call, value = seen.case.call.text, seen.value
    told = _last_values(program.source, seen)
    variable = next((name for name, held in told.items() if len(held) > 2), None)
    text = GIVES(call=call)
    if asks_variable and variable is not None:
        text, value = HOLDS(call=call, variable=variable), told[variable][-1]
    if value is None or not read_literal(value, _LONGEST_VALUE)[0]:
        return None
    hint = HINT_RUN()
    if variable is not None:
        hint = HINT_FIRST(variable=variable, value=told[variable][1])
    return PracticeQuestion(
        item=program.item,
        name=program.name,
        kind="program",
        text=f"{text}\n\n```python\n{program.source.strip()}\n```",
        accepted=(value,),
        chunk_id=program.chunk_id,
        hint=hint,
        table=variable_table(program.source, seen),
    )


def _last_values(source: str, seen: CaseResult) -> dict[str, list[str]]:
    """Return the values that each variable of the call took, in turn; {} where it calls itself."""
    call = read_traced_call(source, seen)
    if call is None or any(_is_within(step, call.steps[0]) for step in seen.trace):
        return {}
    taken: dict[str, list[str]] = {}
    for step in call.steps:
        for name, value in step.variables:
            held = taken.setdefault(name, [])
            if not held or held[-1] != value:
                held.append(value)
    return taken


def _is_within(step: Step, first: Step) -> bool:
    return step.function == first.function and step.depth > first.depth


def _worked_examples() -> Iterator[PracticeProgram]:
    for each in ANALOGUES:
        if _is_short(each.mended) and each.call.startswith(f"{each.name}("):
            yield PracticeProgram(name=each.name, source=each.mended, call=each.call)


def _programs_of_course(course: CourseForPractice) -> Iterator[PracticeProgram]:
    """Yield the functions of listings that the course teaches by, with a call that it has."""
    chunks = dict.fromkeys(chunk for chunk, _ in course.sentences())
    texts = [chunk.text for chunk in chunks]
    for chunk in chunks:
        code = read_shape(chunk.text).code
        module = parse_program(code) if code is not None else None
        if code is None or module is None or not _is_short(code):
            continue
        functions = [node.name for node in module.body if isinstance(node, ast.FunctionDef)]
        call = _call_in((chunk.text, *texts), functions[0]) if len(functions) == 1 else None
        if call is not None:
            yield PracticeProgram(
                name=functions[0], source=_only_function(module), call=call, chunk_id=chunk.id
            )


def _call_in(texts: Sequence[str], function: str) -> str | None:
    """Return the first call of the function with plain values, beside its own definition."""
    for text in texts:
        if function not in text:
            continue
        for span in calls_in(text, frozenset({function})):
            if generate_calls([span.text], function, 1):
                return span.text
    return None


def _only_function(module: ast.Module) -> str:
    return ast.unparse(next(node for node in module.body if isinstance(node, ast.FunctionDef)))


def _is_short(source: str) -> bool:
    return _FEWEST_LINES <= len(source.strip().splitlines()) <= _MOST_LINES
