"""Course settings as a file, course.yaml: to look at, to keep, to carry to another machine.

The file is read when it is imported, never at run time: the database holds what is in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor_app.errors import SettingsInvalid
from tutor_app.teaching import (
    GUIDANCES,
    LONGEST_AUDIENCE,
    REVEAL_POLICIES,
    TONES,
    CourseSettings,
    Guidance,
    Persona,
    RevealPolicy,
    Tone,
)
from tutor_app.tidy import one_line
from tutor_app.tracing.registry import all_algorithms
from tutor_app.tracing.values import Value

_HEAD = (
    "# Settings of an Elenchus course. `elenchus course import COURSE FILE` puts them in force.\n"
    f"#   policy: {', '.join(REVEAL_POLICIES)}\n"
    f"#   guidance: {', '.join(GUIDANCES)}\n"
    f"#   persona: audience in your words, tone {', '.join(TONES)}\n"
    "#   conventions: rules by name, as in `tie_break: fifo` (docs/tracing.md has them all)\n"
)


class _Persona(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    audience: Annotated[str, Field(max_length=LONGEST_AUDIENCE)] = ""
    tone: Tone = "plain"


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    version: Literal[1] = 1
    policy: RevealPolicy = "predict"
    guidance: Guidance = "low"
    persona: _Persona = _Persona()
    conventions: dict[str, bool | int | str] = {}


def to_yaml(settings: CourseSettings) -> str:
    """Return the settings as a file that `from_yaml` reads back to the same."""
    data = {
        "version": 1,
        "policy": settings.reveal_policy,
        "guidance": settings.guidance,
        "persona": {"audience": settings.persona.audience, "tone": settings.persona.tone},
        "conventions": dict(sorted(settings.trace_conventions.items())),
    }
    return _HEAD + yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


def from_yaml(text: str) -> CourseSettings:
    """Read a file.

    Raises:
        SettingsInvalid: names every problem at once; nothing is changed by it.
    """
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as exc:
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
        raise SettingsInvalid("\n".join([*wrong, "Nothing was changed."]))
    return CourseSettings(
        reveal_policy=read.policy,
        guidance=read.guidance,
        persona=Persona(audience=one_line(read.persona.audience), tone=read.persona.tone),
        trace_conventions=read.conventions,
    )


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
    return "\n".join(["The settings cannot be used:", *lines, "Nothing was changed."])


def _place(exc: yaml.YAMLError) -> str:
    mark = getattr(exc, "problem_mark", None)
    return f"line {mark.line + 1}" if mark is not None else ""
