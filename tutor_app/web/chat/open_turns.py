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
    from collections.abc import Mapping

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
