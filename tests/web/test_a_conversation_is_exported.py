"""A conversation as a Markdown file."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.web.given import quote
from tutor_app.domain.values import Event, Sentence, TurnStatus
from tutor_app.storage.records import ConversationRow, TurnRow
from tutor_app.web.chat.export_conversation import conversation_markdown, file_name

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def conversation(title: str = "Why induction?") -> ConversationRow:
    return ConversationRow(id="c1", course_id="proofs", title=title, created_at=NOW)


def turn(question: str, *events: Event, status: TurnStatus = "done") -> TurnRow:
    return TurnRow(
        id="t1",
        conversation_id="c1",
        position=1,
        question=question,
        status=status,
        tries=1,
        events=events,
        record=None,
        created_at=NOW,
        finished_at=NOW,
    )


def test_the_question_stands_verbatim_in_a_fence_of_its_own() -> None:
    asked = "  why?\n```\ncode\n```"
    text = conversation_markdown(conversation(), "Proofs", [turn(asked)])
    assert f"````text\n{asked}\n````" in text


def test_quotes_name_their_place() -> None:
    text = conversation_markdown(conversation(), "Proofs", [turn("why?", quote(page=3))])
    assert "> Induction needs a base case.\n>\n> — proofs_1.pdf · p. 3 · Induction" in text


def test_the_tutors_question_and_the_ending_are_there() -> None:
    question = Sentence(text="What is the base case?", role="question")
    text = conversation_markdown(
        conversation(), "Proofs", [turn("why?", question, status="stopped")]
    )
    assert "**Question.** What is the base case?" in text
    assert "_Stopped._" in text


def test_the_file_is_named_after_the_conversation() -> None:
    assert file_name(conversation("Why A* / B?")) == "why-a-b.md"
    assert file_name(conversation("")) == "conversation.md"
