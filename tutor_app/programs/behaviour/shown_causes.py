"""What goes on in a program that students often take for something else, with what a run shows.

Each is found by the program's form and held against its run; no repair is looked for.
"""

from __future__ import annotations

from tutor_app.programs.behaviour.changed_groups import (
    changed_while_looping,
    class_groups,
    kept_defaults,
    same_objects,
)
from tutor_app.programs.behaviour.defaults_of_objects import (
    defaults_of_objects,
    with_object_shown,
)
from tutor_app.programs.behaviour.left_unused import never_looked_at, never_read
from tutor_app.programs.behaviour.own_variables import own_variables, put_in_whole
from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.behaviour.values_given import (
    nothing_given,
    ranges_given,
    returns_in_loop,
    texts_unchanged,
    whole_divisions,
)
from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.questions.noted_run import read_visits
from tutor_app.programs.run_values import CaseResult


def further_causes(source: str, focus: CaseResult | None) -> tuple[ShownCause, ...]:
    """Return what goes on besides, of which no sentence is known that takes it for something else:
    what is made and never used, made once for several objects, or belongs to one call alone."""
    tree = parse_program(source)
    if tree is None or focus is None or not focus.trace:
        return ()
    return (
        *never_read(tree, focus),
        *never_looked_at(tree, focus),
        *class_groups(tree),
        *put_in_whole(tree, focus),
        *own_variables(focus),
    )


def shown_causes(source: str, focus: CaseResult | None) -> tuple[ShownCause, ...]:
    """Return what goes on in a traced run that is often misunderstood."""
    tree = parse_program(source)
    if tree is None or focus is None or not focus.trace:
        return ()
    visits = read_visits(source, focus)
    defaults = (*kept_defaults(tree, focus), *defaults_of_objects(tree))
    return (
        *changed_while_looping(tree, focus),
        *with_object_shown(defaults, same_objects(visits)),
        *returns_in_loop(tree, focus),
        *texts_unchanged(tree, focus),
        *nothing_given(tree, focus),
        *ranges_given(tree, visits),
        *whole_divisions(tree, visits),
    )
