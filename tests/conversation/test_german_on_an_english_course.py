"""Who writes German to a course in English is understood and answered in German; quotes stay."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from evals.hint_ladder.recorded_learner import Learner, Replied
from tutor_app.conversation.other_languages import in_language_of_material
from tutor_app.domain.values import Message, Offers, ProblemRead, Quote, Sentence, Session
from tutor_app.retrieval.text_language import search_words
from tutor_app.understanding.message_in_translation import message_in_english, words_unread
from tutor_app.understanding.read_as_english import read_as_english
from tutor_app.understanding.students_language import language_spoken
from tutor_app.wording.catalogue import read_language, speaking
from tutor_app.wording.formal_german import said_formally

SESSION = Session(conversation_id="c", course_id="a", course_name="Search")


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def is_german(reply: Replied, key: str) -> bool:
    ways: Sequence[str] = read_language("de")[key].plain
    ways = (*ways, *map(said_formally, ways))
    return any(way.partition("{")[0].strip() in said(reply) for way in ways)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Könnten Sie mich bitte abfragen?", "de"),
        ("danke", "de"),
        ("Warum ist A* optimal?", "de"),
        ("why is A* optimal?", "en"),
        ("a graph", "en"),
        ("dijkstra", "en"),
        ("S A B", "en"),
    ],
)
def test_the_language_is_told_by_words_that_the_other_does_not_have(
    text: str, language: str
) -> None:
    assert language_spoken(text, SESSION) == language


def test_nodes_without_blanks_tell_no_language(learner: Learner) -> None:
    learner.say("bfs")
    learner.say("practise")
    reply = learner.say("ab")
    assert "Knoten" not in said(reply) and "Schritt" not in said(reply)


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("Ich würde gern Würfeln üben.", "Quiz me on dice."),
        ("b, und dann bitte eine leichtere", "b. Easier."),
        (
            "Danke. Das reicht für heute. Auf Wiedersehen!",
            "Thank you. Stop the quiz. Bye.",
        ),
        ("Warum kommt B vor C?", "why comes B before C?"),
        ("x = 4, weil 5x = 20", "x = 4, because 5x = 20."),
    ],
)
def test_a_message_is_read_part_by_part(german: str, english: str) -> None:
    assert message_in_english(german, "de") == english


def test_what_tells_something_of_nodes_or_values_is_no_wish() -> None:
    for text in ("S, dann A und B", "der Rest bleibt gleich", "die zweite Antwort"):
        assert not message_in_english(text, "de").startswith(("Quiz", "Another", "Stop"))


def test_a_danger_is_left_in_its_own_words() -> None:
    with speaking("de"):
        read, _ = read_as_english(Message(text="ich will nicht mehr leben"), SESSION)
    assert read.text == "ich will nicht mehr leben"


def test_words_without_english_are_known() -> None:
    assert words_unread("Erkläre mir das Gradientenverfahren", "de") == ("Gradientenverfahren",)


def test_practice_on_a_run_is_held_in_german(learner: Learner) -> None:
    begun = learner.say("Guten Tag, können Sie mir eine Aufgabe zur Breitensuche stellen?")
    problem = next(event for event in begun.events if isinstance(event, ProblemRead)).problem
    assert problem.algorithm == "bfs" and is_german(begun, "trace_replies.go_first")
    own = learner.say(
        "Dann ein eigener Graph: S-A, S-B, A-C, B-C, C-G. Ab S: S, A, B, C. Stimmt das?"
    )
    assert own.record.tracing is not None and own.record.tracing.problem.graph != problem.graph
    ended = learner.say("Gut, danke. Das reicht für heute. Auf Wiedersehen!")
    assert is_german(ended, "conversation_practice.till_soon")
    assert is_german(ended, "conversation_practice.run_stopped")
    again = learner.say("Moment, ich war noch nicht fertig")
    assert is_german(again, "conversation_practice.we_go_on") and again.record.tracing is not None


def test_a_round_is_held_in_german_and_quotes_english(learner: Learner) -> None:
    begun = learner.say("Stellen Sie mir bitte ein paar Fragen zu Heuristiken")
    practice = begun.record.practice_round
    assert practice is not None and practice.open_question is not None
    assert "heuristic" in practice.terms and is_german(begun, "conversation_practice.begin_on")
    offered = next(event for event in begun.events if isinstance(event, Offers))
    assert read_language("de")["conversation_practice.say_stop"].plain[0] in offered.messages
    letter = "abc"[practice.open_question.options.index(practice.open_question.accepted[0])]
    reply = learner.say(f"Ich denke {letter}. Wie viele habe ich richtig?")
    assert [one.outcome for one in reply.record.answered] == ["right"]
    assert is_german(reply, "conversation_practice.right")
    assert is_german(reply, "conversation_practice.so_far")
    asked = learner.say("Was ist eigentlich eine zulässige Heuristik?")
    quotes = [event for event in asked.events if isinstance(event, Quote)]
    assert quotes and "never overestimates" in quotes[0].paragraph


def test_a_language_without_sentences_is_told_so_and_nothing_is_made_up(learner: Learner) -> None:
    reply = learner.say("Bonjour, je voudrais faire un exercice sur le parcours en largeur")
    assert "langue" in said(reply)
    assert sum(isinstance(event, Sentence) for event in reply.events) == 1


def test_a_german_file_of_an_english_course_is_asked_about_in_german() -> None:
    words = set(search_words("Füllgrad Einträge Feld", "de"))

    def language(asked: str) -> str:
        with speaking("de"):
            return in_language_of_material(
                asked, SESSION, ("en", "de"), words.__contains__
            ).settings.language

    assert language("Was ist der Füllgrad?") == "de"
    assert language("Was ist ein Heap?") == "en"


def test_a_question_that_is_not_read_whole_is_not_quoted(learner: Learner) -> None:
    learner.say("Dijkstra, gerichtet, Start A: A->B 4, A->C 1, C->B 2. Zuerst A, also B 4 und C 1.")
    reply = learner.say("Dann C, B wird 3. Aber wie drösele ich das mit B ordentlich auseinander?")

    assert is_german(reply, "trace_spoken.nothing_found_beside")
    assert "drösele" not in said(reply)
