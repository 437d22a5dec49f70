"""An explanation is judged as it stands now, in what it says of its subject."""

from __future__ import annotations

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tests.sentences import says
from tutor_app.conversation.subject.explanation_words import struck_in
from tutor_app.domain.values import Quote, Sentence, SideBySide

FIRST = (
    "Hello, I work nights and I am slow at this, so I put all of it down for myself. "
    "Could you please check this? "
    "Merge sort splits the list in two halves and sorts each half by calling itself. "
    "Most of its steps are lost on the splitting, as each list must be copied to the last place."
)


def text_of(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def names_beside(reply: Replied) -> list[tuple[str, ...]]:
    return [event.names for event in reply.events if isinstance(event, SideBySide)]


def test_what_leads_in_is_no_sentence_and_what_is_not_matched_is_shown_with_its_nearest(
    demo_room: Classroom,
) -> None:
    with demo_room.learner() as learner:
        judged = learner.say(FIRST)
    text = text_of(judged)
    assert "nights" not in text
    assert "1: “Merge sort splits" in text
    assert "2: “Most of its steps" in text
    assert says(text, "conversation_claims.part_compare_above")
    assert any(isinstance(event, Quote) for event in judged.events)


def test_a_new_version_takes_the_place_of_the_first(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        learner.say(FIRST)
        anew = learner.say(
            "that was nonsense. here is my new version: merge sort takes "
            "O(n log n) steps. The list has about log n levels of halving. ok?"
        )
        asked = learner.say("is my first sentence right?")
    for reply in (anew, asked):
        text = text_of(reply)
        assert "log n" in text
        assert "splitting" not in text and "splits the list" not in text


def test_what_no_quote_stands_for_yet_is_shown_with_its_nearest(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        judged = learner.say(
            "Please check this. Iterative deepening is a search started over with more depth each "
            "time. Its price is that each run builds the bottom level of the tree afresh."
        )
    events = list(judged.events)
    leads = [
        at
        for at, event in enumerate(events)
        if isinstance(event, Sentence) and says(event.text, "conversation_claims.part_compare")
    ]
    assert leads
    assert all(isinstance(events[at + 1], Quote) for at in leads)


def test_a_sentence_struck_out_counts_no_longer(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        learner.say(FIRST)
        struck = learner.say("I crossed sentence 2 out, forget it.")
        whole = learner.say("is my explanation right now or not")
        gone = learner.say("scrap that, forget my old text")
        after = learner.say("is my first sentence right?")
    assert says(text_of(struck), "conversation_claims.part_struck")
    for reply in (struck, whole):
        assert "splits the list" in text_of(reply)
        assert "Most of its steps" not in text_of(reply)
    assert says(text_of(gone), "conversation_claims.all_struck")
    assert "1: “" not in text_of(after)


def test_what_is_struck_out_is_named_or_pointed_to() -> None:
    assert struck_in("i struck sentence 3 out") == 3
    assert struck_in("forget my old version") == 0
    assert struck_in("I scrapped it") == 0
    assert struck_in("did I forget something in sentence 1?") is None
    assert struck_in("I always forget what a heuristic is") is None


def test_only_what_is_named_itself_is_set_side_by_side(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        leaving = learner.say("leaving insertion sort as it is, would it be better on both ends?")
        other = learner.say("ok other question. which one is it for linked lists?")
    for reply in (leaving, other):
        assert not any("Faults of leaving" in each for each in names_beside(reply))
    with demo_room.learner() as learner:
        limit = learner.say("is a limit of seven over or under what is correct for a tree?")
    assert not names_beside(limit)


def test_a_pair_is_left_where_another_question_follows(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        pair = learner.say("prim or kruskal?")
        other = learner.say("ok different question then, does the other case of two lists matter?")
    assert len(names_beside(pair)) == 1
    assert not names_beside(other)
