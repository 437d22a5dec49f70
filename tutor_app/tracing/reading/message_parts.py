"""One message taken apart: the problem stated, the student's own work, what is to be done."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor_app.domain.traces import Problem, StudentTrace
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.exact_run import with_defaults
from tutor_app.tracing.reading.reading_results import Kind
from tutor_app.tracing.reading.start_and_goal import find_kind
from tutor_app.tracing.reading.student_rows.claimed_number import claimed_value
from tutor_app.tracing.reading.student_rows.list_entries import Nodes
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context
from tutor_app.tracing.reading.student_rows.student_trace import read_student
from tutor_app.tracing.reading.student_rows.work_in_message import CHECKS, split_message

# "Run …", "Trace …", "I need to sort …", "Find the …": a run is wanted, no explanation.
TASK = re.compile(
    r"(?i)(?:^|[.!?:;,\n]\s*|\b(?:please|pls|plz|to|and|then|now|you|u|must|should"
    r"|have\s+to|so|let\s+us|let['’]?s)\s+)"
    r"(?:run|trace|apply|use|do|perform|execute|sort|search|find|show|build|construct|compute"
    r"|calculate|simulate|solve|visit|traverse|draw|insert|look|step|walk|give|determine|start|work"
    r"|carry|list|demonstrate|fill|expand|explore)\b"
    r"|\b(?:start(?:ing)?|goal|source|target)\s+(?:node\s+)?(?:is|=|:)|\bthe\s+algorithm\s+is\b"
    r"|\bi\s+(?:sorted|ran|traced|did|used|applied|searched)\b"
)
# "Why …", "what is …": an explanation is wanted.
EXPLAIN = re.compile(
    # Behind a word only the first sign is a beginning: each other one would read the run again.
    r"(?i)(?:^|(?<=\w)[^\w.!?\n]*+[.!?\n])\W*+(?:\w++[\s,]++){0,4}?(?:why|how\s+(?:does|do|is|can|come|many|much|would)"
    r"|what(?:'s|’s|\s+is|\s+are)\s+(?:a|an|the\s+(?:difference|point|idea|meaning|use|purpose"
    r"|complexity|running|best|worst|advantage))|explain|define|is\s+it\s+true|when\s+(?:do|should"
    r"|would|is)|does|can\s+(?:we|i|you\s+explain))\b|\bwhy\s*\?"
)
# "How do I run …", "explain … on this graph": of a whole instance, a run is the explanation.
SHOW_HOW = re.compile(
    r"(?i)\b(?:how|what)\s+(?:do|does|would|can|should|will)\b|\bexplain\b|\bcan\s+(?:you|u|i|we)\b"
)
# "from S to G", "start: S": what is asked, no node of the student's order.
_ENDS_SAID = re.compile(
    r"(?i)\bfrom\s+(?:node\s+)?\S+\s+(?:to|until)\s+(?:node\s+)?\w+|\bfrom\s+(?:node\s+)?\w+(?=\W*$|\W*\n)"
    r"|\b(?:start\w*|goal|target)\s*(?:node|at|in|from|with|is|=|:)*\s*\w+"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """`problem_text` states the problem; `work` is the student's own, "" where there is none."""

    text: str
    problem_text: str
    work: str
    kind: Kind


def take_apart(text: str) -> Parts:
    """Return the parts of a message."""
    lines = text.splitlines()
    if lines and sum(line.startswith(">") for line in lines) > len(lines) / 2:
        text = re.sub(r"(?m)^>+", lambda marks: " " * len(marks[0]), text)  # a quoted mail
    problem_text, work = split_message(text)
    kind = find_kind(problem_text, work)
    return Parts(text=text, problem_text=problem_text, work=work, kind=kind)


def read_work(
    message: Parts, algorithm: Algorithm, problem: Problem, rest: str | None = None
) -> StudentTrace | None:
    """Return the student's own rows: of the part that shows them, else of the question's claim.

    `rest` is the message without the problem's data, where these are known.
    """
    text = (
        message.work if message.work.strip() else claimed_in(message.text if rest is None else rest)
    )
    found = read_student(text, context_of(algorithm, problem))
    return found or claimed_value(message.text if rest is None else rest, text, problem)


def claimed_in(text: str) -> str:
    """Return the claim of a question, "Is the path S, B, G right?", without start and goal."""
    sentences = re.split(r"(?<=[.?!\n])\s", text)
    asked = "\n".join(part for part in sentences if CHECKS.search(part))
    return _ENDS_SAID.sub(" ", asked)


def context_of(algorithm: Algorithm, problem: Problem) -> Context:
    """Return what the rows of a trace of this problem are about."""
    columns = algorithm.columns
    if algorithm.varying:
        columns = algorithm.varying(with_defaults(problem, algorithm))
    nodes = problem.graph.nodes if problem.graph else ()
    width = len(problem.strings[1]) if problem.strings else problem.capacity
    height = len(problem.strings[0] if problem.strings else problem.items or ())
    return Context(
        algorithm=algorithm.id,
        columns=columns,
        nodes=Nodes(nodes),
        array=problem.array or (),
        strings=problem.strings,
        width=0 if width is None else width + 1,
        height=height,
    )
