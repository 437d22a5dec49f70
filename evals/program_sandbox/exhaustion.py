"""Programs that take all they can get, or bring their process down; each in its own process."""

from __future__ import annotations

# name: (source of f(), the statuses that are sensible)
EXHAUSTION: dict[str, tuple[str, tuple[str, ...]]] = {
    "a fork bomb": (
        "import os\ndef f():\n    while True:\n        try:\n            if os.fork() == 0:\n"
        "                os._exit(0)\n"
        "        except OSError:\n            pass",
        ("timed_out",),
    ),
    "a bomb of threads": (
        "import threading\ndef f():\n    while True:\n        try:\n"
        "            threading.Thread(target=f).start()\n        except RuntimeError:\n"
        "            pass",
        ("timed_out",),
    ),
    "a flood of printing": ("def f():\n    while 1:\n        print('x' * 9999)", ("timed_out",)),
    "one print of 500 MB": (
        "def f():\n    print('x' * 500_000_000)\n    return 1",
        ("raised",),
    ),
    "a flood into the results": (
        "import os\ndef f():\n    while True:\n        os.write(3, b'x' * 60_000)",
        ("not_run", "timed_out"),
    ),
    "a line without end into the results": (
        "import os, sys\ndef f():\n    sys.settrace(None)\n    while True:\n"
        "        os.write(3, b'x' * 60_000)",
        ("not_run", "timed_out"),
    ),
    "a memory bomb": ("def f():\n    return bytearray(10 ** 11)", ("raised",)),
    "a list that grows": (
        "def f():\n    a = [0]\n    while True:\n        a += a",
        ("raised", "timed_out"),
    ),
    "a memory bomb that goes on": (
        "def f():\n    held = []\n    while True:\n        try:\n"
        "            held.append(bytearray(10 ** 7))\n        except MemoryError:\n"
        "            pass",
        ("timed_out", "raised"),
    ),
    "all numbers in a list": (
        "import itertools\ndef f():\n    return list(itertools.count())",
        ("raised", "timed_out"),
    ),
    "a huge text": ("def f():\n    return len('ab' * 10 ** 11)", ("raised",)),
    "a huge number": ("def f():\n    return 9 ** 9 ** 9", ("timed_out",)),
    "a huge number shown": ("def f():\n    return 1 << 10 ** 8", ("ran",)),
    "a number of a long text": (
        "import sys\ndef f():\n    sys.set_int_max_str_digits(0)\n"
        "    return int('9' * 10 ** 7) % 7",
        ("timed_out", "raised"),
    ),
    "a pattern that backtracks": (
        "import re\ndef f():\n    return re.match('(a+)+$', 'a' * 60 + 'b')",
        ("timed_out",),
    ),
    "a loop that catches all": (
        "def f():\n    while True:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            pass",
        ("timed_out",),
    ),
    "a loop without tracing": (
        "import sys\ndef f():\n    sys.settrace(None)\n    while True:\n        pass",
        ("timed_out",),
    ),
    "a loop without clocks": (
        "import signal, sys\ndef f():\n    sys.settrace(None)\n"
        "    signal.setitimer(signal.ITIMER_PROF, 0)\n"
        "    for number in range(1, 65):\n        try:\n"
        "            signal.signal(number, signal.SIG_IGN)\n        except (OSError, ValueError):\n"
        "            pass\n    while True:\n        pass",
        ("timed_out",),
    ),
    "a loop in __repr__": (
        "class A:\n    def __repr__(self):\n        while True:\n            pass\n"
        "def f():\n    return A()",
        ("timed_out",),
    ),
    "a loop in __eq__": (
        "class A:\n    def __eq__(self, other):\n        while True:\n            pass\n"
        "def f():\n    return A() == A()",
        ("timed_out",),
    ),
    "a loop in an exception's text": (
        "class E(Exception):\n    def __str__(self):\n        while True:\n            pass\n"
        "def f():\n    raise E",
        ("timed_out",),
    ),
    "a loop in __del__": (
        "class A:\n    def __del__(self):\n        while True:\n            pass\n"
        "def f():\n    A()\n    return 1",
        ("timed_out", "ran"),
    ),
    "a loop in __del__ at the end": (
        "class A:\n    def __del__(self):\n        while True:\n            pass\n"
        "kept = A()\ndef f():\n    return kept and 1",
        ("timed_out", "ran"),
    ),
    "a loop when the program is read": (
        "while True:\n    pass\ndef f():\n    return 1",
        ("not_run",),
    ),
    "sleep": ("import time\ndef f():\n    time.sleep(1000)", ("timed_out",)),
    "a lock that nobody opens": (
        "import threading\ndef f():\n    lock = threading.Lock()\n    lock.acquire()\n"
        "    lock.acquire()",
        ("timed_out",),
    ),
    "recursion": ("def f():\n    return f()", ("raised",)),
    "recursion without a limit": (
        "import sys\ndef f():\n    sys.setrecursionlimit(10 ** 9)\n    return g()\n"
        "def g():\n    return [g()]",
        ("raised", "timed_out"),
    ),
    "recursion in C without a limit": (
        "import sys\ndef f():\n    sys.setrecursionlimit(10 ** 9)\n    a = []\n"
        "    for _ in range(200_000):\n        a = [a]\n    return str(a) and 1",
        ("raised", "timed_out"),
    ),
    "a generator that holds itself": (
        "def f():\n    g = (lambda: (yield from h))()\n    h = g\n    return next(g)",
        ("raised",),
    ),
    "os._exit": ("import os\ndef f():\n    os._exit(0)", ("raised",)),
    "os.abort": ("import os\ndef f():\n    os.abort()", ("raised", "timed_out")),
    "memory that is not there": (
        "import sys\ndef f():\n    return sys.modules['ctypes'].string_at(8)",
        ("raised",),
    ),
    "bytecode of its own": (
        "def f():\n    c = (lambda: None).__code__\n"
        "    return eval(c.replace(co_code=b'd\\xff' * 40, co_consts=(), co_stacksize=0))",
        ("raised", "ran", "timed_out"),
    ),
    "brackets without end": ("(" * 40_000, ("not_run",)),
    "signs without end": ("x = " + "-" * 40_000 + "1", ("not_run", "raised")),
    "a null byte": ("def f():\n    return '\0'", ("not_run",)),
    "the tools of the runner broken": (
        "import builtins, sys\ndef f():\n    import json\n    json.dumps = json.loads = None\n"
        "    builtins.len = builtins.isinstance = builtins.sorted = None\n    sys.modules.clear()\n"
        "    sys.stdout = sys.stderr = None\n    return 1",
        ("ran", "raised", "not_run"),
    ),
    "results forged with the key": (
        "import sys\ndef f():\n    frame = sys._getframe()\n    while frame:\n"
        "        for name, value in list(frame.f_locals.items()):\n"
        "            if name == 'emit' and value:\n"
        "                value({'is': 'end', 'case': 0, 'value': ['x'] * 9, 'lines': [[None, {}]],"
        "\n                       'changed': 7, 'error': 'x', 'steps': 'x', 'printed': 8})\n"
        "        frame = frame.f_back\n    return 1",
        ("ran",),
    ),
}
