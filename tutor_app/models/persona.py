"""A course's persona in the words sent to a model: whom it writes for, and in what tone."""

from __future__ import annotations

from tutor_app.domain.normal_form import one_line
from tutor_app.domain.teaching import LONGEST_AUDIENCE, Persona
from tutor_app.models.prompts import render

NOBODY = Persona()  # what a course has that set nothing: no prompt says a word more


def written_for(request: str, persona: Persona) -> str:
    """Return a request to a model with the persona's words before it; unchanged for `NOBODY`.

    They belong in the last message, after the rules and the worked examples: those stay the same
    for all courses, so that a model server keeps them ready, and the exam's prompts stay as they
    were. Used only for words that students read: what is true is judged the same for everybody.
    """
    described = one_line(persona.audience)[:LONGEST_AUDIENCE]
    words = render("persona", audience=described, level=persona.level, tone=persona.tone)
    return f"{words}\n\n{request}" if words else request
