"""Course settings as a file, course.yaml: to look at, to keep, to carry to another machine.

The file is read when it is imported, never at run time: the database holds what is in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor_app.errors import SettingsInvalid
from tutor_app.teaching import (
    GUIDANCES,
    LEVELS,
    LONGEST_AUDIENCE,
    REVEAL_POLICIES,
    TONES,
    CourseSettings,
    Guidance,
    Level,
    Persona,
    RevealPolicy,
    Tone,
)
from tutor_app.tidy import one_line
from tutor_app.tracing.registry import all_algorithms
from tutor_app.tracing.values import Value

_T = TypeVar("_T")
_HEAD = (
    "# Settings of an Elenchus course. `elenchus course import COURSE FILE` puts them in force.\n"
    f"#   policy: {', '.join(REVEAL_POLICIES)}\n"
    f"#   guidance: {', '.join(GUIDANCES)}\n"
    "#   contact: who students ask when the course has no answer; without it, as it is\n"
    f"#   persona: audience in your words, level {', '.join(LEVELS)}, tone {', '.join(TONES)}\n"
    "#   conventions: rules by name, as in `tie_break: fifo` (docs/tracing.md has them all)\n"
)


LONGEST_CONTACT = 200  # characters
_MOST_LINES, _LONGEST_LINE = 10, 800  # of the mistakes in a file; characters
_DEEPEST = 4  # the file, its conventions, and two more for a message that names the mistake


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseFile:
    """What a course.yaml says. `contact` is None where it does not say who to ask."""

    settings: CourseSettings
    contact: str | None


class _Persona(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    audience: Annotated[str, Field(max_length=LONGEST_AUDIENCE)] = ""
    level: Level = "any"
    tone: Tone = "plain"


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    version: Literal[1] = 1
    contact: Annotated[str | None, Field(max_length=LONGEST_CONTACT)] = None
    policy: RevealPolicy = "predict"
    guidance: Guidance = "low"
    persona: _Persona = _Persona()
    conventions: dict[str, bool | int | str] = {}


def to_yaml(settings: CourseSettings, contact: str | None = None) -> str:
    """Return the settings, and who to ask if given, as a file that is read back to the same."""
    persona = settings.persona
    data = {
        "version": 1,
        **({} if contact is None else {"contact": contact}),
        "policy": settings.reveal_policy,
        "guidance": settings.guidance,
        "persona": {"audience": persona.audience, "level": persona.level, "tone": persona.tone},
        "conventions": dict(sorted(settings.trace_conventions.items())),
    }
    return _HEAD + yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


def from_yaml(text: str) -> CourseSettings:
    """Return the settings of a file; `read_file` says what is raised."""
    return read_file(text).settings


def read_file(text: str) -> CourseFile:
    """Read a file.

    Raises:
        SettingsInvalid: names every problem at once; nothing is changed by it.
    """
    try:
        _refuse_knots(text)
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as exc:  # ValueError: a day or number that cannot be
        where = f" ({_place(exc)})" if _place(exc) else ""
        raise SettingsInvalid(
            f"This is not a YAML file that can be read{where}. Nothing was changed."
        ) from exc
    try:
        read = _File.model_validate({} if data is None else data)
    except ValidationError as exc:
        raise SettingsInvalid(_problems(exc)) from exc
    wrong = wrong_conventions(read.conventions)
    if wrong:
        raise SettingsInvalid("\n".join([*_first(wrong), "Nothing was changed."]))
    persona = replace(
        Persona(**read.persona.model_dump()), audience=one_line(read.persona.audience)
    )
    return CourseFile(
        settings=CourseSettings(
            reveal_policy=read.policy,
            guidance=read.guidance,
            persona=persona,
            trace_conventions=read.conventions,
        ),
        contact=None if read.contact is None else one_line(read.contact),
    )


class _Knot(yaml.YAMLError):
    """A place in a file that settings have no need of."""

    def __init__(self, problem_mark: object) -> None:
        super().__init__("nested too deeply, or an alias")
        self.problem_mark = problem_mark


def _refuse_knots(text: str) -> None:
    """Refuse what settings never need and what can fill a machine's memory: deep nesting, aliases.

    A short file can name a list of lists of lists by aliases; each line then counts tenfold.
    """
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.AliasEvent) or depth > _DEEPEST:
            raise _Knot(event.start_mark)


def merge(base: CourseSettings, chosen: CourseSettings, newest: CourseSettings) -> CourseSettings:
    """Return `newest` with what `chosen` changed from `base`: two people may save at one time."""
    own, shared = chosen.persona, newest.persona
    conventions = dict(newest.trace_conventions)
    for name in {*base.trace_conventions, *chosen.trace_conventions}:
        was, now = base.trace_conventions.get(name), chosen.trace_conventions.get(name)
        if (type(was), was) == (type(now), now):
            continue
        if now is None:
            conventions.pop(name, None)
        else:
            conventions[name] = now
    return CourseSettings(
        reveal_policy=pick(base.reveal_policy, chosen.reveal_policy, newest.reveal_policy),
        guidance=pick(base.guidance, chosen.guidance, newest.guidance),
        persona=Persona(
            audience=pick(base.persona.audience, own.audience, shared.audience),
            level=pick(base.persona.level, own.level, shared.level),
            tone=pick(base.persona.tone, own.tone, shared.tone),
        ),
        trace_conventions=conventions,
    )


def pick(base: _T, chosen: _T, newest: _T) -> _T:
    """Return `chosen` where it differs from `base`, else `newest`."""
    return newest if chosen == base else chosen


def known_conventions() -> dict[str, tuple[Value, ...]]:
    """Return the choices of every convention of every algorithm that can be traced."""
    known: dict[str, dict[Value, None]] = {}
    for algorithm in all_algorithms().values():
        for name, convention in algorithm.conventions.items():
            known.setdefault(name, {}).update(dict.fromkeys(convention.choices))
    return {name: tuple(choices) for name, choices in known.items()}


def wrong_conventions(conventions: Mapping[str, Value]) -> list[str]:
    """Return a sentence for each convention that does not exist or has no such choice."""
    known = known_conventions()
    wrong = []
    for name, choice in conventions.items():
        if name not in known:
            wrong.append(f"{name!r} is no convention. There are: {', '.join(sorted(known))}.")
        elif not any(choice == one and type(choice) is type(one) for one in known[name]):
            choices = ", ".join(written(one) for one in known[name])
            wrong.append(f"{name} cannot be {written(choice)!r}. It can be: {choices}.")
    return wrong


def written(choice: Value) -> str:
    """Return a choice as people write it."""
    return ("no", "yes")[choice] if isinstance(choice, bool) else str(choice)


def _problems(exc: ValidationError) -> str:
    lines = []
    for problem in exc.errors():
        place = ".".join(str(part) for part in problem["loc"]) or "the file"
        lines.append(f"{place}: {problem['msg']}")
    return "\n".join(["The settings cannot be used:", *_first(lines), "Nothing was changed."])


def _first(lines: list[str]) -> list[str]:
    """Return what a person reads of many mistakes."""
    shown = [line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in lines]
    left = len(lines) - _MOST_LINES
    return [*shown[:_MOST_LINES], f"… and {left} more."] if left > 0 else shown


def _place(exc: Exception) -> str:
    mark = getattr(exc, "problem_mark", None)
    return f"line {mark.line + 1}" if mark is not None else ""
