"""Prompts as files: prompts/<name>.md, each with the variables it takes named at its top.

A file begins with `{# variables: question, quotes #}`, which is not sent.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound

from tutor_app.domain.errors import PromptInvalid
from tutor_app.wording.catalogue import phrase

NO_PROMPT = phrase("models_files.no_prompt", "name")
WITHOUT_VARIABLES = phrase("models_files.prompt_without_variables", "name")
NOT_FILLED = phrase("models_files.prompt_not_filled", "name", "problems")
MISSES = phrase("models_files.misses", "names")
DOES_NOT_KNOW = phrase("models_files.does_not_know", "names")

PROMPTS_DIR = Path(__file__).resolve().parents[2] / "prompts"
_TAG = re.compile(r"<(?=[/|]|(?:quote|question|student|sentence|before)s?\b)", re.IGNORECASE)
_HEADER = re.compile(r"\A\{#-?\s*variables:\s*(?P<names>[^#]*?)\s*-?#\}\s*")


def render(name: str, **variables: object) -> str:
    """Return the words of prompts/<name>.md with its variables filled in.

    Raises:
        PromptInvalid: there is no such file, or a variable is missing or unknown to it.
    """
    declared = variables_of(name)
    missing = sorted(declared - set(variables))
    unknown = sorted(set(variables) - declared)
    if missing or unknown:
        problems = "; ".join(
            say(names=", ".join(names))
            for say, names in ((MISSES, missing), (DOES_NOT_KNOW, unknown))
            if names
        )
        raise PromptInvalid(NOT_FILLED(name=name, problems=problems))
    return _environment().get_template(f"{name}.md").render(**variables).strip()


def variables_of(name: str) -> frozenset[str]:
    """The variables that prompts/<name>.md names at its top.

    Raises:
        PromptInvalid: there is no such file, or it does not begin with them.
    """
    try:
        source, _, _ = FileSystemLoader(PROMPTS_DIR).get_source(_environment(), f"{name}.md")
    except TemplateNotFound as exc:
        raise PromptInvalid(NO_PROMPT(name=name)) from exc
    header = _HEADER.match(source)
    if header is None:
        raise PromptInvalid(WITHOUT_VARIABLES(name=name))
    return frozenset(part.strip() for part in header["names"].split(",") if part.strip())


def as_data(text: str) -> str:
    """Return text of a course or student in one line, unable to end the place it is put in.

    Tags such as </quote> and a model's control words such as <|im_end|> lose their bracket.
    """
    return _TAG.sub("‹", " ".join(text.split()))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(PROMPTS_DIR),
        undefined=StrictUndefined,
        autoescape=False,  # words for a model, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["data"] = as_data
    return environment
