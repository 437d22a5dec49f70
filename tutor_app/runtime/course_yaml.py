"""Course settings as a file, course.yaml: to look at, to keep, to carry to another machine.

The file is read when it is imported, never at run time: the database holds what is in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from textwrap import indent
from typing import Annotated, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor_app.domain.errors import SettingsInvalid
from tutor_app.domain.normal_form import one_line
from tutor_app.domain.teaching import (
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
from tutor_app.domain.traces import Value
from tutor_app.tracing.algorithm import all_algorithms
from tutor_app.wording.catalogue import LANGUAGE, languages, phrase

NOTHING_CHANGED = phrase("runtime_settings.nothing_changed")
NOT_YAML = phrase("runtime_settings.not_yaml")
NOT_YAML_AT_LINE = phrase("runtime_settings.not_yaml_at_line", "line")
NO_SUCH_CONVENTION = phrase("runtime_settings.no_such_convention", "name", "known")
NO_SUCH_CHOICE = phrase("runtime_settings.no_such_choice", "name", "choice", "choices")
CANNOT_BE_USED = phrase("runtime_settings.cannot_be_used")
PROBLEM_AT = phrase("runtime_settings.problem_at", "place", "problem")
WHOLE_FILE = phrase("runtime_settings.whole_file")
AND_MORE = phrase("runtime_settings.and_more", "count")
CHOICE_YES = phrase("runtime_settings.choice_yes")
CHOICE_NO = phrase("runtime_settings.choice_no")
FILE_HEAD = phrase(
    "runtime_settings.file_head", "policies", "guidances", "languages", "levels", "tones"
)

_T = TypeVar("_T")

LONGEST_CONTACT = 200  # characters
_MOST_LINES, _LONGEST_LINE = 10, 800  # of the mistakes in a file; characters
_DEEPEST = 4  # the file, its conventions, and two more for a message that names the mistake


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseFile:
    """What a course.yaml says. `contact` is None if it does not say who to ask."""

    settings: CourseSettings
    contact: str | None


class _PersonaYaml(BaseModel):
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
    language: str = LANGUAGE
    persona: _PersonaYaml = _PersonaYaml()
    conventions: dict[str, bool | int | str] = {}


def to_yaml(settings: CourseSettings, contact: str | None = None) -> str:
    """Return the settings, and whom to ask if given, as a file that reads back the same."""
    persona = settings.persona
    data = {
        "version": 1,
        **({} if contact is None else {"contact": contact}),
        "policy": settings.reveal_policy,
        "guidance": settings.guidance,
        "language": settings.language,
        "persona": {"audience": persona.audience, "level": persona.level, "tone": persona.tone},
        "conventions": dict(sorted(settings.trace_conventions.items())),
    }
    head = FILE_HEAD(
        policies=", ".join(REVEAL_POLICIES),
        guidances=", ".join(GUIDANCES),
        languages=", ".join(languages()),
        levels=", ".join(LEVELS),
        tones=", ".join(TONES),
    )
    return indent(head, "# ") + "\n" + yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


def read_file(text: str) -> CourseFile:
    """Read a file.

    Raises:
        SettingsInvalid: names every problem at once; nothing is changed by it.
    """
    try:
        _refuse_knots(text)
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as exc:  # ValueError: a day or number that cannot be
        mark = getattr(exc, "problem_mark", None)
        problem = NOT_YAML() if mark is None else NOT_YAML_AT_LINE(line=mark.line + 1)
        raise SettingsInvalid(problem) from exc
    try:
        read = _File.model_validate({} if data is None else data)
    except ValidationError as exc:
        raise SettingsInvalid(_problems(exc)) from exc
    wrong = [*_wrong_language(read.language), *wrong_conventions(read.conventions)]
    if wrong:
        raise SettingsInvalid("\n".join([*_first(wrong), NOTHING_CHANGED()]))
    persona = replace(
        Persona(**read.persona.model_dump()), audience=one_line(read.persona.audience)
    )
    return CourseFile(
        settings=CourseSettings(
            reveal_policy=read.policy,
            guidance=read.guidance,
            persona=persona,
            trace_conventions=read.conventions,
            language=read.language,
        ),
        contact=None if read.contact is None else one_line(read.contact),
    )


def _wrong_language(language: str) -> list[str]:
    if language in languages():
        return []
    return [NO_SUCH_CHOICE(name="language", choice=language, choices=", ".join(languages()))]


class _Knot(yaml.YAMLError):
    """A construct in a file that settings never need."""

    def __init__(self, problem_mark: object) -> None:
        super().__init__("a knot")
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
    """Return `newest` with what `chosen` changed from `base`: two people may save at once."""
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
        language=pick(base.language, chosen.language, newest.language),
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
            wrong.append(NO_SUCH_CONVENTION(name=repr(name), known=", ".join(sorted(known))))
        elif not any(choice == one and type(choice) is type(one) for one in known[name]):
            choices = ", ".join(name_choice(one) for one in known[name])
            cannot = repr(name_choice(choice))
            wrong.append(NO_SUCH_CHOICE(name=name, choice=cannot, choices=choices))
    return wrong


def name_choice(choice: Value) -> str:
    """Return a choice as people write it."""
    if isinstance(choice, bool):
        return CHOICE_YES() if choice else CHOICE_NO()
    return str(choice)


def _problems(exc: ValidationError) -> str:
    lines = []
    for problem in exc.errors():
        place = ".".join(str(part) for part in problem["loc"]) or WHOLE_FILE()
        lines.append(PROBLEM_AT(place=place, problem=problem["msg"]))
    return "\n".join([CANNOT_BE_USED(), *_first(lines), NOTHING_CHANGED()])


def _first(lines: list[str]) -> list[str]:
    """Return the first few of many mistakes, as a person reads them."""
    shown = [line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in lines]
    left = len(lines) - _MOST_LINES
    return [*shown[:_MOST_LINES], AND_MORE(count=left)] if left > 0 else shown
