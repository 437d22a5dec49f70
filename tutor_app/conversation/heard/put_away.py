"""Work that is none: what the student says that the tutor took wrongly is put away in that turn.

"I am not calculating anything. What happens in A* if h is too big?" is answered as if there was no
calculation; where only the reading is denied, the message that was misread is answered anew. What
is put away waits no more, and comes back where it is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.conversation.asked.asked_words import restated_in
from tutor_app.conversation.beside.lead_back import OF_WORK
from tutor_app.conversation.calculated.other_subject import is_of_other_subject
from tutor_app.conversation.heard.said_at_work import SaidAtWork, read_at_work
from tutor_app.conversation.turn_context import SAYS_SOMETHING, TurnContext
from tutor_app.domain.values import AnswerDone, Event, Exchange, Sentence, TurnRecord
from tutor_app.exercises.claim_in_answer import terms_in
from tutor_app.retrieval.search_terms import tokens
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.understanding.claims import asks_something
from tutor_app.understanding.outright import small_talk
from tutor_app.wording.catalogue import phrase, unsaid

MISREAD = phrase("conversation_heard.misread")
SAY_WHAT = phrase("conversation_heard.say_what")


@dataclass(frozen=True, slots=True)
class PutAway:
    """A message without the work that it denies: its turn, and whether it asks nothing else."""

    turn: TurnContext
    before: TurnContext
    asks_nothing: bool

    def say(self, reply: Iterator[Event]) -> Iterator[Event]:
        """Yield that it was read wrongly, then the reply; its record puts the work away."""
        session = self.before.session
        yield Sentence(text=unsaid(MISREAD, session), role="notice")
        if self.asks_nothing:
            yield Sentence(text=unsaid(SAY_WHAT, session), role="pointer")
            reply = iter([AnswerDone(record=TurnRecord(intent="direct", found=None))])
        for event in reply:
            if isinstance(event, AnswerDone):
                yield replace(event, record=self._stopped(event.record))
            else:
                yield event

    def _stopped(self, record: TurnRecord) -> TurnRecord:
        if record.work is not None or record.tracing is not None:
            return record  # other work is on the table now
        work, tracing = self.before.session.work, self.before.session.tracing
        if self.before.on_table == "trace":
            assert tracing is not None
            return replace(record, tracing=replace(tracing, stopped=True, ladder=()))
        assert work is not None
        return replace(record, work=replace(work, stopped=True, ladder=()))


def put_away(turn: TurnContext) -> PutAway | None:
    """Return a message without the work that it says is none of its student's; None elsewhere."""
    if turn.message.wanted is not None or turn.session.round_is_newest or turn.shape.has_data:
        return None
    if turn.on_table not in ("calculation", "trace") or turn.shape.code is not None:
        return None
    if turn.act.act.startswith("help.") or small_talk(turn.message.text) is not None:
        return None
    said = read_at_work(turn.message.text, turn.services.embedder)
    if not any(one.denies for one in said):
        return None
    rest = " ".join(one.text for one in said if not (one.denies or one.claims_nothing))
    leaves = any(one.leaves for one in said)
    if turn.on_table == "calculation":
        _, fragments = math_fragments(turn.message.text)
        leaves = leaves or bool(turn.new_terms and _is_elsewhere(rest, turn))
        leaves = leaves and not any(each.relates for each in fragments)
    if not leaves or (turn.on_table == "trace" and _names_node(rest, turn)):
        return None
    text = _asked(rest, said, turn)
    return PutAway(_without_work(turn, text), turn, asks_nothing=not text)


def beside_item(turn: TurnContext) -> TurnContext:
    """Return the turn as beside quotes, where it asks of things that neither the item at hand nor
    what was said and quoted with it names: "so every admissible heuristic is consistent, right?"
    """
    work, text = turn.session.work, turn.message.text
    if turn.book is None or work is None or turn.shape.has_data or (index := turn.index) is None:
        return turn
    item = turn.book.item(work.item)
    at_item = turn.on_table in ("exercise", "answer") and turn.message.wanted is None
    if not at_item or item is None or any(map(str.isdigit, text)):
        return turn
    terms = terms_in(text, index)
    if len(terms) < SAYS_SOMETHING or not asks_something(text):
        return turn
    quoted = [text for exchange in turn.session.before[-1:] for text in exchange.quoted]
    told = (item.statement, *item.solution, work.attempt or "", *work.hints, *quoted)
    apart = terms.isdisjoint(terms_in(" ".join(told), index))
    return replace(turn, reads_no_work=True) if apart else turn


def without_objections(turn: TurnContext) -> TurnContext:
    """Return the turn on a run without what only says that the tutor misread it, where the rest
    goes on with the run: "I never took G. After A the open ones are B and C" takes no G.
    """
    text = turn.message.text
    if turn.on_table != "trace" or turn.message.wanted is not None or "\n" in text.strip():
        return turn
    said = read_at_work(text, turn.services.embedder)
    rest = " ".join(one.text for one in said if not one.surely_denies)
    if len(said) < SAYS_SOMETHING or not _names_node(rest, turn):
        return turn
    return replace(turn, message=replace(turn.message, text=rest))


def _is_elsewhere(rest: str, turn: TurnContext) -> bool:
    return bool(rest) and is_of_other_subject(rest, turn.services.embedder)


def _names_node(rest: str, turn: TurnContext) -> bool:
    """Whether what is said beside the denial goes on with the run."""
    tracing = turn.session.tracing
    graph = tracing.problem.graph if tracing is not None else None
    items = AnswerItems(rest, graph.nodes if graph is not None else ()).items
    return any(item.kind == "node" for item in items)


def _asked(rest: str, said: Sequence[SaidAtWork], turn: TurnContext) -> str:
    """Return what is asked instead: beside the denial, by it, or by the message misread."""
    if _says_something(rest, turn, 1 if asks_something(rest) else SAYS_SOMETHING):
        return rest
    denial = " ".join(one.text for one in said)
    restated = restated_in(denial)
    if _says_something(restated, turn, 1):
        return restated
    of_work = _of_work(turn.session.before)
    misread = of_work[0].question if of_work and turn.on_table == "calculation" else ""
    return misread if _says_something(misread, turn, SAYS_SOMETHING) else ""


def _says_something(text: str, turn: TurnContext, least: int) -> bool:
    """Whether a text has so many words of the course that it can be looked up."""
    index = turn.index
    return index is not None and sum(map(index.knows, set(tokens(text)))) >= least


def _of_work(before: Sequence[Exchange]) -> list[Exchange]:
    """Return the last exchanges that were all about work."""
    found = list[Exchange]()
    for exchange in reversed(before):
        if exchange.intent not in OF_WORK:
            break
        found.insert(0, exchange)
    return found


def _without_work(turn: TurnContext, text: str) -> TurnContext:
    """Return the turn as if its work had never been read."""
    session = turn.session
    kept = session.before[: len(session.before) - len(_of_work(session.before))]
    session = replace(session, work=None, tracing=None, work_is_newer=False, before=kept)
    message = replace(turn.message, text=text or turn.message.text)
    return replace(turn, session=session, message=message, settled=None, reads_no_work=True)
