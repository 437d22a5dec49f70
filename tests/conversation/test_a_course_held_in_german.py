"""A course set to German is held in German: what is said, what buttons say, what they send."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.teaching import CourseSettings, TracingRecord
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    HintLevel,
    Message,
    Offers,
    ProblemRead,
    Sentence,
    Session,
)
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.understanding.message_features import read_shape
from tutor_app.understanding.message_in_translation import message_in_english
from tutor_app.understanding.problems_in_translation import as_english_problem
from tutor_app.understanding.read_as_english import read_as_english, stop_and_rest
from tutor_app.wording.buttons import as_label, as_read
from tutor_app.wording.catalogue import read_language, speaking, spoken_language
from tutor_app.wording.formal_german import said_formally, speaks_to_student

PROBLEM = "Run Dijkstra from A on the undirected graph A-B 4, A-C 2, C-B 1, B-D 5"


def events(
    asked: str,
    language: str = "de",
    *,
    duties: frozenset[str] = frozenset(),
    run: TracingRecord | None = None,
) -> list[Event]:
    index = small_index("Ein Heap hält den kleinsten Schlüssel oben.")
    services = Services(
        courses=lambda _: index, embedder=BagOfWords(), profile=PROFILES["default"], duties=duties
    )
    session = Session(
        conversation_id="c",
        course_id="a",
        course_name="Graphen",
        settings=CourseSettings(language=language),
        tracing=run,
    )
    return list(respond(Message(text=asked), session, services))


def said(all_events: Sequence[Event]) -> str:
    return "\n".join(event.text for event in all_events if isinstance(event, Sentence))


def german(key: str) -> Sequence[str]:
    return [text.partition("{")[0] for text in read_language("de")[key].plain]


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ("Hallo", "conversation_small_talk.greeting"),
        ("ich hänge fest", "conversation_affect.stuck"),
        ("ich will nicht mehr leben", "conversation_affect.crisis"),
        ("wer bist du", "conversation_small_talk.who"),
        ("(x+3)^2 = x^2 + 9", "calculations_replies.look_at_rule"),
        (PROBLEM, "trace_replies.go_first"),
    ],
)
def test_what_is_said_is_german(asked: str, key: str) -> None:
    told = said(events(asked))

    assert any(way and way in told for way in german(key)), told
    assert spoken_language() == "en"  # and whoever comes next is spoken to in their own language


@pytest.mark.parametrize(
    ("asked", "formal"),
    [
        ("Könnten Sie mir helfen? " + PROBLEM, True),
        ("Führen Sie aus: " + PROBLEM, False),  # a sheet says so to everybody
        ("kannst du mir helfen? " + PROBLEM, False),
    ],
)
def test_who_says_sie_is_answered_so(asked: str, formal: bool) -> None:
    told = said(events(asked))

    assert bool(re.search(r"\b(?:du|dein\w*)\b", told, re.I)) is not formal
    assert bool(re.search(r"\bSie\b", told)) is formal


def test_every_sentence_can_be_said_to_who_says_sie() -> None:
    for key, sentence in read_language("de").items():
        if speaks_to_student(key):
            for text in map(said_formally, (*sentence.plain, *sentence.singular)):
                own = re.sub("„[^“]*“", "", text)
                assert not re.search(r"\b(?:du|dich|dir|dein(?:e[mnrs]?)?)\b", own, re.I), text
                assert not re.search(r"\b(?:bist|hast|kannst|willst|siehst|nimmst)\b", own), text
    assert said_formally("Nenn den Weg, den du meinst, und sieh dir „Sag es“ an.") == (
        "Nennen Sie den Weg, den Sie meinen, und sehen Sie sich „Sag es“ an."
    )
    assert said_formally("Ich rechne nach; hilft es dir?") == "Ich rechne nach; hilft es Ihnen?"


def test_the_same_course_in_english_is_english() -> None:
    assert not any(
        way in said(events("Hello", "en")) for way in german("conversation_small_talk.bye")
    )


def test_buttons_say_german_and_are_read_as_what_they_stand_for() -> None:
    (offered,) = [event.messages for event in events(PROBLEM) if isinstance(event, Offers)]

    assert offered == ("Ich hänge fest",)
    with speaking("de"):
        assert as_read(offered[0]) == "I'm stuck"
        assert as_label("I'm stuck") == offered[0]
    assert as_read(offered[0]) == offered[0]  # in an English course it is only a text


def test_a_problem_is_kept_as_it_is_read_again() -> None:
    (read,) = [event.problem for event in events(PROBLEM) if isinstance(event, ProblemRead)]

    assert (read.algorithm, read.start) == ("dijkstra", "A")


def test_a_language_without_sentences_is_spoken_as_english() -> None:
    assert "Graphen" in said(events("Hello", "fr"))
    assert not [event for event in events("Hello", "fr") if isinstance(event, HintLevel)]


PROBLEM_IN_GERMAN = (
    "Startknoten A, Ziel D, ungerichtete Kanten A-B 4, A-C 2, C-B 1, B-D 5. Bitte Dijkstra."
)


def test_a_problem_told_in_german_is_run() -> None:
    (read,) = [e for e in events(PROBLEM_IN_GERMAN) if isinstance(e, ProblemRead)]
    assert (read.problem.algorithm, read.problem.start, read.problem.goal) == ("dijkstra", "A", "D")
    assert read.problem.graph is not None and not read.problem.graph.directed


@pytest.mark.parametrize("fence", ["```python\n{}\n```", "{}"])
def test_a_program_is_read_as_it_stands_whatever_its_names_mean(fence: str) -> None:
    program = "def f(start):\n    fertig = [start]\n    return fertig[0]\n\nprint(f('A'))"
    asked = Message(
        text="Ich habe es ausprobiert, der Start stimmt nicht.\n" + fence.format(program)
    )
    settings = CourseSettings(language="de")
    session = Session(conversation_id="c", course_id="a", course_name="G", settings=settings)

    with speaking("de"):
        read, _ = read_as_english(asked, session)

    assert read_shape(read.text).code == program


def test_a_letter_that_only_looks_like_one_of_a_known_word_ends_no_turn() -> None:
    assert as_english_problem("Kanten S-A 3, A-G 4, Start S, Zıel G, Dijkstra", "de", None)


@pytest.mark.parametrize(
    ("row", "read"),
    [
        ("Zuerst A, dann C, dann B", "first A, then C, then B"),
        ("Schritt 1: A expandiert, offen: B 4, C 2", "step 1: A expanded, open: B 4, C 2"),
        ("Meine Tabelle gefällt mir nicht", None),
        ("Was ist ein Heap?", None),
    ],
)
def test_beside_a_problem_rows_in_german_are_read_and_nothing_else(
    row: str, read: str | None
) -> None:
    known = read_problem(PROBLEM)
    assert known is not None
    assert as_english_problem(row, "de", known.problem) == read


@pytest.mark.parametrize(
    ("rows", "right"),
    [
        ("Schritt 1: A wird genommen, B = 4 (von A), C = 2 (von A)", True),
        ("A, D = 0: B 4/A, C 2/A, D ∞", True),
        ("Nach A hab ich B 4, C 2. Dann C erledigt: B 3, D unendlich.", True),
        ("A, D = 0: B 4/A, C 3/A, D ∞", False),
    ],
)
def test_rows_told_in_german_are_judged_as_in_english(rows: str, right: bool) -> None:
    known = read_problem(PROBLEM)
    assert known is not None
    run = TracingRecord(
        problem=known.problem, key=problem_key(known.problem), policy="predict", stated=frozenset()
    )
    told = events(rows, run=run)
    (done,) = [event for event in told if isinstance(event, AnswerDone)]

    assert done.record.tracing is not None
    assert ("noch nicht" not in said(told).casefold()) is right, said(told)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("stopp, ich will kein Quiz. Wann ist die Klausur?", "Wann ist die Klausur"),
        ("Stopp", ""),
        ("Ein Stapel", None),
    ],
)
def test_what_stands_behind_a_wish_to_stop_is_no_answer(text: str, rest: str | None) -> None:
    with speaking("de"):
        assert stop_and_rest(text) == rest


def test_words_beside_nodes_and_values_wish_for_no_quiz() -> None:
    with speaking("de"):
        told = message_in_english("Z gefunden => S A B Z kostet 13, fertig.", "de")
        assert message_in_english("fertig", "de") == "Stop the quiz."
    assert "quiz" not in told and "13" in told


def test_without_a_problem_a_sentence_stays_as_it_is() -> None:
    assert as_english_problem("Was ist der kürzeste Weg von A nach B?", "de", None) is None
    assert as_english_problem(PROBLEM_IN_GERMAN, "fr", None) is None
