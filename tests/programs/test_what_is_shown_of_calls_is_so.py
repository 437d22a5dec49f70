"""Whatever students say, what a reply shows of a call is what its run gives."""

from __future__ import annotations

from evals.programs.program_talk import open_talk, services_for_programs
from evals.programs.told_dialogues import play_dialogues

FIND_MAX = """def find_max(nums):
    m = 0
    for n in nums:
        if n > m:
            m = n
    return m"""


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
    program = FIND_MAX + "\n\nprint(find_max([-3, -1]))\nprint(find_max([4, 6]))"
    talk = open_talk("asked")
    words = "first is wrong i guess its -1 there"
    reply, talk = talk.say(f"{words}\n\n```python\n{program}\n```")
    assert "must" in reply.text.casefold()
    assert "`-1`" in reply.text

    reply, _ = talk.say("yes")

    assert "it should give `-1`" in reply.text
