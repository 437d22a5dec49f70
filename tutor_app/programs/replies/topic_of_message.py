"""What a message is about, and what is known of it beside its words."""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.domain.values import Session
from tutor_app.programs.ideas.said_sentences import ActOf
from tutor_app.programs.locked_tests.locked_cases import LockedTexts
from tutor_app.programs.merging.choose_version import with_pieces_placed
from tutor_app.programs.replies.program_topic import Topic, read_topic
from tutor_app.programs.runs_at_once import Runner
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import ActGuess
from tutor_app.understanding.message_features import MessageFeatures


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramContext:
    """What is known of a message about a program beside its words.

    `locked` is what the course keeps of the item that the program is for; `act` what the
    message was understood to do, and `act_of` tells it of a part of it. `embedder` compares what
    they say with other ways to say it.
    """

    locked: LockedTexts | None = None
    act: ActGuess | None = None
    act_of: ActOf | None = None
    embedder: Embedder | None = None


def topic_of_message(
    shape: MessageFeatures, session: Session, runner: Runner | None, context: ProgramContext
) -> Topic | None:
    """Return what the message is about; None where no program was shown yet."""
    read = read_topic(shape, session, context.act, context.act_of, context.embedder)
    if read is None or runner is None or not read.is_changed:
        return read
    with runner.hold() as refused:
        return read if refused is not None else with_pieces_placed(read)
