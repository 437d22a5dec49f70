"""What course settings are called, in plain words, and what changed between two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor_app.runtime.course_yaml import known_conventions
from tutor_app.tracing.algorithm import all_algorithms
from tutor_app.tracing.narration.convention_texts import describe_convention
from tutor_app.tracing.problem_statement import state_choice
from tutor_app.wording.catalogue import Phrase, languages, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor_app.domain.teaching import CourseSettings, Guidance, Level, RevealPolicy, Tone
    from tutor_app.domain.traces import Value

OWN_DEFAULT = phrase("page_settings.own_default")
TRACE_TABLES = phrase("page_settings.trace_tables")
ANSWERS = phrase("page_settings.answers")
STUDENTS = phrase("page_settings.students")
LEVEL = phrase("page_settings.level")
TONE = phrase("page_settings.tone")
LANGUAGE = phrase("page_settings.language")
LANGUAGES: Mapping[str, Phrase] = {
    name: phrase(f"page_settings.language_{name}") for name in languages()
}
CONTACT = phrase("page_settings.contact")
CHANGE = phrase("page_settings.change", "setting", "value")
NO_VALUE = phrase("page_settings.cleared")
POLICIES: Mapping[RevealPolicy, Phrase] = {
    "open": phrase("page_settings.policy_open"),
    "predict": phrase("page_settings.policy_predict"),
    "hints": phrase("page_settings.policy_hints"),
}
GUIDANCES: Mapping[Guidance, Phrase] = {
    "high": phrase("page_settings.guidance_high"),
    "low": phrase("page_settings.guidance_low"),
    "none": phrase("page_settings.guidance_none"),
}
TONES: Mapping[Tone, Phrase] = {
    "plain": phrase("page_settings.tone_plain"),
    "warm": phrase("page_settings.tone_warm"),
    "brief": phrase("page_settings.tone_brief"),
}
LEVELS: Mapping[Level, Phrase] = {
    "any": phrase("page_settings.level_any"),
    "beginner": phrase("page_settings.level_beginner"),
    "advanced": phrase("page_settings.level_advanced"),
}
_CONVENTION_TITLES = {
    name: phrase(f"page_settings_conventions.{name}") for name in known_conventions()
}


def title_of(convention: str) -> str:
    """Return what a convention is called: "When the goal is tested"."""
    if convention in _CONVENTION_TITLES:
        return _CONVENTION_TITLES[convention]()
    return convention  # an old version may name one that no algorithm has any more


def algorithms_of(convention: str) -> str:
    """Return the algorithms that it applies to: "BFS, DFS"."""
    every = all_algorithms().values()
    return ", ".join(algorithm.name for algorithm in every if convention in algorithm.conventions)


def choice_words(convention: str, choice: Value) -> str:
    """Return a choice of a convention in words: "Ties are broken alphabetically"."""
    words = describe_convention(convention, choice)
    if ": " in words:  # no wording of its own: the sentence that states it in a message is better
        words = next(filter(None, _statements(convention, choice)), words).rstrip(".")
    return f"{words[:1].upper()}{words[1:]}"


def _statements(convention: str, choice: Value) -> list[str]:
    return [
        state_choice(algorithm, convention, choice, {})
        for algorithm in all_algorithms().values()
        if convention in algorithm.conventions
        and choice in algorithm.conventions[convention].choices
    ]


def contact_words(contact: str) -> str:
    """Return the line that says who to ask from now on."""
    return CHANGE(setting=CONTACT(), value=contact or NO_VALUE())


def list_changes(before: CourseSettings, after: CourseSettings) -> list[str]:
    """Return a line for each setting that differs."""
    lines = []
    if after.reveal_policy != before.reveal_policy:
        lines.append(CHANGE(setting=TRACE_TABLES(), value=POLICIES[after.reveal_policy]()))
    if after.guidance != before.guidance:
        lines.append(CHANGE(setting=ANSWERS(), value=GUIDANCES[after.guidance]()))
    if after.language != before.language:
        lines.append(CHANGE(setting=LANGUAGE(), value=LANGUAGES[after.language]()))
    if after.persona.audience != before.persona.audience:
        lines.append(CHANGE(setting=STUDENTS(), value=after.persona.audience or NO_VALUE()))
    if after.persona.level != before.persona.level:
        lines.append(CHANGE(setting=LEVEL(), value=LEVELS[after.persona.level]()))
    if after.persona.tone != before.persona.tone:
        lines.append(CHANGE(setting=TONE(), value=TONES[after.persona.tone]()))
    for name in sorted({*before.trace_conventions, *after.trace_conventions}):
        old, new = before.trace_conventions.get(name), after.trace_conventions.get(name)
        if (type(old), old) != (type(new), new):
            choice = OWN_DEFAULT() if new is None else choice_words(name, new)
            lines.append(CHANGE(setting=title_of(name), value=choice))
    return lines
