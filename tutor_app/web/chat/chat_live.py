"""The live part of the chat page: the newest turns, the answer under way, the input.

It is a fragment of its own: when a message is sent or an answer grows, this part is drawn again and
nothing above it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING
from uuid import uuid4

import streamlit as st

from tutor_app.domain.errors import NotFound
from tutor_app.domain.values import FINISHED_STATUSES, Intent
from tutor_app.runtime import turn_actions as asking
from tutor_app.web.chat.asking_mode import (
    draw_mode,
    draw_quiz_button,
    help_of,
    prompt,
    works_on_answer,
)
from tutor_app.web.chat.class_tour import draw_tour, draw_tour_door, tour_is_on, tour_stops
from tutor_app.web.chat.composer import draw_composer
from tutor_app.web.chat.course_starters import course_starters
from tutor_app.web.chat.feedback_buttons import Feedback
from tutor_app.web.chat.follower import draw_follower, follow_address
from tutor_app.web.chat.open_turns import AWAY, OpenTurns, read_open_turns
from tutor_app.web.chat.practice_card import Practice
from tutor_app.web.chat.send_message import MessageRefused, Outgoing, Thread, send
from tutor_app.web.chat.turn_drawing import TurnActions, draw_turn
from tutor_app.web.chat.turn_reading import TurnOnPage, announcement, read_turn
from tutor_app.web.components.dialogs import dialog_waits
from tutor_app.web.components.error_boundary import PageErrors, error_text, try_action
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.sidebar import go_to_conversation
from tutor_app.web.follow_route import NOT_READY, READY
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.storage.records import CourseRow, TurnRow
    from tutor_app.web.components.page_services import PageServices

MOST_LIVE = 4  # turns; with more, the page is drawn whole and most of them are left behind
DAY_SECONDS = 24 * 3600.0
TRYING_AGAIN = phrase("page_chat.trying_again")
WELCOME = phrase("page_chat.welcome")
ASK_ABOUT = phrase("page_chat.ask_about", "course")
NOT_INDEXED_YET = phrase("page_chat.not_indexed_yet", "course")
_OPENED_WITH = "opened-with"  # the newest turn of each conversation, when it was opened


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveConversation:
    """Whose conversation this is, and where its live part begins.

    `since` is the position of the first turn that is drawn here, `asked_before` what was asked in
    those above it.
    """

    services: PageServices
    learner_id: str
    course: CourseRow
    thread: Thread
    asked_before: tuple[str, ...]
    since: int

    def say(self, text: str, wanted: Intent | None = None) -> None:
        """Send what a button says for the student."""
        if not text.strip():
            return
        message = Outgoing(id=uuid4().hex, thread=self.thread, text=text, wanted=wanted)
        outcome = send(message, self.learner_id, self.services.conversations, self.services.queue)
        if isinstance(outcome, MessageRefused):
            st.toast(outcome.reason, icon=":material/error:", duration="long")
        elif outcome.warning:
            st.toast(outcome.warning, icon=":material/schedule:", duration="long")


def draw_settled(turns: Sequence[TurnRow], conversation: LiveConversation) -> None:
    """Draw turns that are finished and have others after them."""
    if not turns:
        return
    actions = without_say(_actions(turns, conversation))
    for turn in turns:
        draw_turn(turn, read_turn(turn.events, turn.status), actions, waiting=False)


def draw_live(conversation: LiveConversation) -> None:
    """Draw the live part, which redraws itself when its follower or its input asks for it."""
    drawings = count()

    # Streamlit's page runs its script again after a lost connection only where something is to be
    # run every so often; without that run, a server that was restarted knows no fragment.
    @st.fragment(run_every=DAY_SECONDS)
    def draw_fragment() -> None:
        again = next(drawings) > 0
        if again and dialog_waits():
            st.rerun()  # dialogs are drawn by the page
        if conversation.thread.begins:
            _draw_beginning(conversation, again=again)
        else:
            _draw_conversation(conversation, again=again)

    draw_fragment()


def count_settled(turns: Sequence[TurnRow]) -> int:
    """Return how many turns, from the first on, no longer change: not the newest, none open."""
    for number, turn in enumerate(turns[:-1]):
        if turn.status not in FINISHED_STATUSES:
            return number
    return max(0, len(turns) - 1)


def _draw_conversation(conversation: LiveConversation, *, again: bool) -> None:
    records = conversation.services.conversations
    conversation_id = conversation.thread.conversation_id
    trouble = ""
    try:
        opened = read_open_turns(conversation_id, records, conversation.services.streams)
    except PageErrors as exc:
        opened, trouble = OpenTurns(mark=AWAY, turns={}, heard={}), error_text(exc)
    turns = records.turns(conversation_id, since=conversation.since)
    if again and (not turns or count_settled(turns) >= MOST_LIVE):
        st.rerun()  # deleted in another window, or much has been said since
    _draw_follower(turns, opened, conversation)
    _draw_turns(turns, opened, _actions(turns, conversation))
    if trouble:
        st.warning(trouble)
    _draw_bottom(conversation, turns)


def _draw_follower(
    turns: Sequence[TurnRow], opened: OpenTurns, conversation: LiveConversation
) -> None:
    conversation_id = conversation.thread.conversation_id
    newest = turns[-1]
    opened_with: dict[str, str] = st.session_state.setdefault(_OPENED_WITH, {})
    spoken = opened.spoken_text
    # What was said before the page was opened is not read out.
    if not spoken and opened_with.setdefault(conversation_id, newest.id) != newest.id:
        spoken = announcement(read_turn(newest.events, newest.status), waiting=False)
    drawn_open = [turn.id for turn in turns if turn.status not in FINISHED_STATUSES]
    draw_follower(
        spoken=spoken,
        newest_turn=newest.id,
        follow=follow_address(conversation=conversation_id) if drawn_open or opened.mark else "",
        mark=opened.mark_of_page(drawn_open),
    )


def _draw_turns(turns: Sequence[TurnRow], opened: OpenTurns, actions: TurnActions) -> None:
    earlier_open = False
    for turn in turns:
        # What could be said next was offered once; the conversation has gone on since.
        here = actions if turn is turns[-1] else without_say(actions)
        if turn.status in FINISHED_STATUSES:
            draw_turn(turn, read_turn(turn.events, turn.status), here, waiting=False)
            continue
        line = TRYING_AGAIN() if opened.mark == AWAY else ""
        nothing = TurnOnPage(status=turn.status, status_line=line)
        shown = opened.turns.get(turn.id, nothing)
        draw_turn(turn, shown, here, waiting=earlier_open and shown.status == "queued")
        earlier_open = True


def _draw_beginning(conversation: LiveConversation, *, again: bool) -> None:
    if again and _is_mine(conversation.thread.conversation_id, conversation):
        st.rerun()  # the page goes on to the conversation
    st.session_state.setdefault(_OPENED_WITH, {})[conversation.thread.conversation_id] = ""
    starters = course_starters(conversation.course.id, conversation.services.settings)
    follow = follow_address(course=conversation.course.id) if starters is None else ""
    mark = NOT_READY if starters is None else READY
    draw_follower(spoken="", newest_turn="", follow=follow, mark=mark)
    _draw_welcome(conversation, starters)
    begun = _draw_bottom(conversation, ())
    if begun and _is_mine(begun, conversation):  # begun before this page was loaded anew
        go_to_conversation(begun)
        st.rerun()


def _is_mine(conversation_id: str, conversation: LiveConversation) -> bool:
    try:
        conversation.services.conversations.get(conversation_id, conversation.learner_id)
    except NotFound:
        return False
    return True


def _draw_welcome(conversation: LiveConversation, starters: Sequence[str] | None) -> None:
    name = escape_markdown(conversation.course.name)
    with st.container(key="welcome"):
        st.title(WELCOME(), anchor=False)
        if starters is None:
            st.markdown(NOT_INDEXED_YET(course=name))
            return
        st.markdown(ASK_ABOUT(course=name))
        with st.container(key="starters", gap="xsmall"):
            for number, question in enumerate(starters):
                st.button(
                    escape_markdown(question),
                    key=f"starter-{number}",
                    icon=":material/north_east:",
                    icon_position="right",
                    width="stretch",
                    on_click=conversation.say,
                    args=(question,),
                )
        if not tour_is_on():
            draw_tour_door()


def _draw_bottom(conversation: LiveConversation, turns: Sequence[TurnRow]) -> str:
    """Return the conversation in which a message was stored just now, else ""."""
    questions = (*conversation.asked_before, *(turn.question for turn in turns))
    with st.bottom:
        # The input keeps its place, whatever stands above it.
        with st.container(key="above-input"):
            if tour_is_on():
                course, settings = conversation.course, conversation.services.settings
                stops = tour_stops(course.name, course_starters(course.id, settings) or ())
                draw_tour(stops, questions, conversation.say)
            with st.container(key="mode-row", horizontal=True, vertical_alignment="center"):
                works = works_on_answer(turns[-1] if turns else None)
                mode = draw_mode(conversation.thread.conversation_id, len(questions), works=works)
                draw_quiz_button(conversation.say)
        return draw_composer(
            prompt(mode, conversation.course.name),
            conversation.thread,
            help_of(mode),
            drawn=[turn.id for turn in turns],
        )


def _practice(conversation: LiveConversation) -> Practice:
    recall, learner_id = conversation.services.recall, conversation.learner_id
    course_id = conversation.course.id
    return Practice(
        rows=recall.list_items(learner_id, course_id),
        answer=lambda item, right: try_action(
            lambda: recall.answer(learner_id, course_id, item, right=right)
        ),
        show=lambda item: try_action(lambda: recall.show(learner_id, course_id, item)),
    )


def _feedback(turns: Sequence[TurnRow], conversation: LiveConversation) -> Feedback:
    feedback, learner_id = conversation.services.feedback, conversation.learner_id
    return Feedback(
        given=feedback.of([turn.id for turn in turns]),
        give=lambda turn_id, good, reason: try_action(
            lambda: feedback.give(turn_id, learner_id, good=good, reason=reason)
        ),
    )


def _actions(turns: Sequence[TurnRow], conversation: LiveConversation) -> TurnActions:
    services = conversation.services
    records, streams, queue = services.conversations, services.streams, services.queue
    return TurnActions(
        stop=lambda turn_id: try_action(lambda: asking.stop(turn_id, records, streams, queue)),
        retry=lambda turn_id: try_action(lambda: asking.retry(turn_id, records, streams, queue)),
        practice=_practice(conversation),
        say=conversation.say,
        ask_as=conversation.say,
        feedback=_feedback(turns, conversation),
    )


def without_say(actions: TurnActions) -> TurnActions:
    """Return the actions of a turn that is followed by others."""
    return replace(actions, say=None, ask_as=None)
