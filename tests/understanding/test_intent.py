"""What a message asks for (K6): a fact, an understanding, a judgement, help with a bug, a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.answers.intents import measure_intents, read_labelled
from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import Intent, Message, Session
from tutor_app.understanding.act_classifier import ActClassifier, ActGuess, DialogueAct
from tutor_app.understanding.intent import leaves_table, settled_act, understand
from tutor_app.understanding.turn_tokens import OnTable

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
OUTSIDE = (
    DATA / "traces" / "dev.jsonl",
    DATA / "socratic_debugging" / "dev.jsonl",
    DATA / "algorithms" / "dev.jsonl",
)
LOOP = "i = 0\nwhile i < 3:\n    print(i)"
PROGRAM = WorkRecord(kind="program", key="program:1", text=LOOP)
EXERCISE = WorkRecord(kind="exercise", key="a1#3", text="Run A* from P to G.", hints=("round?",))
ACTS = ActClassifier()


def intent_of(text: str) -> Intent:
    """The help that a message which opens a conversation is taken to ask for."""
    return understand(Message(text=text), ACTS.classify("nothing", "", text)).intent


def guess(
    act: DialogueAct,
    second: DialogueAct = "ask.fact",
    *,
    sure: bool = True,
    about_table: bool = True,
) -> ActGuess:
    return ActGuess(act=act, confidence=0.5, second=second, sure=sure, about_table=about_table)


def with_work(
    text: str, said: ActGuess, work: WorkRecord = EXERCISE, table: OnTable | None = None
) -> Intent:
    """The help that a message asks for beside the student's own work."""
    leaves = leaves_table(said.act, said, new_terms=True)
    session = Session(conversation_id="c", course_id="c", course_name="", work=work)
    return understand(Message(text=text), said, table or work.kind, session, leaves=leaves).intent


@pytest.mark.parametrize(
    "text",
    [
        "What is a hash function?",
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
        "does this proof work? Let n be even, then n squared is even.",
        "My MST has weight 12, correct?",
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
        "how does the queue look after each step of BFS from A? A: B C, B: D, C: D",
        "Simulate round robin with quantum 3 for bursts 5 4 2",
        "FIFO with 3 frames on 7 0 1 2 0 3 0 4, show the frames",
    ],
)
def test_an_algorithm_to_be_worked_through_is_tracing(text: str) -> None:
    assert intent_of(text) == "tracing"


def test_what_the_student_chose_always_counts() -> None:
    asked = understand(Message(text="Why does BFS?", wanted="validation"), guess("ask.why"))

    assert (asked.intent, asked.sure, asked.others) == ("validation", True, ())


def test_answer_evaluation_is_chosen_never_guessed() -> None:
    message = Message(text="A process has its own memory.", wanted="evaluation")

    assert understand(message, guess("work.submit")).intent == "evaluation"


def test_where_the_act_is_not_sure_the_two_likeliest_helps_are_named() -> None:
    asked = understand(Message(text="…"), guess("work.submit", "ask.fact", sure=False))

    assert not asked.sure
    assert (asked.intent, *asked.others) == ("validation", "direct")


def test_nobody_is_asked_to_choose_between_a_fact_and_a_reason() -> None:
    asked = understand(Message(text="…"), guess("ask.fact", "ask.why", sure=False))

    assert asked.sure and asked.others == ()


def test_a_problem_that_was_read_exactly_decides() -> None:
    said = guess("ask.fact")

    def kind(of: str) -> Intent:
        return understand(Message(text="…"), said, problem_kind=of).intent  # type: ignore[arg-type]

    assert (kind("trace"), kind("next"), kind("check")) == ("tracing", "tracing", "validation")


@pytest.mark.parametrize(
    "act", ["help.stuck", "help.solution", "tell.answer", "tell.idea", "ask.reason", "react.ack"]
)
def test_what_is_said_to_the_work_on_the_table_is_help_with_it(act: DialogueAct) -> None:
    assert with_work("…", guess(act)) == "validation"
    assert with_work("…", guess(act), PROGRAM) == "debugging"


@pytest.mark.parametrize("act", ["help.stuck", "help.solution"])
def test_a_hint_asked_for_after_something_else_is_one_for_the_work_that_waits(
    act: DialogueAct,
) -> None:
    assert with_work("another hint?", guess(act), EXERCISE, "quotes") == "validation"
    assert with_work("another hint?", guess(act), PROGRAM, "quotes") == "debugging"


def test_what_was_not_understood_is_what_was_said_last() -> None:
    assert with_work("i dont get it", guess("ask.simpler"), EXERCISE, "quotes") == "conceptual"


@pytest.mark.parametrize("work", [EXERCISE, PROGRAM])
def test_how_the_course_is_run_is_asked_for_also_in_the_middle_of_work(work: WorkRecord) -> None:
    assert with_work("when is the exam", guess("ask.admin"), work) == "direct"


def test_a_question_that_leaves_the_table_is_the_courses() -> None:
    leaves = guess("ask.why", about_table=False)

    assert with_work("why does BFS use a queue?", leaves, PROGRAM) == "conceptual"


def test_an_answer_with_the_words_of_the_work_that_waits_goes_on_with_it() -> None:
    said = guess("tell.answer")

    assert with_work("i think it runs from P to G", said, EXERCISE, "quotes") == "validation"


def test_a_program_sent_beside_an_exercise_is_looked_at_as_a_program() -> None:
    assert with_work(f"and this?\n\n{LOOP}", guess("work.bug")) == "debugging"


@pytest.mark.parametrize(
    ("first", "second", "text", "taken"),
    [
        ("tell.idea", "work.submit", "is it 5", "work.submit"),  # nothing to have an idea about
        ("chat.offsubject", "ask.fact", "…", "ask.fact"),  # nobody is sent away on a guess
        ("react.feeling", "ask.admin", "im so stressed, when is it", "ask.admin"),
        ("react.feeling", "ask.admin", "so stressed", "ask.admin"),
    ],
)
def test_an_unsure_act_gives_way_to_the_safer(
    first: DialogueAct, second: DialogueAct, text: str, taken: DialogueAct
) -> None:
    assert settled_act(guess(first, second, sure=False), "nothing", text) == taken


def test_a_sure_feeling_beside_a_question_gives_way_to_it() -> None:
    said = guess("react.feeling", "ask.admin")

    assert settled_act(said, "nothing", "help im stressed, when is it") == "ask.admin"
    assert settled_act(said, "nothing", "help im stressed") == "react.feeling"


def test_nine_in_ten_of_the_messages_kept_out_of_tuning_are_understood() -> None:
    kept = read_labelled(ROOT / "evals" / "questions" / "intents.jsonl", "kept")

    assert len(kept) == 100
    assert measure_intents(kept)["accuracy"] >= 0.90


@pytest.mark.skipif(
    not all(path.exists() for path in OUTSIDE), reason=f"the data sets are not at {DATA}"
)
@pytest.mark.long
def test_the_outside_sets_are_understood_as_well() -> None:
    messages = [each for path in OUTSIDE for each in read_labelled(path)]

    # A third of them; `python -m evals intents` takes all.
    assert measure_intents(messages[::3])["macro_f1"] >= 0.85


def test_who_tells_much_and_shows_no_program_is_answered() -> None:
    told = "I am back at college after years of work in a bakery and my son laughs at me for it. "
    asked = "On the bus I read the second lecture and I don't get what consistent is. What is it?"
    said = guess("work.bug", "ask.why", sure=False)

    assert settled_act(said, "nothing", told + asked) == "ask.why"
    assert settled_act(said, "nothing", "my loop never ends, why?") == "work.bug"
    chat = guess("work.bug", "chat.smalltalk", sure=False)
    assert settled_act(chat, "nothing", told + asked) == "ask.fact"


def test_who_shows_a_program_is_helped_with_it_whatever_else_is_said() -> None:
    shown = "def f(n):\n    return n\n\nprint(f(2))\n\nprints 2, pls help, I am on the bus"
    assert settled_act(guess("ask.run", "work.bug", sure=False), "nothing", shown) == "work.bug"
    beside = guess("chat.offsubject", "work.submit", sure=False)

    assert settled_act(beside, "nothing", shown) == "work.submit"
    assert settled_act(
        guess("chat.offsubject", "chat.smalltalk", sure=False), "nothing", shown
    ) == ("work.bug")


def test_nobody_is_asked_twice_for_a_program_who_speaks_of_other_things() -> None:
    asked_for = WorkRecord(kind="program", key="program:", text="", hints=("Paste it.",))
    said = "A program? I have none. I only asked what an admissible heuristic is."

    assert with_work(said, guess("react.disagree", "ask.reason"), asked_for) != "debugging"
    assert with_work("it prints 3", guess("tell.seen", "work.bug"), asked_for) == "debugging"
