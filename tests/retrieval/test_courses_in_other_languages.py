"""A course is searched in its own language, and so are the sentences it is quoted by."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.doubles.material import markdown_page
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Quote
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.text_language import language_of_question, search_words, tell_language

GERMAN = (
    "Ein Gleitobjekt ist eine Abbildung, die das Programm an eine andere Stelle verschiebt. "
    "Es behält seine Nummer, und zeigen lässt es sich auch am 3. Mai noch."
)
CHINESE = "广度优先搜索逐层访问图中的顶点。等待访问的顶点保存在队列中。"
TEXTS = {
    "en": "A queue makes the search go level by level, and the vertices are kept in it.",
    "de": GERMAN,
    "fr": "Le parcours en largeur explore les sommets par niveau et les conserve dans une file.",
    "es": "La búsqueda en anchura recorre los vértices por niveles y los guarda en una cola.",
    "pt": "A busca em largura percorre os vértices por níveis e não os guarda numa pilha.",
    "it": "La ricerca visita i vertici della frontiera e li tiene in una coda che non è vuota.",
    "zh": CHINESE,
    "ja": "幅優先探索は頂点を層ごとに訪問します。",
    "ko": "너비 우선 탐색은 정점을 층별로 방문한다.",
}


@pytest.mark.parametrize(("language", "text"), TEXTS.items())
def test_the_language_of_a_text_is_told(language: str, text: str) -> None:
    assert tell_language(text) == language


@pytest.mark.parametrize("text", ["x = 1", "", "BFS DFS A*", "no"])
def test_what_cannot_be_told_is_english(text: str) -> None:
    assert tell_language(text) == "en"


def test_a_question_is_read_in_a_language_of_the_course() -> None:
    assert language_of_question("Was ist das?", ["en", "de"]) == "de"
    assert language_of_question("Was ist das?", ["en"]) == "en"
    assert language_of_question("gleitobjekt", ["de", "en"]) == "en"
    assert language_of_question("Gleitobjekt", ["de"]) == "de"
    assert language_of_question("什么是队列？", ["en", "zh"]) == "zh"


@pytest.mark.parametrize(
    ("language", "one", "other", "small"),
    [
        ("de", "Gleitobjekte", "Gleitobjekt", "ist"),
        ("fr", "sommets", "sommet", "dans"),
        ("es", "vértices", "vertice", "los"),
        ("pt", "guardados", "guardadas", "não"),
        ("it", "vertici", "vertice", "della"),
    ],
)
def test_forms_of_a_word_are_one_and_small_words_are_none(
    language: str, one: str, other: str, small: str
) -> None:
    assert search_words(one, language) == search_words(other, language) != []
    assert search_words(small, language) == []


def test_chinese_is_searched_by_pairs_of_characters_beside_names() -> None:
    assert search_words("队列 BFS", "zh") == ["队列", "bfs"]
    assert search_words("优先搜索", "zh") == ["优先", "先搜", "搜索"]


@pytest.fixture
def desk(settings: Settings) -> CourseDesk:
    return CourseDesk(settings)


def sentences(desk: CourseDesk) -> list[str]:
    return [s.text for chunk in desk.loaded().chunks for s in chunk.sentences]


def test_a_file_keeps_its_language_and_ordinals_end_no_sentence(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(markdown_page(tmp_path / "a.md", GERMAN))
    desk.index()

    index = desk.loaded()
    assert index.languages == ("de",)
    assert sentences(desk) == [GERMAN[:86], GERMAN[87:]]


def test_chinese_sentences_end_at_their_full_stops_and_each_has_its_place(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(markdown_page(tmp_path / "a.md", CHINESE))
    desk.index()

    assert sentences(desk) == [f"{part}。" for part in CHINESE.split("。")[:-1]]
    first, second = desk.loaded().chunks[0].sentences
    assert first.boxes[0].x1 == pytest.approx(second.boxes[0].x0, abs=0.2)


@pytest.mark.parametrize(
    ("text", "question", "said"),
    [
        (GERMAN, "Was sind Gleitobjekte?", "Ein Gleitobjekt ist"),
        (CHINESE, "等待访问的顶点保存在哪里？", "队列"),
    ],
)
def test_a_question_is_answered_in_the_language_of_the_course(
    desk: CourseDesk, tmp_path: Path, text: str, question: str, said: str
) -> None:
    desk.add(markdown_page(tmp_path / "a.md", text))
    desk.index()

    quotes = [event for event in desk.ask(question) if isinstance(event, Quote)]

    assert quotes and said in quotes[0].marked[0].text


def test_no_word_of_another_language_is_taken_for_a_slip(desk: CourseDesk, tmp_path: Path) -> None:
    """ "zeigen" became "zeilen", which stood in the course."""
    body = "\n\n".join(f"Die Zeilen sind in der Tabelle {n} nicht leer." for n in range(4))
    desk.add(markdown_page(tmp_path / "a.md", body))
    desk.index()
    index = desk.loaded()

    query = read_query("Was soll die Tabelle zeigen?", desk.embedder, index)

    assert query.also == ()
    assert "zeig" in query.words and not any(word.startswith("zeil") for word in query.words)


def test_english_courses_are_searched_as_before() -> None:
    index = small_index("A queue keeps the vertices that wait.")
    query = read_query("Which vertices wait?", BagOfWords(), index)
    assert query.language == "en"
    assert index.languages == ("en",)
