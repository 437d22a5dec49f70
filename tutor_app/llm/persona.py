"""A course's persona in the words sent to a model: whom it writes for, and how it sounds."""

from __future__ import annotations

from collections.abc import Mapping

from tutor_app.llm.prompts import render
from tutor_app.teaching import LONGEST_AUDIENCE, Level, Persona
from tutor_app.tidy import one_line

LEVEL_WORDS: Mapping[Level, str] = {
    "any": "",
    "beginner": "they are new to the subject",
    "advanced": "they know the basics of the subject well",
}
NOBODY = Persona()  # what a course has that set nothing: no prompt says a word more


def written_for(request: str, persona: Persona) -> str:
    """Return what is asked of a model, the persona's words before it; unchanged for `NOBODY`.

    They belong to the last message, behind the rules and the worked examples: those stay the same
    for all courses, so that a model server keeps them ready, and the exam's prompts stay as they
    were. For words that students read only: what is true is judged the same for everybody.
    """
    described = one_line(persona.audience)[:LONGEST_AUDIENCE]
    audience = "; ".join(filter(None, (described, LEVEL_WORDS[persona.level])))
    words = render("persona", audience=audience, tone=persona.tone)
    return f"{words}\n\n{request}" if words else request
