"""Whatever students say, what a reply shows of a call is what its run gives."""

from __future__ import annotations

from evals.programs.program_talk import open_talk, services_for_programs
from evals.programs.told_dialogues import play_dialogues
from tutor_app.programs.replies.write_reply import NOTHING_NEW
from tutor_app.understanding.dialogue_acts import NEXT_HINT

FIND_MAX = """def find_max(nums):
    m = 0
    for n in nums:
        if n > m:
            m = n
    return m"""
PRICE = """def price(total, items):
    if items > 3:
        return total * 0.9
    return total

print(price(100, 3))
print(price(50, 1))"""

CLEAN = """def clean(name):
    name.strip()
    return name

print(clean("  Ada "))"""


def test_made_up_students_are_told_nothing_false_of_calls() -> None:
    played = play_dialogues(2, seed=3, services=services_for_programs())

    assert played.claims > 0
    assert played.untrue == ()


def test_a_value_that_a_version_of_theirs_gives_is_not_held_against_ours_as_due() -> None:
    talk = open_talk("seen")
    _, talk = talk.say(f"it returns 0 for [-3,-1], should be -1\n\n```python\n{FIND_MAX}\n```")

    reply, _ = talk.say("ok now it gives -1")

    assert "as it should" not in reply.text
    assert "`find_max([-3,-1])` gives `0`, and it should give `-1`" in reply.text


def test_a_value_that_is_not_sure_is_asked_about_and_the_answer_heard() -> None:
    words = "price(100, 3) prints 100 but 10% off of 100 is 90.0"
    reply, talk = open_talk("asked").say(f"{words}\n\n```python\n{PRICE}\n```")

    assert "must" in reply.text.casefold()
    assert "`90.0`" in reply.text
    assert "it should give" not in reply.text

    reply, _ = talk.say("yes")

    assert "it should give `90.0`" in reply.text


def test_a_word_of_the_complaint_is_not_taken_for_what_a_call_must_give() -> None:
    words = 'I don\'t understand why clean does nothing. It prints "  Ada " with the blanks.'
    reply, _ = open_talk("word").say(f"{words}\n\n```python\n{CLEAN}\n```")

    assert "`clean('  Ada ')` gives `'  Ada '`" in reply.text
    assert "it should give" not in reply.text


def test_a_program_whose_calls_pass_is_not_said_to_go_wrong_when_all_was_said() -> None:
    mended = PRICE.replace("> 3", ">= 3")
    said = f"price(100, 3) should be 90.0\n\n```python\n{PRICE}\n```"
    _, talk = open_talk("passes").say(said)
    _, talk = talk.say(f"it works now\n\n```python\n{mended}\n```")
    replies = []
    for words in ("so it is done?", "are you sure?", "is it right now?", "done?"):
        reply, talk = talk.say(words)
        replies.append(reply.text)

    assert not any(NOTHING_NEW(next_hint=NEXT_HINT) in text for text in replies)
