"""Each function searches the sources of its kind, and none of them a solution."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.routing.conftest import BOOK, POST, RULE, SOLUTION, TASK
from tutor_app.domain.values import RetrievalResult
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.routing.edison import (
    LIKELY,
    RULES,
    Routing,
    choose_by_rules,
    function_weights,
    route,
)
from tutor_app.routing.retrieval_functions import (
    FUNCTIONS,
    CourseSearch,
    FunctionCall,
    kept_passages,
)
from tutor_app.understanding.act_classifier import ActClassifier

QUERY = "search with a queue"


def texts(found: RetrievalResult) -> list[str]:
    return [passage.chunk.text for passage in found.kept]


@pytest.mark.parametrize(
    ("function", "text"),
    [
        ("textbook_retrieval", BOOK),
        ("logistics_retrieval", RULE),
        ("qa_retrieval", POST),
    ],
)
def test_a_function_finds_its_own_source_only(
    search: CourseSearch, function: str, text: str
) -> None:
    assert texts(getattr(search, function)(QUERY)) == [text]


@pytest.mark.parametrize("profile", ["default", "hier_gen"])
def test_the_assignment_is_found_and_its_solution_is_not(
    search: CourseSearch, profile: str
) -> None:
    search = replace(search, profile=PROFILES[profile])
    (found,) = texts(search.assignment_retrieval(QUERY))
    assert TASK in found

    everything = [search.run(FunctionCall(function=name, query=SOLUTION)) for name in FUNCTIONS]
    assert not any(SOLUTION in text for result in everything for text in texts(result))


def test_a_call_in_the_words_of_the_question_is_searched_with_what_was_spoken_of(
    search: CourseSearch,
) -> None:
    before, alone = (
        read_query(text, search.embedder, search.index) for text in (QUERY, "And why is that?")
    )
    asked = replace(alone, around=(before,))
    call = FunctionCall(function="textbook_retrieval", query=asked.text)

    assert texts(search.run(call)) == []
    assert texts(replace(search, asked=asked).run(call)) == [BOOK]
    other = FunctionCall(function="textbook_retrieval", query="Easter eggs")
    assert texts(replace(search, asked=asked).run(other)) == []


def test_no_more_posts_are_found_than_were_asked_for(search: CourseSearch) -> None:
    assert len(search.qa_retrieval(QUERY, top_k=1).kept) == 1


def test_passages_of_several_calls_come_best_first_and_once(search: CourseSearch) -> None:
    twice = [search.textbook_retrieval(QUERY), search.textbook_retrieval(QUERY)]
    kept = kept_passages([*twice, search.logistics_retrieval(QUERY)])
    scores = [passage.scores.final or 0 for passage in kept]
    assert len(kept) == 2 and scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("category", RULES)
def test_a_known_category_decides(search: CourseSearch, category: str) -> None:
    query = read_query("Why does it hang?", search.embedder, search.index)
    calls = choose_by_rules(query, search.index, category)
    assert tuple(call.function for call in calls) == RULES[category]
    assert {call.query for call in calls} == {"Why does it hang?"}


def test_without_one_each_functions_probability_is_told(search: CourseSearch) -> None:
    """With an embedder that the weights do not know, by the question's act and the course alone."""
    query = read_query("Why does a queue go level by level?", search.embedder, search.index)
    told = route(query, search.index, ActClassifier())
    assert told.shares.keys() == set(FUNCTIONS)
    assert all(0 < share < 1 for share in told.shares.values())
    assert told.functions[0] == max(told.shares, key=lambda name: told.shares[name])
    assert all(told.shares[name] >= LIKELY for name in told.functions[1:])


def test_where_none_is_likely_the_likeliest_is_called() -> None:
    shares = dict.fromkeys(FUNCTIONS, 0.1) | {"qa_retrieval": 0.3}
    assert Routing(shares=shares).functions == ("qa_retrieval",)


def test_the_weights_that_ship_are_of_these_functions() -> None:
    assert function_weights().names == FUNCTIONS
    assert function_weights().vector.shape[1] == len(FUNCTIONS)
