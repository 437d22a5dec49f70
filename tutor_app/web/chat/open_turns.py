"""A conversation's open turns as they stand now: what a page draws, and how changes show.

The page that draws and the route that it listens to read the same turns, so that the page runs
again exactly when there is something new to draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor_app.domain.errors import LiveStateLost, NotFound
from tutor_app.runtime import turn_actions as asking
from tutor_app.web.chat.turn_reading import TurnOnPage, announcement, read_turn
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tutor_app.runtime.turn_actions import FollowState
    from tutor_app.storage.live import TurnStreams
    from tutor_app.storage.records import ConversationRecords

AWAY = "away"
STARTING_AGAIN = phrase("page_chat.starting_again")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTurns:
    """The open turns of a conversation, in order, by id.

    Two of these with the same `mark` are drawn alike, but for the words of a status line. `heard`
    says for each turn how far its stream was read.
    """

    mark: str
    turns: Mapping[str, TurnOnPage]
    heard: Mapping[str, str]

    def mark_of_page(self, drawn_open: Iterable[str]) -> str:
        """Return the mark of a page that draws the turns of these ids as open.

        One of them may have been asked after these here were read. Nothing that is told later has
        its mark, so that the page looks again even if it is answered before the page listens.
        """
        if self.mark == AWAY:
            return AWAY
        unread = [turn_id for turn_id in drawn_open if turn_id not in self.turns]
        return ";".join(filter(None, (self.mark, *unread)))

    @property
    def spoken_text(self) -> str:
        """What a screen reader says about it."""
        return announcement(next(iter(self.turns.values())), waiting=False) if self.turns else ""


def read_open_turns(
    conversation_id: str, records: ConversationRecords, streams: TurnStreams
) -> OpenTurns:
    """Read the turns.

    Raises:
        LiveStateLost: what was said so far cannot be read at the moment.
    """
    turns: dict[str, TurnOnPage] = {}
    heard: dict[str, str] = {}
    marks: list[str] = []
    for turn_id in records.open_in(conversation_id):
        try:
            state = asking.follow(turn_id, records, streams)
        except NotFound:  # deleted in another window
            continue
        if state.is_finished:
            continue
        if state.away:
            raise LiveStateLost(STARTING_AGAIN())
        ahead = 0 if turns or state.status == "running" else records.queued_before(turn_id)
        turns[turn_id] = _read(state, ahead)
        heard[turn_id] = state.heard
        marks.append(f"{turn_id}:{state.status}:{state.tries}:{state.newest}")
    return OpenTurns(mark=";".join(marks), turns=turns, heard=heard)


def _read(state: FollowState, ahead: int) -> TurnOnPage:
    restarted = state.status == "running" and state.tries > 1
    return read_turn(state.events, state.status, restarted=restarted, ahead=ahead)
