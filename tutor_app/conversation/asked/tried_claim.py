"""What a message says or asks in general of algorithms, tried on small graphs and shown on one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Final

from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.asked.claim_polarity import says_never
from tutor_app.conversation.asked.claims_of_items import is_asked_by_item
from tutor_app.conversation.last_words import last_words
from tutor_app.conversation.turn_context import TurnContext, complains_of_quotes
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import AnswerDone, Event, ProblemRead, Quote, Sentence, TurnRecord
from tutor_app.retrieval.numbered_references import figures_named
from tutor_app.tracing.trials.general_claim import SEARCHES, GeneralClaim
from tutor_app.tracing.trials.tell_trial import Shown, ToldTrial, tell_trial
from tutor_app.tracing.trials.trial_runs import problem_on
from tutor_app.tracing.trials.try_claim import TriedClaim, try_claim
from tutor_app.understanding.general_claims import HeardGenerally, algorithms_named, hear_generally
from tutor_app.wording.catalogue import LANGUAGE, spoken_language

SURE: Final = 0.6  # chosen on rows that the network had not learned from (docs/benchmarks.md)
_MOST: Final = 600  # characters of a message: more than that is no claim, but work
_FEWEST: Final = 3  # words: "so bfs?" takes one of two, and claims nothing of it
_KNOWN_BY: Final = read_word_lists(Path(__file__).with_name("tried_claim.yaml"))
SEVERAL: Final = 2
_BY_ESTIMATES: Final = {"astar": {"h_too_large"}}
# What a subject is drawn as that is no algorithm.
_RUN_AS: Final = {"mst": "kruskal", "shortest_path": "dijkstra", "heuristic": "astar"}


@dataclass(frozen=True, slots=True)
class TriedInTurn:
    """A general claim of a message with what came of it on small graphs.

    `also` is what came of others that the message makes in sentences of their own, before it.
    """

    tried: TriedClaim
    heard: HeardGenerally
    turn: TurnContext
    also: tuple[TriedInTurn, ...] = ()

    @property
    def wants_counterexample(self) -> bool:
        """Whether the message asks for a case in which it is not so."""
        return self.heard.wanted == "counterexample"

    def alone(self, by_course: Iterator[Event] | None) -> Iterator[Event]:
        """Yield what is said, with the sentence of the course's own word on it, if there is one."""
        said = [one for one in by_course or () if isinstance(one, Quote) and not one.quiet]
        first, *shown = tell_tried(self.tried, self._shown, self.turn)
        return chain(self._of_others(), [first], said[:1], shown)

    def behind(self, told: Iterator[Event]) -> Iterator[Event]:
        """Yield what the course decides, and behind it the graph, where it came out either way.

        What held on all graphs shows nothing that the course does not say.
        """
        done: list[Event] = []
        for event in told:
            if isinstance(event, AnswerDone):
                done.append(event)
            else:
                yield event
        if self.tried.how_often == "sometimes":
            _, *shown = tell_tried(self.tried, self._shown, self.turn)
            yield from (event for event in shown if not isinstance(event, AnswerDone))
        yield from done

    @property
    def is_borne_out(self) -> bool:
        """Whether nothing spoke against it, and no graph is asked for: that shows little."""
        asks = self.heard.wanted in ("example", "counterexample")
        return self.tried.how_often != "sometimes" and not asks

    def after(self, told: Iterator[Event]) -> Iterator[Event]:
        """Yield what the course says, and behind it how often the claim held."""
        for event in told:
            if isinstance(event, AnswerDone):
                yield from self._of_others()
                first, *_ = tell_tried(self.tried, self._shown, self.turn)
                yield first
            yield event

    def _of_others(self) -> Iterator[Event]:
        """Yield how often each of the other claims held; a graph is shown of one alone."""
        for other in self.also:
            first, *_ = tell_tried(other.tried, other._shown, self.turn)
            yield first

    @property
    def _shown(self) -> Shown:
        """The kind of graph that is to be seen: one against what is said, else one that is asked
        for."""
        if self.heard.wanted == "yes_no":
            return "holds" if says_never(self.turn.message.text) else "fails"
        return "holds" if self.heard.wanted == "example" else "fails"


def try_in_turn(turn: TurnContext) -> TriedInTurn | None:
    """Return what comes of a general claim on small graphs; None where nothing is surely claimed,
    or where an exercise of the course asks for just that."""
    parts = split_sentences(turn.message.text)
    apart = [_tried(_saying(turn, each), "") for each in parts] if len(parts) > 1 else []
    found = [one for one in apart if one is not None]
    if len({one.tried.claim for one in found}) < SEVERAL:
        whole = _tried(turn, _said_before(turn))
        return whole if whole is not None or not found else found[-1]
    # Where one is not always so, its graph is shown.
    found.sort(key=lambda one: one.tried.how_often == "sometimes")
    return replace(found[-1], also=tuple(found[:-1]))


def _tried(turn: TurnContext, before: str) -> TriedInTurn | None:
    heard = _heard(turn, before)
    if heard is None or not _is_of_course(heard.claim, turn):
        return None
    if turn.book is not None and is_asked_by_item(heard.claim, turn.book):
        return None
    tried = try_claim(heard.claim)
    return None if tried is None else TriedInTurn(tried, heard, turn)


def _saying(turn: TurnContext, text: str) -> TurnContext:
    """Return the turn with a part of its message alone."""
    return replace(turn, message=replace(turn.message, text=text))


def computed_failure(turn: TurnContext, said: str) -> Iterator[Event] | None:
    """Return an example in which the algorithm that is named goes wrong; None where none is found.

    `said` is what the example is to show.
    """
    words = plain(said)
    algorithm = next(iter(algorithms_named(turn.message.text)), None)
    if ASKED["goes_wrong"].isdisjoint(words) or algorithm not in SEARCHES:
        return None
    negative = {"negative_edge"} if not ASKED["negative"].isdisjoint(words) else set()
    claim = GeneralClaim(
        subjects=(algorithm,),
        outcome="cheapest",
        setting=frozenset(negative or _BY_ESTIMATES.get(algorithm, set())),
    )
    if turn.book is not None and is_asked_by_item(claim, turn.book):
        return None
    tried = try_claim(claim)
    return tell_tried(tried, "fails", turn) if tried is not None and tried.fails else None


def tell_tried(tried: TriedClaim, shown: Shown, turn: TurnContext) -> Iterator[Event]:
    """Say how often a claim held, and show a graph on which it `holds` or `fails`, if it does."""
    told = _unshown(tried, shown, turn)
    yield Sentence(text=told.how_often, role="result")
    subject = tried.claim.subjects[0]
    drawn = problem_on(_RUN_AS.get(subject, subject), told.witness.graph, tried.claim.setting)
    # It is looked at, not worked on.
    yield ProblemRead(problem=replace(drawn, conventions={}), ours=True)
    yield Sentence(text=told.shows, role="result")
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _heard(turn: TurnContext, before: str) -> HeardGenerally | None:
    text = turn.message.text
    if spoken_language() != LANGUAGE or turn.message.wanted is not None or len(text) > _MOST:
        return None
    if len(text.split()) < _FEWEST:
        return None
    if turn.shape.code is not None or figures_named(text) or complains_of_quotes(turn):
        return None
    heard = hear_generally(before, text)
    return heard if heard is not None and heard.sure >= SURE else None


def _said_before(turn: TurnContext) -> str:
    """Return the last question and what was said to it, in which an algorithm may be named."""
    last = turn.session.before[-1] if turn.session.before else None
    return "" if last is None else f"{last.question} {last_words(last.shown)}"


def _is_of_course(claim: GeneralClaim, turn: TurnContext) -> bool:
    """Whether the course has a word by which it would speak of each subject."""
    index = turn.index
    return index is not None and all(
        any(index.knows(word) for word in _KNOWN_BY[subject]) for subject in claim.subjects
    )


def _unshown(tried: TriedClaim, shown: Shown, turn: TurnContext) -> ToldTrial:
    """Return what is told with a graph that was not shown before, if there is one."""
    said = {text for before in turn.session.before for text in before.said}
    count = max(len(tried.holds), len(tried.fails))
    choices = [tell_trial(tried, shown, place) for place in range(count)]
    return next((one for one in choices if one.shows not in said), choices[0])
