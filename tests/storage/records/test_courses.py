"""Courses and the versions of their documents."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tutor_app.domain.errors import NotFound
from tutor_app.storage.records import ConversationRecords, CourseRecords
from tutor_app.storage.records.row_values import DocumentRow


@pytest.fixture
def course_id(courses: CourseRecords) -> str:
    return courses.create("Algorithms").id


def upload(courses: CourseRecords, course_id: str, name: str, content: str) -> DocumentRow:
    return courses.add_document(course_id, name, "textbook", content, 10)[0]


def states(courses: CourseRecords, course_id: str) -> list[tuple[str, int, str]]:
    rows = courses.documents(course_id, all_versions=True)
    return [(row.sha256, row.version, row.status) for row in rows]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Data Structures & Algorithms", "data-structures-algorithms"),
        ("Théorie des graphes", "theorie-des-graphes"),
        ("算法", "course"),
    ],
)
def test_the_id_of_a_course_is_a_slug_of_its_name(
    courses: CourseRecords, name: str, slug: str
) -> None:
    assert courses.create(name).id == slug


def test_two_courses_of_one_name_have_two_ids(courses: CourseRecords) -> None:
    assert [courses.create("Graphs").id for _ in range(2)] == ["graphs", "graphs-2"]


def test_renaming_keeps_the_id_and_the_contact(courses: CourseRecords) -> None:
    course = courses.create("Graphs", contact="ta@example.org")

    renamed = courses.rename(course.id, "Graph theory")

    assert (renamed.id, renamed.name, renamed.contact) == (
        "graphs",
        "Graph theory",
        "ta@example.org",
    )


def test_times_are_utc_and_say_so(courses: CourseRecords) -> None:
    made = courses.create("Graphs").created_at

    read = courses.get("graphs").created_at
    assert read == made
    assert str(read.tzinfo) == "UTC"


def test_deleting_a_course_deletes_its_documents_and_conversations(
    courses: CourseRecords, records: ConversationRecords, course_id: str
) -> None:
    document = upload(courses, course_id, "a.pdf", "a")
    learner = records.learner("token")
    conversation = records.create(learner, course_id)
    turn = records.add_turn(conversation.id, "Why?")

    courses.delete(course_id)

    for lookup in (
        lambda: courses.get(course_id),
        lambda: courses.document(document.id),
        lambda: records.get(conversation.id, learner),
        lambda: records.turn(turn.id),
    ):
        with pytest.raises(NotFound):
            lookup()


def test_the_same_bytes_twice_change_nothing(courses: CourseRecords, course_id: str) -> None:
    first, _ = courses.add_document(course_id, "a.pdf", "textbook", "a", 10)

    assert courses.add_document(course_id, "a.pdf", "textbook", "a", 10) == (first, "unchanged")
    assert courses.add_document(course_id, "copy.pdf", "textbook", "a", 10) == (first, "unchanged")


def test_a_solution_that_comes_again_by_another_name_stays_a_solution(
    courses: CourseRecords, course_id: str
) -> None:
    first, _ = courses.add_document(course_id, "key.pdf", "solution", "a", 10)

    again = courses.add_document(course_id, "notes.pdf", "textbook", "a", 10)

    assert again == (first, "unchanged")
    assert courses.documents(course_id) == [first]


def test_the_same_bytes_as_another_kind_are_a_new_version(
    courses: CourseRecords, course_id: str
) -> None:
    courses.add_document(course_id, "a.pdf", "assignment", "a", 10)

    row, outcome = courses.add_document(course_id, "a.pdf", "solution", "a", 10)

    assert (row.version, row.kind, outcome) == (2, "solution", "replaced")


def test_a_new_version_comes_into_force_when_it_is_indexed_not_before(
    courses: CourseRecords, course_id: str
) -> None:
    old = upload(courses, course_id, "a.pdf", "old")
    courses.mark_indexed(course_id, {old.id: (3, 12)})

    new, outcome = courses.add_document(course_id, "a.pdf", "textbook", "new", 10)
    assert outcome == "replaced"
    assert states(courses, course_id) == [("old", 1, "indexed"), ("new", 2, "waiting")]
    assert courses.newer_version(old.id) is None

    courses.mark_indexed(course_id, {new.id: (4, 15)})
    assert states(courses, course_id) == [("old", 1, "replaced"), ("new", 2, "indexed")]
    assert [row.id for row in courses.documents(course_id)] == [new.id]


def test_an_old_citation_opens_and_finds_the_version_in_force(
    courses: CourseRecords, course_id: str
) -> None:
    old = upload(courses, course_id, "a.pdf", "old")
    courses.mark_indexed(course_id, {old.id: (3, 12)})
    new = upload(courses, course_id, "a.pdf", "new")
    courses.mark_indexed(course_id, {new.id: (4, 15)})

    newer = courses.newer_version(old.id)

    assert courses.document(old.id).sha256 == "old"
    assert newer is not None
    assert (newer.id, newer.pages, newer.chunks) == (new.id, 4, 15)


def test_a_version_that_never_came_into_force_gives_way_to_the_next_upload(
    courses: CourseRecords, course_id: str
) -> None:
    for content in ("one", "two", "three"):
        upload(courses, course_id, "a.pdf", content)

    assert states(courses, course_id) == [
        ("one", 1, "replaced"),
        ("two", 2, "replaced"),
        ("three", 3, "waiting"),
    ]


def test_going_back_to_the_bytes_in_force_drops_the_version_that_waits(
    courses: CourseRecords, course_id: str
) -> None:
    old = upload(courses, course_id, "a.pdf", "old")
    courses.mark_indexed(course_id, {old.id: (3, 12)})
    upload(courses, course_id, "a.pdf", "new")

    _, outcome = courses.add_document(course_id, "a.pdf", "textbook", "old", 10)

    assert outcome == "unchanged"
    assert states(courses, course_id) == [("old", 1, "indexed"), ("new", 2, "replaced")]


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_a_file_that_failed_waits_again_when_it_is_uploaded_again(
    courses: CourseRecords, course_id: str, status: str
) -> None:
    document = upload(courses, course_id, "a.pdf", "a")
    courses.set_status(document.id, status, "cannot be read")  # type: ignore[arg-type]

    row, outcome = courses.add_document(course_id, "a.pdf", "textbook", "a", 10)

    assert (row.id, row.status, row.detail, outcome) == (document.id, "waiting", "", "added")


def test_a_document_removed_while_it_is_indexed_stays_removed(
    courses: CourseRecords, course_id: str
) -> None:
    document = upload(courses, course_id, "a.pdf", "a")
    courses.remove_document(document.id)

    courses.set_status(document.id, "indexing")
    courses.mark_indexed(course_id, {document.id: (3, 12)})

    assert courses.document(document.id).status == "removed"
    assert courses.documents(course_id) == []


def test_removed_bytes_can_be_uploaded_again(courses: CourseRecords, course_id: str) -> None:
    courses.remove_document(upload(courses, course_id, "a.pdf", "a").id)

    row, outcome = courses.add_document(course_id, "a.pdf", "textbook", "a", 10)

    assert (row.version, row.status, outcome) == (2, "waiting", "added")


def test_uploads_at_once_make_one_row_for_the_same_bytes_and_one_version_each_for_others(
    courses: CourseRecords, course_id: str
) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: upload(courses, course_id, "same.pdf", "same"), range(8)))
        list(pool.map(lambda n: upload(courses, course_id, "other.pdf", f"{n}"), range(8)))

    rows = courses.documents(course_id, all_versions=True)
    assert [r.version for r in rows if r.name == "same.pdf"] == [1]
    assert [r.version for r in rows if r.name == "other.pdf"] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_courses_with_unfinished_files_are_those_to_index(
    courses: CourseRecords, course_id: str
) -> None:
    cut_short = upload(courses, course_id, "a.pdf", "a")
    courses.set_status(cut_short.id, "indexing")
    upload(courses, courses.create("Graphs").id, "b.pdf", "b")
    done = upload(courses, courses.create("Logic").id, "c.pdf", "c")
    courses.mark_indexed("logic", {done.id: (1, 1)})

    assert sorted(courses.courses_to_index()) == ["algorithms", "graphs"]
