"""What a message asks for (K6): a fact, an understanding, a judgement, help with a bug, a run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evals.answers.intents import measure_intents, read_labelled
from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import Exchange, Intent, Message, Session
from tutor_app.understanding.intent import understand

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
OUTSIDE = (
    DATA / "traces" / "dev.jsonl",
    DATA / "socratic_debugging" / "dev.jsonl",
    DATA / "algorithms" / "dev.jsonl",
)
NEW = Session(conversation_id="c", course_id="algo", course_name="Algorithms")
LOOP = "i = 0\nwhile i < 3:\n    print(i)"


def intent_of(text: str, session: Session = NEW) -> Intent:
    return understand(Message(text=text), session).intent


def after(intent: Intent, work: WorkRecord | None = None) -> Session:
    """A conversation whose last message asked for `intent`."""
    said = ("What is i after the first round?",)
    before = Exchange(question="my loop never ends", intent=intent, said=said)
    return Session(
        conversation_id="c", course_id="algo", course_name="", before=(before,), work=work
    )


PROGRAM = WorkRecord(kind="program", key="program:1", text=LOOP)


@pytest.mark.parametrize(
    "text",
    [
        "What is a hash function?",
        "whats the difference between bfs and dfs",
        "recall vs precision?",
        "what does NaN stand for",
        "What does an IndexError mean?",
        "what is a segmentation fault",
        "is insertion sort stable?",
        "mutex and semaphore, are these the same thing",
        "how many comparisons does bubble sort make in the worst case?",
        "what makes a graph bipartite?",
        "DAG = ?",
    ],
)
def test_a_fact_of_the_course_is_a_direct_question(text: str) -> None:
    assert intent_of(text) == "direct"


@pytest.mark.parametrize(
    "text",
    [
        "Why does A* need an admissible heuristic?",
        "how does dijkstra work",
        "I don't get recursion",
        "what's the idea behind merge sort?",
        "when is a greedy algorithm optimal and why",
        "isn't quicksort slower in the worst case, so why is it used everywhere",
        "How does a debugger work?",
        f"why do we need the first line here?\n{LOOP}",
        "Explain why the code for insertion sort runs in n^2",
        "I am not sure I understand what a monad is",
        "Why do programs crash when they run out of memory?",
    ],
)
def test_to_understand_why_is_a_conceptual_question(text: str) -> None:
    assert intent_of(text) == "conceptual"


@pytest.mark.parametrize(
    "text",
    [
        "is this correct: BFS uses a queue",
        "Correct me if I'm wrong: a queue is FIFO",
        "I think the complexity is O(n). Is it?",
        "does this proof work? Let n be even, then n squared is even.",
        "My MST has weight 12, correct?",
        "The answer is 5, isn't it?",
        "Did I convert 25 to 11001 correctly?",
        "did i do this right?\n\nA B | A and B\n0 0 | 0\n0 1 | 0",
        "sort 3 1 2 with insertion sort. I got this:\n1 3 2\n1 2 3\nis it right?",
        "I wrote this, is it correct?\n```python\ndef f(x):\n    return x * 2\n```",
    ],
)
def test_own_work_to_be_judged_is_validation(text: str) -> None:
    assert intent_of(text) == "validation"


@pytest.mark.parametrize(
    "text",
    [
        "my loop never ends",
        "why doesnt my if statement work",
        "why is my code so slow? it times out on the big test",
        "I keep getting 'permission denied' when I run my script",
        "my output is 0 instead of 10",
        f"cant figure out why nothing is printed\n{LOOP}",
        f"Hello, here is my code:\n{LOOP}\nit should print 1",
        "the program prints 0 1 2 but it should print 1 2 3",
        "Segmentation fault (core dumped) when I run my linked list program",
        "Traceback (most recent call last):\n  File 'a.py', line 1, in f\nKeyError: 'x'\nwhy?",
        f"{LOOP}\nwhy does this run forever",
    ],
)
def test_a_program_that_misbehaves_is_debugging(text: str) -> None:
    assert intent_of(text) == "debugging"


@pytest.mark.parametrize(
    "text",
    [
        "Trace bubble sort on 5 3 1",
        "BFS order from A: edges A-B, A-C, B-D?",
        "insert 5 3 8 into a bst and draw it after each step",
        "how does heapsort sort 4 1 3 2?",
        "how does the queue look after each step of BFS from A? A: B C, B: D, C: D",
        "Simulate round robin with quantum 3 for bursts 5 4 2",
        f"what does this print, line by line?\n\n{LOOP}",
        "FIFO with 3 frames on 7 0 1 2 0 3 0 4, show the frames",
    ],
)
def test_an_algorithm_to_be_worked_through_is_tracing(text: str) -> None:
    assert intent_of(text) == "tracing"


def test_what_the_student_chose_always_counts() -> None:
    asked = understand(Message(text="Why does BFS use a queue?", wanted="validation"), NEW)

    assert (asked.intent, asked.sure, asked.others) == ("validation", True, ())


def test_answer_evaluation_is_chosen_never_guessed() -> None:
    text = "A process has its own memory."

    assert understand(Message(text=text, wanted="evaluation"), NEW).intent == "evaluation"
    assert intent_of(f"Please mark my answer: {text}") == "validation"


def test_where_rules_disagree_closely_the_two_likeliest_are_named() -> None:
    text = "My unification of p(X, f(Y)) and p(a, f(b)) is {X=a, Y=b}, is it the most general one?"
    asked = understand(Message(text=text), NEW)

    assert not asked.sure
    assert (asked.intent, *asked.others) == ("validation", "direct")


@pytest.mark.parametrize(
    "text",
    ["what's the idea behind merge sort?", "so when should i use which one", "what if h is 0?"],
)
def test_nobody_is_asked_to_choose_between_a_fact_and_a_reason(text: str) -> None:
    asked = understand(Message(text=text), NEW)

    assert asked.sure or not {asked.intent, *asked.others} <= {"direct", "conceptual"}


def test_a_clear_message_names_no_other_help() -> None:
    asked = understand(Message(text="Why does Dijkstra fail with negative edges?"), NEW)

    assert asked.sure
    assert asked.others == ()


def test_a_problem_that_was_read_exactly_decides() -> None:
    text = "the one from before, but with my order?"

    assert understand(Message(text=text), NEW, "trace").intent == "tracing"
    assert understand(Message(text=text), NEW, "next").intent == "tracing"
    assert understand(Message(text=text), NEW, "check").intent == "validation"


@pytest.mark.parametrize("last", ["tracing", "validation", "debugging", "evaluation"])
def test_being_stuck_asks_for_no_other_help(last: Intent) -> None:
    assert intent_of("I'm stuck", after(last)) == last


EXERCISE = WorkRecord(kind="exercise", key="a1#3", text="Run A* from P to G.", hints=("round?",))


@pytest.mark.parametrize("text", ["I'm stuck", "I'm stuck!!", "another hint?", "just tell me"])
def test_a_hint_asked_for_after_something_else_is_one_for_the_work_that_waits(text: str) -> None:
    elsewhere = replace(EXERCISE, hints=("Read the task again.",))

    assert intent_of(text, after("direct", elsewhere)) == "validation"
    assert intent_of(text, after("conceptual", PROGRAM)) == "debugging"


def test_the_next_sentence_of_an_answer_is_no_question_of_its_own() -> None:
    text = "so f(U)=10 and thats bigger than 8 so never expanded?"

    assert intent_of(text, after("validation", EXERCISE)) == "validation"
    assert intent_of("so what is a heap?", after("validation", EXERCISE)) == "direct"


@pytest.mark.parametrize(
    "text", ["how late can i hand in", "is it ok if i copy from chatgpt", "when is the exam"]
)
@pytest.mark.parametrize("work", [EXERCISE, PROGRAM])
def test_how_the_course_is_run_is_asked_for_also_in_the_middle_of_work(
    text: str, work: WorkRecord
) -> None:
    assert intent_of(text, after("validation", work)) == "direct"


def test_a_sentence_on_the_exercise_goes_on_with_it_after_something_else_was_asked() -> None:
    assert intent_of("i think it runs from P to R", after("direct", EXERCISE)) == "validation"
    assert intent_of("what is a heap", after("direct", EXERCISE)) == "direct"


@pytest.mark.parametrize(
    "text",
    ["its because it stops when one list is empty?", "so after the loop i append the rest of both"],
)
def test_what_a_student_makes_out_about_the_program_goes_on_with_it(text: str) -> None:
    assert intent_of(text, after("debugging", PROGRAM)) == "debugging"


def test_not_getting_it_is_about_what_was_said_last() -> None:
    elsewhere = replace(EXERCISE, hints=("Read the task again.",))

    assert intent_of("i dont know how to start", after("direct", EXERCISE)) == "validation"
    assert intent_of("i dont get it", after("conceptual", elsewhere)) == "conceptual"


def test_a_bare_why_after_a_fact_asks_to_understand_it() -> None:
    assert intent_of("why?", after("direct")) == "conceptual"


@pytest.mark.parametrize(
    "text",
    ["It prints 3", "0?", "because i is never changed", "line 3 prints i", "is it i += 1?"],
)
def test_a_remark_on_the_program_goes_on_with_it(text: str) -> None:
    assert intent_of(text, after("debugging", PROGRAM)) == "debugging"


def test_the_next_version_of_the_program_goes_on_with_it() -> None:
    text = f"is it ok now?\n\n{LOOP}\n    i += 1"

    assert intent_of(text, after("debugging", PROGRAM)) == "debugging"


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("why does BFS use a queue?", "conceptual"),
        ("what is a linked list", "direct"),
        ("when is the homework due?", "direct"),
        ("Trace bubble sort on 5 3 1", "tracing"),
    ],
)
def test_a_question_of_its_own_leaves_the_program(text: str, intent: Intent) -> None:
    assert intent_of(text, after("debugging", PROGRAM)) == intent


def test_nine_in_ten_of_the_messages_kept_out_of_tuning_are_understood() -> None:
    kept = read_labelled(ROOT / "evals" / "questions" / "intents.jsonl", "kept")

    assert len(kept) == 100
    assert measure_intents(kept)["accuracy"] >= 0.90


@pytest.mark.skipif(
    not all(path.exists() for path in OUTSIDE), reason=f"the data sets are not at {DATA}"
)
def test_the_outside_sets_are_understood_as_well() -> None:
    messages = [each for path in OUTSIDE for each in read_labelled(path)]

    assert measure_intents(messages)["macro_f1"] >= 0.85
