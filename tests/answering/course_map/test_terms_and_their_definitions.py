"""The terms that a course defines, each with the sentence that defines it."""

from __future__ import annotations

import pytest

from tests.doubles.stored import Written, stored_document
from tutor_app.answering.course_map.make_map import make_map
from tutor_app.answering.course_map.map_values import CourseMap, Term


def map_of(*paragraphs: str | Written) -> CourseMap:
    return make_map([stored_document(*paragraphs)])


def term(course_map: CourseMap, name: str) -> Term:
    return next(one for one in course_map.terms if one.name == name)


USES = (
    "Every frontier shrinks, and an empty frontier ends the search.",
    "The order of the frontier decides which search it is.",
)
DEFINES = {
    "frontier": "A frontier is a collection of nodes that wait to be expanded.",
    "reopening": "Expanding a node again when a cheaper path turns up is called reopening.",
    "heuristic function": "A heuristic function means a guess of the cost that is still to come.",
}


@pytest.mark.parametrize(("name", "sentence"), DEFINES.items())
def test_a_sentence_that_says_what_a_thing_is_defines_it(name: str, sentence: str) -> None:
    uses = (f"One speaks of {name} again.", f"We need {name}, too.", f"So {name} helps.")
    found = term(map_of(Written(text=sentence, heading=name.capitalize()), *uses), name)
    assert found.definition.text == sentence


def test_a_property_is_a_term_where_the_course_uses_it_as_one() -> None:
    sentence = "A heuristic h is admissible if it never overestimates the cost to a goal."
    use = "Every admissible heuristic is optimistic."
    assert [t.name for t in map_of(sentence, use).terms] == ["admissible heuristic"]
    assert map_of(sentence, "A clever heuristic is optimistic.").terms == ()


def test_a_label_names_what_the_next_sentence_defines() -> None:
    labelled = "Definition (cut). It divides the nodes of a graph into two non-empty groups."
    found = term(map_of(Written(text=labelled), *USES), "cut")
    assert found.definition.text == "It divides the nodes of a graph into two non-empty groups."


def test_a_glossary_s_run_in_heading_is_no_part_of_the_name() -> None:
    entry = "Cost basis Cost basis is the original cost of property, adjusted for various factors."
    assert [t.name for t in map_of(entry, "The cost basis counts.").terms] == ["cost basis"]


NO_DEFINITIONS = (
    "This is a collection of nodes that wait to be expanded.",
    "The result is a list of nodes that have been expanded.",
    "The answer is the number of nodes that are left.",
    "For example is a phrase that opens an example of something.",
    "The frontier is the same as it was in the search before this one.",
    "They are called after those who found them first of all.",
)


@pytest.mark.parametrize("sentence", NO_DEFINITIONS)
def test_what_points_elsewhere_or_says_no_kind_defines_nothing(sentence: str) -> None:
    assert map_of(sentence, *USES).terms == ()


def test_the_name_of_a_property_alone_is_no_term() -> None:
    """Behind "called" stands an adjective as well; a noun is told by what follows it elsewhere."""
    called = "A variable that every function of the program can see is called global."
    course_map = map_of(
        Written(text=called, heading="Global"), "A global name.", "The global table.", *USES
    )
    assert "global" not in [t.name for t in course_map.terms]


def test_exercises_and_sheets_define_nothing() -> None:
    sentence = DEFINES["frontier"]
    sheet = stored_document(sentence, *USES, kind="assignment")
    exercise = stored_document(Written(text=sentence, exercise="3"), *USES)
    assert make_map([sheet]).terms == make_map([exercise]).terms == ()


def test_of_several_sentences_the_first_in_the_section_named_after_the_term_is_best() -> None:
    home = "A frontier is a collection of nodes that wait to be expanded."
    aside = "A frontier is a border that a search pushes outward, told for the picture's sake."
    course_map = map_of(aside, Written(text=home, heading="2 Frontier"), *USES)
    found = term(course_map, "frontier")
    assert found.definition.text == home
    assert [place.text for place in found.candidates] == [home, aside]


def test_a_term_has_the_places_where_it_is_exemplified_exercised_and_drawn() -> None:
    course_map = map_of(
        Written(text=DEFINES["frontier"], heading="Frontier"),
        "For example, the frontier of a tree holds its leaves at first.",
        Written(text="1. Which frontier is left at the end?", exercise="1"),
        "Figure 3. The frontier after two steps.",
        *USES,
    )
    found = term(course_map, "frontier")
    assert found.explained == ("lecture-1.pdf-0",)
    assert found.exemplified == ("lecture-1.pdf-1",)
    assert found.exercised == ("lecture-1.pdf-2",)
    assert [course_map.figures[n].number for n in found.drawn] == ["3"]


def test_plural_and_singular_are_one_term() -> None:
    found = map_of(
        "Lists are those collections of values that keep an order.",
        Written(text="A list is a collection of values that keep an order.", heading="Lists"),
        "One list is enough.",
    ).terms
    assert [t.key for t in found] == ["list"]


def test_each_heading_of_a_glossary_is_a_term_defined_by_what_stands_below() -> None:
    entries = (
        Written(
            text="Gradually getting slower, up to the end of the phrase.", heading="Ritardando"
        ),
        Written(text="A curve drawn across many notes.", heading="Slur"),
    )
    stored = stored_document(*entries, name="music-glossary.pdf")
    found = {each.name: each.definition.text for each in make_map([stored]).terms}
    assert found["ritardando"].startswith("Gradually getting slower")
    assert "slur" in found


def test_elsewhere_a_heading_is_no_term_for_standing_above_a_sentence() -> None:
    entry = Written(text="Gradually getting slower, up to the end of it.", heading="Ritardando")
    assert make_map([stored_document(entry)]).terms == ()


MANUAL = (
    Written(
        text="The dashtype command sets the pattern of a line in all of the plots behind it.",
        heading="Dashtype",
    ),
    Written(
        text="In a plot the Elliptic Integrals are computed by functions of the C library alone.",
        heading="Elliptic Integrals",
    ),
    Written(text="This part has been moved to the end of the manual by now.", heading="Examples"),
    Written(
        text="Of a boxplot nothing is said before the second sentence, as here.", heading="Fonts"
    ),
)


def test_a_manual_that_defines_nothing_has_the_terms_of_its_headings() -> None:
    found = {one.name: one.definition.text for one in map_of(*MANUAL).terms}
    assert [*found] == ["dashtype", "Elliptic Integrals"]
    assert found["dashtype"].startswith("The dashtype command")


def test_a_course_that_defines_its_terms_needs_no_headings() -> None:
    defined = tuple(Written(text=text, heading=name) for name, text in DEFINES.items())
    assert "dashtype" not in [one.name for one in map_of(*defined, *USES, MANUAL[0]).terms]
