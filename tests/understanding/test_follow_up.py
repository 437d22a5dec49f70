"""Messages that lean on the one before are searched with it; others are searched alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tutor_app.domain.values import Exchange, MarkedSentence, Quote, Session
from tutor_app.understanding.follow_up import (
    asks_for_example,
    asks_for_something_else,
    asks_in_other_words,
    heart,
    in_context,
    keeps,
    leans_back,
)

BEFORE = Exchange(
    question="why does dijkstra fail with negative edges?",
    intent="conceptual",
    topics=("Negative edges",),
    quoted=("Dijkstra's algorithm never looks at a settled vertex again.",),
)


def session(*before: Exchange) -> Session:
    return Session(conversation_id="c", course_id="c", course_name="Graphs", before=before)


@pytest.mark.parametrize(
    "text",
    [
        "why?",
        "Yes, B1",
        "and with weights?",
        "but why is that",
        "what about bellman-ford?",
        "does bellman-ford handle them?",
        "ok and the second one?",
        "can you give an example of it",
        "so is it always wrong?",
        "how do I fix that?",
        "really?",
        "hm, and without?",
    ],
)
def test_a_message_that_leans_on_the_one_before(text: str) -> None:
    assert leans_back(text)
    assert in_context(text, session(BEFORE)).joined


@pytest.mark.parametrize(
    "text",
    [
        "what is a minimum spanning tree?",
        "why does kruskal sort the edges by weight?",
        "when is the first assignment due?",
        "what is the difference between a stack and a queue",
        "is it true that every DAG has a topological order?",
        "why is dfs optimal",
        "How does iterative deepening use less memory than breadth-first search?",
    ],
)
def test_a_message_that_names_its_own_topic(text: str) -> None:
    assert in_context(text, session(BEFORE)).query == text


def test_the_summary_holds_the_topic_and_not_the_messages_own_words() -> None:
    found = in_context("and with negative weights?", session(BEFORE))

    assert found.about == "Negative edges"
    assert "dijkstra" in found.query
    assert found.query.startswith("and with negative weights? (")
    assert found.query.lower().count("negative") == 1


def test_thanks_in_between_do_not_lose_the_topic() -> None:
    thanks = Exchange(question="thanks")

    assert "dijkstra" in in_context("why?", session(BEFORE, thanks)).query


def test_the_first_message_of_a_conversation_leans_on_nothing() -> None:
    assert in_context("why?", session()).query == "why?"


def test_a_word_that_the_course_does_not_have_is_no_topic_of_its_own() -> None:
    text = "what about these weighty thingamajigs and doodahs and gizmos?"

    assert leans_back(text, lambda word: word == "weighty")
    assert not leans_back(text)


def test_a_question_about_something_else_altogether_is_not_joined() -> None:
    assert not leans_back("who won the world cup?", lambda word: False)


def quote(text: str) -> Quote:
    return Quote(
        passage_id="p",
        document_id="d",
        document_name="a.pdf",
        kind="slides",
        page=1,
        headings=(),
        paragraph=text,
        crops=(),
        marked=(MarkedSentence(text=text, boxes=()),),
    )


def test_a_search_keeps_to_the_messages_rarest_word_that_the_course_has() -> None:
    rarity = {"bellman": 5.0, "edg": 1.0}
    about_it, away = quote("Bellman and Ford relax edges."), quote("Edges may be negative.")

    assert not keeps("and bellman?", [away], lambda word: rarity.get(word, 0.0))
    assert keeps("and bellman?", [about_it], lambda word: rarity.get(word, 0.0))
    assert keeps("why?", [away], lambda word: rarity.get(word, 0.0))


def test_a_name_without_letters_enough_is_a_topic_of_its_own() -> None:
    assert not leans_back("A*")
    assert not leans_back("what is A*?")
    assert leans_back("?")


def test_what_a_conversation_is_about_is_never_called_exercises() -> None:
    after_exercises = Exchange(
        question="is the Manhattan distance admissible?",
        topics=("Exercises", "2.1 Heuristics"),
        quoted=("Is the Manhattan distance still admissible?",),
    )

    assert in_context("and why?", session(after_exercises)).about == "Heuristics"


def test_a_sheet_that_was_spoken_of_is_searched_alone_as_well() -> None:
    hint = Exchange(
        question="assignment 2 item 1 solution pls",
        topics=("3.2 Dijkstra's algorithm",),
        quoted=("The table shows Dijkstra's algorithm.",),
    )

    assert in_context("when is it due", session(hint)).narrow == "when is it due (assignment 2)"


@pytest.mark.parametrize(
    "text", ["give me an example", "an example please", "can you show me another example?"]
)
def test_an_example_of_what_was_spoken_of(text: str) -> None:
    assert asks_for_example(text)
    assert not asks_for_example("give me an example of a heuristic")


def test_of_a_long_message_its_question_is_searched() -> None:
    story = "So you take a node out of the frontier and then you look at it. " * 20
    asked = heart(story + "Why is no node with a larger f expanded?")

    assert asked == "Why is no node with a larger f expanded?"
    assert heart("Why? " + "word " * 20) == "Why? " + "word " * 20


@pytest.mark.parametrize(
    "text", ["explain like i'm 5", "can you explain it in simple words?", "simpler please", "eli5"]
)
def test_the_same_is_wanted_more_simply(text: str) -> None:
    assert asks_in_other_words(text)


def test_who_says_what_to_explain_simply_names_a_topic() -> None:
    assert not asks_in_other_words("explain recursion in simple words")


def test_something_else_is_wanted_than_what_was_spoken_of() -> None:
    assert asks_for_something_else("what do I use instead?")
    assert not asks_for_something_else("how fast is that?")


def test_a_sheet_named_long_before_is_not_what_is_spoken_of() -> None:
    sheet = Exchange(question="when is assignment 2 due?")
    later = (BEFORE, replace(BEFORE), replace(BEFORE))

    assert "assignment 2" in in_context("and why?", session(sheet, BEFORE)).narrow
    assert "assignment 2" not in in_context("and why?", session(sheet, *later)).narrow


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("hey can you help me with A*", "A*"),
        ("i have a question about kruskal", "kruskal"),
        ("can you help me?", "can you help me?"),
        ("why does it help me with A*?", "why does it help me with A*?"),
    ],
)
def test_what_leads_up_to_a_topic_is_not_searched(text: str, topic: str) -> None:
    assert heart(text) == topic


@pytest.mark.parametrize("text", ["why that many?", "by how much?", "how often", "how long"])
def test_a_question_about_an_amount_is_about_what_was_said_before(text: str) -> None:
    assert leans_back(text)


@pytest.mark.parametrize(
    "text",
    [
        "i don't understand",
        "sorry i still dont get it at all",
        "idk",
        "I'm confused",
        "no clue",
        "i do not follow",
    ],
)
def test_who_does_not_understand_asks_for_other_words(text: str) -> None:
    assert asks_in_other_words(text)


@pytest.mark.parametrize("text", ["i don't understand dijkstra", "i don't know what a cut is"])
def test_who_names_what_is_not_understood_asks_about_that(text: str) -> None:
    assert not asks_in_other_words(text)
