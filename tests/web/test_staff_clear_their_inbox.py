"""The inbox on its page: what is listed, by reason and topic, and how it is cleared."""

from __future__ import annotations

import csv
import io

import pytest
from streamlit.testing.v1 import AppTest

from tests.sentences import says
from tests.web.app_test import app_of
from tests.web.given import quote
from tutor_app.answering.course_map.map_file import write_map
from tutor_app.answering.course_map.map_values import CourseMap, CourseSentence, Term
from tutor_app.domain.values import TurnRecord
from tutor_app.retrieval.index_files import CURRENT, index_dir
from tutor_app.storage.records import InboxRow, StaffCode, open_database
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.components.visitor import Visitor
from tutor_app.web.staff import inbox_topics
from tutor_app.web.staff.inbox_choice import OTHER_TOPIC
from tutor_app.web.staff.inbox_file import inbox_csv
from tutor_app.web.staff.inbox_page import GONE

COURSE = "proofs"


def script(services, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.staff.inbox_page import draw_inbox_page  # noqa: PLC0415

    draw_inbox_page(services, visitor)


@pytest.fixture
def course(services: PageServices) -> str:
    services.courses.create("Proofs")
    code = StaffCode(open_database(services.settings)).renew()
    services.staff_auth.sign_in(code, visit="v", address="a")
    return COURSE


def ask(services: PageServices, question: str, *, declined: bool = True) -> str:
    learner = services.conversations.learner("0" * 32)
    conversation = services.conversations.create(learner, COURSE)
    turn = services.conversations.add_turn(conversation.id, question)
    services.conversations.begin(turn.id)
    record = TurnRecord(intent="direct", found=None, declined=declined)
    services.conversations.finish(turn.id, "done", (quote(),), record)
    return turn.id


def open_page(services: PageServices, visit: str = "v", **address: str) -> AppTest:
    visitor = Visitor(learner_id=None, visit=visit, address="a")
    page = app_of(script, services=services, visitor=visitor)
    for key, value in address.items():
        page.query_params[key] = value
    return page.run()


def listed(page: AppTest) -> list[str]:
    assert not page.exception
    return [one.label for one in page.button if str(one.key).startswith("open-")]


def captions(page: AppTest) -> str:
    return " ".join(one.value for one in page.caption)


def press(page: AppTest, key: str) -> AppTest:
    return page.button(key=key).click().run()


def the_map(*terms: str) -> CourseMap:
    sentence = CourseSentence(chunk_id="c", text="…")
    return CourseMap(
        terms=tuple(
            Term(key=term, name=term, article="a", candidates=(sentence,), uses=1) for term in terms
        )
    )


def keep_map(services: PageServices, course_map: CourseMap) -> None:
    """Put an index version in force that has this map."""
    indexes = index_dir(services.settings.course_dir(COURSE))
    (indexes / "v1").mkdir(parents=True)
    write_map(indexes / "v1", course_map)
    (indexes / CURRENT).write_text("v1")


@pytest.mark.usefixtures("course")
def test_only_staff_read_it(services: PageServices) -> None:
    ask(services, "Who found it?")
    page = open_page(services, visit="somebody")
    assert listed(page) == []
    assert page.text_input


@pytest.mark.usefixtures("course")
def test_chosen_messages_are_dealt_with_and_can_be_put_back(services: PageServices) -> None:
    first, second = ask(services, "Who found it?"), ask(services, "Where is it taught?")
    ask(services, "What is a proof?", declined=False)
    page = open_page(services)
    assert listed(page) == ["Where is it taught?", "Who found it?"]
    assert page.button(key="outcome-told").disabled

    page.checkbox(key=f"pick-{first}").check().run()
    press(page, "outcome-told")
    assert listed(page) == ["Where is it taught?"]
    assert not page.checkbox(key=f"pick-{second}").value

    next(one for one in page.checkbox if str(one.key).startswith("inbox-all")).check().run()
    press(page, "outcome-material")
    assert listed(page) == []
    assert says(captions(page), "page_inbox.nothing_to_do")

    page.button_group[0].set_value("done").run()
    assert listed(page) == ["Where is it taught?", "Who found it?"]
    page.checkbox(key=f"pick-{first}").check().run()
    press(page, "put-back")
    assert listed(page) == ["Where is it taught?"]
    assert [row.outcome for row in services.inbox.list_rows(COURSE)] == ["material", None]


@pytest.mark.usefixtures("course")
def test_a_message_opens_at_its_place_and_the_next_follows(services: PageServices) -> None:
    first, second = ask(services, "Who found it?"), ask(services, "Where is it taught?")
    page = press(open_page(services), f"open-{second}")
    assert page.query_params["turn"] == second
    assert says(captions(page), "page_inbox.place", number=1, total=2)

    press(page, "outcome-nothing")
    assert page.query_params["turn"] == first
    press(page, "outcome-fault")
    assert "turn" not in page.query_params
    assert listed(page) == []
    assert open_page(services, turn="gone").info[0].value == GONE()


@pytest.mark.usefixtures("course")
def test_it_is_filtered_by_reason_and_by_topic_with_counts(services: PageServices) -> None:
    ask(services, "Who found induction?")
    ask(services, "Is induction older?")
    disliked = ask(services, "What is a graph?", declined=False)
    services.feedback.give(disliked, services.conversations.learner("0" * 32), good=False)
    keep_map(services, the_map("induction", "tree"))

    page = open_page(services)
    assert [one.rpartition(" ")[2] for one in page.selectbox(key="inbox-kind").options] == [
        "(3)",
        "(2)",
        "(1)",
    ]
    assert page.selectbox(key="inbox-topic").options[1:] == [
        "induction (2)",
        f"{OTHER_TOPIC()} (1)",
    ]
    page.selectbox(key="inbox-topic").select("induction").run()
    assert len(listed(page)) == 2
    page.selectbox(key="inbox-kind").select("disliked").run()
    assert listed(page) == ["What is a graph?"]  # no such topic is left among these


def test_a_topic_is_named_in_the_message_or_stands_in_the_passage() -> None:
    here = CourseSentence(chunk_id="c1", text="A heuristic is a guess.")
    course_map = CourseMap(
        terms=(
            Term(
                key="heuristic",
                name="heuristic",
                article="a",
                candidates=(here,),
                uses=9,
                explained=("c1", "c2"),
            ),
            Term(key="tree", name="tree", article="a", candidates=(here,), uses=2),
        )
    )
    topic = inbox_topics._topic
    assert topic("Is a tree deep?", "c1", "named", course_map) == "tree"
    assert topic("are they all so?", "c2", "found", course_map) == "heuristic"
    assert topic("are they all so?", "c3", "neither", course_map) == inbox_topics.NO_TOPIC


@pytest.mark.usefixtures("course")
def test_the_file_has_no_names_and_no_formulas(services: PageServices) -> None:
    ask(services, '=HYPERLINK("http://x")')
    rows: tuple[InboxRow, ...] = services.inbox.list_rows(COURSE)
    text = inbox_csv(rows, {rows[0].turn_id: "trees"}).decode("utf-8-sig")
    (line,) = csv.DictReader(io.StringIO(text))

    assert "trees" in line.values()
    assert '\'=HYPERLINK("http://x")' in line.values()
    assert rows[0].student not in text
