"""Attacks on the code behind the page: counters raced, words left in files, homework given away."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from evals.attack.attacked_server import Target
from tutor_app.domain.errors import SettingsInvalid
from tutor_app.domain.values import Box, Chunk, Document, Sentence, SourceSentence
from tutor_app.exercises.assigned_problems import of_chunks
from tutor_app.runtime.course_yaml import read_file
from tutor_app.storage.live import TurnStreams, connect
from tutor_app.storage.records import StaffCode, open_database
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.web.staff.staff_auth import (
    ADDRESS_SECONDS,
    PATIENCE_SECONDS,
    TRIES,
    SignInOutcome,
    StaffAuth,
)

AT_ONCE = 30
WRONG = "2222-2222-2222"
ASSIGNED = "P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3, R-U 2, T-G 2, U-G 6"
LEFT_OVER = "this-is-what-a-student-asked-and-deleted"
# Written anew by whoever does homework: as it stands, in other layouts, by another algorithm.
TYPED = (
    f"Run uniform-cost search from P to G on the undirected graph {ASSIGNED}",
    f"Dijkstra from T on the undirected graph {ASSIGNED}",
    "A* from P to G: (P,Q,2) (P,R,5) (Q,R,1) (Q,T,7) (R,T,3) (R,U,2) (T,G,2) (U,G,6)",
    "BFS from P on {'P': {'Q': 2, 'R': 5}, 'Q': {'R': 1, 'T': 7}, 'R': {'T': 3, 'U': 2}, "
    "'T': {'G': 2}, 'U': {'G': 6}}",
    f"Prim from P on the undirected graph {ASSIGNED}, U-Z 9",
)
HOSTILE = (
    "a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b]",
    "[" * 5000,
    "audience: !!python/object/apply:os.system ['true']",
    "reveal_policy: everything",
    "trace_conventions: {tie_break: ../../etc/passwd}",
    "x" * 2_000_000,
)


def race_the_staff_code(target: Target) -> tuple[int, int]:
    """Try thirty codes at once, in one visit and with a visit made up for each."""
    per_address = TRIES + int(PATIENCE_SECONDS / ADDRESS_SECONDS)
    beyond = 0
    for visits, most in (
        (["v"] * AT_ONCE, TRIES),
        ([f"v{number}" for number in range(AT_ONCE)], per_address),
    ):
        beyond += max(0, _checked_at_once(_staff_auth(target), visits) - most)
    return 2 * AT_ONCE, beyond


def lock_the_instructor_out(target: Target) -> tuple[int, int]:
    """Go on with wrong codes, then let the instructor in: elsewhere, and behind the same router."""
    out = 0
    for address in ("elsewhere", "the same"):
        auth = _staff_auth(target)
        for _ in range(10 * TRIES):
            auth.sign_in(WRONG, visit="stranger", address="the same")
        out += auth.sign_in(target.staff_code, visit="instructor", address=address) != "open"
    return 2, out


def read_the_home_as_another_user(target: Target) -> tuple[int, int]:
    """Look for what another user of the computer may read or enter."""
    home = target.settings.elenchus_home
    paths = [home, *home.rglob("*")]
    return len(paths), sum(bool(path.stat().st_mode & 0o077) for path in paths)


def find_deleted_words(target: Target) -> tuple[int, int]:
    """Tell an answer, delete its conversation, and look for its words in every file of Redis."""
    streams = TurnStreams(connect(target.settings))
    streams.append("attacked", Sentence(text=LEFT_OVER, role="hint"))
    streams.clear(["attacked"])
    files = [path for path in _redis_files(target.settings.redis_dir)]
    return len(files), sum(LEFT_OVER.encode() in path.read_bytes() for path in files)


def have_homework_run(target: Target) -> tuple[int, int]:
    """Type an assignment's graph into the lab in other words and for other algorithms."""
    assigned = of_chunks([_assignment(f"1. (8 points) Run UCS from P to G on {ASSIGNED}.")])
    given = 0
    for text in TYPED:
        reading = read_problem(text)
        given += reading is not None and not assigned.include(reading.problem, text, reading.used)
    return len(TYPED), given


def import_hostile_settings(target: Target) -> tuple[int, int]:
    """Hand over a course.yaml that is made to harm."""
    return len(HOSTILE), sum(_is_taken(text) for text in HOSTILE)


def _is_taken(text: str) -> bool:
    try:
        read_file(text)
    except SettingsInvalid:
        return False
    return True


def _staff_auth(target: Target) -> StaffAuth:
    return StaffAuth(
        StaffCode(open_database(target.settings)), clock=lambda: 0.0, sleep=lambda _: None
    )


def _checked_at_once(auth: StaffAuth, visits: list[str]) -> int:
    began = threading.Barrier(len(visits))

    def guess(visit: str) -> SignInOutcome:
        began.wait()
        return auth.sign_in(WRONG, visit=visit, address="a")

    with ThreadPoolExecutor(len(visits)) as pool:
        return sum(outcome != "wait" for outcome in pool.map(guess, visits))


def _redis_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _assignment(text: str) -> Chunk:
    document = Document(id="a", course_id="c", name="a1.pdf", kind="assignment", sha256="0" * 64)
    box = Box(page=1, x0=0, y0=0, x1=1, y1=1)
    sentence = SourceSentence(text=text, boxes=(box,), paragraph=0)
    return Chunk(id="a-1", document=document, sentences=(sentence,), exercise="1")
