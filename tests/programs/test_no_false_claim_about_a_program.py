"""What fresh readers were told falsely about their programs is told no more."""

from __future__ import annotations

from tests.doubles.debugging import Learner
from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.replies.accepted_answers import read_value

ELEVATOR = """class Elevator:
    def __init__(self):
        self.visited = []

    def serve(self, requests):
        for r in requests:
            self.visited.append(r)
            requests.remove(r)

e = Elevator()
e.serve([3, 1, 5, 2])
print(e.visited)"""

COMPRESS = """def compress(text):
    result = ""
    count = 0
    for letter in text:
        count = count + 1
        result = letter + str(count)
    return result

print(compress("aaab"))"""

LONGEST = """def longest(words):
    best = ""
    current = ""
    for word in words:
        if len(word) > len(current):
            best = current
            current = word
    return best"""


def fenced(program: str) -> str:
    return f"\n```python\n{program}\n```"


def test_a_program_that_uses_its_class_below_it_is_run_as_a_whole(learner: Learner) -> None:
    reply = learner.say("it skips the 1 and the 2. why" + fenced(ELEVATOR))

    assert "[3, 5]" in reply
    assert "NameError" not in reply


def test_of_two_values_in_words_the_input_is_what_the_program_is_called_with(
    learner: Learner,
) -> None:
    words = 'compress should turn "aaab" into "a3b1" but the numbers are off'
    reply = learner.say(words + fenced(COMPRESS))

    assert "it should give `'a3b1'`" in reply
    assert "it should give `'aaab'`" not in reply


def test_a_return_for_the_end_takes_the_place_of_the_one_there(learner: Learner) -> None:
    learner.say("longest(['a', 'bcd', 'ef']) gives 'a', should give 'bcd'" + fenced(LONGEST))
    learner.say("so return current at the end?")

    assert learner.work.program is not None
    described = learner.work.program.described or ""
    assert "return current" in described
    assert "return best" not in described


def test_a_number_that_is_named_counts_before_a_negation() -> None:
    awaited = AwaitedAnswer(key="rounds", kind="count", accepted=("5",))

    assert read_value(awaited, "5 i guess, there is no else anymore") == "5"
    assert read_value(awaited, "none") == "0"


def test_a_no_that_begins_a_sentence_is_no_value() -> None:
    awaited = AwaitedAnswer(key="value of r", kind="value", accepted=("0",))

    assert read_value(awaited, "ah no it should be shorter") is None
    assert read_value(awaited, "zero i think") == "0"
