"""The chat page: asks, follows the answers that workers write, and draws them."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app import asking
from tutor_app.errors import NotFound
from tutor_app.ui.announcer import announce
from tutor_app.ui.asking_mode import draw_mode, prompt, take_mode
from tutor_app.ui.conversation_dialogs import draw_delete_dialog, draw_rename_dialog
from tutor_app.ui.course_starters import course_starters
from tutor_app.ui.device_dialog import draw_device_dialog
from tutor_app.ui.dialogs import (
    Deleting,
    DeviceAdded,
    PageOpened,
    Renaming,
    dialog_waits,
    drawn_dialog,
)
from tutor_app.ui.feedback import Feedback
from tutor_app.ui.math_text import escape_markdown
from tutor_app.ui.page_dialog import draw_page_dialog
from tutor_app.ui.parts import Parts, get_parts
from tutor_app.ui.place import Address, Place, find_place
from tutor_app.ui.practice_card import Practice
from tutor_app.ui.sending import NotSent, send
from tutor_app.ui.sidebar import draw_chat_sidebar, go_to_conversation
from tutor_app.ui.tour import draw_tour, draw_tour_door, tour_is_on, tour_stops
from tutor_app.ui.trouble import Trouble, attempt, recovering, trouble_words
from tutor_app.ui.turn_drawing import TurnActions, draw_turn
from tutor_app.ui.turn_reading import Shown, announcement, read_turn
from tutor_app.ui.visitor import Visitor, get_visitor
from tutor_app.values import FINISHED, Intent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.records import CourseRow, TurnRow

POLL_SECONDS = 0.25
WAITING_POLL_SECONDS = 1.0
ANNOUNCER_SECONDS = 1.0
SETTLING_TICKS = 2
_JUST_ENDED = "an answer has just ended"
NO_COOKIES = (
    "Elenchus keeps your conversations by a cookie, and this browser sends none. "
    "Allow cookies for this page and reload it."
)


def chat() -> None:
    """The page as the navigation runs it."""
    with recovering():
        parts = get_parts()
        draw_chat_page(parts, get_visitor(parts.conversations))


def draw_chat_page(parts: Parts, visitor: Visitor) -> None:
    """Draw what the address names for this visitor.

    Raises:
        TutorError: a part that the page cannot do without is down.
    """
    learner_id = visitor.learner_id
    if learner_id is None:
        st.info(NO_COOKIES)
        return
    address = Address(
        conversation=st.query_params.get("c", ""), course=st.query_params.get("course", "")
    )
    place = find_place(address, learner_id, parts.courses, parts.conversations)
    mine = parts.conversations.list(learner_id, place.course.id) if place.course else []
    draw_chat_sidebar(place, mine, parts)
    if place.course is None:
        _draw_no_course()
        return
    turns = parts.conversations.turns(place.conversation.id) if place.conversation else []
    _draw_announcer(turns, parts)
    if place.lost:
        st.info("This conversation is not here: it was deleted, or belongs to another browser.")
    if turns:
        with st.container(key="turns"):
            _draw_turns(turns, parts, _actions(turns, place, learner_id, parts))
    else:
        _draw_welcome(place, place.course, learner_id, parts)
    with st.bottom:
        _draw_unsent(place, learner_id, parts)
        if tour_is_on():
            _draw_tour(place.course, [turn.question for turn in turns], place, learner_id, parts)
        _draw_input(place, learner_id, parts)
    _draw_open_dialog(parts, learner_id)


def _draw_no_course() -> None:
    with st.container(key="welcome"):
        st.title("No course here yet", anchor=False)
        st.markdown(
            "Elenchus answers from a course’s own pages. If you teach it, open **Materials**, "
            "make the course and drop its PDFs in: the first answers are ready a minute later."
        )
        for page in st.session_state.get("pages", ()):
            if page.title == "Materials":
                st.page_link(page, label="Open Materials")


def _draw_welcome(place: Place, course: CourseRow, learner_id: str, parts: Parts) -> None:
    starters = course_starters(course.id, parts.settings)
    with st.container(key="welcome"):
        st.title("What would you like to understand?", anchor=False)
        if starters is None:
            st.markdown(
                f"The material of **{escape_markdown(course.name)}** is not indexed yet, so there "
                "is nothing to quote. If you teach this course, add its PDFs under **Materials**."
            )
            return
        st.markdown(
            f"Ask about **{escape_markdown(course.name)}**. You get the course’s own sentences, "
            "marked on the page they stand on."
        )
        with st.container(key="starters", gap="xsmall"):
            for number, question in enumerate(starters):
                st.button(
                    escape_markdown(question),
                    key=f"starter-{number}",
                    icon=":material/north_east:",
                    icon_position="right",
                    width="stretch",
                    on_click=_send,
                    args=(question, place, learner_id, parts),
                )
        if not tour_is_on():
            draw_tour_door()


def _draw_tour(
    course: CourseRow, asked: Sequence[str], place: Place, learner_id: str, parts: Parts
) -> None:
    stops = tour_stops(course.name, course_starters(course.id, parts.settings) or ())
    draw_tour(stops, asked, lambda text, wanted: _send(text, place, learner_id, parts, wanted))


def _draw_input(place: Place, learner_id: str, parts: Parts) -> None:
    assert place.course is not None
    st.chat_input(
        prompt(draw_mode(place), place.course.name),
        key="message",
        on_submit=_send_typed,
        args=(place, learner_id, parts),
    )


def _send_typed(place: Place, learner_id: str, parts: Parts) -> None:
    wanted = take_mode(place)
    _send(st.session_state["message"], place, learner_id, parts, wanted)


def _send(
    text: str, place: Place, learner_id: str, parts: Parts, wanted: Intent | None = None
) -> None:
    if not text.strip():
        return
    outcome = send(text, place, learner_id, parts, wanted)
    if isinstance(outcome, NotSent):
        st.session_state["unsent"] = outcome
        st.session_state["unsent-wanted"] = wanted
        st.session_state["unsent-text"] = outcome.text
        return
    st.session_state.pop("unsent", None)
    st.session_state["something-asked"] = True
    if outcome.warning:
        st.toast(outcome.warning, icon=":material/schedule:", duration="long")
    go_to_conversation(outcome.conversation_id)


def _draw_unsent(place: Place, learner_id: str, parts: Parts) -> None:
    """A message that was refused is given back, to shorten or to send again."""
    unsent: NotSent | None = st.session_state.get("unsent")
    if unsent is None:
        return
    with st.container(key="unsent", border=True):
        st.error(unsent.reason)
        st.text_area("Your message was not sent", key="unsent-text", height=180)
        with st.container(horizontal=True):
            st.button(
                "Send",
                key="send-again",
                type="primary",
                on_click=_send_again,
                args=(place, learner_id, parts),
            )
            st.button("Discard", key="discard", on_click=_discard)


def _send_again(place: Place, learner_id: str, parts: Parts) -> None:
    wanted = st.session_state.get("unsent-wanted")
    _send(st.session_state["unsent-text"], place, learner_id, parts, wanted)


def _discard() -> None:
    st.session_state.pop("unsent", None)


def _practice(learner_id: str, course_id: str, parts: Parts) -> Practice:
    recall = parts.recall
    return Practice(
        rows=recall.all(learner_id, course_id),
        answer=lambda item, right: attempt(
            lambda: recall.answer(learner_id, course_id, item, right=right)
        ),
        show=lambda item: attempt(lambda: recall.show(learner_id, course_id, item)),
    )


def _feedback(turns: Sequence[TurnRow], learner_id: str, parts: Parts) -> Feedback:
    return Feedback(
        given=parts.feedback.of([turn.id for turn in turns]),
        give=lambda turn_id, good, reason: attempt(
            lambda: parts.feedback.give(turn_id, learner_id, good=good, reason=reason)
        ),
    )


def _actions(turns: Sequence[TurnRow], place: Place, learner_id: str, parts: Parts) -> TurnActions:
    assert place.course is not None
    records, streams, queue = parts.conversations, parts.streams, parts.queue
    return TurnActions(
        stop=lambda turn_id: attempt(lambda: asking.stop(turn_id, records, streams, queue)),
        retry=lambda turn_id: attempt(lambda: asking.retry(turn_id, records, streams, queue)),
        practice=_practice(learner_id, place.course.id, parts),
        say=lambda text: _send(text, place, learner_id, parts),
        ask_as=lambda text, wanted: _send(text, place, learner_id, parts, wanted),
        feedback=_feedback(turns, learner_id, parts),
    )


def _draw_turns(turns: Sequence[TurnRow], parts: Parts, actions: TurnActions) -> None:
    earlier_open = False
    for turn in turns:
        if turn.status in FINISHED:
            newest = turn is turns[-1]
            # What could be said next was offered once; the conversation has gone on since.
            with_say = actions if newest else replace(actions, say=None, ask_as=None)
            draw_turn(turn, read_turn(turn.events, turn.status), with_say, waiting=False)
            continue
        _follow_turn(turn, parts, actions, behind=earlier_open)
        earlier_open = True


def _follow_turn(turn: TurnRow, parts: Parts, actions: TurnActions, *, behind: bool) -> None:
    """Draw the turn again and again until it is finished; then let the whole page run once."""

    @st.fragment(run_every=WAITING_POLL_SECONDS if behind else POLL_SECONDS)
    def follow() -> None:
        try:
            shown = _read_live(turn, parts)
        except NotFound:  # deleted in another window
            st.rerun()
        except Trouble as exc:
            draw_turn(
                turn, Shown(status=turn.status, status_line="Trying again…"), actions, waiting=False
            )
            st.warning(trouble_words(exc))
            return
        if shown.finished:
            # Not drawn here: a button that is pressed in a fragment which the page then leaves
            # behind would act, and the page would never show it.
            st.session_state[_JUST_ENDED] = True
            st.rerun()
        draw_turn(turn, shown, actions, waiting=behind and shown.status == "queued")

    follow()


def _read_live(turn: TurnRow, parts: Parts) -> Shown:
    """Raises LiveStateLost where what was said so far cannot be read at the moment."""
    state = asking.follow(turn.id, parts.conversations, parts.streams)
    if state.status == "running" and not state.events:
        parts.streams.has_events(turn.id)
    restarted = state.status == "running" and parts.conversations.turn(turn.id).tries > 1
    return read_turn(state.events, state.status, restarted=restarted)


def _draw_announcer(turns: Sequence[TurnRow], parts: Parts) -> None:
    """The live region stands at one place of the page, whatever is drawn below it.

    It looks on for a moment after an answer has ended: a source that was pressed just then, on what
    was drawn while the answer ran, is open and not yet drawn.
    """
    open_turns = [turn for turn in turns if turn.status not in FINISHED]
    settling = st.session_state.pop(_JUST_ENDED, False)
    drawings = count()

    @st.fragment(run_every=ANNOUNCER_SECONDS if open_turns or settling else None)
    def announcer() -> None:
        again = next(drawings)
        if again and (dialog_waits() or (settling and again > SETTLING_TICKS)):
            st.rerun()
        try:
            words = _announcement(turns, open_turns, parts)
        except Trouble as exc:
            words = trouble_words(exc)
        announce(words, newest_turn=turns[-1].id if turns else "")

    announcer()


def _announcement(turns: Sequence[TurnRow], open_turns: Sequence[TurnRow], parts: Parts) -> str:
    if open_turns:
        return announcement(_read_live(open_turns[0], parts), waiting=False)
    if not turns or "something-asked" not in st.session_state:
        return ""  # nothing was asked since the page was opened
    return announcement(read_turn(turns[-1].events, turns[-1].status), waiting=False)


def _draw_open_dialog(parts: Parts, learner_id: str) -> None:
    match drawn_dialog():
        case DeviceAdded():
            draw_device_dialog(parts.devices)
        case PageOpened() as opened:
            draw_page_dialog(opened, parts.courses, parts.settings.files_dir)
        case Renaming() as renaming:
            draw_rename_dialog(renaming, parts.conversations, learner_id)
        case Deleting() as deleting:
            draw_delete_dialog(deleting, parts.conversations, parts.streams, learner_id)
