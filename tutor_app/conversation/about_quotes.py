"""What is done with a message about the quotes on the table that asks nothing new.

"example?", "simpler", "more", "ok", "are you sure?": a search for these words finds nothing that
the student meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.quote_named import quote_named
from tutor_app.conversation.from_map.lesson_reply import example_on_table, simpler_on_table
from tutor_app.conversation.from_map.named_terms import TOPIC, short_wish, wish_of
from tutor_app.conversation.from_map.simpler_in_numbers import in_numbers
from tutor_app.conversation.other_ways import other_way
from tutor_app.conversation.subject.claim_reply import HeardClaim, reply_to_claim
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.conversation.trace_replies.trace_reply_sentences import cut_result
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.lexicon import YES_WORDS
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    Offers,
    Passage,
    ProblemRead,
    Quote,
    Scores,
    Sentence,
    SideBySide,
    TraceShown,
    TurnRecord,
)
from tutor_app.retrieval.course_index import own_terms
from tutor_app.retrieval.search_terms import tokens
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.practice_problems import make_practice_problem
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import name_place, name_staff

COMPUTED_EXAMPLE = phrase("conversation_quotes.computed_example", "algorithm")
IN_ONE_SENTENCE = phrase("conversation_quotes.in_one_sentence", "rule")
READS_ON = phrase("conversation_quotes.reads_on", "file")
CAME_NEXT = phrase("conversation_quotes.came_next", "place", "person")
MEANT_OTHERWISE = phrase("conversation_quotes.meant_otherwise", "place", "person")
STANDS_THERE = phrase("conversation_quotes.stands_there", "person")
WAY_ON = phrase("conversation_quotes.way_on")
EXAMPLE_PLEASE = phrase("conversation_quotes.example_please")
QUIZ_ME = phrase("conversation_quotes.quiz_me")
SIMPLER_PLEASE = phrase("conversation_quotes.simpler_please")
_LATELY = 3  # replies
_MUCH = 2  # terms of the course
SHORT_DOUBT = 4  # words: "are you sure?" holds no claim of its own to check


def reply_about_quotes(
    turn: TurnContext, heard: HeardClaim | None = None
) -> Iterator[Event] | None:
    """Return the reply to a message about the quotes on the table; None where it asks anew.

    `heard` is its claim, where that was searched before.
    """
    if turn.message.wanted is not None:
        return None
    claim = turn.claim if turn.on_table in (*ON_COURSE, "nothing") else None
    if claim is not None and (reply := reply_to_claim(turn, claim, heard)) is not None:
        return reply
    if turn.asks_beside_complaint:
        return None
    # Where nothing is quoted, what is sure of its act is still read as of nothing on the table.
    may_wish = not turn.act.sure or turn.on_table == "nothing"
    wish = short_wish(turn.message.text, turn.services.embedder) if may_wish else None
    if turn.on_table not in ON_COURSE and not wishes_on(turn, wish):
        return None
    about = wish or turn.act.about_table or _names_no_subject(turn)
    return _reply(turn, wish or turn.settled_act) if about else None


def wishes_on(turn: TurnContext, wish: DialogueAct | None) -> bool:
    """Whether a message of a word or two asks for an example, or simpler words, of what was told.

    A rule in one sentence quotes nothing, and is what "example?" is about all the same.
    """
    asks = wish or (
        turn.settled_act if turn.settled_act in ("ask.example", "ask.simpler") else None
    )
    short = len(turn.message.text.split()) <= SHORT_DOUBT
    told = any(before.quoted for before in turn.session.before[-_LATELY:])
    return turn.on_table == "nothing" and bool(asks) and short and told


def _names_no_subject(turn: TurnContext) -> bool:
    """Whether another way of saying is asked for and not of what: "an example with numbers"."""
    if turn.settled_act not in ("ask.example", "ask.simpler") or turn.index is None:
        return False
    text = turn.message.text
    return name_algorithm(text) is None and not own_terms(text, turn.index)


def _reply(turn: TurnContext, act: DialogueAct) -> Iterator[Event] | None:
    match act:
        case "ask.example":
            return example(turn)
        case "ask.simpler" | "help.stuck":
            return simpler(turn)
        case "ask.more":
            return _more(turn)
        case "react.ack" if not _says_much(turn):
            way_on = Sentence(text=unsaid(WAY_ON, turn.session), role="question")
            return _done([way_on, Offers(messages=(EXAMPLE_PLEASE(), QUIZ_ME()))])
        case "react.disagree":
            return _next_best(turn)
        case "ask.check" | "meta.use" if _only_doubts(turn):
            return _again(turn)
        case _:
            return None


def _says_much(turn: TurnContext) -> bool:
    """Whether a message says something of the subject beside that it was understood."""
    return turn.index is not None and len(own_terms(turn.message.text, turn.index)) >= _MUCH


def _only_doubts(turn: TurnContext) -> bool:
    """Whether a short message doubts, with no word of its own: "sure?", not "is it stable?"."""
    text = turn.message.text
    own = {word for word in tokens(text) if turn.index is None or turn.index.knows(word)}
    sure = {word for each in YES_WORDS for word in tokens(each)}
    return len(text.split()) <= SHORT_DOUBT and own <= sure


def example(turn: TurnContext) -> Iterator[Event] | None:
    """Work a small example row by row, where the talk is about an algorithm that can be run."""
    problem = _small_problem(turn)
    if problem is None:
        return example_on_table(turn) or other_way(turn, "example")
    name = algorithm_named(problem.algorithm).name
    exact = run(problem)
    return _done(
        [
            Sentence(text=unsaid(COMPUTED_EXAMPLE, turn.session, algorithm=name), role="lead_in"),
            ProblemRead(problem=problem, assumed=()),
            TraceShown(problem=problem),
            Sentence(text=cut_result(exact), role="result"),
            Offers(messages=(QUIZ_ME(), SIMPLER_PLEASE())),
        ],
    )


def simpler(turn: TurnContext) -> Iterator[Event] | None:
    """Say the algorithm's rule in one sentence; it was not what was quoted.

    Who asks for it once more gets numbers instead of words.
    """
    algorithm_id = _algorithm_spoken_of(turn)
    last = turn.session.before[-1].question if turn.session.before else ""
    again = short_wish(last, turn.services.embedder) == "ask.simpler"
    if again and (text := in_numbers(algorithm_id, turn)) is not None:
        return _done(
            [Sentence(text=text, role="result"), Offers(messages=(EXAMPLE_PLEASE(), QUIZ_ME()))]
        )
    if algorithm_id is None:
        return simpler_on_table(turn) or other_way(turn, "simpler")
    rule = algorithm_named(algorithm_id).rule
    if any(rule in said for before in turn.session.before for said in before.said):
        return example(turn)
    text = unsaid(IN_ONE_SENTENCE, turn.session, rule=rule)
    return _done(
        [Sentence(text=text, role="lead_in"), Offers(messages=(EXAMPLE_PLEASE(), QUIZ_ME()))],
    )


def simpler_words_of_named(turn: TurnContext) -> Iterator[Event] | None:
    """Return the rule of an algorithm to who asks for it in simpler words by its name."""
    text = turn.message.text
    if turn.message.wanted is not None or turn.on_table not in (*ON_COURSE, "nothing"):
        return None
    if name_algorithm(text) is None:
        return None
    masked = [TOPIC if name_algorithm(word) is not None else word for word in text.split()]
    wish = wish_of(" ".join(masked), None, turn.services.embedder)
    return simpler(turn) if wish == "simpler" else None


def _more(turn: TurnContext) -> Iterator[Event] | None:
    """Quote what the material says behind what was quoted last."""
    following = _following(turn)
    if following is None or turn.index is None:
        return None
    passage = Passage(chunk=following, scores=Scores(final=1.0))
    quotes = quote_named([passage], turn.index)[:1]
    lead_in = unsaid(READS_ON, turn.session, file=following.document.title)
    return _done([Sentence(text=lead_in, role="lead_in"), *quotes])


def first_sentence(chunk: Chunk) -> Passage:
    """Return a passage of the first sentence of a chunk that is one: no caption, no label."""
    said = next((s for s in chunk.sentences if is_prose(s.text)), chunk.sentences[0])
    return Passage(chunk=replace(chunk, sentences=(said,)), scores=Scores(final=1.0))


def _again(turn: TurnContext) -> Iterator[Event] | None:
    """Show the first quote once more with its page, and say whom to ask."""
    shown = turn.session.before[-1].shown
    quotes = [event for event in shown if isinstance(event, Quote)][:1]
    if not quotes:
        return None
    person = name_staff(turn.session.contact)
    text = unsaid(STANDS_THERE, turn.session, person=person)
    return _done([Sentence(text=text, role="lead_in"), *quotes])


def _next_best(turn: TurnContext) -> Iterator[Event] | None:
    """Say where the quote stands, for who thinks it wrong, and open the next for who means another.

    "No" tells neither; the same quote once more helps nobody.
    """
    quotes = [event for event in turn.session.before[-1].shown if isinstance(event, Quote)]
    if not quotes:
        return None
    folded = [replace(quote, quiet=False) for quote in quotes if quote.quiet]
    told = unsaid(
        CAME_NEXT if folded else MEANT_OTHERWISE,
        turn.session,
        place=name_place(quotes[0]),
        person=name_staff(turn.session.contact),
    )
    return _done([Sentence(text=told, role="lead_in" if folded else "question"), *folded])


def _small_problem(turn: TurnContext) -> Problem | None:
    algorithm = _algorithm_spoken_of(turn)
    if algorithm is None:
        return None
    try:
        return make_practice_problem(algorithm, seed=100 + len(turn.session.before))
    except ProblemInvalid:
        return None


def _algorithm_spoken_of(turn: TurnContext) -> str | None:
    """Return the algorithm that the message names, else the last of the talk about quotes."""
    named = name_algorithm(turn.message.text)
    if named is not None:
        return named
    for before in reversed(turn.session.before):
        if before.quoted or name_algorithm(before.question) is not None:
            sides = [event for event in before.shown if isinstance(event, SideBySide)]
            told = sides[0].names[:1] if sides else (before.question, *before.topics[:1])
            return name_algorithm(" ".join(told))
    return None


def _following(turn: TurnContext) -> Chunk | None:
    """Return the passage behind the one that was quoted first."""
    quoted = turn.session.before[-1].quoted
    if turn.index is None or not quoted:
        return None
    chunks: Sequence[Chunk] = turn.index.chunks
    seen = {text for before in turn.session.before for text in before.quoted}
    place = next(
        (n for n, chunk in enumerate(chunks) if any(s.text == quoted[0] for s in chunk.sentences)),
        None,
    )
    if place is None:
        return None
    document = chunks[place].document
    behind = (chunk for chunk in chunks[place + 1 :] if chunk.document == document)
    fresh = (c for c in behind if teaches(c) and not any(s.text in seen for s in c.sentences))
    return next(fresh, None)


def _done(events: Sequence[Event]) -> Iterator[Event]:
    yield from events
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
