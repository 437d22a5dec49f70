"""Help with a program that misbehaves, from the student's words to the reply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from tests.doubles.ladders import WatchedLadders
from tutor_app.intent import understand
from tutor_app.strategies.debugging import help_debug
from tutor_app.strategies.debugging_words import CANNOT_RUN, ENDED_START, FURTHER, OTHER_PROGRAM
from tutor_app.strategies.fault_analogues import ANALOGUES
from tutor_app.teaching import LadderEvent, WorkRecord
from tutor_app.values import Event, Message, Offers, Quote, Sentence, Session

PROGRAM = """def total(items, start):
    result = 1
    for item in items:
        if item > start:
            result = result + item
    return result"""
ASK = f"""My program gives too much.

total([1, 2, 3], 0) => 6
total([], 0) => 0
```python
{PROGRAM}
```"""
EDITED = PROGRAM.replace("item > start", "item >= start")
MENDED = PROGRAM.replace("result = 1", "result = 0")


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What a code runner would have seen."""

    input: str = "total([1, 2, 3], 0)"
    expected: str = "6"
    seen: str = "7"
    function: str = "total"
    line: int | None = 2
    certain: bool = False


def quote(text: str) -> Quote:
    return Quote(
        passage_id="p",
        document_id="d",
        document_name="Notes.pdf",
        kind="slides",
        page=1,
        headings=(),
        paragraph=text,
        crops=(),
        marked=(),
    )


class Learner:
    """One learner in one conversation, whose records are kept between the messages."""

    def __init__(self) -> None:
        self.watched = WatchedLadders()
        self.session = Session(
            conversation_id="c",
            course_id="c",
            course_name="Programming",
            contact="Ada",
            ladder=self.watched,
        )
        self.topics: list[str] = []

    def events(self, text: str, facts: Facts | None = None) -> list[Event]:
        message = Message(text=text, wanted="debugging")
        replying = help_debug(
            message, understand(message, self.session), self.session, self._cite, lambda *_: facts
        )
        events: list[Event] = []
        while True:
            try:
                events.append(next(replying))
            except StopIteration as stop:
                self._keep(stop.value)
                return events

    def say(self, text: str, facts: Facts | None = None) -> str:
        events = self.events(text, facts)
        return " ".join(event.text for event in events if isinstance(event, Sentence))

    @property
    def ladder(self) -> tuple[LadderEvent, ...]:
        """What happened on the learner's ladders so far."""
        return self.watched.events

    @property
    def level(self) -> int:
        return self.ladder[-1].level

    @property
    def work(self) -> WorkRecord:
        assert self.session.work is not None
        return self.session.work

    def _cite(self, topic: str) -> Sequence[Quote]:
        self.topics.append(topic)
        return (quote("A loop repeats its body."), quote("Another."))

    def _keep(self, work: WorkRecord | None) -> None:
        self.watched = self.watched.moved(work.ladder if work is not None else ())
        self.session = replace(self.session, work=work, ladder=self.watched)


@pytest.fixture
def learner() -> Learner:
    return Learner()


# --- level 1 to 4, without facts -------------------------------------------------------------


def test_first_reply_asks_to_predict_the_problems_own_small_example(learner: Learner) -> None:
    reply = learner.say(ASK)

    assert "`total([1, 2, 3], 0)`" in reply
    assert reply.endswith("?")
    assert "6" not in reply.replace("`total([1, 2, 3], 0)`", "")
    assert learner.level == 1


def test_it_says_once_that_programs_cannot_be_run_here(learner: Learner) -> None:
    replies = [learner.say(ASK), learner.say("I'm stuck"), learner.say("it holds 1")]

    assert [CANNOT_RUN in reply for reply in replies] == [True, False, False]


def test_without_an_example_a_tiny_input_is_made_by_how_parameters_are_used(
    learner: Learner,
) -> None:
    assert "`total([2, 5], 3)`" in learner.say(f"It gives too much.\n```python\n{PROGRAM}\n```")


def test_second_level_asks_about_one_line_and_what_is_held_there(learner: Learner) -> None:
    learner.say(ASK)

    reply = learner.say("I'm stuck")

    assert "line 2, `result = 1`" in reply
    assert "What does `result` hold" in reply
    assert learner.level == 2


def test_a_question_never_sets_two_names_of_a_line_side_by_side(learner: Learner) -> None:
    program = "def grade(points):\n    rounded = round(points)\n    return points"
    learner.say(f"Wrong.\n```python\n{program}\n```")

    reply = learner.say("I'm stuck")

    assert "line 2. What does `rounded` hold" in reply
    assert "points" not in reply


def test_third_level_works_another_program_and_asks_to_compare(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")

    reply = learner.say("I'm stuck")

    assert OTHER_PROGRAM in reply
    assert "`result" not in reply
    assert learner.level == 3


def test_partial_step_waits_for_an_attempt(learner: Learner) -> None:
    learner.say(ASK)
    replies = [learner.say("I'm stuck") for _ in range(5)]

    assert learner.level == 3
    assert len(set(replies)) == 5


def test_fourth_level_says_in_words_what_must_come_out_and_shows_no_code(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("hint")
    learner.say(f"I tried this\n```python\n{EDITED}\n```")
    learner.say("hint")

    reply = learner.say("hint")

    assert learner.level == 4
    assert "must hand back `6` for `total([1, 2, 3], 0)`" in reply
    assert "?" not in reply
    assert "result" not in reply


def test_prints_alone_are_no_attempt(learner: Learner) -> None:
    learner.say(ASK)
    shown = PROGRAM.replace("        if", "        print(item)\n        if")

    reply = learner.say(f"I print it\n```python\n{shown}\n```")

    assert "line 4, `print(item)`" in reply
    assert [event.cause for event in learner.ladder] == ["first"]


def test_after_the_last_hint_come_section_person_and_exercise_but_no_question(
    learner: Learner,
) -> None:
    learner.say(ASK)
    learner.say(f"I tried this\n```python\n{EDITED}\n```")
    for _ in range(3):
        learner.say("hint")

    events = learner.events("hint")
    again = learner.say("hint") + learner.say("it prints 3")

    said = " ".join(event.text for event in events if isinstance(event, Sentence))
    assert learner.level == 5
    assert ENDED_START in said
    assert "Ada" in said
    assert "To practise" in said
    assert sum(isinstance(event, Quote) for event in events) == 1
    assert "?" not in said + again
    assert again not in said


# --- the student answers, tries, presses -----------------------------------------------------


def test_an_answer_brings_the_question_of_the_next_place_each_time(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")
    replies = [learner.say("It holds a number.") for _ in range(4)]

    lines = [int(re.findall(r"line (\d)", reply)[0]) for reply in replies]
    assert lines == [3, 4, 5, 6]


def test_what_the_student_speaks_of_is_asked_about_next(learner: Learner) -> None:
    learner.say(ASK)

    assert "line 6, `return result`" in learner.say("Line 6 gives the sum back.")
    assert "line 3" in learner.say("The loop takes each one.")
    assert "line 2" in learner.say("In `result` there is the sum.")


def test_a_changed_program_stays_one_problem_and_its_new_line_is_asked_about(
    learner: Learner,
) -> None:
    learner.say(ASK)
    key = learner.work.key

    reply = learner.say(f"I tried\n```python\n{EDITED}\n```")

    assert learner.work.key == key
    assert "You changed line 4" in reply
    assert "`if item >= start:`" in reply
    assert learner.ladder[-1].cause == "attempt"


def test_another_program_has_a_ladder_of_its_own(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")
    key = learner.work.key

    learner.say("Now this one loops for ever.\n```python\nn = 5\nwhile n:\n    print(n)\n```")

    assert learner.work.key != key
    assert learner.level == 1


def test_a_program_shown_again_with_other_names_finds_its_level(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")
    learner.session = replace(learner.session, work=None, conversation_id="d")

    learner.say(re.sub(r"\bitem\b", "one", ASK.replace("result", "sum_so_far")))

    assert learner.level == 2


def test_a_change_said_in_words_is_tried_not_judged(learner: Learner) -> None:
    learner.say(ASK)

    reply = learner.say("Should I set result to 0 instead?")

    assert "Before you run it" in reply
    assert not re.search(r"\b(?:yes|no|right|correct|wrong)\b", reply, re.I)


@pytest.mark.parametrize(
    "begging",
    [
        "just give me the fixed code",
        "please fix it",
        "what is the bug?",
        "Can you just fix it for me",
        "tell me the correct line",
        "what should I write",
        "show me the solution",
    ],
)
def test_begging_changes_neither_level_nor_silence_about_the_fix(
    learner: Learner, begging: str
) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")

    events = learner.events(begging)

    said = " ".join(event.text for event in events if isinstance(event, Sentence))
    assert "I don't write the corrected program" in said
    assert "result = 0" not in said
    assert Offers(messages=("Next hint",)) in events
    assert learner.level == 2


def test_why_asks_about_the_same_place_in_other_words(learner: Learner) -> None:
    learner.say(ASK)
    before = learner.say("I'm stuck")

    reply = learner.say("what do you mean?")

    assert "line 2, `result = 1`" in before
    assert "line 2, `result = 1`" in reply
    assert learner.level == 2


def test_a_question_about_the_language_leads_to_the_course_not_to_the_line(
    learner: Learner,
) -> None:
    learner.say(ASK)

    events = learner.events("What operator should I use there?")

    said = " ".join(event.text for event in events if isinstance(event, Sentence))
    assert "documentation" in said
    assert sum(isinstance(event, Quote) for event in events) == 1


def test_what_a_word_means_is_quoted_from_the_course_and_the_ladder_waits(
    learner: Learner,
) -> None:
    learner.say(ASK)

    events = learner.events("What is a for loop?")

    assert sum(isinstance(event, Quote) for event in events) == 1
    assert learner.topics[-1] == "What is a for loop?"
    assert [event.cause for event in learner.ladder] == ["first"]


def test_an_error_the_student_names_is_asked_about(learner: Learner) -> None:
    reply = learner.say(f"I get KeyError: 4\n```python\n{PROGRAM}\n```")

    assert "`KeyError: 4`" in reply


def test_a_program_that_python_cannot_read_leads_to_its_message(learner: Learner) -> None:
    broken = PROGRAM.replace("items:", "items")
    first = learner.say(f"It does not start.\n```python\n{broken}\n```")
    second = learner.say("It says invalid syntax.")

    assert "Which line does the message point at" in first
    assert "line 3, `for item in items`" in second


def test_without_a_program_it_asks_for_one(learner: Learner) -> None:
    replies = [learner.say("my program is wrong"), learner.say("it still is")]

    assert "paste the program" in replies[0]
    assert replies[0] != replies[1]
    assert "line 2" in learner.say(f"```python\n{PROGRAM}\n```") + learner.say("stuck")


# --- mended ----------------------------------------------------------------------------------


def test_once_mended_one_cited_sentence_ties_it_to_the_course_and_it_stops(
    learner: Learner,
) -> None:
    learner.say(ASK)

    events = learner.events(f"It works now, thank you!\n```python\n{MENDED}\n```")

    said = " ".join(event.text for event in events if isinstance(event, Sentence))
    assert "?" not in said
    assert "line 2" in said
    assert sum(isinstance(event, Quote) for event in events) == 1
    assert "starting value" in learner.topics[-1]
    assert not any(isinstance(event, Offers) for event in events)
    assert learner.ladder[-1].cause == "right"


@pytest.mark.parametrize(
    "words",
    [
        "It doesn't work",
        "It works for the first test but not for the second",
        "I don't see how it works",
        "With 1 as its input it worked. This is still not what I want.",
    ],
)
def test_not_working_yet_is_no_end(learner: Learner, words: str) -> None:
    learner.say(ASK)

    assert learner.say(words).endswith("?")


def test_a_program_that_misbehaves_again_begins_its_ladder_anew(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("It works now, thanks!")

    reply = learner.say("Hm, for an empty list it fails.")

    assert reply.endswith("?")
    assert learner.level == 1


# --- what no reply does ----------------------------------------------------------------------


def test_no_reply_is_said_twice_none_is_long_and_none_asks_twice(learner: Learner) -> None:
    turns = (
        "I'm stuck",
        "It holds 1.",
        "why?",
        "just fix it",
        "I could add a print",
        "you are wrong",
    )
    replies = [learner.say(ASK)]
    replies += [learner.say(turn) for _ in range(6) for turn in turns]

    assert len(set(replies)) == len(replies)
    assert max(len(reply.split()) for reply in replies) <= 120
    assert max(reply.count("?") for reply in replies) == 1
    assert not any("```" in reply or "\n" in reply for reply in replies)
    assert not any(re.search(r"\bresult = 0\b", reply) for reply in replies)


def test_a_program_in_another_language_is_asked_about_by_its_lines(learner: Learner) -> None:
    java = "int sum(int[] a) {\n  int s = 1;\n  for (int x : a) {\n    s += x;\n  }\n  return s;\n}"
    learner.say(f"Wrong sum.\n```java\n{java}\n```")

    assert "line 2" in learner.say("I'm stuck")


# --- with what a code runner has seen --------------------------------------------------------


def test_with_facts_the_first_level_names_the_input_and_asks_for_a_prediction(
    learner: Learner,
) -> None:
    reply = learner.say(ASK, Facts())

    assert "`total([1, 2, 3], 0)`" in reply
    assert "predict" in reply
    assert "7" not in reply


def test_with_facts_the_second_level_names_input_expected_seen_and_function(
    learner: Learner,
) -> None:
    learner.say(ASK, Facts())

    reply = learner.say("I'm stuck", Facts())

    assert all(f"`{part}`" in reply for part in ("total([1, 2, 3], 0)", "6", "7", "total"))
    assert "line" not in reply.replace("lines", "")


def test_with_facts_the_third_level_works_another_program(learner: Learner) -> None:
    learner.say(ASK, Facts())
    learner.say("I'm stuck", Facts())

    reply = learner.say("I'm stuck", Facts())

    assert any(each.worked in reply for each in ANALOGUES)


@pytest.mark.parametrize(("certain", "named"), [(True, "line 2"), (False, "first value")])
def test_with_facts_the_fourth_level_names_the_line_only_where_it_is_certain(
    learner: Learner, certain: bool, named: str
) -> None:
    facts = Facts(certain=certain)
    learner.say(ASK, facts)
    learner.say(f"new\n```python\n{EDITED}\n```", facts)
    learner.say("hint", facts)
    learner.say("hint", facts)

    reply = learner.say("hint", facts)

    assert learner.level == 4
    assert named in reply
    assert ("line 2" in reply) == certain


def test_with_facts_wrong_twice_at_one_place_goes_one_up_and_further_is_praised(
    learner: Learner,
) -> None:
    learner.say(ASK, Facts())
    learner.say(f"a\n```python\n{EDITED}\n```", Facts())
    learner.say(f"a\n```python\n{EDITED.replace('>=', '>  0 +')}\n```", Facts())
    up = learner.level

    reply = learner.say(f"c\n```python\n{MENDED.replace('>', '<')}\n```", Facts(line=4))

    assert up == 2
    assert FURTHER in reply
    assert learner.level == 1


def test_with_facts_a_right_program_is_confirmed_and_the_ladder_ends(learner: Learner) -> None:
    learner.say(ASK, Facts())

    reply = learner.say(f"new\n```python\n{MENDED}\n```", Facts(seen="6"))

    assert "gives `6`, as it must" in reply
    assert learner.ladder[-1].cause == "right"


def test_a_variable_that_the_student_names_is_asked_about(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("hint")

    assert "line 2, `result = 1`" in learner.say(
        "result is 1 at the start, before anything is added"
    )


def test_an_input_that_the_student_tells_is_the_one_asked_about(learner: Learner) -> None:
    learner.say("it never ends\n```python\ndef digits(n):\n    return n % 10 + digits(n)\n```")

    assert "`digits(123)`" in learner.say("it should add up the digits of 123")
